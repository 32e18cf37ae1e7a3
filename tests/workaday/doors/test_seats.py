"""Several agents in one office, each through a door of its own, at the same time."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import workaday
from sim.player import Act
from sim.record import Record
from sim.units import BadValue
from tests.sim.clock import FakeClock
from tests.workaday.doors.plays import Play, Written, served, typed
from workaday.cli import invoke
from workaday.doors import desk
from workaday.doors.pace import Paced
from workaday.doors.serving import Doors, Opened, Slack
from workaday.doors.session import ABSENT, OpenRun, Session
from workaday.exits import Trouble

TOUR = Path(__file__).parents[3] / "examples" / "bookmobile" / "first-tour.yaml"
PAU, AINA = "pau", "aina"


def chat(to: str, text: str) -> Act:
    return Act(action="chat.send", arguments={"to": to, "text": text})


def wait(until: str) -> Act:
    return Act(action="desk.wait", arguments={"until": until})


def quiet(until: str) -> Act:
    return Act(action="desk.wait", arguments={"until": until, "through": True})


def read(place: str) -> Act:
    return Act(action="chat.read", arguments={"place": place})


FINISH = Act(action="desk.finish")
GATE = "The school in Ascó opens its gate at 10:40"
PLAYS: Mapping[str, Play] = {
    PAU: (
        chat("jordi", "How many crates does the bus take?"), quiet("90m"), read("dm:jordi+pau"),
        chat(AINA, "14 crates fit into the bus, says Jordi."), read("dm:aina+pau"),
        chat("neus", f"Do you approve the fuel for the first tour, 90 EUR? {GATE}."), quiet("90m"), read("dm:neus+pau"),
        Act(action="drive.write", arguments={"path": "/tour/plan.md", "text": f"The bus takes 14 crates. {GATE}."}),
        chat("neus", "The plan of the tour is in /tour/plan.md."), FINISH,
    ),
    AINA: (
        chat("remei", "When does Ascó open its gate?"), wait("2h"), read("dm:aina+remei"), chat(PAU, f"{GATE}."),
        wait("2h"), read("dm:aina+pau"),
        Act(action="mail.send", arguments={"to": ["remei"], "subject": "Crates", "text": "We bring 14 crates."}),
        FINISH,
    ),
}  # fmt: skip
"""The tasks of both, done in short."""


def tool(act: Act) -> str:
    return act.action.replace(".", "_")


@asynccontextmanager
async def clients(opened: Opened) -> AsyncIterator[dict[str, Any]]:
    """An official client for each seat, over streamable HTTP, with that seat's token."""
    from contextlib import AsyncExitStack

    from httpx2 import AsyncClient
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    async with AsyncExitStack() as stack:
        found = {}
        for one in opened.all:
            http = await stack.enter_async_context(
                AsyncClient(headers={"Authorization": f"Bearer {one.token}"}, timeout=60)
            )
            transport = streamable_http_client(f"{one.http}/mcp", http_client=http)
            found[one.seat] = await stack.enter_async_context(Client(transport))
        yield found


def noted(run: OpenRun) -> list[str]:
    """Who acts, in the order of real time."""
    order: list[str] = []
    for who, session in run.sessions.items():

        def hand_in(act: Act, who: str = who, hand: Any = session.seat.hand_in) -> None:
            order.append(who)
            hand(act)

        session.seat.hand_in = hand_in  # type: ignore[method-assign]
    return order


