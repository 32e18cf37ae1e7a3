"""Estimates with how sure they are: a value, how many observations are behind it, and an interval by resampling people.

Observations of one person hang together, so that people are drawn with replacement, not observations (the cluster
bootstrap). Everything is computed from a fixed stream: equal records give equal intervals.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sim.streams import stream

ROUNDS: Final = 200
"""Resamples behind an interval."""

Unit = tuple[int, str]
"""A person in a run: the number of the run, and the id."""

Samples = Mapping[Unit, Sequence[float]]
"""Observations by person."""

Sums = Mapping[Unit, Sequence[float]]
"""By person, sums of which an estimate is made: of hits and of trials, for a share."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """``value`` is None where there is nothing to estimate from, ``n`` the observations, ``low`` to ``high`` 95 %."""

    value: float | None
    n: int = 0
    low: float | None = None
    high: float | None = None


def of_samples(samples: Samples, statistic: Callable[[Sequence[float]], float]) -> Estimate:
    """A statistic of all observations (`median`, `mean`, ...)."""
    every = [x for one in samples.values() for x in one]
    if not every:
        return Estimate(None)
    groups = [one for one in samples.values() if one]

    def again(drawn: Sequence[int]) -> float | None:
        return statistic([x for number in drawn for x in groups[number]])

    return _estimated(statistic(every), len(every), len(groups), again)


def of_sums(sums: Sums, combined: Callable[[Sequence[float]], float | None], counts: int = -1) -> Estimate:
    """What ``combined`` makes of the sums over all people; ``counts`` is which of the sums counts the observations."""
    groups = list(sums.values())
    if not groups:
        return Estimate(None)
    whole = [math.fsum(column) for column in zip(*groups, strict=True)]
    value = combined(whole)
    if value is None:
        return Estimate(None, round(whole[counts]))

    def again(drawn: Sequence[int]) -> float | None:
        return combined([math.fsum(column) for column in zip(*(groups[number] for number in drawn), strict=True)])

    return _estimated(value, round(whole[counts]), len(groups), again)


def _estimated(value: float, n: int, groups: int, again: Callable[[Sequence[int]], float | None]) -> Estimate:
    if groups < 3:
        return Estimate(value, n)
    rng = stream(0, "realism", "bootstrap")
    drawn = []
    for _ in range(ROUNDS):
        found = again([int(rng.random() * groups) for _ in range(groups)])
        if found is not None:
            drawn.append(found)
    if len(drawn) < ROUNDS // 2:
        return Estimate(value, n)
    return Estimate(value, n, quantile(drawn, 0.025), quantile(drawn, 0.975))


def share(sums: Sequence[float]) -> float | None:
    """For `of_sums`: the share that the first of two sums is of the second."""
    return sums[0] / sums[1] if sums[1] else None


def quantile(values: Iterable[float], q: float) -> float:
    """The ``q``-quantile, between the two nearest values in proportion. Raises ``ValueError`` for no values."""
    ordered = sorted(values)
    if not ordered:
        raise ValueError("no values have no quantile")
    place = q * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def median(values: Iterable[float]) -> float:
    """The middle value. Raises ``ValueError`` for no values."""
    return quantile(values, 0.5)


def mean(values: Sequence[float]) -> float:
    """The mean. Raises ``ZeroDivisionError`` for no values."""
    return math.fsum(values) / len(values)


def deviation(values: Sequence[float]) -> float:
    """The standard deviation (of the values themselves, by n); 0 of a single value."""
    middle = mean(values)
    return math.sqrt(math.fsum((x - middle) ** 2 for x in values) / len(values))


def area_under_curve(positive: Sequence[float], negative: Sequence[float]) -> float:
    """The chance that a positive has the higher value than a negative, ties by half. Raises for none of one kind."""
    if not positive or not negative:
        raise ValueError("the area under the curve needs both kinds")
    ordered = sorted([(x, 1) for x in positive] + [(x, 0) for x in negative])
    ranks = 0.0
    place = 0
    while place < len(ordered):
        after = place
        while after < len(ordered) and ordered[after][0] == ordered[place][0]:
            after += 1
        middle = (place + 1 + after) / 2
        ranks += middle * sum(kind for _, kind in ordered[place:after])
        place = after
    wins = ranks - len(positive) * (len(positive) + 1) / 2
    return wins / (len(positive) * len(negative))
