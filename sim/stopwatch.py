"""Real time: a clock that is handed in, and a stopwatch for what a run may take of it. Never simulated time."""

import asyncio
import time
from collections.abc import Awaitable, Coroutine
from typing import Protocol, TypeVar

from sim.model import ModelFault

T = TypeVar("T")


class Clock(Protocol):
    """Real time, in seconds from wherever it counts."""

    def time(self) -> float:
        """Now."""
        ...

    async def sleep(self, seconds: float, /) -> None:
        """Come back so many seconds later."""
        ...


class RealClock:
    """The clock of this machine."""

    def time(self) -> float:
        """Now, on a clock that nobody sets."""
        return time.monotonic()

    async def sleep(self, seconds: float, /) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class Stopwatch:
    """The real time that a run may take. It starts as it is made; ``limit`` None never ends."""

    def __init__(self, limit: float | None, clock: Clock | None = None) -> None:
        self._limit = limit
        self._clock = clock or RealClock()
        self._begun = self._clock.time()

    @property
    def runs(self) -> bool:
        """Whether there is a limit at all."""
        return self._limit is not None

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self._limit is not None and self._clock.time() - self._begun >= self._limit

    def fault(self) -> ModelFault:
        """What a run stops with when the time is up."""
        return ModelFault("over_budget", f"the {self._limit:g} s of real time that the run may take (wall) are over")

    async def within(self, work: Awaitable[T]) -> T:
        """What ``work`` returns or raises. Raises :class:`~sim.model.ModelFault` when the time is up before that."""
        if self._limit is None:
            return await work
        if self.is_over:
            if isinstance(work, Coroutine):
                work.close()
            raise self.fault()
        left = self._limit - (self._clock.time() - self._begun)
        task, alarm = asyncio.ensure_future(work), asyncio.ensure_future(self._clock.sleep(left))
        try:
            await asyncio.wait((task, alarm), return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                raise self.fault()
            return task.result()
        finally:
            pending = [one for one in (task, alarm) if not one.done()]
            for one in pending:
                one.cancel()
            if pending:
                await asyncio.wait(pending)
