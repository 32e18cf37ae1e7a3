"""Work at the desk, as far as others can see it: on what, for how long, what takes people away, and dates of their own.

Somebody works on one of a few things until it is done for now, they turn to another of their own accord, or something
comes up: a message that draws them in, a call, a meeting. People work 11 to 12 minutes on one thing before they
switch, and 40 to 44 % of the switches are their own (González and Mark 2004; Mark, González and Harris 2005;
Czerwinski, Horvitz and Wilhite 2004). The numbers below are chosen to give that; none of it looks at what the player
does, but for the calls and messages that come from there too.
"""

import math
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, cast

from sim.calendar import add_working, end_of_working, next_working
from sim.dates import Dates
from sim.kernel import Signal, Steps
from sim.matters import matter
from sim.streams import chance, normal_quantile, pick
from sim.vocabulary.attention import Noticed
from sim.vocabulary.background import StretchEnd, WorkStretch
from sim.vocabulary.calendar import MeetingEnded, MeetingJoined, MeetingLeft
from sim.vocabulary.calls import CallAnswered, CallEnded
from sim.vocabulary.core import Event

if TYPE_CHECKING:
    from sim.world import World

# Design choices, made so that what comes of them lies in the published ranges (docs/realism.md).
THINGS = 5
"""Things somebody works on at a time."""
OWN_MEDIAN = 11 * 60
"""Seconds after which, in the middle, somebody turns away of their own accord or is through for now."""
OWN_SPREAD = 1.0
DONE = 0.55
"""Share of these in which they are through with the thing, as far as it goes now."""
NEW = 0.3
"""Share of these in which they are through with it for good, and take up something new."""
DROPPED = 0.08
"""Chance that what somebody left unfinished is not theirs any more, or not wanted."""
HEEDS = 0.56
"""Chance that a message read at the desk takes somebody away from what they are at."""
HANDLING = (40, 240)
"""Least and most seconds that such a message takes."""
RECENT = (1.2, 3.8, 2.2, 0.8, 0.5)
"""How likely the thing that was left last is taken up next, the one before it, and so on."""
ESTIMATE = (3 * 3600, 30 * 3600)
"""10 % and 90 % quantiles of the working time that a piece of work with a date is thought to take."""
LUCK = 0.33
"""Width of the log-normal factor between how long somebody takes by habit and how long they take this time."""
OPTIMISM = 1.12
"""How much longer it takes than even the habit says: what nobody thought of."""


