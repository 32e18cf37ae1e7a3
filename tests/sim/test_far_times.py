"""Times beyond all planning, in whatever argument or text: refused or unread, never a crash and never a long search."""

from typing import Any

import pytest

from sim.apps.calendar import Calendar
from sim.apps.chat import Chat
from sim.apps.mail import Mail
from sim.apps.tracker import Tracker
from sim.calendar import WorkCalendar
from sim.commitments import read_promises, read_time
from sim.units import WeeklyHours
from tests.office import MONDAY, open_office
from tests.simworld import Steps, play

FAR = ("9999-12-31", "9999-12-31 09:00", "99999999h", "99999999999999999999h", "0001-01-01", "week 99999 tue 10:00")
CALENDAR = WorkCalendar("Europe/Vienna", WeeklyHours.parse("mon-fri 08:30-17:00"))

ACTIONS: list[tuple[str, str, dict[str, Any]]] = [
    ("chat.set_presence", "until", {"state": "dnd"}),
    ("mail.set_out_of_office", "until", {"text": "Away."}),
    ("mail.set_out_of_office", "start", {"text": "Away.", "until": "5h"}),
    ("calendar.invite", "start", {"title": "Talk", "minutes": 30, "people": ["ines"]}),
    (
        "calendar.invite",
        "until",
        {"title": "Talk", "minutes": 30, "people": ["ines"], "start": "5h", "repeats": "weekly"},
    ),
    ("calendar.list", "day", {}),
    ("calendar.list", "last", {"day": "today"}),
    ("calendar.find_time", "earliest", {"people": ["ines"], "minutes": 30}),
    ("tracker.open", "due", {"project": "OPS", "title": "A thing"}),
]


@pytest.mark.parametrize("far", [*FAR, 10**18, -(10**18)])
@pytest.mark.parametrize(("action", "argument", "others"), ACTIONS, ids=[f"{a[0]}.{a[1]}" for a in ACTIONS])
def test_a_time_out_of_reach_is_refused(action: str, argument: str, others: dict[str, Any], far: str | int) -> None:
    """No action takes a time that no calendar holds; the refusal says so in words."""
    desk = open_office(apps=[Chat, Mail, Calendar, Tracker])
    desk.office.app(Tracker).open_project("OPS", "Operations")
    refused = desk.refused("tomas", action, **others, **{argument: far})
    assert refused.code in ("bad_argument", "in_the_past")


@pytest.mark.parametrize(
    "text",
    [
        "I'll send you the file in 1000000 weeks.",
        "I'll have it done in 99999999 days.",
        f"I'll send it in {'9' * 400} hours.",
        "I'll send it within 5000 weeks, or in 3000 days.",
    ],
)
def test_a_promise_for_ever_names_no_time(text: str) -> None:
    """Whoever promises something in a million weeks has named no time; nothing is computed for it."""
    assert read_time(text, MONDAY, CALENDAR) is None
    assert [reading.timed for reading in read_promises(text, MONDAY, CALENDAR)] == [False]


@pytest.mark.parametrize("until", [*FAR, "in 99999999 days", "-5h", "", "yesterday"])
async def test_a_wait_for_ever_is_refused_or_ends_with_the_run(until: str) -> None:
    """Waiting for the end of time is waiting for the end of the run."""
    ended, record = await play(Steps(("desk.wait", {"until": until})))
    assert ended.outcome in ("horizon", "stalemate")
    assert record.outcome == ended.outcome
