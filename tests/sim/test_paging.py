"""Pages in a running world: who takes them, when they go up, and what the player makes of them."""

from typing import Any

import pytest

from sim.apps.pager import Pager
from sim.habits import Delay, Habits
from sim.record import Record
from sim.vocabulary.pager import PageAcknowledged, PageEscalated
from sim.vocabulary.seat import Interrupted, InterruptionMet
from tests.office import MONDAY
from tests.simworld import APPS, PROMPT, Steps, play

HOUR = 3600
PAGE: dict[str, Any] = {
    "id": "down", "at": MONDAY + 600, "who": "world", "does": "page", "place": "Watchdog", "area": "budget",
    "text": "The ledger does not answer", "urgent": True,
}  # fmt: skip
DEAF = Habits(
    notice={"chat": Delay(30, 30), "mail": Delay(60, 60), "call": Delay(5, 5)},
    reply={"chat": Delay(60, 60), "mail": Delay(300, 300), "call": Delay(3, 3)},
    answers_calls=0.0,
    answers_walk_ups=0.0,
    works_late=0.0,
)
"""Somebody who never picks up."""


async def paged(*acts: tuple[str, dict[str, Any]], habits: Any = None, **changes: Any) -> Record:
    page = PAGE | changes
    _, record = await play(Steps(*acts), timeline=[page], habits=habits or {}, apps=(*APPS, Pager))
    return record


def wait(until: str) -> tuple[str, dict[str, Any]]:
    return "desk.wait", {"until": until}


async def test_whoever_is_paged_takes_it() -> None:
    """An area goes to its owner; they take it within minutes."""
    record = await paged()
    ((event, _),) = record.bodies(PageAcknowledged)
    assert event.actor == "ines"
    assert event.at - PAGE["at"] < 600


async def test_left_alone_it_goes_up_the_line() -> None:
    """After a quarter of an hour it is with the next; a page that nobody takes wakes everybody up to the top."""
    record = await paged(to=["anna-b"], area=None, habits={"anna-b": DEAF, "ruth": DEAF})
    found = [(e.at, b.of, b.to, b.why) for e, b in record.bodies(PageEscalated)]
    assert [entry[1:] for entry in found] == [("anna-b", ("ruth",), "no answer"), ("ruth", (), "no answer")]
    assert found[0][0] - PAGE["at"] == 900


@pytest.mark.parametrize(
    ("act", "how"),
    [
        (("pager.acknowledge", {"page": "page1"}), "taken"),
        (("pager.defer", {"page": "page1", "until": "1h"}), "deferred"),
        (("pager.pass_on", {"page": "page1", "person": "ruth"}), "delegated"),
        (("pager.decline", {"page": "page1", "why": "no access"}), "declined"),
        (wait("1h"), "missed"),
    ],
)
async def test_the_player_is_interrupted_and_has_the_choice(act: tuple[str, dict[str, Any]], how: str) -> None:
    """A page cuts into what the player is doing; what it did about it is on record, doing nothing included."""
    writing = ("drive.write", {"path": "/long.md", "text": "word " * 900})
    record = await paged(writing, act, wait("2h"), to=["tomas"], area=None)
    assert [body.action for _, body in record.bodies(Interrupted)] == ["drive.write"]
    assert [body.how for _, body in record.bodies(InterruptionMet)] == [how]


async def test_what_waits_for_a_page_waits_for_it() -> None:
    """Entries may wait for a page to be taken or to be over, or stay away then: an incident grows or does not."""
    grows = {"id": "grows", "at": MONDAY + 2 * HOUR, "who": "ruth", "does": "say", "to": ["tomas"], "text": "Worse.",
             "unless": {"acknowledged": "down"}}  # fmt: skip
    thanks = {"id": "thanks", "after": {"resolved": "down"}, "who": "ruth", "does": "say", "to": ["tomas"],
              "text": "Thank you."}  # fmt: skip

    async def said(*acts: tuple[str, dict[str, Any]]) -> list[str]:
        page = PAGE | {"to": ["tomas"], "area": None}
        deaf = {"ines": DEAF, "ruth": DEAF}
        _, record = await play(Steps(*acts), timeline=[page, grows, thanks], habits=deaf, apps=(*APPS, Pager))
        return [e.body.text for e in record.events(kind="chat.sent", actor="ruth")]  # type: ignore[attr-defined]

    taken = (wait("20m"), ("pager.acknowledge", {"page": "page1"}), ("pager.resolve", {"page": "page1"}))
    assert await said(*taken, wait("4h")) == ["Thank you."]
    assert await said(wait("4h"), wait("4h")) == ["Worse."]


async def test_a_colleague_who_is_paged_rings_back() -> None:
    """Whoever takes a page of the player's rings up to hear what it is."""
    _, record = await play(
        Steps(("pager.page", {"person": "ines", "summary": "ledger is down"}), wait("1h")), apps=(*APPS, Pager)
    )
    assert [e.actor for e in record.events(kind="call.rung")] == ["ines"]


async def test_who_is_named_instead_is_rung() -> None:
    """A call that the player declines with a colleague's name goes to that colleague; it counts as delegated."""
    call = {"id": "call", "at": MONDAY + 600, "who": "ruth", "does": "say", "via": "call", "to": ["tomas"],
            "text": "Where is the file?"}  # fmt: skip
    acts = (wait("20m"), ("calls.decline", {"call": "call1", "instead": "ines"}), wait("2h"))
    _, record = await play(Steps(*acts), timeline=[call])
    assert [e.body.to for e in record.events(kind="call.rung")] == [("tomas",), ("ines",)]  # type: ignore[attr-defined]
    assert [body.how for _, body in record.bodies(InterruptionMet)] == ["delegated"]
    assert PROMPT.answers_calls == 1.0
    said = [e.body.text for e in record.events(kind="call.said", actor="ruth")]  # type: ignore[attr-defined]
    assert said[0] == "Where is the file?"
