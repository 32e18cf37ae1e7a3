"""Where meetings stand: series and their occurrences, who is invited and said what, who is in a meeting now.

This is state and what can be asked of it; who may do what, and who is told, is the business of ``sim.apps.calendar``.
"""

from bisect import bisect_left, insort
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Literal

from sim.units import MINUTE, local_instant, zone_of
from sim.vocabulary.calendar import Answer, Repeats
from sim.vocabulary.core import Instant

State = Literal["planned", "running", "ended", "cancelled"]

MOST_OCCURRENCES = 260
"""Of one series: five years of weeks, or a year of working days."""

_STEP = {"daily": 1, "weekdays": 1, "weekly": 7, "fortnightly": 14}


@dataclass(frozen=True, slots=True)
class Reply:
    """What somebody invited said last."""

    answer: Answer
    note: str = ""
    proposed_start: Instant | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """Something said in a meeting; ``decided`` if it was put on record as a decision."""

    at: Instant
    who: str
    text: str
    decided: bool = False


@dataclass(slots=True)
class Series:
    """A meeting as it was called: once, or again and again. ``people`` are the invited, without the organiser."""

    id: str
    title: str
    organiser: str
    people: tuple[str, ...]
    agenda: str
    place: str
    repeats: Repeats
    zone: str
    occurrences: list["Occurrence"] = field(default_factory=list)

    @property
    def everyone(self) -> tuple[str, ...]:
        """Organiser and invited."""
        return (self.organiser, *self.people)

    @property
    def planned(self) -> list["Occurrence"]:
        """What is still to come."""
        return [o for o in self.occurrences if o.state == "planned"]


@dataclass(slots=True)
class Occurrence:
    """One meeting at one time."""

    id: str
    series: Series
    start: Instant
    minutes: int
    replies: dict[str, Reply] = field(default_factory=dict)
    cancelled: bool = False
    began: Instant | None = None
    ended: Instant | None = None
    present: list[str] = field(default_factory=list)
    came: dict[str, Instant] = field(default_factory=dict)
    """When each person came in first, in that order."""
    lines: list[Line] = field(default_factory=list)
    until: Instant | None = None
    """When it is to end instead of at its planned end, which it has reached."""
    guests: list[str] = field(default_factory=list)
    """Those who come in the place of somebody invited, to this one meeting."""

    @property
    def everyone(self) -> tuple[str, ...]:
        """Organiser, invited, and those sent in somebody's place."""
        return (*self.series.everyone, *self.guests)

    @property
    def state(self) -> State:
        if self.cancelled:
            return "cancelled"
        if self.ended is not None:
            return "ended"
        return "planned" if self.began is None else "running"

    @property
    def end(self) -> Instant:
        """When it is over: as planned, as it runs on, or as it was."""
        if self.ended is not None:
            return self.ended
        return self.planned_end if self.until is None else self.until

    @property
    def planned_end(self) -> Instant:
        """When it was to be over, however it goes."""
        return self.start + self.minutes * MINUTE

    def takes(self, who: str) -> bool:
        """Whether it takes the time of ``who``: they are in its list and have not declined."""
        reply = self.replies.get(who)
        return who in self.everyone and (reply is None or reply.answer != "decline")


