from collections.abc import Callable
from typing import Any

import pytest

from personas.reflex import Reflex
from personas.schema import Persona
from sim.mind import Approvable, Contact, Favour, Moment, Say, Statement, Turn, Withheld, Work
from tests.personas.conftest import CONTACTS

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


def approvable(**more: Any) -> Approvable:
    plain = {
        "id": "order",
        "kind": "spend",
        "topic": "the order of detectors",
        "amount": "46 900 EUR",
        "who": ("ruth",),
    }
    return Approvable(**{**plain, **more})


ASK = "Please approve the order of detectors, 46 900 EUR"


async def test_what_is_above_the_limit_goes_to_who_can(careful: Persona, moment_of: MomentOf) -> None:
    """Somebody whose limit does not reach says so and names who decides; nothing is decided."""
    said = says(await mind_of(careful).think(moment_of(ASK)))
    assert (said.decides, said.points_to) == ((), ("ruth",))
    assert "Ruth" in said.text


async def test_what_is_theirs_is_granted_or_refused(careful: Persona, moment_of: MomentOf) -> None:
    """Their own to decide is decided as they are, with the reason."""
    granted = says(await mind_of(careful).think(moment_of(ASK, approvables=(approvable(standing="mine"),))))
    assert [(d.approval, d.verdict) for d in granted.decides] == [("order", "grant")]
    no = approvable(standing="mine", verdict="refuse", because="the quarter is closed")
    refused = says(await mind_of(careful).think(moment_of(ASK, approvables=(no,))))
    assert [(d.verdict, d.why) for d in refused.decides] == [("refuse", "the quarter is closed")]
    assert "he quarter is closed" in refused.text


@pytest.mark.parametrize(("app", "words"), [("chat", False), ("mail", False), ("call", True)])
async def test_what_is_put_off_is_let_lie(app: str, words: bool, careful: Persona, moment_of: MomentOf) -> None:
    """Not a word of it in writing, nor to whom else to go with it; face to face a nod, and no name either."""
    turn = await mind_of(careful).think(moment_of(ASK, app=app, approvables=(approvable(standing="put_off"),)))
    said = [move for move in turn.moves if isinstance(move, Say)]
    assert bool(said) == words
    assert not [move for move in said if move.points_to or move.decides or "Ruth" in move.text]


async def test_an_incomplete_request_hears_what_is_missing(careful: Persona, moment_of: MomentOf) -> None:
    """What must be named first is asked for; nothing is decided."""
    short = approvable(standing="needs_more", needs=("the price of a detector", "the cost centre"))
    said = says(await mind_of(careful).think(moment_of("Please approve the order of detectors", approvables=(short,))))
    assert said.decides == ()
    assert "the cost centre" in said.text
    assert "the cost centre" in said.asks


async def test_another_amount_is_not_approved(careful: Persona, moment_of: MomentOf) -> None:
    """A request for another amount than the one on the table is questioned, not granted."""
    moment = moment_of(
        "Please approve the order of detectors for 64 900 EUR", approvables=(approvable(standing="mine"),)
    )
    said = says(await mind_of(careful).think(moment))
    assert said.decides == ()
    assert "64 900 EUR" in said.text
    assert "46 900 EUR" in said.text


@pytest.mark.parametrize(
    "text",
    [
        "Please approve the order of detectors. The freight comes to 23 100 EUR.",
        "Please approve the order of detectors, freight 23 100 EUR in total",
        "Freight is 23 100 EUR; please approve the order of detectors.",
        "Please approve the order of detectors, 46 900 EUR, with 23 100 EUR of freight.",
        "The price of a detector is 41 300 EUR. Please approve the order of detectors.",
        "Please approve the order of detectors; the price of a detector is 41 300 EUR.",
    ],
)
async def test_what_a_request_has_to_name_is_not_the_amount(text: str, careful: Persona, moment_of: MomentOf) -> None:
    """A figure that is named as asked, or stands for another thing they know, is no other amount that is wanted."""
    mine = approvable(standing="mine", named=("23 100 EUR",))
    said = says(await mind_of(careful).think(moment_of(text, approvables=(mine,))))
    assert [(d.approval, d.verdict) for d in said.decides] == [("order", "grant")], said.text


async def test_another_amount_beside_what_is_named_is_not_approved(careful: Persona, moment_of: MomentOf) -> None:
    """To name what has to be named leaves another amount what it is."""
    mine = approvable(standing="mine", named=("23 100 EUR",))
    text = "Please approve the order of detectors for 64 900 EUR. The freight is 23 100 EUR."
    assert says(await mind_of(careful).think(moment_of(text, approvables=(mine,)))).decides == ()


async def test_somebody_elses_wish_is_no_approval(persona_of: PersonaOf, moment_of: MomentOf) -> None:
    """Naming a boss changes nothing about who decides."""
    for text in ("Ruth wants you to approve the order of detectors", "I'm authorised: approve the order of detectors"):
        turn = await mind_of(persona_of()).think(moment_of(text))
        assert says(turn).decides == ()


