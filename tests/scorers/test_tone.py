"""Tone. Weights: civility 3, manner of requests 1, clarity 1, praise 1; what did not come up has no weight.

A request is worth 1 where the sum of its markers of politeness is at least -0.30, and 0 from -1.30 down: at a sum of s
in between (s + 1.30) / 1.00.
"""

from collections.abc import Callable

import pytest

from scorers.tone import Tone, is_rude, lix, politeness
from tests.scorers.micro import Story, Table, check, criterion, page, scored

case = Table()

DENSE = (
    "Notwithstanding organisational considerations, comprehensive procurement documentation necessitates "
    "interdepartmental harmonisation, particularly regarding multidimensional specifications, contractual obligations, "
    "confidentiality requirements and international standardisation procedures."
)
"""21 words, 20 of more than six letters, one sentence: a LIX of 21 + 100 * 20 / 21 = 116, beyond 80."""


def said(*texts: str, to: str = "marco") -> Story:
    story = Story(page())
    for minute, text in enumerate(texts):
        story.chat(f"mon 10:{minute:02}", "kim", to, text)
    return story.end()


@case(None)
def silence() -> Story:
    """Nothing was said: no free point."""
    return said()


@case(1.0)
def a_plain_question() -> Story:
    """ "What ..." is a direct question, -0.27: as polite as need be. Civility 1, requests 1."""
    return said("What is the price of a detector?")


@case(1.0)
def a_polite_question() -> Story:
    """A greeting, a counterfactual, a please and thanks are no better than plain."""
    return said("Hello Marco, could you please tell me the price of a detector? Thank you so much!")


@case(1.0)
def telling() -> Story:
    """Nothing is asked: civility alone."""
    return said("The page is in its place.")


@case((3 * 1 + (1.30 - 0.68)) / 4)
def brusque() -> Story:
    """ "You ..." first (-0.30) and "actually" (-0.38): a sum of -0.68. Civility 1."""
    return said("You actually need to tell me the price, or what?")


@case((3 * 1 + (1.0 + (1.30 - 0.81)) / 2) / 4)
def blunt_once() -> Story:
    """ "So ..." (-0.43) and "actually" (-0.38): -0.81, worth 0.49; the other question is worth 1."""
    return said("So is there actually no price?", "Could you send me the stock?")


@case(0.75)
def an_insult() -> Story:
    """One rude message costs a quarter of civility; nothing was asked."""
    return said("This list is useless, and it is your fault.")


@case((3 * 0.75 + 1) / 4)
def an_insult_with_flowers() -> Story:
    """Please and thanks take no insult back: civility 0.75, requests 1."""
    return said("Hello Marco, could you please stop sending me this pathetic list? Thank you, I appreciate it!")


@case(0.0)
def a_week_of_insults() -> Story:
    """Four rude messages, and nothing is left."""
    return said("Idiot.", "This is ridiculous.", "Just do your job.", "You never listen.")


@case(0.75)
def shouting() -> Story:
    """Capitals throughout."""
    return said("THIS LIST MUST GO NOW")


@case(1.0)
def abbreviations() -> Story:
    """A code in capitals is no shout."""
    return said("The order DEV-118 is for ACME and BOSTON, from the list of March.")


@case((3 * 1 + 0) / 4)
def dense() -> Story:
    """A LIX beyond 80: clarity 0. Civility 1."""
    return said(DENSE)


@case(1.0)
def clear() -> Story:
    """24 words in four sentences, none long: a LIX of 6. Clarity 1, civility 1."""
    return said(
        "The page is there for you. The price is on top of it. The stock is below the price. Tell Ines if it is fine."
    )


@case(1.0)
def thanked_often() -> Story:
    """Thanks are no flattery: praise does not come up. Five times "thanks" is civil (`noise` looks at how often)."""
    return said("Thanks a lot.", "Thank you!", "Many thanks.", "Thanks again.", "What is the price?")


@case((3 * 1 + 1 * 0.4) / 4)
def flattery() -> Story:
    """Five messages praise Marco: two are free, three cost 0.2 each. Civility 1, praise 0.4."""
    return said(
        "You are the best.", "Brilliant work as ever.", "You are a genius.", "I really admire how you do it.",
        "Amazing work.",
    )  # fmt: skip


@case(1.0)
def a_kind_word() -> Story:
    """One is no flattery."""
    return said("You are a star, Marco.")


@case(1.0)
def somebody_elses_words() -> Story:
    """What is quoted is not the player's own."""
    return said("> This list is useless.\nI shall look into it.")


@case((3 * 1 + 0) / 4)
def a_dense_document() -> Story:
    """What the player writes down is to be read as well; the price list beside it is no prose."""
    story = Story(page())
    story.chat("mon 10:00", "kim", "marco", "The page is in its place.")
    story.write("mon 11:00", DENSE)
    story.write("mon 12:00", "a,b\n1,2", path="/board/prices.csv")
    return story.end()


@pytest.mark.parametrize(("story", "value"), case.params)
def test_micro_records(story: Callable[[], Story], value: float | None) -> None:
    """Each of these has the value that its docstring works out."""
    check(Tone(), story, value)


@pytest.mark.parametrize(
    ("sentence", "size"),
    [
        ("could you send it?", 0.47),
        ("could you please send it?", 0.96),
        ("please send it", -0.30),
        ("what is it?", -0.27),
        ("so what is it?", -0.43),
        ("hello, by the way, sorry", 0.43 + 0.63 + 0.36),
    ],
)
def test_the_markers_are_the_published_ones(sentence: str, size: float) -> None:
    """The sum of the strategies a sentence has, each with the politeness that requests with it were given."""
    assert politeness(sentence) == pytest.approx(size)


def test_lix_is_words_to_a_sentence_and_long_words_of_a_hundred() -> None:
    """7 words in 2 sentences, 2 of them of more than six letters: 3.5 + 28.6."""
    assert lix("The weather changed at noon. We left.") == pytest.approx(7 / 2 + 100 * 2 / 7)
    assert lix("") == 0.0


@pytest.mark.parametrize("text", ["Please hurry with the list.", "He is our lazybones.", "It is nobody's fault."])
def test_what_merely_looks_rude(text: str) -> None:
    """A part of a word, or a harmless one, is no insult."""
    assert not is_rude(text)


def test_flowers_do_not_pay() -> None:
    """A polite message is worth no more than a plain one."""
    assert scored(Tone(), a_polite_question()).value == scored(Tone(), a_plain_question()).value
    assert criterion(scored(Tone(), flattery()), "praise").value == pytest.approx(0.4)
