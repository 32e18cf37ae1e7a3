"""A session: one run with its seat open to the outside. Hand in an act, and await what comes of it.

The run is a task of the event loop the session is opened in. Simulated time moves only between an act and the next
observation. Acts are taken one at a time, in the order in which they come. Whoever loses the connection comes back and
asks what there is to be seen: an act that was handed in takes effect whether or not anybody waits for it.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from pydantic import BaseModel, ConfigDict

from sim.player import Act, Briefing, Observation
from sim.vocabulary.core import Event
from workaday.doors.hosted import HostedSeat, News
from workaday.doors.pace import Pace

if TYPE_CHECKING:
    from scenarios.load import Loaded
    from workaday.doors.offers import Offer
    from workaday.result import Result, Rollout

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
    """One run with its seat open to the outside; an asynchronous context manager, in which the run goes on."""

    def __init__(self, rollout: "Rollout", seat: HostedSeat, until: str | int | None = None) -> None:
        from workaday.doors.offers import offers_of

        self.rollout = rollout
        self.seat = seat
        self.offers: dict[str, Offer] = offers_of(rollout.loaded.script)
        """What can be done, by name."""
        self.result: Result | None = None
        """What came of the run, with its scores, when it is over."""
        self.failure: Exception | None = None
        """What the run was stopped by, where that was a fault."""
        self._until = until
        self._ended: Ending | None = None
        self._turns = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        watch = rollout.on_event

        def follow(event: Event) -> None:
            if seat.pace.is_at_once:
                seat.reach(event.at)
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
        **options: Any,
    ) -> "Session":
        """A session of a scenario, begun anew, or of a run file, which goes on; ``mind``, ``seed`` and ``out`` are of
        new runs alone. ``options`` are those of :class:`~workaday.result.Rollout`.

        Raises what :func:`workaday.run` and :func:`workaday.resume` raise.
        """
        from workaday.continuation import Resumption
        from workaday.result import Rollout, load

        seat = HostedSeat(pace)
        if isinstance(what, str | Path):
            if is_run(what):
                return cls(Resumption(what, seat, **options), seat, until)
            what = load(what)
        return cls(Rollout(what, seat, mind, seed, out, **options), seat, until)

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._play())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the run where it stands; it can go on later."""
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait((self._task,))

    # -- for the seat ---------------------------------------------------------------------------------------------

    async def briefing(self) -> Briefing:
        """What the seat is told first. Raises ``RuntimeError`` where the run ended before that."""
        await self.seat.changes.until(lambda: self.seat.briefing is not None or self._ended is not None)
        if self.seat.briefing is None:
            raise RuntimeError(f"the run did not begin: {self._ended and self._ended.why}")
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
        if not await self._handed_in(act, turn, deadline):
            return self._present()
        return await self._seen(deadline)

    async def news(self, after: int = 0) -> AsyncIterator[News]:
        """What has reached the seat, after the one of this number, and what reaches it until the run ends."""
        while True:
            while after < len(self.seat.news):
                after += 1
                yield self.seat.news[after - 1]
            if self._ended is not None:
                return
            await self.seat.changes.until(partial(self._is_told, after))

    async def passing(self, step: int) -> AsyncIterator[int]:
        """The simulated instants that are reached, at least ``step`` simulated seconds apart, until the run ends."""
        last = self.seat.reached
        while self._ended is None:
            await self.seat.changes.until(partial(self._is_reached, last + step))
            if self.seat.reached >= last + step:
                last = self.seat.reached
                yield last

    async def over(self) -> None:
        """Come back when the run has ended."""
        await self.seat.changes.until(lambda: self._ended is not None)

    @property
    def ended(self) -> Ending | None:
        """How the run ended; None while it goes on."""
        return self._ended

    # -- inside ---------------------------------------------------------------------------------------------------

    async def _play(self) -> None:
        try:
            result = self.result = await self.rollout.play(self._until)
            self._ended = Ending(outcome=result.outcome, why=result.why)
        except Exception as error:
            self.failure = error
            self._ended = Ending(outcome="unfinished", why="the run was stopped by a fault; it is kept, and can go on")
        finally:
            self.seat.changes.tell()

    def _present(self) -> Turn:
        if self._ended is not None:
            return Turn(ended=self._ended)
        return Turn(observation=self.seat.observation)

    def _is_told(self, number: int) -> bool:
        return len(self.seat.news) > number or self._ended is not None

    def _is_reached(self, at: int) -> bool:
        return self.seat.reached >= at or self._ended is not None

    def _is_settled(self) -> bool:
        return self.seat.observation is not None or self._ended is not None

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
            if self._ended is not None or self.seat.observation is None:
                return False
            present = self.seat.observation.turn
            if turn is not None and turn != present:
                raise OutOfTurn(turn, present)
            self.seat.hand_in(act)
            return True
        finally:
            self._turns.release()


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
