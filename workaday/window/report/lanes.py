"""A run as lanes of people over its working days: coordinates for a drawing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sim.actions import clip
from sim.localtime import local
from workaday.window.reading import Reading, Who

WIDTH: Final = 960
"""Of the drawing with its names, in its own units."""
NAMES: Final = 150
"""What of it the names take."""
ROW: Final = 22
HEAD: Final = 34
MOST: Final = 12
"""People that are drawn: the seat, and those it had most to do with."""
FIRST_HOUR, LAST_HOUR = 7, 19
"""The hours of a day that are drawn; what is earlier or later stands at the edge."""
_COLUMN: Final = 2
"""Messages of one person this near to each other are one stroke."""
_WORDS: Final = 160
"""Characters of what is said of a stroke."""
_SPANS: Final = ("call", "meeting", "away")
_MARKS: Final = ("interruption", "decision", "delivery", "fact", "fault", "change")


@dataclass(frozen=True, slots=True)
class Stroke:
    """One thing in a lane: from ``x``, ``wide`` units, with words for it."""

    x: float
    wide: float
    sort: str
    words: str
    share: float = 1.0
    """How high it is, of a lane's height."""


@dataclass(frozen=True, slots=True)
class Lane:
    """One person's lane; ``y`` is its upper edge."""

    who: Who
    y: int
    strokes: tuple[Stroke, ...]


@dataclass(frozen=True, slots=True)
class Lanes:
    """The drawing."""

    lanes: tuple[Lane, ...]
    days: tuple[tuple[float, str], ...]
    """Where each day begins, and its name, "" where there is no room for one."""
    marks: tuple[Stroke, ...]
    """What happened to the run as a whole, above the lanes."""
    left_out: int
    """People who have no lane."""
    width: int
    height: int


def lanes(reading: Reading) -> Lanes | None:
    """The lanes of a run; None where nobody of an organisation did anything in it."""
    chosen = _chosen(reading)
    scale = _Scale(reading)
    if not chosen or not scale.days:
        return None
    drawn = tuple(
        Lane(who, HEAD + n * ROW, (*_spans(reading, who.id, scale), *_messages(reading, who.id, scale)))
        for n, who in enumerate(chosen)
    )
    return Lanes(
        lanes=drawn,
        days=tuple(scale.labels()),
        marks=tuple(_marks(reading, scale)),
        left_out=max(0, len(reading.people) - len(chosen)),
        width=WIDTH,
        height=HEAD + len(drawn) * ROW + 4,
    )


def _chosen(reading: Reading) -> list[Who]:
    """The seat, then those it exchanged most with."""
    had: Counter[str] = Counter()
    for a, b, number in reading.rows(
        "SELECT a, b, count(*) FROM contact WHERE at >= ? GROUP BY a, b", (reading.start,)
    ):
        if reading.seat in (a, b):
            had[b if a == reading.seat else a] += number
    others = sorted((who for who in had if who in reading.people), key=lambda who: -had[who])
    order = [reading.seat, *(who for who in others if who != reading.seat)]
    return [reading.people[who] for who in order if who in reading.people][:MOST]


class _Scale:
    """Instants to places: days of equal width, without those on which nothing was said."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        busy = {
            reading.midnight(at) for (at,) in reading.rows("SELECT at FROM message WHERE at >= ?", (reading.start,))
        }
        busy.add(reading.midnight(reading.start))
        self.days: Mapping[int, int] = {midnight: n for n, midnight in enumerate(sorted(busy))}
        self._wide = (WIDTH - NAMES) / len(self.days)

    def place(self, at: int) -> float | None:
        """Where an instant is drawn; None on a day that is not."""
        day = self.days.get(self._reading.midnight(at))
        if day is None:
            return None
        moment = local(at, self._reading.zone)
        hours = moment.hour + moment.minute / 60
        share = min(max((hours - FIRST_HOUR) / (LAST_HOUR - FIRST_HOUR), 0.0), 1.0)
        return round(NAMES + (day + 0.02 + 0.96 * share) * self._wide, 1)

    def labels(self) -> Iterable[tuple[float, str]]:
        every = max(1, round(64 / self._wide))
        for midnight, n in self.days.items():
            name = local(midnight, self._reading.zone).strftime("%a %d %b").replace(" 0", " ")
            yield round(NAMES + n * self._wide, 1), name if n % every == 0 else ""


def _messages(reading: Reading, who: str, scale: _Scale) -> Iterable[Stroke]:
    columns: dict[float, list[int]] = {}
    found = reading.rows(
        "SELECT serial, at FROM message WHERE who = ? AND at >= ? ORDER BY serial", (who, reading.start)
    )
    for serial, at in found:
        x = scale.place(at)
        if x is not None:
            columns.setdefault(x // _COLUMN * _COLUMN, []).append(serial)
    for x, serials in columns.items():
        number = len(serials)
        words = reading.line(serials[0]).text if number == 1 else f"{number} messages"
        yield Stroke(x, _COLUMN * 0.75, "message", clip(words, _WORDS), min(1.0, 0.35 + 0.15 * number))


def _spans(reading: Reading, who: str, scale: _Scale) -> Iterable[Stroke]:
    query = (
        f"SELECT sort, start, end, about, note FROM span WHERE who = ? AND sort IN ({_holes(_SPANS)}) ORDER BY start"
    )
    for sort, start, end, about, note in reading.rows(query, (who, *_SPANS)):
        first = scale.place(max(start, reading.start))
        last = scale.place(min(end if end is not None else reading.latest, reading.latest))
        if first is None or last is None or last < first:
            continue
        yield Stroke(first, max(1.5, round(last - first, 1)), sort, clip(f"{sort}: {note or about}", _WORDS))


def _marks(reading: Reading, scale: _Scale) -> Iterable[Stroke]:
    query = f"SELECT serial, at, sort FROM mark WHERE sort IN ({_holes(_MARKS)}) AND at >= ? ORDER BY serial"
    for serial, at, sort in reading.rows(query, (*_MARKS, reading.start)):
        x = scale.place(at)
        if x is not None:
            yield Stroke(x, 0, sort, clip(f"{reading.transcript.when(at)} {reading.line(serial).text}", _WORDS))


def _holes(values: Sequence[str]) -> str:
    return ", ".join("?" * len(values))
