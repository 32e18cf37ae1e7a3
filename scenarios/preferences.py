"""Preferences: which of several runs people found better, to hold scores against."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from orgs.values import Words
from scenarios.values import Entry, Text
from sim import source
from sim.source import SourceError


class PairsFile(Entry):
    """A file of preferences."""

    pairs: Words
    """What was compared."""
    by: Words
    """Who said so, and how they were asked."""
    orders: Annotated[tuple[Annotated[tuple[Text, ...], Field(min_length=2)], ...], Field(min_length=1)]
    """Each from the best run to the worst: paths of run files, from this one. Two are a pair."""


def json_schema() -> dict[str, Any]:
    """The JSON Schema of files of preferences, for editors."""
    return source.json_schema(PairsFile)


def load_orders(path: str | PathLike[str]) -> tuple[tuple[Path, ...], ...]:
    """The run files of each order, from the best. Raises `SourceError` with all that is wrong, files that are not there
    among it."""
    written, read = source.load(path, PairsFile)
    problems = []
    found = []
    for number, order in enumerate(written.orders):
        runs = tuple(read.path.parent / name for name in order)
        for place, run in enumerate(runs):
            if not run.is_file():
                at = ("orders", number, place)
                problems.append(read.problem(at, rule="is no file", fix=f"Looked for {run}."))
        found.append(runs)
    if problems:
        raise SourceError(problems)
    return tuple(found)
