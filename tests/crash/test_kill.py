"""Killed at any moment, by SIGKILL, and resumed each time: the run is that of a process that was never killed."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest

from sim.record import Record
from tests.crash.stub import Moment, Stub

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SEED = 20260303
KILLS = 10
"""In each run."""
WAYS = ("asked", "asked", "answered", "growth", "before writing", "after writing", "computing again")
"""How a run is killed: as a question comes to the server, or has been answered; as its file grows; around a statement
that writes; while it computes again what it has."""
ENDS_AT_LAST = (0, 1)
"""Exit codes of a run that came to its end, whatever its score."""

pytestmark = pytest.mark.skipif(not hasattr(os, "waitid"), reason="killed processes are forked from a warm one")


class Launcher:
    """The warm process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._pid: int | None = None
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        env = {name: value for name, value in os.environ.items() if not name.startswith(("WORKADAY_", "OPENAI_"))}
        self._process = subprocess.Popen(
            [sys.executable, str(HERE / "launcher.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            cwd=self.folder, env=env | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert self._read() == "ready"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def start(self, arguments: list[str], die: dict[str, Any] | None = None) -> None:
        """Let a child carry out a command line."""
        assert self._process.stdin is not None
        order = {"arguments": arguments, "log": str(self.log), "said": str(self.said), "die": die}
        self.log.write_bytes(b"")
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        pid = self._read()
        assert pid > 1
        with self._lock:
            self._pid = pid

    def status(self) -> int:
        """How the child has ended: its exit code, or the signal that killed it, below 0."""
        status: int = self._read()
        with self._lock:
            self._pid = None
        return status

    def kill(self) -> None:
        """Kill the child, if it still runs. Its number is nobody else's: the launcher reaps it with the next order."""
        with self._lock:
            if self._pid is not None:
                os.kill(self._pid, signal.SIGKILL)

    @property
    def log(self) -> Path:
        return self.folder / "thoughts.log"

    @property
    def said(self) -> Path:
        return self.folder / "said.txt"

    @property
    def in_flight(self) -> int:
        """Questions that had left for the model, and whose answers were not kept, when the child ended."""
        log = self.log.read_bytes()
        return log.count(b"+") - log.count(b"-")

    def _read(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())


@pytest.fixture(scope="module")
def launcher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Launcher]:
    with Launcher(tmp_path_factory.mktemp("killed")) as found:
        yield found


class Growth:
    """Kills the child once the run's file and its log have grown by so many bytes: in the middle of a write."""

    def __init__(self, launcher: Launcher, path: Path, by: int) -> None:
        self._launcher, self._path = launcher, path
        self._enough = self._size() + by
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def _size(self) -> int:
        files = (self._path, Path(f"{self._path}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def _watch(self) -> None:
        while not self._over.wait(0.0002):
            try:
                grown = self._size() >= self._enough
            except FileNotFoundError:  # removed between two looks
                continue
            if grown:
                self._launcher.kill()
                break

    def stop(self) -> None:
        self._over.set()
        self._thread.join()


class Victim:
    """One run that is killed again and again. ``whole`` is the same run, left alone."""

    def __init__(self, launcher: Launcher, stub: Stub, path: Path, whole: Path, rng: random.Random) -> None:
        self.launcher, self.stub, self.path, self.rng = launcher, stub, path, rng
        self.ways: list[str] = []
        self.lost_at_most = 0
        with Record.open(whole) as record:
            self.thoughts = sum(1 for _ in _asked(record))
            self.events = record.count()
        self.bytes = whole.stat().st_size

    def attempt(self, arguments: list[str], kills_left: int) -> int:
        """Run until it is killed in a way that is drawn, or to its end where no kill is left. Gives the status."""
        if not kills_left:
            self.launcher.start(arguments)
            return self.launcher.status()
        way = self.rng.choice(WAYS)
        events, thoughts = self._kept()
        if way == "computing again" and not events:
            way = "before writing"
        self.ways.append(way)
        growth, die = None, None
        if way in ("asked", "answered"):
            self._kill_at_request(way, self.stub.asked + self._share(self.thoughts - thoughts, kills_left))
        elif way == "computing again":
            die = {"where": way, "number": self.rng.randint(1, events)}
        elif way != "growth":
            die = {"where": way, "number": self._share(self.events - events, kills_left)}
        else:
            growth = Growth(self.launcher, self.path, 4096 * self._share(self.bytes // 4096, kills_left + 4))
        self.launcher.start(arguments, die)
        status = self.launcher.status()
        self.stub.watch = lambda moment, count: None
        if growth is not None:
            growth.stop()
        self.lost_at_most += self.launcher.in_flight
        return status

    def _share(self, left: int, kills_left: int) -> int:
        """A random part of what is left, such that all kills find something to stop."""
        return self.rng.randint(1, max(1, left // (kills_left + 2)))

    def _kill_at_request(self, way: str, wanted: int) -> None:
        def watch(moment: Moment, count: int) -> None:
            if moment == way and count >= wanted:
                self.launcher.kill()

        self.stub.watch = watch

    def _kept(self) -> tuple[int, int]:
        """How many events and answers of models the file has."""
        if not self.path.exists():
            return 0, 0
        with Record.open(self.path) as record:
            return record.count(), sum(1 for _ in _asked(record))


def _asked(record: Record) -> Iterator[Any]:
    """The thoughts for which a model was asked."""
    return (thought for thought in record.thoughts() if "messages" in thought.request)


def _all_of(path: Path) -> tuple[tuple[str, int], list[Any]]:
    """What makes a run: the digest of its events and their number, and its thoughts, which complete in any order.

    (At the end of this scenario everybody has been at home for hours, so none is on its way then.)
    """
    with Record.open(path) as record:
        thoughts = [(t.key, t.n, t.role, t.who, t.at, str(t.reply), str(t.fault)) for t in record.thoughts()]
        return (record.digest(), record.count()), thoughts


@pytest.mark.parametrize("player", ["oracle", "model:openai/stub", "player.py:Wanderer"])
def test_a_run_that_is_killed_ten_times_is_the_run_that_never_was(
    player: str, launcher: Launcher, tmp_path: Path
) -> None:
    """The events are the same to the last byte; a model is asked again only what was on its way at a kill."""
    rng = random.Random(f"{SEED} {player}")
    player = player.replace("player.py", str(HERE / "player.py"))
    whole, path = tmp_path / "whole.workaday", tmp_path / "killed.workaday"
    with Stub(rng) as stub:
        model = ["--mind", "openai/stub", "--quiet"]
        again = ["--api-base", stub.address, "--quiet"]
        run = ["run", str(HERE / "fair.yaml"), "--player", player, *model, "--api-base", stub.address, "--out"]
        launcher.start([*run, str(whole)])
        assert launcher.status() in ENDS_AT_LAST, launcher.said.read_text()
        least, stub.asked = stub.asked, 0
        victim = Victim(launcher, stub, path, whole, rng)
        assert victim.thoughts == least
        for kills_left in range(KILLS, -1, -1):
            begun = path.exists()
            status = victim.attempt(["resume", str(path), *again] if begun else [*run, str(path)], kills_left)
            expected = ENDS_AT_LAST if not kills_left else (-signal.SIGKILL,)
            assert status in expected, (victim.ways, launcher.said.read_text())
        print(victim.ways, least, stub.asked, victim.lost_at_most)
        assert least <= stub.asked <= least + victim.lost_at_most, victim.ways
    (events, thoughts), (all_events, all_thoughts) = _all_of(path), _all_of(whole)
    assert events == all_events, victim.ways
    assert not set(thoughts) ^ set(all_thoughts), victim.ways
