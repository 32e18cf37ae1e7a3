"""Labelled excerpts: what people made of a rubric's criteria, to calibrate judges by.

A file of them names a scenario that has a rubric. Each excerpt is a few lines that somebody might say, a criterion, and
the verdict that people gave it, with why.
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from orgs.graph import OrgGraph
from orgs.values import Id, Words
from scenarios.load import LIBRARY, Loaded, load
from scenarios.values import Entry, Text
from scorers.rubrics.calibration import Labelled
from scorers.rubrics.excerpt import Line
from scorers.rubrics.rubric import Asked, Verdict
from sim import source
from sim.misspelling import did_you_mean
from sim.source import Problem, Source, SourceError


class SaidEntry(Entry):
    """Something that was said."""

    by: str
    to: str
    via: Literal["chat", "mail", "call", "walk_up", "meeting", "file"]
    when: Words = ""
    """Weekday and time, where they matter."""
    text: Text


class ExcerptEntry(Entry):
    """A few lines, and the verdict that people gave them on one criterion."""

    criterion: Id
    is_: Literal["yes", "no"] | int = Field(alias="is")
    """Yes or no, or the number of the level, from 0."""
    kind: Literal["plain", "tricky"] = "plain"
    """Tricky is where a hasty reader goes wrong."""
    because: Text
    says: Annotated[tuple[SaidEntry, ...], Field(min_length=1)]


class LabelsFile(Entry):
    """A file of labelled excerpts."""

    labels: Words
    """The scenario whose rubric they are for: its name, or the path of its file from this one."""
    by: Words
    """Who labelled them, and how."""
    excerpts: Annotated[Mapping[Id, ExcerptEntry], Field(min_length=1)]


def json_schema() -> dict[str, Any]:
    """The JSON Schema of files of labelled excerpts, for editors."""
    return source.json_schema(LabelsFile)


def library() -> dict[str, Path]:
    """The sets of labelled excerpts that come with Workaday, by scenario, in alphabetical order."""
    return {path.parent.name: path for path in sorted(LIBRARY.glob("*/labels.yaml"))}


def load_labels(path: str | PathLike[str]) -> tuple[Labelled, ...]:
    """The excerpts of a file, each with the criterion as its scenario has it. Raises `SourceError` with all that is
    wrong with the file, or with the scenario that it names."""
    written, read = source.load(path, LabelsFile)
    loaded = load(_scenario(written.labels, read))
    rubric = loaded.grading.rubric
    if rubric is None:
        fix = "Give it one, or name a scenario that has one."
        raise SourceError([read.problem(("labels",), rule="is a scenario without a rubric", fix=fix)])
    problems: list[Problem] = []
    found = []
    for name, entry in written.excerpts.items():
        asked = rubric.criteria.get(entry.criterion)
        at = ("excerpts", name)
        if asked is None:
            fix = did_you_mean(entry.criterion, rubric.criteria)
            problems.append(read.problem((*at, "criterion"), rule="is no criterion of the rubric", fix=fix))
            continue
        verdict = _verdict(asked, entry.is_)
        if verdict is None:
            fix = "Write yes or no." if asked.yes_no else f"Write a level from 0 to {len(asked.anchors) - 1}."
            problems.append(read.problem((*at, "is"), rule="is no verdict of this criterion", fix=fix))
            continue
        lines = tuple(
            _line(loaded, number, said, read, (*at, "says", number - 1), problems)
            for number, said in enumerate(entry.says, 1)
        )
        found.append(
            Labelled(
                name=name, criterion=entry.criterion, asked=asked, verdict=verdict, tricky=entry.kind == "tricky",
                lines=lines, people=_people(loaded, entry),
            )
        )  # fmt: skip
    if problems:
        raise SourceError(problems)
    return tuple(found)


def _scenario(named: str, read: Source) -> str:
    is_file = named.endswith((".yaml", ".yml"))
    return str(read.path.parent / named) if is_file else named


def _verdict(asked: Asked, written: str | int) -> Verdict | None:
    if asked.yes_no:
        return {"yes": True, "no": False}.get(str(written))
    return written if isinstance(written, int) and 0 <= written < len(asked.anchors) else None


def _line(
    loaded: Loaded, number: int, said: SaidEntry, read: Source, at: tuple[str | int, ...], problems: list[Problem]
) -> Line:
    org, seat = loaded.org, loaded.script.seat
    names = {}
    for key, who in (("by", said.by), ("to", said.to)):
        if who not in org.org.people:
            fix = did_you_mean(who, org.org.people)
            problems.append(read.problem((*at, key), rule=f"is not a person of {org.id}", fix=fix))
        names[key] = _name(org, who)
    return Line(
        event=number, when=said.when, by=names["by"], to=names["to"], via=said.via, text=said.text,
        by_seat=said.by == seat,
    )  # fmt: skip


def _name(org: OrgGraph, who: str) -> str:
    person = org.org.people.get(who)
    return (person.name or who) if person is not None else who


def _people(loaded: Loaded, entry: ExcerptEntry) -> tuple[str, ...]:
    seat = loaded.script.seat
    there = {seat, *(who for said in entry.says for who in (said.by, said.to))}
    found = []
    for who, person in loaded.org.org.people.items():
        if who in there:
            judged = ", the seat that is judged" if who == seat else ""
            found.append(f"{person.name or who}: {person.title}{judged}")
    return tuple(found)
