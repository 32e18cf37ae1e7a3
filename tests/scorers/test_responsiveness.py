"""Responsiveness. In chat an answer is worth all within one working hour, and nothing after twelve; by mail all within
four, nothing after twenty-four. Kim works from 9 to 17."""

from collections.abc import Callable

import pytest

from scorers.responsiveness import Responsiveness
from sim.vocabulary.attention import MindFault
from sim.vocabulary.calendar import MeetingSpoken
from sim.vocabulary.calls import CallSaid
from sim.vocabulary.mail import Outside
from sim.vocabulary.world import AskMade
from tests.scorers.micro import START, Story, Table, check, page, scored

case = Table()

ASKS = "How many visitors come on Friday?"
ANSWER = "Eleven visitors, all from the Lyon office."


@case(None)
def nobody_asked() -> Story:
    """Statements, thanks and pleasantries ask nothing."""
    story = Story()
    story.chat("mon 10:00", "mia", "kim", "I have moved the meeting. How are you?")
    story.chat("mon 11:00", "mia", "kim", "Thanks! Does that help?")
    return story.end()


@case(1.0)
def answered_within_the_hour() -> Story:
    """After half an hour: all of it."""
    story = Story()
    story.ask("mon 10:00", "mia", ASKS)
    story.chat("mon 10:30", "kim", "mia", ANSWER)
    return story.end()


@case(1 - 3 / 11)
def answered_after_four_hours() -> Story:
    """Three of the eleven hours between all and nothing are gone: 1 - 3/11."""
    story = Story()
    story.ask("mon 10:00", "mia", ASKS)
    story.chat("mon 14:00", "kim", "mia", ANSWER)
    return story.end()


@case(1.0)
def the_night_does_not_count() -> Story:
    """Asked at 16:50, answered next day at 9:40: 10 + 40 minutes of working time."""
    story = Story()
    story.ask("mon 16:50", "mia", ASKS)
    story.chat("tue 09:40", "kim", "mia", ANSWER)
    return story.end()


@case(0.0)
def never_answered() -> Story:
    """What was written to somebody else is no answer to Mia."""
    story = Story()
    story.ask("mon 10:00", "mia", ASKS)
    story.chat("mon 10:30", "kim", "marco", ANSWER)
    return story.end()


@case(0.0)
def answered_after_two_days() -> Story:
    """16 working hours later: worth nothing."""
    story = Story()
    story.ask("mon 10:00", "mia", ASKS)
    story.chat("wed 10:00", "kim", "mia", ANSWER)
    return story.end()


@case(1.0)
def mail_answered_within_four_hours() -> Story:
    """By mail, four hours are well in time; the answer may come by another way."""
    story = Story()
    story.ask("mon 10:00", "mia", ASKS, app="mail")
    story.chat("mon 13:50", "kim", "mia", ANSWER)
    return story.end()


@case(1 - 4 / 20)
def mail_answered_next_day() -> Story:
    """Eight hours: four of the twenty between all and nothing are gone."""
    story = Story()
    story.ask("mon 10:00", "mia", ASKS, app="mail")
    story.mail("tue 10:00", "kim", "mia", ANSWER)
    return story.end()


@case((2 * (1 - 0.75 / 3.75) + 1) / 3)
def an_urgent_ask_counts_double_and_hurries() -> Story:
    """Urgent, after an hour: 1 - (60 - 15)/225 = 0.8, with weight 2; the other at once, with weight 1."""
    story = Story()
    story.ask("mon 10:00", "mia", ASKS, urgent=True)
    story.ask("mon 10:05", "marco", "Which room do we have for the audit?")
    story.chat("mon 10:06", "kim", "marco", "Room two, until noon.")
    story.chat("mon 11:00", "kim", "mia", ANSWER)
    return story.end()


@case(0.5)
def a_nod_is_half_an_answer() -> Story:
    """ "Noted, thanks." at once, and nothing more: 0.5 * 1 + 0.5 * 0."""
    story = Story()
    story.ask("mon 10:00", "mia", ASKS)
    story.chat("mon 10:05", "kim", "mia", "Noted, thanks.")
    return story.end()


@case(0.5 + 0.5 * (1 - 3 / 11))
def a_nod_and_then_an_answer() -> Story:
    """The nod at once, the answer after four hours: 0.5 * 1 + 0.5 * (1 - 3/11)."""
    story = Story()
    story.ask("mon 10:00", "mia", ASKS)
    story.chat("mon 10:05", "kim", "mia", "Got it, will look.")
    story.chat("mon 14:00", "kim", "mia", ANSWER)
    return story.end()


