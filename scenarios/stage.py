"""The composition root: puts a scenario, an org, minds, a player and a journal together into one run.

Nothing below knows of all of these; nothing above needs to. What grades (weights, thresholds, solution) goes into the
record's header for scorers and is handed to no mind and no player.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from orgs.graph import OrgGraph
from personas.mind import MindFactory, chosen
from scenarios.course import Course, Stretch, branched, course_data, course_of, script_data, stretch_at
from scenarios.load import Loaded
from scenarios.packing import pack
from scenarios.schema import budgets_of
from scenarios.turning import Changing, FallingBack, Recorded
from sim.budget import BudgetedModel, Budgets, Prices, no_prices
from sim.cassette import Cassette
from sim.engine import REPLAYED, Ended, Engine, TurnOff
from sim.journal import Journal, JournalledModel
from sim.mind import Mind
from sim.misspelling import suggest
from sim.model import ModelPort, Role, Usage
from sim.office import App
from sim.player import AnyPlayer, by_seat, told_apart
from sim.plugins import KINDS, announced, brought_by, installed
from sim.record import Record
from sim.script import Script
from sim.stopwatch import Clock, Stopwatch
from sim.streams import stream
from sim.units import BadValue
from sim.vocabulary.core import Event
from sim.world import Coworker


class UnknownPlugin(LookupError):
    """No plug-in of this name is installed: what was asked for, of which kind, and what there is."""

    def __init__(self, kind: str, name: str, known: tuple[str, ...]) -> None:
        super().__init__(kind, name, known)
        self.kind, self.name, self.known = kind, name, known

    def __str__(self) -> str:
        near = suggest(self.name, self.known)
        hint = f" Did you mean {near!r}?" if near else ""
        return f"there is no {self.kind} called {self.name!r}; there are {', '.join(self.known) or 'none'}.{hint}"


def plugins(group: str) -> Mapping[str, Any]:
    """The entry points of a group ("apps", "minds", ...) by name, not yet loaded, in alphabetical order."""
    return installed(group)


def foreign_plugins() -> dict[str, str]:
    """What is installed here that did not come with Workaday, and may be part of a run: "apps/whiteboard" and the
    distribution and version that bring it."""
    found = {}
    for group in KINDS:
        for entry in announced(group):
            by = brought_by(entry)
            if by is not None and by[0] != "workaday":
                found[f"{group}/{entry.name}"] = " ".join(by)
    return dict(sorted(found.items()))


def office_apps() -> tuple[type[App], ...]:
    """Every installed app, ours first, in a fixed order."""
    found = plugins("apps")
    ours = [name for name in _OURS if name in found]
    return tuple(found[name].load() for name in (*ours, *(n for n in found if n not in ours)))


def apps_for(script: Script) -> tuple[type[App], ...]:
    """The apps of one office: the security desk's tools are only where there is one, so that nobody else's list of
    actions is longer for them."""
    return tuple(app for app in office_apps() if app.name != "security" or script.security is not None)


_OURS = ("directory", "chat", "mail", "calls", "drive", "calendar", "tracker", "desk", "search")


@dataclass(frozen=True, slots=True)
class Played:
    """A run that has been played: how it ended, where it is, what it cost."""

    ended: Ended
    path: Path | None
    digest: str
    events: int
    usage: Mapping[Role, Usage]
    simulated_seconds: int
    cassette: Cassette | None = None
    """The cassette that was played from, with what it had and had not."""
    replies: Mapping[Role, tuple[int, int]] = field(default_factory=dict)
    """For each role that asked a model: how many thoughts, and how many without anything usable."""


@dataclass(slots=True)
class Stage:
    """One run about to be played.

    ``mind`` is "reflex", the name of another mind plug-in, or a model string for the ``llm`` mind. ``port`` answers
    model requests; a run without models needs none.
    """

    loaded: Loaded
    player: AnyPlayer
    mind: str = "reflex"
    seed: int = 0
    out: Path | None = None
    port: ModelPort | None = None
    on_event: Callable[[Event], None] | None = None
    player_from: str | None = None
    """What the player is made from again when the run goes on, where that is more than its own name: module, file."""
    cassette: Cassette | None = None
    """The answers of another run, which are used where equal questions come up."""
    budget: Sequence[str] = ()
    """Limits in the place of the scenario's, or of those the run began with: :meth:`sim.budget.Budgets.changed`."""
    prices: Prices = no_prices
    """Prices of models, for a budget in money."""
    clock: Clock | None = None
    """Real time, for a budget of it."""
    epoch: int | None = None
    """Which play it is of this scenario and seed, from 1, where there are several: the world is the same in all of
    them, and a player that draws lots draws others."""
    engine: Engine | None = field(default=None, init=False)
    recorded: int = field(default=0, init=False)
    """Of a run computed again: the events that its file has, but for an end that is taken back."""

    async def play(self, until: int | None = None) -> Played:
        """Play to the end, or to the instant ``until``.

        Raises :class:`sim.runfile.JournalError` where the run file cannot be written, :class:`UnknownPlugin`,
        :class:`sim.units.BadValue` for a ``budget`` that is none.
        """
        header = {**pack(self.loaded), "seed": self.seed, "mind": self.mind, **self._players()}
        header["plugins"] = foreign_plugins()
        header["budgets"] = self._budgets(header).data()
        if self.epoch is not None:
            header["epoch"] = self.epoch
        if self.cassette is not None:
            header["cassette"] = {"file": self.cassette.name, "on_miss": self.cassette.on_miss}
        journal = Journal.create(self.out, header) if self.out is not None else Journal.memory(header)
        return await self._play(journal, until)

    async def resume(self, until: int | None = None) -> Played:
        """Go on with the run in the file ``out``: compute again what it holds, compare, and play on from there.

        Seed, mind and names are the file's; this stage's player has to be the one that the file names.
        Raises :class:`sim.journal.Divergence` where something else is computed than was recorded,
        :class:`sim.engine.PlayerDiverged`, :class:`sim.runfile.JournalError`, :class:`UnknownPlugin`.
        """
        if self.out is None:
            raise ValueError("only a run in a file can go on")
        return await self._play(Journal.open(self.out), until)

    async def fork(self, parent: Path, at: int, script: Script | None = None, until: int | None = None) -> Played:
        """Play anew, in the file ``out``, from the instant ``at`` of another run; before it, all is as it was there.

        From then on this stage's player has the seat, its mind moves the coworkers, and ``script`` holds, if given:
        another one in its pace, tasks, approvals and favours, and with further entries in its timeline. The header
        says what the run came from (``fork``). Raises what :meth:`resume` raises.
        """
        if self.out is None:
            raise ValueError("a fork needs a file")
        with Record.open(parent) as record:
            came_from = course_of(record.header)
            origin = {"of": str(parent), "digest": record.digest(), "at": at}
        new = Stretch(at, **self._players(), mind=self.mind, script=script or stretch_at(came_from, at).script)
        course = branched(came_from, new)
        header = {
            **self._players(),
            "mind": self.mind,
            "script": script_data(new.script),
            "fork": origin | {"course": course_data(course)},
        }
        return await self._play(Journal.branch(parent, self.out, at, header), until)

    async def replay(self, run: Path, watch: Callable[[Event], None] | None = None) -> Played:
        """Compute a run again, without any model, and compare every event. The file is not touched.

        ``watch`` sees every event as it comes about again, and may look at :attr:`engine`.

        Raises :class:`sim.journal.Divergence` at the first event that differs, :class:`sim.runfile.JournalError`.
        """
        journal = Journal.replica(run)
        self.player, self.port = Recorded(self.player.name), None
        end = self.recorded = journal.recorded

        def stop_at_the_end(event: Event) -> None:
            if watch is not None:
                watch(event)
            if event.serial >= end and self.engine is not None:
                self.engine.kernel.stop(REPLAYED)

        self.on_event = stop_at_the_end
        return await self._play(journal, None)

    async def _play(self, journal: Journal, until: int | None) -> Played:
        with journal:
            course = course_of(journal.header)
            first = course[0]
            # What is only computed again is not stopped by a limit that the run had at some time.
            budgets = self._budgets(journal.header) if not journal.is_replica else Budgets()
            stopwatch = Stopwatch(budgets.wall, self.clock)
            asked = self.port
            if asked is not None:
                spent = Record.view(journal).usage()
                asked = BudgetedModel(asked, budgets, spent=spent, prices=self.prices, stopwatch=stopwatch)
            port = JournalledModel(asked, journal, self._instant, self.cassette)
            engine = self.engine = Engine(
                first.script,
                self.loaded.org,
                self._cast(port, course, falls_back=_falls_back(journal.header)),
                self.player,
                seed=journal.header["seed"],
                journal=journal,
                apps=apps_for(first.script),
                names=(first.player, first.mind),
                on_event=self.on_event,
                turn_offs=_turn_offs(course),
                allowed=budgets.simulated,
                stopwatch=stopwatch,
            )
            self._make_ready(engine, journal.header, port)
            ended = await engine.run(until)
            seconds = ended.at - first.script.start
            return Played(
                ended, self.out, journal.digest, journal.serial, port.usage, seconds, self.cassette,
                replies=ended.replies,
            )  # fmt: skip

    def _make_ready(self, engine: Engine, header: Mapping[str, Any], port: ModelPort) -> None:
        """Hand each player what it asks for: chance, the port to models."""
        for number, (who, player) in enumerate(by_seat(self.player, engine.world.seats).items()):
            try:
                if hasattr(player, "use_chance"):
                    key = ("player", "chance", header.get("epoch", 1), *((who,) if number else ()))
                    player.use_chance(stream(header["seed"], *key))
                if hasattr(player, "use_model"):
                    player.use_model(port)
            except KeyboardInterrupt:
                raise
            except BaseException as failure:  # whoever plays, sys.exit() in it among it: it is the player's
                engine.unfit[who] = engine.failed(who, failure)

    def _budgets(self, header: Mapping[str, Any]) -> Budgets:
        """Those the run began with, else the scenario's, with this stage's changes."""
        begun = header.get("budgets")
        budgets = budgets_of(self.loaded.budgets) if begun is None else Budgets.model_validate(begun)
        return budgets.changed(self.budget)

    def _players(self) -> dict[str, str]:
        return {"player": self.player.name, "player_from": self.player_from or self.player.name}

    def _instant(self) -> int:
        assert self.engine is not None
        return self.engine.kernel.instant()

    def _cast(self, port: ModelPort, course: Course, *, falls_back: bool) -> dict[str, Coworker]:
        """Everybody of the cast with their persona's habits and a mind of their own, or several one after the other."""
        changes = [course[0], *(new for old, new in pairwise(course) if old.mind != new.mind)]
        minds = [(stretch.since, self._minds(port, stretch.mind)) for stretch in changes]
        if falls_back:
            for _, made in minds:
                rules = self._minds(port, "reflex")
                made.update({who: FallingBack(mind, rules[who]) for who, mind in made.items()})
        cast = {}
        for who in self.loaded.script.cast:
            own = [(since, made[who]) for since, made in minds]
            mind = own[0][1] if len(own) == 1 else Changing(own, self._instant)
            persona = self.loaded.personas[who]
            cast[who] = Coworker(self.loaded.org.person(who), persona.habits(), persona.temper(), mind)
        return cast

    def _minds(self, port: ModelPort, mind: str) -> dict[str, Mind]:
        """A mind of this name for everybody of the cast."""
        name = MindName.parse(mind)
        factory, org = name.factory(), self.loaded.org.name
        more: dict[str, Any] = {"options": name.options} if name.options else {}
        return {
            who: factory.make(self.loaded.personas[who], person=who, org_name=org, model=name.model, port=port, **more)
            for who in self.loaded.script.cast
        }


