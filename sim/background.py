"""What people do of their own accord: talk, news of their own work, a question to a colleague; watched or not.

Everything here is exogenous: it is drawn from streams of the person alone and looks at nothing the player does, so that
two runs with different players see the same background until one of them touches it.
"""

from typing import TYPE_CHECKING

from sim.calendar import add_working, is_working
from sim.kernel import Steps
from sim.mind import Errand
from sim.streams import pick, uniform_between

if TYPE_CHECKING:
    from sim.attention import Attention
    from sim.moment import Moments
    from sim.world import World

EVERY = (40 * 60, 4 * 3600)
"""Least and most working seconds between two things a person starts of their own accord (design choice)."""
SOCIAL = 0.35
"""Share of these that are small talk, the rest being about work (design choice)."""


class Background:
    """Runs everybody's own initiative."""

    def __init__(self, world: "World", attention: "Attention", moments: "Moments") -> None:
        self._world = world
        self._attention = attention
        self._moments = moments

    def start(self) -> None:
        """Begin, for everybody with a mind; with a background that is off, nothing does."""
        if self._world.script.background.level == "off":
            return
        for who in self._world.cast:
            self._world.kernel.process(self._live(who))

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
            channel = pick(rng, places).name if places else None
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

    def _partner(self, who: str, rng: object) -> str | None:
        """A colleague, the nearer and the better liked the likelier; never the player.

        The chance falls with exp(-0.94) for each step in the graph (Adamic and Adar 2005, 430 people at HP Labs).
        """
        from random import Random

        world = self._world
        assert isinstance(rng, Random)
        others = [p for p in world.cast if p != who]
        if not others:
            return None
        weights = [
            world.org.tie(who, p).rapport * 0.39 ** max(0, world.org.distance(who, p) - 1) + 1e-6 for p in others
        ]
        return pick(rng, others, weights)
