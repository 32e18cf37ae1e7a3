"""Files of an office: what is in them as text, and text made into them.

Notes and data (.md, .txt, .csv, .json and other plain text) are UTF-8. A .docx, .xlsx or .pptx is a real office file,
which Word, Excel or PowerPoint opens; equal content is rendered to equal bytes. Their libraries come with the extra
``files`` and are opened when the first such file is.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Literal, TypeVar

from sim import documents, prose, sheets, slides
from sim.packages import BadFile
from sim.sheets import Cell, Rows

__all__ = ["BadFile", "Cell", "FilesMissing", "Rows", "append", "digest", "edit_cells", "extract", "kind_of", "render"]

Kind = Literal["text", "csv", "docx", "xlsx", "pptx", "binary"]

MOST_BYTES = 5_000_000
"""Bytes of one version of a file."""

MOST_TEXT = 400_000
"""Characters of text in one version of a file."""

_PLAIN = frozenset(
    " .md .markdown .txt .json .jsonl .yaml .yml .toml .ini .cfg .log .html .htm .xml .svg .py .js .ts .sql .sh .r .tex"
    " .rst .eml .ics .css".split(" ")
)
_KINDS: dict[str, Kind] = {".csv": "csv", ".tsv": "csv", ".docx": "docx", ".xlsx": "xlsx", ".pptx": "pptx"}
_WRITABLE = "write .md, .txt, .csv, .json, .docx, .xlsx or .pptx"
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_CACHED = re.compile(r"(=.*?) \[= [^\]]*\]")

Made = TypeVar("Made")


class FilesMissing(RuntimeError):
    """The libraries for office files are not installed."""

    def __init__(self, suffix: str) -> None:
        super().__init__(suffix)
        self.suffix = suffix

    def __str__(self) -> str:
        return f"{self.suffix} files need the libraries of an extra: pip install workaday[files]"


def kind_of(path: str) -> Kind:
    """What a file of this name is, by what stands after the last dot of it. A name without a dot is plain text."""
    suffix = PurePosixPath(path).suffix.lower()
    return _KINDS.get(suffix, "text" if suffix in _PLAIN else "binary")


def digest(data: bytes) -> str:
    """BLAKE2b (128 bits, hexadecimal) of a file's bytes."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def render(path: str, content: str | Rows | Mapping[str, Rows]) -> bytes:
    """The bytes of a file called ``path`` with this content: text, rows, or rows by the name of their sheet.

    A .docx and a .pptx are made from light Markdown (`sim.prose`); an .xlsx from rows, comma-separated text or a
    Markdown table, "# " before the name of a sheet; rows in any other file become a table. Line ends become line feeds.
    Raises :class:`BadFile` for content or a kind of file that cannot be written, and :class:`FilesMissing`.
    """
    kind = kind_of(path)
    if kind == "binary":
        suffix = PurePosixPath(path).suffix
        raise BadFile(f"a {suffix} file cannot be written as text: {_WRITABLE}")
    if isinstance(content, str):
        content = _sound(content)
    if kind == "xlsx":
        book = _sheets_in(content) if isinstance(content, str) else _named(content)
        return _bounded(_with_library(path, lambda: sheets.render(book)))
    if not isinstance(content, str):
        content = _as_text(kind, path, _named(content))
    if kind == "docx":
        return _bounded(_with_library(path, lambda: documents.render(content)))
    if kind == "pptx":
        return _bounded(_with_library(path, lambda: slides.render(content)))
    return _bounded(content.encode())


def extract(path: str, data: bytes) -> str:
    """The text in a file; "" for a picture and whatever else has none.

    Raises :class:`BadFile` for what is too large, damaged or not of the kind its name says, and :class:`FilesMissing`.
    """
    _bounded(data)
    kind = kind_of(path)
    if kind == "binary":
        return ""
    if kind in ("text", "csv"):
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise BadFile(f"it is not UTF-8 text (byte {error.start}): save it as UTF-8") from None
    else:
        read = {"docx": documents.extract, "xlsx": sheets.extract, "pptx": slides.extract}[kind]
        text = _with_library(path, lambda: read(data))
    return _sound(text)


