"""Files with their history: who wrote which version when, what it says, and what is new in it."""

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Final

from sim.vocabulary.core import body_data
from workaday.window.look import Look
from workaday.window.reading import Reading, Who

LONGEST: Final = 4000
"""Lines of a file that are shown."""
COMPARED: Final = 3000
"""Lines above which two versions are not compared."""


@dataclass(frozen=True, slots=True)
class File:
    """A file as a list has it."""

    path: str
    versions: int
    at: int
    who: Who
    gone: str
    """Why it is not there any more: moved, deleted; else ""."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something that became of a file."""

    serial: int
    at: int
    who: Who
    version: int | None
    what: str
    size: int | None


@dataclass(frozen=True, slots=True)
class Text:
    """A line of a file: the same as before, new, or gone."""

    sign: str
    """" ", "+" or "-"."""
    line: str


def files(reading: Reading, look: Look, at: int) -> list[File]:
    """The files there were at a moment, by path; of a person, those that they wrote."""
    rows = reading.rows(
        "SELECT path, (SELECT max(version) FROM version n WHERE n.path = v.path AND n.serial < ?1), max(serial), at, "
        "who, what FROM version v WHERE serial < ?1 "
        "AND (?2 = '' OR path IN (SELECT path FROM version WHERE who = ?2)) GROUP BY path ORDER BY path",
        (reading.serial_at(at + 1), look.who),
    )
    wanted = look.q.casefold().strip()
    return [
        File(
            path, version or 0, when, reading.who(who), what if what == "deleted" or what.startswith("moved to") else ""
        )
        for path, version, _, when, who, what in rows
        if wanted in path.casefold()
    ]


def history(reading: Reading, path: str, at: int) -> list[Step]:
    """What became of a file up to a moment, the latest first."""
    rows = reading.rows(
        "SELECT serial, at, who, version, what, size FROM version WHERE path = ? AND serial < ? ORDER BY serial DESC",
        (path, reading.serial_at(at + 1)),
    )
    return [
        Step(serial, when, reading.who(who), version, what, size) for serial, when, who, version, what, size in rows
    ]


def text_of(reading: Reading, steps: list[Step], version: int | None) -> tuple[Step | None, list[Text], int]:
    """One version of a file (the latest, where it is not said which) beside the one before: its lines, and how many
    more there are."""
    written = [step for step in steps if step.version is not None]
    shown = next((step for step in written if version is None or step.version == version), None)
    if shown is None:
        return None, [], 0
    before = next((step for step in written if (step.version or 0) < (shown.version or 0)), None)
    new = _lines(reading, shown)
    lines = [Text(" ", line) for line in new] if before is None else _compared(_lines(reading, before), new)
    return shown, lines[:LONGEST], max(len(lines) - LONGEST, 0)


def _lines(reading: Reading, step: Step) -> list[str]:
    data: dict[str, Any] = body_data(reading.event(step.serial).body)
    return str(data["text"]).split("\n")


def _compared(old: list[str], new: list[str]) -> list[Text]:
    if len(old) > COMPARED or len(new) > COMPARED:
        return [Text(" ", line) for line in new]
    found: list[Text] = []
    for sort, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if sort == "equal":
            found += [Text(" ", line) for line in new[c:d]]
        else:
            found += [Text("-", line) for line in old[a:b]] + [Text("+", line) for line in new[c:d]]
    return found
