"""What can be done in mail."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from pydantic import Field

from sim.actions import Action, Effort, EffortKind, Receipt, Refused, clip, words_in
from sim.apps.mail_views import (
    Filed,
    Folder,
    FolderList,
    FoundMail,
    FoundMails,
    Marked,
    OutOfOffice,
    Posted,
    Row,
    Rows,
    Sheet,
    Sheets,
)
from sim.apps.mailboxes import MOST_QUOTED, MOST_SUBJECT, MOST_TEXT, Absence, Draft, Letter, quote
from sim.apps.when import WAYS, instant, written_for
from sim.misspelling import suggest
from sim.office import Office
from sim.search import has_words
from sim.vocabulary import mail as words

if TYPE_CHECKING:
    from sim.apps.mail import Mail

MOST_FOLDER = 80
"""Characters of a folder's name."""

_MAIL = 'Id of the mail ("m5").'
_FILES = "Paths of files in the drive. Every recipient may then read them."


def _mail(office: Office) -> "Mail":
    return cast("Mail", office.app_named("mail"))


def check_text(subject: str, text: str, something_else: bool = False) -> None:
    """Whether a mail can say this; without a word only where there is ``something_else``. Raises :class:`Refused`."""
    if not text.strip() and not something_else:
        raise Refused("empty", "the mail is empty: write something, or attach a file")
    for part, what, most, out in (
        (text, "mail", MOST_TEXT, "put it into a file and attach that"),
        (subject, "subject", MOST_SUBJECT, "say the rest in the text"),
    ):
        if len(part) > most:
            raise Refused("too_long", f"a {what} has at most {most:,} characters, and this has {len(part):,}: {out}")


class _Written(Action):
    """An action that sends a mail somebody wrote."""

    receipt: ClassVar[type[Receipt]] = Posted

    text: str = Field(description=f"What you write, at most {MOST_TEXT} characters.")
    attachments: tuple[str, ...] = Field(default=(), description=_FILES)

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.text))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        mail = _mail(office)
        draft = self.draft(mail, actor)
        check_text(draft.subject, draft.text, bool(draft.attachments) or draft.forwards is not None)
        letter = mail.post(actor, draft, causes)
        paths = tuple(file.path for file in letter.attachments)
        before = () if draft.forwards is None else draft.forwards.attachments
        return Posted(
            id=letter.id, thread=letter.thread, subject=letter.subject, to=letter.addressed, cc=letter.cc,
            bcc=letter.bcc, attachments=paths, left_out=tuple(file.path for file in before if file.path not in paths),
        )  # fmt: skip

    def draft(self, mail: "Mail", actor: str) -> Draft:
        """What is to be sent, checked. Raises :class:`Refused`."""
        raise NotImplementedError(type(self).__name__)


class Send(_Written):
    """Write a mail. It goes to the inboxes of all it is addressed to; they are notified. The others see `to` and `cc`,
    never `bcc`."""

    name: ClassVar[str] = "mail.send"

    to: str | tuple[str, ...] = Field(
        default=(), description='Person ids, "team:finance", or addresses outside that have written here.'
    )
    cc: str | tuple[str, ...] = Field(default=(), description="Who gets a copy.")
    bcc: str | tuple[str, ...] = Field(default=(), description="Who gets a copy without the others seeing it.")
    subject: str = Field(default="", description=f"What it is about, at most {MOST_SUBJECT} characters.")

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.text) + words_in(self.subject))

    def draft(self, mail: "Mail", actor: str) -> Draft:
        addresses = mail.addresses(actor, self.to, self.cc, self.bcc)
        return Draft(addresses, _subject(self.subject), self.text, mail.attached(actor, self.attachments))


class Reply(_Written):
    """Answer a mail. It goes to whoever wrote it, and to nobody else unless you add a copy."""

    name: ClassVar[str] = "mail.reply"

    mail: str = Field(description=_MAIL)
    cc: str | tuple[str, ...] = Field(default=(), description="Who else gets a copy.")

    def draft(self, mail: "Mail", actor: str) -> Draft:
        letter = mail.own(actor, self.mail)
        to = letter.addressed if letter.sender == actor else (letter.sender,)
        addresses = mail.addresses(actor, to, self.cc)
        return Draft(
            addresses, _answer(letter.subject), self.text, mail.attached(actor, self.attachments), answers=letter
        )


