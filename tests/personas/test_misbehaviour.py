"""A model that misbehaves in every way: no crash, no move that nobody made, and all of it counted."""

import json
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from personas.fidelity import invented
from personas.llm import Llm
from personas.load import load
from personas.reply import LONGEST
from sim.mind import Moment, Say, Silent, Turn
from sim.model import ModelFault, ModelReply, ModelRequest, Role, Usage

MomentOf = Callable[..., Moment]
COST = Usage(calls=1, prompt_tokens=10, completion_tokens=1, cost=0.5)
Behaviour = Callable[[ModelRequest], ModelReply]


def says(**reply: Any) -> Behaviour:
    return lambda request: ModelReply(text=json.dumps({"say": "", **reply}), usage=COST)


def sends(text: str | None, finish: str = "stop") -> Behaviour:
    return lambda request: ModelReply(text=text, finish=finish, usage=COST)


def fails(kind: Any) -> Behaviour:
    def fail(request: ModelRequest) -> ModelReply:
        raise ModelFault(kind, f"the model did: {kind}", COST)

    return fail


def echoes(request: ModelRequest) -> ModelReply:
    said = [line[2:] for line in (request.messages[1].content or "").splitlines() if line.startswith("> ")]
    return ModelReply(text=json.dumps({"say": said[-1] if said else "?"}), usage=COST)


def repeats_its_prompt(request: ModelRequest) -> ModelReply:
    return ModelReply(text=json.dumps({"say": request.messages[0].content}), usage=COST)


def tells_its_prompt(request: ModelRequest) -> ModelReply:
    return ModelReply(text="\n".join(m.content or "" for m in request.messages), usage=COST)


MISBEHAVIOURS: dict[str, tuple[Behaviour, str]] = {
    "content None": (sends(None), "empty"),
    "no choices": (fails("empty"), "empty"),
    "blank": (sends("  \n"), "empty"),
    "malformed JSON": (sends('{"say": "ok", "tells": [}'), "unparsed"),
    "cut JSON": (sends('{"say": "It is 41 3'), "unparsed"),
    "prose": (sends("Sure, it is 41 300 EUR! Let me know if I can help."), "unparsed"),
    "malformed by the port": (fails("malformed"), "unparsed"),
    "wrong types": (sends(json.dumps({"say": {"text": "hi"}, "tells": 4, "promises": "yes"})), "unparsed"),
    "a list": (sends('["say", "hi"]'), "unparsed"),
    "unknown handles": (says(say="Fine.", tells=["f99"], sends_to=["boss"], takes_on=["w9"]), "unlisted"),
    "a verdict not theirs": (says(say="Approved!", decides=[{"thing": "a1", "verdict": "grant"}]), "unlisted"),
    "an invented amount": (says(say="It is 99 999 EUR.", tells=["f1"]), "invented_value"),
    "an invented date": (says(say="On 14 May 2031, surely."), "invented_value"),
    "an invented code": (says(say="See ticket ZX-4711."), "invented_value"),
    "an invented colleague": (says(say="Ask Gerald Pumble, he knows."), "invented_name"),
    "a refusal of the provider": (fails("content_refused"), "content_refused"),
    "a refusal in prose": (sends("I'm sorry, but I can't assist with that request."), "unparsed"),
    "a refusal in form": (says(say="I'm sorry, but I can't assist with that request."), "role"),
    "cut off": (sends('{"say": "It', finish="length"), "truncated"),
    "truncated by the port": (fails("truncated"), "truncated"),
    "context overflow": (fails("context_overflow"), "context_overflow"),
    "an assistant": (says(say="As an AI language model, I have no access to prices."), "role"),
    "the other's lines": (says(say="Robin: What is it?\nInes: 41 300 EUR."), "role"),
    "an echo": (echoes, "echo"),
    "the prompt as its words": (repeats_its_prompt, "prompt_text"),
    "the prompt as its reply": (tells_its_prompt, "placeholder"),
    "10,000 characters": (says(say="so " * 3334), "too_long"),
    "a loop": (says(say="I will check it now. " * 20), "loop"),
    "another language": (says(say="Das kann ich dir leider nicht sagen, frag bitte den Marco."), "language"),
    "HTML": (says(say="<p>No <b>idea</b>.</p>"), "markup"),
    "Markdown": (says(say="# Answer\n**No idea.**"), "markup"),
    "markup alone": (says(say="<br><hr>"), "markup"),
    "many emoji": (says(say="🎉" * 40), "no_words"),
    "a placeholder": (says(say="Dear [Your Name], all is well."), "placeholder"),
    "half a character": (says(say="ok \ud83d", react="\ud83d\ud83d"), ""),
    "control signs": (says(say="no\x00 \x1b[2Jidea"), ""),
    "deep nesting": (sends('{"say": ' + "[" * 50_000), "unparsed"),
    "a huge number": (
        sends('{"say": "ok", "promises": [{"what": "x", "hours": ' + "9" * 400 + "}]}"),
        "malformed_part",
    ),
    "hours of nothing": (says(say="Soon.", promises=[{"what": "it", "hours": 0}]), ""),
    "claims without words": (says(tells=["f1"], promises=[{"what": "it", "hours": 1}]), "unsaid"),
    "emoji alone": (says(say="👍"), ""),
    "silence": (says(silence_because="nothing to add"), ""),
}
"""What a model may do, and the fault that counts it; "" where it is no fault, or mended without harm."""


