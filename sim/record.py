"""The record: a run as data, for everybody who only reads it: scorers, reports, viewers, exports.

It can be read while the run is being written, after a crash, and from a copied file. Nothing is loaded that was not
asked for: events are handed out one by one, found by SQL.
"""

import importlib
import json
import os
import pkgutil
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Final, Literal, Self, TypeVar, get_args

from pydantic import ValidationError

import sim.vocabulary
from sim.journal import Journal
from sim.model import Role, Usage
from sim.runfile import JournalError, Thought, canonical_line, connect, damaged, identify, journal_error, require_file
from sim.vocabulary.core import Body, Event, parse_body
from sim.vocabulary.run import Outcome, RunEnded

B = TypeVar("B", bound=Body)

Kinds = str | type[Body] | tuple[str | type[Body], ...]
"""One kind of event or several, by name ("chat.sent") or by the type of their body."""

Plain = tuple[int, int, str, str, Any]
"""An event as it is kept: serial, instant, actor, kind, and the body as JSON data."""

_UNWRITABLE: Final = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)

AT_ONCE: Final = 256
"""Rows that are fetched together."""


@cache
def _declare_bodies() -> None:
    """Import every module of the vocabulary, so that each declared kind is read as what it is."""
    names = (module.name for module in pkgutil.walk_packages(sim.vocabulary.__path__, "sim.vocabulary."))
    for name in sorted(names):
        importlib.import_module(name)


