"""One web application for all pages: static files, strict headers, errors as pages.

Pages are for the browser on this machine. They name no other host, run no inline script, and are answered only where
the request names this machine: a page elsewhere that has its name lead here gets nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sim.runfile import JournalError
from workaday.exits import Trouble
from workaday.window.colours import stylesheet
from workaday.window.pages import page

STATIC: Final = Path(__file__).parent / "static"
THIS_MACHINE: Final = ("127.0.0.1", "localhost", "::1")
"""The names under which a browser on this machine finds it."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of every page: nothing inline, nothing from elsewhere."""
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}

Lifespan = Callable[[Starlette], AbstractAsyncContextManager[None]]


def application(
    routes: Iterable[BaseRoute], *, hosts: Sequence[str] | None = THIS_MACHINE, lifespan: Lifespan | None = None
) -> Starlette:
    """An application of these pages, with /static beside them.

    ``hosts`` are the names a request may come by, None any: for pages that nobody sees without a token. What is not a
    GET is answered only where it comes from a page of this very address, or from no page at all.
    """
    own = [Route("/static/people.css", _people), Mount("/static", StaticFiles(directory=STATIC), name="static")]
    return Starlette(
        routes=[*own, *routes],
        middleware=[Middleware(Guarded, hosts=hosts)],
        exception_handlers={HTTPException: _failed, JournalError: _failed, Trouble: _failed},
        lifespan=lifespan,
    )


class Guarded:
    """Answers requests for this machine alone, and puts the strict headers on every answer."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str] | None) -> None:
        self._app = app
        self._hosts = None if hosts is None else frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        refused = self._refused(scope["method"], Headers(scope=scope))
        answer = self._app if refused is None else PlainTextResponse(refused + "\n", 403)
        await answer(scope, receive, with_headers)

    def _refused(self, method: str, headers: Headers) -> str | None:
        """Why a request is not answered, or None."""
        host = headers.get("host", "")
        if self._hosts is not None and _name_of(host) not in self._hosts:
            return f"this is answered at {', '.join(sorted(self._hosts))} only, not at {host!r}"
        origin = headers.get("origin")
        if method not in ("GET", "HEAD") and origin is not None and origin.partition("://")[2] != host:
            return f"a page of {origin!r} may not act here"
        return None


def _name_of(host: str) -> str:
    """The name in a Host header, without its port and brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].casefold()


async def _people(request: Request) -> Response:
    return Response(stylesheet(), media_type="text/css")


async def _failed(request: Request, error: Exception) -> Response:
    """What went wrong, as a page. (Starlette calls this in the event loop since it is asynchronous.)"""
    status, why = 500, str(error)
    if isinstance(error, HTTPException):
        status, why = error.status_code, error.detail
    return page(request, "error.html", {"status": status, "why": why}, status=status)
