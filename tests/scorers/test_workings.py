"""What follows from what in the numbers of a text."""

from fractions import Fraction

import pytest

from scorers.workings import LONG, MOST, worked_out


def rows(*lines: str) -> list[list[Fraction]]:
    return [[Fraction(number) for number in line.split()] for line in lines]


def numbers(line: str) -> frozenset[Fraction]:
    return frozenset(map(Fraction, line.split()))


@pytest.mark.parametrize(
    ("lines", "given", "steps"),
    [
        (("38500 60 23100", "51000 9090 41910", "23100 41910 65010"), "38500 60 51000 9090", "23100 41910"),
        (("40 79 3160", "12 55 660", "3820"), "40 79 12 55", "3160 660"),
        (("40 79 3160", "12 55 660", "3 100 300", "4120"), "40 79 12 55 3 100", "3160 660 300"),
        (("910000", "910000 -8000", "902000 -9000", "893000"), "910000 -8000 -9000", ""),
        (("910000 910000", "8000 902000", "9000 893000", "3500 889500"), "910000 8000 9000 3500", "902000 893000"),
        (("7040 1840 5200", "5200 5 26000", "26000"), "7040 1840 5", "5200"),
        (("1284000 150 1926000", "1926000 421400 2347400"), "1284000 150 421400", "1926000"),
        (("405 406 407 408 409 410",), "1 405", ""),
        (("405 1 406", "406 1 407", "407 1 408", "408 1 409"), "1 405", ""),
        (("11 12 13 14 15 16 17",), "", ""),
    ],
)
def test_steps_are_what_follows_and_is_used(lines: tuple[str, ...], given: str, steps: str) -> None:
    """Products, differences and sums of given numbers beside or above are steps once another follows from them; what
    follows from nothing, what counts on by ones, and the last result are none."""
    assert worked_out(rows(*lines), numbers(given)).steps == numbers(steps)


def test_what_follows_from_a_guess_is_a_guess() -> None:
    """Only sound numbers make sound ones."""
    found = worked_out(rows("38 1000 38000", "38000 300 38300"), numbers("300 1000"))
    assert not found.made


def test_a_search_is_no_working() -> None:
    """Beyond a bound of numbers that follow from others nothing is taken for a step."""
    given = [Fraction(500 + n * n * 37 % 9973) for n in range(1, 40)]
    pairs = [[a, b, a + b] for a in given[:12] for b in given[12:24]]
    chain = [[pair[2], given[30], pair[2] + given[30]] for pair in pairs]
    few = [*pairs[:10], *chain[:10], [chain[n][2] for n in range(10)]]
    assert len(worked_out(few, frozenset(given)).steps) >= 10
    assert len({row[2] for row in pairs}) > MOST
    assert not worked_out([*pairs, *chain], frozenset(given)).steps
    assert not worked_out([*few, *([Fraction(1)] for _ in range(LONG))], frozenset(given)).steps
