"""The same acts through each door: what the tests of doors compare.

A play is a list of acts. Each function takes it through one door, from the first turn of a new run to its end, and
gives the turns that the door showed, with the result of the run.
"""

import json
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

import workaday
from sim.player import Act, Briefing, Observation
from workaday.doors.offers import Offer
from workaday.doors.serving import Doors, Opened, Slack, serve
from workaday.doors.session import OpenRun, Session
from workaday.doors.tokens import Tokens
from workaday.doors.web import application, by_token
from workaday.result import Result

if TYPE_CHECKING:
    from slack_sdk import WebClient

KIOSK = Path(__file__).parents[3] / "examples" / "kiosk" / "croissants.yaml"
Play = Sequence[Act]
Turns = list[dict[str, Any]]
ENDED = {
    "pending": False,
    "observation": None,
    "ended": {"outcome": "finished", "why": "the player said that it was done"},
}
TOKENS = Tokens(b"a secret of the tests", lambda: 1_000_000.0)

CROISSANTS: Play = (
    Act(action="chat.send", arguments={"to": "luka", "text": "What does one croissant cost?"}, thought="He buys them."),
    Act(action="desk.wait", arguments={"until": "3h"}),
    Act(action="chat.read", arguments={"place": "dm:luka+seat"}),
    Act(
        action="chat.send",
        arguments={"to": "mira", "text": "Do you approve the croissant order, 180 EUR? A croissant costs 0.90 EUR."},
    ),
    Act(action="desk.wait", arguments={"until": "3h"}),
    Act(action="chat.read", arguments={"place": "dm:mira+seat"}),
    Act(action="drive.write", arguments={"path": "/order.md", "text": "A croissant costs 0.90 EUR."}),
    Act(action="chat.send", arguments={"to": "mira", "text": "The order is in /order.md."}),
    Act(action="desk.finish", arguments={"note": "Ordered."}),
)
"""The task of the scenario, done in short."""


class Written:
    """A player that does what is written, and keeps what it saw."""

    name = "hosted"

    def __init__(self, play: Play) -> None:
        self._play = list(play)
        self.seen: list[Observation] = []

    def begin(self, briefing: Briefing) -> None:
        """Needs none."""

    async def act(self, observation: Observation) -> Act:
        self.seen.append(observation)
        return self._play.pop(0)


async def through_python(play: Play, out: Path) -> tuple[Turns, Result]:
    """A player of one's own, in `workaday.run_async`."""
    player = Written(play)
    result = await workaday.run_async(KIOSK, player, out=out)
    shown = [{"pending": False, "observation": seen.model_dump(mode="json"), "ended": None} for seen in player.seen[1:]]
    return [*shown, ENDED], result


async def through_http(play: Play, out: Path) -> tuple[Turns, Result]:
    """The HTTP interface, with a token."""
    turns = []
    async with Session.open(KIOSK, out=out) as session, at_web(session) as client:
        for act in play:
            said = {"arguments": dict(act.arguments), "thought": act.thought}
            answer = await client.post(f"/v1/actions/{act.action}", json=said)
            assert answer.status_code == 200, answer.text
            turns.append(answer.json())
        await session.over()
    assert session.result is not None, session.failure
    return turns, session.result


async def through_mcp(play: Play, out: Path) -> tuple[Turns, Result]:
    """The official client of the Model Context Protocol, connected in this process."""
    from mcp import Client

    from workaday.doors.mcp_server import McpDoor

    turns = []
    async with Session.open(KIOSK, out=out) as session, Client((await McpDoor.of(session, None)).server) as client:
        listed = {tool.title: tool.name for tool in (await client.list_tools()).tools}
        for act in play:
            meta: Any = {} if act.thought is None else {"workaday/thought": act.thought}
            result = await client.call_tool(listed[act.action], dict(act.arguments), meta=meta)
            turns.append(result.structured_content)
        await session.over()
    assert session.result is not None, session.failure
    return turns, session.result


async def through_desk(play: Play, out: Path) -> tuple[Turns, Result]:
    """The command line of the desk, over a local socket."""
    import asyncio

    from workaday.doors import desk

    turns: Turns = []
    session = Session.open(KIOSK, out=out)
    environment = {desk.VARIABLE: str(out.parent / "d")}

    def type_all() -> None:
        for act in play:
            turns.append(json.loads(typed(typed_as(act, session.offers[act.action]), environment)[1]))

    async with served(session, Doors(desk=out.parent / "d")):
        await asyncio.to_thread(type_all)
    assert session.result is not None
    return turns, session.result


async def through_slack(play: Play, out: Path) -> tuple[Turns, Result]:
    """Slack's own client: what is chat or a file by Slack's methods, the rest by one of ours."""
    import asyncio

    from slack_sdk import WebClient

    session = Session.open(KIOSK, out=out)
    turns: Turns = []

    def call_all(client: WebClient) -> None:
        for act in play:
            turns.append(in_slack(client, act))

    async with served(session, Doors(slack=Slack(("127.0.0.1", 0)))) as opened:
        await asyncio.to_thread(call_all, WebClient(token=opened.bot_token, base_url=opened.slack or ""))
    assert session.result is not None
    return turns, session.result


