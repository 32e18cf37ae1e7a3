"""The kernel: simulated time, stepped by asyncio, and the thoughts that cost real time. The one door to SimPy.

Time is an integer number of seconds. What happens at one instant happens in the order in which it was scheduled, so a
tie is broken by a serial number and never by the order in which replies arrive. Whatever costs real time is a
*thought*: it starts now, runs as an asyncio task, and *lands* at an instant that is fixed before anything is known of
the task. The driver waits for the task only when the clock has reached its landing.

While the driver waits, or lets other tasks run, the world stands still: scheduling anything then (from within a
thought, say) raises ``RuntimeError``, because it would put the latency of a provider into the order of events.
"""

import asyncio
from collections.abc import Awaitable, Callable, Generator, Iterable
from contextvars import ContextVar
from datetime import UTC, datetime
from heapq import heapify, heappop, heappush
from math import inf
from time import perf_counter
from types import TracebackType
from typing import Any, Final, Generic, NoReturn, Self, TypeVar, cast

import simpy
from simpy.events import NORMAL, AllOf, AnyOf, EventPriority, Timeout
from simpy.events import Event as Signal
from simpy.exceptions import Interrupt

from sim.complaint import complaint
from sim.model import ModelFault
from sim.runfile import JournalError

__all__ = [
    "Interrupt",
    "Kernel",
    "Landing",
    "Process",
    "Signal",
    "Steps",
    "ThoughtFailed",
    "Timer",
]

T = TypeVar("T")

Steps = Generator[Signal, Any, T]
"""What a process is made of: a generator that yields the signals it waits for, and returns a ``T``."""

Reason = str
"""Why a run came back: "empty" (nothing will ever happen again), "until", or what :meth:`Kernel.stop` was given."""

COURTESY: Final = 0.005
"""Real seconds after which the driver lets the other tasks of the event loop run."""

CLOCK_EVERY: Final = 16
"""Events between two looks at the real clock, which costs a twentieth of an event."""

COMPACT_FROM: Final = 64
"""Cancelled entries below which the heap is not worth compacting."""

_pondering: ContextVar["tuple[Kernel, int] | None"] = ContextVar("sim_kernel_pondering", default=None)
"""The kernel whose thought the running task is part of, and the instant at which that thought began."""


class ThoughtFailed(Exception):
    """A thought raised something that is not ours. Positional arguments only, so it can be rebuilt from ``args``.

    ``cause_type`` is the name of the type that was raised, ``message`` what it said, ``original`` the exception itself.
    """

    def __init__(self, cause_type: str, message: str, original: BaseException | None = None) -> None:
        super().__init__(cause_type, message, original)
        self.cause_type = cause_type
        self.message = message
        self.original = original

    def __str__(self) -> str:
        return f"a thought failed with {self.cause_type}: {self.message}"


class _Cancelled(list[Any]):
    """The callbacks of a cancelled entry: nobody can wait for it any more, and who tries is told."""

    def append(self, _: Any) -> NoReturn:
        raise RuntimeError("this waits for something that was cancelled, and would wait for ever")


_CANCELLED: Final = _Cancelled()


class _Environment(simpy.Environment):
    """SimPy's clock and heap, with a lock for the time in which the world stands still."""

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.still = False
        self.cancelled = 0

    def schedule(self, event: Signal, priority: EventPriority = NORMAL, delay: float = 0) -> None:
        if self.still:
            raise RuntimeError(
                "the world may only be changed from inside an event: a thought hands its result back by returning it"
            )
        heappush(self._queue, (self._now + delay, priority, next(self._eid), event))

    def drop(self, event: Signal) -> None:
        """Leave the entry of ``event`` in the heap as dead, and clear the dead away once they are the majority."""
        if self.still:
            raise RuntimeError("the world may only be changed from inside an event: nothing can be cancelled now")
        for callback in event.callbacks or ():
            process = getattr(callback, "__self__", None)
            if isinstance(process, simpy.Process):
                raise RuntimeError(f"process {process.name!r} still waits for this: interrupt it, and let it cancel")
        event.callbacks = _CANCELLED
        self.cancelled += 1
        if self.cancelled > COMPACT_FROM and self.cancelled * 2 > len(self._queue):
            self._queue[:] = [entry for entry in self._queue if entry[3].callbacks is not _CANCELLED]
            heapify(self._queue)
            self.cancelled = 0


