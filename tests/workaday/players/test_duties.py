"""What a player by rule has open, and how it puts it."""

import pytest

from workaday.players.duties import Inquiry


@pytest.mark.parametrize(
    ("question", "spoken"),
    [
        ("What does a lamp cost (at noon)?", "What does a lamp cost?"),
        ("the rent of a lamp per day", "Could you tell me the rent of a lamp per day?"),
    ],
)
def test_people_are_asked_in_questions(question: str, spoken: str) -> None:
    """What is to be found out is put as a question, also where the task only names it."""
    assert Inquiry("offer", question=question).spoken == spoken
