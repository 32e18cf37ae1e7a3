"""Whoever sits in the seat may try anything: what is another's stays closed, and what is sent does no harm."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from shutil import copy
from typing import Any

import httpx
import pytest
from mcp import Client, MCPError

from sim.player import Act
from sim.record import Record
from tests.workaday.doors.plays import KIOSK, at_web
from workaday.doors.incoming import MOST_BYTES
from workaday.doors.mcp_server import McpDoor
from workaday.doors.session import Session
from workaday.doors.words import in_words

SECRET = "4 411 for the oven"
NASTY = (
    "<script>alert(1)</script>\n\nevent: ended\ndata: {}\r\n\x1b[2J\x1b]0;owned\x07\u202e --> ]]> ${7*7} {{7*7}} \x00"
)
BETWEEN_OTHERS = f"""\
scenario: between-others
title: Others have things of their own
org: ./kiosk.yaml
seat: {{who: seat, name: Ana Kovač}}
starts: 2026-06-08 07:00
lasts: 1 day
brief: Mind your own business.
events:
  - {{at: mon 07:01, who: luka, does: mail, to: mira, subject: Oven, text: "It is {SECRET}."}}
  - {{at: mon 07:01, who: luka, does: chat, to: mira, text: "It is {SECRET}."}}
  - {{at: mon 07:01, who: luka, does: write, file: /private/luka/oven.md, text: "It is {SECRET}."}}
"""


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Session]:
    """An hour into a day on which others have written to one another."""
    for name in ("kiosk.yaml", "night-baker.yaml"):
        copy(KIOSK.parent / name, tmp_path)
    scenario = tmp_path / "between-others.yaml"
    scenario.write_text(BETWEEN_OTHERS, encoding="utf-8")
    async with Session.open(scenario, out=tmp_path / "run") as session:
        await session.act(Act(action="desk.wait", arguments={"until": "1h", "through": True}))
        yield session


def refusal(answer: httpx.Response) -> str:
    """Why the office refused, in an answer that says so."""
    assert answer.status_code == 200, answer.text
    last = answer.json()["observation"]["last"]
    assert last["receipt"] is None, answer.text
    return str(last["refusal"])


OF_OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("mail.read", {"mail": "m1"}),
    ("mail.reply", {"mail": "m1", "text": "Indeed."}),
    ("mail.forward", {"mail": "m1", "to": "seat"}),
    ("mail.mark", {"mail": "m1", "mark": "read"}),
    ("mail.move", {"mail": "m1", "folder": "Mine", "create": True}),
    ("chat.read", {"place": "dm:luka+mira"}),
    ("chat.react", {"message": "c1", "emoji": "heart"}),
    ("chat.edit", {"message": "c1", "text": "Mine."}),
    ("chat.delete", {"message": "c1"}),
    ("drive.read", {"path": "/private/luka/oven.md"}),
    ("drive.history", {"path": "/private/luka/oven.md"}),
    ("drive.delete", {"path": "/private/luka/oven.md"}),
    ("drive.move", {"path": "/private/luka/oven.md", "to": "/oven.md"}),
    ("drive.share", {"path": "/private/luka/oven.md", "people": "seat"}),
    ("drive.write", {"path": "/private/luka/oven.md", "text": "Mine."}),
    ("mail.send", {"to": "luka", "subject": "Yours", "text": "See there.", "attachments": ["/private/luka/oven.md"]}),
]
"""What is not the seat's: a mail, a talk and a file of others."""


async def test_what_is_anothers_is_closed(session: Session, tmp_path: Path) -> None:
    """Others' mail, talk and files are not read, changed, sent on or marked; nothing of them comes with the refusal,
    and a mail or message of others is refused as one that is not there."""
    async with at_web(session) as client:
        for action, arguments in OF_OTHERS:
            assert action in session.offers
            why = refusal(await client.post(f"/v1/actions/{action}", json={"arguments": arguments}))
            assert SECRET not in why, action
            for theirs, nowhere in (("mail", "m71"), ("message", "c71")):
                if theirs in arguments:
                    other = {**arguments, theirs: nowhere}
                    also = refusal(await client.post(f"/v1/actions/{action}", json={"arguments": other}))
                    assert also.replace(f"{nowhere}'", "'") == why.replace(f"{arguments[theirs]}'", "'"), action
    with Record.open(tmp_path / "run") as record:
        touched = [event.body.kind for event in record.events(actor="seat") if SECRET in str(event.body)]
        (file,) = record.events(kind="drive.written")
    assert touched == []
    assert file.actor == "luka"


