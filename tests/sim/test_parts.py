"""Requests stand in a run file once in their parts, and come back whole."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.journal import Journal, JournalError, Thought
from sim.parts import LONG, fold, unfold
from sim.record import Record

GOLDEN = Path(__file__).parents[1] / "golden" / "v0.1.0.workaday"
"""A run in format 1."""

TEXTS = st.text(max_size=8) | st.sampled_from(["blob:", "blob:0123", "x" * LONG, "é" * LONG])
DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
PARTS = st.lists(st.dictionaries(TEXTS, DATA, max_size=3), max_size=4)
REQUESTS = st.fixed_dictionaries(
    {"model": TEXTS, "messages": PARTS},
    optional={"tools": PARTS, "reply_schema": st.none() | st.dictionaries(TEXTS, DATA, max_size=3)},
)


def message(n: int) -> dict[str, Any]:
    return {"role": "user", "content": f"{n}: " + "what was said before stays what it was. " * 20}


def turn(upto: int) -> dict[str, Any]:
    """What a player asks in its ``upto``-th turn: all that was said before, and its tools."""
    tools = [{"name": f"tool{n}", "description": "does something useful. " * 30} for n in range(20)]
    return {"model": "m", "messages": [message(n) for n in range(upto)], "tools": tools, "reply_schema": None}


@given(REQUESTS)
def test_a_request_comes_back_whole(request: dict[str, Any]) -> None:
    """Whatever a request holds, texts that look like references included, it is itself again."""
    kept: dict[str, bytes] = {}

    def keep(data: bytes) -> str:
        kept[str(len(kept))] = data
        return str(len(kept) - 1)

    short = json.loads(json.dumps(fold(request, keep)))
    assert unfold(short, kept.__getitem__) == request


@pytest.mark.parametrize("request_", [None, 7, "blob:1", [], {"tool": "mail.send", "messages": 3}])
def test_what_is_no_request_of_a_model_stays_as_it_is(request_: Any) -> None:
    """What a player did is a thought too, and is kept as it is."""
    assert unfold(fold(request_, lambda data: "never"), dict[str, bytes]().__getitem__) == request_


def test_a_long_conversation_is_not_kept_again_with_every_turn(tmp_path: Path) -> None:
    """The file grows with what is new in a turn, not with all that was said before; each request is read whole."""
    path, turns = tmp_path / "a.workaday", 60
    with Journal.create(path, {}) as journal:
        for n in range(1, turns + 1):
            journal.keep(Thought(str(n), 0, "player", "anna", n, turn(n), reply={"text": "ok"}))
    whole = sum(len(json.dumps(turn(n))) for n in range(1, turns + 1))
    assert path.stat().st_size < whole / 8
    with Record.open(path) as record:
        assert [thought.request for thought in record.thoughts()] == [turn(n) for n in range(1, turns + 1)]


def test_a_run_of_the_first_format_goes_on_in_it(tmp_path: Path) -> None:
    """A file of an earlier format is only ever added to as it began, so that who wrote it can read it still."""
    path = Path(shutil.copy(GOLDEN, tmp_path / "old.workaday"))
    with Journal.open(path) as journal:
        journal.keep(Thought("new", 0, "player", "anna", 1, turn(3), reply={"text": "ok"}))
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        (request,) = db.execute("SELECT request FROM thoughts WHERE key = 'new'").fetchone()
    assert json.loads(request) == turn(3)


def test_a_part_that_is_gone_is_told(tmp_path: Path) -> None:
    """A reference to what is not in the file is a damaged file, not a request with a hole in it."""
    path = tmp_path / "a.workaday"
    with Journal.create(path, {}) as journal:
        journal.keep(Thought("k", 0, "player", "anna", 1, turn(1), reply={"text": "ok"}))
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM blobs")
    with Record.open(path) as record, pytest.raises(JournalError, match="damaged"):
        list(record.thoughts())
