"""Budgets in a running world: where it stops, what that is called, and that it goes on as if it had not stopped."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sim.budget import BudgetedModel, Budgets
from sim.engine import Ended, Engine
from sim.journal import Journal, JournalledModel
from sim.mind import Moment, Say, Turn
from sim.model import Message, ModelReply, ModelRequest, Role, Usage
from sim.player import Act, Observation
from sim.record import Record
from sim.stopwatch import Stopwatch
from tests.office import MONDAY
from tests.sim.clock import FakeClock
from tests.simworld import FunctionMind, Steps, play, says_what_it_may

Step = tuple[str, dict[str, Any]]


def asks(number: int) -> tuple[Step, ...]:
    """A question to each of three, and an hour of waiting for what they say."""
    questions = [("chat.send", {"to": [who], "text": f"Question {number}?"}) for who in ("ruth", "ines", "anna-k")]
    return (*questions, ("desk.wait", {"until": "1h", "through": True}))


QUESTIONS: tuple[Step, ...] = (*asks(0), *asks(1), *asks(2), *asks(3))
"""Twelve questions, three at a time."""


class ByTurn(Steps):
    """Plays the questions by the number of the turn, and so needs to remember nothing."""

    async def act(self, observation: Observation) -> Act:
        action, arguments = dict(enumerate(QUESTIONS, 1)).get(observation.turn, ("desk.wait", {"until": "30 days"}))
        return Act(action=action, arguments=arguments)


class Port:
    """Answers at once, or after some turns of the loop."""

    def __init__(self) -> None:
        self.asked = 0

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        self.asked += 1
        for _ in range(self.asked % 5):
            await asyncio.sleep(0)
        text = f"{who} heard {request.messages[0].content}"
        return ModelReply(text=text, usage=Usage(calls=1, prompt_tokens=20, completion_tokens=5))


class ModelMind(FunctionMind):
    """Asks a model what to say."""

    model: Any = None

    async def think(self, moment: Moment) -> Turn:
        assert moment.incoming is not None
        request = ModelRequest(model="m", messages=(Message(role="user", content=moment.incoming.text),), max_tokens=10)
        reply = await self.model.complete(request, role="coworkers", who=moment.me)
        return Turn(moves=(Say(text=reply.text),))


async def run(
    journal: Journal, *wishes: str, port: Port | None = None, clock: FakeClock | None = None, player: Any = None
) -> Ended:
    """Play the questions, within a budget."""
    budgets = Budgets().changed(wishes)
    stopwatch = Stopwatch(budgets.wall, clock or FakeClock())
    spent = Record.view(journal).usage()
    limited = BudgetedModel(port or Port(), budgets, spent=spent, stopwatch=stopwatch)
    minds = {who: ModelMind(says_what_it_may) for who in ("ruth", "ines", "anna-k")}

    def wire(engine: Engine) -> None:
        for mind in minds.values():
            mind.model = JournalledModel(limited, journal, engine.kernel.instant)

    ended, _ = await play(
        player or ByTurn(),
        minds=minds,
        journal=journal,
        stopwatch=stopwatch,
        allowed=budgets.simulated,
        wired=wire,
    )
    return ended


@pytest.fixture
async def whole() -> str:
    """The digest of the run that no budget stops."""
    with Journal.memory() as journal:
        assert (await run(journal)).outcome == "horizon"
        return journal.digest


@pytest.mark.parametrize(
    "steps",
    [
        ("coworkers.calls=4", "coworkers.calls=7", "coworkers.calls=8", "coworkers.calls=12"),
        ("total.tokens=150", "total.tokens=220", "total.tokens=none"),
        ("simulated=90m", "simulated=1 day", "simulated=none"),
        ("simulated=0m", "simulated=none"),
    ],
    ids=["calls", "tokens", "simulated", "nothing"],
)
async def test_a_run_stops_at_its_budget_and_goes_on_with_more(
    steps: tuple[str, ...], whole: str, tmp_path: Path
) -> None:
    """Each stop is the outcome "budget", told with its limit; at the end all is as if there had been none."""
    path, asked = tmp_path / "run", 0
    Journal.create(path, {"scenario": "small", "seed": 1}).close()
    for number, wish in enumerate(steps):
        port = Port()
        with Journal.open(path) as journal:
            ended = await run(journal, wish, port=port)
            asked += port.asked
            last = number == len(steps) - 1
            assert ended.outcome == ("horizon" if last else "budget"), ended
            assert last or (ended.fault is not None and ended.fault.kind == "over_budget")
        with Record.open(path) as record:
            assert record.outcome == ended.outcome
            assert record.digest() == whole or not last
    assert asked == 12, "nothing that was answered is asked again"


async def test_the_same_budget_stops_at_the_same_place(tmp_path: Path) -> None:
    """Going on without more stops at once, and asks nobody."""
    path = tmp_path / "run"
    digests = []
    for _ in range(3):
        with Journal.open(path) if path.exists() else Journal.create(path, {"scenario": "small", "seed": 1}) as journal:
            port = Port()
            assert (await run(journal, "coworkers.calls=5", port=port)).outcome == "budget"
            digests.append((journal.digest, port.asked))
    assert {digest for digest, _ in digests} == {digests[0][0]}
    assert [asked for _, asked in digests] == [5, 0, 0]


async def test_what_is_on_its_way_at_the_stop_is_kept(tmp_path: Path) -> None:
    """Calls that were made before the limit was reached are waited for: they are paid for, and never made again."""
    with Journal.create(tmp_path / "run", {"scenario": "small", "seed": 1}) as journal:
        port = Port()
        await run(journal, "coworkers.calls=2", port=port)
        kept = journal.connection.execute("SELECT count(*) FROM thoughts WHERE role = 'coworkers'").fetchone()[0]
    assert (port.asked, kept) == (2, 2)


async def test_real_time_stops_a_run_that_only_computes(whole: str, tmp_path: Path) -> None:
    """Without any call on its way the run stops at the event in which the time is up, and can go on."""
    clock = FakeClock()

    class Slow(ByTurn):
        async def act(self, observation: Observation) -> Act:
            clock.pass_by(10)
            return await super().act(observation)

    path = tmp_path / "run"
    with Journal.create(path, {"scenario": "small", "seed": 1}) as journal:
        ended = await run(journal, "wall=35s", clock=clock, player=Slow())
        assert (ended.outcome, journal.serial > 3) == ("budget", True)
        assert ended.at < MONDAY + 3600
    with Journal.open(path) as journal:
        ended = await run(journal, "wall=35s", clock=clock)
        assert (ended.outcome, journal.digest) == ("horizon", whole)


async def test_real_time_ends_a_player_that_hangs(tmp_path: Path) -> None:
    """A player that never answers is cut off when the time is up; the run can go on with another that does."""

    class Hangs(Steps):
        async def act(self, observation: Observation) -> Act:
            await asyncio.Event().wait()
            raise AssertionError

    with Journal.memory() as journal:
        ended = await run(journal, "wall=35s", player=Hangs())
        assert (ended.outcome, ended.fault is not None) == ("budget", True)
        assert "wall" in ended.why
