"""The record gives readers what happened, typed, in order, a little at a time, and never changes it."""

import gc
import importlib
import json
import pkgutil
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sim.vocabulary
from sim.journal import Journal, JournalError, Thought
from sim.model import Usage
from sim.record import Record
from sim.vocabulary.core import Body, Event, UnknownBody, digest, kinds
from sim.vocabulary.run import RunEnded, RunStarted

ROOT = Path(__file__).parents[2]


class Said(Body):
    kind: ClassVar[str] = "test.record.said"
    text: str


class Left(Body):
    kind: ClassVar[str] = "test.record.left"


class Unkind(Body):
    """A common part of bodies: no kind of its own."""


PEOPLE = ("anna", "bert", "zoë")


def events(count: int = 60) -> list[Event]:
    """Said and left by three people in turn, three events an instant."""
    bodies: list[Body] = [Said(text=f"no. {n}") if n % 4 else Left() for n in range(1, count + 1)]
    return [
        Event(n, 100 + n // 3, PEOPLE[n % 3], type(body).kind, body, (n - 1,) if n % 2 == 0 else ())
        for n, body in enumerate(bodies, 1)
    ]


@pytest.fixture
def record() -> Iterator[Record]:
    with Record.of({}, events()) as record:
        yield record


# ---------------------------------------------------------------------- events


def test_a_record_made_of_events_gives_them_back(record: Record) -> None:
    """What a test puts in comes out equal, with the digest of the vocabulary."""
    assert list(record.events()) == events()
    assert record.count() == 60
    assert record.digest() == digest(events())
    assert record.event(7) == events()[6]
    for serial in (0, 61):
        with pytest.raises(KeyError):
            record.event(serial)


filters = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(["test.record.said", Left, (Said, "test.record.left"), ("no.such",), ()]),
        "actor": st.sampled_from([*PEOPLE, "nobody"]),
        "since": st.integers(95, 125),
        "until": st.integers(95, 125),
        "after_serial": st.integers(-1, 62),
    },
)


@given(filters)
def test_every_filter_does_what_it_says_with_every_other(chosen: dict[str, Any]) -> None:
    """Kinds, actor, since (included), until (excluded) and after_serial narrow the events as a loop over all would."""
    named = chosen.get("kind", (Said, Left))
    wanted = {one if isinstance(one, str) else one.kind for one in (named if isinstance(named, tuple) else (named,))}
    expected = [
        event
        for event in events()
        if event.kind in wanted
        and event.actor == chosen.get("actor", event.actor)
        and chosen.get("since", 0) <= event.at < chosen.get("until", 999)
        and event.serial > chosen.get("after_serial", 0)
    ]
    with Record.of({}, events()) as record:
        assert list(record.events(**chosen)) == expected
        assert record.count(**chosen) == len(expected)
        last = {key: value for key, value in chosen.items() if key in ("kind", "actor", "until")}
        assert record.last(**last) == max(record.events(**last), key=lambda event: event.serial, default=None)


def test_bodies_come_typed(record: Record) -> None:
    """bodies() gives each event with its body as the declared type."""
    texts = [(event.serial, body.text) for event, body in record.bodies(Said, actor="zoë", until=105)]
    assert texts == [(2, "no. 2"), (5, "no. 5"), (11, "no. 11"), (14, "no. 14")]


def test_a_body_without_a_kind_cannot_be_asked_for(record: Record) -> None:
    """Asking for a type that declares no kind is a mistake, not an empty answer."""
    with pytest.raises(ValueError, match="Unkind declares no kind"):
        list(record.events(Unkind))


def test_events_come_a_few_at_a_time(record: Record) -> None:
    """Readers of long runs hold what they look at: an iterator that is left early lets go of the rest."""
    with Record.of({}, [Event(n, n, "anna", Left.kind, Left()) for n in range(1, 5001)]) as long:
        iterator = long.events()
        assert next(iterator).serial == 1
        iterator.close()  # type: ignore[attr-defined]
        assert long.count() == 5000


def test_an_event_of_a_plugin_that_is_not_installed_is_read_as_it_is(tmp_path: Path) -> None:
    """An undeclared kind gives its data, in events, in filters and in the digest."""
    path = tmp_path / "a.run"
    write(path, events(3))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE events SET kind = 'wb.drew', body = '{\"shape\":\"box\"}' WHERE serial = 2")
    with Record.open(path) as record:
        event = record.event(2)
        assert event.body == UnknownBody(data={"shape": "box"})
        assert [found.serial for found in record.events("wb.drew")] == [2]
        assert record.digest() == digest(record.events())


def test_a_body_that_means_something_else_by_now_is_an_error(tmp_path: Path) -> None:
    """Data that does not fit its declared kind names the file, the event and who wrote it."""
    path = tmp_path / "a.run"
    write(path, events(3))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE events SET body = '{\"words\":7}' WHERE serial = 2")
    with Record.open(path) as record, pytest.raises(JournalError, match=r"event 2 \(test.record.said\)") as caught:
        list(record.events())
    assert (caught.value.kind, caught.value.path) == ("version", str(path))


def test_a_record_in_memory_lives_as_long_as_it_is_held() -> None:
    """What it was made of may be gone by then; nobody has to close it."""
    record = Record.of({}, events(3))
    gc.collect()
    assert record.count() == 3
    del record
    gc.collect()


@pytest.mark.parametrize("serials", [(2, 3), (1, 3), (1, 1)])
def test_a_made_up_record_obeys_the_rules_of_a_real_one(serials: tuple[int, ...]) -> None:
    """Serials count from 1 without gaps in tests too."""
    with pytest.raises(ValueError, match="stands where event"):
        Record.of({}, [Event(serial, 5, "anna", Left.kind, Left()) for serial in serials])


