"""What happens to files, as events.

Paths begin with "/". ``to`` are all who can open the file then, without the actor; None means everybody who works here.
Versions count from 1.
"""

from typing import ClassVar, Literal

from sim.vocabulary.core import Body, Instant

Level = Literal["read", "comment", "write"]
"""What one may do with a file; each includes the ones before it."""


class FileWritten(Body):
    """A new version of a file, the first one included."""

    kind: ClassVar[str] = "drive.written"

    path: str
    version: int
    text: str
    """The content of a text file; of any other, the text that can be read out of it."""
    digest: str
    """BLAKE2b (128 bits, hexadecimal) of the file's bytes."""
    size: int
    """Bytes."""
    blob: str | None = None
    """Where the bytes are kept, of a file that is not plain text."""
    note: str = ""
    restores: int | None = None
    """The version this one brings back."""
    staged_by: str | None = None
    """Whose file it is, where it stood there before the run began; the actor is then the world."""
    staged_at: Instant | None = None
    """When they had written it."""
    to: tuple[str, ...] | None = None


class FileMoved(Body):
    """A file or a folder got another path, with its versions, comments and shares."""

    kind: ClassVar[str] = "drive.moved"

    path: str
    destination: str
    files: tuple[str, ...]
    """Every file that moved, by its old path: the one, or all below the folder."""
    to: tuple[str, ...] | None = None
    """Who can open it where it is now."""


class FileDeleted(Body):
    """A file, or all below a folder, went to the bin; the versions stay."""

    kind: ClassVar[str] = "drive.deleted"

    path: str
    files: tuple[str, ...]
    to: tuple[str, ...] | None = None


class FileCommented(Body):
    """A remark beside a file."""

    kind: ClassVar[str] = "drive.commented"

    path: str
    comment: str
    """The id of the remark, "f4"."""
    text: str
    version: int
    mentions: tuple[str, ...] = ()
    to: tuple[str, ...] | None = None


class FileShared(Body):
    """Somebody opened a file or a folder to others, or changed how far."""

    kind: ClassVar[str] = "drive.shared"

    path: str
    shared_with: tuple[str, ...]
    """Person ids, "team:finance" or "everyone"."""
    level: Level
    to: tuple[str, ...] | None = None
