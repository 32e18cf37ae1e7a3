"""Where mail stands: every mail, its thread, and each person's copy of it in a folder of theirs.

This is state and what can be asked of it; who may do what, and who is told, is the business of ``sim.apps.mail``.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sim.vocabulary.core import Instant
from sim.vocabulary.mail import Attachment, Outside

MOST_TEXT = 100_000
"""Characters of a mail."""
MOST_SUBJECT = 300
"""Characters of a subject."""
MOST_QUOTED = 400_000
"""Characters a forwarded mail brings along, with all it brought along itself."""

FOLDERS = ("inbox", "sent", "archive", "trash")
"""What every mailbox has."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail as it was sent. ``serial`` is the event that sent it.

    ``sender`` is a person's id, or the address of somebody ``outside``; ``to`` are all here it was delivered to.
    """

    id: str
    serial: int
    at: Instant
    thread: str
    sender: str
    to: tuple[str, ...]
    addressed: tuple[str, ...]
    subject: str
    text: str
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    outside: Outside | None = None
    quoted: str = ""
    attachments: tuple[Attachment, ...] = ()
    in_reply_to: str | None = None
    automatic: bool = False

    @property
    def author(self) -> str:
        """Who wrote it, as a "From" line shows it."""
        return self.sender if self.outside is None else f"{self.outside.name} <{self.outside.address}>"

    def bcc_seen_by(self, who: str) -> tuple[str, ...]:
        """The blind copies ``who`` knows of: of a mail of their own all, of another's their own."""
        return self.bcc if who == self.sender else tuple(copied for copied in self.bcc if copied == who)


class Addresses(NamedTuple):
    """Where a mail goes: person ids and addresses outside, nobody twice."""

    to: tuple[str, ...]
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()

    def all(self) -> tuple[str, ...]:
        """Everybody."""
        return (*self.to, *self.cc, *self.bcc)


class Draft(NamedTuple):
    """A mail that is about to be sent."""

    addresses: Addresses
    subject: str
    text: str
    attachments: tuple[Attachment, ...] = ()
    answers: Letter | None = None
    forwards: Letter | None = None
    automatic: bool = False


@dataclass(slots=True)
class Absence:
    """When somebody's mailbox answers for them, with what, and whom it has answered."""

    text: str
    start: Instant
    until: Instant
    answered: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Copy:
    """One person's copy of a mail."""

    folder: str
    unread: bool
    flagged: bool = False


class Mailboxes:
    """All mail of one office. Ids that are not there raise ``KeyError``."""

    def __init__(self) -> None:
        self._letters: dict[str, Letter] = {}
        self._threads: dict[str, list[str]] = {}
        self._copies: dict[str, dict[str, Copy]] = {}
        self._folders: dict[str, list[str]] = {}

    def letter(self, mail: str) -> Letter:
        return self._letters[mail]

    def thread(self, thread: str) -> tuple[Letter, ...]:
        """The mails of a thread, oldest first."""
        return tuple(self._letters[mail] for mail in self._threads[thread])

    def copy(self, who: str, mail: str) -> Copy:
        """The copy ``who`` has of a mail."""
        return self._copies.get(who, {})[mail]

    def has(self, who: str, mail: str) -> bool:
        """Whether ``who`` has a copy of this mail."""
        return mail in self._copies.get(who, {})

    def box(self, who: str) -> tuple[tuple[Letter, Copy], ...]:
        """All mail of one person, oldest first."""
        return tuple((self._letters[mail], copy) for mail, copy in self._copies.get(who, {}).items())

    def folders(self, who: str) -> tuple[str, ...]:
        """The folders of one person, those everybody has first."""
        return (*FOLDERS, *self._folders.get(who, ()))

    def unread_for(self, who: str) -> tuple[str, ...]:
        """Ids of the mails ``who`` has not read, oldest first."""
        return tuple(mail for mail, copy in self._copies.get(who, {}).items() if copy.unread)

    def deliver(self, letter: Letter) -> None:
        """Put a new mail into the inbox of all it goes to, and into the sent mail of whoever wrote it here."""
        self._letters[letter.id] = letter
        self._threads.setdefault(letter.thread, []).append(letter.id)
        if letter.outside is None:
            self._copies.setdefault(letter.sender, {})[letter.id] = Copy("sent", unread=False)
        for who in letter.to:
            self._copies.setdefault(who, {})[letter.id] = Copy("inbox", unread=True)

    def mark(self, who: str, mails: Iterable[str], *, unread: bool | None = None, flagged: bool | None = None) -> None:
        """Change the marks on copies; None leaves one as it is."""
        for mail in mails:
            old = self.copy(who, mail)
            self._copies[who][mail] = replace(
                old,
                unread=old.unread if unread is None else unread,
                flagged=old.flagged if flagged is None else flagged,
            )

    def move(self, who: str, mail: str, folder: str) -> None:
        """Put a copy into a folder, a new one where there is none of that name."""
        self._copies[who][mail] = replace(self.copy(who, mail), folder=folder)
        if folder not in self.folders(who):
            self._folders.setdefault(who, []).append(folder)


def quote(letter: Letter) -> str:
    """What a forwarded mail brings along."""
    head = f"Forwarded from {letter.author}, to {', '.join(letter.addressed)}. Subject: {letter.subject}"
    return "\n\n".join(part for part in (head, letter.text, letter.quoted) if part)