async def test_looking_around_finds_nothing_of_others(session: Session) -> None:
    """Every list, search and stream of the seat is of what is its own."""
    lists = [
        name for name, offer in session.offers.items() if offer.reads_only and not offer.parameters.get("required")
    ]
    assert {"mail.list", "chat.places", "drive.list"} <= set(lists)
    async with at_web(session) as client:
        seen = [(await client.post(f"/v1/actions/{name}", json={"arguments": {}})).text for name in lists]
        for word in ("oven", "4 411"):
            found = await client.post("/v1/actions/search.find", json={"arguments": {"query": word}})
            seen.append(found.text)
        await client.post("/v1/actions/desk.finish")
        seen.append((await client.get("/v1/news")).text)
    assert all("4 411" not in text and "oven.md" not in text for text in seen)


async def test_resources_are_the_seats_own(session: Session) -> None:
    """A resource of another's, one that climbs out of its app, and one of no app is no resource."""
    async with Client((await McpDoor.of(session, None)).server, cache=None) as client:
        listed = [str(one.uri) for one in (await client.list_resources()).resources]
        assert listed == ["workaday://briefing", "workaday://now"]
        for uri in (
            "workaday://mail/m1", "workaday://chat/dm:luka+mira", "workaday://drive//private/luka/oven.md",
            "workaday://drive/../mail/m1", "workaday://drive/%2e%2e/%2e%2e/etc/passwd", "workaday://../../etc/passwd",
            "workaday://drive//etc/passwd%00.md", "file:///etc/passwd", "workaday://mail/" + "m" * 10_000,
        ):  # fmt: skip
            with pytest.raises(MCPError) as refused:
                await client.read_resource(uri)
            assert SECRET not in str(refused.value)
            assert len(str(refused.value)) < 2_000


PATHS = (
    "../../../../etc/passwd", "/../etc/passwd", "/a/../../etc/passwd", "..\\..\\windows\\win.ini", "C:\\boot.ini",
    "/%2e%2e/%2e%2e/etc/passwd", "file:///etc/passwd", "/etc/passwd", "~/.ssh/id_rsa", "\x00/etc/passwd",
    "/proc/self/environ", "//evil.example/share", "....//....//etc/passwd",
)  # fmt: skip


async def test_the_drive_is_no_disk(session: Session, tmp_path: Path) -> None:
    """A path leads into the office's drive or nowhere: nothing is read from this machine, and nothing written to it."""
    here = files_in(tmp_path)
    async with at_web(session) as client:
        for path in PATHS:
            refusal(await client.post("/v1/actions/drive.read", json={"arguments": {"path": path}}))
            listed = await client.post("/v1/actions/drive.list", json={"arguments": {"folder": path}})
            body = {"arguments": {"path": path, "text": "owned"}}
            written = await client.post("/v1/actions/drive.write", json=body)
            assert "root:" not in listed.text + written.text
            if ".." in path.split("/"):
                assert "climbs with '..'" in refusal(listed)
                assert "climbs with '..'" in refusal(written)
    assert files_in(tmp_path) == here


def files_in(folder: Path) -> list[Path]:
    """All that is on the disk there."""
    return sorted(folder.rglob("*"))


async def test_text_stays_text(session: Session) -> None:
    """Script, escapes and half a protocol in a message or a file's name come back as the characters they are: never as
    a page, an event of the stream, a header, or something that a terminal obeys."""
    async with at_web(session) as client:
        sent: dict[str, dict[str, Any]] = {
            "chat.send": {"to": "luka", "text": NASTY},
            "mail.send": {"to": "luka", "subject": NASTY.replace("\n", " ").replace("\r", " "), "text": NASTY},
            "drive.write": {"path": "/<img src=x onerror=alert(1)>.md", "text": NASTY},
            "desk.note": {"text": NASTY},
        }
        answers = [
            await client.post(f"/v1/actions/{name}", json={"arguments": arguments})
            for name, arguments in sent.items()
            if name in session.offers
        ]
        read = await client.post("/v1/actions/chat.read", json={"arguments": {"place": "dm:luka+seat"}})
        words = await client.post(
            "/v1/actions/chat.read", json={"arguments": {"place": "dm:luka+seat"}}, headers={"Accept": "text/plain"}
        )
        html = await client.get("/v1/now", headers={"Accept": "text/html"})
        for answer in (*answers, read, words, html):
            assert answer.status_code == 200, answer.text
            assert answer.headers["content-type"] in ("application/json", "text/plain; charset=utf-8")
            assert answer.headers["x-content-type-options"] == "nosniff"
        lines = read.json()["observation"]["last"]["receipt"]["messages"]
        assert NASTY.strip() in [line["text"].strip() for line in lines]
        assert is_plain(words.text)
        await client.post("/v1/actions/desk.finish")
        stream = (await client.get("/v1/news")).text
    assert stream.count("event: ended") == 1 + stream.count("\\nevent: ended")
    assert all(line.startswith(("id: ", "event: ", "data: ", ": ")) for line in stream.splitlines() if line)


