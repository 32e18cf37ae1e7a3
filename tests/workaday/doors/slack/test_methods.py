"""The Web API: what each family of methods answers, and Slack's codes for what cannot be done."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.player import Act
from tests.workaday.doors.plays import TOKENS
from tests.workaday.doors.slack.bots import KIOSK_CHANNEL, LUKA, ME, MIRA, WITH_LUKA, Bot, at_work
from workaday.doors.incoming import MOST_BYTES
from workaday.doors.slack.ids import SLACKBOT_DM, channel_id, file_id
from workaday.doors.slack.methods import FREE, METHODS
from workaday.doors.slack.web import CONNECT


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    async with at_work(tmp_path / "run") as bot:
        yield bot


async def test_messages_are_written_changed_and_taken_back(bot: Bot) -> None:
    """A message has one timestamp in every answer; it can be changed, reacted to and taken back by it alone."""
    posted = await bot.call("chat.postMessage", channel=LUKA, text=f"<@{LUKA}> R&amp;D?")
    assert (posted["channel"], posted["message"]["text"]) == (WITH_LUKA, f"<@{LUKA}> R&amp;D?")
    at: dict[str, Any] = {"channel": WITH_LUKA, "timestamp": posted["ts"]}
    reply = await bot.call("chat.postMessage", channel=WITH_LUKA, text="More", thread_ts=posted["ts"])
    assert reply["message"]["thread_ts"] == posted["ts"]
    for name in ("thumbsup", "eyes"):
        assert await bot.call("reactions.add", name=name, **at) == {"ok": True}
    assert await bot.error("reactions.add", name="eyes", **at) == "already_reacted"
    assert await bot.call("reactions.remove", name="eyes", **at) == {"ok": True}
    assert await bot.error("reactions.remove", name="eyes", **at) == "no_reaction"
    (first,) = (await bot.call("conversations.history", channel=WITH_LUKA))["messages"]
    assert (first["ts"], first["user"], first["reply_count"], first["latest_reply"]) == (
        posted["ts"], ME, 1, reply["ts"],
    )  # fmt: skip
    assert first["reactions"] == [{"name": "thumbsup", "users": [ME], "count": 1}]
    thread = (await bot.call("conversations.replies", channel=WITH_LUKA, ts=posted["ts"]))["messages"]
    assert [message["ts"] for message in thread] == [posted["ts"], reply["ts"]]
    changed = await bot.call("chat.update", channel=WITH_LUKA, ts=posted["ts"], text="Research?")
    assert (changed["ts"], changed["text"]) == (posted["ts"], "Research?")
    assert (await bot.call("chat.update", channel=WITH_LUKA, ts=posted["ts"], text="Research?"))["ok"]
    hits = (await bot.call("search.messages", query="research"))["messages"]
    assert [(hit["ts"], hit["channel"]["id"]) for hit in hits["matches"]] == [(posted["ts"], WITH_LUKA)]
    assert (await bot.call("chat.delete", channel=WITH_LUKA, ts=reply["ts"]))["ok"]
    assert await bot.error("chat.delete", channel=WITH_LUKA, ts=reply["ts"]) == "message_not_found"
    link = await bot.call("chat.getPermalink", channel=WITH_LUKA, message_ts=posted["ts"])
    assert link["permalink"].endswith(f"/archives/{WITH_LUKA}/p{posted['ts'].replace('.', '')}")


async def test_a_history_is_read_page_by_page(bot: Bot) -> None:
    """By cursor, and by bounds of time, each message is shown once, the newest first."""
    sent = [(await bot.call("chat.postMessage", channel=LUKA, text=f"Line {n}"))["ts"] for n in range(5)]
    seen: list[str] = []
    pages, cursor = 0, ""
    while pages == 0 or cursor:
        page = await bot.call("conversations.history", channel=WITH_LUKA, limit=2, cursor=cursor)
        seen += [message["ts"] for message in page["messages"]]
        cursor, pages = page["response_metadata"]["next_cursor"], pages + 1
        assert page["has_more"] is bool(cursor)
    assert (seen, pages) == (sent[::-1], 3)

    async def between(**bounds: Any) -> list[str]:
        page = await bot.call("conversations.history", channel=WITH_LUKA, **bounds)
        return [message["ts"] for message in page["messages"]]

    assert await between(latest=sent[3]) == sent[2::-1]
    assert await between(latest=sent[3], inclusive="true", limit=1) == [sent[3]]
    assert await between(oldest=sent[3]) == [sent[4]]
    assert await between(oldest=sent[1], latest=sent[3], inclusive=1) == sent[3:0:-1]
    assert await between(oldest=sent[4]) == []
    assert await bot.error("conversations.history", channel=WITH_LUKA, oldest="now") == "invalid_ts_oldest"
    assert await bot.error("conversations.history", channel=WITH_LUKA, cursor="next") == "invalid_cursor"
    assert await bot.error("conversations.history", channel=WITH_LUKA, limit=0) == "invalid_limit"


async def test_channels_are_opened_joined_and_left(bot: Bot) -> None:
    """conversations.* on channels: lists by type and page, members, and Slack's codes for what is so already."""
    made = (await bot.call("conversations.create", name="stock", is_private="true"))["channel"]
    assert (made["name"], made["is_private"], made["is_member"]) == ("stock", True, True)
    assert await bot.error("conversations.create", name="stock") == "name_taken"
    assert await bot.error("conversations.create", name="two words") == "invalid_name"
    assert (await bot.call("conversations.invite", channel=made["id"], users=f"{LUKA},{MIRA}"))["ok"]
    assert await bot.error("conversations.invite", channel=made["id"], users=LUKA) == "already_in_channel"
    assert await bot.error("conversations.invite", channel=made["id"], users=ME) == "cant_invite_self"
    assert (await bot.call("conversations.members", channel=made["id"]))["members"] == [ME, LUKA, MIRA]
    page = await bot.call("conversations.members", channel=made["id"], limit=2)
    rest = await bot.call("conversations.members", channel=made["id"], cursor=page["response_metadata"]["next_cursor"])
    assert (page["members"], rest["members"]) == ([ME, LUKA], [MIRA])
    await bot.call("chat.postMessage", channel=LUKA, text="Hi")
    listed = (await bot.call("conversations.list", types="public_channel,private_channel,im"))["channels"]
    assert {c["id"] for c in listed} == {KIOSK_CHANNEL, made["id"], WITH_LUKA}
    assert [c["id"] for c in (await bot.call("conversations.list"))["channels"]] == [KIOSK_CHANNEL]
    assert [c["user"] for c in (await bot.call("users.conversations", types="im"))["channels"]] == [LUKA]
    assert await bot.error("conversations.list", types="rooms") == "invalid_types"
    assert (await bot.call("conversations.join", channel=KIOSK_CHANNEL))["warning"] == "already_in_channel"
    assert (await bot.call("conversations.leave", channel=KIOSK_CHANNEL)) == {"ok": True}
    assert (await bot.call("conversations.leave", channel=KIOSK_CHANNEL))["not_in_channel"]
    assert await bot.error("chat.postMessage", channel=KIOSK_CHANNEL, text="Hi") == "not_in_channel"
    assert not (await bot.call("conversations.info", channel=KIOSK_CHANNEL))["channel"]["is_member"]
    assert (await bot.call("conversations.join", channel=KIOSK_CHANNEL))["channel"]["is_member"]
    assert (await bot.call("conversations.mark", channel=WITH_LUKA, ts="1.000001")) == {"ok": True}