class Diary:
    """All meetings of one office. Ids that are not there raise ``KeyError``."""

    def __init__(self) -> None:
        self._series: dict[str, Series] = {}
        self._occurrences: dict[str, Occurrence] = {}
        self._of: dict[str, list[Occurrence]] = {}
        self._ahead: list[tuple[Instant, int, str]] = []
        self._order: dict[str, int] = {}
        self._where: dict[str, Occurrence] = {}

    def add(self, series: Series, starts: tuple[Instant, ...], minutes: int) -> None:
        """Put a series with these occurrences into the diary, under the id that :meth:`next_id` gives."""
        self._series[series.id] = series
        for number, start in enumerate(starts, 1):
            ref = series.id if series.repeats == "none" else f"{series.id}.{number}"
            occurrence = Occurrence(ref, series, start, minutes)
            series.occurrences.append(occurrence)
            self._occurrences[ref] = occurrence
            self._order[ref] = len(self._order)
            insort(self._ahead, self._entry(occurrence))
            for who in series.everyone:
                self._of.setdefault(who, []).append(occurrence)

    def next_id(self) -> str:
        return f"mtg{len(self._series) + 1}"

    def ids(self) -> frozenset[str]:
        """Of series and occurrences."""
        return frozenset((*self._series, *self._occurrences))

    def ids_of(self, who: str) -> tuple[str, ...]:
        """Of the series and occurrences they are in the list of."""
        mine = self._of.get(who, ())
        return tuple(dict.fromkeys(ref for o in mine for ref in (o.series.id, o.id)))

    def is_series(self, ref: str) -> bool:
        """Whether this is the id of a meeting that comes again."""
        return ref in self._series and self._series[ref].repeats != "none"

    def series(self, ref: str) -> Series:
        return self._series[ref]

    def occurrence(self, ref: str) -> Occurrence:
        return self._occurrences[ref]

    def of(self, who: str) -> Iterator[Occurrence]:
        """What they are invited to or have called, in the order in which it was called."""
        return iter(self._of.get(who, ()))

    def where(self, who: str) -> Occurrence | None:
        """The meeting they are in now."""
        return self._where.get(who)

    def first_ahead(self, after: Instant) -> Occurrence | None:
        """The first that is planned to start at or after this instant."""
        at = bisect_left(self._ahead, (after, -1, ""))
        return self._occurrences[self._ahead[at][2]] if at < len(self._ahead) else None

    def move(self, occurrence: Occurrence, start: Instant, minutes: int) -> None:
        """Put a planned occurrence at another time; everybody has to answer anew."""
        self._ahead.remove(self._entry(occurrence))
        occurrence.start, occurrence.minutes = start, minutes
        occurrence.replies.clear()
        insort(self._ahead, self._entry(occurrence))

    def cancel(self, occurrence: Occurrence) -> None:
        self._ahead.remove(self._entry(occurrence))
        occurrence.cancelled = True

    def begin(self, occurrence: Occurrence, at: Instant) -> None:
        self._ahead.remove(self._entry(occurrence))
        occurrence.began = at

    def enter(self, occurrence: Occurrence, who: str, at: Instant) -> None:
        occurrence.present.append(who)
        occurrence.came.setdefault(who, at)
        self._where[who] = occurrence

    def add_guest(self, occurrence: Occurrence, who: str) -> None:
        """Put somebody into the list of one meeting."""
        occurrence.guests.append(who)
        self._of.setdefault(who, []).append(occurrence)

    def leave(self, who: str) -> None:
        self._where.pop(who).present.remove(who)

    def finish(self, occurrence: Occurrence, at: Instant) -> None:
        for who in tuple(occurrence.present):
            self.leave(who)
        occurrence.ended = at

    def _entry(self, occurrence: Occurrence) -> tuple[Instant, int, str]:
        return occurrence.start, self._order[occurrence.id], occurrence.id


def local_start(start: Instant, zone: str) -> tuple[date, int]:
    """Date and minute of the day of an instant in ``zone``."""
    wall = datetime.fromtimestamp(start, zone_of(zone))
    return wall.date(), wall.hour * 60 + wall.minute


def starts(first: Instant, zone: str, repeats: Repeats, until: date | None, count: int | None) -> tuple[Instant, ...]:
    """The starts of a series: the same local time in ``zone`` each time, whatever clocks do between.

    Ends with the date ``until``, with the ``count``-th, or one beyond :data:`MOST_OCCURRENCES`, whichever is first.
    """
    if repeats == "none":
        return (first,)
    begin, minute = local_start(first, zone)
    day = begin
    most = min(MOST_OCCURRENCES + 1, MOST_OCCURRENCES + 1 if count is None else count)
    found: list[Instant] = []
    while len(found) < most and (until is None or day <= until):
        if repeats != "weekdays" or day.weekday() < 5:
            found.append(first if day == begin else local_instant(day, minute, zone))
        day += timedelta(days=_STEP[repeats])
    return tuple(found)


def shifted(occurrences: list[Occurrence], start: Instant, zone: str) -> tuple[Instant, ...]:
    """New starts, such that the first begins at ``start`` and all move by as many days and to its time of day."""
    old, _ = local_start(occurrences[0].start, zone)
    day, minute = local_start(start, zone)
    moved = [local_instant(local_start(o.start, zone)[0] + (day - old), minute, zone) for o in occurrences[1:]]
    return (start, *moved)
