"""Promises: read in free text, entered, kept."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from sim.calendar import WorkCalendar
from sim.commitments import Commitment, Ledger, read_promises, read_time
from sim.messages import Message, with_subject
from sim.units import WeeklyHours

ZONE = "Europe/Brussels"
CALENDAR = WorkCalendar(ZONE, WeeklyHours.parse("mon-fri 08:30-17:00"))


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(ZONE)).timestamp())


TUESDAY = at("2026-03-03 10:00")


@pytest.mark.parametrize(
    ("text", "due", "confidence"),
    [
        ("I'll send you the list by Thursday noon.", "2026-03-05 12:00", 0.9),
        ("You'll have it tomorrow at 9:30.", "2026-03-04 09:30", 0.9),
        ("I will call you back within two hours.", "2026-03-03 12:00", 0.9),
        ("I'll come back to you by end of day", "2026-03-03 17:00", 0.9),
        ("I'll look into it.", "2026-03-04 09:30", 0.7),
        ("I'll try to get it to you by Friday.", "2026-03-06 17:00", 0.5),
        ("Will do, by 16:00.", "2026-03-03 16:00", 0.9),
        ("I'll have it by three.", "2026-03-03 15:00", 0.9),
        ("I'll send it before 11, promised.", "2026-03-03 11:00", 0.9),
        ("I'll send it by two o'clock tomorrow.", "2026-03-04 14:00", 0.9),
        ("I will send you the list by Friday 3 July.", "2026-07-03 17:00", 0.9),
        ("I will send you the list by July 3rd at 10:00.", "2026-07-03 10:00", 0.9),
        ("You have the list by noon on the 3rd of July.", "2026-07-03 12:00", 0.9),
        ("You'll have it by 2026-07-03.", "2026-07-03 17:00", 0.9),
        ("I'll send you the accounts by 15 January.", "2027-01-15 17:00", 0.9),
        ("I will look into what Friday 27 February brought.", "2026-03-04 09:30", 0.7),
        ("I'll look into the money for your friend.", "2026-03-04 09:30", 0.7),
    ],
)
def test_a_first_person_promise_is_read_with_its_time(text: str, due: str, confidence: float) -> None:
    """A promise is read with when it falls due and how sure the reading is."""
    (reading,) = read_promises(text, TUESDAY, CALENDAR)
    assert (reading.due, reading.confidence) == (at(due), confidence)


@pytest.mark.parametrize(
    "text",
    [
        "Could you send me the list by Thursday?",
        "I'll be out on Thursday.",
        "You will need the form.",
        "I won't have it before Friday.",
        "When you have it, I'll take it from there if you agree.",
        "Thanks, that helps.",
        "Shall I send it tomorrow?",
        "Here is the list that I promised you in March.",
        "The money for the loans is yours since May, so please decide.",
    ],
)
def test_questions_plans_and_refusals_are_no_promises(text: str) -> None:
    """Nothing is entered for somebody who promised nothing."""
    assert read_promises(text, TUESDAY, CALENDAR) == ()


def test_a_time_that_has_passed_means_the_next_one() -> None:
    """ "By 9:00" said at 10:00 is tomorrow's; a weekday that is today's name with a past hour is next week's."""
    assert read_time("by 9:00", TUESDAY, CALENDAR) == at("2026-03-04 09:00")
    assert read_time("by Monday", TUESDAY, CALENDAR) == at("2026-03-09 17:00")
    assert read_time("no time here", TUESDAY, CALENDAR) is None


@pytest.mark.parametrize("text", ["25:99", "by 99:99", "12:60", "24:30"])
def test_a_time_that_no_clock_shows_is_none(text: str) -> None:
    """A slip of the pen names no time, rather than another one."""
    assert read_time(text, TUESDAY, CALENDAR) is None
    assert read_time("tomorrow at 24:00", TUESDAY, CALENDAR) == at("2026-03-04 00:00")


