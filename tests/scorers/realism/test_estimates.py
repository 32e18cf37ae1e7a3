"""Statistics of estimates: small cases worked out by hand."""

import pytest

from scorers.realism.estimates import (
    Estimate,
    area_under_curve,
    deviation,
    mean,
    median,
    of_samples,
    of_sums,
    quantile,
    share,
)


def test_quantiles_lie_between_the_two_nearest_values() -> None:
    """Of 1, 2, 4, 8: the middle is 3, the lower quarter 1.75."""
    assert median([8, 1, 4, 2]) == 3
    assert quantile([1, 2, 4, 8], 0.25) == pytest.approx(1.75)
    with pytest.raises(ValueError, match="no values"):
        median([])


def test_the_deviation_is_by_n() -> None:
    """Of 1 and 3 it is 1; of one value 0."""
    assert deviation([1.0, 3.0]) == 1.0
    assert deviation([5.0]) == 0.0


def test_the_area_under_the_curve_counts_wins_and_half_of_ties() -> None:
    """Of 3 and 2 against 1 and 2: four pairs, three wins and a tie: 0.875."""
    assert area_under_curve([3.0, 2.0], [1.0, 2.0]) == pytest.approx(0.875)
    assert area_under_curve([1.0], [1.0]) == 0.5
    with pytest.raises(ValueError, match="both kinds"):
        area_under_curve([], [1.0])


def test_people_are_resampled_and_not_their_observations() -> None:
    """Each of four people always says the same: the interval of the mean spans what resamples of four can give."""
    samples = {(0, str(n)): [float(n)] * 50 for n in range(4)}
    estimate = of_samples(samples, mean)
    assert estimate.value == 1.5
    assert estimate.n == 200
    assert estimate.low is not None
    assert estimate.high is not None
    assert estimate.low < 1.0 < 2.0 < estimate.high


def test_equal_observations_give_equal_intervals() -> None:
    """The resamples come from a fixed stream."""
    samples = {(0, str(n)): [float(n), n / 2] for n in range(6)}
    assert of_samples(samples, median) == of_samples(samples, median)


def test_a_share_is_of_the_sums_and_of_nothing_there_is_none() -> None:
    """1 of 2 and 0 of 2 are a quarter; without trials there is no share."""
    assert of_sums({(0, "a"): [1, 2], (0, "b"): [0, 2]}, share).value == 0.25
    assert of_sums({(0, "a"): [0, 0]}, share) == Estimate(None, 0)
    assert of_sums({}, share) == Estimate(None)
