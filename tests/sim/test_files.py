"""Files: text made into real office files and back, the same bytes every time, and nothing unsafe opened."""

import io
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim import files, prose, sheets
from sim.files import BadFile, FilesMissing, Rows
from sim.packages import MOST_UNPACKED, members, settle

ROOT = Path(__file__).parents[2]

NOTE = """# Detectors

We need **three** at *41 300 EUR*, see `prices.csv`.
Thank you.

## Steps

1. Ask Marco
2. Ask Ruth
  - by phone

Then, all over:

1. Write it down

| item | price |
| --- | --- |
| detector | 41 300 |
| a \\| b | |
"""

PLAIN = NOTE.replace("**", "").replace("*", "").replace("`", "").rstrip("\n").replace("| |", "|  |")
"""What is read out of a document of it: all but the emphasis."""

OFFICE = ("a.docx", "a.pptx", "a.xlsx")


def content_for(path: str) -> str:
    return "item,price\ndetector,41300\n" if path.endswith(".xlsx") else NOTE


# --- kinds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/a.md", "text"),
        ("/a.JSON", "text"),
        ("/README", "text"),
        ("/a.b/notes", "text"),
        ("/a.csv", "csv"),
        ("/a.tsv", "csv"),
        ("/a.docx", "docx"),
        ("/a.XLSX", "xlsx"),
        ("/a.pptx", "pptx"),
        ("/a.png", "binary"),
        ("/a.pdf", "binary"),
    ],
)
def test_the_end_of_a_name_says_what_a_file_is(path: str, kind: str) -> None:
    """What stands after the last dot decides, in any case; a name without one is plain text."""
    assert files.kind_of(path) == kind


def test_text_stays_text() -> None:
    """Plain text is UTF-8 with line feeds, and comes back as it was."""
    data = files.render("/a.md", "Grüße,\r\n田中\r")
    assert data == "Grüße,\n田中\n".encode()
    assert files.extract("/a.md", data) == "Grüße,\n田中\n"
    assert files.extract("/a.txt", b"\xef\xbb\xbfhello") == "hello"


# --- real files ------------------------------------------------------------------------------------------------------


def test_a_document_has_real_headings_lists_tables_and_emphasis() -> None:
    """Word finds headings, numbered and bulleted lists, a table and bold text where the Markdown has them."""
    import docx

    document = docx.Document(io.BytesIO(files.render("/a.docx", NOTE)))
    styles = [(p.style.name if p.style else "", p.text) for p in document.paragraphs]
    assert styles == [
        ("Heading 1", "Detectors"),
        ("Normal", "We need three at 41 300 EUR, see prices.csv.\nThank you."),
        ("Heading 2", "Steps"),
        ("List Number", "Ask Marco"),
        ("List Number", "Ask Ruth"),
        ("List Bullet 2", "by phone"),
        ("Normal", "Then, all over:"),
        ("List Number", "Write it down"),
    ]
    assert [(r.text, r.bold, r.italic) for r in document.paragraphs[1].runs][1:4] == [
        ("three", True, None), (" at ", None, None), ("41 300 EUR", None, True),
    ]  # fmt: skip
    assert [[cell.text for cell in row.cells] for row in document.tables[0].rows] == [
        ["item", "price"], ["detector", "41 300"], ["a | b", ""],
    ]  # fmt: skip


def test_each_numbered_list_begins_at_one() -> None:
    """Two lists of one document are two numberings, each with a start of its own."""
    import docx

    document = docx.Document(io.BytesIO(files.render("/a.docx", "1. a\n2. b\n\nText\n\n1. c\n")))
    paragraphs: list[Any] = document.paragraphs
    numbers = [p._p.pPr.numPr.numId.val for p in paragraphs if p.text in "abc"]
    assert numbers[0] == numbers[1] != numbers[2]
    numbering = document.part.numbering_part.element.xml
    assert numbering.count("<w:startOverride") == 2


def test_slides_begin_with_their_headings() -> None:
    """Each heading of the first level is a slide; what stands before the first is one without a title."""
    import pptx

    show = pptx.Presentation(io.BytesIO(files.render("/a.pptx", f"Before\n\n{NOTE}\n# Last\n")))
    titles = [slide.shapes.title.text for slide in show.slides if slide.shapes.title is not None]
    assert titles == ["", "Detectors", "Last"]
    assert sum(shape.has_table for slide in show.slides for shape in slide.shapes) == 1


def test_a_workbook_has_numbers_texts_and_formulas() -> None:
    """What is a number becomes one, what only looks like one stays text, and what begins with "=" is a formula."""
    import openpyxl

    rows: Rows = [["n", "1.10", "007", "41300", "-3", True, 2.5], ["=A1*2", "1e5", "5%", "2026-03-05", "-0"]]
    sheet = openpyxl.load_workbook(io.BytesIO(files.render("/a.xlsx", rows))).worksheets[0]
    assert [cell.value for cell in sheet[1]] == ["n", 1.1, "007", 41300, -3, True, 2.5]
    assert [cell.value for cell in sheet[2]][:5] == ["=A1*2", "1e5", "5%", "2026-03-05", "-0"]
    assert sheet["A2"].data_type == "f"


