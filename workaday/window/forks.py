"""Where a run could have gone otherwise, and runs beside it that did."""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote
from typing import Final

from sim.localtime import local
from sim.record import Record
from sim.runfile import JournalError
from workaday.transcript import Transcript
from workaday.window.points import scored
from workaday.window.reading import CHUNK, Line, Reading

BESIDE: Final = 12
"""Runs in the same folder that are looked at."""
POINTS: Final = 60
"""Moments that are listed."""
SUFFIX: Final = ".workaday"
ACTS: Final = (
    "chat.sent",
    "mail.sent",
    "call.rung",
    "call.said",
    "meeting.said",
    "drive.written",
    "tracker.opened",
    "tracker.changed",
    "tracker.commented",
    "calendar.invited",
    "seat.acted",
)
"""Kinds of events by which a player does something."""


@dataclass(frozen=True, slots=True)
class Point:
    """A moment from which it could have gone otherwise."""

    at: int
    sort: str
    line: Line
    cost: str
    """The criterion that lost points by it, if one did."""
    command: str


@dataclass(frozen=True, slots=True)
class Sibling:
    """Another run of the same scenario."""

    path: str
    player: str
    mind: str
    seed: int
    outcome: str
    parted: int | None
    """The instant of the first event that differs; None where all are the same."""
    serial: int | None
    of: str
    """What it was forked from, by the name it was given as; "" where it was not."""
    ours: str
    """What the player did first after they parted, here."""
    theirs: str
    total: float | None = None
    passed: bool | None = None


def points(reading: Reading, lost: Sequence[tuple[int, str]], at: int, who: str = "") -> list[Point]:
    """The moments up to ``at`` at which much hung on what was done, the latest first: marks, and evidence of losses."""
    costs = dict(lost)
    rows = reading.rows(
        "SELECT serial, at, sort FROM mark WHERE sort NOT IN ('end', 'change') AND at <= ? AND at > ? "
        "AND (? = '' OR serial IN (SELECT serial FROM party WHERE who = ?))",
        (at, reading.start, who, who),
    )
    found = {serial: (when, sort) for serial, when, sort in rows}
    for serial in costs:
        if serial <= reading.indexed and serial not in found:
            when = reading.record.plain(serial - 1, 1)[0][1]
            if reading.start < when <= at:
                found[serial] = (when, "loss")
    chosen = sorted(found, key=lambda serial: (serial not in costs, -serial))[:POINTS]
    return [
        Point(found[n][0], found[n][1], reading.line(n), costs.get(n, ""), command(reading, found[n][0]))
        for n in sorted(chosen, reverse=True)
    ]


def command(reading: Reading, at: int) -> str:
    """What to type to play on otherwise from just before a moment."""
    before = max(at - 60, reading.start)
    clock = f"day {reading.day(before)} {local(before, reading.zone):%H:%M}"
    return f'workaday fork {quote(reading.path)} --at "{clock}" --player oracle'


def siblings(reading: Reading) -> list[Sibling]:
    """The runs of the same scenario in the same folder, with where each parts from this one."""
    mine = reading.record.header
    folder = Path(reading.path).resolve().parent
    found: list[Sibling] = []
    for path in sorted(folder.glob(f"*{SUFFIX}"), key=os.fspath):
        if path == Path(reading.path).resolve() or len(found) == BESIDE:
            continue
        try:
            with Record.open(path) as other:
                if other.header.get("scenario_hash") != mine.get("scenario_hash"):
                    continue
                found.append(_sibling(reading, path, other))
        except JournalError:  # a file that is no run, or is just being made: nothing to compare with
            continue
    return found


def _sibling(reading: Reading, path: Path, other: Record) -> Sibling:
    header = other.header
    serial, at = _parting(reading.record, other)
    return Sibling(
        os.fspath(path),
        str(header.get("player")),
        str(header.get("mind")),
        int(header.get("seed", 0)),
        other.outcome,
        at,
        serial,
        of=str((header.get("fork") or {}).get("of", "")),
        ours=_then(reading.record, reading.seat, serial),
        theirs=_then(other, reading.seat, serial),
    )


def _parting(a: Record, b: Record) -> tuple[int | None, int | None]:
    """The serial and the instant of the first event that is not the same in both."""
    after = 0
    while True:
        ours, theirs = a.plain(after, CHUNK), b.plain(after, CHUNK)
        for one, other in zip(ours, theirs, strict=False):
            if one != other and one[3] != "run.started":
                return one[0], one[1]
        if len(ours) != len(theirs):
            shorter = min(len(ours), len(theirs))
            row = (ours if len(ours) > shorter else theirs)[shorter]
            return row[0], row[1]
        if len(ours) < CHUNK:
            return None, None
        after += CHUNK


def _then(record: Record, seat: str, serial: int | None) -> str:
    """What the player did first from an event on, in words."""
    if serial is None:
        return ""
    acted = next(record.events(ACTS, actor=seat, after_serial=serial - 1), None)
    return "" if acted is None else Transcript(record).words(acted)


class Beside:
    """The runs beside one, found and scored when they are first asked for."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self.found: list[Sibling] | None = None

    @property
    def running(self) -> bool:
        """Whether scores are on their way."""
        return self._task is not None and not self._task.done()

    def begin(self, found: list[Sibling]) -> None:
        """Score these, once."""
        if self._task is None:
            self.found = found
            if found:
                self._task = asyncio.get_running_loop().create_task(self._score(found))

    async def _score(self, found: list[Sibling]) -> None:
        told = await scored(*(sibling.path for sibling in found))
        cards = {card["run"]: card for card in told.get("runs", [told]) if "scores" in card}
        self.found = [
            replace(sibling, total=cards[sibling.path]["scores"]["total"], passed=cards[sibling.path]["success"])
            if sibling.path in cards
            else sibling
            for sibling in found
        ]

    async def close(self) -> None:
        """Stop scoring."""
        if self.running and self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))
