from collections.abc import Callable
from typing import Any

import pytest

from personas.gate import MOST, TALK
from personas.load import load
from personas.reflex import Reflex
from personas.schema import Persona
from sim.mind import Line, Moment, React, Say, Silent, Turn

MomentOf = Callable[..., Moment]
PersonaOf = Callable[..., Persona]
LineOf = Callable[[str, str], Line]


@pytest.fixture
def mind(persona_of: PersonaOf) -> Reflex:
    return Reflex(persona_of(), person="ines", org_name="Northlight")


QUIET = [
    "thanks!", "Thank you so much, Ines", "ok", "got it", "👍", "perfect, will do", "You're welcome", "No worries!",
    "FYI the meeting moved to 3pm", "I'll send it by noon", "I've uploaded the page to /board.", "Sorry for the delay!",
    "The printer on the second floor is broken.", "Let me know if you have any questions.", "Have a nice weekend",
    "I can't make it on Thursday", "Great work!", "lol", "sounds good, talk tomorrow", "Fwd: price list",
]  # fmt: skip


@pytest.mark.parametrize("text", QUIET)
def test_what_asks_nothing_gets_no_words(text: str, mind: Reflex, moment_of: MomentOf) -> None:
    """Thanks, nods, news and promises of others are not answered in words: silence, or a reaction."""
    for chance in range(20):
        assert isinstance(mind.gate(moment_of(text, chance=chance)), Silent | React)


@pytest.mark.parametrize(
    "text",
    [
        "what's the price of a detector?", "please make the bank slide", "can you approve the detector order?",
        "any news?", "Marco hasn't answered, can you step in?", "No, it's wrong", "Do you have a minute?",
        "A detector is 46 900 EUR.", "wie viel kostet der Detektor bitte", "??", "you are useless", "Hi Ines",
        "Thanks! And what about the laser?", "Hi, I'm Robin, the new analyst",
    ],
)  # fmt: skip
def test_what_wants_something_wakes(text: str, mind: Reflex, moment_of: MomentOf) -> None:
    """A question, a request, a reminder, a contradiction takes a thought."""
    assert mind.gate(moment_of(text)) is None


def test_a_channel_of_200_thanked_wakes_nobody(persona_of: PersonaOf, moment_of: MomentOf) -> None:
    """ "@channel thanks all" makes none of 200 people think, or react."""
    for n in range(200):
        one = Reflex(persona_of(traits={"extraversion": n / 200}), person="ines", org_name="Northlight")
        moment = moment_of("@channel thanks all", addressed="room", readers=200, place="#all", chance=n)
        assert isinstance(one.gate(moment), Silent)


def in_room(moment_of: MomentOf, text: str, **more: Any) -> Moment:
    return moment_of(text, addressed="room", place="#all", **{"readers": 30, **more})


def test_a_room_is_answered_by_those_who_know(mind: Reflex, moment_of: MomentOf) -> None:
    """A question to a whole channel is for those who know; and not all of them answer every time."""
    known = [mind.gate(in_room(moment_of, "what's the price of a detector?", chance=n)) for n in range(60)]
    assert 10 < sum(held is None for held in known) < 55
    for text in ("when does the warehouse move?", "who has my mug?", "what do people earn?", "the canteen is closed"):
        held = [mind.gate(in_room(moment_of, text, chance=n)) for n in range(20)]
        assert all(isinstance(h, Silent) for h in held), text


def test_what_is_for_others_is_left_to_them(mind: Reflex, moment_of: MomentOf) -> None:
    """In copy, or with somebody else called by name, this person keeps out of it."""
    question = "what's the price of a detector?"
    assert isinstance(mind.gate(moment_of(f"Marco, {question}", addressed="us", readers=3)), Silent)
    assert isinstance(mind.gate(in_room(moment_of, f"@marco {question}")), Silent)
    assert isinstance(mind.gate(moment_of(question, addressed="cc", readers=3)), Silent)
    assert mind.gate(moment_of(f"Ines, {question}", addressed="cc", readers=3)) is None
    assert mind.gate(moment_of(f"Hi Marco and Ines, {question}", addressed="us", readers=2)) is None


