"""A run file read for pages: by index, growing, begun anew where it must be, and nothing written beside it."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sim.journal import Journal
from sim.runfile import JournalError
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.run import RunEnded, RunStarted
from workaday.window.reading import Reader, Reading
from workaday.window.reading import _match as match

START = 1772438400
HEADER = {"scenario": "small", "seed": 1, "player": "idle", "mind": "reflex", "script": {"start": START}}


def say(journal: Journal, n: int, text: str = "Hello", at: int | None = None) -> None:
    """Somebody says something in a channel."""
    body = MessageSent(id=f"c{n}", place="#all", to=("ines",), text=text)
    journal.append(START + n if at is None else at, "ruth", body)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a run is written."""
    return tmp_path / "run.workaday"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    """A run of ten messages that is still being written."""
    made = Journal.create(path, HEADER)
    made.append(START, "world", RunStarted(scenario="small", seed=1, player="idle", mind="reflex"))
    for n in range(10):
        say(made, n, f"Message {n} of ten")
    made.flush()
    yield made
    made.close()


def read_all(reading: Reading) -> Reading:
    """With all that is there in the index."""
    while reading.advance():
        pass
    return reading


def test_what_is_new_is_indexed_while_it_is_written(path: Path, journal: Journal) -> None:
    """A run that is being written can be read, and what is written later is found later."""
    with Reading.open(path) as reading:
        read_all(reading)
        assert (reading.indexed, reading.ended, reading.latest) == (11, False, START + 9)
        assert not reading.advance()
        say(journal, 10, "One more")
        journal.append(START + 60, "world", RunEnded(outcome="horizon", why="the time is up"))
        journal.flush()
        read_all(reading)
        assert (reading.indexed, reading.ended, reading.latest) == (13, True, START + 60)
        assert [line.text for line in reading.lines(words="one more")] == ["ruth → #all (c10): One more"]
        assert reading.builds == 1


def test_it_comes_in_pages(path: Path, journal: Journal) -> None:
    """No more than a page is read at a time, forwards or backwards, and the filters narrow both lines and count."""
    with Reading.open(path) as reading:
        read_all(reading)
        first = reading.lines(most=4)
        assert [line.serial for line in first] == [1, 2, 3, 4]
        assert [line.serial for line in reading.lines(most=4, after=4)] == [5, 6, 7, 8]
        assert [line.serial for line in reading.lines(most=2, latest=True)] == [10, 11]
        assert [line.serial for line in reading.lines(most=2, latest=True, before=10)] == [8, 9]
        assert [line.serial for line in reading.lines(since=START + 8)] == [10, 11]
        assert [line.serial for line in reading.lines(until=START, sorts=("chat",))] == [2]
        assert reading.count(who="ines") == 10
        assert reading.count(who="nobody") == 0
        assert reading.count(thread="#all", words="seve") == 0
        assert reading.count(thread="#all", words="message 7") == 1


def test_an_end_that_was_taken_back_begins_the_index_anew(path: Path, journal: Journal) -> None:
    """A run that stopped for want of budget and went on has another event where its end stood."""
    end = journal.append(START + 20, "world", RunEnded(outcome="budget", why="spent"))
    journal.flush()
    with Reading.open(path) as reading:
        read_all(reading)
        assert reading.ended
        journal.connection.execute("DELETE FROM events WHERE serial = ?", (end.serial,))
        journal.connection.execute(
            "INSERT INTO events SELECT serial + 1, at + 60, actor, kind, body, causes FROM events WHERE serial = 11"
        )
        journal.flush()
        read_all(reading)
        assert (reading.indexed, reading.ended, reading.builds) == (12, False, 2)


def test_nothing_is_written_beside_the_run(path: Path, journal: Journal) -> None:
    """A run from another machine, in a folder that cannot be written, is read; the folder stays as it was."""
    journal.close()
    before = sorted(one.name for one in path.parent.iterdir())
    path.chmod(stat.S_IRUSR)
    path.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        with Reading.open(path) as reading:
            assert read_all(reading).indexed == 11
        assert sorted(one.name for one in path.parent.iterdir()) == before
    finally:
        path.parent.chmod(stat.S_IRWXU)


def test_a_file_that_is_no_run_is_told(tmp_path: Path) -> None:
    """What is no run is an error that says so."""
    other = tmp_path / "other"
    other.write_text("no run", encoding="utf-8")
    with pytest.raises(JournalError, match="no run file"):
        Reading.open(other)


@pytest.mark.parametrize("words", ['"', "a AND", "NEAR(", "-x", "a*b", "text:x", "()", "'; DROP TABLE told", "\x00"])
def test_whatever_is_searched_for_is_words(path: Path, journal: Journal, words: str) -> None:
    """Nothing that is typed into a search is an operator, or an error."""
    with Reading.open(path) as reading:
        assert read_all(reading).lines(words=words) == [] or not match(words)


async def test_a_reader_answers_while_it_indexes(path: Path, journal: Journal) -> None:
    """Pages are answered between chunks, and told when there is more."""
    for n in range(10, 4500):
        say(journal, n)
    journal.flush()
    reader = Reader(os.fspath(path))
    await reader.open()
    told: list[int] = []

    async def listen() -> None:
        while reader.total == 0 or not told or told[-1] < reader.total:
            async with reader.news:
                await reader.news.wait()
            told.append(await reader.ask(lambda reading: reading.indexed))

    listening = asyncio.create_task(listen())
    await asyncio.sleep(0)
    await reader.catch_up()
    await listening
    await reader.close()
    assert told[-1] == 4501
    assert len(told) > 1


@pytest.mark.parametrize("body", ["{oops", "[]", "7"])
async def test_a_damaged_event_is_told_by_whoever_reads_it(path: Path, journal: Journal, body: str) -> None:
    """An event whose body is none is a damaged file: for who reads it through, and for every question after a file
    that is followed could not be read on."""
    journal.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE events SET body = ? WHERE serial = 5", (body,))
        db.commit()
    with Reading.open(path) as reading, pytest.raises(JournalError, match="damaged"):
        reading.advance()
    reader = Reader(path)
    await reader.open()
    reader.follow(3600.0)
    async with asyncio.timeout(10), reader.news:
        await reader.news.wait_for(lambda: reader.failed is not None)
    with pytest.raises(JournalError, match="damaged"):
        await reader.ask(lambda reading: reading.latest)
    await reader.close()
