"""How coworkers answer invitations, and what declining costs."""

from dataclasses import replace
from typing import Any

import pytest

from sim.habits import Delay
from sim.record import Record
from sim.vocabulary.attention import FeelingChanged
from sim.vocabulary.calendar import MeetingAnswered
from tests.office import MONDAY
from tests.sim.test_attendance import meets, minds
from tests.simworld import PROMPT, Steps, play

HOUR = 3600


def invite(start: str, *people: str, minutes: int = 30) -> tuple[str, dict[str, Any]]:
    return "calendar.invite", {"title": "Review", "start": start, "minutes": minutes, "people": list(people)}


def answers(record: Record, who: str) -> list[MeetingAnswered]:
    return [e.body for e in record.events(kind="calendar.answered", actor=who)]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("start", "local"),
    [("2026-03-06 11:00", "05:00"), ("2026-03-09 14:30", "09:30"), ("2026-03-09 13:00", "08:00")],
)
async def test_nobody_accepts_a_time_outside_their_hours(start: str, local: str) -> None:
    """Boston begins at nine: earlier is declined or another time asked for, on the clock of Boston; and the weekend on
    which America changes its clocks and Europe does not moves that by an hour."""
    for seed in range(1, 5):
        _, record = await play(
            Steps(invite(start, "anna-b")), minds=minds(), seed=seed, horizon=MONDAY + 8 * 86400
        )  # fmt: skip
        first = answers(record, "anna-b")[0]
        if local == "09:30":
            assert "hours" not in first.note
            continue
        assert first.answer in ("decline", "propose")
        assert local in first.note
        if first.proposed_start is not None:
            assert (first.proposed_start - MONDAY) % 86400 >= 4 * HOUR, "it lies in the hours of both"


async def test_the_clocks_of_others_are_shown() -> None:
    """Who invites is told what the clocks of the invited show; they are told on their own."""
    player = Steps(invite("2026-03-02 16:00", "anna-b", "ines"), invite("2026-03-02 16:00", "ines"))
    await play(player, minds=minds())
    receipt = player.seen[1].last.receipt  # type: ignore[union-attr]
    assert receipt is not None
    assert receipt["elsewhere"] == "Mon 10:00 in America/New_York"
    other = player.seen[2].last.receipt  # type: ignore[union-attr]
    assert other is not None
    assert other["elsewhere"] == ""


async def test_a_proposal_is_followed_by_an_organiser_whom_it_suits() -> None:
    """The meeting is moved to the proposed time, once; a second wish is turned down in words."""
    player = Steps(
        ("desk.wait", {"until": "5m", "through": True}),
        ("calendar.answer", {"meeting": "mtg1", "answer": "propose", "proposed_start": "2026-03-02 14:00"}),
        ("desk.wait", {"until": "11:00", "through": True}),
        ("calendar.answer", {"meeting": "mtg1", "answer": "propose", "proposed_start": "2026-03-02 15:00"}),
    )  # fmt: skip
    _, record = await play(player, minds=minds(), timeline=[meets("hall", "ruth", ["tomas", "ines"], 3 * HOUR)])
    assert [e.body.start for e in record.events(kind="calendar.moved")] == [MONDAY + 5 * HOUR]  # type: ignore[attr-defined]
    assert [e.at for e in record.events(kind="meeting.started")] == [MONDAY + 5 * HOUR]
    said = [e.body.text for e in record.events(kind="chat.sent", actor="ruth")]  # type: ignore[attr-defined]
    assert [text for text in said if "stays where it is" in text]


