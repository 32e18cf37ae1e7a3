"""Runs that go on, part from another, and are computed again: from the run file alone."""

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import workaday
from sim.journal import Journal
from sim.record import Record
from sim.units import BadValue
from workaday.cli import invoke
from workaday.continuation import CannotContinue
from workaday.players.registry import UnknownPlayer
from workaday.result import Result, run
from workaday.unlike import Unlike


@pytest.fixture(scope="module")
def stopped(flour: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The day of the fixture ``played``, stopped at twenty past eight."""
    out = tmp_path_factory.mktemp("stopped") / "half.workaday"
    return run(flour, player="diligent", seed=1, out=out, until="tue 08:20").path


@pytest.fixture
def half(stopped: Path, here: Path) -> Path:
    """The same, to go on with: a copy for each test."""
    return Path(shutil.copy(stopped, here))


def change(path: Path, statement: str) -> None:
    """Change a run file behind its back, as an older or newer version would have written it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute(statement).rowcount
        connection.execute("DELETE FROM header WHERE key = 'check'")


# ---------------------------------------------------------------------- resume


def test_a_run_goes_on_to_the_end_it_would_have_had(half: Path, played: Result) -> None:
    """Scenario, player, mind and seed come from the file; the result is that of the run that was not stopped."""
    result = workaday.resume(half)
    assert (result.digest, result.outcome) == (played.digest, "horizon")
    assert (result.scenario, result.player, result.mind, result.seed) == ("flour", "diligent", "reflex", 1)
    assert result.scores.total == played.scores.total


def test_it_can_be_stopped_again_on_its_way(half: Path, played: Result) -> None:
    """``until`` works as in a run, and must lie ahead."""
    assert workaday.resume(half, until="tue 09:00").outcome == "unfinished"
    with pytest.raises(BadValue, match="lies before where the run stands"):
        workaday.resume(half, until="tue 08:05")
    assert workaday.resume(half).digest == played.digest


def test_it_says_where_it_goes_on_from(half: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command tells the instant and what is kept, then goes on like a run."""
    assert invoke(["resume", str(half)]) == 0
    said = capsys.readouterr()
    first = said.err.splitlines()[0]
    assert first.startswith(f"{half}: going on from Tue 3 March 2026, 08:1")
    assert "(Europe/Brussels), day 1, " in first
    assert "answers are kept" in first
    assert "passed" in said.out


def test_json_and_quiet_are_those_of_a_run(half: Path, played: Result, capsys: pytest.CaptureFixture[str]) -> None:
    """--json has where it went on from beside all that a run's has; --quiet is one line."""
    copy = half.with_name("copy.workaday")
    shutil.copy(half, copy)
    assert invoke(["resume", str(half), "--json"]) == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert said.err == ""
    assert told["digest"] == played.digest
    assert told["resumed"].keys() == {"at", "local", "day", "events", "answers"}
    assert invoke(["resume", str(copy), "--quiet"]) == 0
    said = capsys.readouterr()
    assert (said.err, said.out.count("\n")) == ("", 1)


def test_a_run_that_is_over_does_not_go_on(played: Result, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, how it ended, and what to do instead; the file is as it was."""
    before = played.path.read_bytes()
    assert invoke(["resume", str(played.path)]) == 2
    said = capsys.readouterr().err
    assert "this run is over: horizon" in said
    assert "workaday fork" in said
    assert played.path.read_bytes() == before


def test_a_run_that_is_being_written_is_left_alone(half: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two writers would spoil it: the second is turned away, with 3, since it may come back later."""
    with Journal.open(half):
        assert invoke(["resume", str(half)]) == 3
    assert "another process is writing this run" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["resume", "replay", "fork"])
def test_what_is_no_run_of_a_scenario_is_told_so(command: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No file, another file, and a run without a scenario: exit 2 and one line each."""
    Journal.create(here / "bare.workaday", {"scenario": "x"}).close()
    (here / "text.workaday").write_text("Hello.\n" * 200, encoding="utf-8")
    more = ["--at", "1h"] if command == "fork" else []
    for name, says in (
        ("none.workaday", "there is no such file"), ("text.workaday", "this is no run file"),
        ("bare.workaday", "it holds no scenario"),
    ):  # fmt: skip
        assert invoke([command, name, *more]) == 2
        said = capsys.readouterr().err
        assert says in said
        assert "Traceback" not in said


def test_what_comes_out_otherwise_is_told_with_both_sides(half: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, the event with its day and time, what was recorded, what comes out now, and why that may be."""
    change(half, """UPDATE events SET body = replace(body, 'Hello Nadia', 'Hello Nadja') WHERE kind = 'chat.sent'""")
    with pytest.raises(Unlike) as caught:
        workaday.resume(half)
    assert caught.value.serial is not None
    assert invoke(["resume", str(half)]) == 2
    said = capsys.readouterr().err
    assert f"event {caught.value.serial}, Tue 08:" in said
    assert "on day 1, comes out otherwise, and not as it was recorded" in said
    assert "Hello Nadja" in said.partition("recorded: ")[2].partition("now: ")[0]
    assert "Hello Nadia" in said.partition("now: ")[2]
    assert "The versions are those it was made with" in said


def test_other_versions_are_named_where_they_may_be_why(half: Path) -> None:
    """What the file was made with is held against what is installed."""
    change(half, """UPDATE events SET body = replace(body, 'Nadia', 'Nadja') WHERE kind = 'chat.sent'""")
    change(half, """UPDATE header SET value = json_set(value, '$.simpy', '1.2.3') WHERE key = 'created_by'""")
    change(half, """UPDATE header SET value = '{"apps/whiteboard": "boards 7"}' WHERE key = 'plugins'""")
    with pytest.raises(Unlike) as caught:
        workaday.resume(half)
    told = str(caught.value)
    assert "simpy: 1.2.3 then, " in told
    assert "apps/whiteboard: boards 7 then, not there now" in told
    assert "pydantic" not in told


PLAYER = """
from sim.player import Act

class Own:
    name = "own"
    {claim}
    def begin(self, briefing): pass
    async def act(self, observation):
        text = "Are you there? {word}"
        return Act(action="chat.send" if observation.turn == 1 else "desk.wait",
                   arguments={{"to": ["bram"], "text": text}} if observation.turn == 1 else {{"until": "1h"}})
"""


def test_a_player_of_ones_own_is_found_again(flour: str, here: Path) -> None:
    """By the name it was asked for by; where it has moved, by the name that is given; and it must be the same."""
    (here / "own.py").write_text(PLAYER.format(claim="", word="One"), encoding="utf-8")
    whole = run(flour, player="own.py:Own", out=here / "whole.workaday")
    path = run(flour, player="own.py:Own", out=here / "half.workaday", until="tue 10:00").path
    shutil.copy(path, here / "moved.workaday")
    assert workaday.resume(path).digest == whole.digest
    (here / "own.py").rename(here / "mine.py")
    with pytest.raises(UnknownPlayer, match=r"there is no file own\.py Say where it is now: --player"):
        workaday.resume("moved.workaday")
    with pytest.raises(CannotContinue, match="it was played by own, and idle is another player: workaday fork"):
        workaday.resume("moved.workaday", player="idle")
    assert workaday.resume("moved.workaday", player="mine.py:Own").digest == whole.digest


def test_a_player_that_acts_otherwise_is_told_with_both_acts(
    flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that says that it replays is asked again, and held to it."""
    (here / "own.py").write_text(PLAYER.format(claim="replays = True", word="One"), encoding="utf-8")
    path = run(flour, player="own.py:Own", out=here / "half.workaday", until="tue 10:00").path
    (here / "own.py").write_text(PLAYER.format(claim="replays = True", word="Two"), encoding="utf-8")
    assert invoke(["resume", str(path)]) == 2
    said = capsys.readouterr().err
    assert "at its turn 1 the player acts otherwise" in said
    assert said.index("One") < said.index("Two")
    assert "must not say `replays = True`" in said


# ---------------------------------------------------------------------- fork


def test_a_fork_with_nothing_changed_is_the_same_run(played: Result, here: Path) -> None:
    """A player by rule does again what it did, whenever one forks; the file says what it came from."""
    before = played.path.read_bytes()
    for at in ("0m", "tue 08:17", "5h", "tue 16:00"):
        result = workaday.fork(played.path, at, out=here / f"{at}.workaday")
        assert result.digest == played.digest
        with Record.open(result.path) as record:
            fork = record.header["fork"]
            assert (fork["of"], fork["digest"]) == (str(played.path), played.digest)
    assert played.path.read_bytes() == before


def test_another_player_takes_the_seat_at_the_moment(played: Result, here: Path) -> None:
    """All before it is as it was; what the one before waited for ends there; the fork replays and resumes."""
    at = "tue 08:20"
    idle = workaday.fork(played.path, at, player="idle", out=here / "idle.workaday")
    assert idle.player == "idle"
    assert idle.scores.total != played.scores.total
    with Record.open(idle.path) as record, Record.open(played.path) as origin:
        instant = record.header["fork"]["at"]
        assert [e.canonical() for e in record.events(until=instant)] == [
            e.canonical() for e in origin.events(until=instant)
        ]
        assert not list(record.events(("chat.sent", "drive.written"), actor="seat", since=instant + 60))
    assert workaday.replay(idle.path).is_identical
    workaday.fork(played.path, at, player="idle", out=here / "cut.workaday", until="tue 09:00")
    assert workaday.resume(here / "cut.workaday").digest == idle.digest


def test_a_fork_can_be_forked(played: Result, here: Path) -> None:
    """Each stretch keeps its player, and the whole is computed again."""
    idle = workaday.fork(played.path, "tue 08:10", player="idle", out=here / "idle.workaday")
    oracle = workaday.fork(idle.path, "tue 10:00", player="oracle", out=here / "oracle.workaday")
    with Record.open(oracle.path) as record:
        assert [told["player"] for told in record.header["fork"]["course"]] == ["diligent", "idle", "oracle"]
    assert oracle.scores.scores["outcome"].value is not None
    assert workaday.replay(oracle.path).is_identical
    back = workaday.fork(oracle.path, "tue 08:05", out=here / "back.workaday")
    assert (back.player, back.digest) == ("diligent", played.digest)


def test_settings_hold_from_the_moment_on(played: Result, here: Path) -> None:
    """In the world, and for whoever scores the fork."""
    result = workaday.fork(
        played.path, "tue 08:10", settings={"pace.decide": "10m", "tasks.flour.deliver.by": "tue 08:11"},
        out=here / "slow.workaday",
    )  # fmt: skip
    assert result.digest != played.digest
    with Record.open(result.path) as record:
        assert record.script["pace"]["decide"] == 600
    outcome = result.scores.scores["outcome"].value
    assert outcome is not None
    assert outcome < 1.0
    assert workaday.replay(result.path).is_identical


def test_a_player_goes_on_with_the_words_it_had(flour: str, here: Path) -> None:
    """The oracle words what it says by its scenario; a setting that changes that does not change what it has said."""
    oracle = run(flour, player="oracle", out=here / "oracle.workaday")
    settings = {"tasks.flour.title": "Rye", "approvals.flour-order.amount": "90 EUR"}
    fork = workaday.fork(oracle.path, "tue 10:00", settings=settings, out=here / "fork.workaday", until="tue 11:00")
    assert workaday.resume(fork.path).outcome == "horizon"
    assert workaday.replay(fork.path).is_identical
    again = workaday.fork(fork.path, "tue 12:00", settings={"pace.decide": "1m"}, out=here / "again.workaday")
    assert again.outcome == "horizon"
    with Record.open(workaday.fork(fork.path, "tue 09:00", out=here / "earlier.workaday").path) as record:
        assert record.tasks[0]["title"] == "Rye flour"
        assert record.digest() == oracle.digest


def test_events_come_about_in_the_fork(played: Result, here: Path) -> None:
    """Those of the file, at their times, and the fork replays with them."""
    (here / "more.yaml").write_text(
        "events:\n"
        "  - {id: rye, at: tue 13:00, who: nadia, does: chat, to: seat, text: 'The lorry is late.'}\n"
        "  - {after: {event: rye}, delay: 5m to 9m, who: bram, does: walk up, to: seat, text: 'Have you heard?'}\n",
        encoding="utf-8",
    )
    result = workaday.fork(played.path, "tue 12:00", events=here / "more.yaml", out=here / "late.workaday")
    with Record.open(result.path) as record:
        new = [event.body.id for event in record.events("timeline.happened")]  # type: ignore[attr-defined]
        assert new == ["1-bram-call", "rye", "added1-2-bram-walk-up"]
    assert workaday.replay(result.path).is_identical
    again = workaday.fork(result.path, "tue 14:00", out=here / "again.workaday")
    assert again.digest == result.digest


def test_a_task_that_is_changed_is_told_again(played: Result, here: Path) -> None:
    """The player hears of it at its next turn, as of a new one."""
    source = """
from sim.player import Act

class Teller:
    name = "teller"
    told = []
    def begin(self, briefing): pass
    async def act(self, observation):
        self.told += [task.title for task in observation.tasks]
        return Act(action="desk.wait", arguments={"until": "1h"}, thought=", ".join(self.told))
"""
    (here / "teller.py").write_text(source, encoding="utf-8")
    run(workaday.load(Path(__file__).parents[1] / "fixtures" / "mill" / "flour.yaml"), "teller.py:Teller",
        out=here / "told.workaday")  # fmt: skip
    settings = {"tasks.flour.title": "Rye, and quickly"}
    fork = workaday.fork("told.workaday", "tue 10:00", settings=settings, out=here / "changed.workaday")
    with Record.open(fork.path) as record:
        thoughts = [t.reply.get("thought") for t in record.thoughts(role="player")]
    assert thoughts[0] == "Rye flour"
    assert thoughts[-1] == "Rye, and quickly"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--at", "fri 12:00"], "is later than where the run stands"),
        (["--at", "soon"], "is not a point in time"),
        (["--at", "12:00"], "is a time without a day"),
        (["--at", "1h", "--set", "pace.decide"], "is no setting"),
        (["--at", "1h", "--set", "facts.x.is=1"], "What can: pace.decide"),
        (["--at", "1h", "--event", "none.yaml"], "none.yaml"),
        (["--at", "1h", "--player", "dilligent"], "Did you mean 'diligent'?"),
        (["--at", "1h", "--mind", "reflx"], "Did you mean"),
        (["--at", "1h", "--out", "taken"], "there is such a file already"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_fork_that_cannot_be_is_told_and_leaves_nothing(
    arguments: list[str], says: str, played: Result, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2 with what was meant or what there is, and no new file."""
    (here / "taken").write_text("", encoding="utf-8")
    assert invoke(["fork", str(played.path), *arguments]) == 2
    assert says in capsys.readouterr().err
    assert [entry.name for entry in here.iterdir()] == ["taken"]


def test_the_command_tells_what_it_came_from(played: Result, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before it plays, and in --json; a file in runs/ is made where none is named."""
    assert invoke(["fork", str(played.path), "--at", "day 1 10:00", "--player", "idle", "--json"]) in (0, 1)
    told = json.loads(capsys.readouterr().out)
    assert told["fork"]["of"] == str(played.path)
    assert told["fork"]["local"] == "Tue 3 March 2026, 10:00 (Europe/Brussels)"
    assert Path(told["run"]) == Path("runs/flour-idle-s1.workaday")
    invoke(["fork", str(played.path), "--at", "2h", "--set", "pace.click=9s", "--set", "pace.search=1m"])
    assert "as it was up to Tue 3 March 2026, 10:00 (Europe/Brussels)" in capsys.readouterr().err


# ---------------------------------------------------------------------- replay


def test_a_run_computed_again_is_identical(played: Result, half: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Finished or not, with 0, and the file is not touched."""
    for path in (played.path, half):
        before = path.read_bytes()
        assert invoke(["replay", str(path)]) == 0
        assert "identical" in capsys.readouterr().out
        assert path.read_bytes() == before
    assert invoke(["replay", str(played.path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["identical"], told["events"], told["difference"]) == (True, played.events, None)


def test_a_run_that_failed_is_identical_up_to_there(flour: str, here: Path) -> None:
    """A crash is no event of the world: what led to it comes out again."""
    (here / "own.py").write_text(
        "class Broken:\n    name = 'broken'\n    def begin(self, briefing): pass\n"
        "    async def act(self, observation): raise ValueError('no brain')\n",
        encoding="utf-8",
    )
    result = run(flour, player="own.py:Broken", out=here / "broken.workaday")
    assert result.outcome == "crash"
    assert workaday.replay(result.path).is_identical


def test_the_first_event_that_differs_is_shown(half: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With 1, and how many before it were identical."""
    change(half, """UPDATE events SET at = at + 1 WHERE kind = 'run.started'""")
    assert invoke(["replay", str(half)]) == 1
    said = capsys.readouterr().out
    assert "event 1" in said
    assert "0 of " in said
    assert invoke(["replay", str(half), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["difference"]["event"] == 1
    assert told["identical"] is False


# ---------------------------------------------------------------------- in a loop


@pytest.mark.parametrize(
    "spoil",
    [
        "DELETE FROM thoughts WHERE rowid IN (SELECT max(rowid) FROM thoughts)",
        "DELETE FROM thoughts",
        "INSERT INTO events SELECT max(serial) + 1, max(at), 'world', 'desk.noted', '{}', '[]' FROM events",
    ],
    ids=["an act is missing", "all acts are missing", "something comes after the end"],
)
def test_a_run_that_does_not_come_to_its_end_again_is_not_identical(
    spoil: str, played: Result, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the file has and computing it again does not bring about is a difference, and exit 1."""
    path = here / "spoilt.workaday"
    shutil.copy(played.path, path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(spoil)
    assert invoke(["replay", str(path)]) == 1
    said = capsys.readouterr()
    assert "does not come about" in said.out + said.err


async def test_in_an_event_loop_there_are_async_names(half: Path, played: Result, here: Path) -> None:
    """Where a loop runs, the plain functions say so, and the async ones work side by side."""
    with pytest.raises(RuntimeError, match=r"await workaday\.resume_async"):
        workaday.resume(half)
    forked, replayed = await asyncio.gather(
        workaday.fork_async(half, "10m", out=here / "fork.workaday"), workaday.replay_async(played.path)
    )
    assert (forked.digest, replayed.is_identical) == (played.digest, True)
    assert (await workaday.resume_async(half)).digest == played.digest
