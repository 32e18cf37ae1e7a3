"""A disk that is full, or may not be written, at any point of a run: the command says so, and nothing is lost."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest

import sim.journal
from sim.record import Record
from sim.runfile import connect
from workaday.cli import invoke

STALL = Path(__file__).with_name("stall.yaml")
RUN = ["run", str(STALL), "--player", "oracle", "--quiet", "--out"]

Trouble = Literal["full", "denied"]
_WRITES = ("INSERT", "DELETE", "BEGIN", "COMMIT", "PRAGMA journal_mode", "PRAGMA wal_checkpoint")
_SAID = {
    "full": ("database or disk is full", sqlite3.SQLITE_FULL, errno.ENOSPC),
    "denied": ("attempt to write a readonly database", sqlite3.SQLITE_READONLY, errno.EACCES),
}
_TELLS = {"full": "the disk is full", "denied": "check who may write there"}


class Disk:
    """Counts what is written, and from the ``last``-th time on lets nothing be written any more."""

    def __init__(self, trouble: Trouble = "full", last: int | None = None) -> None:
        self.written = 0
        self._trouble = trouble
        self._last = last

    def write(self, *, by_sqlite: bool) -> None:
        """Something is about to be written. Raises what SQLite or the system would."""
        self.written += 1
        if self._last is None or self.written < self._last:
            return
        said, code, number = _SAID[self._trouble]
        if not by_sqlite:
            raise OSError(number, os.strerror(number))
        error = sqlite3.OperationalError(said)
        error.sqlite_errorcode = code
        raise error


class Connection:
    """A connection to a database on such a disk."""

    def __init__(self, real: sqlite3.Connection, disk: Disk) -> None:
        self._real, self._disk = real, disk

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def execute(self, statement: str, *values: Any) -> Any:
        if statement.startswith(_WRITES):
            self._disk.write(by_sqlite=True)
        return self._real.execute(statement, *values)

    def executemany(self, statement: str, rows: Any) -> Any:
        self._disk.write(by_sqlite=True)
        return self._real.executemany(statement, rows)

    def executescript(self, script: str) -> Any:
        self._disk.write(by_sqlite=True)
        return self._real.executescript(script)


@contextmanager
def disk(trouble: Trouble = "full", last: int | None = None) -> Iterator[Disk]:
    """Everything a journal writes meanwhile goes to a disk that takes no more from the ``last``-th time on."""
    found = Disk(trouble, last)
    really_open = os.open

    def open_on_it(path: Any, flags: int, *more: Any, **options: Any) -> int:
        if flags & os.O_CREAT and ".workaday" in os.fspath(path):
            found.write(by_sqlite=False)
        return really_open(path, flags, *more, **options)

    def connected(path: str, mode: Any, **options: Any) -> Any:
        real = connect(path, mode, **options)
        return Connection(real, found) if mode == "rw" else real

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sim.journal, "connect", connected)
        patch.setattr(os, "open", open_on_it)
        yield found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, int]:
    """The digest of the run, and how often it writes."""
    path = tmp_path_factory.mktemp("whole") / "stall.workaday"
    with disk() as counted:
        invoke([*RUN, str(path)])
    return digest(path), counted.written


def digest(path: Path) -> str:
    with Record.open(path) as record:
        return record.digest()


def go_on(path: Path) -> int:
    """Resume the run, or begin it where there is none yet."""
    return invoke(["resume", str(path), "--quiet"]) if path.exists() else invoke([*RUN, str(path)])


@pytest.mark.parametrize("trouble", ["full", "denied"])
def test_at_every_write_the_command_ends_with_3_and_the_run_goes_on(
    trouble: Trouble, whole: tuple[str, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wherever writing fails: exit 3, a message that names the file and what to do, and the same run afterwards."""
    wanted, writes = whole
    assert writes > 40
    for last in range(1, writes + 1):
        path = tmp_path / f"{trouble}-{last}.workaday"
        capsys.readouterr()
        with disk(trouble, last):
            code = invoke([*RUN, str(path)])
        said = capsys.readouterr().err
        assert code == 3, (last, said)
        assert str(path) in said, last
        assert _TELLS[trouble] in said, last
        assert "Traceback" not in said, last
        assert not Path(f"{path}-lock").exists(), last
        if path.exists() and digest(path) == wanted:
            continue  # it was only to be closed
        assert go_on(path) in (0, 1), (last, capsys.readouterr().err)
        assert digest(path) == wanted, last


def test_a_run_that_goes_on_may_be_stopped_again(
    whole: tuple[str, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Resuming on a disk that is still full says so too, as often as one likes, and loses nothing."""
    wanted, writes = whole
    path = tmp_path / "stall.workaday"
    with disk(last=writes // 3):
        assert invoke([*RUN, str(path)]) == 3
    for last in (1, 2, 3, 5, 8):
        with disk(last=last) as counted:
            assert invoke(["resume", str(path), "--quiet"]) == 3
        assert counted.written >= last
        assert "the disk is full" in capsys.readouterr().err
    assert go_on(path) in (0, 1)
    assert digest(path) == wanted


@pytest.mark.parametrize("share", [0.0, 0.5, 0.8, 0.99])
def test_a_database_that_sqlite_itself_finds_full(
    share: float, whole: tuple[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """The same with SQLite's own error, and with what it then has done about the transaction."""
    wanted, _ = whole
    path, measured = tmp_path / "stall.workaday", tmp_path / "measured.workaday"
    invoke([*RUN, str(measured)])
    most = max(1, int(share * measured.stat().st_size / 4096))

    def small(name: str, mode: Any, **options: Any) -> sqlite3.Connection:
        found = connect(name, mode, **options)
        found.execute(f"PRAGMA max_page_count={most}")
        return found

    with monkeypatch.context() as patch:
        patch.setattr(sim.journal, "connect", small)
        assert invoke([*RUN, str(path)]) == 3
    assert "the disk is full" in capsys.readouterr().err
    assert go_on(path) in (0, 1)
    assert digest(path) == wanted