async def play(client: Any, acts: Play, session: Session, lead: Session) -> list[Any]:
    """Do the acts, each once ``lead`` has acted, where that is another: the real order is the test's."""
    results = []
    for act in acts:
        if lead is not session:
            await lead.seat.changes.until(lambda: lead.ended is not None or lead.seat.observation is None)
        results.append(await client.call_tool(tool(act), dict(act.arguments)))
    return results


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The same acts from Python, without any door."""
    players = {who: Written(acts) for who, acts in PLAYS.items()}
    return workaday.run(TOUR, players, out=tmp_path_factory.mktemp("seats") / "whole.workaday")


@pytest.mark.parametrize("lead", [PAU, AINA])
async def test_two_clients_at_once(tmp_path: Path, whole: Any, lead: str) -> None:
    """Two agents work through MCP at the same time. Whoever is faster in real time, the record is the same, and the
    same as from Python; both come to their end; each ends when it has left, and the run with the last of them."""
    run = OpenRun.open(TOUR, out=tmp_path / "run.workaday")
    order = noted(run)
    async with served(run, Doors(http=("127.0.0.1", 0))) as opened, clients(opened) as found:
        for session in run.sessions.values():
            await session.now()
        plays = [play(found[who], PLAYS[who], run.sessions[who], run.sessions[lead]) for who in (PAU, AINA)]
        results = dict(zip((PAU, AINA), await asyncio.gather(*plays), strict=True))
    assert order[0] == lead
    assert sorted(order) == sorted(who for who, acts in PLAYS.items() for _ in acts)
    assert not any(result.is_error for of in results.values() for result in of)
    assert results[AINA][-1].structured_content["ended"]["why"] == "you said that you were done; others go on"
    assert results[PAU][-1].structured_content["ended"]["outcome"] == "finished"
    assert run.result is not None
    assert run.result.digest == whole.digest
    assert run.result.scores.total == whole.scores.total
    assert {seat: card.scores["outcome"].value for seat, card in run.result.scores.seats.items()} == {
        PAU: 1.0,
        AINA: 1.0,
    }
    with Record.open(run.result.path) as record:
        assert {event.actor for event in record.events(kind="seat.acted")} == {PAU, AINA}


async def test_each_is_refused_what_is_the_others(tmp_path: Path) -> None:
    """Through every door a seat is its token's, or its socket's: its own briefing, its own notices and threads; the
    other's are refused, and no word in a request makes it somebody else."""
    from httpx import AsyncClient
    from slack_sdk import WebClient

    from workaday.doors.slack.ids import user_id

    run = OpenRun.open(TOUR, out=tmp_path / "run.workaday")
    doors = Doors(http=("127.0.0.1", 0), desk=tmp_path / "d.sock", slack=Slack(("127.0.0.1", 0)))
    async with served(run, doors) as opened, clients(opened) as found:
        pau, aina = opened.all
        assert (str(pau.desk), str(aina.desk)) == (str(tmp_path / "d.pau.sock"), str(tmp_path / "d.aina.sock"))
        asked = ((PAU, "jordi"), (AINA, "remei"))
        acts = {who: (chat(to, "Good morning! How are you?"), quiet("90m")) for who, to in asked}
        both = [play(found[who], of, run.sessions[who], run.sessions[who]) for who, of in acts.items()]
        await asyncio.gather(*both)
        await asyncio.gather(*(told_apart(found, one, other) for one, other in ((PAU, "remei"), (AINA, "jordi"))))
        async with AsyncClient(headers={"Authorization": f"Bearer {aina.token}"}) as http:
            briefing = (await http.get(f"{aina.http}/v1/briefing")).json()
            assert briefing["me"] == AINA
            assert "You plan the tour." not in briefing["brief"]
            now = (await http.get(f"{aina.http}/v1/now")).json()["observation"]
            assert {notice["sender"] for notice in now["notices"]} <= {"remei"}
            forged = await http.post(f"{aina.http}/v1/actions/chat.send", json={"actor": PAU, "arguments": {}})
            assert forged.status_code == 400
        for one in (pau, aina):
            _, said = await asyncio.to_thread(typed, ["briefing", "--json"], {desk.VARIABLE: str(one.desk)})
            assert json.loads(said)["me"] == one.seat
            bot = WebClient(token=one.bot_token, base_url=one.slack or "")
            assert (await asyncio.to_thread(bot.auth_test))["user_id"] == user_id(one.seat)
        await asyncio.gather(*(client.call_tool("desk_finish") for client in found.values()))


async def told_apart(found: Mapping[str, Any], who: str, theirs: str) -> None:
    """The thread of the other seat, with ``theirs``, cannot be read; not as a resource either."""
    from mcp import MCPError

    other = AINA if who == PAU else PAU
    place = f"dm:{'+'.join(sorted((other, theirs)))}"
    refused = await found[who].call_tool("chat_read", {"place": place})
    assert refused.is_error
    listed = {str(one.uri) for one in (await found[who].list_resources()).resources}
    assert not any(theirs in uri for uri in listed)
    with pytest.raises(MCPError):
        await found[who].read_resource(f"workaday://chat/{place}")


async def test_a_seat_holds_the_office_until_it_acts(tmp_path: Path) -> None:
    """Simulated time does not pass the moment of a seat that has yet to act, however long another one waits; once it
    acts, both go on. Nobody is passed over unless that was asked for."""
    async with OpenRun.open(TOUR, out=tmp_path / "run.workaday") as run:
        pau, aina = run.sessions.values()
        first = (await pau.now()).observation
        await aina.now()
        assert first is not None
        assert (await pau.act(wait("3h"), patience=0)).pending
        for _ in range(200):
            await asyncio.sleep(0)
        assert pau.seat.reached <= first.at + 60
        assert pau.seat.observation is None
        turns = await asyncio.gather(aina.act(chat(PAU, "Good morning.")), pau.now())
        seen = [turn.observation for turn in turns]
        assert seen[1] is not None
        assert [notice.sender for notice in seen[1].notices] == [AINA]