async def test_a_conversation_is_opened_without_an_act(bot: Bot) -> None:
    """conversations.open gives the id of a dm or a group, for people who work here, and costs no turn."""
    assert (await bot.call("conversations.open", users=LUKA))["channel"] == {"id": WITH_LUKA}
    group = channel_id("group:luka+mira+seat")
    assert (await bot.call("conversations.open", users=f"{MIRA},{LUKA}"))["channel"]["id"] == group
    assert (await bot.call("conversations.open", channel=WITH_LUKA, return_im="true"))["channel"]["user"] == LUKA
    assert await bot.error("conversations.open", users="UNOBODY") == "user_not_found"
    assert await bot.error("conversations.open", users=ME) == "cannot_dm_bot"
    assert await bot.turn() == 1


async def test_people_are_looked_up(bot: Bot) -> None:
    """users.* show the directory's entries, and who is there; presence and quiet hours are shown to others."""
    listed = await bot.call("users.list", limit=2)
    rest = await bot.call("users.list", cursor=listed["response_metadata"]["next_cursor"])
    people = {user["name"]: user for user in listed["members"] + rest["members"]}
    assert set(people) == {"mira", "luka", "seat"}
    assert [name for name, user in people.items() if user["is_bot"]] == ["seat"]
    luka = (await bot.call("users.info", user=LUKA))["user"]
    assert (luka["tz"], luka["tz_offset"], luka["profile"]["title"]) == ("Europe/Zagreb", 7200, "Buyer")
    assert (await bot.call("users.lookupByEmail", email=luka["profile"]["email"]))["user"]["id"] == LUKA
    assert await bot.error("users.lookupByEmail", email="luka@elsewhere.example") == "users_not_found"
    assert await bot.error("users.info", user="UNOBODY") == "user_not_found"
    assert (await bot.call("users.profile.get", user=MIRA))["profile"]["title"] == "Owner"
    assert (await bot.call("users.getPresence", user=LUKA))["presence"] == "active"
    await bot.call("users.setPresence", presence="away")
    assert (await bot.call("users.getPresence"))["presence"] == "away"
    assert (await bot.call("dnd.setSnooze", num_minutes=30))["snooze_remaining"] == 1800
    assert (await bot.call("dnd.info"))["dnd_enabled"]
    await bot.call("dnd.endSnooze")
    assert not (await bot.call("dnd.info"))["dnd_enabled"]


