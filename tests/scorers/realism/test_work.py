"""Measures of work at the desk and of dates on hand-made records, each value worked out in the test's docstring."""

from typing import Any

import pytest

from scorers.realism import work
from scorers.realism.log import Log
from sim.vocabulary.background import WorkStretch
from sim.vocabulary.world import CommitmentClosed, CommitmentMade
from tests.scorers.micro import Story, at


def logs(story: Story) -> tuple[Log, ...]:
    return (Log(story.end().record()),)


def stretch(story: Story, task: str, start: str, end: str, why: Any, who: str = "marco") -> None:
    story.add(end, who, WorkStretch(task=task, since=at(start), why=why))


def day() -> Story:
    """Marco: list 10 min, a message; plan 6 min, of his own accord; list 8 min, done; draft till a call; next day."""
    story = Story()
    stretch(story, "list", "mon 09:00", "mon 09:10", "message")
    stretch(story, "plan", "mon 09:12", "mon 09:18", "self")
    stretch(story, "list", "mon 09:18", "mon 09:26", "done")
    stretch(story, "draft", "mon 09:26", "mon 09:42", "call")
    stretch(story, "draft", "tue 09:00", "tue 09:10", "pause")
    return story


def test_stretches_are_as_long_as_they_are_whatever_ended_them() -> None:
    """10, 6, 8, 16 and 10 minutes: 10 on average."""
    assert work.segment(logs(day())).value == pytest.approx(10)


def test_of_the_switches_those_of_ones_own_accord_are_counted() -> None:
    """Three switches (message, self, call), one of them one's own; of five stretches three were interrupted."""
    assert work.self_started(logs(day())).value == pytest.approx(1 / 3)
    assert work.interrupted_share(logs(day())).value == pytest.approx(3 / 5)


def test_interrupted_work_is_resumed_on_the_same_day_or_is_not() -> None:
    """The list is taken up after 8 minutes with one other task between; plan never; the draft only the next day."""
    found = logs(day())
    assert work.resumed(found).value == pytest.approx(1 / 3)
    assert work.resume_delay(found).value == pytest.approx(8)
    assert work.tasks_between(found).value == pytest.approx(1)


def test_a_task_between_is_counted_once_however_often_it_comes() -> None:
    """List, plan, draft, plan, list: two other tasks between."""
    story = Story()
    for task, start, end in (
        ("list", "09:00", "09:05"), ("plan", "09:05", "09:10"), ("draft", "09:10", "09:15"), ("plan", "09:15", "09:20"),
        ("list", "09:20", "09:25"),
    ):  # fmt: skip
        stretch(story, task, f"mon {start}", f"mon {end}", "message" if task == "list" else "done")
    (back, last) = work.returns(logs(story))
    assert (back.same_day, back.between, back.delay) == (True, 2, 15 * 60)
    assert not last.same_day


def promise(story: Story, id: str, made: str, due: str, *, task: str | None = None, by: str = "marco") -> None:
    body = CommitmentMade(
        id=id, by=by, to="mia", what="the list", due=at(due), confidence=1.0, where="mail", ref="m1", task=task
    )
    story.add(made, by, body)


def close(story: Story, id: str, when: str, how: Any = "kept", by: str = "marco") -> None:
    story.add(when, by, CommitmentClosed(id=id, by=by, to="mia", how=how))


def test_tasks_with_a_date_are_late_by_the_clock_and_overrun_in_working_time() -> None:
    """One done a quarter early (6 of 8 working hours: -0.25), one late (12 of 8: +0.5), one open whose date has passed:
    two of three late, and 0.125 over on average."""
    story = Story()
    promise(story, "d1", "mon 09:00", "mon 17:00", task="list")
    promise(story, "d2", "mon 09:00", "mon 17:00", task="plan")
    promise(story, "d3", "mon 09:00", "tue 12:00", task="draft")
    close(story, "d1", "mon 15:00")
    close(story, "d2", "tue 13:00")
    found = logs(story)
    assert work.late(found).value == pytest.approx(2 / 3)
    assert work.overrun(found).value == pytest.approx(0.125)


def test_promises_are_kept_by_their_date_or_are_not() -> None:
    """Kept in time, kept late, broken, released, and one not due by the end: one of three. Kim's do not count."""
    story = Story()
    for id in ("b1", "b2", "b3", "b4"):
        promise(story, id, "mon 09:00", "mon 12:00")
    promise(story, "b5", "mon 09:00", "sun 12:00")
    promise(story, "b6", "mon 09:00", "mon 12:00", by="kim")
    close(story, "b4", "mon 09:30", "released")
    close(story, "b1", "mon 11:00")
    close(story, "b2", "mon 13:00")
    close(story, "b3", "mon 14:00", "broken")
    assert work.kept(logs(story)).value == pytest.approx(1 / 3)
