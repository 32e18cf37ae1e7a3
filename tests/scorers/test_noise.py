"""Noise. Weights: volume 3, repetitions 3, hours 2, crowds 1, focus 1; what did not come up has no weight.

Of messages 8 are free, and 3 for each checkpoint reached; at three times that the volume is worth nothing.
"""

from collections.abc import Callable

import pytest

from scorers.noise import Noise
from sim.vocabulary.calls import CallRung
from tests.scorers.micro import Story, Table, check, criterion, page, scored

case = Table()

CREW = ("mia", "marco", "lea", "ines", "ruth", "tomas")
SUBJECTS = (
    "drawings forwarder invoice lease pallet roster survey ticket upgrade voucher warranty backlog catalogue diesel "
    "elevator freight gasket heating inventory joiner kiosk locker monitor napkins orders printer quota ramp stamp "
    "tooling"
).split()


def ask(story: Story, when: str, to: str | tuple[str, ...], text: str, **more: object) -> int:
    return story.chat(when, "kim", to, text, **more)


@case(None)
def said_nothing() -> Story:
    """Silence is no noise, and no perfect score either."""
    return Story(page()).end()


@case(1.0)
def one_message() -> Story:
    """Volume and hours are perfect (weights 3 and 2); nothing else came up."""
    story = Story(page())
    ask(story, "mon 10:00", "marco", "What is the price of a detector?")
    return story.end()


@case((3 * 1 + 3 * 0.8 + 2 * 1) / 8)
def the_same_again_after_an_hour() -> Story:
    """One repetition within half a day: repetitions 0.8."""
    story = Story(page())
    ask(story, "mon 10:00", "marco", "What is the price of a detector?")
    ask(story, "mon 11:00", "marco", "Hello Marco, could you tell me the price of a detector, please?")
    return story.end()


@case((3 * 1 + 3 * 0.8 + 2 * 1) / 8)
def a_nudge_after_an_hour() -> Story:
    """ "Any news?" says nothing new, and nobody has answered since: a repetition."""
    story = Story(page())
    ask(story, "mon 10:00", "marco", "What is the price of a detector?")
    ask(story, "mon 11:00", "marco", "Any news on this?")
    return story.end()


@case(1.0)
def a_reminder_the_next_day() -> Story:
    """After eight working hours one may ask again."""
    story = Story(page())
    ask(story, "mon 10:00", "marco", "What is the price of a detector?")
    ask(story, "tue 10:00", "marco", "Any news on the price of a detector?")
    return story.end()


@case(1.0)
def another_question_to_the_same_person() -> Story:
    """New content is no repetition, though the words of politeness are the same."""
    story = Story(page())
    ask(story, "mon 10:00", "marco", "Hello Marco, could you tell me the price of a detector?")
    ask(story, "mon 10:30", "marco", "Hello Marco, could you tell me who plans the audit?")
    return story.end()


@case((3 + 3 * 0.8 + 2) / 8)
def thanking_again_and_again() -> Story:
    """Two thank-yous a day to one person are courtesy, the third is a repetition."""
    story = Story(page())
    for minute in (0, 10, 20):
        ask(story, f"mon 10:{minute:02}", "marco", "Thanks a lot!")
    return story.end()


@case((3 + 3 * 0.4 + 2) / 8)
def the_same_to_one_after_the_other() -> Story:
    """Six people one by one: from the fourth on it is a circular: three repetitions, 0.4."""
    story = Story(page())
    for minute, who in enumerate(("mia", "marco", "ines", "ruth", "tomas")):
        ask(story, f"mon 15:{minute:02}", who, "Who knows the price of a detector?")
    ask(story, "mon 15:30", "lea", "Who knows the price of a detector?")
    return story.end()


@case((3 * 0.75 + 3 + 2) / 8)
def too_many_messages() -> Story:
    """No checkpoint reached: 8 are free, at 24 nothing is left. 12 messages: (24 - 12) / 16 = 0.75."""
    story = Story(page())
    for number in range(12):
        ask(story, f"mon 10:{number:02}", CREW[number % 2], f"Please send {SUBJECTS[number]} {SUBJECTS[number + 12]}.")
    return story.end()


@case(1.0)
def many_messages_that_led_somewhere() -> Story:
    """The page is in place with a right fact and told of: 8 + 3 * 3 messages are free, 13 were sent."""
    story = Story(page())
    story.learn("mon 09:30", "price")
    for number in range(12):
        ask(story, f"mon 10:{number:02}", CREW[number % 2], f"Please send {SUBJECTS[number]} {SUBJECTS[number + 12]}.")
    story.write("tue 10:00", "A detector is 41 300 EUR.")
    ask(story, "tue 10:10", "ines", "The page on the detectors is there.")
    return story.end()


@case(1.0)
def answers_are_free() -> Story:
    """Twelve asks answered in one message each: none of them is noise."""
    story = Story(page())
    for number in range(12):
        story.ask(f"mon 10:{number:02}", "mia", f"How many {SUBJECTS[number]} are there?")
        ask(story, f"mon 10:{number:02}", "mia", f"{number + 3} {SUBJECTS[number]} in {SUBJECTS[number + 12]}.")
    return story.end()


