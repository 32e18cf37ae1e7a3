"""Several seats in one office: each sees its own, none starves, and nothing hangs on whose answer comes first."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest

from sim.journal import Journal
from sim.player import Act, Briefing, Observation, Together, told_apart, told_together
from sim.record import Record
from sim.script import Pace, Script
from tests.office import MONDAY
from tests.sim.test_engine import PRICE
from tests.simworld import Steps, play

TOMAS, INES = "tomas", "ines"
SEATS = [
    {"who": TOMAS, "brief": "You keep the books.", "tasks": ["price"]},
    {"who": INES, "brief": "You pay.", "tasks": ["budget"]},
]
CAST = ("ruth", "anna-k", "anna-b", "tanaka")
HOUR = 3600
DECIDE = Pace().decide


def task(name: str, **changes: Any) -> dict[str, Any]:
    deliver = {"kind": "file", "path": f"/{name}.md", "by": MONDAY + 20 * HOUR}
    given = {"id": name, "title": name.capitalize(), "text": f"Write /{name}.md.", "given_by": "ruth", "to": "ruth"}
    return given | {"given_at": MONDAY, "deliver": deliver} | changes


TASKS = [task("price"), task("budget")]


class Gate:
    """Lets players answer in an order that the test chooses: the one whose turn it is, where it has been asked."""

    def __init__(self, order: str) -> None:
        self._order = order
        self.passed: list[str] = []
        """Who answered, in real time."""

    async def through(self, who: str) -> None:
        """Come back when it is the turn of ``who``: the other has answered, or is not being asked now."""
        if who != self._order:
            for _ in range(20):  # turns of the loop in which the other may be asked as well, and answer first
                await asyncio.sleep(0)
        self.passed.append(who)


class Gated(Steps):
    """Plays a list of acts, each when the gate lets it."""

    def __init__(self, who: str, gate: Gate, *acts: tuple[str, dict[str, Any]]) -> None:
        super().__init__(*acts)
        self._who, self._gate = who, gate

    async def act(self, observation: Observation) -> Act:
        await self._gate.through(self._who)
        return await super().act(observation)


def together(tomas: Any, ines: Any) -> Together:
    return Together({TOMAS: tomas, INES: ines})


async def office(tomas: Any, ines: Any, **changes: Any) -> tuple[Any, Record]:
    given: dict[str, Any] = {"seats": SEATS, "tasks": TASKS, "cast": CAST, "facts": [PRICE]}
    return await play(together(tomas, ines), **given | changes)


def chat(to: str, text: str) -> tuple[str, dict[str, Any]]:
    return "chat.send", {"to": [to], "text": text}


def wait(until: str) -> tuple[str, dict[str, Any]]:
    return "desk.wait", {"until": until}


READ = ("chat.read", {"place": "dm:ines+tomas"})
LIVELY = (
    (
        chat(INES, "Good morning."), wait("20m"), READ, chat("anna-k", "What does a detector cost?"), wait("1h"),
        chat(INES, "Back soon."),
    ),
    (
        wait("10m"), chat(TOMAS, "Morning! Busy?"), wait("30m"), READ,
        chat("anna-k", "A detector, what does it cost?"), wait("1h"), READ,
    ),
)  # fmt: skip


@pytest.mark.parametrize("order", [TOMAS, INES])
async def test_whose_answer_comes_first_changes_nothing(order: str) -> None:
    """Equal acts give an equal record, whoever thinks faster in real time; and both do think in this order."""
    gate, calm = Gate(order), Gate("")
    _, fast = await office(*(Gated(who, gate, *acts) for who, acts in zip((TOMAS, INES), LIVELY, strict=True)))
    _, slow = await office(*(Gated(who, calm, *acts) for who, acts in zip((TOMAS, INES), LIVELY, strict=True)))
    assert gate.passed[0] == order
    assert fast.digest() == slow.digest()
    assert fast.count(kind="chat.sent", actor=TOMAS) == 3


async def test_each_seat_sees_what_is_its_own_and_nothing_else() -> None:
    """Briefing, tasks, notices and files are of one seat; the other's are refused."""
    tomas = Steps(
        chat("anna-k", "What does a detector cost?"), ("drive.write", {"path": "/own.md", "text": "mine"}),
        ("drive.share", {"path": "/own.md", "people": [], "only": True}), wait("2h"),
    )  # fmt: skip
    ines = Steps(
        wait("1h"), ("desk.tasks", {}), ("chat.read", {"place": "dm:anna-k+tomas"}),
        ("drive.read", {"path": "/own.md"}),
    )  # fmt: skip
    _, record = await office(tomas, ines)
    assert isinstance(tomas.briefing, Briefing)
    assert isinstance(ines.briefing, Briefing)
    assert (tomas.briefing.me, ines.briefing.me) == (TOMAS, INES)
    assert tomas.briefing.brief.splitlines() == ["Find out.", "", "You keep the books."]
    assert "books" not in ines.briefing.brief
    assert [t.id for seen in tomas.seen for t in seen.tasks] == ["price"]
    assert [t.id for seen in ines.seen for t in seen.tasks] == ["budget"]
    assert [n.sender for seen in tomas.seen for n in seen.notices] == ["anna-k"]
    assert [n for seen in ines.seen for n in seen.notices] == []
    listed = next(seen.last for seen in ines.seen if seen.last is not None and seen.last.action == "desk.tasks")
    assert listed.receipt is not None
    assert [t["id"] for t in listed.receipt["tasks"]] == ["budget"]
    refused = [body["action"] for body in bodies(record, "seat.refused", INES)]
    assert refused == ["chat.read", "drive.read"]