def append(path: str, data: bytes, text: str) -> bytes:
    """The file with ``text`` at its end, on a line of its own; a document or slides keep what they look like.

    Raises :class:`BadFile` for sheets, pictures and text that cannot be written, and :class:`FilesMissing`.
    """
    kind = kind_of(path)
    text = _sound(text)
    if kind == "docx":
        return _bounded(_with_library(path, lambda: documents.append(data, text)))
    if kind == "pptx":
        return _bounded(_with_library(path, lambda: slides.append(data, text)))
    if kind in ("text", "csv"):
        before = extract(path, data)
        between = "" if not before or before.endswith("\n") else "\n"
        return _bounded(_sound(before + between + text).encode())
    raise BadFile("a sheet has no end to write at: edit its cells" if kind == "xlsx" else "it has no text to add to")


def edit_cells(path: str, data: bytes, cells: Mapping[str, Cell]) -> bytes:
    """A .csv or .xlsx with these cells set: "B3", or "Prices!B3" in a workbook.

    Raises :class:`BadFile` for any other file and for what is no cell, and :class:`FilesMissing`.
    """
    kind = kind_of(path)
    cells = {where: _sound(value) if isinstance(value, str) else value for where, value in cells.items()}
    try:
        if kind == "xlsx":
            return _bounded(_with_library(path, lambda: sheets.edit(data, cells)))
        if kind == "csv":
            text = extract(path, data)
            rows = sheets.with_cells(sheets.read_csv(text), cells)
            return _bounded(sheets.write_csv(rows, sheets.delimiter_of(text)).encode())
    except BadFile:
        raise
    except ValueError as error:
        raise BadFile(str(error)) from None
    raise BadFile("only .csv and .xlsx files have cells")


def _sound(text: str) -> str:
    """``text`` with line feeds as line ends. Raises :class:`BadFile` where it is too long or no text."""
    if len(text) > MOST_TEXT:
        raise BadFile(f"it has {len(text)} characters, and {MOST_TEXT} are the most one file holds: split it")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if bad := _FORBIDDEN.search(text):
        raise BadFile(f"it has a control character (U+{ord(bad[0]):04X}) at character {bad.start() + 1}: leave it out")
    return text


def _bounded(data: bytes) -> bytes:
    if len(data) > MOST_BYTES:
        raise BadFile(f"it has {len(data)} bytes, and {MOST_BYTES} are the most one file holds: split it")
    return data


def _with_library(path: str, make: Callable[[], Made]) -> Made:
    try:
        return make()
    except ImportError as error:
        raise FilesMissing(PurePosixPath(path).suffix) from error


def _named(content: Rows | Mapping[str, Rows]) -> dict[str, Rows]:
    book = dict(content) if isinstance(content, Mapping) else {"Sheet1": content}
    return {
        name: [[_sound(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
        for name, rows in book.items()
    }


def _as_text(kind: Kind, path: str, book: Mapping[str, Rows]) -> str:
    if kind == "csv":
        if len(book) != 1:
            raise BadFile("comma-separated text has one sheet: write an .xlsx for several")
        (rows,) = book.values()
        return sheets.write_csv(rows, "\t" if path.lower().endswith(".tsv") else ",")
    parts: list[prose.Block] = []
    for name, rows in book.items():
        parts += [prose.Heading(1, name)] if len(book) > 1 else []
        parts += [prose.table(sheets.texts(rows))] if rows else []
    return prose.write(parts) + "\n"


def _sheets_in(text: str) -> dict[str, Rows]:
    """The sheets of a text such as :func:`extract` gives for a workbook."""
    book: dict[str, Rows] = {}
    pieces = re.split(r"(?m)^# +(.+?) *$\n?", "\n" + text)
    if pieces[0].strip():
        book["Sheet1"] = _rows_in(pieces[0])
    for name, body in zip(pieces[1::2], pieces[2::2], strict=True):
        if name in book:
            raise BadFile(f"two sheets are called {name!r}")
        book[name] = _rows_in(body)
    return book


def _rows_in(text: str) -> Rows:
    if text.lstrip().startswith("|"):
        return [row for block in prose.blocks(text) if isinstance(block, prose.Table) for row in block.rows]
    rows = sheets.read_csv(text.strip("\n") + "\n") if text.strip() else []
    return [[_CACHED.sub(r"\1", cell) if cell.startswith("=") else cell for cell in row] for row in rows]
