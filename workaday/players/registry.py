"""How a player is named, and made from its name.

A name is one of these::

    diligent                    an installed player: an entry point of ``workaday.players``
    scripted:steps.yaml         the same, with an argument
    my_package.agents:MyAgent   an object of one's own, by module and attribute
    examples/agent.py:MyAgent   the same, by file

An installed player is a class. It is called with its argument, without one where none is given; a class with the class
method ``for_scenario(loaded, argument)`` is made by that instead, and so can play from what is known of the scenario:
reference players do, a player under test has no use for it. An object of one's own is called without arguments where it
is a class or a function, and taken as it is otherwise.

Where a scenario has several seats, a name is that of the player in each of them, or says who sits where::

    amal=oracle,bea=my_package.agents:MyAgent

A player has a ``name``, ``begin(briefing)`` and ``async act(observation)``: see :class:`sim.player.Player`. One that
asks models may have ``use_model(port)``; it is then handed the :class:`sim.model.ModelPort` of the run, by which what
it asks is kept, paid for once and counted. One that draws lots may have ``use_chance(random)``: see
:class:`DrawsLots`. One that has something to close may have ``async aclose()``, called when the run is over or stops.
"""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

from sim import plugins
from sim.actions import clip
from sim.complaint import complaint, place
from sim.misspelling import did_you_mean
from sim.model import ModelPort
from sim.player import AnyPlayer, Player, Together, told_apart, told_together
from sim.source import SourceError
from sim.units import BadValue

if TYPE_CHECKING:
    from scenarios.load import Loaded

OURS = frozenset({"workaday", "scenarios", "personas", "scorers", "orgs", "sim"})
"""The packages that Workaday brings."""
HOSTED = "hosted"
"""The name of whoever has a seat through a door (`workaday.doors`): no player can be made from it."""
NEEDED = "a player has `def begin(self, briefing)` and `async def act(self, observation)` (docs/players.md)"


