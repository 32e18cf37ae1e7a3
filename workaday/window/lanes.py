"""A day as lanes, one for each person: when they were at work, what they were at, what cut in, what they wrote."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from sim.calendar import NoWorkingTime, end_of_working, is_working, next_working
from sim.localtime import local
from workaday.window.presence import meeting_title
from workaday.window.reading import Reading, Who

WIDTH: Final = 1000.0
"""Of the picture, without the names."""
LANE: Final = 22.0
TOP: Final = 20.0
HOUR: Final = 3600
_LEAST: Final = 2.0
"""The least width of anything drawn."""


@dataclass(slots=True)
class Block:
    """A meeting or a call in a lane, which can be opened."""

    x: float
    width: float
    sort: str
    title: str
    thread: str
    at: int


@dataclass(slots=True)
class Lane:
    """One person's day. Paths are drawn in one stroke each, so that a day of 20,000 events is some hundred elements."""

    who: Who
    y: float
    shift: str = ""
    away: str = ""
    work: str = ""
    thought: str = ""
    act: str = ""
    chat: str = ""
    mail: str = ""
    cut: str = ""
    blocks: list[Block] = field(default_factory=list)
    messages: int = 0


@dataclass(frozen=True, slots=True)
class Day:
    """The lanes of a day with the hours above them."""

    number: int
    start: int
    end: int
    height: float
    hours: tuple[tuple[float, str], ...]
    lanes: tuple[Lane, ...]
    now: float | None
    """Where the moment is that is looked at."""


def day_of(reading: Reading, at: int, who: str = "") -> Day:
    """The day of a moment, as far as it has been recorded; of one person, or of everybody."""
    start, end = _bounds(reading, at)
    people = [reading.who(who)] if who else list(reading.people.values())
    lanes = {each.id: Lane(each, TOP + n * LANE) for n, each in enumerate(people)}
    scale = WIDTH / (end - start)
    for lane in lanes.values():
        if lane.who.known:
            lane.shift = _shift(reading, lane, start, end, scale)
    spans = reading.rows(
        "SELECT who, sort, start, coalesce(end, :last), about, note FROM span WHERE start < :end "
        "AND (start > :start - 86400 OR sort = 'away') AND coalesce(end, :last) >= :start ORDER BY start",
        {"start": start, "end": end, "last": max(reading.latest, at)},
    )
    for id, sort, begin, over, about, note in spans:
        if id in lanes:
            _draw(reading, lanes[id], sort, max(begin, start), min(over, end), (about, note), start, scale)
    _dots(reading, lanes, start, end, scale)
    hours = tuple(
        (round((hour - start) * scale, 1), f"{local(hour, reading.zone):%H}")
        for hour in range(-(-start // HOUR) * HOUR, end + 1, HOUR)
    )
    now = round((at - start) * scale, 1) if start <= at <= end else None
    return Day(reading.day(at), start, end, TOP + len(lanes) * LANE + 4, hours, tuple(lanes.values()), now)


def _bounds(reading: Reading, at: int) -> tuple[int, int]:
    """From the hour in which a day's first thing happens, or work begins, to the one in which the last is over."""
    first, last = reading.midnight(at), reading.next_midnight(at)
    low, high = reading.rows(
        "SELECT min(at), max(at) FROM told WHERE serial >= ? AND serial < ?",
        (reading.serial_at(max(first, reading.start)), reading.serial_at(last)),
    )[0]
    low = min(at, low if low is not None else at, first + 8 * HOUR)
    high = max(at, high if high is not None else at, first + 18 * HOUR)
    return max(first, low // HOUR * HOUR), min(last, -(-(high + 1) // HOUR) * HOUR)


def _shift(reading: Reading, lane: Lane, start: int, end: int, scale: float) -> str:
    calendar = reading.persons[lane.who.id].calendar
    found, t = [], start
    while t < end:
        try:
            begin = t if is_working(calendar, t) else next_working(calendar, t)
        except NoWorkingTime:
            break
        if begin >= end:
            break
        over = min(end_of_working(calendar, begin), end)
        found.append(_bar(begin, over, lane.y + 1, start, scale, LANE - 2))
        t = over
    return "".join(found)


def _bar(begin: int, over: int, y: float, start: int, scale: float, height: float) -> str:
    x, width = (begin - start) * scale, max((over - begin) * scale, _LEAST)
    return f"M{x:.1f} {y:g}h{width:.1f}v{height:g}h{-width:.1f}z"


def _draw(
    reading: Reading, lane: Lane, sort: str, begin: int, over: int, told: tuple[Any, Any], start: int, scale: float
) -> None:
    about, _ = told
    if sort in ("meeting", "call"):
        title = meeting_title(reading, about) if sort == "meeting" else "call"
        x, width = round((begin - start) * scale, 1), round(max((over - begin) * scale, 3.0), 1)
        lane.blocks.append(Block(x, width, sort, title, about, begin))
    elif sort == "away":
        lane.away += _bar(begin, over, lane.y + 1, start, scale, LANE - 2)
    elif sort == "work":
        lane.work += _bar(begin, over, lane.y + 5, start, scale, LANE - 10)
    elif sort == "act":
        lane.act += _bar(begin, over, lane.y + 5, start, scale, LANE - 10)
    elif sort == "thought":
        lane.thought += _bar(begin, over, lane.y + LANE - 4, start, scale, 2)
    elif sort == "interruption":
        x = (begin - start) * scale
        lane.cut += f"M{x - 4:.1f} {lane.y + 1:g}h8l-4 8z"


def _dots(reading: Reading, lanes: dict[str, Lane], start: int, end: int, scale: float) -> None:
    """A dot where somebody wrote; several within two units are one."""
    drawn: set[tuple[str, str, int]] = set()
    for who, app, at in reading.rows(
        "SELECT who, app, at FROM message WHERE serial >= ? AND serial < ? AND app IN ('chat', 'mail')",
        (reading.serial_at(start), reading.serial_at(end)),
    ):
        lane = lanes.get(who)
        if lane is None:
            continue
        lane.messages += 1
        key = (who, app, int((at - start) * scale / 2))
        if key in drawn:
            continue
        drawn.add(key)
        x, y = (at - start) * scale, lane.y + LANE / 2
        if app == "chat":
            lane.chat += f"M{x - 2.2:.1f} {y:g}a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0"
        else:
            lane.mail += f"M{x - 3:.1f} {y - 3:g}h6v6h-6z"


def tally(reading: Reading, start: int, end: int, who: str = "") -> list[tuple[str, int]]:
    """How much of each sort a stretch of time has, in the words of a heading."""
    low, high = reading.serial_at(start), reading.serial_at(end)
    joined, mine = ("JOIN party p ON p.serial = t.serial", "AND p.who = :who") if who else ("", "")
    found: Iterable[Any] = reading.rows(
        f"SELECT t.sort, count(*) FROM told t {joined} WHERE t.serial >= :low AND t.serial < :high {mine} "
        "GROUP BY 1 ORDER BY 2 DESC",
        {"low": low, "high": high, "who": who},
    )
    return [(sort, n) for sort, n in found]
