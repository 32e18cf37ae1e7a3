"""Keys are struck out of what is kept and told; words are not."""

import pytest

from sim.keys import hidden, secrets

KEY = "abcd1234efgh5678ijkl"


@pytest.mark.parametrize(
    "text",
    [
        f"Authorization: Bearer {KEY}",
        f"{{'authorization': 'bearer {KEY}'}}",
        f'{{"x-api-key": "{KEY}"}}',
        f"api_key={KEY}&model=x",
        f"Incorrect API key provided: {KEY}.",
        f"https://me:{KEY}@example.com/v1",
        f"the key sk-{KEY} is wrong",
        f"token hf_{KEY} expired",
        f"access-token: {KEY}",
    ],
)
def test_what_looks_like_a_key_is_struck_out(text: str) -> None:
    """Wherever a key is sent or quoted, it is replaced, and the words around it stay."""
    told = hidden(text, ())
    assert KEY not in told
    assert "[key]" in told


@pytest.mark.parametrize(
    "text",
    [
        "The key to the office is with Ruth.",
        "skateboarding_tournament_2026 and risk-assessment-of-the-supplier",
        "max_tokens: 900, tokens: 123456, token budget",
        "see https://example.com:8080/v1/chat",
        "Bearing in mind that authorization is needed",
    ],
)
def test_words_stay(text: str) -> None:
    """What is no key is left as it is."""
    assert hidden(text, ()) == text


def test_secrets_of_the_environment_are_struck_out_wherever_they_stand() -> None:
    """A variable whose name says that it is secret is, if it is long enough to be told from a word; others are not."""
    environment = {
        "OPENAI_API_KEY": "long-enough-1", "DB_PASSWORD": "long-enough-2", "GITHUB_TOKEN": "long-enough-3",
        "MY_KEY": "none", "HOME": "/home/somebody", "MONKEY_NAME": "charlie-brown", "DONKEY": "charlie-brown",
    }  # fmt: skip
    known = secrets(environment, ["given-by-hand", None])
    assert set(known) == {"long-enough-1", "long-enough-2", "long-enough-3", "given-by-hand"}
    assert hidden("x long-enough-2y given-by-hand none", known) == "x [key]y [key] none"
