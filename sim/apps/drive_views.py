"""What the drive gives its readers to see."""

from pydantic import BaseModel, ConfigDict

from sim.actions import Receipt, words_in
from sim.vocabulary.drive import Level


class _Plain(BaseModel):
    model_config = ConfigDict(frozen=True)


class Beside(_Plain):
    """A comment on a file."""

    id: str
    who: str
    when: str
    version: int
    text: str


class Made(_Plain):
    """One version of a file."""

    version: int
    who: str
    when: str
    size: int
    note: str = ""
    restores: int | None = None


class Listed(_Plain):
    """A file or folder of a listing; ``level`` is what you may do with it."""

    path: str
    folder: bool
    level: Level | None
    version: int | None = None
    who: str | None = None
    """Who wrote this version."""
    when: str | None = None
    size: int | None = None
    comments: int = 0


class FoundFile(_Plain):
    """A file that was found; ``snippet`` shows the words in it."""

    path: str
    version: int
    who: str
    when: str
    snippet: str


class Saved(Receipt):
    """The version that now stands. ``readers`` can open it; None means everybody who works here."""

    path: str
    version: int
    size: int
    created: bool
    readers: tuple[str, ...] | None


class Content(Receipt):
    """A file's text. Where it does not fit in one reading, ``next_line`` says where to go on."""

    path: str
    version: int
    latest: int
    who: str
    when: str
    size: int
    text: str
    first_line: int
    last_line: int
    lines: int
    next_line: int | None = None
    level: Level
    comments: tuple[Beside, ...] = ()

    def words(self) -> int:
        return words_in(self.text) + sum(words_in(comment.text) for comment in self.comments)


class Listing(Receipt):
    """What is in a folder, as far as you may see it."""

    folder: str
    entries: tuple[Listed, ...]

    def words(self) -> int:
        return 3 * len(self.entries)


class Relocated(Receipt):
    """Where it is now, and who can open it there; None means everybody who works here."""

    path: str
    files: tuple[str, ...]
    readers: tuple[str, ...] | None


class Deleted(Receipt):
    """What went to the bin. Each file can be restored."""

    files: tuple[str, ...]


class History(Receipt):
    """All versions of a file, oldest first."""

    path: str
    owner: str
    deleted: bool
    versions: tuple[Made, ...]
    comments: tuple[Beside, ...]

    def words(self) -> int:
        notes = sum(words_in(f"{made.note} {made.when}") for made in self.versions)
        return notes + sum(words_in(comment.text) for comment in self.comments)


class Commented(Receipt):
    """Your comment. ``ambiguous`` are names after an "@" that several have; ``cannot_open`` are people you called who
    cannot open the file: share it with them."""

    comment: str
    mentions: tuple[str, ...]
    ambiguous: tuple[str, ...] = ()
    cannot_open: tuple[str, ...] = ()


class Access(Receipt):
    """Who can do what now, by person id, "team:finance" or "everyone"; its owner can do everything."""

    path: str
    owner: str | None
    levels: dict[str, Level]


class FoundFiles(Receipt):
    """Files with these words, best first."""

    files: tuple[FoundFile, ...]

    def words(self) -> int:
        return sum(words_in(f"{found.path} {found.snippet}") for found in self.files)