async def through_pages(play: Play, out: Path) -> tuple[Turns, Result]:
    """The seat's pages, each act by its form, in a browser without script."""
    from tests.workaday.window.plain import Plain
    from workaday.window.seat.fields import fields_of
    from workaday.window.seat.playing import entry_of

    async with Session.open(KIOSK, out=out) as session:
        user = await Plain.within(await entry_of(session, lambda: 0.0, 60, patience=60))
        for act in play:
            await user.go(f"/-/do/{act.action}")
            fields = fields_of(session.offers[act.action])
            form = user.form(button := user.title, -1).fill(
                **{name: fields[name].typed(value) for name, value in act.arguments.items()}, _thought=act.thought or ""
            )
            await user.send(form, button)
            assert user.answer.status_code == 200, user.text
        await session.over()
        turns = [
            {"pending": False, "observation": turn.seen.model_dump(mode="json"), "ended": None}
            for turn in session.seat.turns
        ]
    assert session.result is not None, session.failure
    return [*turns[1:], ENDED], session.result


THROUGH: dict[str, Callable[[Play, Path], Coroutine[Any, Any, tuple[Turns, Result]]]] = {
    "http": through_http,
    "mcp": through_mcp,
    "desk": through_desk,
    "slack": through_slack,
    "pages": through_pages,
}
"""The doors, but for Python itself, which they are compared with."""


@asynccontextmanager
async def served(session: Session | OpenRun, doors: Doors) -> AsyncIterator[Opened]:
    """The time in which a session is served, which lasts until the run has ended."""
    import asyncio

    opened: asyncio.Future[Opened] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve(session, doors, lambda: 0.0, opened.set_result, 60))
    await asyncio.wait((serving, opened), return_when=asyncio.FIRST_COMPLETED)
    if not opened.done():
        await serving  # which raises what kept it from opening
    try:
        yield opened.result()
    except BaseException:
        serving.cancel()
        raise
    await serving


def in_slack(client: "WebClient", act: Act) -> dict[str, Any]:
    """Do an act through Slack's client, by Slack's method where there is one that says exactly that."""
    from slack_sdk.errors import SlackApiError

    from workaday.doors.slack.ids import channel_id, message_ts, user_id

    arguments = dict(act.arguments)
    more: dict[str, Any] = {} if act.thought is None else {"thought": act.thought}
    people = (user_id(arguments[name]) for name in ("to", "person", "who") if isinstance(arguments.get(name), str))
    user = next(people, "")
    place = arguments.get("place", arguments.get("channel", "#kiosk"))
    channel = channel_id(place) if place[0] == "#" or ":" in place else place
    at = {
        "channel": channel_id("group:luka+mira+seat"),
        "timestamp": message_ts(0, "c1"),
        "name": arguments.get("emoji", ""),
    }
    calls: dict[str, Callable[[], Any]] = {
        "chat.send": lambda: client.chat_postMessage(channel=user, text=arguments["text"], **more),
        "chat.read": lambda: client.conversations_history(channel=channel, **more),
        "chat.members": lambda: client.conversations_members(channel=channel),
        "chat.places": client.conversations_list,
        "chat.search": lambda: client.search_messages(query=arguments["query"]),
        "chat.react": lambda: client.reactions_add(**at),
        "chat.unreact": lambda: client.reactions_remove(**at),
        "chat.edit": lambda: client.chat_update(channel=at["channel"], ts=at["timestamp"], text=arguments["text"]),
        "chat.delete": lambda: client.chat_delete(channel=at["channel"], ts=at["timestamp"]),
        "chat.join": lambda: client.conversations_join(channel=channel),
        "chat.leave": lambda: client.conversations_leave(channel=channel),
        "chat.presence": lambda: client.users_getPresence(user=user),
        "directory.person": lambda: client.users_info(user=user),
        "drive.write": lambda: client.files_upload_v2(filename=arguments["path"], content=arguments["text"]),
        "desk.wait": lambda: client.api_call("workaday.wait", json={**arguments, **more}),
    }
    if act.action == "chat.send" and not user:
        calls.pop("chat.send")
    call = calls.get(act.action)
    if call is None:
        asked = {"action": act.action, "arguments": arguments, **more}
        return dict(client.api_call("workaday.act", json=asked)["turn"])
    with suppress(SlackApiError):  # what the office refuses stands in the turn
        call()
    return dict(client.api_call("workaday.now")["turn"])


@asynccontextmanager
async def at_web(session: Session, token: str | None = None) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the HTTP interface, with a token for the seat of the session."""
    app = application(by_token({"seat": session}, TOKENS))
    headers = {"Authorization": f"Bearer {token or TOKENS.issue('seat', 60)}"}
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://office", headers=headers
    ) as client:
        yield client


def typed(words: Sequence[str], environment: dict[str, str]) -> tuple[int, str]:
    """The exit code of a command line of the desk, and what it printed."""
    from workaday.doors import desk

    said = StringIO()
    with redirect_stdout(said):
        code = desk.run(words, environment)
    return code, said.getvalue()


def typed_as(act: Act, offer: Offer) -> list[str]:
    """The words by which an act is typed."""
    words = act.action.split(".")
    for name, value in act.arguments.items():
        option = f"--{name.replace('_', '-')}"
        if isinstance(value, bool):
            words.append(option if value else f"--no-{name.replace('_', '-')}")
        elif isinstance(value, list) and all(isinstance(item, str) for item in value):
            words += [part for item in value for part in (option, item)]
        else:
            words += [option, value if isinstance(value, str) else json.dumps(value)]
    if act.thought is not None:
        words += ["--thought", act.thought]
    return [*words, "--json"]
