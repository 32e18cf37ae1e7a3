"""Reading what came back to a question."""

import pytest

from workaday.players.replies import Reply, read_reply, sentences

PRICE = "What is the price of a ton of rye flour?"
DAY = "On which day can the cells be on our dock?"
MISSING = "What is still missing before lot 0226-14 can be released?"


@pytest.mark.parametrize(
    ("text", "question", "sentence"),
    [
        ("Hello Robin,\n\nRye flour is at 412 EUR a ton.\n\nBest,\nNadia", PRICE, "Rye flour is at 412 EUR a ton."),
        ("412 EUR. that's the price, same as last time.", PRICE, "412 EUR."),
        ("Depends. I think it's 412 EUR a ton. Not certain.", PRICE, "I think it's 412 EUR a ton."),
        ("Called off this week, they are here on Tuesday 10 March.", DAY, None),
        ("DEV-118 is open on 0226-14. The slot of lot 0226-14 is not QA.", MISSING, "DEV-118 is open on 0226-14."),
    ],
)  # fmt: skip
def test_the_sentence_that_answers_is_found(text: str, question: str, sentence: str | None) -> None:
    """Of all that was written, the sentence that has the form of an answer; all of it, where it is one sentence."""
    assert read_reply(text, question) == Reply("answer", sentence or text)


@pytest.mark.parametrize(
    ("text", "question", "named", "reply"),
    [
        ("Ask Nadia, flour is hers.", PRICE, ("nadia",), Reply("elsewhere", who=("nadia",))),
        ("Nadia is away until Wed 09:00, try Bram.", DAY, ("nadia", "bram"), Reply("elsewhere", who=("nadia", "bram"))),
        ("No idea, sorry.", PRICE, (), Reply("unknown")),
        ("Not in writing. Come and see me.", MISSING, (), Reply("channel", channel="walk_up")),
        ("Call me about that, please.", PRICE, (), Reply("channel", channel="call")),
        ("Put it in writing, by mail.", MISSING, (), Reply("channel", channel="mail")),
        ("You'll have it by Tue 14:00.", PRICE, (), Reply("later")),
        ("You'll have it by Tue 14:00.", DAY, (), Reply("later")),
        ("For which week, and for whom?", PRICE, (), Reply("clarify")),
        ("The weather is fine.", PRICE, (), Reply("nothing")),
        ("The contract says Genova by Friday 20 March.", PRICE, (), Reply("nothing")),
    ],
)
def test_what_is_no_answer_is_told_apart(text: str, question: str, named: tuple[str, ...], reply: Reply) -> None:
    """Redirects, promises, questions back, other channels and talk are not taken for answers."""
    assert read_reply(text, question, named) == reply


def test_greetings_and_names_are_no_sentences() -> None:
    """What opens and closes a message is left out; decimals do not end a sentence."""
    assert sentences("Dear Robin,\n\nIt is 2.36 EUR now. Fine?\n\nRegards") == ["It is 2.36 EUR now.", "Fine?"]
