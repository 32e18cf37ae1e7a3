"""The outcome: what was handed in, right, in time, approved, and told. The price changes on Wednesday at 11:00.

Weights of a task with two facts and a file: in place 1, facts 2 and 2, told 0.5: 5.5 in all; an approval adds 2.
"""

from collections.abc import Callable

import pytest

from scorers.case import Case, NotScorable
from scorers.outcome import Outcome, checkpoints, is_strict_success
from scorers.score import Score
from sim.script import Approval, Belief, Deliverable, Fact, Happening, Need, Trigger, Version
from sim.vocabulary.attention import MindFault
from sim.vocabulary.chat import MessageDeleted, MessageEdited
from sim.vocabulary.drive import FileDeleted, FileMoved, FileShared
from sim.vocabulary.mail import Attachment
from sim.vocabulary.seat import PlayerFault
from sim.vocabulary.tracker import FieldChange, TicketChanged, TicketCommented
from sim.vocabulary.world import TaskDelivered
from tests.scorers.micro import PRICE, SPEND, STOCK, Story, Table, at, check, criterion, page, scored

case = Table()

RIGHT_ON_TUESDAY = "# Detectors\n\nA detector is 41 300 EUR. We have 17 pieces."


def researched(*tasks: object, **script: object) -> Story:
    """The player has found out both facts on Monday."""
    story = Story(*tasks, **script)  # type: ignore[arg-type]
    story.learn("mon 10:00", "price")
    story.learn("mon 11:00", "stock")
    return story


def told(story: Story, when: str) -> Story:
    story.chat(when, "kim", "ines", "The page on the detectors is on the drive.")
    return story


@case(1.0)
def all_as_it_should_be() -> Story:
    """(1 + 2 + 2 + 0.5) / 5.5."""
    story = researched(page())
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    return told(story, "tue 10:10").end()


@case(0.0)
def nothing_handed_in() -> Story:
    """To know all of it is no result: 0 of 5.5, and no free credit for anything."""
    return told(researched(page()), "tue 10:10").end()


@case(0.0)
def nothing_right_in_it() -> Story:
    """An empty file in the right place, duly announced, is no result either."""
    story = researched(page())
    story.write("tue 10:00", "# Detectors\n\nTo be done.")
    return told(story, "tue 10:10").end()


@case(3.5 / 5.5)
def one_fact_missing() -> Story:
    """(1 + 2 + 0 + 0.5) / 5.5."""
    story = researched(page())
    story.write("tue 10:00", "A detector is 41.300 EUR.")
    return told(story, "tue 10:10").end()


@case(3.5 / 5.5)
def outdated_by_a_silent_change() -> Story:
    """Written on Thursday with Tuesday's price: (1 + 0 + 2 + 0.5) / 5.5."""
    story = researched(page())
    story.change("wed 11:00")
    story.write("thu 10:00", RIGHT_ON_TUESDAY)
    return told(story, "thu 10:10").end()


@case(1.0)
def the_last_version_in_time_counts() -> Story:
    """The first version is outdated by Thursday; the second has the new price: all of 5.5."""
    story = researched(page())
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    told(story, "tue 10:10")
    story.change("wed 11:00")
    story.learn("wed 15:00", "price", 1)
    story.write("thu 10:00", "A detector is 46 900 EUR. We have 17 pieces.")
    return story.end()


@case(3.5 / 5.5)
def both_values_of_one_fact() -> Story:
    """A document with the old and the new price earns nothing for the price: (1 + 0 + 2 + 0.5) / 5.5."""
    story = researched(page())
    story.change("wed 11:00")
    story.learn("wed 15:00", "price", 1)
    story.write("thu 10:00", "A detector is 41 300 EUR or 46 900 EUR. We have 17 pieces.")
    return told(story, "thu 10:10").end()


@case(3.5 / 5.5)
def a_wrong_belief_beside_it() -> Story:
    """What somebody wrongly believes counts as wrong, like an outdated value: (1 + 0 + 2 + 0.5) / 5.5."""
    price = PRICE.model_copy(update={"believed": {"tomas": Belief(value="39 000 EUR")}})
    story = researched(page(), facts=(price, STOCK))
    story.write("tue 10:00", RIGHT_ON_TUESDAY + " Tomás says 39 000 EUR.")
    return told(story, "tue 10:10").end()


@case(4.5 / 5.5)
def a_right_guess_counts_half() -> Story:
    """Nobody told it the price: (1 + 2 * 0.5 + 2 + 0.5) / 5.5."""
    story = Story(page())
    story.learn("mon 11:00", "stock")
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    return told(story, "tue 10:10").end()


