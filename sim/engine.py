"""The engine: puts one world together, lets it run, and says how it ended.

A guest in whatever event loop runs it: many runs may go on side by side, and nothing outlives one.
"""

import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import isawaitable, iscoroutine
from typing import Any, Literal

from sim.actions import Refused, clip
from sim.apps.drive import Drive
from sim.assignments import Assignments
from sim.attention import Attention
from sim.background import Background
from sim.briefing import briefing_of
from sim.commitments import read_promises
from sim.complaint import complaint, place
from sim.conduct import Conduct
from sim.disturbance import Disturbance
from sim.first_morning import furnish
from sim.guarding import Guarding
from sim.journal import Divergence, Journal, JournalError, thought_key
from sim.kernel import Kernel, Steps
from sim.keys import hidden
from sim.meetings import Meetings
from sim.messages import Message, document_text, people_named, read_message, with_subject
from sim.model import ModelFault, Role
from sim.moment import Moments
from sim.office import App, Notice
from sim.organisation import Organisation
from sim.paging import Paging
from sim.player import NOTHING, Act, AnyPlayer, Briefing, Observation, PlayerFailed, by_seat
from sim.ringing import Ringing
from sim.runfile import Thought
from sim.script import Script
from sim.seat import Seat
from sim.stopwatch import Stopwatch
from sim.timeline import Timeline
from sim.vocabulary.core import Event, canonical_json
from sim.vocabulary.run import Outcome, RunEnded, RunStarted
from sim.vocabulary.seat import SeatLeft
from sim.vocabulary.world import Where
from sim.world import Coworker, World

REPLAYED = "replayed"
"""The reason for which a replay stops: there is no more to compare with."""


