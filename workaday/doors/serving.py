"""All doors around the seats of one run: opened, announced, and closed when the run ends."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workaday.doors.session import OpenRun, Session
from workaday.doors.stopping import cutting_off
from workaday.doors.tokens import Tokens, secret_beside
from workaday.exits import Exit, Trouble

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from workaday.doors.slack.workspace import Workspace

INSTALL = "install Workaday with the extra serve (in its checkout: pip install '.[serve]')"
LINGERS = 2
"""Real seconds for which open requests may still be answered when the run has ended."""


@dataclass(frozen=True, slots=True)
class Doors:
    """Which doors there are."""

    mcp: bool = False
    """Standard input and output, for one client of the Model Context Protocol."""
    http: tuple[str, int] | None = None
    """Host and port; 0 is any free port."""
    desk: Path | None = None
    """A local socket; where there are several seats one for each, with its name before the ending (:func:`desk_of`)."""
    slack: "Slack | None" = None
    """The API for bots of a chat service."""
    pages: tuple[str, int] | None = None
    """Host and port of the seat's pages, for a browser; 0 is any free port."""
    seat: str | None = None
    """Where there are several seats: whose standard input and output is, and whose pages are served."""


@dataclass(frozen=True, slots=True)
class Slack:
    """How the API like Slack's is served."""

    address: tuple[str, int]
    """Host and port; 0 is any free port."""
    events: tuple[str, ...] = ()
    """What is handed over in Socket Mode, by Slack's names; everything, where nothing is said."""
    settle: float | None = None
    """Real seconds of silence after which a bot that acknowledged at once is taken to be done."""
    limit: int | None = None
    """How often a method may be called in a simulated minute; as often as one likes, where nothing is said."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Where the doors are: what to tell those who are to come in."""

    run: Path
    seat: str
    http: str | None = None
    token: str | None = None
    desk: Path | None = None
    slack: str | None = None
    """The base address of the API like Slack's; its tokens are the seat's with "xoxb-" and "xapp-" before it."""
    pages: str | None = None
    """The link that lets a browser in to the seat's pages."""
    others: "tuple[Opened, ...]" = ()
    """The same of further seats."""

    @property
    def all(self) -> "tuple[Opened, ...]":
        """This one and those of further seats."""
        return (self, *self.others)

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        told: dict[str, Any] = {"run": str(self.run), "seat": self.seat, "http": self.http, "token": self.token}
        told["pages"] = self.pages
        if self.slack is not None:
            told["slack"] = {"base_url": self.slack, "bot_token": self.bot_token, "app_token": self.app_token}
        told["desk"] = None if self.desk is None else str(self.desk)
        return told | ({"others": [other.data() for other in self.others]} if self.others else {})

    @property
    def bot_token(self) -> str:
        """What a bot calls methods with."""
        return f"xoxb-{self.token}"

    @property
    def app_token(self) -> str:
        """What it opens connections with."""
        return f"xapp-{self.token}"


def require_extra() -> None:
    """Raise :class:`~workaday.exits.Trouble` where what the doors need is not installed."""
    from importlib.util import find_spec

    missing = [name for name in ("mcp", "starlette", "uvicorn", "websockets") if find_spec(name) is None]
    if missing:
        raise Trouble(Exit.USER, f"the doors need {', '.join(missing)}: {INSTALL}")