@case(3.7 / 5.5)
def one_of_five_guesses_counts_a_fifth_of_one() -> Story:
    """The right price among five that nobody ever gave is worth 0.5 / 5: (1 + 2 * 0.1 + 2 + 0.5) / 5.5."""
    story = Story(page())
    story.learn("mon 11:00", "stock")
    candidates = ", ".join(f"{n} 300 EUR" for n in range(39, 44))
    story.write("tue 10:00", f"A detector is one of {candidates}. We have 17 pieces.")
    return told(story, "tue 10:10").end()


@case(2.75 / 5.5)
def where_all_is_guessed_its_place_is_too() -> Story:
    """Nothing in it was found out, so in place and told are guesses too: (0.5 + 1 + 1 + 0.25) / 5.5."""
    story = Story(page())
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    return told(story, "tue 10:10").end()


@case(3.5 / 5.5)
def a_heap_of_guesses_counts_nothing() -> Story:
    """The right price among six numbers nobody ever gave: (1 + 0 + 2 + 0.5) / 5.5."""
    story = Story(page())
    story.learn("mon 11:00", "stock")
    candidates = ", ".join(f"{n} 300 EUR" for n in range(38, 45))
    story.write("tue 10:00", f"A detector is one of {candidates}. We have 17 pieces.")
    return told(story, "tue 10:10").end()


@case(3.5 / 5.5)
def a_heap_of_what_was_found_out_counts_nothing() -> Story:
    """To know the price and to hide it among six others is to tell it to nobody: (1 + 0 + 2 + 0.5) / 5.5."""
    story = researched(page())
    candidates = "\n".join(f"{n} 300 EUR" for n in range(38, 45))
    story.write("tue 10:00", f"A detector is one of\n{candidates}\nWe have 17 pieces.")
    return told(story, "tue 10:10").end()


@case(1.0)
def known_from_the_task() -> Story:
    """What the task itself says need not be found out: all of 5.5."""
    story = Story(page(text="At 41 300 EUR each: can we still order?"))
    story.learn("mon 11:00", "stock")
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    return told(story, "tue 10:10").end()


@case(0.7 - 0.2 * 1800 / 25200)
def late() -> Story:
    """Due Thursday 16:00, there Friday 9:30: an hour and a half of Ines's working time late. On the line from 0.7 (one
    hour) to 0.5 (eight): 0.7 - 0.2 * 0.5 / 7, of all of it."""
    story = researched(page())
    story.change("wed 11:00")
    story.learn("wed 15:00", "price", 1)
    story.write("fri 09:30", "A detector is 46 900 EUR. We have 17 pieces.")
    return told(story, "fri 09:40").end()


@case(3.5 / 5.5)
def in_time_beats_late_where_it_is_worth_more() -> Story:
    """In time with one fact, 3.5 of 5.5; with both a working day late 0.5 * 5.5: the better of the two counts."""
    story = researched(page())
    story.write("tue 10:00", "A detector is still to be seen. We have 17 pieces.")
    told(story, "tue 10:10")
    story.learn("wed 15:00", "price", 1)
    story.write("fri 16:00", "A detector is 46 900 EUR. We have 17 pieces.")
    return story.end()


@case(5 / 5.5)
def nobody_was_told() -> Story:
    """(1 + 2 + 2 + 0) / 5.5: a word to somebody else, or one about something else, is not telling."""
    story = researched(page())
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    told_mia = "The page on the detectors is on the drive."
    story.chat("tue 10:10", "kim", "mia", told_mia)
    story.chat("tue 10:20", "kim", "ines", "Good morning!")
    story.add("tue 10:30", "kim", FileShared(path="/board", shared_with=("marco",), level="read"))
    story.add("tue 10:40", "kim", FileShared(path="/other", shared_with=("ines",), level="read"))
    return story.end()


@case(1.0)
def shared_with_whom_it_is_for() -> Story:
    """To share the file is to tell of it."""
    story = researched(page())
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    story.add("tue 10:10", "kim", FileShared(path="/board", shared_with=("ines",), level="read"))
    return story.end()


@case(0.5)
def a_forbidden_phrase() -> Story:
    """What it must not contain costs half of all of it."""
    story = researched(page(must_not_contain=("covenant",)))
    story.write("tue 10:00", RIGHT_ON_TUESDAY + " Mind the covenant.")
    return told(story, "tue 10:10").end()


