"""Meetings that an office has anyhow: one-to-ones, team meetings, reviews, and those that are called as things come up.

Staff without reports sit in 8.2 meetings a week, executives in 11.5 (Reclaim.ai, vendor data); half of all meetings
fall between 9 and 11 and between 13 and 15, most on Tuesdays, fewest on Fridays (Microsoft Work Trend Index 2025). How
many there are of each kind is a design choice. The player is invited to none of them.
"""

import math
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Literal

from sim import wordings
from sim.actions import Refused
from sim.apps.calendar import Calendar
from sim.apps.calendar_actions import Invite
from sim.calendar import add_working, is_working
from sim.circles import Circles
from sim.kernel import Steps
from sim.localtime import iso_local
from sim.matters import matter
from sim.meetings import arrange
from sim.phrasing import filled
from sim.streams import chance, pick
from sim.units import DAY, MINUTE, local_date, local_instant

if TYPE_CHECKING:
    from sim.world import World

Repeats = Literal["weekdays", "weekly", "fortnightly"]

COMES_UP = 0.12
"""Meetings that somebody calls on a workday because something came up."""
TRIES = 40
_HOURS = (9, 9, 9, 10, 10, 10, 11, 13, 13, 14, 14, 15, 16)
_WEEKDAYS = (0, 0, 1, 1, 1, 2, 2, 3, 3, 4)


class Rounds:
    """All of them."""

    def __init__(self, world: "World", circles: Circles) -> None:
        self._world = world
        self._circles = circles

    def start(self, factor: float) -> None:
        """Put the regular ones into the calendar, and begin to call others; ``factor`` times the usual number."""
        if factor <= 0:
            return
        self._world.kernel.process(self._plan(factor))
        for who in self._world.cast:
            self._world.live(self._call_others(who, factor))

    # -- the regular ones -----------------------------------------------------------------------------------------

    def _plan(self, factor: float) -> Steps[None]:
        """In the first minutes of the run; a scenario's own meetings stand in the calendar by then."""
        world, org = self._world, self._world.org
        yield world.kernel.timeout(60)
        cast = set(world.cast)
        for team in org.teams():
            members = [m for m in team.members if m in cast]
            lead = team.lead if team.lead in cast else members[0] if members else None
            if lead is None or len(members) < 2:
                continue
            rng = world.streams.of(lead, "round", "team", team.id)
            names = {"team": team.name}
            others = tuple(m for m in members if m != lead)
            if chance(rng, factor):
                self._series(lead, others, "team", names, pick(rng, (45, 45, 60)), "weekly", rng)
            if len(members) >= 4 and chance(rng, 0.85 * factor):
                self._series(lead, others, "stand_up", names, 15, "weekdays", rng)
        for who in world.cast:
            boss = org.manager_of(who)
            if boss in cast:
                rng = world.streams.of(boss, "round", "one to one", who)
                how = rng.random() / factor
                if how < 0.95:
                    names = {"one": world.person(boss).first, "other": world.person(who).first}
                    repeats: Repeats = "weekly" if how < 0.7 else "fortnightly"
                    self._series(boss, (who,), "one_to_one", names, pick(rng, (30, 30, 30, 45)), repeats, rng)
        for channel in org.channels():
            members = [m for m in channel.members if m in cast]
            if not 4 <= len(members) <= 12:
                continue
            leads = [m for m in members if org.reports_of(m)] or members
            rng = world.streams.of(leads[0], "round", "review", channel.name)
            if chance(rng, 0.75 * factor):
                others = tuple(m for m in members if m != leads[0])
                names = {"channel": channel.name.lstrip("#").replace("-", " ").capitalize()}
                self._series(leads[0], others, "review", names, pick(rng, (45, 60, 60)), "weekly", rng)

    def _series(
        self,
        organiser: str,
        people: tuple[str, ...],
        kind: str,
        names: dict[str, str],
        minutes: int,
        repeats: Repeats,
        rng: Random,
    ) -> None:
        world = self._world
        start = self._slot(organiser, people, minutes, repeats, rng)
        days = {"weekdays": 7 / 5, "weekly": 7, "fortnightly": 14}[repeats]
        count = math.ceil((world.script.horizon - (start or 0)) / (days * DAY))
        if start is None or start >= world.script.horizon:
            return
        zone = world.person(organiser).calendar.zone
        title = filled(pick(rng, wordings.TITLES[kind]), names, rng)
        invite = Invite(
            title=title,
            start=iso_local(start, zone),
            minutes=minutes,
            people=people,
            repeats=repeats if count > 1 else "none",
            count=min(count, 260) if count > 1 else None,
        )
        try:
            world.do(organiser, invite)
        except Refused as refused:
            world.fault(organiser, f"refused:{refused.code}", refused.why)

    def _slot(self, organiser: str, people: tuple[str, ...], minutes: int, repeats: Repeats, rng: Random) -> int | None:
        """A time that is free for nearly all, in the hours at which people like to meet; None where there is none."""
        world, calendar = self._world, self._world.office.app(Calendar)
        zone = world.person(organiser).calendar.zone
        today = local_date(world.now, zone)
        everyone = (organiser, *people)
        best: tuple[int, int] | None = None
        for _ in range(TRIES):
            weekday = today.weekday() if repeats == "weekdays" else pick(rng, _WEEKDAYS)
            hour, half = pick(rng, _HOURS), pick(rng, (0, 0, 30))
            if repeats == "weekdays":
                hour, half = pick(rng, (9, 9, 10)), pick(rng, (0, 15, 30))
            day = today + timedelta(days=(weekday - today.weekday()) % 7)
            start = local_instant(day, hour * 60 + half, zone)
            while start <= world.now + 30 * MINUTE:
                day += timedelta(days=1 if repeats == "weekdays" else 7)
                start = local_instant(day, hour * 60 + half, zone)
            end = start + minutes * MINUTE
            away = sum(
                bool(calendar.busy(who, start, end)) or not is_working(world.person(who).calendar, start)
                for who in everyone
            )
            if best is None or away < best[0]:
                best = (away, start)
            if away == 0:
                break
        return best[1] if best is not None and best[0] <= len(everyone) // 3 else None

    # -- as things come up ----------------------------------------------------------------------------------------

    def _call_others(self, who: str, factor: float) -> Steps[None]:
        world, count = self._world, 0
        while True:
            rng = world.streams.of(who, "comes up", count)
            count += 1
            gap = -math.log(1.0 - rng.random()) * 8 * 3600 / (COMES_UP * factor)
            calendar = world.person(who).calendar
            yield world.kernel.at(add_working(calendar, world.now, max(60, int(gap))))
            people: list[str] = []
            while len(people) < 4 and (not people or chance(rng, 0.6)):
                other = self._circles.partner(who, rng, people)
                if other is None:
                    break
                people.append(other)
            if not people:
                continue
            names = [world.person(other).first for other in people]
            about = matter(world.org.areas_of(who) or ("our work",), names, rng)
            title = filled(pick(rng, wordings.TITLES["came_up"]), about.slots(rng), rng)
            minutes = pick(rng, (30, 30, 45, 60))
            try:
                arrange(world, who, title[:120], tuple(people), minutes, within_days=pick(rng, (1, 2, 4, 6)))
            except Refused:  # there is no such time: they settle it otherwise
                continue