# ---------------------------------------------------------------------- header, outcome, thoughts


def test_the_header_is_typed() -> None:
    """Scenario, seed, org and script are read from the header; one that is missing is a KeyError, not a default."""
    header = {"scenario": "first-week", "seed": 4, "org": {"people": []}, "script": {"facts": [{"id": "f"}]}}
    with Record.of(header, []) as record:
        assert (record.scenario, record.seed, record.org) == ("first-week", 4, {"people": []})
        assert (record.facts, record.tasks) == ([{"id": "f"}], [])
    with Record.of({}, []) as record, pytest.raises(KeyError):
        _ = record.seed


def test_the_outcome_is_that_of_the_end() -> None:
    """It is what run.ended says; without it the run is unfinished."""
    started = Event(1, 5, "world", RunStarted.kind, RunStarted(scenario="s", seed=1, player="p", mind="m"))
    ended = Event(2, 9, "world", RunEnded.kind, RunEnded(outcome="stalemate", why="nobody would have acted"))
    with Record.of({}, [started]) as record:
        assert record.outcome == "unfinished"
    with Record.of({}, [started, ended]) as record:
        assert record.outcome == "stalemate"


def test_thoughts_by_role_and_person_and_what_they_cost() -> None:
    """Thoughts are found by who had them; usage adds up by role, and an unknown price stays unknown."""
    priced, unpriced = Usage(calls=1, prompt_tokens=5, cost=0.5), Usage(calls=1, prompt_tokens=2, cost=None)
    thoughts = [
        Thought("k1", 0, "coworkers", "anna", 5, {}, reply={"text": "a"}, usage=priced),
        Thought("k2", 0, "coworkers", "bert", 6, {}, fault={"kind": "empty", "message": ""}, usage=priced),
        Thought("k0", 0, "player", "zoë", 7, {}, reply={"action": "desk.wait"}, usage=unpriced),
    ]
    with Journal.memory() as journal:
        for thought in thoughts:
            journal.keep(thought)
        record = Record.view(journal)
        assert list(record.thoughts()) == thoughts
        assert list(record.thoughts(role="coworkers")) == thoughts[:2]
        assert list(record.thoughts(role="coworkers", who="bert")) == thoughts[1:2]
        usage = record.usage()
        assert usage["coworkers"] == priced + priced
        assert usage["player"] == unpriced
        assert usage["judge"] == Usage()


# ---------------------------------------------------------------------- files


def test_a_view_of_a_journal_sees_what_is_not_committed(tmp_path: Path) -> None:
    """Whoever runs in the writer's process reads everything at once; closing the view leaves the journal open."""
    with Journal.create(tmp_path / "a.run", {"seed": 1}) as journal:
        with Record.view(journal) as record:
            journal.append(5, "anna", Left())
            assert (record.count(), record.seed) == (1, 1)
        journal.append(5, "anna", Left())
        assert Record.view(journal).count() == 2


def test_a_copy_taken_after_a_crash_can_be_read(tmp_path: Path) -> None:
    """The file and the log beside it are enough, wherever they are put, and reading them changes neither."""
    path, copy = tmp_path / "a.run", tmp_path / "elsewhere" / "b.run"
    copy.parent.mkdir()
    with Journal.create(path, {}) as journal:
        for event in events():
            journal.append(event.at, event.actor, event.body, event.causes)
        journal.flush()
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{copy}{suffix}")
    before = [Path(f"{copy}{suffix}").read_bytes() for suffix in ("", "-wal")]
    with Record.open(copy) as record:
        assert record.digest() == digest(events())
    assert [Path(f"{copy}{suffix}").read_bytes() for suffix in ("", "-wal")] == before


def test_a_record_is_read_only(tmp_path: Path) -> None:
    """Nothing can be written through it, by whatever way."""
    path = tmp_path / "a.run"
    write(path, events(3))
    with Record.open(path) as record, pytest.raises(sqlite3.OperationalError, match="readonly"):
        record._db.execute("DELETE FROM events")


def test_a_damaged_page_is_told_when_it_is_met(tmp_path: Path) -> None:
    """Where the damage is in the middle, reading up to it works and the error is ours."""
    path = tmp_path / "a.run"
    write(path, [Event(n, n, "anna", Said.kind, Said(text="x" * 200)) for n in range(1, 2001)])
    content = bytearray(path.read_bytes())
    content[100_000:300_000] = b"\xff" * 200_000
    path.write_bytes(content)
    with Record.open(path) as record, pytest.raises(JournalError) as caught:
        list(record.events())
    assert (caught.value.kind, caught.value.path) == ("not_a_run", str(path))


def test_reading_knows_every_word_and_loads_no_engine() -> None:
    """Opening a record declares every kind of the vocabulary, and loads no simulator, graph or model library."""
    code = (
        "import json, sys; from sim.record import Record; Record.of({}, []).close(); "
        "from sim.vocabulary.core import kinds; print(json.dumps([kinds(), sorted(sys.modules)]))"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    known, modules = json.loads(result.stdout)
    for module in pkgutil.walk_packages(sim.vocabulary.__path__, "sim.vocabulary."):
        assert module.name in modules
        importlib.import_module(module.name)
    assert known == [kind for kind in kinds() if not kind.startswith("test.")]
    assert not {"simpy", "networkx", "langgraph", "litellm"} & set(modules)


def write(path: Path, happened: list[Event]) -> None:
    """A finished run file with these events."""
    with Journal.create(path, {}) as journal:
        for event in happened:
            journal.append(event.at, event.actor, event.body, event.causes)
