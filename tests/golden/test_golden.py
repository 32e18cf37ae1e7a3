"""Records of earlier versions stay readable for ever; those of later ones are refused in so many words."""

import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from sim.record import Record
from sim.runfile import FORMAT, JournalError
from sim.vocabulary.core import UnknownBody
from workaday.cli import invoke

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Golden:
    """What a record was when it was made."""

    events: int
    outcome: str
    digest: str


RECORDS = {
    "v0.1.0.workaday": Golden(events=136, outcome="horizon", digest="2275a320a427ae008887ead45bb09fe7"),
    "v0.2.0.workaday": Golden(events=151, outcome="horizon", digest="3710e54b052b0fc7145a48d9c55d7874"),
}
"""Made by make.py, which says what stands here."""


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_read_as_what_it_was(name: str) -> None:
    """Every event is of a kind that is known, and says what it said; thoughts and header are there."""
    golden = RECORDS[name]
    with Record.open(HERE / name) as record:
        assert record.digest() == golden.digest
        assert record.outcome == golden.outcome
        events = list(record.events())
        assert len(events) == golden.events
        assert not [event.kind for event in events if isinstance(event.body, UnknownBody)]
        assert len({event.kind for event in events}) > 20
        assert {thought.role for thought in record.thoughts()} == {"coworkers", "player"}
        assert record.header["created_by"]["workaday"] == name.removeprefix("v").removesuffix(".workaday")


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_scored_and_shown(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Today's scorers and today's transcript work on it; what the scores are may change with the scorers."""
    path = str(shutil.copy(HERE / name, tmp_path))
    assert invoke(["score", path, "--json"]) in (0, 1)
    told = json.loads(capsys.readouterr().out)
    assert 0 <= told["scores"]["total"] <= 1
    assert told["digest"] == RECORDS[name].digest
    assert invoke(["show", path, "--all"]) == 0
    shown = capsys.readouterr().out
    assert "Rui Melo" in shown
    assert len(shown.splitlines()) > 50
    assert invoke(["diff", path, path]) == 0
    assert "Every event is the same." in capsys.readouterr().out


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_small_enough_to_keep(name: str) -> None:
    """Each version may add one."""
    assert (HERE / name).stat().st_size < 300_000


@pytest.mark.parametrize("command", ["score", "show", "resume", "replay", "fork", "diff"])
def test_a_newer_record_is_refused_in_so_many_words(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2: which format it is in, which one is known, and what to use instead; nothing is guessed at."""
    path = tmp_path / "newer.workaday"
    shutil.copy(HERE / next(iter(RECORDS)), path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version={FORMAT + 1}")
    with pytest.raises(JournalError, match=f"format {FORMAT + 1}"):
        Record.open(path)
    more = {"fork": ["--at", "1h"], "diff": [str(path)]}.get(command, [])
    assert invoke([command, str(path), *more]) == 2
    said = capsys.readouterr().err
    assert f"{path}: this run is in format {FORMAT + 1}, and this installation knows formats up to {FORMAT}" in said
    assert "use the newer version of Workaday that wrote it" in said
    assert "Traceback" not in said
