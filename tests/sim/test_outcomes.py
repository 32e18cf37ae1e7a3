"""How runs end: each outcome comes about by a rule, is in the record with its reason, and comes out the same again."""

from collections.abc import Callable
from typing import Any

import pytest

from sim.engine import Ended
from sim.journal import Journal
from sim.kernel import ThoughtFailed
from sim.mind import Moment, Silent, Turn
from sim.model import ModelFault
from sim.player import Act, Observation
from sim.record import Record
from sim.stopwatch import Stopwatch
from tests.office import MONDAY
from tests.sim.clock import FakeClock
from tests.simworld import FunctionMind, Steps, play, says_what_it_may


class Always(Steps):
    """Does one thing for ever."""

    def __init__(self, action: str, **arguments: Any) -> None:
        super().__init__()
        self._act = Act(action=action, arguments=arguments)

    async def act(self, observation: Observation) -> Act:
        return self._act


class Down(FunctionMind):
    """Asks a model that is not there."""

    async def think(self, moment: Moment) -> Turn:
        raise ModelFault("unreachable", "nobody there")


async def _finished() -> tuple[Ended, Record]:
    return await play(Steps(("desk.finish", {"note": "done"})))


async def _horizon() -> tuple[Ended, Record]:
    return await play(Steps())


async def _stalemate() -> tuple[Ended, Record]:
    return await play(Steps(HELLO), tasks=[TASK])


async def _refused() -> tuple[Ended, Record]:
    return await play(Always("chat.sned"))


async def _circling() -> tuple[Ended, Record]:
    return await play(Always("chat.read", place="#finance"))


async def _over() -> tuple[Ended, Record]:
    return await play(Steps(HELLO), allowed=3600)


async def _unreachable() -> tuple[Ended, Record]:
    return await play(Steps(HELLO), minds={"ruth": Down(says_what_it_may)})


TASK = {
    "id": "page", "title": "Page", "text": "Write it", "given_by": "ruth", "given_at": MONDAY, "to": "ruth",
    "deliver": {"kind": "file", "path": "/board/page.md", "by": MONDAY + 3600},
}  # fmt: skip
HELLO = ("chat.send", {"to": ["ruth"], "text": "Hello?"})


@pytest.mark.parametrize(
    ("way", "outcome", "why"),
    [
        (_finished, "finished", "the player said"),
        (_horizon, "horizon", "time was up"),
        (_stalemate, "stalemate", "nobody would ever"),
        (_refused, "livelock", "refused one after the other"),
        (_circling, "livelock", "over and over"),
        (_over, "budget", "simulated hours"),
        (_unreachable, "crash", "nobody there"),
    ],
)
async def test_each_outcome_is_told_and_comes_out_the_same_again(
    way: Callable[[], Any], outcome: str, why: str
) -> None:
    """The end of the run, the record and its last event say the same, twice."""
    digests = set()
    for _ in range(2):
        ended, record = await way()
        last = record.last()
        assert last is not None
        told = last.body.model_dump()
        assert (ended.outcome, record.outcome, told["outcome"]) == (outcome, outcome, outcome)
        assert why in told["why"]
        assert ended.at == last.at
        digests.add(record.digest())
    assert len(digests) == 1


async def test_a_fault_of_a_mind_is_a_crash_and_is_raised() -> None:
    """What is nobody's answer is a fault of the program: it is on record as a crash, and whoever runs it is told."""

    class Broken(FunctionMind):
        async def think(self, moment: Moment) -> Turn:
            raise LookupError("no such thought")

    journal = Journal.memory({"scenario": "small", "seed": 1})
    with pytest.raises(ThoughtFailed, match="LookupError"):
        await play(Steps(HELLO), minds={"ruth": Broken(says_what_it_may)}, journal=journal)
    record = Record.view(journal)
    assert record.outcome == "crash"
    last = record.last()
    assert last is not None
    assert "no such thought" in last.body.model_dump()["why"]


async def test_real_time_is_no_part_of_an_outcome() -> None:
    """A stopwatch that is not over changes nothing."""
    clock = FakeClock()
    plain = (await play(Steps(HELLO)))[1].digest()
    watched = (await play(Steps(HELLO), stopwatch=Stopwatch(1e6, clock)))[1].digest()
    assert plain == watched


async def test_going_round_in_circles_ends_a_run() -> None:
    """A player that reads the same thing for ever is stopped, and it is called what it is."""

    def silent(moment: Moment) -> Silent:
        return Silent(why="")

    ended, record = await play(Always("chat.read", place="#finance"), minds={"ruth": FunctionMind(silent)})
    assert ended.outcome == "livelock"
    assert "over and over" in ended.why
    assert record.count(kind="seat.acted") == 200


async def test_work_undone_and_nobody_who_will_ever_act_again_is_a_stalemate() -> None:
    """When the player waits for the end and nothing is due before it, the run ends there, after the last reply."""
    ended, record = await play(Steps(HELLO), tasks=[TASK])
    assert (ended.outcome, record.outcome) == ("stalemate", "stalemate")
    last = record.last("chat.sent", actor="ruth")
    assert last is not None
    assert last.at <= ended.at < MONDAY + 3600


async def test_what_is_no_stalemate() -> None:
    """With the work done a run lasts to the end; so it does while the player will act, or something will happen."""
    done = ("drive.write", {"path": "/board/page.md", "text": "Here."})
    assert (await play(Steps(HELLO, done), tasks=[TASK]))[0].outcome == "horizon"
    until = ("desk.wait", {"until": "1h"})
    assert (await play(Steps(*[until] * 47, ("desk.wait", {"until": "30m"})), tasks=[TASK]))[0].at > MONDAY + 47 * 3600
    late = {
        "id": "late", "at": MONDAY + 30 * 3600, "who": "ines", "does": "say", "to": ["tomas"], "text": "Still there?",
    }  # fmt: skip
    player = Steps()
    ended, _ = await play(player, tasks=[TASK], timeline=[late])
    assert ended.outcome == "stalemate"
    assert ended.at > MONDAY + 30 * 3600
    assert player.seen[-1].notices[0].sender == "ines"


async def test_a_key_in_a_players_failure_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a player raises goes into the record without the keys of the environment."""
    key = "only-in-the-environment"
    monkeypatch.setenv("MY_MODEL_API_KEY", key)

    class Fails(Steps):
        async def act(self, observation: Observation) -> Act:
            raise ConnectionError(f"401 for {key}")

    ended, record = await play(Fails())
    assert ended.outcome == "crash"
    told = "\n".join(event.canonical() for event in record.events())
    assert key not in told
    assert "401 for [key]" in told
