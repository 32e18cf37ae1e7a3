"""Whom somebody has to do with: a circle of colleagues that stays much the same, and a few they only inform.

Pairs in one team or along a reporting line talk. Of other pairs a few do, the fewer the farther apart they are: the
chance falls with exp(-0.94) for each step in the graph (Adamic and Adar 2005, 430 people at HP Labs). In a large IT
firm 59.0 % of the pairs that wrote to one another were of one unit, against 17.0 % of all pairs (Kleinbaum, Stuart and
Tushman 2013), and of links from one to another 71.1 % had one back (email-Eu-core, 1,005 members of a research
institute); the numbers below give an office of 25 about the same, and are design choices.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from sim.matters import Matter, matter
from sim.streams import chance, pick, shuffled

if TYPE_CHECKING:
    from sim.world import World

FAR = 0.94
"""By how much the logarithm of the chance of a tie falls with each step in the graph."""
CROSS = 0.36
"""Chance that two of different teams talk, one step apart by the graph beyond the nearest."""
INFORMED = 1.4
"""How many colleagues, on average, somebody writes to who never write back."""


class Circles:
    """Everybody's circle, drawn once for a run."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._circle: dict[str, dict[str, float]] = {who: {} for who in world.cast}
        for one, other in combinations(sorted(world.cast), 2):
            self._join(one, other)
        self._informed = {who: self._one_way(who) for who in sorted(world.cast)}

    def of(self, who: str) -> Mapping[str, float]:
        """Those ``who`` talks with, each with how much."""
        return self._circle[who]

    def informed_by(self, who: str) -> tuple[str, ...]:
        """Those to whom ``who`` writes now and then, and who do not write back."""
        return self._informed[who]

    def partner(self, who: str, rng: Random, without: Iterable[str] = ()) -> str | None:
        """One of the circle, the closer the likelier; None where there is nobody. Takes at most one draw."""
        left = set(without)
        known = {other: weight for other, weight in self._circle[who].items() if other not in left}
        return pick(rng, list(known), list(known.values())) if known else None

    def matter(self, who: str, rng: Random) -> Matter:
        """Something that ``who`` is busy with: of an area of theirs, or of their team."""
        world = self._world
        areas = world.org.areas_of(who) or tuple(t.name for t in world.org.teams() if who in t.members)
        names = [world.person(other).first for other in sorted(self._circle[who])]
        return matter(areas or ("our work",), names or (world.person(who).first,), rng)

    def recipients(self, who: str, rng: Random, *, asks: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """To whom somebody writes, and who gets a copy: of a request one to three, of a notice up to nine.

        53 % of the mails of one company went to several people (Yang et al. 2017); the chances are design choices.
        """
        first = self.partner(who, rng)
        if first is None:
            return (), ()
        to: list[str] = [first]
        cc: list[str] = []
        if asks:
            while len(to) < 3 and chance(rng, 0.14):
                self._one_more(who, rng, to)
            while len(cc) < 3 and chance(rng, 0.34):
                self._one_more(who, rng, cc, without=to)
            return tuple(to), tuple(cc)
        wider = self._informed[who]
        if wider and chance(rng, 0.06):
            to.append(pick(rng, wider))
        if chance(rng, 0.3):
            team = [m for t in self._world.org.teams() if who in t.members for m in t.members]
            own = [m for m in dict.fromkeys(team) if m != who and m in self._world.cast]
            to += [m for m in shuffled(rng, own) if m not in to]
        while len(to) < 9 and chance(rng, 0.66):
            self._one_more(who, rng, to)
        return tuple(to), ()

    def _one_more(self, who: str, rng: Random, to: list[str], without: Sequence[str] = ()) -> None:
        other = self.partner(who, rng, (*to, *without))
        if other is not None:
            to.append(other)

    def _join(self, one: str, other: str) -> None:
        world = self._world
        org = world.org
        steps = max(1, org.distance(one, other))
        team = any(one in t.members and other in t.members for t in org.teams())
        line = org.manager_of(one) == other or org.manager_of(other) == one
        rng = world.streams.of(one, "circle", other)
        liked = (org.tie(one, other).rapport + org.tie(other, one).rapport) / 2
        likely = 1.0 if team or line else CROSS * (0.6 + 0.8 * liked) * math.exp(-FAR * (steps - 1))
        if rng.random() < likely:
            weight = (1.6 if team else 1.2 if line else 0.6) * (0.4 + liked) * (0.5 + rng.random())
            self._circle[one][other] = self._circle[other][one] = round(weight, 6)

    def _one_way(self, who: str) -> tuple[str, ...]:
        rng = self._world.streams.of(who, "circle", "informed")
        strangers = [other for other in sorted(self._world.cast) if other != who and other not in self._circle[who]]
        count = int(INFORMED) + (rng.random() < INFORMED % 1)
        found: list[str] = []
        while strangers and len(found) < count:
            chosen = pick(rng, strangers)
            strangers.remove(chosen)
            found.append(chosen)
        return tuple(found)
