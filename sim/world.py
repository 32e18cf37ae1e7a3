"""The world of one run: what all parts of the engine share, and the few ways they change it.

The parts are processes on the kernel: :mod:`sim.attention` (people notice, read, answer), :mod:`sim.conduct` (a mind's
turn becomes actions), :mod:`sim.ringing` and :mod:`sim.meetings` (talk as it happens), :mod:`sim.timeline` (what the
scenario brings about), :mod:`sim.background` (what people do of their own accord), :mod:`sim.seat` (the player).
"""

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from sim.actions import Action, Receipt
from sim.calendar import NoWorkingTime, is_absent, next_working
from sim.commitments import Ledger
from sim.habits import Habits, Temper
from sim.journal import Journal
from sim.kernel import Kernel, Steps
from sim.mind import Mind
from sim.model import ModelFault, Role
from sim.office import App, Notice, Office
from sim.organisation import Organisation, Person
from sim.relations import Relations
from sim.replies import Replies
from sim.script import Script
from sim.streams import Streams
from sim.truth import Truth
from sim.vocabulary.attention import FeelingChanged, MindFault
from sim.vocabulary.core import WORLD, Body, Event
from sim.vocabulary.world import FactChanged, FactLearned, FactTold, OrgChanged, Where


@dataclass(slots=True)
class Coworker:
    """Somebody with a mind. ``desk_free_at`` is when they are through with what they are reading now."""

    person: Person
    habits: Habits
    temper: Temper
    mind: Mind
    desk_free_at: int = 0
    open_thoughts: int = 0
    working_on: list[str] = field(default_factory=list)
    """Favours they are at or have queued."""
    held_up: int = 0
    """Seconds that what they are at takes longer, for those who cut in."""


class Told(NamedTuple):
    """One fact as one message gave it."""

    fact: str
    version: int | None
    value: str
    by: str


