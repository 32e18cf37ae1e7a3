"""Runs from Python."""

import subprocess
import sys
from pathlib import Path

import pytest

import workaday
from sim.model import ModelReply, ModelRequest, Role, Usage
from sim.player import Act, Briefing, Observation
from sim.units import BadValue
from sim.vocabulary.core import Event
from workaday.result import Result


class Reporter:
    """Writes one line and goes home."""

    name = "reporter"

    def begin(self, briefing: Briefing) -> None:
        self.briefing = briefing

    async def act(self, observation: Observation) -> Act:
        if observation.turn > 1:
            return Act(action="desk.finish")
        return Act(action="chat.send", arguments={"to": ["bram"], "text": "Good morning."})


def test_a_run_gives_all_there_is_to_know_of_it(played: Result) -> None:
    """File, outcome, digest, scores, usage, hours."""
    assert played.path.is_file()
    assert (played.scenario, played.player, played.mind, played.seed) == ("flour", "diligent", "reflex", 1)
    assert played.outcome == "horizon"
    assert played.success
    assert played.scores.total == 1.0
    assert played.usage["coworkers"] == Usage()
    assert played.simulated_hours == 8.5
    assert played.fault is None


def test_a_player_of_ones_own_is_taken_as_it_is(flour: str, tmp_path: Path) -> None:
    """Any object with the protocol can be handed in; every event is handed out."""
    seen: list[Event] = []
    player = Reporter()
    result = workaday.run(flour, player=player, out=tmp_path / "own.workaday", on_event=seen.append)
    assert (result.outcome, result.player) == ("finished", "reporter")
    assert [event.serial for event in seen] == list(range(1, result.events + 1))
    assert player.briefing.me == "seat"


async def test_runs_go_on_side_by_side(flour: str, tmp_path: Path) -> None:
    """Two runs in one event loop do not touch each other, and each is what it is alone."""
    import asyncio

    loaded = workaday.load(flour)
    pair = await asyncio.gather(
        *(
            workaday.run_async(loaded, player="diligent", seed=seed, out=tmp_path / f"{seed}.workaday")
            for seed in (1, 2)
        )
    )
    alone = await workaday.run_async(loaded, player="diligent", seed=2, out=tmp_path / "alone.workaday")
    assert pair[1].digest == alone.digest


async def test_in_an_event_loop_one_awaits(flour: str) -> None:
    """`run` inside a running loop says what to do instead of failing in the middle."""
    with pytest.raises(RuntimeError, match="run_async"):
        workaday.run(flour)


def test_a_port_of_ones_own_answers_the_minds(flour: str, tmp_path: Path) -> None:
    """With a port handed in no model library is asked; what it cost is counted for the coworkers."""

    class Silent:
        async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
            empty = '"silence_because": "x", "react": "", "tells": [], "sends_to": [], "promises": []'
            text = f'{{"say": "", {empty}, "decides": [], "takes_on": [], "asks": []}}'
            return ModelReply(text=text, usage=Usage(calls=1, prompt_tokens=7, completion_tokens=2, cost=0.5))

    out = tmp_path / "silent.workaday"
    result = workaday.run(flour, player="diligent", mind="openai/stub", out=out, port=Silent())
    spent = result.usage["coworkers"]
    assert spent.calls > 0
    assert spent.cost == 0.5 * spent.calls
    assert result.usage["player"].calls == 0


def test_a_time_that_has_passed_is_no_time_to_stop_at(flour: str, tmp_path: Path) -> None:
    """`until` has to be after the start."""
    with pytest.raises(BadValue):
        workaday.run(flour, until="2026-03-03 07:00", out=tmp_path / "x.workaday")
    assert not (tmp_path / "x.workaday").exists()


def test_importing_costs_little() -> None:
    """`import workaday` opens nothing; a name it does not have is an error like any other."""
    code = (
        "import sys\nimport workaday\n"
        "print([m for m in ('pydantic', 'yaml', 'typer', 'rich', 'sim', 'workaday.result') if m in sys.modules])\n"
        "print(workaday.run.__module__, 'run' in dir(workaday))\n"
        "try:\n    workaday.rum\nexcept AttributeError as error:\n    print(error)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=False)
    assert result.stdout.splitlines() == [
        "[]",
        "workaday.result True",
        "module 'workaday' has no attribute 'rum'",
    ], result.stderr
