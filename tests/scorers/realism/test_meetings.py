"""Measures of meetings and calls on hand-made records, each value worked out in the test's docstring."""

from typing import Any

import pytest

from scorers.realism import meetings
from scorers.realism.log import Log
from sim.vocabulary.calendar import MeetingAnswered, MeetingEnded, MeetingJoined, MeetingPlanned, MeetingStarted
from tests.scorers.micro import Story, at


def logs(story: Story) -> tuple[Log, ...]:
    return (Log(story.end().record()),)


def plan(story: Story, meeting: str, organiser: str, people: tuple[str, ...], start: str) -> None:
    body = MeetingPlanned(
        meeting=meeting, to=people, title="Plan", start=at(start), minutes=30, occurrences=(at(start),)
    )
    story.add("mon 09:00", organiser, body)


def hold(story: Story, meeting: str, start: str, came: tuple[tuple[str, int], ...], minutes: int = 30) -> None:
    """The meeting begins, people come so many seconds later, and it ends."""
    begin = at(start)
    everyone: Any = tuple(who for who, _ in came)
    story.add(begin, "world", MeetingStarted(meeting=meeting, to=everyone, title="Plan", ends=begin + minutes * 60))
    present: list[str] = []
    for who, late in came:
        present.append(who)
        body = MeetingJoined(meeting=meeting, to=(), late=late, present=tuple(present))
        story.add(begin + late, who, body)
    ended = MeetingEnded(meeting=meeting, to=everyone, title="Plan", present=everyone)
    story.add(begin + minutes * 60, "world", ended)


def test_a_meeting_starts_when_its_organiser_and_one_other_are_there() -> None:
    """Mia's begins 50 s after its time (not late); Ines's waits for Ines, 200 s (late); nobody came to Ruth's."""
    story = Story()
    plan(story, "mtg1", "mia", ("marco", "lea"), "mon 10:00")
    plan(story, "mtg2", "ines", ("mia", "marco"), "mon 11:00")
    plan(story, "mtg3", "ruth", ("ines",), "mon 14:00")
    hold(story, "mtg1", "mon 10:00", (("mia", 10), ("marco", 50), ("lea", 400)), 30)
    hold(story, "mtg2", "mon 11:00", (("mia", 5), ("marco", 8), ("ines", 200)), 60)
    hold(story, "mtg3", "mon 14:00", (("ruth", 5),), 15)
    found = logs(story)
    assert [meetings.begun(m) - m.start for m in meetings.held(found[0])] == [50, 200]  # type: ignore[operator]
    assert meetings.late_share(found).value == pytest.approx(0.5)
    assert meetings.length(found).value == pytest.approx(45)


def test_meetings_in_a_week_count_people_and_their_working_days() -> None:
    """Two meetings of two and three coworkers, five sittings; six coworkers work five days, one week: 5/6."""
    story = Story()
    plan(story, "mtg1", "mia", ("marco",), "mon 10:00")
    plan(story, "mtg2", "ines", ("mia", "marco", "kim"), "mon 11:00")
    hold(story, "mtg1", "mon 10:00", (("mia", 1), ("marco", 2)))
    hold(story, "mtg2", "mon 11:00", (("ines", 1), ("mia", 2), ("marco", 3), ("kim", 4)))
    assert meetings.per_week(logs(story)).value == pytest.approx(5 / 6)


def test_declines_are_counted_for_the_meeting_they_are_about() -> None:
    """A series accepted as a whole by two, of whose two meetings one of them declines one: 1 of 4 invitations."""
    story = Story()
    body = MeetingPlanned(
        meeting="mtg1", to=("marco", "lea", "kim"), title="Plan", start=at("mon 10:00"), minutes=30, repeats="weekdays",
        occurrences=(at("mon 10:00"), at("tue 10:00")),
    )  # fmt: skip
    story.add("mon 09:00", "mia", body)
    for who in ("marco", "lea"):
        story.add("mon 09:10", who, MeetingAnswered(meeting="mtg1", to=("mia",), organiser="mia", answer="accept"))
    hold(story, "mtg1.1", "mon 10:00", (("mia", 1), ("marco", 2), ("lea", 3)))
    decline = MeetingAnswered(meeting="mtg1.2", to=("mia",), organiser="mia", answer="decline")
    story.add("mon 12:00", "lea", decline)
    hold(story, "mtg1.2", "tue 10:00", (("mia", 1), ("marco", 2)))
    assert meetings.declined(logs(story)).value == pytest.approx(1 / 4)


def test_calls_without_invitation_are_those_that_were_answered() -> None:
    """One call taken, one missed, one walk-up taken, one call to the seat, and one meeting: one of two."""
    story = Story()
    plan(story, "mtg1", "mia", ("marco",), "mon 14:00")
    story.take("mon 10:00", story.ring("mon 10:00", "mia", "marco"))
    story.miss("mon 10:30", story.ring("mon 10:29", "mia", "marco"))
    story.take("mon 11:00", story.ring("mon 11:00", "mia", "marco", way="walk_up"))
    story.take("mon 11:30", story.ring("mon 11:30", "mia", "kim"))
    hold(story, "mtg1", "mon 14:00", (("mia", 1), ("marco", 2)))
    assert meetings.without_invitation(logs(story)).value == pytest.approx(0.5)
