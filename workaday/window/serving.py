"""Pages at an address of this machine."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from workaday.doors.serving import INSTALL, answering, listening_at, where
from workaday.exits import Exit, Trouble

if TYPE_CHECKING:
    from starlette.applications import Starlette

HOST = "127.0.0.1"
"""Where the pages are: on this machine alone."""


STOPS = "stops"
"""What of the state of an application is called before it is closed: to end answers that would go on for ever."""


def require_extra() -> None:
    """Raise :class:`~workaday.exits.Trouble` where what the pages need is not installed."""
    from importlib.util import find_spec

    missing = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        raise Trouble(Exit.USER, f"the pages need {', '.join(missing)}: {INSTALL}")


@asynccontextmanager
async def opened(app: "Starlette", port: int, host: str = HOST) -> AsyncIterator[str]:
    """The time in which the pages are answered, with their address. Port 0 is any that is free.

    Raises :class:`~workaday.exits.Trouble` where the address cannot be had.
    """
    listening = listening_at(host, port, "--port")
    async with answering(app, listening):
        try:
            yield where(listening)
        finally:
            for stop in getattr(app.state, STOPS, ()):
                stop()
