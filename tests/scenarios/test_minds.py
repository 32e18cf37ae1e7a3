"""What a mind is called, and what comes of it when a run is staged."""

import asyncio
from pathlib import Path

import pytest

from scenarios.load import load
from scenarios.stage import MindName, Stage, UnknownPlugin
from sim.model import ModelReply, ModelRequest, Role, Usage
from sim.record import Record
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


def shared(one: str, other: str) -> int:
    """How many characters the two begin with alike."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def test_most_of_a_prompt_is_the_one_before_again(tmp_path: Path) -> None:
    """What a provider's cache can reuse from the beginning on: 70 per cent of a person's next prompt, or more."""
    fair, run = load(FAIR), tmp_path / "run"
    asyncio.run(Stage(fair, make("oracle", fair), "m?small_talk=model", 1, run, port=Port()).play())
    last: dict[str, str] = {}
    whole = same = 0
    with Record.open(run) as record:
        for thought in sorted(record.thoughts(role="coworkers"), key=lambda t: (t.at, t.who)):
            if len(thought.request["messages"]) == 2:  # asked for the first time: what is asked again shares nearly all
                prompt = "\0".join(message["content"] for message in thought.request["messages"])
                if thought.who in last:
                    whole += len(prompt)
                    same += shared(last[thought.who], prompt)
                last[thought.who] = prompt
    assert len(last) == 3
    assert same >= 0.7 * whole > 0
