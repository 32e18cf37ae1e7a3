"""How things stand at a moment: where everybody is, what they are at, how they feel, who talks with whom."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sim.calendar import is_working
from sim.localtime import local
from workaday.window.reading import DAY, Reading, Who

RECENT: Final = 3600
"""Seconds for which a talk stays in the picture."""
FRESH: Final = 300
"""Seconds for which it is just happening."""
_ORDER: Final = ("call", "meeting", "act", "work", "favour", "thought")
"""What somebody is said to be at, where they are at several things: the first of these."""


@dataclass(slots=True)
class Presence:
    """Somebody at a moment."""

    who: Who
    state: str
    """here, busy, off or away."""
    doing: str
    """In words, for their place in the picture."""
    clock: str
    """What time it is where they are."""
    mood: float | None = None
    """-1 to 1; None where nothing was recorded yet."""
    thinking: bool = False
    said: str = ""
    """Where they just wrote something, if they did: the channel."""
    spans: list[tuple[Any, ...]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Talk:
    """Two people who wrote or spoke to each other lately."""

    a: str
    b: str
    """Who spoke last is ``a``."""
    ways: Mapping[str, int]
    last: int
    serial: int
    fresh: bool

    @property
    def times(self) -> int:
        """How often."""
        return sum(self.ways.values())


def presences(reading: Reading, at: int) -> dict[str, Presence]:
    """Everybody of the organisation at this moment, the seat first."""
    found = {who.id: _idle(reading, who, at) for who in reading.people.values()}
    open_ = reading.rows(
        "SELECT who, sort, start, end, about, note, serial FROM span WHERE start <= :at AND (end IS NULL OR end > :at) "
        "AND (start > :since OR sort IN ('away', 'presence', 'favour')) ORDER BY start",
        {"at": at, "since": at - DAY},
    )
    for who, *span in open_:
        if who in found:
            found[who].spans.append(tuple(span))
    for who, mood, _ in reading.rows(
        "SELECT who, new, max(serial) FROM feeling WHERE what = 'mood' AND at <= ? GROUP BY who", (at,)
    ):
        if who in found:
            found[who].mood = mood
    for who, place, _ in reading.rows(
        "SELECT who, thread, max(serial) FROM message WHERE app = 'chat' AND serial >= ? AND serial < ? "
        "AND substr(thread, 1, 1) = '#' GROUP BY who",
        (reading.serial_at(at - FRESH), reading.serial_at(at + 1)),
    ):
        if who in found:
            found[who].said = place
    for presence in found.values():
        _settle(reading, presence)
    return found


def _idle(reading: Reading, who: Who, at: int) -> Presence:
    calendar = reading.persons[who.id].calendar
    working = is_working(calendar, at)
    clock = f"{local(at, calendar.zone):%H:%M}" if calendar.zone != reading.zone else ""
    return Presence(who, "here" if working else "off", "" if working else "not at work", clock)


def _settle(reading: Reading, presence: Presence) -> None:
    """Say what somebody is at."""
    by_sort = {span[0]: span for span in presence.spans}
    presence.thinking = "thought" in by_sort
    if "away" in by_sort:
        presence.state, presence.doing = "away", f"away: {by_sort['away'][3]}".removesuffix(": ")
        return
    sort = next((sort for sort in _ORDER if sort in by_sort), None)
    if sort is not None:
        span = by_sort[sort]
        presence.state = "busy" if sort in ("call", "meeting") else "here"
        presence.doing = _doing(reading, presence.who.id, sort, span)
    elif "presence" in by_sort and by_sort["presence"][3]:
        presence.doing = str(by_sort["presence"][3])


def _doing(reading: Reading, who: str, sort: str, span: tuple[Any, ...]) -> str:
    about, note = str(span[3]), str(span[4])
    if sort == "call":
        others = [w for (w,) in reading.rows("SELECT who FROM reader WHERE thread = ? AND who <> ?", (about, who))]
        return f"talking with {', '.join(reading.who(other).first for other in others)}"
    if sort == "meeting":
        return f"in {meeting_title(reading, about)}"
    if sort == "thought":
        return "thinking"
    if sort == "act":
        return f"{about.replace('.', ': ').replace('_', ' ')}"
    return f"working{': ' + note if note else ''}"


def meeting_title(reading: Reading, meeting: str) -> str:
    """What a meeting is called."""
    return str(reading.one("SELECT title FROM thread WHERE id = ?", (meeting,)) or meeting)


def talks(reading: Reading, at: int, lasting: int = RECENT) -> list[Talk]:
    """Who wrote or spoke to whom in the time before a moment, the latest last."""
    pairs: dict[tuple[str, str], tuple[Counter[str], tuple[str, str, int, int]]] = {}
    for when, a, b, way, serial in reading.rows(
        "SELECT at, a, b, way, serial FROM contact WHERE at > ? AND at <= ? ORDER BY at, serial", (at - lasting, at)
    ):
        key = (a, b) if a < b else (b, a)
        ways, _ = pairs.get(key, (Counter[str](), None))
        ways[way] += 1
        pairs[key] = (ways, (a, b, when, serial))
    found = [Talk(a, b, dict(ways), when, serial, when > at - FRESH) for ways, (a, b, when, serial) in pairs.values()]
    return sorted(found, key=lambda talk: (talk.last, talk.serial))