async def test_who_left_is_out_and_the_office_goes_on_for_the_other(tmp_path: Path) -> None:
    """A seat that finished does nothing more, and holds nobody up."""
    async with OpenRun.open(TOUR, out=tmp_path / "run.workaday") as run:
        pau, aina = run.sessions.values()
        await asyncio.gather(pau.now(), aina.now())
        left, _ = await asyncio.gather(aina.act(FINISH), pau.act(wait("10m")))
        assert left.ended is not None
        assert left.ended.outcome == "finished"
        assert (await aina.act(chat(PAU, "One more thing."))).ended == left.ended
        assert (await pau.act(wait("1h"))).observation is not None
        last = await pau.act(FINISH)
        assert last.ended is not None
        assert (last.ended.outcome, last.ended.why) == ("finished", "the player said that it was done")


async def test_a_run_stopped_in_mid_turn_goes_on_for_all(tmp_path: Path, whole: Any) -> None:
    """Stopped when one has acted and the other has not, and opened again from its file: the act is not lost, each sees
    what it saw, and the run becomes what it would have been."""
    path, left = tmp_path / "run.workaday", {who: list(acts) for who, acts in PLAYS.items()}
    async with OpenRun.open(TOUR, out=path) as run:
        pau, aina = run.sessions.values()
        await asyncio.gather(pau.act(left[PAU].pop(0)), aina.act(left[AINA].pop(0)))
        await aina.now()
        assert (await pau.act(left[PAU].pop(0), patience=0)).pending
        shown = await aina.now()
    async with OpenRun.open(path) as run:
        pau, aina = run.sessions.values()
        assert await aina.now() == shown
        assert pau.seat.observation is None
        await asyncio.gather(*(done(run.sessions[who], acts) for who, acts in left.items()))
        await run.over()
    assert run.result is not None, run.failure
    assert run.result.digest == whole.digest


async def done(session: Session, acts: Sequence[Act]) -> None:
    for act in acts:
        await session.act(act)


async def test_where_others_wait_too_long_an_absent_seat_waits_as_well(tmp_path: Path) -> None:
    """Asked for with a time: a seat in which nobody acts waits, an hour at a time, in the record with its reason; who
    comes back acts again. Where nobody waits for it, it is held like any other."""
    path = tmp_path / "run.workaday"
    async with OpenRun.open(TOUR, out=path, absent_after=0.0) as run:
        pau, aina = run.sessions.values()
        await asyncio.gather(pau.now(), aina.now())
        for _ in range(200):
            await asyncio.sleep(0)
        assert aina.seat.observation is not None
        assert aina.seat.observation.turn == 1
        turn = await pau.act(wait("3h"))
        assert turn.observation is not None
        assert turn.observation.turn == 2
        back, _ = await asyncio.gather(aina.act(chat(PAU, "Here I am.")), pau.act(wait("2h")))
        assert back.observation is not None
        assert not aina.away
    with Record.open(path) as record:
        thoughts = {who: [t.reply for t in record.thoughts(role="player", who=who)] for who in (PAU, AINA)}
    reasons = [(reply["action"], reply.get("thought")) for reply in thoughts[AINA] if reply is not None]
    assert reasons[0] == ("desk.wait", ABSENT)
    assert reasons[-1] == ("chat.send", None)
    assert not any((reply or {}).get("thought") for reply in thoughts[PAU])


def test_an_office_with_one_seat_has_nobody_absent(tmp_path: Path) -> None:
    """A seat alone keeps nobody waiting: asking for it is told, not ignored."""
    with pytest.raises(BadValue, match="this one has one"):
        OpenRun.open("first-week", out=tmp_path / "x", absent_after=60)


async def test_at_a_pace_time_passes_once_for_all_seats(tmp_path: Path) -> None:
    """While two wait at 60 simulated minutes a minute, an hour takes a minute, not two."""
    clock = FakeClock()
    async with OpenRun.open(TOUR, out=tmp_path / "run.workaday", pace=Paced(60.0, clock)) as run:
        begun = clock.time()
        through = {"until": "1h", "through": True}
        turns = await asyncio.gather(
            *(s.act(Act(action="desk.wait", arguments=through)) for s in run.sessions.values())
        )
        assert all(turn.observation is not None for turn in turns)
        assert 60 <= clock.time() - begun < 75


def test_one_client_on_standard_input_says_whose_seat_it_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With several seats a door that is one seat's needs its name; a name that is none is told."""
    out = ["--out", str(tmp_path / "run.workaday")]
    assert invoke(["serve", str(TOUR), "--mcp", *out]) == 2
    assert "--mcp is for one seat, and there are pau, aina: say whose it is, with --seat" in capsys.readouterr().err
    assert invoke(["serve", str(TOUR), "--mcp", "--seat", "jordi", *out]) == 2
    assert "there is no such seat; there are pau, aina" in capsys.readouterr().err


def test_a_session_alone_is_of_an_office_with_one_seat(tmp_path: Path) -> None:
    """What opens one session says how several are opened."""
    with pytest.raises(Trouble, match="has several seats \\(pau, aina\\): workaday serve opens them all"):
        Session.open(TOUR, out=tmp_path / "x")
