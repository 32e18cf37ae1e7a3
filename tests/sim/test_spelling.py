"""What counts as stating a value."""

import pytest

from sim.spelling import spellings, states

PRICE = spellings("41 300 EUR")


@pytest.mark.parametrize(
    "text",
    [
        "It is 41 300 EUR now.",
        "41,300",
        "the price (41.300 EUR) holds",
        "41300",
        "about €41,300, net",
        "41.3k",
        "41\u202f300\u00a0EUR",
        "41'300",
        "so: 41,300.",
    ],
)
def test_usual_ways_to_write_an_amount_all_state_it(text: str) -> None:
    """An amount is stated however its digits are grouped."""
    assert states(text, PRICE)


@pytest.mark.parametrize("text", ["141,300", "41,300,000", "41.35", "41 3000", "413000", "40,300", "x41300y", ""])
def test_a_longer_or_other_number_does_not_state_it(text: str) -> None:
    """A value inside another number or word is not stated."""
    assert not states(text, PRICE)


def test_words_are_whole_and_case_and_dashes_do_not_matter() -> None:
    """A phrase matches whole words, whatever its case, white space and kind of dash."""
    ways = spellings("Lot B-17 is on hold")
    assert states("careful: LOT B\u201117  is on\nhold!", ways)
    assert not states("lot b-17 is on holding", ways)
    assert not states("salot b-17 is on hold", ways)


def test_own_spellings_of_the_author_count_too() -> None:
    """An author's spellings are added to the value's own."""
    assert states("it's the twelfth", spellings("12 March", ("the twelfth", "12.3.")))
    assert states("on 12.3. then", spellings("12 March", ("the twelfth", "12.3.")))
