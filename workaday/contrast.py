"""Two players over the same scenarios and seeds: is one better, worse, the same, or can that not be said yet?

Runs are paired by scenario and seed: the world is the same in both, so what differs is the player (common random
numbers). A *verdict* is one of four words; docs/runs.md says what each takes.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, variance
from typing import Any, Final, Literal

from workaday.attempts import PASSED, TOTAL, Attempt, distinct
from workaday.estimators import (
    LEVEL,
    Interval,
    bootstrap,
    cautious,
    fewest_pairs,
    holm,
    pairs_for,
    sign_test,
    spread,
    student,
    swap_test,
)

Verdict = Literal["better", "worse", "same", "inconclusive"]
Pair = tuple[str, int]
"""A scenario and a seed."""

MARGIN: Final = 0.1
"""The difference that is worth knowing of, where nobody says another: ten points."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What is known of one figure of two players."""

    name: str
    verdict: Verdict
    pairs: int
    a: float
    b: float
    difference: Interval
    """B less A, with the interval of `workaday.estimators.bootstrap` at 99 %."""
    p: float
    """Of the test by swapping."""
    adjusted: float
    """The same after Holm, where it is one of several."""
    sign: float
    """p of the sign test."""
    ups: int
    downs: int
    floor: float | None
    """The noise floor: what chance alone may make of so many pairs, at 99 %. None with one pair."""
    needs: int
    """How many pairs more, where it is inconclusive."""
    why: str
    """Why it is no other verdict, in words."""

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        plain = {
            key: getattr(self, key) for key in ("verdict", "pairs", "a", "b", "p", "adjusted", "sign", "ups", "downs")
        }
        between = {"difference": self.difference.mean, "low": self.difference.low, "high": self.difference.high}
        return {**plain, **between, "noise_floor": self.floor, "needs": self.needs, "why": self.why}


def judged(
    name: str,
    a: Mapping[Pair, float],
    b: Mapping[Pair, float],
    *,
    margin: float = MARGIN,
    level: float = LEVEL,
    identical: bool = False,
    by: Callable[[Pair], Hashable] = lambda pair: pair[0],
) -> Judged:
    """The verdict on one figure, known for the same pairs of both sides. ``identical`` says that all runs are equal.

    *better*, *worse*: the test by swapping has p <= level, the bootstrap interval leaves out 0, and not more pairs
    point the other way. *same*: the interval at 1 - 2 * level lies within the margin (two one-sided tests, Schuirmann
    1987), or every run is the same. Else *inconclusive*. All but the last take at least as many pairs as the test by
    swapping needs.
    """
    differences = {pair: b[pair] - a[pair] for pair in a}
    strata: dict[Pair, Hashable] = {pair: by(pair) for pair in a}
    sizes = [sum(each == stratum for each in strata.values()) for stratum in set(strata.values())]
    if min(sizes) < 2:
        strata = dict.fromkeys(strata, "all")  # one seed of each scenario: then the scenarios are what varies
    values = list(differences.values())
    n, ups, downs = len(values), sum(d > 1e-9 for d in values), sum(d < -1e-9 for d in values)
    interval = bootstrap(differences, strata, 1 - level)
    within = bootstrap(differences, strata, 1 - 2 * level)
    p = swap_test(differences, strata)
    deviation, freedom = spread(differences, strata)
    enough = n >= fewest_pairs(level)
    verdict: Verdict = "inconclusive"
    if identical:
        verdict, why = "same", "every run is the same, event by event"
    elif enough and p <= level and interval.low > 0 and ups >= downs:
        verdict, why = "better", "the difference is above what chance makes of it"
    elif enough and p <= level and interval.high < 0 and downs >= ups:
        verdict, why = "worse", "the difference is above what chance makes of it"
    elif enough and -margin < within.low and within.high < margin:
        verdict, why = "same", f"the difference is below {margin:.2f} either way"
    elif not enough:
        why = f"{n} {'pair' if n == 1 else 'pairs'} cannot show anything: the test takes {fewest_pairs(level)}"
    else:
        why = "the difference may be chance, and it may be more than the margin"
    needs = 0 if verdict != "inconclusive" else _needed(n, deviation, freedom, interval.mean, margin, level) - n
    return Judged(
        name=name,
        verdict=verdict,
        pairs=n,
        a=fmean(a.values()),
        b=fmean(b.values()),
        difference=interval,
        p=p,
        adjusted=p,
        sign=sign_test([d for d in values if abs(d) > 1e-9]),
        ups=ups,
        downs=downs,
        floor=student(1 - level / 2, freedom) * deviation / sqrt(n) if freedom else None,
        needs=needs,
        why=why,
    )


