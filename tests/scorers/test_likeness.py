"""Likeness is about content words, not letters and not manners."""

import pytest

from scorers.likeness import contained, content_words, is_courtesy, is_reminder, is_request


def test_manners_carry_no_matter() -> None:
    """Greetings, thanks and little words are no content; numbers are."""
    assert content_words("Hello, could you please tell me the price of the 3 detectors? Thanks!") == (
        "price", "3", "detectors",
    )  # fmt: skip


def test_containment_is_of_the_new_in_the_old() -> None:
    """A shorter repeat is all contained; a longer one with news is not."""
    old = "Could you tell me the price of a detector and the stock in Boston?"
    assert contained("The price of a detector?", old) == 1.0
    assert contained("Price of a detector, delivery date, freight and customs, please?", old) < 0.5
    assert contained("Thanks!", old) == 0.0
    assert contained("Marco, the price of a detector?", old) < 1.0
    assert contained("Marco, the price of a detector?", old, frozenset({"marco"})) == 1.0


@pytest.mark.parametrize("text", ["Thanks!", "Thank you so much, Marco.", "Ok, got it", "Perfect, noted."])
def test_courtesies(text: str) -> None:
    """Thank-yous and nods."""
    assert is_courtesy(text)


@pytest.mark.parametrize(
    "text", ["Thanks, and what does it cost?", "Thanks: " + "the lens is broken again " * 3, "41 300"]
)
def test_no_courtesies(text: str) -> None:
    """A thank-you that asks or tells something is more than a courtesy."""
    assert not is_courtesy(text)


def test_reminders_and_requests() -> None:
    """A nudge says that it is one; a request asks."""
    assert is_reminder("Just checking in on this.")
    assert is_reminder("Any news?")
    assert not is_reminder("Here is the news from the lab.")
    assert is_request("Please send it.")
    assert not is_request("It is sent.")