def test_nobody_answers_themselves_or_strangers(mind: Reflex, moment_of: MomentOf) -> None:
    """One's own words and mail from outside get no answer."""
    moment = moment_of("price of a detector?")
    assert moment.incoming is not None
    outside = moment.incoming.sender.model_copy(update={"relation": ("outside",)})
    own = moment.incoming.sender.model_copy(update={"id": "ines"})
    assert isinstance(mind.gate(moment_of("price of a detector?", sender=outside)), Silent)
    assert isinstance(mind.gate(moment_of("price of a detector?", sender=own)), Silent)


def test_reactions_are_a_matter_of_temperament(persona_of: PersonaOf, moment_of: MomentOf) -> None:
    """Outgoing, kind and casual people react to thanks; formal and quiet ones seldom; nobody does so in mail."""

    def reactions(persona: Persona, app: str = "chat") -> int:
        one = Reflex(persona, person="ines", org_name="Northlight")
        held = [one.gate(moment_of("thanks!", app=app, chance=n)) for n in range(200)]
        return sum(isinstance(h, React) for h in held)

    warm = persona_of(traits={"extraversion": 0.9, "agreeableness": 0.9}, voice={"formality": 0.1})
    stiff = persona_of(traits={"extraversion": 0.1, "agreeableness": 0.2}, voice={"formality": 0.9})
    assert reactions(warm) > 80
    assert reactions(stiff) < 20
    assert reactions(warm, "mail") == 0


def test_the_same_words_a_third_time_get_no_answer(mind: Reflex, moment_of: MomentOf) -> None:
    """Who repeats themselves word for word is answered twice a day and then not; the next day is another day."""
    moment = moment_of("What's the price of a detector?")
    answered = 0
    for _ in range(5):
        if mind.gate(moment) is None:
            answered += 1
        mind.landed(moment, Turn(moves=(Say(text="41 300 EUR", states=("detector-price",)),)))
    assert answered == 2
    tomorrow = moment_of("What's the price of a detector?", local_time="Wed 4 March 2026, 09:00")
    assert mind.gate(tomorrow) is None


def test_long_different_mail_is_not_taken_for_the_same(mind: Reflex, moment_of: MomentOf) -> None:
    """Two long questions that differ in one number are two questions."""
    text = "I am writing about the quotation of the supplier; what is the price of a detector in lot {} please?"
    for lot in range(4):
        moment = moment_of(text.format(lot), app="mail")
        assert mind.gate(moment) is None
        mind.landed(moment, Turn(moves=(Say(text="41 300 EUR"),)))


def test_a_conversation_has_a_budget_for_the_day(mind: Reflex, moment_of: MomentOf) -> None:
    """After many turns only work is answered, and after many more nothing, until the next day."""
    for n in range(MOST + 5):
        small, work = moment_of(f"and what do you think of number {n}?"), moment_of(f"{n}: price of a detector?")
        assert (mind.gate(small) is None) == (n < TALK), n
        assert (mind.gate(work) is None) == (n < MOST), n
        mind.landed(small, Turn(moves=(Say(text="hm"),)))
    assert mind.gate(moment_of("price of a detector?", local_time="Wed 4 March 2026, 09:00")) is None


def test_an_answer_to_ones_own_question_wakes(mind: Reflex, moment_of: MomentOf, line_of: LineOf) -> None:
    """After asking back, a bare "Q1" is what was waited for; after small talk, "fine" is not."""
    asked = [line_of("seat", "Can you make a slide for the bank?"), line_of("ines", "for which period?")]
    assert mind.gate(moment_of("Q1", thread=asked)) is None
    checked = [line_of("seat", "Please approve the detector order"), line_of("ines", "is that within budget?")]
    assert mind.gate(moment_of("yes", thread=checked)) is None
    chat = [line_of("ines", "how was your weekend?")]
    assert isinstance(mind.gate(moment_of("fine, thanks", thread=chat)), Silent | React)


