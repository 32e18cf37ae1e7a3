"""Promises: read in free text, entered, kept."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from sim.calendar import WorkCalendar
from sim.commitments import Ledger, read_promises, read_time
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
