"""How far a judge agrees with people: its verdicts beside their labels, for each criterion, and a bar to pass.

Precision and recall are those of what counts as met (worth at least half). Kappa is Cohen's, agreement beyond what the
two would have by chance ("A coefficient of agreement for nominal scales", 1960); over levels with squared weights, by
which one level off is a smaller disagreement than three ("Weighted kappa", 1968). For two classes both are the same.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from os import PathLike
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from scorers.rubrics.excerpt import Line
from scorers.rubrics.judge import Deliberation, Judgement, deliberation
from scorers.rubrics.rubric import Asked, Verdict

FILE: Final = "calibration.json"

COVERAGE: Final = 0.9
"""The least share of excerpts for which a judge has to give a usable verdict."""


class NoCalibration(ValueError):
    """A file that holds no calibration: says what is wrong with it."""


class Labelled(NamedTuple):
    """An excerpt, and what people made of it."""

    name: str
    criterion: str
    asked: Asked
    verdict: Verdict
    tricky: bool
    lines: tuple[Line, ...]
    people: tuple[str, ...]

    def deliberation(self, judge: str) -> Deliberation:
        """What has to be asked of a judge about it: the same as of a run."""
        return deliberation(judge, self.asked, self.lines, self.people)


class Standing(BaseModel):
    """How a judge stands on one criterion. Shares are from 0 to 1; None where there is nothing to take one of."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    judge: str
    criterion: str
    digest: str
    """Of the criterion as it was asked."""
    excerpts: int
    graded: int
    """Excerpts with a usable verdict. The shares below are of these."""
    agreement: float | None
    at_least: float | None
    at_most: float | None
    """Bounds of the agreement with 95 % confidence (Wilson's interval)."""
    precision: float | None
    recall: float | None
    kappa: float | None
    bar: float
    """The kappa that is wanted."""

    @property
    def passed(self) -> bool:
        """Whether the judge may be trusted with it."""
        enough = self.graded >= COVERAGE * self.excerpts
        return enough and self.kappa is not None and self.kappa >= self.bar

    @property
    def told(self) -> str:
        """Why it has not passed, in words; "" where it has."""
        if self.passed:
            return ""
        kappa = "no kappa" if self.kappa is None else f"kappa {self.kappa:.2f}"
        return f"it is below its bar ({kappa}, {self.bar:.2f} wanted; {self.graded} of {self.excerpts} excerpts graded)"


def standings(judge: str, labelled: Sequence[Labelled], judgements: Sequence[Judgement]) -> tuple[Standing, ...]:
    """How the judge stands on each criterion, in the order in which they first come up."""
    groups: dict[str, list[tuple[Labelled, Judgement]]] = {}
    for one, judgement in zip(labelled, judgements, strict=True):
        groups.setdefault(one.asked.digest, []).append((one, judgement))
    return tuple(_standing(judge, group) for group in groups.values())


def _standing(judge: str, group: Sequence[tuple[Labelled, Judgement]]) -> Standing:
    first = group[0][0]
    said = {first.asked.said(level): level for level in range(len(first.asked.anchors))}
    pairs = [(int(one.verdict), said[judgement.said]) for one, judgement in group if judgement.said in said]
    worth = [(first.asked.worth(_as(first.asked, a)), first.asked.worth(_as(first.asked, b))) for a, b in pairs]
    agreed = sum(a == b for a, b in pairs)
    right = sum(a >= 0.5 and b >= 0.5 for a, b in worth)
    low, high = wilson(agreed, len(pairs))
    return Standing(
        judge=judge,
        criterion=first.criterion,
        digest=first.asked.digest,
        excerpts=len(group),
        graded=len(pairs),
        agreement=_share(agreed, len(pairs)),
        at_least=low,
        at_most=high,
        precision=_share(right, sum(b >= 0.5 for _, b in worth)),
        recall=_share(right, sum(a >= 0.5 for a, _ in worth)),
        kappa=kappa(pairs, len(first.asked.anchors)),
        bar=first.asked.bar,
    )


def _as(asked: Asked, level: int) -> Verdict:
    return bool(level) if asked.yes_no else level


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 6) if whole else None


def kappa(pairs: Sequence[tuple[int, int]], classes: int) -> float | None:
    """Cohen's kappa of two raters over ``classes`` classes from 0, with squared weights.

    None where chance alone leaves nothing to disagree about: no pairs, or both always said the same one thing.
    """
    if not pairs:
        return None
    count = len(pairs)
    firsts = [sum(a == level for a, _ in pairs) / count for level in range(classes)]
    seconds = [sum(b == level for _, b in pairs) / count for level in range(classes)]
    seen = sum((a - b) ** 2 for a, b in pairs) / count
    chance = sum(firsts[a] * seconds[b] * (a - b) ** 2 for a in range(classes) for b in range(classes))
    return round(1.0 - seen / chance, 6) if chance > 0 else None


def wilson(hits: int, count: int, z: float = 1.959964) -> tuple[float | None, float | None]:
    """The bounds of a share (Wilson, "Probable inference, the law of succession, and statistical inference", 1927)."""
    if not count:
        return None, None
    share, square = hits / count, z * z
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = z / (1 + square / count) * sqrt(share * (1 - share) / count + square / (4 * count * count))
    return round(max(0.0, middle - half), 6), round(min(1.0, middle + half), 6)


class Calibration:
    """How judges stand on criteria: a file that calibrating adds to, and that scoring reads."""

    def __init__(self, standings: Iterable[Standing] = ()) -> None:
        self._standings: Mapping[tuple[str, str], Standing] = {(one.judge, one.digest): one for one in standings}

    @classmethod
    def read(cls, path: str | PathLike[str]) -> "Calibration":
        """What a file holds. Raises `NoCalibration`, and OSError for one that cannot be read."""
        try:
            data = json.loads(Path(path).read_text(encoding="utf-8"))
            return cls(Standing.model_validate(one) for one in data["standings"])
        except (ValueError, KeyError, TypeError, ValidationError) as error:
            said = str(error).splitlines()[0]
            raise NoCalibration(f"{path}: is no calibration of a judge ({said}): calibrate anew") from None

    def with_(self, more: Iterable[Standing]) -> "Calibration":
        """This with newer standings in the place of those of the same judge and criterion."""
        return Calibration([*self._standings.values(), *more])

    def write(self, path: str | PathLike[str]) -> None:
        """Write the file, one line for each standing, so that a change of one is a change of one line."""
        ordered = sorted(self._standings.values(), key=lambda one: (one.judge, one.criterion, one.digest))
        lines = ",\n".join(json.dumps(one.model_dump(mode="json"), ensure_ascii=False) for one in ordered)
        Path(path).write_text(f'{{"standings": [\n{lines}\n]}}\n', encoding="utf-8")

    def doubt(self, judge: str, criterion: Asked) -> str:
        """Why a judge is not to be trusted with a criterion, in words; "" where it has passed its bar."""
        standing = self._standings.get((judge, criterion.digest))
        return "it is not calibrated" if standing is None else standing.told
