"""Socket Mode: what is handed over, and when simulated time goes on."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.sim.clock import FakeClock
from tests.workaday.doors.slack.bots import (
    KIOSK_CHANNEL,
    LUKA,
    ME,
    WITH_LUKA,
    Bot,
    Line,
    at_work,
    connected,
    hold,
    texts,
)  # fmt: skip
from workaday.doors.pace import Paced
from workaday.doors.session import Session
from workaday.doors.slack.ids import SLACKBOT, SLACKBOT_DM

QUESTION = "What does one croissant cost?"


async def listened(bot: Bot, line: Line, until: str) -> list[dict[str, Any]]:
    """Events up to the one that says this, each acknowledged."""
    events: list[dict[str, Any]] = []
    while not events or until not in texts(events)[-1]:
        events.append(await line.event())
    return events


async def test_events_come_one_by_one_and_the_clock_stands(tmp_path: Path) -> None:
    """An event is handed over; until it is acknowledged nothing else is, and no time passes but by the bot's acts."""
    async with at_work(tmp_path / "run") as bot, connected(bot) as line:
        task = await line.event(acknowledge=False)
        event = task["payload"]["event"]
        assert (event["user"], event["channel"], event["channel_type"]) == (SLACKBOT, SLACKBOT_DM, "im")
        assert event["workaday"]["kind"] == "task"
        assert "Croissant order" in event["text"]
        assert await bot.turn() == 1
        await bot.call("chat.postMessage", channel=LUKA, text=QUESTION)
        assert await bot.turn() == 2
        assert line.sent.empty()
        line.acknowledge(task)
        answer = (await line.event(acknowledge=False))["payload"]
        told = answer["event"]
        assert (told["type"], told["channel_type"], told["channel"], told["user"]) == ("message", "im", WITH_LUKA, LUKA)
        assert "0.90 EUR" in told["text"]
        assert answer["authorizations"][0]["user_id"] == ME
        (read, _) = (await bot.call("conversations.history", channel=WITH_LUKA))["messages"]
        assert (read["ts"], read["text"]) == (told["ts"], told["text"]), "it has been read, in full"


async def test_time_waits_for_calls_in_flight(tmp_path: Path) -> None:
    """A call that is being answered keeps the clock standing, also where its event is acknowledged already."""
    async with at_work(tmp_path / "run") as bot, connected(bot) as line:
        task = await line.event(acknowledge=False)
        with bot.workspace.call():
            line.acknowledge(task)
            for _ in range(20):
                await asyncio.sleep(0)
            assert await bot.turn() == 1
        called = await line.event()
        assert "Mira" in texts([called])[0] or called["payload"]["event"]["workaday"]["data"]["app"] == "calls"


async def test_the_same_answers_make_the_same_run(tmp_path: Path) -> None:
    """Two bots that answer alike have the same run, and it ends with word of its end and a closed connection."""
    digests = set()
    for name in ("one", "other"):
        async with at_work(tmp_path / name) as bot, connected(bot) as line:
            await line.event(acknowledge=False)
            await bot.call("chat.postMessage", channel=LUKA, text=QUESTION)
            await bot.call("workaday.wait", until="2m", through="true")
            await bot.call("conversations.leave", channel=KIOSK_CHANNEL)
            hears = Line()
            second = hold(bot, hears)
            assert (await hears.event(acknowledge=False))["type"] == "hello"
            line.drop()
            events = await listened(bot, hears, "It is over")
            assert len({envelope["payload"]["event_id"] for envelope in events}) == len(events)
            assert events[-1]["payload"]["event"]["workaday"]["data"]["outcome"] in ("stalemate", "horizon")
            await second
            assert hears.closed
        assert bot.session.result is not None
        digests.add(bot.session.result.digest)
    assert len(digests) == 1


async def test_a_lost_event_comes_again(tmp_path: Path) -> None:
    """Where the connection goes before an event is acknowledged, the next one gets it, marked as another attempt."""
    async with at_work(tmp_path / "run", patience=60.0) as bot, connected(bot) as line:
        first = await line.event(acknowledge=False)
        line.drop()
        other = Line()
        holding = hold(bot, other)
        assert (await other.event(acknowledge=False))["type"] == "hello"
        again = await other.event()
        assert again["payload"] == first["payload"]
        assert (first["retry_attempt"], again["retry_attempt"]) == (0, 1)
        assert again["envelope_id"] != first["envelope_id"]
        other.drop()
        await holding