@case(0.75)
def a_file_of_others_deleted() -> Story:
    """All of it right, and Marco's list in the bin: a quarter less."""
    story = researched(page())
    story.write("mon 12:00", "Supplier list: Optix, Lumen, Helio", "/supply/list.md", "marco")
    story.add("mon 13:00", "kim", FileDeleted(path="/supply/list.md", files=("/supply/list.md",)))
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    return told(story, "tue 10:10").end()


@case(1.0)
def a_file_written_over_and_brought_back() -> Story:
    """What was brought back is not lost."""
    story = researched(page())
    listed = "Supplier list: Optix, Lumen, Helio"
    story.write("mon 12:00", listed, "/supply/list.md", "marco")
    story.write("mon 13:00", "nothing", "/supply/list.md")
    story.write("mon 14:00", listed, "/supply/list.md", restores=1)
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    return told(story, "tue 10:10").end()


@case(0.0)
def put_into_the_bin_again() -> Story:
    """What is not there at the deadline was not handed in."""
    story = researched(page())
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    told(story, "tue 10:10")
    story.add("wed 09:00", "kim", FileDeleted(path="/board", files=("/board/detectors.md",)))
    return story.end()


@case(1.0)
def written_elsewhere_and_moved_into_its_place() -> Story:
    """Where it was written does not matter; from the move on it is in its place."""
    story = researched(page())
    story.write("tue 10:00", RIGHT_ON_TUESDAY, "/private/kim/draft.md")
    moved = FileMoved(path="/private/kim/draft.md", destination="/board/detectors.md", files=("/private/kim/draft.md",))
    story.add("tue 11:00", "kim", moved)
    return told(story, "tue 11:10").end()


@case(3.5 / 5.5)
def as_of_an_instant() -> Story:
    """The price as of Wednesday noon is wanted; Tuesday's is wrong whenever it was written: (1 + 0 + 2 + 0.5) / 5.5."""
    story = researched(page(needs=(Need(fact="price", as_of=at("wed 12:00")), Need(fact="stock"))))
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    return told(story, "tue 10:10").end()


@case(1.0)
def both_values_where_both_are_asked() -> Story:
    """Where the task asks for the price before and after, each value is right for one of its needs."""
    needs = (Need(fact="price", as_of=at("mon 12:00")), Need(fact="price", as_of=at("wed 12:00")))
    story = researched(page(needs=needs))
    story.change("wed 11:00")
    story.learn("wed 15:00", "price", 1)
    story.write("thu 10:00", "It was 41 300 EUR and is now 46 900 EUR.")
    return told(story, "thu 10:10").end()


# --- approval ---


def settling(decided: str | None) -> Story:
    """A quarrel of Marco and Tomás settles the price, which the player writes on Tuesday at ten."""
    quarrel = Approval(
        id="quarrel", kind="conflict", sort="conflict", topic="whose price holds", settles="price",
        parties=("marco", "tomas"), entitled=("ines",), by_graph=True,
    )  # fmt: skip
    story = researched(page(), approvals=(quarrel,))
    if decided is not None:
        story.decide(decided, "ines", "grant", "quarrel")
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    return told(story, "tue 10:10")


@case(1.0)
def what_was_decided() -> Story:
    """Decided on Monday, written on Tuesday: (1 + 2 + 2 + 0.5) / 5.5."""
    return settling("mon 15:00").end()


@case((1 + 0 + 2 + 0.5) / 5.5)
def what_nobody_had_decided() -> Story:
    """The value is the one it would come to, and nobody had decided: nothing for it."""
    return settling(None).end()


def with_approval(decide: Callable[[Story], object], approval: Approval = SPEND) -> Story:
    story = researched(page(approval="detectors"), approvals=(approval,))
    decide(story)
    return story


@case(1.0)
def approved_before_it_went_out() -> Story:
    """7.5 of 7.5."""
    story = with_approval(lambda s: s.decide("mon 15:00", "ines"))
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    return told(story, "tue 10:10").end()


@case((5.5 + 2 * 0.7) / 7.5)
def approved_after_it_went_out() -> Story:
    """Before the deadline, but after the page was written: the approval is worth 0.7."""
    story = with_approval(lambda s: None)
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    told(story, "tue 10:10")
    story.decide("tue 15:00", "ruth")
    return story.end()


@case(5.5 / 7.5)
def granted_by_somebody_not_entitled() -> Story:
    """Mia may spend 1 000 EUR: her word is worth nothing here."""
    story = with_approval(lambda s: s.decide("mon 15:00", "mia"))
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    return told(story, "tue 10:10").end()


