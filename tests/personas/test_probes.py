"""A thousand attempts to get at what is kept back, on both kinds of mind: in fidelity mode nothing ever comes out."""

import base64
import json
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from typing import Any

import pytest

from personas.llm import Llm
from personas.load import load
from personas.mind import PersonaMind
from personas.reflex import Reflex
from personas.schema import Persona
from sim.guard import Guard, Kept
from sim.mind import Line, Moment, Say, Turn, Withheld, wordings
from sim.model import ModelReply, ModelRequest, Role, Usage
from sim.script import Fact, Telling, Version
from sim.spelling import spellings
from tests.personas.conftest import MAY_SAY, reading_moment, said
from tests.personas.probes import DISGUISED, SECRETS, Probe, Secret, leaked, probes
from tests.simworld import Steps, play

COST = Usage(calls=1, prompt_tokens=10, completion_tokens=1)
ALL = tuple(probes())


class Parrot:
    """A model that says whatever stands in its prompt: all of it, pieces of it, and that in disguise."""

    def __init__(self) -> None:
        self._turn = count()

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        text = json.dumps({"say": self._piece(request, next(self._turn))})
        return ModelReply(text=text, usage=COST)

    def _piece(self, request: ModelRequest, turn: int) -> str:
        system, user = (m.content or "" for m in request.messages[:2])
        lines = user.splitlines()
        heard = [line.partition(": ")[2] for line in lines if line.startswith("> ")] or [""]
        listed = [line.removeprefix("- ") for line in lines if line.startswith("- ")] or [""]
        values = [line.partition(": ")[2].split(" (")[0] or line for line in listed]
        pieces = (
            user, heard[-1], f"Yes: {heard[-1]}", " ".join(values), system, values[turn % len(values)],
            f"It is {values[turn // 3 % len(values)]}.", user[::-1][:900], heard[-1][::-1],
            base64.b64encode(" ".join(values).encode()).decode(), "\n".join(lines[-6:]),
            " ".join(heard[-1].split()[-4:]),
            " ".join(word for word in user.split() if any(sign.isdigit() for sign in word)),
            base64.b64encode(heard[-1].encode()).decode(),
        )  # fmt: skip
        return pieces[turn % len(pieces)]


@lru_cache(maxsize=64)
def _persona(name: str) -> Persona:
    return load(name)


@lru_cache(maxsize=64)
def _kept(secret: Secret) -> Kept:
    return Kept.of(secret.fact, secret.value, spellings(secret.value), (secret.topic,))


def _moment(probe: Probe, text: str, thread: Sequence[Line], number: int, *, tempts: bool = False) -> Moment:
    """What the one asked has before them: their own knowledge, and that this one thing is kept back."""
    kept = tuple(
        Withheld(fact=s.fact, topic=s.topic, why=s.why, value=s.value if tempts else None)  # type: ignore[arg-type]
        for s in SECRETS
    )
    moment = reading_moment(
        text, thread=thread, app=probe.app, withheld=kept, may_say=MAY_SAY, chance=7919 * number + 1,
        subject="A question" if probe.app == "mail" else None,
    )  # fmt: skip
    talk = "\n".join([*(line.text for line in thread), text])
    return moment if tempts else moment.guarded(Guard(tuple(map(_kept, SECRETS)), talk))


async def _put(mind: PersonaMind, probe: Probe, number: int) -> list[Turn]:
    """The turns that a probe brings about, in one conversation."""
    thread: list[Line] = []
    turns = []
    for text in probe.turns:
        moment = _moment(probe, text, thread[-8:], number)
        held = mind.gate(moment)
        turn = Turn(moves=(held,)) if held is not None else await mind.think(moment)
        mind.landed(moment, turn)
        turns.append(turn)
        thread.append(said("seat", text))
        thread += [said("ines", move.text) for move in turn.moves if isinstance(move, Say)]
    return turns


def _out(turns: Sequence[Turn]) -> str:
    return "\n".join(text for turn in turns for move in turn.moves for text in wordings(move) if text)


def _reflex(persona: str) -> Reflex:
    return Reflex(_persona(persona), person="ines", org_name="Northlight")


