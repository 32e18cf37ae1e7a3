"""Text as people type it, in the light Markdown of mail and chat, taken apart into blocks.

What counts: ``#`` headings; lists with ``-``, ``*``, ``+``, ``•`` or ``1.`` (two spaces of indent are one level);
tables between ``|``; what stands between lines of three backticks, as it is; and paragraphs, in which a line break
stays one. Emphasis is ``**bold**``, ``*italic*`` and code between backticks. Everything else is plain text: nothing is
dropped.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

LEVELS = 3
"""How deep a list goes; deeper items are put on the last level."""

_HEADING = re.compile(r"(#{1,6})(?:\s+(.*?))?(?:\s+#+)?")
_ITEM = re.compile(r"(\s*)(?:([-*+•])|\d{1,9}[.)])\s+(.*)")
_SEPARATOR = re.compile(r"\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?")
_EMPHASIS = re.compile(r"(\*\*(?=\S)(?:.+?)(?<=\S)\*\*|`[^`]+`|(?<![\w*])\*(?=[^\s*])(?:[^*]+?)(?<=\S)\*(?![\w*]))")

Style = Literal["plain", "bold", "italic", "code"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 (the largest) to 6."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; a line feed in it is a line break."""

    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list, ``level`` counted from 0."""

    level: int
    ordered: bool
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, all of one length; the first row is the head."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Text to be shown letter by letter."""

    text: str


Block = Heading | Paragraph | Item | Table | Code


def table(rows: Iterable[Sequence[str]]) -> Table:
    """A table of these rows, the short ones filled with empty cells."""
    given = [tuple(row) for row in rows]
    width = max((len(row) for row in given), default=0)
    return Table(tuple(row + ("",) * (width - len(row)) for row in given))


def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of ``text``, in order."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found: list[Block] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif line.lstrip().startswith("```"):
            block, at = _code(lines, at)
            found.append(block)
        elif heading := _HEADING.fullmatch(line.strip()):
            found.append(Heading(len(heading[1]), heading[2] or ""))
            at += 1
        elif line.lstrip().startswith("|") and line.rstrip().endswith("|") and len(line.strip()) > 1:
            rows, at = _rows(lines, at)
            if rows:
                found.append(table(rows))
        elif _ITEM.fullmatch(line):
            item, at = _item(lines, at)
            found.append(item)
        else:
            paragraph, at = _paragraph(lines, at)
            found.append(paragraph)
    return tuple(found)


def write(parts: Iterable[Block]) -> str:
    """The text of blocks, such that :func:`blocks` gives them back where their own text holds no marks."""
    text = ""
    last: Block | None = None
    number = [0] * LEVELS
    for part in parts:
        goes_on = isinstance(part, Item) and isinstance(last, Item)
        if isinstance(part, Item):
            number = [*number[: part.level], number[part.level] + 1, *[0] * (LEVELS - part.level - 1)]
            if not goes_on:
                number = [0] * LEVELS
                number[part.level] = 1
        text += ("\n" if goes_on else "\n\n") * bool(text) + _written(part, number)
        last = part
    return text


def spans(text: str) -> tuple[tuple[str, Style], ...]:
    """The pieces of a block's text with their emphasis; the marks are gone."""
    found: list[tuple[str, Style]] = []
    for piece in _EMPHASIS.split(text):
        if len(piece) > 4 and piece.startswith("**") and piece.endswith("**"):
            found.append((piece[2:-2], "bold"))
        elif len(piece) > 2 and piece[0] == piece[-1] == "`":
            found.append((piece[1:-1], "code"))
        elif len(piece) > 2 and piece[0] == piece[-1] == "*" and _EMPHASIS.fullmatch(piece):
            found.append((piece[1:-1], "italic"))
        elif piece:
            found.append((piece, "plain"))
    return tuple(found)


def _written(part: Block, number: Sequence[int]) -> str:
    if isinstance(part, Heading):
        return ("#" * part.level + " " + part.text.replace("\n", " ")).rstrip()
    if isinstance(part, Item):
        mark = f"{number[part.level]}." if part.ordered else "-"
        return "  " * part.level + mark + " " + part.text.replace("\n", "\n" + "  " * (part.level + 1))
    if isinstance(part, Table):
        rows = ["| " + " | ".join(c.replace("|", "\\|").replace("\n", " ") for c in row) + " |" for row in part.rows]
        return "\n".join([*rows[:1], *["|" + " --- |" * len(part.rows[0]) for _ in rows[:1]], *rows[1:]])
    if isinstance(part, Code):
        return f"```\n{part.text}\n```"
    return part.text


def _code(lines: Sequence[str], at: int) -> tuple[Block, int]:
    end = next((n for n in range(at + 1, len(lines)) if lines[n].strip() == "```"), len(lines))
    return Code("\n".join(lines[at + 1 : end])), end + 1


def _rows(lines: Sequence[str], at: int) -> tuple[list[list[str]], int]:
    rows: list[list[str]] = []
    while at < len(lines) and lines[at].lstrip().startswith("|"):
        line = lines[at].strip()
        if not _SEPARATOR.fullmatch(line):
            cells = re.split(r"(?<!\\)\|", line[1:].removesuffix("|") if line.endswith("|") else line[1:])
            rows.append([cell.strip().replace("\\|", "|") for cell in cells])
        at += 1
    return rows, at


def _item(lines: Sequence[str], at: int) -> tuple[Item, int]:
    found = _ITEM.fullmatch(lines[at])
    assert found is not None
    indent = len(found[1].replace("\t", "  "))
    text = [found[3].strip()]
    at += 1
    while at < len(lines) and lines[at].startswith("  ") and lines[at].strip() and not _starts_anew(lines[at]):
        text.append(lines[at].strip())
        at += 1
    return Item(min(indent // 2, LEVELS - 1), found[2] is None, "\n".join(text)), at


def _paragraph(lines: Sequence[str], at: int) -> tuple[Paragraph, int]:
    text = [lines[at].strip()]
    at += 1
    while at < len(lines) and lines[at].strip() and not _starts_anew(lines[at]):
        text.append(lines[at].strip())
        at += 1
    return Paragraph("\n".join(text)), at


def _starts_anew(line: str) -> bool:
    bare = line.strip()
    return bool(
        _ITEM.fullmatch(line)
        or _HEADING.fullmatch(bare)
        or bare.startswith("```")
        or (bare.startswith("|") and bare.endswith("|") and len(bare) > 1)
    )
