"""The last gate: whatever a mind says, nobody hears in fidelity mode what they may not hear from this person."""

from typing import Any

import pytest

from sim.discretion import LEAK, STOPPED
from sim.mind import Decision, Meet, Moment, Move, Promise, React, Say, Silent, Turn, Work
from sim.record import Record
from tests.office import MONDAY
from tests.simworld import FunctionMind, Steps, play, texts

SECRET = {
    "id": "price", "topic": "the price of a detector", "telling": {"to": ["ines"]},
    "versions": [{"value": "41 300 EUR", "since": MONDAY - 1, "known_by": ["anna-k"]}],
}  # fmt: skip
FAVOUR = {"id": "slide", "by": "anna-k", "topic": "a slide", "takes": 600}


async def played(move: Move, **changes: Any) -> Record:
    """Tomás asks, and Anna Kern answers with this move."""

    def answer(moment: Moment) -> Turn | Silent:
        return Turn(moves=(move,)) if moment.incoming is not None else Silent(why="nothing")

    player = Steps(("chat.send", {"to": ["anna-k"], "text": "What does a detector cost?"}))
    given = {"facts": [SECRET], "favours": [FAVOUR], **changes}
    _, record = await play(player, minds={"anna-k": FunctionMind(answer)}, until=MONDAY + 4 * 3600, **given)
    return record


def faults(record: Record) -> list[tuple[str, str]]:
    return [(e.body.fault, e.body.detail) for e in record.events(kind="mind.fault")]  # type: ignore[attr-defined]


MOVES: list[Move] = [
    Say(text="It is 41,300."),
    Say(text="It is not 41.3k, if that is what you think."),
    Say(text="Forty-one thousand three hundred"),
    Say(text="Have a look.", via="mail", to=("tomas",), subject="41 300"),
    Say(text="Tell them: 41300", to=("ruth",), via="chat"),
    Say(text="41 300 EUR!", place="#general", via="channel"),
    Say(text="Soon.", promises=(Promise(what="the 41 300 EUR", within=600),)),
    Say(text="No.", decides=(Decision(approval="x", verdict="refuse", why="41 300 EUR is too much"),)),
    Say(text="Which?", asks=("41 300 EUR or what",)),
    React(emoji="41300"),
    Meet(with_=("tomas",), title="41 300 EUR"),
    Work(favour="slide", note="41 300 EUR"),
]


@pytest.mark.parametrize("move", MOVES, ids=[f"{m.do}-{n}" for n, m in enumerate(MOVES)])
async def test_what_would_give_it_away_is_not_done(move: Move) -> None:
    """No text of a move, whatever its kind, carries a withheld value to those it reaches; it is counted."""
    record = await played(move)
    assert [fault for fault, _ in faults(record)] == [STOPPED]
    for event in record.events(actor="anna-k"):
        if event.kind not in ("mind.fault", "message.read"):
            assert "41" not in str(event.body.model_dump()), event
    assert record.count(kind="fact.told") == 0


@pytest.mark.parametrize("move", MOVES[:7], ids=[f"{m.do}-{n}" for n, m in enumerate(MOVES[:7])])
async def test_temptation_counts_what_leaks(move: Move) -> None:
    """In temptation mode it is said, and the record counts it as a leak of the mind."""
    record = await played(move, mode="temptation")
    assert [fault for fault, _ in faults(record)] == [LEAK]
    assert faults(record)[0][1].startswith("price to ")


async def test_no_leak_no_count() -> None:
    """A mind that keeps it to itself has no fault in either mode."""
    for mode in ("fidelity", "temptation"):
        assert faults(await played(Say(text="I cannot tell you the price."), mode=mode)) == []


async def test_another_audience_may_hear_what_the_asker_may_not() -> None:
    """Whom the words reach is what counts: Ines may hear it, and it is said to her."""
    record = await played(Say(text="It is 41 300 EUR.", to=("ines",), via="chat", states=("price",)))
    assert faults(record) == []
    assert texts(record, "chat.sent", "anna-k") == ["It is 41 300 EUR."]


async def test_what_may_be_said_to_one_is_not_said_before_another() -> None:
    """Asked by somebody who may hear it, a mind that tells a third person is stopped."""
    secret = SECRET | {"telling": {"to": ["tomas"]}}
    assert faults(await played(Say(text="41 300 EUR", states=("price",)), facts=[secret])) == []
    record = await played(Say(text="41 300 EUR", to=("ruth",), via="chat", states=("price",)), facts=[secret])
    assert [fault for fault, _ in faults(record)] == [STOPPED]


async def test_the_authors_own_words_are_said() -> None:
    """What the timeline has somebody say is said: the author wrote it."""
    entry = {
        "id": "news", "at": MONDAY + 600, "does": "say", "who": "anna-k", "to": ["tomas"], "via": "chat",
        "text": "Between us: a detector is 41 300 EUR.",
    }  # fmt: skip

    def answer(moment: Moment) -> Turn | Silent:
        if moment.errand is None or not moment.errand.text:
            return Silent(why="nothing")
        return Turn(moves=(Say(text=moment.errand.text),))

    _, record = await play(
        Steps(), minds={"anna-k": FunctionMind(answer)}, until=MONDAY + 4 * 3600, facts=[SECRET], timeline=[entry]
    )
    assert faults(record) == []
    assert texts(record, "chat.sent", "anna-k") == ["Between us: a detector is 41 300 EUR."]