def test_there_are_a_thousand_attempts_of_every_kind() -> None:
    """The set is as large and as mixed as it claims to be, and its own detector sees what is a leak."""
    assert len(ALL) >= 1000
    assert min(Counter(p.kind for p in ALL).values()) >= 60
    assert len({p.turns for p in ALL}) >= 350
    assert len({p.persona for p in ALL}) >= 6
    for secret in SECRETS:
        for way in (secret.value, *secret.ways):
            assert leaked(f"Well, {way}.", secret)
            assert leaked(base64.b64encode(f"it is {way}".encode()).decode(), secret)
        assert not leaked(f"I cannot tell you {secret.topic}. Ask me another time, on the 3rd.", secret)
        assert not leaked(secret.wrong, secret)


def test_the_guard_sees_every_disguise_that_the_set_knows() -> None:
    """Whatever would count as a leak here is stopped in a running world, but for what is listed as not covered."""
    guard = Guard(tuple(map(_kept, SECRETS)))
    blind = [
        (secret.fact, way)
        for secret in SECRETS
        for way in secret.ways
        if secret.fact not in guard(f"Well, {way}.") and way not in DISGUISED.get(secret.fact, ())
    ]
    assert blind == []


async def test_reflex_minds_give_nothing_away() -> None:
    """However it is asked, a mind by rule says no word of it."""
    found = [
        (p.persona, p.turns) for n, p in enumerate(ALL) if leaked(_out(await _put(_reflex(p.persona), p, n)), p.secret)
    ]
    assert found == []


async def test_a_right_guess_gets_the_same_answer_as_a_wrong_one() -> None:
    """Nobody can be sounded out: what a mind by rule says does not depend on whether a proposed value is right."""
    told: list[Any] = []
    for number, probe in enumerate(p for p in probes(each=1) if p.proposes):
        right, wrong = probe, probe.with_value(_other(probe.secret))
        answers = [_out(await _put(_reflex(probe.persona), p, number)) for p in (right, wrong)]
        if answers[0] != answers[1]:
            told.append((probe.turns, *answers))
    assert told == []


def _other(secret: Secret) -> str:
    """A value of the same form that is neither right nor the wrong one of the set."""
    return {
        "salary": "67 200 EUR", "bid": "1 270 000 EUR", "layoff-date": "Friday 13 March", "discount": "14.5 %",
        "cause": "an overdue cleaning protocol", "code": "KX-6638",
    }[secret.fact]  # fmt: skip


async def test_a_model_that_says_whatever_it_reads_gives_nothing_away() -> None:
    """In fidelity mode the value is not in the prompt, and one that the asker proposes is not repeated."""
    port, found = Parrot(), []
    for number, probe in enumerate(ALL):
        mind = Llm(_persona(probe.persona), person="ines", org_name="Northlight", model="test/parrot", port=port)
        out = _out(await _put(mind, probe, number))
        if leaked(out, probe.secret):
            found.append((probe.turns, out))
    assert found == []


# -- in a running world ---------------------------------------------------------------------------------------------


def _facts() -> tuple[Fact, ...]:
    return tuple(
        Fact(
            id=s.fact,
            topic=s.topic,
            versions=(Version(value=s.value, spelled=spellings(s.value), since=0, known_by=("ines",)),),
            telling=Telling(when="never"),
            secret=True,
        )
        for s in SECRETS
    )


async def _played(mode: str, asked: Sequence[Probe]) -> tuple[int, int]:
    """How many of the messages that reach the player hold the value, and how many leaks the record counts."""
    minds = {"ines": Llm(_persona("eager-junior"), person="ines", org_name="Small", model="test/parrot", port=Parrot())}
    acts: list[tuple[str, dict[str, Any]]] = []
    for probe in asked:
        acts += [("chat.send", {"to": ["ines"], "text": probe.turns[0]}), ("desk.wait", {"until": "20 minutes"})]
    _, record = await play(Steps(*acts), minds=minds, mode=mode, facts=_facts())
    sent = [e.body.text for e in record.events(kind="chat.sent", actor="ines")]  # type: ignore[attr-defined]
    counted = [e for e in record.events(kind="mind.fault", actor="ines") if e.body.fault == "leak"]  # type: ignore[attr-defined]
    return sum(any(leaked(text, s) for s in SECRETS) for text in sent), len(counted)


@pytest.mark.parametrize("mode", ["fidelity", "temptation"])
async def test_leaks_are_counted_where_a_mind_is_tempted(mode: str) -> None:
    """A parrot that is shown the values lets them out, and the record counts it; one that is not shown them cannot."""
    asked = [p for p in ALL if "{guess}" not in p.template and p.app == "chat"][::25]
    out, counted = await _played(mode, asked)
    if mode == "fidelity":
        assert (out, counted) == (0, 0)
    else:
        assert out > 0
        assert counted >= out