# --- and back --------------------------------------------------------------------------------------------------------


def test_what_is_read_is_what_was_written() -> None:
    """A document reads as its Markdown without the emphasis, slides have their tables last, a workbook its rows."""
    assert files.extract("/a.docx", files.render("/a.docx", NOTE)) == PLAIN
    assert files.extract("/a.pptx", files.render("/a.pptx", NOTE)) == PLAIN
    csv = 'item,price\n"a, b",1.10\nx,007\n'
    assert files.extract("/a.xlsx", files.render("/a.xlsx", csv)) == f"# Sheet1\n\n{csv}".rstrip()


def test_a_workbook_of_several_sheets_reads_as_what_makes_it() -> None:
    """Sheets stand below their names; the text of a workbook makes the same workbook."""
    book: Mapping[str, Rows] = {"Prices": [["item", "eur"], ["det", 46900]], "Empty": [], "Sum": [["=Prices!B2*3"]]}
    data = files.render("/a.xlsx", book)
    text = files.extract("/a.xlsx", data)
    assert text == "# Prices\n\nitem,eur\ndet,46900\n\n# Empty\n\n# Sum\n\n=Prices!B2*3"
    assert files.render("/a.xlsx", text) == data


def test_a_markdown_table_makes_a_workbook() -> None:
    """A table in Markdown is as good as comma-separated text."""
    assert files.render("/a.xlsx", "| a | b |\n|---|---|\n| 1 | x |\n") == files.render("/a.xlsx", "a,b\n1,x\n")


def test_long_numbers_keep_their_digits() -> None:
    """What has more digits than a workbook's number keeps them as text."""
    assert files.extract("/a.xlsx", files.render("/a.xlsx", [[12345678901234567, "12345678901234567"]])).endswith(
        "12345678901234567,12345678901234567"
    )


def test_a_formula_shows_its_last_value() -> None:
    """A formula stands as written, with the value that the program that saved it had; reading it back drops that."""
    import openpyxl

    data = files.render("/a.xlsx", [["=6*7"]])
    parts = dict(members(data))
    name = "xl/worksheets/sheet1.xml"
    parts[name] = (
        parts[name].replace(b"<v></v>", b"<v>42</v>").replace(b"<v/>", b"<v>42</v>").replace(b"<v />", b"<v>42</v>")
    )
    saved = io.BytesIO()
    with zipfile.ZipFile(saved, "w") as archive:
        for part, content in parts.items():
            archive.writestr(part, content)
    assert openpyxl.load_workbook(io.BytesIO(saved.getvalue()), data_only=True).worksheets[0]["A1"].value == 42
    text = files.extract("/a.xlsx", saved.getvalue())
    assert text == "# Sheet1\n\n=6*7 [= 42]"
    assert files.render("/a.xlsx", text) == data


def test_slides_made_elsewhere_show_groups_and_notes() -> None:
    """Text in grouped shapes and in a slide's notes is read too."""
    import pptx
    from pptx.util import Emu

    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[6])
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(Emu(0), Emu(0), Emu(9), Emu(9)).text_frame.text = "in a group"
    notes = slide.notes_slide.notes_text_frame
    assert notes is not None
    notes.text = "say it slowly"
    saved = io.BytesIO()
    show.save(saved)
    text = files.extract("/a.pptx", saved.getvalue())
    assert "in a group" in text
    assert "Notes: say it slowly" in text


_WORD = (
    st.text("abcdefgh XYZ019äé田", min_size=1, max_size=12).map(str.strip).filter(lambda w: w and not w[0].isdigit())
)
_LINE = st.one_of(
    _WORD,
    st.tuples(st.integers(1, 4), _WORD).map(lambda p: "#" * p[0] + " " + p[1]),
    st.tuples(st.integers(0, 3), st.sampled_from(["-", "1."]), _WORD).map(lambda p: "  " * p[0] + f"{p[1]} {p[2]}"),
    st.lists(_WORD, min_size=1, max_size=3).map(lambda cells: "| " + " | ".join(cells) + " |"),
    st.just(""),
)


_TEXT = st.lists(_LINE, max_size=12).map("\n".join)


@given(_TEXT)
def test_blocks_are_those_of_what_is_written_of_them(text: str) -> None:
    """Taking apart what was put together gives the same blocks."""
    blocks = prose.blocks(text)
    assert prose.blocks(prose.write(blocks)) == blocks


