"""Word documents (.docx): written from light Markdown, and read back as it."""

import io
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sim import prose
from sim.packages import BadFile, members, settle

if TYPE_CHECKING:
    from docx.document import Document
    from docx.text.paragraph import Paragraph

_BULLETS = ("List Bullet", "List Bullet 2", "List Bullet 3")
_NUMBERS = ("List Number", "List Number 2", "List Number 3")
_KEPT_TABLE_STYLES = ("Normal Table", "Table Grid")
_CODE_FONT = "Courier New"


def render(text: str) -> bytes:
    """A document of ``text`` with real headings, lists, tables and emphasis; equal text gives equal bytes.

    Raises ``ImportError`` where python-docx is not installed, ``ValueError`` for control characters.
    """
    return _with_text(_open(_template()), text)


def append(data: bytes, text: str) -> bytes:
    """The document with ``text`` at its end; what is there stays as it is.

    Raises ``ImportError``, ``ValueError`` and `sim.packages.BadFile` as :func:`render` and :func:`extract` do, the last
    also where the document lacks a style that the text needs.
    """
    document = _open(data)
    try:
        return _with_text(document, text)
    except KeyError as error:
        raise BadFile(f"the document has no style for this ({error.args[0]}): write plain paragraphs") from None


def extract(data: bytes) -> str:
    """The text of a document, body only, as light Markdown without emphasis.

    Raises `sim.packages.BadFile` for what is not an intact document, ``ImportError`` where python-docx is missing.
    """
    return prose.write(_read(_open(data)))


def _open(data: bytes) -> "Document":
    import docx
    from docx.opc.exceptions import PackageNotFoundError

    members(data)
    try:
        return docx.Document(io.BytesIO(data))
    except (KeyError, ValueError, AttributeError, PackageNotFoundError, SyntaxError) as error:
        raise BadFile(f"it is not a Word document ({error})") from None


def _with_text(document: "Document", text: str) -> bytes:
    last: prose.Block | None = None
    for block in prose.blocks(text):
        _add(document, block, follows_list=isinstance(last, prose.Item) and last.ordered)
        last = block
    written = io.BytesIO()
    document.save(written)
    return settle(written.getvalue())


def _add(document: "Document", block: prose.Block, follows_list: bool) -> None:
    if isinstance(block, prose.Heading):
        _fill(document.add_heading("", block.level), block.text)
    elif isinstance(block, prose.Item):
        paragraph = document.add_paragraph("", (_NUMBERS if block.ordered else _BULLETS)[block.level])
        _fill(paragraph, block.text)
        if block.ordered and block.level == 0 and not follows_list:
            _restart(document, paragraph)
        elif block.ordered and block.level == 0:
            _go_on(document, paragraph)
    elif isinstance(block, prose.Table):
        table = document.add_table(len(block.rows), len(block.rows[0]), "Table Grid")
        cells = iter(table._cells)  # table.cell() walks the whole table each time
        for number, row in enumerate(block.rows):
            for text in row:
                paragraph = next(cells).paragraphs[0]
                _fill(paragraph, text)
                for run in paragraph.runs if number == 0 else ():
                    run.bold = True
    elif isinstance(block, prose.Code):
        document.add_paragraph().add_run(block.text).font.name = _CODE_FONT
    else:
        _fill(document.add_paragraph(), block.text)


def _fill(paragraph: "Paragraph", text: str) -> None:
    for piece, style in prose.spans(text):
        run = paragraph.add_run(piece)
        if style == "bold":
            run.bold = True
        elif style == "italic":
            run.italic = True
        elif style == "code":
            run.font.name = _CODE_FONT


@lru_cache(maxsize=1)
def _template() -> bytes:
    """python-docx's own template without what nothing here uses, which is nine tenths of its bytes."""
    import docx

    document = docx.Document()
    for relation in [r for r in document.part.rels.values() if r.reltype.endswith("/stylesWithEffects")]:
        del document.part.rels[relation.rId]
    package: Any = document.part.package
    for relation in [r for r in package.rels.values() if r.reltype.endswith("/thumbnail")]:
        del package.rels[relation.rId]
    for style in list(document.styles):
        if style.type == 3 and style.name not in _KEPT_TABLE_STYLES:  # WD_STYLE_TYPE.TABLE
            style.delete()
    properties = document.core_properties
    properties.author = properties.comments = ""
    saved = io.BytesIO()
    document.save(saved)
    return saved.getvalue()


def _restart(document: "Document", paragraph: "Paragraph") -> None:
    """Begin a list of its own at 1: all paragraphs of the style would be one list through the whole document."""
    numbering: Any = document.part.numbering_part.element
    style: Any = paragraph.style
    shared = numbering.num_having_numId(style.element.pPr.numPr.numId.val)
    own = numbering.add_num(shared.abstractNumId.val)
    own.add_lvlOverride(ilvl=0).add_startOverride(1)
    _number(paragraph, own.numId)


def _go_on(document: "Document", paragraph: "Paragraph") -> None:
    numbering: Any = document.part.numbering_part.element
    _number(paragraph, numbering.num_lst[-1].numId)


def _number(paragraph: "Paragraph", number: int) -> None:
    properties: Any = paragraph._p.get_or_add_pPr().get_or_add_numPr()
    properties.get_or_add_ilvl().val = 0
    properties.get_or_add_numId().val = number


def _read(document: "Document") -> Iterator[prose.Block]:
    from docx.table import Table

    for part in document.iter_inner_content():
        if isinstance(part, Table):
            if part.rows:
                yield prose.table([cell.text.strip() for cell in row.cells] for row in part.rows)
        elif part.text.strip():
            yield _block(part)


def _block(paragraph: "Paragraph") -> prose.Block:
    style = (paragraph.style.name if paragraph.style is not None else None) or ""
    text = paragraph.text.strip()
    if style == "Title":
        return prose.Heading(1, text)
    if style.startswith("Heading ") and style[8:].isdigit():
        return prose.Heading(min(int(style[8:]), 6), text)
    for ordered, names in ((False, _BULLETS), (True, _NUMBERS)):
        if style in names:
            return prose.Item(names.index(style), ordered, text)
    if paragraph.runs and all(run.font.name == _CODE_FONT for run in paragraph.runs) and "\n" in text:
        return prose.Code(text)
    return prose.Paragraph(text)
