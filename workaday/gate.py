"""A gate: scenarios that a player has to pass in CI, with thresholds, and a baseline that it must not fall behind.

A gate is a file ``NAME.workaday.yaml`` (`GateFile`); its baseline is another that `workaday baseline update` writes
(`workaday.baseline`). docs/ci.md shows both. What is measured are *figures*: the total, whether the run passed, and
what each scorer with a weight says.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from sim.cassette import OnMiss
from sim.misspelling import did_you_mean
from sim.model import ModelFault, ModelReply, ModelRequest, Role
from sim.source import Problem, Source, SourceError
from sim.source import load as load_source
from workaday.attempts import PASSED, TOTAL, Attempt, attempt
from workaday.contrast import MARGIN
from workaday.repeats import JOBS, Sweep, seeds_of

if TYPE_CHECKING:
    from scenarios.load import Loaded

SUFFIX: Final = ".workaday.yaml"
Inconclusive = Literal["fail", "skip", "xfail"]


def _seeds(told: str) -> str:
    seeds_of(told)
    return told


class GateFile(BaseModel):
    """The file of a gate."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    gate: str
    """What it is called."""
    scenarios: tuple[str, ...] = Field(min_length=1)
    """Files beside this one, or names of the library."""
    player: str
    """Who is tested: a name as for --player; a file is looked for beside this one."""
    mind: str = "reflex"
    seeds: Annotated[str, AfterValidator(_seeds)] = "1..10"
    epochs: int = Field(1, ge=1)
    needs: Mapping[str, Annotated[float, Field(ge=0, le=1)]] = {}
    """By figure ("total", "passed", a scorer): what its mean over the seeds has to reach."""
    baseline: str | None = None
    """The file of the baseline, beside this one."""
    margin: float = Field(MARGIN, gt=0, le=1)
    """The difference from the baseline that is worth knowing of."""
    inconclusive: Inconclusive = "skip"
    """What becomes of a test that can neither pass nor fail."""
    cassettes: str = "cassettes"
    """The folder of recorded runs whose answers are used, beside this file."""
    on_miss: OnMiss = "error"
    """What becomes of a question to a model that is not recorded."""
    budget: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gate:
    """A gate that can be played."""

    path: Path
    file: GateFile
    loaded: "tuple[Loaded, ...]"

    @property
    def player(self) -> str:
        """The player's name, its file told from where one is."""
        return _beside(self.path.parent, self.file.player)

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds that are played."""
        return seeds_of(self.file.seeds)

    @property
    def baseline(self) -> Path | None:
        """Where the baseline is, or is to be."""
        return None if self.file.baseline is None else self.path.parent / self.file.baseline

    def scenario(self, name: str) -> "Loaded":
        """The scenario of this id."""
        return next(each for each in self.loaded if each.script.scenario == name)

    def figures(self, name: str) -> tuple[str, ...]:
        """What is measured of a scenario: the total, whether it passed, and its scorers with a weight."""
        weights = self.scenario(name).grading.scores
        return (TOTAL, PASSED, *sorted(scorer for scorer, weight in weights.items() if weight > 0))

    def sweep(self, folder: Path, names: Sequence[str], *, live: bool = False) -> Sweep:
        """The runs of some of its scenarios, into a folder. No model is asked that the cassettes answer for; without
        ``live`` none at all, unless the gate says so (on_miss)."""
        file = self.file
        return Sweep(
            [self.scenario(name) for name in names],
            self.player,
            folder,
            mind=file.mind,
            seeds=self.seeds,
            epochs=file.epochs,
            jobs=JOBS,
            port=None if live or file.on_miss == "live" else NoModel(self.path),
            cassettes=None if live else self.path.parent / file.cassettes,
            on_miss=file.on_miss,
            budget=file.budget,
        )

    def play(self, folder: Path, names: Sequence[str] | None = None, *, live: bool = False) -> list[Attempt]:
        """Play these scenarios, or all of them, and read the runs."""
        import asyncio

        sweep = self.sweep(folder, names or [each.script.scenario for each in self.loaded], live=live)
        plays = sweep.plan()
        asyncio.run(sweep.play(plays))
        return [attempt(each.path) for each in plays]


class NoModel:
    """A model port that asks nobody: in CI there is no key, and a model that is asked unawares is no gate."""

    def __init__(self, gate: Path) -> None:
        self._gate = gate

    async def complete(self, request: ModelRequest, *, role: Role, who: str) -> ModelReply:
        """Raises :class:`~sim.model.ModelFault`, with what would do."""
        record = f"record them where there is a key: workaday baseline update {self._gate} --record"
        raise ModelFault("unreachable", f"{who} asks {request.model}, and no cassette has its answers; {record}")


def read(path: str | os.PathLike[str], **changes: Any) -> Gate:
    """The gate in this file; ``changes`` are in the place of what stands there. Raises :class:`sim.source.SourceError`
    with all that is wrong with it, or with one of its scenarios."""
    from scenarios.load import load

    file, source = load_source(path, GateFile)
    file = file.model_copy(update={key: value for key, value in changes.items() if value is not None})
    here = Path(path).parent
    loaded = tuple(load(_beside(here, name)) for name in file.scenarios)
    gate = Gate(Path(path), file, loaded)
    problems = list(_strangers(gate, source))
    if problems:
        raise SourceError(problems)
    return gate


def of_scenario(path: Path, player: str, seeds: str, inconclusive: Inconclusive = "skip") -> Gate:
    """The gate that a scenario is by itself: every run has to pass, by the thresholds of the scenario."""
    from scenarios.load import load

    loaded = load(path)
    needs = {TOTAL: loaded.grading.total, PASSED: 1.0}
    file = GateFile(
        gate=loaded.script.scenario, scenarios=(str(path),), player=player, seeds=seeds, needs=needs,
        inconclusive=inconclusive,
    )  # fmt: skip
    return Gate(path, file, (loaded,))


def _strangers(gate: Gate, source: Source) -> "Sequence[Problem]":
    known = sorted({figure for each in gate.loaded for figure in gate.figures(each.script.scenario)})
    return [
        source.problem(("needs", name), key=True, rule="is no figure of these scenarios", fix=did_you_mean(name, known))
        for name in gate.file.needs
        if name not in known
    ]


def _beside(folder: Path, name: str) -> str:
    """A file that is named beside another, as it is found from where one is; anything else as it is: "agent.py:Agent",
    "scripted:steps.yaml", "first-week"."""
    front, colon, back = name.rpartition(":")
    for part in (front, back):
        if part.endswith((".py", ".yaml", ".yml")) and not Path(part).is_absolute():
            told = os.path.relpath(folder / part)
            return name.replace(part, told) if colon else told
    return name
