"""What many runs of one player come to: the mean with its interval, pass@k and pass^k, difficulty, cost of a success.

Runs that did not come to their end are kept: each figure has the worst and the best that it can become, reckoned with 0
and with 1 in the place of what is not known.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from sim.model import Usage
from workaday.attempts import Attempt, distinct
from workaday.estimators import Interval, clustered, pass_all, pass_at


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure between its bounds, which differ only where runs are not complete."""

    worst: float
    best: float

    @property
    def known(self) -> bool:
        """Whether every run it rests on is complete."""
        return self.best - self.worst < 1e-9

    def data(self) -> Any:
        """The number, or its bounds."""
        return round(self.worst, 6) if self.known else {"worst": round(self.worst, 6), "best": round(self.best, 6)}

    def __str__(self) -> str:
        return f"{self.worst:.2f}" if self.known else f"{self.worst:.2f} to {self.best:.2f}"


@dataclass(frozen=True, slots=True)
class Row:
    """One scenario, or all of them."""

    name: str
    runs: int
    counted: int
    """Runs that are evidence of their own (`workaday.attempts.distinct`)."""
    incomplete: int
    mean: Figure | None
    """Of the totals. None where there is nothing to grade."""
    pass_1: Figure
    """The probability that a run passes."""
    pass_at_k: Figure
    pass_all_k: Figure
    cost: float | None
    """US dollars of all runs; None where a price is not known."""
    tokens: int
    passed: int
    """Counted runs that passed."""

    @property
    def difficulty(self) -> Figure:
        """The probability that a run does not pass."""
        return Figure(1 - self.pass_1.best, 1 - self.pass_1.worst)

    @property
    def learnability(self) -> Figure:
        """What k tries reach that one does not: pass@k less pass@1, for the worst case and the best."""
        gaps = sorted(
            (self.pass_at_k.worst - self.pass_1.worst, self.pass_at_k.best - self.pass_1.best),
        )
        return Figure(*gaps)

    @property
    def cost_per_success(self) -> float | None:
        """US dollars of all counted runs for each that passed; None without a price or a success."""
        return None if self.cost is None or not self.passed else self.cost / self.passed

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "runs": self.runs,
            "counted": self.counted,
            "incomplete": self.incomplete,
            "passed": self.passed,
            "mean": None if self.mean is None else self.mean.data(),
            "pass@1": self.pass_1.data(),
            "pass@k": self.pass_at_k.data(),
            "pass^k": self.pass_all_k.data(),
            "difficulty": self.difficulty.data(),
            "learnability": self.learnability.data(),
            "cost": self.cost,
            "tokens": self.tokens,
            "cost_per_success": self.cost_per_success,
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """All runs of one player."""

    k: int
    rows: tuple[Row, ...]
    """By scenario."""
    whole: Row
    """Of all scenarios, each of which counts alike."""
    interval: Interval | None
    """Of the mean total, at 95 %; from the worst case's lower end to the best case's upper end. None with one
    cluster."""
    clustered_by: str
    """"scenario", or "seed" where there is one scenario."""
    curve: Mapping[int, tuple[float, float]]
    """pass@k and pass^k for every k that all scenarios have runs for, incomplete ones taken for failures."""
    same: tuple[str, ...]
    """What is to be said of runs that were the same."""
    incomplete: tuple[str, ...]
    """Which runs are not complete, and why."""

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        interval = self.interval
        told = None if interval is None else [round(interval.low, 6), round(interval.high, 6)]
        return {
            "k": self.k,
            "scenarios": {row.name: row.data() for row in self.rows},
            "all": {**self.whole.data(), "interval": told, "clustered_by": self.clustered_by},
            "curve": {str(k): {"pass@k": at, "pass^k": every} for k, (at, every) in self.curve.items()},
            "same": list(self.same),
            "incomplete": list(self.incomplete),
        }