async def test_what_nobody_acknowledges_holds_nobody_up(tmp_path: Path) -> None:
    """An event that the bot has no use for is given up after some silence."""
    async with at_work(tmp_path / "run", patience=0.01) as bot, connected(bot) as line:
        first = await line.event(acknowledge=False)
        second = await line.event(acknowledge=False)
        assert first["payload"]["event_id"] != second["payload"]["event_id"]


async def test_only_what_is_subscribed_to_is_handed_over(tmp_path: Path) -> None:
    """A bot gets the events it names and no others; what it does not get is not read for it either."""
    async with at_work(tmp_path / "run", subscribed=["app_mention"]) as bot, connected(bot) as line:
        await bot.call("chat.postMessage", channel=LUKA, text=QUESTION)
        ended = await line.event()
        assert "It is over" in texts([ended])[0]
        unread = [e for e in bot.session.seat.news if e.kind == "notice" and e.data["place"] == "dm:luka+seat"]
        assert unread
    assert bot.session.result is not None


async def test_a_run_that_goes_on_hands_the_last_events_over_again(tmp_path: Path) -> None:
    """Killed after a message has arrived and before the bot was done with it, the server hands it over again; what the
    bot was done with does not come twice."""
    run = tmp_path / "run"
    async with at_work(run) as bot, connected(bot) as line:
        await line.event(acknowledge=False)
        await bot.call("chat.postMessage", channel=LUKA, text=QUESTION)
        line.drop()
        other = Line()
        hold(bot, other)
        await other.event(acknowledge=False)
        task = await other.event()
        answer = await other.event(acknowledge=False)
        assert "0.90" in texts([answer])[0]
    async with at_work(run, run) as bot, connected(bot) as line:
        again = await line.event()
        assert again["payload"]["event_id"] == answer["payload"]["event_id"] != task["payload"]["event_id"]
        assert again["payload"] == answer["payload"]


async def test_at_a_pace_no_call_is_kept_for_long(tmp_path: Path) -> None:
    """Where time has a pace, it is let pass in short waits, so that the bot can call between them."""
    clock = FakeClock()
    session = Session.open

    def paced(what: Any, **options: Any) -> Session:
        return session(what, pace=Paced(60.0, clock), **options)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Session, "open", paced)
        async with at_work(tmp_path / "run") as bot, connected(bot) as line:
            task = await line.event(acknowledge=False)
            begun = bot.session.seat.reached
            line.acknowledge(task)
            await bot.session.seat.changes.until(lambda: bot.session.seat.reached > begun + 120)
            await bot.call("conversations.list")
            assert bot.session.seat.reached - begun < 900


async def test_a_connection_is_opened_once_by_its_ticket(tmp_path: Path) -> None:
    """apps.connections.open takes the app's token alone, and gives an address that opens one connection."""
    async with at_work(tmp_path / "run") as bot:
        assert await bot.error("apps.connections.open") == "not_allowed_token_type"
        bot.http.headers["Authorization"] = bot.http.headers["Authorization"].replace("xoxb", "xapp")
        url = (await bot.call("apps.connections.open"))["url"]
        assert url.startswith("ws://office/link/?ticket=")
        ticket = url.partition("=")[2]
        assert bot.sockets.knows(ticket)
        assert not bot.sockets.knows(ticket)
        assert not bot.sockets.knows("")


async def test_mentions_reactions_and_invitations_are_events(tmp_path: Path) -> None:
    """What a channel brings comes as Slack names it: a mention also as app_mention, with the bot marked in its text."""
    from workaday.doors.hosted import News
    from workaday.doors.slack.events import Mailbag

    async with at_work(tmp_path / "run") as bot:
        sent = await bot.call("chat.postMessage", channel=KIOSK_CHANNEL, text="@Ana Kovač and <@UNOBODY>: here")

        def notice(number: int, kind: str, ref: str = "c1", gist: str = "") -> News:
            data = {"serial": 1, "at": "", "app": "chat", "kind": kind, "place": "#kiosk", "ref": ref,
                    "sender": "luka", "gist": gist}  # fmt: skip
            return News(number=number, kind="notice", data=data)

        news = [notice(1, "mention"), notice(2, "reaction", gist="👍 on: here"), notice(3, "invite", "#kiosk")]
        made = [one.event for one in await Mailbag(bot.workspace).events([*news, notice(4, "message", "c9")], 100)]
        assert [event["type"] for event in made] == [
            "app_mention",
            "message",
            "reaction_added",
            "member_joined_channel",
        ]
        assert made[0]["text"].startswith(f"<@{ME}> and")
        assert (made[1]["channel_type"], made[1]["ts"]) == ("channel", sent["ts"])
        assert (made[2]["reaction"], made[2]["item"]["ts"]) == ("thumbsup", sent["ts"])
        assert made[3]["inviter"] == LUKA
