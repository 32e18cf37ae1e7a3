"""What a gate says of one scenario that was played: for each figure passed, failed, or inconclusive, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Literal

from workaday.attempts import TOTAL, Attempt
from workaday.baseline import Baseline, Stand, by_seed, runs_digest
from workaday.contrast import Judged, adjusted, judged
from workaday.estimators import LEVEL, clustered
from workaday.gate import Gate

Outcome = Literal["passed", "failed", "inconclusive"]

SURE = 0.95
"""How sure a threshold is taken to be reached, or missed, where the seeds differ."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One figure of one scenario."""

    scenario: str
    figure: str
    outcome: Outcome
    why: str
    now: float | None
    """The mean over the seeds. None where it does not apply."""
    least: float | None
    """What it had to reach."""
    before: float | None
    """The mean of the baseline over the same seeds."""
    judged: Judged | None
    """Against the baseline."""


def bars(gate: Gate, baseline: Baseline | None, name: str) -> tuple[str, ...]:
    """The figures of a scenario that something is asked of, in order."""
    stand = None if baseline is None else baseline.scenarios.get(name)
    return tuple(
        figure for figure in gate.figures(name) if figure in gate.file.needs or (stand and figure in stand.figures)
    )


def check(gate: Gate, baseline: Baseline | None, name: str, runs: Sequence[Attempt]) -> dict[str, Checked]:
    """Check every figure of a scenario that was played.

    The total is judged against its baseline at `LEVEL` for all scenarios of the gate together; the other figures of a
    scenario likewise, with Holm's p. A run that is not complete fails all: it says nothing, and a gate that lets pass
    what it did not see is none.
    """
    stopped = [each for each in runs if not each.complete]
    stand = None if baseline is None else baseline.scenarios.get(name)
    rows = {} if stand is None or stopped else _against(gate, stand, name, runs)
    return {
        figure: _checked(gate, stand, name, figure, runs, stopped, rows.get(figure))
        for figure in bars(gate, baseline, name)
    }


def _against(gate: Gate, stand: Stand, name: str, runs: Sequence[Attempt]) -> Mapping[str, Judged]:
    level = LEVEL / len(gate.loaded)
    seeds = [seed for seed in gate.seeds if seed in stand.seeds]
    identical = list(stand.seeds) == seeds and stand.runs == runs_digest(runs, seeds)
    rows = {}
    for figure in stand.figures:
        before, now = stand.by_seed(figure), by_seed(runs, figure)
        both = [seed for seed in now if seed in before]
        if both:
            old, new = ({(name, seed): values[seed] for seed in both} for values in (before, now))
            rows[figure] = judged(figure, old, new, margin=gate.file.margin, level=level, identical=identical)
    others = [row for figure, row in rows.items() if figure != TOTAL]
    return rows | {row.name: row for row in adjusted(others, level)}


def _checked(
    gate: Gate,
    stand: Stand | None,
    name: str,
    figure: str,
    runs: Sequence[Attempt],
    stopped: Sequence[Attempt],
    row: Judged | None,
) -> Checked:
    values = by_seed(runs, figure)
    mean, least = (fmean(values.values()) if values else None), gate.file.needs.get(figure)
    known = stand.figures.get(figure) if stand is not None else None
    said = Checked(name, figure, "passed", "", mean, least, row.a if row is not None else None, row)
    if stopped:
        told = "; ".join(f"seed {each.seed}: {each.why}" for each in stopped[:3])
        return replace(said, outcome="failed", why=f"{len(stopped)} of {len(runs)} runs are not complete ({told})")
    stale = _stale(gate, stand, name, figure, runs)
    if stale:
        return replace(said, outcome="failed", why=stale)
    found: list[tuple[Outcome, str]] = []
    if least is not None:
        found.append(_reaches(figure, values, least))
    if known is not None:
        found.append(_stands(figure, row))
    for outcome in ("failed", "inconclusive"):
        whys = [why for got, why in found if got == outcome]
        if whys:
            return replace(said, outcome=outcome, why="; ".join(whys))
    return replace(said, why="; ".join(why for _, why in found))


def _stale(gate: Gate, stand: Stand | None, name: str, figure: str, runs: Sequence[Attempt]) -> str:
    """Why the baseline is no measure of these runs; "" where it is."""
    if stand is None or figure not in stand.figures:
        return ""
    update = f"read what changed, and write it anew: workaday baseline update {gate.path}"
    if stand.scenario_hash != gate.scenario(name).content_hash:
        return f"the scenario has changed since the baseline: {update}"
    old, new = stand.figures[figure].version, runs[0].versions.get(figure)
    if old != new:
        return f"the scorer is of version {new}, and the baseline of version {old}: {update}"
    return ""


def _reaches(figure: str, values: Mapping[int, float], least: float) -> tuple[Outcome, str]:
    """Whether the mean reaches its threshold, with `SURE`; one seed, and seeds that agree, are taken as they are."""
    if not values:
        return "inconclusive", f"{figure} does not apply in any run, and has to reach {least:g}"
    mean = fmean(values.values())
    told = f"{figure} is {mean:.3f}, and has to reach {least:g}"
    interval = clustered(list(values.values()), list(values), 2 * SURE - 1)
    low, high = (mean, mean) if interval is None else (interval.low, interval.high)
    if low >= least - 1e-9:
        return "passed", told
    if high < least:
        return "failed", told
    return "inconclusive", f"{told}; with so few seeds it may be {low:.3f} to {high:.3f}"


def _stands(figure: str, row: Judged | None) -> tuple[Outcome, str]:
    """Whether the figure is not worse than the baseline."""
    if row is None:
        return "inconclusive", f"{figure} does not apply in any run that the baseline has"
    told = f"{row.verdict} than the baseline" if row.verdict in ("better", "worse") else f"{row.verdict}"
    told = f"{told}: {row.a:.3f} before, {row.b:.3f} now; {row.why}"
    if row.verdict == "worse":
        return "failed", told
    if row.verdict == "inconclusive":
        more = f", needs {row.needs} more {'seed' if row.needs == 1 else 'seeds'}" if row.needs else ""
        return "inconclusive", f"{told}{more}"
    return "passed", told