class World:
    """Shared state of one run. Nothing here survives it, and no two runs share any of it."""

    def __init__(
        self,
        script: Script,
        org: Organisation,
        cast: Mapping[str, Coworker],
        *,
        seed: int,
        journal: Journal,
        kernel: Kernel,
        apps: Sequence[type[App]],
    ) -> None:
        self.script = script
        self.org = org
        self.cast = dict(cast)
        self.seats = script.players
        """The seats of players, in their order."""
        self.seat_id = script.seat
        """The first of them."""
        self.kernel = kernel
        self.journal = journal
        self.streams = Streams(seed)
        self.truth = Truth(script.facts, org, script.players)
        self.truth.awaits(script.approvals)
        self.relations = Relations(org, script.start)
        self.ledger = Ledger()
        self.replies = Replies()
        self.decided: dict[str, Literal["grant", "refuse"]] = {}
        self.favours_done: set[str] = set()
        self.delivered: set[str] = set()
        self.readers: list[Callable[[Event], None]] = []
        """Called with every event, in order, as soon as it is written. They may write further events."""
        self.deliver: Callable[[Notice], None] = lambda notice: None
        """Who hands a notice to whom it is for; set by the engine before anything happens."""
        self.fatal: ModelFault | None = None
        """The fault that stopped the run, where one did."""
        self.dated: int | None = None
        """Before the run starts: the instant from which what is being put in place dates."""
        self._told: dict[tuple[str, str], list[Told]] = {}
        self._tellers: dict[str, dict[tuple[str, int | None], str]] = {seat: {} for seat in self.seats}
        """By seat: who first gave a fact to it, or else to anybody."""
        self._same: Counter[tuple[str, ...]] = Counter()
        self._unread: deque[Event] = deque()
        """Events that the readers have yet to see: what a reader writes comes after the event it was reading."""
        self.office = Office(org, apps, clock=lambda: self.now, write=self._write, tell=self._hand_over)

    # -- time and people ------------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """The present instant."""
        return self.kernel.now if self.dated is None else self.dated

    def is_known(self, who: str | None) -> bool:
        """Whether this is somebody who acts in this run: of the cast, or in a seat."""
        return who in self.cast or who in self.seats

    def person(self, who: str) -> Person:
        """The person with this id. Raises ``KeyError``."""
        return self.org.person(who)

    def live(self, steps: Steps[Any]) -> None:
        """Let a course of somebody's life run. It ends where they never work again: they have left for good."""
        self.kernel.process(self._until_gone(steps))

    def until(self, who: str, at: int) -> Steps[None]:
        """Let time pass until ``at``, and on while ``who`` is away (`back`)."""
        yield self.kernel.at(at)
        yield from self.back(who)

    def back(self, who: str) -> Steps[None]:
        """Let time pass while ``who`` is away; none where they are there. What came up since something was planned, an
        illness, counts. Raises `NoWorkingTime` where they never come back."""
        while is_absent(self.person(who).calendar, self.now):
            yield self.kernel.at(next_working(self.person(who).calendar, self.now))

    @staticmethod
    def _until_gone(steps: Steps[Any]) -> Steps[None]:
        try:
            yield from steps
        except NoWorkingTime:
            return

    def nth(self, *key: str) -> int:
        """How often exactly this key has come up in this run: tells equal messages apart, without a shared counter."""
        count = self._same[key]
        self._same[key] += 1
        return count

    def _hand_over(self, notice: Notice) -> None:
        self.deliver(notice)

    # -- writing --------------------------------------------------------------------------------------------------

    def _write(self, at: int, actor: str, body: Body, causes: tuple[int, ...]) -> Event:
        event = self.journal.append(at, actor, body, causes)
        self._unread.append(event)
        if len(self._unread) == 1:
            while self._unread:
                for reader in tuple(self.readers):
                    reader(self._unread[0])
                self._unread.popleft()
        return event

    def write(self, body: Body, actor: str = WORLD, causes: Sequence[int] = ()) -> Event:
        """Record what no app records."""
        return self._write(self.now, actor, body, tuple(causes))

    def do(self, actor: str, action: Action, causes: Sequence[int] = ()) -> Receipt:
        """Perform an action in the office. Raises :class:`sim.actions.Refused`."""
        return self.office.perform(actor, action, causes)

    # -- facts that travel ----------------------------------------------------------------------------------------

    def tell(self, by: str, text: str, to: Sequence[str], where: Where, ref: str, cause: int) -> tuple[Told, ...]:
        """Note which facts a text gives to people who may read it at ``ref``; they learn them when they do.

        Only what the teller holds is told. A guess, a list of candidates or the echo of somebody's words gives nobody
        a fact, however right it happens to be. What comes from outside, and what dates from before the run, counts as
        it stands.
        """
        told = tuple(
            Told(fact, version, value, by)
            for fact, version, value in self.truth.stated_in(text)
            if by == WORLD or self.dated is not None or self.truth.stands_by(by, fact, version, value)
        )
        for fact, version, value, _ in told:
            self.truth.has_told(by, to, fact, value)
            self.write(
                FactTold(fact=fact, version=version, value=value, to=tuple(to), where=where, ref=ref), by, (cause,)
            )
            for seat, tellers in self._tellers.items():
                if by != seat and (seat in to or (fact, version) not in tellers):
                    tellers[(fact, version)] = by
        if told:
            self._told.setdefault((where, ref), []).extend(told)
        return told

    def told_at(self, where: str, ref: str) -> tuple[Told, ...]:
        """The facts that the message or document at ``ref`` gives."""
        return tuple(self._told.get((where, ref), ()))

    def learn(self, who: str, told: Told, where: Where, ref: str, cause: int) -> None:
        """``who`` takes in a fact; an event only where it changes what they hold."""
        if self.truth.learn(who, told.fact, told.version, told.value, self.now, told.by):
            body = FactLearned(
                fact=told.fact, version=told.version, value=told.value, source=told.by, where=where, ref=ref
            )
            self.write(body, who, (cause,))

    def seen(self, who: str, text: str, where: Where, ref: str, cause: int) -> None:
        """The seat ``who`` has had this text of others before it: what it states, and somebody has told, is learned."""
        for fact, version, value in self.truth.stated_in(text):
            teller = self._tellers[who].get((fact, version))
            if teller is not None:
                self.learn(who, Told(fact, version, value, teller), where, ref, cause)

    # -- feelings and faults --------------------------------------------------------------------------------------

    def feel(
        self,
        who: str,
        what: Literal["trust", "irritation", "mood"],
        toward: str | None,
        by: float,
        causes: Sequence[int] = (),
    ) -> None:
        """Move a feeling of ``who``; recorded where it moves by a hundredth or more."""
        if by == 0.0:
            return
        if what == "mood":
            old, new = self.relations.move_mood(who, by, self.now)
        elif toward is None or toward == who:
            return
        elif what == "trust":
            old, new = self.relations.move_trust(who, toward, by, self.now)
        else:
            old, new = self.relations.move_irritation(who, toward, by, self.now)
        if abs(new - old) >= 0.01:
            self.write(
                FeelingChanged(what=what, toward=toward if what != "mood" else None, old=old, new=new), who, causes
            )

    def fault(self, who: str, fault: str, detail: str, causes: Sequence[int] = ()) -> None:
        """Record that a mind failed, or tried what the world does not allow."""
        self.write(MindFault(fault=fault, detail=detail[:500]), who, causes)

    # -- changes of the world -------------------------------------------------------------------------------------

    def set_fact(self, fact: str, version: int, causes: Sequence[int]) -> None:
        """From now on this version of the fact is true."""
        spec = self.truth.fact(fact).versions[version]
        self.truth.change(fact, version, self.now)
        body = FactChanged(fact=fact, version=version, value=spec.value, silent=spec.silent, known_by=spec.known_by)
        self.write(body, WORLD, causes)

    def decide(self, matter: str, verdict: Literal["grant", "refuse"]) -> None:
        """From now on an approval or a matter is decided, and what it settles may be spoken of."""
        self.decided[matter] = verdict
        self.truth.decided(matter)

    def change_fact(self, fact: str, causes: Sequence[int]) -> None:
        """The fact's next version becomes true; nothing happens where the last one is."""
        number = self.truth.current(fact)[0] + 1
        if number < len(self.truth.fact(fact).versions):
            self.set_fact(fact, number, causes)

    def set_absence(self, who: str, start: int, end: int, why: str) -> None:
        """``who`` will be away from ``start`` to ``end``: from now on everybody's graph and calendar say so."""
        self._set_org(self.org.with_absence(who, start, end, why))

    def reorganise(self, changes: Mapping[str, Any], causes: Sequence[int]) -> None:
        """From now on other people report to, lead, own or approve what ``changes`` says."""
        self._set_org(self.org.reorganised(changes))
        self.write(OrgChanged(changes=dict(changes)), WORLD, causes)

    def _set_org(self, org: Organisation) -> None:
        self.org = self.office.org = self.truth.org = self.relations.org = org
        for who, coworker in self.cast.items():
            coworker.person = org.person(who)

    def thought_of(self, role: Role, model: str, trouble: str) -> None:
        """A model's thought is there, ``trouble`` saying why nothing in it could be used ("" where something could).

        To be called before what comes of the thought is written: the run stops where nothing usable ever came, and one
        that goes on later is not stopped again by what it holds.
        """
        fault = self.replies.came(role, model, trouble)
        if fault is not None and not self.journal.replaying:
            self.stop_for(fault)

    def stop_for(self, fault: ModelFault) -> None:
        """No honest way on without the answer that failed: stop here, resumable."""
        if self.fatal is None:
            self.fatal = fault
        self.kernel.stop("fault")
