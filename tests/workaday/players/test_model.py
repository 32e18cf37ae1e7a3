"""The player that is a language model."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sim.model import FaultKind, ModelFault, ModelReply, ModelRequest, Role, ToolCall, Usage
from sim.player import NOTHING, Briefing, Observation, Outcome, Tool
from sim.record import Record
from tests.workaday.model_server import ModelServer, Sent, says
from workaday.players import model as module
from workaday.players.model import ModelPlayer, tell
from workaday.result import run

BRIEFING = Briefing(
    me="seat", name="Robin", title="Assistant", organisation="Mill", about="Bread.", brief="Find out.", zone="UTC",
    hours="mon-fri", starts="now", ends="later", ends_at=10, colleagues=("bram: Bram Claus, Lead (your manager)",),
    tools=(Tool(name="desk.wait", description="Wait.", parameters={"type": "object"}),),
)  # fmt: skip

Answer = Callable[[ModelRequest], ModelReply]


class Port:
    """Answers requests by a list; a fault in it is raised."""

    def __init__(self, *answers: ModelReply | FaultKind) -> None:
        self.answers = list(answers)
        self.requests: list[ModelRequest] = []

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        assert (role, who) == ("player", "seat")
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, str):
            raise ModelFault(answer, "it failed")
        return answer


def calls(*given: tuple[str, str], text: str | None = None) -> ModelReply:
    """A reply with these tool calls."""
    made = tuple(ToolCall(id=f"id{n}", name=name, arguments=arguments) for n, (name, arguments) in enumerate(given))
    return ModelReply(text=text, tool_calls=made, usage=Usage(calls=1))


WAIT = calls(("desk.wait", '{"until": "1h"}'), text="Nothing to do.")


def seen(turn: int, last: Outcome | None = None) -> Observation:
    return Observation(turn=turn, at=turn, now=f"Mon 09:0{turn}", working=True, last=last)


def seated(port: Port) -> ModelPlayer:
    player = ModelPlayer("openai/stub")
    player.use_model(port)
    player.begin(BRIEFING)
    return player


async def test_a_tool_call_becomes_an_act() -> None:
    """The call's name and arguments are the act, the text beside it the thought; the prompt begins with the charter."""
    port = Port(WAIT)
    act = await seated(port).act(seen(1))
    assert (act.action, act.arguments, act.thought) == ("desk.wait", {"until": "1h"}, "Nothing to do.")
    request = port.requests[0]
    assert request.model == "openai/stub"
    assert [m.role for m in request.messages] == ["system", "user"]
    assert all(part in (request.messages[0].content or "") for part in ("Robin", "Find out.", "Bram Claus", "Mill"))
    assert request.tools[0]["name"] == "desk.wait"
    assert request.temperature is None


async def test_what_came_of_it_is_the_result_of_the_call() -> None:
    """The next observation answers the call by its id; of several calls one is done, and the others are told so."""
    port = Port(calls(("desk.wait", "{}"), ("desk.tasks", "{}")), WAIT)
    player = seated(port)
    await player.act(seen(1))
    await player.act(seen(2, Outcome(action="desk.wait", took=5, receipt={"until": 9})))
    *_, assistant, first, second = port.requests[1].messages
    assert [call.name for call in assistant.tool_calls] == ["desk.wait", "desk.tasks"]
    assert (first.role, first.tool_call_id, second.tool_call_id) == ("tool", "id0", "id1")
    assert first.content is not None
    assert first.content.startswith('desk.wait, done in 5 s: {"until": 9}\nIt is Mon 09:02.')
    assert second.content == "Not done: one action at a time. Call it again if you still want it."


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (ModelReply(text="I think I shall wait."), "calling a tool"),
        (calls(("desk.wait", "{broken")), "cannot be read"),
        (calls(("desk.wait", "[1]")), "no JSON object"),
        ("truncated", "could not be used"),
        ("malformed", "could not be used"),
        ("empty", ""),
    ],
    ids=str,
)
async def test_a_reply_that_cannot_be_used_is_answered_and_asked_again(bad: ModelReply | FaultKind, said: str) -> None:
    """The model is told what was wrong, and its next reply counts."""
    port = Port(bad, WAIT)
    act = await seated(port).act(seen(1))
    assert act.action == "desk.wait"
    assert said in (port.requests[1].messages[-1].content or "")


async def test_after_three_attempts_nothing_is_done_and_that_is_said() -> None:
    """No move is made up: the turn's act is none, with the reason, and the office will refuse it."""
    port = Port(ModelReply(text="Hm."))
    act = await seated(port).act(seen(1))
    assert act.action == NOTHING
    assert act.thought == "no readable tool call in 3 attempts: no tool call"
    assert len(port.requests) == 3


async def test_a_model_that_cannot_be_reached_stops_the_run() -> None:
    """Infrastructure is not the player's fault, and is not covered up."""
    with pytest.raises(ModelFault, match="unreachable"):
        await seated(Port("unreachable")).act(seen(1))
    player = ModelPlayer("openai/stub")
    player.begin(BRIEFING)
    with pytest.raises(ModelFault, match="use_model"):
        await player.act(seen(1))


