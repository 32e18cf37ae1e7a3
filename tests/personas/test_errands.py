from collections.abc import Callable
from typing import Any

import pytest

from personas.reflex import Reflex
from personas.schema import Persona
from sim.mind import Favour, Moment, Say, Silent, Turn, Undertaking

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


OWED = Undertaking(id="p1", by="ines", to="seat", what="the price of a laser", due="Tue 12:00", fact="laser-price")


async def test_a_promise_is_kept_when_due(careful: Persona, errand_of: Callable[..., Moment]) -> None:
    """What was promised is told when it falls due."""
    moment = errand_of("promise_due", what=OWED.what, to=("seat",), fact="laser-price", undertaking=OWED)
    said = says(await mind_of(careful).think(moment))
    assert "8 200 EUR" in said.text
    assert said.states == ("laser-price",)


async def test_the_careless_are_late_or_forget(persona_of: PersonaOf, errand_of: Callable[..., Moment]) -> None:
    """Some promises slip somebody's mind, some come late with a new date, some are kept."""
    sloppy = mind_of(persona_of(traits={"conscientiousness": 0.0}, promises={"forgets": 0.3}))
    seen = set()
    for n in range(40):
        moment = errand_of(
            "promise_due", what=OWED.what, to=("seat",), fact="laser-price", undertaking=OWED, moment={"chance": n}
        )
        turn = await sloppy.think(moment)
        (move,) = turn.moves
        seen.add(
            "forgot" if isinstance(move, Silent) else "late" if isinstance(move, Say) and move.promises else "kept"
        )
    assert seen == {"forgot", "late", "kept"}


async def test_a_reminder_of_what_is_owed_is_met(careful: Persona, moment_of: MomentOf) -> None:
    """Reminded of an overdue promise they say sorry and deliver; of work under way, when it comes."""
    late = OWED.model_copy(update={"overdue": True})
    said = says(await mind_of(careful).think(moment_of("any news on the price of a laser?", open=(late,))))
    assert "orry" in said.text
    assert said.states == ("laser-price",)
    work = Undertaking(id="p2", by="ines", to="seat", what="a slide for the bank", due="Tue 15:00", favour="bank-slide")
    doing = Favour(id="bank-slide", topic="a slide for the bank", takes=7200, standing="doing")
    moment = moment_of("how is the bank slide coming along?", open=(work,), favours=(doing,))
    assert "Tue 15:00" in says(await mind_of(careful).think(moment)).text


async def test_others_are_reminded_of_what_they_owe(careful: Persona, errand_of: Callable[..., Moment]) -> None:
    """A promise made to this person and not kept is asked after, and costs trust."""
    owed = Undertaking(id="p3", by="seat", to="ines", what="the board page", due="Mon 16:00", overdue=True)
    turn = await mind_of(careful).think(errand_of("chase", what="the board page", to=("seat",), undertaking=owed))
    assert "the board page" in says(turn).text
    assert says(turn).asks
    assert turn.trust["seat"] < 0


async def test_finished_work_is_reported(careful: Persona, errand_of: Callable[..., Moment]) -> None:
    """Work that is done is reported, in the author's words where there are some."""
    plain = errand_of("favour_done", what="a slide for the bank", to=("seat",), favour="bank-slide")
    assert "slide for the bank" in says(await mind_of(careful).think(plain)).text
    scripted = errand_of("favour_done", what="x", to=("seat",), text="The slide is in /bank/slide-3.pptx.")
    assert "The slide is in /bank/slide-3.pptx." in says(await mind_of(careful).think(scripted)).text


async def test_the_authors_words_are_kept(persona_of: PersonaOf, errand_of: Callable[..., Moment]) -> None:
    """A scripted text is said as it is written, slips and small letters notwithstanding."""
    text = "Robin, the bank wants ONE slide with PO-4711 by Thu 16:00; 46 900 EUR is the figure."
    sloppy = persona_of(voice={"typos": 20.0, "capitals": "lower", "emoji": ["🙂"], "emoji_often": 1.0})
    for n in range(30):
        moment = errand_of("event", what="a slide", to=("seat",), text=text, moment={"chance": n})
        assert text in says(await mind_of(sloppy).think(moment)).text


async def test_a_scripted_text_lists_what_it_tells(careful: Persona, errand_of: Callable[..., Moment]) -> None:
    """A fact's value in the author's words counts as told."""
    moment = errand_of("news", what="price", to=("seat",), text="A detector is at 41,300 now.", fact="detector-price")
    assert says(await mind_of(careful).think(moment)).states == ("detector-price",)


async def test_small_talk_and_own_work_are_their_own(persona_of: PersonaOf, errand_of: Callable[..., Moment]) -> None:
    """Unasked, people talk of what their file gives them; without anything to tell they are silent."""
    persona = persona_of(
        small_talk=["The kettle is fixed."], working_on=[{"what": "the close", "lines": ["Nearly done."]}]
    )
    talk = await mind_of(persona).think(errand_of("small_talk", what="small talk", to=("seat",)))
    assert "kettle" in says(talk).text
    work = await mind_of(persona).think(errand_of("own_work", what="own work", to=("seat",)))
    assert "Nearly done" in says(work).text or "the close" in says(work).text
    (nothing,) = (await mind_of(persona_of()).think(errand_of("own_work", what="own work", to=("seat",)))).moves
    assert isinstance(nothing, Silent)


async def test_nobody_tells_the_same_twice_within_days(persona_of: PersonaOf, errand_of: Callable[..., Moment]) -> None:
    """Small talk and own work are not repeated to anybody for some days; who has nothing new is silent."""
    mind = mind_of(persona_of(small_talk=["The kettle is fixed.", "Frost this morning."]))
    told = []
    for n in range(4):
        moment = errand_of("small_talk", what="small talk", to=(("seat", "marco")[n % 2],), moment={"chance": n})
        turn = await mind.think(moment)
        mind.landed(moment, turn)
        told += [m.text.rstrip(".") for m in turn.moves if isinstance(m, Say)]
    assert sorted(told) == ["Frost this morning", "The kettle is fixed"]
    for day in ("Wed 4", "Thu 5", "Fri 6", "Mon 9"):
        later = errand_of("own_work", what="x", to=("seat",), moment={"local_time": f"{day} March 2026, 10:00"})
        mind.landed(later, await mind.think(later))
    again = errand_of("small_talk", what="x", to=("seat",), moment={"local_time": "Mon 9 March 2026, 11:00"})
    assert isinstance((await mind.think(again)).moves[0], Say)


async def test_a_mail_of_ones_own_has_a_subject(persona_of: PersonaOf, errand_of: Callable[..., Moment]) -> None:
    """What one is busy with stands over a mail about it."""
    persona = persona_of(working_on=[{"what": "the month-end close", "lines": ["Nearly done."]}])
    turn = await mind_of(persona).think(errand_of("own_work", what="own work", to=("seat",), via="mail"))
    assert says(turn).subject == "The month-end close"
