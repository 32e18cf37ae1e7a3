"""What counts as stating a value."""

import pytest

from sim.spelling import as_read, spellings, states

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


@pytest.mark.parametrize(
    ("spelling", "text", "stated"),
    [
        ("1.182", "1 182 310 in all", False),
        ("182 310 EUR", "1 182 310 EUR", False),
        ("310 EUR", "1 182 310 EUR", False),
        ("1 182 310", "1 182 310 EUR", True),
        ("1.182", "it is 1.182 of it", True),
        ("1.182", "1,182 pieces", True),
        ("412 EUR", "17\n412 EUR", True),
        ("412 EUR", "17\t412 EUR", True),
        ("412 EUR", "press   17   412 EUR", True),
        ("17", "17\n412 EUR", True),
        ("17", "17 412 EUR", False),
        ("412 EUR", "17 412 EUR", False),
        ("412 EUR", "in 2026 412 EUR", True),
        ("412 EUR", "at 14:30 412 EUR", True),
        ("412 EUR", "on 2026-03-12 412 EUR", True),
        ("17", "at 17 2026-03-12", True),
        ("17 pieces", "17 pieces 412 EUR", True),
        ("41 300 EUR", "41\n300 EUR", True),
        ("41 300 EUR", "| 41 300 | 250 |", True),
    ],
)
def test_a_number_is_stated_whole(spelling: str, text: str, stated: bool) -> None:
    """What stands apart by single spaces in groups of three is one number; lines and columns stand apart."""
    assert states(text, spellings(spelling)) is stated


@pytest.mark.parametrize(
    ("text", "value", "stated"),
    [
        ("debit,credit,amount\n708,4333,4250\n", "4 250 EUR", True),
        ("debit,credit,amount\n708,4333,4250\n", "4 333 EUR", True),
        ("row,amount\n1,708\n2,900\n", "708", True),
        ("row,amount\n1,708\n2,900\n", "1 708 EUR", False),
        ('row,amount\n1,"1,708"\n2,900\n', "1 708 EUR", True),
        ("row;amount\n1;1,708\n2;4.250\n", "1.708", True),
        ("row;amount\n1;1,708\n2;4.250\n", "4 250 EUR", True),
        ("row\tamount\n1\t708\n", "708", True),
        ("what,amount\nlids,41,300 EUR\nsacks,12,250 EUR\nprice,4250\n", "4 250 EUR", True),
        ("what,amount\nlids,41,300 EUR\nsacks,12,250 EUR\n", "41 300 EUR", True),
        ("what,amount\nprice,4250\nstock,17\nlids,41,300 EUR\n", "41 300 EUR", True),
        ('what,"who, and when"\n"the, first",x\n', "the, first", True),
        ("", "4 250 EUR", False),
        ("one word", "one word", True),
    ],
)
def test_the_cells_of_a_table_are_values(text: str, value: str, stated: bool) -> None:
    """In a file of columns what stands between two separators is one value, however its numbers are grouped."""
    assert states(as_read("/close/entries.csv", text), spellings(value)) is stated


def test_only_tables_are_read_by_cell() -> None:
    """Any other file reads as it stands."""
    assert as_read("/close/memo.md", "41,300") == "41,300"


def test_words_are_whole_and_case_and_dashes_do_not_matter() -> None:
    """A phrase matches whole words, whatever its case, white space and kind of dash."""
    ways = spellings("Lot B-17 is on hold")
    assert states("careful: LOT B\u201117  is on\nhold!", ways)
    assert not states("lot b-17 is on holding", ways)
    assert not states("salot b-17 is on hold", ways)


@pytest.mark.parametrize(
    ("text", "value", "stated"),
    [
        ("kiln 3 412 EUR", "412 EUR", True),
        ("kiln 3 412 EUR", "3 412 EUR", True),
        ("Lines for kiln no. 12 412 EUR each", "412 EUR", True),
        ("we pay 3 412 EUR", "412 EUR", False),
        ("the price is 3 412 EUR", "3 412 EUR", True),
        ("1 182 310 for kiln 3 182 310", "182 310", True),
        ("kiln 3 412 905 EUR", "905 EUR", False),
    ],
)
def test_after_a_thing_and_its_number_a_figure_may_begin(text: str, value: str, stated: bool) -> None:
    """ "Kiln 3 412 EUR" reads both ways, and states either; without a thing before it, it is one number."""
    assert states(text, (value,)) == stated


def test_own_spellings_of_the_author_count_too() -> None:
    """An author's spellings are added to the value's own."""
    assert states("it's the twelfth", spellings("12 March", ("the twelfth", "12.3.")))
    assert states("on 12.3. then", spellings("12 March", ("the twelfth", "12.3.")))
