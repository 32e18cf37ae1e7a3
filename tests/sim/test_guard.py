"""Whether a text gives away what is to be kept: every spelling of it, and nothing that only looks like it."""

import base64

import pytest

from sim.guard import Guard, Kept, in_words
from sim.spelling import spellings


def guard(value: str, *spelled: str, topic: str = "the price of a detector", talk: str = "") -> Guard:
    return Guard((Kept.of("fact", value, spellings(value, spelled), (topic,)),), talk)


@pytest.mark.parametrize(
    "text",
    [
        "41 300 EUR", "it's 41,300.", "41.300,00 EUR", "€41300", "41.3k", "41.3 thousand", "41,3 thousand euros",
        "forty-one thousand three hundred", "Forty One Thousand, Three Hundred and a bit", "not 41 300, surely",
        "41\u202f300", "price=41300;",
    ],
)  # fmt: skip
def test_every_spelling_of_a_number_is_seen(text: str) -> None:
    """However its digits are grouped or scaled, and in words."""
    assert guard("41 300 EUR")(text) == ("fact",)


@pytest.mark.parametrize("text", ["141 300", "41 3000", "4 130", "41 299 EUR", "forty-one", "413", "", "call 041-300x"])
def test_other_numbers_are_not_seen(text: str) -> None:
    """A longer, shorter or different number is another number."""
    assert guard("41 300 EUR")(text) == ()


@pytest.mark.parametrize(
    ("value", "spelled", "text", "seen"),
    [
        ("DEV-118", ["DEV 118", "DEV118"], "dev118 is open", True),
        ("DEV-118", [], "DEV-119 is open", False),
        ("Tuesday 10 March", ["10 March", "10/03"], "on 10 March", True),
        ("Tuesday 10 March", ["10 March"], "on 11 March", False),
        ("0.4 °C", ["0.4 degrees"], "It reads 0.4 degrees", True),
        ("7.2 million EUR", [], "we aim for 7,200,000", True),
        ("2.36 EUR", ["2.36"], "at 2,36 each", True),
        ("34 loan units", ["thirty-four"], "thirty four of them", True),
        ("an expired certificate", [], "it was an expired  certificate", True),
    ],
)
def test_codes_dates_and_phrases_are_seen(value: str, spelled: list[str], text: str, seen: bool) -> None:
    """What is no amount is seen by its spellings, whatever the space, case or dash."""
    assert bool(guard(value, *spelled)(text)) is seen


@pytest.mark.parametrize("value", ["Ruth", "12", "yes"])
def test_a_short_value_needs_its_topic(value: str) -> None:
    """What may be said of many things counts where the talk is of this one."""
    text = f"that is {value}"
    assert guard(value, topic="who owns the detector budget")(text) == ()
    assert guard(value, topic="who owns the detector budget")(f"{text}, for the budget") == ("fact",)
    assert guard(value, topic="who owns the detector budget", talk="Whose budget is it?")(text) == ("fact",)


def test_each_fact_is_told_apart() -> None:
    """The answer names the facts that are given away, in their order."""
    both = Guard((*guard("41 300 EUR").kept, Kept.of("other", "46 900 EUR", spellings("46 900 EUR"), ("x",))))
    assert both("46.9k") == ("other",)
    assert both("41 300 or 46 900") == ("fact", "other")
    assert Guard()("41 300") == ()


@pytest.mark.parametrize(
    ("number", "words"),
    [("13", "thirteen"), ("640", "six hundred forty"), ("186000", "one hundred eighty six thousand"), ("5", ""),
     ("2.36", ""), ("7200000", "seven million two hundred thousand")],
)  # fmt: skip
def test_whole_numbers_in_words(number: str, words: str) -> None:
    """Small ones and fractions have none: they would be seen everywhere."""
    assert in_words(number) == words


