"""Spreadsheets: rows and cells, as comma-separated text and as Excel workbooks (.xlsx).

Workbooks hold numbers as numbers and what begins with "=" as a formula. Nothing here computes: a formula has a value
only where the program that saved the file left one.
"""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from sim.packages import BadFile, members, settle

if TYPE_CHECKING:
    from openpyxl import Workbook

Cell = str | int | float | bool | None
Rows = Sequence[Sequence[Cell]]

MOST_CELLS = 100_000
"""Cells a sheet may span, the empty ones between included."""

MOST_COLUMNS = 16_384
"""Columns of a sheet, by Excel's specification."""

MOST_IN_CELL = 32_767
"""Characters of a cell, by Excel's specification."""

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.([0-9]{1,10}))?")
_ADDRESS = re.compile(r"(?:(?:'((?:[^']|'')+)'|([^'!]+))!)?\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})")


def read_csv(text: str) -> list[list[str]]:
    """The rows of comma-separated text; semicolons or tabs set the cells apart where the first line has only those.

    Raises :class:`~sim.packages.BadFile` where a quoted cell has no end.
    """
    try:
        return list(csv.reader(io.StringIO(text), delimiter=delimiter_of(text), strict=True))
    except csv.Error as error:
        raise BadFile(f"it is not comma-separated text: {error}") from None


def write_csv(rows: Rows, delimiter: str = ",") -> str:
    """Comma-separated text of ``rows``, a line feed after each."""
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter, lineterminator="\n").writerows(texts(rows))
    return written.getvalue()


def delimiter_of(text: str) -> str:
    """What sets the cells of ``text`` apart: a comma, or the semicolon or tab that its first line has instead."""
    first = text.lstrip("\ufeff").split("\n", 1)[0]
    if "," in first:
        return ","
    return ";" if ";" in first else "\t" if "\t" in first else ","


def address(written: str) -> tuple[str | None, int, int]:
    """Sheet, row and column (from 1) of "B3", "$B$3", "Prices!B3" or "'Price list'!B3"; the sheet is None if not said.

    Raises ``ValueError`` for what is no cell.
    """
    found = _ADDRESS.fullmatch(written.strip())
    if not found:
        raise ValueError(f"{written!r} is not a cell: write B3, or Prices!B3 for another sheet")
    column = 0
    for letter in found[3].upper():
        column = column * 26 + ord(letter) - 64
    sheet = found[1].replace("''", "'") if found[1] else found[2]
    return sheet, int(found[4]), column


def with_cells(rows: Rows, cells: Mapping[str, Cell]) -> list[list[Cell]]:
    """``rows`` with these cells set, grown where a cell lies beyond them.

    Raises ``ValueError`` for what is no cell of a table without sheets, and :class:`~sim.packages.BadFile` where the
    table would grow too large.
    """
    changed = [list(row) for row in rows]
    for written, value in cells.items():
        sheet, row, column = address(written)
        if sheet is not None:
            raise ValueError(f"{written!r} names a sheet, and comma-separated text has only one: write the cell alone")
        _check_size(max(row, len(changed)), max([column, *map(len, changed[:1])]))
        while len(changed) < row:
            changed.append([])
        line = changed[row - 1]
        line.extend([""] * (column - len(line)))
        line[column - 1] = value
    return changed


def render(sheets: Mapping[str, Rows]) -> bytes:
    """A workbook of these sheets; equal content gives equal bytes. Text that is a number becomes one ("007" does not).

    Raises ``ImportError`` where openpyxl is missing, :class:`~sim.packages.BadFile` where a sheet is too large.
    """
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in (sheets or {"Sheet1": ()}).items():
        _check_size(len(rows), max(map(len, rows), default=0))
        sheet = book.create_sheet(_sheet_name(name))
        for row, cells in enumerate(rows, 1):
            for column, value in enumerate(cells, 1):
                _set(sheet.cell(row, column), value)
    return _saved(book)


def edit(data: bytes, cells: Mapping[str, Cell]) -> bytes:
    """A workbook with these cells set. A sheet that is not there yet is added at the end.

    Raises ``ImportError``, ``ValueError`` and :class:`~sim.packages.BadFile` as :func:`render` and :func:`address` do.
    """
    book = _open(data, values=False)
    for written, value in cells.items():
        name, row, column = address(written)
        if name is not None and name not in book.sheetnames:
            book.create_sheet(_sheet_name(name))
        sheet = book[name] if name is not None else book.worksheets[0]
        _check_size(max(row, sheet.max_row), max(column, sheet.max_column))
        _set(sheet.cell(row, column), value)
    return _saved(book)


