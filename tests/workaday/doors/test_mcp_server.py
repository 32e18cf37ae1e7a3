"""The seat through the Model Context Protocol, with the official client."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client, MCPError

from tests.sim.clock import FakeClock
from tests.workaday.doors.plays import CROISSANTS, KIOSK
from workaday.doors.mcp_server import McpDoor
from workaday.doors.pace import Paced
from workaday.doors.serving import Doors, Opened, serve
from workaday.doors.session import Session


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Session]:
    async with Session.open(KIOSK, out=tmp_path / "run", pace=Paced(60.0, FakeClock())) as session:
        yield session


async def door(session: Session) -> McpDoor:
    return await McpDoor.of(session, None)


async def test_tools_say_what_they_do(session: Session) -> None:
    """Each action is a tool under a name that every model takes, with both schemas and whether it only reads; the
    instructions are the briefing."""
    async with Client((await door(session)).server) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert client.instructions is not None
        assert "You are Ana Kovač, Shop assistant at Harbour Kiosk" in client.instructions
    assert tools.keys() == {"briefing", "now", *(name.replace(".", "_") for name in session.offers)}
    assert all(name.replace("_", "").isalnum() and len(name) <= 64 for name in tools)
    sends, reads = tools["chat_send"], tools["mail_read"]
    assert sends.annotations is not None
    assert reads.annotations is not None
    assert (sends.annotations.read_only_hint, reads.annotations.read_only_hint) == (False, True)
    assert sends.input_schema["required"] == ["text"]
    assert sends.output_schema is not None
    assert "thread" in sends.output_schema["$defs"]["Sent"]["properties"]


async def test_a_refusal_is_an_error_of_the_tool(session: Session) -> None:
    """What the office refuses is told to the model with the way out; what is no action at all is too."""
    async with Client((await door(session)).server) as client:
        refused = await client.call_tool("chat_send", {"to": "lukas", "text": "Hello."})
        unknown = await client.call_tool("chat_sent", {})
        meant: Any = {"workaday/turn": 1}
        early = await client.call_tool("desk_wait", {}, meta=meant)
    texts = [result.content[0].text for result in (refused, unknown, early)]  # type: ignore[union-attr]
    assert [result.is_error for result in (refused, unknown, early)] == [True, True, True]
    assert "did you mean 'luka'" in texts[0]
    assert "no action 'chat_sent'" in texts[1]
    assert "meant for turn 1, and it is turn 3" in texts[2]


async def test_to_look_is_no_error(session: Session) -> None:
    """What was refused is an error of the call that was refused; looking at it later succeeds, and still tells it."""
    async with Client((await door(session)).server) as client:
        refused = await client.call_tool("chat_send", {"to": "lukas", "text": "Hello."})
        looked = await client.call_tool("now")
    assert (refused.is_error, looked.is_error) == (True, False)
    assert looked.structured_content == refused.structured_content
    assert looked.structured_content["observation"]["last"]["refusal"]


async def test_things_are_resources(session: Session) -> None:
    """What was heard of is listed, and read by doing what opens it: that is a turn. What is not there is an error."""
    async with Client((await door(session)).server, cache=None) as client:
        templates = {one.uri_template for one in (await client.list_resource_templates()).resource_templates}
        assert {"workaday://drive/{+path}", "workaday://chat/{+place}", "workaday://mail/{+mail}"} <= templates
        for act in CROISSANTS[:2]:
            await client.call_tool(act.action.replace(".", "_"), dict(act.arguments))
        listed = [str(one.uri) for one in (await client.list_resources()).resources]
        assert listed == ["workaday://briefing", "workaday://now", "workaday://chat/dm:luka+seat"]
        read = (await client.read_resource(listed[2])).contents[0]
        assert "0.90 EUR" in read.text  # type: ignore[union-attr]
        now = await session.now()
        assert now.observation is not None
        assert now.observation.last is not None
        assert now.observation.last.action == "chat.read"
        briefing = (await client.read_resource("workaday://briefing")).contents[0]
        assert "Find out what croissants cost" in briefing.text  # type: ignore[union-attr]
        for gone in ("workaday://drive//none.md", "workaday://desk/x", "file:///etc/passwd"):
            with pytest.raises(MCPError):
                await client.read_resource(gone)


async def test_progress_is_reported_while_time_passes(session: Session) -> None:
    """Whoever asks for it is told how simulated time goes on during a long wait."""
    told: list[tuple[float, str | None]] = []

    async def report(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, message))

    async with Client((await door(session)).server) as client:
        await client.call_tool("desk_wait", {"until": "1h", "through": True}, progress_callback=report)
    assert len(told) >= 5
    assert [done for done, _ in told] == sorted({done for done, _ in told})
    assert told[0][1] is not None
    assert "simulated minutes" in told[0][1]


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
async def test_what_arrives_is_notified(session: Session) -> None:
    """Subscribers of a thread are told when something arrives in it, in the present protocol and in the one before."""
    updated: list[str] = []

    async def receive(message: Any) -> None:
        if isinstance(message, types.ResourceUpdatedNotification):
            updated.append(str(message.params.uri))

    thread = "workaday://chat/dm:luka+seat"
    opened = await door(session)
    async with opened.telling(), Client(opened.server, mode="legacy", message_handler=receive) as client:
        await client.subscribe_resource(thread)
        async with Client(opened.server) as modern, modern.listen(resource_subscriptions=[thread]) as subscription:
            for act in CROISSANTS[:2]:
                await client.call_tool(act.action.replace(".", "_"), dict(act.arguments))
            event = await anext(aiter(subscription))
            assert getattr(event, "uri", None) == thread
        await client.unsubscribe_resource(thread)
        for act in (*CROISSANTS[:2], CROISSANTS[1]):
            await client.call_tool(act.action.replace(".", "_"), dict(act.arguments))
    assert updated == [thread]


async def test_over_http_with_a_token(tmp_path: Path) -> None:
    """The streamable HTTP transport is at /mcp, lets in who has the token, and ends with the run."""
    from httpx2 import AsyncClient
    from mcp.client.streamable_http import streamable_http_client

    session = Session.open(KIOSK, out=tmp_path / "run")
    opened: asyncio.Future[Opened] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(
        serve(session, Doors(http=("127.0.0.1", 0)), lambda: 1_000_000.0, opened.set_result, 60)
    )
    where = await opened
    async with AsyncClient() as http:
        assert (await http.post(f"{where.http}/mcp", json={})).status_code == 401
    async with (
        AsyncClient(headers={"Authorization": f"Bearer {where.token}"}) as http,
        Client(streamable_http_client(f"{where.http}/mcp", http_client=http)) as client,
    ):
        waited = await client.call_tool("desk_wait", {"until": "5m"})
        assert waited.structured_content["observation"]["turn"] == 2
        ended = await client.call_tool("desk_finish")
        assert ended.structured_content["ended"]["outcome"] == "finished"
    await serving
    assert session.result is not None