@case(5.5 / 7.5)
def refused() -> Story:
    """A refusal is no approval."""
    story = with_approval(lambda s: s.decide("mon 15:00", "ines", "refuse"))
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    return told(story, "tue 10:10").end()


@case((5.5 + 2 * 0.75) / 7.5)
def granted_on_half_of_what_the_request_must_name() -> Story:
    """Of two facts to name one was named to Ines: the approval is worth 0.5 + 0.5 * 1/2."""
    needs_both = SPEND.model_copy(update={"needs": ("price", "stock")})
    story = with_approval(lambda s: s.chat("mon 14:00", "kim", "ines", "Ten at 41 300 EUR: approve?"), needs_both)
    story.decide("mon 15:00", "ines")
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    return told(story, "tue 10:10").end()


# --- other kinds of deliverable ---

MAIL = page(deliver=Deliverable(kind="mail", to="ines", by=at("thu 16:00")))


@case(1.0)
def a_mail() -> Story:
    """Weights without telling, which a mail does by itself: (1 + 2 + 2) / 5."""
    story = researched(MAIL)
    story.mail("tue 10:00", "kim", "ines", RIGHT_ON_TUESDAY)
    return story.end()


@case(1.0)
def a_mail_with_the_page_attached() -> Story:
    """What is in the attached version of a file was handed in."""
    story = researched(MAIL)
    story.write("tue 09:00", RIGHT_ON_TUESDAY, "/private/kim/page.md")
    attached = (Attachment(path="/private/kim/page.md", version=1),)
    story.mail("tue 10:00", "kim", "ines", "Here it is.", attachments=attached)
    return story.end()


@case(1.0)
def a_mail_followed_by_small_talk() -> Story:
    """A later mail that says nothing of a fact takes nothing back, though the world took it for a result."""
    story = researched(MAIL)
    story.mail("tue 10:00", "kim", "ines", RIGHT_ON_TUESDAY)
    later = story.mail("tue 11:00", "kim", "ines", "Glad that the page on the detectors helps.")
    story.add("tue 11:00", "kim", TaskDelivered(task="page", to="ines", ref=f"m{later}"), later)
    return story.end()


@case(3 / 5)
def the_last_mail_that_speaks_of_it_counts() -> Story:
    """A second mail replaces the right price by a wrong one: (1 + 0 + 2) / 5."""
    story = researched(MAIL)
    story.mail("tue 10:00", "kim", "ines", RIGHT_ON_TUESDAY)
    story.mail("tue 11:00", "kim", "ines", "Correction: a detector is 46 900 EUR.")
    return story.end()


@case(0.25 + 0.25 * 15 / 16)
def a_late_mail() -> Story:
    """Due Thursday 16:00, sent Friday 16:00: eight hours late would be 0.5; nine, 0.5 - 0.25 * 1/16."""
    story = researched(MAIL)
    story.change("wed 11:00")
    story.learn("wed 15:00", "price", 1)
    story.mail("fri 17:00", "kim", "ines", "A detector is 46 900 EUR. We have 17 pieces.")
    return story.end("fri 17:00")


@case(0.0)
def a_mail_before_the_task_was_given() -> Story:
    """What was said before is not the result of the task."""
    later = MAIL.model_copy(update={"given_at": at("tue 09:00")})
    story = researched()
    story.script = story.script.model_copy(update={"tasks": (later,)})
    story.mail("mon 12:00", "kim", "ines", RIGHT_ON_TUESDAY)
    return story.end()


@case(0.0)
def a_mail_to_somebody_else() -> Story:
    """The right words to the wrong person are not handed in."""
    story = researched(MAIL)
    story.mail("tue 10:00", "kim", "mia", RIGHT_ON_TUESDAY)
    return story.end()


CHAT = page(deliver=Deliverable(kind="chat", to="ines", by=at("thu 16:00")))


@case(1.0)
def a_chat_message_edited_in_time() -> Story:
    """An edited message counts as it reads at the deadline."""
    story = researched(CHAT)
    sent = story.chat("tue 10:00", "kim", "ines", "A detector is 46 900 EUR. We have 17 pieces.")
    edited = MessageEdited(id=f"c{sent}", place="dm:ines+kim", to=("ines",), text=RIGHT_ON_TUESDAY)
    story.add("tue 10:05", "kim", edited)
    return story.end()


