"""What a mind is called, and what comes of it when a run is staged."""

import asyncio
from pathlib import Path

import pytest

from scenarios.load import load
from scenarios.stage import MindName, Stage, UnknownPlugin
from sim.model import ModelReply, ModelRequest, Role, Usage
from sim.units import BadValue
from workaday.players.registry import make

FAIR = Path(__file__).parents[1] / "crash" / "fair.yaml"


class Port:
    """Answers every question with the same word, and counts those about small talk."""

    def __init__(self) -> None:
        self.small_talk = 0

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        self.small_talk += "a word with" in (request.messages[1].content or "")
        return ModelReply(text='{"say": "Well."}', usage=Usage(prompt_tokens=1, completion_tokens=1))


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("reflex", ("reflex", None, {})),
        ("openai/m", ("llm", "openai/m", {})),
        ("llm:openai/m:7b", ("llm", "openai/m:7b", {})),
        ("openai/m?small_talk=model", ("llm", "openai/m", {"small_talk": "model"})),
        ("m?a=1&b=2", ("llm", "m", {"a": "1", "b": "2"})),
    ],
)
def test_a_mind_is_named_by_kind_model_and_options(name: str, parts: tuple[str, str | None, dict[str, str]]) -> None:
    """A name that is no plug-in is a model; options stand behind a question mark."""
    mind = MindName.parse(name)
    assert (mind.kind, mind.model, mind.options) == parts


@pytest.mark.parametrize("name", ["m?small_talk", "m?=model", "m?small_talk=", "m?a=1&a=2", "m?a=1&"])
def test_options_that_are_none_are_told(name: str) -> None:
    """What is written otherwise is an error that shows how."""
    with pytest.raises(BadValue, match="small_talk=model"):
        MindName.parse(name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("m?chatter=model", "there are: small_talk"),
        ("m?small_talk=yes", "one of: rules, model"),
        ("reflex?small_talk=model", "there are: none"),
    ],
)
def test_an_option_that_a_mind_does_not_have_is_told(name: str, said: str) -> None:
    """The error names the options or values that there are, before anything is begun."""
    with pytest.raises(BadValue, match=said):
        MindName.parse(name).factory()


def test_a_kind_that_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mind whose plug-in is gone is named with those that are there."""
    monkeypatch.setattr("scenarios.stage.plugins", lambda group: {"reflex": None})
    with pytest.raises(UnknownPlugin, match="reflex"):
        MindName.parse("openai/m").factory()


@pytest.mark.parametrize(("name", "asks"), [("m", False), ("m?small_talk=model", True)])
def test_the_options_of_a_mind_reach_it(name: str, asks: bool) -> None:
    """Small talk is the model's where the mind's name says so, and nowhere else."""
    port = Port()
    fair = load(FAIR)
    asyncio.run(Stage(fair, make("idle", fair), name, 1, port=port).play())
    assert (port.small_talk > 0) is asks
