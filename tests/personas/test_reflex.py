from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from personas.fidelity import invented
from personas.figures import figures
from personas.load import library, load
from personas.reflex import Reflex, reply_subject
from personas.schema import Persona
from sim.mind import Contact, Moment, Say, Statement, Turn

MomentOf = Callable[..., Moment]
PersonaOf = Callable[..., Persona]
TalkWith = Callable[..., Any]


def mind_of(persona: Persona) -> Reflex:
    return Reflex(persona, person="ines", org_name="Northlight")


def says(turn: Turn) -> Say:
    """The one thing said to the asker."""
    (said,) = [move for move in turn.moves if isinstance(move, Say) and not move.to]
    return said


CAREFUL = {"conscientiousness": 0.95, "agreeableness": 0.5, "neuroticism": 0.5}


@pytest.fixture
def careful(persona_of: PersonaOf) -> Persona:
    """Somebody who forgets nothing and answers all of it."""
    return persona_of(traits=CAREFUL, promises={"forecast": 1.0, "forgets": 0.0})


async def test_a_mail_is_greeted_and_signed(persona_of: PersonaOf, moment_of: MomentOf) -> None:
    """A mail has the person's greeting and sign-off and answers under the same subject; a call has neither."""
    voice = {"greets": {"mail": "Dear {first},"}, "signs": {"mail": "Kind regards, {initials}"}}
    mind = mind_of(persona_of(voice=voice))
    mail = says(await mind.think(moment_of("price of a detector?", app="mail", subject="Detectors")))
    assert mail.text.startswith("Dear Robin,\n\n")
    assert mail.text.endswith("\n\nKind regards, IH")
    assert mail.subject == "Re: Detectors"
    call = says(await mind.think(moment_of("what's the price of a detector?", app="call")))
    assert "Dear" not in call.text
    assert "regards" not in call.text
    assert call.subject is None


def test_re_stands_before_a_subject_once() -> None:
    """An answer to an answer is not "Re: Re:"."""
    assert [reply_subject(s) for s in ("Detectors", "Re: Detectors", None)] == ["Re: Detectors", "Re: Detectors", "Re:"]


async def test_what_others_should_hear_is_left_to_them(careful: Persona, moment_of: MomentOf) -> None:
    """Asked to tell somebody something, people say to tell them directly; asked to mind something, they nod."""
    relay = says(await mind_of(careful).think(moment_of("Please tell Marco that the meeting moved.")))
    assert relay.points_to == ("marco",)
    assert "Marco" in relay.text
    nod = says(await mind_of(careful).think(moment_of("Please keep in mind that the door is locked.")))
    assert nod.text.strip(".") == "OK"


async def test_the_same_moment_gives_the_same_turn(moment_of: MomentOf) -> None:
    """Everything random comes from the moment's chance; thinking changes no state."""
    mind = mind_of(load("eager-junior"))
    moment = moment_of("What's the price of a detector, and can you make a slide for the bank?", chance=11)
    first = await mind.think(moment)
    assert await mind.think(moment) == first
    assert await mind_of(load("eager-junior")).think(moment) == first
    others = [await mind.think(moment.model_copy(update={"chance": n})) for n in range(8)]
    assert len({says(t).text for t in others}) > 3


async def test_no_two_of_the_library_write_alike(moment_of: MomentOf) -> None:
    """Everybody has a hand of their own: the same answer, in as many wordings as there are people."""
    texts = [
        says(await mind_of(load(name)).think(moment_of("What's the price of a detector?"))).text for name in library()
    ]
    assert len(set(texts)) == len(texts)
    assert all("41 300 EUR" in text for text in texts)


# -- never anything made up --------------------------------------------------------------------------------

AMOUNT = st.integers(1, 9_999_999).map(lambda n: f"{n:,} EUR".replace(",", " "))
TOPIC = st.sampled_from(
    ["the price of a pump", "the price of a valve", "the lead time", "the budget for travel", "the deposit", "the rent"]
)
QUESTION = st.sampled_from(
    [
        "what is {}?", "please tell me {}", "any news on {}?", "is {} 12 345 EUR?", "no, {} is 99 999 EUR",
        "approve {}", "what about {} and the weather?", "can you do {} for me by Friday?", "and that?",
        "are you sure about {}?",
    ]
)  # fmt: skip


@given(
    facts=st.dictionaries(TOPIC, AMOUNT, max_size=4),
    kept=st.sets(TOPIC, max_size=3),
    topic=TOPIC,
    question=QUESTION,
    chance=st.integers(0, 2**40),
    name=st.sampled_from(sorted(library())),
    app=st.sampled_from(["chat", "mail", "call"]),
)
async def test_no_value_is_ever_invented(
    facts: dict[str, str], kept: set[str], topic: str, question: str, chance: int, name: str, app: str
) -> None:
    """Whatever the moment, the text states values of the moment alone, and each told fact is listed."""
    from sim.mind import Incoming, Line, Withheld

    seat = Contact(id="seat", name="Robin Vale", first="Robin", title="Analyst")
    text = question.format(topic)
    line = Line(who="seat", name="Robin Vale", text=text, at="Tue 10:15")
    told = tuple(Statement(fact=t, topic=t, value=v, sure=chance % 3 > 0) for t, v in facts.items() if t not in kept)
    moment = Moment(
        me="ines",
        name="Ines Hofer",
        title="Head of Finance",
        org="Northlight",
        local_time="Tue 3 March 2026, 10:15",
        occasion="message",
        incoming=Incoming(app=app, ref="m", place="dm", sender=seat, lines=(line,)),  # type: ignore[arg-type]
        contacts=(seat,),
        may_say=told,
        withheld=tuple(Withheld(fact=t, topic=t, why="not_to_you") for t in sorted(kept)),
        chance=chance,
    )
    persona = load(name)
    turn = await mind_of(persona).think(moment)
    own = [line for lines in persona.says.values() for line in lines]
    own += [*persona.small_talk, *(w.what for w in persona.working_on)]
    for move in turn.moves:
        if isinstance(move, Say):
            assert invented(move.text, moment, promises=bool(move.promises), also=own) == ()
            stated = {s.fact for s in told if any(f.agrees(g) for f in figures(s.value) for g in figures(move.text))}
            asked = {s.fact for s in told if any(f.agrees(g) for f in figures(s.value) for g in figures(text))}
            assert stated - asked <= set(move.states) | {
                s.fact for s in told if s.value in {facts[m] for m in move.states}
            }
            assert set(move.states) <= {s.fact for s in told}
