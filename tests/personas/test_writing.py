import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from personas.acts import ACTS
from personas.load import library, load
from personas.phrases import PHRASES, phrase
from personas.plan import Point
from personas.schema import Persona
from personas.writing import Setting, Writer
from sim.mind import Contact

PersonaOf = Callable[..., Persona]
ROBIN = Contact(id="seat", name="Robin Vale", first="Robin", title="Analyst")
TOPIC, VALUE = "the price of PO-4711", "46 900 EUR on Thu 16:00"
ANSWER = Point(act="answer", slots={"topic": TOPIC, "value": VALUE, "first": "Robin"})


def setting(channel: Any = "chat", **more: Any) -> Setting:
    return Setting(channel, ROBIN, "Ines Hofer", **more)


def write(persona: Persona, *points: Point, seed: int = 1, **more: Any) -> str:
    return Writer(persona).write(points or (ANSWER,), setting(**more), Random(seed))


@pytest.mark.parametrize("name", library())
def test_no_voice_touches_names_numbers_or_dates(name: str) -> None:
    """Small letters, slips and all leave what is told exactly as it was given, in every voice and channel."""
    persona = load(name)
    for channel in ("chat", "mail", "call"):
        for seed in range(20):
            assert VALUE in write(persona, seed=seed, channel=channel)


def test_slips_stay_out_of_what_is_told(persona_of: PersonaOf) -> None:
    """With a slip in every fifth word, the author's words and the values are still whole."""
    persona = persona_of(
        voice={"typos": 20.0}, says={"answer": ["believe everything written about {topic} yesterday: {value}"]}
    )
    texts = [write(persona, seed=n) for n in range(60)]
    assert all(VALUE in t and TOPIC in t for t in texts)
    assert len({t for t in texts if "everything written" not in t}) > 10
    verbatim = Point(verbatim="Tomás Ferrer signs PO-4711 tomorrow, absolutely.")
    assert all(
        "Tomás Ferrer signs PO-4711 tomorrow, absolutely." in write(persona, verbatim, seed=n) for n in range(60)
    )


def test_small_letters_spare_what_is_told(persona_of: PersonaOf) -> None:
    """A person who writes no capitals still writes names and codes as they are."""
    persona = persona_of(
        voice={"capitals": "lower", "final_stop": 1.0}, says={"answer": ["Well. {Topic} is {value}. I Think."]}
    )
    assert write(persona) == f"well. {TOPIC} is {VALUE}. i think."


def test_a_sentence_begins_with_a_capital(persona_of: PersonaOf) -> None:
    """``{Topic}`` gives a topic a capital, ``{topic}`` does not."""
    persona = persona_of(voice={"final_stop": 1.0}, says={"answer": ["{Topic}: {value}. For {topic}."]})
    assert write(persona) == f"The price of PO-4711: {VALUE}. For {TOPIC}."


def test_greetings_and_sign_offs_by_channel(persona_of: PersonaOf) -> None:
    """Each channel has its own; a chat is greeted when it opens and not again; nothing is signed aloud."""
    voice = {
        "greets": {"mail": "Dear {first},", "chat": "Hi {first}!"},
        "signs": {"mail": "Regards, {initials}", "chat": "~{first}"},
        "final_stop": 1.0,
    }
    persona = persona_of(voice=voice, says={"answer": ["{Value}."]})
    assert write(persona, channel="mail") == f"Dear Robin,\n\n{VALUE}.\n\nRegards, IH"
    assert write(persona, opens=True) == f"Hi Robin! {VALUE}. ~Ines"
    assert write(persona) == f"{VALUE}."
    assert write(persona, opens=True, curt=True).startswith(VALUE)
    assert write(persona, channel="call", opens=True) == f"{VALUE}."


def test_emoji_and_full_stops_follow_the_voice(persona_of: PersonaOf) -> None:
    """How often a chat ends with a stop or an emoji is the voice's; a mail has neither habit."""
    persona = persona_of(
        voice={"final_stop": 0.5, "emoji": ["🙂"], "emoji_often": 0.3}, says={"answer": ["It is {value}."]}
    )
    texts = [write(persona, seed=n) for n in range(300)]
    assert 60 < sum("🙂" in t for t in texts) < 120
    assert 100 < sum(t.rstrip(" 🙂").endswith(".") for t in texts) < 200
    assert all(write(persona, seed=n, channel="mail").endswith(".") for n in range(20))
    assert not any("🙂" in write(persona, seed=n, curt=True) for n in range(40))


