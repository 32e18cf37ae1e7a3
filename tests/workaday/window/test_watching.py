"""``workaday watch`` as a command: what it refuses, and a scenario that is played, shown, and stopped by a signal."""

import asyncio
import json
import signal
import sys
from pathlib import Path

import httpx
import pytest

from sim.record import Record
from tests.workaday.window import lens
from workaday.cli import invoke
from workaday.window.watching import Playing

KIOSK = Path(__file__).parents[3] / "examples" / "kiosk" / "croissants.yaml"


def test_what_is_neither_a_run_nor_a_scenario_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A name that is nothing ends with 2 and says so."""
    assert invoke(["watch", "no-such-thing"]) == 2
    assert "no-such-thing" in capsys.readouterr().err


def test_options_of_a_scenario_are_refused_for_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An option that would be passed over is an error that names it."""
    run = lens.plain(tmp_path / "run.workaday")
    assert invoke(["watch", str(run), "--out", "other.workaday"]) == 2
    assert "--out is for a scenario" in capsys.readouterr().err


def test_a_file_that_is_there_is_not_shown_for_what_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that stands where a scenario would be played is refused, and stays as it is."""
    run = lens.plain(tmp_path / "run.workaday")
    before = run.read_bytes()
    assert invoke(["watch", str(KIOSK), "--out", str(run)]) == 2
    assert "there is such a file already" in capsys.readouterr().err
    assert run.read_bytes() == before


async def test_a_player_that_is_killed_is_told_as_such() -> None:
    """A process that ends without a word is told by the signal that ended it, and the run can go on."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "input()",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    child = Playing(process)
    process.kill()
    code, told = await child.over()
    assert code == -signal.SIGKILL
    assert "was ended by signal 9" in told["error"]
    assert "workaday resume" in told["error"]


async def test_a_scenario_is_played_and_shown_until_a_signal(tmp_path: Path) -> None:
    """The pages answer while it is played; SIGTERM ends both quietly, and what was played is a run."""
    out = tmp_path / "out.workaday"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "from workaday.cli import main; main()",
        "watch", str(KIOSK), "--port", "0", "--json", "--out", str(out),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        told = json.loads(await process.stdout.readline())["opened"]
        assert told["run"] == str(out)
        async with httpx.AsyncClient(trust_env=False) as client:
            page = await client.get(f"{told['address']}/now")
        assert page.status_code == 200
        assert "Croissants for the regatta" in page.text
    finally:
        process.send_signal(signal.SIGTERM)
        _, errors = await process.communicate()
    assert process.returncode == 0, errors
    assert errors == b""
    with Record.open(out) as record:
        assert record.scenario == "croissants"