class UnknownPlayer(LookupError):
    """There is no player of this name, or it cannot be made: ``name``, and ``why`` with what would do."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(name, why)
        self.name, self.why = name, why

    def __str__(self) -> str:
        return f"player {self.name!r}: {self.why}"


@runtime_checkable
class MadeForScenario(Protocol):
    """The class of a player that is made for one scenario."""

    @classmethod
    def for_scenario(cls, loaded: "Loaded", argument: str | None, /) -> Player:
        """The player for this scenario. ``argument`` is what stands after the colon, None where there is no colon."""
        ...


@runtime_checkable
class AsksModels(Protocol):
    """A player that wants the port to models."""

    def use_model(self, port: ModelPort, /) -> None:
        """Called once, before ``begin``."""
        ...


@runtime_checkable
class DrawsLots(Protocol):
    """A player that does not always do the same, and wants to be repeatable nevertheless."""

    def use_chance(self, chance: Random, /) -> None:
        """Called once, before ``begin``, with random numbers that depend on the seed and the epoch alone."""
        ...


@runtime_checkable
class Closes(Protocol):
    """A player with something to close."""

    async def aclose(self) -> None:
        """Called once, when the run is over or stops."""
        ...


def installed() -> Mapping[str, EntryPoint]:
    """The installed players by name, not yet opened, in alphabetical order."""
    return plugins.installed("players")


def make(name: str, loaded: "Loaded") -> Player:
    """The player of this name, for one run of a scenario. Raises :class:`UnknownPlayer`."""
    short, colon, argument = name.partition(":")
    entry = installed().get(short)
    if entry is not None:
        return _checked(name, _from_entry(name, entry, loaded, argument if colon else None))
    if colon:
        return _checked(name, _own(name))
    if name == HOSTED:
        raise UnknownPlayer(name, "it came through a door, and goes on through one: workaday serve RUN")
    raise UnknownPlayer(name, f"there is none of that name. {_hint(short)}")


def seated(player: "str | AnyPlayer | Mapping[str, str | Player]", loaded: "Loaded") -> tuple[AnyPlayer, str]:
    """Whoever plays a run of this scenario, in its one seat or in each of several, and what they are made from again.

    Several are named as said above, or handed over by seat. Raises :class:`UnknownPlayer`.
    """
    seats = loaded.script.players
    if not loaded.script.seats:
        if isinstance(player, Together | Mapping):
            raise UnknownPlayer(_together(player), f"this scenario has one seat, {seats[0]}: hand over one player")
        return (make(player, loaded), player) if isinstance(player, str) else (checked(player), player.name)
    given = _by_seat(player, seats)
    made: dict[str, Player] = {}
    for who, one in given.items():
        made[who] = make(one, loaded.for_seat(who)) if isinstance(one, str) else checked(one)
        if any(made[who] is made[other] for other in made if other != who):
            raise UnknownPlayer(made[who].name, "this is one object in two seats: hand over one of its own for each")
    return Together(made), told_together({who: one if isinstance(one, str) else one.name for who, one in given.items()})


def _by_seat(player: "str | AnyPlayer | Mapping[str, str | Player]", seats: Sequence[str]) -> dict[str, str | Player]:
    """Who is to play in each of several seats. Raises :class:`UnknownPlayer` where that is not said of all of them."""
    named: Mapping[str, str | Player]
    if isinstance(player, str):
        named = told_apart(player, seats)
    elif isinstance(player, Together):
        named = player.players
    elif isinstance(player, Mapping):
        named = player
    else:
        raise UnknownPlayer(player.name, f"this scenario has the seats {', '.join(seats)}: hand over a player for each")
    missing = [who for who in seats if who not in named]
    if missing:
        fix = ",".join(f"{who}={named.get(who, '...')}" for who in seats)
        raise UnknownPlayer(_together(named), f"nobody is named for the seat {missing[0]}. Write {fix}")
    stray = next((who for who in named if who not in seats), None)
    if stray is not None:
        raise UnknownPlayer(_together(named), f"there is no seat {stray!r} here. {did_you_mean(stray, seats)}")
    return {who: named[who] for who in seats}


def _together(players: "Together | Mapping[str, str | Player]") -> str:
    if isinstance(players, Together):
        return players.name
    return ",".join(f"{who}={one if isinstance(one, str) else one.name}" for who, one in players.items())


def _hint(name: str) -> str:
    known = ", ".join(installed())
    near = did_you_mean(name, installed())
    near = "" if near.startswith("Known") else f"{near} "
    return f"{near}Installed are {known}; one's own is named by module:attribute or file.py:attribute."


def _from_entry(name: str, entry: EntryPoint, loaded: "Loaded", argument: str | None) -> Any:
    try:
        kind = entry.load()
    except (Exception, SystemExit) as error:
        raise UnknownPlayer(name, f"importing {entry.value} {_raises(error)}") from error
    if isinstance(kind, MadeForScenario):
        return _made(name, entry.value, lambda: kind.for_scenario(loaded, argument))
    given = () if argument is None else (argument,)
    try:
        inspect.signature(kind).bind(*given)
    except TypeError:
        rule = "takes no argument: leave out the colon and what follows" if given else f"needs one: {entry.name}:..."
        raise UnknownPlayer(name, rule) from None
    return _made(name, entry.value, lambda: kind(*given))


def _made(name: str, what: str, make: Callable[[], Any]) -> Any:
    """What ``make`` gives. Raises :class:`UnknownPlayer` for whatever it raises that is not told in words already."""
    try:
        return make()
    except (UnknownPlayer, SourceError, BadValue):
        raise
    except (Exception, SystemExit) as error:
        raise UnknownPlayer(name, f"making {what} {_raises(error)}") from error


def _raises(error: BaseException) -> str:
    """What an exception says and where it was raised; a mistake of syntax says that itself."""
    where = "" if isinstance(error, SyntaxError) else place(error)
    said = clip(f"raises {type(error).__name__}: {complaint(error)}".removesuffix(": "), 400)
    return f"{said} ({where})" if where else said


def _own(name: str) -> Any:
    where, _, attribute = name.rpartition(":")
    module = _module(name, where)
    found: Any = module
    for part in attribute.split("."):
        if not part or not hasattr(found, part):
            if where.partition(".")[0] in OURS:
                told = f"{where} is a package of Workaday's own, without a player of that name"
                raise UnknownPlayer(name, f"{told}; your own is named by its file: agent.py:{attribute}")
            candidates = [known for known in vars(module) if not known.startswith("_")]
            raise UnknownPlayer(name, f"{where} has no {attribute!r}. {did_you_mean(attribute, candidates)}".rstrip())
        found = getattr(found, part)
    if not isinstance(found, type) and not (callable(found) and not hasattr(found, "act")):
        return found
    needs = _needed(found)
    if needs:
        rule = f"{attribute} needs {' and '.join(needs)}; it is called with no argument"
        raise UnknownPlayer(name, f"{rule}: give {'it a default' if len(needs) == 1 else 'them defaults'}")
    return _made(name, attribute, found)


def _needed(kind: Callable[..., Any]) -> tuple[str, ...]:
    """The parameters without which this cannot be called, as far as can be told."""
    try:
        parameters = inspect.signature(kind).parameters.values()
    except (TypeError, ValueError):  # some classes of C have none
        return ()
    optional = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return tuple(one.name for one in parameters if one.default is one.empty and one.kind not in optional)


def checked(player: Any) -> Player:
    """A player that is at hand, with the name of its class (``module:Class``) where it has none.

    Raises :class:`UnknownPlayer` where it is none.
    """
    kind = player if isinstance(player, type) else type(player)
    if isinstance(player, type):
        raise UnknownPlayer(kind.__qualname__, f"this is a class: hand over a player, {kind.__name__}()")
    return _checked(f"{kind.__module__}:{kind.__qualname__}", player)


def _module(name: str, where: str) -> Any:
    if where.endswith(".py"):
        path = Path(where)
        if not path.is_file():
            raise UnknownPlayer(name, f"there is no file {where}")
        # Under a name of its own: a file called json.py must not stand in the way of the library.
        module_name = f"workaday_own_{path.stem}"
        spec = importlib.util.spec_from_file_location(module_name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[module_name] = module
        try:
            # From its source: Python's cache takes a file that was changed within the same second for the old one.
            exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
        except (Exception, SystemExit) as error:
            raise UnknownPlayer(name, f"running {where} {_raises(error)}") from error
        return module
    _require_own(name, where)
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        return importlib.import_module(where)
    except ModuleNotFoundError as error:
        if error.name is not None and (where == error.name or where.startswith(f"{error.name}.")):
            raise UnknownPlayer(name, f"there is no module {where!r}. {_hint(where)}") from error
        needs = f"importing {where} needs {error.name!r}, which is not installed ({place(error)})"
        raise UnknownPlayer(name, needs) from error
    except (Exception, SystemExit) as error:
        raise UnknownPlayer(name, f"importing {where} {_raises(error)}") from error


def _require_own(name: str, where: str) -> None:
    """Raise :class:`UnknownPlayer` where a module of the user's has the name of a package of ours, which hides it."""
    package = where.partition(".")[0]
    for file in (Path(f"{package}.py"), Path(package, "__init__.py")):
        if package in OURS and file.is_file() and not _is_ours(file, package):
            told = f"{package!r} is a package of Workaday's own, which hides your {file.as_posix()}"
            fix = f"name it by its file ({file.as_posix()}:...), or rename it"
            raise UnknownPlayer(name, f"{told}: {fix}")


def _is_ours(file: Path, package: str) -> bool:
    ours = getattr(sys.modules.get(package) or importlib.import_module(package), "__file__", None)
    return ours is not None and Path(ours).resolve() == file.resolve()


def _checked(name: str, player: Any) -> Player:
    """The player, with the name it was asked for by where it has none. Raises :class:`UnknownPlayer`."""
    lacks = [part for part in ("begin", "act") if not callable(getattr(player, part, None))]
    if lacks:
        what = player.__name__ if isinstance(player, type | ModuleType) else type(player).__name__
        raise UnknownPlayer(name, f"{what} is no player, it has no {' and no '.join(lacks)}: {NEEDED}")
    if inspect.isfunction(getattr(type(player), "act", None)) and not inspect.iscoroutinefunction(type(player).act):
        raise UnknownPlayer(name, "its act is a plain function: write `async def act(self, observation)`")
    if inspect.iscoroutinefunction(player.begin):
        raise UnknownPlayer(name, "its begin is not awaited: write `def begin(self, briefing)`, without async")
    if not isinstance(getattr(player, "name", None), str):
        try:
            player.name = name
        except AttributeError:
            raise UnknownPlayer(name, f"{type(player).__name__} has no name: give the class one") from None
    return cast("Player", player)