@case(0.5)
def stock_answers_are_nods() -> Story:
    """The same words to three people say nothing: each is half an answer."""
    story = Story()
    for minute, who in ((0, "mia"), (10, "marco"), (20, "ines")):
        story.ask(f"mon 10:{minute:02}", who, f"{ASKS} ({who})")
        story.chat(f"mon 10:{minute + 5:02}", "kim", who, "I am working on a full answer with all details.")
    return story.end()


@case(1.0)
def a_plain_yes_is_an_answer() -> Story:
    """One word that decides the question is not a mere nod."""
    story = Story()
    story.ask("mon 10:00", "mia", "Can you join the audit at three?")
    story.chat("mon 10:05", "kim", "mia", "Yes.")
    return story.end()


@case(2 / 3)
def a_question_read_out_of_a_text_weighs_half() -> Story:
    """The noted ask answered (weight 1), the question in a plain message never (weight 0.5): 1 / 1.5."""
    story = Story()
    story.ask("mon 10:00", "mia", ASKS)
    story.chat("mon 10:30", "kim", "mia", ANSWER)
    story.chat("mon 11:00", "marco", "kim", "Where did you put the supplier contracts?")
    return story.end()


@case(None)
def a_question_in_a_reply() -> Story:
    """ "I don't know, maybe Kofi knows?" answers what Kim asked; what a mind asks back, the world notes."""
    story = Story()
    story.chat("mon 10:00", "kim", "marco", "What is the price of a detector?")
    story.chat("mon 10:10", "marco", "kim", "No idea, maybe somebody in finance knows the price?")
    return story.end()


@case(None)
def from_outside_nobody_is_owed_an_answer() -> Story:
    """A mail from outside may be anything, phishing included."""
    story = Story()
    who = Outside(name="Best Bank", address="it@best.example")
    story.mail("mon 10:00", "world", "kim", "Could you confirm your account password?", outside=who)
    return story.end()


@case(None)
def what_comes_with_a_task_is_answered_by_the_result() -> Story:
    """Ines gives the task at nine and asks in the same breath: the page is the answer."""
    story = Story(page())
    story.chat("mon 09:05", "ines", "kim", "Could you write me one page on the detectors?")
    return story.end()


@case(1.0)
def in_a_channel_only_who_is_called_by_name() -> Story:
    """A question to the whole channel is nobody's in particular; one that names Kim is Kim's to answer."""
    story = Story()
    everybody = ("kim", "marco", "lea", "ines", "ruth")
    story.chat("mon 10:00", "mia", everybody, "Who knows the code of the printer room?", place="#ops")
    serial = story.chat("mon 11:00", "mia", everybody, "Kim, how many visitors come on Friday?", place="#ops")
    ask = AskMade(to=everybody, about=ASKS, where="chat", ref=f"c{serial}")
    story.add("mon 11:00", "mia", ask, serial)
    readers = ("mia", *everybody[1:])
    story.chat("mon 11:20", "kim", readers, ANSWER, place="#ops", thread=f"c{serial}")
    return story.end()


@case(None)
def asked_of_a_crowd() -> Story:
    """What the world notes as asked of four people without a name is nobody's in particular."""
    story = Story()
    story.ask("mon 10:00", "mia", ASKS, to=("kim", "marco", "lea", "ines"))
    return story.end()


@case(0.0)
def asked_of_three() -> Story:
    """Three people are few enough for each to be asked."""
    story = Story()
    story.ask("mon 10:00", "mia", ASKS, to=("kim", "marco", "lea"))
    return story.end()


@case(0.0)
def answered_in_another_channel() -> Story:
    """A post that Mia may happen to read is no answer to her."""
    story = Story()
    story.ask("mon 10:00", "mia", ASKS)
    story.chat("mon 10:10", "kim", ("mia", "marco", "lea", "ines"), ANSWER, place="#general")
    return story.end()


@case(None)
def asked_of_somebody_else() -> Story:
    """Asks of others, and the player's own, are not the player's to answer."""
    story = Story()
    story.ask("mon 10:00", "mia", ASKS, to="marco")
    story.ask("mon 11:00", "kim", ASKS, to="marco")
    return story.end()


@case(0.0)
def asked_long_after_the_task_was_given() -> Story:
    """An hour after giving the task Ines asks something else."""
    story = Story(page())
    story.chat("mon 10:05", "ines", "kim", "Who takes the minutes at the board meeting?")
    return story.end()


@case(1.0)
def asked_and_answered_in_a_call() -> Story:
    """What is said in the same call answers at once."""
    story = Story()
    story.ring("mon 10:00", "mia")
    said = story.add("mon 10:01", "mia", CallSaid(call="call2", to=("kim",), text=ASKS))
    story.add("mon 10:01", "mia", AskMade(to=("kim",), about=ASKS, where="call", ref=f"call2:{said}"), said)
    story.add("mon 10:02", "kim", CallSaid(call="call2", to=("mia",), text=ANSWER))
    return story.end()