class ReplyAll(_Written):
    """Answer a mail to whoever wrote it and all who got it openly. Blind copies are left out."""

    name: ClassVar[str] = "mail.reply_all"

    mail: str = Field(description=_MAIL)
    cc: str | tuple[str, ...] = Field(default=(), description="Who else gets a copy.")

    def draft(self, mail: "Mail", actor: str) -> Draft:
        letter = mail.own(actor, self.mail)
        more = mail.addresses(actor, self.cc).to if self.cc else ()
        sender = () if letter.sender == actor else (letter.sender,)
        addresses = mail.addresses(actor, (*sender, *letter.addressed), (*letter.cc, *more))
        return Draft(
            addresses, _answer(letter.subject), self.text, mail.attached(actor, self.attachments), answers=letter
        )


class Forward(_Written):
    """Send a mail on to others, with its attachments and whatever you write above it. Who wrote it is not told."""

    name: ClassVar[str] = "mail.forward"

    mail: str = Field(description=_MAIL)
    to: str | tuple[str, ...] = Field(description='Person ids, "team:finance", or addresses outside.')
    text: str = Field(default="", description="What you write above it.")

    def draft(self, mail: "Mail", actor: str) -> Draft:
        letter = mail.own(actor, self.mail)
        addresses = mail.addresses(actor, self.to)
        if len(quote(letter)) > MOST_QUOTED:
            raise Refused("too_long", f"{letter.id} has been forwarded so often that it is too long: say it yourself")
        subject = letter.subject if letter.subject.casefold().startswith("fwd:") else f"Fwd: {letter.subject}"
        kept = tuple(file for file in letter.attachments if mail.may_attach(actor, file.path))
        files = (*kept, *(file for file in mail.attached(actor, self.attachments) if file not in kept))
        return Draft(addresses, clip(subject, MOST_SUBJECT), self.text, files, forwards=letter)


def _subject(written: str) -> str:
    return " ".join(written.split()) or "(no subject)"


def _answer(subject: str) -> str:
    return clip(subject if re.match(r"re:", subject, re.IGNORECASE) else f"Re: {subject}", MOST_SUBJECT)


# --- one's own mailbox ----------------------------------------------------------------------------------------------


