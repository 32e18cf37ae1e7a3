"""One office, many doors: whatever can be done can be done through each of them, and is the same there."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, ClassVar

import pytest
from pydantic import Field

import scenarios.stage
from sim.actions import Action, Receipt
from sim.office import App
from sim.player import Act
from sim.record import Record
from tests.workaday.doors import plays
from workaday.cli import invoke
from workaday.doors import desk
from workaday.doors.offers import Offer, offers_of
from workaday.result import load

GIVEN: dict[str, Any] = {
    "to": "luka", "person": "luka", "people": ["luka", "mira"], "who": "luka", "text": "Two words.", "place": "#kiosk",
    "channel": "#stock", "message": "c1", "emoji": "thumbsup", "path": "/list.md", "query": "words", "meeting": "mtg1",
    "start": "fri 09:00", "minutes": 30, "title": "Stock", "answer": "accept", "call": "call1", "mail": "m1",
    "mark": "flagged", "folder": "Later", "until": "tomorrow", "page": "page1", "summary": "The oven is cold.",
    "state": "away", "area": "suppliers", "team": "pier", "ticket": "OPS-1", "other": "OPS-2", "relation": "blocks",
    "project": "OPS", "rows": [["item", "count"], ["croissants", 200]], "cells": {"B2": 180}, "word": "Bye.",
}  # fmt: skip
"""A value for every argument that some action needs, by its name."""
ALSO: dict[str, dict[str, Any]] = {
    "chat.send": {"to": ["luka", "mira"]},
    "mail.send": {"to": "mira", "subject": "List"},
    "mail.move": {"create": True},
    "drive.write_table": {"path": "/table.csv"},
    "drive.edit_cells": {"path": "/table.csv"},
    "drive.move": {"to": "/moved.md"},
    "drive.delete": {"path": "/moved.md"},
    "drive.restore": {"path": "/moved.md"},
    "drive.read": {"first_line": 1},
    "pager.page": {"person": "luka", "urgent": False},
    "desk.wait": {"until": "5m", "through": True},
}
"""Arguments that some actions need besides, or of another kind."""
LAST = ("mail.move", "drive.move", "drive.delete", "drive.restore", "chat.delete", "chat.leave", "desk.finish")
"""Actions after which others would find nothing, in this order."""


def every_action(offers: dict[str, Offer]) -> list[Act]:
    """An act of every action there is, in an order in which most find something to do."""
    changing = sorted(offers, key=lambda name: (name in LAST and LAST.index(name) + 2, offers[name].reads_only))
    acts = []
    for name in changing:
        needed = offers[name].parameters.get("required", [])
        arguments = {argument: GIVEN[argument] for argument in needed} | ALSO.get(name, {})
        acts.append(Act(action=name, arguments=arguments))
    return acts


@pytest.fixture(scope="module")
def kiosk() -> dict[str, Offer]:
    return offers_of(load(plays.KIOSK).script)


@pytest.mark.parametrize("acts", [plays.CROISSANTS, None], ids=["croissants", "every action"])
async def test_every_door_has_the_same_effect(acts: plays.Play | None, kiosk: dict[str, Offer], tmp_path: Path) -> None:
    """The same acts make the same world, the same answers and the same score, through whichever door they come."""
    play = every_action(kiosk) if acts is None else acts
    shown, result = await plays.through_python(play, tmp_path / "python.workaday")
    done = [turn["observation"]["last"] for turn in shown if turn["observation"]]
    assert sum(last["receipt"] is not None for last in done) >= 0.6 * len(done), [d["refusal"] for d in done]
    for door, through in plays.THROUGH.items():
        also_shown, also = await through(play, tmp_path / f"{door}.workaday")
        assert also_shown == shown, door
        assert also.digest == result.digest, door
        assert also.scores.total == result.scores.total, door
    if acts is not None:
        assert result.scores.total == 1.0


class Stamp(Receipt):
    """A stamp."""

    number: int


class Press(Action):
    """Stamp a paper."""

    name: ClassVar[str] = "stamp.press"
    receipt: ClassVar[type[Receipt]] = Stamp
    paper: str = Field(description="Which paper.")

    def perform(self, office: Any, actor: str, causes: Any = ()) -> Receipt:
        return Stamp(number=len(self.paper))


class Stamping(App):
    """An app with one action that no door has heard of."""

    name: ClassVar[str] = "stamp"
    actions: ClassVar[tuple[type[Action], ...]] = (Press,)


async def test_an_action_more_is_everywhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever adds an app adds its actions to every door, without a line in any of them."""
    ours = scenarios.stage.office_apps()
    monkeypatch.setattr(scenarios.stage, "office_apps", lambda: (*ours, Stamping))
    play = (Act(action="stamp.press", arguments={"paper": "An invoice"}), Act(action="desk.finish"))
    shown, _ = await plays.through_python(play, tmp_path / "python.workaday")
    assert shown[0]["observation"]["last"]["receipt"] == {"number": 10}
    for door, through in plays.THROUGH.items():
        assert (await through(play, tmp_path / f"{door}.workaday"))[0] == shown, door


