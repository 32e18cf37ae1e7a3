"""The addresses of the seat's pages. To look at a page does nothing in the office; a form that is sent is an act.

Who comes has a token in a cookie, which a login link has put there. It names one seat, and no request can name another.
"""

import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final
from urllib.parse import parse_qsl

from jinja2 import TemplateNotFound
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from workaday.doors.incoming import MOST_BYTES, Unreadable, act_of
from workaday.doors.session import Busy, OutOfTurn, Session
from workaday.doors.tokens import Rejected, Tokens
from workaday.window.app import THIS_MACHINE, application
from workaday.window.pages import environment, page
from workaday.window.seat.desk import Desk, landing
from workaday.window.seat.fields import arguments_of
from workaday.window.seat.memory import Memory
from workaday.window.seat.views import Views

PATIENCE: Final = 0.4
"""The patience of a form, where nothing else is said."""
GLANCE: Final = 1.0
"""Real seconds after which a page that waits shows the clock again."""
_MOST_FIELDS: Final = 200
_SEAT: Final = "workaday.seat"


@dataclass(slots=True)
class Taken:
    """A seat that is open to a browser."""

    session: Session
    memory: Memory
    result: Callable[[], Mapping[str, Any] | None] = lambda: None
    """What the run came to, where its player is to be told, once it is over."""
    close: Callable[[], None] | None = None
    """Ends the serving of these pages, where their user may."""


@dataclass(slots=True)
class Entry:
    """Lets in who has a token, by a cookie that is named after the run, so that several can be open side by side."""

    seats: Mapping[str, Taken]
    tokens: Tokens
    secret: bytes
    lasts: float
    patience: float = PATIENCE
    """Real seconds for which a form waits for what comes of it, before its page says that it is under way."""
    cookie: str = field(init=False)

    def __post_init__(self) -> None:
        self.cookie = f"workaday-{self._hash(b'cookie')[:12]}"

    def seat(self, request: Request) -> Taken:
        """The seat of a request. Raises ``HTTPException`` where it has none."""
        token = request.cookies.get(self.cookie)
        if token is None:
            raise HTTPException(401, "Come in by the link that was printed when the office was opened.")
        return self.by_token(token)

    def by_token(self, token: str) -> Taken:
        """The seat of a token. Raises ``HTTPException``."""
        try:
            seat = self.tokens.seat_of(token)
        except Rejected as rejected:
            raise HTTPException(401, f"The link does not open this office: {rejected.why}.") from None
        if seat not in self.seats:
            raise HTTPException(401, "The link is for a seat that is not open here.")
        return self.seats[seat]

    def csrf(self, request: Request) -> str:
        """What a form of this user's has in it, and a page elsewhere cannot know."""
        return self._hash(b"form", request.cookies.get(self.cookie, "").encode())

    def _hash(self, *parts: bytes) -> str:
        return hmac.new(self.secret, b"\0".join(parts), sha256).hexdigest()


def seat_pages(entry: Entry, hosts: Sequence[str] | None = THIS_MACHINE) -> Starlette:
    """The pages of all seats that ``entry`` knows, for requests that come by one of these names, or None for any."""
    pages = _Pages(entry)
    return application(
        [
            Route("/-/enter", pages.enter, methods=["GET"]),
            Route("/-/under-way", pages.under_way, methods=["GET"]),
            Route("/-/act/{name}", pages.act, methods=["POST"]),
            Route("/-/aside", pages.aside, methods=["POST"]),
            Route("/-/close", pages.close, methods=["POST"]),
            Route("/-/do/{name}", pages.do, methods=["GET"]),
            Route("/", pages.today, methods=["GET"]),
            Route("/{app}", pages.app, methods=["GET"]),
            Route("/{app}/{ref:path}", pages.app, methods=["GET"]),
        ],
        hosts=hosts,
    )


