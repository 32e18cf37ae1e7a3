"""What is said from a few runs: each figure is held to one worked out by hand or printed in a table."""

from itertools import product
from statistics import fmean

import pytest

from workaday.estimators import (
    bootstrap,
    cautious,
    clustered,
    fewest_pairs,
    fisher,
    holm,
    pairs_for,
    pass_all,
    pass_at,
    sign_test,
    spread,
    student,
    swap_test,
)


@pytest.mark.parametrize(
    ("level", "freedom", "told"),
    [(0.975, 1, 12.706), (0.975, 2, 4.303), (0.975, 5, 2.571), (0.95, 10, 1.812), (0.975, 30, 2.042),
     (0.025, 4, -2.776)],
)  # fmt: skip
def test_quantiles_of_student(level: float, freedom: int, told: float) -> None:
    """As printed in any table of t."""
    assert student(level, freedom) == pytest.approx(told, abs=0.0006)


def test_pass_at_k_counts_the_ways_to_choose() -> None:
    """Of 5 runs of which 2 passed there are 10 ways to choose 2: one of both passes, three of none."""
    assert pass_at(2, 5, 2) == pytest.approx(1 - 3 / 10)
    assert pass_all(2, 5, 2) == pytest.approx(1 / 10)
    assert pass_at(1, 5, 2) == pass_all(1, 5, 2) == pytest.approx(2 / 5)


def test_pass_estimators_are_unbiased() -> None:
    """Over all outcomes of 4 tries that pass with p = 0.3, the mean of each estimate is what it estimates."""
    p, n, k = 0.3, 4, 2
    at = every = 0.0
    for tries in product((0, 1), repeat=n):
        c = sum(tries)
        chance = p**c * (1 - p) ** (n - c)
        at += chance * pass_at(k, n, c)
        every += chance * pass_all(k, n, c)
    assert at == pytest.approx(1 - (1 - p) ** k)
    assert every == pytest.approx(p**k)


def test_an_interval_goes_by_clusters() -> None:
    """Two scenarios with means 0 and 1: repeats within each add nothing. By hand: sums of deviations are -1.5 and 1.5,
    the error is sqrt(4.5 * 2) / 6 = 0.5, and t of one degree of freedom is 12.706."""
    found = clustered([0, 0, 0, 1, 1, 1], ["a", "a", "a", "b", "b", "b"])
    assert found is not None
    assert (found.mean, found.high - found.mean) == pytest.approx((0.5, 6.353), abs=0.001)
    assert clustered([0.1, 0.9], ["a", "a"]) is None


def test_the_sign_test() -> None:
    """8 rises, 1 fall, 2 ties: twice (1 + 9) of 512."""
    assert sign_test([1.0] * 8 + [-1.0] + [0.0] * 2) == pytest.approx(20 / 512)
    assert sign_test([0.0, 0.0]) == 1.0


def test_the_swap_test_is_exact() -> None:
    """Seven falls are the extreme of 128 patterns, with its mirror image; all the same is no evidence at all."""
    one = dict.fromkeys(range(7), "s")
    assert swap_test(dict.fromkeys(range(7), -0.1), one) == pytest.approx(2 / 128)
    assert swap_test(dict.fromkeys(range(7), 0.0), one) == 1.0
    assert fewest_pairs() == 8


def test_the_swap_test_of_many_pairs_draws_patterns() -> None:
    """Twenty falls of one size: no pattern drawn is as extreme, so p is the least that so many draws can give."""
    found = swap_test(dict.fromkeys(range(20), -0.1), dict.fromkeys(range(20), "s"))
    assert found == pytest.approx(1 / 2001, abs=1e-3)
    mixed = {n: 0.1 * (-1) ** n for n in range(20)}
    assert swap_test(mixed, dict.fromkeys(range(20), "s")) == 1.0


def test_scenarios_count_alike() -> None:
    """A scenario with one pair weighs as much as one with three: the mean of 0.4 and 0.0 is 0.2."""
    differences = {1: 0.4, 2: 0.0, 3: 0.0, 4: 0.0}
    strata = {1: "a", 2: "b", 3: "b", 4: "b"}
    assert bootstrap(differences, strata).mean == pytest.approx(0.2)


def test_the_bootstrap_interval_is_near_that_of_t() -> None:
    """With 40 pairs that are not skewed, resampling gives what Student's t does, within a tenth of its width."""
    differences = {n: (n % 8 - 3.5) / 10 for n in range(40)}
    found = bootstrap(differences, dict.fromkeys(differences, "s"), 0.95)
    deviation, freedom = spread(differences, dict.fromkeys(differences, "s"))
    half = student(0.975, freedom) * deviation / 40**0.5
    assert found.mean == pytest.approx(fmean(differences.values()))
    assert found.high - found.low == pytest.approx(2 * half, rel=0.1)


def test_how_many_pairs_are_asked_for() -> None:
    """(2.5758 + 0.8416)^2 * (0.2 / 0.1)^2 = 46.72, and 3.32 for the estimate: 51."""
    assert pairs_for(0.1, 0.2) == 51


def test_a_deviation_of_few_pairs_is_not_trusted() -> None:
    """The 20 % quantile of chi-squared with 7 degrees of freedom is 3.822: sqrt(7 / 3.822) = 1.353 times as much."""
    assert cautious(0.2, 7) == pytest.approx(0.2 * 1.353, rel=0.01)


def test_holm() -> None:
    """0.01 three times over, 0.02 twice, and 0.9 not below what stands before it."""
    assert holm({"a": 0.02, "b": 0.01, "c": 0.9}) == pytest.approx({"b": 0.03, "a": 0.04, "c": 0.9})


def test_fisher() -> None:
    """Fisher's own tea: of eight cups, three of four told right is 0.4857 (two-sided), all four 0.0286."""
    assert fisher(3, 1, 1, 3) == pytest.approx(0.4857, abs=0.0001)
    assert fisher(4, 0, 0, 4) == pytest.approx(0.0286, abs=0.0001)
