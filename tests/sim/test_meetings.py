"""Meetings as they happen in a running world."""

from dataclasses import replace
from typing import Any

from sim.mind import Moment, Say, Silent, Turn
from tests.office import MONDAY
from tests.sim.test_attendance import meets
from tests.simworld import PROMPT, FunctionMind, Steps, play, texts

WAIT = ("desk.wait", {"until": "1h"})


def meeting(start: str, *people: str) -> tuple[str, dict[str, Any]]:
    return "calendar.invite", {"title": "Review", "start": start, "minutes": 30, "people": list(people)}


def talks(moment: Moment) -> Turn | Silent:
    if moment.errand is not None and moment.errand.via == "meeting":
        return Turn(moves=(Say(text=moment.errand.text or f"{moment.me} reports"),))
    if moment.incoming is not None and moment.incoming.addressed == "me":
        return Turn(moves=(Say(text=f"{moment.me} answers"),))
    return Silent(why="nothing to say")


def all_talk() -> dict[str, FunctionMind]:
    return {who: FunctionMind(talks) for who in ("ruth", "ines", "anna-k", "anna-b", "tanaka")}


async def test_people_come_report_and_answer_when_spoken_to() -> None:
    """Who is invited and at work comes; each gives a word; whoever is spoken to by name answers; it ends in time."""
    player = Steps(
        meeting("2026-03-02 10:00", "ruth", "anna-k"), ("desk.wait", {"until": "10:00", "through": True}),
        ("calendar.attend", {"meeting": "mtg1"}), ("desk.wait", {"until": "10:12", "through": True}),
        ("calendar.speak", {"meeting": "mtg1", "text": "Ruth, what do you think?"}),
    )  # fmt: skip
    _, record = await play(player, minds=all_talk(), seed=3)
    ended = record.last("meeting.ended")
    assert ended is not None
    assert ended.at == MONDAY + 3600 + 1800
    present = set(ended.body.model_dump()["present"])
    assert "tomas" in present
    assert present > {"tomas"}
    said = texts(record, "meeting.said")
    assert "Ruth, what do you think?" in said
    if "ruth" in present:
        assert "ruth answers" in said


async def test_nobody_comes_to_a_meeting_that_was_called_off() -> None:
    """A cancelled meeting does not begin, even where it is the next one the office waits for."""
    player = Steps(meeting("2026-03-02 10:00", "ruth"), ("calendar.cancel", {"meeting": "mtg1"}))
    _, record = await play(player, minds=all_talk())
    assert record.count(kind="calendar.cancelled") == 1
    assert record.count(kind="meeting.started") == 0


async def test_a_moved_meeting_begins_at_its_new_time_and_is_answered_anew() -> None:
    """Moving a meeting moves its beginning, and those invited answer for the new time."""
    player = Steps(
        meeting("2026-03-02 10:00", "ruth"), ("desk.wait", {"until": "30m", "through": True}),
        ("calendar.move", {"meeting": "mtg1", "start": "2026-03-02 14:00"}),
    )  # fmt: skip
    _, record = await play(player, minds=all_talk())
    assert [e.at for e in record.events(kind="meeting.started")] == [MONDAY + 5 * 3600]
    assert record.count(kind="calendar.answered", actor="ruth") == 2


async def test_a_meeting_interrupts_the_players_work() -> None:
    """A meeting that starts cuts a long action short; the player may attend it."""
    player = Steps(
        meeting("2026-03-02 09:15", "ruth"), ("mail.send", {"to": ["ines"], "subject": "Long", "text": "word " * 700}),
        ("calendar.attend", {"meeting": "mtg1"}),
    )  # fmt: skip
    _, record = await play(player, minds=all_talk())
    cut = player.seen[2].last.cut  # type: ignore[union-attr]
    assert cut is not None
    assert cut.action == "mail.send"
    assert player.seen[3].meeting == "mtg1"
    assert record.count(kind="seat.interrupted") == 1


async def test_a_script_is_spoken_by_whom_it_is_for() -> None:
    """What the scenario has somebody say in a meeting is said there."""
    entry = {
        "id": "hall", "at": MONDAY + 60, "who": "ruth", "does": "meet", "to": ["tomas", "ines"], "subject": "Hall",
        "until": MONDAY + 7200, "minutes": 30, "text": "The price has changed.",
    }  # fmt: skip
    _, record = await play(Steps(WAIT), minds=all_talk(), timeline=[entry])
    assert "The price has changed." in texts(record, "meeting.said", "ruth")


