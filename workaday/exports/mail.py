"""Mails of a run as RFC 5322 messages: in one mbox, or in a folder with an .eml file each.

A thread hangs together by Message-ID, In-Reply-To and References. Attachments are the files as they were when the mail
was sent. The time is the sender's own.
"""

import mailbox
import mimetypes
from collections.abc import Iterator
from datetime import UTC
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path

from sim.apps.paths import is_below, key, leaf
from sim.record import Record
from sim.vocabulary.core import Event
from sim.vocabulary.drive import FileMoved, FileWritten
from sim.vocabulary.mail import Attachment, MailSent
from workaday.exports.people import People, one_line

_TYPES = mimetypes.MimeTypes()  # the standard ones alone: what this machine knows besides must not matter
_TYPES.add_type("text/markdown", ".md")
_TYPES.add_type("application/yaml", ".yaml")


class Letters:
    """The mails of one run, all of them or those of one person, in the order in which they were sent."""

    def __init__(self, record: Record, person: str | None = None) -> None:
        """Raises :class:`~workaday.exits.Trouble` where nobody in the run has the id ``person``."""
        self._record = record
        self._people = People(record)
        self._person = person
        if person is not None:
            self._people.require(person)
        self._files: dict[str, dict[int, FileWritten]] = {}
        self._references: dict[str, tuple[str, ...]] = {}

    def __iter__(self) -> Iterator[tuple[str, EmailMessage]]:
        """Each mail's id in the run, and the mail."""
        for event in self._record.events((MailSent, FileWritten, FileMoved)):
            body = event.body
            if isinstance(body, FileWritten):
                self._files.setdefault(key(body.path), {})[body.version] = body
            elif isinstance(body, FileMoved):
                self._move(body)
            elif isinstance(body, MailSent):
                message = self._message(event, body)
                if self._person is None or self._person in (event.actor, *body.to):
                    yield body.id, message

    def _move(self, moved: FileMoved) -> None:
        for path in moved.files:
            rest = path[len(moved.path) :] if is_below(path, moved.path) else ""
            versions = self._files.pop(key(path), None)
            if versions is not None:
                self._files[key(moved.destination + rest)] = versions

    def _message(self, event: Event, mail: MailSent) -> EmailMessage:
        if mail.outside is not None:
            self._people.know(mail.outside.name, mail.outside.address)
        sender = event.actor if mail.outside is None else mail.outside.address
        people = {who: self._people.contact(who) for who in (sender, *mail.addressed, *mail.cc, *mail.bcc)}
        message = EmailMessage(policy=SMTP)
        message["From"] = people[sender].header()
        blind = mail.bcc if self._person in (None, sender) else tuple(who for who in mail.bcc if who == self._person)
        for line, named in (("To", mail.addressed), ("Cc", mail.cc), ("Bcc", blind)):
            if named:
                message[line] = [people[who].header() for who in named]
        message["Subject"] = one_line(mail.subject)
        message["Date"] = format_datetime(self._people.moment(event.at, sender))
        message["Message-ID"] = own = f"<{mail.id}.{self._people.mark}>"
        before = self._references.get(mail.in_reply_to or "", ())
        if before:
            message["In-Reply-To"] = before[-1]
            message["References"] = " ".join(before)
        self._references[mail.id] = (*before, own)
        if mail.automatic:
            message["Auto-Submitted"] = "auto-replied"
        missing = [attachment.path for attachment in mail.attachments if self._file(attachment) is None]
        text = "\n\n".join(filter(None, (mail.text, mail.quoted, *(f"[attached: {path}]" for path in missing))))
        message.set_content(f"{text}\n", cte="base64" if _is_delicate(text) else None)
        for attachment in mail.attachments:
            self._attach(message, attachment)
        return message

    def _file(self, attachment: Attachment) -> FileWritten | None:
        if attachment.version is None:
            return None
        return self._files.get(key(attachment.path), {}).get(attachment.version)

    def _attach(self, message: EmailMessage, attachment: Attachment) -> None:
        written = self._file(attachment)
        if written is None:
            return
        data = written.text.encode() if written.blob is None else self._record.blob(written.blob)
        name = leaf(attachment.path)
        kind = _TYPES.guess_type(name)[0] or ("application/octet-stream" if written.blob else "text/plain")
        main, _, sub = kind.partition("/")
        message.add_attachment(data, maintype=main, subtype=sub, filename=name)
        if main == "text":
            list(message.iter_attachments())[-1].set_param("charset", "utf-8")


def _is_delicate(text: str) -> bool:
    """Whether a text comes through whole only in an encoding that hides it from programs on its way: an mbox takes a
    line that begins with "From " for the next mail, and control characters are nobody's business."""
    return any(line.startswith("From ") for line in text.split("\n")) or any(
        (letter < " " and letter != "\n") or letter == "\x7f" for letter in text
    )


def write(letters: Letters, out: Path) -> int:
    """Write them into an mbox, where the name ends with .mbox, or else into a folder, each a file m5.eml. Gives how
    many.

    Raises ``FileExistsError`` where there is such a file or folder already, and other ``OSError``.
    """
    if out.suffix != ".mbox":
        out.mkdir()
        return sum(bool((out / f"{name}.eml").write_bytes(message.as_bytes())) for name, message in letters)
    out.open("xb").close()
    box = mailbox.mbox(out, create=False)
    try:
        for _, message in letters:
            box.add(_in_mbox(message))
        return len(box)
    finally:
        box.close()


def _in_mbox(message: EmailMessage) -> mailbox.mboxMessage:
    """With the line that begins a mail in an mbox, at the time of the mail itself."""
    kept = mailbox.mboxMessage(message)
    sender = message["From"].addresses[0].addr_spec.replace(" ", "_")
    kept.set_from(sender, message["Date"].datetime.astimezone(UTC).timetuple())
    return kept
