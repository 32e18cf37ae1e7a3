"""Being stopped: Ctrl-C and SIGTERM end a server in order, whatever it is doing, and without a traceback.

A signal that raises would be raised wherever the code happens to be, in the answer to a request, say, where it is taken
for a fault of that request and the server lives on. So signals are left to the event loop while something is served.
"""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

SIGNALS: Final = tuple(
    number for name in ("SIGINT", "SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None
)
"""What stops a server; the last comes when a terminal is closed."""


@asynccontextmanager
async def stopping() -> AsyncIterator[asyncio.Event]:
    """The time in which Ctrl-C, SIGTERM and a terminal that is closed set an event, also where the shell of a
    background job ignores the first."""
    stop, loop, taken = asyncio.Event(), asyncio.get_running_loop(), []
    try:
        for number in SIGNALS:
            before = signal.getsignal(number)
            if number != signal.SIGINT and before is signal.SIG_IGN:
                continue  # nohup wants it to live on
            try:
                loop.add_signal_handler(number, stop.set)
            except (NotImplementedError, RuntimeError, ValueError):
                continue  # Windows, or not the main thread: asyncio.run's way
            taken.append((number, before))
        yield stop
    finally:
        for number, before in taken:
            loop.remove_signal_handler(number)
            signal.signal(number, before)


async def until_stopped(work: Coroutine[Any, Any, None]) -> bool:
    """Do it until it is done, or until Ctrl-C or SIGTERM, which cancel it and wait for its end. Whether it was done.

    Raises what it raises.
    """
    async with stopping() as stop:
        doing, stopped = asyncio.create_task(work), asyncio.create_task(stop.wait())
        try:
            await asyncio.wait((doing, stopped), return_when=asyncio.FIRST_COMPLETED)
        finally:  # asyncio.run's way cancels this instead
            stopped.cancel()
            doing.cancel()
            await asyncio.wait((doing, stopped))
        if doing.cancelled():
            return False
        await doing
        return True


@contextmanager
def cutting_off(logger: str) -> Iterator[None]:
    """The time in which it is no news to this logger that an answer is cut off: the server is being stopped."""

    def is_news(record: logging.LogRecord) -> bool:
        is_cut_off = record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)
        return not is_cut_off and "timeout graceful shutdown exceeded" not in record.getMessage()

    log = logging.getLogger(logger)
    log.addFilter(is_news)
    try:
        yield
    finally:
        log.removeFilter(is_news)
