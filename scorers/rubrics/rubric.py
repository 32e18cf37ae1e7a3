"""A rubric as a record holds it: criteria with their anchors, their weight, and what of the record they are judged by.

Authors write it as `scenarios.rubrics` reads it. It is a part of the grading: no prompt of a player or a mind holds it.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from sim.vocabulary.core import canonical_json

KAPPA_BAR: Final = 0.6
"""The usual bar: from 0.61 on, agreement is called substantial (Landis and Koch, "The measurement of observer agreement
for categorical data", 1977)."""

Verdict = bool | int
"""What a judge decides: yes or no, or the number of a level, from 0."""


class _Plain(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Sight(_Plain):
    """What of a record a criterion is judged by, from ``since`` until ``until`` (instants; the whole run without)."""

    what: Literal["thread", "words", "deliverable", "file", "everything"]
    """What the seat and ``people`` said to one another; all that the seat said; what it handed in for ``task``; the
    last version of ``file``; all that the seat said or was told."""
    people: tuple[str, ...] = ()
    task: str = ""
    file: str = ""
    since: int | None = None
    until: int | None = None


class Asked(_Plain):
    """One criterion."""

    asks: str
    """The question to the judge."""
    anchors: tuple[str, ...] = Field(min_length=2)
    """What each level looks like, from the worst; of a question with yes or no, what "no" and what "yes" look like."""
    yes_no: bool = False
    good: bool = True
    """Of a question with yes or no: which of them is worth 1."""
    weight: float = Field(1.0, ge=0)
    sees: Sight
    quotes: Literal["seat", "anybody"] = "anybody"
    """Whose words have to be quoted for the verdict."""
    nothing: Literal["fails", "skips"] = "fails"
    """What becomes of it where there is nothing to see: it is worth 0, or it does not count."""
    bar: float = Field(KAPPA_BAR, ge=0, le=1)
    """The kappa against people's labels that a judge needs to be trusted with it."""

    def worth(self, verdict: Verdict) -> float:
        """What a verdict is worth, from 0 to 1: levels in equal steps."""
        if self.yes_no:
            return float(bool(verdict) is self.good)
        return round(int(verdict) / (len(self.anchors) - 1), 6)

    def said(self, verdict: Verdict) -> str:
        """A verdict in words: "yes", "level 2"."""
        return ("yes" if verdict else "no") if self.yes_no else f"level {int(verdict)}"

    def needs_quote(self, verdict: Verdict) -> bool:
        """Whether a verdict has to be shown by a quote: not "no", nor the lowest level. What was never said cannot be
        quoted."""
        return bool(verdict)

    @property
    def digest(self) -> str:
        """BLAKE2b (64 bits, hexadecimal) of what a judge is asked: a criterion that reads otherwise has another."""
        asked = self.model_dump(mode="json", include={"asks", "anchors", "yes_no", "good", "quotes"})
        return blake2b(canonical_json(asked).encode(), digest_size=8).hexdigest()


class Rubric(_Plain):
    """Criteria by their ids, in the author's order."""

    criteria: Mapping[str, Asked]
