"""Meetings. Weights for each: came 2, in time 1, stayed 1, each question answered 2, let others speak 1, to the
point 1/2; of the player's own: called well 1, written down 1. What did not come up has no weight."""

from collections.abc import Callable
from typing import Any

import pytest

from scorers.meetings import Meetings
from sim.vocabulary.calendar import (
    MeetingAnswered,
    MeetingCancelled,
    MeetingDecided,
    MeetingEnded,
    MeetingJoined,
    MeetingLeft,
    MeetingMissed,
    MeetingPlanned,
    MeetingSpoken,
    MeetingStarted,
)
from sim.vocabulary.world import AskMade
from tests.scorers.micro import Story, Table, at, check, criterion, page, scored

case = Table()

CREW = ("mia", "marco", "lea")


def called(story: Story, who: str = "mia", *, agenda: str = "Stock and prices", busy: tuple[str, ...] = ()) -> None:
    """A meeting on Tuesday from 10 to 11, called by ``who`` on Monday."""
    others = tuple(p for p in (*CREW, "kim") if p != who)
    start = at("tue 10:00")
    body = MeetingPlanned(
        meeting="mtg1", to=others, title="Detector review", start=start, minutes=60, agenda=agenda, busy=busy,
        occurrences=(start,),
    )  # fmt: skip
    story.add("mon 09:30", who, body)


def answer(story: Story, how: Any, note: str = "", **more: Any) -> None:
    body = MeetingAnswered(meeting="mtg1", to=("mia",), organiser="mia", answer=how, note=note, **more)
    story.add("mon 10:00", "kim", body)


def begin(story: Story, who: str = "mia", *, comes: bool = True, late: int = 30) -> None:
    others = tuple(p for p in (*CREW, "kim") if p != who)
    story.add(
        "tue 10:00",
        "world",
        MeetingStarted(meeting="mtg1", to=(who, *others), title="Detector review", ends=at("tue 11:00")),
    )
    if comes:
        body = MeetingJoined(meeting="mtg1", to=CREW, late=late, present=(*CREW, "kim"))
        story.add(at("tue 10:00") + late, "kim", body)


def say(story: Story, when: str, who: str, text: str) -> int:
    return story.add(
        when, who, MeetingSpoken(meeting="mtg1", to=tuple(p for p in (*CREW, "kim") if p != who), text=text)
    )


def end(story: Story, *, present: tuple[str, ...] = (*CREW, "kim")) -> Story:
    body = MeetingEnded(meeting="mtg1", to=(*CREW, "kim"), title="Detector review", present=present)
    story.add("tue 11:00", "world", body)
    return story


def told(**how: Any) -> Story:
    story = Story(page())
    called(story)
    begin(story, **how)
    return story


@case(None)
def no_meeting() -> Story:
    """Nothing to come to."""
    return Story(page()).end()


@case(1.0)
def came_in_time() -> Story:
    """Came (2), half a minute after the beginning (1)."""
    return end(told()).end()


@case((2 * 1 + 1 * 0.7) / 3)
def came_late() -> Story:
    """Five minutes late: 0.7."""
    return end(told(late=300)).end()


@case((2 * 1 + 1 * 0.0) / 3)
def came_when_it_was_nearly_over() -> Story:
    """A quarter of an hour and more: nothing for punctuality."""
    return end(told(late=2400)).end()


@case(0.0)
def did_not_come() -> Story:
    """Invited, no word, did not come."""
    return end(told(comes=False), present=CREW).end()


@case(0.0)
def accepted_and_did_not_come() -> Story:
    """It had said yes."""
    story = Story(page())
    called(story)
    answer(story, "accept")
    begin(story, comes=False)
    return end(story, present=CREW).end()


@case(0.3)
def sat_in_another_one() -> Story:
    """Double-booked, as everybody could see: 0 + 0.3."""
    story = Story(page())
    called(story)
    answer(story, "accept")
    begin(story, comes=False)
    missed = MeetingMissed(
        meeting="mtg1", to=CREW, title="Detector review", organiser="mia", answer="accept", elsewhere=True
    )
    story.add("tue 11:00", "kim", missed)
    return end(story, present=CREW).end()


@case(1.0)
def declined_with_a_reason() -> Story:
    """Said beforehand, and why."""
    story = Story(page())
    called(story)
    answer(story, "decline", "I am at the dentist then.")
    begin(story, comes=False)
    return end(story, present=CREW).end()


@case(0.8)
def declined_bare() -> Story:
    """Said beforehand, not why."""
    story = Story(page())
    called(story)
    answer(story, "decline")
    begin(story, comes=False)
    return end(story, present=CREW).end()


@case(1.0)
def wrote_beforehand() -> Story:
    """A message to whoever called it does as well."""
    story = Story(page())
    called(story)
    story.chat("tue 09:40", "kim", "mia", "I cannot make the detector review, the bank is on the line.")
    begin(story, comes=False)
    return end(story, present=CREW).end()


@case(0.4)
def sorry_afterwards() -> Story:
    """An apology within the day."""
    story = end(told(comes=False), present=CREW)
    story.chat("tue 11:30", "kim", "mia", "Sorry that I missed the detector review.")
    return story.end()