async def test_people_are_shown_as_they_stand_now(bot: Bot) -> None:
    """Who has another title since a reorganisation is listed with it, for the list is that of the office."""
    luka = bot.workspace.people["luka"]
    bot.workspace.people["luka"] = replace(luka, title="Apprentice")
    titles = {user["name"]: user["profile"]["title"] for user in (await bot.call("users.list"))["members"]}
    assert titles == {"mira": "Owner", "luka": "Buyer", "seat": "Shop assistant"}
    assert (await bot.call("users.info", user=LUKA))["user"]["profile"]["title"] == "Buyer"


async def test_files_are_sent_shared_and_fetched(bot: Bot) -> None:
    """An upload is a file of the drive, told of where it is shared; it can be listed, looked at, fetched, deleted."""
    asked = await bot.call("files.getUploadURLExternal", filename="private/seat/order.md", length=12)
    assert asked["file_id"] == file_id("/private/seat/order.md")
    told = {"files": [{"id": asked["file_id"], "title": "The order"}], "channel_id": WITH_LUKA}
    assert await bot.error("files.completeUploadExternal", **told) == "file_not_found"
    sent = await bot.http.post(asked["upload_url"], content="Croissants é".encode(), headers={"Authorization": ""})
    assert sent.status_code == 200
    done = await bot.call("files.completeUploadExternal", initial_comment="See", **told)
    assert done["files"][0]["name"] == "order.md"
    (message,) = (await bot.call("conversations.history", channel=WITH_LUKA))["messages"]
    assert message["text"] == "See\n/private/seat/order.md"
    (listed,) = (await bot.call("files.list"))["files"]
    seen = await bot.call("files.info", file=listed["id"])
    assert (seen["file"]["user"], seen["file"]["title"]) == (ME, "The order")
    assert (await bot.http.get(seen["file"]["url_private"])).text == "Croissants é"
    assert (await bot.http.get(f"/files/{file_id('/nowhere.md')}")).status_code == 404
    assert (await bot.http.get(f"/files/{listed['id']}", headers={"Authorization": ""})).status_code == 403
    assert (await bot.call("search.files", query="croissants"))["files"]["matches"][0]["id"] == listed["id"]
    assert (await bot.call("files.delete", file=listed["id"])) == {"ok": True}
    assert await bot.error("files.info", file="Fnone") == "file_not_found"
    access = await bot.session.act(Act(action="drive.history", arguments={"path": "/private/seat/order.md"}))
    assert access.observation is not None


async def test_a_file_that_is_none_is_turned_away(bot: Bot) -> None:
    """What is no text, too large or not awaited is refused before anything is done; a form may carry it too."""
    asked = await bot.call("files.getUploadURLExternal", filename="a.md", length=2)
    binary = await bot.http.post(asked["upload_url"], content=b"\xff\xfe")
    assert (binary.status_code, binary.text.partition(":")[0]) == (400, "file_type_not_supported")
    assert (await bot.http.post(asked["upload_url"], content=b"x" * (MOST_BYTES + 1))).status_code == 413
    assert (await bot.http.post("/upload/v1/unknown", content=b"x")).status_code == 404
    large = {"filename": "a.md", "length": MOST_BYTES + 1}
    assert await bot.error("files.getUploadURLExternal", **large) == "file_upload_size_restricted"
    assert await bot.turn() == 1
    assert (await bot.http.post(asked["upload_url"], files={"file": ("a.md", b"ab")})).status_code == 200
    done = await bot.call("files.completeUploadExternal", files=[{"id": asked["file_id"]}])
    assert done["files"][0]["size"] == 2
    asked = await bot.call("files.getUploadURLExternal", filename="../../etc/passwd", length=2)
    await bot.http.post(asked["upload_url"], content=b"ab")
    assert not (await bot.call("files.completeUploadExternal", files=[{"id": asked["file_id"]}]))["ok"]