class _Pages:
    """What is answered at each address."""

    def __init__(self, entry: Entry) -> None:
        self._entry = entry

    async def enter(self, request: Request) -> Response:
        """The login link: put the token into a cookie, and go to the first page."""
        token = request.query_params.get("token", "")
        self._entry.by_token(token)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(self._entry.cookie, token, max_age=int(self._entry.lasts), httponly=True, samesite="lax")
        return answer

    async def today(self, request: Request) -> Response:
        """The first page: what waits, what is asked, what was done."""
        return await self._shown(request, "seat/desk.html", {"app": "desk", "ref": ""})

    async def app(self, request: Request) -> Response:
        """The page of an app, or of one thing in it."""
        app, ref = request.path_params["app"], request.path_params.get("ref", "")
        taken = self._entry.seat(request)
        if app == "desk" or not any(name.startswith(f"{app}.") for name in taken.session.offers):
            raise HTTPException(404, f"This office has no app called {app!r}.")
        if app == "drive":
            ref = f"/{ref.strip('/')}"
        template = f"seat/apps/{app}.html"
        try:
            environment().get_template(template)
        except TemplateNotFound:
            template = "seat/other.html"
        return await self._shown(request, template, {"app": app, "ref": ref})

    async def do(self, request: Request) -> Response:
        """The form of any action, with what the address says filled in."""
        name = self._action(request)
        typed = {key: value for key, value in request.query_params.items() if value and not key.startswith("_")}
        return await self._form(request, name, typed, "", 200)

    async def act(self, request: Request) -> Response:
        """Do what a form says."""
        taken, name = self._entry.seat(request), self._action(request)
        said = await self._typed(request)
        meant, typed = _first(said, "_turn"), {key: texts for key, texts in said.items() if not key.startswith("_")}
        offer = taken.session.offers[name]
        thought = _first(said, "_thought").strip()
        try:
            arguments = arguments_of(offer, typed, said.get("_switch", ()))
            act = act_of(name, arguments, thought or None)
            there = landing(taken.session.offers, name, arguments, taken.memory)
            turn = int(meant) if meant.isascii() and meant.isdigit() and len(meant) < 10 else None
            then = (await taken.session.act(act, turn=turn, patience=self._entry.patience)).observation
            if then is not None and then.last is not None and then.last.receipt is not None:
                self._put_aside(taken, said.get("_aside", ()))
        except Unreadable as wrong:
            return await self._form(request, name, _as_typed(typed), str(wrong), 400, thought)
        except (OutOfTurn, Busy) as late:
            return await self._form(request, name, _as_typed(typed), str(late), 409, thought)
        return RedirectResponse(_local(_first(said, "_back")) or there, 303)

    async def aside(self, request: Request) -> Response:
        """Take a notice as seen to. It is nothing that is done in the office."""
        taken, said = self._entry.seat(request), await self._typed(request)
        self._put_aside(taken, said.get("notice", ()))
        return RedirectResponse(_local(_first(said, "_back")) or "/", 303)

    async def under_way(self, request: Request) -> Response:
        """The clock, while something is under way; when it is over, that the page is to be shown anew."""
        taken = self._entry.seat(request)
        turn = await taken.session.now(GLANCE)
        if not turn.pending:
            return Response(status_code=204, headers={"HX-Refresh": "true"})
        return await self._shown(request, "seat/under_way.html", {})

    async def close(self, request: Request) -> Response:
        """Close the office, where the run is over."""
        taken = self._entry.seat(request)
        await self._typed(request)
        if taken.close is None or taken.session.ended is None:
            raise HTTPException(409, "The office cannot be closed from here, or not yet.")
        taken.close()
        return page(request, "seat/closed.html", {})

    # -- inside ---------------------------------------------------------------------------------------------------

    def _action(self, request: Request) -> str:
        name: str = request.path_params["name"]
        if name not in self._entry.seat(request).session.offers:
            raise HTTPException(404, f"Nothing is called {name!r} in this office.")
        return name

    def _put_aside(self, taken: Taken, serials: Sequence[str]) -> None:
        taken.memory.catch_up()
        for text in serials:
            if text.isascii() and text.isdigit() and len(text) < 16:
                taken.memory.put_aside(int(text))

    async def _typed(self, request: Request) -> dict[str, list[str]]:
        """What a form holds, by the names of its fields. Raises ``HTTPException``."""
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BYTES:
                raise HTTPException(413, f"This is more than {MOST_BYTES:,} bytes.")
        try:
            pairs = parse_qsl(
                body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS
            )
        except ValueError:
            raise HTTPException(400, "This is no form that can be read.") from None
        said: dict[str, list[str]] = {}
        for name, text in pairs:
            said.setdefault(name, []).append(text)
        if not hmac.compare_digest(_first(said, "_csrf").encode(), self._entry.csrf(request).encode()):
            raise HTTPException(403, "This form was not made here, or not for you: open its page again.")
        return said

    async def _form(
        self, request: Request, name: str, typed: Mapping[str, str], why: str, status: int, thought: str = ""
    ) -> Response:
        app = name.partition(".")[0]
        parts = {"app": app, "ref": "", "action": name, "typed": typed, "why": why, "thought": thought}
        return await self._shown(request, "seat/do.html", parts, status)

    async def _shown(self, request: Request, template: str, parts: Mapping[str, Any], status: int = 200) -> Response:
        taken = self._entry.seat(request)
        is_look = request.method == "GET" and taken.memory.latest is not None
        turn = await taken.session.now(0 if is_look else self._entry.patience)
        taken.memory.catch_up()
        address = _address(request) if request.method == "GET" else ""
        desk = Desk(taken.session, taken.memory, turn, self._entry.csrf(request), address)
        result = taken.result() if turn.ended is not None else None
        more = {"desk": desk, "views": Views(desk), "result": result, "may_close": taken.close is not None}
        answer = page(request, template, {**more, **parts}, status=status)
        # What is shown is true for now alone; and forms have to say where they come from.
        answer.headers.update({"Cache-Control": "no-store", "Referrer-Policy": "same-origin"})
        return answer


def _first(said: Mapping[str, Sequence[str]], name: str) -> str:
    return said.get(name, ("",))[0]


def _as_typed(typed: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {name: text for name, texts in typed.items() if (text := "\n".join(texts))}


def _address(request: Request) -> str:
    """The path and query of a request, as they were sent."""
    raw, query = request.scope.get("raw_path", b""), request.scope.get("query_string", b"")
    told: bytes = raw.partition(b"?")[0] + (b"?" + query if query else b"")
    return told.decode("ascii", "replace")


def _local(address: str) -> str:
    """An address of these pages; "" for any other."""
    is_local = address.startswith("/") and not address.startswith("//") and address.isprintable()
    return address if is_local and "\\" not in address and address.isascii() else ""