async def test_a_double_booking_is_seen_and_settled_by_weight() -> None:
    """The invited sees what they have then; a coworker lets go of the lighter meeting for the boss's, and says so; the
    other way round they say what keeps them."""
    peers = meets("peers", "anna-k", ["ines", "tomas"], HOUR)
    board = meets("board", "ruth", ["ines", "tomas"], HOUR, at=MONDAY + 1200)
    player = Steps()
    found = set()
    for seed in range(1, 7):
        player = Steps(("desk.wait", {"until": "09:55", "through": True}), ("calendar.list", {}))
        _, record = await play(player, minds=minds(), timeline=[peers, board], seed=seed)
        told = [(a.meeting, a.answer) for a in answers(record, "ines")]
        found.add(tuple(told))
    assert (("mtg1", "accept"), ("mtg1", "decline"), ("mtg2", "accept")) in found
    gists = [notice.gist for seen in player.seen for notice in seen.notices if notice.kind == "invite"]
    assert [gist for gist in gists if "(you have Peers then)" in gist]
    listed = next(seen.last.receipt for seen in player.seen if seen.last and seen.last.action == "calendar.list")
    assert listed is not None
    assert [entry["clashes"] for entry in listed["entries"]] == [("mtg2",), ("mtg1",)] or [
        list(entry["clashes"]) for entry in listed["entries"]
    ] == [["mtg2"], ["mtg1"]]
    said: set[tuple[str, str, str]] = set()
    first = meets("board", "ruth", ["ines", "tomas"], HOUR)
    second = meets("peers", "anna-k", ["ines", "tomas"], HOUR, at=MONDAY + 1200)
    for seed in range(1, 7):
        _, record = await play(Steps(), minds=minds(), timeline=[first, second], seed=seed)
        said |= {(a.meeting, a.answer, a.note) for a in answers(record, "ines")}
    assert {("mtg2", "propose"), ("mtg2", "decline")} & {(m, a) for m, a, note in said if note.startswith("I have")}


async def test_a_good_decline_costs_less_than_a_bare_one_and_that_less_than_not_coming() -> None:
    """Trust of the organiser in the player after one meeting, by how it was not attended."""
    hall = meets("hall", "ruth", ["tomas", "ines", "anna-k"], HOUR)
    cost: dict[str, float] = {}
    ways: dict[str, dict[str, str] | None] = {
        "attended": {"answer": "accept"}, "with a reason": {"answer": "decline", "note": "The audit is here at ten."},
        "somebody sent": {"answer": "decline", "delegate": "anna-b"}, "bare": {"answer": "decline"}, "silent": None,
        "accepted": {"answer": "accept"},
    }  # fmt: skip
    for way, answer in ways.items():
        acts: list[tuple[str, dict[str, Any]]] = [("desk.wait", {"until": "5m", "through": True})]
        acts += [("calendar.answer", {"meeting": "mtg1", **answer})] if answer else []
        acts += [("desk.wait", {"until": "10:00", "through": True})]
        acts += [("calendar.attend", {"meeting": "mtg1"})] if way == "attended" else []
        _, record = await play(Steps(*acts), minds=minds(), timeline=[hall], seed=3)
        felt = [e.body for e in record.events(kind="feeling.changed", actor="ruth")]
        cost[way] = sum(
            f.new - f.old for f in felt if isinstance(f, FeelingChanged) and f.what == "trust" and f.toward == "tomas"
        )  # fmt: skip
    assert cost["attended"] == cost["with a reason"] == cost["somebody sent"] == 0
    assert 0 > cost["bare"] > cost["silent"] > cost["accepted"]


async def test_who_is_sent_is_invited_answers_and_comes() -> None:
    """The stand-in has the meeting in their calendar, says yes, sits in it, and may read its notes."""
    hall = meets("hall", "ruth", ["tomas", "ines"], HOUR)
    player = Steps(
        ("desk.wait", {"until": "5m", "through": True}),
        ("calendar.answer", {"meeting": "mtg1", "answer": "decline", "delegate": "anna-k", "note": "Audit."}),
    )  # fmt: skip
    quick = {"anna-k": replace(PROMPT, notice={**PROMPT.notice, "mail": Delay(60, 60)})}
    _, record = await play(player, minds=minds(), habits=quick, timeline=[hall], seed=3)
    assert [a.answer for a in answers(record, "anna-k")] == ["accept"]
    assert list(record.events(kind="meeting.joined", actor="anna-k"))
    assert not list(record.events(kind="meeting.missed", actor="tomas"))