class Process(simpy.Process):
    """A process of the world. Like SimPy's, but an exception reaches whoever waits for it as itself.

    SimPy rebuilds it from ``args``, which fails, or loses what is not in ``args``, for many types of others.
    """

    _target: Signal | None  # type: ignore[assignment]  # SimPy's own code sets it to None at the end

    def _resume(self, event: Signal) -> None:
        env = self.env
        env._active_proc = self
        generator = self._generator
        while True:
            try:
                if event._ok:
                    event = generator.send(event._value)
                else:
                    event._defused = True
                    event = generator.throw(event._value)
            except StopIteration as end:
                self._end(True, end.value)
                break
            except BaseException as failure:
                failure.add_note(f"in process {self.name!r} at {_spell(int(env._now))}")
                self._end(False, failure)
                break
            try:
                callbacks = event.callbacks
                if callbacks is not None:
                    callbacks.append(self._resume)
                    self._target = event
                    break
            except (AttributeError, RuntimeError) as wrong:
                event = self._refuse(event, wrong)
        env._active_proc = None

    def _end(self, ok: bool, value: Any) -> None:
        self._target = None
        self._ok = ok
        self._value = value
        self.env.schedule(self)

    def _refuse(self, event: Any, wrong: Exception) -> Signal:
        """A failed event that tells the process it yielded what cannot be waited for."""
        if not isinstance(event, Signal):
            wrong = TypeError(f"process {self.name!r} yielded {event!r}, which is nothing to wait for")
        refusal = Signal(self.env)
        refusal._ok = False
        refusal._value = wrong
        return refusal


class Timer(Timeout):
    """A timeout that can be cancelled, and then neither fires nor keeps a run alive."""

    def cancel(self) -> bool:
        """Call it off. False where it has fired or was cancelled before.

        Raises ``RuntimeError`` while a process waits directly for it.
        """
        if self.processed or self.callbacks is _CANCELLED:
            return False
        cast("_Environment", self.env).drop(self)
        return True

    @property
    def cancelled(self) -> bool:
        """Whether it was called off."""
        return self.callbacks is _CANCELLED


class Landing(Signal, Generic[T]):
    """The moment at which a thought takes effect. Yield it to wait for the thought's value, or its failure.

    A failure nobody waits for ends the run: cancel the landing of a thought that is no longer wanted.
    """

    def __init__(self, kernel: "Kernel", takes: int, task: "asyncio.Task[T] | None", value: Any = None) -> None:
        super().__init__(kernel._env)
        self._kernel = kernel
        self._task = task
        self._settled = value
        kernel._env.schedule(self, NORMAL, takes)
        kernel._unlanded += 1

    def cancel(self) -> bool:
        """Give the thought up: its task is cancelled, and it never lands. False where it has landed or was given up.

        Raises ``RuntimeError`` while a process waits directly for it.
        """
        if self.processed or self.callbacks is _CANCELLED:
            return False
        cast("_Environment", self.env).drop(self)
        self._kernel._unlanded -= 1
        if self._task is not None:
            self._task.cancel()
        return True

    def _settle(self) -> None:
        """Take over the value or failure of the finished task."""
        self._kernel._unlanded -= 1
        task, self._task = self._task, None
        if task is None:
            self._ok, self._value = True, self._settled
            return
        if task.cancelled():
            failure: BaseException | None = asyncio.CancelledError("cancelled by another task")
        else:
            failure = task.exception()
        if failure is None:
            self._ok, self._value = True, task.result()
        else:
            self._ok, self._value = False, self._kernel._translate(failure)


