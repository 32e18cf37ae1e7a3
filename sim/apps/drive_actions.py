"""What can be done in the drive."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from pydantic import Field

from sim import files
from sim.actions import Action, Effort, Receipt, Refused, words_in
from sim.apps import clocks, paths
from sim.apps import drive_views as views
from sim.apps.people import person_named, team_members, team_named
from sim.apps.shelves import EVERYONE
from sim.office import Office
from sim.search import has_words
from sim.vocabulary.drive import Level

if TYPE_CHECKING:
    from sim.apps.drive import Drive

MOST_NOTE = 300
"""Characters of a note on a version."""
MOST_COMMENT = 8_000
"""Characters of a comment."""
MOST_ROWS = 5_000

Cell = str | int | float | bool | None

_PATH = 'Path from the root, such as "/board/detectors.md". Upper and lower case do not matter.'
_EXPECTS = (
    "The version you have read. If somebody has written since, nothing is written and you are told; 0 says that the "
    "file must not be there yet."
)


def _drive(office: Office) -> "Drive":
    return cast("Drive", office.app_named("drive"))


class Write(Action):
    """Write a file, a new one or a new version in place of what it says. Its folders are made as needed. The end of the
    name says what it becomes: .md, .txt, .csv, .json and other plain text stay text; .docx and .pptx are made from
    Markdown (in a .pptx each "# " heading begins a slide), .xlsx from comma-separated text."""

    name: ClassVar[str] = "drive.write"
    receipt: ClassVar[type[Receipt]] = views.Saved

    path: str = Field(description=_PATH)
    text: str = Field(description="All that the file shall say.")
    note: str = Field(default="", description="What this version is about, for its history.", max_length=MOST_NOTE)
    expects_version: int | None = Field(default=None, description=_EXPECTS, ge=0)

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.text))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        drive = _drive(office)
        path = drive.writable(actor, self.path, self.expects_version)
        data = drive.sound(path, lambda: files.render(path, self.text))
        return drive.save(actor, path, data, causes, note=self.note)


class Append(Action):
    """Add text at the end of a file, on a line of its own."""

    name: ClassVar[str] = "drive.append"
    receipt: ClassVar[type[Receipt]] = views.Saved

    path: str = Field(description=_PATH)
    text: str = Field(description="What is added.")
    note: str = Field(default="", description="What this version is about, for its history.", max_length=MOST_NOTE)
    expects_version: int | None = Field(default=None, description=_EXPECTS, ge=1)

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.text))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        drive = _drive(office)
        file = drive.standing(actor, self.path, "write", self.expects_version)
        if not self.text.strip():
            raise Refused("empty", "there is nothing to add: the text is empty")
        data = drive.sound(file.path, lambda: files.append(file.path, drive.bytes_of(file.path), self.text))
        return drive.save(actor, file.path, data, causes, note=self.note)


class WriteTable(Action):
    """Write rows into a .csv or .xlsx file, in place of what it says. In an .xlsx, "=B2*B3" is a formula."""

    name: ClassVar[str] = "drive.write_table"
    receipt: ClassVar[type[Receipt]] = views.Saved

    path: str = Field(description="Path of a .csv or .xlsx file.")
    rows: tuple[tuple[Cell, ...], ...] = Field(description="The rows, the head first.", max_length=MOST_ROWS)
    note: str = Field(default="", description="What this version is about, for its history.", max_length=MOST_NOTE)
    expects_version: int | None = Field(default=None, description=_EXPECTS, ge=0)

    def effort(self) -> Effort:
        return Effort(kind="write", words=sum(words_in(str(cell)) for row in self.rows for cell in row))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        drive = _drive(office)
        path = drive.writable(actor, self.path, self.expects_version)
        if files.kind_of(path) not in ("csv", "xlsx"):
            raise Refused("bad_argument", f"rows go into a .csv or .xlsx file, not into {path}: drive.write takes text")
        data = drive.sound(path, lambda: files.render(path, self.rows))
        return drive.save(actor, path, data, causes, note=self.note)


class EditCells(Action):
    """Change some cells of a .csv or .xlsx file."""

    name: ClassVar[str] = "drive.edit_cells"
    receipt: ClassVar[type[Receipt]] = views.Saved

    path: str = Field(description="Path of a .csv or .xlsx file.")
    cells: dict[str, Cell] = Field(
        description='New values by cell: {"B3": 46900, "Prices!C4": "=B4*2"}.', min_length=1, max_length=MOST_ROWS
    )
    note: str = Field(default="", description="What this version is about, for its history.", max_length=MOST_NOTE)
    expects_version: int | None = Field(default=None, description=_EXPECTS, ge=1)

    def effort(self) -> Effort:
        return Effort(kind="write", words=len(self.cells))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        drive = _drive(office)
        file = drive.standing(actor, self.path, "write", self.expects_version)
        data = drive.sound(file.path, lambda: files.edit_cells(file.path, drive.bytes_of(file.path), self.cells))
        return drive.save(actor, file.path, data, causes, note=self.note)


class Read(Action):
    """Read a file, its last version or an earlier one, and the comments on it. A long one comes in parts."""

    name: ClassVar[str] = "drive.read"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.Content

    path: str = Field(description=_PATH)
    version: int | None = Field(default=None, description="An earlier version; the last if you leave it out.", ge=1)
    first_line: int = Field(default=1, description="The first line to read.", ge=1)
    last_line: int | None = Field(default=None, description="The last line to read.", ge=1)

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _drive(office).content(actor, self.path, self.version, self.first_line, self.last_line)


class ListFolder(Action):
    """See what is in a folder: the files and folders you may open."""

    name: ClassVar[str] = "drive.list"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.Listing

    folder: str = Field(default="/", description='Path of the folder; "/" is where all begins.')

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _drive(office).listing(actor, self.folder)


class Move(Action):
    """Give a file or folder another path. Versions, comments and shares go along; the kind of file stays."""

    name: ClassVar[str] = "drive.move"
    receipt: ClassVar[type[Receipt]] = views.Relocated

    path: str = Field(description=_PATH)
    to: str = Field(description="The new path, or a folder that is there, to put it into.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _drive(office).move(actor, self.path, self.to, causes)


class Delete(Action):
    """Put a file, or a folder with all in it, into the bin. Files can be restored from there."""

    name: ClassVar[str] = "drive.delete"
    receipt: ClassVar[type[Receipt]] = views.Deleted

    path: str = Field(description=_PATH)

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _drive(office).delete(actor, self.path, causes)


class Restore(Action):
    """Bring back an earlier version of a file, or a file from the bin. It becomes a new version."""

    name: ClassVar[str] = "drive.restore"
    receipt: ClassVar[type[Receipt]] = views.Saved

    path: str = Field(description=_PATH)
    version: int | None = Field(default=None, description="Which version; from the bin, the last unless you say.", ge=1)

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _drive(office).restore(actor, self.path, self.version, causes)


class ReadHistory(Action):
    """See who wrote which version of a file, and all comments on it. Also of a file in the bin."""

    name: ClassVar[str] = "drive.history"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.History

    path: str = Field(description=_PATH)

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _drive(office).history(actor, self.path)


class Comment(Action):
    """Put a comment beside a file. Its owner, its authors and those you name with @id are told."""

    name: ClassVar[str] = "drive.comment"
    receipt: ClassVar[type[Receipt]] = views.Commented

    path: str = Field(description=_PATH)
    text: str = Field(description=f"The comment, at most {MOST_COMMENT} characters.")
    version: int | None = Field(default=None, description="The version it is about; the last if left out.", ge=1)

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.text))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        if not self.text.strip():
            raise Refused("empty", "the comment is empty: write something")
        if len(self.text) > MOST_COMMENT:
            raise Refused("too_long", f"a comment has at most {MOST_COMMENT} characters, and this {len(self.text)}")
        return _drive(office).comment(actor, self.path, self.text, self.version, causes)


class Share(Action):
    """Let people read, comment on or write a file or folder. They are told. With `only`, nobody else can any longer.
    The owner of a file alone can take away what others may do with it."""

    name: ClassVar[str] = "drive.share"
    receipt: ClassVar[type[Receipt]] = views.Access

    path: str = Field(description=_PATH)
    people: tuple[str, ...] = Field(
        default=(), description='Person ids, "team:finance" or "everyone". With `only`, may be nobody: just its owner.'
    )
    level: Level = Field(default="read", description="What they may do; each includes those before it.")
    only: bool = Field(default=False, description="True to take away whatever all others could do.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        names = tuple(dict.fromkeys(_name(office, written) for written in self.people))
        if not names and not self.only:
            raise Refused("empty", 'say with whom: person ids, "team:finance" or "everyone"')
        told = {who for name in names for who in _members(office, name)}
        return _drive(office).share(actor, self.path, names, told, self.level, self.only, causes)


class Search(Action):
    """Find files by words in them or in their names, among those you may open."""

    name: ClassVar[str] = "drive.search"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.FoundFiles

    query: str = Field(description='Words that must all occur; "words in quotes" occur as they stand.', max_length=400)
    folder: str = Field(default="/", description="Only in this folder and those in it.")
    limit: int = Field(default=10, description="At most so many.", ge=1, le=50)

    def effort(self) -> Effort:
        return Effort(kind="search")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        if not has_words(self.query):
            raise Refused("empty", "say what to look for: a word or more")
        drive = _drive(office)
        folder = paths.normal(self.folder)
        if not drive.shelves.is_folder(folder):
            raise Refused("no_such_place", f"there is no folder {folder}")

        def readable(app: str, ref: str) -> bool:
            return (folder == "/" or paths.is_below(ref, folder)) and drive.can_read(actor, ref)

        hits = office.index.find(self.query, apps=("drive",), limit=self.limit, readable=readable)
        found = []
        for hit in hits:
            last = drive.shelves.file(hit.ref).last
            when = clocks.shown(office, actor, last.at)
            found.append(
                views.FoundFile(path=hit.ref, version=last.number, who=last.author, when=when, snippet=hit.snippet)
            )
        return views.FoundFiles(files=tuple(found))


def _name(office: Office, written: str) -> str:
    """A person's id, "team:finance" or "everyone", checked. Raises :class:`Refused`."""
    if written.strip().casefold() == EVERYONE:
        return EVERYONE
    team = team_named(written)
    if team is None:
        return person_named(office, written)
    team_members(office, team)
    return f"team:{team}"


def _members(office: Office, name: str) -> tuple[str, ...]:
    """Who is told when something is shared with this name: of everyone, nobody."""
    if name == EVERYONE:
        return ()
    team = team_named(name)
    return (name,) if team is None else team_members(office, team)


ALL: tuple[type[Action], ...] = (
    Write, Append, WriteTable, EditCells, Read, ListFolder, Move, Delete, Restore, ReadHistory, Comment, Share, Search,
)  # fmt: skip
