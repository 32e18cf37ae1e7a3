"""A server is stopped by a signal, whatever it is doing, and says nothing but where the run is kept."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

from tests.workaday.doors.plays import KIOSK
from workaday.cli import invoke
from workaday.doors.stopping import SIGNALS, until_stopped


@pytest.mark.parametrize("number", SIGNALS)
async def test_a_signal_is_never_taken_for_a_fault_of_what_is_done(number: signal.Signals) -> None:
    """Code that takes every exception for a fault of its own, as a web server does, is stopped all the same: the signal
    waits for the event loop. Whoever handled signals before does so again."""
    before = signal.getsignal(number)
    came_through = []

    async def work() -> None:
        while True:
            try:
                os.kill(os.getpid(), number)
                came_through.append(True)
            except BaseException:  # what a server takes for a failed request
                came_through.append(False)
            await asyncio.sleep(0)

    assert await until_stopped(work()) is False
    assert all(came_through)
    assert signal.getsignal(number) is before


async def test_what_is_done_before_a_signal_is_done() -> None:
    """Work that ends by itself is told apart from work that was stopped, and its faults are raised."""

    async def work(fault: Exception | None) -> None:
        if fault is not None:
            raise fault

    assert await until_stopped(work(None)) is True
    with pytest.raises(ValueError, match="a fault"):
        await until_stopped(work(ValueError("a fault")))


def ask(opened: dict[str, str], path: str) -> "urllib.request._UrlopenRet":
    """The answer to a request."""
    headers = {"Authorization": f"Bearer {opened['token']}"}
    return urllib.request.urlopen(urllib.request.Request(f"{opened['http']}{path}", headers=headers))


def test_a_server_that_has_answered_stops_without_a_traceback(tmp_path: Path) -> None:
    """SIGTERM right after a request, with a stream still open: the server ends, and all it says is how to go on. It was
    started in the background by a script, which has Ctrl-C ignored."""
    run = tmp_path / "kept.workaday"
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    words = ["serve", str(KIOSK), "--http", "127.0.0.1:0", "--out", str(run), "--json"]
    try:
        server = subprocess.Popen(
            [sys.executable, "-c", "from workaday.cli import main; main()", *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
    finally:
        signal.signal(signal.SIGINT, before)
    try:
        assert server.stdout is not None
        opened = json.loads(server.stdout.readline())["opened"]
        with ask(opened, "/v1/news") as stream:
            stream.readline()
            ask(opened, "/v1/now").close()
            server.send_signal(signal.SIGTERM)
            out, err = server.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            server.kill()
    assert err == b""
    again = f"workaday serve {run} --http 127.0.0.1:0"
    assert json.loads(out)["error"] == f"stopped; the run up to here is kept in {run}; go on with: {again}"
    assert server.returncode == 130


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("--token-days 0", "--token-days 0"),
        ("--token-days -1", "--token-days -1"),
        ("--token-days inf", "--token-days inf"),
        ("--slack-settle 0", "--slack-settle"),
        ("--slack-limit 3", "--slack-limit"),
        ("--slack-events message", "--slack-events"),
    ],
)
def test_options_that_open_nothing_are_refused(words: str, named: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A token that is never good, and settings of a door that is not opened, are mistakes: each is named."""
    assert invoke(["serve", str(KIOSK), *words.split()]) == 2
    assert named in capsys.readouterr().err


def test_a_file_that_is_no_scenario_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file whose name has no ending is a file: what is wrong in it is said, with its line."""
    monkeypatch.chdir(tmp_path)
    Path("T").write_text("hello\n", encoding="utf-8")
    assert invoke(["serve", "T"]) == 2
    assert "T:1:1  has a single value at its top level" in capsys.readouterr().err
