"""Random streams: the same numbers on every Python, for their key alone, with the distributions they promise."""

import math
from collections.abc import Callable
from random import Random
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.streams import (
    Streams,
    chance,
    lognormal_between,
    normal_quantile,
    number,
    pick,
    shuffled,
    stream,
    uniform_between,
)

parts = st.one_of(st.text(max_size=5), st.integers(-(10**6), 10**6))


def test_the_numbers_are_the_same_everywhere() -> None:
    """These values were computed once: a Python, platform or change of ours that gives others breaks every rerun."""
    assert number(7, "anna", "reply", 3) == 7070445459358794125
    assert number(0) == 2459109091415785335
    rng = stream(7, "anna", "reply", 3)
    assert [rng.random() for _ in range(3)] == [0.5840066531351747, 0.1905619850040028, 0.9399886828211039]
    assert draws(lambda rng: lognormal_between(rng, 60, 3600)) == [379, 2924, 1610, 958, 219, 1094, 550, 59]
    assert draws(lambda rng: uniform_between(rng, -3, 3)) == [0, 3, 2, 1, -1, 1, 0, -3]
    assert draws(lambda rng: pick(rng, "abcd", [1, 0, 2, 5])) == list("ddddcdda")
    assert draws(lambda rng: pick(rng, "abcd")) == list("bddcbcca")
    assert shuffled(stream(7, "golden"), range(10)) == [8, 5, 0, 2, 3, 1, 9, 6, 7, 4]


@given(st.lists(parts, max_size=4), st.lists(parts, max_size=4))
def test_two_keys_are_one_only_if_they_are_equal(one: list[str | int], other: list[str | int]) -> None:
    """No two different keys share a stream, however their parts are cut: ("ab", "c"), ("a", "bc"), ("1",) and (1,)."""
    assert (number(1, *one) == number(1, *other)) == (one == other and [*map(type, one)] == [*map(type, other)])


def test_the_seed_is_part_of_the_key() -> None:
    """Another seed gives other numbers, and a seed is not mistaken for the first part of a key."""
    assert len({number(1, 2), number(2, 1), number(1), number(2), number(1, 2, 1)}) == 5


@pytest.mark.parametrize("part", [1.0, True, None, b"a", ("a",)])
def test_a_key_is_made_of_strings_and_whole_numbers(part: Any) -> None:
    """What has no one spelling is refused rather than printed into the key."""
    with pytest.raises(TypeError, match="strings and whole numbers"):
        stream(1, part)


def test_a_persons_draws_do_not_depend_on_others() -> None:
    """One draw more by one person changes nobody else's, nor one's own for another purpose or occasion."""
    streams = Streams(5)
    before = streams.of("anna", "reply", 12).random()
    streams.of("bert", "reply", 12).random()
    streams.of("anna", "notice", 12).random()
    assert streams.of("anna", "reply", 12).random() == before
    assert streams.of("anna", "reply", 13).random() != before
    assert streams.of("anna", "reply", 12).random() == stream(5, "anna", "reply", 12).random()
    assert streams.number("anna", "mind", 1) == number(5, "anna", "mind", 1)


def test_a_number_has_63_bits() -> None:
    """It fits a signed 64-bit integer, and its upper bits are used."""
    numbers = [number(1, "bits", index) for index in range(200)]
    assert all(0 <= one < 2**63 for one in numbers)
    assert max(numbers) > 2**62


@pytest.mark.parametrize(("low", "high"), [(30, 90), (60, 3600), (300, 86_400), (7, 7_000_000)])
def test_lognormal_has_the_quantiles_it_was_given(low: int, high: int) -> None:
    """A tenth lies below low, a tenth above high, half below their geometric mean, and all within the clip."""
    values = sorted(lognormal_between(stream(3, "q", index), low, high) for index in range(4000))
    assert values[0] >= max(1, math.floor(low / 4))
    assert values[-1] <= high * 4
    for bound, share in ((low, 0.1), (math.sqrt(low * high), 0.5), (high, 0.9)):
        below = sum(value < bound for value in values) / len(values)
        at_most = sum(value <= bound + 0.5 for value in values) / len(values)
        assert below - 0.03 <= share <= at_most + 0.03


