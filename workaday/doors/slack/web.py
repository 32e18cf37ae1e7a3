"""The HTTP application: the Web API, uploads and downloads, and the connections of Socket Mode."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Message
from starlette.websockets import WebSocket

from workaday.doors.crowd import Hurried
from workaday.doors.incoming import MOST_BYTES, Unreadable, act_of, parsed
from workaday.doors.slack import about, files
from workaday.doors.slack.arguments import Given
from workaday.doors.slack.errors import RateLimited, SlackError
from workaday.doors.slack.methods import METHODS
from workaday.doors.slack.socket import SocketMode
from workaday.doors.slack.workspace import Workspace
from workaday.doors.tokens import Expired, Rejected, Tokens

BOT: Final = "xoxb-"
"""What the token of a bot begins with."""
APP: Final = "xapp-"
"""What the token begins with by which connections are opened."""
CONNECT: Final = "apps.connections.open"
RETRY_AFTER: Final = "1"
"""Real seconds after which to call again: the seat has then waited for the next simulated minute."""
_MOST_FIELDS: Final = 200


class _Api:
    """The doors of all workspaces behind one address."""

    def __init__(self, seats: Mapping[str, tuple[Workspace, SocketMode]], tokens: Tokens) -> None:
        self._seats = seats
        self._tokens = tokens

    async def method(self, request: Request) -> Response:
        """Answer a call of a method."""
        name = request.path_params["method"]
        try:
            given = await _given(request, name)
            answer = await self._answer(request, name, given)
        except RateLimited as error:
            return JSONResponse(error.answer(), 429, {"Retry-After": RETRY_AFTER})
        except SlackError as error:
            told = error.answer()
            return JSONResponse(told | {"req_method": name} if error.code == "unknown_method" else told)
        return JSONResponse({"ok": True, **files.with_addresses(answer, _home(request))})

    async def _answer(self, request: Request, name: str, given: Given) -> dict[str, Any]:
        if name == "api.test":
            return await about.test(given)
        if name == CONNECT:
            _, sockets = self._seat(request, given, APP)
            return {"url": f"{_home(request).replace('http', 'ws', 1)}link/?ticket={sockets.ticket()}"}
        method = METHODS.get(name)
        if method is None:
            raise SlackError("unknown_method")
        workspace, _ = self._seat(request, given, BOT)
        workspace.admit(name)
        with workspace.call():
            if method.free and not workspace.owes_wait:
                return await method.answers(workspace, given)
            async with workspace.acting:
                await workspace.sit_out()
                return await method.answers(workspace, given)

    async def upload(self, request: Request) -> Response:
        """Take a file that was announced. Whoever knows the address may send it."""
        secret = request.path_params["secret"]
        workspace = next((w for w, _ in self._seats.values() if secret in w.uploads), None)
        if workspace is None:
            return PlainTextResponse("no file is awaited here", 404)
        with workspace.call():
            try:
                data = await _sent(request)
                files.receive(workspace, secret, data)
            except SlackError as error:
                return PlainTextResponse(f"{error.code}: {error.why}", 400)
        return PlainTextResponse(f"OK - {len(data)}")

    async def download(self, request: Request) -> Response:
        """What a file says, for the seat to read."""
        try:
            workspace, _ = self._seat(request, Given({}), BOT)
            with workspace.call():
                async with workspace.acting:
                    text = await files.content(workspace, request.path_params["file"])
            return PlainTextResponse(text, headers={"X-Content-Type-Options": "nosniff"})
        except SlackError as error:
            status = 404 if error.code == "file_not_found" else 403
            return JSONResponse(error.answer(), status)

    async def link(self, socket: WebSocket) -> None:
        """Hold a connection of Socket Mode."""
        ticket = socket.query_params.get("ticket", "")
        for _, sockets in self._seats.values():
            if sockets.knows(ticket):
                await sockets.hold(socket)
                return
        await socket.close(1008)

    def _seat(self, request: Request, given: Given, kind: str) -> tuple[Workspace, SocketMode]:
        """The seat that a call is of, by a token of this kind. Raises :class:`SlackError`."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        token = token.strip() if scheme.casefold() == "bearer" else given.text("token", "")
        if not token:
            raise SlackError("not_authed")
        if token.startswith((BOT, APP)) and not token.startswith(kind):
            raise SlackError("not_allowed_token_type", f"a token for this begins with {kind}")
        try:
            seat = self._seats.get(self._tokens.seat_of(token.removeprefix(kind)))
        except Expired as error:
            raise SlackError("token_expired", error.why) from None
        except Rejected as error:
            raise SlackError("invalid_auth", error.why) from None
        if seat is None or not token.startswith(kind):
            raise SlackError("invalid_auth", "this token is for a seat that is not open here")
        return seat


