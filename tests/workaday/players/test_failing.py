"""Players that fail wherever they can: it is theirs, it is kept, and the run can be scored, read and gone on with."""

import json
from pathlib import Path

import pytest

import workaday
from sim.player import Act, Observation
from sim.record import Record
from sim.vocabulary.seat import PlayerFault
from workaday.cli import invoke
from workaday.players.registry import UnknownPlayer

SOURCE = """
import pathlib

class Unspeakable(Exception):
    def __str__(self): raise ValueError("no words")

class Half(Exception):
    def __str__(self): return "half a pair: \\ud83d"

class Sound:
    def begin(self, briefing): pass
    async def act(self, observation): raise NotImplementedError

class BeginRaises(Sound):
    def begin(self, briefing): raise ValueError("no brain")

class BeginUnspeakable(Sound):
    def begin(self, briefing): raise Unspeakable

class BeginAwaits(Sound):
    def begin(self, briefing): return self.later()
    async def later(self): pass

class ActUnspeakable(Sound):
    async def act(self, observation): raise Unspeakable

class ActHalf(Sound):
    async def act(self, observation): raise Half

class ActNothing(Sound):
    async def act(self, observation): return None

class BeginExits(Sound):
    def begin(self, briefing): raise SystemExit(3)

class ActExits(Sound):
    async def act(self, observation): raise SystemExit("enough")

class Strange(BaseException):
    pass

class ActStrange(Sound):
    async def act(self, observation): self.deeper()
    def deeper(self): raise Strange("odd")

class ActCancels(Sound):
    async def act(self, observation):
        import asyncio
        raise asyncio.CancelledError("given up")

class PortRaises(Sound):
    def use_model(self, port): raise OSError("no line")

class PortExits(Sound):
    def use_model(self, port): raise SystemExit(0)

class ActInLibrary(Sound):
    async def act(self, observation):
        import json
        json.loads("{")

class ActTalksLong(Sound):
    async def act(self, observation): raise ValueError("so " * 500)

class Mended(Sound):
    name = "mended"
    def begin(self, briefing):
        if not pathlib.Path("mended").exists():
            raise ValueError("no brain")
    async def act(self, observation):
        from sim.player import Act
        return Act(action="desk.finish", arguments={})
"""


@pytest.fixture(autouse=True)
def players(here: Path) -> None:
    (here / "failing.py").write_text(SOURCE, encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "fault", "told"),
    [
        ("BeginRaises", "ValueError", "no brain"),
        ("BeginUnspeakable", "Unspeakable", "Unspeakable, whose message cannot be read"),
        ("BeginAwaits", "TypeError", "begin is not awaited"),
        ("ActUnspeakable", "Unspeakable", "Unspeakable, whose message cannot be read"),
        ("ActHalf", "Half", r"half a pair: \ud83d"),
        ("ActNothing", "TypeError", "a player answers with an Act"),
        ("BeginExits", "SystemExit", "3 (failing.py, line "),
        ("ActExits", "SystemExit", "enough (failing.py, line "),
        ("ActStrange", "Strange", "odd (failing.py, line "),
        ("ActCancels", "CancelledError", ""),
        ("PortRaises", "OSError", "no line (failing.py, line "),
        ("PortExits", "SystemExit", "0 (failing.py, line "),
        ("ActInLibrary", "JSONDecodeError", "(failing.py, line "),
        ("ActTalksLong", "ValueError", "(failing.py, line "),
    ],
)
def test_a_failure_is_the_players_wherever_it_happens(
    name: str, fault: str, told: str, flour: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run with a player that fails is complete: outcome crash, the failure in the record, exit 1, and it replays."""
    assert invoke(["run", flour, "--player", f"failing.py:{name}", "--out", "a.workaday", "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["outcome"] == "crash"
    assert told in said["why"]
    with Record.open("a.workaday") as record:
        assert record.header["player_from"] == f"failing.py:{name}"
        ((_, body),) = record.bodies(PlayerFault)
        assert body.fault == fault
        assert told in body.detail
    assert invoke(["score", "a.workaday"]) == 1
    assert invoke(["replay", "a.workaday"]) == 0


def test_the_line_that_failed_is_told(flour: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The innermost line of the player's own code, by file and number, and not one of the library it called."""
    assert invoke(["run", flour, "--player", "failing.py:ActStrange", "--out", "a.workaday", "-q"]) == 1
    line = SOURCE[: SOURCE.index('raise Strange("odd")')].count("\n") + 1
    assert invoke(["show", "a.workaday"]) == 0
    assert f"the player fails: Strange: odd (failing.py, line {line}, in deeper)" in capsys.readouterr().out


@pytest.mark.parametrize("source", ["raise SystemExit(0)", "raise ValueError('x')", "import nowhere_at_all", "def"])
def test_a_file_that_cannot_be_run_is_told_with_its_line(
    source: str, flour: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever the code of a player does while it is opened, sys.exit() too, is a mistake of the command's."""
    Path("broken.py").write_text(f"\n\n{source}\n", encoding="utf-8")
    for name in ("broken.py:Agent", "broken:Agent"):
        assert invoke(["run", flour, "--player", name, "--out", "a.workaday"]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"workaday: player '{name}': ")
        assert "line 3" in said
        assert "Traceback" not in said


def test_a_run_whose_player_could_not_begin_goes_on_once_it_can(flour: str) -> None:
    """The player is found again by the name it was given, so `resume` needs no --player."""
    assert invoke(["run", flour, "--player", "failing.py:Mended", "--out", "a.workaday"]) == 1
    Path("mended").touch()
    assert invoke(["resume", "a.workaday"]) in (0, 1)
    with Record.open("a.workaday") as record:
        assert record.outcome == "finished"
        assert record.count(PlayerFault) == 0


@pytest.mark.parametrize("name", ["Absent", "BeginAsync", "NeedsMore", "Raises"])
def test_what_cannot_be_made_ends_with_2_in_words(name: str, flour: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A player that cannot be had is a mistake of the command's, told before anything is written."""
    Path("more.py").write_text(
        "class NeedsMore:\n    def __init__(self, x): pass\n"
        "class Raises:\n    def __init__(self): raise ValueError('x')\n"
        "class BeginAsync:\n    async def begin(self, b): pass\n    async def act(self, o): pass\n",
        encoding="utf-8",
    )
    assert invoke(["run", flour, "--player", f"more.py:{name}", "--out", "a.workaday"]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"workaday: player 'more.py:{name}': ")
    assert "Traceback" not in said.err
    assert not Path("a.workaday").exists()


class Nameless:
    """A player without a name."""

    def begin(self, briefing: object) -> None:
        """Nothing to get ready."""

    async def act(self, observation: Observation) -> Act:
        """Go home."""
        return Act(action="desk.finish", arguments={})


def test_an_object_without_a_name_gets_one(flour: str) -> None:
    """A player handed over from Python is named after its class, as one named on the command line is."""
    result = workaday.run(flour, player=Nameless(), out="a.workaday")  # type: ignore[arg-type]
    assert result.outcome == "finished"
    assert result.player == f"{Nameless.__module__}:Nameless"


@pytest.mark.parametrize("wrong", [object(), Nameless, 5], ids=["object", "class", "number"])
def test_an_object_that_is_no_player_is_refused(wrong: object, flour: str) -> None:
    """What cannot play is told at once, and nothing is written."""
    with pytest.raises(UnknownPlayer):
        workaday.run(flour, player=wrong, out="a.workaday")  # type: ignore[arg-type]
    assert not Path("a.workaday").exists()
