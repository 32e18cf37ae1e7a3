"""Agents of other frameworks in the seat, each with a stub of its framework's for a model: no network is reached."""

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import workaday
from sim.player import Act
from sim.record import Record
from tests.workaday.doors.plays import CROISSANTS, KIOSK
from workaday.players.agents import AgentPlayer, Place, Say
from workaday.players.registry import make
from workaday.result import load

EXAMPLES = Path(__file__).parents[3] / "examples" / "frameworks"
CALLS = [(act.action.replace(".", "_"), dict(act.arguments)) for act in CROISSANTS]
STOPS = 2
"""The call before which the model says something instead: the agent stops there, and is run again."""


def script() -> list[tuple[str, dict[str, Any]] | str]:
    """What the model of each framework answers, one after the other: calls of tools, and words where it stops."""
    return [CALLS[0], "I wait for his answer.", *CALLS[STOPS:]]


def langgraph_model() -> Any:
    from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
    from langchain_core.messages import AIMessage

    class Stub(GenericFakeChatModel):
        def bind_tools(self, tools: Any, **more: Any) -> Any:
            return self

    return Stub(
        messages=iter(
            AIMessage(said) if isinstance(said, str) else
            AIMessage("", tool_calls=[{"name": said[0], "args": said[1], "id": f"call{number}"}])
            for number, said in enumerate(script())
        )
    )  # fmt: skip


def openai_model() -> Any:
    from agents import Model, ModelResponse, Usage
    from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

    told = list(enumerate(script()))

    class Stub(Model):
        async def get_response(self, *given: Any, **more: Any) -> ModelResponse:
            number, said = told.pop(0)
            item: Any
            if isinstance(said, str):
                text = ResponseOutputText(text=said, type="output_text", annotations=[])
                item = ResponseOutputMessage(
                    id=f"m{number}", content=[text], role="assistant", status="completed", type="message"
                )
            else:
                item = ResponseFunctionToolCall(
                    name=said[0], arguments=json.dumps(said[1]), call_id=f"call{number}", type="function_call"
                )
            return ModelResponse([item], Usage(), None)

        def stream_response(self, *given: Any, **more: Any) -> Any:
            raise NotImplementedError

    return Stub()


def pydantic_ai_model() -> Any:
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel

    told = script()

    def answer(messages: Any, info: Any) -> ModelResponse:
        said = told.pop(0)
        return ModelResponse([TextPart(said) if isinstance(said, str) else ToolCallPart(said[0], said[1])])

    return FunctionModel(answer)


@pytest.mark.parametrize(
    ("example", "model"),
    [("langgraph", langgraph_model), ("openai_agents", openai_model), ("pydantic_ai", pydantic_ai_model)],
)
def test_an_agent_of_a_framework_plays(example: str, model: Callable[[], Any], tmp_path: Path) -> None:
    """The example takes the seat as it stands, its tool calls are the acts, it is run again when something arrives, and
    it gets the score that its acts deserve."""
    module = imported(EXAMPLES / f"{example}_agent.py")
    assert len((EXAMPLES / f"{example}_agent.py").read_text(encoding="utf-8").splitlines()) < 60
    result = workaday.run(KIOSK, player=module.player(model()), out=tmp_path / "run")
    assert (result.outcome, result.scores.total) == ("finished", 1.0)
    with Record.open(result.path) as record:
        assert record.count("seat.refused") == 0


def imported(path: Path) -> ModuleType:
    """A module of a file, as the player's name would have it imported."""
    import importlib.util

    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def plain(do: Callable[[Place, str], Any]) -> AgentPlayer:
    """A player whose agent is one function."""

    def start(place: Place) -> Say:
        return lambda text: do(place, text)

    return AgentPlayer("plain", start)


def test_what_an_agent_raises_is_its_failure(tmp_path: Path) -> None:
    """It ends the run as a crash of the player, with what it said."""

    async def do(place: Place, text: str) -> None:
        raise LookupError("no idea")

    result = workaday.run(KIOSK, player=plain(do), out=tmp_path / "run")
    assert result.outcome == "crash"
    assert "LookupError: no idea" in result.why


def test_calls_side_by_side_are_acts_one_after_the_other(tmp_path: Path) -> None:
    """Each gets what came of itself; what cannot be read is told, and is no act."""
    import asyncio

    told: list[str] = []

    async def do(place: Place, text: str) -> None:
        tools = {tool.name: tool for tool in place.tools}
        assert "Ana Kovač" in place.instructions
        calls = [tools["drive_write"].call(json.dumps({"path": f"/{n}.md", "text": "Words."})) for n in range(3)]
        told.extend(
            await asyncio.gather(*calls, tools["drive_write"].call("{"), tools["chat_read"].call({"place": "#x"}))
        )
        await tools["desk_finish"].call({})

    result = workaday.run(KIOSK, player=plain(do), out=tmp_path / "run")
    assert result.outcome == "finished"
    assert [f"/{n}.md" in told[n] for n in range(3)] == [True] * 3
    assert "Not done: this is no JSON" in told[3]
    assert "chat.read was refused" in told[4]


def test_an_agent_that_takes_over_knows_what_was_done(tmp_path: Path) -> None:
    """A run that goes on tells the agent what was seen and done before."""
    heard: list[str] = []

    async def do(place: Place, text: str) -> None:
        heard.append(text)
        tools = {tool.name: tool for tool in place.tools}
        await tools["desk_finish"].call({})

    class First:
        name = "plain"

        def begin(self, briefing: Any) -> None: ...

        async def act(self, observation: Any) -> Act:
            return CROISSANTS[0] if observation.turn == 1 else Act(action="desk.wait", arguments={"until": "3h"})

    workaday.run(KIOSK, player=First(), out=tmp_path / "run", until="day 1 08:00")
    result = workaday.resume(tmp_path / "run", player=plain(do))
    assert result.outcome == "finished"
    assert "This is what you saw and did before:" in heard[0]
    assert "You: chat.send" in heard[0]


def test_the_examples_are_players_by_name(tmp_path: Path) -> None:
    """As the command line takes them: a file and a function in it."""
    player = make(f"{EXAMPLES / 'pydantic_ai_agent.py'}:player", load(KIOSK))
    assert player.name == "pydantic-ai"