class Move(Action):
    """Put a mail into another folder of yours. Nobody else is affected."""

    name: ClassVar[str] = "mail.move"
    receipt: ClassVar[type[Receipt]] = Filed

    mail: str = Field(description=_MAIL)
    folder: str = Field(description='"archive", "trash", "inbox", or a folder of your own.')
    create: bool = Field(default=False, description="True to make the folder if you have none of that name.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        mail = _mail(office)
        letter = mail.own(actor, self.mail)
        folder = self.folder.strip() if self.create else _folder(mail, actor, self.folder)
        if not folder or len(folder) > MOST_FOLDER:
            raise Refused("bad_argument", f"a folder has a name of 1 to {MOST_FOLDER} characters")
        folder = next((f for f in mail.boxes.folders(actor) if f.casefold() == folder.casefold()), folder)
        if mail.boxes.copy(actor, letter.id).folder == folder:
            raise Refused("already_so", f"{letter.id} is in {folder!r} already")
        if folder == "sent" and letter.sender != actor:
            raise Refused("not_allowed", "'sent' holds what you sent yourself: choose another folder")
        office.emit(words.MailMoved(id=letter.id, folder=folder), actor, causes)
        mail.boxes.move(actor, letter.id, folder)
        return Filed(id=letter.id, folder=folder)


class MarkMail(Action):
    """Mark a mail of yours as read, unread, flagged or unflagged. Nobody else sees it."""

    name: ClassVar[str] = "mail.mark"
    receipt: ClassVar[type[Receipt]] = Marked

    mail: str = Field(description=_MAIL)
    mark: words.Mark = Field(description='"read", "unread", "flagged" or "unflagged".')

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        mail = _mail(office)
        letter = mail.own(actor, self.mail)
        copy = mail.boxes.copy(actor, letter.id)
        unread = {"read": False, "unread": True}.get(self.mark)
        flagged = {"flagged": True, "unflagged": False}.get(self.mark)
        if copy.unread is unread or copy.flagged is flagged:
            raise Refused("already_so", f"{letter.id} is {self.mark} already")
        office.emit(words.MailMarked(id=letter.id, mark=self.mark), actor, causes)
        mail.boxes.mark(actor, [letter.id], unread=unread, flagged=flagged)
        return Marked(id=letter.id, mark=self.mark)


class SetOutOfOffice(Action):
    """Let your mailbox answer by itself while you are away: each sender once. Mail still arrives."""

    name: ClassVar[str] = "mail.set_out_of_office"
    receipt: ClassVar[type[Receipt]] = OutOfOffice

    text: str = Field(description="What it answers: until when you are away, and who helps meanwhile.")
    until: str | int = Field(description=f"When it ends: {WAYS}. A day alone is included.")
    start: str | int | None = Field(default=None, description="When it begins, written likewise; now if left out.")

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.text))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        check_text("", self.text)
        until = instant(office, actor, self.until)
        start = office.now if self.start is None else instant(office, actor, self.start)
        if start < office.now or until <= office.now:
            past = self.start if start < office.now else self.until
            raise Refused("in_the_past", f"{past!r} is past: give a time from now on")
        if until <= start:
            raise Refused("bad_argument", f"it ends ({self.until!r}) before it begins ({self.start!r}): swap them")
        mail = _mail(office)
        office.emit(words.OutOfOfficeSet(text=self.text, start=start, until=until), actor, causes)
        mail.set_absence(actor, Absence(self.text, start, until))
        return _shown(office, mail, actor)


class ClearOutOfOffice(Action):
    """Stop your mailbox from answering by itself."""

    name: ClassVar[str] = "mail.clear_out_of_office"
    receipt: ClassVar[type[Receipt]] = OutOfOffice

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        mail = _mail(office)
        if mail.absence_of(actor) is None:
            raise Refused("already_so", "your mailbox does not answer by itself")
        office.emit(words.OutOfOfficeCleared(), actor, causes)
        mail.set_absence(actor, None)
        return _shown(office, mail, actor)


def _shown(office: Office, mail: "Mail", who: str) -> OutOfOffice:
    absence = mail.absence_of(who)
    if absence is None:
        return OutOfOffice(on=False)
    start, until = (written_for(office, who, at) for at in (absence.start, absence.until))
    return OutOfOffice(on=True, start=start, until=until, text=absence.text)


def _folder(mail: "Mail", who: str, written: str) -> str:
    """The folder of theirs that is called so, in any case. Raises :class:`Refused`."""
    folders = mail.boxes.folders(who)
    for folder in folders:
        if folder.casefold() == written.strip().casefold():
            return folder
    near = suggest(written, folders)
    hint = f"did you mean {near!r}?" if near else f"yours are {', '.join(folders)}; create=true makes one as you move"
    raise Refused("no_such_place", f"you have no folder {written!r}; {hint}")


# --- reading --------------------------------------------------------------------------------------------------------


class _Look(Action):
    """An action that only reads."""

    changes: ClassVar[bool] = False
    costs: ClassVar[EffortKind] = "click"

    def effort(self) -> Effort:
        return Effort(kind=self.costs)