@case(0.0)
def a_chat_message_taken_back() -> Story:
    """A message that was deleted is not there."""
    story = researched(CHAT)
    sent = story.chat("tue 10:00", "kim", "ines", RIGHT_ON_TUESDAY)
    story.add("tue 10:05", "kim", MessageDeleted(id=f"c{sent}", place="dm:ines+kim", to=("ines",)))
    return story.end()


@pytest.mark.parametrize("last", [16, 17, 18])
def test_one_guess_a_version_is_worth_the_last_alone(last: int) -> None:
    """Of a file the version that is there at the deadline counts: a guess in each before it brings nothing."""

    def played(*numbers: int) -> Score:
        story = Story(page())
        for minute, number in enumerate(numbers):
            story.write(f"tue 10:{minute:02}", f"A detector is 41 300 EUR. We have {number} pieces.")
        return scored(Outcome(), told(story, "tue 11:00").end())

    assert played(*range(10, 20), last).value == played(last).value


@case(3.5 / 5.5)
def a_heap_in_words_counts_nothing() -> Story:
    """The stock may be spelled "seventeen pieces": seven number words are a heap: (1 + 2 + 0 + 0.5) / 5.5."""
    story = Story(page())
    story.learn("mon 11:00", "price")
    guesses = "eleven, twelve, thirteen, fourteen, fifteen, sixteen or seventeen pieces"
    story.write("tue 10:00", f"A detector is 41 300 EUR. We have {guesses}.")
    return told(story, "tue 10:10").end()


SUM = Fact(
    id="sum", topic="the sum of the deliveries in February", asked_as=("what the February deliveries come to",),
    versions=(Version(value="46 000 EUR", since=at("mon 09:00"), known_by=("kim",)),),
    follows_from=(("/supply/deliveries.csv",),),
)  # fmt: skip
COUNTED = ((40, 125), (32, 250), (12, 500), (9, 900), (31, 200), (21, 300), (16, 400))
"""Deliveries, pieces and price: 5 000, 8 000, 6 000, 8 100, 6 200, 6 300 and 6 400 EUR, 46 000 EUR together."""


def summed(path: str = "/board/detectors.md", **more: object) -> Story:
    """What was delivered stands in a colleague's file; the sum is the player's to work out."""
    deliver = Deliverable(kind="file", path=path, by=at("thu 16:00"))
    story = Story(page(needs=(Need(fact="sum"),), deliver=deliver), facts=(SUM, PRICE, STOCK), **more)
    lines = "\n".join(f"delivery {n},{count},{price}" for n, (count, price) in enumerate(COUNTED, start=1))
    story.write("mon 10:00", f"what,pieces,price\n{lines}\n", "/supply/deliveries.csv", "marco")
    story.read("mon 11:00", "/supply/deliveries.csv")
    return story


def fact_of(story: Story, name: str = "fact sum") -> float | None:
    return criterion(scored(Outcome(), told(story, "tue 10:10").end()), name).value


RUNNING = [sum(count * price for count, price in COUNTED[: n + 1]) for n in range(len(COUNTED))]
WORKED = "\n".join(
    f"| {n} | {count} | {price} EUR | {count * price} EUR |" for n, (count, price) in enumerate(COUNTED, 1)
)
RUNS = "\n".join(
    f"{count} x {price} = {count * price} EUR, so far {run} EUR"
    for (count, price), run in zip(COUNTED, RUNNING, strict=True)
)
ENTRIES = "\n".join(f"{n};{count};{price};{count * price}" for n, (count, price) in enumerate(COUNTED, 1))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/board/detectors.md", f"# Deliveries\n\n{WORKED}\n\nAll seven together: 46 000 EUR."),
        ("/board/detectors.md", f"# Deliveries\n\n{RUNS}\n\nThat is 46 000 EUR."),
        ("/board/detectors.csv", f"no;pieces;price;amount\n{ENTRIES}\nsum;;;46 000\n"),
        ("/board/detectors.csv", f"no;pieces;price;amount\n{ENTRIES}\nsum;;;46000\n".replace(";", ",")),
    ],
)
def test_a_table_that_shows_its_workings_is_no_heap(path: str, text: str) -> None:
    """Products and running totals that nobody gave, of numbers that somebody gave, are how a sum comes about."""
    story = summed(path)
    story.write("tue 10:00", text, path)
    assert fact_of(story) == 1.0