def test_two_actions_are_never_one_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that differ only in a full stop would be one tool for a model: they are refused."""

    class Other(Press):
        name: ClassVar[str] = "stamp_press"

    class Others(App):
        name: ClassVar[str] = "others"
        actions: ClassVar[tuple[type[Action], ...]] = (Press, Other)

    monkeypatch.setattr(scenarios.stage, "office_apps", lambda: (Others,))
    with pytest.raises(ValueError, match="two actions are the tool 'stamp_press'"):
        offers_of(load(plays.KIOSK).script)


COMMAND = (sys.executable, "-c", "from workaday.cli import main; main()", "serve")


@asynccontextmanager
async def served(*words: str) -> AsyncIterator[dict[str, Any]]:
    """A server in a process of its own: where it is open. At the end it is killed without warning."""
    process = await asyncio.create_subprocess_exec(*COMMAND, *words, "--json", stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        opened: dict[str, Any] = json.loads(await process.stdout.readline())["opened"]
        yield opened
    finally:
        process.kill()
        await process.wait()


async def test_a_killed_server_goes_on(tmp_path: Path) -> None:
    """Killed without warning and started again on the run file, it goes on where it stood: an agent comes back through
    HTTP or MCP, with the token it had, and an act that it sends again is not done twice. The end is that of
    a run that was never killed."""
    from httpx2 import AsyncClient
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client
    from mcp.client.streamable_http import streamable_http_client

    _, whole = await plays.through_python(plays.CROISSANTS, tmp_path / "whole.workaday")
    run, local, acts = tmp_path / "run.workaday", str(tmp_path / "d"), plays.CROISSANTS
    offers = offers_of(load(plays.KIOSK).script)
    async with served(str(plays.KIOSK), "--desk", local, "--http", "127.0.0.1:0", "--out", str(run)) as opened:
        headers = {"Authorization": f"Bearer {opened['token']}"}
        for act in acts[:2]:
            code, _ = await asyncio.to_thread(
                plays.typed, plays.typed_as(act, offers[act.action]), {desk.VARIABLE: local}
            )
            assert code == 0
        async with AsyncClient(headers=headers) as http:
            body = {"arguments": dict(acts[2].arguments), "turn": 3}
            answer = await http.post(f"{opened['http']}/v1/actions/{acts[2].action}", json=body)
            assert answer.json()["observation"]["turn"] == 4
    with (tmp_path / "said").open("w+", encoding="utf-8") as said:
        words = [*COMMAND[1:], str(run), "--mcp", "--http", "127.0.0.1:0"]
        transport = stdio_client(StdioServerParameters(command=COMMAND[0], args=words), errlog=said)
        async with Client(transport) as client, AsyncClient(headers=headers) as http:
            now = (await client.call_tool("now")).structured_content
            assert (now["observation"]["turn"], now["observation"]["last"]["action"]) == (4, "chat.read")
            where = re.search(r"http://127\.0\.0\.1:\d+", (tmp_path / "said").read_text(encoding="utf-8"))
            assert where is not None
            again = await http.post(f"{where[0]}/v1/actions/{acts[2].action}", json=body)
            assert (again.status_code, again.json()["error"]) == (409, "out_of_turn")
            async with Client(streamable_http_client(f"{where[0]}/mcp", http_client=http)) as other:
                assert (await other.call_tool("now")).structured_content == now
                await other.call_tool("chat_send", dict(acts[3].arguments))
            for act in acts[4:]:
                result = await client.call_tool(act.action.replace(".", "_"), dict(act.arguments))
                assert not result.is_error, result.content
        assert result.structured_content == plays.ENDED
    with Record.open(run) as record:
        assert record.digest() == whole.digest


async def left(command: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """The exit code of a server whose client on standard input goes at once."""
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    monkeypatch.setattr("sys.stdout", TextIOWrapper(BytesIO()))
    return await asyncio.to_thread(invoke, command)


async def test_who_leaves_is_told_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A client that closes standard input in mid-run ends the server in order: the run is kept, and what goes on stands
    on standard error, with the doors that were open. It is no success yet."""
    run = tmp_path / "run.workaday"
    assert await left(["serve", str(plays.KIOSK), "--mcp", "--out", str(run), "--quiet"], monkeypatch) == 1
    said = capsys.readouterr().err
    assert f"the client has gone; the run up to here is kept in {run}; go on with: workaday serve {run} --mcp" in said
    assert await left(["serve", str(run), "--mcp", "--http", "127.0.0.1:0", "--quiet"], monkeypatch) == 1
    assert f"workaday serve {run} --mcp --http 127.0.0.1:0" in capsys.readouterr().err