def test_a_promise_is_kept_by_taking_up_its_matter_or_telling_its_fact() -> None:
    """A later message on the matter keeps a promise; the message that made it, another reader or new promise do not."""
    ledger = Ledger()
    made = ledger.make(
        by="ana", to="ben", what="I'll send you the supplier list by noon", due=TUESDAY + 7200, made=TUESDAY,
        confidence=0.9, app="chat", ref="c1",
    )  # fmt: skip
    assert ledger.kept_by("ana", ("ben",), "I'll send you the supplier list by noon", (), "c1") == ()
    assert ledger.kept_by("ana", ("eva",), "Here is the supplier list: /x.csv", (), "c2") == ()
    assert ledger.kept_by("ana", ("ben",), "Lunch?", (), "c3") == ()
    assert ledger.kept_by("ana", ("ben",), "I'll send the supplier list tomorrow", (), "c4") == ()
    assert ledger.kept_by("ana", ("ben",), "Here is the supplier list: /x.csv", (), "c5") == (made,)
    told = ledger.make(
        by="eva", to="ben", what="find out", due=0, made=0, confidence=1, app="chat", ref="c6", fact="price"
    )
    assert ledger.kept_by("eva", ("ben",), "it is 5", ("price",), "c7") == (told,)


@pytest.mark.parametrize(
    ("text", "released"),
    [
        ("We no longer need the supplier list, thanks.", True),
        ("Never mind the supplier list, Eva has found one.", True),
        ("You don't have to send it. It has come from Graz.", True),
        ("There's no need for the list of suppliers after all.", False),  # two of its words in another form: not sure
        ("You needn't send the supplier list today.", False),
        ("Do we no longer need the supplier list?", False),
        ("Never mind the coffee.", False),
        ("I need the supplier list.", False),
    ],
)
def test_whoever_was_promised_something_lets_off(text: str, released: bool) -> None:
    """A promise is released by the one it was made to, in a sentence about it; a later date, a question and talk of
    something else release nobody, and nor does anybody else."""
    ledger = Ledger()
    made = ledger.make(
        by="ana", to="ben", what="I'll send you the supplier list by noon", due=TUESDAY + 7200, made=TUESDAY,
        confidence=0.9, app="chat", ref="c1",
    )  # fmt: skip
    assert ledger.released_by("ben", ("ana",), text) == ((made,) if released else ())
    assert ledger.released_by("eva", ("ana",), text) == ledger.released_by("ana", ("ben",), text) == ()


@pytest.mark.parametrize(
    ("what", "made", "due", "moved"),
    [
        ("I'll send you the supplier list by four o'clock", 3600, 21_600, True),
        ("I'll send you the supplier list by noon", 3600, 7200, False),  # the same date again
        ("I'll send you the supplier list by four o'clock", 7260, 21_600, False),  # the first has passed
        ("I'll book the small room by four o'clock", 3600, 21_600, False),
        ("You have it by four o'clock", 3600, 21_600, False),  # of what?
    ],
)
def test_a_later_date_for_the_same_thing_takes_the_place_of_the_first(
    what: str, made: int, due: int, moved: bool
) -> None:
    """It is given to the same person while the first can still be kept; anything else is another promise."""
    ledger = Ledger()

    def promise(to: str, what: str, made: int, due: int, ref: str) -> Commitment:
        return ledger.make(
            by="ana", to=to, what=what, due=TUESDAY + due, made=TUESDAY + made, confidence=0.9, app="chat", ref=ref
        )

    first = promise("ben", "I'll send you the supplier list by noon", 0, 7200, "c1")
    assert ledger.moved_by(promise("eva", what, made, due, "c2")) == ()
    assert ledger.moved_by(promise("ben", what, made, due, "c3")) == ((first,) if moved else ())


def test_of_several_promises_the_one_that_is_named_is_released() -> None:
    """ "It" releases only where there is one promise that it can mean."""
    ledger = Ledger()
    for what in ("I'll send you the supplier list", "I'll book the small room"):
        ledger.make(by="ana", to="ben", what=what, due=0, made=0, confidence=0.9, app="chat", ref="c1")
    assert ledger.released_by("ben", ("ana",), "You don't have to do it.") == ()
    (found,) = ledger.released_by("ben", ("ana",), "We no longer need the small room.")
    assert found.what == "I'll book the small room"


