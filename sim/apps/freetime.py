"""Times at which several people can meet: within everybody's working hours, beside focus blocks and what is booked."""

from collections.abc import Iterator, Mapping, Sequence

from pydantic import BaseModel, ConfigDict

from sim.calendar import absence_at, end_of_working, in_focus, is_working
from sim.localtime import day_and_time, long_local
from sim.organisation import Person
from sim.units import MINUTE
from sim.vocabulary.core import Instant

STEP = 15 * MINUTE
"""Meetings are proposed at quarters of an hour."""

Booked = Mapping[str, Sequence[tuple[Instant, Instant]]]
"""From when until when each person is taken."""


class Obstacle(BaseModel):
    """Why somebody stands in the way of a common time."""

    model_config = ConfigDict(frozen=True)

    who: str
    why: str


def free_slots(
    people: Sequence[Person], booked: Booked, start: Instant, end: Instant, minutes: int, most: int
) -> tuple[Instant, ...]:
    """The first ``most`` times from ``start`` on that suit all, end by ``end`` and do not overlap one another."""
    found: list[Instant] = []
    length = minutes * MINUTE
    for at in _candidates(start, end, length):
        if len(found) == most:
            break
        if (not found or at >= found[-1] + length) and all(_suits(p, booked.get(p.id, ()), at, length) for p in people):
            found.append(at)
    return tuple(found)


def obstacles(
    people: Sequence[Person], booked: Booked, start: Instant, end: Instant, minutes: int
) -> tuple[Obstacle, ...]:
    """Who has no such time at all; where everybody has some, when each of them works."""
    length = minutes * MINUTE
    found = []
    for person in people:
        times = list(_candidates(start, end, length))
        if not any(_suits(person, booked.get(person.id, ()), at, length) for at in times):
            working = [at for at in times if unfit(person, at, at + length) is None]
            away = absence_at(person.calendar, start)
            if working:
                why = "is booked in all working hours"
            elif away is not None:
                why = f"is away until {_clock(person, away.end)}"
            else:
                why = f"does not work {minutes} minutes on end in these days ({_hours(person)})"
            found.append(Obstacle(who=person.id, why=why))
    if not found:
        found = [Obstacle(who=p.id, why=f"has time, but not when all have ({_hours(p)})") for p in people]
    return tuple(found)


def unfit(person: Person, start: Instant, end: Instant) -> str | None:
    """Why their working day has no room for this time, or None where it has. Meetings are not looked at."""
    calendar = person.calendar
    away = absence_at(calendar, start) or absence_at(calendar, end - 1)
    if away is not None:
        return f"away until {_clock(person, away.end)}"
    if not is_working(calendar, start) or end_of_working(calendar, start) < end:
        return f"outside working hours ({day_and_time(start, calendar.zone)} in {calendar.zone})"
    if calendar.focus is not None and any(in_focus(calendar, at) for at in (*range(start, end, MINUTE), end - 1)):
        return "focus time"
    return None


def _suits(person: Person, booked: Sequence[tuple[Instant, Instant]], at: Instant, length: int) -> bool:
    return not any(a < at + length and at < b for a, b in booked) and unfit(person, at, at + length) is None


def _candidates(start: Instant, end: Instant, length: int) -> Iterator[Instant]:
    return iter(range(-(-start // STEP) * STEP, end - length + 1, STEP))


def _clock(person: Person, at: Instant) -> str:
    return f"{long_local(at, person.calendar.zone)} ({person.calendar.zone})"


def _hours(person: Person) -> str:
    return f"works {person.calendar.hours}, {person.calendar.zone}"