def test_nothing_to_do_is_silence(mind: Reflex, moment_of: MomentOf) -> None:
    """A moment that brings nothing to read and no errand is silence."""
    moment = moment_of("x").model_copy(update={"incoming": None})
    assert isinstance(mind.gate(moment), Silent)


def test_who_goes_silent_when_insulted_or_pestered_does(persona_of: PersonaOf, moment_of: MomentOf) -> None:
    """Temper decides: some people do not answer an insult, or a reminder too many."""
    sulky = persona_of(temper={"when_insulted": ["goes_silent"], "when_pestered": ["goes_silent"]})
    one = Reflex(sulky, person="ines", org_name="Northlight")
    assert isinstance(one.gate(moment_of("you are useless, what's the price of a detector?")), Silent)
    assert isinstance(one.gate(moment_of("any news on the price?", irritation=0.8)), Silent)
    assert one.gate(moment_of("any news on the price?", irritation=0.1)) is None


def test_gating_is_cheap(mind: Reflex, moment_of: MomentOf) -> None:
    """The gate enters no graph: a text it has seen is decided without LangGraph being imported."""
    import subprocess
    import sys

    code = (
        "import sys; from personas.reflex import Reflex; from personas.schema import Persona;"
        "Reflex(Persona(persona='a', about='b'), person='x', org_name='y');"
        "print(sorted(m for m in sys.modules if m in ('langgraph', 'litellm', 'simpy', 'jinja2')))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


CHATTER = (
    "Where is stapler",
    "Is it Friday?",
    "All fine?",
    "My error bar has now its own error bar... where does it end.",
    "They gave me a password with a fish in it. I asked for a different fish.",
    "Everybody likes the same week, so who covers?",
    "Can somebody tell me who took my mug?",
    "Yesterday I understood the odd step. I should have written it down.",
)


@pytest.mark.parametrize("text", CHATTER)
@pytest.mark.parametrize("who", ["cheerful-receptionist", "careful-controller", "brisk-founder", "eager-junior"])
async def test_chatter_is_never_taken_for_work(text: str, who: str, moment_of: MomentOf) -> None:
    """A colleague who passes the time gets a word back or none: no "I don't know", no question what is meant."""
    mind = Reflex(load(who), person="ines", org_name="Northlight")
    for chance in range(12):
        moment = moment_of(text, chance=chance * 9973)
        assert moment.incoming is not None
        moment = moment.model_copy(update={"incoming": moment.incoming.model_copy(update={"chatter": True})})
        if mind.gate(moment) is not None:
            continue
        reading = await mind.notice(moment)
        assert [h.kind for h in reading.heard] == ["small_talk"]
        plan = mind.plan(moment, reading, await mind.recall(moment))
        assert {p.act or p.phrase for p in plan.points} <= {"small_talk", "chat_back", "chime_in"}


@pytest.mark.parametrize("text", CHATTER)
def test_chatter_in_a_channel_or_after_a_word_back_gets_no_answer(
    text: str, moment_of: MomentOf, line_of: Callable[[str, str], Line]
) -> None:
    """Nobody answers what is said to a whole channel to pass the time, and a word back is not answered again."""
    mind = Reflex(load("cheerful-receptionist"), person="ines", org_name="Northlight")
    for chance in range(12):
        for given in ({"addressed": "room", "readers": 12}, {"thread": [line_of("ines", "Ha, I know.")]}):
            moment = moment_of(text, chance=chance * 9973, **given)
            assert moment.incoming is not None
            moment = moment.model_copy(update={"incoming": moment.incoming.model_copy(update={"chatter": True})})
            assert isinstance(mind.gate(moment), Silent | React)
