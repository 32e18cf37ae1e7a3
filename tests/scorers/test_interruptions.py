"""Interruptions. An urgent call weighs 2, any other 1, a piece of broken-off work 0.5. Ruth rings; Kim works 9-17."""

from collections.abc import Callable

import pytest

from scorers.interruptions import Interruptions
from sim.vocabulary.calendar import MeetingAnswered, MeetingJoined, MeetingPlanned, MeetingStarted
from sim.vocabulary.pager import PageAcknowledged, PageEscalated, PagePassedOn, PageRaised
from sim.vocabulary.seat import Acted, Dropped, Interrupted, InterruptionMet, Resumed
from tests.scorers.micro import Story, Table, at, check, criterion, scored

case = Table()


def cut(story: Story, when: str, notice: int, action: str = "drive.write") -> None:
    story.add(when, "kim", Interrupted(turn=1, action=action, done=60, left=600, by="ruth", notice=notice), notice)


def met(story: Story, when: str, notice: int, how: str) -> None:
    story.add(when, "kim", InterruptionMet(notice=notice, how=how, after=5), notice)


def met_as(story: Story, when: str, notice: int, how: str, cause: int) -> None:
    """The player did so about an interruption, by the event ``cause``."""
    story.add(when, "kim", InterruptionMet(notice=notice, how=how, after=60), cause)


@case(None)
def nobody_interrupted() -> Story:
    """A message badges and interrupts nobody."""
    story = Story()
    story.chat("mon 10:00", "ruth", "kim", "A slide for the bank, today?")
    return story.end()


@case(1.0)
def taken_and_resumed() -> Story:
    """The call taken (1), the work resumed in time (1)."""
    story = Story()
    ring = story.ring("mon 10:00")
    cut(story, "mon 10:00", ring)
    story.take("mon 10:00", ring)
    met(story, "mon 10:01", ring, "taken")
    story.add("mon 10:05", "kim", Resumed(action="drive.write", left=600, cost=60))
    return story.end()


@case(1 / 1.5)
def taken_and_the_work_forgotten() -> Story:
    """The call 1, the work never taken up 0: 1 / 1.5."""
    story = Story()
    ring = story.ring("mon 10:00")
    cut(story, "mon 10:00", ring)
    story.take("mon 10:00", ring)
    return story.end()


@case((1 + 0.5 * 0.5) / 1.5)
def taken_and_the_work_dropped() -> Story:
    """To drop it knowingly is worth half."""
    story = Story()
    ring = story.ring("mon 10:00")
    cut(story, "mon 10:00", ring)
    story.take("mon 10:00", ring)
    story.add("mon 10:05", "kim", Dropped(action="drive.write", left=600))
    return story.end()


@case(1.0)
def the_same_action_done_later() -> Story:
    """Whoever does the same anew has taken it up again."""
    story = Story()
    ring = story.ring("mon 10:00")
    cut(story, "mon 10:00", ring)
    story.take("mon 10:00", ring)
    story.add("mon 11:00", "kim", Acted(turn=2, action="drive.write", arguments={}, took=600))
    return story.end()


@case((1 + 0.5 * 0.6) / 1.5)
def resumed_two_days_later() -> Story:
    """16 working hours later: 0.6."""
    story = Story()
    ring = story.ring("mon 10:00")
    cut(story, "mon 10:00", ring)
    story.take("mon 10:00", ring)
    story.add("wed 10:00", "kim", Resumed(action="drive.write", left=600, cost=60))
    return story.end()


@case(0.8)
def declined_with_a_reason() -> Story:
    """To say why is worth 0.8."""
    story = Story()
    story.decline("mon 10:00", story.ring("mon 10:00"), "in the middle of the audit")
    return story.end()


@case(0.4)
def declined_without_a_word() -> Story:
    """No reason and no word after: 0.4."""
    story = Story()
    story.decline("mon 10:00", story.ring("mon 10:00"))
    return story.end()


@case(0.9)
def handed_to_a_colleague_who_took_it() -> Story:
    """Declined naming Marco, whom Ruth rings and reaches."""
    story = Story()
    ring = story.ring("mon 10:00")
    met_as(story, "mon 10:00", ring, "delegated", story.decline("mon 10:00", ring))
    story.take("mon 10:02", story.ring("mon 10:01", to="marco"))
    return story.end()


@case(0.4)
def handed_to_a_colleague_who_did_not() -> Story:
    """Declined naming Marco without a word more, who does not pick up: no better than a plain no."""
    story = Story()
    ring = story.ring("mon 10:00")
    met_as(story, "mon 10:00", ring, "delegated", story.decline("mon 10:00", ring))
    story.miss("mon 10:03", story.ring("mon 10:01", to="marco"))
    return story.end()