def application(seats: Mapping[str, tuple[Workspace, SocketMode]], tokens: Tokens) -> Starlette:
    """The API of these workspaces, by the person whose seat each is."""
    api = _Api(seats, tokens)
    return Starlette(
        routes=[
            Route("/api/{method:path}", api.method, methods=["GET", "POST"]),
            Route("/upload/v1/{secret}", api.upload, methods=["POST", "PUT"]),
            Route("/files/{file}", api.download, methods=["GET"]),
            WebSocketRoute("/link/", api.link),
        ],
        middleware=[Middleware(Hurried)],
        exception_handlers={HTTPException: _turned_away, ClientDisconnect: _turned_away},
    )


# -- what is asked ----------------------------------------------------------------------------------------------------


async def _given(request: Request, name: str) -> Given:
    """What stands in the query and in the body, whichever way. Raises :class:`SlackError`."""
    values: dict[str, Any] = dict(request.query_params)
    body = await _body(request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
    try:
        if kind == "application/json":
            said = parsed(body)
            if not isinstance(said, dict):
                raise SlackError("json_not_object")
            values |= said
        elif kind == "multipart/form-data":
            values |= {key: value for key, value in await _form(request, body) if isinstance(value, str)}
        else:
            values |= dict(parse_qsl(body.decode("utf-8", "replace"), True, max_num_fields=_MOST_FIELDS))
    except Unreadable as error:
        raise SlackError("invalid_json", str(error)) from None
    except ValueError as error:
        raise SlackError("invalid_form_data", str(error)) from None
    try:
        return Given(act_of(name[:100] or "-", values).arguments)
    except Unreadable as error:
        raise SlackError("invalid_arguments", str(error)) from None


async def _sent(request: Request) -> bytes:
    """The bytes of an uploaded file: the body, or the one file of a form. Raises :class:`SlackError`."""
    body = await _body(request)
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        return body
    for _, value in await _form(request, body):
        if isinstance(value, bytes):
            return value
    raise SlackError("no_file_data", "the form holds no file")


async def _form(request: Request, body: bytes) -> list[tuple[str, str | bytes]]:
    """The parts of a form: texts, and the bytes of files. Raises :class:`SlackError`."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    try:
        async with Request(request.scope, receive).form(max_files=4, max_fields=_MOST_FIELDS) as form:
            return [(key, v if isinstance(v, str) else await v.read()) for key, v in form.multi_items()]
    except HTTPException as error:
        raise SlackError("invalid_form_data", error.detail) from None


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            raise HTTPException(413)
    return bytes(body)


def _home(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}/"


async def _turned_away(request: Request, error: Exception) -> Response:
    """The answer to what is no call. (Starlette calls this in the event loop since it is asynchronous.)"""
    if isinstance(error, ClientDisconnect):  # the rest of it did not come in time
        return JSONResponse({"ok": False, "error": "request_timeout"}, 408)
    assert isinstance(error, HTTPException)
    code = {404: "unknown_method", 413: "request_too_large"}.get(error.status_code, "invalid_request")
    return JSONResponse({"ok": False, "error": code}, error.status_code, error.headers)
