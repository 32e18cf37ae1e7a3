"""From an author's entry to the person the world knows: calendar, leave, name."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from orgs.schema import Org
from sim.calendar import HAS_LEFT, Absence, WorkCalendar
from sim.organisation import Person
from sim.units import local_instant

_EVER = 253_370_764_800
"""The year 9999: whoever has left stays away."""


class Away(NamedTuple):
    """An absence that a scenario adds: from the instant ``start`` until just before ``end``."""

    who: str
    start: int
    end: int
    why: str


def build_person(org: Org, who: str, holidays: frozenset[date], absences: Iterable[Away]) -> Person:
    """The person at ``who``, with the days off of their site and the absences that are theirs.

    A leave lasts from the first to the last midnight of its days at their site. Before their first day here and after
    their last they are absent. A seat that nobody has named yet has the name "".
    """
    entry = org.people[who]
    site = org.sites[org.site_of(who)]
    away = [_days(leave.first, leave.last, leave.why, site.zone) for leave in entry.leave]
    if entry.joined is not None:
        away.append(Absence(0, local_instant(entry.joined, 0, site.zone), "has not joined yet"))
    if entry.leaves is not None:
        away.append(Absence(local_instant(entry.leaves + timedelta(days=1), 0, site.zone), _EVER, HAS_LEFT))
    away += [Absence(start, end, why) for absent, start, end, why in absences if absent == who]
    calendar = WorkCalendar(site.zone, entry.hours or site.hours, holidays, tuple(away), entry.focus)
    return Person(
        id=who,
        name=entry.name or "",
        title=entry.title,
        site=org.site_of(who),
        calendar=calendar,
        persona=entry.persona,
        pronouns=entry.pronouns,
        about=entry.about,
        languages=entry.languages,
    )


def _days(first: date, last: date, why: str, zone: str) -> Absence:
    return Absence(local_instant(first, 0, zone), local_instant(last + timedelta(days=1), 0, zone), why)
