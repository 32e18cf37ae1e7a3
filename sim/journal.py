"""The journal: one run in one SQLite file, only ever added to, by one writer.

What the world computes is here as events, and can be computed again. What cannot be, the answers of models and the acts
of a player, is here as thoughts, each written and committed before anyone sees it. So a run that was killed goes on by
*replay*: :meth:`Journal.open` stands at the beginning, compares every event that is computed again with the recorded
one, and goes over to writing where the recorded ones end.

A killed process loses the events since the last commit, which replay computes again, and no thought. The file is in WAL
mode with ``synchronous=NORMAL``, so a power failure may also cost the last commits, thoughts included, back to the last
checkpoint (about 4 MB of writing); what is left is sound and goes on in the same way.
"""

import errno
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Final, NoReturn, Self, get_args
from weakref import finalize

from pydantic import BaseModel

from sim.cassette import Cassette, Recollection
from sim.model import INFRASTRUCTURE, ModelFault, ModelPort, ModelReply, ModelRequest, Role, Usage
from sim.runfile import (
    FOLDED,
    FORMAT,
    JournalError,
    Lock,
    Thought,
    canonical_line,
    connect,
    damaged,
    identify,
    journal_error,
    lay_out,
    rename_anew,
    require_file,
    versions,
)
from sim.vocabulary.core import Body, Event, body_data, canonical_json, ordered_json
from sim.vocabulary.run import RunEnded
from sim.vocabulary.seat import PlayerFault

__all__ = [
    "Divergence",
    "Journal",
    "JournalError",
    "JournalledModel",
    "Recollection",
    "Thought",
    "thought_key",
]

COMMIT_EVERY: Final = 500
"""Events after which the open transaction is committed."""

REOPENABLE: Final = ("crash", "budget")
"""Outcomes after which a run may go on: its ``run.ended``, and the player's fault that led to it, are taken back once
something else happens instead."""


class Divergence(Exception):
    """Replay computed another event than the one recorded; both are in their canonical form.

    Positional arguments only, so that it survives being rebuilt from ``args``.
    """

    def __init__(self, serial: int, recorded: str, recomputed: str) -> None:
        super().__init__(serial, recorded, recomputed)
        self.serial = serial
        self.recorded = recorded
        self.recomputed = recomputed

    def __str__(self) -> str:
        return (
            f"event {self.serial} was computed differently this time\n"
            f"  recorded:   {self.recorded}\n  recomputed: {self.recomputed}\n"
            "A run goes on only with what it began with: the same version, scenario and options"
        )


def thought_key(role: Role, who: str, request: Any) -> str:
    """The key of a question: BLAKE2b (128 bits, hexadecimal) over the canonical JSON of role, person and request."""
    return blake2b(canonical_json([role, who, plain(request)]).encode(), digest_size=16).hexdigest()


def plain(data: Any) -> Any:
    """``data`` as JSON data, where it is a pydantic model."""
    return data.model_dump(mode="json") if isinstance(data, BaseModel) else data