class Kernel:
    """Simulated time from the instant ``start`` on.

    ``as_is`` are the exception types that reach a process as they were raised in a thought; any other is wrapped in
    :class:`ThoughtFailed`. The kernel is a guest in the event loop that runs it, and holds no module state.
    """

    def __init__(self, start: int, *, as_is: tuple[type[Exception], ...] = (ModelFault, JournalError)) -> None:
        self._env = _Environment(_whole(start, "the start"))
        self._as_is = as_is
        self._tasks: dict[asyncio.Task[Any], None] = {}
        self._unlanded = 0
        self._thoughts = 0
        self._running = False
        self._closed = False
        self._stop: Reason | None = None
        self._attention = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    @property
    def now(self) -> int:
        """The present instant; in a thought that at which it began, however far the clock may have moved on."""
        pondering = _pondering.get()
        if pondering is not None and pondering[0] is self:
            return pondering[1]
        return cast("int", self._env._now)

    def instant(self) -> int:
        """:attr:`now` to hand on as a clock, to a :class:`sim.journal.JournalledModel` for one."""
        return self.now

    @property
    def open_thoughts(self) -> int:
        """Thoughts that have begun and neither landed nor been given up."""
        return self._unlanded

    def process(self, steps: Steps[Any]) -> Process:
        """Let a new process run, from this instant on."""
        return Process(self._env, steps)

    def event(self) -> Signal:
        """A signal that fires when somebody calls its ``succeed`` or ``fail``."""
        return Signal(self._env)

    def timeout(self, seconds: int, value: Any = None) -> Signal:
        """A signal that fires ``seconds`` from now. Raises ``TypeError`` for a fraction, ``ValueError`` below 0."""
        if type(seconds) is not int:
            _whole(seconds, "a timeout")
        return Timeout(self._env, seconds, value)

    def at(self, instant: int, value: Any = None) -> Signal:
        """A signal that fires at ``instant``. Raises ``ValueError`` where that has passed."""
        return self.timeout(self._until(instant), value)

    def timer(self, seconds: int, value: Any = None) -> Timer:
        """A timeout that can be cancelled: for whoever may be interrupted while waiting."""
        return Timer(self._env, _whole(seconds, "a timer"), value)

    def timer_at(self, instant: int, value: Any = None) -> Timer:
        """A cancellable timeout that fires at ``instant``. Raises ``ValueError`` where that has passed."""
        return self.timer(self._until(instant), value)

    def any_of(self, signals: Iterable[Signal]) -> Signal:
        """A signal that fires with the first of ``signals``; its value maps those that had fired to their values."""
        return AnyOf(self._env, signals)

    def all_of(self, signals: Iterable[Signal]) -> Signal:
        """A signal that fires when all of ``signals`` have."""
        return AllOf(self._env, signals)

    def think(self, start: Callable[[], Awaitable[T]], takes: int) -> Landing[T]:
        """Begin a thought now that lands ``takes`` seconds from now.

        ``start`` is called at once, in an asyncio task of its own; it must work from a snapshot and leave the world
        alone. Raises ``ValueError`` unless ``takes`` is above 0, ``RuntimeError`` outside an event loop.
        """
        self._check_thought(takes)
        loop = asyncio.get_running_loop()
        self._thoughts += 1
        landing: Landing[T] = Landing(self, takes, None)
        task = loop.create_task(_ponder(start, self, self.now), name=f"thought {self._thoughts}")
        landing._task = task
        self._tasks[task] = None
        task.add_done_callback(self._finished)
        self._attention = True
        return landing

    def settled(self, value: T, takes: int) -> Landing[T]:
        """A thought whose value is known already: it lands like any other, without a task."""
        self._check_thought(takes)
        return Landing(self, takes, None, value)

    def stop(self, reason: Reason) -> None:
        """End :meth:`run` right after the event in which this is called. The first reason counts.

        Raises ``ValueError`` for a reason that means something else already.
        """
        if reason in ("empty", "until", ""):
            raise ValueError(f"{reason!r} cannot be the reason to stop: it has a meaning of its own")
        if self._env.still:
            raise RuntimeError("a run is stopped from inside an event; from outside, cancel the task that runs it")
        if self._stop is None:
            self._stop = reason
        self._attention = True

    def peek(self) -> int | None:
        """The instant of what happens next, or None where nothing will."""
        env = self._env
        queue = env._queue
        while queue and queue[0][3].callbacks is _CANCELLED:
            heappop(queue)
            env.cancelled -= 1
        return cast("int", queue[0][0]) if queue else None

    async def run(self, until: int | None = None) -> Reason:
        """Let things happen: everything before the instant ``until``, or everything there is.

        Returns "until" with the clock at ``until``; "empty", with the clock at the last event, where nothing is left
        to happen; or the reason given to :meth:`stop`. After these it may be called again. An exception that escapes a
        process is raised as itself, with a note of the process and the instant; then, and when the task that runs this
        is cancelled, the kernel is closed.
        """
        if self._closed:
            raise RuntimeError("this kernel is closed")
        if self._running:
            raise RuntimeError("this kernel is running already")
        if until is not None and _whole(until, "the end") < self.now:
            raise ValueError(f"cannot run until {_spell(until)}: it is {_spell(self.now)} already")
        self._running = True
        try:
            return await self._drive(until)
        except (Exception, asyncio.CancelledError):
            await self.aclose()
            raise
        finally:
            self._running = False

    async def finish(self) -> None:
        """Wait until every open thought has come to its end by itself. None of them lands."""
        self._env.still = True
        try:
            if self._tasks:
                await asyncio.wait(list(self._tasks))
        finally:
            self._env.still = False

    async def aclose(self) -> None:
        """Cancel all open thoughts and wait until each has ended. May be called more than once."""
        self._closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def _drive(self, until: int | None) -> Reason:
        env = self._env
        queue = env._queue
        limit = inf if until is None else until
        rest, rested = CLOCK_EVERY, perf_counter()
        while True:
            if self._attention:
                if self._stop is not None:
                    return self._stopped()
                self._attention = False
                await self._stand_still(None)  # a new thought begins at once
                rested = perf_counter()
            if not queue:
                return "empty"
            instant, _, _, event = queue[0]
            callbacks = event.callbacks
            if callbacks is _CANCELLED:
                heappop(queue)
                env.cancelled -= 1
                continue
            if instant >= limit:
                env._now = limit
                return "until"
            if event.__class__ is Landing:
                task = event._task
                if task is not None and not task.done():
                    await self._stand_still(task)
                    rested = perf_counter()
                event._settle()
            heappop(queue)
            env._now = instant
            event.callbacks = None  # type: ignore[assignment]  # how SimPy marks what has happened
            for callback in callbacks:
                callback(event)
            if not event._ok and not hasattr(event, "_defused"):
                self._surface(event)
            rest -= 1
            if not rest:
                rest = CLOCK_EVERY
                # The real clock decides only when others get their turn, which changes nothing in the world.
                if perf_counter() - rested > COURTESY:
                    self._attention = True

    def _stopped(self) -> Reason:
        """The reason to stop; but a process that failed in the same event is not passed over in silence."""
        for instant, _, _, event in self._env._queue:
            if instant == self._env._now and isinstance(event, Process) and not event._ok and not event.callbacks:
                self._surface(event)
        reason, self._stop = self._stop or "", None
        return reason

    def _surface(self, event: Signal) -> NoReturn:
        failure = event._value
        if isinstance(event, Landing):
            failure.add_note(f"in a thought that landed at {_spell(self.now)}, and nobody waited for it")
        raise failure

    async def _stand_still(self, task: "asyncio.Task[Any] | None") -> None:
        """Let other tasks run: until ``task`` is done, or for one turn of the loop."""
        self._env.still = True
        try:
            if task is None:
                await asyncio.sleep(0)
            else:
                await asyncio.wait((task,))
        finally:
            self._env.still = False
        if self._closed:
            raise RuntimeError("the kernel was closed while it ran")

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        del self._tasks[task]
        if not task.cancelled():
            task.exception()  # seen: a thought that was given up must not be reported as unretrieved

    def _check_thought(self, takes: int) -> None:
        if self._closed:
            raise RuntimeError("this kernel is closed: no thought can begin")
        if _whole(takes, "a thought") <= 0:
            raise ValueError(f"a thought must take at least 1 second, not {takes}: what lands at once decides ties")

    def _translate(self, failure: BaseException) -> BaseException:
        if isinstance(failure, self._as_is) or not isinstance(failure, Exception | asyncio.CancelledError):
            return failure
        translated = ThoughtFailed(type(failure).__name__, complaint(failure), failure)
        translated.__cause__ = failure
        return translated

    def _until(self, instant: int) -> int:
        seconds = _whole(instant, "an instant") - self.now
        if seconds < 0:
            raise ValueError(f"{_spell(instant)} has passed: it is {_spell(self.now)}")
        return seconds


async def _ponder(start: Callable[[], Awaitable[T]], kernel: Kernel, began: int) -> T:
    _pondering.set((kernel, began))
    return await start()


def _whole(number: int, what: str) -> int:
    if type(number) is not int:
        raise TypeError(f"{what} is a whole number of seconds, not {number!r}")
    return number


def _spell(instant: int) -> str:
    try:
        return f"{datetime.fromtimestamp(instant, UTC):%Y-%m-%dT%H:%M:%SZ} ({instant})"
    except (OverflowError, ValueError, OSError):
        return str(instant)
