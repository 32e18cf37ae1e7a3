"""Tables and lines of text for a terminal or a file: as wide as there is room, and without blanks at the ends."""

import os
import sys
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, TextIO

from workaday.harmless import harmless

if TYPE_CHECKING:
    from rich.console import Console

WIDTH: Final = 110
"""Columns of what goes elsewhere than to a terminal, where the environment's COLUMNS does not say."""
_NARROWEST: Final = 40


def width(usual: int = WIDTH, out: TextIO | None = None) -> int:
    """Columns to write: those of COLUMNS, of the terminal, or the ``usual``."""
    told = os.environ.get("COLUMNS", "")
    if told.isdigit() and int(told):
        return max(_NARROWEST, int(told))
    file = out or sys.stdout
    if file.isatty():
        try:
            there = os.get_terminal_size(file.fileno()).columns
        except OSError:
            there = 0
        if there:
            return max(_NARROWEST, there)
    return usual


def console(out: TextIO | None = None, usual: int = WIDTH) -> "Console":
    """Where to print: stdout, or ``out``. What is printed is made harmless; styles stay."""
    from rich.console import Console
    from rich.segment import Segment

    class Harmless(Console):
        def render(self, renderable: Any, options: Any = None) -> Iterator[Segment]:
            for segment in super().render(renderable, options):
                yield segment if segment.control else Segment(harmless(segment.text), segment.style)

    file = out or sys.stdout
    return Harmless(file=file, highlight=False, markup=False, width=width(usual, file))


def put(where: "Console", *what: Any, **options: Any) -> None:
    """Print, as `rich` does, but leave out what blanks a line ends with where that goes to a file."""
    if where.is_terminal:
        where.print(*what, **options)
        return
    with where.capture() as caught:
        where.print(*what, **options)
    for line in caught.get().splitlines():
        where.file.write(f"{line.rstrip()}\n")


def figure(value: float | None) -> str:
    """A number to two places; a dash for none."""
    return "–" if value is None else f"{value:.2f}"


def hanging(head: str, text: str, columns: int) -> Iterator[str]:
    """The lines of ``text`` behind ``head``, wrapped to so many columns in all and indented as far as ``head``."""
    room = max(_NARROWEST // 2, columns - len(head))
    first, *rest = textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False) or [""]
    yield f"{head}{first}".rstrip()
    yield from (f"{'':{len(head)}}{line}" for line in rest)