async def test_a_meeting_runs_over_where_its_organiser_lets_it() -> None:
    """By habit, bounded, and in the record; whoever is in it is told, and may stay or go with a word. By default all
    ends in time."""
    stays: list[tuple[str, dict[str, Any]]] = [
        ("desk.wait", {"until": "10:00", "through": True}),
        ("calendar.attend", {"meeting": "mtg1"}),
    ]
    goes: list[tuple[str, dict[str, Any]]] = [
        ("desk.wait", {"until": "2h", "through": True}),
        ("calendar.leave", {"meeting": "mtg1", "word": "Audit."}),
    ]
    hall = meets("hall", "ruth", ["tomas", "ines"], 3600)
    _, plain = await play(Steps(*stays), minds=all_talk(), timeline=[hall])
    assert [e.body.over for e in plain.events(kind="meeting.ended")] == [0]  # type: ignore[attr-defined]
    habits = {"ruth": replace(PROMPT, overruns=1.0)}
    player = Steps(*stays, *goes)
    _, record = await play(player, minds=all_talk(), habits=habits, timeline=[hall])
    (ended,) = record.events(kind="meeting.ended")
    over = ended.body.over  # type: ignore[attr-defined]
    assert 180 <= over <= 15 * 60
    assert ended.at == MONDAY + 3600 + 1800 + over
    told = [n for seen in player.seen for n in seen.notices if "runs over" in n.gist]
    assert [(n.ref, n.interrupts) for n in told] == [("mtg1", True)]
    (left,) = [e for e in record.events(kind="meeting.left") if e.actor == "tomas"]
    assert (left.at < ended.at, left.body.word) == (True, "Audit.")  # type: ignore[attr-defined]


async def test_who_has_another_meeting_leaves_one_that_runs_over_or_is_late_for_the_next() -> None:
    """The next one has begun: out of a peer's meeting they go with a word, out of their boss's they come late."""
    habits = {"ruth": replace(PROMPT, overruns=1.0), "anna-k": replace(PROMPT, overruns=1.0)}
    for boss, late in (("anna-k", False), ("ruth", True)):
        first = meets("first", boss, ["ines", "tomas", "anna-k" if late else "ruth"], 3600, 60)
        other = "ruth" if boss == "anna-k" else "anna-k"
        following = meets("following", other, ["ines", "tomas", boss], 7200)
        seen = set()
        for seed in range(1, 7):
            _, record = await play(Steps(), minds=all_talk(), habits=habits, timeline=[first, following], seed=seed)
            (over,) = [e.body.over for e in record.events(kind="meeting.ended") if e.body.meeting == "mtg1"]  # type: ignore[attr-defined]
            left = [e for e in record.events(kind="meeting.left", actor="ines") if e.body.meeting == "mtg1"]  # type: ignore[attr-defined]
            came = [e for e in record.events(kind="meeting.joined", actor="ines") if e.body.meeting == "mtg2"]  # type: ignore[attr-defined]
            there = [e.body.meeting for e in record.events(kind="meeting.joined", actor="ines")]  # type: ignore[attr-defined]
            if there[:1] != ["mtg1"]:
                continue
            if came and left:
                assert left[0].body.word  # type: ignore[attr-defined]
                seen.add("left")
            elif came:
                assert came[0].at >= MONDAY + 7200 + over
                seen.add("late")
        assert ("late" if late else "left") in seen
        assert ("left" if late else "late") not in seen


async def test_whose_day_ends_goes_home_from_a_meeting_that_runs_over() -> None:
    """Nobody is kept beyond their hours: they go with a word when their day ends."""
    habits = {"anna-b": replace(PROMPT, overruns=1.0)}
    late = meets("late", "anna-b", ["ines", "ruth"], 7 * 3600 + 1800, 30, at=MONDAY + 6 * 3600 + 1800)
    _, record = await play(Steps(), minds=all_talk(), habits=habits, timeline=[late], seed=2)
    gone = {e.actor: e.at for e in record.events(kind="meeting.left")}
    assert record.count(kind="meeting.prolonged") == 1
    assert set(gone) <= {"ines", "ruth"}
    assert gone
    assert all(MONDAY + 8 * 3600 <= at <= MONDAY + 8 * 3600 + 5 for at in gone.values())
