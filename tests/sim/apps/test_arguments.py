"""What is wrong with the arguments of an action is told in our own words: which, why, and what was meant."""

from typing import Any

import pytest

from sim.apps.chat import Chat
from tests.office import Desk, open_office


@pytest.fixture
def desk() -> Desk:
    return open_office([Chat])


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"to": ["ines"], "txt": "Hello"}, "chat.send: there is no argument 'txt'; did you mean 'text'?"),
        ({"to": ["ines"]}, "chat.send: needs the argument 'text'"),
        ({"to": ["ines"], "text": "Hello", "colour": "red"}, "chat.send: there is no argument 'colour'"),
        ({"to": ["ines"], "text": ["Hello"]}, "chat.send: text must be a text, not a list"),
        ({"to": ["ines"], "text": None}, "chat.send: text has no value and must be a text"),
        ({"to": ["ines", 3], "text": "Hello"}, "chat.send: to.1 must be a text"),
    ],
)
def test_arguments_are_told_in_words(desk: Desk, arguments: dict[str, Any], why: str) -> None:
    """Not in those of a library, which say neither the value nor what was meant."""
    refusal = desk.refused("tanaka", "chat.send", **arguments)
    assert refusal.code == "bad_argument"
    assert refusal.why == why or refusal.why.startswith(f"{why};")
