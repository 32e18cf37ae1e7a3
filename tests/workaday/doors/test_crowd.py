"""A thousand at the door: each is answered, kept waiting or turned away, and the run loses nothing."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sim.player import Act
from sim.record import Record
from tests.workaday.doors import plays
from tests.workaday.doors.plays import KIOSK
from workaday.doors import crowd
from workaday.doors.crowd import Hurried, admitting, room
from workaday.doors.serving import Doors, Opened, Slack, serve
from workaday.doors.session import Session
from workaday.doors.web import always, application

FINISH = Act(action="desk.finish")
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def served(run: Path) -> AsyncIterator[tuple[int, str]]:
    """The port and the head of a request of a server in this process; at the end its run has been finished."""
    session = Session.open(KIOSK, out=run)
    opened: asyncio.Future[Opened] = asyncio.get_running_loop().create_future()
    doors = Doors(http=("127.0.0.1", 0))
    serving = asyncio.create_task(serve(session, doors, lambda: 1_000_000.0, opened.set_result, 60))
    where = await opened
    assert where.http is not None
    yield int(where.http.rpartition(":")[2]), f"Host: x\r\nAuthorization: Bearer {where.token}\r\n"
    await session.act(FINISH)
    await serving
    assert session.failure is None


@pytest.fixture
async def connections() -> AsyncIterator[Any]:
    """Opens connections to a port, which are closed at the end."""
    async with AsyncExitStack() as stack:

        async def connect(port: int) -> Streams:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            stack.callback(writer.close)
            return reader, writer

        yield connect


async def asked(streams: Streams, request: str) -> str:
    """The head of the answer to a request, and what of its body came with it."""
    reader, writer = streams
    writer.write(request.encode())
    return (await reader.readuntil(b"\r\n\r\n")).decode()


async def test_a_thousand_at_once(connections: Any, tmp_path: Path) -> None:
    """With as many connections open, most of them silent or stalled, each act is done once and answered as its own."""
    most, _ = room()
    many = min(1000, most // 3)  # both ends of each are open files of this process
    async with served(tmp_path / "run") as (port, head):
        opened = [await connections(port) for _ in range(many)]
        for streams in opened[60:300]:
            streams[1].write(f"POST /v1/actions/desk.finish HTTP/1.1\r\n{head}Content-Length: 9\r\n\r\n{{".encode())
        bodies = [json.dumps({"arguments": {"path": f"/{n}.md", "text": "Words."}}) for n in range(30)]
        acts = [
            f"POST /v1/actions/drive.write HTTP/1.1\r\n{head}Content-Length: {len(body)}\r\n\r\n{body}"
            for body in bodies
        ]
        looks = [f"GET /v1/now HTTP/1.1\r\n{head}\r\n"] * 30
        told = await asyncio.gather(*map(asked, opened[:60], acts + looks))
        assert all(one.startswith("HTTP/1.1 200 OK") for one in told)
    with Record.open(tmp_path / "run") as record:
        written = [event.body.path for event in record.events(kind="drive.written")]  # type: ignore[attr-defined]
        assert sorted(written) == sorted(f"/{n}.md" for n in range(30))
        assert record.outcome == "finished"


async def test_who_comes_when_it_is_full_is_turned_away(
    connections: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the most there is room for, a connection is told so, by 503, and closed; where one goes, one may come."""
    monkeypatch.setattr(crowd, "MOST", 3)
    async with served(tmp_path / "run") as (port, head):
        look = f"GET /v1/now HTTP/1.1\r\n{head}\r\n"
        inside = [await connections(port) for _ in range(3)]
        for streams in inside:
            assert (await asked(streams, look)).startswith("HTTP/1.1 200")
        reader, _ = await connections(port)
        answer, _, body = (await reader.read()).partition(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 503")
        assert json.loads(body)["error"] == "full"
        assert f"Content-Length: {len(body)}".encode() in answer
        gone, leaving = inside[0]
        leaving.write(f"GET /v1/now HTTP/1.1\r\n{head}Connection: close\r\n\r\n".encode())
        await gone.read()
        assert (await asked(await connections(port), look)).startswith("HTTP/1.1 200")


async def test_who_says_nothing_loses_the_place(
    connections: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection on which no request has come when its time is over is closed; one that has asked is not."""
    monkeypatch.setattr(crowd, "admitting", lambda most: admitting(most, hurry=0.2))
    async with served(tmp_path / "run") as (port, head):
        follows = await connections(port)
        assert (await asked(follows, f"GET /v1/news HTTP/1.1\r\n{head}\r\n")).startswith("HTTP/1.1 200")
        silent, half = await connections(port), await connections(port)
        half[1].write(b"GET /v1/now HTTP/1.1\r\nHost:")
        assert await silent[0].read() == await half[0].read() == b""
        assert not follows[0].at_eof()


async def test_a_connection_of_socket_mode_may_be_silent(
    connections: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A WebSocket that a bot holds open is not closed because no further request comes on it."""
    monkeypatch.setattr(crowd, "admitting", lambda most: admitting(most, hurry=0.2))
    session = Session.open(KIOSK, out=tmp_path / "run")
    async with plays.served(session, Doors(slack=Slack(("127.0.0.1", 0)))) as where:
        assert where.slack is not None
        port = int(where.slack.split(":")[2].partition("/")[0])
        authorised = f"Host: 127.0.0.1:{port}\r\nAuthorization: Bearer {where.app_token}\r\n"
        reader, writer = await connections(port)
        writer.write(f"GET /api/apps.connections.open HTTP/1.1\r\n{authorised}Connection: close\r\n\r\n".encode())
        url = json.loads((await reader.read()).partition(b"\r\n\r\n")[2])["url"]
        held = await connections(port)
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        upgrade = (
            f"GET /link/?{url.partition('?')[2]} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        )
        assert (await asked(held, f"{upgrade}{key}\r\n")).startswith("HTTP/1.1 101")
        silent, _ = await connections(port)
        assert await silent.read() == b""
        assert not held[0].at_eof()
        held[1].close()
        await session.act(FINISH)


async def test_who_never_ends_is_no_act(tmp_path: Path) -> None:
    """A body of which the rest does not come in time is answered by 408, and nothing is done."""
    sent: list[dict[str, Any]] = []

    async def stalls() -> dict[str, Any]:
        if not sent and not asking:
            asking.append(True)
            return {"type": "http.request", "body": b"{", "more_body": True}
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]

    async def send(message: Any) -> None:
        sent.append(message)

    asking: list[bool] = []
    scope = {"type": "http", "method": "POST", "path": "/v1/actions/desk.finish", "headers": [], "query_string": b""}
    async with Session.open(KIOSK, out=tmp_path / "run") as session:
        await Hurried(application(always(session)), 0.01)(scope, stalls, send)
        assert session.ended is None
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["error"] == "too_slow"