@case((3 + 2 * 0.75) / 5)
def a_ping_at_night() -> Story:
    """At 15:00 in Graz it is 9 in Boston; at 13:00 it is 7, and Lea sleeps: one of four, 0.75."""
    story = Story(page())
    ask(story, "mon 13:00", "lea", "How many detectors are in stock?")
    return story.end()


@case(1.0)
def a_mail_at_night() -> Story:
    """A mail waits until morning: volume alone is left to judge."""
    story = Story(page())
    story.mail("mon 13:00", "kim", "lea", "How many detectors are in stock?")
    return story.end()


@case(1.0)
def answering_who_is_up() -> Story:
    """Who wrote half an hour ago is there, whatever the clock says."""
    story = Story(page())
    story.chat("mon 12:50", "lea", "kim", "I am up early.")
    ask(story, "mon 13:00", "lea", "How many detectors are in stock?")
    return story.end()


@case(1.0)
def a_nudge_after_an_answer() -> Story:
    """Who has answered since may be asked again."""
    story = Story(page())
    ask(story, "mon 10:00", "marco", "What is the price of a detector?")
    story.chat("mon 10:30", "marco", "kim", "I will look.")
    ask(story, "mon 11:30", "marco", "Any news on this?")
    return story.end()


@case(1.0)
def the_same_to_others_on_other_days() -> Story:
    """Five people over three days are no circular."""
    story = Story(page())
    for day, who in (("mon", "mia"), ("mon", "marco"), ("tue", "ines"), ("wed", "ruth"), ("wed", "tomas")):
        ask(story, f"{day} 10:00", who, "Who knows the price of a detector?")
    return story.end()


@case((3 + 2 * 0.75) / 5)
def answering_who_was_up_an_hour_ago() -> Story:
    """An hour after Lea's message it is night there again."""
    story = Story(page())
    story.chat("mon 11:55", "lea", "kim", "I am up early.")
    ask(story, "mon 13:00", "lea", "How many detectors are in stock?")
    return story.end()


FLOOR = tuple(f"p{number}" for number in range(9))


@case((3 + 1 * 0.8) / 4)
def posting_to_a_crowd() -> Story:
    """Four posts to nine people, two of them free; the answer in a thread is no post: crowds 1 - 0.2."""
    story = Story(page())
    for number in range(4):
        ask(story, f"mon 1{number}:00", FLOOR, f"News of the {SUBJECTS[number]}.", place="#all")
    ask(story, "mon 15:00", FLOOR, f"And of the {SUBJECTS[9]}.", place="#all", thread="c3")
    return story.end()


@case(1.0)
def posting_to_a_small_channel() -> Story:
    """Eight readers are no crowd."""
    story = Story(page())
    for number in range(4):
        ask(story, f"mon 1{number}:00", FLOOR[:8], f"News of the {SUBJECTS[number]}.", place="#ops")
    return story.end()


@case((3 + 1 * 0.75) / 4)
def calling_everybody() -> Story:
    """@channel: crowds 0.75. Nobody was pinged by name, so hours do not count."""
    story = Story(page())
    ask(story, "mon 10:00", CREW, "@channel who knows the price?", place="#all")
    return story.end()


@case((3 + 2 * 1 + 1 * 0.65) / 6)
def a_walk_up_into_focus_hours() -> Story:
    """Marco's focus hours are 13 to 15: focus 0.65; he is at work, so hours are fine."""
    story = Story(page())
    story.add("mon 13:30", "kim", CallRung(call="call9", to=("marco",), way="walk_up"))
    return story.end()


@pytest.mark.parametrize(("story", "value"), case.params)
def test_noise_is_as_worked_out_by_hand(story: Callable[[], Story], value: float | None) -> None:
    """Each story has the score that its docstring works out."""
    check(Noise(), story, value)


def test_a_spammer_is_worth_little() -> None:
    """The same to everybody every ten minutes of a day, nights included, loses on every count."""
    story = Story(page())
    for hour in range(9, 24):
        for minute in range(0, 60, 10):
            who = CREW[minute // 10]
            ask(story, f"mon {hour}:{minute:02}", who, "Who knows the price of a detector? Please answer at once.")
    score = scored(Noise(), story.end())
    assert score.value is not None
    assert score.value < 0.1
    assert criterion(score, "volume").value == 0.0


def test_long_work_mail_is_not_taken_for_one_another() -> None:
    """Two long mails on different matters share letters and phrases, and are no repetition."""
    story = Story(page())
    first = (
        "Hello Marco, I would like to ask you about the price of the detectors that we order from Optix this spring."
    )
    second = (
        "Hello Marco, I would like to ask you about the delivery dates that Lumen promised for the lenses in summer."
    )
    story.mail("mon 10:00", "kim", "marco", first)
    story.mail("mon 10:20", "kim", "marco", second)
    assert criterion(scored(Noise(), story.end()), "repetitions").value == 1.0
