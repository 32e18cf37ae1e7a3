"""Many runs of one player: a file each, played side by side, summed up, and not played twice."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from sim.model import ModelFault, ModelReply, ModelRequest
from sim.record import Record
from sim.units import BadValue
from workaday.cli import invoke
from workaday.repeats import Sweep, seeds_of
from workaday.result import load

CHANCE = """
from sim.player import Act


class Chancer:
    name = "chancer"

    def use_chance(self, chance):
        self.chance = chance

    def begin(self, briefing):
        pass

    async def act(self, observation):
        return Act(action="desk.wait", arguments={"until": f"{self.chance.randint(60, 600)}m"})
"""


@pytest.mark.parametrize(
    ("told", "seeds"), [("3", (3,)), ("1..4", (1, 2, 3, 4)), ("1,7..8, 3", (1, 7, 8, 3)), ("2,1..3", (2, 1, 3))]
)
def test_seeds(told: str, seeds: tuple[int, ...]) -> None:
    """A number, a range with both ends, or several of them; each once."""
    assert seeds_of(told) == seeds


@pytest.mark.parametrize("told", ["", "4..1", "a", "1...3", "-1"])
def test_what_is_no_seed_is_told(told: str) -> None:
    """With the form that would do."""
    with pytest.raises(BadValue, match=r"1\.\.8"):
        seeds_of(told)


def sweep(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any]:
    code = invoke(["run", *words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_a_sweep_is_a_file_for_each_and_goes_on(flour: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every seed and epoch has a file of its own. The same command again plays nothing, and more seeds play what is
    missing; a player that does the same every time counts once for each seed."""
    words = [flour, "--player", "idle", "--epochs", "2", "--out", "many"]
    code, told = sweep(capsys, *words, "--seeds", "1..2")
    assert code == 1
    files = {path.name: path.read_bytes() for path in Path("many").iterdir()}
    assert set(files) == {f"flour-s{seed}-e{epoch}.workaday" for seed in (1, 2) for epoch in (1, 2)}
    assert (
        told["scenarios"]["flour"] | {"mean": 0.0, "runs": 4, "counted": 2, "pass@1": 0.0} == told["scenarios"]["flour"]
    )
    assert "2 of 4 runs are the same" in told["same"][0]
    sweep(capsys, *words, "--seeds", "1..3")
    assert {name: Path("many", name).read_bytes() for name in files} == files
    assert len(list(Path("many").glob("*.workaday"))) == 6


def test_epochs_differ_where_the_player_draws_lots(flour: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a player draws depends on seed and epoch alone: epochs differ, and each comes out the same again."""
    Path("chancer.py").write_text(CHANCE, encoding="utf-8")
    words = [flour, "--player", "chancer.py:Chancer", "--epochs", "2"]
    _, first = sweep(capsys, *words, "--out", "one", "--jobs", "1")
    _, again = sweep(capsys, *words, "--out", "two", "--jobs", "2")
    digests = [[each["digest"] for each in told["runs"]] for told in (first, again)]
    assert digests[0] == digests[1]
    assert digests[0][0] != digests[0][1]
    assert first["scenarios"]["flour"]["counted"] == 2
    assert invoke(["replay", "one/flour-s1-e2.workaday"]) == 0


def test_a_file_of_something_else_is_not_taken_for_a_run_of_the_sweep(
    flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Runs of another player in the same folder are told, not summed up and not overwritten."""
    sweep(capsys, flour, "--epochs", "1", "--player", "idle", "--out", "many")
    code, told = sweep(capsys, flour, "--epochs", "1", "--player", "oracle", "--out", "many")
    assert code == 2
    assert "its player is 'idle', not 'oracle'" in told["error"]


def test_options_that_do_not_go_together(flour: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--until is for one run, and k cannot be more than there are runs."""
    assert sweep(capsys, flour, "--epochs", "2", "--until", "mon 10:00")[0] == 2
    code, told = sweep(capsys, flour, "--epochs", "2", "--k", "3")
    assert (code, "at most 2" in told["error"]) == (2, True)


class Tired:
    """A port that answers a few requests, and then none for as long as it is tired."""

    def __init__(self) -> None:
        self.left = 0

    async def complete(self, request: ModelRequest, *, role: str, who: str) -> ModelReply:
        self.left -= 1
        if self.left < 0:
            raise ModelFault("unreachable", "the model is tired")
        return ModelReply(text='{"say": "Let me look into that and come back to you."}')


def test_runs_that_stop_are_kept_and_go_on(flour: str, here: Path) -> None:
    """A model that gives up stops its run, not the sweep; the next time such a run goes on from where it stood."""

    async def play(left: int) -> list[str]:
        port = Tired()
        port.left = left
        runs = Sweep([load(flour)], "diligent", Path("many"), mind="openai/stub", seeds=(1, 2), port=port)
        ended: list[str] = []
        plays = runs.plan()
        states = [play.state for play in plays]
        await runs.play(plays, lambda play, result: ended.append(result.outcome))
        return [*states, *ended]

    assert asyncio.run(play(0)) == ["new", "new", "crash", "crash"]
    with Record.open("many/flour-s1-e1.workaday") as record:
        assert record.count() > 0
    assert asyncio.run(play(10_000))[:2] == ["begun", "begun"]
    assert asyncio.run(play(0)) == ["done", "done"]


def test_compare_tells_and_ends_by_the_verdict(flour: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Worse ends with 1; the same with 0; inconclusive with 1 where it is asked to be strict."""
    for player in ("idle", "oracle"):
        sweep(capsys, flour, "--seeds", "1..2", "--player", player, "--out", player)
    assert invoke(["compare", "oracle", "idle"]) == 0
    told = capsys.readouterr().out
    assert "inconclusive, needs 6 more pairs: 2 pairs cannot show anything" in told
    assert invoke(["compare", "oracle", "idle", "--strict"]) == 1
    assert invoke(["compare", "idle", "idle/flour-s1-e1.workaday", "--json"]) == 0
    assert '"verdict": "same"' in capsys.readouterr().out
    assert invoke(["compare", "idle", "nowhere"]) == 2