class List(_Look):
    """List a folder of your mail, newest first, one line each. Nothing is marked as read."""

    name: ClassVar[str] = "mail.list"
    receipt: ClassVar[type[Receipt]] = Rows

    folder: str = Field(default="inbox", description='"inbox", "sent", "archive", "trash" or one of your own.')
    limit: int = Field(default=20, ge=1, le=200, description="How many mails at most.")
    unread_only: bool = Field(default=False, description="True for unread mail only.")
    before: str | None = Field(default=None, description="Id of a mail, to go on with the older ones.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        mail = _mail(office)
        folder = _folder(mail, actor, self.folder)
        end = None if self.before is None else mail.own(actor, self.before).serial
        found = [
            (letter, copy)
            for letter, copy in reversed(mail.boxes.box(actor))
            if copy.folder == folder and (copy.unread or not self.unread_only) and (end is None or letter.serial < end)
        ]
        rows = tuple(
            Row(
                id=letter.id, thread=letter.thread, when=written_for(office, actor, letter.at), sender=letter.author,
                to=letter.addressed, subject=letter.subject, preview=clip(letter.text or letter.quoted),
                unread=copy.unread, flagged=copy.flagged, attachments=len(letter.attachments),
            )
            for letter, copy in found[: self.limit]
        )  # fmt: skip
        return Rows(folder=folder, mails=rows, more=len(found) - len(rows))


class Read(_Look):
    """Open a mail, or all you have of a thread. It is then read; nobody is told."""

    name: ClassVar[str] = "mail.read"
    receipt: ClassVar[type[Receipt]] = Sheets
    costs: ClassVar[EffortKind] = "read"

    mail: str = Field(description='Id of a mail ("m5") or of a thread ("t5").')

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        mail = _mail(office)
        wanted = self.mail.strip()
        letters = [letter for letter, _ in mail.boxes.box(actor) if letter.thread == wanted]
        if not letters:
            letters = [mail.own(actor, wanted)]
        new = set(mail.unread_for(actor))
        mail.mark_read(actor, [letter.id for letter in letters])
        return Sheets(mails=tuple(_sheet(office, letter, actor, letter.id in new) for letter in letters))


def _sheet(office: Office, letter: Letter, reader: str, new: bool) -> Sheet:
    return Sheet(
        id=letter.id, thread=letter.thread, when=written_for(office, reader, letter.at), sender=letter.author,
        to=letter.addressed, cc=letter.cc, bcc=letter.bcc_seen_by(reader), subject=letter.subject, text=letter.text,
        quoted=letter.quoted, attachments=tuple(attachment.path for attachment in letter.attachments),
        in_reply_to=letter.in_reply_to, automatic=letter.automatic, new=new,
    )  # fmt: skip


class Search(_Look):
    """Search all your mail for words."""

    name: ClassVar[str] = "mail.search"
    receipt: ClassVar[type[Receipt]] = FoundMails
    costs: ClassVar[EffortKind] = "search"

    query: str = Field(description='Words that must all occur; "in quotes", exactly so.')
    folder: str | None = Field(default=None, description="Look in this folder only.")
    limit: int = Field(default=10, ge=1, le=50, description="How many mails at most.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        mail = _mail(office)
        if not has_words(self.query):
            raise Refused("empty", "there is nothing to look for: write one or more words")
        folder = None if self.folder is None else _folder(mail, actor, self.folder)

        def readable(app: str, ref: str) -> bool:
            return mail.can_read(actor, ref) and folder in (None, mail.boxes.copy(actor, ref).folder)

        found = office.index.find(self.query, apps=("mail",), limit=self.limit, readable=readable)
        letters = [(mail.letter(hit.ref), hit) for hit in found]
        return FoundMails(
            hits=tuple(
                FoundMail(
                    id=letter.id, thread=letter.thread, folder=mail.boxes.copy(actor, letter.id).folder,
                    when=written_for(office, actor, letter.at), sender=letter.author, subject=letter.subject,
                    snippet=hit.snippet,
                )
                for letter, hit in letters
            )
        )  # fmt: skip


class Folders(_Look):
    """List your mail folders, with how much is in them and unread."""

    name: ClassVar[str] = "mail.folders"
    receipt: ClassVar[type[Receipt]] = FolderList

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        mail = _mail(office)
        copies = [copy for _, copy in mail.boxes.box(actor)]
        return FolderList(
            folders=tuple(
                Folder(
                    name=folder,
                    mails=sum(copy.folder == folder for copy in copies),
                    unread=sum(copy.folder == folder and copy.unread for copy in copies),
                )
                for folder in mail.boxes.folders(actor)
            )
        )


ALL: tuple[type[Action], ...] = (
    Send, Reply, ReplyAll, Forward, List, Read, Search, Folders, Move, MarkMail, SetOutOfOffice, ClearOutOfOffice,
)  # fmt: skip
