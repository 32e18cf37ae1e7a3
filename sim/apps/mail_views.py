"""What a person sees of mail: the receipts of its actions. Times are on the reader's own clock."""

from pydantic import BaseModel, ConfigDict

from sim.actions import Receipt, words_in
from sim.vocabulary.mail import Mark


class Posted(Receipt):
    """A mail that was sent, and to whom it went, teams spelled out."""

    id: str
    thread: str
    subject: str
    to: tuple[str, ...]
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    attachments: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    """Attachments of a forwarded mail that you can no longer read, and that did not go along."""


class Filed(Receipt):
    """Where your copy of a mail is now."""

    id: str
    folder: str


class Marked(Receipt):
    """How your copy of a mail is marked now."""

    id: str
    mark: Mark


class Row(BaseModel):
    """A mail in a list. ``sender`` and ``to`` are person ids, or names and addresses of people outside."""

    model_config = ConfigDict(frozen=True)

    id: str
    thread: str
    when: str
    sender: str
    to: tuple[str, ...]
    subject: str
    preview: str
    unread: bool = False
    flagged: bool = False
    attachments: int = 0


class Rows(Receipt):
    """Mails of a folder, newest first; ``more`` counts the older ones that are not shown."""

    folder: str
    mails: tuple[Row, ...]
    more: int = 0

    def words(self) -> int:
        return sum(words_in(f"{row.subject} {row.preview}") for row in self.mails)


class Sheet(BaseModel):
    """A mail as it is read. Blind copies are shown to whoever sent them, and to each who got one their own."""

    model_config = ConfigDict(frozen=True)

    id: str
    thread: str
    when: str
    sender: str
    to: tuple[str, ...]
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    subject: str
    text: str
    quoted: str = ""
    attachments: tuple[str, ...] = ()
    """Paths in the drive, which you may now read."""
    in_reply_to: str | None = None
    automatic: bool = False
    new: bool = False
    """It was unread until now."""


class Sheets(Receipt):
    """The mails that were opened, oldest first."""

    mails: tuple[Sheet, ...]

    def words(self) -> int:
        return sum(words_in(f"{sheet.subject} {sheet.text} {sheet.quoted}") for sheet in self.mails)


class FoundMail(BaseModel):
    """A mail that was found, by the part of it that matches."""

    model_config = ConfigDict(frozen=True)

    id: str
    thread: str
    folder: str
    when: str
    sender: str
    subject: str
    snippet: str


class FoundMails(Receipt):
    """What was found, best first."""

    hits: tuple[FoundMail, ...]

    def words(self) -> int:
        return sum(words_in(f"{hit.subject} {hit.snippet}") for hit in self.hits)


class Folder(BaseModel):
    """A folder, and how much is in it."""

    model_config = ConfigDict(frozen=True)

    name: str
    mails: int
    unread: int


class FolderList(Receipt):
    """All your folders."""

    folders: tuple[Folder, ...]

    def words(self) -> int:
        return len(self.folders)


class OutOfOffice(Receipt):
    """What your mailbox answers by itself, and when; ``on`` is False where it does not."""

    on: bool
    start: str | None = None
    until: str | None = None
    text: str = ""