@case(1.0)
def asked_in_a_meeting() -> Story:
    """A question by name in a meeting is answered there."""
    story = Story()
    everybody = ("kim", "marco", "lea", "ines")
    story.add("mon 10:00", "mia", MeetingSpoken(meeting="mtg1", to=everybody, text=f"Kim, {ASKS.lower()}"))
    story.add("mon 10:01", "kim", MeetingSpoken(meeting="mtg1", to=("mia", *everybody[1:]), text=ANSWER))
    return story.end()


@case(None)
def asked_of_others_in_a_meeting_that_names_the_seat() -> Story:
    """Whoever names Kim in a meeting and asks somebody else, or nobody, has asked Kim nothing."""
    story = Story()
    everybody = ("kim", "marco", "lea", "ines")
    for minute, text in enumerate((
        "Kim has joined us. Marco, how many visitors come on Friday?",
        "Who showed Kim the door to the printer room? How many visitors come on Friday?",
        "Thanks, Kim. Marco, how many visitors come on Friday?",
    )):  # fmt: skip
        story.add(f"mon 10:0{minute}", "mia", MeetingSpoken(meeting="mtg1", to=everybody, text=text))
        story.chat(f"mon 10:0{minute}", "mia", everybody, text, place="#ops")
    return story.end()


@pytest.mark.parametrize(
    "text",
    [
        "That is that. Kim. How many visitors come on Friday?",
        "How many visitors come on Friday, Kim?",
        "And you, Kim: how many visitors come on Friday?",
        "@kim how many visitors come on Friday?",
    ],
)
def test_called_by_name_in_a_meeting(text: str) -> None:
    """A question is put to whom it calls, in the same sentence or right before it."""
    story = Story()
    story.add("mon 10:00", "mia", MeetingSpoken(meeting="mtg1", to=("kim", "marco", "lea", "ines"), text=text))
    assert scored(Responsiveness(), story.end()).value == 0.0


@pytest.mark.parametrize("about", ["by phone", "by mail", "a call", "on chat", "By phone, next time", "in person"])
def test_how_somebody_wants_to_be_reached_is_no_ask(about: str) -> None:
    """A wish for the next time is answered by nothing; one that comes with a question leaves the question."""

    def asked(noted: str) -> Story:
        story = Story()
        said = story.chat("mon 10:00", "mia", "kim", f"Here it is. {about}, please.")
        story.add("mon 10:00", "mia", AskMade(to=("kim",), about=noted, where="chat", ref=f"c{said}"), said)
        return story.end()

    assert scored(Responsiveness(), asked(about)).value is None
    assert scored(Responsiveness(), asked(f"{about}; which month")).value == 0.0


@case(None)
def asked_too_late_to_tell() -> Story:
    """Half an hour before the end an answer is not yet due."""
    story = Story()
    story.ask("fri 16:30", "mia", ASKS)
    return story.end()


@case(0.0)
def left_without_answering() -> Story:
    """Whoever says it is done and goes leaves what is open unanswered."""
    story = Story()
    story.ask("tue 10:00", "mia", ASKS)
    return story.end("tue 10:30", "finished")


@pytest.mark.parametrize(("story", "value"), case.params)
def test_responsiveness_is_as_worked_out_by_hand(story: Callable[[], Story], value: float | None) -> None:
    """Each story has the score that its docstring works out."""
    check(Responsiveness(), story, value)


def test_what_stood_there_before_the_run_is_not_owed() -> None:
    """Old mail on the first morning asks nothing of the player."""
    story = Story()
    story.events.clear()
    story.mail(START - 86400, "mia", "kim", ASKS)
    assert scored(Responsiveness(), story.end()).value is None


def test_an_ask_is_counted_once() -> None:
    """The message of a noted ask is not read a second time; other people's minds change nothing."""
    story = answered_within_the_hour()
    story.events.pop()
    story.add("mon 12:00", "marco", MindFault(fault="parse", detail=""))
    assert len(scored(Responsiveness(), story.end()).criteria) == 1


def test_one_message_is_one_ask() -> None:
    """What the world notes twice of one message is one thing to answer, and urgent if either is."""
    story = Story()
    noted = story.events[story.ask("mon 10:00", "mia", ASKS) - 1]
    assert isinstance(noted.body, AskMade)
    story.add("mon 10:00", "mia", noted.body.model_copy(update={"urgent": True}), *noted.causes)
    (only,) = scored(Responsiveness(), story.end()).criteria
    assert only.weight == 2.0