async def test_what_a_bot_asks_of_itself_costs_nothing(bot: Bot) -> None:
    """auth.test and the like are answered from the briefing, and cost no turn."""
    me = await bot.call("auth.test")
    assert (me["user_id"], me["user"], me["team"]) == (ME, "seat", "Harbour Kiosk")
    assert (await bot.call("team.info"))["team"]["id"] == me["team_id"]
    assert (await bot.call("bots.info", bot=me["bot_id"]))["bot"]["user_id"] == ME
    assert (await bot.call("api.test", foo="bar"))["args"] == {"foo": "bar"}
    assert await bot.error("api.test", error="my_error") == "my_error"
    assert (await bot.call("workaday.briefing"))["briefing"]["me"] == "seat"
    for method in FREE:
        await bot.call(method)
    assert (await bot.call("workaday.now"))["turn"]["observation"]["turn"] == 1


async def test_time_passes_by_a_method_of_ours(bot: Bot) -> None:
    """workaday.wait lets time pass; workaday.act does anything, in a given turn alone if one likes."""
    await bot.call("chat.postMessage", channel=LUKA, text="What does one croissant cost?")
    waited = (await bot.call("workaday.wait", until="3h"))["turn"]["observation"]
    assert [notice["sender"] for notice in waited["notices"]] == ["luka"]
    again = {"action": "desk.tasks", "turn": waited["turn"] - 1}
    assert await bot.error("workaday.act", **again) == "out_of_turn"
    refused = (await bot.call("workaday.act", action="mail.read", arguments={"mail": "m9"}))["turn"]["observation"]
    assert refused["last"]["code"] == "no_such_thing"
    ended = (await bot.call("workaday.act", action="desk.finish"))["turn"]["ended"]
    assert ended["outcome"] == "finished"
    assert await bot.error("chat.postMessage", channel=LUKA, text="Hello?") == "account_inactive"


@pytest.mark.parametrize(
    ("header", "error"),
    [
        ("", "not_authed"),
        ("Bearer xoxb-nonsense", "invalid_auth"),
        (f"Bearer {TOKENS.issue('seat', 60)}", "invalid_auth"),
        (f"Bearer xoxb-{TOKENS.issue('luka', 60)}", "invalid_auth"),
        (f"Bearer xoxb-{TOKENS.issue('seat', 0)}", "token_expired"),
        (f"Bearer xapp-{TOKENS.issue('seat', 60)}", "not_allowed_token_type"),
    ],
)
async def test_who_has_no_token_is_told_so(bot: Bot, header: str, error: str) -> None:
    """Without a good token of the right kind nothing is done, in Slack's words."""
    bot.http.headers["Authorization"] = header
    assert await bot.error("chat.postMessage", channel=LUKA, text="Hi", user="luka") == error
    assert await bot.turn() == 1


async def test_query_form_and_json_say_the_same(bot: Bot) -> None:
    """Arguments are taken from the query, a form or JSON, by either verb, and the token from among them too."""
    token = bot.http.headers.pop("Authorization").removeprefix("Bearer ")
    values = {"token": token, "user": LUKA}
    answers = [
        await bot.http.get("/api/users.getPresence", params=values),
        await bot.http.post("/api/users.getPresence", params=values),
        await bot.http.post("/api/users.getPresence", data=values),
        await bot.http.post("/api/users.getPresence", json=values),
        await bot.http.post("/api/users.getPresence", params={"token": token}, json={"user": LUKA}),
        await bot.http.post("/api/users.getPresence", data=values, files={"file": b"x"}),
    ]
    assert [answer.json() for answer in answers] == [{"ok": True, "presence": "active"}] * len(answers)


