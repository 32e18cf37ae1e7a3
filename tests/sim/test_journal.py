"""The journal keeps what was paid for, says clearly why it cannot, and goes on where it was killed."""

import asyncio
import errno
import gc
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest

from sim import journal as journal_module
from sim.journal import Divergence, Journal, JournalError, JournalledModel, Thought, thought_key
from sim.model import FaultKind, Message, ModelFault, ModelReply, ModelRequest, Role, ToolCall, Usage
from sim.record import Record
from sim.runfile import FORMAT
from sim.search import Index
from sim.vocabulary.core import Body, Event, UnknownBody, digest
from sim.vocabulary.run import RunEnded

ROOT = Path(__file__).parents[2]
OPENINGS: tuple[Callable[[Path], Journal | Record], ...] = (Journal.open, Record.open)


class Wrote(Body):
    """What happens in these tests."""

    kind: ClassVar[str] = "test.journal.wrote"
    text: str
    words: tuple[int, ...] = ()


def play(journal: Journal, first: int, last: int) -> list[Event]:
    """A world that does the same every time."""
    return [
        journal.append(1000 + n // 3, f"p{n % 4}", Wrote(text=f"naïve “{n}” 🙂"), (n - 1,) * (n > 1))
        for n in range(first, last + 1)
    ]


def thought(key: str = "k", n: int = 0, **fields: Any) -> Thought:
    """A thought with a reply, unless told otherwise."""
    fields = {"reply": {"text": "yes"}, **fields}
    return Thought(key, n, "coworkers", "anna", 1000, {"q": 1}, **fields)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a run%20with#odd?name.run"


# ---------------------------------------------------------------------- events


def test_events_are_kept_in_order_with_the_digest_of_all(path: Path) -> None:
    """Serials count from 1, what is read back is what was appended, and the running digest is that of all events."""
    with Journal.create(path, {"scenario": "first-week", "seed": 3}) as journal:
        assert journal.digest == digest([])
        events = play(journal, 1, 1300)
        assert [event.serial for event in events] == list(range(1, 1301))
        assert journal.digest == digest(events)
    with Record.open(path) as record:
        assert list(record.events()) == events
        assert record.digest() == digest(events)
        assert record.header["seed"] == 3
        assert record.header["format"] == FORMAT
        assert {"workaday", "pydantic", "simpy", "python"} <= set(record.header["created_by"])


@pytest.mark.parametrize(
    ("at", "body", "causes", "says"),
    [
        (999, Wrote(text="x"), (), "before event 1"),
        (1001, Wrote(text="x"), (2,), "cannot be caused by event 2"),
        (1001, Wrote(text="x"), (0,), "cannot be caused by event 0"),
        (1001, UnknownBody(data={}), (), "declares no kind"),
    ],
)
def test_what_makes_no_sense_is_not_kept(at: int, body: Body, causes: tuple[int, ...], says: str) -> None:
    """Time that runs back, an effect before its cause, a nameless event: refused, and nothing has changed."""
    with Journal.memory() as journal:
        play(journal, 1, 1)
        before = journal.digest
        with pytest.raises(ValueError, match=says):
            journal.append(at, "p1", body, causes)
        assert (journal.serial, journal.digest) == (1, before)
        play(journal, 2, 3)


def test_half_an_emoji_does_not_break_a_run(path: Path) -> None:
    """Models that are cut off inside an emoji send half a surrogate pair; it is kept as a replacement character."""
    torn = "fine \ud83d"
    with Journal.create(path, {}) as journal:
        event = journal.append(1, "anna", Wrote(text=torn))
        assert journal.digest == digest([event])
        kept = journal.keep(thought(reply={"text": torn}))
        assert kept.reply == {"text": "fine \ufffd"}
        assert journal.recall("k", 0) == kept
    with Journal.open(path) as journal:
        journal.append(1, "anna", Wrote(text=torn))


# ---------------------------------------------------------------------- thoughts


def test_a_thought_is_kept_before_anyone_sees_it(path: Path) -> None:
    """keep() commits it and the events before it: another reader has them at once."""
    fault = thought("f", 0, reply=None, fault={"kind": "empty", "message": "nothing"}, usage=Usage(calls=1, cost=None))
    with Journal.create(path, {}) as journal, Record.open(path) as record:
        play(journal, 1, 3)
        assert record.count() == 0
        for kept in (thought(usage=Usage(calls=1, prompt_tokens=7, cost=0.25)), thought(n=1), fault):
            assert journal.keep(kept) == kept
            assert record.recall(kept.key, kept.n) == kept == journal.recall(kept.key, kept.n)
        assert record.count() == 3
        assert journal.recall("k", 2) is None
        assert journal.recalled_at("k") == record.recalled_at("k") == ((0, 1000), (1, 1000))


def test_a_thought_has_one_outcome_and_one_place() -> None:
    """Neither nor both of reply and fault, or a second answer to the same question, is a mistake that is told."""
    with Journal.memory() as journal:
        with pytest.raises(ValueError, match="not both"):
            journal.keep(thought(reply=None))
        with pytest.raises(ValueError, match="not both"):
            journal.keep(thought(fault={}))
        journal.keep(thought())
        with pytest.raises(ValueError, match="kept already"):
            journal.keep(thought())


def test_a_key_is_made_of_the_content() -> None:
    """The same question of the same person in the same role has one key; anything else another."""
    request = ask("a")
    keys = {
        thought_key("coworkers", "anna", request),
        thought_key("player", "anna", request),
        thought_key("coworkers", "bert", request),
        thought_key("coworkers", "anna", ask("b")),
        thought_key("coworkers", "anna", request.model_copy(update={"temperature": 0.0})),
    }
    assert len(keys) == 5
    assert thought_key("coworkers", "anna", ask("a")) in keys
    assert thought_key("coworkers", "anna", request.model_dump(mode="json")) in keys
    assert thought_key("player", "p", {"b": 1, "a": 2}) == thought_key("player", "p", {"a": 2, "b": 1})


def test_a_blob_is_kept_once(path: Path) -> None:
    """Equal content has one digest and one place; it comes back byte for byte."""
    data = bytes(range(256)) * 40
    with Journal.create(path, {}) as journal:
        name = journal.blob(data)
        assert journal.blob(data) == name != journal.blob(b"")
    with Record.open(path) as record:
        assert record.blob(name) == data
        with pytest.raises(KeyError):
            record.blob("0" * 32)


# ---------------------------------------------------------------------- going on


def test_going_on_compares_what_was_and_writes_what_is_new(path: Path) -> None:
    """A run that is played again up to where it was, and on, is the run that was never stopped."""
    with Journal.memory() as whole:
        play(whole, 1, 900)
    with Journal.create(path, {"seed": 1}) as journal:
        play(journal, 1, 600)
    with Journal.open(path) as journal:
        assert (journal.header["seed"], journal.serial, journal.recorded, journal.replaying) == (1, 0, 600, True)
        play(journal, 1, 600)
        assert not journal.replaying
        play(journal, 601, 900)
        assert journal.digest == whole.digest
    with Record.open(path) as record:
        assert record.digest() == whole.digest


@pytest.mark.parametrize("changed", ["at", "actor", "body", "causes"])
def test_a_replay_that_differs_says_where(path: Path, changed: str) -> None:
    """The first event that is computed differently, in whatever way, stops the replay with both versions of it."""
    with Journal.create(path, {}) as journal:
        play(journal, 1, 300)
    with Journal.open(path) as journal:
        play(journal, 1, 299)
        fields: dict[str, Any] = {"at": 1100, "actor": "p0", "body": Wrote(text="naïve “300” 🙂"), "causes": (299,)}
        fields |= {changed: {"at": 1101, "actor": "p1", "body": Wrote(text="other"), "causes": ()}[changed]}
        with pytest.raises(Divergence) as caught:
            journal.append(**fields)
    divergence = caught.value
    assert divergence.serial == 300
    assert divergence.recorded == '[300,1100,"p0","test.journal.wrote",{"text":"naïve “300” 🙂","words":[]},[299]]'
    assert divergence.recomputed != divergence.recorded
    assert type(divergence)(*divergence.args).serial == 300
    assert "event 300" in str(divergence)
    with Record.open(path) as record:
        assert record.count() == 300


@pytest.mark.parametrize("outcome", ["crash", "budget"])
def test_a_run_that_broke_off_goes_on_as_if_it_had_not(path: Path, outcome: Any) -> None:
    """The end of a run that crashed or ran out of budget is taken back when something else happens instead."""
    with Journal.memory() as whole:
        play(whole, 1, 50)
    with Journal.create(path, {}) as journal:
        play(journal, 1, 30)
        journal.append(1010, "world", RunEnded(outcome=outcome, why="no answer"))
    with Journal.open(path) as journal:
        play(journal, 1, 30)
        with Record.open(path) as record:
            assert record.outcome == outcome
        play(journal, 31, 50)
        assert journal.digest == whole.digest
    with Record.open(path) as record:
        assert (record.digest(), record.outcome) == (whole.digest, "unfinished")


def test_a_run_that_breaks_off_again_is_the_same_run(path: Path) -> None:
    """Where nothing changed, playing it again ends in the same way, once."""
    for start in (Journal.create(path, {}), None):
        with start or Journal.open(path) as journal:
            play(journal, 1, 30)
            journal.append(1010, "world", RunEnded(outcome="crash", why="no answer"))
    with Record.open(path) as record:
        assert (record.count(), record.count("run.ended"), record.outcome) == (31, 1, "crash")


def test_a_run_that_finished_is_over(path: Path) -> None:
    """Something else in place of a real end is a divergence."""
    with Journal.create(path, {}) as journal:
        play(journal, 1, 3)
        journal.append(1010, "world", RunEnded(outcome="finished", why="done"))
    with Journal.open(path) as journal:
        play(journal, 1, 3)
        with pytest.raises(Divergence):
            play(journal, 4, 4)


WRITER = """
import sys
sys.path[:0] = {paths!r}
from test_journal import play, thought
from sim.journal import Journal
journal = Journal.create({path!r}, {{}})
for number in range(1, 100_000):
    play(journal, number, number)
    if number % 7 == 0:
        journal.keep(thought(str(number)))
        print(number, flush=True)
"""


def test_a_killed_run_loses_no_thought_and_can_go_on(path: Path) -> None:
    """After kill -9 in mid-write the file is sound, has every thought that was reported, and goes on by replay."""
    code = WRITER.format(paths=[str(ROOT), str(Path(__file__).parent)], path=str(path))
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        reported = [int(process.stdout.readline()) for _ in range(200)]
        process.send_signal(signal.SIGKILL)
        reported += [int(line) for line in process.stdout if line.endswith("\n")]
    assert process.returncode == -signal.SIGKILL
    assert Path(f"{path}-wal").stat().st_size > 0
    with Record.open(path) as record:
        assert all(record.recall(str(number), 0) is not None for number in reported)
        count = record.count()
        assert count >= reported[-1]
        assert [event.serial for event in record.events()] == list(range(1, count + 1))
    with Journal.open(path) as journal, Journal.memory() as whole:
        assert journal.recorded == count
        play(journal, 1, count + 20)
        play(whole, 1, count + 20)
        assert journal.digest == whole.digest


# ---------------------------------------------------------------------- one writer, clear faults


def test_a_run_has_one_writer(path: Path) -> None:
    """A second writer is turned away, from this process or another, until the first is done."""
    second = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from sim.journal import *; Journal.open({str(path)!r})"
    with Journal.create(path, {}) as journal:
        for _ in range(2):
            assert error(lambda: Journal.open(path)).kind == "locked"
        result = subprocess.run([sys.executable, "-c", second], capture_output=True, text=True, check=False)
        assert result.returncode == 1
        assert "another process is writing this run" in result.stderr
        play(journal, 1, 5)
    with Journal.open(path) as journal:
        assert journal.recorded == 5
    assert [left.name for left in path.parent.iterdir()] == [path.name]


def test_a_reader_does_not_keep_the_writer_out(path: Path) -> None:
    """Reading a run while it is written, begun and closed hinders neither; what was committed is seen."""
    with Journal.create(path, {}) as journal:
        play(journal, 1, 10)
        journal.flush()
        record = Record.open(path)
        events = record.events()
        next(events)
        play(journal, 11, 20)
        journal.flush()
        assert record.count() == 20
    assert sum(1 for _ in events) == 9
    with Journal.open(path) as journal:
        play(journal, 1, 25)
    assert record.count() == 25
    record.close()


def test_an_existing_file_is_never_overwritten(path: Path) -> None:
    """Whatever stands under the name stays as it is."""
    path.write_text("my novel", encoding="utf-8")
    assert error(lambda: Journal.create(path, {})).kind == "exists"
    assert path.read_text(encoding="utf-8") == "my novel"
    assert [left.name for left in path.parent.iterdir()] == [path.name]


def test_a_newer_format_is_refused_by_name(path: Path) -> None:
    """A file of a later version says which, which this is, and what to do; its content is not touched."""
    Journal.create(path, {}).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version=99")
    before = path.read_bytes()
    for opening in OPENINGS:
        fault = error(partial(opening, path))
        assert (fault.kind, fault.path) == ("version", str(path))
        assert str(path) in str(fault)
        assert "format 99" in fault.message
        assert f"formats up to {FORMAT}" in fault.message
        assert "newer version" in fault.message
    assert path.read_bytes() == before


def foreign(path: Path) -> Iterator[tuple[str, Path]]:
    """Things that are no run."""
    text = path.with_name("text.run")
    text.write_text("serial,at\n1,2\n" * 500, encoding="utf-8")
    yield "text", text
    empty = path.with_name("empty.run")
    empty.touch()
    yield "empty", empty
    other = path.with_name("other.sqlite")
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE events (x)")
    yield "other", other
    folder = path.with_name("folder.run")
    folder.mkdir()
    yield "folder", folder
    cut = path.with_name("cut.run")
    with Journal.create(cut, {}) as journal:
        play(journal, 1, 2000)
    cut.write_bytes(cut.read_bytes()[:30_000])
    yield "cut", cut
    torn = path.with_name("torn.run")
    torn.write_bytes(cut.read_bytes()[:70])
    yield "torn", torn


def test_what_is_no_run_is_told_so(path: Path) -> None:
    """Text, an empty file, another database, a folder, a truncated run: a clear error, never a traceback of SQLite."""
    seen = []
    for name, file in foreign(path):
        for opening in OPENINGS:
            fault = error(partial(opening, file))
            assert (name, fault.kind) == (name, "not_a_run")
            assert str(file) in str(fault)
        seen.append(name)
    assert seen == ["text", "empty", "other", "folder", "cut", "torn"]


def test_a_missing_file_or_folder_is_told_so(path: Path) -> None:
    """A name with nothing behind it, and a folder that is not there, each in words."""
    for opening in OPENINGS:
        assert "no such file" in error(partial(opening, path)).message
    nowhere = path.parent / "nowhere" / "a.run"
    fault = error(lambda: Journal.create(nowhere, {}))
    assert (fault.kind, f"no folder {nowhere.parent}" in fault.message) == ("io", True)
    below_a_file = path.parent / "file" / "a.run"
    below_a_file.parent.touch()
    assert error(lambda: Journal.create(below_a_file, {})).kind == "io"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only(path: Path) -> None:
    """A run can be read where nothing can be written; writing there is refused as a matter of permission."""
    with Journal.create(path, {}) as journal:
        play(journal, 1, 10)
    path.parent.chmod(0o555)
    try:
        assert error(lambda: Journal.open(path)).kind == "permission"
        assert error(lambda: Journal.create(path.with_name("b.run"), {})).kind == "permission"
        for mode in ("delete", "wal"):  # the latter where a reader was there when the writer closed
            path.parent.chmod(0o755)
            with closing(sqlite3.connect(path)) as db:
                assert db.execute(f"PRAGMA journal_mode={mode}").fetchone() == (mode,)
            path.parent.chmod(0o555)
            with Record.open(path) as record:
                assert record.count() == 10
    finally:
        path.parent.chmod(0o755)


def test_a_full_disk_stops_the_run_loudly_and_loses_nothing_kept(path: Path) -> None:
    """Once writing failed nothing more is written; what was kept is there, and with room again the run goes on."""
    journal = Journal.create(path, {})
    play(journal, 1, 20)
    journal.keep(thought())
    (pages,) = journal.connection.execute("PRAGMA page_count").fetchone()
    journal.connection.execute(f"PRAGMA max_page_count={pages + 3}")
    fault = error(lambda: play(journal, 21, 5000))
    assert (fault.kind, fault.path) == ("disk_full", str(path))
    assert type(fault)(*fault.args).kind == "disk_full"
    serial = journal.serial + 1
    for again in (lambda: play(journal, serial, serial), lambda: journal.keep(thought(n=1))):
        assert error(again) is fault
    journal.close()
    with Journal.open(path) as journal:
        assert journal.recorded >= 20
        assert journal.recall("k", 0) == thought()
        play(journal, 1, 5000)
    with Record.open(path) as record, Journal.memory() as whole:
        play(whole, 1, 5000)
        assert record.digest() == whole.digest


def test_a_failed_creation_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the file cannot be laid out, no half of it stays behind to be in the way."""

    def full(*_: Any) -> None:
        failure = sqlite3.OperationalError("database or disk is full")
        failure.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise failure

    monkeypatch.setattr(journal_module, "lay_out", full)
    assert error(lambda: Journal.create(path, {})).kind == "disk_full"
    with pytest.raises(ValueError, match="JSON"):
        Journal.create(path, {"price": float("nan")})
    assert list(path.parent.iterdir()) == []


def test_a_finished_run_is_one_plain_file(path: Path) -> None:
    """Closed, it has nothing beside it, and reading it leaves nothing either."""
    with Journal.create(path, {}) as journal:
        play(journal, 1, 700)
        assert {left.name for left in path.parent.iterdir()} > {path.name}
    with Record.open(path) as record:
        assert record.count() == 700
    assert [left.name for left in path.parent.iterdir()] == [path.name]
    journal.close()


# ---------------------------------------------------------------------- models


class Port:
    """A provider that answers what it is told to, and counts."""

    def __init__(self, *faults: FaultKind, holds_first: bool = False) -> None:
        self.asked: list[tuple[str, str]] = []
        self.faults = list(faults)
        self.holds_first = holds_first

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        text = str(request.messages[0].content)
        self.asked.append((who, text))
        number = len(self.asked)
        if self.holds_first and number == 1:
            await asyncio.get_running_loop().create_future()
        usage = Usage(calls=1, prompt_tokens=10, completion_tokens=number, cost=0.5)
        if self.faults:
            raise ModelFault(self.faults.pop(0), f"no luck {number}", usage)
        call = ToolCall(id="1", name="n", arguments="{")
        return ModelReply(text=f"answer {number} to {text}", tool_calls=(call,), usage=usage)


def ask(text: str) -> ModelRequest:
    return ModelRequest(model="m", messages=(Message(role="user", content=text),), reply_schema={"type": "object"})


async def test_a_question_is_paid_for_once(path: Path) -> None:
    """A recalled answer is the answer that was given, asks nobody, and counts as usage of the run, said separately."""
    port, questions = Port(), [("anna", "a"), ("bert", "a"), ("anna", "a"), ("anna", "b")]

    async def run(journal: Journal, port: Port | None) -> tuple[list[ModelReply], JournalledModel]:
        model = JournalledModel(port, journal, lambda: 1000)
        replies = [await model.complete(ask(text), role="coworkers", who=who) for who, text in questions]
        return replies, model

    with Journal.create(path, {}) as journal:
        first, model = await run(journal, port)
        assert [reply.text for reply in first] == [f"answer {n} to {text}" for n, (_, text) in enumerate(questions, 1)]
        spent = Usage(calls=4, prompt_tokens=40, completion_tokens=10, cost=2.0)
        assert (model.usage["coworkers"], model.recalled["coworkers"]) == (spent, Usage())
        assert model.usage["judge"] == Usage()
    with Journal.open(path) as journal:
        again, model = await run(journal, None)
        assert again == first
        assert (model.usage["coworkers"], model.recalled["coworkers"]) == (spent, spent)
    assert len(port.asked) == 4
    with Record.open(path) as record:
        assert record.usage()["coworkers"] == spent
        assert {(kept.who, kept.n) for kept in record.thoughts()} == {("anna", 0), ("anna", 1), ("bert", 0)}


async def test_faults_of_the_model_are_kept_and_faults_of_the_way_there_are_not(path: Path) -> None:
    """A refusal or a malformed reply is an outcome and comes back in replay; an unreachable server is asked again."""
    port = Port("malformed", "unreachable")
    with Journal.create(path, {}) as journal:
        model = JournalledModel(port, journal, lambda: 1000)
        for kind in ("malformed", "unreachable"):
            with pytest.raises(ModelFault) as caught:
                await model.complete(ask("a"), role="player", who="anna")
            assert caught.value.kind == kind
        assert model.usage["player"].calls == 2
    with Journal.open(path) as journal:
        model = JournalledModel(port, journal, lambda: 1000)
        with pytest.raises(ModelFault) as caught:
            await model.complete(ask("a"), role="player", who="anna")
        assert (caught.value.kind, caught.value.message, caught.value.usage.calls) == ("malformed", "no luck 1", 1)
        assert (await model.complete(ask("a"), role="player", who="anna")).text == "answer 3 to a"
        assert (model.recalled["player"].calls, model.usage["player"].calls) == (1, 2)


async def test_a_question_without_port_or_recording_says_so() -> None:
    """Answering from recordings alone, an unknown question is a fault of its kind and nothing is kept of it."""
    with Journal.memory() as journal:
        with pytest.raises(ModelFault) as caught:
            await JournalledModel(None, journal, lambda: 0).complete(ask("a"), role="coworkers", who="anna")
        assert caught.value.kind == "not_recorded"
        assert list(Record.view(journal).thoughts()) == []


async def test_equal_questions_keep_their_own_answers_when_killed_in_between(path: Path) -> None:
    """Two equal questions of one person are out, the later is answered, the run is killed: none gets the other's."""
    with Journal.create(path, {}) as journal:
        now = 1000
        model = JournalledModel(Port(holds_first=True), journal, lambda: now)
        early = asyncio.create_task(model.complete(ask("a"), role="coworkers", who="anna"))
        await asyncio.sleep(0)
        now = 2000
        late = await model.complete(ask("a"), role="coworkers", who="anna")
        early.cancel()
    other = Port()
    with Journal.open(path) as journal:
        now = 1000
        model = JournalledModel(other, journal, lambda: now)
        await model.complete(ask("a"), role="coworkers", who="anna")
        now = 2000
        assert await model.complete(ask("a"), role="coworkers", who="anna") == late
    assert len(other.asked) == 1
    with Record.open(path) as record:
        assert record.recalled_at(thought_key("coworkers", "anna", ask("a"))) == ((0, 1000), (1, 2000))


async def test_a_cassette_answers_by_content_and_order(path: Path) -> None:
    """Another run's answers serve a run at other instants, each once, and are kept so that the run stands by itself."""
    with Journal.create(path, {}) as journal:
        model = JournalledModel(Port(), journal, lambda: 1000)
        recorded = [await model.complete(ask(text), role="coworkers", who="anna") for text in ("a", "a", "b")]
    with Record.open(path) as cassette, Journal.memory() as journal:
        model = JournalledModel(None, journal, lambda: 5000, cassette)
        replies = [await model.complete(ask(text), role="coworkers", who="anna") for text in ("b", "a", "a")]
        assert replies == [recorded[2], recorded[0], recorded[1]]
        assert model.recalled["coworkers"] == model.usage["coworkers"]
        assert [kept.at for kept in Record.view(journal).thoughts()] == [5000, 5000, 5000]
        with pytest.raises(ModelFault) as caught:
            await model.complete(ask("a"), role="coworkers", who="anna")
        assert caught.value.kind == "not_recorded"


async def test_a_cassette_that_was_used_up_before_a_kill_is_not_used_twice(path: Path) -> None:
    """Going on with a run that has answers from a cassette takes the next ones from where it stood."""
    with Journal.create(path, {}) as journal:
        model = JournalledModel(Port(), journal, lambda: 1000)
        recorded = [await model.complete(ask("a"), role="coworkers", who="anna") for _ in range(3)]
    mine = path.with_name("mine.run")
    with Record.open(path) as cassette:
        for upto in (2, 3):
            with Journal.create(mine, {}) if upto == 2 else Journal.open(mine) as journal:
                model = JournalledModel(None, journal, lambda: 7000, cassette)
                replies = [await model.complete(ask("a"), role="coworkers", who="anna") for _ in range(upto)]
                assert replies == recorded[:upto]


async def test_a_reply_that_cannot_be_kept_is_not_given_out(path: Path) -> None:
    """When the disk is full the answer is lost with a clear error, rather than acted on and missing in the record."""
    with Journal.create(path, {}) as journal:
        (pages,) = journal.connection.execute("PRAGMA page_count").fetchone()
        journal.connection.execute(f"PRAGMA max_page_count={pages}")
        model = JournalledModel(Port(), journal, lambda: 1000)
        with pytest.raises(JournalError) as caught:
            await model.complete(ask("x" * 50_000), role="coworkers", who="anna")
        assert caught.value.kind == "disk_full"
        assert model.usage["coworkers"] == Usage()


def error(act: Callable[[], Any]) -> JournalError:
    """The JournalError that ``act`` raises."""
    with pytest.raises(JournalError) as caught:
        act()
    return caught.value


def test_nobody_ever_sees_half_a_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run gets its name when it is whole; what a killed process left of making it is no obstacle."""
    named = []

    def rename(draft: Path, name: str) -> None:
        named.append(Path(name).exists())
        raise KeyboardInterrupt

    Path(f"{path}-new").write_bytes(b"half of a database")
    Path(f"{path}-lock").write_bytes(b"")
    with monkeypatch.context() as patch:
        patch.setattr("sim.journal.rename_anew", rename)
        with pytest.raises(KeyboardInterrupt):
            Journal.create(path, {})
    assert named == [False]
    assert not path.exists()
    with Journal.create(path, {}):
        pass
    assert sorted(entry.name for entry in path.parent.iterdir()) == [path.name]


def test_a_fork_has_all_of_its_history_or_does_not_exist(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A branch that was cut short while it was copied would play its beginning anew, which is another run."""
    with Journal.create(path, {}) as parent:
        play(parent, 1, 9)
    branch = path.with_name("branch")

    def rename(draft: Path, name: str) -> None:
        raise OSError(errno.ENOSPC, "no room")

    with monkeypatch.context() as patch:
        patch.setattr("sim.journal.rename_anew", rename)
        with pytest.raises(JournalError, match="the disk is full"):
            Journal.branch(path, branch, 1002, {})
    assert not branch.exists()
    with Journal.branch(path, branch, 1002, {}) as journal:
        assert journal.recorded == 5


@pytest.mark.parametrize("make", [Journal.memory, Index])
def test_what_is_only_in_memory_may_be_dropped_by_any_thread(make: Callable[[], object]) -> None:
    """What need not be closed is closed by whichever thread collects it, and no thread is the wrong one."""
    held = [make()]

    def drop() -> None:
        held.clear()
        gc.collect()

    seen: list[object] = []
    with ThreadPoolExecutor(1) as threads:
        hook, sys.unraisablehook = sys.unraisablehook, lambda fault: seen.append(fault.exc_value)
        try:
            threads.submit(drop).result()
        finally:
            sys.unraisablehook = hook
    assert seen == []