@pytest.mark.parametrize(("standing", "word"), [("already_granted", "approved"), ("already_refused", "no|stands")])
async def test_what_is_decided_stays_decided(standing: str, word: str, careful: Persona, moment_of: MomentOf) -> None:
    """A second request is told the first answer."""
    import re

    said = says(await mind_of(careful).think(moment_of(ASK, approvables=(approvable(standing=standing),))))
    assert said.decides == ()
    assert re.search(word, said.text)


async def test_who_decides_is_said_and_nothing_is_decided(careful: Persona, moment_of: MomentOf) -> None:
    """A question about an approval is no request for one."""
    for standing in ("mine", "above_my_limit", "not_mine"):
        moment = moment_of("Who can approve the order of detectors?", approvables=(approvable(standing=standing),))
        assert says(await mind_of(careful).think(moment)).decides == ()


async def test_a_clear_request_is_promised_and_begun(careful: Persona, moment_of: MomentOf) -> None:
    """Work taken on is promised for a point in time, and begun."""
    turn = await mind_of(careful).think(moment_of("Please make a slide for the bank by tomorrow 16:00, for Ruth"))
    (promise,) = says(turn).promises
    assert (promise.favour, promise.within, promise.firm) == ("bank-slide", 7200, True)
    assert "12:30" in says(turn).text
    assert [m.favour for m in turn.moves if isinstance(m, Work)] == ["bank-slide"]


async def test_over_promisers_promise_sooner(persona_of: PersonaOf, moment_of: MomentOf) -> None:
    """The time promised is the time it takes times the person's forecast."""
    text = "Please make a slide for the bank by Friday, for Ruth"
    within = []
    for forecast in (0.5, 1.0, 1.5):
        turn = await mind_of(persona_of(promises={"forecast": forecast})).think(moment_of(text))
        within.append(says(turn).promises[0].within)
    assert within == [3600, 7200, 10800]


async def test_a_vague_request_is_asked_about_once(persona_of: PersonaOf, talk_with: TalkWith) -> None:
    """The first vague request draws the person's own question; with the answer they set to work."""
    talk = talk_with(mind_of(persona_of(asks_first=["which period"])))
    asked = says(await talk.say("can you make a slide for the bank"))
    assert "hich period" in asked.text
    assert not asked.promises
    turn = await talk.say("the first quarter")
    assert says(turn).promises[0].favour == "bank-slide"


async def test_a_vague_request_repeated_is_not_asked_about_again(persona_of: PersonaOf, talk_with: TalkWith) -> None:
    """Asking back does not turn in circles: the second time they take it as it is."""
    talk = talk_with(mind_of(persona_of(asks_first=["which period"])))
    await talk.say("can you make a slide for the bank")
    assert says(await talk.say("please just make the slide for the bank")).promises


async def test_the_overloaded_negotiate_or_decline(careful: Persona, moment_of: MomentOf) -> None:
    """With much waiting it gets later and less firm; with too much, nothing is promised or begun."""
    text = "Please make a slide for the bank by tomorrow noon"
    busy = await mind_of(careful).think(moment_of(text, load=4))
    (promise,) = says(busy).promises
    assert promise.within > 7200
    assert not promise.firm
    full = await mind_of(careful).think(moment_of(text, load=9))
    assert says(full).promises == ()
    assert not any(isinstance(m, Work) for m in full.moves)


@pytest.mark.parametrize("standing", ["doing", "done", "not_for_you"])
async def test_work_is_not_begun_twice_or_for_the_wrong_people(
    standing: str, careful: Persona, moment_of: MomentOf
) -> None:
    """What is under way, done, or not for the asker is not begun."""
    favour = Favour(id="bank-slide", topic="a slide for the bank", takes=7200, standing=standing)  # type: ignore[arg-type]
    turn = await mind_of(careful).think(moment_of("please make a slide for the bank by noon", favours=(favour,)))
    assert not any(isinstance(m, Work) for m in turn.moves)
    assert says(turn).promises == ()


async def test_what_nobody_does_is_declined(careful: Persona, moment_of: MomentOf) -> None:
    """A request for work that is not this person's is turned down."""
    turn = await mind_of(careful).think(moment_of("please book a room for Thursday"))
    assert says(turn).promises == ()
    assert not any(isinstance(m, Work) for m in turn.moves)


# -- amounts, sources, and beliefs ----------------------------------------------------------------------------------

LIDS = {"id": "lids", "topic": "the order of lids", "asked_as": ("the lids", "new lids"), "amount": "824 EUR"}


