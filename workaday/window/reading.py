"""A run file as pages read it: found by index, page by page, never the whole log.

`Reading` opens the file read-only and keeps an index of its own in a private temporary database, which SQLite puts on
disk where it grows and removes at the end; nothing is written beside the run. The index grows with a run that is being
written, and is begun anew where a run took events back (one that went on after its end) or is another one by now.
`Reader` does the same for a web application: all in one thread, which asyncio waits for.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Self, TypeVar
from zoneinfo import ZoneInfo

from sim.localtime import local
from sim.organisation import Person
from sim.record import Record
from sim.vocabulary.core import WORLD, Event
from workaday.transcript import Transcript
from workaday.window import colours
from workaday.window.indexing import BUCKET, Index, sort_of
from workaday.window.words import words as in_words

T = TypeVar("T")
CHUNK: Final = 2000
"""Events that are indexed at a time: what a page waits for at most, some 30 ms."""
PAGE: Final = 50
"""Entries on a page of a list."""
KEPT: Final = 1000
"""Events that are kept as they were read, since a page asks for each more than once."""
CACHE: Final = 16_000
"""Kilobytes of the index that are held in memory."""
DAY: Final = 24 * 3600


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody as pages show them."""

    id: str
    name: str
    title: str
    colour: str
    """A class of `workaday.window.colours`."""
    is_seat: bool = False
    known: bool = True
    """Whether they are of the organisation."""

    @property
    def first(self) -> str:
        """What colleagues call them."""
        return self.name.split()[0] if self.name.split() else self.id


@dataclass(frozen=True, slots=True)
class Line:
    """One event in words."""

    serial: int
    at: int
    actor: str
    kind: str
    sort: str
    text: str


