"""A session: a seat of a run open to the outside. Hand in an act, and await what comes of it.

The run is a task of the event loop the session is opened in. Simulated time moves only between an act and the next
observation. Acts are taken one at a time, in the order in which they come. Whoever loses the connection comes back and
asks what there is to be seen: an act that was handed in takes effect whether or not anybody waits for it.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, cast

from pydantic import BaseModel, ConfigDict

from sim.player import Act, Briefing, Observation, Together
from sim.units import BadValue
from sim.vocabulary.core import Event
from sim.vocabulary.seat import SeatLeft
from workaday.doors.clipping import clipped
from workaday.doors.hosted import Changes, HostedSeat, News
from workaday.doors.pace import Pace
from workaday.exits import Exit, Trouble

if TYPE_CHECKING:
    from scenarios.load import Loaded
    from workaday.doors.offers import Offer
    from workaday.result import Result, Rollout

ABSENT: Final = "nobody acted in this seat while others waited for it (--absent-after): the server let it wait"
"""What is recorded as the reason of an act that nobody did."""
PATIENCE: Final = 45.0
"""Real seconds after which what is still under way is answered as pending: many clients give up after a minute."""
_SQLITE: Final = b"SQLite format 3\0"


class Ending(BaseModel):
    """How the run ended: by an outcome, or "unfinished" where it was stopped on the way. Scores are not told."""

    model_config = ConfigDict(frozen=True)

    outcome: str
    why: str


class Turn(BaseModel):
    """What a door answers with: what the seat sees now, or that the run has ended."""

    model_config = ConfigDict(frozen=True)

    pending: bool = False
    """Whether what was done last is still under way: ask again what there is to be seen."""
    observation: Observation | None = None
    ended: Ending | None = None


class OutOfTurn(Exception):
    """An act was meant for another turn than the present one; nothing was done. Positional arguments only."""

    def __init__(self, meant: int, present: int) -> None:
        super().__init__(meant, present)
        self.meant, self.present = meant, present

    def __str__(self) -> str:
        return f"this was meant for turn {self.meant}, and it is turn {self.present} now: look first what came of it"


class Busy(Exception):
    """What the seat did last is still under way, so that an act could not be taken; nothing was done."""

    def __str__(self) -> str:
        return (
            "what you did last is still under way, and this was not done: ask what there is to be seen, then try again"
        )


class Session:
    """One seat of a run that is open to the outside. Where it is the only one, an asynchronous context manager in which
    the run goes on."""

    def __init__(self, run: "OpenRun", seat: HostedSeat) -> None:
        self.run = run
        self.seat = seat
        self.away = False
        """Whether nobody acts here at present, so that the server lets the seat wait (:class:`OpenRun`)."""
        self._left: Ending | None = None
        self._turns = asyncio.Lock()

    @classmethod
    def open(cls, what: "str | Path | Loaded", **options: Any) -> "Session":
        """The session of a run with one seat, as :meth:`OpenRun.open` opens it. Raises
        :class:`~workaday.exits.Trouble` for one with several, and what that raises."""
        session, *others = OpenRun.open(what, **options).sessions.values()
        if others:
            seats = ", ".join(session.run.sessions)
            told = f"{session.rollout.loaded.script.scenario} has several seats ({seats})"
            raise Trouble(Exit.USER, f"{told}: workaday serve opens them all (in Python, OpenRun.open)")
        return session

    async def __aenter__(self) -> Self:
        await self.run.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the run where it stands; it can go on later."""
        await self.run.__aexit__(kind, error, trace)

    @property
    def rollout(self) -> "Rollout":
        """What is played."""
        return self.run.rollout

    @property
    def offers(self) -> "dict[str, Offer]":
        """What can be done, by name."""
        return self.run.offers

    @property
    def result(self) -> "Result | None":
        """What came of the run, with its scores, when it is over."""
        return self.run.result

    @property
    def failure(self) -> Exception | None:
        """What the run was stopped by, where that was a fault."""
        return self.run.failure

    # -- for the seat ---------------------------------------------------------------------------------------------

    async def briefing(self) -> Briefing:
        """What the seat is told first. Raises ``RuntimeError`` where the run ended before that."""
        await self.seat.changes.until(lambda: self.seat.briefing is not None or self.ended is not None)
        if self.seat.briefing is None:
            raise RuntimeError(f"the run did not begin: {self.ended and self.ended.why}")
        return self.seat.briefing

    async def now(self, patience: float | None = None) -> Turn:
        """What the seat sees, once nothing is under way; pending after ``patience`` real seconds."""
        return await self._seen(_deadline(patience))

    async def act(self, act: Act, *, turn: int | None = None, patience: float | None = None) -> Turn:
        """Do this, and give what is to be seen then. Where the run is over, it is not done.

        With ``turn``, do it only in that turn: :class:`OutOfTurn` is raised in any other, so that an act whose answer
        was lost is not done twice. ``patience`` are the real seconds after which the answer is that it is pending;
        :class:`Busy` is raised where an earlier act was under way for as long.
        """
        deadline = _deadline(patience)
        self.away = False
        if not await self._handed_in(act, turn, deadline):
            return self._present()
        return await self._seen(deadline)

    async def news(self, after: int = 0) -> AsyncIterator[News]:
        """What has reached the seat, after the one of this number, and what reaches it until the run ends."""
        while True:
            while after < len(self.seat.news):
                after += 1
                yield self.seat.news[after - 1]
            if self.ended is not None:
                return
            await self.seat.changes.until(partial(self._is_told, after))

    async def passing(self, step: int) -> AsyncIterator[int]:
        """The simulated instants that are reached, at least ``step`` simulated seconds apart, until the run ends."""
        last = self.seat.reached
        while self.ended is None:
            await self.seat.changes.until(partial(self._is_reached, last + step))
            if self.seat.reached >= last + step:
                last = self.seat.reached
                yield last

    async def over(self) -> None:
        """Come back when the run has ended, or the seat was left."""
        await self.seat.changes.until(lambda: self.ended is not None)

    @property
    def ended(self) -> Ending | None:
        """How it ended for this seat: with the run, or, where several play, as it was left; None while it goes on."""
        return self._left or self.run.ended

    @property
    def waits(self) -> bool:
        """Whether something that was done from outside is under way here."""
        acts = self.seat.briefing is not None and self.seat.observation is None
        return acts and not self.away and self.ended is None

    def follow(self, event: Event) -> None:
        """Take note of what happens in the run."""
        if self.seat.pace.is_at_once:
            self.seat.reach(event.at)
        if not isinstance(event.body, SeatLeft) or event.actor != self.seat.who:
            return
        if any(other.ended is None for other in self.run.sessions.values() if other is not self):
            self._left = Ending(outcome=_LEFT[event.body.why][0], why=_LEFT[event.body.why][1])
            self.seat.changes.tell()

    # -- inside ---------------------------------------------------------------------------------------------------

    def _present(self) -> Turn:
        if self.ended is not None:
            return Turn(ended=self.ended)
        seen = self.seat.observation
        return Turn(observation=None if seen is None else clipped(seen))

    def _is_told(self, number: int) -> bool:
        return len(self.seat.news) > number or self.ended is not None

    def _is_reached(self, at: int) -> bool:
        return self.seat.reached >= at or self.ended is not None

    def _is_settled(self) -> bool:
        return self.seat.observation is not None or self.ended is not None

    async def _seen(self, deadline: float | None) -> Turn:
        return self._present() if await self._settled(deadline) else Turn(pending=True)

    async def _settled(self, deadline: float | None) -> bool:
        return await _within(deadline, lambda: self.seat.changes.until(self._is_settled))

    async def _handed_in(self, act: Act, turn: int | None, deadline: float | None) -> bool:
        """Hand it in; False where the run is over."""
        if not await _within(deadline, self._turns.acquire):
            raise Busy
        try:
            if not await self._settled(deadline):
                raise Busy
            if self.ended is not None or self.seat.observation is None:
                return False
            present = self.seat.observation.turn
            if turn is not None and turn != present:
                raise OutOfTurn(turn, present)
            self.seat.hand_in(act)
            return True
        finally:
            self._turns.release()