async def test_the_conversation_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is older is summed up by the model itself; the prompt keeps within its bound, and stays well-formed."""
    monkeypatch.setattr(module, "CONTEXT", 4_000)
    long = calls(("desk.wait", json.dumps({"until": "1h", "x": "y" * 200})), text="z" * 100)

    class Summing(Port):
        async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
            await super().complete(request, role=role, who=who)
            return long if request.tools else ModelReply(text=f"notes {len(self.requests)}")

    port = Summing(WAIT)
    player = seated(port)
    last = None
    for turn in range(1, 60):
        await player.act(seen(turn, last))
        last = Outcome(action="desk.wait", took=1, receipt={"until": 1})
    sizes = [sum(len(m.content or "") for m in r.messages[1:]) for r in port.requests if r.tools]
    assert max(sizes) < 6_000
    summed = [r for r in port.requests if not r.tools]
    assert len(summed) > 3
    assert "notes" in (summed[-1].messages[1].content or ""), "the notes before are summed up with the rest"
    for request in port.requests:
        open_calls: set[str] = set()
        for message in request.messages:
            if message.role == "tool":
                assert message.tool_call_id in open_calls
            elif message.role == "assistant":
                open_calls = {call.id for call in message.tool_calls}


async def test_without_a_summary_what_is_older_is_said_to_be_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A summary that fails does not fail the turn."""
    monkeypatch.setattr(module, "CONTEXT", 500)

    class Forgetful(Port):
        async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
            self.requests.append(request)
            if not request.tools:
                raise ModelFault("content_refused", "no")
            return WAIT

    port = Forgetful(WAIT)
    player = seated(port)
    for turn in range(1, 30):
        await player.act(seen(turn, Outcome(action="desk.wait", took=1, receipt={"until": 1}) if turn > 1 else None))
    assert "could not be summed up (content_refused)" in (port.requests[-1].messages[1].content or "")


def test_an_observation_is_told_in_words() -> None:
    """Refusals, interruptions, notices, what rings, what was said."""
    told = tell(
        Observation.model_validate(
            {
                "turn": 2, "at": 0, "now": "Mon 09:00 (UTC)", "working": False, "ringing": "call1", "call": "call2",
                "last": {"action": "chat.send", "took": 3, "refusal": "write something", "code": "empty"},
                "heard": [{"at": "Mon 08:59", "who": "bram", "text": "Well?", "where": "call2"}],
                "notices": [{"serial": 1, "at": "Mon 08:58", "app": "chat", "kind": "message", "place": "#mill",
                             "ref": "c1", "sender": "lotte", "gist": "Bread", "urgent": True}],
                "suspended": [{"action": "mail.send", "arguments": {}, "done": 1, "left": 9, "by": "bram", "why": ""}],
            }
        )
    )  # fmt: skip
    assert told.splitlines() == [
        "chat.send was refused (empty): write something",
        "It is Mon 09:00 (UTC). You are outside your working hours.",
        "Mon 08:59 bram says in call2: Well?",
        "New (urgent, message): chat c1 in #mill, from lotte, Mon 08:58: Bread",
        "call1 rings: calls.answer, calls.decline, or let it ring.",
        "You are in call2: calls.say, calls.hang_up.",
        "Interrupted work of yours: mail.send (9 s left).",
    ]


def test_a_whole_run_with_models_for_everybody(flour: str, tmp_path: Path) -> None:
    """Coworkers and player both on a model behind a server: through LiteLLM, scored, and what it used counted."""

    def answer(request: dict[str, Any]) -> Sent:
        if "tools" not in request:
            empty = {"silence_because": "", "react": "", "tells": [], "sends_to": [], "promises": [], "decides": []}
            return says(json.dumps({"say": "I do not know.", **empty, "takes_on": [], "asks": []}))
        turn = sum(message["role"] == "assistant" for message in request["messages"])
        if turn == 0:
            return says(None, calls=(("chat-send", {"to": ["nadia"], "text": "What is the price of rye flour?"}),))
        if turn < 4:
            return says("Waiting.", calls=(("desk-wait", {"until": "2h"}),), finish="tool_calls")
        return says(None, calls=(("desk-finish", {"note": "That is all."}),))

    out = tmp_path / "models.workaday"
    with ModelServer(answer) as server:
        result = run(flour, player="model:openai/stub", mind="openai/stub", out=out, api_base=server.address)
    assert (result.outcome, result.fault) == ("finished", None)
    assert result.usage["player"].calls == 5
    assert result.usage["coworkers"].calls >= 1
    assert result.usage["player"].cost is None
    with Record.open(out) as record:
        assert [e.body.text for e in record.events("chat.sent", actor="nadia")] == ["I do not know."]  # type: ignore[attr-defined]
        assert record.header["player"] == "model:openai/stub"


def test_the_graph_runtime_is_opened_late() -> None:
    """Importing the player loads no LangGraph."""
    code = "import sys, workaday.players.model; print('langgraph' in sys.modules, 'litellm' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=True)
    assert result.stdout.strip() == "False False"
