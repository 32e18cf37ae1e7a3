"""Rollouts of one task side by side: where they part, which step goes with success, what never varies."""

import json
from pathlib import Path

import pytest

from tests.workaday.evidence import run_of
from workaday.cli import invoke
from workaday.result import Result, run
from workaday.trajectories import Rollout, trajectories


def rollouts(*told: tuple[float, str]) -> list[Rollout]:
    """Runs with a total, and steps of a letter each."""
    return [Rollout(run_of("s", seed, total), tuple(steps)) for seed, (total, steps) in enumerate(told)]


def test_where_they_part() -> None:
    """Three go together for two steps; then one does without the third, and the other two part one step later."""
    found = trajectories(rollouts((0.9, "abcd"), (1.0, "abce"), (0.1, "abx")))
    first, second = found.partings
    assert (first.after, first.last) == (2, "b")
    assert [(branch.step, len(branch.runs), branch.good) for branch in first.branches] == [("c", 2, 2), ("x", 1, 0)]
    assert first.branches[0].mean == pytest.approx(0.95)
    assert (second.after, [branch.step for branch in second.branches]) == (3, ["d", "e"])


def test_a_run_that_ends_early_parts_there() -> None:
    """Where one does nothing more and the others go on."""
    (only,) = trajectories(rollouts((0.9, "ab"), (0.1, "a"))).partings
    assert [branch.step for branch in only.branches] == [None, "b"] or [b.step for b in only.branches] == ["b", None]
    assert trajectories(rollouts((0.9, "ab"), (0.9, "ab"))).partings == ()


def test_which_step_decides() -> None:
    """Four good runs took "k" and four bad ones did not: Fisher's p is 2 / 70, the least there can be. What all of them
    did decides nothing, and what goes with failure has the other sign."""
    found = trajectories(rollouts(*[(0.9, "ak")] * 4, *[(0.1, "az")] * 4))
    k, z = found.decisive
    assert (k.step, k.good_with, k.with_it, k.good_without, k.without_it) == ("k", 4, 4, 0, 4)
    assert k.p == pytest.approx(2 / 70)
    assert k.adjusted == pytest.approx(4 / 70)
    assert (k.difference, z.difference) == (1.0, -1.0)
    assert "a" not in {each.step for each in found.decisive}


def test_where_all_or_none_passed_the_totals_part_good_from_bad() -> None:
    """Above the mean of the totals is good, and it is said that this is what is meant."""
    found = trajectories(rollouts((0.1, "a"), (0.5, "ab"), (0.6, "ab")))
    assert found.by == "a total above the mean"
    assert len(found.good) == 2


def test_criteria_that_never_vary() -> None:
    """They tell these runs apart in nothing; one that varies is not among them."""
    runs = [
        Rollout(run_of("s", seed, 0.5, criteria={("noise", "volume"): 1.0, ("outcome", "price"): value}), ("a",))
        for seed, value in enumerate((0.0, 1.0))
    ]
    assert trajectories(runs).constant == (("noise: volume", 1.0),)


def test_what_cannot_be_compared_is_told() -> None:
    """One run, or runs of two scenarios."""
    with pytest.raises(ValueError, match="two runs of one"):
        trajectories(rollouts((0.9, "a")))


def test_steps_of_real_runs(played: Result, flour: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Steps come from the record, for any player: what the diligent one did and the idle one did not decides."""
    idle = run(flour, player="idle", out=here / "idle.workaday")
    assert invoke(["trajectories", str(played.path), str(idle.path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert any(step.startswith("learns ") for step in told["runs"][0]["steps"])
    assert told["partings"][0]["after"] == 0
    assert invoke(["trajectories", str(played.path), str(idle.path)]) == 0
    assert "They part at the first step:" in capsys.readouterr().out
    assert invoke(["trajectories", str(idle.path)]) == 2