def bodies(record: Record, kind: str, actor: str) -> list[dict[str, Any]]:
    return [event.body.model_dump() for event in record.events(kind=kind, actor=actor)]


async def test_what_one_seat_writes_wakes_the_other_and_teaches_it() -> None:
    """Seats are colleagues: one hears from the other while it waits, and learns a fact from it by name."""
    tomas = Steps(
        chat("anna-k", "What does a detector cost?"),
        wait("2h"),
        ("chat.read", {"place": "dm:anna-k+tomas"}),
        chat(INES, "A detector is 41 300 EUR."),
    )
    ines = Steps(wait("12h"), READ)
    _, record = await office(tomas, ines)
    woken = ines.seen[1]
    assert woken.at < MONDAY + HOUR
    assert [n.sender for n in woken.notices] == [TOMAS]
    (learned,) = bodies(record, "fact.learned", INES)
    assert (learned["fact"], learned["source"]) == ("price", TOMAS)


async def test_neither_starves() -> None:
    """One that acts all day takes nothing from one that acts now and then: its turn comes at the simulated moment that
    it asked for, and the other acts on both sides of it."""
    busy = Steps(*(chat("anna-k", f"note {number}") for number in range(40)))
    calm = Steps(wait("5m"), wait("5m"))
    await office(busy, calm)
    turns = [seen.at for seen in calm.seen]
    assert [later - earlier for earlier, later in pairwise(turns)][:2] == [300 + DECIDE, 300 + DECIDE]
    at = [seen.at for seen in busy.seen]
    assert any(moment < turns[1] for moment in at[1:])
    assert any(moment > turns[2] for moment in at)


async def test_a_seat_rings_the_other() -> None:
    """A call between two seats interrupts who is rung, and both hear what is said."""
    tomas = Steps(
        wait("5m"), ("calls.ring", {"person": INES}),
        ("calls.say", {"call": "call1", "text": "Is the budget through?"}), wait("10m"),
    )  # fmt: skip
    ines = Steps(
        wait("2h"), ("calls.answer", {"call": "call1"}), wait("2m"),
        ("calls.say", {"call": "call1", "text": "Since this morning."}), ("calls.hang_up", {"call": "call1"}),
    )  # fmt: skip
    _, record = await office(tomas, ines)
    assert [line.text for seen in ines.seen for line in seen.heard] == ["Is the budget through?"]
    assert [line.text for seen in tomas.seen for line in seen.heard] == ["Since this morning."]
    assert [body["how"] for body in bodies(record, "seat.interruption_met", INES)] == ["taken"]


async def test_the_task_of_one_seat_is_not_handed_in_by_the_other() -> None:
    """A file in its place counts where its own seat put it there."""
    write = ("drive.write", {"path": "/price.md", "text": "41 300 EUR"})
    _, record = await office(Steps(wait("1h")), Steps(write))
    assert record.count(kind="task.delivered") == 0
    _, record = await office(Steps(write), Steps(wait("1h")))
    assert [body["task"] for body in bodies(record, "task.delivered", TOMAS)] == ["price"]


