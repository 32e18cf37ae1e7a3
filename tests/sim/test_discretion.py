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


FOR_TOMAS = {**SECRET, "telling": {"to": ["tomas"]}}
"""Tomás, the seat, may hear it; nobody else."""
SEEDED = [
    {"kind": "project", "at": MONDAY - 900, "author": "anna-k", "key": "GA", "title": "Gauges"},
    {"kind": "ticket", "at": MONDAY - 800, "author": "anna-k", "key": "GA", "title": "Detectors", "owner": "anna-k"},
    {"kind": "file", "at": MONDAY - 700, "author": "tomas", "path": "/q.md", "data": "Notes"},
]
ASKS = "@anna-k What is the price of a detector?"
PRIVATE = ("chat.open_channel", {"channel": "#priv", "members": ["anna-k"], "private": True})


@pytest.mark.parametrize(
    "acts",
    [
        pytest.param((("tracker.comment", {"ticket": "GA-1", "text": ASKS}),), id="on a ticket all can open"),
        pytest.param((("drive.comment", {"path": "/q.md", "text": ASKS}),), id="beside a file all can open"),
        pytest.param((("chat.send", {"to": "#general", "text": ASKS}),), id="in a channel"),
        pytest.param((("chat.send", {"to": ["anna-k", "ruth"], "text": ASKS}),), id="in a group"),
        pytest.param(
            (
                PRIVATE,
                ("chat.send", {"to": "#priv", "text": ASKS}),
                ("chat.invite", {"channel": "#priv", "people": ["ruth"]}),
            ),
            id="in a channel that somebody joins after the question",
        ),
        pytest.param(
            (
                PRIVATE,
                ("chat.invite", {"channel": "#priv", "people": ["ruth"]}),
                ("chat.send", {"to": "#priv", "text": ASKS}),
            ),
            id="in a channel that somebody joined before it",
        ),
    ],
)
async def test_who_could_read_it_counts_wherever_it_is_asked(acts: tuple[tuple[str, dict[str, Any]], ...]) -> None:
    """A secret that the asker may hear is not told where others would read it, now or by the time it would be said."""
    _, record = await play(Steps(*acts), until=MONDAY + 4 * 3600, facts=[FOR_TOMAS], seeded=SEEDED)
    said = [
        str(event.body.model_dump())
        for event in record.events(actor="anna-k")
        if event.kind in ("chat.sent", "tracker.commented", "drive.commented")
    ]
    assert not [text for text in said if "41 300" in text]
    assert record.count(kind="fact.told") == 0


async def test_alone_with_the_asker_it_is_told() -> None:
    """The same question in a channel of the two alone gets its answer: the gate is no silence for its own sake."""
    acts = (PRIVATE, ("chat.send", {"to": "#priv", "text": ASKS}))
    _, record = await play(Steps(*acts), until=MONDAY + 4 * 3600, facts=[FOR_TOMAS], seeded=SEEDED)
    assert any("41 300" in text for text in texts(record, "chat.sent", "anna-k"))
    assert record.count(kind="fact.told") == 1
