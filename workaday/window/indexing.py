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
CREATE INDEX message_by_id ON message (id);
CREATE TABLE thread (id TEXT PRIMARY KEY, app TEXT, title TEXT, first INTEGER, last INTEGER, messages INTEGER);
CREATE TABLE reader (thread TEXT, who TEXT, PRIMARY KEY (thread, who)) WITHOUT ROWID;
CREATE TABLE seen (message INTEGER, who TEXT, at INTEGER, PRIMARY KEY (message, who)) WITHOUT ROWID;
CREATE TABLE span (
    id INTEGER PRIMARY KEY, who TEXT, sort TEXT, start INTEGER, end INTEGER, serial INTEGER, about TEXT, note TEXT
);
CREATE INDEX span_by_start ON span (start);
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

FOR_GOOD: Final = 2**53
"""The end of what has none."""
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


_COLUMNS: Final = {"told": 4, "party": 2, "ref": 2, "message": 6, "reader": 2, "seen": 3, "contact": 5, "knows": 8,
                   "fact": 6, "feeling": 7, "version": 7, "mark": 4, "span": 8}  # fmt: skip


class Index:
    """A private database that grows by the events it is given. Rows are written together, a chunk of events at a time;
    what is still open (a call, a meeting, a piece of work) is remembered until it ends."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        db.executescript(SCHEMA)
        self._rows: dict[str, list[Any]] = {table: [] for table in _COLUMNS}
        self._threads: dict[str, list[Any]] = {}
        self._readers: set[tuple[str, str]] = set()
        self._read_to: dict[tuple[str, str], int] = {}
        self._spans = 0
        self._open: dict[tuple[str, str], int] = {}
        self._fresh: dict[int, list[Any]] = {}

    def take(self, events: Iterable[Plain]) -> None:
        """Write down some events, which follow those that are there already."""
        words: list[tuple[int, str]] = []
        counted: dict[tuple[int, str], int] = {}
        told, party, refs, marks = (self._rows[table] for table in ("told", "party", "ref", "mark"))
        self.db.execute("BEGIN")
        for serial, at, actor, kind, body in events:
            note = _NOTES.get(kind)
            if note is not None:
                note(self, serial, at, actor, body)
            if kind in MARKS and not (kind == "fact.changed" and not body["version"]):
                marks.append((serial, at, actor, MARKS[kind]))
            if not is_told(kind, body):
                continue
            sort = sort_of(kind)
            told.append((serial, at, actor, sort))
            party += [(who, serial) for who in {actor, *parties(body)}]
            refs += [(name, serial) for name in set(threads(body))]
            said = " ".join(str(body[key]) for key in _SEARCHED if body.get(key))
            if said:
                words.append((serial, said))
            key = (at // BUCKET, sort)
            counted[key] = counted.get(key, 0) + 1
        self.flush()
        self.db.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", words)
        self.db.executemany(
            "INSERT INTO bucket VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n",
            [(bucket, sort, n) for (bucket, sort), n in counted.items()],
        )
        self.db.execute("COMMIT")

    def flush(self) -> None:
        """Write the rows that wait."""
        for table, rows in self._rows.items():
            if rows:
                self.db.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * _COLUMNS[table])})", rows)
                rows.clear()
        self._fresh.clear()
        self.db.executemany(
            "INSERT INTO thread VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET last = excluded.last, "
            "messages = messages + excluded.messages, "
            "title = CASE title WHEN '' THEN excluded.title ELSE title END",
            self._threads.values(),
        )
        self._threads.clear()

    def add(self, table: str, row: tuple[Any, ...]) -> None:
        """One row of a table, to be written with the rest of its chunk."""
        self._rows[table].append(row)

    def thread(self, id: str, app: str, title: str, at: int, who: Iterable[str], messages: int = 0) -> None:
        """Something was said, or can be, in a thread that these are in."""
        row = self._threads.setdefault(id, [id, app, title, at, at, 0])
        row[2], row[4], row[5] = row[2] or title, at, row[5] + messages
        for one in who:
            if (id, one) not in self._readers and one != WORLD:
                self._readers.add((id, one))
                self._rows["reader"].append((id, one))

    def contacts(self, at: int, who: str, to: Iterable[str], way: str, serial: int) -> None:
        """Somebody turned to others."""
        if who != WORLD:
            self._rows["contact"] += [(at, who, one, way, serial) for one in to if one != who]

    def span(self, who: str, sort: str, start: int, end: int | None, serial: int, about: str, note: str = "") -> None:
        """Somebody was at something, or is from now on where there is no ``end`` yet."""
        self._spans += 1
        row = [self._spans, who, sort, start, end, serial, about, note]
        self._rows["span"].append(row)
        self._fresh[self._spans] = row
        if end is None:
            self._open[about, who] = self._spans

    def see_mail(self, at: int, who: str, id: str) -> None:
        """Somebody has read a mail."""
        self.flush()
        self.db.execute("INSERT OR IGNORE INTO seen SELECT serial, ?, ? FROM message WHERE id = ?", (who, at, id))

    def see_thread(self, serial: int, at: int, who: str, thread: str) -> None:
        """Somebody has read what is in a thread, at the event ``serial``: from where they had read to before."""
        self.flush()
        before = self._read_to.get((who, thread), 0)
        self._read_to[who, thread] = serial
        self.db.execute(
            "INSERT OR IGNORE INTO seen SELECT serial, ?, ? FROM message WHERE thread = ? AND serial > ? AND who <> ?",
            (who, at, thread, before, who),
        )

    def close(self, at: int, about: str, who: str | None = None) -> None:
        """What is open under this name is over, for one person or for all."""
        for key in [key for key in self._open if key[0] == about and who in (None, key[1])]:
            self._end(self._open.pop(key), at)

    def close_all(self, at: int) -> None:
        """Whatever is open is over."""
        for id in self._open.values():
            self._end(id, at)
        self._open.clear()

    def _end(self, id: int, at: int) -> None:
        row = self._fresh.get(id)
        if row is not None:
            row[4] = at
        else:
            self.db.execute("UPDATE span SET end = ? WHERE id = ?", (at, id))


# -- notes of each kind -----------------------------------------------------------------------------------------------

Note = Callable[[Index, int, int, str, Body], None]


def _chat(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    place, to = body["place"], body["to"] or ()
    ix.add("message", (serial, at, who, "chat", place, body["id"]))
    ix.thread(place, "chat", place if place.startswith("#") else "", at, (who, *to), 1)
    direct = (body.get("mentions") or ()) if place.startswith("#") else to
    ix.contacts(at, who, direct, "chat", serial)


def _mail(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    writer = body["outside"]["address"] if body.get("outside") else who
    ix.add("message", (serial, at, writer, "mail", body["thread"], body["id"]))
    ix.thread(body["thread"], "mail", body["subject"], at, (writer, *body["to"]), 1)
    ix.contacts(at, who, [one for one in body["addressed"] if "@" not in one], "mail", serial)


def _rung(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.thread(body["call"], "call", body.get("about") or "", at, (who, *body["to"]))
    ix.contacts(at, who, body["to"], "call", serial)


def _answered(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    for one in (who, *body["to"]):
        ix.span(one, "call", at, None, serial, body["call"])


def _call_said(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.add("message", (serial, at, who, "call", body["call"], ""))
    ix.thread(body["call"], "call", "", at, (who, *body["to"]), 1)
    ix.contacts(at, who, body["to"], "call", serial)


def _call_ended(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.close(at, body["call"])


def _meeting(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.thread(body["meeting"], "meeting", body["title"], at, ())


def _joined(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.span(who, "meeting", at, None, serial, body["meeting"])
    ix.thread(body["meeting"], "meeting", "", at, (who,))


def _meeting_left(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.close(at, body["meeting"], who)


def _meeting_said(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.add("message", (serial, at, who, "meeting", body["meeting"], ""))
    ix.thread(body["meeting"], "meeting", "", at, (who, *body["to"]), 1)
    ix.contacts(at, who, body["to"], "meeting", serial)


def _meeting_ended(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.close(at, body["meeting"])


def _thought(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.span(who, "thought", at - body["takes"], at, serial, body["occasion"], ", ".join(body["moves"]))


def _stretch(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    if body["since"] < at:
        ix.span(who, "work", body["since"], at, serial, str(body["task"] or ""), str(body["why"] or ""))


def _work_started(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.span(
        who, "favour", at, None, serial, f"work {body['favour'] or body['note']}", body["note"] or body["favour"] or ""
    )


def _work_ended(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.close(at, f"work {body['favour'] or body['note']}", who)


def _acted(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.span(who, "act", at - body["took"], at, serial, body["action"])
    _looked(ix, serial, at, who, body["action"], body["arguments"])


def _looked(ix: Index, serial: int, at: int, who: str, action: str, given: Body) -> None:
    """A player has read what it opened: there is no other event of that."""
    if action in ("mail.read", "mail.reply"):
        ix.see_mail(at, who, str(given.get("mail", "")))
    elif action in ("chat.read", "chat.send"):
        place = str(given.get("place") or given.get("to") or "")
        thread = place if place.startswith(("#", "dm:")) else f"dm:{'+'.join(sorted((place, who)))}"
        ix.see_thread(serial, at, who, thread)


def _interrupted(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.span(who, "act", at - body["done"], at, serial, body["action"], "interrupted")
    ix.contacts(at, body["by"], [who], "interruption", serial)


def _met(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.span(who, "interruption", at - body["after"], at - body["after"], serial, body["how"])


def _away(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.span(who, "away", body["start"], body["end"], serial, body["why"])


def _back(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.flush()
    ix.db.execute(
        "UPDATE span SET end = ? WHERE who = ? AND sort = 'away' AND start <= ? AND end > ?", (at, who, at, at)
    )


def _presence(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.flush()
    ix.db.execute(
        "UPDATE span SET end = ? WHERE who = ? AND sort = 'presence' AND (end IS NULL OR end > ?)", (at, who, at)
    )
    ix.span(who, "presence", at, body.get("until") or FOR_GOOD, serial, body["state"], body.get("note") or "")


def _read(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    for of in body["of"]:
        ix.add("seen", (of, who, at))


def _fact(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    fact, version = body["fact"], body["version"]
    ix.db.execute(
        "INSERT INTO fact VALUES (?, ?, ?, ?, ?, ?)", (fact, version, body["value"], at, body["silent"], serial)
    )
    rows = [(fact, one, at, version, body["value"], "", "", serial) for one in body["known_by"]]
    ix.db.executemany("INSERT INTO knows VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _learned(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    row = (body["fact"], who, at, body["version"], body["value"], body["source"], body["where"], serial)
    ix.add("knows", row)


def _feeling(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    row = (at, who, body["what"], body["toward"], body["old"], body["new"], serial)
    ix.add("feeling", row)


def _promised(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    row = (body["id"], body["by"], body["to"], body["what"], body["due"], at, serial)
    ix.db.execute("INSERT OR REPLACE INTO promise VALUES (?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL, NULL)", row)


def _closed(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    row = (at, body["how"], body.get("late", 0), serial, body["id"])
    ix.db.execute("UPDATE promise SET closed = ?, how = ?, late = ?, closing = ? WHERE id = ?", row)


def _written(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    when = body.get("staged_at") or at
    row = (body["path"], body["version"], when, body.get("staged_by") or who, body["size"], serial, "written")
    ix.db.execute("INSERT INTO version VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def _file_moved(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    rows = [(path, None, at, who, None, serial, f"moved to {body['destination']}") for path in body["files"]]
    ix.db.executemany("INSERT INTO version VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    whole = body["path"]
    for path in body["files"]:
        target = body["destination"] + path[len(whole) :] if path != whole else body["destination"]
        ix.db.execute(
            "INSERT INTO version VALUES (?, NULL, ?, ?, NULL, ?, ?)", (target, at, who, serial, f"moved from {path}")
        )


def _file_deleted(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    rows = [(path, None, at, who, None, serial, "deleted") for path in body["files"]]
    ix.db.executemany("INSERT INTO version VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def _file_noted(what: str) -> Note:
    def note(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
        row = (body["path"], None, at, who, None, serial, what)
        ix.db.execute("INSERT INTO version VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    return note


def _ended(ix: Index, serial: int, at: int, who: str, body: Body) -> None:
    ix.close_all(at)


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
    "seat.interruption_met": _met,
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
