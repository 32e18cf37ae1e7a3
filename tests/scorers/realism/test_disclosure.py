"""What is told unasked, and how failures are taken: hand-made records."""

import pytest

from scorers.realism.disclosure import reactions, told_before_asked
from scorers.realism.log import Log
from sim.vocabulary.world import CommitmentClosed, FactTold
from tests.scorers.micro import Story


def logs(story: Story) -> tuple[Log, ...]:
    return (Log(story.end().record()),)


def tell(story: Story, when: str, who: str, to: str, **more: object) -> None:
    said = story.chat(when, who, to, "It is 41,300 EUR.", **more)
    told = FactTold(fact="price", version=0, value="41 300 EUR", to=(to,), where="chat", ref=f"c{said}")
    story.add(when, who, told, said)


def test_a_fact_is_told_before_it_was_asked_for_unless_the_reader_asked_before() -> None:
    """Mia asked Marco within the last days, Ines never did, Ruth asked after: two of three told unasked."""
    story = Story()
    story.chat("mon 09:30", "mia", "marco", "what does a detector cost?")
    tell(story, "mon 10:00", "marco", "mia")
    tell(story, "mon 10:05", "marco", "ines")
    tell(story, "mon 10:06", "marco", "ruth")
    story.chat("mon 11:00", "ruth", "marco", "are you sure?")
    assert told_before_asked(logs(story)).value == pytest.approx(2 / 3)


def test_what_is_told_in_a_channel_was_for_everybody() -> None:
    """An announcement answers nobody, and counts neither way."""
    story = Story()
    tell(story, "mon 10:00", "marco", "mia", place="#ops")
    assert told_before_asked(logs(story)).value is None


def fail(story: Story, when: str, by: str, to: str) -> None:
    story.add(when, by, CommitmentClosed(id="b1", by=by, to=to, how="broken"))


def test_reactions_are_of_the_next_message_after_a_failure() -> None:
    """Marco breaks two promises to Mia, who is annoyed and blames him once, and one to Lea, who says nothing: of three
    failures one third silent; of the two answers a half blames, a half is annoyed; else nobody is."""
    story = Story()
    story.chat("mon 09:00", "mia", "marco", "morning")
    fail(story, "mon 10:00", "marco", "mia")
    story.chat("mon 10:05", "mia", "marco", "this is ridiculous, you promised")
    story.chat("mon 10:06", "mia", "marco", "anyway")
    fail(story, "mon 12:00", "marco", "mia")
    story.chat("mon 12:05", "mia", "marco", "ok")
    fail(story, "mon 13:00", "marco", "lea")
    found = reactions(logs(story))
    assert found.failures == 3
    assert found.silence == pytest.approx(1 / 3)
    assert found.after["emotion"] == pytest.approx(0.5)
    assert found.after["accusation"] == pytest.approx(0.5)
    assert found.usually["emotion"] == 0