async def serve(
    of: OpenRun | Session,
    doors: Doors,
    clock: Callable[[], float],
    announce: Callable[[Opened], None],
    lasts: float,
) -> None:
    """Let the run go on with all doors of its seats open, until it ends or the client on standard input goes.

    ``clock`` tells real time in Unix seconds, for tokens that are good for ``lasts`` of them. Raises what the run
    raises, and :class:`~workaday.exits.Trouble` where a door cannot be opened.
    """
    run = of.run if isinstance(of, Session) else of
    sessions = run.sessions
    chosen = _chosen(sessions, doors)
    async with AsyncExitStack() as stack:
        http = None if doors.http is None else stack.enter_context(listening_at(*doors.http))
        desks = {} if doors.desk is None else {who: desk_of(doors.desk, who, sessions) for who in sessions}
        local = {who: stack.enter_context(_local(desk)) for who, desk in desks.items()}
        slack = None if doors.slack is None else stack.enter_context(listening_at(*doors.slack.address, "--slack"))
        pages = None if doors.pages is None else stack.enter_context(listening_at(*doors.pages, "--pages"))
        workspaces = () if doors.slack is None else _workspaces(sessions.values(), doors.slack)
        await stack.enter_async_context(run)
        try:
            for session in sessions.values():
                await session.briefing()
        except RuntimeError:
            if run.failure is not None:
                raise run.failure from None
            raise
        path = run.rollout.path
        assert path is not None
        opened = {who: Opened(path, who, desk=desks.get(who)) for who in sessions}
        if http is not None or slack is not None:
            tokens = Tokens(secret_beside(path), clock)
            opened = {who: replace(one, token=tokens.issue(who, lasts)) for who, one in opened.items()}
        if http is not None:
            await stack.enter_async_context(answering(await _web(sessions, tokens), http))
            opened = {who: replace(one, http=where(http)) for who, one in opened.items()}
        if slack is not None and doors.slack is not None:
            await stack.enter_async_context(_slack(workspaces, doors.slack, tokens, slack))
            opened = {who: replace(one, slack=f"{where(slack)}/api/") for who, one in opened.items()}
        if pages is not None:
            link = await stack.enter_async_context(_pages(sessions[chosen], pages, clock, lasts))
            opened[chosen] = replace(opened[chosen], pages=link)
        for who, listening in local.items():
            from workaday.doors.web import always, application

            await stack.enter_async_context(answering(application(always(sessions[who])), listening))
        first, *others = opened.values()
        announce(replace(first, others=tuple(others)))
        if doors.mcp:
            from workaday.doors.mcp_server import McpDoor

            await (await McpDoor.of(sessions[chosen])).stdio()
        else:
            await run.over()
    if run.failure is not None:
        raise run.failure


def _chosen(sessions: Mapping[str, Session], doors: Doors) -> str:
    """Whose the doors are that are one seat's. Raises :class:`~workaday.exits.Trouble` where that is not said."""
    seats = ", ".join(sessions)
    if doors.seat is not None:
        if doors.seat not in sessions:
            raise Trouble(Exit.USER, f"--seat {doors.seat}: there is no such seat; there are {seats}")
        return doors.seat
    if len(sessions) > 1 and (doors.mcp or doors.pages is not None):
        door = "--mcp" if doors.mcp else "--pages"
        raise Trouble(Exit.USER, f"{door} is for one seat, and there are {seats}: say whose it is, with --seat")
    return next(iter(sessions))


def desk_of(desk: Path, who: str, seats: Collection[str]) -> Path:
    """The local socket of a seat: the one that was named, where it is the only one, else "office.pau.sock"."""
    return desk if len(seats) == 1 else desk.with_name(f"{desk.stem}.{who}{desk.suffix}")


async def _web(sessions: Mapping[str, Session], tokens: Tokens) -> "Starlette":
    from workaday.doors.mcp_server import McpDoor
    from workaday.doors.web import application, by_token

    return application(by_token(sessions, tokens), {one: await McpDoor.of(one) for one in sessions.values()})


@asynccontextmanager
async def _pages(
    session: Session, listening: socket.socket, clock: Callable[[], float], lasts: float
) -> AsyncIterator[str]:
    """The time in which the seat's pages are answered, with the link that lets a browser in. A browser that has just
    ended the run is given the time to see that."""
    from workaday.window.app import THIS_MACHINE
    from workaday.window.seat.playing import entry_of, link
    from workaday.window.seat.routes import seat_pages

    entry = await entry_of(session, clock, lasts)
    is_here = listening.getsockname()[0] in THIS_MACHINE
    async with answering(seat_pages(entry, THIS_MACHINE if is_here else None), listening):
        yield link(where(listening), entry)
        if session.ended is not None:
            await asyncio.sleep(LINGERS)


