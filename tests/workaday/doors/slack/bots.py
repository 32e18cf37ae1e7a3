"""A bot of the tests: it calls methods in this process, and holds a connection without a network."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import httpx
from starlette.websockets import WebSocket, WebSocketDisconnect

from tests.workaday.doors.plays import KIOSK, TOKENS
from workaday.doors.session import Session
from workaday.doors.slack.ids import channel_id, user_id
from workaday.doors.slack.socket import SocketMode
from workaday.doors.slack.web import application
from workaday.doors.slack.workspace import Workspace

LUKA, MIRA, ME = map(user_id, ("luka", "mira", "seat"))
WITH_LUKA, WITH_MIRA, KIOSK_CHANNEL = map(channel_id, ("dm:luka+seat", "dm:mira+seat", "#kiosk"))


class Bot:
    """A client of the Web API."""

    def __init__(self, workspace: Workspace, sockets: SocketMode, http: httpx.AsyncClient) -> None:
        self.workspace, self.sockets, self.http = workspace, sockets, http
        self.session = workspace.session

    async def call(self, method: str, **values: Any) -> dict[str, Any]:
        """The answer to a call with these values, as a form; lists and objects as JSON in it."""
        form = {key: json.dumps(v) if isinstance(v, list | dict) else v for key, v in values.items()}
        answer = await self.http.post(f"/api/{method}", data=form)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def error(self, method: str, **values: Any) -> str:
        """The code of the error that such a call is answered with."""
        answer = await self.call(method, **values)
        assert not answer["ok"], answer
        return str(answer["error"])

    async def turn(self) -> int:
        """The number of the seat's turn."""
        seen = (await self.session.now()).observation
        assert seen is not None
        return seen.turn


@asynccontextmanager
async def at_work(out: Path, what: str | Path = KIOSK, *, limit: int | None = None, **mode: Any) -> AsyncIterator[Bot]:
    """A bot in the seat of a run. ``mode`` is how events are handed over."""
    session = Session.open(what, out=None if what == out else out)
    workspace = Workspace(session, limit=limit)
    async with session:
        await workspace.begin()
        sockets = SocketMode(workspace, **({"settle": 0.0, "patience": 0.0} | mode))
        app = application({workspace.me: (workspace, sockets)}, TOKENS)
        headers = {"Authorization": f"Bearer xoxb-{TOKENS.issue(workspace.me, 60)}"}
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://office", headers=headers) as http:
            yield Bot(workspace, sockets, http)


class Line:
    """A connection of Socket Mode, as the server sees it: what it is sent, and what it says."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.said: asyncio.Queue[str | None] = asyncio.Queue()
        self.closed = False

    async def accept(self) -> None:
        """Nothing needs doing."""

    async def send_text(self, text: str) -> None:
        self.sent.put_nowait(json.loads(text))

    async def receive_text(self) -> str:
        said = await self.said.get()
        if said is None:
            raise WebSocketDisconnect(1006)
        return said

    async def close(self, code: int) -> None:
        self.closed = True
        self.said.put_nowait(None)

    # -- for the bot

    async def event(self, *, acknowledge: bool = True) -> dict[str, Any]:
        """The next event that is handed over."""
        async with asyncio.timeout(20):
            envelope = await self.sent.get()
        if acknowledge:
            self.acknowledge(envelope)
        return envelope

    def acknowledge(self, envelope: dict[str, Any]) -> None:
        """The bot is done with this."""
        self.said.put_nowait(json.dumps({"envelope_id": envelope["envelope_id"]}))

    def drop(self) -> None:
        """The connection is gone."""
        self.said.put_nowait(None)


@asynccontextmanager
async def connected(bot: Bot) -> AsyncIterator[Line]:
    """A connection, while events are handed over."""
    async with bot.sockets.running():
        line = Line()
        holding = hold(bot, line)
        assert (await line.event(acknowledge=False))["type"] == "hello"
        yield line
        line.drop()
        await holding


def hold(bot: Bot, line: Line) -> asyncio.Task[None]:
    """Open one more connection."""
    return asyncio.create_task(bot.sockets.hold(cast(WebSocket, line)))


def texts(events: Sequence[dict[str, Any]]) -> list[str]:
    """What the messages among these events say."""
    return [envelope["payload"]["event"].get("text", "") for envelope in events]