def _needed(n: int, deviation: float, freedom: int, seen: float, margin: float, level: float) -> int:
    """How many pairs in all would settle it: those that show a difference of the margin; once these are there, those
    that show what was seen, or that it is within the margin, whichever takes fewer."""
    least = max(fewest_pairs(level), n + 1)
    if not freedom or not deviation:
        return least
    wanted = pairs_for(margin, cautious(deviation, freedom), level)
    if wanted > n:
        return max(least, wanted)
    effect = max(abs(seen), margin - abs(seen))
    return max(least, pairs_for(effect, deviation, level), n + n // 4)


@dataclass(frozen=True, slots=True)
class Contrast:
    """Two players compared."""

    margin: float
    on: str
    whole: Judged
    """Of the total, or what it is compared by. This is the verdict."""
    scenarios: tuple[Judged, ...]
    """The same in each scenario; p is adjusted over all rows."""
    scores: tuple[Judged, ...]
    """What the scorers say, and whether it passed; adjusted likewise."""
    a: str
    b: str
    unpaired: tuple[str, ...]
    """Runs without one of the other side for their scenario and seed."""
    incomplete: tuple[str, ...]
    identical: int
    """Pairs of which both runs are the same, event by event."""
    noise: tuple[float | None, float | None]
    """How far the epochs of A, and of B, are from each other: their standard deviation within a scenario and seed."""
    changed: tuple[str, ...]
    """What makes the runs of both sides unlike, but for the player: scenarios that were changed."""

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "verdict": self.whole.verdict,
            "on": self.on,
            "margin": self.margin,
            "a": self.a,
            "b": self.b,
            "whole": self.whole.data(),
            "scenarios": {row.name: row.data() for row in self.scenarios},
            "scores": {row.name: row.data() for row in self.scores},
            "identical": self.identical,
            "noise": list(self.noise),
            "unpaired": list(self.unpaired),
            "incomplete": list(self.incomplete),
            "changed": list(self.changed),
        }


