"""Players that go on and players that take over: what was seen and done in the seat before is theirs."""

from pathlib import Path
from typing import Any

import pytest

import workaday
from sim.model import ModelReply, ModelRequest, Role, ToolCall
from sim.player import Act, Briefing, Observation, Outcome
from sim.record import Record
from workaday.players.diligent import Diligent
from workaday.players.idle import Idle
from workaday.players.model import ModelPlayer
from workaday.players.scripted import Oracle, Scripted
from workaday.result import Result, run


def by_seat(path: Path, kind: str, since: str) -> list[Any]:
    """What the seat did from a time of Tuesday on."""
    with Record.open(path) as record:
        hours, minutes = since.split(":")
        at = record.script["start"] + (int(hours) - 8) * 3600 + int(minutes) * 60
        return [event.body for event in record.events(kind, actor="seat", since=at)]


@pytest.fixture(scope="module")
def oracle(flour: str, tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The day at the bakery, played by its own solution."""
    return run(flour, player="oracle", seed=1, out=tmp_path_factory.mktemp("oracle") / "oracle.workaday")


@pytest.mark.parametrize("kind", [Idle, Scripted, Oracle, Diligent, ModelPlayer])
def test_players_that_go_by_rule_or_by_recorded_answers_say_so(kind: type) -> None:
    """They are asked again when a run goes on, and compared, so that nothing of their state is missing."""
    assert kind.replays is True  # type: ignore[attr-defined]


@pytest.mark.parametrize("player", ["oracle", "diligent", "idle"])
@pytest.mark.parametrize("until", ["tue 08:07", "tue 08:25", "tue 10:31"])
def test_a_run_goes_on_with_the_same_player_at_any_time(player: str, until: str, flour: str, here: Path) -> None:
    """Wherever it was stopped, it ends as it would have ended."""
    whole = run(flour, player=player, seed=3, out=here / "whole.workaday")
    half = run(flour, player=player, seed=3, out=here / "half.workaday", until=until)
    if half.outcome == "unfinished":
        assert workaday.resume(half.path).digest == whole.digest


def test_what_was_asked_is_not_asked_again(oracle: Result, here: Path) -> None:
    """The diligent player waits for the answer to a question that was put before it came, and makes use of it."""
    fork = workaday.fork(oracle.path, "tue 08:08", player="diligent", out=here / "fork.workaday")
    asked = [body.text for body in by_seat(fork.path, "chat.sent", "08:08")]
    assert not [text for text in asked if "price of a ton of rye flour" in text]
    (written,) = by_seat(fork.path, "drive.written", "08:08")
    assert "412 EUR" in written.text
    assert fork.success


def test_what_was_handed_in_stays_as_it_is(oracle: Result, here: Path) -> None:
    """It does not write over a result with what it knows itself."""
    fork = workaday.fork(oracle.path, "tue 14:00", player="diligent", out=here / "fork.workaday")
    assert by_seat(oracle.path, "drive.written", "08:00")
    assert by_seat(fork.path, "drive.written", "14:00") == []


BRIEFING = Briefing(
    me="seat", name="Robin", title="Assistant", organisation="Mill", about="", brief="Find out.", zone="UTC",
    hours="mon-fri 08:00-17:00", starts="now", ends="later", ends_at=10, colleagues=(), tools=(),
)  # fmt: skip


def saw(turn: int, **more: Any) -> Observation:
    return Observation(turn=turn, at=turn * 60, now=f"Mon 08:0{turn}", working=True, **more)


def notice(app: str, place: str, ref: str) -> dict[str, Any]:
    return {
        "serial": 1, "at": "Mon 08:00", "app": app, "kind": "message", "place": place, "ref": ref, "sender": "bram",
        "gist": "Hello",
    }  # fmt: skip


async def test_what_was_opened_is_not_opened_again() -> None:
    """Of two messages the one that the player before has read is done with; the other is read first of all."""
    player = Diligent()
    player.begin(BRIEFING)
    notices = (notice("chat", "bram", "m1"), notice("mail", "t1", "mail1"))
    player.remember(saw(1, notices=notices), Act(action="mail.read", arguments={"mail": "mail1"}))
    last = Outcome(action="mail.read", took=20, receipt={"mails": []})
    acts = [await player.act(saw(2, last=last))]
    acts.append(await player.act(saw(3, last=Outcome(action="directory.org_chart", took=5, receipt={"lines": []}))))
    assert [act.action for act in acts] == ["directory.org_chart", "chat.read"]
    assert acts[1].arguments["place"] == "bram"


async def test_a_model_that_takes_over_has_the_history_as_its_conversation() -> None:
    """What was seen and done before stands in its prompt as its own turns, before the first question to it."""

    class Port:
        requests: list[ModelRequest] = []

        async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
            self.requests.append(request)
            return ModelReply(tool_calls=(ToolCall(id="a", name="desk.wait", arguments='{"until": "1h"}'),))

    player = ModelPlayer("openai/stub")
    player.use_model(Port())
    player.begin(BRIEFING)
    act = Act(action="chat.send", arguments={"to": ["bram"], "text": "Hello?"}, thought="I ask Bram.")
    player.remember(saw(1), act)
    await player.act(saw(2, last=Outcome(action="chat.send", took=40, receipt={"id": "m7"})))
    (request,) = Port.requests
    roles = [(message.role, message.tool_call_id) for message in request.messages]
    assert roles == [("system", None), ("user", None), ("assistant", None), ("tool", "turn-1")]
    (call,) = request.messages[2].tool_calls
    assert (call.id, call.name) == ("turn-1", "chat.send")
    assert "Hello?" in call.arguments
    assert "m7" in (request.messages[3].content or "")