@pytest.mark.parametrize("exactly", [1, 90, 10**6])
def test_lognormal_between_equals_gives_just_that(exactly: int) -> None:
    """Where a habit names one number, that is how long it takes; the draw is spent all the same."""
    rng, other = stream(1, "x"), stream(1, "x")
    assert lognormal_between(rng, exactly, exactly) == exactly
    other.random()
    assert rng.random() == other.random()


@pytest.mark.parametrize(("low", "high"), [(0, 5), (-1, 5), (6, 5)])
def test_quantiles_that_cannot_be_are_refused(low: int, high: int) -> None:
    """Zero, negative or crossed quantiles are an error, not a surprise."""
    with pytest.raises(ValueError, match="1 <= low <= high"):
        lognormal_between(stream(1), low, high)


def test_the_normal_quantile_is_that_of_the_normal_distribution() -> None:
    """Within 1e-6 of Python's own, from the middle to far out; the ends are finite."""
    normal = NormalDist()
    for p in [*(index / 1000 for index in range(1, 1000)), 1e-6, 1e-9, 1e-15, 1 - 1e-9]:
        assert normal_quantile(p) == pytest.approx(normal.inv_cdf(p), abs=1e-6)
    assert normal_quantile(0.0) == -normal_quantile(1.0) == pytest.approx(-8.29, abs=0.01)


class Fixed(Random):
    """Draws what it is told."""

    def __init__(self, *values: float) -> None:
        super().__init__(0)
        self.values = list(values)

    def random(self) -> float:
        return self.values.pop(0)


NEARLY_ONE = 1 - 2**-53


def test_the_edges_of_a_draw_stay_within_bounds() -> None:
    """0 and the largest draw below 1 give the first and last possible value, never one beyond."""
    rng = Fixed(0.0, NEARLY_ONE, 0.0, NEARLY_ONE, 0.0, NEARLY_ONE, 0.0, NEARLY_ONE)
    assert [uniform_between(rng, 4, 6) for _ in range(2)] == [4, 6]
    assert [pick(rng, "abc") for _ in range(2)] == ["a", "c"]
    assert [pick(rng, "abcd", [0, 1e-9, 0.1, 0]) for _ in range(2)] == ["b", "c"]
    assert [lognormal_between(rng, 60, 3600) for _ in range(2)] == [15, 14_400]
    huge = 2**60
    assert uniform_between(Fixed(NEARLY_ONE), 0, huge) <= huge


def test_uniform_pick_and_chance_are_fair() -> None:
    """Each value comes as often as it should, and what has no weight never comes."""
    rng = stream(9, "fair")
    counts = [0] * 6
    for _ in range(6000):
        counts[uniform_between(rng, 0, 5)] += 1
    assert all(880 < count < 1120 for count in counts)
    picked = [pick(rng, "abc", [3, 0, 1]) for _ in range(4000)]
    assert 2850 < picked.count("a") < 3150
    assert "b" not in picked
    assert 450 < sum(chance(rng, 0.1) for _ in range(5000)) < 550
    assert not any(chance(rng, 0.0) for _ in range(100))
    assert all(chance(rng, 1.0) for _ in range(100))


def test_every_order_is_as_likely() -> None:
    """Shuffling three things gives each of the six orders a sixth of the time."""
    rng = stream(9, "orders")
    orders = ["".join(shuffled(rng, "abc")) for _ in range(6000)]
    assert len(set(orders)) == 6
    assert all(880 < orders.count(order) < 1120 for order in set(orders))
    assert shuffled(rng, []) == []


def test_impossible_picks_are_refused() -> None:
    """Nothing to pick from, weights that do not fit, are negative, not numbers, or all 0: an error that says so."""
    rng = stream(1)
    with pytest.raises(ValueError, match="nothing to pick"):
        pick(rng, [])
    with pytest.raises(ValueError, match="2 items cannot have 3 weights"):
        pick(rng, "ab", [1, 2, 3])
    for weight in (-1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="from 0 on"):
            pick(rng, "ab", [1, weight])
    with pytest.raises(ValueError, match="all weights are 0"):
        pick(rng, "ab", [0, 0])
    with pytest.raises(ValueError, match="between 3 and 2"):
        uniform_between(rng, 3, 2)


def draws(draw: Callable[[Random], Any]) -> list[Any]:
    """The first eight from one stream."""
    rng = stream(7, "golden")
    return [draw(rng) for _ in range(8)]
