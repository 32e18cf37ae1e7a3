"""What may be said from a few runs: intervals, tests and sample sizes. Each names its source; docs/runs.md explains
them.

All of it is the standard library's arithmetic, and what draws lots draws them from a stream of its own: equal scores
give equal figures.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import atan, ceil, comb, cos, pi, sin, sqrt
from statistics import NormalDist, fmean
from typing import Final, TypeVar

from sim.streams import stream

K = TypeVar("K", bound=Hashable)

LEVEL: Final = 0.01
"""Error that a verdict may have. Two looks (the first, and one more with the runs that it asked for) err in 2 % of
cases at most, by Bonferroni's inequality: that leaves room for who looks a third time."""
POWER: Final = 0.8
RESAMPLES: Final = 2_000
EXACT: Final = 12
"""Up to so many pairs every one of the 2^n ways to swap them is tried; beyond, RESAMPLES of them."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and where it may lie."""

    mean: float
    low: float
    high: float


def student(level: float, freedom: int) -> float:
    """The quantile of Student's t for ``freedom`` degrees: the value that it lies below with probability ``level``.

    The distribution function is the finite sum of Abramowitz and Stegun (1964), 26.7.3 and 26.7.4, inverted by halving.
    """
    if not 0 < level < 1 or freedom < 1:
        raise ValueError(f"no quantile of t at {level} with {freedom} degrees of freedom")
    if level < 0.5:
        return -student(1 - level, freedom)
    low, high = 0.0, 1.0
    while _within(high, freedom) < 2 * level - 1:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < 2 * level - 1 else (low, middle)
    return (low + high) / 2


def _within(t: float, freedom: int) -> float:
    """The probability that Student's t lies between -t and t."""
    angle = atan(t / sqrt(freedom))
    square = cos(angle) ** 2
    term, total = (cos(angle), 0.0) if freedom % 2 else (1.0, 0.0)
    for odd in range(1 + freedom % 2, freedom, 2):
        total += term
        term *= square * odd / (odd + 1)
    if freedom % 2:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total


def clustered(values: Sequence[float], clusters: Sequence[Hashable], level: float = 0.95) -> Interval | None:
    """The mean of ``values`` with its interval, where those of one cluster have something in common.

    The variance is that of the clusters' sums of deviations (Liang and Zeger 1986; for evaluations of models, Miller
    2024, arXiv 2411.00640), times C / (C - 1), with t of C - 1 degrees of freedom for C clusters. None with fewer than
    two clusters: then nothing is known of how they differ.
    """
    mean = fmean(values)
    sums: dict[Hashable, float] = {}
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + value - mean
    count = len(sums)
    if count < 2:
        return None
    error = sqrt(sum(each**2 for each in sums.values()) * count / (count - 1)) / len(values)
    half = student((1 + level) / 2, count - 1) * error
    return Interval(mean, mean - half, mean + half)


def pass_at(k: int, n: int, c: int) -> float:
    """pass@k: the probability that at least one of ``k`` tries succeeds, where ``c`` of ``n`` did: 1 - C(n-c,k)/C(n,k).

    Unbiased for every k up to n (Chen et al. 2021, arXiv 2107.03374).
    """
    return 1.0 - comb(n - c, k) / comb(n, k)


def pass_all(k: int, n: int, c: int) -> float:
    """pass^k: the probability that all of ``k`` tries succeed, where ``c`` of ``n`` did: C(c,k)/C(n,k).

    Unbiased for every k up to n (Yao et al. 2024, arXiv 2406.12045).
    """
    return comb(c, k) / comb(n, k)


def sign_test(differences: Sequence[float]) -> float:
    """The two-sided p of the sign test: as many rises as falls, those without any left out (Dixon and Mood 1946)."""
    ups, downs = sum(d > 0 for d in differences), sum(d < 0 for d in differences)
    n, few = ups + downs, min(ups, downs)
    return min(1.0, 2.0 * sum(comb(n, i) for i in range(few + 1)) / float(2**n))


def swap_test(differences: Mapping[K, float], strata: Mapping[K, Hashable]) -> float:
    """The two-sided p of a mean difference of pairs, by swapping the two of a pair.

    If both are the same player, each pair may as well have come out the other way round, so every pattern of signs is
    as likely: exact for any distribution of scores (Fisher 1935; Pitman 1937). With more than EXACT pairs, patterns are
    drawn, and p = (hits + 1) / (drawn + 1) (Phipson and Smyth 2010). The statistic is the mean of the strata's means.
    """
    shares = _shares(strata)
    weighed = [differences[key] * shares[key] for key in differences]
    weighed = [value for value in weighed if value]
    if not weighed:
        return 1.0
    seen = abs(sum(weighed)) - 1e-12
    if len(weighed) <= EXACT:
        # The first keeps its sign: the other half are the mirror images.
        first, *rest = weighed
        hits = sum(abs(first + sum(map(_signed, rest, signs))) >= seen for signs in product((0, 1), repeat=len(rest)))
        return hits / float(2 ** len(rest))
    draws, hits = stream(0, "swap", len(weighed)), 0
    for _ in range(RESAMPLES):
        bits = draws.getrandbits(len(weighed))
        total = sum(value if bits >> place & 1 else -value for place, value in enumerate(weighed))
        hits += abs(total) >= seen
    return (hits + 1) / (RESAMPLES + 1)


