"""Workings: which numbers of a text follow from others in it, as sums, products and differences do.

Whoever shows how a figure comes about writes numbers that nobody gave. They are told from guesses by what they are made
of: given numbers beside them, or above them in their column; and by what becomes of them: they are used.
"""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

Row = Sequence[Fraction]
"""The numbers of one line, in its order."""

MOST = 60
"""Beyond so many numbers that follow from others a text is no working but a search."""
LONG = 1500
"""Numbers of a text beyond which nobody follows it."""
WIDE = 12
"""Numbers of a line that are looked at, and lines above that a number may be made of one by one."""
SLIGHT, COARSE, FINE = Fraction(1, 100), 50, Fraction(1, 2000)
"""Of two numbers that are added, the lesser has at least this share of the greater, or is at least so much and has that
share: else one could count on by ones."""
HUNDRED = 100


class Workings(NamedTuple):
    """The numbers of a text that follow from given ones, and those from which another follows in turn."""

    made: frozenset[Fraction] = frozenset()
    used: frozenset[Fraction] = frozenset()

    @property
    def steps(self) -> frozenset[Fraction]:
        """What is made and used: the last result is none of them, since it is what was to be found."""
        return self.made & self.used


def worked_out(rows: Sequence[Row], given: Collection[Fraction], known: Collection[Fraction] = ()) -> Workings:
    """What follows from ``given`` numbers by steps that ``rows`` show; nothing where that is more than `MOST`.

    ``known`` numbers are sound like given ones; that they follow from others is looked for all the same.
    """
    if sum(map(len, rows)) > LONG:
        return Workings()
    sound, made, used = {*given, *known}, set[Fraction](), set[Fraction]()
    grown = True
    while grown:
        grown = False
        for index, row in enumerate(rows):
            for number in row:
                if number == 0 or number in made or (number in sound and number not in known):
                    continue
                parts = next(_made_of(number, rows, index, sound), None)
                if parts is not None:
                    sound.add(number)
                    made.add(number)
                    used.update(parts)
                    grown = True
                if len(made) > MOST:
                    return Workings()
    return Workings(frozenset(made), frozenset(used))


def _made_of(number: Fraction, rows: Sequence[Row], index: int, sound: Collection[Fraction]) -> Iterator[Row]:
    """The ways in which a number of a line follows from sound ones: in its line, from those above, down its column."""
    beside = [other for other in rows[index] if other != number and other in sound][:WIDE]
    if len(beside) > 2 and sum(beside) == number:
        yield beside
    above = [row[-1] for row in rows[max(0, index - WIDE) : index] if row and row[-1] in sound and row[-1] != number]
    for one, other in combinations(dict.fromkeys(beside), 2):
        if _adds_up(number, one, other) or _multiplies(number, one, other):
            yield one, other
    for one, other in combinations(dict.fromkeys((*beside, *above)), 2):
        if _adds_up(number, one, other):
            yield one, other
    place = rows[index].index(number)
    for column in (place, place - len(rows[index])):
        yield from _down(number, [_at(row, column) for row in rows[:index]][::-1], sound)
        yield from _down(number, [_at(row, column) for row in rows[index + 1 :]], sound)


def _at(row: Row, column: int) -> Fraction | None:
    return row[column] if -len(row) <= column < len(row) else None


def _down(number: Fraction, column: Sequence[Fraction | None], sound: Collection[Fraction]) -> Iterator[Row]:
    """The run of a column, next to a number, of which that is the sum, or what is left of its far end."""
    run: list[Fraction] = []
    for entry in column:
        if entry is None:
            continue
        if entry not in sound or entry == number:
            return
        run.append(entry)
        if len(run) > 2 and (sum(run) == number or run[-1] - sum(run[:-1]) == number):
            yield run


def _adds_up(number: Fraction, one: Fraction, other: Fraction) -> bool:
    less, more = sorted((one, other))
    notable = less >= SLIGHT * more or (less >= COARSE and less >= FINE * more)
    return notable and number in (one + other, abs(one - other))


def _multiplies(number: Fraction, one: Fraction, other: Fraction) -> bool:
    """Whether it is their product or ratio, or one in the hundred of the other, rounded as it is written."""
    if one in (0, 1) or other in (0, 1):
        return False
    close = min(Fraction(1, 2 * _grain(number)), abs(number) / 200)
    ways = [one * other, one / other, other / one, one * other / HUNDRED]
    ways += [one * (HUNDRED + other) / HUNDRED, one * (HUNDRED - other) / HUNDRED] if other < HUNDRED else []
    ways += [other * (HUNDRED + one) / HUNDRED, other * (HUNDRED - one) / HUNDRED] if one < HUNDRED else []
    return any(abs(way - number) <= close for way in ways)


def _grain(number: Fraction) -> int:
    """A hundred for a number with hundredths, ten for one with tenths, one for a whole number."""
    return next((grain for grain in (1, 10, 100) if (number * grain).denominator == 1), 1000)
