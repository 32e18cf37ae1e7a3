"""Working time: pure functions over a person's calendar.

A `WorkCalendar` says when somebody works: weekly hours in a time zone, public holidays, absences. *Working time* is
what remains: the hours, without shifts that begin on a holiday, without absences. All stretches are half-open
(at 17:00 sharp the day is over), all points are instants (Unix seconds, UTC), all lengths seconds as they pass: a night
shift over a change of clocks is an hour longer or shorter. Where a change of clocks leaves out the time at which a
shift begins or ends, it begins or ends with the change; of a time that comes twice the first is meant.

The functions are called very often. A calendar therefore keeps its working stretches, week for week, once they are
computed; this is invisible: two calendars are equal if what they say is equal.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import cached_property, lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from pydantic import PlainSerializer

from sim.misspelling import did_you_mean
from sim.units import BadValue, WeeklyHours, local_date, local_instant, zone_of

if TYPE_CHECKING:
    from holidays import HolidayBase

WEEK = 7 * 24 * 3600
HORIZON_DAYS = 400
"""How far the search for working time goes before it gives up: more than a year, so that a yearly shift is found."""

Busy = Iterable[tuple[int, int]]
"""Stretches (from, to) in which somebody is not to be had: meetings, calls. They need not be sorted."""

_Week = tuple[tuple[int, ...], tuple[int, ...], int]


HAS_LEFT: Final = "has left"
"""Why somebody is away who does not work here any more."""


class NoWorkingTime(Exception):
    """A calendar has no working time within `HORIZON_DAYS` after an instant. Arguments: the zone, the instant."""

    def __init__(self, zone: str, instant: int) -> None:
        super().__init__(zone, instant)
        self.zone = zone
        self.instant = instant

    def __str__(self) -> str:
        return (
            f"no working time in the {HORIZON_DAYS} days after {local_date(self.instant, self.zone)} ({self.zone}): "
            "check the hours, the holidays, the absences and the focus blocks"
        )


@dataclass(frozen=True, order=True)
class Absence:
    """Somebody is away from the instant ``start`` until just before ``end``. Raises `BadValue` if that is no time."""

    start: int
    end: int
    why: str = ""

    def __post_init__(self) -> None:
        if self.start >= self.end:
            raise BadValue(f"{self.start} to {self.end}", "is an absence that ends before it begins", "Swap the two.")


def _in_order(days: frozenset[date]) -> list[date]:
    """Dates for JSON: the order of a set of dates is another one in every process."""
    return sorted(days)


@dataclass(frozen=True)
class WorkCalendar:
    """When somebody works and can be reached.

    ``zone`` is an IANA time zone, ``hours`` are the weekly hours in it, on dates in ``holidays`` no shift begins, in
    ``absences`` no work is done. In ``focus`` hours (a part of the working hours) the person works but is not to be
    had. Raises `BadValue` for an unknown zone.
    """

    zone: str
    hours: WeeklyHours
    holidays: Annotated[frozenset[date], PlainSerializer(_in_order, when_used="json")] = frozenset()
    absences: tuple[Absence, ...] = ()
    focus: WeeklyHours | None = None

    def __post_init__(self) -> None:
        zone_of(self.zone)
        object.__setattr__(self, "absences", tuple(sorted(self.absences)))

    def with_absence(self, start: int, end: int, why: str = "") -> WorkCalendar:
        """The same calendar with one more absence."""
        return replace(self, absences=(*self.absences, Absence(start, end, why)))

    def without_absences(self) -> WorkCalendar:
        """The calendar as it would be if nobody were ever away: hours and holidays alone."""
        return replace(self, absences=())

    @cached_property
    def _working(self) -> dict[int, _Week]:
        return {}

    @cached_property
    def _focused(self) -> dict[int, _Week]:
        return {}


# --- working time --------------------------------------------------------------------------------------------------


def is_working(cal: WorkCalendar, t: int) -> bool:
    """Whether ``t`` is working time."""
    number = t // WEEK
    starts, ends, _ = cal._working.get(number) or _week(cal, number)
    index = bisect_right(starts, t) - 1
    return index >= 0 and t < ends[index]


def next_working(cal: WorkCalendar, t: int) -> int:
    """The first instant of working time at or after ``t``: ``t`` itself if it is one. Raises `NoWorkingTime`."""
    for number in _ahead(t):
        starts, ends, _ = cal._working.get(number) or _week(cal, number)
        index = bisect_right(ends, t)
        if index < len(ends):
            return max(t, starts[index])
    raise NoWorkingTime(cal.zone, t)


def end_of_working(cal: WorkCalendar, t: int) -> int:
    """The end of the stretch of work that ``t`` is in, or else of the next one. Shifts that touch are one stretch.

    Raises `NoWorkingTime`, and `BadValue` if the work does not end within `HORIZON_DAYS`.
    """
    first = next_working(cal, t)
    end = first
    for number in _ahead(first):
        starts, ends, _ = cal._working.get(number) or _week(cal, number)
        index = bisect_right(ends, end)
        if index == len(ends) or starts[index] > end:
            return end
        end = ends[index]
        if end < (number + 1) * WEEK:
            return end
    raise BadValue(str(cal.hours), f"never ends within {HORIZON_DAYS} days", "Leave a gap in the hours.")


def add_working(cal: WorkCalendar, t: int, seconds: int) -> int:
    """The earliest instant by which ``seconds`` of working time have passed since ``t``.

    Nothing takes no time: 0 gives ``t``. What fills the day exactly is done at its end, not on the next morning.
    Raises ValueError for less than 0 seconds, and `NoWorkingTime`.
    """
    if seconds <= 0:
        if seconds < 0:
            raise ValueError(f"working time to add is not negative: {seconds}")
        return t
    left, number, idle = seconds, t // WEEK, 0
    while idle <= HORIZON_DAYS // 7:
        starts, ends, total = cal._working.get(number) or _week(cal, number)
        if total < left and t <= number * WEEK:
            left -= total
        else:
            for index in range(bisect_right(ends, t), len(ends)):
                begin = max(t, starts[index])
                if ends[index] - begin >= left:
                    return begin + left
                left -= ends[index] - begin
        idle = 0 if total else idle + 1
        number += 1
    raise NoWorkingTime(cal.zone, (number - idle) * WEEK)


def working_between(cal: WorkCalendar, a: int, b: int) -> int:
    """The seconds of working time from ``a`` until ``b``. Raises ValueError if ``b`` is before ``a``."""
    if b < a:
        raise ValueError(f"working time is counted forward: {b} is before {a}")
    passed = 0
    for number in range(a // WEEK, (b - 1) // WEEK + 1):
        starts, ends, total = cal._working.get(number) or _week(cal, number)
        if a <= number * WEEK and (number + 1) * WEEK <= b:
            passed += total
            continue
        for index in range(bisect_right(ends, a), len(ends)):
            if starts[index] >= b:
                break
            passed += min(b, ends[index]) - max(a, starts[index])
    return passed


# --- working days --------------------------------------------------------------------------------------------------


def working_day(cal: WorkCalendar, day: date) -> tuple[tuple[int, int], ...]:
    """The stretches of work, as instants from and to, of the shifts that begin on the local date ``day``."""
    shifts = _joined(_shifts(cal, cal.hours, day))
    return tuple(_without(shifts, cal.absences))


def is_working_day(cal: WorkCalendar, day: date) -> bool:
    """Whether a shift begins on the local date ``day`` of which something is left beside absences."""
    return bool(working_day(cal, day))


def next_morning(cal: WorkCalendar, t: int) -> int:
    """The beginning of work on the first working day after the local date of ``t``. Raises `NoWorkingTime`."""
    day = local_date(t, cal.zone)
    for ahead in range(1, HORIZON_DAYS + 1):
        stretches = working_day(cal, day + timedelta(days=ahead))
        if stretches:
            return stretches[0][0]
    raise NoWorkingTime(cal.zone, t)


def working_days(cal: WorkCalendar, t: int, n: int) -> tuple[date, ...]:
    """The first ``n`` working days on or after the local date of ``t``. Raises `NoWorkingTime`."""
    day = local_date(t, cal.zone)
    found: list[date] = []
    idle = 0
    while len(found) < n:
        if is_working_day(cal, day):
            found.append(day)
            idle = 0
        else:
            idle += 1
            if idle > HORIZON_DAYS:
                raise NoWorkingTime(cal.zone, local_instant(day, 0, cal.zone) - HORIZON_DAYS * 24 * 3600)
        day += timedelta(days=1)
    return tuple(found)


# --- being reachable -----------------------------------------------------------------------------------------------


def absence_at(cal: WorkCalendar, t: int) -> Absence | None:
    """The absence that ``t`` falls in (the first to begin, if several do), or None."""
    for absence in cal.absences:
        if absence.start > t:
            break
        if t < absence.end:
            return absence
    return None


def is_absent(cal: WorkCalendar, t: int) -> bool:
    """Whether the person is away at ``t``. (A free evening is no absence.)"""
    return absence_at(cal, t) is not None


def in_focus(cal: WorkCalendar, t: int) -> bool:
    """Whether ``t`` lies in a focus block. On holidays there are none."""
    return _focus_end(cal, t) is not None


def reachable(cal: WorkCalendar, t: int, *, busy: Busy = ()) -> bool:
    """Whether a message can be noticed at ``t``: at work, not away, not in a focus block, not in a ``busy`` stretch."""
    return is_working(cal, t) and _focus_end(cal, t) is None and not any(a <= t < b for a, b in busy)


def next_reachable(cal: WorkCalendar, t: int, *, busy: Busy = ()) -> int:
    """The first instant at or after ``t`` at which the person is `reachable`. Raises `NoWorkingTime`."""
    taken = sorted(busy)
    at = t
    while at <= t + HORIZON_DAYS * 24 * 3600:
        at = next_working(cal, at)
        later = _focus_end(cal, at) or at
        for begin, end in taken:
            if begin <= later < end:
                later = end
        if later == at:
            return at
        at = later
    raise NoWorkingTime(cal.zone, t)


def _focus_end(cal: WorkCalendar, t: int) -> int | None:
    """The end, as far as its week goes, of the focus block that ``t`` is in, or None."""
    if cal.focus is None:
        return None
    number = t // WEEK
    week = cal._focused.get(number)
    if week is None:
        week = cal._focused[number] = _computed(cal, cal.focus, (), number)
    starts, ends, _ = week
    index = bisect_right(starts, t) - 1
    return ends[index] if index >= 0 and t < ends[index] else None


# --- stretches -----------------------------------------------------------------------------------------------------


def _ahead(t: int) -> range:
    """The numbers of the weeks in which to look for working time from ``t`` on."""
    return range(t // WEEK, (t + HORIZON_DAYS * 24 * 3600) // WEEK + 1)


def _week(cal: WorkCalendar, number: int) -> _Week:
    week = cal._working[number] = _computed(cal, cal.hours, cal.absences, number)
    return week


def _computed(cal: WorkCalendar, hours: WeeklyHours, absences: tuple[Absence, ...], number: int) -> _Week:
    """The stretches in the 7 days of UTC with this number since 1970, cut at their ends: starts, ends, total."""
    begin, end = number * WEEK, (number + 1) * WEEK
    # A night shift of the day before may reach into the week.
    day, last = local_date(begin, cal.zone) - timedelta(days=1), local_date(end, cal.zone)
    shifts: list[tuple[int, int]] = []
    while day <= last:
        shifts += _shifts(cal, hours, day)
        day += timedelta(days=1)
    cut = [(max(a, begin), min(b, end)) for a, b in _without(_joined(shifts), absences) if a < end and b > begin]
    return tuple(a for a, _ in cut), tuple(b for _, b in cut), sum(b - a for a, b in cut)


def _shifts(cal: WorkCalendar, hours: WeeklyHours, day: date) -> list[tuple[int, int]]:
    if day in cal.holidays:
        return []
    bounds = [(_edge(day, start, cal.zone), _edge(day, end, cal.zone)) for start, end in hours.on(day.weekday())]
    return [(a, b) for a, b in bounds if a < b]


def _edge(day: date, minute: int, zone: str) -> int:
    """The instant of a local time; of one that a change of clocks leaves out, the instant of the change."""
    wall = datetime.combine(day, datetime.min.time(), zone_of(zone)) + timedelta(minutes=minute)
    before, after = wall.utcoffset(), wall.replace(fold=1).utcoffset()
    late = int(wall.timestamp())
    if before is None or after is None or before >= after:
        return late
    early = int(wall.replace(fold=1).timestamp())
    while late - early > 1:
        middle = (early + late) // 2
        if datetime.fromtimestamp(middle, UTC).astimezone(wall.tzinfo).utcoffset() == before:
            early = middle
        else:
            late = middle
    return late


def _joined(shifts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sorted stretches; those that touch or overlap are one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(shifts):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _without(stretches: list[tuple[int, int]], absences: tuple[Absence, ...]) -> Iterator[tuple[int, int]]:
    """What remains of sorted stretches beside the absences, which are sorted by their start."""
    for start, end in stretches:
        rest = start
        for absence in absences:
            if absence.start >= end:
                break
            if absence.end <= rest:
                continue
            if absence.start > rest:
                yield rest, absence.start
            rest = absence.end
            if rest >= end:
                break
        if rest < end:
            yield rest, end


# --- holidays ------------------------------------------------------------------------------------------------------


def holidays_for(code: str, years: Iterable[int]) -> frozenset[date]:
    """The public holidays, days in lieu included, of a country ("AT") or a part of one ("US-MA", "GB-SCT").

    The codes are those of ISO 3166; the dates are those of the ``holidays`` package. Raises `BadValue` for an unknown
    code, and for a year for which the package knows no holiday there.
    """
    return frozenset(day for year in sorted(set(years)) for day in _holidays(code.strip().upper(), year))


@lru_cache(maxsize=1024)
def _holidays(code: str, year: int) -> frozenset[date]:
    country, _, part = code.partition("-")
    known = _country(country)
    if known is None or (part and part not in known.subdivisions):
        raise _no_country(code, country, part)
    days = frozenset(known(subdiv=part or None, years=[year]))
    if not days:
        raise BadValue(code, f"has no known holidays in {year}", "Choose another year, or leave the holidays out.")
    return days


@lru_cache(maxsize=64)
def _country(code: str) -> type[HolidayBase] | None:
    """The class of the ``holidays`` package for a country, or None where it knows none of this code.

    Its module is run by itself: to import it as the package would opens those of all countries, a sixth of a second.
    """
    from holidays import registry  # opened late for the same reason

    for module, (kind, *codes) in registry.COUNTRIES.items():
        if code in codes and 2 <= len(code) <= 3:
            path = Path(registry.__file__).parent / "countries" / f"{module}.py"
            spec = spec_from_file_location(f"holidays.countries.{module}", path)
            assert spec is not None
            assert spec.loader is not None
            opened = module_from_spec(spec)
            spec.loader.exec_module(opened)
            found: type[HolidayBase] = getattr(opened, kind)
            return found
    return None


def _no_country(code: str, country: str, part: str) -> BadValue:
    """What is wrong with a code."""
    import holidays

    known = holidays.list_supported_countries(include_aliases=True)
    if country not in known:
        fix = did_you_mean(country, known) or "Write an ISO 3166 code: AT, or US-MA for a part of a country."
        return BadValue(code, "is not a country whose holidays are known", fix)
    fix = did_you_mean(part, known[country]) or f"Leave the part out: {country}."
    return BadValue(code, f"is not a part of {country} whose holidays are known", fix)
