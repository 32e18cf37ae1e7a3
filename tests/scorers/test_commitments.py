"""Commitments: promises kept, late, moved, broken. Weight is confidence times content, up to four content words."""

from collections.abc import Callable

import pytest

from scorers.commitments import Commitments
from sim.vocabulary.world import CommitmentClosed, CommitmentMade
from tests.scorers.micro import Story, Table, at, check, scored

case = Table()

WHAT = "I'll send you the supplier comparison with freight costs by Tuesday noon"
"""Five content words without those that say when: supplier, comparison, freight, costs (and "send" is none)."""


def promise(
    story: Story,
    when: str,
    what: str = WHAT,
    to: str = "mia",
    due: str = "tue 12:00",
    confidence: float = 1.0,
    by: str = "kim",
) -> str:
    """Somebody, the player by default, writes a promise, and the world notes it; its id."""
    serial = story.chat(when, by, to, what)
    id = f"p{serial}"
    body = CommitmentMade(
        id=id, by=by, to=to, what=what, due=at(due), confidence=confidence, where="chat", ref=f"c{serial}"
    )
    story.add(when, by, body, serial)
    return id


def close(story: Story, when: str, id: str, how: str = "kept", late: int = 0, to: str = "mia", by: str = "kim") -> None:
    story.add(when, by, CommitmentClosed(id=id, by=by, to=to, how=how, late=late))  # type: ignore[arg-type]


@case(None)
def nothing_promised() -> Story:
    """No promise of the player's: nothing to score, whatever others promised."""
    story = Story()
    close(story, "wed 09:00", promise(story, "mon 10:00", to="kim", by="mia"), "broken", to="kim", by="mia")
    return story.end()


@case(1.0)
def kept_in_time() -> Story:
    """All of it."""
    story = Story()
    close(story, "tue 11:00", promise(story, "mon 10:00"))
    return story.end()


@case(0.0)
def broken() -> Story:
    """Nothing came."""
    story = Story()
    close(story, "tue 12:00", promise(story, "mon 10:00"), "broken")
    return story.end()


@case(0.8)
def kept_an_hour_late() -> Story:
    """The world says an hour of working time late: 0.8."""
    story = Story()
    close(story, "tue 13:00", promise(story, "mon 10:00"), "kept", late=3600)
    return story.end()


@case(0.8 - 0.3 * 3 / 7)
def broken_and_then_kept_after_all() -> Story:
    """Broken at noon; at 16:00 the player sends what it promised, four working hours late: between 0.8 (one hour) and
    0.5 (eight), 0.8 - 0.3 * 3/7."""
    story = Story()
    close(story, "tue 12:00", promise(story, "mon 10:00"), "broken")
    story.chat("tue 16:00", "kim", "mia", "Here is the supplier comparison, freight included.")
    return story.end()


@case(0.0)
def small_talk_keeps_no_promise() -> Story:
    """A later message about something else does not keep it."""
    story = Story()
    close(story, "tue 12:00", promise(story, "mon 10:00"), "broken")
    story.chat("tue 16:00", "kim", "mia", "How did the audit go?")
    return story.end()


@case(0.85)
def moved_in_time_and_kept() -> Story:
    """A new date before the old one has passed, and kept: 1 * 0.85."""
    story = Story()
    first = promise(story, "mon 10:00")
    second = promise(story, "tue 10:00", "I'll send the supplier comparison with freight on Thursday", due="thu 17:00")
    close(story, "tue 12:00", first, "broken")
    close(story, "thu 16:00", second)
    return story.end()


@case(0.85**2)
def moved_twice() -> Story:
    """Each new date costs: 0.85 * 0.85. "I'll have it by then" speaks of what was promised last."""
    story = Story()
    first = promise(story, "mon 10:00")
    second = promise(story, "tue 10:00", "I'll have it by Wednesday", due="wed 17:00")
    close(story, "tue 12:00", first, "broken")
    third = promise(story, "wed 10:00", "I will have it by Thursday", due="thu 17:00")
    close(story, "wed 17:00", second, "broken")
    close(story, "thu 16:00", third)
    return story.end()


@case(0.5)
def moved_when_it_was_too_late() -> Story:
    """A new date after the old one had passed, and kept: 1 * 0.5."""
    story = Story()
    close(story, "tue 12:00", promise(story, "mon 10:00"), "broken")
    second = promise(story, "wed 10:00", "I'll send the supplier comparison with freight on Thursday", due="thu 17:00")
    close(story, "thu 16:00", second)
    return story.end()