async def test_what_cannot_be_read_is_no_act(bot: Bot) -> None:
    """Unknown methods, missing or malformed arguments, and ids of nothing are told by Slack's codes, at no cost."""
    assert await bot.call("chat.shout") == {"ok": False, "error": "unknown_method", "req_method": "chat.shout"}
    errors: dict[str, list[tuple[str, dict[str, Any]]]] = {
        "channel_not_found": [
            ("conversations.info", {"channel": "C1"}),
            ("conversations.history", {"channel": channel_id("dm:luka+mira")}),
            ("chat.postMessage", {"channel": SLACKBOT_DM, "text": "x"}),
            ("chat.postMessage", {"channel": "UNOBODY", "text": "x"}),
        ],
        "invalid_arguments": [
            ("chat.postMessage", {"text": "x"}),
            ("conversations.history", {"channel": WITH_LUKA, "inclusive": "perhaps"}),
            ("files.completeUploadExternal", {"files": "[{"}),
            ("users.conversations", {"user": LUKA}),
        ],
        "no_text": [("chat.postMessage", {"channel": LUKA}), ("chat.postMessage", {"channel": LUKA, "blocks": [{}]})],
        "message_not_found": [("chat.update", {"channel": WITH_LUKA, "ts": "1.000009", "text": "x"})],
        "thread_not_found": [("conversations.replies", {"channel": WITH_LUKA, "ts": "first"})],
    }
    for error, calls in errors.items():
        for method, values in calls:
            assert await bot.error(method, **values) == error, method
    path = "/api/chat.postMessage"
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("invalid_json", {"content": b"{", "headers": {"Content-Type": "application/json"}}),
        ("json_not_object", {"json": []}),
        ("invalid_arguments", {"content": b'{"text": "\\ud800"}', "headers": {"Content-Type": "application/json"}}),
        ("invalid_form_data", {"content": b"x", "headers": {"Content-Type": "multipart/form-data"}}),
    ]
    for error, how in bodies:
        assert (await bot.http.post(path, **how)).json()["error"] == error
    large = await bot.http.post(path, content=b"x" * (MOST_BYTES + 1))
    assert (large.status_code, large.json()["error"]) == (413, "request_too_large")
    assert await bot.turn() == 1


async def test_too_many_calls_cost_a_wait(tmp_path: Path) -> None:
    """Where there is a limit, a method may be called so often in a simulated minute; who comes back has waited for the
    next one."""
    async with at_work(tmp_path / "run", limit=2) as bot:
        for _ in range(2):
            assert (await bot.call("auth.test"))["ok"]
        assert (await bot.call("team.info"))["ok"], "each method counts for itself"
        limited = await bot.http.post("/api/auth.test")
        assert (limited.status_code, limited.json()["error"]) == (429, "ratelimited")
        assert int(limited.headers["Retry-After"]) >= 1
        before = bot.session.seat.reached
        assert (await bot.call("auth.test"))["ok"]
        assert bot.session.seat.reached // 60 == before // 60 + 1


async def test_what_is_cut_short_is_gone_back_to(bot: Bot) -> None:
    """A call rings while a message is written: it rings out, and the message is sent all the same."""
    waited = await bot.session.act(Act(action="desk.wait", arguments={"until": "09:29"}))
    assert waited.observation is not None
    long = " ".join(["word"] * 400)
    sent = await bot.call("chat.postMessage", channel=LUKA, text=long)
    assert sent["ok"]
    acts = [one for one in bot.session.seat.news if one.kind == "notice" and one.data["app"] == "calls"]
    assert acts, "somebody did ring"


async def test_calls_at_once_are_taken_one_after_the_other(bot: Bot) -> None:
    """What is called side by side is done in its order, each with its own timestamp."""
    answers = await asyncio.gather(*(bot.call("chat.postMessage", channel=LUKA, text=f"{n}") for n in range(5)))
    stamps = [answer["ts"] for answer in answers]
    assert stamps == sorted(set(stamps))


VALUES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=20)
    | st.sampled_from([LUKA, ME, WITH_LUKA, "1.000001"])
)
NAMES = st.sampled_from(
    "channel text ts timestamp user users name limit cursor files file types query oldest latest email num_minutes "
    "presence page count".split()
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
async def test_nothing_makes_it_fail(bot: Bot, data: st.DataObject) -> None:
    """Whatever is sent to any method is answered as Slack answers: with "ok", and where that is false a code."""
    method = data.draw(st.sampled_from(sorted(set(METHODS) - {"workaday.act", "workaday.wait", "dnd.setSnooze"})))
    values = data.draw(st.dictionaries(NAMES, VALUES | st.lists(VALUES, max_size=3), max_size=5))
    body = json.dumps(values).encode()
    answer = await bot.http.post(f"/api/{method}", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 200, (method, values, answer.text)
    told = answer.json()
    assert told["ok"] or told["error"] != "fatal_error", (method, values)


def test_every_method_is_told() -> None:
    """The table of docs/slack.md names every method that there is, and no other."""
    page = (Path(__file__).parents[4] / "docs" / "slack.md").read_text(encoding="utf-8")
    table = page.partition("<!-- methods of slack -->")[2].partition("\n\n")[0]
    told = re.findall(r"`([\w.]+)`", "".join(row.split("|")[1] for row in table.strip().splitlines()[2:]))
    assert sorted(told) == sorted({*METHODS, "api.test", CONNECT})
