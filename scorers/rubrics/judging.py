"""By whom a record is judged: what scoring is handed, so that it needs to know no model."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from scorers.rubrics.question import Question
from scorers.rubrics.rubric import Asked
from scorers.score import Fault

NO_JUDGE: Final = "no judge was given"


class JudgeFault(Exception):
    """No answer came. Arguments: the kind, why in words, and whose fault it is."""

    def __init__(self, kind: str, why: str, whose: Fault = "judge") -> None:
        super().__init__(kind, why, whose)
        self.kind, self.why, self.whose = kind, why, whose

    def __str__(self) -> str:
        return f"{self.kind}: {self.why}"


Recall = Callable[[Question, int], str]
"""Gives the answer that is kept to a question that was asked for the n-th time. Raises `JudgeFault`."""


class Trust(Protocol):
    """What calibration says of a judge (`scorers.rubrics.calibration`)."""

    def doubt(self, judge: str, criterion: Asked) -> str:
        """Why this judge is not to be trusted with this criterion, in words; "" where it has passed."""
        ...


@dataclass(frozen=True)
class Judging:
    """By whom a record is judged, with which answers, and how far that judge can be trusted."""

    judge: str
    recall: Recall
    trust: Trust | None = None