def _workspaces(sessions: Iterable[Session], slack: Slack) -> "tuple[Workspace, ...]":
    """Each session as a workspace; they are made before the run begins."""
    from workaday.doors.slack.workspace import Workspace

    return tuple(Workspace(session, limit=slack.limit) for session in sessions)


@asynccontextmanager
async def _slack(
    workspaces: "Sequence[Workspace]", slack: Slack, tokens: Tokens, listening: socket.socket
) -> AsyncIterator[None]:
    """The time in which the API like Slack's is answered, and events are handed over."""
    from workaday.doors.slack.events import KINDS
    from workaday.doors.slack.socket import SETTLE, SocketMode
    from workaday.doors.slack.web import application

    settle = SETTLE if slack.settle is None else slack.settle
    seats = {}
    for workspace in workspaces:
        await workspace.begin()
        seats[workspace.me] = (workspace, SocketMode(workspace, subscribed=slack.events or KINDS, settle=settle))
    app = application(seats, tokens)
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(answering(app, listening, "websockets-sansio"))
        for _, sockets in seats.values():
            await stack.enter_async_context(sockets.running())
        yield


def where(listening: socket.socket) -> str:
    """The HTTP address of a socket that listens."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


@asynccontextmanager
async def answering(app: "Starlette", listening: socket.socket, ws: Any = "none") -> AsyncIterator[None]:
    """The time in which what comes to a socket is answered."""
    import uvicorn

    from workaday.doors.crowd import admitting, room

    class Listening(uvicorn.Server):
        """Signals are for whoever runs this: they stop the run, and with it what listens."""

        @contextmanager
        def capture_signals(self) -> Generator[None, None, None]:
            yield

    most, backlog = room()
    config = uvicorn.Config(
        app, http=admitting(most), backlog=backlog, log_config=None, access_log=False, ws=ws, lifespan="on",
        timeout_graceful_shutdown=LINGERS,
    )  # fmt: skip
    server = Listening(config)
    task = asyncio.create_task(server.serve([listening]))
    try:
        while not server.started:
            if task.done():
                await task
                raise RuntimeError("the server stopped before it began")
            await asyncio.sleep(0)
        yield
    finally:
        server.should_exit = True
        with cutting_off("uvicorn.error"):
            await asyncio.wait((task,))


def listening_at(host: str, port: int, option: str = "--http") -> socket.socket:
    """A listening socket; ``option`` is what the address was given as. Raises :class:`~workaday.exits.Trouble`."""
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, OverflowError) as error:
        raise Trouble(Exit.INFRASTRUCTURE, f"{option} {host}:{port} cannot be opened: {error}") from None


@contextmanager
def _local(path: Path) -> Iterator[socket.socket]:
    """A listening local socket that its owner alone can open. Raises :class:`~workaday.exits.Trouble`."""
    if not hasattr(socket, "AF_UNIX"):
        raise Trouble(Exit.USER, "--desk needs local sockets, which this system does not have: use --http")
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        _clear_away(path)
        before = os.umask(0o177)
        try:
            listening.bind(str(path))
        finally:
            os.umask(before)
        listening.listen(128)
        yield listening
    except OSError as error:
        told = "its path is too long" if "too long" in str(error) else str(error)
        raise Trouble(Exit.INFRASTRUCTURE, f"--desk {path} cannot be opened: {told}") from None
    finally:
        listening.close()
        path.unlink(missing_ok=True)


def _clear_away(path: Path) -> None:
    """Remove the socket of a server that was killed. Raises :class:`~workaday.exits.Trouble` where one listens."""
    if not path.is_socket():
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
        try:
            trial.connect(str(path))
        except OSError:
            path.unlink()
            return
    raise Trouble(Exit.USER, f"--desk {path}: somebody is served there already; name another one")