def test_a_promised_piece_of_work_is_kept_by_its_being_done() -> None:
    """To say that it is in the works keeps no promise to do it."""
    ledger = Ledger()
    ledger.make(
        by="ana", to="ben", what="the list of suppliers", due=TUESDAY + 7200, made=TUESDAY, confidence=1, app="chat",
        ref="c1", favour="list",
    )  # fmt: skip
    assert ledger.kept_by("ana", ("ben",), "The list of suppliers is in the works.", (), "c2") == ()


@pytest.mark.parametrize(("subject", "text", "counts"), [
    ("The supplier list", "Attached.", True),
    ("Re: the supplier list", "Attached.", False),
    ("The supplier list", "When do you need it?", False),
])  # fmt: skip
def test_a_subject_of_ones_own_counts_as_said(subject: str, text: str, counts: bool) -> None:
    """A mail whose subject alone names what was promised keeps the promise; an answer or a question under it does
    not."""
    ledger = Ledger()
    made = ledger.make(
        by="ana", to="ben", what="I'll send you the supplier list by noon", due=TUESDAY + 7200, made=TUESDAY,
        confidence=0.9, app="chat", ref="c1",
    )  # fmt: skip
    mail = Message(2, TUESDAY, "ana", "mail", "m1", "m1", "m1", text, ("ben",), subject)
    assert ledger.kept_by("ana", ("ben",), with_subject(mail), (), "m1") == ((made,) if counts else ())


@pytest.mark.parametrize("promise", ["Yes, you have it before noon.", "Will do, by 16:00.", "Consider it done."])
def test_a_promise_of_it_is_kept_by_what_hands_something_over(promise: str) -> None:
    """Where a promise has no word for what it promises, to say that something is there keeps it, and no other talk."""
    ledger = Ledger()
    made = ledger.make(
        by="ana", to="ben", what=promise, due=TUESDAY + 7200, made=TUESDAY, confidence=0.9, app="chat", ref="c1"
    )
    for other in (
        "Lunch at noon?",
        "Before noon I am at the bank.",
        "Is it done?",
        "Yes.",
        "You have it tomorrow, it will be in /x.csv.",
    ):
        assert ledger.kept_by("ana", ("ben",), other, (), "c2") == (), other
    for done in (
        "Hello Ben, the close is in /finance/close.csv.",
        "Here it is, with the sums.",
        "The page on the kilns is done.",
        "close.csv, as you wanted it",
        "I have attached the table.",
    ):
        assert ledger.kept_by("ana", ("ben",), done, (), "c3") == (made,), done


def test_words_that_say_when_keep_no_promise() -> None:
    """A promise is kept by its matter: "Thursday noon" said of something else is none of it."""
    ledger = Ledger()
    made = ledger.make(
        by="ana", to="ben", what="You have the table by Thursday noon.", due=TUESDAY, made=TUESDAY, confidence=0.9,
        app="chat", ref="c1",
    )  # fmt: skip
    assert ledger.kept_by("ana", ("ben",), "On Thursday at noon I am out.", (), "c2") == ()
    assert ledger.kept_by("ana", ("ben",), "The table is in its folder.", (), "c3") == (made,)