class Journal:
    """One run being written. Made by :meth:`create`, :meth:`open` and :meth:`memory`; closed as a context manager."""

    def __init__(self, connection: sqlite3.Connection, path: str, lock: Lock | None, header: Mapping[str, Any]) -> None:
        self._db = connection
        self._lock = lock
        self.path = path
        self.header: Mapping[str, Any] = MappingProxyType(dict(header))
        """What is known of the run before it starts."""
        self.serial = 0
        """The serial of the latest event."""
        self.recorded = 0
        """The serial up to which events are compared with recorded ones rather than written."""
        self._at: int | None = None
        self._state = blake2b(digest_size=16)
        self._ahead: dict[int, str] = {}
        self._stale_end = False
        self._open = False
        self._uncommitted = 0
        self._failed: JournalError | None = None
        self._closed = False
        self._is_replica = False

    # ------------------------------------------------------------------ making and ending

    @classmethod
    def create(cls, path: str | os.PathLike[str], header: Mapping[str, Any]) -> "Journal":
        """A new run file. ``header`` is JSON data; the format and the versions of the packages are added to it.

        Raises :class:`JournalError`, "exists" where there is a file of this name.
        """
        return cls._make(os.fspath(path), header, lambda connection: None)

    @classmethod
    def _make(cls, name: str, header: Mapping[str, Any], fill: Callable[[sqlite3.Connection], None]) -> "Journal":
        """A new run file with this header and what ``fill`` puts into it.

        It is drafted beside, and gets its name in one step: whoever is killed while making it leaves no half of a run.
        """
        full = {**header, "format": FORMAT, "created_by": versions()}
        rows = [(key, ordered_json(value)) for key, value in full.items()]
        lock = Lock(name)
        draft, made = Path(f"{name}-new"), False
        try:
            if os.path.lexists(name):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name)
            draft.unlink(missing_ok=True)  # of somebody who was killed: we have the lock
            os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o644))
            with closing(connect(os.fspath(draft), "rw")) as drafting:
                drafting.execute("PRAGMA journal_mode=OFF")  # there is nothing to go back to but to throw it away
                lay_out(drafting, rows)
                drafting.execute("BEGIN")
                fill(drafting)
                drafting.execute("COMMIT")
            rename_anew(draft, name)
            made = True
            connection = connect(name, "rw")
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except BaseException:
                connection.close()
                raise
        except BaseException as error:
            for leftover in (draft, Path(name)) if made else (draft,):
                leftover.unlink(missing_ok=True)
            lock.release()
            if isinstance(error, OSError | sqlite3.Error):
                raise journal_error(name, error) from error
            raise
        return cls(connection, name, lock, full)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> "Journal":
        """A run to go on with, standing at its beginning: see the module. Raises :class:`JournalError`."""
        name = os.fspath(path)
        require_file(name)
        lock = Lock(name)
        connection = None
        try:
            connection = connect(name, "rw")
            header = identify(connection, name)
            connection.execute("PRAGMA journal_mode=WAL")
            journal = cls(connection, name, lock, header)
            journal._stand_at_beginning()
        except BaseException as error:
            if connection is not None:
                connection.close()
            lock.release()
            if isinstance(error, sqlite3.Error):
                raise journal_error(name, error) from error
            raise
        return journal

    @classmethod
    def replica(cls, path: str | os.PathLike[str]) -> "Journal":
        """A copy in memory of a run, standing at its beginning: for computing it again without touching the file.

        Raises :class:`JournalError`.
        """
        name = os.fspath(path)
        require_file(name)
        connection = sqlite3.connect(":memory:", isolation_level=None)
        try:
            with closing(connect(name, "ro")) as source:
                header = identify(source, name)
                source.backup(connection)
            journal = cls(connection, name, None, header)
            journal._is_replica = True
            journal._stand_at_beginning()
        except BaseException as error:
            connection.close()
            if isinstance(error, sqlite3.Error):
                raise journal_error(name, error) from error
            raise
        return journal

    @classmethod
    def branch(
        cls, parent: str | os.PathLike[str], path: str | os.PathLike[str], at: int, header: Mapping[str, Any]
    ) -> "Journal":
        """A new run that begins with all that ``parent`` holds from before the instant ``at``.

        What thoughts cost stays with the parent: the new run has used nothing for them. ``header`` takes the place of
        the parent's where it says something. Raises :class:`JournalError`.
        """
        source = cls.replica(parent)

        def fill(connection: sqlite3.Connection) -> None:
            for table in ("events", "thoughts", "blobs"):
                earlier = "" if table == "blobs" else " WHERE at < ?"
                rows = source._db.execute(f"SELECT * FROM {table}{earlier} ORDER BY rowid", (at,) if earlier else ())
                for row in rows:
                    if table == "thoughts":
                        row = (*row[:-1], canonical_json(plain(Usage())))
                    connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)

        try:
            journal = cls._make(os.fspath(path), {**source.header, **header}, fill)
        finally:
            source._db.close()
        journal._stand_at_beginning()
        return journal

    @classmethod
    def memory(cls, header: Mapping[str, Any] | None = None) -> "Journal":
        """A run that is kept nowhere, for tests; it need not be closed."""
        full = {**(header or {}), "format": FORMAT, "created_by": versions()}
        # Whichever thread happens to collect it closes it.
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        lay_out(connection, [(key, ordered_json(value)) for key, value in full.items()])
        journal = cls(connection, ":memory:", None, full)
        finalize(journal, connection.close)
        return journal

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Commit and let go of the file. May be called more than once. Raises :class:`JournalError`."""
        if self._closed:
            return
        self._closed = True
        try:
            if self._failed is None:
                self.flush()
                self._fold()
        finally:
            self._db.close()
            if self._lock is not None:
                self._lock.release()

    @property
    def connection(self) -> sqlite3.Connection:
        """The open database, for a record of this same run; not to be written through."""
        return self._db

    # ------------------------------------------------------------------ events

    def append(self, at: int, actor: str, body: Body, causes: Iterable[int] = ()) -> Event:
        """Keep what happened, and give it its serial; in replay, compare it with what was recorded.

        Raises :class:`Divergence`; :class:`JournalError`; ``ValueError`` where ``at`` lies before the last event, a
        cause is no earlier event, or the body declares no kind.
        """
        serial = self.serial + 1
        kind = type(body).kind
        because = tuple(causes)
        self._check(serial, at, kind, because, body)
        told = canonical_json(body_data(body))
        row = (serial, at, actor, kind, told, f"[{','.join(map(str, because))}]")
        line = canonical_line(*row)
        if serial <= self.recorded:
            recorded = self._recorded(serial)
            if recorded != line:
                raise Divergence(serial, recorded, line)
        else:
            self._write("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", row)
        self.serial = serial
        self._at = at
        self._state.update(line.encode())
        self._state.update(b"\n")
        if self._uncommitted >= COMMIT_EVERY:
            self.flush()
        return Event(serial, at, actor, kind, body, because)

    @property
    def is_replica(self) -> bool:
        """Whether this is a copy in memory of a run that is computed again."""
        return self._is_replica

    @property
    def replaying(self) -> bool:
        """Whether the next event will be compared with a recorded one."""
        return self.serial < self.recorded

    @property
    def digest(self) -> str:
        """The digest of all events up to here, as :func:`sim.vocabulary.core.digest` takes it."""
        return self._state.hexdigest()

    def flush(self) -> None:
        """Commit what was kept so far. Raises :class:`JournalError`."""
        if self._open:
            try:
                self._db.execute("COMMIT")
            except sqlite3.Error as error:
                self._fail(error)
            self._open = False
            self._uncommitted = 0

    # ------------------------------------------------------------------ thoughts and blobs

    def keep(self, thought: Thought) -> Thought:
        """Write a completed thought. It is committed, with all events so far, before this returns.

        Gives the thought as it will be recalled: go on with that one, so that going on and replaying are the same.
        Raises :class:`JournalError`; ``ValueError`` where the thought is kept already, or has not just one outcome.
        """
        if (thought.reply is None) == (thought.fault is None):
            raise ValueError(f"thought {thought.key} has a reply or a fault, and not both")
        if self.recall(thought.key, thought.n) is not None:
            raise ValueError(f"thought {thought.key} number {thought.n} is kept already")
        row = thought.row(self.blob if self.header.get("format", 1) >= FOLDED else None)
        self._write("INSERT INTO thoughts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        self.flush()
        return self._thought(row)

    def recall(self, key: str, n: int, /) -> Thought | None:
        """The ``n``-th thought of this key, or None where it is not kept."""
        row = self._read("SELECT * FROM thoughts WHERE key = ? AND n = ?", (key, n))
        return self._thought(row[0]) if row else None

    def recalled_at(self, key: str, /) -> tuple[tuple[int, int], ...]:
        """For every kept thought of this key its ``n`` and the instant at which it was asked, by ``n``."""
        return tuple(self._read("SELECT n, at FROM thoughts WHERE key = ? ORDER BY n", (key,)))

    def blob(self, data: bytes) -> str:
        """Keep the content of a file, once. Gives the digest to find it by (BLAKE2b, 128 bits, hexadecimal)."""
        name = blake2b(data, digest_size=16).hexdigest()
        self._write("INSERT OR IGNORE INTO blobs VALUES (?, ?)", (name, data))
        return name

    # ------------------------------------------------------------------ inside

    def _stand_at_beginning(self) -> None:
        """From here on what is appended is compared with what the file holds, as far as that goes."""
        last = self._db.execute("SELECT serial, kind, body FROM events ORDER BY serial DESC LIMIT 2").fetchall()
        if not last:
            return
        self.recorded, kind, body = last[0]
        try:
            self._stale_end = kind == RunEnded.kind and json.loads(body).get("outcome") in REOPENABLE
        except (AttributeError, TypeError, ValueError, RecursionError) as error:
            raise damaged(self.path, error) from error
        if self._stale_end:
            self.recorded -= 2 if len(last) == 2 and last[1][1] == PlayerFault.kind else 1

    def _fold(self) -> None:
        """Leave one plain file, which can be copied as it is and read where nothing can be written."""
        self._db.execute("PRAGMA busy_timeout=0")
        try:
            self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            self._db.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.Error as error:
            # While somebody reads it the log has to stay beside the file; together they are whole.
            if journal_error(self.path, error).kind != "locked":
                self._fail(error)

    def _check(self, serial: int, at: int, kind: str, causes: tuple[int, ...], body: Body) -> None:
        if not kind:
            raise ValueError(f"{type(body).__name__} declares no kind, so it cannot be kept as an event")
        if self._at is not None and at < self._at:
            raise ValueError(f"event {serial} ({kind}) is at {at}, before event {serial - 1} at {self._at}")
        for cause in causes:
            if not 0 < cause < serial:
                raise ValueError(f"event {serial} ({kind}) cannot be caused by event {cause}, which is not before it")

    def _recorded(self, serial: int) -> str:
        """The canonical form of a recorded event; they are read ahead, in the order they are asked for."""
        if serial not in self._ahead:
            query = "SELECT * FROM events WHERE serial >= ? ORDER BY serial LIMIT 256"
            self._ahead = {row[0]: canonical_line(*row) for row in self._read(query, (serial,))}
        return self._ahead.pop(serial, "nothing: the file is damaged")

    def _blob(self, digest: str) -> bytes:
        for (data,) in self._read("SELECT data FROM blobs WHERE digest = ?", (digest,)):
            return bytes(data)
        raise KeyError(digest)

    def _read(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            self._fail(error)

    def _thought(self, row: tuple[Any, ...]) -> Thought:
        try:
            return Thought.from_row(row, self._blob)
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise damaged(self.path, error) from error

    def _write(self, statement: str, row: tuple[Any, ...]) -> None:
        if self._failed is not None:
            raise self._failed
        try:
            if not self._open:
                self._db.execute("BEGIN IMMEDIATE")
                self._open = True
            if self._stale_end and statement.startswith("INSERT INTO events"):
                self._db.execute("DELETE FROM events WHERE serial > ?", (self.recorded,))
                self._stale_end = False
            self._db.execute(statement, row)
        except sqlite3.Error as error:
            self._fail(error)
        self._uncommitted += 1

    def _fail(self, error: sqlite3.Error) -> NoReturn:
        """From here on nothing is written: a journal with a hole in it could not be replayed."""
        self._failed = journal_error(self.path, error)
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
        self._open = False
        raise self._failed from error


class JournalledModel:
    """A :class:`~sim.model.ModelPort` that never asks the same question of a run twice.

    An answer that the journal has is given from there; else ``port`` is asked, and the answer, or a fault that is not
    one of the infrastructure, is kept before anyone sees it. ``clock`` gives the instant at which the question is
    asked, and must not depend on how long earlier answers took: ``Kernel.instant`` is such a clock. Equal
    questions of one person are told apart by that instant first, then by the order in which they were asked.

    ``cassette`` has the answers of another run, which are used, by content and order alone, before the port is; what
    comes from there is kept too, as something that this run used nothing for. Without a ``port`` a question nobody has
    answered raises "not_recorded".
    """

    def __init__(
        self,
        port: ModelPort | None,
        journal: Journal,
        clock: Callable[[], int],
        cassette: Cassette | Recollection | None = None,
    ) -> None:
        self._port = port
        self._journal = journal
        self._clock = clock
        self._cassette = cassette if isinstance(cassette, Cassette | None) else Cassette(cassette)
        self._usage: dict[Role, Usage] = {role: Usage() for role in get_args(Role)}
        self._recalled: dict[Role, Usage] = {role: Usage() for role in get_args(Role)}
        self._left: dict[str, list[tuple[int, int]]] = {}
        self._taken: dict[str, set[int]] = {}

    @property
    def usage(self) -> Mapping[Role, Usage]:
        """What this run has used so far, for each role, recalled answers included."""
        return MappingProxyType(self._usage)

    @property
    def recalled(self) -> Mapping[Role, Usage]:
        """The part of :attr:`usage` that was recalled and so cost nothing now."""
        return MappingProxyType(self._recalled)

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        """Answer ``request`` asked by person ``who``. Raises :class:`~sim.model.ModelFault`, :class:`JournalError`."""
        key = thought_key(role, who, request)
        at = self._clock()
        n, known = self._claim(key, at)
        if known is not None:
            self._recalled[role] += known.usage
        else:
            known = await self._ask(request, key, n, role, who, at)
            known = self._journal.keep(known)
        self._usage[role] += known.usage
        if known.fault is not None:
            fault = known.fault
            raise ModelFault(fault["kind"], fault["message"], known.usage, fault.get("troubles"))
        return ModelReply.model_validate(known.reply)

    async def _ask(self, request: ModelRequest, key: str, n: int, role: Role, who: str, at: int) -> Thought:
        asked = plain(request)
        try:
            missed = None if self._cassette is None else self._cassette.missed(request, role, who, key)
            if missed is not None:
                raise missed
            if self._port is None:
                raise ModelFault("not_recorded", f"{who} asks what no recording answers (key {key}, number {n})")
            reply = await self._port.complete(request, role=role, who=who)
        except ModelFault as fault:
            if fault.kind in INFRASTRUCTURE:
                self._usage[role] += fault.usage
                raise
            told: dict[str, Any] = {"kind": fault.kind, "message": fault.message}
            if fault.troubles:
                told["troubles"] = dict(fault.troubles)
            return Thought(key, n, role, who, at, asked, fault=told, usage=fault.usage)
        return Thought(key, n, role, who, at, asked, reply=plain(reply), usage=reply.usage)

    def _claim(self, key: str, at: int) -> tuple[int, Thought | None]:
        """The number of the question now asked, and what was kept of it: at once, before anything is waited for."""
        journal, cassette = self._journal, self._cassette
        if key not in self._left:
            self._left[key] = list(journal.recalled_at(key))
            self._taken[key] = {n for n, _ in self._left[key]}
        left, taken = self._left[key], self._taken[key]
        recorded = None if cassette is None else cassette.take(key, at)
        for place, (n, asked_at) in enumerate(left):
            if asked_at == at:
                del left[place]
                return n, journal.recall(key, n)
        n = next(n for n in range(len(taken) + 1) if n not in taken)
        taken.add(n)
        if recorded is None:
            return n, None
        return n, journal.keep(replace(recorded, n=n, at=at, usage=Usage()))