@settings(max_examples=40)
@given(_TEXT)
def test_reading_is_writing_backwards(text: str) -> None:
    """The text of a document makes a document of the same text, and no word that was written is lost."""
    once = files.extract("/a.docx", files.render("/a.docx", text))
    assert files.extract("/a.docx", files.render("/a.docx", once)) == once
    wanted = {word for word in text.replace("#", " ").replace("|", " ").split() if word[0].isalpha()}
    assert wanted <= set(once.replace("|", " ").split())


# --- the same bytes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", OFFICE)
def test_nothing_in_a_file_tells_when_it_was_made(path: str) -> None:
    """All dates of a package are fixed, no member is compressed, and no author is named."""
    data = files.render(path, content_for(path))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {(info.compress_type, info.create_system) for info in archive.infolist()} == {(zipfile.ZIP_STORED, 0)}
        core = archive.read("docProps/core.xml").decode()
    assert core.count("1980-01-01T00:00:00Z") == 2
    assert "python" not in core
    assert len(data) < 150_000


def test_another_process_makes_the_same_bytes() -> None:
    """Neither the clock nor the salt of hash() goes into a file: a process of its own gives the same digests."""
    code = (
        "import importlib.util as u; from sim import files\n"
        f"spec = u.spec_from_file_location('t', {str(Path(__file__))!r})\n"
        "t = u.module_from_spec(spec); spec.loader.exec_module(t)\n"
        "print([files.digest(files.render(p, t.content_for(p))) for p in t.OFFICE])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == str([files.digest(files.render(path, content_for(path))) for path in OFFICE])


def test_what_is_open_stays_closed_until_needed() -> None:
    """The libraries for office files are loaded by the first such file, not by the import."""
    code = (
        "import sys, sim.files\nsim.files.render('/a.csv', [[1]])\n"
        "print([m for m in ('docx', 'openpyxl', 'pptx', 'lxml') if m in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=600, check=True
    )
    assert result.stdout.strip() == "[]"


@pytest.mark.parametrize(("path", "library"), [("a.docx", "docx"), ("a.pptx", "pptx"), ("a.xlsx", "openpyxl")])
def test_a_missing_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch, path: str, library: str) -> None:
    """Without the extra, making and reading such a file name it; plain text goes on."""
    data = files.render(path, content_for(path))
    monkeypatch.setitem(sys.modules, library, None)
    for act in (lambda: files.render(path, "x"), lambda: files.extract(path, data)):
        with pytest.raises(FilesMissing, match=r"pip install workaday\[files\]"):
            act()
    assert files.render("/a.md", "x") == b"x"


# --- changing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "before", "added", "after"),
    [
        ("/a.md", "one", "two", "one\ntwo"),
        ("/a.md", "one\n", "two\n", "one\ntwo\n"),
        ("/a.md", "", "two", "two"),
        ("/a.csv", "a,b", "1,2\n", "a,b\n1,2\n"),
        ("/a.docx", "# One", "two", "# One\n\ntwo"),
        ("/a.pptx", "# One", "# Two\n\n- x", "# One\n\n# Two\n\n- x"),
    ],
)
def test_adding_at_the_end(path: str, before: str, added: str, after: str) -> None:
    """What is added stands on a line of its own behind what was there."""
    assert files.extract(path, files.append(path, files.render(path, before), added)) == after


def test_adding_to_a_document_keeps_what_it_looks_like() -> None:
    """Formatting that no Markdown has survives an addition."""
    import docx
    from docx.shared import RGBColor

    document = docx.Document()
    document.add_paragraph().add_run("red").font.color.rgb = RGBColor(255, 0, 0)
    saved = io.BytesIO()
    document.save(saved)
    again = docx.Document(io.BytesIO(files.append("/a.docx", saved.getvalue(), "- more")))
    assert str(again.paragraphs[0].runs[0].font.color.rgb) == "FF0000"
    assert again.paragraphs[1].text == "more"


@pytest.mark.parametrize(
    ("before", "cells", "after"),
    [
        ("a,b\n1,2\n", {"B2": 3}, "a,b\n1,3\n"),
        ("a,b\n1,2\n", {"$A$1": "x", "c3": True}, "x,b\n1,2\n,,TRUE\n"),
        ("a;b\n1;2,5\n", {"B2": "3,5"}, "a;b\n1;3,5\n"),
        ("a\n", {"A1": None}, '""\n'),
    ],
)
def test_cells_of_comma_separated_text(before: str, cells: Mapping[str, files.Cell], after: str) -> None:
    """A cell is changed in its place, the table grows as needed, and what sets cells apart stays."""
    assert files.edit_cells("/a.csv", before.encode(), cells).decode() == after


