"""Questions with known answers, put to twelve people: understood, answered, sent on or kept, and nothing made up."""

import pytest

from tests.personas.kestrel import Question, ask, judged, questions

LEAST = 0.9


@pytest.mark.parametrize(
    ("name", "at", "count"),
    [
        ("questions", "kestrel", 200),
        ("questions_held_out", "kestrel", 100),
        ("questions_fresh", "lantern", 100),
        ("questions_other", "lantern", 60),
        ("questions_juniper", "juniper", 97),
    ],
)
async def test_questions_are_answered(name: str, at: str, count: int) -> None:
    """Nine in ten are answered rightly, sent on to who knows, or kept back where they must be; no value is invented.

    `told()` says which are not, how they were read and what was said.
    """
    asked = questions(name, at)
    assert len(asked) == count
    tally = await ask(asked)
    assert tally.rate >= LEAST, tally.told()
    assert tally.invented == []


def test_a_wrong_answer_is_seen() -> None:
    """Silence, another fact, and a redirect to the wrong person are wrong."""
    from sim.mind import Say, Silent, Turn

    price = Question(to="nadia", ask="what is the fabric price?", tells=("fabric-price",))
    zips = Question(to="bram", ask="who supplies the zips?", sends=("nadia",))
    assert judged(price, Turn(moves=(Silent(why="busy"),)))[0] == "wrong"
    assert judged(price, Turn(moves=(Say(text="9 weeks", states=("pole-lead-time",)),)))[0] == "wrong"
    assert judged(price, Turn(moves=(Say(text="6.40 EUR", states=("fabric-price",)),)))[0] == "told"
    assert judged(zips, Turn(moves=(Say(text="Ask Oona.", points_to=("oona",)),)))[0] == "wrong"
    assert judged(zips, Turn(moves=(Say(text="Ask Nadia.", points_to=("nadia",)),)))[0] == "sent on"
