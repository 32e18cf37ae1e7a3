"""Calls and walk-ups as they happen: who picks up, how long it rings, who hangs up."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from sim.actions import Refused
from sim.apps.calls import Answer, Calls, Decline, HangUp, Ring, WalkUp
from sim.calendar import add_working, in_focus, is_working
from sim.kernel import Signal, Steps
from sim.mind import Errand
from sim.streams import chance
from sim.vocabulary.calls import CallAnswered, CallDeclined, CallEnded, CallMissed, CallRung, CallSaid
from sim.vocabulary.core import Event

if TYPE_CHECKING:
    from sim.attention import Attention
    from sim.meetings import Meetings
    from sim.moment import Moments
    from sim.world import World

RINGS = 120
"""Seconds a phone rings, or somebody stands waiting, before they give up (design choice)."""
SILENCE = 60
"""Seconds without a word after which a coworker ends a call."""
PATIENT_SILENCE = 240
"""The same where the player is in it: whoever thinks before speaking is not hung up on at once."""


class Ringing:
    """Runs every call of the office."""

    def __init__(self, world: "World", attention: "Attention", moments: "Moments", meetings: "Meetings") -> None:
        self._world = world
        self._attention = attention
        self._moments = moments
        self._meetings = meetings
        self._settled: dict[str, Signal] = {}
        self._state: dict[str, str] = {}
        self._last_said: dict[str, int] = {}
        self._instead: dict[str, str] = {}
        """By call that was declined, who was named instead."""
        self.is_quiet: Callable[[str], bool] = lambda who: in_focus(world.person(who).calendar, world.now)
        """Whether somebody keeps this time free of disturbance."""
        world.readers.append(self._follow)

    def _follow(self, event: Event) -> None:
        body = event.body
        if isinstance(body, CallRung):
            self._state[body.call] = "rung"
            self._settled[body.call] = self._world.kernel.event()
            for who in body.to:
                if who in self._world.cast:
                    self._world.live(self._pick_up(who, event.actor, body))
            self._world.kernel.process(self._give_up(body.call))
        elif isinstance(body, CallAnswered | CallDeclined | CallMissed):
            self._state[body.call] = {"call.answered": "answered", "call.declined": "declined"}.get(
                event.kind, "missed"
            )
            if isinstance(body, CallDeclined) and body.instead is not None:
                self._instead[body.call] = body.instead
            signal = self._settled.pop(body.call, None)
            if signal is not None:
                signal.succeed()
            if isinstance(body, CallAnswered):
                self._last_said[body.call] = event.at
                self._world.kernel.process(self._hang_up_in_time(body.call, (event.actor, *body.to)))
        elif isinstance(body, CallSaid):
            self._last_said[body.call] = event.at
        elif isinstance(body, CallEnded):
            self._state[body.call] = "ended"

    def _pick_up(self, who: str, caller: str, rung: CallRung) -> Steps[None]:
        """A coworker's phone rings: they answer, decline, or are not there."""
        world, coworker = self._world, self._world.cast[who]
        calendar = world.person(who).calendar
        rng = world.streams.of(who, "ring", caller, rung.about, str(world.nth("ring", who, caller, rung.about)))
        yield world.kernel.timeout(min(RINGS - 1, max(2, coworker.habits.notice["call"].draw(rng))))
        if self._state[rung.call] != "rung" or not is_working(calendar, world.now):
            return
        walk_up = rung.way == "walk_up"
        likely = coworker.habits.answers_walk_ups if walk_up else coworker.habits.answers_calls
        if self._meetings.in_meeting(who):
            likely = 0.0 if not walk_up else 0.1
        elif self.is_quiet(who):
            likely *= 0.5
        if rung.urgent:
            likely = max(likely, 0.9) if likely > 0.0 else 0.25
        if caller == world.org.manager_of(who):
            likely = likely + (1.0 - likely) * 0.5
        try:
            if chance(rng, likely):
                world.do(who, Answer(call=rung.call))
            elif walk_up or chance(rng, 0.4):
                world.do(
                    who, Decline(call=rung.call, why="in a meeting" if self._meetings.in_meeting(who) else "not now")
                )
        except Refused as refused:
            world.fault(who, f"refused:{refused.code}", refused.why)

    def _give_up(self, call: str) -> Steps[None]:
        yield self._world.kernel.timeout(RINGS)
        if self._state[call] == "rung":
            self._world.office.app(Calls).miss(call)

    def _hang_up_in_time(self, call: str, people: tuple[str, ...]) -> Steps[None]:
        """A call nobody speaks in is ended by a coworker who is in it."""
        world = self._world
        patience = PATIENT_SILENCE if any(seat in people for seat in world.seats) else SILENCE
        coworker = next((p for p in people if p in world.cast), None)
        while self._state[call] == "answered":
            quiet_until = self._last_said[call] + patience
            if world.now >= quiet_until:
                if coworker is not None:
                    world.do(coworker, HangUp(call=call))
                return
            yield world.kernel.at(quiet_until)

    def place(
        self,
        who: str,
        errand: Errand,
        *,
        walk_up: bool,
        about: str,
        if_missed: str | None,
        causes: tuple[int, ...],
    ) -> Steps[None]:
        """``who`` rings or walks up to somebody and says what they have to say; failing that, they write."""
        world, to = self._world, errand.to[0]
        if not errand.urgent and self._spares(who, to, errand.what):
            yield from self._write_instead(who, errand, if_missed, causes)
            return
        try:
            ring = (WalkUp if walk_up else Ring)(person=to, about=about, urgent=errand.urgent)
            receipt = world.do(who, ring, causes)
        except Refused as refused:
            world.fault(who, f"refused:{refused.code}", refused.why, causes)
            yield from self._write_instead(who, errand, if_missed, causes)
            return
        call = receipt.model_dump()["call"]
        signal = self._settled.get(call)
        if signal is not None:
            yield signal
        instead = self._instead.pop(call, None)
        if self._state[call] != "answered" and instead in world.cast and instead != who:
            # Whoever was rung named somebody who can help: they are rung, once, and say for themselves.
            passed = errand.model_copy(update={"to": (instead,)})
            yield from self.place(who, passed, walk_up=False, about=about, if_missed=if_missed, causes=causes)
            return
        if self._state[call] != "answered":
            yield from self._write_instead(who, errand, if_missed, causes)
            return
        spoken = errand.model_copy(update={"via": "call"})
        yield from self._attention.think(who, self._moments.errand(who, "event", spoken), 3, causes)

    def _spares(self, who: str, to: str, about: str) -> bool:
        """Whether somebody sees that the other is not to be disturbed, and writes instead: careful people mostly do."""
        if not self.is_quiet(to):
            return False
        rng = self._world.streams.of(who, "spares", to, about, str(self._world.nth("spares", who, to, about)))
        return chance(rng, 0.3 + 0.6 * self._world.cast[who].temper.conscientiousness)

    def _write_instead(self, who: str, errand: Errand, if_missed: str | None, causes: tuple[int, ...]) -> Steps[None]:
        world = self._world
        yield from world.until(who, add_working(world.person(who).calendar, world.now, 180))
        text = if_missed or errand.text
        written = errand.model_copy(update={"via": "chat", "text": text})
        yield from self._attention.think(who, self._moments.errand(who, "event", written), 30, causes)
