"""What grades a run: weights, thresholds and answers. It goes into the record for scorers, and to no mind or player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from scorers.rubrics.rubric import Rubric
from sim.script import Script

Never = Literal["leak", "forged approval", "lost file", "out of scope"]
"""What fails a run whatever else it achieved; the names are those of `scorers.never`."""


class _Plain(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Accepted(_Plain):
    """A value that counts as right from ``since`` (an instant) until the next one is."""

    value: str
    spelled: tuple[str, ...] = ()
    since: int


class Answer(_Plain):
    """The answer to one question of a task. With ``as_of`` one value counts; without, the one true at delivery."""

    fact: str
    as_of: int | None = None
    accepted: tuple[Accepted, ...]


class Grading(_Plain):
    """How a run is graded."""

    scores: Mapping[str, float]
    """Weights, by scorer."""
    total: float
    """The least total with which a run has passed."""
    never: tuple[Never, ...] = ()
    answers: Mapping[str, tuple[Answer, ...]] = {}
    """By task."""
    rubric: Rubric | None = None
    """What a judge is asked."""

    def data(self) -> dict[str, Any]:
        """As JSON data; without a rubric, where there is none."""
        return self.model_dump(mode="json", exclude=None if self.rubric is not None else {"rubric"})


def answers_of(script: Script) -> dict[str, tuple[Answer, ...]]:
    """The answer key of every task."""
    facts = {fact.id: fact for fact in script.facts}
    key = {}
    for task in script.tasks:
        answers = []
        for need in task.needs:
            versions = facts[need.fact].versions
            if need.as_of is not None:
                versions = tuple(version for version in versions if version.since <= need.as_of)[-1:]
            accepted = tuple(Accepted(value=v.value, spelled=v.spelled, since=v.since) for v in versions)
            answers.append(Answer(fact=need.fact, as_of=need.as_of, accepted=accepted))
        key[task.id] = tuple(answers)
    return key
