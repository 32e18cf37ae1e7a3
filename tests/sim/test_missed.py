"""What is made of those who were not in a meeting."""

from dataclasses import replace
from typing import Any

from sim.mind import Moment, Say, Silent, Turn
from sim.record import Record
from tests.office import MONDAY
from tests.sim.test_attendance import meets, minds, quiet
from tests.simworld import PROMPT, FunctionMind, Steps, play, texts

HOUR = 3600


def missed(record: Record) -> list[tuple[str, Any, bool]]:
    return [(e.actor, e.body.answer, e.body.elsewhere) for e in record.events(kind="meeting.missed")]  # type: ignore[attr-defined]


async def test_a_no_show_is_noticed_told_and_apologised_for() -> None:
    """Who had said yes and did not come is in the record; the organiser or they themselves say a word about it."""
    hall = meets("hall", "ruth", ["tomas", "ines"], HOUR)
    accepts = Steps(
        ("desk.wait", {"until": "5m", "through": True}), ("calendar.answer", {"meeting": "mtg1", "answer": "accept"})
    )  # fmt: skip
    said = []
    for seed in range(1, 7):
        _, record = await play(accepts, minds=minds(), habits={"ines": replace(PROMPT, misses=1.0)}, timeline=[hall],
                               seed=seed)  # fmt: skip
        accepts = Steps(
            ("desk.wait", {"until": "5m", "through": True}),
            ("calendar.answer", {"meeting": "mtg1", "answer": "accept"}),
        )  # fmt: skip
        assert ("tomas", "accept", False) in missed(record)
        said += [(e.actor, e.body.to, e.body.text) for e in record.events(kind="chat.sent")]  # type: ignore[attr-defined]
    assert [text for actor, to, text in said if actor == "ruth" and to == ("tomas",) and "Hall" in text]
    assert [text for actor, to, text in said if actor == "ines" and to == ("ruth",) and "orry" in text]


async def test_who_is_away_or_has_declined_misses_nothing() -> None:
    """A decline and leave are no no-show; nor is a meeting to which nobody came."""
    hall = meets("hall", "ruth", ["tomas", "ines", "anna-b"], HOUR)
    away = {"id": "sick", "at": MONDAY + 30, "who": "ines", "does": "away", "until": MONDAY + 86400, "about": "sick"}
    player = Steps(
        ("desk.wait", {"until": "5m", "through": True}), ("calendar.answer", {"meeting": "mtg1", "answer": "decline"})
    )  # fmt: skip
    _, record = await play(player, minds=minds(), timeline=[away, hall])
    assert missed(record) == []
    assert record.count(kind="meeting.ended") == 1


async def test_what_somebody_absent_is_asked_is_kept_for_them() -> None:
    """Where nobody else answers, somebody says that they are not there and passes it on afterwards, to both."""
    hall = meets("hall", "ruth", ["tomas", "ines", "anna-k"], HOUR)
    player = Steps(
        ("desk.wait", {"until": "10:00", "through": True}), ("calendar.attend", {"meeting": "mtg1"}),
        ("desk.wait", {"until": "10:15", "through": True}),
        ("calendar.speak", {"meeting": "mtg1", "text": "Ines, what is the price of a detector?"}),
    )  # fmt: skip
    habits = {"ines": replace(PROMPT, misses=1.0)}
    _, record = await play(player, minds=minds(), habits=habits, timeline=[hall], seed=3)
    assert [text for text in texts(record, "meeting.said", "ruth") if "Ines" in text]
    passed = [e.body for e in record.events(kind="chat.sent", actor="ruth") if "price of a detector" in e.body.text]  # type: ignore[attr-defined]
    assert [set(body.to) for body in passed] == [{"ines", "tomas"}]  # type: ignore[attr-defined]

    def knows(moment: Moment) -> Turn | Silent:
        if moment.incoming is not None and "price" in moment.incoming.text:
            return Turn(moves=(Say(text="It is 400, I think."),))
        return quiet(moment)

    player = Steps(
        ("desk.wait", {"until": "10:00", "through": True}), ("calendar.attend", {"meeting": "mtg1"}),
        ("desk.wait", {"until": "10:15", "through": True}),
        ("calendar.speak", {"meeting": "mtg1", "text": "Ines, what is the price of a detector?"}),
    )  # fmt: skip
    _, record = await play(
        player, minds=minds() | {"anna-k": FunctionMind(knows)}, habits=habits, timeline=[hall], seed=3
    )  # fmt: skip
    assert "It is 400, I think." in texts(record, "meeting.said", "anna-k")
    assert not [text for text in texts(record, "chat.sent", "ruth") if "price" in text]


async def test_who_was_not_there_learns_from_the_notes_who_decided_what() -> None:
    """Notes come by mail, with who was there and who put what on record; by default nobody writes any."""
    hall = meets("hall", "ruth", ["tomas", "ines"], HOUR)

    def player() -> Steps:
        return Steps(
            ("desk.wait", {"until": "10:00", "through": True}), ("calendar.attend", {"meeting": "mtg1"}),
            ("calendar.decide", {"meeting": "mtg1", "text": "We order three."}),
        )  # fmt: skip

    misses = replace(PROMPT, misses=1.0)
    _, record = await play(player(), minds=minds(), habits={"ines": misses}, timeline=[hall])
    assert texts(record, "mail.sent", "ruth") == []
    habits = {"ines": misses, "ruth": replace(PROMPT, notes=1.0)}
    _, record = await play(player(), minds=minds(), habits=habits, timeline=[hall])
    (notes,) = [e.body for e in record.events(kind="mail.sent", actor="ruth")]
    assert notes.to == ("ines",)  # type: ignore[attr-defined]
    assert "Tomás Ferrer: We order three." in notes.text  # type: ignore[attr-defined]
    assert list(record.events(kind="message.read", actor="ines"))