@case(1.0)
def a_page_taken() -> Story:
    """Paged and taken: 1."""
    story = Story()
    page = story.add("mon 10:00", "world", PageRaised(page="page1", to=("kim",), summary="Down"))
    taken = story.add("mon 10:05", "kim", PageAcknowledged(page="page1"))
    met_as(story, "mon 10:05", page, "taken", taken)
    return story.end()


@case(0.0)
def a_page_left_until_it_went_up() -> Story:
    """Nobody took it within the quarter of an hour: 0."""
    story = Story()
    page = story.add("mon 10:00", "world", PageRaised(page="page1", to=("kim",), summary="Down"))
    up = story.add("mon 10:15", "world", PageEscalated(page="page1", of="kim", to=("mia",), why="no answer"))
    met_as(story, "mon 10:15", page, "missed", up)
    return story.end()


@case(0.4)
def a_page_handed_to_somebody_who_did_not_take_it() -> Story:
    """Handed to Marco, who never acknowledges: 0.4."""
    story = Story()
    page = story.add("mon 10:00", "world", PageRaised(page="page1", to=("kim",), summary="Down"))
    on = story.add("mon 10:05", "kim", PagePassedOn(page="page1", to=("marco",)))
    met_as(story, "mon 10:05", page, "delegated", on)
    return story.end()


@case(1.0)
def deferred_and_called_back() -> Story:
    """ "At 14:00", and a call at 14:10: as good as taken."""
    story = Story()
    ring = story.ring("mon 10:00")
    story.decline("mon 10:00", ring, "I will ring you at 14:00")
    met(story, "mon 10:00", ring, "deferred")
    story.ring("mon 14:10", "kim", "ruth")
    return story.end()


@case(0.5)
def deferred_and_called_back_late() -> Story:
    """ "At 14:00", and a word at 16:30, past the hour of slack but within a working day: 0.5."""
    story = Story()
    story.decline("mon 10:00", story.ring("mon 10:00"), "I will ring you at 14:00")
    story.chat("mon 16:30", "kim", "ruth", "Sorry, now I have time.")
    return story.end()


@case(0.0)
def deferred_and_forgotten() -> Story:
    """A call back that never came is worse than a plain no."""
    story = Story()
    story.decline("mon 10:00", story.ring("mon 10:00"), "I will ring you at 14:00")
    return story.end()


@case(0.8)
def missed_and_followed_up() -> Story:
    """Within four working hours: 0.8."""
    story = Story()
    story.miss("mon 10:02", story.ring("mon 10:00"))
    story.chat("mon 12:00", "kim", "ruth", "You rang: what can I do for you?")
    return story.end()


@case(1.0)
def missed_while_on_another_call() -> Story:
    """Whoever was talking could not take it: followed up it is as good as taken."""
    story = Story()
    story.miss("mon 10:00", story.ring("mon 10:00"), "busy")
    story.chat("mon 12:00", "kim", "ruth", "You rang: what can I do for you?")
    return story.end()


@case(0.0)
def missed_and_never_mentioned() -> Story:
    """Nothing."""
    story = Story()
    story.miss("mon 10:02", story.ring("mon 10:00"))
    return story.end()


@case(None)
def a_call_in_the_evening() -> Story:
    """After hours nobody has to be there."""
    story = Story()
    story.miss("mon 20:02", story.ring("mon 20:00"))
    return story.end()


@case((2 * 0.6 + 1) / 3)
def an_urgent_call_weighs_double() -> Story:
    """Urgent, missed, followed up within half an hour: 0.6 (weight 2); the other taken: 1."""
    story = Story()
    story.miss("mon 10:02", story.ring("mon 10:00", urgent=True))
    story.chat("mon 10:20", "kim", "ruth", "Here I am.")
    story.take("mon 11:00", story.ring("mon 11:00", "mia"))
    return story.end()


@case(0.3)
def an_urgent_call_followed_up_late() -> Story:
    """After an hour and a half: 0.3."""
    story = Story()
    story.miss("mon 10:02", story.ring("mon 10:00", urgent=True))
    story.chat("mon 11:30", "kim", "ruth", "Here I am.")
    return story.end()


@case(0.0)
def an_urgent_call_followed_up_far_too_late() -> Story:
    """After three hours it is no longer urgent."""
    story = Story()
    story.miss("mon 10:02", story.ring("mon 10:00", urgent=True))
    story.chat("mon 13:10", "kim", "ruth", "Here I am.")
    return story.end()


@case(0.5)
def missed_and_followed_up_late() -> Story:
    """After six working hours: 0.5."""
    story = Story()
    story.miss("mon 10:02", story.ring("mon 10:00"))
    story.chat("mon 16:00", "kim", "ruth", "You rang?")
    return story.end()