def extract(data: bytes) -> str:
    """The text of a workbook: each sheet's name as a heading, then its rows as comma-separated text.

    A formula stands as it was written, with its last value behind it where the file has one: ``=B2*B3 [= 42]``.
    Raises ``ImportError`` and :class:`~sim.packages.BadFile`.
    """
    formulas, values = _open(data, values=False), _open(data, values=True)
    parts = []
    for sheet in formulas.worksheets:
        _check_size(sheet.max_row, sheet.max_column)
        both = zip(sheet.iter_rows(), values[sheet.title].iter_rows(), strict=True)
        rows = [[_shown(cell, known.value) for cell, known in zip(*row, strict=True)] for row in both]
        while rows and not any(rows[-1]):
            rows.pop()
        parts.append(f"# {sheet.title}\n\n{write_csv(rows)}".rstrip())
    return "\n\n".join(parts)


def rows_of(data: bytes) -> dict[str, list[list[Cell]]]:
    """The cells of every sheet, formulas as written. Raises ``ImportError`` and :class:`~sim.packages.BadFile`."""
    found: dict[str, list[list[Cell]]] = {}
    for sheet in _open(data, values=False).worksheets:
        _check_size(sheet.max_row, sheet.max_column)
        found[sheet.title] = [[_plain(cell.value) for cell in row] for row in sheet.iter_rows()]
    return found


def _open(data: bytes, values: bool) -> "Workbook":
    members(data)
    import openpyxl

    try:
        return openpyxl.load_workbook(io.BytesIO(data), data_only=values)
    except (KeyError, ValueError, TypeError, AttributeError, IndexError, SyntaxError, OSError) as error:
        raise BadFile(f"it is not an Excel workbook ({error})") from None


def _saved(book: "Workbook") -> bytes:
    book.properties.creator = ""
    written = io.BytesIO()
    book.save(written)
    return settle(written.getvalue())


def _set(cell: Any, value: Cell) -> None:
    if isinstance(value, str) and len(value) > MOST_IN_CELL:
        raise BadFile(f"a cell holds at most {MOST_IN_CELL} characters, and this text has {len(value)}: split it")
    if isinstance(value, float) and not isfinite(value):
        raise BadFile(f"a cell cannot hold {value}")
    if isinstance(value, int) and abs(value) >= 10**15:
        value = str(value)  # a workbook's numbers have 15 digits
    if isinstance(value, str) and (number := _NUMBER.fullmatch(value)) and value != "-0":
        cell.value = float(value) if number[1] else int(value)
        if number[1]:
            cell.number_format = "0." + "0" * len(number[1])  # 1.10 stays 1.10
    else:
        cell.value = value if value != "" else None


def _shown(cell: Any, known: object) -> str:
    value = _plain(cell.value)
    if isinstance(value, str) and value.startswith("=") and known is not None:
        return f"{value} [= {_said(_plain(known))}]"
    if isinstance(value, (int, float)) and not isinstance(value, bool) and re.fullmatch(r"0\.0+", cell.number_format):
        return f"{value:.{len(cell.number_format) - 2}f}"
    return _said(value)


def _plain(value: object) -> Cell:
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    # A date, an array formula and the like: openpyxl has a type for each.
    text = getattr(value, "text", None)
    return str(value if text is None else text)


def _said(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    return repr(cell) if isinstance(cell, float) else str(cell)


def _check_size(rows: int, columns: int) -> None:
    if rows * columns > MOST_CELLS or columns > MOST_COLUMNS:
        most = f"{MOST_CELLS} cells and {MOST_COLUMNS} columns are the most"
        raise BadFile(f"a sheet of {rows} rows by {columns} columns is too large: {most}")


def _sheet_name(name: str) -> str:
    if not 0 < len(name) <= 31 or re.search(r"[\\/*?:\[\]]", name):
        raise BadFile(f"a sheet cannot be called {name!r}: up to 31 characters, and none of \\ / * ? : [ ]")
    return name


def texts(rows: Iterable[Iterable[Cell]]) -> list[list[str]]:
    """The cells as they are shown."""
    return [[_said(cell) for cell in row] for row in rows]
