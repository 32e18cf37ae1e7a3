"""Organisations by file or by name: read, checked, and all that is wrong told at once."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from orgs.check import check
from orgs.schema import Org
from sim import source
from sim.misspelling import did_you_mean
from sim.source import Problem, SourceError

_LIBRARY = Path(__file__).with_name("library")


def library() -> dict[str, Path]:
    """The organisations that come with Workaday: id to file, in alphabetical order."""
    return {path.stem: path for path in sorted(_LIBRARY.glob("*.yaml"))}


def find(name_or_path: str | PathLike[str], beside: Path | None = None) -> Path:
    """The file meant by a path or by the name of an organisation.

    What ends in .yaml or .yml or has a slash in it is a path; a relative one is looked for in the folder ``beside``
    where that is given. A name is looked for there, then in the library. Raises `SourceError` for a name that is
    nowhere; a path need not exist.
    """
    folder = beside or Path()
    name = str(name_or_path)
    path = Path(name_or_path)
    if path.suffix in (".yaml", ".yml") or len(path.parts) != 1 or path.is_absolute():
        return folder / path
    for near in (folder / f"{name}.yaml", folder / f"{name}.yml"):
        if near.is_file():
            return near
    known = library()
    if name not in known:
        fix = did_you_mean(name, known)
        raise SourceError([Problem(name, 0, 0, "", None, "is neither an organisation of the library nor a file", fix)])
    return known[name]


def load(name_or_path: str | PathLike[str], beside: Path | None = None) -> Org:
    """The organisation of this name, or in this file (see `find`). Raises `SourceError` with all that is wrong."""
    org, read = source.load(find(name_or_path, beside), Org)
    problems = check(org, read)
    if problems:
        raise SourceError(problems)
    return org