class PlayerDiverged(Exception):
    """A player that says it replays does otherwise than is recorded: at which turn, and both acts."""

    def __init__(self, turn: int, recorded: str, now: str) -> None:
        super().__init__(turn, recorded, now)
        self.turn, self.recorded, self.now = turn, recorded, now

    def __str__(self) -> str:
        return (
            f"the player acts differently this time at turn {self.turn}\n  recorded: {self.recorded}\n"
            f"  now:      {self.now}\nA player that is not deterministic must not say `replays = True`"
        )


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended. ``fault`` is set where it stopped for want of an answer and can go on later."""

    outcome: Outcome | None
    why: str
    at: int
    fault: ModelFault | None = None
    replies: Mapping[Role, tuple[int, int]] = field(default_factory=dict)
    """For each role that asked a model: how many thoughts, and how many without anything usable."""


@dataclass(frozen=True, slots=True)
class TurnOff:
    """Where a fork leaves the run it comes from: from the instant ``at`` on, somebody else plays (in ``new_players``,
    those seats), or ``script`` holds instead. What its timeline has and the one before had not begins then."""

    at: int
    new_players: tuple[str, ...] = ()
    script: Script | None = None


class Engine:
    """One run."""

    def __init__(
        self,
        script: Script,
        org: Organisation,
        cast: Mapping[str, Coworker],
        player: AnyPlayer,
        *,
        seed: int,
        journal: Journal,
        apps: Sequence[type[App]],
        names: tuple[str, str] | None = None,
        on_event: Callable[[Event], None] | None = None,
        turn_offs: Sequence[TurnOff] = (),
        allowed: int | None = None,
        stopwatch: Stopwatch | None = None,
    ) -> None:
        """``turn_offs`` are in the order of their instants, all of them after the start.

        ``allowed`` is a budget of simulated seconds, ``stopwatch`` one of real time.
        """
        self.kernel = Kernel(script.start, as_is=(ModelFault, JournalError, PlayerDiverged, PlayerFailed))
        self.world = world = World(script, org, cast, seed=seed, journal=journal, kernel=self.kernel, apps=apps)
        world.office.app(Drive).keep_blob = journal.blob
        self._players = by_seat(player, world.seats)
        self._models = {
            who: one.model
            for who, one in self._players.items()
            if getattr(one, "is_model", False) and hasattr(one, "model")
        }
        self.unfit: dict[str, PlayerFailed] = {}
        """By seat, what its player failed with while it was got ready: it fails with that at its first act, so that its
        own failure is kept, and the run can be gone on with, in the one way there is for both."""
        self._names = names or (player.name, "reflex")
        self._seed = seed
        moments = Moments(world)
        conduct = Conduct(world, moments)
        self._attention = Attention(world, moments, conduct)
        conduct.attention = self._attention
        self.moments = moments
        """What makes the snapshots that minds are given."""
        self._conduct = conduct
        world.readers.append(self._follow)
        self._meetings = Meetings(world, self._attention, moments)
        self._ringing = Ringing(world, self._attention, moments, self._meetings)
        disturbance = Disturbance(world)
        self._ringing.is_quiet = disturbance.is_quiet
        self._paging = Paging(world, self._ringing, self._meetings)
        self._timeline = Timeline(
            world, self._attention, conduct, moments, self._ringing, self._meetings, self._paging
        )  # fmt: skip
        self._joined = dict.fromkeys(world.seats, script.start)
        self._seats: dict[str, Seat] = {}
        for who in world.seats:
            tasks = Assignments(world, who, self._timeline.task_delivered)
            joined = tuple(turn_off.at for turn_off in turn_offs if who in turn_off.new_players)
            self._joined[who] = joined[-1] if joined else script.start
            self._seats[who] = Seat(
                world, who, self._attention, tasks, self._ask, self._judge, self._leave, joined=joined
            )  # fmt: skip
        self._left: dict[str, str] = {}
        """By seat that plays no more: why."""
        self._turn_offs = tuple(turn_offs)
        self._allowed = allowed
        self._stopwatch = stopwatch or Stopwatch(None)
        self._background = Background(world, self._attention, moments)
        self._guard = Guarding(world, self._attention) if script.security is not None else None
        world.deliver = self._deliver
        if self._stopwatch.runs:
            world.readers.append(self._watch_the_time)
        if on_event is not None:
            world.readers.append(on_event)

    # -- the run --------------------------------------------------------------------------------------------------

    async def run(self, until: int | None = None) -> Ended:
        """Play from the first morning to the end, or to the instant ``until``.

        Raises whatever escapes a process (a fault of this program), after recording the outcome ``crash``.
        """
        world, script = self.world, self.world.script
        player, mind = self._names
        begun = RunStarted(scenario=script.scenario, seed=self._seed, player=player, mind=mind)
        for turn_off in self._turn_offs:  # before all else, so that it comes first at its instant
            self.kernel.process(self._turn(turn_off))
        furnish(world, begun, lambda notice: self._seats[notice.to].post(notice), self._meetings.stage)
        for who in world.seats:
            self._brief(who)
        self._timeline.start()
        self._meetings.start()
        self._background.start()
        if self._guard is not None:
            self._guard.start()
        for seat in self._seats.values():
            seat.start()
        end = script.horizon if until is None else min(until, script.horizon)
        if self._allowed is not None and script.start + self._allowed < end:
            end, until = script.start + self._allowed, None
        try:
            async with self.kernel:
                reason = await self.kernel.run(end)
                if _is_over_budget(world.fatal) and not self._stopwatch.is_over:
                    await self.kernel.finish()  # what is on its way is paid for: it is kept, and not asked again
        except (Divergence, JournalError, PlayerDiverged):
            raise
        except Exception as failure:
            if not world.journal.replaying:
                world.write(
                    RunEnded(outcome="crash", why=hidden(f"{type(failure).__name__}: {complaint(failure)}")[:500])
                )
            raise
        return replace(self._ended(reason, end, until), replies=world.replies.counts())

    def _brief(self, who: str) -> None:
        """Tell the player in this seat what there is to know."""
        if who in self.unfit:
            return
        try:
            begin: Callable[[Briefing], object] = self._players[who].begin  # of anybody's: it may give anything
            begun = begin(briefing_of(self.world, who))
            if isawaitable(begun):
                if iscoroutine(begun):
                    begun.close()
                raise TypeError("begin is not awaited: write `def begin(self, briefing)`")
        except KeyboardInterrupt:
            raise
        except BaseException as failure:
            self.unfit[who] = self.failed(who, failure)

    def failed(self, who: str, failure: BaseException) -> PlayerFailed:
        """What the code of the player in the seat ``who`` raised, as what it failed with. ``sys.exit()`` in it is a
        failure like any other."""
        own = sys.modules.get(type(self._players[who]).__module__)
        where = place(failure, [getattr(own, "__file__", None)])
        said = clip(complaint(failure), 350)
        return PlayerFailed(type(failure).__name__, f"{said} ({where})".lstrip() if where else said)

    async def _act(self, who: str, observation: Observation) -> Act:
        """What the player in this seat does now. Raises :class:`PlayerFailed`, and what ends a run as it is: a model
        that cannot be asked, a file that cannot be written, and Ctrl-C."""
        try:
            act = await self._players[who].act(observation)
        except (ModelFault, JournalError, KeyboardInterrupt, asyncio.CancelledError, GeneratorExit):
            raise
        except BaseException as failure:
            raise self.failed(who, failure) from failure
        if not isinstance(act, Act):
            raise PlayerFailed("TypeError", f"a player answers with an Act, not with {type(act).__name__}")
        return act

    def _turn(self, turn_off: TurnOff) -> Steps[None]:
        yield self.kernel.at(turn_off.at)
        script = turn_off.script
        if script is not None:
            running = {entry.id for entry in self.world.script.timeline}
            self.world.script = script
            self._timeline.begin(entry for entry in script.timeline if entry.id not in running)
            for seat in self._seats.values():
                seat.tasks.tell_again()
        for who in turn_off.new_players:
            self._seats[who].hand_over()

    def _leave(self, who: str, why: Literal["finished", "refused", "circling"]) -> None:
        """Nobody plays in this seat any more. The run ends with the last of them; what went wrong in any is why."""
        self._left[who] = why
        if len(self._seats) > 1:
            self.world.write(SeatLeft(why=why), who)
        if len(self._left) == len(self._seats):
            self.kernel.stop(next((why for why in self._left.values() if why != "finished"), "finished"))

    def _watch_the_time(self, event: Event) -> None:
        """What is computed again is not stopped: nothing new can be kept there."""
        if self._stopwatch.is_over and not self.world.journal.replaying:
            self.world.stop_for(self._stopwatch.fault())

    def _ended(self, reason: str, end: int, until: int | None) -> Ended:
        world, script = self.world, self.world.script
        if reason == "fault" and world.fatal is not None:
            return self._stopped(world.fatal)
        if reason == REPLAYED:
            return Ended(None, "all that is recorded was computed again", world.now)
        dead = world.replies.at_the_end() if reason != "crash" else None
        if dead is not None:
            return self._stopped(dead)
        if reason == "until" and end < script.horizon:
            if until is None:
                hours = (end - script.start) / 3600
                return self._stopped(ModelFault("over_budget", f"the {hours:g} simulated hours of the budget are over"))
            return Ended(None, "stopped where it was told to", world.now)
        outcome, why = _OUTCOMES[reason]
        world.write(RunEnded(outcome=outcome, why=why))
        return Ended(outcome, why, world.now)

    def _stopped(self, fault: ModelFault) -> Ended:
        """The end of a run that can go on later."""
        outcome: Outcome = "budget" if _is_over_budget(fault) else "crash"
        told = fault.kind in ("over_budget", "unusable")
        why = (fault.message if told else f"no answer from the model: {fault}")[:500]
        if not self.world.journal.replaying:
            self.world.write(RunEnded(outcome=outcome, why=why))
        return Ended(outcome, why, self.world.now, fault)

    def _judge(self, who: str, act: Act) -> None:
        """Take note of whether a model in this seat did anything that the office knows."""
        if who not in self._models or self.world.now < self._joined[who]:
            return
        trouble = ""
        try:
            self.world.office.parse(act.action, act.arguments)
        except Refused as refused:
            trouble = "no_call" if act.action == NOTHING else refused.code
        self.world.thought_of("player", self._models[who], trouble)

    async def _ask(self, who: str, observation: Observation) -> Act:
        """The player's answer: from the journal where it stands, else from the player, and then into the journal.

        What somebody else did in the seat, before this player took it over, it is told and never asked.
        """
        journal, player = self.world.journal, self._players[who]
        asked = {"turn": observation.turn, "saw": thought_key("player", who, observation)}
        key = thought_key("player", who, asked)
        known = journal.recall(key, 0)
        replays = getattr(player, "replays", False) and observation.at >= self._joined[who]
        if known is None or replays:
            if who in self.unfit:
                raise self.unfit[who]
            asking = self._act(who, observation)
            act = await (asking if known else self._stopwatch.within(asking))
            thought = Thought(key, 0, "player", who, observation.at, asked, reply=_data(act))
            if known is None:
                known = journal.keep(thought)
            elif canonical_json(known.reply) != canonical_json(thought.reply):
                raise PlayerDiverged(observation.turn, canonical_json(known.reply), canonical_json(thought.reply))
        elif hasattr(player, "remember"):
            try:
                player.remember(observation, Act.model_validate(known.reply))
            except KeyboardInterrupt:
                raise
            except BaseException as failure:
                raise self.failed(who, failure) from failure
        return Act.model_validate(known.reply)

    # -- what every event sets off --------------------------------------------------------------------------------

    def _follow(self, event: Event) -> None:
        message = read_message(event, self._named)
        if message is not None:
            self._attention.messages[event.serial] = message
            self.moments.decisions.said(message)
            self.moments.history.setdefault(message.key, []).append(message)
            self.world.tell(message.sender, message.text, message.to, message.app, message.ref, event.serial)
            if message.sender in self._seats:
                self._said_by_seat(message)
            return
        document = document_text(event)
        if document is not None:
            ref, text, readers = document
            if readers is None:
                readers = tuple(p.id for p in self.world.org.people() if p.id != event.actor)
            where: Where = "drive" if ref.startswith("/") else "tracker"
            self.world.tell(event.actor, text, readers, where, ref, event.serial)

    def _named(self, text: str, among: tuple[str, ...]) -> tuple[str, ...]:
        people = tuple(p for p in among if "@" not in p)
        return people_named(text, people, lambda who: (self.world.person(who).name, self.world.person(who).first))

    def _said_by_seat(self, message: Message) -> None:
        """What the player says may keep a promise, make one, ask for an approval, or be the result of a task."""
        world = self.world
        said, ref, because = message.app, message.ref, (message.serial,)
        self._conduct.keep(message.sender, message.to, with_subject(message), said, ref, message.serial)
        direct = tuple(p for p in message.direct if world.is_known(p) and p != message.sender)
        for reading in read_promises(message.text, world.now, world.person(message.sender).calendar):
            for to in direct[:1]:
                entry = self._conduct.enter(
                    message.sender, to, what=reading.what, due=reading.due, confidence=reading.confidence, where=said,
                    ref=ref, causes=because,
                )  # fmt: skip
                self.kernel.process(self._falls_due(entry.id, reading.due))
        self._seats[message.sender].tasks.said(message)

    def _falls_due(self, id: str, due: int) -> Steps[None]:
        """A promise of the player's that is not kept when it falls due is broken, and the other remembers."""
        yield self.kernel.at(max(due, self.world.now))
        entry = self.world.ledger.get(id)
        if entry.closed is None:
            self._conduct.close(id, "broken", None, ())
            if entry.to in self.world.cast:
                self.world.feel(entry.to, "trust", entry.by, -0.08 * entry.confidence)

    def _deliver(self, notice: Notice) -> None:
        if notice.to in self._seats:
            self._seats[notice.to].post(notice)
        else:
            self._attention.post(notice)


def _is_over_budget(fault: ModelFault | None) -> bool:
    return fault is not None and fault.kind == "over_budget"


def _data(act: Act) -> dict[str, Any]:
    data: dict[str, Any] = act.model_dump(mode="json", exclude_defaults=True)
    return data


_OUTCOMES: Mapping[str, tuple[Outcome, str]] = {
    "finished": ("finished", "the player said that it was done"),
    "until": ("horizon", "the scenario's time was up"),
    "empty": ("stalemate", "nobody would ever have acted again"),
    "refused": ("livelock", "the player's actions were refused one after the other, and nothing changed"),
    "circling": ("livelock", "the player did the same few things over and over, and nothing came of it"),
    "crash": ("crash", "the player failed"),
}
