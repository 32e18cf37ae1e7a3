"""What people wrote and said, as one would read it: places, conversations, threads of mail, calls and meetings."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from sim.vocabulary.core import body_data
from workaday.window.look import Look
from workaday.window.reading import Reading, Who

THREADS: Final = 40
"""Threads that are listed at a time."""
MESSAGES: Final = 40
"""Messages of a thread that are shown at a time."""


@dataclass(frozen=True, slots=True)
class Thread:
    """Something that can be read as one."""

    id: str
    app: str
    title: str
    people: tuple[Who, ...]
    messages: int
    at: int


@dataclass(slots=True)
class Message:
    """What somebody wrote or said."""

    serial: int
    at: int
    who: Who
    app: str
    text: str
    subject: str = ""
    to: str = ""
    cc: str = ""
    quoted: str = ""
    attached: tuple[str, ...] = ()
    read: int = 0
    """How many had read it by then."""
    of: int = 0
    """How many it was for."""
    unread: str = ""
    """Who had not."""
    reactions: dict[str, int] = field(default_factory=dict)
    edited: str = ""
    first: bool = True
    """Whether somebody else, or long before, wrote the one above."""
    decided: bool = False


def threads(reading: Reading, look: Look, at: int) -> list[Thread]:
    """What there was to read at a moment, the latest first: of a person, with words, where they are asked for."""
    high = reading.serial_at(at + 1)
    terms, joined = ["m.serial < :high"], ""
    if look.who:
        joined = "JOIN reader r ON r.thread = m.thread AND r.who = :who"
    if look.q.strip():
        found = reading.words(look.q)
        terms.append("m.serial IN (SELECT rowid FROM words WHERE words MATCH :words)" if found else "1")
    if look.sort:
        named = ", ".join(f"'{app}'" for app in ("chat", "mail", "call", "meeting") if app in look.sort)
        terms.append(f"m.app IN ({named})" if named else "0")
    rows = reading.rows(
        f"SELECT m.thread, m.app, count(*), max(m.serial), max(m.at) FROM message m {joined} "
        f"WHERE {' AND '.join(terms)} GROUP BY m.thread ORDER BY 4 DESC LIMIT {THREADS}",
        {"high": high, "who": look.who, "words": reading.words(look.q)},
    )
    return [Thread(id, app, title_of(reading, id), people_of(reading, id), n, when) for id, app, n, _, when in rows]


def title_of(reading: Reading, thread: str) -> str:
    """What a thread is called; "" where it is named by those who are in it."""
    return str(reading.one("SELECT title FROM thread WHERE id = ?", (thread,)) or "")


def people_of(reading: Reading, thread: str) -> tuple[Who, ...]:
    """Who is in a thread, the seat first."""
    found = [who for (who,) in reading.rows("SELECT who FROM reader WHERE thread = ?", (thread,))]
    order = {id: n for n, id in enumerate(reading.people)}
    return tuple(reading.who(id) for id in sorted(found, key=lambda id: (order.get(id, len(order)), id)))


def messages(reading: Reading, thread: str, at: int, page: int) -> tuple[list[Message], int, int]:
    """The messages of a thread up to a moment, the latest ``MESSAGES`` of them on page 0; how many there are before
    these, and how many come after the moment."""
    high = reading.serial_at(at + 1)
    whole = int(reading.one("SELECT count(*) FROM message WHERE thread = ? AND serial < ?", (thread, high)))
    later = int(reading.one("SELECT count(*) FROM message WHERE thread = ? AND serial >= ?", (thread, high)))
    rows = reading.rows(
        "SELECT serial, who, app, id FROM message WHERE thread = ? AND serial < ? "
        "ORDER BY serial DESC LIMIT ? OFFSET ?",
        (thread, high, MESSAGES, page * MESSAGES),
    )
    found: list[Message] = []
    for serial, who, app, id in reversed(rows):
        message = _message(reading, serial, who, app, at)
        _add_what_followed(reading, message, id, high)
        before = found[-1] if found else None
        message.first = before is None or before.who.id != message.who.id or message.at - before.at > 900
        found.append(message)
    return found, max(whole - (page + 1) * MESSAGES, 0), later


def _message(reading: Reading, serial: int, who: str, app: str, at: int) -> Message:
    event = reading.event(serial)
    data = body_data(event.body)
    made = Message(serial, event.at, reading.who(who), app, str(data.get("text", "")))
    made.decided = event.kind == "meeting.decided"
    if app == "mail":
        made.subject = data["subject"]
        made.to = ", ".join([*(reading.who(one).name for one in data["addressed"])])
        made.cc = ", ".join(reading.who(one).name for one in data["cc"])
        made.quoted = data["quoted"]
        made.attached = tuple(str(file["path"]) for file in data["attachments"])
        if data["outside"]:
            made.who = Who(who, f"{data['outside']['name']}", who, made.who.colour, known=False)
    if app in ("chat", "mail"):
        to = [one for one in (data["to"] or ()) if one in reading.people]
        seen = {one for (one,) in reading.rows("SELECT who FROM seen WHERE message = ? AND at <= ?", (serial, at))}
        made.of, made.read = len(to), len(seen & set(to))
        left = [reading.who(one).first for one in to if one not in seen]
        made.unread = ", ".join(left[:6]) + (f" and {len(left) - 6} more" if len(left) > 6 else "")
    return made


def _add_what_followed(reading: Reading, message: Message, id: str, high: int) -> None:
    """Reactions, and what became of the text."""
    if not id or message.app != "chat":
        return
    reactions: Counter[str] = Counter()
    for (serial,) in reading.rows("SELECT serial FROM ref WHERE name = ? AND serial < ? ORDER BY serial", (id, high)):
        event = reading.event(serial)
        data: dict[str, Any] = body_data(event.body)
        if event.kind == "chat.reacted":
            reactions[data["emoji"]] += 1
        elif event.kind == "chat.unreacted":
            reactions[data["emoji"]] -= 1
        elif event.kind == "chat.edited":
            message.text, message.edited = data["text"], "edited"
        elif event.kind == "chat.deleted":
            message.edited = "taken back"
    message.reactions = {emoji: n for emoji, n in reactions.items() if n > 0}
