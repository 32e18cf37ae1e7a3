"""Runs taken as evidence: what each file says of how well a player does, and what a run that is not over may still
say."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from scorers.score_run import ScoreCard, score_record
from sim.model import Usage
from sim.record import Record
from sim.vocabulary.run import RunEnded
from workaday.exits import Exit, Trouble
from workaday.judging import Judge, judging_of
from workaday.runs import open_run

SUFFIX: Final = ".workaday"
TOTAL: Final = "total"
PASSED: Final = "passed"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One run as evidence."""

    path: str
    scenario: str
    scenario_hash: str
    seed: int
    epoch: int
    """Which play of this scenario and seed it is, from 1."""
    player: str
    mind: str
    digest: str
    complete: bool
    """Whether it came to its end, or the player itself was what stopped it."""
    why: str
    """How it ended."""
    passed: bool
    total: float | None
    """None where there is nothing to grade, and of a run that is not complete."""
    scores: Mapping[str, float | None]
    """By scorer."""
    weights: Mapping[str, float]
    versions: Mapping[str, str]
    criteria: Mapping[tuple[str, str], float | None]
    """By scorer and criterion."""
    usage: Usage
    worst: float | None = None
    """The total with all that is open (what no judge could say) taken as lost; None where there is nothing to bound."""
    best: float | None = None

    @property
    def pair(self) -> tuple[str, int]:
        """What makes two runs of two players comparable: the same world."""
        return self.scenario, self.seed

    def value(self, what: str = TOTAL) -> float | None:
        """The total, whether it passed (0 or 1), or what a scorer says. None where that does not apply or is not known
        yet."""
        if not self.complete:
            return None
        if what == PASSED:
            return float(self.passed)
        return self.total if what == TOTAL else self.scores.get(what)

    def bounds(self, what: str = TOTAL) -> tuple[float, float] | None:
        """The least and the most that :meth:`value` can be: 0 and 1 for a run that is not complete. None where it does
        not apply."""
        if not self.complete:
            return 0.0, 1.0
        if what == TOTAL and self.worst is not None and self.best is not None:
            return self.worst, self.best
        value = self.value(what)
        return None if value is None else (value, value)


def attempt_of(record: Record, card: ScoreCard) -> Attempt:
    """A record as evidence, with its scores."""
    header = record.header
    complete = card.fault in (None, "agent")
    ended = record.last(RunEnded)
    why = ended.body.why if ended is not None and isinstance(ended.body, RunEnded) else ""
    return Attempt(
        path=record.path,
        scenario=record.scenario,
        scenario_hash=str(header.get("scenario_hash", "")),
        seed=record.seed,
        epoch=int(header.get("epoch", 1)),
        player=str(header.get("player_from", header["player"])),
        mind=str(header["mind"]),
        digest=record.digest(),
        complete=complete,
        why=card.outcome if complete or not why else f"{card.outcome} ({why})",
        passed=complete and card.success,
        total=card.total if complete else None,
        scores={name: score.value for name, score in card.scores.items()},
        weights={name: score.weight for name, score in card.scores.items()},
        versions=dict(card.versions),
        criteria={(name, each.name): each.value for name, score in card.scores.items() for each in score.criteria},
        usage=sum(record.usage().values(), Usage()),
        worst=card.worst if card.ungraded else None,
        best=card.best if card.ungraded else None,
    )


def attempt(path: str | os.PathLike[str], judge: Judge | None = None) -> Attempt:
    """A run file as evidence, with what a judge answered of it before. Nothing is simulated, and nobody asked but the
    ``judge``, where one is given, what is not graded yet.

    Raises :class:`~workaday.exits.Trouble` where there is no such file, :class:`sim.runfile.JournalError`,
    :class:`scorers.case.NotScorable`.
    """
    with open_run(os.fspath(path)) as record:
        judging = judging_of(record) if judge is None else judge.of(record)
        return attempt_of(record, score_record(record, judging=judging))


def found(told: str) -> list[Path]:
    """The run files that one argument names: a file, a folder with run files in it, or several with commas between.

    Raises :class:`~workaday.exits.Trouble` where there are none.
    """
    paths: list[Path] = []
    for part in told.split(","):
        path = Path(part)
        inside = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
        if not inside:
            raise Trouble(Exit.USER, f"{part}: there is no run file (*{SUFFIX}) in this folder")
        paths += inside
    return paths


def attempts(arguments: Iterable[str]) -> list[Attempt]:
    """The runs that these arguments name (:func:`found`), in the order of scenario, seed and epoch.

    Several files of one scenario, seed and epoch are epochs of their own, numbered on. Raises what :func:`attempt`
    does.
    """
    read = [attempt(path) for argument in arguments for path in found(argument)]
    read.sort(key=lambda each: (each.scenario, each.seed, each.epoch, each.path))
    taken: set[tuple[str, int, int]] = set()
    for place, each in enumerate(read):
        epoch = each.epoch
        while (each.scenario, each.seed, epoch) in taken:
            epoch += 1
        taken.add((each.scenario, each.seed, epoch))
        read[place] = replace(each, epoch=epoch)
    return read


def distinct(runs: Sequence[Attempt]) -> list[Attempt]:
    """Those that are evidence of their own: of equal runs (equal digests) of one scenario and seed, the first.

    A player that does the same every time plays the same run in every epoch, and has shown it once.
    """
    seen: set[Any] = set()
    kept = []
    for each in runs:
        key = (each.scenario, each.seed, each.digest) if each.complete else each.path
        if key not in seen:
            seen.add(key)
            kept.append(each)
    return kept
