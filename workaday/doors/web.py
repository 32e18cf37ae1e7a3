"""The HTTP interface: one route for each action, what there is to be seen, and a stream of what arrives.

Behind the TCP port a bearer token says which seat a request is of; behind a local socket, which only its owner can
open, it is always the same one. There is no other way to say who acts.
"""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from importlib.metadata import version
from typing import Any, Final, Protocol

from pydantic import BaseModel
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sim.actions import clip
from sim.player import Act
from workaday.doors.crowd import Hurried
from workaday.doors.incoming import MOST_BYTES, Unreadable, act_of, is_json, parsed
from workaday.doors.openapi import PROBLEMS, document
from workaday.doors.session import PATIENCE, Busy, OutOfTurn, Session, Turn
from workaday.doors.tokens import Rejected, Tokens
from workaday.doors.words import in_words, plainly

LAST: Final = "Workaday-Last"
"""The header that says what became of the last action: done, refused, cut, pending, ended; none on the first turn."""
_SESSION: Final = "workaday.session"
"""Where the scope of a request holds the session of its seat."""

Gate = Callable[[Headers], Session]
"""Finds the session of a request's seat. Raises :class:`~workaday.doors.tokens.Rejected`."""


class Door(Protocol):
    """Another interface to one session, which is served beside this one."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        ...

    def run(self) -> AbstractAsyncContextManager[None]:
        """The time in which it can."""
        ...


def by_token(seats: Mapping[str, Session], tokens: Tokens) -> Gate:
    """The seat that the bearer token is for."""

    def gate(headers: Headers) -> Session:
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.casefold() != "bearer" or not token.strip():
            raise Rejected("a token is needed: Authorization: Bearer TOKEN")
        session = seats.get(tokens.seat_of(token.strip()))
        if session is None:
            raise Rejected("this token is for a seat that is not open here")
        return session

    return gate


def always(session: Session) -> Gate:
    """The one seat behind this door."""
    return lambda headers: session


def application(gate: Gate, mcp: Mapping[Session, Door] | None = None) -> Starlette:
    """The interface to the seats that ``gate`` knows; under /mcp, that of the Model Context Protocol for each."""
    doors = dict(mcp or {})

    async def mcp_of_seat(scope: Scope, receive: Receive, send: Send) -> None:
        await doors[scope[_SESSION]](scope, receive, send)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            for door in doors.values():
                await stack.enter_async_context(door.run())
            yield

    routes = [
        Route("/openapi.json", _openapi, methods=["GET"]),
        Route("/v1/briefing", _briefing, methods=["GET"]),
        Route("/v1/now", _now, methods=["GET"]),
        Route("/v1/news", _news, methods=["GET"]),
        Route("/v1/actions", _actions, methods=["GET"]),
        Route("/v1/actions/{name}", _act, methods=["POST"]),
    ]
    if doors:
        routes.append(Route("/mcp", _Asgi(mcp_of_seat)))
    return Starlette(
        routes=routes,
        middleware=[Middleware(Hurried), Middleware(_Gated, gate=gate)],
        exception_handlers={
            HTTPException: _turned_away,
            Unreadable: _turned_away,
            OutOfTurn: _turned_away,
            Busy: _turned_away,
            ClientDisconnect: _turned_away,
        },
        lifespan=lifespan,
    )


class _Asgi:
    """An endpoint that speaks ASGI itself. (Starlette takes a function for one that is given a request.)"""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)


class _Gated:
    """Lets in who has a seat here, and nothing larger than the limit."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        try:
            scope[_SESSION] = self._gate(headers)
        except Rejected as rejected:
            answer = _problem(401, rejected.why)
            answer.headers["WWW-Authenticate"] = "Bearer"
            await answer(scope, receive, send)
            return
        said = headers.get("content-length", "")
        if said.isdigit() and int(said[:20]) > MOST_BYTES:
            await _problem(413, PROBLEMS[413][1])(scope, receive, send)
            return

        async def plainly_sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                # What people write is told as data: no browser is to look for a page in it.
                MutableHeaders(scope=message)["X-Content-Type-Options"] = "nosniff"
            await send(message)

        await self._app(scope, receive, plainly_sent)


# -- what is asked ----------------------------------------------------------------------------------------------------


async def _openapi(request: Request) -> Response:
    return JSONResponse(document(_session(request).offers, version("workaday")))


async def _briefing(request: Request) -> Response:
    return _given(request, await _session(request).briefing())


async def _now(request: Request) -> Response:
    return _turn(request, await _session(request).now(PATIENCE))


async def _actions(request: Request) -> Response:
    offers = _session(request).offers.values()
    told = [
        {"name": o.name, "description": o.description, "parameters": o.parameters, "changes": not o.reads_only}
        for o in offers
    ]
    return JSONResponse({"actions": told})