PROMISES = """
    you have the lid order this afternoon
    It'll be with you by Thursday noon.
    Expect the list before lunch.
    You can expect my answer by Friday.
    The report will be on your desk tomorrow morning.
    You get the figures from me by 15:00.
    I'm sending it over tonight.
    I can get you the quote by Thursday.
    I send you the list tomorrow, as discussed.
    You'll have it before lunch.
    you’ll get the draft by end of day
    Leave that to me.
    Count on me for the minutes by Wednesday.
    Will send by noon.
    Done by Friday, promised.
    Give me until noon and you have the numbers.
    The contract is in your inbox by 17:00.
    I owe you the list, it comes to you by Thursday.
    I'll get back to you early next week.
    We'll ship the units on Thursday.
    I will let you know in a couple of hours.
    Sure, by Thursday noon.
    You have my word.
    I'm on it.
    I promise to have it by tomorrow.
    I'll find out who signs and tell you by 16:00.
    This will reach you by Friday.
    Back to you by noon with the price.
    I shall return to you tomorrow.
    I commit to Thursday for the cost sheet.
    I'll check if the stock is right by noon.
    If possible I'll send it today.
    the quote goes out to you tomorrow morning
    I'm going to call the carrier and report back by 3pm
    ok, list is coming to you before noon
    no worries, you get it Thursday
    Consider it done.
    We will deliver the pallets on Friday at the latest.
    My answer follows by tomorrow noon.
    I can have that ready for you by Wednesday.
    I'll get it done today.
    Tomorrow you have everything on paper.
    I will come back to you on the lids by Thursday noon.
    By Thursday noon you'll have my numbers.
    Let me get back to you on this by Friday.
    I have it for you by five.
    It'll be there by Friday.
    the minutes are with you by tonight
    ok, on it
    On it, back before lunch.
    Already on it.
"""
NO_PROMISES = """
    Will you have it by Friday?
    Can I have the list before lunch?
    Do you expect the list before lunch?
    I expect the list before lunch.
    Expect delays on Thursday.
    Marco will have it by Thursday.
    Marco says you'll have it by noon.
    He promised I'd have it tomorrow.
    You said you'll send it by noon.
    The supplier told me it'll be with you by Thursday.
    I was told you'll get it on Friday.
    If Marco confirms, I'll order the lids tomorrow.
    I'll send it once you have signed.
    Unless it rains we'll ship on Thursday.
    You have a meeting at 10:00.
    You have until Friday to object.
    You have the list since yesterday.
    I sent it yesterday.
    I won't have it before Friday.
    I can't promise it for Thursday.
    I don't have the numbers by Thursday.
    I'd send it tomorrow, but the drive is down.
    Should I send it tomorrow?
    Please send it by Thursday noon.
    We'll see.
    I'll be out on Thursday.
    According to Ruth you'll get the budget on Monday.
    When will it be with me?
    Shall we say Thursday noon?
    You'll have to ask Ruth by Thursday.
    I thought you'll have it by noon.
    > I'll send it by noon
    Thanks, I'll take the stairs.
    Do you think you'll have it by noon?
    could you tell me whether it'll be with me by noon
    Ines will send it tomorrow.
    You will find the list in the folder.
    Please let me know by Thursday.
    I need the list by Thursday noon.
    you have the figures on the drive, see /x.csv
    The order is with you since Monday, right?
    Ruth: "I'll send it by noon"
    The bank will be with you on Thursday.
    It is on the drive today, thanks
    you get what you pay for
    I send these every Monday.
    Are you on it?
    Who is on it?
    She'll have it tomorrow.
    The truck will arrive on Thursday.
    I have a meeting at 15:00.
    I'll be in Mechelen tomorrow.
    I cannot say anything on it. Tendai decides what may go on the website, and when.
    There are 59 items on it.
    Nothing on it is ours.
    The names on it, as I read them, are wrong.
    Put your name on it before you send it.
    The list has Marco on it, and Ruth.
"""


def _lines(block: str) -> list[str]:
    return [line.strip() for line in block.strip().splitlines()]


def test_promises_are_told_from_questions_conditions_and_reports() -> None:
    """However a promise is worded it is read (recall at least 90 %), and little else is (precision at least 95 %)."""
    missed = [line for line in _lines(PROMISES) if not read_promises(line, TUESDAY, CALENDAR)]
    wrong = [line for line in _lines(NO_PROMISES) if read_promises(line, TUESDAY, CALENDAR)]
    found = len(_lines(PROMISES)) - len(missed)
    assert found / len(_lines(PROMISES)) >= 0.9, missed
    assert found / (found + len(wrong)) >= 0.95, wrong


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("Expect the list before lunch tomorrow.", "2026-03-04 12:00"),
        ("you have the lid order this afternoon", "2026-03-03 17:00"),
        ("It will be with you by Thursday noon.", "2026-03-05 12:00"),
        ("I'll send it Thursday morning.", "2026-03-05 12:00"),
        ("You'll have it next week.", "2026-03-13 17:00"),
        ("I'll be back to you in a couple of hours.", "2026-03-03 12:00"),
    ],
)
def test_times_of_day_in_words_are_read(text: str, due: str) -> None:
    """Lunch, the morning and next week are times like any other."""
    (reading,) = read_promises(text, TUESDAY, CALENDAR)
    assert reading.due == at(due)