def _signed(value: float, keep: int) -> float:
    return value if keep else -value


def _shares(strata: Mapping[K, Hashable]) -> dict[K, float]:
    """The weight of each key in the mean of its strata's means."""
    sizes: dict[Hashable, int] = {}
    for stratum in strata.values():
        sizes[stratum] = sizes.get(stratum, 0) + 1
    return {key: 1 / (len(sizes) * sizes[stratum]) for key, stratum in strata.items()}


def _groups(differences: Mapping[K, float], strata: Mapping[K, Hashable]) -> list[list[float]]:
    """The differences, stratum by stratum."""
    grouped: dict[Hashable, list[float]] = {}
    for key, stratum in strata.items():
        grouped.setdefault(stratum, []).append(differences[key])
    return list(grouped.values())


def bootstrap(differences: Mapping[K, float], strata: Mapping[K, Hashable], level: float = 1 - LEVEL) -> Interval:
    """The mean of the strata's means, with the percentile interval of resampling pairs within each stratum.

    Efron 1979; widened by sqrt(n / (n - S)) for S strata of n pairs in all, since resampled pairs vary less than new
    ones would (Hesterberg 2015, 4.4, "narrowness bias").
    """
    groups = _groups(differences, strata)
    mean = fmean(map(fmean, groups))
    if max(differences.values()) - min(differences.values()) < 1e-12:
        return Interval(mean, mean, mean)
    n, draws = len(differences), stream(0, "bootstrap", len(differences))
    wider = sqrt(n / (n - len(groups))) if n > len(groups) else 1.0
    means = sorted(
        fmean(sum(group[int(draws.random() * len(group))] for _ in group) / len(group) for group in groups)
        for _ in range(RESAMPLES)
    )
    low, high = (means[round((RESAMPLES - 1) * share)] for share in ((1 - level) / 2, (1 + level) / 2))
    return Interval(mean, mean + (low - mean) * wider, mean + (high - mean) * wider)


def spread(differences: Mapping[K, float], strata: Mapping[K, Hashable]) -> tuple[float, int]:
    """The standard deviation of pairs within their strata, pooled, and its degrees of freedom."""
    groups = _groups(differences, strata)
    freedom = len(differences) - len(groups)
    squares = sum(sum((value - mean) ** 2 for value in group) for group in groups for mean in (fmean(group),))
    return (sqrt(squares / freedom) if freedom else 0.0), freedom


def cautious(deviation: float, freedom: int, sureness: float = 0.8) -> float:
    """The deviation that the true one exceeds with probability 1 - ``sureness`` at most, from one of a few pairs.

    What is asked for from a deviation that came out low by chance falls short; the upper limit guards against that
    (Browne 1995). The quantile of chi-squared is Wilson and Hilferty's (1931).
    """
    z = NormalDist().inv_cdf(1 - sureness)
    chi = freedom * (1 - 2 / (9 * freedom) + z * sqrt(2 / (9 * freedom))) ** 3
    return deviation * sqrt(freedom / max(chi, 1e-9))


def pairs_for(effect: float, deviation: float, level: float = LEVEL, power: float = POWER) -> int:
    """How many pairs tell a mean difference of ``effect`` from none with this power, where pairs vary so much.

    ((z(1 - level/2) + z(power)) * deviation / effect)^2, plus z^2/2 because the deviation is estimated (Guenther 1981).
    """
    z, reach = NormalDist().inv_cdf(1 - level / 2), NormalDist().inv_cdf(power)
    return ceil(((z + reach) * deviation / effect) ** 2 + z**2 / 2)


def fewest_pairs(level: float = LEVEL) -> int:
    """With fewer pairs than this no test by swapping can reach the level, whatever the scores."""
    n = 1
    while 2 / 2**n > level:
        n += 1
    return n


def holm(chances: Mapping[K, float]) -> dict[K, float]:
    """The p of several tests, each made as large as it has to be when the best of them is picked (Holm 1979)."""
    adjusted: dict[K, float] = {}
    largest = 0.0
    for place, (key, p) in enumerate(sorted(chances.items(), key=lambda item: item[1])):
        largest = max(largest, min(1.0, p * (len(chances) - place)))
        adjusted[key] = largest
    return adjusted


def fisher(both: int, first: int, second: int, neither: int) -> float:
    """Fisher's exact test of a table of two by two, two-sided: whether two things go together (Fisher 1935)."""
    rows, columns, n = both + first, both + second, both + first + second + neither
    whole = comb(n, columns)

    def chance(x: int) -> float:
        return comb(rows, x) * comb(n - rows, columns - x) / whole

    seen = chance(both) * (1 + 1e-9)
    possible = range(max(0, columns - (n - rows)), min(rows, columns) + 1)
    return min(1.0, sum(p for p in map(chance, possible) if p <= seen))
