"""Charts as SVG, without a library: lines or bars over one axis, and the table of figures as dots on their ranges."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorers.realism.curves import Chart, Curve
    from scorers.realism.table import Row

Place = Callable[[float, float], tuple[float, float]]

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 40, 48
OURS = ("#1f5fa8", "#2a8c82")
PUBLISHED = ("#b3541e", "#7a6a2f", "#8a3a6b")
_INK, _GRID = "#333333", "#dddddd"


def chart_svg(chart: "Chart") -> str:
    """One chart."""
    xs = [x for curve in chart.curves for x, _ in curve.points] + [x for x, _ in chart.ticks]
    ys = [y for curve in chart.curves for _, y in curve.points]
    low, high = min(xs), max(xs)
    if chart.bars:
        low, high = low - 0.5, high + 0.5
    top = max(ys) if chart.bars else max(1.0, *ys)

    def place(x: float, y: float) -> tuple[float, float]:
        across = (x - low) / (high - low or 1) * (WIDTH - LEFT - RIGHT)
        return LEFT + across, HEIGHT - BOTTOM - y / (top or 1) * (HEIGHT - TOP - BOTTOM)

    parts = [_text(LEFT, 20, chart.title, size=15, bold=True)]
    for step in range(5):
        y = top * step / 4
        _, at = place(low, y)
        parts.append(_line([(LEFT, at), (WIDTH - RIGHT, at)], _GRID, 1))
        parts.append(_text(LEFT - 6, at + 4, f"{100 * y:.0f} %", anchor="end"))
    for x, name in chart.ticks:
        parts.append(_text(place(x, 0)[0], HEIGHT - BOTTOM + 16, name, anchor="middle", size=10))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, chart.x, anchor="middle"))
    ours, published = iter(OURS), iter(PUBLISHED)
    for number, curve in enumerate(chart.curves):
        colour = next(ours) if curve.ours else next(published)
        parts += _bars(curve, place, colour, high - low) if chart.bars else _curve(curve, place, colour)
        if len(chart.curves) > 1:
            parts.append(_text(LEFT + 10, TOP + 14 + 15 * number, curve.name, colour=colour))
    return _svg(WIDTH, HEIGHT, chart.title, parts)


def _curve(curve: "Curve", place: Place, colour: str) -> list[str]:
    points = [place(x, y) for x, y in curve.points]
    if curve.ours or len(points) > 12:
        return [_line(points, colour, 2, dashed=not curve.ours)]
    return [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in points]


def _bars(curve: "Curve", place: Place, colour: str, across: float) -> list[str]:
    wide = 0.7 * (WIDTH - LEFT - RIGHT) / across
    found = []
    for x, y in curve.points:
        (middle, top), (_, foot) = place(x, y), place(x, 0)
        found.append(
            f'<rect x="{middle - wide / 2:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{foot - top:.1f}" '
            f'fill="{colour}"/>'
        )
    return found


def ranges_svg(rows: Sequence["Row"]) -> str:
    """Every row with a range and a value: the range as a band of equal width, the value as a dot on its scale."""
    shown = [row for row in rows if row.estimate.value is not None and row.figure.high is not None]
    height, left, right = 40 + 22 * len(shown), 330, 560
    parts = [_text(10, 20, "Our figures on the ranges taken from published ones", size=15, bold=True)]
    for number, row in enumerate(shown):
        middle = 44 + 22 * number
        low, high, value = row.figure.low or 0.0, row.figure.high or 1.0, row.estimate.value or 0.0
        share = (value - low) / (high - low or 1)
        x = left + max(-0.45, min(1.45, share)) * (right - left)
        colour = {"in range": OURS[1], "warn": PUBLISHED[1]}.get(row.verdict, PUBLISHED[0])
        parts.append(_text(left - 115, middle + 4, f"{row.figure.row}  {row.figure.name}"[:46], anchor="end", size=10))
        parts.append(f'<rect x="{left}" y="{middle - 7}" width="{right - left}" height="14" fill="{_GRID}" rx="3"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{middle}" r="5" fill="{colour}"/>')
        parts.append(_text(right + 115, middle + 4, row.told(value), size=10))
    return _svg(760, height, "Our figures on their ranges", parts)


def page(
    title: str, intro: Iterable[str], drawings: Iterable[str], head: Sequence[str], rows: Iterable[Sequence[str]]
) -> str:
    """A page of its own: text, a table and drawings."""
    cells = "".join(f"<th>{escape(name)}</th>" for name in head)
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    text = "".join(f"<p>{escape(line)}</p>\n" for line in intro)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>\n'
        "<style>body{font:14px/1.5 system-ui,sans-serif;color:#333;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "table{border-collapse:collapse}td,th{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:left;"
        "vertical-align:top}svg{display:block;margin:1.5rem 0;max-width:100%}</style></head><body>\n"
        f"<h1>{escape(title)}</h1>\n{text}<table><tr>{cells}</tr>\n{lines}</table>\n"
        + "\n".join(drawings)
        + "\n</body></html>\n"
    )


def _svg(width: int, height: int, title: str, parts: Sequence[str]) -> str:
    inner = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="system-ui, sans-serif"><title>{escape(title)}</title>\n'
        f'<rect width="{width}" height="{height}" fill="white"/>\n{inner}\n</svg>'
    )


def _text(
    x: float, y: float, words: str, *, anchor: str = "start", size: int = 11, bold: bool = False, colour: str = _INK
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}"{weight}>'
        f"{escape(words)}</text>"
    )


def _line(points: Sequence[tuple[float, float]], colour: str, wide: int, *, dashed: bool = False) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dash = ' stroke-dasharray="6 4"' if dashed else ""
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{wide}"{dash}/>'
