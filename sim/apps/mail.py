"""Mail: addresses, threads, folders, blind copies, attachments, out-of-office replies, and people outside.

What can be done is in ``sim.apps.mail_actions``; here is how it stands, and the rules the actions share.
"""

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar, Protocol, cast

from sim.actions import Action, Refused, clip
from sim.apps import mail_actions
from sim.apps.mailboxes import MOST_SUBJECT, Absence, Addresses, Draft, Letter, Mailboxes, quote
from sim.apps.paths import normal
from sim.apps.people import people_named
from sim.misspelling import suggest
from sim.office import App, Notice, NoticeKind, Office
from sim.vocabulary.core import WORLD
from sim.vocabulary.mail import Attachment, MailSent, Outside
from sim.vocabulary.security import MailKeptOut

_NAMED_ADDRESS = re.compile(r"\s*(?P<name>[^<>]*?)\s*<(?P<address>[^<>\s]+@[^<>\s]+)>\s*")
_SEPARATOR = re.compile(r"[,;\n]")


class Files(Protocol):
    """What mail asks of the drive."""

    def readable(self, who: str, path: str, /) -> bool: ...

    def version_of(self, path: str, /) -> int: ...

    def grant_read(self, path: str, who: str, by: str | None, /) -> object: ...


class Mail(App):
    """The state of mail, and the rules that its actions share."""

    name: ClassVar[str] = "mail"
    actions: ClassVar[tuple[type[Action], ...]] = mail_actions.ALL

    def __init__(self, office: Office) -> None:
        super().__init__(office)
        self.boxes = Mailboxes()
        self._outside: dict[str, Outside] = {}
        self._absences: dict[str, Absence] = {}
        self._blocked: dict[str, None] = {}
        self._sent = 0

    # -- for the engine and for doors. Ids that are not there raise KeyError.

    def letter(self, mail: str) -> Letter:
        """The mail with this id ("m5")."""
        return self.boxes.letter(mail)

    def thread_of(self, mail: str) -> tuple[Letter, ...]:
        """The thread a mail is in, oldest first, also what not everybody in it has got."""
        return self.boxes.thread(self.boxes.letter(mail).thread)

    def unread_for(self, who: str) -> tuple[str, ...]:
        """Ids of the mails ``who`` has not read."""
        return self.boxes.unread_for(who)

    def mark_read(self, who: str, ids: Iterable[str]) -> None:
        """``who`` has read these mails, of which they have copies."""
        self.boxes.mark(who, ids, unread=False)

    def can_read(self, who: str, ref: str) -> bool:
        return self.boxes.has(who, ref)

    def absence_of(self, who: str) -> Absence | None:
        """What the mailbox of ``who`` answers, now or from a later start; None where it does not."""
        absence = self._absences.get(who)
        return None if absence is None or absence.until <= self.office.now else absence

    def know(self, name: str, address: str) -> Outside:
        """Let people write to somebody outside. Raises :class:`Refused` for what is no address."""
        address = address.strip()
        if not re.fullmatch(r"[^@\s<>,;]+@[^@\s<>,;]+", address):
            raise Refused("bad_argument", f"{address!r} is not a mail address: it needs a name, an '@' and a domain")
        known = Outside(name=" ".join(name.split()) or address, address=address)
        self._outside.setdefault(address.casefold(), known)
        return known

    def arrive(
        self,
        sender_name: str,
        sender_address: str,
        to: Sequence[str],
        subject: str,
        text: str,
        *,
        cc: Sequence[str] = (),
        attachments: Sequence[str] = (),
        in_reply_to: str | None = None,
        causes: Sequence[int] = (),
    ) -> Letter:
        """A mail from outside comes in; only the world does this. From now on people can write to that address.

        ``attachments`` are files of the drive, which the recipients may then read. Raises :class:`Refused` under the
        rules that hold for everybody's mail.
        """
        mail_actions.check_text(subject, text, bool(attachments))
        answers = None
        if in_reply_to is not None:
            try:
                answers = self.boxes.letter(in_reply_to)
            except KeyError:
                raise Refused("no_such_thing", f"there is no mail {in_reply_to!r} to reply to") from None
        addresses = self.addresses("", to, cc)
        try:
            paths = [normal(path) for path in attachments]
            files = tuple(Attachment(path=path, version=self._version(path)) for path in paths)
        except KeyError as missing:
            raise Refused("no_such_thing", f"there is no file {missing} in the drive to attach") from None
        outside = self.know(sender_name, sender_address)
        return self.post(WORLD, Draft(addresses, subject.strip(), text, files, answers), causes, outside)

    # -- what is kept out

    def known_address(self, address: str) -> str:
        """An address outside that has written here, as it is spelled. Raises :class:`Refused`."""
        (found,) = self._address(address) if "@" in address else ("",)
        if "@" not in found:
            raise Refused("bad_argument", f"{address!r} is not an address outside: write it as it stands in the mail")
        return found

    def outside(self) -> tuple[str, ...]:
        """Every address outside that has written here, in the order in which they first did."""
        return tuple(outside.address for outside in self._outside.values())

    def block(self, address: str) -> None:
        """From now on :meth:`arrive` is refused to this address; :meth:`is_blocked` says so."""
        self._blocked[address.casefold()] = None

    def unblock(self, address: str) -> None:
        """Let it in again."""
        self._blocked.pop(address.casefold(), None)

    def is_blocked(self, address: str) -> bool:
        """Whether mail from this address is kept out."""
        return address.casefold() in self._blocked

    def keeps_out(self, address: str, to: Sequence[str], subject: str, causes: Sequence[int] = ()) -> bool:
        """Whether a mail from this address does not come in; recorded where it does not."""
        if not self.is_blocked(address):
            return False
        self.office.emit(MailKeptOut(address=address, to=tuple(to), subject=subject), WORLD, causes)
        return True

    def blocked(self) -> tuple[str, ...]:
        """All addresses that are kept out, in the order in which they were blocked."""
        return tuple(self._blocked)

    # -- for the actions of mail. All raise Refused.

    def addresses(
        self, actor: str, to: str | Sequence[str], cc: str | Sequence[str] = (), bcc: str | Sequence[str] = ()
    ) -> Addresses:
        """Where these lines lead, without ``actor``; somebody in several counts in the first."""
        seen = {actor}
        lines = []
        for written in (to, cc, bcc):
            names = [n for n in (_SEPARATOR.split(written) if isinstance(written, str) else written) if n.strip()]
            line = dict.fromkeys(address for name in names for address in self._address(name))
            lines.append(tuple(address for address in line if address not in seen))
            seen.update(line)
        found = Addresses(*lines)
        if not found.all():
            raise Refused("bad_argument", "nobody but you is addressed: name somebody else in `to`, `cc` or `bcc`")
        return found

    def _address(self, written: str) -> tuple[str, ...]:
        name, _, domain = written.strip().rpartition("@")
        if not name or not domain:
            return people_named(self.office, [written])
        named = _NAMED_ADDRESS.fullmatch(written)
        address = named["address"] if named else written.strip()
        known = self._outside.get(address.casefold())
        if known is not None:
            return (known.address,)
        near = suggest(address.casefold(), self._outside)
        raise Refused(
            "no_such_person",
            f"nobody outside with the address {address!r} is known here; "
            + (f"did you mean {self._outside[near].address!r}?" if near else "only who wrote to somebody here is.")
            + " Colleagues are addressed by their ids.",
        )

    def attached(self, actor: str, paths: Sequence[str]) -> tuple[Attachment, ...]:
        """The files at these paths, as ``actor`` may send them."""
        wanted = [normal(path) for path in paths]
        for path in wanted:
            if not self.may_attach(actor, path):
                raise Refused("no_such_thing", f"there is no file {path!r} that you can read: attach one you can open")
        return tuple(Attachment(path=path, version=self._version(path)) for path in dict.fromkeys(wanted))

    def may_attach(self, who: str, path: str) -> bool:
        """Whether ``who`` can read the file at ``path``; of any, where the office has no drive."""
        files = self._files()
        return files is None or files.readable(who, path)

    def own(self, actor: str, mail: str) -> Letter:
        """The mail with this id, of which ``actor`` has a copy."""
        if not self.boxes.has(actor, mail.strip()):
            raise Refused("no_such_thing", f"you have no mail {mail!r}; mail.list shows ids, which look like 'm5'")
        return self.boxes.letter(mail.strip())

    def post(self, actor: str, draft: Draft, causes: Sequence[int] = (), outside: Outside | None = None) -> Letter:
        """Send a mail, tell those it goes to, and let the mailboxes of those who are away answer."""
        org, everybody = self.office.org, draft.addresses.all()
        here = {person.id for person in org.people()}
        to = tuple(address for address in everybody if address in here)
        answers, forwards = draft.answers, draft.forwards
        self._sent += 1
        quoted = "" if forwards is None else quote(forwards)
        body = MailSent(
            id=f"m{self._sent}", thread=f"t{self._sent}" if answers is None else answers.thread, to=to,
            sent_outside=tuple(address for address in everybody if address not in here),
            addressed=draft.addresses.to, cc=draft.addresses.cc, bcc=draft.addresses.bcc,
            subject=draft.subject, text=draft.text, quoted=quoted, attachments=draft.attachments,
            in_reply_to=None if answers is None else answers.id, forwards=None if forwards is None else forwards.id,
            outside=outside, automatic=draft.automatic,
        )  # fmt: skip
        before = [letter.serial for letter in (answers, forwards) if letter is not None]
        event = self.office.emit(body, actor, tuple(dict.fromkeys((*causes, *before))))
        letter = Letter(
            body.id, event.serial, event.at, body.thread, actor if outside is None else outside.address, to,
            body.addressed, body.subject, body.text, body.cc, body.bcc, outside, quoted, body.attachments,
            body.in_reply_to, body.automatic,
        )  # fmt: skip
        self.boxes.deliver(letter)
        author = org.person(actor).name if outside is None else letter.author
        self.office.index.put("mail", letter.id, f"{letter.subject} ({author})", f"{letter.text}\n{quoted}", event.at)
        self._grant(letter, None if outside else actor)
        for who in to:
            kind: NoticeKind = "reply" if answers is not None and answers.sender == who else "message"
            gist = clip(f"{letter.subject}: {letter.text or quoted}")
            notice = Notice(event.serial, event.at, who, "mail", kind, letter.id, "mail", letter.author, gist)
            self.office.notify(notice)
        if not draft.automatic:
            self._answer_for_the_absent(letter)
        return letter

    def set_absence(self, who: str, absence: Absence | None) -> None:
        """From now on the mailbox of ``who`` answers like this, or not at all."""
        self._absences.pop(who, None)
        if absence is not None:
            self._absences[who] = absence

    def _answer_for_the_absent(self, letter: Letter) -> None:
        """One reply for each absent person, sender and absence. A blind copy gets none: it would show itself."""
        for who in (*letter.addressed, *letter.cc):
            absence = self.absence_of(who)
            if absence is None or absence.start > letter.at or letter.sender in absence.answered:
                continue
            absence.answered.add(letter.sender)
            subject = clip(f"Automatic reply: {letter.subject}", MOST_SUBJECT)
            reply = Draft(Addresses((letter.sender,)), subject, absence.text, answers=letter, automatic=True)
            self.post(who, reply)

    # -- the drive

    def _files(self) -> Files | None:
        try:
            return cast(Files, self.office.app_named("drive"))
        except KeyError:
            return None

    def _version(self, path: str) -> int | None:
        files = self._files()
        return None if files is None else files.version_of(path)

    def _grant(self, letter: Letter, by: str | None) -> None:
        files = self._files()
        if files is not None:
            for attachment in letter.attachments:
                for who in letter.to:
                    files.grant_read(attachment.path, who, by)