class DeskWork:
    """Everybody's work."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._at_desk: dict[str, Signal] = {}
        self._taken: dict[str, int] = {}
        self._back: dict[str, Signal] = {}
        self._in_call: dict[str, tuple[str, ...]] = {}
        self._dates = Dates(world, "d")
        world.readers.append(self._follow)

    def start(self, tasks_a_day: float) -> None:
        """Begin, for everybody with a mind; with so many dated pieces of work a day."""
        for who in self._world.cast:
            self._world.live(self._live(who))
            if tasks_a_day > 0:
                self._world.live(self._set_dates(who, tasks_a_day))

    # -- what takes people away -----------------------------------------------------------------------------------

    def _follow(self, event: Event) -> None:
        body, who = event.body, event.actor
        if isinstance(body, Noticed):
            if who in self._at_desk and (body.app == "mail" or not body.place.startswith("#")):
                rng = self._world.streams.of(who, "heeds", body.sender, event.at)
                if chance(rng, HEEDS):
                    self._interrupt(who, "message", event.serial)
        elif isinstance(body, CallAnswered):
            self._in_call[body.call] = people = (who, *body.to)
            for one in people:
                self._away(one, "call", event.serial)
        elif isinstance(body, CallEnded):
            for one in self._in_call.pop(body.call, ()):
                self._free(one)
        elif isinstance(body, MeetingJoined):
            self._away(who, "meeting", event.serial)
        elif isinstance(body, MeetingLeft):
            self._free(who)
        elif isinstance(body, MeetingEnded):
            for one in tuple(self._taken):
                if one in body.present:
                    self._free(one)

    def _away(self, who: str, why: StretchEnd, cause: int) -> None:
        if who in self._world.cast:
            self._taken[who] = self._taken.get(who, 0) + 1
            self._interrupt(who, why, cause)

    def _free(self, who: str) -> None:
        left = self._taken.pop(who, 0) - 1
        if left > 0:
            self._taken[who] = left
        signal = self._back.pop(who, None) if left <= 0 else None
        if signal is not None:
            signal.succeed()

    def _interrupt(self, who: str, why: StretchEnd, cause: int) -> None:
        signal = self._at_desk.pop(who, None)
        if signal is not None:
            signal.succeed((why, cause))

    # -- at the desk ----------------------------------------------------------------------------------------------

    def _live(self, who: str) -> Steps[None]:
        """One stretch of work after the other."""
        world, kernel = self._world, self._world.kernel
        things: list[str] = []
        for n in range(THINGS):
            things.append(self._thing(who, world.streams.of(who, "things", n), things))
        count, own_accord = THINGS, False
        while True:
            calendar = world.person(who).calendar
            yield kernel.at(next_working(calendar, world.now))
            while who in self._taken:
                self._back[who] = signal = kernel.event()
                yield signal
            rng = world.streams.of(who, "stretch", count)
            count += 1
            thing = pick(rng, things, (0.0 if own_accord else RECENT[0], *RECENT[1:]))
            begun = world.now
            stop = end_of_working(world.person(who).calendar, begun)
            own = max(20, round(OWN_MEDIAN * math.exp(OWN_SPREAD * normal_quantile(rng.random()))))
            timer = kernel.timer_at(max(begun + 1, min(begun + own, stop)))
            self._at_desk[who] = signal = kernel.event()
            yield kernel.any_of([timer, signal])
            why: StretchEnd
            causes: tuple[int, ...] = ()
            if signal.triggered:  # it may have come in the same second as the end of the timer
                timer.cancel()
                why, cause = cast(tuple[StretchEnd, int], signal.value)
                causes = (cause,)
            else:
                del self._at_desk[who]
                why = "pause" if world.now >= stop else "done" if chance(rng, DONE) else "self"
            if world.now > begun:
                world.write(WorkStretch(task=thing, since=begun, why=why), who, causes)
            things.remove(thing)
            if chance(rng, NEW if why == "done" else 0.0 if why == "pause" else DROPPED):
                things.append(self._thing(who, rng, things))
            else:
                things.insert(0, thing)
            own_accord = why in ("self", "done")
            if why == "message":
                low, high = HANDLING
                yield kernel.timeout(low + int(rng.random() * (high - low)))
            elif why == "pause":
                yield kernel.timeout(1)

    def _thing(self, who: str, rng: Random, others: Sequence[str]) -> str:
        """A new thing to work on."""
        areas = self._world.org.areas_of(who) or (self._world.person(who).title.lower() or "own work",)
        for _ in range(8):
            thing = matter(areas, (self._world.person(who).first,), rng).thing
            if thing not in others:
                return thing
        return f"{areas[0]} ({len(others) + 1})"

    # -- dates ----------------------------------------------------------------------------------------------------

    def _set_dates(self, who: str, a_day: float) -> Steps[None]:
        """Every so often somebody says by when they will be through with something, and is, or is not."""
        world, count = self._world, 0
        while True:
            rng = world.streams.of(who, "dated", count)
            count += 1
            gap = -math.log(1.0 - rng.random()) * 8 * 3600 / a_day
            yield from world.until(who, add_working(world.person(who).calendar, world.now, max(60, int(gap))))
            world.live(self._dated_work(who, rng))

    def _dated_work(self, who: str, rng: Random) -> Steps[None]:
        world, temper = self._world, self._world.cast[who].temper
        calendar = world.person(who).calendar
        low, high = (math.log(x) for x in ESTIMATE)
        middle, width = (low + high) / 2, (high - low) / (2 * 1.2816)
        estimate = round(math.exp(middle + width * normal_quantile(rng.random())))
        takes = estimate * OPTIMISM / math.sqrt(temper.forecast) * math.exp(LUCK * normal_quantile(rng.random()))
        boss = world.org.manager_of(who)
        to = boss if boss in world.cast else who
        made_at = world.now
        due = add_working(calendar, made_at, max(1800, estimate))
        thing = self._thing(who, rng, ())
        date = self._dates.make(who, to, thing, due, task=thing)
        yield world.kernel.at(add_working(calendar, made_at, max(1200, int(takes))))
        self._dates.close(date, "kept")
