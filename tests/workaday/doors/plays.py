"""The same acts through each door: what the tests of doors compare.

A play is a list of acts. Each function takes it through one door, from the first turn of a new run to its end, and
gives the turns that the door showed, with the result of the run.
"""

import json
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import httpx

import workaday
from sim.player import Act, Briefing, Observation
from workaday.doors.offers import Offer
from workaday.doors.serving import Doors, serve
from workaday.doors.session import Session
from workaday.doors.tokens import Tokens
from workaday.doors.web import application, by_token
from workaday.result import Result

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

    opened = asyncio.Event()
    serving = asyncio.create_task(
        serve(session, Doors(desk=out.parent / "d"), lambda: 0.0, lambda told: opened.set(), 60)
    )
    waiting = asyncio.create_task(opened.wait())
    await asyncio.wait((serving, waiting), return_when=asyncio.FIRST_COMPLETED)
    if not opened.is_set():
        await serving  # which raises what kept it from opening
    await asyncio.to_thread(type_all)
    await serving
    assert session.result is not None
    return turns, session.result


THROUGH: dict[str, Callable[[Play, Path], Coroutine[Any, Any, tuple[Turns, Result]]]] = {
    "http": through_http,
    "mcp": through_mcp,
    "desk": through_desk,
}
"""The doors, but for Python itself, which they are compared with."""


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
