"""Slides (.pptx): written from light Markdown, in which each "# " heading begins a slide, and read back as it."""

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sim import prose
from sim.packages import BadFile, members, settle

if TYPE_CHECKING:
    from pptx.presentation import Presentation

_TITLE_AND_BODY, _TITLE_ONLY = 1, 5
_CODE_FONT = "Courier New"
_NO_BULLET = "{http://schemas.openxmlformats.org/drawingml/2006/main}buNone"


def render(text: str) -> bytes:
    """Slides of ``text``; equal text gives equal bytes. What stands before the first "# " is a slide without a title.

    Raises ``ImportError`` where python-pptx is missing, ``ValueError`` for control characters.
    """
    import pptx

    show = pptx.Presentation()
    package: Any = show.part.package
    for relation in [r for r in package._rels.values() if r.reltype.endswith("/thumbnail")]:
        package._rels.pop(relation.rId)
    properties = show.core_properties
    properties.author = properties.comments = properties.last_modified_by = ""
    return _with_slides(show, text)


def append(data: bytes, text: str) -> bytes:
    """The slides with those of ``text`` behind them; what is there stays as it is.

    Raises ``ImportError``, ``ValueError`` and `sim.packages.BadFile` as :func:`render` and :func:`extract` do, the last
    also where the file lacks the layouts that new slides need.
    """
    show = _open(data)
    try:
        return _with_slides(show, text)
    except (IndexError, KeyError, AttributeError):
        raise BadFile("its layouts have no room for a title and text: write a new file") from None


def extract(data: bytes) -> str:
    """The text of slides, in their order, as light Markdown; a slide's notes stand last, after "Notes:".

    Raises ``ImportError`` where python-pptx is missing and `sim.packages.BadFile` for what is no slides.
    """
    return prose.write(block for slide in _open(data).slides for block in _read(slide))


def _open(data: bytes) -> "Presentation":
    import pptx
    from pptx.exc import PackageNotFoundError

    members(data)
    try:
        return pptx.Presentation(io.BytesIO(data))
    except (KeyError, ValueError, AttributeError, SyntaxError, PackageNotFoundError) as error:
        raise BadFile(f"it is not a PowerPoint file ({error})") from None


def _with_slides(show: "Presentation", text: str) -> bytes:
    for title, body in _sections(prose.blocks(text)):
        _slide(show, title, body)
    written = io.BytesIO()
    show.save(written)
    return settle(written.getvalue())


def _sections(blocks: Sequence[prose.Block]) -> list[tuple[str, list[prose.Block]]]:
    sections: list[tuple[str, list[prose.Block]]] = []
    for block in blocks:
        if isinstance(block, prose.Heading) and block.level == 1:
            sections.append((block.text, []))
        else:
            if not sections:
                sections.append(("", []))
            sections[-1][1].append(block)
    return sections


def _slide(show: "Presentation", title: str, body: Sequence[prose.Block]) -> None:
    from pptx.util import Emu

    words = [block for block in body if not isinstance(block, prose.Table)]
    tables = [block for block in body if isinstance(block, prose.Table)]
    slide = show.slides.add_slide(show.slide_layouts[_TITLE_AND_BODY if words else _TITLE_ONLY])
    shapes: Any = slide.shapes
    _fill(shapes.title.text_frame.paragraphs[0], title)
    if words:
        frame = shapes.placeholders[1].text_frame
        paragraph = frame.paragraphs[0]
        for number, block in enumerate(words):
            paragraph = frame.add_paragraph() if number else paragraph
            _line(paragraph, block)
    whole_width, whole_height = int(show.slide_width or 0), int(show.slide_height or 0)
    top = whole_height * (60 if words else 25) // 100
    for table in tables:
        left, width, height = whole_width // 20, whole_width * 9 // 10, whole_height * len(table.rows) // 20
        grid = shapes.add_table(len(table.rows), len(table.rows[0]), Emu(left), Emu(top), Emu(width), Emu(height)).table
        for row, cells in enumerate(table.rows):
            for column, text in enumerate(cells):
                _fill(grid.cell(row, column).text_frame.paragraphs[0], text)
        top += height + whole_height // 20


def _line(paragraph: Any, block: prose.Block) -> None:
    if isinstance(block, prose.Item):
        paragraph.level = block.level
        _fill(paragraph, block.text)
        if block.ordered:
            numbering = paragraph._p.get_or_add_pPr().makeelement(
                "{http://schemas.openxmlformats.org/drawingml/2006/main}buAutoNum", {"type": "arabicPeriod"}
            )
            paragraph._p.get_or_add_pPr().append(numbering)
        return
    properties = paragraph._p.get_or_add_pPr()
    properties.set("marL", "0")
    properties.set("indent", "0")
    properties.append(properties.makeelement(_NO_BULLET, {}))
    if isinstance(block, prose.Code):
        _put(paragraph, [(block.text, "code")])
    elif isinstance(block, prose.Heading):
        _put(paragraph, [(piece, "bold") for piece, _ in prose.spans(block.text)])
    elif isinstance(block, prose.Paragraph):
        _fill(paragraph, block.text)


def _fill(paragraph: Any, text: str) -> None:
    _put(paragraph, prose.spans(text))


def _put(paragraph: Any, pieces: Sequence[tuple[str, prose.Style]]) -> None:
    for piece, style in pieces:
        for number, line in enumerate(piece.split("\n")):
            if number:
                paragraph.add_line_break()
            run = paragraph.add_run()
            run.text = line
            if style == "bold":
                run.font.bold = True
            elif style == "italic":
                run.font.italic = True
            elif style == "code":
                run.font.name = _CODE_FONT


def _read(slide: Any) -> Iterator[prose.Block]:
    title = slide.shapes.title
    yield prose.Heading(1, _text(title.text_frame.paragraphs[0]) if title is not None else "")
    for shape in _shapes(slide.shapes):
        if title is not None and shape.shape_id == title.shape_id:
            continue
        if shape.has_text_frame:
            yield from (_block(paragraph) for paragraph in shape.text_frame.paragraphs if _text(paragraph))
        if getattr(shape, "has_table", False):
            yield prose.table([cell.text.strip() for cell in row.cells] for row in shape.table.rows)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = slide.notes_slide.notes_text_frame.text.strip()
        if notes:
            yield prose.Paragraph(f"Notes: {notes}")


def _shapes(shapes: Any) -> Iterator[Any]:
    for shape in shapes:
        if hasattr(shape, "shapes"):  # a group
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _block(paragraph: Any) -> prose.Block:
    properties = paragraph._p.pPr
    marks = [] if properties is None else [child.tag.rpartition("}")[2] for child in properties]
    if "buNone" in marks:
        runs = paragraph.runs
        if runs and all(run.font.bold for run in runs):
            return prose.Heading(2, _text(paragraph))
        return prose.Paragraph(_text(paragraph))
    return prose.Item(min(paragraph.level, prose.LEVELS - 1), "buAutoNum" in marks, _text(paragraph))


def _text(paragraph: Any) -> str:
    return str(paragraph.text).replace("\v", "\n").strip()
