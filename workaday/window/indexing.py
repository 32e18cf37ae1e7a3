"""What is kept of each event so that pages find it again: rows in a private database, made in one pass.

Nothing here interprets: it writes down under which names, places and instants an event can be found. The text of an
event stays in the run file.
"""

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from sim.record import Plain
from sim.vocabulary.core import WORLD
from workaday.transcript import LOOKS, parties, threads

SCHEMA: Final = """
CREATE TABLE told (serial INTEGER PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, sort TEXT NOT NULL);
CREATE TABLE party (who TEXT, serial INTEGER, PRIMARY KEY (who, serial)) WITHOUT ROWID;
CREATE TABLE ref (name TEXT, serial INTEGER, PRIMARY KEY (name, serial)) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5 (text, content='', tokenize='unicode61 remove_diacritics 2');
CREATE TABLE message (serial INTEGER PRIMARY KEY, at INTEGER, who TEXT, app TEXT, thread TEXT, id TEXT);
CREATE INDEX message_by_thread ON message (thread, serial);
CREATE TABLE thread (id TEXT PRIMARY KEY, app TEXT, title TEXT, first INTEGER, last INTEGER, messages INTEGER);
CREATE TABLE reader (thread TEXT, who TEXT, PRIMARY KEY (thread, who)) WITHOUT ROWID;
CREATE TABLE seen (message INTEGER, who TEXT, at INTEGER, PRIMARY KEY (message, who)) WITHOUT ROWID;
CREATE TABLE span (
    id INTEGER PRIMARY KEY, who TEXT, sort TEXT, start INTEGER, end INTEGER, serial INTEGER, about TEXT, note TEXT
);
CREATE INDEX span_by_start ON span (start);
CREATE INDEX span_open ON span (about, who) WHERE end IS NULL;
CREATE TABLE contact (at INTEGER, a TEXT, b TEXT, way TEXT, serial INTEGER);
CREATE INDEX contact_by_at ON contact (at);
CREATE TABLE knows (
    fact TEXT, who TEXT, at INTEGER, version INTEGER, value TEXT, source TEXT, place TEXT, serial INTEGER
);
CREATE INDEX knows_by_fact ON knows (fact, serial);
CREATE TABLE fact (fact TEXT, version INTEGER, value TEXT, at INTEGER, silent INTEGER, serial INTEGER);
CREATE TABLE feeling (at INTEGER, who TEXT, what TEXT, toward TEXT, old REAL, new REAL, serial INTEGER);
CREATE TABLE promise (
    id TEXT PRIMARY KEY, giver TEXT, taker TEXT, what TEXT, due INTEGER, at INTEGER, serial INTEGER,
    closed INTEGER, how TEXT, late INTEGER, closing INTEGER
);
CREATE TABLE version (path TEXT, version INTEGER, at INTEGER, who TEXT, size INTEGER, serial INTEGER, what TEXT);
CREATE INDEX version_by_path ON version (path, serial);
CREATE TABLE mark (serial INTEGER PRIMARY KEY, at INTEGER, who TEXT, sort TEXT);
CREATE INDEX mark_by_at ON mark (at);
CREATE TABLE bucket (bucket INTEGER, sort TEXT, n INTEGER, PRIMARY KEY (bucket, sort)) WITHOUT ROWID;
"""
BUCKET: Final = 900
"""Seconds of simulated time that are counted together."""
SORTS: Final = tuple("chat mail call meeting file ticket seat fact promise decision life fault".split())
"""What the events of a run are filtered by."""
_SORT_OF_APP: Final = {
    "chat": "chat", "mail": "mail", "call": "call", "calendar": "meeting", "meeting": "meeting", "drive": "file",
    "tracker": "ticket", "page": "call", "seat": "seat", "fact": "fact", "help": "fact", "ask": "fact",
    "commitment": "promise", "approval": "decision", "task": "decision", "person": "life", "feeling": "life",
    "org": "life", "timeline": "life", "work": "life", "mind": "fault", "run": "life", "lure": "fact",
    "scheme": "fact", "suspicion": "decision", "warning": "decision", "sender": "decision",
}  # fmt: skip
_UNTOLD: Final = frozenset(
    {
        "message.read", "thought.landed", "mind.silent", "work.stretch", "work.started", "work.ended", "fact.told",
        "ask.made", "timeline.happened", "mail.moved", "mail.marked", "seat.waited", "tracker.watched",
    }
)  # fmt: skip
"""Kinds of which the story of a run says nothing: they are in lanes, receipts and figures."""
MARKS: Final = {
    "fact.changed": "fact", "approval.decided": "decision", "task.delivered": "delivery", "task.given": "task",
    "seat.interrupted": "interruption", "seat.interruption_met": "interruption", "commitment.closed": "promise",
    "seat.dropped": "interruption", "seat.fault": "fault", "mind.fault": "fault", "org.changed": "change",
    "person.away": "change", "run.ended": "end", "lure.gained": "fault", "page.raised": "interruption",
}  # fmt: skip
"""The kinds that are marked on the line of time, and as what."""

