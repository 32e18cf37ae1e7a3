"""Numbers in words of several languages."""

import pytest

from sim.numerals import MOST, abroad, in_english


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (16, ("sechzehn", "zestien", "seize", "dieciséis", "sedici")),
        (21, ("einundzwanzig", "eenentwintig", "vingt et un", "veintiún", "ventuno")),
        (80, ("achtzig", "tachtig", "quatre-vingts", "ochenta", "ottanta")),
        (95, ("fünfundneunzig", "vijfennegentig", "quatre-vingt-quinze", "noventa y cinco", "novantacinque")),
        (200, ("zweihundert", "tweehonderd", "deux cents", "doscientos", "duecento")),
        (1000, ("eintausend", "duizend", "mille", "mil", "mille")),
    ],
)
def test_numbers_are_said_as_in_each_language(number: int, words: tuple[str, ...]) -> None:
    """Units before tens, seventy and ninety, one thousand: each language has its own ways."""
    assert abroad(number) == words


def test_what_has_no_words() -> None:
    """Nothing, and what is too large, has none abroad; English goes further."""
    assert abroad(0) == abroad(MOST) == ()
    assert in_english(7_200_000) == "seven million two hundred thousand"