@pytest.mark.parametrize(
    "text",
    [
        "The sum of the deliveries is one of 43 000, 44 000, 45 000, 46 000, 47 000, 48 000 or 49 000 EUR.",
        "\n".join(f"The February deliveries come to {n} 000 EUR." for n in range(43, 50)),
        "The sum of the deliveries in February:\n" + "\n".join(f"version {n}: {n} 000 EUR" for n in range(43, 50)),
        "\n".join(f"{n}000 + 500 + 500 = {n + 1}000 EUR" for n in range(42, 50)),
        "\n".join(f"| {n - 40} | {n} 000 EUR | {n} 500 EUR |" for n in range(43, 50)),
        "\n".join(f"deliveries in February {'of detectors in stock ' * (n % 2)}{n} 000 EUR" for n in range(41, 55)),
    ],
)
@pytest.mark.parametrize("path", ["/board/detectors.md", "/board/detectors.csv"])
def test_a_heap_dressed_as_a_working_is_a_heap(path: str, text: str) -> None:
    """Guesses that follow from nothing, or are all called by the name of the fact or by none, count nothing."""
    story = summed(path)
    story.write("tue 10:00", text, path)
    assert fact_of(story) == 0.0


def test_other_things_called_by_their_names_are_no_candidates() -> None:
    """A page on several things, each named, holds one candidate for each: figures of its own author's included."""
    others = "Rent, light, water, wages, freight, paint, glass and insurance".replace(" and ", ", ").split(", ")
    lines = "\n".join(f"{name.capitalize()}: {51 + 3 * n} 417 EUR" for n, name in enumerate(others))
    story = summed()
    story.write("tue 10:00", f"The deliveries in February come to a sum of 46 000 EUR.\n{lines}")
    assert fact_of(story) == 1.0


def test_what_is_measured_otherwise_is_no_candidate() -> None:
    """Weights and counts beside an amount in euro are no other amounts; amounts without a unit may be."""
    story = summed()
    story.write("tue 10:00", f"46 000 EUR for {', '.join(f'{n} 217 kg' for n in range(31, 39))}.")
    assert fact_of(story) == 1.0
    story = summed()
    story.write("tue 10:00", f"46 000 EUR or {', '.join(f'{n} 217' for n in range(31, 39))}.")
    assert fact_of(story) == 0.0


def test_what_is_right_for_other_needs_is_no_candidate() -> None:
    """A task with many figures of one kind, all worked out by the player, has one candidate for each."""
    many = tuple(
        Fact(id=f"part{n}", topic=f"part {n}",
             versions=(Version(value=f"{41 + n} 317 EUR", since=at("mon 09:00"), known_by=("kim",)),),
             follows_from=(("/supply/parts.csv",),))
        for n in range(9)
    )  # fmt: skip
    needs = tuple(Need(fact=fact.id) for fact in many)
    story = Story(page(needs=needs), facts=(*many, PRICE, STOCK))
    story.read("mon 11:00", "/supply/parts.csv")
    story.write("tue 10:00", "\n".join(f"{41 + n} 317 EUR" for n in range(9)))
    score = scored(Outcome(), told(story, "tue 10:10").end())
    assert {criterion(score, f"fact part{n}").value for n in range(9)} == {1.0}


def test_the_cells_of_a_table_are_its_values() -> None:
    """In a file with commas between its columns each cell is a value; the same digits in other cells are others."""
    for text, value in (
        ("debit,credit,amount\n708,4333,46000\n", 1.0),
        ("no,amount\n1,46000\n", 1.0),
        ("no,amount\n46,000\n", 0.0),
        ('no,amount\n1,"46,000"\n', 1.0),
    ):
        story = summed("/board/detectors.csv")
        story.write("tue 10:00", text, "/board/detectors.csv")
        assert fact_of(story) == value, text


ONE_CHAT = CHAT.model_copy(update={"needs": (Need(fact="stock"),)})


@case(0.0)
def one_guess_a_message() -> Story:
    """Fifteen messages with a number each are a heap of guesses, whatever was right: nothing in it is."""
    story = Story(ONE_CHAT)
    for number in range(10, 25):
        story.chat("tue 10:00", "kim", "ines", f"{number} pieces")
    return story.end()


@case(0.0)
def one_guess_an_edit() -> Story:
    """So is one message that says another number every minute, until it is right."""
    story = Story(ONE_CHAT)
    sent = story.chat("tue 10:00", "kim", "ines", "10 pieces")
    for number in range(11, 18):
        text = f"{number} pieces"
        story.add("tue 10:05", "kim", MessageEdited(id=f"c{sent}", place="dm:ines+kim", to=("ines",), text=text))
    return story.end()


