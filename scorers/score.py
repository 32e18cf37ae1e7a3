"""A score: one number between 0 and 1, what it is made of, and where in the record it can be seen.

A *scorer* reads a record and gives a `Score`. It is a class with a ``name`` and a ``version`` that is constructed
without arguments and announced as an entry point in ``workaday.scorers`` (`scorers.registry`). Its score is a pure
function of the record: equal records give equal scores, on every machine, without a model, a clock or a network.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import Literal, Protocol, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from sim.record import Record

Fault = Literal["agent", "coworker", "judge", "infrastructure", "scenario"]
"""Who is at fault for what a criterion lost."""


class _Plain(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Criterion(_Plain):
    """One thing that was looked at. ``value`` is from 0 to 1, or None where there was nothing to look at."""

    name: str
    value: float | None = Field(ge=0, le=1)
    weight: float = Field(1.0, ge=0)
    """Its share beside the other criteria of the same score; 0 for what is only told."""
    explanation: str = ""
    evidence: tuple[int, ...] = ()
    """Serials of the events that show it."""
    fault: Fault = "agent"
    ungraded: str = ""
    """Why it could not be graded, though it should have been: then it has no value, and `fault` is whoever failed."""


class Score(_Plain):
    """What one scorer makes of one record. A score that does not apply has no value and says why not."""

    scorer: str
    version: str
    value: float | None = Field(ge=0, le=1)
    why_not: str | None = None
    weight: float = Field(1.0, ge=0)
    """Its share in the total, as the scenario has it."""
    explanation: str
    """One or two sentences for people."""
    evidence: tuple[int, ...] = ()
    criteria: tuple[Criterion, ...] = ()

    @model_validator(mode="after")
    def _says_why_not(self) -> Self:
        if (self.value is None) == (self.why_not is None):
            raise ValueError("a score has a value, or says why it does not apply: exactly one of value and why_not")
        return self

    @property
    def applies(self) -> bool:
        """Whether there was anything to score."""
        return self.value is not None


class Scorer(Protocol):
    """What can be announced in ``workaday.scorers``: a class that makes these, called without arguments."""

    name: str
    version: str

    def score(self, record: Record, /) -> Score:
        """The score of one run. Raises `scorers.case.NotScorable` for a record that does not hold what it reads."""
        ...


def weighted_mean(criteria: Iterable[Criterion]) -> float | None:
    """The mean of the values by weight, to six places; None where no criterion with a weight has a value."""
    counted = [(c.value, c.weight) for c in criteria if c.value is not None and c.weight > 0]
    whole = sum(weight for _, weight in counted)
    return round(sum(value * weight for value, weight in counted) / whole, 6) if counted else None


def summed_up(
    scorer: Scorer, criteria: Iterable[Criterion], explanation: str, *, why_not: str = "there was nothing to score"
) -> Score:
    """The score of ``scorer`` whose value is the weighted mean of ``criteria``; not applicable where that has no value.

    Its evidence is that of the criteria, each event once, in order.
    """
    criteria = tuple(criteria)
    value = weighted_mean(criteria)
    return Score(
        scorer=scorer.name,
        version=scorer.version,
        value=value,
        why_not=why_not if value is None else None,
        explanation=explanation,
        evidence=tuple(sorted({serial for criterion in criteria for serial in criterion.evidence})),
        criteria=criteria,
    )


def first_loss(criteria: Iterable[Criterion], otherwise: str) -> str:
    """What the first criterion that lost something says of it; ``otherwise`` where none did."""
    return next((c.explanation for c in criteria if c.value is not None and c.value < 1.0), otherwise)


def worst_loss(criteria: Iterable[Criterion], otherwise: str) -> str:
    """What the criterion with the least value says of it; ``otherwise`` where none lost anything."""
    lost = (c for c in criteria if c.value is not None and c.value != 1.0)
    worst = min(lost, key=lambda c: c.value or 0.0, default=None)
    return otherwise if worst is None else worst.explanation


def not_applicable(scorer: Scorer, why_not: str) -> Score:
    """A score that neither helps nor hurts."""
    return Score(scorer=scorer.name, version=scorer.version, value=None, why_not=why_not, explanation=why_not)


def along(points: tuple[tuple[int, float], ...], x: int) -> float:
    """The value at ``x`` on the line through ``points`` (sorted by their first number), level before and after."""
    if x <= points[0][0]:
        return points[0][1]
    for (x0, y0), (x1, y1) in pairwise(points):
        if x <= x1:
            return round(y0 + (y1 - y0) * (x - x0) / (x1 - x0), 6)
    return points[-1][1]


def capital(text: str) -> str:
    """``text`` as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def spell(seconds: int) -> str:
    """A length of time for people: "40 min", "2.5 h"."""
    return f"{seconds // 60} min" if seconds < 5400 else f"{seconds / 3600:.1f}".removesuffix(".0") + " h"
