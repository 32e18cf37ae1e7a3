"""How players are named and made."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import workaday
from scenarios.load import Loaded
from workaday.players.registry import OURS, UnknownPlayer, installed, make

SOURCE = """
class Own:
    def begin(self, briefing): pass
    async def act(self, observation): raise NotImplementedError

class Named(Own):
    name = "named"

class Plain(Own):
    def act(self, observation): pass

class Slotted:
    __slots__ = ()
    def begin(self, briefing): pass
    async def act(self, observation): pass

class Incomplete:
    name = "x"

class Needy(Named):
    def __init__(self, temperature, *, model): pass

class Stillborn(Named):
    def __init__(self): raise OSError("no key")

class Awaited(Named):
    async def begin(self, briefing): pass

class Unspeakable(Exception):
    def __str__(self): raise ValueError("no words")

class Mute(Named):
    def __init__(self): raise Unspeakable

def fails():
    raise LookupError("nothing here")

class Deep:
    Inner = Named

def built():
    return Named()

ready = Named()
"""


@pytest.fixture
def loaded(flour: str) -> Loaded:
    return workaday.load(flour)


@pytest.fixture
def own(here: Path) -> Path:
    """A folder with a module of somebody's own players."""
    (here / "my_players.py").write_text(SOURCE, encoding="utf-8")
    return here


@pytest.mark.parametrize("name", ["diligent", "idle", "oracle", "model:openai/x"])
def test_installed_players_are_made_by_name(name: str, loaded: Loaded) -> None:
    """Each player of ours carries the name by which it was asked for."""
    assert make(name, loaded).name == name


def test_ours_come_through_the_same_door_as_anybodys() -> None:
    """All five are entry points."""
    assert set(installed()) >= {"diligent", "idle", "model", "oracle", "scripted"}


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("my_players:Named", "named"),
        ("my_players:built", "named"),
        ("my_players:ready", "named"),
        ("my_players:Deep.Inner", "named"),
        ("my_players.py:Named", "named"),
        ("my_players:Own", "my_players:Own"),
    ],
)
def test_an_object_of_ones_own_is_made_by_module_or_file(name: str, called: str, own: Path, loaded: Loaded) -> None:
    """A class or function is called, an object taken as it is; one without a name gets the one it was asked for by."""
    assert make(name, loaded).name == called


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("dilligent", "Did you mean 'diligent'?"),
        ("zzz", "Installed are diligent, flatterer, guesser, hacker, idle, leaker, model, never-"),
        ("model", "needs one: model:..."),
        ("idle:x", "takes no argument"),
        ("oracle:x", "takes no argument"),
        ("scripted", "scripted:steps.yaml"),
        ("no_such_module:Player", "there is no module 'no_such_module'"),
        ("no_such_file.py:Player", "there is no file no_such_file.py"),
        ("my_players:Namd", "Did you mean 'Named'?"),
        ("my_players:Incomplete", "has no begin and no act"),
        ("my_players:Plain", "async def act"),
        ("my_players:Slotted", "has no name"),
        ("my_players:Needy", "Needy needs temperature and model"),
        ("my_players.py:Needy", "give them defaults"),
        ("my_players:Stillborn", "making Stillborn raises OSError: no key"),
        ("my_players:fails", "making fails raises LookupError: nothing here"),
        ("my_players:Mute", "making Mute raises Unspeakable: Unspeakable, whose message cannot be read"),
        ("my_players:Awaited", "begin is not awaited"),
    ],
)
def test_what_cannot_be_a_player_is_told(name: str, why: str, own: Path, loaded: Loaded) -> None:
    """Every reason for which there is no such player is said with what would do."""
    with pytest.raises(UnknownPlayer, match=re.escape(why)):
        make(name, loaded)


@pytest.mark.parametrize(
    ("source", "why"),
    [("import no_such_library\n", "needs 'no_such_library'"), ("1 / 0\n", "ZeroDivisionError")],
)
def test_a_module_that_cannot_be_imported_says_why(source: str, why: str, here: Path, loaded: Loaded) -> None:
    """What its import raises is told, by module and by file."""
    (here / "wrong_player.py").write_text(source, encoding="utf-8")
    with pytest.raises(UnknownPlayer, match=re.escape(why)):
        make("wrong_player:Player", loaded)
    with pytest.raises(UnknownPlayer, match=r"wrong_player\.py raises"):
        make("wrong_player.py:Player", loaded)


def test_a_file_may_be_called_like_a_library(here: Path, loaded: Loaded) -> None:
    """A player in a file called json.py does not stand in the way of the library of that name."""
    import json

    (here / "json.py").write_text(SOURCE, encoding="utf-8")
    assert make("json.py:Named", loaded).name == "named"
    assert json.loads("[1]") == [1]


PACKAGES = sorted(OURS - {"workaday"})


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("file", ["{}.py", "{}/__init__.py"])
def test_a_module_of_ones_own_that_is_called_like_one_of_ours_is_told(
    file: str, package: str, loaded: Loaded, here: Path
) -> None:
    """What is found under that name would be ours: the file that is meant is named, and how to name it."""
    own = Path(file.format(package))
    own.parent.mkdir(exist_ok=True)
    own.write_text("class Agent: pass\n", encoding="utf-8")
    with pytest.raises(UnknownPlayer, match=f"{package}.* is a package of Workaday's own, which hides your {own}"):
        make(f"{package}:Agent", loaded)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_of_ours_is_no_place_for_a_player_of_ones_own(package: str, loaded: Loaded, here: Path) -> None:
    """Neither a name that it has not, nor one that is no player; and what a player has is said."""
    with pytest.raises(UnknownPlayer, match="a package of Workaday's own"):
        make(f"{package}:Wait", loaded)
    with pytest.raises(UnknownPlayer, match=r"Wait is no player.*async def act\(self, observation\)"):
        make("sim.apps.desk:Wait", loaded)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_script_beside_a_file_that_hides_a_package_is_told(package: str, here: Path) -> None:
    """From Python too: `import workaday` beside a file called sim.py says which file is in the way."""
    (here / f"{package}.py").write_text("", encoding="utf-8")
    code = f"import sys; sys.path.insert(0, {str(here)!r}); import workaday; workaday.run"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=600)
    assert ended.returncode == 1
    assert f"{package}.py hides the package '{package}' of Workaday's" in ended.stderr
