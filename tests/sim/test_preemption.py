"""What the player was at when something broke in: resumed, it comes to the same as if nothing had."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from sim.apps.desk import Desk
from sim.apps.directory import Directory
from sim.apps.pager import Pager
from sim.apps.search import Search
from sim.player import Act, Observation
from sim.record import Record
from sim.script import Pace
from sim.vocabulary.attention import Noticed
from sim.vocabulary.calls import CallSaid
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.core import Event, body_data
from sim.vocabulary.mail import MailSent
from sim.vocabulary.seat import Acted, Dropped, Interrupted, Resumed
from tests.office import MONDAY
from tests.simworld import APPS, Steps, play

OFFICE = (*APPS, Pager, Directory, Search)
BEGINS = 600
"""Seconds after the start at which the act begins, give or take the preparations."""
WORDS = "words to write one after another until the page is full and somebody reads it "


def text(words: int) -> str:
    return " ".join((WORDS * (words // len(WORDS.split()) + 1)).split()[:words])


LONG = [
    {"kind": "file", "at": MONDAY - 9000, "author": "ines", "path": "/long.md", "data": text(900),
     "share": {"everyone": "write"}},
    {"kind": "file", "at": MONDAY - 9000, "author": "ines", "path": "/rows.csv", "data": "a,b\n1,2\n",
     "share": {"everyone": "write"}},
    {"kind": "mail", "at": MONDAY - 8000, "author": "ines", "to": ["tomas"], "subject": "Long", "text": text(700)},
    {"kind": "chat", "at": MONDAY - 7000, "author": "ines", "place": "#finance", "text": text(600)},
    {"kind": "chat", "at": MONDAY - 6500, "author": "tomas", "place": "#finance", "text": "Noted."},
    {"kind": "project", "at": MONDAY - 9000, "author": "ines", "key": "OPS", "title": "Operations"},
    {"kind": "ticket", "at": MONDAY - 6000, "author": "ines", "key": "OPS", "label": "OPS-1", "title": "A thing",
     "owner": "tomas", "text": text(500)},
]  # fmt: skip

ACTS: Mapping[str, tuple[dict[str, Any], str | None]] = {
    "chat.send": ({"to": ["anna-k"]}, "text"),
    "chat.edit": ({"message": "c2"}, "text"),
    "mail.reply_all": ({"mail": "m1"}, "text"),
    "mail.forward": ({"mail": "m1", "to": ["anna-k"]}, "text"),
    "mail.send": ({"to": ["anna-k"], "subject": "Numbers"}, "text"),
    "mail.reply": ({"mail": "m1"}, "text"),
    "mail.set_out_of_office": ({"until": "2026-03-20"}, "text"),
    "drive.write": ({"path": "/mine.md"}, "text"),
    "drive.append": ({"path": "/long.md"}, "text"),
    "drive.comment": ({"path": "/long.md"}, "text"),
    "drive.write_table": ({"path": "/table.csv", "rows": [[f"cell {n}" for n in range(60)]]}, None),
    "drive.edit_cells": ({"path": "/rows.csv", "cells": {f"A{n}": n for n in range(2, 60)}}, None),
    "calendar.invite": ({"title": "Talk", "start": "2026-03-03 15:00", "minutes": 30, "people": ["ines"]}, "agenda"),
    "tracker.open": ({"project": "OPS", "title": "Another thing"}, "text"),
    "tracker.change": ({"ticket": "OPS-1", "priority": "high"}, "note"),
    "tracker.comment": ({"ticket": "OPS-1"}, "text"),
    "pager.page": ({"person": "ruth", "summary": "the gauges read zero since four " * 8}, None),
    "drive.read": ({"path": "/long.md"}, None),
    "mail.read": ({"mail": "m1"}, None),
    "chat.read": ({"place": "#finance"}, None),
    "tracker.read": ({"ticket": "OPS-1"}, None),
    "drive.search": ({"query": "page"}, None),
    "search.find": ({"query": "page"}, None),
    "calendar.find_time": ({"people": ["ines"], "minutes": 30}, None),
    "directory.find": ({"query": "finance"}, None),
}
"""Acts that take long enough to be broken into: what they are done to, and the argument that makes them long."""


class Stubborn(Steps):
    """Does one thing at a given time, and comes back to it as often as something breaks in."""

    async def act(self, observation: Observation) -> Act:
        page = next((n.ref for n in observation.notices if n.kind == "page"), None)
        if observation.ringing is not None:
            return Act(action="calls.decline", arguments={"call": observation.ringing, "why": "In a minute."})
        if page is not None:
            return Act(action="pager.acknowledge", arguments={"page": page})
        if observation.suspended:
            return Act(action="desk.resume", arguments={})
        return await super().act(observation)


def broken_in(at: int, how: str, n: int) -> dict[str, Any]:
    """Somebody, or something, wants the player at once."""
    if how == "page":
        return {"id": f"b{n}", "at": at, "who": "world", "does": "page", "place": "Watchdog", "to": ["tomas"],
                "text": "It does not answer", "urgent": True}  # fmt: skip
    return {"id": f"b{n}", "at": at, "who": "ines", "does": "say", "via": how, "to": ["tomas"], "text": "Got a minute?"}


def done(act: str, arguments: dict[str, Any], timeline: Sequence[dict[str, Any]]) -> Record:
    wait = ("desk.wait", {"until": "10m", "through": True})
    player = Stubborn(wait, (act, arguments))
    return asyncio.run(play(player, timeline=timeline, seeded=LONG, apps=OFFICE, until=MONDAY + 2 * 3600))[1]


def worked(record: Record, act: str) -> int:
    """Seconds spent on it, deciding apart."""
    cut = sum(body.done for _, body in record.bodies(Interrupted))
    ((_, acted),) = [(e, b) for e, b in record.bodies(Acted) if b.action == act]
    return cut + acted.took - Pace().decide


def left_behind(record: Record) -> list[tuple[str, dict[str, Any]]]:
    """What the player brought about in the office, whenever that was."""
    own = record.events(actor="tomas")
    met = ("seat.", "call.", "page.acknowledged", "message.", "fact.")
    return [(e.kind, body_data(e.body)) for e in own if not e.kind.startswith(met)]


@settings(max_examples=36)
@given(
    act=st.sampled_from(sorted(ACTS)),
    words=st.integers(80, 300),
    cuts=st.lists(st.tuples(st.sampled_from(["page", "call", "walk_up"]), st.integers(1, 200)), min_size=1, max_size=3),
)
def test_what_is_resumed_does_the_same_work_in_the_end(act: str, words: int, cuts: list[tuple[str, int]]) -> None:
    """The same is left behind in the office, and the time spent is that of doing it at a stretch plus, for each
    interruption, what getting back into it costs."""
    given_, long = ACTS[act]
    arguments = given_ | ({long: text(words)} if long else {})
    at, timeline = MONDAY + BEGINS, []
    for n, (how, after) in enumerate(cuts):
        at += after
        timeline.append(broken_in(at, how, n))
    plain, resumed = done(act, arguments, []), done(act, arguments, timeline)
    times = resumed.count(kind="seat.interrupted")
    assert times == resumed.count(kind="seat.resumed")
    assert worked(resumed, act) == worked(plain, act) + times * Pace().resume
    assert all(body.cost == Pace().resume for _, body in resumed.bodies(Resumed))
    assert left_behind(resumed) == left_behind(plain)
    assert plain.count(kind="seat.refused") == resumed.count(kind="seat.refused") == 0


def test_what_is_dropped_never_was() -> None:
    """Work that was broken into and given up leaves nothing behind but the word that it was."""

    class Fickle(Stubborn):
        async def act(self, observation: Observation) -> Act:
            act = await super().act(observation)
            return act if act.action != "desk.resume" else Act(action="desk.drop", arguments={})

    player = Fickle(("drive.write", {"path": "/mine.md", "text": text(200)}))
    breaks = [broken_in(MONDAY + 90, "page", 0)]
    _, record = asyncio.run(play(player, timeline=breaks, apps=OFFICE, until=MONDAY + 3600))
    assert [body.action for _, body in record.bodies(Dropped)] == ["drive.write"]
    assert record.count(kind="drive.written") == record.count(kind="seat.resumed") == 0


@pytest.mark.parametrize("act", sorted(ACTS))
def test_each_of_them_can_be_broken_into(act: str) -> None:
    """An act of each of these kinds is cut short by a page a few seconds after it was begun, and resumed."""
    given_, long = ACTS[act]
    arguments = given_ | ({long: text(200)} if long else {})
    record = done(act, arguments, [broken_in(MONDAY + BEGINS + 50, "page", 0)])
    assert [body.action for _, body in record.bodies(Interrupted)] == [act]
    assert [body.action for _, body in record.bodies(Acted)].count(act) == 1


def test_no_kind_of_long_act_is_left_out() -> None:
    """Whatever is written at length is among them; what is said aloud in calls and meetings is not, for those go on
    without the player."""
    actions = {action.name: action for app in OFFICE if app is not Desk for action in app.actions}
    written = {
        name for name, action in actions.items()
        if action.changes
        and {"text", "agenda", "summary"} & set(action.model_fields)
        and not name.startswith(("calls.", "calendar."))
    }  # fmt: skip
    assert written <= set(ACTS)


class Busy(Stubborn):
    """Writes one message after another in the thick of things, and keeps count of what reaches it."""

    def __init__(self, *acts: tuple[str, dict[str, Any]], takes: bool) -> None:
        super().__init__(*acts)
        self._takes = takes
        self.told: list[int] = []
        self.heard: list[str] = []

    async def act(self, observation: Observation) -> Act:
        self.told += [notice.serial for notice in observation.notices if notice.app in ("chat", "mail")]
        self.heard += [heard.text for heard in observation.heard]
        if observation.ringing is not None and self._takes:
            return Act(action="calls.answer", arguments={"call": observation.ringing})
        if observation.call is not None:
            return Act(action="calls.hang_up", arguments={"call": observation.call})
        if observation.meeting is not None:
            return Act(action="calendar.leave", arguments={"meeting": observation.meeting})
        return await super().act(observation)


@settings(max_examples=25, phases=[Phase.generate])
@given(
    sends=st.lists(
        st.tuples(st.sampled_from(["chat.send", "mail.send"]), st.integers(20, 200)), min_size=3, max_size=6
    ),
    breaks=st.lists(
        st.tuples(st.sampled_from(["page", "call", "walk_up", "chat", "mail", "meet"]), st.integers(30, 1500)),
        min_size=3, max_size=8,
    ),
    takes=st.booleans(),
)  # fmt: skip
def test_no_interrupt_loses_or_doubles_a_message(
    sends: list[tuple[str, int]], breaks: list[tuple[str, int]], takes: bool
) -> None:
    """Whatever calls, pages and meetings break in: what the player writes goes out once and is read once, and what is
    written or said to the player reaches it once."""
    acts = [(name, {"to": ["ines"], "text": f"Number {n}: {text(words)}"}) for n, (name, words) in enumerate(sends)]
    timeline = []
    for n, (how, after) in enumerate(breaks):
        timeline.append(broken_in(MONDAY + after, how, n) | ({"text": f"Word {n}"} if how != "page" else {}))
        if how == "meet":
            timeline[-1] |= {"does": "meet", "via": "chat", "subject": f"Round {n}", "until": MONDAY + after + 120}
    player = Busy(*acts, takes=takes)
    _, record = asyncio.run(play(player, timeline=timeline, apps=OFFICE, until=MONDAY + 7 * 3600))
    sent: list[tuple[Event, Any]] = [(event, event.body) for event in record.events((MessageSent, MailSent))]
    own = [body.text for event, body in sent if event.actor == "tomas"]
    assert sorted(own) == sorted(str(arguments["text"]) for _, arguments in acts)
    to_me = [event.serial for event, body in sent if "tomas" in body.to]
    assert sorted(serial for serial in player.told if serial in to_me) == to_me
    spoken = [body.text for event, body in record.bodies(CallSaid) if "tomas" in body.to]
    assert sorted(t for t in player.heard if t in spoken) == sorted(spoken)
    read = Counter((event.actor, serial) for event, body in record.bodies(Noticed) for serial in body.of)
    wanted = {(who, event.serial): 1 for event, body in sent for who in body.to if who != "tomas"}
    assert {key: read[key] for key in wanted} == wanted


def test_the_thick_of_things_is_thick() -> None:
    """In such an hour the player is interrupted in the middle of writing, by each way there is."""
    for how in ("page", "call", "walk_up"):
        acts = [("mail.send", {"to": ["ines"], "text": text(200)})]
        record = asyncio.run(
            play(Busy(*acts, takes=True), timeline=[broken_in(MONDAY + 90, how, 0)], apps=OFFICE, until=MONDAY + 3600)
        )[1]
        assert record.count(kind="seat.interrupted") == 1, how
