"""Two players compared: which verdict when. The numbers of false alarms and of what is found are in bench/README.md."""

import pytest

from tests.workaday.evidence import run_of
from workaday.attempts import Attempt
from workaday.contrast import NothingInCommon, contrast, judged, within_noise

PAIRS = [(f"s{n % 2}", n) for n in range(16)]
NOISE = (0.05, -0.05, 0.02, -0.02, 0.04, -0.04, 0.0, 0.01)


def side(add: float, spread: float = 1.0) -> list[Attempt]:
    """Sixteen runs of two scenarios around 0.5 + ``add``."""
    return [run_of(name, seed, 0.5 + add + spread * NOISE[seed % 8]) for name, seed in PAIRS]


@pytest.mark.parametrize(
    ("add", "spread", "verdict"),
    [(0.2, -1.0, "better"), (-0.2, -1.0, "worse"), (0.0, -1.0, "same"), (0.05, -9.0, "inconclusive")],
)
def test_the_four_verdicts(add: float, spread: float, verdict: str) -> None:
    """A difference well above the noise is one; noise below the margin is the same; much noise says nothing yet."""
    found = contrast(side(0.0), side(add, spread))
    assert found.whole.verdict == verdict
    assert found.whole.difference.mean == pytest.approx(add + (spread - 1) * sum(NOISE) / 8)
    assert (found.whole.needs > 0) is (verdict == "inconclusive")


def test_few_pairs_are_never_a_verdict() -> None:
    """Seven falls of one size: the test by swapping cannot reach its level below eight, and says how many more it
    takes."""
    a, b = ({("s", n): value for n in range(7)} for value in (0.9, 0.1))
    found = judged("total", a, b)
    assert (found.verdict, found.needs) == ("inconclusive", 1)
    a[("s", 7)], b[("s", 7)] = 0.9, 0.1
    assert judged("total", a, b).verdict == "worse"


def test_equal_runs_are_the_same_player() -> None:
    """Where every run is the same event by event, one pair is enough to say so; equal scores alone are not."""
    a = [run_of("s", 1, 0.5)]
    assert contrast(a, a).whole.verdict == "same"
    other = [run_of("s", 1, 0.5, digest="another")]
    assert contrast(a, other).whole.verdict == "inconclusive"


def test_runs_are_paired_by_scenario_and_seed() -> None:
    """What has no partner is left out and told; epochs of a seed are averaged, as many as both sides have."""
    a = [run_of("s", 1, 0.2), run_of("s", 1, 0.6, epoch=2), run_of("s", 2, 0.5), run_of("t", 1, 0.5)]
    b = [run_of("s", 1, 0.3), run_of("s", 1, 0.7, epoch=2), run_of("s", 2, 0.6), run_of("s", 2, 0.0, epoch=2)]
    found = contrast(a, b)
    assert found.whole.pairs == 2
    assert found.whole.difference.mean == pytest.approx(0.1)
    assert found.unpaired == ("t-s1-e1.workaday",)
    with pytest.raises(NothingInCommon, match="equal --seeds"):
        contrast(a, [run_of("s", 7, 0.5)])


def test_a_run_that_is_not_complete_may_decide() -> None:
    """Counted as the worst and as the best: where that makes two verdicts of it, it is inconclusive and says why."""
    a, b = side(0.0), side(0.2, -1.0)
    b[:8] = [run_of(name, seed, None) for name, seed in PAIRS[:8]]
    found = contrast(a, b)
    assert found.whole.verdict == "inconclusive"
    assert "not complete decide" in found.whole.why
    assert len(found.incomplete) == 8
    one = [*side(0.3, -1.0)[:15], run_of(*PAIRS[15], None)]
    assert contrast(side(0.0), one).whole.verdict == "better"


def test_rows_are_judged_together() -> None:
    """A row that would be worse by itself is not where it is the best of many: Holm's p is what counts."""
    a = [run_of("s", n, 0.5) for n in range(8)]
    b = [run_of("s", n, 0.5, scores={"outcome": 0.5, "noise": 0.9}, digest=f"{n}") for n in range(8)]
    found = contrast(a, b)
    noise = next(row for row in found.scores if row.name == "noise")
    assert noise.p == pytest.approx(2 / 256)
    assert noise.adjusted == pytest.approx(3 * 2 / 256)
    assert noise.verdict == "inconclusive"
    assert contrast(a, b, on="noise").whole.verdict == "worse"


def test_a_changed_scenario_is_told() -> None:
    """Runs of two versions of a scenario are no test of the player alone."""
    found = contrast([run_of("s", 1, 0.5)], [run_of("s", 1, 0.5, scenario_hash="other")])
    assert "changed between the runs" in found.changed[0]


def test_the_noise_of_a_player_is_that_of_its_epochs() -> None:
    """Epochs 0.4 and 0.6 of one seed, 0.5 and 0.5 of another: sqrt((0.02 + 0) / 2) = 0.1."""
    runs = [
        run_of("s", seed, total, epoch=n) for seed, n, total in ((1, 1, 0.4), (1, 2, 0.6), (2, 1, 0.5), (2, 2, 0.5))
    ]
    assert within_noise(runs) == pytest.approx(0.1)
    assert within_noise(runs[:1]) is None