_LEFT: Final = {
    "finished": ("finished", "you said that you were done; others go on"),
    "refused": ("livelock", "your actions were refused one after the other, and nothing changed; others go on"),
    "circling": ("livelock", "you did the same few things over and over, and nothing came of it; others go on"),
}
"""How a run ends for a seat that is left before the others, by why it was left."""


class OpenRun:
    """One run with its seats open to the outside; an asynchronous context manager, in which the run goes on.

    Simulated time passes no seat's moment before that seat has acted: a seat in which nobody acts holds the office, and
    the others wait. With ``absent_after`` it does not for ever: where somebody else has waited for it for so many real
    seconds, it waits too (:data:`ABSENT`), an hour at a time, until somebody acts in it again. That is in the record,
    as an act of that seat with its reason. A seat is never passed over while nobody waits for it.
    """

    def __init__(
        self,
        rollout: "Rollout",
        seats: Mapping[str, HostedSeat],
        until: str | int | None = None,
        *,
        absent_after: float | None = None,
    ) -> None:
        """Raises :class:`sim.units.BadValue` for an ``absent_after`` where there is one seat, or below zero."""
        from workaday.doors.offers import offers_of

        if absent_after is not None and len(seats) < 2:
            rule = "is for runs with several seats, and this one has one"
            raise BadValue("--absent-after", rule, "Leave it out: a seat alone keeps nobody waiting.")
        if absent_after is not None and absent_after < 0:
            raise BadValue(f"{absent_after:g}", "is no time to wait for anybody", "Give real seconds, 0 or more.")
        self.rollout = rollout
        """What is played."""
        self.sessions: dict[str, Session] = {who: Session(self, seat) for who, seat in seats.items()}
        """The session of each seat, by who sits there, in the order of the seats."""
        self.offers: dict[str, Offer] = offers_of(rollout.loaded.script)
        """What can be done, by name."""
        self.result: Result | None = None
        """What came of the run, with its scores, when it is over."""
        self.failure: Exception | None = None
        """What the run was stopped by, where that was a fault."""
        self.ended: Ending | None = None
        """How the run ended; None while it goes on."""
        self._until = until
        self._absent_after = absent_after
        self._tasks: list[asyncio.Task[None]] = []
        watch = rollout.on_event

        def follow(event: Event) -> None:
            for session in self.sessions.values():
                session.follow(event)
            if watch is not None:
                watch(event)

        rollout.on_event = follow

    @classmethod
    def open(
        cls,
        what: "str | Path | Loaded",
        *,
        pace: Pace | None = None,
        mind: str = "reflex",
        seed: int = 1,
        out: str | Path | None = None,
        until: str | int | None = None,
        absent_after: float | None = None,
        **options: Any,
    ) -> "OpenRun":
        """A scenario, begun anew, or a run file, which goes on, with all its seats open; ``mind``, ``seed`` and ``out``
        are of new runs alone. ``options`` are those of :class:`~workaday.result.Rollout`.

        Raises what :func:`workaday.run` and :func:`workaday.resume` raise, and :class:`sim.units.BadValue`.
        """
        from sim.record import Record
        from workaday.continuation import Resumption, kept_in
        from workaday.result import Rollout, load

        goes_on = isinstance(what, str | Path) and is_run(what)
        if goes_on:
            with Record.open(cast("str | Path", what)) as record:
                loaded = kept_in(record)[1]
        else:
            loaded = load(what) if isinstance(what, str | Path) else what
        changes = Changes()
        seats = {who: HostedSeat(pace, who=who, changes=changes) for who in loaded.script.players}
        player = Together(seats) if loaded.script.seats else seats[loaded.script.seat]
        if goes_on:
            rollout: Rollout = Resumption(cast("str | Path", what), player, **options)
        else:
            rollout = Rollout(loaded, player, mind, seed, out, **options)
        return cls(rollout, seats, until, absent_after=absent_after)

    async def __aenter__(self) -> Self:
        self._tasks.append(asyncio.create_task(self._play()))
        if self._absent_after is not None:
            stand_ins = [self._stand_in(session, self._absent_after) for session in self.sessions.values()]
            self._tasks += map(asyncio.create_task, stand_ins)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the run where it stands; it can go on later."""
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)

    async def over(self) -> None:
        """Come back when the run has ended."""
        first = next(iter(self.sessions.values()))
        await first.seat.changes.until(lambda: self.ended is not None)

    async def _play(self) -> None:
        try:
            result = self.result = await self.rollout.play(self._until)
            self.ended = Ending(outcome=result.outcome, why=result.why)
        except Exception as error:
            self.failure = error
            self.ended = Ending(outcome="unfinished", why="the run was stopped by a fault; it is kept, and can go on")
        finally:
            for session in self.sessions.values():
                session.seat.changes.tell()

    async def _stand_in(self, session: Session, patience: float) -> None:
        """Let a seat wait in which nobody acts though others wait for it."""
        seat = session.seat
        while session.ended is None:
            await seat.changes.until(lambda: session.ended is not None or self._is_waited_for(session))
            shown = seat.observation
            if not session.away:
                is_settled = partial(self._is_settled, session, shown)
                if await _within(_deadline(patience), partial(seat.changes.until, is_settled)):
                    continue
            if seat.observation is shown is not None and self._is_waited_for(session):
                session.away = True
                seat.hand_in(Act(action="desk.wait", arguments={"until": "1h"}, thought=ABSENT))

    def _is_waited_for(self, session: Session) -> bool:
        """Whether this seat could act, and another one waits."""
        others = (other for other in self.sessions.values() if other is not session)
        return session.seat.observation is not None and any(other.waits for other in others)

    def _is_settled(self, session: Session, shown: Observation | None) -> bool:
        """Whether nobody waits any more for what this seat does at ``shown``."""
        return session.ended is not None or session.seat.observation is not shown or not self._is_waited_for(session)


def _deadline(patience: float | None) -> float | None:
    """When so many real seconds are over, on the clock of the event loop."""
    return None if patience is None else asyncio.get_running_loop().time() + patience


async def _within(deadline: float | None, wait: Callable[[], Awaitable[object]]) -> bool:
    """Whether ``wait`` came back in time."""
    try:
        async with asyncio.timeout_at(deadline):
            await wait()
    except TimeoutError:
        return False
    return True


def is_run(path: str | Path) -> bool:
    """Whether this is the file of a run, as far as its first bytes tell."""
    try:
        with Path(path).open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False