@case(0.0)
def one_guess_a_mail() -> Story:
    """And so are mails."""
    story = Story(MAIL.model_copy(update={"needs": (Need(fact="stock"),)}))
    for number in range(10, 25):
        story.mail("tue 10:00", "kim", "ines", f"{number} pieces")
    return story.end()


@case(1.0)
def an_honest_correspondence() -> Story:
    """Messages to others, or with figures of another order, hold no guess at what was learned."""
    story = researched(CHAT)
    for number in range(10, 25):
        story.chat("tue 10:00", "kim", "marco", f"{number} pieces")
        story.chat("tue 10:00", "kim", "ines", f"Invoice {number}123456 is paid.")
    story.chat("tue 11:00", "kim", "ines", RIGHT_ON_TUESDAY)
    return story.end()


@case(1.0)
def binned_by_a_colleague() -> Story:
    """What a colleague throws away was handed in all the same."""
    story = researched(page())
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    told(story, "tue 10:10")
    story.add("wed 09:00", "marco", FileDeleted(path="/board", files=("/board/detectors.md",)))
    return story.end()


@case(4.5 / 5.5)
def learned_only_afterwards() -> Story:
    """The price was right on Tuesday and found out on Wednesday: it had been a guess."""
    story = Story(page())
    story.learn("mon 11:00", "stock")
    story.write("tue 10:00", RIGHT_ON_TUESDAY)
    told(story, "tue 10:10")
    story.learn("wed 09:00", "price")
    return story.end()


@case(4.5 / 5.5)
def only_the_old_value_was_learned() -> Story:
    """To have heard Monday's price is not to have heard Thursday's."""
    story = researched(page())
    story.change("wed 11:00")
    story.write("thu 10:00", "A detector is 46 900 EUR. We have 17 pieces.")
    return told(story, "thu 10:10").end()


TICKET = page(
    needs=(Need(fact="stock"),),
    deliver=Deliverable(kind="ticket", ticket="OPS-1", field="state", value="done", by=at("thu 16:00")),
)


def move(story: Story, when: str, new: str, who: str = "kim", note: str = "") -> None:
    change = FieldChange(field="state", old="open", new=new)
    story.add(when, who, TicketChanged(ticket="OPS-1", changes=(change,), note=note))


@case(1.0)
def a_ticket() -> Story:
    """Set as wanted, the fact beside it: (1 + 2 + 0.5) / 3.5."""
    story = researched(TICKET)
    story.add("tue 10:00", "kim", TicketCommented(ticket="OPS-1", comment="OPS-1#1", text="We have 17 pieces."))
    move(story, "tue 10:05", "done")
    story.chat("tue 10:10", "kim", "ines", "OPS-1 on the detectors is done.")
    return story.end()


@case(0.0)
def a_ticket_set_back() -> Story:
    """What the player undid is not done."""
    story = researched(TICKET)
    move(story, "tue 10:05", "done", note="We have 17 pieces.")
    move(story, "tue 10:06", "open")
    return story.end()


@case(0.0)
def a_ticket_that_somebody_else_closed() -> Story:
    """What a colleague did is not the player's work."""
    story = researched(TICKET)
    move(story, "tue 10:05", "done", "marco", note="We have 17 pieces.")
    return story.end()


@pytest.mark.parametrize(("story", "value"), case.params)
def test_outcome_is_as_worked_out_by_hand(story: Callable[[], Story], value: float) -> None:
    """Each story has the outcome that its docstring works out."""
    check(Outcome(), story, value)


# --- what does not fit a table ---


def test_no_task_is_not_applicable() -> None:
    """A scenario without tasks has no outcome, and no free one either."""
    assert scored(Outcome(), Story().end()).value is None


def test_a_task_that_was_never_given_is_left_out() -> None:
    """A task that hangs on what never happened is nobody's; one the player gave up waiting for is its loss."""
    elsewhere = Deliverable(kind="file", path="/board/second.md", by=at("fri 12:00"))
    first, second = page(), page(id="second", given_at=at("fri 17:00") + 1, deliver=elsewhere)
    trigger = Trigger(happened="never")
    gives = Happening(id="gives", who="mia", does="give_task", task="second", after=trigger)

    def story(outcome: str, timeline: tuple[Happening, ...]) -> Story:
        told_story = researched(first)
        told_story.script = told_story.script.model_copy(update={"tasks": (first, second), "timeline": timeline})
        told_story.write("tue 10:00", RIGHT_ON_TUESDAY)
        return told(told_story, "tue 10:10").end("tue 10:20" if outcome == "finished" else "fri 17:00", outcome)

    assert scored(Outcome(), story("horizon", (gives,))).value == 1.0
    assert scored(Outcome(), story("finished", (gives,))).value == 1.0
    at_a_time = Happening(id="gives", who="mia", does="give_task", task="second", at=at("wed 09:00"))
    assert scored(Outcome(), story("finished", (at_a_time,))).value == pytest.approx(0.5)