@pytest.mark.parametrize(
    "text",
    [
        "four one three zero zero", "4-1-3-0-0", "4, 1, 3, 0, 0", "forty-one point three thousand",
        "einundvierzigtausend dreihundert", "quarante et un mille trois cents", "cuarenta y un mil trescientos",
        "eenenveertigduizend driehonderd", "quarantunomilatrecento", "RUE 003 14 si ti",
        base64.b64encode(b"it is 41 300 EUR").decode(), b"41300".hex(),
    ],
)  # fmt: skip
def test_a_number_told_in_disguise_is_seen(text: str) -> None:
    """Digits one by one, words of other languages, backwards, base64 and hexadecimal digits are seen through."""
    assert guard("41 300 EUR")(f"Well: {text}") == ("fact",)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("17.5 %", "one seven point five"), ("17.5 %", "it's 1, 7 point 5"), ("4 120 EUR", "four one two zero"),
        ("4 120 EUR", "four, then one, then two, then oh"), ("4 120 EUR", "forty-one twenty"),
        ("4 120 EUR", "four one twenty"), ("41 300 EUR", "four one three double zero"),
        ("4 120 EUR", "vier eins zwei null"), ("4 120 EUR", "quatre, un, deux, zéro"),
        ("2.36 EUR", "two point three six"),
    ],
)  # fmt: skip
def test_digits_told_one_by_one_are_seen(value: str, text: str) -> None:
    """With a point among them, in twos, doubled, with words between, or in another language."""
    assert guard(value)(f"Well, {text} I think.") == ("fact",)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("4 120 EUR", "four or one, two, zero"), ("4 120 EUR", "one two zero"),
        ("17.5 %", "one seven, point taken: five"),
        ("4 120 EUR", "forty-one people, twenty boxes"), ("412 EUR", "four one two thousand"),
        ("2 030 EUR", "from nine thirty to ten"), ("1 234 EUR", "one of them, two of us, three and four"),
    ],
)  # fmt: skip
def test_other_numbers_told_are_not_seen(value: str, text: str) -> None:
    """Numbers that stand near one another, a part of a longer one, and times are no digits told one by one."""
    assert guard(value)(text) == ()


@pytest.mark.parametrize(
    ("before", "text", "seen"),
    [
        (["it starts with 41"], "and then 20", True),
        (["41"], "20", True),
        (["the last two are 20", "hm, ok"], "the first ones are 41", True),
        (["four", "one", "two"], "zero", True),
        (["4", "1", "2"], "0", True),
        (["we sent 41 pieces to the customers in Lyon"], "give me 20 minutes, I will look for it", False),
        (["it starts with 41"], "and then 21", False),
        (["it starts with 41", "no, 3 or 5 of them came"], "and then 20", False),
        ([], "and then 20", False),
    ],
)
def test_a_number_told_in_parts_is_seen(before: list[str], text: str, seen: bool) -> None:
    """What is told as the beginning, the end or the rest of a number counts with what the same person said before; two
    figures that merely stand in two messages do not."""
    whole = Guard(guard("4 120 EUR").kept, "", tuple(before))
    assert bool(whole(text)) is seen


@pytest.mark.parametrize("text", ["4-1-3-0-1", "dreihundert", "on 3-1-2 at 15:00", "aGVsbG8gdGhlcmU=", "deadbeef"])
def test_other_disguises_are_not_seen(text: str) -> None:
    """What stands for another number, or for none, is let through."""
    assert guard("41 300 EUR")(text) == ()


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("12 March", True), ("on the 12th of March", True), ("2026-03-12", True), ("12.3.2026", True), ("12/03", True),
        ("le 12 mars", True), ("am 12. März", True), ("the twelfth of March", True), ("13 March", False),
        ("12.3 percent", False), ("12 May", False), ("twelve", False),
    ],
)  # fmt: skip
def test_a_day_is_seen_however_it_is_written(text: str, seen: bool) -> None:
    """A date is one in any of its usual forms."""
    assert bool(guard("Thursday 12 March")(text)) is seen