async def _act(request: Request) -> Response:
    if (
        not is_json(request.headers.get("content-type", ""))
        or request.headers.get("content-encoding", "identity") != "identity"
    ):
        raise HTTPException(415, _other_kind(request.headers))
    act, turn = _read(request.path_params["name"], await _body(request))
    return _turn(request, await _session(request).act(act, turn=turn, patience=PATIENCE))


def _other_kind(headers: Headers) -> str:
    """What is wrong with the kind of a body that is no JSON, and how it is sent."""
    packed = headers.get("content-encoding", "identity")
    kind = headers.get("content-type", "")
    sent = f"Content-Type: {clip(kind, 60)}" if not is_json(kind) else f"Content-Encoding: {clip(packed, 60)}"
    cure = "Send JSON in UTF-8, not packed, with the header Content-Type: application/json (with curl: --json '{}')."
    return f"The body was sent with {sent}. It was no act. {cure}"


def _read(name: str, body: bytes) -> tuple[Act, int | None]:
    """The act in a request, and the turn it is meant for. Raises :class:`Unreadable`."""
    said = parsed(body)
    if not isinstance(said, dict):
        raise Unreadable('a request is a JSON object: {"arguments": {...}}')
    stray = said.keys() - {"arguments", "turn", "thought"}
    if stray:
        raise Unreadable(
            f"there is no {clip(min(stray), 40)!r} beside arguments, turn and thought: arguments stand in `arguments`"
        )
    turn = said.get("turn")
    if turn is not None and (not isinstance(turn, int) or isinstance(turn, bool)):
        raise Unreadable("a turn is a whole number")
    return act_of(name, said.get("arguments", {}), said.get("thought")), turn


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise HTTPException(413)
    return bytes(body)


async def _news(request: Request) -> Response:
    told = request.headers.get("last-event-id", "0")
    if not (told.isascii() and told.isdigit() and len(told) < 16):
        raise Unreadable("Last-Event-ID is the whole number of an event of this stream")
    headers = {"Cache-Control": "no-store"}
    return StreamingResponse(_stream(_session(request), int(told)), media_type="text/event-stream", headers=headers)


async def _stream(session: Session, after: int) -> AsyncIterator[str]:
    yield ": open\n\n"
    async for news in session.news(after):
        yield f"id: {news.number}\nevent: {news.kind}\ndata: {json.dumps(news.data, ensure_ascii=False)}\n\n"
    ended = session.ended
    if ended is not None:
        yield f"event: ended\ndata: {ended.model_dump_json()}\n\n"


# -- how it is answered -----------------------------------------------------------------------------------------------


def _session(request: Request) -> Session:
    session: Session = request.scope[_SESSION]
    return session


def _wants_words(request: Request) -> bool:
    return request.headers.get("accept", "").startswith("text/plain")


def _turn(request: Request, turn: Turn) -> Response:
    answer = PlainTextResponse(in_words(turn) + "\n") if _wants_words(request) else _given(request, turn)
    answer.headers[LAST] = _last(turn)
    return answer


def _last(turn: Turn) -> str:
    """What became of the last action, in a word."""
    if turn.observation is None:
        return "ended" if turn.ended is not None else "pending"
    last = turn.observation.last
    if last is None:
        return "none"
    return "refused" if last.refusal is not None else "cut" if last.cut is not None else "done"


def _given(request: Request, model: BaseModel) -> Response:
    data: dict[str, Any] = model.model_dump(mode="json")
    if _wants_words(request):
        data.pop("tools", None)  # of a briefing; /v1/actions has them
        return PlainTextResponse(plainly(data) + "\n")
    return JSONResponse(data)


def _problem(status: int, why: str, code: str = "") -> Response:
    return JSONResponse({"error": code or PROBLEMS[status][0], "why": why}, status)


async def _turned_away(request: Request, error: Exception) -> Response:
    """The answer to what was no act. (Starlette calls this in the event loop since it is asynchronous.)"""
    if isinstance(error, Unreadable):
        return _problem(400, str(error))
    if isinstance(error, OutOfTurn | Busy):
        return _problem(409, str(error), "busy" if isinstance(error, Busy) else "")
    if isinstance(error, ClientDisconnect):
        return _problem(408, PROBLEMS[408][1])
    assert isinstance(error, HTTPException)
    if error.status_code == 415:
        return _problem(415, error.detail)
    if error.status_code in PROBLEMS:
        return _problem(error.status_code, PROBLEMS[error.status_code][1])
    answer = _problem(error.status_code, error.detail, "no_such_path" if error.status_code == 404 else "no_such_method")
    answer.headers.update(error.headers or {})
    return answer
