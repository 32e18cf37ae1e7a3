"""What it costs people to be interrupted: the thread of their work, some of their mood, and the work itself later.

Somebody who is rung up, walked up to or paged in the middle of a piece of work takes it up again only after a while,
and what they had promised is done that much later. In hours kept free for quiet work, or under "do not disturb", it
costs them more, unless it was urgent.
"""

from collections import Counter
from typing import TYPE_CHECKING, Final

from sim.apps.chat import Chat
from sim.calendar import in_focus
from sim.streams import lognormal_between
from sim.vocabulary.attention import Disturbed
from sim.vocabulary.calls import CallAnswered, CallDeclined, CallEnded, CallRung
from sim.vocabulary.core import Event
from sim.vocabulary.pager import PageAcknowledged

if TYPE_CHECKING:
    from sim.world import World

BACK_AT_IT: Final = (119, 3463)
"""10 % and 90 % quantiles of the seconds until interrupted work is taken up again: the log-normal with the published
mean of 25 min 26 s and standard deviation of 54 min 48 s (Mark, González and Harris, CHI 2005: 24 people, 700 h)."""
LONGEST: Final = 2 * 3600
"""What was not taken up after so long was taken up for another reason (design choice)."""
ANNOYS: Final = 0.12
"""Irritation of somebody disturbed in their quiet hours without need (design choice)."""
DAMPENS: Final = -0.1
"""What that does to their mood (design choice)."""
EXCUSED: Final = 0.3
"""What is left of both where it was urgent (design choice)."""
SENT_AWAY: Final = 0.5
"""What is left of both where they sent the other away (design choice)."""


class Disturbance:
    """Keeps account of who was disturbed, at what, by whom."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._rung: dict[str, tuple[str, CallRung]] = {}
        self._since: dict[str, int] = {}
        self._times: Counter[tuple[str, str]] = Counter()
        world.readers.append(self._follow)

    def is_quiet(self, who: str) -> bool:
        """Whether they keep this time free of disturbance: focus hours, or "do not disturb" in chat."""
        world = self._world
        return (
            in_focus(world.person(who).calendar, world.now)
            or world.office.app(Chat).presence_of(who).state == "dnd"
        )  # fmt: skip

    def _follow(self, event: Event) -> None:
        body, cast = event.body, self._world.cast
        if isinstance(body, CallRung):
            self._rung[body.call] = (event.actor, body)
        elif isinstance(body, CallAnswered) and event.actor in cast:
            by, rung = self._rung[body.call]
            self._since[body.call] = event.at
            self._disturbed(event.actor, by, rung.urgent, 1.0, event, works=True)
        elif isinstance(body, CallDeclined) and event.actor in cast:
            by, rung = self._rung[body.call]
            self._disturbed(event.actor, by, rung.urgent, SENT_AWAY, event, works=False)
        elif isinstance(body, CallEnded):
            self._talked(body.call, event)
        elif isinstance(body, PageAcknowledged) and event.actor in cast and body.to:
            self._disturbed(event.actor, body.to[0], True, 1.0, event, works=True)

    def _disturbed(self, who: str, by: str, urgent: bool, share: float, event: Event, *, works: bool) -> None:
        world, coworker, causes = self._world, self._world.cast[who], (event.serial,)
        quiet, held_up = self.is_quiet(who), 0
        if works and coworker.working_on:
            self._times[who, by] += 1
            rng = world.streams.of(who, "back at it", by, self._times[who, by])
            held_up = min(LONGEST, lognormal_between(rng, *BACK_AT_IT))
            coworker.held_up += held_up
        if not quiet and not held_up:
            return
        world.write(
            Disturbed(by=by, quiet=quiet, urgent=urgent, work=tuple(coworker.working_on) if held_up else (),
                      held_up=held_up),
            who, causes,
        )  # fmt: skip
        if quiet:
            share *= EXCUSED if urgent else 1.0
            world.feel(who, "irritation", by, ANNOYS * share, causes)
            world.feel(who, "mood", None, DAMPENS * share, causes)

    def _talked(self, call: str, event: Event) -> None:
        """The time they talked is lost to what they were at, too."""
        since = self._since.pop(call, None)
        if since is None:
            return
        caller, rung = self._rung[call]
        for who in (caller, *rung.to):
            if who in self._world.cast and self._world.cast[who].working_on and who != caller:
                self._world.cast[who].held_up += event.at - since