@case(0.4)
def declined_and_followed_up_far_too_late() -> Story:
    """A word two days later is none: 0.4."""
    story = Story()
    story.decline("mon 10:00", story.ring("mon 10:00"))
    story.chat("wed 15:00", "kim", "ruth", "You rang?")
    return story.end()


@case(0.0)
def missed_and_gone() -> Story:
    """Whoever leaves for good has not followed up, though there was no time left to."""
    story = Story()
    story.miss("mon 10:02", story.ring("mon 10:00"))
    return story.end("mon 10:10", "finished")


@case(None)
def missed_at_the_very_end() -> Story:
    """Half an hour before the end a follow-up cannot be expected."""
    story = Story()
    story.miss("fri 16:32", story.ring("fri 16:30"))
    return story.end()


@case(1.0)
def a_call_answered_without_a_word_of_the_seat_about_it() -> Story:
    """The record of the call alone is enough where nobody noted how it was met; others' calls are others'."""
    story = Story()
    story.take("mon 10:00", story.ring("mon 10:00"))
    story.miss("mon 11:02", story.ring("mon 11:00", "ruth", "marco"))
    return story.end()


@case(0.0)
def an_urgent_call_declined() -> Story:
    """A reason does not help where it was urgent."""
    story = Story()
    story.decline("mon 10:00", story.ring("mon 10:00", urgent=True), "busy")
    return story.end()


@case(0.2)
def hung_up_before_a_word() -> Story:
    """Taken and hung up on is no taking: half of a decline without a word."""
    story = Story()
    story.take("mon 10:00", story.ring("mon 10:00"), hears=False)
    return story.end()


# --- meetings ---


def meeting(story: Story, answer: str | None, *, joins: bool) -> Story:
    start, everybody = at("tue 10:00"), ("kim", "marco")
    planned = MeetingPlanned(meeting="mtg1", to=everybody, title="Audit", start=start, minutes=30, occurrences=(start,))
    story.add("mon 10:00", "mia", planned)
    if answer is not None:
        answered = MeetingAnswered(meeting="mtg1", to=("mia",), organiser="mia", answer=answer)  # type: ignore[arg-type]
        story.add("mon 11:00", "kim", answered)
    started = MeetingStarted(meeting="mtg1", to=("mia", *everybody), title="Audit", ends=start + 1800)
    serial = story.add("tue 10:00", "world", started)
    if answer is None:
        cut(story, "tue 10:00", serial)
    if joins:
        there = MeetingJoined(meeting="mtg1", to=("mia",), late=30, present=("mia", "kim"))
        story.add(start + 30, "kim", there)
    if answer is None:
        story.add("tue 10:40", "kim", Resumed(action="drive.write", left=600, cost=60))
    return story.end()


@case(1.0)
def a_meeting_attended() -> Story:
    """Accepted and there."""
    return meeting(Story(), "accept", joins=True)


@case(0.0)
def a_meeting_accepted_and_missed() -> Story:
    """Accepted and not there."""
    return meeting(Story(), "accept", joins=False)


@case(None)
def a_meeting_declined() -> Story:
    """Who declined beforehand is not expected, and was not interrupted."""
    return meeting(Story(), "decline", joins=False)


@case((0.3 + 0.5) / 1.5)
def a_meeting_that_cut_in_and_was_ignored() -> Story:
    """Never answered, cut in, not attended: 0.3; the work was resumed: 1 (weight 0.5)."""
    return meeting(Story(), None, joins=False)


@pytest.mark.parametrize(("story", "value"), case.params)
def test_interruptions_are_as_worked_out_by_hand(story: Callable[[], Story], value: float | None) -> None:
    """Each story has the score that its docstring works out."""
    check(Interruptions(), story, value)


def test_how_many_were_met_well_is_told() -> None:
    """The explanation counts what was met well and what was taken up again."""
    assert scored(Interruptions(), taken_and_resumed()).explanation == (
        "Interruptions met well: 1 of 1; interrupted work taken up again: 1 of 1."
    )
    assert scored(Interruptions(), declined_without_a_word()).explanation == "Interruptions met well: 0 of 1."


def test_work_is_taken_up_latest_first() -> None:
    """Of two pieces of work cut short the later one is resumed first; the other is the one forgotten."""
    story = Story()
    first = story.ring("mon 10:00")
    cut(story, "mon 10:00", first, "drive.write")
    story.take("mon 10:00", first)
    second = story.ring("mon 10:10")
    cut(story, "mon 10:10", second, "mail.send")
    story.take("mon 10:10", second)
    story.add("mon 10:20", "kim", Resumed(action="mail.send", left=600, cost=60))
    score = scored(Interruptions(), story.end())
    assert criterion(score, f"work {first + 1}").value == 0.0
    assert criterion(score, f"work {second + 1}").value == 1.0
