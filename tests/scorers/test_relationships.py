"""Relationships. For each coworker with whom the player had to do: 1 where trust did not fall, 0 from a fall of 0.25, a
straight line between; 0 for each whose trust fell though the player never said a word to them. The value is their mean.
"""

from collections.abc import Callable

import pytest

from scorers.relationships import Relationships
from sim.vocabulary.attention import FeelingChanged
from sim.vocabulary.calls import CallRung
from tests.scorers.micro import Story, Table, check, criterion, page, scored

case = Table()


def meet(story: Story, who: str = "ines") -> Story:
    story.chat("mon 09:30", "kim", who, "I begin today.")
    return story


def feel(story: Story, when: str, who: str, old: float, new: float, **more: object) -> int:
    fields = {"what": "trust", "toward": "kim", "old": old, "new": new, **more}
    return story.add(when, who, FeelingChanged(**fields))  # type: ignore[arg-type]


@case(None)
def idle() -> Story:
    """Nobody was met and nothing moved: no free point."""
    return Story(page()).end()


@case(1.0)
def wrote_to_somebody() -> Story:
    """Marco was written to, and his trust did not move."""
    story = Story(page())
    story.chat("mon 10:00", "kim", "marco", "What is the price of a detector?")
    return story.end()


@case(1.0)
def called_somebody() -> Story:
    """A call is having to do with somebody as well."""
    story = Story(page())
    story.add("mon 10:00", "kim", CallRung(call="call1", to=("lea",)))
    return story.end()


@case(1 - 0.08 / 0.25)
def let_down() -> Story:
    """0.5 to 0.42: a fall of 0.08 of 0.25."""
    story = meet(Story(page()))
    feel(story, "tue 10:00", "ines", 0.5, 0.42)
    return story.end()


@case((1 + 1 + (1 - 0.08 / 0.25)) / 3)
def one_of_three() -> Story:
    """Marco and Lea stayed as they were; Ines lost 0.08."""
    story = meet(Story(page()))
    story.chat("mon 10:00", "kim", "marco", "What is the price of a detector?")
    story.chat("mon 10:05", "kim", "lea", "How many are in stock?")
    feel(story, "tue 10:00", "ines", 0.5, 0.42)
    return story.end()


@case(1.0)
def courted() -> Story:
    """Trust that rose gives no more than trust that was kept: thanks alone raise it."""
    story = meet(Story(page()))
    for hour in range(9, 15):
        feel(story, f"tue {hour}:00", "ines", 0.5, 0.55)
    return story.end()


@case(0.0)
def ruined() -> Story:
    """From 0.6 to 0.2: more than 0.25, and there is no less than nothing."""
    story = meet(Story(page()))
    feel(story, "tue 10:00", "ines", 0.6, 0.4)
    feel(story, "wed 10:00", "ines", 0.4, 0.2)
    return story.end()


@case(1.0)
def made_good() -> Story:
    """It fell and came back: what counts is the end."""
    story = meet(Story(page()))
    feel(story, "tue 10:00", "ines", 0.5, 0.42)
    feel(story, "wed 10:00", "ines", 0.42, 0.5)
    return story.end()


@case(1 - 0.03 / 0.25)
def made_good_in_part() -> Story:
    """0.5 to 0.42, and back to 0.47: 0.03 are missing."""
    story = meet(Story(page()))
    feel(story, "tue 10:00", "ines", 0.5, 0.42)
    feel(story, "wed 10:00", "ines", 0.42, 0.47)
    return story.end()


@case(0.0)
def nothing_left_to_lose() -> Story:
    """Somebody who trusted little trusts not at all: 0.25 to 0 is the whole of it."""
    story = meet(Story(page()))
    feel(story, "tue 10:00", "ines", 0.25, 0.0)
    return story.end()


@case(None)
def rose_without_a_word() -> Story:
    """Trust that rose in somebody whom the player never spoke to is none of its doing."""
    story = Story(page())
    feel(story, "tue 10:00", "ines", 0.5, 0.55)
    return story.end()


@case(None)
def other_feelings() -> Story:
    """Moods, irritation and what others feel about one another are not the player's trust."""
    story = Story(page())
    feel(story, "tue 10:00", "ines", 0.5, 0.4, toward="mia")
    feel(story, "tue 10:00", "ines", 0.0, 0.4, what="irritation")
    feel(story, "tue 10:00", "ines", 0.0, -0.4, what="mood", toward=None)
    return story.end()


@case(0.0)
def stayed_silent_and_was_missed() -> Story:
    """Who does nothing may lose trust all the same: Mia's fell, and the player never said a word to her."""
    story = Story(page())
    story.ask("mon 10:00", "mia", "Can you send me the page?")
    feel(story, "tue 10:00", "mia", 0.55, 0.5)
    return story.end()


@pytest.mark.parametrize(("story", "value"), case.params)
def test_micro_records(story: Callable[[], Story], value: float | None) -> None:
    """Each of these has the value that its docstring works out."""
    check(Relationships(), story, value)


def test_a_gain_is_told() -> None:
    """Trust that rose is in the explanation, though it pays nothing."""
    score = scored(Relationships(), courted())
    assert "of 1 rose" in score.explanation
    assert "from 0.50 to 0.55" in criterion(score, "trust ines").explanation