async def test_what_others_send_cannot_draw_on_a_terminal(session: Session) -> None:
    """A turn in words has no control characters, whatever is in the texts that it tells."""
    observation = (await session.now()).observation
    assert observation is not None
    await session.act(Act(action="drive.write", arguments={"path": "/list.md", "text": NASTY}))
    for act in (
        Act(action="drive.read", arguments={"path": "/list.md"}),
        Act(action="chat.read", arguments={"place": NASTY}),
        Act(action=NASTY[:90], arguments={}),
        Act(action="chat.send", arguments={NASTY: NASTY}),
    ):
        assert is_plain(in_words(await session.act(act))), act


def is_plain(text: str) -> bool:
    """Whether there is nothing in a text that a terminal would take for more than text."""
    return not [letter for letter in text if (ord(letter) < 32 and letter not in "\n\t") or 0x7F <= ord(letter) < 0xA0]


KINDS = (
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "application/xml",
    "application/json; charset=utf-16", "application/jsonp", "application/octet-stream", "json", "\x01", "x" * 9_000,
)  # fmt: skip


async def test_only_json_is_read(session: Session) -> None:
    """A body of another kind is turned away by 415 with what was sent and what to send instead, and is no act."""
    async with at_web(session) as client:
        turn = (await client.get("/v1/now")).json()["observation"]["turn"]
        for kind in KINDS:
            answer = await client.post("/v1/actions/desk.wait", content=b"{}", headers={"Content-Type": kind})
            assert (answer.status_code, answer.json()["error"]) == (415, "not_json"), kind
            assert "Content-Type: application/json" in answer.json()["why"]
            assert f"was sent with Content-Type: {kind.strip()[:50]}" in answer.json()["why"]
            assert len(answer.json()["why"]) < 300
        packed = await client.post("/v1/actions/desk.wait", content=b"{}", headers={"Content-Encoding": "gzip"})
        assert packed.status_code == 415
        assert "was sent with Content-Encoding: gzip" in packed.json()["why"]
        assert (await client.get("/v1/now")).json()["observation"]["turn"] == turn
        for kind in ("application/json", "Application/JSON; charset=UTF-8", 'application/json;charset="utf-8"'):
            answer = await client.post("/v1/actions/desk.wait", content=b"{}", headers={"Content-Type": kind})
            assert answer.status_code == 200, kind


async def test_what_is_said_of_nonsense_is_short(session: Session) -> None:
    """Bodies at the limit, deep ones and ones with long keys are answered quickly, with a short reason."""
    deep = b'{"arguments": ' + b'{"text": ' * 30_000 + b"1" + b"}" * 30_001
    wide = json.dumps({"arguments": {"text": [{}] * 300_000}}).encode()
    long = json.dumps({"k" * (MOST_BYTES - 100): 1}).encode()
    keys = json.dumps({"arguments": {"k" * (MOST_BYTES - 100): 1}}).encode()
    typed = json.dumps({"arguments": {"to": "luka", "text": "w " * (MOST_BYTES // 2 - 100)}}).encode()
    place = json.dumps({"arguments": {"place": "p" * (MOST_BYTES - 100)}}).encode()
    async with at_web(session) as client:
        for name, body in (
            ("chat.send", deep), ("chat.send", wide), ("chat.send", long), ("chat.send", keys), ("chat.send", typed),
            ("chat.read", place), ("x" * 4_000, b"{}"), ("%ff%00", b"{}"),
        ):  # fmt: skip
            answer = await client.post(f"/v1/actions/{name}", content=body)
            assert answer.status_code in (200, 400, 413), answer.text
            assert len(answer.content) < 5_000, (name, body[:50], len(answer.content))


async def test_whatever_was_tried_the_file_is_whole(session: Session, tmp_path: Path) -> None:
    """After all of this the run ends in order, and its file is read from end to end."""
    async with at_web(session) as client:
        for body in (
            b"\xff",
            b"[" * 10_000,
            b'{"arguments": {"text": "\\ud800"}}',
            b'{"arguments": {"text": "\\u0000"}}',
        ):
            await client.post("/v1/actions/chat.send", content=body)
        await client.post("/v1/actions/desk.finish")
    await session.over()
    assert session.failure is None
    with Record.open(tmp_path / "run") as record:
        assert record.digest() == session.result.digest  # type: ignore[union-attr]