def test_cells_of_a_workbook() -> None:
    """Cells of the first sheet need no name; a sheet that is not there is added."""
    data = files.render("/a.xlsx", {"Prices": [["det", 41300]], "It's 2": [["x"]]})
    data = files.edit_cells("/a.xlsx", data, {"B1": "46900", "'It''s 2'!A1": "y", "New!B1": "=1+1"})
    assert sheets.rows_of(data) == {"Prices": [["det", 46900]], "It's 2": [["y"]], "New": [[None, "=1+1"]]}


@pytest.mark.parametrize(
    ("path", "cells", "says"),
    [
        ("/a.csv", {"B": 1}, "not a cell"),
        ("/a.csv", {"B0": 1}, "not a cell"),
        ("/a.csv", {"Prices!B1": 1}, "names a sheet"),
        ("/a.csv", {"ZZZ9999999": 1}, "too large"),
        ("/a.xlsx", {"A1000000": 1, "Z1": 2}, "too large"),
        ("/a.xlsx", {"a/b!A1": 1}, "cannot be called"),
        ("/a.md", {"A1": 1}, "only .csv and .xlsx"),
        ("/a.csv", {"A1": "\x00"}, "control character"),
    ],
)
def test_cells_that_cannot_be(path: str, cells: Mapping[str, files.Cell], says: str) -> None:
    """What is no cell, or would make a sheet too large, is refused in words."""
    data = files.render(path, "a,b\n")
    with pytest.raises(BadFile, match=says):
        files.edit_cells(path, data, cells)


# --- what is not opened ----------------------------------------------------------------------------------------------


def package(parts: Mapping[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", compression) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return made.getvalue()


def with_part(path: str, name: str, part: bytes) -> bytes:
    return package({**members(files.render(path, content_for(path))), name: part})


ENTITIES = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'


@pytest.mark.parametrize("path", OFFICE)
@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: b"", "not an intact"),
        (lambda path: b"PK\x03\x04 but no more", "not an intact"),
        (lambda path: files.render(path, content_for(path))[:-400], "not an intact"),
        (lambda path: package({"a.txt": b"x"}), "not a"),
        (lambda path: with_part(path, "big.bin", b"\0" * (MOST_UNPACKED + 1)), "blow up"),
        (lambda path: with_part(path, "flat.bin", b"\0" * 20_000_000), "blow up"),
        (lambda path: package({f"{n}": b"" for n in range(2001)}), "2000"),
        (lambda path: with_part(path, "word/document.xml", ENTITIES), "entities"),
        (lambda path: with_part(path, "x.xml", ENTITIES.decode().encode("utf-16")), "entities"),
        (lambda path: b"x" * (files.MOST_BYTES + 1), "the most one file holds"),
    ],
)
def test_what_is_unsafe_or_broken_is_not_opened(path: str, make: Any, says: str) -> None:
    """Broken files, zip bombs and XML bombs are refused in words before a library looks at them."""
    with pytest.raises(BadFile, match=says):
        files.extract(path, make(path))


@pytest.mark.parametrize(
    ("path", "content", "says"),
    [
        ("/a.png", "x", "write .md"),
        ("/a.md", "x" * (files.MOST_TEXT + 1), "the most one file holds"),
        ("/a.docx", "bell\x07", r"U\+0007"),
        ("/a.md", "half \ud800", r"U\+D800"),
        ("/a.xlsx", '"open', "not comma-separated"),
        ("/a.xlsx", "# A\n\n1\n\n# A\n\n2\n", "two sheets"),
        ("/a.xlsx", {"x" * 32: [["a"]]}, "31 characters"),
        ("/a.xlsx", [[1]] * (sheets.MOST_CELLS + 1), "too large"),
        ("/a.xlsx", [[1] * (sheets.MOST_COLUMNS + 1)], "too large"),
        ("/a.csv", {"A": [[1]], "B": [[2]]}, "one sheet"),
        ("/a.xlsx", [["x" * 32_768]], "32767 characters"),
        ("/a.xlsx", [[float("nan")]], "cannot hold nan"),
    ],
)
def test_what_cannot_be_written(path: str, content: Any, says: str) -> None:
    """Content that a file of this kind cannot hold is refused with the rule."""
    with pytest.raises(BadFile, match=says):
        files.render(path, content)


def test_text_that_is_no_text() -> None:
    """Bytes that are not UTF-8 are refused where the name says text, and give no text where it says picture."""
    with pytest.raises(BadFile, match="UTF-8"):
        files.extract("/a.md", b"\xff\xfe\x00")
    assert files.extract("/a.png", b"\x89PNG\r\n\x1a\n\x00") == ""


def test_settling_keeps_every_part() -> None:
    """The fixed package has the parts of the given one, in their order, and settling twice changes nothing."""
    given_parts = {"[Content_Types].xml": b"<Types/>", "b.xml": b"<b/>", "a.xml": b"<a/>"}
    settled = settle(package(given_parts))
    assert list(members(settled).items()) == list(given_parts.items())
    assert settle(settled) == settled
