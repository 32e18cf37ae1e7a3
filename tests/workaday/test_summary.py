"""What many runs come to, held to figures worked out by hand."""

from typing import cast

import pytest

from sim.model import Usage
from tests.workaday.evidence import run_of
from workaday.summary import Figure, summary


def near(worst: float, best: float) -> Figure:
    """A figure with these bounds, but for rounding."""
    worst_, best_ = (cast("float", pytest.approx(each)) for each in (worst, best))
    return Figure(worst_, best_)


def test_a_scenario_with_two_of_four_passed() -> None:
    """pass@1 = 2/4; of the six ways to choose two, five have a pass and one is of passes alone."""
    found = summary([run_of("a", seed, total) for seed, total in enumerate((1.0, 0.9, 0.2, 0.3))], k=2)
    (row,) = found.rows
    assert (row.counted, row.passed) == (4, 2)
    assert row.mean == Figure(0.6, 0.6)
    assert row.pass_1.worst == 0.5
    assert row.pass_at_k.worst == pytest.approx(5 / 6)
    assert row.pass_all_k.worst == pytest.approx(1 / 6)
    assert row.difficulty.worst == 0.5
    assert row.learnability.worst == pytest.approx(5 / 6 - 1 / 2)
    assert set(found.curve) == {1, 2, 3, 4}


def test_k_is_what_every_scenario_has_runs_for() -> None:
    """Without k it is that of the scenario with the fewest runs; more than that cannot be estimated."""
    runs = [*(run_of("a", seed, 1.0) for seed in range(3)), run_of("b", 0, 0.0), run_of("b", 1, 0.5)]
    assert summary(runs).k == 2
    with pytest.raises(ValueError, match="2 different runs"):
        summary(runs, k=3)


def test_scenarios_are_what_the_interval_goes_by() -> None:
    """Means 0.2 and 0.8, whatever the number of runs: 0.5, with a standard error of 0.3 and t of one degree: beyond
    both ends, so 0 to 1."""
    runs = [*(run_of("a", seed, 0.2) for seed in range(2)), *(run_of("b", seed, 0.8) for seed in range(6))]
    found = summary(runs)
    assert found.whole.mean == near(0.5, 0.5)
    assert found.interval is not None
    assert (found.interval.mean, found.interval.low, found.interval.high) == pytest.approx((0.5, 0.0, 1.0))
    assert found.clustered_by == "scenario"


def test_one_scenario_goes_by_seeds() -> None:
    """Seeds with means 0.4, 0.5, 0.6: error 0.1 / sqrt(3), t of two degrees 4.303."""
    found = summary([run_of("a", seed, total) for seed, total in enumerate((0.4, 0.5, 0.6))])
    assert found.clustered_by == "seed"
    assert found.interval is not None
    assert found.interval.high - found.interval.mean == pytest.approx(4.303 * 0.1 / 3**0.5, abs=1e-3)
    assert summary([run_of("a", 1, 0.4)]).interval is None


def test_what_is_not_complete_widens_the_bounds_and_is_never_dropped() -> None:
    """Of three runs one passed, one failed, one stopped: between 1/3 and 2/3 pass, the mean is 1.2/3 to 2.2/3."""
    found = summary([run_of("a", 1, 1.0), run_of("a", 2, 0.2), run_of("a", 3, None)], k=2)
    (row,) = found.rows
    assert (row.runs, row.incomplete) == (3, 1)
    assert row.pass_1 == near(1 / 3, 2 / 3)
    assert row.mean == near(0.4, 2.2 / 3)
    assert row.pass_all_k == near(0.0, 1 / 3)
    assert row.learnability == near(1 / 3, 1 / 3)
    assert found.incomplete == ("a-s3-e1.workaday: unfinished",)
    assert row.data()["pass@1"] == {"worst": 0.333333, "best": 0.666667}


def test_what_a_judge_could_not_say_widens_the_mean() -> None:
    """A total that a judge left between 0.4 and 0.6 is that, though it stands at 0.5."""
    (row,) = summary([run_of("a", 1, 0.5, worst=0.4, best=0.6), run_of("a", 2, 0.7)]).rows
    assert row.mean == near(0.55, 0.65)


def test_equal_runs_count_once() -> None:
    """A player that does the same in every epoch has shown it once: five epochs are one run, and it is said."""
    found = summary([run_of("a", 1, 1.0, epoch=epoch, digest="d") for epoch in range(1, 6)])
    (row,) = found.rows
    assert (row.runs, row.counted, found.k) == (5, 1, 1)
    assert "4 of 5 runs are the same" in found.same[0]


def test_what_a_success_costs() -> None:
    """Three runs at 2 cents, two passed: 3 cents each. Without a price there is no figure, not 0."""
    spent = Usage(calls=1, prompt_tokens=10, cost=0.02)
    runs = [run_of("a", seed, total, usage=spent) for seed, total in enumerate((1.0, 1.0, 0.0))]
    assert summary(runs).rows[0].cost_per_success == pytest.approx(0.03)
    unknown = run_of("a", 9, 1.0, usage=Usage(calls=1, cost=None))
    assert summary([*runs, unknown]).rows[0].cost_per_success is None


def test_nothing_to_grade_has_no_mean() -> None:
    """A scenario without tasks neither helps nor hurts the mean."""
    talk = run_of("talk", 1, None, complete=True, scores={"outcome": None})
    found = summary([run_of("a", 1, 0.5), talk])
    assert [row.mean for row in found.rows] == [Figure(0.5, 0.5), None]
    assert found.whole.mean == Figure(0.5, 0.5)