class NothingInCommon(Exception):
    """Two lists of runs without one scenario and seed in both."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return self.why


def contrast(
    a: Sequence[Attempt],
    b: Sequence[Attempt],
    *,
    on: str = TOTAL,
    margin: float = MARGIN,
    criteria: bool = False,
) -> Contrast:
    """Compare B with A. ``on`` is the figure that the verdict is of: "total", "passed", or a scorer. With ``criteria``
    there is a row for each criterion that all runs have.

    Epochs of one seed are averaged, as many of them as both sides have. Of runs that are not complete the worst and the
    best is reckoned for both sides: where that gives two verdicts, it is inconclusive. Raises :class:`NothingInCommon`.
    """
    sides = (_cells(a), _cells(b))
    both = [pair for pair in sides[0] if pair in sides[1]]
    if not both:
        raise NothingInCommon("there is no scenario and seed of which both have a run: play both with equal --seeds")
    paired = tuple({pair: _shared(side, other, pair) for pair in both} for side, other in (sides, sides[::-1]))
    same = [pair for pair in both if _digests(paired[0][pair]) == _digests(paired[1][pair])]
    identical = len(same) == len(both)

    def of(what: str) -> Callable[[Attempt], tuple[float, float] | None]:
        return lambda each: each.bounds(what)

    whole = _bounded(on, paired, of(on), margin, identical)
    if whole is None:
        raise NothingInCommon(f"no pair of runs has both a value for {on!r}: there is nothing to compare")
    names = sorted({pair[0] for pair in both})
    rows: list[Judged | None] = []
    for name in names if len(names) > 1 else ():
        rows.append(_bounded(name, [_only(side, name) for side in paired], of(on), margin, identical))
    scorers = sorted({name for side in paired for runs in side.values() for each in runs for name in each.scores})
    figures = {what: of(what) for what in (TOTAL, PASSED, *scorers) if what != on}
    if criteria:
        figures |= {f"{scorer}: {name}": _criterion(scorer, name) for scorer, name in _common(paired)}
    for name, figure in figures.items():
        rows.append(_bounded(name, paired, figure, margin, identical))
    found = adjusted([row for row in rows if row is not None])
    return Contrast(
        margin=margin,
        on=on,
        whole=whole,
        scenarios=tuple(row for row in found if row.name in names),
        scores=tuple(row for row in found if row.name not in names),
        a=_told(a),
        b=_told(b),
        unpaired=tuple(each.path for side in (a, b) for each in side if each.pair not in both),
        incomplete=tuple(f"{each.path}: {each.why}" for side in (a, b) for each in side if not each.complete),
        identical=len(same),
        noise=(within_noise(a, on), within_noise(b, on)),
        changed=tuple(_changed(paired)),
    )


Cells = Mapping[Pair, Sequence[Attempt]]


def _cells(runs: Iterable[Attempt]) -> dict[Pair, list[Attempt]]:
    cells: dict[Pair, list[Attempt]] = {}
    for each in runs:
        cells.setdefault(each.pair, []).append(each)
    return cells


def _shared(side: Cells, other: Cells, pair: Pair) -> Sequence[Attempt]:
    """As many epochs as both have: else the means of one side would vary less, and pairs could not be swapped."""
    return side[pair][: min(len(side[pair]), len(other[pair]))]


def _only(side: Cells, name: str) -> dict[Pair, Sequence[Attempt]]:
    return {pair: runs for pair, runs in side.items() if pair[0] == name}


def _digests(runs: Sequence[Attempt]) -> list[str]:
    """The digests, or paths of what is not complete: that is equal to nothing."""
    return sorted(each.digest if each.complete else each.path for each in runs)


def _common(sides: Sequence[Cells]) -> list[tuple[str, str]]:
    """The criteria that all runs have."""
    runs = [each for side in sides for of in side.values() for each in of if each.complete]
    return sorted(set.intersection(*(set(each.criteria) for each in runs))) if runs else []


def _criterion(scorer: str, name: str) -> Callable[[Attempt], tuple[float, float] | None]:
    def bounds(each: Attempt) -> tuple[float, float] | None:
        value = each.criteria.get((scorer, name)) if each.complete else None
        return (0.0, 1.0) if not each.complete else None if value is None else (value, value)

    return bounds


def _bounded(
    name: str,
    sides: Sequence[Cells],
    bounds: Callable[[Attempt], tuple[float, float] | None],
    margin: float,
    identical: bool,
) -> Judged | None:
    """The verdict on one figure in the pairs where it applies to both; None where there is no such pair."""
    found: list[dict[Pair, tuple[float, float]]] = []
    for side in sides:
        values = {}
        for pair, runs in side.items():
            between = [one for each in runs if (one := bounds(each)) is not None]
            if len(between) == len(runs):
                values[pair] = (fmean(low for low, _ in between), fmean(high for _, high in between))
        found.append(values)
    pairs = [pair for pair in found[0] if pair in found[1]]
    if not pairs:
        return None

    def judge(of_a: int, of_b: int) -> Judged:
        a, b = ({pair: values[pair][side] for pair in pairs} for values, side in zip(found, (of_a, of_b), strict=True))
        return judged(name, a, b, margin=margin, identical=identical)

    worst = judge(1, 0)
    if all(low == high for values in found for low, high in (values[pair] for pair in pairs)):
        return worst  # nothing is open: the best case is the same
    best = judge(0, 1)
    if worst.verdict == best.verdict:
        return worst
    told = f"runs that are not complete decide between {worst.verdict} and {best.verdict}: resume them"
    return replace(worst, verdict="inconclusive", needs=0, why=told)


def adjusted(rows: Sequence[Judged], level: float = LEVEL) -> list[Judged]:
    """The rows with p as it is when there are several (Holm), and verdicts that still hold then."""
    chances = holm({place: row.p for place, row in enumerate(rows)})
    found = []
    for place, row in enumerate(rows):
        row = replace(row, adjusted=chances[place])
        if row.verdict in ("better", "worse") and row.adjusted > level:
            needs = max(1, fewest_pairs(level / len(rows)) - row.pairs)
            told = f"among {len(rows)} figures one like this comes by chance"
            row = replace(row, verdict="inconclusive", why=told, needs=needs)
        found.append(row)
    return found


def _told(runs: Sequence[Attempt]) -> str:
    names = dict.fromkeys(f"{each.player}, {each.mind}" for each in runs)
    return f"{' and '.join(names)}: {len(runs)} {'run' if len(runs) == 1 else 'runs'}"


def _changed(sides: Sequence[Cells]) -> Iterable[str]:
    for name in sorted({pair[0] for pair in sides[0]}):
        hashes = [{each.scenario_hash for runs in _only(side, name).values() for each in runs} for side in sides]
        if hashes[0] != hashes[1]:
            yield f"{name} is not the same scenario in both: it was changed between the runs"


def within_noise(runs: Sequence[Attempt], what: str = TOTAL) -> float | None:
    """The standard deviation of epochs of one scenario and seed: the noise of the player itself. None without two that
    are complete and differ."""
    squares, freedom = 0.0, 0
    for cell in _cells(distinct(runs)).values():
        values = [value for each in cell if (value := each.value(what)) is not None]
        if len(values) > 1:
            squares += variance(values) * (len(values) - 1)
            freedom += len(values) - 1
    return sqrt(squares / freedom) if freedom else None