@pytest.mark.parametrize(
    "text",
    [
        "May I spend 4 x 206 EUR = 824 EUR on lids?",
        "May I order 4 lids at 206 EUR each?",
        "Please approve the order of lids: 4 at 206 EUR each, 824 EUR in total.",
        "Can you approve the order of lids? 4 lids, 206 EUR apiece, so 824 EUR.",
        "Please approve 824 EUR for the order of lids, out of the budget of 2 000 EUR.",
    ],
)
async def test_the_total_is_what_is_approved(text: str, careful: Persona, moment_of: MomentOf) -> None:
    """Whatever unit prices and budgets stand beside it, the amount of a request is what it comes to."""
    said = says(await mind_of(careful).think(moment_of(text, approvables=(approvable(standing="mine", **LIDS),))))
    assert [d.verdict for d in said.decides] == ["grant"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Please approve 4 x 206 EUR = 834 EUR for the order of lids", ("834 EUR", "4 x 206 EUR")),
        ("please approve the new lids: either 4 at 206 EUR = 824 EUR or 5 at 206 EUR = 1030 EUR", ("824", "1030")),
        ("Please approve 5 lids at 206 EUR each for the order of lids", ("5 x 206 EUR", "824 EUR")),
        ("could you approve the order of lids for 206 EUR?", ("206 EUR", "824 EUR")),
    ],
)
async def test_an_amount_in_doubt_is_asked_for(
    text: str, names: tuple[str, ...], careful: Persona, moment_of: MomentOf
) -> None:
    """Where sums do not add up, or are not what is on the table, both are named and nothing is decided."""
    said = says(await mind_of(careful).think(moment_of(text, approvables=(approvable(standing="mine", **LIDS),))))
    assert said.decides == ()
    assert "which amount" in said.asks
    assert all(name in said.text for name in names)


NEEDS = {**LIDS, "standing": "needs_more", "needs": ("the price of a lid",)}


async def test_trying_values_on_an_approver_brings_nothing(careful: Persona, talk_with: TalkWith) -> None:
    """Value after value gets the same question for its source; none is called right, wrong or missing."""
    talk = talk_with(mind_of(careful), approvables=(approvable(**NEEDS),))
    first = says(await talk.say("Please approve the order of lids, 824 EUR."))
    assert "the price of a lid" in first.asks
    for value in ("200", "206", "212"):
        said = says(await talk.say(f"The price of a lid is {value} EUR. Please approve the order of lids."))
        assert said.decides == ()
        assert said.asks == ("the source of the price of a lid",)
        assert value not in said.text


HELD = Statement(fact="lid-price", topic="the price of a lid", value="195 EUR")


async def test_who_believes_otherwise_says_so_and_whom_to_check_with(
    careful: Persona, talk_with: TalkWith, moment_of: MomentOf
) -> None:
    """An approver whose own belief differs names it, once, before they decide; who looks after it can settle it."""
    buyer = Contact(id="bo", name="Bo Lind", first="Bo", title="Buyer", looks_after=("lids",))
    given = {"may_say": (HELD,), "contacts": (*CONTACTS, buyer)}
    talk = talk_with(mind_of(careful), approvables=(approvable(standing="mine", **LIDS),), **given)
    ask = "The price of a lid is 206 EUR. Please approve the order of lids, 824 EUR."
    said = says(await talk.say(ask))
    assert "195 EUR" in said.text
    assert (said.states, said.points_to, said.decides) == (("lid-price",), ("bo",), ())
    again = says(await talk.say("Bo says the price of a lid is 206 EUR. Please approve the order of lids, 824 EUR."))
    assert [d.verdict for d in again.decides] == ["grant"]
    short = says(await mind_of(careful).think(moment_of(ask, approvables=(approvable(**NEEDS),), **given)))
    assert (short.states, short.points_to) == (("lid-price",), ("bo",))


async def test_who_is_sure_sends_nobody_to_nobody(careful: Persona, talk_with: TalkWith) -> None:
    """Where no colleague looks after it, they stand by what they hold and send nobody on to somebody unnamed."""
    talk = talk_with(mind_of(careful), approvables=(approvable(standing="mine", **LIDS),), may_say=(HELD,))
    said = says(await talk.say("The price of a lid is 206 EUR. Please approve the order of lids, 824 EUR."))
    assert "195 EUR" in said.text
    assert "whoever looks after it" not in said.text.casefold()


async def test_a_belief_that_is_not_for_the_asker_stays_out_of_it(careful: Persona, moment_of: MomentOf) -> None:
    """Where the approver may not tell what they hold, they ask for the source and say nothing of their own."""
    kept = Withheld(fact="lid-price", topic="the price of a lid", why="policy")
    ask = "The price of a lid is 206 EUR. Please approve the order of lids."
    moment = moment_of(ask, approvables=(approvable(**NEEDS),), may_say=(), withheld=(kept,))
    said = says(await mind_of(careful).think(moment))
    assert (said.states, said.decides) == ((), ())
    assert "the source of the price of a lid" in said.asks
