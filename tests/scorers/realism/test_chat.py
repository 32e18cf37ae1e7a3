"""Measures of chat on hand-made records, each value worked out in the test's docstring."""

import pytest

from scorers.realism import chat, mail
from scorers.realism.log import Log
from tests.scorers.micro import Story


def logs(story: Story) -> tuple[Log, ...]:
    return (Log(story.end().record()),)


def test_an_answer_counts_from_the_first_message_of_a_turn() -> None:
    """Mia writes at 10:00 and 10:04, Marco answers at 10:06 (six minutes: not soon), she at 10:07 (one: soon)."""
    story = Story()
    story.chat("mon 10:00", "mia", "marco", "quick one")
    story.chat("mon 10:04", "mia", "marco", "is the list done?")
    story.chat("mon 10:06", "marco", "mia", "yes")
    story.chat("mon 10:07", "mia", "marco", "thx")
    found = logs(story)
    assert chat.answer_times(found) == {(0, "marco"): [360.0], (0, "mia"): [60.0]}
    assert chat.answered_soon(found).value == pytest.approx(0.5)


def test_what_comes_outside_the_hours_of_the_other_is_not_counted() -> None:
    """Asked at 20:00, answered at 20:01: nothing to count. Channels and the seat do not count either."""
    story = Story()
    story.chat("mon 12:00", "mia", "kim", "is the list done?")
    story.chat("mon 12:01", "kim", "mia", "yes")
    story.chat("mon 13:00", "mia", ("marco", "ines"), "anybody?", place="#ops")
    story.chat("mon 13:01", "marco", ("mia", "ines"), "here", place="#ops")
    story.chat("mon 20:00", "mia", "marco", "is the list done?")
    story.chat("mon 20:01", "marco", "mia", "yes")
    assert chat.answered_soon(logs(story)).value is None


def test_words_of_messages_and_the_share_of_short_ones() -> None:
    """4, 1 and 7 words: 4 on average, and one of three has three words or fewer. The seat's own are left out."""
    story = Story()
    story.chat("mon 10:00", "mia", "marco", "is the list done?")
    story.chat("mon 10:01", "marco", "mia", "yes")
    story.chat("mon 10:02", "ines", ("mia", "marco"), "the plan is in the shared folder", place="#ops")
    story.chat("mon 10:03", "kim", "mia", "hi")
    found = logs(story)
    assert chat.message_words(found).value == pytest.approx(4)
    assert chat.short_messages(found).value == pytest.approx(1 / 3)
    assert chat.direct_share(found).value == pytest.approx(2 / 3)
    assert mail.chat_sent(found).value == pytest.approx(3 / 30)


def test_polite_words_are_counted_in_mail_and_chat() -> None:
    """Of two messages and two mails one thanks and one says please: a half."""
    story = Story()
    story.chat("mon 10:00", "mia", "marco", "thanks for the list")
    story.chat("mon 10:01", "marco", "mia", "ok")
    story.mail("mon 10:02", "ines", "mia", "Please send the plan.")
    story.mail("mon 10:03", "mia", "ines", "It pleases me to hear that.")
    assert chat.polite(logs(story)).value == pytest.approx(0.5)


def test_out_of_hours_is_the_senders_own_day() -> None:
    """Lea works in Boston: at 10:00 in Graz it is four in the morning there. One of three is out of hours."""
    story = Story()
    story.chat("mon 10:00", "lea", "mia", "awake already")
    story.chat("mon 10:01", "mia", "lea", "why?")
    story.chat("mon 16:00", "lea", "mia", "now at work")
    assert chat.out_of_hours(logs(story)).value == pytest.approx(1 / 3)
