"""Two runs side by side: the first event in which they differ, and what came of each."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

import workaday
from scenarios.stage import Stage
from sim.record import Record
from sim.vocabulary.attention import FeelingChanged
from workaday import comparison
from workaday.cli import invoke
from workaday.comparison import Incomparable
from workaday.players.registry import make
from workaday.result import Result, run


@pytest.fixture(scope="module")
def idle(flour: str, tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The same day with nobody at work in the seat."""
    return run(flour, player="idle", seed=1, out=tmp_path_factory.mktemp("idle") / "idle.workaday")


def test_equal_runs_part_nowhere(played: Result, flour: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever their files are called."""
    again = run(flour, player="diligent", seed=1, out=here / "again.workaday")
    compared = workaday.diff(played.path, again.path)
    assert compared.parting is None
    assert invoke(["diff", str(played.path), str(again.path)]) == 0
    assert "Every event is the same." in capsys.readouterr().out


def test_the_first_event_that_differs_is_told_in_words(played: Result, idle: Result) -> None:
    """With day and time on the seat's clock, both sides; that the players are called otherwise is no event."""
    parting = workaday.diff(played.path, idle.path).parting
    assert parting is not None
    assert (parting.day, parting.local[:4]) == (1, "Tue ")
    assert parting.serial > 1
    assert parting.a is not None
    assert parting.b is not None
    assert parting.a != parting.b
    assert parting.a.startswith("Tue 08:")


def test_a_run_that_broke_off_parts_where_it_ends(played: Result, flour: str, here: Path) -> None:
    """There the one has an event and the other none."""
    half = run(flour, player="diligent", seed=1, out=here / "half.workaday", until="tue 08:20")
    parting = workaday.diff(played.path, half.path).parting
    assert parting is not None
    assert (parting.serial, parting.b) == (half.events + 1, None)


def test_what_came_of_them_stands_side_by_side(played: Result, idle: Result) -> None:
    """Outcome, scores, results, approvals, promises, trust at the end, messages, calls."""
    told = workaday.diff(played.path, idle.path).data()
    a, b = told["a"], told["b"]
    assert (a["player"], b["player"]) == ("diligent", "idle")
    assert (a["total"], b["total"]) == (played.scores.total, idle.scores.total)
    assert a["scores"]["outcome"] == 1.0
    assert a["deliveries"]["flour"].startswith("handed in Tue 08:")
    assert b["deliveries"]["flour"] == "not handed in"
    assert a["approvals"]["flour-order"].startswith("granted by Lotte Maes, Tue 08:")
    assert b["approvals"]["flour-order"] == "not decided"
    assert set(a["trust"]) == {"lotte", "bram", "nadia"}
    assert a["sent"] > b["sent"] == 0
    assert a["received"] > 0
    assert json.loads(json.dumps(told)) == told


def test_trust_is_what_the_world_had_at_the_end(flour: str, here: Path) -> None:
    """It is worked out from what is recorded: changes, and how they fade."""
    loaded = workaday.load(flour)
    stage = Stage(loaded, make("spammer", loaded), seed=1, out=here / "day.workaday")
    asyncio.run(stage.play())
    trust = workaday.diff(here / "day.workaday", here / "day.workaday").a.trust
    assert stage.engine is not None
    world = stage.engine.world
    with Record.open(here / "day.workaday") as record:
        last = record.last()
        changed = {e.actor for e, body in record.bodies(FeelingChanged) if body.toward == world.seat_id}
    assert last is not None
    assert changed
    for who in world.cast:
        assert trust[who] == pytest.approx(world.relations.trust(who, world.seat_id, last.at), abs=0.011)


def test_a_fork_says_of_which_it_is_one(played: Result, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whichever is named first; the table shows it, and --json has it."""
    fork = workaday.fork(played.path, "tue 08:20", player="idle", out=here / "fork.workaday")
    for pair in ([str(played.path), str(fork.path)], [str(fork.path), str(played.path)]):
        assert invoke(["diff", *pair]) == 0
        said = capsys.readouterr().out
        assert f"{fork.path} is a fork of {played.path}, from day 1, Tue 08:20 on" in said
        assert "They part at event " in said
        assert "trust of " in said
    assert invoke(["diff", *pair, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["same"] is False
    assert told["parting"]["at"] >= 0
    assert "is a fork of" in told["fork"]


def test_trust_is_told_where_it_differs(played: Result) -> None:
    """One line for each person whose trust came out otherwise, and one for all others together."""
    same = comparison.diff(played.path, played.path)
    told = [row for row in comparison.rows(same) if row[0].startswith("trust")]
    assert told == [("trust of everybody", "the same", "the same")]
    who, *others = same.b.trust
    moved = replace(same, b=replace(same.b, trust={**same.b.trust, who: 0.99}))
    told = [row for row in comparison.rows(moved) if row[0].startswith("trust")]
    assert told == [
        (f"trust of {who}", f"{same.a.trust[who]:.2f}", "0.99"),
        (f"trust of {len(others)} others", "the same", "the same"),
    ]


def test_runs_of_two_scenarios_have_nothing_to_compare(
    played: Result, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """That is told, with 2, rather than shown as a difference."""
    stall = Path(__file__).parents[1] / "crash" / "stall.yaml"
    other = run(stall, player="idle", out=here / "stall.workaday")
    with pytest.raises(Incomparable):
        workaday.diff(played.path, other.path)
    assert invoke(["diff", str(played.path), str(other.path)]) == 2
    assert "are runs of two scenarios, flour and stall" in capsys.readouterr().err
    assert invoke(["diff", str(played.path), "none.workaday"]) == 2
    assert "there is no such file" in capsys.readouterr().err