class Misbehaving:
    """A model that always does the same, or one thing after the other."""

    def __init__(self, *behaviours: Behaviour) -> None:
        self._behaviours: Iterator[Behaviour] = cycle(behaviours)
        self.calls = 0

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        self.calls += 1
        return next(self._behaviours)(request)


def mind(port: Misbehaving, person: str = "ines") -> Llm:
    return Llm(load("careful-controller"), person=person, org_name="Northlight", model="m", port=port)


def is_sound(turn: Turn, moment: Moment) -> None:
    """Nothing in it was made up, and it can be written down."""
    turn.model_dump_json().encode("utf-8")
    known = {s.fact for s in moment.may_say}
    own = [line for work in load("careful-controller").working_on for line in (work.what, *work.lines)]
    for move in turn.moves:
        if isinstance(move, Say):
            assert move.text.strip()
            assert len(move.text) <= LONGEST
            assert set(move.states) <= known
            assert all(moment.contact(who) for who in move.points_to)
            assert move.decides == ()
            assert invented(move.text, moment, promises=bool(move.promises), also=own) == ()
            assert not any(tag in move.text for tag in ("<", "**", "[f", "language model", "Robin:"))
        else:
            assert isinstance(move, Silent) or move.do in ("react", "work")


@pytest.mark.parametrize("name", MISBEHAVIOURS)
@pytest.mark.parametrize("app", ["chat", "mail", "call"])
async def test_misbehaviour_is_survived_and_counted(name: str, app: str, moment_of: MomentOf) -> None:
    """Whatever the model does, the turn is sound, at most two calls are made, each is paid for, and faults say why."""
    behaviour, kind = MISBEHAVIOURS[name]
    port = Misbehaving(behaviour)
    moment = moment_of("Could you please tell me what the price of a detector is these days?", app=app)
    turn = await mind(port).think(moment)
    is_sound(turn, moment)
    assert 1 <= port.calls <= 2
    assert turn.usage.calls == port.calls
    if kind:
        assert kind in [fault.kind for fault in turn.faults], turn
    assert all(fault.detail for fault in turn.faults)


@pytest.mark.parametrize("name", MISBEHAVIOURS)
async def test_misbehaviour_once_is_mended(name: str, moment_of: MomentOf) -> None:
    """Where a model does better at the second try, its second answer is what is said."""
    behaviour, _ = MISBEHAVIOURS[name]
    port = Misbehaving(behaviour, says(say="41 300 EUR.", tells=["f1"]))
    moment = moment_of("Could you please tell me what the price of a detector is these days?")
    turn = await mind(port).think(moment)
    is_sound(turn, moment)
    if port.calls == 2:
        assert [move.text for move in turn.moves if isinstance(move, Say)] == ["41 300 EUR."]
        assert turn.faults


@pytest.mark.parametrize("occasion", ["promise_due", "favour_done", "chase", "small_talk", "own_work", "news", "event"])
async def test_misbehaviour_on_errands(occasion: str, errand_of: Callable[..., Moment]) -> None:
    """What people say of their own accord is held to the same."""
    moment = errand_of(occasion, what="the page", to=("seat",))
    for behaviour, _ in MISBEHAVIOURS.values():
        turn = await mind(Misbehaving(behaviour)).think(moment)
        is_sound(turn, moment)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["f1", "p1", "w1"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
FIELDS = ("say", "silence_because", "react", "tells", "sends_to", "promises", "decides", "takes_on", "asks")


@given(
    reply=st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=9),
    say=st.none() | st.text(max_size=60),
    around=st.sampled_from(["{}", "Sure: {} ok", "```json\n{}\n```", "{}{}"]),
)
async def test_no_reply_breaks_a_mind(reply: dict[str, Any], say: str | None, around: str) -> None:
    """Whatever stands in its fields, a reply is read or left out, never an error and never a move made up."""
    from tests.personas.conftest import reading_moment

    if say is not None:
        reply = reply | {"say": say}
    text = around.replace("{}", json.dumps(reply))
    moment = reading_moment("What's the price of a detector?")
    turn = await mind(Misbehaving(sends(text))).think(moment)
    turn.model_dump_json().encode("utf-8")
    for move in turn.moves:
        if isinstance(move, Say):
            assert set(move.states) <= {s.fact for s in moment.may_say}
            assert move.decides == ()