@dataclass(frozen=True, slots=True)
class MindName:
    """What a mind is called by, taken apart: "reflex", "openai/gpt-4o-mini", "openai/gpt-4o-mini?small_talk=model"."""

    kind: str
    """The plug-in; a name that is none is a model of the ``llm`` mind."""
    model: str | None
    options: Mapping[str, str]
    """Settings of its kind: what stands after "?", with "&" between several."""

    @classmethod
    def parse(cls, name: str) -> "MindName":
        """Raises :class:`sim.units.BadValue` for options not written so; :meth:`factory` knows which there are."""
        called, _, settings = name.partition("?")
        options: dict[str, str] = {}
        for setting in settings.split("&") if settings else ():
            option, is_one, value = setting.partition("=")
            if not (option and is_one and value) or option in options:
                raise BadValue(name, f"has {setting!r} where an option stands", "Write it as small_talk=model, once.")
            options[option] = value
        if called in plugins("minds") and called != "llm":
            return cls(called, None, options)
        return cls("llm", called.removeprefix("llm:"), options)

    def factory(self) -> MindFactory:
        """What makes such minds. Raises :class:`UnknownPlugin`, and BadValue for an option that it does not have."""
        found = plugins("minds")
        if self.kind not in found:
            raise UnknownPlugin("mind", self.kind, tuple(found))
        factory: MindFactory = found[self.kind].load()
        chosen(getattr(factory, "options", {}), self.options)
        return factory


def _falls_back(header: Mapping[str, Any]) -> bool:
    """Whether rules answer what is not on the run's cassette."""
    return bool(header.get("cassette", {}).get("on_miss") == "reflex")


def _turn_offs(course: Course) -> tuple[TurnOff, ...]:
    """Where the stretches of a course part, for the engine."""
    return tuple(
        TurnOff(new.since, _new_players(old, new), new.script if new.script != old.script else None)
        for old, new in pairwise(course)
        if (old.player, old.script) != (new.player, new.script)  # a change of minds is not the engine's
    )


def _new_players(old: Stretch, new: Stretch) -> tuple[str, ...]:
    """The seats in which somebody else plays than before."""
    seats = new.script.players
    before, after = told_apart(old.player, seats), told_apart(new.player, seats)
    return tuple(who for who in seats if before.get(who) != after.get(who))


def graph_of(header: Mapping[str, Any]) -> OrgGraph:
    """The org graph that a record carries."""
    return OrgGraph.from_data(header["org"])


__all__ = [
    "MindName",
    "Played",
    "Stage",
    "UnknownPlugin",
    "apps_for",
    "foreign_plugins",
    "graph_of",
    "office_apps",
    "plugins",
]
