"""Slack's own libraries, unmodified: the example's Bolt bot, and the asynchronous clients."""

import asyncio
import threading
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse
from slack_sdk.web.async_client import AsyncWebClient

from tests.workaday.doors.plays import KIOSK, served
from tests.workaday.doors.slack.bots import KIOSK_CHANNEL, LUKA
from workaday.cli import invoke
from workaday.doors.serving import Doors, Slack
from workaday.doors.session import Session

EXAMPLE = Path(__file__).parents[4] / "examples" / "slack-bot" / "bot.py"


def example() -> Any:
    """The module of the example."""
    spec = spec_from_file_location("slack_bot_example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def test_the_bolt_bot_of_the_example_does_its_task(tmp_path: Path) -> None:
    """A bot of slack_bolt in Socket Mode, given nothing but an address and tokens, does the task."""
    build: Callable[[WebClient, threading.Event], Any] = example().build
    session = Session.open(KIOSK, out=tmp_path / "run")
    async with served(session, Doors(slack=Slack(("127.0.0.1", 0), settle=0.0))) as opened:

        def work() -> bool:
            over = threading.Event()
            bot = build(WebClient(opened.bot_token, base_url=opened.slack or ""), over)
            handler = SocketModeHandler(bot, opened.app_token)
            try:
                handler.connect()  # type: ignore[no-untyped-call]
                return over.wait(60)
            finally:
                handler.close()  # type: ignore[no-untyped-call]

        assert await asyncio.to_thread(work), "the bot was told that it is over"
    assert session.result is not None
    assert (session.result.outcome, session.result.scores.total) == ("finished", 1.0)


async def test_the_asynchronous_clients_work_too(tmp_path: Path) -> None:
    """AsyncWebClient, which calls by other verbs, and the Socket Mode client of aiohttp."""
    session = Session.open(KIOSK, out=tmp_path / "run")
    async with served(session, Doors(slack=Slack(("127.0.0.1", 0), settle=0.0))) as opened:
        client = AsyncWebClient(opened.bot_token, base_url=opened.slack or "")
        assert (await client.auth_test())["user"] == "seat"
        pages = [len(page["members"]) async for page in await client.users_list(limit=2)]
        assert pages == [2, 1]
        sent = await client.chat_postMessage(channel=LUKA, text="What does one croissant cost?")
        assert (await client.conversations_history(channel=sent["channel"]))["messages"][0]["ts"] == sent["ts"]
        upload = await client.files_upload_v2(filename="a.md", content="Words.", channel=KIOSK_CHANNEL)
        assert upload["ok"]
        code = ""
        try:
            await client.conversations_info(channel="C1")
        except SlackApiError as error:
            code = error.response["error"]
        assert code == "channel_not_found"
        heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        async def hear(sockets: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
            heard.put_nowait(request.payload["event"])
            await sockets.send_socket_mode_response(SocketModeResponse(envelope_id=request.envelope_id))

        sockets = SocketModeClient(app_token=opened.app_token, web_client=client, auto_reconnect_enabled=False)
        sockets.socket_mode_request_listeners.append(hear)
        await sockets.connect()  # type: ignore[no-untyped-call]
        async with asyncio.timeout(60):
            while (await heard.get())["user"] != LUKA:
                pass  # Slackbot's
        await client.api_call("workaday.act", json={"action": "desk.finish"})
        await sockets.close()  # type: ignore[no-untyped-call]
    assert session.result is not None


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--slack", "8422"], "--slack 8422: an address is written HOST:PORT"),
        (["--slack", "127.0.0.1:0", "--slack-events", "app_mentions"], "did you mean 'app_mention'?"),
    ],
)
def test_what_the_command_cannot_use_is_refused(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """An address that is none and an event that is none are told with what would do."""
    assert invoke(["serve", str(KIOSK), *words]) == 2
    assert told.casefold() in " ".join(capsys.readouterr().err.split()).casefold()
