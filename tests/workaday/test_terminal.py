"""The command in a terminal, a pipe or a supervisor: what it prints arrives, however it is started and stopped."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

POSIX = {"PYTHONUTF8": "0", "LC_ALL": "POSIX", "LANG": "C", "PYTHONIOENCODING": "", "PYTHONCOERCECLOCALE": "0"}
"""A machine that knows no text but ASCII."""

WAITS = """
import asyncio

class Waits:
    def begin(self, briefing): pass
    async def act(self, observation):
        print("ready", flush=True)
        await asyncio.sleep(600)
"""


def command(*arguments: str, **environment: str) -> "subprocess.Popen[bytes]":
    """The command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", "from workaday.cli import main; main()", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **environment},
    )  # fmt: skip


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "FLOUR", "--until", "10 minutes", "--json"),
        ("run", "FLOUR", "--until", "10 minutes"),
        ("check", "größe-日本.yaml", "--json"),
        ("check", "größe-日本.yaml"),
    ],
)
def test_every_locale_can_print_every_name(arguments: tuple[str, ...], flour: str, here: Path) -> None:
    """Output is UTF-8 whatever the locale says: a run is not lost for a letter in its report."""
    (here / "größe-日本.yaml").write_text("persona: ß\n", encoding="utf-8")
    running = command(*(flour if word == "FLOUR" else word for word in arguments), **POSIX)
    out, err = (told.decode("utf-8") for told in running.communicate(timeout=600))
    assert "Traceback" not in err
    assert running.returncode in (0, 1, 2)
    if "--json" in arguments:
        json.loads(out)


@pytest.mark.parametrize("arguments", [("list", "--json"), ("check", "first-week", "--json"), ("check", "nope.yaml")])
def test_a_reader_that_goes_away_ends_the_command_without_a_word(arguments: tuple[str, ...], here: Path) -> None:
    """What nobody reads any more is not printed, and no traceback tells of it."""
    running = command(*arguments)
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.close()
    assert running.stderr.read() == b""
    running.stderr.close()
    assert running.wait(timeout=600) == 141


@pytest.mark.parametrize("ignored", [False, True], ids=["foreground", "background"])
def test_being_terminated_is_like_ctrl_c(flour: str, here: Path, ignored: bool) -> None:
    """SIGTERM, which supervisors send, keeps the run and names it; also where a shell has Ctrl-C ignored."""
    (here / "waits.py").write_text(WAITS, encoding="utf-8")
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if ignored else None
    try:
        running = command("run", flour, "--player", "waits.py:Waits", "--out", "kept.workaday", "--quiet")
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
    assert running.stdout is not None
    assert running.stdout.readline() == b"ready\n"
    running.send_signal(signal.SIGTERM)
    _, err = running.communicate(timeout=600)
    assert running.returncode == 130
    assert err.decode() == (
        "workaday: stopped; the run up to here is kept in kept.workaday; go on with: workaday resume kept.workaday\n"
    )
    assert (here / "kept.workaday").is_file()
