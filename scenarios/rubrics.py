"""The rubric of a scenario as its author writes it, in a file beside it or in the scenario itself, and its checking.

What it says grades: it goes into the grading, and no prompt of a player or a mind holds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from orgs.values import Id, Words
from scenarios.values import DrivePath, Entry, Names, Text, When
from scorers.rubrics.rubric import KAPPA_BAR, Asked, Rubric, Sight
from sim import source
from sim.source import DataPath, Source, SourceError, leads_out
from sim.units import BadValue

if TYPE_CHECKING:
    from scenarios.ground import Ground

_PLACES = ("thread", "deliverable", "file", "all")
_WRITE_SEES = "Write sees: {thread: PERSON}, {deliverable: TASK}, {file: /a/b.md}, words or talk."


class SightEntry(Entry):
    """What of the record a criterion is judged by: one place, in the whole run or from one time until another."""

    thread: Names = ()
    """What the seat and these people said to one another, by any way but a channel."""
    deliverable: str | None = None
    """What the seat handed in for this task."""
    file: DrivePath | None = None
    """The last version of this file, by whoever wrote it."""
    all: Literal["words", "talk"] | None = None
    """All that the seat said; or all that it said or was told. Long runs give long prompts."""
    day: When | None = None
    """Of this day alone."""
    from_: When | None = Field(None, alias="from")
    until: When | None = None

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        there = [name for name in _PLACES if getattr(self, name)]
        if len(there) != 1:
            rule = f"names several places, {' and '.join(there)}" if there else "names no part of the record"
            raise BadValue(None, rule, _WRITE_SEES)
        if self.day is not None and (self.from_ or self.until):
            raise BadValue(None, "has a day and a time besides", "Keep day, or from and until.")
        return self


def _sight(value: object) -> object:
    return {"all": value} if isinstance(value, str) else value


class CriterionEntry(Entry):
    """One question to the judge, with what each answer to it looks like."""

    asks: Text
    """The question, in a sentence or two that name the people meant."""
    yes: Text | None = None
    """What "yes" looks like."""
    no: Text | None = None
    """What "no" looks like."""
    levels: Annotated[tuple[Text, ...], Field(max_length=6)] = ()
    """Instead of yes and no: what each level looks like, from the worst to the best. They are worth 0 to 1, in equal
    steps."""
    good: Literal["yes", "no"] = "yes"
    """Which of yes and no is worth 1."""
    weight: Annotated[float, Field(gt=0)] = 1.0
    sees: Annotated[SightEntry, BeforeValidator(_sight, json_schema_input_type=str | dict[str, Any])]
    quotes: Literal["seat", "anybody"] = "anybody"
    """Whose words must be quoted for the verdict."""
    nothing: Literal["fails", "skips"] = "fails"
    """What becomes of it where there is nothing to see: it is worth 0, or it does not count."""
    bar: Annotated[float, Field(ge=0, le=1)] = KAPPA_BAR
    """The kappa that a judge must reach against labelled excerpts (`workaday calibrate`) to be trusted with it."""

    @model_validator(mode="after")
    def _anchored(self) -> Self:
        sides = (self.yes is not None) + (self.no is not None)
        if self.levels and (sides or self.good == "no"):
            raise BadValue(None, "has levels beside yes and no", "Keep levels, or yes and no.")
        if not self.levels and sides != 2:
            fix = "Write yes: and no:, what each looks like; or levels:, from the worst to the best."
            raise BadValue(None, "does not say what each answer looks like", fix)
        if self.levels and len(self.levels) < 3:
            fix = "Write three to six, from the worst to the best; or yes: and no:."
            raise BadValue(None, "has too few levels", fix, ("levels",))
        return self


class RubricEntry(Entry):
    """A rubric that stands in the scenario itself."""

    criteria: Annotated[Mapping[Id, CriterionEntry], Field(min_length=1)]


class RubricFile(RubricEntry):
    """A rubric in a file of its own, beside the scenario."""

    rubric: Id
    about: Words = ""


def json_schema() -> dict[str, Any]:
    """The JSON Schema of rubric files, for editors."""
    return source.json_schema(RubricFile)


def build_rubric(ground: Ground, entry: RubricEntry | str | None) -> Rubric | None:
    """The rubric that a scenario has, with all that is wrong with it noted on the ground."""
    if entry is None:
        return None
    if isinstance(entry, RubricEntry):
        return _built(ground, ("rubric",), entry)
    found = _file(ground, entry)
    if found is None:
        return None
    written, read = found
    return _built(ground.inside(read), (), written)


def _file(ground: Ground, name: str) -> tuple[RubricFile, Source] | None:
    here = ground.source.path.parent
    path = here / name
    rule = fix = ""
    if leads_out(path, here):
        rule, fix = "leads out of the folder of this file", "Put it beside this file, or into its folder."
    elif path.suffix not in (".yaml", ".yml") or not path.is_file():
        rule, fix = "is no YAML file", f"Looked for {path}. Write rubric: ./{Path(here.name)}/rubric.yaml, or criteria."
    if rule:
        ground.wrong(("rubric",), rule, fix)
        return None
    try:
        return source.load(path, RubricFile)
    except SourceError as error:
        ground.problems.extend(error.problems)
        return None


def _built(ground: Ground, at: DataPath, entry: RubricEntry) -> Rubric:
    return Rubric(criteria={name: _asked(ground, (*at, "criteria", name), one) for name, one in entry.criteria.items()})


def asked_of(entry: CriterionEntry, sees: Sight) -> Asked:
    """The criterion as a judge is asked it, with what it may see."""
    yes_no = not entry.levels
    anchors = (entry.no or "", entry.yes or "") if yes_no else entry.levels
    return Asked(
        asks=entry.asks, anchors=anchors, yes_no=yes_no, good=entry.good == "yes", weight=entry.weight, sees=sees,
        quotes=entry.quotes, nothing=entry.nothing, bar=entry.bar,
    )  # fmt: skip


def _asked(ground: Ground, at: DataPath, entry: CriterionEntry) -> Asked:
    return asked_of(entry, _seen(ground, (*at, "sees"), entry.sees))


def _seen(ground: Ground, at: DataPath, entry: SightEntry) -> Sight:
    since = until = None
    if entry.day is not None:
        since, until = ground.instant((*at, "day"), entry.day), ground.instant((*at, "day"), entry.day, end=True)
    if entry.from_ is not None:
        since = ground.instant((*at, "from"), entry.from_)
    if entry.until is not None:
        until = ground.instant((*at, "until"), entry.until, end=True)
    if since is not None and until is not None and until <= since:
        ground.wrong(at, "sees no time at all: it ends before it begins", "Swap from and until.")
    people = ground.people((*at, "thread"), entry.thread, but=ground.seat)
    if entry.thread and not people:
        ground.wrong((*at, "thread"), "names nobody but the seat", "Name whom it talks to.")
    if entry.deliverable is not None:
        ground.named((*at, "deliverable"), "task", entry.deliverable)
    what: Literal["thread", "words", "deliverable", "file", "everything"]
    if entry.all is not None:
        what = "words" if entry.all == "words" else "everything"
    else:
        what = "thread" if entry.thread else "deliverable" if entry.deliverable else "file"
    return Sight(
        what=what, people=people, task=entry.deliverable or "", file=entry.file or "", since=since, until=until
    )