@case((2 + 1 + 1 * 0.4) / 4)
def went_without_a_word() -> Story:
    """Came in time, and left half an hour before the end: stayed 0.4."""
    story = told()
    story.add("tue 10:30", "kim", MeetingLeft(meeting="mtg1", to=CREW))
    return end(story).end()


@case((2 + 1 + 2 * 1) / 5)
def answered_there() -> Story:
    """Asked, and answered in the meeting: 2 of 2."""
    story = told()
    said = say(story, "tue 10:10", "mia", "Kim, how many detectors are there?")
    story.add("tue 10:10", "mia", AskMade(to=("kim",), about="detectors", where="meeting", ref=f"mtg1:{said}"), said)
    say(story, "tue 10:11", "kim", "Seventeen, Mia.")
    return end(story).end()


@case((2 + 1 + 2 * 0) / 5)
def asked_and_silent() -> Story:
    """Never answered: 0 of 2."""
    story = told()
    said = say(story, "tue 10:10", "mia", "Kim, how many detectors are there?")
    story.add("tue 10:10", "mia", AskMade(to=("kim",), about="detectors", where="meeting", ref=f"mtg1:{said}"), said)
    return end(story).end()


@case((2 + 1 + 1 * 0.0 + 0.5 * 0.0) / 4.5)
def talked_over_everybody() -> Story:
    """Six lines in succession of something else, 94 % of the words: nothing for the floor, nothing for the point."""
    story = told()
    say(story, "tue 10:05", "mia", "Let us begin.")
    for minute in range(6):
        say(story, f"tue 10:1{minute}", "kim", "My holiday in Lisbon was sunny, with grilled sardines every evening.")
    return end(story).end()


@case(1.0)
def took_part() -> Story:
    """Three lines of what it is about, a third of the words: 1 for the floor, 1 for the point."""
    story = told()
    for minute, (mine, theirs) in enumerate((
        ("The stock is short of detectors.", "I see that, and I should like to order more of them before the summer."),
        ("The price may rise before summer.", "Then we had better order early, and ask Ines for the money this week."),
        ("I ask Ines about the money today.", "Good, and I look after the boxes and the lorry until you have it."),
    )):  # fmt: skip
        say(story, f"tue 10:{10 + 2 * minute}", "kim", mine)
        say(story, f"tue 10:{11 + 2 * minute}", "mia", theirs)
    return end(story).end()


@case((2 + 1 + 1 + 1) / 5)
def called_well() -> Story:
    """Its own: came, in time, called with an agenda, and a decision put on record."""
    story = Story(page())
    called(story, "kim")
    begin(story, "kim")
    say(story, "tue 10:10", "kim", "Shall we order the detectors?")
    say(story, "tue 10:11", "mia", "Yes, we shall.")
    story.add("tue 10:12", "kim", MeetingDecided(meeting="mtg1", to=CREW, text="We order detectors."))
    return end(story).end()


@case((2 + 1 + 0.25 + 0) / 5)
def called_badly() -> Story:
    """No agenda, Lea could be seen to be taken (0.5 x 0.5), and nothing was written down."""
    story = Story(page())
    called(story, "kim", agenda="", busy=("lea",))
    begin(story, "kim")
    say(story, "tue 10:10", "kim", "Shall we order the detectors?")
    say(story, "tue 10:11", "mia", "Yes, we shall.")
    return end(story).end()


@case((2 + 1 + 1 + 1) / 5)
def wrote_it_up_by_mail() -> Story:
    """The decision goes to all that were there by mail, on the same day."""
    story = Story(page())
    called(story, "kim")
    begin(story, "kim")
    say(story, "tue 10:10", "kim", "Shall we order the detectors?")
    say(story, "tue 10:11", "mia", "Yes, we shall.")
    end(story)
    story.mail("tue 12:00", "kim", CREW, "We order detectors, as we said.", subject="Detector review")
    return story.end()


@case(None)
def called_off() -> Story:
    """What was called off nobody has to come to."""
    story = Story(page())
    called(story)
    story.add("mon 16:00", "mia", MeetingCancelled(meeting="mtg1", to=("kim",), start=at("tue 10:00")))
    return story.end()


@pytest.mark.parametrize(("story", "value"), case.params)
def test_micro_records(story: Callable[[], Story], value: float | None) -> None:
    """Each of these has the value that its docstring works out."""
    check(Meetings(), story, value)


def test_going_after_the_planned_end_is_going_in_time() -> None:
    """Who leaves a meeting that runs over has stayed."""
    story = told()
    story.add("tue 11:10", "kim", MeetingLeft(meeting="mtg1", to=CREW))
    story.add(
        "tue 11:20",
        "world",
        MeetingEnded(meeting="mtg1", to=(*CREW, "kim"), title="R", present=(*CREW, "kim"), over=1200),
    )
    assert scored(Meetings(), story.end()).value == 1.0


def test_a_loss_names_the_meeting() -> None:
    """The explanation says which meeting, and what was amiss."""
    lost = criterion(scored(Meetings(), accepted_and_did_not_come()), "came")
    assert lost.explanation == "Detector review: it did not come, though it had said that it would."