def test_longer_spellings_are_not_taken_for_shorter_ones() -> None:
    """ "Thursday" is not read in "Thursday 14:00", so that a new hour on the same day is no contradiction."""
    versions = (
        PRICE.versions[0].model_copy(update={"value": "Thursday", "spelled": ()}),
        PRICE.versions[1].model_copy(update={"value": "Thursday 14:00", "spelled": ()}),
    )
    day = PRICE.model_copy(update={"versions": versions})
    story = Story(page(needs=(Need(fact="price"),)), facts=(day,))
    story.learn("wed 15:00", "price", 1)
    story.write("thu 10:00", "The delivery is on Thursday 14:00.")
    assert scored(Outcome(), told(story, "thu 10:10").end()).value == 1.0


def test_strict_success_wants_every_checkpoint() -> None:
    """A run with all but a word to the recipient is no strict success, and neither is one that broke something."""
    assert is_strict_success(scored(Outcome(), all_as_it_should_be()))
    assert not is_strict_success(scored(Outcome(), nobody_was_told()))
    assert not is_strict_success(scored(Outcome(), a_file_of_others_deleted()))
    assert not is_strict_success(scored(Outcome(), Story().end()))


def test_provenance_is_told() -> None:
    """Each fact's criterion says whether the value was found out or guessed, and shows where."""
    score = scored(Outcome(), a_right_guess_counts_half())
    assert "guess" in criterion(score, "fact price").explanation
    assert len(criterion(score, "fact stock").evidence) == 2


def test_a_silent_mind_is_not_the_players_fault() -> None:
    """Where whoever knew was asked, failed and never answered, the fault is the coworker simulation's."""
    story = Story(page())
    asked = story.chat("mon 09:30", "kim", "marco", "What is the price of a detector?")
    story.add("mon 10:00", "marco", MindFault(fault="parse", detail=""), asked)
    story.learn("mon 11:00", "stock")
    story.write("tue 10:00", "We have 17 pieces.")
    score = scored(Outcome(), told(story, "tue 10:10").end())
    assert criterion(score, "fact price").fault == "coworker"
    answered = Story(page())
    answered.chat("mon 09:30", "kim", "marco", "What is the price of a detector?")
    answered.chat("mon 10:00", "marco", "kim", "Ask me tomorrow.")
    answered.learn("mon 11:00", "stock")
    answered.write("tue 10:00", "We have 17 pieces.")
    assert criterion(scored(Outcome(), answered.end()), "fact price").fault == "agent"


@pytest.mark.parametrize(("outcome", "fails", "fault"), [("crash", False, "infrastructure"), ("crash", True, "agent")])
def test_a_run_that_broke_off_says_whose_fault_it_was(outcome: str, fails: bool, fault: str) -> None:
    """What a run lost because it broke off is charged to whoever broke it."""
    story = Story(page())
    if fails:
        story.add("tue 09:00", "kim", PlayerFault(turn=1, fault="ValueError", detail=""))
    score = scored(Outcome(), story.end("tue 09:00", outcome))
    assert {c.fault for c in score.criteria} == {fault}


def test_an_unknown_fact_is_a_loud_error() -> None:
    """A task that needs a fact the script does not hold cannot be scored, and says so."""
    story = Story(page(needs=(Need(fact="weather"),)))
    story.write("tue 10:00", "Sunny.")
    with pytest.raises(NotScorable, match="weather"):
        scored(Outcome(), story.end())


def test_checkpoints_add_up_to_the_weights_of_the_tasks() -> None:
    """However many checkpoints a task has, they share its weight."""
    story = Story(page(weight=3.0), page(id="mail", weight=1.0, deliver=MAIL.deliver))
    with story.end().record() as record:
        found = checkpoints(Case.of(record))
    assert sum(c.weight for c in found if c.name.startswith("page")) == pytest.approx(3.0, abs=1e-4)
    assert sum(c.weight for c in found if c.name.startswith("mail")) == pytest.approx(1.0, abs=1e-4)