class Reading:
    """One run, read-only, with an index of what pages look for. For one thread; a context manager."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.path = record.path
        self.indexed = 0
        """The serial of the last event that the index has."""
        self.builds = 0
        """How often the index was begun."""
        self._last: tuple[int, int, str] | None = None
        self._serials: dict[int, int] = {}
        self._events: dict[int, Event] = {}
        self._index = self._empty()

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """The run in this file. Raises :class:`~sim.runfile.JournalError` where it is none, damaged or too new."""
        return cls(Record.open(path))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file, and of the index."""
        self._index.db.close()
        self.record.close()

    # -- the index ----------------------------------------------------------------------------------------------------

    def _empty(self) -> Index:
        self.builds += 1
        db = sqlite3.connect("", isolation_level=None)
        db.executescript(f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-{CACHE};")
        return Index(db)

    def advance(self, most: int = CHUNK) -> bool:
        """Index up to ``most`` events that are new. Gives whether more may be waiting."""
        if self._last is not None and not self._stands(self._last):
            self._index.db.close()
            self._index, self.indexed, self._last = self._empty(), 0, None
            self.__dict__.pop("transcript", None)
            self._events.clear()
        events = self.record.plain(self.indexed, most)
        if not events:
            return False
        self._index.take(events)
        self._serials.clear()
        for _, _, _, kind, body in events:
            if kind == "calendar.invited":
                self.transcript.entitle(body["meeting"], body["title"])
        serial, at, _, kind, _ = events[-1]
        self.indexed, self._last = serial, (serial, at, kind)
        return len(events) == most

    def _stands(self, last: tuple[int, int, str]) -> bool:
        """Whether the last event that was indexed is still what it was."""
        (serial, at, kind) = last
        rows = self.record.plain(serial - 1, 1)
        return bool(rows) and (rows[0][0], rows[0][1], rows[0][3]) == (serial, at, kind)

    @property
    def ended(self) -> bool:
        """Whether the last indexed event is the end of the run."""
        return self._last is not None and self._last[2] == "run.ended"

    def rows(self, query: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[Any]:
        """Rows of the index (`workaday.window.indexing.SCHEMA`)."""
        return self._index.db.execute(query, values).fetchall()

    def one(self, query: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Any:
        """The first column of the first row, or None."""
        row = self._index.db.execute(query, values).fetchone()
        return None if row is None else row[0]

    # -- the run ------------------------------------------------------------------------------------------------------

    @cached_property
    def transcript(self) -> Transcript:
        """What puts events into words."""
        return Transcript(self.record)

    @cached_property
    def graph(self) -> Any:
        """The org graph of the first day (`orgs.graph.OrgGraph`), or None where the run has no organisation."""
        from orgs.graph import OrgGraph

        org = self.record.header.get("org")
        return None if org is None else OrgGraph.from_data(org)

    @cached_property
    def persons(self) -> Mapping[str, Person]:
        """Everybody of the organisation, by id."""
        return MappingProxyType({} if self.graph is None else {person.id: person for person in self.graph.people()})

    @cached_property
    def seat(self) -> str:
        """The id of the seat; "" where the run has none."""
        return str(self.record.header.get("script", {}).get("seat", ""))

    @cached_property
    def people(self) -> Mapping[str, Who]:
        """Everybody of the organisation as pages show them, the seat first."""
        found = colours.classes(self.persons, self.seat or None)
        order = sorted(self.persons.values(), key=lambda person: person.id != self.seat)
        return MappingProxyType(
            {p.id: Who(p.id, p.name or p.id, p.title, found[p.id], p.id == self.seat) for p in order}
        )

    def who(self, id: str) -> Who:
        """Somebody by id or, from outside, by address."""
        found = self.people.get(id)
        if found is not None:
            return found
        return Who(id, "the world" if id == WORLD else id, "", colours.class_of_stranger(id), known=False)

    # -- time ---------------------------------------------------------------------------------------------------------

    @cached_property
    def zone(self) -> str:
        """The time zone of the seat, on whose clock everything is told."""
        return self.transcript.zone

    @cached_property
    def start(self) -> int:
        """The instant at which the run begins."""
        script = self.record.header.get("script", {})
        first = None if "start" in script else self.record.plain(0, 1)
        return int(script.get("start", first[0][1] if first else 0))

    @property
    def latest(self) -> int:
        """The instant of the last indexed event; the start, where there is none yet."""
        return self.start if self._last is None else max(self._last[1], self.start)

    @cached_property
    def horizon(self) -> int | None:
        """The instant at which the scenario's time is up."""
        horizon = self.record.header.get("script", {}).get("horizon")
        return None if horizon is None else int(horizon)

    def midnight(self, at: int) -> int:
        """The beginning of the seat's day that ``at`` is in."""
        zone = ZoneInfo(self.zone)
        return int(datetime.combine(local(at, self.zone).date(), time(), zone).timestamp())

    def next_midnight(self, at: int) -> int:
        """The beginning of the day after."""
        zone = ZoneInfo(self.zone)
        return int(datetime.combine(local(at, self.zone).date() + timedelta(days=1), time(), zone).timestamp())

    def day(self, at: int) -> int:
        """The day of the run, from 1."""
        return self.transcript.day(at)

    def days(self) -> list[tuple[int, int]]:
        """The days up to the latest event, each by its number and its beginning."""
        found, at, last = [], self.midnight(self.start), max(self.latest - 1, self.start)
        while at <= last:
            found.append((self.day(at), at))
            at = self.next_midnight(at)
        return found

    # -- events -------------------------------------------------------------------------------------------------------

    def lines(
        self,
        *,
        since: int | None = None,
        until: int | None = None,
        before: int | None = None,
        after: int | None = None,
        who: str | None = None,
        thread: str | None = None,
        sorts: Sequence[str] = (),
        words: str = "",
        most: int = PAGE,
        skip: int = 0,
        latest: bool = False,
    ) -> list[Line]:
        """What the story of the run tells, in its order: at ``since`` or later and up to ``until``, with a serial below
        ``before`` and above ``after``, of a person, a thread, some sorts, with these words. Of more than ``most`` the
        first; with ``latest`` the last.
        """
        joins, terms, values = self._chosen(since, until, before, after, who, thread, sorts, words)
        where = f" WHERE {' AND '.join(terms)}" if terms else ""
        order = "DESC" if latest else "ASC"
        found = self.rows(
            f"SELECT t.serial, t.sort FROM {joins}{where} ORDER BY t.serial {order} LIMIT :most OFFSET :skip",
            {**values, "most": most, "skip": skip},
        )
        told = [self.line(serial, sort) for serial, sort in found]
        return told[::-1] if latest else told

    def count(
        self,
        *,
        since: int | None = None,
        until: int | None = None,
        before: int | None = None,
        who: str | None = None,
        thread: str | None = None,
        sorts: Sequence[str] = (),
        words: str = "",
    ) -> int:
        """How many :meth:`lines` there are."""
        joins, terms, values = self._chosen(since, until, before, None, who, thread, sorts, words)
        where = f" WHERE {' AND '.join(terms)}" if terms else ""
        return int(self.one(f"SELECT count(*) FROM {joins}{where}", values))

    def _chosen(
        self,
        since: int | None,
        until: int | None,
        before: int | None,
        after: int | None,
        who: str | None,
        thread: str | None,
        sorts: Sequence[str],
        words: str,
    ) -> tuple[str, list[str], dict[str, Any]]:
        joins, terms = ["told t"], list[str]()
        values: dict[str, Any] = {}
        low, high = self.serial_at(since) if since is not None else None, None
        if until is not None:
            high = self.serial_at(until + 1)
        for name, sign, bound in (
            ("low", ">=", low),
            ("high", "<", high),
            ("after", ">", after),
            ("before", "<", before),
        ):
            if bound is not None:
                terms.append(f"t.serial {sign} :{name}")
                values[name] = bound
        if who is not None:
            joins.append("JOIN party p ON p.serial = t.serial")
            terms.append("p.who = :who")
            values["who"] = who
        if thread is not None:
            joins.append("JOIN ref r ON r.serial = t.serial")
            terms.append("r.name = :thread")
            values["thread"] = thread
        if sorts:
            names = {f"sort{n}": sort for n, sort in enumerate(sorts)}
            terms.append(f"t.sort IN ({', '.join(f':{name}' for name in names)})")
            values.update(names)
        query = _match(words)
        if query:
            terms.append("t.serial IN (SELECT rowid FROM words WHERE words MATCH :words)")
            values["words"] = query
        return " ".join(joins), terms, values

    def serial_at(self, at: int) -> int:
        """The serial of the first indexed event at this instant or later; one beyond the last, where there is none.
        By halving: instants never go back."""
        found = self._serials.get(at)
        if found is None:
            low, high = 1, self.indexed + 1
            while low < high:
                middle = (low + high) // 2
                if self.record.plain(middle - 1, 1)[0][1] >= at:
                    high = middle
                else:
                    low = middle + 1
            found = self._serials[at] = low
        return found

    def words(self, told: str) -> str:
        """What is searched for as the table ``words`` wants it after MATCH; "" where there is nothing to search for."""
        return _match(told)

    def event(self, serial: int) -> Event:
        """An event. Raises ``KeyError`` where there is none."""
        found = self._events.get(serial)
        if found is None:
            if len(self._events) >= KEPT:
                self._events.clear()
            found = self._events[serial] = self.record.event(serial)
        return found

    def line(self, serial: int, sort: str | None = None) -> Line:
        """One event in words. Raises ``KeyError`` where there is none."""
        event = self.event(serial)
        text = in_words(self.transcript, event)
        return Line(serial, event.at, event.actor, event.kind, sort or sort_of(event.kind), text)

    def density(self, buckets: int = 240) -> list[tuple[int, int, int]]:
        """How much happened over the run so far: beginning, end and number of told events of at most ``buckets``
        stretches of equal length, those without any left out."""
        first, last = self.start // BUCKET, max(self.latest, self.horizon or 0) // BUCKET
        width = max(1, -(-(last - first + 1) // buckets))
        found = self.rows(
            "SELECT (bucket - ?) / ?, sum(n) FROM bucket WHERE bucket >= ? GROUP BY 1 ORDER BY 1", (first, width, first)
        )
        return [((first + n * width) * BUCKET, (first + (n + 1) * width) * BUCKET, number) for n, number in found]


def _match(words: str) -> str:
    """What is searched for as FTS5 wants it: every word, the last as a beginning. Nothing in it is an operator."""
    found = ["".join(c for c in word if c != '"' and c.isprintable()) for word in words.split()]
    quoted = [f'"{word}"' for word in found if any(c.isalnum() for c in word)]
    return " ".join([*quoted[:-1], f"{quoted[-1]}*"]) if quoted else ""


class Reader:
    """A reading for asyncio: everything happens in one thread of its own. Closed with :meth:`close`."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="reading")
        self._reading: Reading | None = None
        self._following: asyncio.Task[None] | None = None
        self.total = 0
        """The serial of the last event in the file, as of the last look."""
        self.news = asyncio.Condition()
        """Notified when the index has grown."""
        self.failed: Exception | None = None
        """What ended the following of the file: from then on every question raises it."""

    async def open(self) -> None:
        """Open the file. Raises :class:`~sim.runfile.JournalError`."""

        def opened() -> Reading:
            reading = Reading.open(self.path)
            _ = reading.people, reading.zone  # which takes a while, once: before anybody waits for a page
            return reading

        self._reading = await asyncio.get_running_loop().run_in_executor(self._thread, opened)

    async def ask(self, question: Callable[[Reading], T]) -> T:
        """What ``question`` finds, in the reader's thread."""
        reading = self._reading
        if reading is None:
            raise RuntimeError("a reader is opened before it is asked")
        if self.failed is not None:
            raise self.failed
        return await asyncio.get_running_loop().run_in_executor(self._thread, question, reading)

    async def catch_up(self) -> None:
        """Index all that is in the file now, letting others ask in between."""

        def step(reading: Reading) -> bool:
            more = reading.advance()
            last = reading.record.last()
            self.total = 0 if last is None else last.serial
            return more

        while await self.ask(step):
            await self._tell()
        await self._tell()

    async def _tell(self) -> None:
        async with self.news:
            self.news.notify_all()

    def follow(self, every: float) -> None:
        """Catch up again and again, ``every`` so many real seconds, until the reader is closed."""

        async def keep_up() -> None:
            try:
                while True:
                    await self.catch_up()
                    await asyncio.sleep(every)
            except Exception as error:  # not of a page: told by every page from now on
                self.failed = error
                await self._tell()

        self._following = asyncio.get_running_loop().create_task(keep_up())

    async def close(self) -> None:
        """Stop following and let go of the file."""
        if self._following is not None:
            self._following.cancel()
            await asyncio.wait((self._following,))
        reading, self._reading = self._reading, None
        if reading is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, reading.close)
        self._thread.shutdown()
