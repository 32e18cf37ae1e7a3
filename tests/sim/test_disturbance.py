"""Interrupting people costs them: work is done later, quiet hours are paid for, and who knows writes instead."""

from dataclasses import replace
from typing import Any

import pytest

from sim.calendar import WorkCalendar
from sim.mind import Moment, Say, Silent, Turn, Work
from sim.record import Record
from sim.units import WeeklyHours
from sim.vocabulary.attention import Disturbed, FeelingChanged, WorkEnded
from tests.office import MONDAY, SmallOrg
from tests.simworld import FunctionMind, Steps, play, says_what_it_may

FAVOUR = {"id": "list", "by": "anna-k", "topic": "the list", "takes": 2 * 3600, "says": "Done."}


class Quiet(SmallOrg):
    """The small office, where Anna Kern keeps nine to noon free."""

    def __init__(self) -> None:
        calendar = WorkCalendar("Europe/Vienna", WeeklyHours.parse("mon-fri 08:30-17:00"))
        quiet = replace(calendar, focus=WeeklyHours.parse("mon-fri 09:00-12:00"))
        self._people = tuple(replace(p, calendar=quiet) if p.id == "anna-k" else p for p in SmallOrg._people)


def willing(moment: Moment) -> Turn | Silent:
    """Takes on the list when it is asked for."""
    if moment.incoming is not None and "list" in moment.incoming.text and moment.favours[0].standing == "free":
        return Turn(moves=(Say(text="Will do."), Work(favour="list", note="the list")))
    return says_what_it_may(moment)


def wait(until: str) -> tuple[str, dict[str, Any]]:
    return "desk.wait", {"until": until, "through": True}


def ring(**more: Any) -> tuple[tuple[str, dict[str, Any]], ...]:
    return (("calls.ring", {"person": "anna-k", **more}), ("calls.hang_up", {"call": "call1"}))


async def played(*acts: tuple[str, dict[str, Any]], org: Any = None, **changes: Any) -> Record:
    minds = {"anna-k": FunctionMind(willing)}
    _, record = await play(Steps(*acts), minds=minds, org=org, favours=[FAVOUR], **changes)
    return record


def felt(record: Record, who: str, what: str) -> float:
    return sum(b.new - b.old for e, b in record.bodies(FeelingChanged) if e.actor == who and b.what == what)


async def done_at(record: Record) -> int:
    ((event, _),) = record.bodies(WorkEnded)
    return event.at


async def test_work_that_is_cut_into_is_done_later() -> None:
    """A call in the middle of a favour puts it off by the call and by the time until it is taken up again."""
    ask = ("chat.send", {"to": ["anna-k"], "text": "Could you make the list?"})
    left_alone = await played(ask, wait("6h"))
    cut_into = await played(ask, wait("40m"), *ring(), wait("6h"))
    ((_, body),) = cut_into.bodies(Disturbed)
    assert (body.by, body.work, body.quiet) == ("tomas", ("list",), False)
    assert body.held_up > 60
    late = await done_at(cut_into) - await done_at(left_alone)
    assert body.held_up <= late <= body.held_up + 600
    assert not list(left_alone.bodies(Disturbed))


@pytest.mark.parametrize(("urgent", "least", "most"), [(False, 0.1, 0.2), (True, 0.02, 0.05)])
async def test_quiet_hours_are_broken_at_a_price(urgent: bool, least: float, most: float) -> None:
    """Somebody rung up in hours they keep free is annoyed and out of sorts; less so where it was urgent."""
    record = await played(wait("10m"), *ring(urgent=urgent), wait("1h"), org=Quiet(), seed=3)
    disturbed = [body for _, body in record.bodies(Disturbed)]
    assert [body.quiet for body in disturbed] == [True]
    answered = bool(list(record.events(kind="call.answered")))
    share = 1.0 if answered else 0.5
    assert least * share <= felt(record, "anna-k", "irritation") <= most * share
    assert felt(record, "anna-k", "mood") < 0


async def test_at_any_other_time_a_call_costs_nothing() -> None:
    """Somebody who is at nothing in particular is not disturbed by a call."""
    record = await played(wait("10m"), *ring(), wait("1h"))
    assert not list(record.bodies(Disturbed))
    assert felt(record, "anna-k", "irritation") == 0


@pytest.mark.parametrize(
    ("state", "urgent", "rings"), [("dnd", False, False), ("dnd", True, True), ("active", False, True)]
)
async def test_colleagues_see_that_the_player_is_not_to_be_disturbed(state: str, urgent: bool, rings: bool) -> None:
    """Whoever wants something that can wait writes instead; what cannot wait rings all the same."""
    call = {"id": "call", "at": MONDAY + 1200, "who": "ruth", "does": "say", "via": "call", "to": ["tomas"],
            "text": "Where is the file?", "urgent": urgent}  # fmt: skip
    acts = [("chat.set_presence", {"state": state})] if state == "dnd" else []
    record = await played(*acts, wait("4h"), timeline=[call], seed=2)
    assert bool(list(record.events(kind="call.rung"))) == rings
    written = list(record.events(kind="chat.sent", actor="ruth"))
    assert len(written) == 1, "either instead of ringing, or because nobody answered"