_SEARCHED: Final = ("subject", "title", "text", "summary", "what", "path")

Body = Mapping[str, Any]


def sort_of(kind: str) -> str:
    """What a kind of event is filtered by; an unknown app is life at work."""
    return _SORT_OF_APP.get(kind.partition(".")[0], "life")


def is_told(kind: str, body: Body) -> bool:
    """Whether the story of a run has a line for it."""
    if kind in _UNTOLD or (kind == "drive.written" and body.get("staged_by") is not None):
        return False
    return not (kind == "seat.acted" and (body["action"] in LOOKS or _has_its_own_line(body["action"])))


def _has_its_own_line(action: str) -> bool:
    """Whether what the action does is an event of its own, which says more."""
    return action.partition(".")[0] in ("chat", "mail", "calls", "drive", "calendar", "tracker", "pager")


def index(db: sqlite3.Connection, events: Iterable[Plain]) -> None:
    """Write down some events, which follow those that are there already."""
    told, party, refs, words = [], [], [], []
    counted: dict[tuple[int, str], int] = {}
    for serial, at, actor, kind, body in events:
        note = _NOTES.get(kind)
        if note is not None:
            note(db, serial, at, actor, body)
        if kind in MARKS and not (kind == "fact.changed" and not body["version"]):
            db.execute("INSERT INTO mark VALUES (?, ?, ?, ?)", (serial, at, actor, MARKS[kind]))
        if not is_told(kind, body):
            continue
        sort = sort_of(kind)
        told.append((serial, at, actor, sort))
        party += [(who, serial) for who in {actor, *parties(body)}]
        refs += [(name, serial) for name in set(threads(body))]
        said = " ".join(
            str(body[key]) for key in ("subject", "title", "text", "summary", "what", "path") if body.get(key)
        )
        if said:
            words.append((serial, said))
        key = (at // BUCKET, sort)
        counted[key] = counted.get(key, 0) + 1
    db.executemany("INSERT INTO told VALUES (?, ?, ?, ?)", told)
    db.executemany("INSERT OR IGNORE INTO party VALUES (?, ?)", party)
    db.executemany("INSERT OR IGNORE INTO ref VALUES (?, ?)", refs)
    db.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", words)
    db.executemany(
        "INSERT INTO bucket VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n",
        [(bucket, sort, n) for (bucket, sort), n in counted.items()],
    )


# -- notes of each kind -----------------------------------------------------------------------------------------------

Note = Callable[[sqlite3.Connection, int, int, str, Body], None]


def _message(
    db: sqlite3.Connection,
    serial: int,
    at: int,
    who: str,
    app: str,
    thread: str,
    title: str,
    id: str,
    to: Iterable[str],
) -> None:
    db.execute("INSERT INTO message VALUES (?, ?, ?, ?, ?, ?)", (serial, at, who, app, thread, id))
    db.execute(
        "INSERT INTO thread VALUES (?, ?, ?, ?, ?, 1) ON CONFLICT (id) DO UPDATE SET last = excluded.last, "
        "messages = messages + 1, title = CASE title WHEN '' THEN excluded.title ELSE title END",
        (thread, app, title, at, at),
    )
    db.executemany("INSERT OR IGNORE INTO reader VALUES (?, ?)", [(thread, one) for one in (who, *to) if one != WORLD])


def _contacts(db: sqlite3.Connection, at: int, who: str, to: Iterable[str], way: str, serial: int) -> None:
    if who != WORLD:
        db.executemany(
            "INSERT INTO contact VALUES (?, ?, ?, ?, ?)", [(at, who, one, way, serial) for one in to if one != who]
        )


def _open(db: sqlite3.Connection, who: str, sort: str, at: int, serial: int, about: str, note: str = "") -> None:
    db.execute(
        "INSERT INTO span (who, sort, start, end, serial, about, note) VALUES (?, ?, ?, NULL, ?, ?, ?)",
        (who, sort, at, serial, about, note),
    )


def _close(db: sqlite3.Connection, at: int, about: str, who: str | None = None) -> None:
    mine = "" if who is None else " AND who = ?"
    db.execute(f"UPDATE span SET end = ? WHERE end IS NULL AND about = ?{mine}", (at, about, *([who] if who else [])))


def _whole(
    db: sqlite3.Connection, who: str, sort: str, start: int, end: int, serial: int, about: str, note: str = ""
) -> None:
    db.execute(
        "INSERT INTO span (who, sort, start, end, serial, about, note) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (who, sort, start, end, serial, about, note),
    )


def _chat(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    place, to = body["place"], body["to"] or ()
    _message(db, serial, at, who, "chat", place, place if place.startswith("#") else "", body["id"], to)
    direct = (body.get("mentions") or ()) if place.startswith("#") else to
    _contacts(db, at, who, direct, "chat", serial)


def _mail(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    writer = body["outside"]["address"] if body.get("outside") else who
    _message(db, serial, at, writer, "mail", body["thread"], body["subject"], body["id"], body["to"])
    _contacts(db, at, who, [one for one in body["addressed"] if "@" not in one], "mail", serial)


def _rung(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    db.execute(
        "INSERT OR REPLACE INTO thread VALUES (?, 'call', ?, ?, ?, 0)", (body["call"], body.get("about") or "", at, at)
    )
    db.executemany("INSERT OR IGNORE INTO reader VALUES (?, ?)", [(body["call"], one) for one in (who, *body["to"])])
    _contacts(db, at, who, body["to"], "call", serial)


def _answered(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    for one in (who, *body["to"]):
        _open(db, one, "call", at, serial, body["call"])


def _call_said(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    _message(db, serial, at, who, "call", body["call"], "", "", body["to"])
    _contacts(db, at, who, body["to"], "call", serial)


def _call_ended(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    _close(db, at, body["call"])


def _meeting(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    db.execute(
        "INSERT OR REPLACE INTO thread VALUES (?, 'meeting', ?, ?, ?, 0)", (body["meeting"], body["title"], at, at)
    )


def _joined(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    _open(db, who, "meeting", at, serial, body["meeting"])
    db.execute("INSERT OR IGNORE INTO reader VALUES (?, ?)", (body["meeting"], who))


def _meeting_left(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    _close(db, at, body["meeting"], who)


def _meeting_said(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    _message(db, serial, at, who, "meeting", body["meeting"], "", "", body["to"])
    _contacts(db, at, who, body["to"], "meeting", serial)


def _meeting_ended(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    _close(db, at, body["meeting"])


def _thought(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    _whole(db, who, "thought", at - body["takes"], at, serial, body["occasion"], ", ".join(body["moves"]))


def _stretch(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    if body["since"] < at:
        _whole(db, who, "work", body["since"], at, serial, str(body["task"] or ""), str(body["why"] or ""))


def _work_started(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    _open(db, who, "favour", at, serial, f"work {body['favour'] or body['note']}", body["note"] or body["favour"] or "")


def _work_ended(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    _close(db, at, f"work {body['favour'] or body['note']}", who)


def _acted(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    _whole(db, who, "act", at - body["took"], at, serial, body["action"])


def _interrupted(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    _whole(db, who, "act", at - body["done"], at, serial, body["action"], "interrupted")
    _whole(db, who, "interruption", at, at, serial, body["by"])
    _contacts(db, at, body["by"], [who], "interruption", serial)


def _away(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    _whole(db, who, "away", body["start"], body["end"], serial, body["why"])


def _back(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    db.execute("UPDATE span SET end = ? WHERE who = ? AND sort = 'away' AND start <= ? AND end > ?", (at, who, at, at))


def _presence(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    db.execute(
        "UPDATE span SET end = ? WHERE who = ? AND sort = 'presence' AND (end IS NULL OR end > ?)", (at, who, at)
    )
    db.execute(
        "INSERT INTO span (who, sort, start, end, serial, about, note) VALUES (?, 'presence', ?, ?, ?, ?, ?)",
        (who, at, body.get("until"), serial, body["state"], body.get("note") or ""),
    )


def _read(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    db.executemany("INSERT OR IGNORE INTO seen VALUES (?, ?, ?)", [(of, who, at) for of in body["of"]])


def _fact(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    fact, version = body["fact"], body["version"]
    db.execute("INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?)", (fact, version, body["value"], at, body["silent"], serial))
    rows = [(fact, one, at, version, body["value"], "", "", serial) for one in body["known_by"]]
    db.executemany("INSERT INTO knows VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _learned(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    row = (body["fact"], who, at, body["version"], body["value"], body["source"], body["where"], serial)
    db.execute("INSERT INTO knows VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)


def _feeling(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    row = (at, who, body["what"], body["toward"], body["old"], body["new"], serial)
    db.execute("INSERT INTO feeling VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def _promised(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    row = (body["id"], body["by"], body["to"], body["what"], body["due"], at, serial)
    db.execute("INSERT OR REPLACE INTO promise VALUES (?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL, NULL)", row)


def _closed(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    row = (at, body["how"], body.get("late", 0), serial, body["id"])
    db.execute("UPDATE promise SET closed = ?, how = ?, late = ?, closing = ? WHERE id = ?", row)


def _written(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    when = body.get("staged_at") or at
    row = (body["path"], body["version"], when, body.get("staged_by") or who, body["size"], serial, "written")
    db.execute("INSERT INTO version VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def _file_moved(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    rows = [(path, None, at, who, None, serial, f"moved to {body['destination']}") for path in body["files"]]
    db.executemany("INSERT INTO version VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    whole = body["path"]
    for path in body["files"]:
        target = body["destination"] + path[len(whole) :] if path != whole else body["destination"]
        db.execute(
            "INSERT INTO version VALUES (?, NULL, ?, ?, NULL, ?, ?)", (target, at, who, serial, f"moved from {path}")
        )


def _file_deleted(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    rows = [(path, None, at, who, None, serial, "deleted") for path in body["files"]]
    db.executemany("INSERT INTO version VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def _file_noted(what: str) -> Note:
    def note(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
        row = (body["path"], None, at, who, None, serial, what)
        db.execute("INSERT INTO version VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    return note


def _ended(db: sqlite3.Connection, serial: int, at: int, who: str, body: Body) -> None:
    db.execute("UPDATE span SET end = ? WHERE end IS NULL", (at,))


_NOTES: Mapping[str, Note] = {
    "chat.sent": _chat,
    "mail.sent": _mail,
    "call.rung": _rung,
    "call.answered": _answered,
    "call.said": _call_said,
    "call.ended": _call_ended,
    "meeting.started": _meeting,
    "meeting.joined": _joined,
    "meeting.left": _meeting_left,
    "meeting.said": _meeting_said,
    "meeting.decided": _meeting_said,
    "meeting.ended": _meeting_ended,
    "thought.landed": _thought,
    "work.stretch": _stretch,
    "work.started": _work_started,
    "work.ended": _work_ended,
    "seat.acted": _acted,
    "seat.interrupted": _interrupted,
    "person.away": _away,
    "person.back": _back,
    "chat.presence": _presence,
    "message.read": _read,
    "fact.changed": _fact,
    "fact.learned": _learned,
    "feeling.changed": _feeling,
    "commitment.made": _promised,
    "commitment.closed": _closed,
    "drive.written": _written,
    "drive.moved": _file_moved,
    "drive.deleted": _file_deleted,
    "drive.commented": _file_noted("commented"),
    "drive.shared": _file_noted("shared"),
    "run.ended": _ended,
}
