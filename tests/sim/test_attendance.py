"""Who comes to meetings, who is late, and that nobody is in two places."""

from dataclasses import replace
from typing import Any

from sim.habits import Delay
from sim.mind import Moment, Say, Silent, Turn
from sim.record import Record
from tests.office import MONDAY
from tests.simworld import PROMPT, FunctionMind, Steps, play

HOUR = 3600


def quiet(moment: Moment) -> Turn | Silent:
    """Says what it is sent to say, and nothing else."""
    if moment.errand is not None and moment.errand.text:
        return Turn(moves=(Say(text=moment.errand.text),))
    return Silent(why="nothing to say")


def minds() -> dict[str, FunctionMind]:
    return {who: FunctionMind(quiet) for who in ("ruth", "ines", "anna-k", "anna-b", "tanaka")}


def meets(id: str, who: str, to: list[str], start: int, minutes: int = 30, **more: Any) -> dict[str, Any]:
    """An entry of a timeline: somebody calls a meeting in the first minute."""
    return {
        "id": id, "at": MONDAY + 60, "who": who, "does": "meet", "to": to, "subject": id.capitalize(),
        "until": MONDAY + start, "minutes": minutes,
    } | more  # fmt: skip


def came(record: Record, meeting: str) -> dict[str, int]:
    """Who came to a meeting, and how many seconds after it began."""
    return {e.actor: e.body.late for e in record.events(kind="meeting.joined") if e.body.meeting == meeting}  # type: ignore[attr-defined]


async def test_by_habit_somebody_misses_a_meeting_or_comes_late() -> None:
    """Nobody does by default; with the habit they stay away without a word, or come minutes after it began."""
    hall = meets("hall", "ruth", ["tomas", "ines", "anna-k"], HOUR)
    _, plain = await play(Steps(), minds=minds(), timeline=[hall], seed=4)
    assert max(came(plain, "mtg1").values()) < 400
    habits = {"ines": replace(PROMPT, misses=1.0), "anna-k": replace(PROMPT, late=1.0)}
    _, record = await play(Steps(), minds=minds(), habits=habits, timeline=[hall], seed=4)
    assert "ines" not in came(record, "mtg1")
    assert 120 <= came(record, "mtg1")["anna-k"] <= 900
    assert {"ines", "anna-k"} <= came(plain, "mtg1").keys()
    assert came(plain, "mtg1")["ruth"] == came(record, "mtg1")["ruth"], "the habits of some move nobody else's draws"


async def test_of_two_meetings_at_once_the_weightier_is_gone_to() -> None:
    """Who has said no to neither sits in the boss's, comes to the other one after it, and is in one at a time."""
    both = [
        meets("peers", "anna-k", ["ines", "tomas"], HOUR, 60), meets("board", "ruth", ["ines", "tomas"], HOUR, 30),
    ]  # fmt: skip
    habits = {"ines": replace(PROMPT, notice={**PROMPT.notice, "mail": Delay(4 * HOUR, 4 * HOUR)})}
    for seed in range(1, 5):
        _, record = await play(Steps(), minds=minds(), habits=habits, timeline=both, seed=seed)
        inside: dict[str, set[str]] = {}
        for event in record.events():
            if event.kind == "meeting.joined":
                inside.setdefault(event.actor, set()).add(event.body.meeting)  # type: ignore[attr-defined]
            elif event.kind == "meeting.left":
                inside[event.actor].discard(event.body.meeting)  # type: ignore[attr-defined]
            elif event.kind == "meeting.ended":
                for held in inside.values():
                    held.discard(event.body.meeting)  # type: ignore[attr-defined]
            assert all(len(held) <= 1 for held in inside.values())
        assert "ines" in came(record, "mtg2")
        assert came(record, "mtg1")["ines"] >= 30 * 60


async def test_a_call_is_finished_before_a_meeting_and_taken_outside_of_one() -> None:
    """A coworker on the phone comes when they have hung up; the player who goes in hangs up, and one cannot sit in a
    meeting while talking."""
    hall = meets("hall", "ruth", ["tomas", "ines"], HOUR)
    player = Steps(
        ("desk.wait", {"until": "09:59", "through": True}), ("calls.ring", {"person": "ines"}),
        ("desk.wait", {"until": "10:00", "through": True}), ("calls.say", {"call": "call1", "text": "word " * 300}),
        ("calls.hang_up", {"call": "call1"}),
    )  # fmt: skip
    _, record = await play(player, minds=minds(), timeline=[hall], seed=2)
    ended = record.last("call.ended")
    assert ended is not None
    assert ended.at > MONDAY + HOUR
    assert MONDAY + HOUR + came(record, "mtg1")["ines"] >= ended.at
    player = Steps(
        ("desk.wait", {"until": "09:59", "through": True}), ("calls.ring", {"person": "anna-k"}),
        ("desk.wait", {"until": "10:00", "through": True}), ("calendar.attend", {"meeting": "mtg1"}),
        ("calls.ring", {"person": "anna-k"}),
    )  # fmt: skip
    _, record = await play(player, minds=minds(), timeline=[hall], seed=2)
    mine = [e.kind for e in record.events(actor="tomas") if e.kind.startswith(("call.", "meeting."))]
    assert mine[:3] == ["call.rung", "meeting.joined", "call.ended"]
    assert mine[3:5] == ["call.rung", "meeting.left"], "who talks to somebody else has gone out"
