"""Run files that are damaged, and disks that are full: told in words with what to do, whatever the damage is."""

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from workaday.cli import invoke
from workaday.result import Result

COMMANDS = ("score", "show", "replay")


@pytest.fixture
def spoilt(played: Result, here: Path) -> Path:
    """A copy of a run, to be damaged."""
    copy = here / "spoilt.workaday"
    shutil.copy(played.path, copy)
    return copy


@pytest.mark.parametrize("fill", [b"\xff", b"\0", b"{"], ids=["no text", "zeros", "no JSON"])
@pytest.mark.parametrize("first", [16, 4096, 24576])
def test_a_file_overwritten_from_some_place_on_is_told(
    first: int, fill: bytes, spoilt: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From its head, its first page or its middle on: every command that reads it ends with 2 and says so."""
    content = spoilt.read_bytes()
    spoilt.write_bytes(content[:first] + fill * (len(content) - first))
    for command in COMMANDS:
        assert invoke([command, str(spoilt)]) == 2, command
        told = capsys.readouterr().err
        assert told.startswith(f"workaday: {spoilt}: this ")
        assert "damaged" in told or "no run file" in told
        assert "Traceback" not in told


DAMAGE = {
    "body that is no JSON": "UPDATE events SET body = '{\"a' WHERE serial = 9",
    "body that is no text": "UPDATE events SET body = CAST(x'7bff7d' AS TEXT) WHERE serial = 9",
    "causes that are no list": "UPDATE events SET causes = '7' WHERE serial = 9",
    "nested without end": "UPDATE events SET causes = '" + "[" * 100_000 + "' WHERE serial = 9",
    "header that is no JSON": "UPDATE header SET value = '{' WHERE key = 'script'",
    "no table of events": "DROP TABLE events",
}


@pytest.mark.parametrize("statement", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_row_that_no_run_has_is_told(statement: str, spoilt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A database that is sound as such, and holds what no run holds, is as damaged as one that is not."""
    with sqlite3.connect(spoilt) as database:
        database.execute(statement)
    database.close()
    assert invoke(["show", str(spoilt), "--raw"]) == 2
    assert "this run file is damaged" in capsys.readouterr().err


ANYWAY: tuple[tuple[str, ...], ...] = (
    ("score",), ("show",), ("diff",), ("fidelity",), ("replay",), ("resume", "-q"), ("fork", "--at", "1h", "-q"),
)  # fmt: skip
"""Every command that reads a run."""


@pytest.mark.parametrize("value", ["null", "1", '"x"', "[]", "{}", "true", '{"a": 1}', "MISSING", "FLIPPED", "CUT"])
def test_a_header_that_says_something_else_is_told(
    value: str, spoilt: Path, played: Result, capsys: pytest.CaptureFixture[str]
) -> None:
    """Damage of a header that leaves it JSON too, in any of its parts: every command says so, none with a traceback."""
    with sqlite3.connect(spoilt) as database:
        header = dict(database.execute("SELECT key, value FROM header").fetchall())
    del header["check"]
    for number, (key, was) in enumerate(sorted(header.items())):
        middle = len(was) // 2
        now = {"FLIPPED": was[:middle] + ("7" if was[middle] != "7" else "8") + was[middle + 1 :], "CUT": was[:middle]}
        with sqlite3.connect(spoilt) as database:
            if value == "MISSING":
                database.execute("DELETE FROM header WHERE key = ?", (key,))
            else:
                database.execute("UPDATE header SET value = ? WHERE key = ?", (now.get(value, value), key))
        command, *options = ANYWAY[number % len(ANYWAY)]
        other = [str(played.path)] if command == "diff" else []
        if now.get(value, value) == was:
            continue
        assert invoke([command, *options, str(spoilt), *other]) == 2, (key, command)
        told = capsys.readouterr().err
        assert "this run file is damaged" in told, (key, command)
        assert "Traceback" not in told
        with sqlite3.connect(spoilt) as database:
            database.execute("INSERT OR REPLACE INTO header VALUES (?, ?)", (key, was))


@pytest.mark.parametrize("command", ANYWAY[:4], ids=lambda command: command[0])
@pytest.mark.parametrize("column", ["at", "kind", "actor", "causes", "body"])
def test_an_event_with_a_sign_changed_is_no_fault_of_ours(
    column: str, command: tuple[str, ...], spoilt: Path, played: Result, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever a command makes of it, read as another name or told as damage, it ends in words."""
    with sqlite3.connect(spoilt) as database:
        database.execute(f"UPDATE events SET {column} = '?' || substr({column}, 2) WHERE serial % 7 = 3")
    other = [str(played.path)] if command[0] == "diff" else []
    assert invoke([*command, str(spoilt), *other]) in (0, 1, 2)
    assert "Traceback" not in capsys.readouterr().err


def test_a_thought_that_cannot_be_read_is_told(spoilt: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Answers are read when a run is computed again: there damage is told too, and is no failure of the player."""
    with sqlite3.connect(spoilt) as database:
        database.execute("UPDATE thoughts SET reply = '{' WHERE reply IS NOT NULL")
    database.close()
    assert invoke(["replay", str(spoilt)]) == 2
    assert "this run file is damaged" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_a_limit_on_the_size_of_files_is_told_with_how_to_go_on(flour: str, here: Path) -> None:
    """A file that may not grow ends the run with 3; the cause is named, and what to do about it."""
    code = (
        "import resource, sys; from workaday.cli import invoke; "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY)); sys.exit(invoke(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "run", flour, "--out", "a.workaday", "--quiet"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, env=dict(os.environ))
    assert ended.returncode == 3, ended.stderr
    assert "the limit on the size of files" in ended.stderr
    assert "then resume the run, or" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert invoke(["resume", "a.workaday"]) in (0, 1)
