"""What people do of their own accord: talk, news of their own work, a question to a colleague; watched or not.

Everything here is exogenous: it is drawn from streams of the person alone and looks at nothing the player does, so that
two runs with different players see the same background until one of them touches it.

A light background is what is in this module. A full one is all the traffic of an office: :mod:`sim.exchanges` (mail,
chat, calls), :mod:`sim.rounds` (meetings), :mod:`sim.deskwork` (work and dates) and :mod:`sim.outsiders` (mail from
outside), with volumes that the script sets.
"""

import math
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

from sim.calendar import add_working, is_absent, is_working, next_working, working_day
from sim.circles import Circles
from sim.deskwork import DeskWork
from sim.exchanges import Begin, Exchanges
from sim.kernel import Steps
from sim.mind import Errand
from sim.outsiders import Outsiders
from sim.rounds import Rounds
from sim.streams import chance, normal_quantile, pick, uniform_between
from sim.units import local_date, local_instant

if TYPE_CHECKING:
    from sim.attention import Attention
    from sim.moment import Moments
    from sim.world import World

EVERY = (40 * 60, 4 * 3600)
"""Least and most working seconds between two things a person starts of their own accord (design choice)."""
SOCIAL = 0.35
"""Share of these that are small talk, the rest being about work (design choice)."""
POSTS = 0.35
"""Posts in channels of a person on a workday, with a full background (design choice)."""
BUSY = 0.4
"""Width of the log-normal by which people differ in how much they begin (design choice)."""
EVENINGS, WEEKENDS = 0.45, 0.5
"""Share of evenings, and of days off, on which somebody who always works late writes a mail (design choices)."""


class Background:
    """Runs everybody's own initiative."""

    def __init__(self, world: "World", attention: "Attention", moments: "Moments") -> None:
        self._world = world
        self._attention = attention
        self._moments = moments

    def start(self) -> None:
        """Begin, for everybody with a mind; with a background that is off, nothing does."""
        level = self._world.script.background.level
        if level == "full":
            self._start_all()
        elif level == "light":
            for who in self._world.cast:
                self._world.live(self._live(who))

    # -- full -----------------------------------------------------------------------------------------------------

    def _start_all(self) -> None:
        world, volumes = self._world, self._world.script.background
        circles = Circles(world)
        exchanges = Exchanges(world, self._attention, self._moments, circles)
        for who in world.cast:
            world.live(self._days(who, exchanges))
            if volumes.mails > 0:
                world.live(self._after_hours(who, exchanges))
        DeskWork(world).start(volumes.tasks)
        Rounds(world, circles).start(volumes.meetings)
        Outsiders(world).start(volumes.outside_mails)

    def _days(self, who: str, exchanges: Exchanges) -> Steps[None]:
        """Each working day somebody begins so many mails, talks, calls and posts, each at a time of its own."""
        world, volumes = self._world, self._world.script.background
        much = math.exp(BUSY * normal_quantile(world.streams.of(who, "busy").random()))
        kinds: tuple[tuple[str, float, Begin], ...] = (
            ("mail", volumes.mails * much, exchanges.mail),
            ("talk", volumes.talks * much, exchanges.talk),
            ("call", volumes.calls * much, exchanges.call),
            ("post", POSTS * much if volumes.talks > 0 else 0.0, exchanges.post),
        )
        yield world.kernel.at(next_working(world.person(who).calendar, world.now))
        while True:
            calendar = world.person(who).calendar
            day = local_date(world.now, calendar.zone)
            stretches = [(max(a, world.now), b) for a, b in working_day(calendar, day) if b > world.now]
            begun = []
            for name, mean, begin in kinds:
                rng = world.streams.of(who, "day", name, str(day))
                begun += [(at, name, n, begin) for n, at in enumerate(_moments_in(stretches, mean, rng))]
            for at, name, n, begin in sorted(begun, key=lambda entry: entry[:3]):
                yield world.kernel.at(max(at, world.now))
                if is_working(world.person(who).calendar, world.now):
                    world.live(begin(who, f"{day} {name}", n))
            calendar = world.person(who).calendar
            tomorrow = local_instant(local_date(world.now, calendar.zone) + timedelta(days=1), 0, calendar.zone)
            yield world.kernel.at(next_working(calendar, max(tomorrow, world.now + 1)))

    def _after_hours(self, who: str, exchanges: Exchanges) -> Steps[None]:
        """Some write a mail in the evening, or on a day off, Sunday evening rather than Saturday."""
        world = self._world
        likely = world.cast[who].habits.works_late
        while True:
            calendar = world.person(who).calendar
            day = local_date(world.now, calendar.zone)
            rng = world.streams.of(who, "after hours", str(day))
            free = not working_day(calendar, day)
            early = free and day.weekday() != 6
            minute = uniform_between(rng, 10 * 60, 19 * 60) if early else uniform_between(rng, 18 * 60, 22 * 60)
            at = local_instant(day, minute, calendar.zone)
            share = WEEKENDS * (0.35 if early else 1.0) if free else EVENINGS
            if chance(rng, likely * share) and at > world.now:
                yield world.kernel.at(at)
                if not is_absent(world.person(who).calendar, world.now):
                    world.live(exchanges.mail(who, f"{day} after hours", 0))
            following = local_instant(day + timedelta(days=1), 0, calendar.zone)
            yield world.kernel.at(max(following, world.now + 1))

    # -- light ----------------------------------------------------------------------------------------------------

    def _live(self, who: str) -> Steps[None]:
        world, calendar, count = self._world, self._world.person(who).calendar, 0
        places = [c for c in world.org.channels() if who in c.members]
        while True:
            rng = world.streams.of(who, "initiative", count)
            count += 1
            yield world.kernel.at(add_working(calendar, world.now, uniform_between(rng, *EVERY)))
            if not is_working(calendar, world.now):
                continue
            social = rng.random() < SOCIAL
            partner = self._partner(who, rng)
            fitting = [c for c in places if (c.for_talk if social else not c.grave)]
            channel = pick(rng, fitting).name if fitting else None
            errand = None
            if channel is not None and (partner is None or rng.random() < 0.5):
                members = next(c.members for c in places if c.name == channel)
                errand = Errand(
                    what="small talk" if social else "own work",
                    to=tuple(m for m in members if m != who),
                    via="channel",
                    place=channel,
                )
            elif partner is not None:
                errand = Errand(
                    what="small talk" if social else "own work",
                    to=(partner,),
                    via="mail" if not social and rng.random() < 0.4 else "chat",
                )
            if errand is not None:
                yield from self._attention.think(
                    who, self._moments.errand(who, "small_talk" if social else "own_work", errand), 45, ()
                )

    def _partner(self, who: str, rng: Random) -> str | None:
        """A colleague, the nearer and the better liked the likelier; never the player.

        The chance falls with exp(-0.94) for each step in the graph (Adamic and Adar 2005, 430 people at HP Labs).
        """
        world = self._world
        others = [p for p in world.cast if p != who]
        if not others:
            return None
        weights = [
            world.org.tie(who, p).rapport * 0.39 ** max(0, world.org.distance(who, p) - 1) + 1e-6 for p in others
        ]
        return pick(rng, others, weights)


def _moments_in(stretches: list[tuple[int, int]], mean: float, rng: Random) -> Iterator[int]:
    """Instants in these stretches, on average ``mean`` in eight hours of them: a Poisson process."""
    if mean <= 0:
        return
    rate = mean / (8 * 3600)
    for start, end in stretches:
        at = float(start)
        while True:
            at += -math.log(1.0 - rng.random()) / rate
            if at >= end:
                break
            yield int(at) + 1