def summary(runs: Sequence[Attempt], k: int | None = None) -> Summary:
    """What these runs come to. ``k`` is that of pass@k: the runs that the scenario with the fewest has, where it is
    None.

    Raises ``ValueError`` without runs, and for a ``k`` above what a scenario has runs for.
    """
    if not runs:
        raise ValueError("there are no runs")
    grouped: dict[str, list[Attempt]] = {}
    for each in runs:
        grouped.setdefault(each.scenario, []).append(each)
    counted = {name: distinct(of) for name, of in grouped.items()}
    fewest = min(map(len, counted.values()))
    if k is not None and k > fewest:
        raise ValueError(f"k is {k}, and there is a scenario with {fewest} different runs")
    k = k or fewest
    rows = tuple(_row(name, grouped[name], counted[name], k) for name in grouped)
    interval, clusters = _interval([each for of in counted.values() for each in of])
    return Summary(
        k=k,
        rows=rows,
        whole=_whole(rows),
        interval=interval,
        clustered_by=clusters,
        curve={n: _curve(counted.values(), n) for n in range(1, fewest + 1)},
        same=tuple(_same(grouped, counted)),
        incomplete=tuple(f"{each.path}: {each.why}" for each in runs if not each.complete),
    )


def _row(name: str, runs: Sequence[Attempt], counted: Sequence[Attempt], k: int) -> Row:
    n, passed = len(counted), sum(each.passed for each in counted)
    possible = passed + sum(not each.complete for each in counted)

    def between(estimate: Callable[[int, int, int], float], k: int) -> Figure:
        return Figure(estimate(k, n, passed), estimate(k, n, possible))

    totals = [bounds for each in counted if (bounds := each.bounds()) is not None]
    used = sum((each.usage for each in counted), Usage())
    return Row(
        name=name,
        runs=len(runs),
        counted=n,
        incomplete=sum(not each.complete for each in runs),
        mean=Figure(fmean(low for low, _ in totals), fmean(high for _, high in totals)) if totals else None,
        pass_1=between(pass_at, 1),
        pass_at_k=between(pass_at, k),
        pass_all_k=between(pass_all, k),
        cost=used.cost,
        tokens=used.prompt_tokens + used.completion_tokens,
        passed=passed,
    )


def _whole(rows: Sequence[Row]) -> Row:
    def mean(figures: Iterable[Figure]) -> Figure:
        found = list(figures)
        return Figure(fmean(each.worst for each in found), fmean(each.best for each in found))

    means = [row.mean for row in rows if row.mean is not None]
    costs = [row.cost for row in rows]
    return Row(
        name="all",
        runs=sum(row.runs for row in rows),
        counted=sum(row.counted for row in rows),
        incomplete=sum(row.incomplete for row in rows),
        mean=mean(means) if means else None,
        pass_1=mean(row.pass_1 for row in rows),
        pass_at_k=mean(row.pass_at_k for row in rows),
        pass_all_k=mean(row.pass_all_k for row in rows),
        cost=None if None in costs else sum(cost for cost in costs if cost is not None),
        tokens=sum(row.tokens for row in rows),
        passed=sum(row.passed for row in rows),
    )


def _interval(counted: Sequence[Attempt]) -> tuple[Interval | None, str]:
    """The interval of the mean total, and by what it is clustered: of the means of scenarios, each counting alike, or
    of seeds where there is one scenario."""
    name = "scenario" if len({each.scenario for each in counted}) > 1 else "seed"
    grouped: dict[str | int, list[tuple[float, float]]] = {}
    for each in counted:
        if (bounds := each.bounds()) is not None:
            grouped.setdefault(each.scenario if name == "scenario" else each.seed, []).append(bounds)
    if not grouped:
        return None, name
    worst, best = (
        clustered([fmean(bounds[side] for bounds in of) for of in grouped.values()], list(grouped)) for side in (0, 1)
    )
    if worst is None or best is None:
        return None, name
    return Interval(worst.mean, max(0.0, worst.low), min(1.0, best.high)), name


def _curve(counted: Iterable[Sequence[Attempt]], k: int) -> tuple[float, float]:
    sizes = [(len(of), sum(each.passed for each in of)) for of in counted]
    return fmean(pass_at(k, n, c) for n, c in sizes), fmean(pass_all(k, n, c) for n, c in sizes)


def _same(grouped: Mapping[str, Sequence[Attempt]], counted: Mapping[str, Sequence[Attempt]]) -> Iterable[str]:
    """A sentence for each scenario of which runs with equal seeds are the same."""
    for name, runs in grouped.items():
        again = len(runs) - len(counted[name])
        if again:
            told = f"{again} of {len(runs)} runs are the same as another of their seed, event by event"
            yield f"{name}: {told}: the player does the same every time, and they count once."