@case(0.5)
def the_same_promised_three_times_counts_once() -> Story:
    """Three times the same promise, all broken, and another that is kept: (0 + 1) / 2, not 1/4."""
    story = Story()
    ids = [promise(story, f"mon 1{n}:00") for n in range(3)]
    for id in ids:
        close(story, "tue 12:00", id, "broken")
    other = promise(story, "wed 10:00", "I'll book the training room for the calibration audit", due="thu 12:00")
    close(story, "thu 10:00", other)
    return story.end()


@case(0.5 / 1.5)
def weighed_by_confidence() -> Story:
    """A firm promise broken (weight 1), a soft one kept (weight 0.5): 0.5 / 1.5."""
    story = Story()
    close(story, "tue 12:00", promise(story, "mon 10:00"), "broken")
    soft = "I'll try to find the training room plan for the calibration audit"
    close(story, "wed 10:00", promise(story, "wed 09:30", soft, due="wed 12:00", confidence=0.5))
    return story.end()


@case(None)
def trifles_are_nothing_to_score() -> Story:
    """ "I'll say hi" has one content word, weight 0.25: too little to earn a perfect score with."""
    story = Story()
    close(story, "mon 12:00", promise(story, "mon 10:00", "I'll say hi"))
    return story.end()


@case(None)
def kept_in_the_same_breath() -> Story:
    """Announced and done within five minutes: a quarter of its weight, too little to score."""
    story = Story()
    close(story, "mon 10:02", promise(story, "mon 10:00"))
    return story.end()


@case(1.0)
def kept_by_a_file() -> Story:
    """The world looks for a message; the comparison stands on the drive in time, under its name."""
    story = Story()
    id = promise(story, "mon 10:00")
    story.write("tue 10:00", "# Supplier comparison\n\nOptix is cheaper.", "/supply/supplier-comparison.md")
    close(story, "tue 12:00", id, "broken")
    return story.end()


@case(0.0)
def a_file_written_before_or_by_others_keeps_nothing() -> Story:
    """What stood there already, what somebody else wrote, and what came too late were not promised."""
    story = Story()
    path, text = "/supply/supplier-comparison.md", "# Supplier comparison"
    story.write("mon 09:30", text, path)
    id = promise(story, "mon 10:00")
    story.write("mon 11:00", text, path, "marco")
    close(story, "tue 12:00", id, "broken")
    story.write("wed 10:00", text, path)
    return story.end()


@case(0.9)
def kept_a_moment_late() -> Story:
    """Late by less than a minute: 0.9, and no more."""
    story = Story()
    close(story, "tue 12:00", promise(story, "mon 10:00"), "broken")
    story.chat("tue 12:00", "kim", "mia", "Here is the supplier comparison, freight included.")
    return story.end()


@case(1.0)
def a_date_moved_by_minutes() -> Story:
    """Ten minutes more or less are no new date."""
    story = Story()
    promise(story, "mon 10:00")
    second = promise(story, "tue 10:00", due="tue 12:10")
    close(story, "tue 12:05", second)
    return story.end()


@case(None)
def not_due_yet() -> Story:
    """What falls due after the end cannot be judged."""
    story = Story()
    promise(story, "fri 16:00", due="week 2 mon 12:00")
    return story.end()


@case(0.0)
def left_with_a_promise_open() -> Story:
    """Whoever says it is done and goes has broken what is open."""
    story = Story()
    promise(story, "mon 10:00")
    return story.end("mon 11:00", "finished")


@case(1.0)
def released() -> Story:
    """The other said it was not needed."""
    story = Story()
    close(story, "tue 09:00", promise(story, "mon 10:00"), "released")
    return story.end()


@case(0.7)
def renegotiated() -> Story:
    """The other agreed to another arrangement, which the record does not hold as a promise: 0.7."""
    story = Story()
    close(story, "tue 09:00", promise(story, "mon 10:00"), "renegotiated")
    return story.end()


@pytest.mark.parametrize(("story", "value"), case.params)
def test_commitments_are_as_worked_out_by_hand(story: Callable[[], Story], value: float | None) -> None:
    """Each story has the score that its docstring works out."""
    check(Commitments(), story, value)


def test_a_kept_promise_ends_its_chain() -> None:
    """To promise the like again after having kept it is a new promise, not a new date."""
    story = Story()
    close(story, "tue 11:00", promise(story, "mon 10:00"))
    again = promise(story, "wed 10:00", due="thu 12:00")
    close(story, "thu 11:00", again)
    score = scored(Commitments(), story.end())
    assert [c.value for c in score.criteria] == [1.0, 1.0]
