"""Where everybody stands in the picture of an organisation: reporting lines in columns, names large enough to read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from workaday.window.reading import Reading

NODE: Final = (178.0, 40.0)
"""Width and height of a person's place."""
GAP: Final = (12.0, 8.0)
INDENT: Final = 10.0


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody stands: the upper left corner, and the width."""

    x: float
    y: float
    width: float

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the place."""
        return self.x + self.width / 2, self.y + NODE[1] / 2


@dataclass(frozen=True, slots=True)
class Chart:
    """The picture: its size, where people stand, and the lines between those who report to each other."""

    width: float
    height: float
    places: Mapping[str, Place]
    lines: tuple[str, ...]


def chart(reading: Reading, columns: int) -> Chart:
    """The picture in so many columns: who has no manager first, below them each line with all its reports."""
    managers = {who: reading.graph.manager_of(who) for who in reading.persons}
    reports: dict[str | None, list[str]] = {}
    for who, boss in managers.items():
        reports.setdefault(boss if boss in managers else None, []).append(who)
    tops = reports.get(None, [])
    blocks: list[list[tuple[str, int]]] = []
    alone: list[tuple[str, int]] = []
    for top in tops:
        for under in reports.get(top, []):
            block = _line(under, 0, reports)
            if len(block) == 1:
                alone += block
            else:
                blocks.append(block)
    blocks += [alone[n : n + 5] for n in range(0, len(alone), 5)]
    width, height = NODE
    whole = columns * width + (columns - 1) * GAP[0]
    places: dict[str, Place] = {}
    for n, top in enumerate(tops):
        row, column = divmod(n, columns)
        places[top] = Place(column * (width + GAP[0]), row * (height + GAP[1]), width)
    below = -(-len(tops) // columns) * (height + GAP[1]) + (GAP[1] if blocks else 0)
    filled = [below] * columns
    for block in blocks:
        column = min(range(columns), key=lambda n: filled[n])
        for who, depth in block:
            inset = min(depth, 3) * INDENT
            places[who] = Place(column * (width + GAP[0]) + inset, filled[column], width - inset)
            filled[column] += height + GAP[1]
        filled[column] += GAP[1]
    lines = tuple(
        f"M{places[boss].x + 5:g} {places[boss].y + height:g}V{places[who].y + height / 2:g}H{places[who].x:g}"
        for who, boss in managers.items()
        if boss in places and who in places and abs(places[boss].x - places[who].x) == INDENT
    )
    return Chart(whole, max(filled) if places else 0.0, places, lines)


def _line(who: str, depth: int, reports: Mapping[str | None, list[str]]) -> list[tuple[str, int]]:
    """Somebody and all below them, each followed by their own people."""
    return [(who, depth), *(each for under in reports.get(who, []) for each in _line(under, depth + 1, reports))]


def curve(a: Place, b: Place) -> str:
    """A line from one place to another, bent so that it passes beside what lies between."""
    (ax, ay), (bx, by) = a.middle, b.middle
    if abs(ax - bx) < NODE[0] / 2:  # one above the other: out at the right side and back
        side = max(a.x + a.width, b.x + b.width)
        bend = side + min(10 + abs(by - ay) / 12, 34)
        return f"M{a.x + a.width:g} {ay:g}C{bend:g} {ay:g} {bend:g} {by:g} {b.x + b.width:g} {by:g}"
    left, right = (a, b) if ax < bx else (b, a)
    x0, y0, x1, y1 = left.x + left.width, left.middle[1], right.x, right.middle[1]
    pull = max(10.0, (x1 - x0) / 2)
    return f"M{x0:g} {y0:g}C{x0 + pull:g} {y0:g} {x1 - pull:g} {y1:g} {x1:g} {y1:g}"
