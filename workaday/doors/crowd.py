"""Many connections at once: how many are let in, and for how long one may take up a place without saying anything.

Whoever comes beyond that is turned away in words, so that the run always has the open files that it needs.
"""

import asyncio
from contextlib import suppress
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST: Final = 4096
"""Connections at once, where this machine allows so many."""
HURRY: Final = 30.0
"""Real seconds in which a request has to arrive."""
BACKLOG: Final = 128
"""Connections that wait to be let in, and the most that are at once."""
_SPARE: Final = 64
"""Open files of the run itself: its file, and modules that are opened late."""
_FULL: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Type: application/json\r\n"
    b"Content-Length: 93\r\n\r\n"
    b'{"error":"full","why":"There are too many connections here. It was no act: try again later."}'
)


def room() -> tuple[int, int]:
    """How many connections may be open at once, and how many may wait, by the open files that this process may have.

    Its own limit is raised as far as is needed and allowed.
    """
    try:
        import resource
    except ImportError:  # a system without such limits
        return MOST, BACKLOG
    wanted = MOST + 2 * BACKLOG + _SPARE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted and soft != resource.RLIM_INFINITY:
        raised = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft == resource.RLIM_INFINITY:
        return MOST, BACKLOG
    backlog = max(1, min(BACKLOG, soft // 8))
    return max(1, min(MOST, soft - 2 * backlog - _SPARE)), backlog


def admitting(most: int, hurry: float = HURRY) -> type[H11Protocol]:
    """HTTP for so many connections at once, on each of which a request begins within ``hurry`` real seconds."""

    class Admitting(H11Protocol):
        _waiting: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if len(self.connections) > most:
                transport.write(_FULL)
                transport.close()
            else:
                self._waiting = asyncio.get_running_loop().call_later(hurry, self._give_up)

        def connection_lost(self, exc: Exception | None) -> None:
            if self._waiting is not None:
                self._waiting.cancel()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self, event: Any) -> None:
            if self._waiting is not None:  # it may be as silent as it likes from now on
                self._waiting.cancel()
            super().handle_websocket_upgrade(event)

        def _give_up(self) -> None:
            if vars(self)["cycle"] is None:  # which its type does not admit
                self.transport.close()

    return Admitting


class Hurried:
    """Lets nobody wait for the rest of a request for more than ``hurry`` real seconds."""

    def __init__(self, app: ASGIApp, hurry: float = HURRY) -> None:
        self._app = app
        self._hurry = hurry

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        is_whole = False

        async def received() -> Message:
            nonlocal is_whole
            if is_whole:  # what comes now is that the client goes, which may take as long as it likes
                return await receive()
            try:
                async with asyncio.timeout(self._hurry):
                    message = await receive()
            except TimeoutError:
                return {"type": "http.disconnect"}
            is_whole = not message.get("more_body", False)
            return message

        await self._app(scope, received, send)
