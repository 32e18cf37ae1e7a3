"""The baseline of a gate: what each figure was with each seed, in a file that is committed and whose changes are read.

It is written by `workaday baseline update`, one line for a figure of a scenario, so that a diff shows what has moved.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from statistics import fmean

from pydantic import BaseModel, ConfigDict

from sim.source import load as load_source
from workaday.attempts import Attempt
from workaday.gate import Gate

HEAD = """\
# Written by `workaday baseline update`. Read what changed in the diff, and commit it.
# values: what the figure was, by seed in their order; an empty place where it did not apply.
"""


class _Plain(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Figure(_Plain):
    """One figure of a scenario."""

    mean: float
    values: tuple[float | None, ...]
    """By seed, each the mean over the epochs."""
    version: str | None = None
    """Of the scorer."""


class Stand(_Plain):
    """What a scenario came to."""

    scenario_hash: str
    runs: str
    """A digest of all the runs: equal ones are the same event by event."""
    seeds: tuple[int, ...]
    figures: Mapping[str, Figure]

    def by_seed(self, figure: str) -> dict[int, float]:
        """What the figure was, where it applied."""
        values = self.figures[figure].values
        return {seed: value for seed, value in zip(self.seeds, values, strict=True) if value is not None}


class Baseline(_Plain):
    """The file."""

    baseline: str
    """The gate that it is of."""
    player: str
    mind: str
    scenarios: Mapping[str, Stand]


def read(path: Path) -> Baseline:
    """The baseline in this file. Raises :class:`sim.source.SourceError`."""
    return load_source(path, Baseline)[0]


def by_seed(runs: Sequence[Attempt], figure: str) -> dict[int, float]:
    """What a figure is with each seed, the mean over its epochs; without the seeds where it does not apply."""
    found: dict[int, list[float | None]] = {}
    for each in runs:
        found.setdefault(each.seed, []).append(each.value(figure))
    means = {}
    for seed, values in found.items():
        known = [value for value in values if value is not None]
        if len(known) == len(values):
            means[seed] = fmean(known)
    return means


def runs_digest(runs: Sequence[Attempt], seeds: Sequence[int]) -> str:
    """One digest of the runs with these seeds."""
    chosen = sorted((each.seed, each.epoch, each.digest) for each in runs if each.seed in seeds)
    return blake2b(repr(chosen).encode(), digest_size=8).hexdigest()


def taken(gate: Gate, runs: Sequence[Attempt]) -> Baseline:
    """The baseline that these runs of a gate make, all of which are complete."""
    stands = {}
    for loaded in gate.loaded:
        name = loaded.script.scenario
        of = [each for each in runs if each.scenario == name]
        figures = {}
        for figure in gate.figures(name):
            values = by_seed(of, figure)
            if values:
                told = tuple(None if seed not in values else round(values[seed], 6) for seed in gate.seeds)
                version = of[0].versions.get(figure)
                figures[figure] = Figure(mean=round(fmean(values.values()), 4), values=told, version=version)
        stands[name] = Stand(
            scenario_hash=loaded.content_hash, runs=runs_digest(of, gate.seeds), seeds=gate.seeds, figures=figures
        )
    return Baseline(baseline=gate.file.gate, player=gate.file.player, mind=gate.file.mind, scenarios=stands)


def text(baseline: Baseline) -> str:
    """The file, the same for equal baselines."""
    return HEAD + "".join(f"{line}\n" for line in _lines(baseline))


def _lines(baseline: Baseline) -> Iterator[str]:
    yield f"baseline: {_quoted(baseline.baseline)}"
    yield f"player: {_quoted(baseline.player)}"
    yield f"mind: {_quoted(baseline.mind)}"
    yield "scenarios:"
    for name, stand in baseline.scenarios.items():
        yield f"  {name}:"
        yield f"    scenario_hash: {_quoted(stand.scenario_hash)}"
        yield f"    runs: {_quoted(stand.runs)}"
        yield f"    seeds: [{', '.join(map(str, stand.seeds))}]"
        yield "    figures:"
        for figure, of in stand.figures.items():
            version = "" if of.version is None else f"version: {_quoted(of.version)}, "
            values = ", ".join("null" if value is None else f"{value:g}" for value in of.values)
            yield f"      {figure}: {{{version}mean: {of.mean:g}, values: [{values}]}}"


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
