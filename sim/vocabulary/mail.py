"""What happens in mail, as events.

A mail's id is "m5"; a thread's is "t" and the number of the mail it began with. An address is a person's id (a team is
spelled out) or, of somebody outside the organisation, one with an "@".
"""

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict

from sim.vocabulary.core import Body, Instant

Mark = Literal["read", "unread", "flagged", "unflagged"]


class Outside(BaseModel):
    """Somebody who does not work here. The name is what they call themselves: nobody has checked it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    address: str


class Attachment(BaseModel):
    """A file of the drive as it was when the mail was sent; ``version`` is None where the office has no drive."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str
    version: int | None = None


class MailSent(Body):
    """A mail was sent and is in the folders of all it was sent to."""

    kind: ClassVar[str] = "mail.sent"

    id: str
    thread: str
    to: tuple[str, ...]
    """Everybody here it was delivered to, copies and blind copies included, without the actor."""
    sent_outside: tuple[str, ...] = ()
    """The addresses outside that it went to."""
    addressed: tuple[str, ...]
    """The "To" line as it stands."""
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    """Seen by the actor and, each their own name alone, by those in it."""
    subject: str
    text: str
    quoted: str = ""
    """What a forwarded mail said, and who wrote it."""
    attachments: tuple[Attachment, ...] = ()
    in_reply_to: str | None = None
    forwards: str | None = None
    outside: Outside | None = None
    """Who wrote it, where that is nobody of the organisation; the actor is then the world."""
    automatic: bool = False
    """Nobody wrote it: an out-of-office reply."""


class MailMoved(Body):
    """The actor put their copy of a mail into a folder of theirs."""

    kind: ClassVar[str] = "mail.moved"

    id: str
    to: tuple[str, ...] = ()
    folder: str


class MailMarked(Body):
    """The actor marked their copy of a mail."""

    kind: ClassVar[str] = "mail.marked"

    id: str
    to: tuple[str, ...] = ()
    mark: Mark


class OutOfOfficeSet(Body):
    """From ``start`` to ``until`` the actor's mailbox answers each sender once, with ``text``."""

    kind: ClassVar[str] = "mail.out_of_office"

    to: tuple[str, ...] = ()
    text: str
    start: Instant
    until: Instant


class OutOfOfficeCleared(Body):
    """The actor's mailbox no longer answers by itself."""

    kind: ClassVar[str] = "mail.out_of_office_cleared"

    to: tuple[str, ...] = ()