def test_the_same_line_is_not_said_twice_running(persona_of: PersonaOf) -> None:
    """Of several lines, one that was just written in this conversation is left for another."""
    persona = persona_of(voice={"final_stop": 1.0}, says={"dont_know": ["No idea.", "Beats me."]})
    point = Point(act="dont_know", slots={"topic": "that", "first": "Robin"})
    texts = [write(persona, point, seed=n, before=("No idea.",)) for n in range(30)]
    assert texts.count("Beats me.") >= 27


def test_few_words_where_few_are_wanted(persona_of: PersonaOf) -> None:
    """Somebody who is cross picks the shorter of their lines."""
    persona = persona_of(says={"answer": ["{Value}.", "Well, let me tell you all about {topic}, which is {value}."]})
    long = [len(write(persona, seed=n)) for n in range(40)]
    curt = [len(write(persona, seed=n, curt=True)) for n in range(40)]
    assert sum(curt) < 0.8 * sum(long)


def test_several_points_stand_as_sentences(persona_of: PersonaOf) -> None:
    """Points follow one another as sentences in chat, as lines in mail."""
    persona = persona_of(voice={"final_stop": 1.0}, says={"answer": ["{Value}"], "bye_call": ["Bye"]})
    points = (ANSWER, Point(act="bye_call", slots={"first": "Robin"}))
    assert write(persona, *points) == f"{VALUE}. Bye"
    assert write(persona, *points, channel="mail") == f"{VALUE}.\nBye"


def test_people_who_are_pointed_to_are_named(persona_of: PersonaOf) -> None:
    """Where a line leaves out whom to ask, that is added."""
    persona = persona_of(says={"refuse": ["No."]})
    point = Point(act="refuse", slots={"topic": "it", "first": "Robin", "who": "Ruth"}, points_to=("ruth",))
    assert all("Ruth" in write(persona, point, seed=n) for n in range(20))


def test_a_date_or_a_question_is_never_left_out(persona_of: PersonaOf) -> None:
    """A promise says when and a question back says what, whatever a template makes optional."""
    persona = persona_of(says={"promise": ["Sure[, {what}|][ by {when}|]."], "ask_clarify": ["Hm[, {what}|]?"]})
    promise = Point(act="promise", slots={"what": "it", "when": "Thu 11:00", "first": "Robin"})
    question = Point(act="ask_clarify", slots={"what": "which period", "topic": "it", "first": "Robin"})
    for n in range(40):
        assert "Thu 11:00" in write(persona, promise, seed=n)
        assert "hich period" in write(persona, question, seed=n)


@pytest.mark.parametrize("name", library())
def test_every_act_can_be_said_by_everybody(name: str) -> None:
    """Whatever a coworker means to do, each persona has words for it that hold no leftover of a template."""
    persona = load(name)
    for act, spec in ACTS.items():
        slots = {slot: f"<{slot}>" for slot in spec.always}
        for seed in range(3):
            text = write(persona, Point(act=act, slots=slots), seed=seed)
            assert text
            assert not re.search(r"[{}\[\]|\ue000ⓢⓈ]", text), text


@pytest.mark.parametrize("situation", PHRASES)
@pytest.mark.parametrize("formality", [0.1, 0.5, 0.9])
def test_every_phrase_can_be_said(situation: Any, formality: float) -> None:
    """Each situation without a speech act has words from casual to formal."""
    slots = {s: f"<{s}>" for s in ("topic", "value", "what", "who", "when", "was", "first")}
    for seed in range(5):
        assert phrase(situation, formality, slots, Random(seed))


@given(
    st.text(max_size=40), st.sampled_from(["eager-junior", "grumpy-engineer", "careful-controller"]), st.integers(0, 99)
)
def test_any_value_comes_through(value: str, name: str, seed: int) -> None:
    """Whatever a value is made of, it is said as it stands."""
    if value.strip():
        assert value.strip() in write(load(name), Point(verbatim=value.strip()), seed=seed)
