"""How a text that is given is said: as its author wrote it, in one's own hand, or in words of one's own."""

import re
from collections.abc import Callable
from typing import Any

from personas.llm import Llm
from personas.load import load
from personas.reflex import Reflex
from sim.mind import Moment, Say, Turn

ErrandOf = Callable[..., Moment]
TEXT = "Could you look at the List, please? I put [both] copies {there}."


def said(turn: Turn) -> str:
    (move,) = turn.moves
    assert isinstance(move, Say)
    return move.text


def grumpy() -> Reflex:
    """Somebody who writes without capitals, greets nobody and signs nothing."""
    return Reflex(load("grumpy-engineer"), person="ines", org_name="Northlight")


async def test_the_authors_words_stay_as_they_are(errand_of: ErrandOf) -> None:
    """Capitals and all, whoever says it."""
    moment = errand_of("event", what="the list", to=("seat",), text=TEXT)
    assert said(await grumpy().think(moment)) == TEXT


async def test_in_their_own_hand_people_spell_as_they_do(errand_of: ErrandOf) -> None:
    """No capitals, now and then a slip; and signs that templates are made of are no templates."""
    slips, plain = 0, "could you look at the list please i put both copies there".split()
    for n in range(200):
        moment = errand_of(
            "event", what="the list", to=("seat",), text=TEXT, manner="own_hand", moment={"chance": n * 7919}
        )
        text = said(await grumpy().think(moment))
        assert text == text.lower()
        assert not set("[]{}|") & set(text)
        slips += re.findall(r"\w+", text) != plain
    assert 0 < slips < 100


async def test_a_nod_and_thanks_are_in_words_of_their_own(errand_of: ErrandOf) -> None:
    """From what the persona says for these, without anybody's text."""
    persona = load("grumpy-engineer")
    for manner in ("acknowledge", "thanks"):
        moment = errand_of("event", what="a word on the list", to=("seat",), manner=manner)
        text = said(await grumpy().think(moment))
        assert text
        assert "a word on the list" not in text
        assert persona.lines(manner)


class NoPort:
    """Nobody answers, so nobody may be asked."""

    async def complete(self, request: Any, /, *, role: Any, who: str) -> Any:
        raise AssertionError("a model was asked")


async def test_no_model_is_asked_for_what_is_given(errand_of: ErrandOf) -> None:
    """Neither for a text, nor for a nod or thanks."""
    port: Any = NoPort()
    mind = Llm(load("careful-controller"), person="ines", org_name="Northlight", model="test/model", port=port)
    for given in ({"text": TEXT, "manner": "own_hand"}, {"manner": "acknowledge"}, {"manner": "thanks"}):
        assert said(await mind.think(errand_of("event", what="the list", to=("seat",), **given)))