async def test_who_is_done_leaves_and_the_other_goes_on() -> None:
    """The run is finished when all are; who left earlier is on record, and rings unheard."""
    done = ("desk.finish", {"note": "done"})
    ended, record = await office(Steps(done), Steps(wait("1h"), chat(TOMAS, "Still there?"), wait("1h"), done))
    assert ended.outcome == "finished"
    assert [(event.actor, event.body.model_dump()) for event in record.events(kind="seat.left")] == [
        (TOMAS, {"why": "finished"}), (INES, {"why": "finished"}),
    ]  # fmt: skip
    assert ended.at > MONDAY + 2 * HOUR


async def test_one_that_goes_round_in_circles_is_out_and_the_other_goes_on() -> None:
    """A seat in a livelock does not take the run away from the other; that it happened is how the run ended."""
    stuck = Steps(*(("nonsense.do", {}) for _ in range(60)))
    ended, record = await office(stuck, Steps(wait("8h"), ("desk.finish", {})))
    assert ended.outcome == "livelock"
    assert [(event.actor, event.body.model_dump()["why"]) for event in record.events(kind="seat.left")] == [
        (TOMAS, "refused"), (INES, "finished"),
    ]  # fmt: skip


class Broken(Steps):
    """Fails at its first act."""

    async def act(self, observation: Observation) -> Act:
        raise ValueError("no idea")


async def test_a_player_that_fails_is_named_and_stops_the_run() -> None:
    """A crash of one is a crash of the run, which can go on when it is mended; the record says whose it was."""
    ended, record = await office(Steps(wait("1h")), Broken())
    assert ended.outcome == "crash"
    assert [event.actor for event in record.events(kind="seat.fault")] == [INES]


async def test_thoughts_say_whose_they_are_and_a_run_is_computed_again_from_them(tmp_path: Any) -> None:
    """Every act is kept under its seat; computed again from the file, without the players, all comes out the same."""
    path = tmp_path / "two.workaday"
    with Journal.create(path, {"scenario": "small", "seed": 1}) as journal:
        _, record = await office(*(Steps(*acts) for acts in LIVELY), journal=journal)
        digest = record.digest()
        acts = {who: len(list(record.thoughts(role="player", who=who))) for who in (TOMAS, INES)}
    assert acts == {TOMAS: 7, INES: 8}
    with Journal.replica(path) as journal:
        await office(Broken(), Broken(), journal=journal)
        assert journal.digest == digest


def test_a_script_for_one_seat_has_no_others_in_it() -> None:
    """What one seat is judged by is its own: tasks, brief, matters to bring; a script of one seat is itself."""
    matter = {"id": "who-pays", "kind": "conflict", "sort": "conflict", "topic": "who pays", "entitled": ["ruth"]}
    seats = [SEATS[0], SEATS[1] | {"decisions": ["who-pays"]}]
    whole = Script.model_validate(
        {
            "scenario": "s", "title": "S", "brief": "All.", "seat": TOMAS, "start": 0, "horizon": 9, "cast": CAST,
            "tasks": TASKS, "seats": seats, "approvals": [matter],
        }
    )  # fmt: skip
    assert whole.players == (TOMAS, INES)
    one, other = whole.of_seat(TOMAS), whole.of_seat(INES)
    assert [t.id for t in one.tasks] == ["price"]
    assert (one.approvals, len(other.approvals)) == ((), 1)
    assert other.seat == INES
    assert one.of_seat(TOMAS) is one
    with pytest.raises(KeyError):
        whole.of_seat("ruth")


@pytest.mark.parametrize(
    ("told", "apart"),
    [
        ("oracle", {TOMAS: "oracle", INES: "oracle"}),
        ("tomas=oracle,ines=idle", {TOMAS: "oracle", INES: "idle"}),
        ("ines=scripted:a,b=c.yaml,tomas=idle", {TOMAS: "idle", INES: "scripted:a,b=c.yaml"}),
        ("x=1.py:Mine", {TOMAS: "x=1.py:Mine", INES: "x=1.py:Mine"}),
        ("tomas=oracle", {TOMAS: "oracle"}),
    ],
)
def test_players_of_several_seats_are_named_in_one_text(told: str, apart: dict[str, str]) -> None:
    """A name for all, or one for each seat; commas and equal signs in a name do not part it."""
    assert told_apart(told, (TOMAS, INES)) == apart
    if len(apart) == 2:
        assert told_apart(told_together(apart), (TOMAS, INES)) == apart
