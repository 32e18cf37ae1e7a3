"""One view of all that people say to one another, whatever the app: what minds answer and what carries facts."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from sim.spelling import as_read, folded
from sim.vocabulary import calendar, calls, chat, drive, mail, tracker
from sim.vocabulary.core import WORLD, Event
from sim.vocabulary.world import Where

Addressed = Literal["me", "us", "cc", "room"]


@dataclass(frozen=True, slots=True)
class Message:
    """Something said or written. ``key`` is the conversation it belongs to; ``ref`` what to open in its app."""

    serial: int
    at: int
    sender: str
    app: Where
    ref: str
    place: str
    key: str
    text: str
    to: tuple[str, ...]
    subject: str | None = None
    direct: tuple[str, ...] = ()
    """Those it is meant for by name or mention."""
    copied: tuple[str, ...] = ()
    outside: str | None = None
    automatic: bool = False

    def addressed(self, who: str) -> Addressed:
        """How ``who`` is addressed by it."""
        if who in self.copied:
            return "cc"
        if who in self.direct:
            return "me" if len(self.direct) == 1 else "us"
        return "room"

    @property
    def spoken(self) -> bool:
        """Whether it was said aloud, so that answering takes seconds and nothing has to be opened."""
        return self.app in ("call", "meeting")


Named = Callable[[str, tuple[str, ...]], tuple[str, ...]]
"""Finds the people of a group whom a text speaks to."""


def read_message(event: Event, named: Named) -> Message | None:
    """The message an event is, or None where it is none."""
    body = event.body
    if isinstance(body, chat.MessageSent):
        lone = not body.place.startswith("#")
        direct = body.mentions or (body.to if lone else named(body.text, body.to))
        key = body.place if lone and body.thread is None else f"{body.place}/{body.thread or body.id}"
        return _message(event, "chat", body.id, body.place, body.text, body.to, direct, key=key)
    if isinstance(body, mail.MailSent):
        return _mail(event, body)
    if isinstance(body, calls.CallSaid):
        return _message(event, "call", f"{body.call}:{event.serial}", body.call, body.text, body.to, body.to)
    if isinstance(body, calendar.MeetingSpoken | calendar.MeetingDecided):
        ref, direct = f"{body.meeting}:{event.serial}", named(body.text, body.to)
        return _message(event, "meeting", ref, body.meeting, body.text, body.to, direct)
    if isinstance(body, tracker.TicketCommented):
        return _message(event, "tracker", body.comment, body.ticket, body.text, body.mentions, body.mentions)
    if isinstance(body, drive.FileCommented):
        return _message(event, "drive", body.comment, body.path, body.text, body.mentions, body.mentions)
    return None


def _message(
    event: Event,
    app: Where,
    ref: str,
    place: str,
    text: str,
    to: tuple[str, ...],
    direct: tuple[str, ...],
    *,
    key: str | None = None,
) -> Message:
    """A message that is one conversation with all that is said at its place, unless ``key`` says otherwise."""
    return Message(event.serial, event.at, event.actor, app, ref, place, key or place, text, to, direct=direct)


def _mail(event: Event, body: mail.MailSent) -> Message:
    copied = tuple(p for p in body.to if p in body.cc or p in body.bcc)
    return Message(
        event.serial,
        event.at,
        event.actor,
        app="mail",
        ref=body.id,
        place="mail",
        key=body.thread,
        text=body.text + (f"\n\n{body.quoted}" if body.quoted else ""),
        to=body.to,
        subject=body.subject,
        direct=tuple(p for p in body.to if p not in copied),
        copied=copied,
        outside=None if body.outside is None else f"{body.outside.name} <{body.outside.address}>",
        automatic=body.automatic,
    )


def document_text(event: Event) -> tuple[str, str, tuple[str, ...] | None] | None:
    """(ref, text, readers) of an event that leaves a document others can find: a file's version (a table by its cells),
    a ticket.

    Readers None means everybody.
    """
    body = event.body
    if isinstance(body, drive.FileWritten):
        return f"{body.path}@{body.version}", as_read(body.path, body.text), body.to
    if isinstance(body, tracker.TicketOpened):
        return body.ticket, f"{body.title}\n{body.text}", body.to
    return None


def people_named(text: str, among: tuple[str, ...], names: Callable[[str], tuple[str, str]]) -> tuple[str, ...]:
    """Those of ``among`` whom a text speaks to: "@id", their full name, or their first name where only one has it.

    ``names(id)`` gives (full name, first name).
    """
    whole = folded(text)
    firsts: dict[str, list[str]] = {}
    for who in among:
        firsts.setdefault(folded(names(who)[1]), []).append(who)
    found = []
    for who in among:
        full, first = names(who)
        lone = len(firsts[folded(first)]) == 1
        if (
            f"@{folded(who)}" in whole
            or (full and folded(full) in whole)
            or (lone and re.search(rf"(?<!\w){re.escape(folded(first))}(?!\w)", whole))
        ):
            found.append(who)
    return tuple(found)


_ANSWERS: Final = re.compile(r"\s*(?:re|fwd?|aw|wg|sv|vs|rv|tr)\s*:", re.I)


def with_subject(message: Message) -> str:
    """What a message says, under its subject where that is its sender's own: that of an answer is not, and that of a
    question says what is asked about."""
    asks = message.text.rstrip().endswith("?")
    own = message.subject is not None and _ANSWERS.match(message.subject) is None and not asks
    return f"{message.subject}\n{message.text}" if own else message.text


def from_outside(message: Message) -> bool:
    """Whether nobody of the organisation wrote it."""
    return message.sender == WORLD