class Record:
    """One run, read-only. Made by :meth:`open`, :meth:`of` and :meth:`view`; a context manager."""

    def __init__(self, connection: sqlite3.Connection, path: str, header: Mapping[str, Any]) -> None:
        _declare_bodies()
        self._db = connection
        self._journal: Journal | None = None
        self.path = path
        self.header: Mapping[str, Any] = MappingProxyType(dict(header))
        """What was known of the run before it started."""

    # ------------------------------------------------------------------ making and ending

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> "Record":
        """The run in this file. Raises :class:`~sim.runfile.JournalError` where it is none, damaged or too new."""
        name = os.fspath(path)
        require_file(name)
        try:
            return cls._connected(name, immutable=False)
        except sqlite3.Error as error:
            # SQLite wants to write beside a file in WAL mode, which it cannot in a folder that is read-only. Without
            # a log beside it nobody is writing this file, so it can be read as it stands.
            log = Path(f"{name}-wal")
            code = getattr(error, "sqlite_errorcode", 0)  # which errors that Python itself raises have not
            if code & 0xFF in _UNWRITABLE and not (log.exists() and log.stat().st_size):
                try:
                    return cls._connected(name, immutable=True)
                except sqlite3.Error as second:
                    raise journal_error(name, second) from second
            raise journal_error(name, error) from error

    @classmethod
    def of(cls, header: Mapping[str, Any], events: Iterable[Event]) -> "Record":
        """A record made of ``events``, held in memory: for the tests of whatever reads records.

        Raises ``ValueError`` unless the serials count from 1 and the instants never go back.
        """
        journal = Journal.memory(header)
        for event in events:
            kept = journal.append(event.at, event.actor, event.body, event.causes)
            if kept.serial != event.serial:
                raise ValueError(f"event {event.serial} ({event.kind}) stands where event {kept.serial} belongs")
        return cls.view(journal)

    @classmethod
    def view(cls, journal: Journal) -> "Record":
        """What a journal in this process has kept and will keep, committed or not. Closing this leaves that open."""
        record = cls(journal.connection, journal.path, journal.header)
        record._journal = journal  # which has the connection, and closes it when it goes
        return record

    @classmethod
    def _connected(cls, name: str, *, immutable: bool) -> "Record":
        connection = connect(name, "ro", immutable=immutable)
        try:
            return cls(connection, name, identify(connection, name))
        except BaseException:
            connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def connection(self) -> sqlite3.Connection:
        """What it is read by."""
        return self._db

    def close(self) -> None:
        """Let go of the file; a view leaves its journal open."""
        if self._journal is None:
            self._db.close()

    # ------------------------------------------------------------------ what the header says

    @property
    def scenario(self) -> str:
        """The id of the scenario. Raises ``KeyError`` where the header names none; so do the next ones."""
        return str(self.header["scenario"])

    @property
    def seed(self) -> int:
        """The seed of the run."""
        return int(self.header["seed"])

    @property
    def org(self) -> Any:
        """The organisation, as plain data."""
        return self.header["org"]

    @property
    def script(self) -> Any:
        """The script of the world as plain data, without what is at its default."""
        return self.header["script"]

    @property
    def facts(self) -> Any:
        """The script's facts: their histories, who holds them and who may hear them."""
        return self.script.get("facts", [])

    @property
    def tasks(self) -> Any:
        """The script's tasks."""
        return self.script.get("tasks", [])

    # ------------------------------------------------------------------ events

    @property
    def outcome(self) -> Outcome | Literal["unfinished"]:
        """How the run ended; "unfinished" while it runs, or where it was killed."""
        ended = self.last(RunEnded)
        return ended.body.outcome if ended is not None and isinstance(ended.body, RunEnded) else "unfinished"

    def events(
        self,
        kind: Kinds | None = None,
        *,
        actor: str | None = None,
        since: int | None = None,
        until: int | None = None,
        after_serial: int | None = None,
    ) -> Iterator[Event]:
        """The events in their order: of these kinds, by this actor, at ``since`` or later, before ``until``.

        A kind that is not declared here gives :class:`~sim.vocabulary.core.UnknownBody`. Raises
        :class:`~sim.runfile.JournalError` where a body does not fit its declared kind, or the file is damaged.
        """
        where, values = self._filter(kind, actor, since, until, after_serial)
        for row in self._rows(f"SELECT * FROM events{where} ORDER BY serial", values):
            yield self._event(row)

    def bodies(
        self,
        kind: type[B],
        *,
        actor: str | None = None,
        since: int | None = None,
        until: int | None = None,
        after_serial: int | None = None,
    ) -> Iterator[tuple[Event, B]]:
        """Like :meth:`events` for one declared kind, each with its body as the type it is."""
        for event in self.events(kind, actor=actor, since=since, until=until, after_serial=after_serial):
            if isinstance(event.body, kind):
                yield event, event.body

    def plain(self, after_serial: int, most: int) -> list[Plain]:
        """Up to ``most`` events after one, as they are kept: for whoever goes through a long run and needs no types.

        Raises :class:`~sim.runfile.JournalError` where a body is no JSON, or the file is damaged.
        """
        query = "SELECT serial, at, actor, kind, body FROM events WHERE serial > ? ORDER BY serial LIMIT ?"
        try:
            with closing(self._rows(query, (after_serial, most))) as rows:
                found: list[Plain] = [(*row[:4], json.loads(row[4])) for row in rows]
        except (TypeError, ValueError, RecursionError) as error:
            raise damaged(self.path, error) from error
        for serial, *_, body in found:
            if not isinstance(body, dict):
                raise damaged(self.path, TypeError(f"event {serial} has no body"))
        return found

    def event(self, serial: int) -> Event:
        """The event with this serial. Raises ``KeyError`` where there is none."""
        for row in self._rows("SELECT * FROM events WHERE serial = ?", (serial,)):
            return self._event(row)
        raise KeyError(serial)

    def count(
        self,
        kind: Kinds | None = None,
        *,
        actor: str | None = None,
        since: int | None = None,
        until: int | None = None,
        after_serial: int | None = None,
    ) -> int:
        """How many events :meth:`events` would give."""
        where, values = self._filter(kind, actor, since, until, after_serial)
        return int(next(self._rows(f"SELECT count(*) FROM events{where}", values))[0])

    def last(self, kind: Kinds | None = None, *, actor: str | None = None, until: int | None = None) -> Event | None:
        """The latest of the events that :meth:`events` would give, or None."""
        where, values = self._filter(kind, actor, None, until, None)
        for row in self._rows(f"SELECT * FROM events{where} ORDER BY serial DESC LIMIT 1", values):
            return self._event(row)
        return None

    def digest(self) -> str:
        """The digest of all events, as :func:`sim.vocabulary.core.digest` takes it: equal runs have equal digests."""
        state = blake2b(digest_size=16)
        for row in self._rows("SELECT * FROM events ORDER BY serial", ()):
            state.update(canonical_line(*row).encode())
            state.update(b"\n")
        return state.hexdigest()

    # ------------------------------------------------------------------ thoughts and blobs

    def thoughts(self, *, role: Role | None = None, who: str | None = None) -> Iterator[Thought]:
        """The thoughts in the order in which they completed, which depends on how long each took."""
        terms = {"role = ?": role, "who = ?": who}
        where, values = _where({term: value for term, value in terms.items() if value is not None})
        for row in self._rows(f"SELECT * FROM thoughts{where} ORDER BY rowid", values):
            yield self._thought(row)

    def thought_count(self) -> int:
        """How many thoughts are kept."""
        return int(next(self._rows("SELECT count(*) FROM thoughts", ()))[0])

    def recall(self, key: str, n: int, /) -> Thought | None:
        """The ``n``-th thought of this key, or None where it is not kept."""
        for row in self._rows("SELECT * FROM thoughts WHERE key = ? AND n = ?", (key, n)):
            return self._thought(row)
        return None

    def recalled_at(self, key: str, /) -> tuple[tuple[int, int], ...]:
        """For every kept thought of this key its ``n`` and the instant at which it was asked, by ``n``."""
        return tuple(self._rows("SELECT n, at FROM thoughts WHERE key = ? ORDER BY n", (key,)))

    def usage(self) -> Mapping[Role, Usage]:
        """What all thoughts of the run have used, for each role."""
        spent: dict[Role, Usage] = {role: Usage() for role in get_args(Role)}
        for role, usage in self._rows("SELECT role, usage FROM thoughts ORDER BY rowid", ()):
            try:
                spent[role] += Usage.model_validate_json(usage)
            except (KeyError, ValueError) as error:
                raise damaged(self.path, error) from error
        return MappingProxyType(spent)

    def faults(self) -> Mapping[str, Mapping[str, int]]:
        """How often each kind of trouble with models came up, in alphabetical order.

        "calls" are the calls whose outcome was a fault, by :data:`~sim.model.FaultKind`; "retried" the attempts that
        failed before a call had its outcome; "minds" what is recorded of minds (``mind.fault``). A fault that ended the
        run is told by its ``run.ended``, and taken back when it goes on.
        """
        told = """
            SELECT 'calls', json_extract(fault, '$.kind'), count(*) FROM thoughts WHERE fault IS NOT NULL GROUP BY 2
            UNION ALL
            SELECT 'retried', t.key, sum(t.value)
            FROM thoughts, json_each(coalesce(reply, fault), '$.troubles') AS t GROUP BY 2
            UNION ALL
            SELECT 'minds', json_extract(body, '$.fault'), count(*) FROM events WHERE kind = 'mind.fault' GROUP BY 2
            ORDER BY 1, 2
        """
        found: dict[str, dict[str, int]] = {"calls": {}, "minds": {}, "retried": {}}
        for where, kind, times in self._rows(told, ()):
            found[where][kind] = times
        return MappingProxyType({where: MappingProxyType(kinds) for where, kinds in found.items()})

    def blob(self, digest: str) -> bytes:
        """The content of a file. Raises ``KeyError`` where it is not kept."""
        for (data,) in self._rows("SELECT data FROM blobs WHERE digest = ?", (digest,)):
            return bytes(data)
        raise KeyError(digest)

    # ------------------------------------------------------------------ inside

    def _filter(
        self, kind: Kinds | None, actor: str | None, since: int | None, until: int | None, after_serial: int | None
    ) -> tuple[str, tuple[Any, ...]]:
        terms: dict[str, Any] = {}
        if kind is not None:
            names = [_kind_name(one) for one in (kind if isinstance(kind, tuple) else (kind,))]
            terms["kind IN (SELECT value FROM json_each(?))"] = json.dumps(names)
        if actor is not None:
            terms["actor = ?"] = actor
        if since is not None:
            terms["serial >= ?"] = self._first_at(since)
        if until is not None:
            terms["serial < ?"] = self._first_at(until)
        if after_serial is not None:
            terms["serial > ?"] = after_serial
        return _where(terms)

    def _first_at(self, instant: int) -> int:
        """The serial of the first event at ``instant`` or later, by halving: instants never go back."""
        low, high = 1, int(next(self._rows("SELECT coalesce(max(serial), 0) FROM events", ()))[0]) + 1
        while low < high:
            middle = (low + high) // 2
            ((at,),) = self._rows("SELECT at FROM events WHERE serial = ?", (middle,))
            if type(at) is not int:
                raise damaged(self.path, TypeError(f"event {middle} has no instant"))
            if at >= instant:
                high = middle
            else:
                low = middle + 1
        return low

    def _event(self, row: tuple[Any, ...]) -> Event:
        serial, at, actor, kind, body, causes = row
        try:
            said, why = json.loads(body), tuple(json.loads(causes))
            if type(at) is not int or not all(type(cause) is int for cause in why):
                raise TypeError(f"event {serial} has no instant, or causes that are no events")
        except (TypeError, ValueError, RecursionError) as error:
            raise damaged(self.path, error) from error
        try:
            return Event(serial, at, actor, kind, parse_body(kind, said), why)
        except ValidationError as error:
            raise JournalError(
                "version",
                self.path,
                f"event {serial} ({kind}) is not what this installation means by that: read it with the version that "
                f"wrote it ({self.header.get('created_by')}). {error}",
            ) from error

    def _thought(self, row: tuple[Any, ...]) -> Thought:
        try:
            return Thought.from_row(row, self.blob)
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise damaged(self.path, error) from error

    def _rows(self, query: str, values: tuple[Any, ...]) -> Generator[Any, None, None]:
        try:
            cursor = self._db.execute(query, values)
            try:
                while rows := cursor.fetchmany(AT_ONCE):
                    yield from rows
            finally:
                cursor.close()
        except sqlite3.Error as error:
            raise journal_error(self.path, error) from error


def _where(terms: Mapping[str, Any]) -> tuple[str, tuple[Any, ...]]:
    return (" WHERE " + " AND ".join(terms) if terms else ""), tuple(terms.values())


def _kind_name(kind: str | type[Body]) -> str:
    if isinstance(kind, str):
        return kind
    if not kind.kind:
        raise ValueError(f"{kind.__name__} declares no kind")
    return kind.kind
