"""What is installed and announces itself by entry points: apps, minds, players, scorers; and who brings it.

Reading the metadata of all that is installed takes milliseconds, and one command asks a dozen times: it is read once,
and again where a folder that packages are looked for in has changed.
"""

import sys
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import (
    Distribution,
    EntryPoint,
    PackageNotFoundError,
    entry_points,
    packages_distributions,
    version,
)
from pathlib import Path
from typing import Final

KINDS: Final = ("apps", "minds", "players", "scorers")

_Seen = tuple[tuple[str, int], ...]


def announced(kind: str) -> list[EntryPoint]:
    """The entry points of one of the `KINDS`, not yet opened, by name: all of them where several have one name."""
    return sorted(_entries(_seen())[kind], key=lambda entry: (entry.name, entry.value))


def installed(kind: str) -> Mapping[str, EntryPoint]:
    """The entry points of one of the `KINDS`, not yet opened, each by its name, in alphabetical order."""
    return {entry.name: entry for entry in announced(kind)}


def brought_by(entry: EntryPoint) -> tuple[str, str] | None:
    """Name and version of the distribution that announces it; None for one that was made here."""
    return None if entry.dist is None else _named(entry.dist)


def version_of(package: str) -> str:
    """The version of an installed distribution, or "not installed"."""
    return _version(package, _seen())


def package_of(module: str) -> str | None:
    """The distribution that a module was installed with. Reads the list of files of all that is installed, which
    takes half a second, once for each top package."""
    return _package_of(module.partition(".")[0], _seen())


def _seen() -> _Seen:
    """The folders in which packages are looked for, and when each last got or lost one."""
    return tuple((folder, _changed(folder or ".")) for folder in sys.path)


def _changed(folder: str) -> int:
    try:
        return Path(folder).stat().st_mtime_ns
    except OSError:  # not there, or not to be read: no package is found in it either
        return 0


@lru_cache(maxsize=4)
def _entries(seen: _Seen) -> Mapping[str, tuple[EntryPoint, ...]]:
    everything = entry_points()  # each call reads all that is installed
    return {kind: tuple(everything.select(group=f"workaday.{kind}")) for kind in KINDS}


@lru_cache(maxsize=64)
def _package_of(module: str, seen: _Seen) -> str | None:
    return next(iter(packages_distributions().get(module, ())), None)


@lru_cache(maxsize=64)
def _version(package: str, seen: _Seen) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


@lru_cache(maxsize=256)
def _named(distribution: Distribution) -> tuple[str, str]:
    return distribution.name, distribution.version
