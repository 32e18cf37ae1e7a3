"""Runs that go on, that part from another, that are computed again: :func:`resume`, :func:`fork`, :func:`replay`.

All three need nothing but the run file: it holds the whole scenario, the names of player and mind, and every answer.
"""

import asyncio
import os
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, TypeVar

from scenarios.course import course_of, joined, stretch_at
from sim.engine import PlayerDiverged
from sim.journal import Divergence
from sim.localtime import long_local
from sim.model import ModelPort
from sim.player import told_apart, told_together
from sim.record import Record
from sim.units import BadValue
from sim.vocabulary.core import Event
from sim.vocabulary.run import RunEnded
from workaday.players.registry import HOSTED, UnknownPlayer, seated
from workaday.result import AnyPlayers, Result, Rollout, moment
from workaday.unlike import Unlike, unlike

if TYPE_CHECKING:
    from scenarios.load import Loaded
    from scenarios.stage import Played, Stage

TAKEN_BACK = ("unfinished", "crash", "budget")
"""Outcomes after which a run can go on."""


class CannotContinue(Exception):
    """A run file from which nothing can go on: ``path``, and why, with what would do."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, why)
        self.path, self.why = path, why

    def __str__(self) -> str:
        return f"{self.path}: {self.why}"


@dataclass(frozen=True, slots=True)
class Kept:
    """What a run file holds: how far it has got, and at what cost."""

    scenario: str
    player: str
    player_from: str
    """What the player is made from again: its name, or where it is."""
    mind: str
    seed: int
    outcome: str
    why: str
    events: int
    answers: int
    """Thoughts that are kept: answers of models and acts of the player."""
    at: int
    """The instant of the last event."""
    zone: str
    """The time zone of the seat."""
    day: int
    """The day of the run at that instant, from 1."""

    @property
    def local(self) -> str:
        """That instant on the clock of the seat."""
        return f"{long_local(self.at, self.zone)} ({self.zone})"

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {"at": self.at, "local": self.local, "day": self.day, "events": self.events, "answers": self.answers}


def kept_in(record: Record) -> "tuple[Kept, Loaded]":
    """What a record holds, and its scenario. Raises :class:`CannotContinue` where it holds none that is known here."""
    from pydantic import ValidationError

    from scenarios.packing import unpack
    from sim.units import local_date

    try:
        loaded = unpack(record.header)
        header = {key: record.header[key] for key in ("player", "player_from", "mind", "seed")}
    except (KeyError, ValidationError, ValueError) as error:
        made = ", ".join(f"{name} {version}" for name, version in record.header.get("created_by", {}).items())
        why = f"it holds no scenario that this version of Workaday knows ({type(error).__name__})"
        raise CannotContinue(record.path, f"{why}; it was made by {made or 'nobody knows what'}") from error
    last, ended = record.last(), record.last(RunEnded)
    at = last.at if last is not None else loaded.script.start
    zone = loaded.org.person(loaded.script.seat).calendar.zone
    day = (local_date(at, zone) - local_date(loaded.script.start, zone)).days + 1
    why = ended.body.why if ended is not None and isinstance(ended.body, RunEnded) else ""
    kept = Kept(
        record.scenario, **header, outcome=record.outcome, why=why, events=record.count(),
        answers=record.thought_count(), at=at, zone=zone, day=day,
    )  # fmt: skip
    return kept, loaded


class Resumption(Rollout):
    """A run that goes on."""

    def __init__(self, run: str | os.PathLike[str], player: AnyPlayers | None = None, **options: Any) -> None:
        """``options`` are those of :class:`~workaday.result.Rollout`.

        Raises :class:`CannotContinue` for a run that is over, :class:`sim.runfile.JournalError`,
        :class:`~workaday.players.registry.UnknownPlayer`.
        """
        with Record.open(run) as record:
            self.kept, loaded = kept_in(record)
            begun = dict(record.header)
        options = _with_cassette(begun, options)
        if self.kept.outcome not in TAKEN_BACK:
            hint = f'to play on from an earlier moment: workaday fork {quote(os.fspath(run))} --at "day 1 12:00"'
            raise CannotContinue(os.fspath(run), f"this run is over: {self.kept.outcome} ({self.kept.why}); {hint}")
        # A player that is made for a scenario is made for the one in which it came into the seat.
        made_for = replace(loaded, script=joined(course_of(begun)).script)
        try:
            made, told = seated(player or self.kept.player_from, made_for)
        except UnknownPlayer as error:
            if error.name == HOSTED:
                raise
            raise UnknownPlayer(error.name, f"{error.why} Say where it is now: --player.") from error
        super().__init__(loaded, made, self.kept.mind, self.kept.seed, run, begun=begun, **options)
        self.player_name = told if isinstance(player, str) else self.kept.player_from
        if self.player.name != self.kept.player:
            why = f"it was played by {self.kept.player}, and {self.player.name} is another player"
            raise CannotContinue(os.fspath(run), f"{why}: workaday fork is for that")
        self.recorded = self.kept.events

    async def _begin(self, stage: "Stage", until: int | None) -> "Played":
        if until is not None and until <= self.kept.at and self.kept.events:
            raise BadValue("until", f"lies before where the run stands, {self.kept.local}", "Give a later time.")
        with explained(self.path or Path()):
            return await stage.resume(until)


class Fork(Rollout):
    """A run that is as another one up to an instant."""

    def __init__(
        self,
        run: str | os.PathLike[str],
        at: str | int,
        player: AnyPlayers | None = None,
        mind: str | None = None,
        settings: Mapping[str, str] | None = None,
        events: str | os.PathLike[str] | None = None,
        out: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        """``at`` is a duration from the start, a local time of the seat, or an instant. Without ``player`` and ``mind``
        they are those of that moment. ``options`` are those of :class:`~workaday.result.Rollout`.

        Raises :class:`CannotContinue`, :class:`sim.units.BadValue` for an ``at`` that is no time or that the run has
        not reached, :class:`sim.source.SourceError` for ``settings`` or ``events`` with mistakes,
        :class:`sim.runfile.JournalError`, :class:`~workaday.players.registry.UnknownPlayer`.
        """
        from scenarios.amendments import added, amended, org_at

        with Record.open(run) as record:
            self.kept, loaded = kept_in(record)
            self.at = self._instant(at, loaded)
            """The instant from which on it is another."""
            recorded = record.count(until=self.at)
            begun, org = dict(record.header), org_at(record, loaded.org, self.at)
        options = _with_cassette(begun, options)
        course = course_of(begun)
        present = stretch_at(course, self.at)
        loaded = replace(loaded, script=present.script)
        if settings:
            loaded = replace(loaded, script=amended(loaded, settings))
        if events is not None:
            loaded = replace(loaded, script=added(loaded, events, self.at, org))
        self._changed = bool(settings) or events is not None
        player = _filled_in(player or present.player_from, present.player_from, loaded)
        before = tuple(stretch for stretch in course if stretch.since < self.at)
        goes_on = bool(before) and player in (before[-1].player, before[-1].player_from)
        made, told = seated(player, replace(loaded, script=joined(before).script) if goes_on else loaded)
        super().__init__(loaded, made, mind or present.mind, self.kept.seed, out, begun=begun, **options)
        self.player_name = told
        self.parent = Path(run)
        """The run it comes from."""
        self.recorded = recorded

    @property
    def local(self) -> str:
        """The instant at which it parts, on the clock of the seat."""
        return f"{long_local(self.at, self.kept.zone)} ({self.kept.zone})"

    def _instant(self, told_at: str | int, loaded: "Loaded") -> int:
        start = loaded.script.start
        if isinstance(told_at, int):
            at = told_at
        else:
            at = moment(told_at, "--at", start, self.kept.zone, self.kept.at)
        meant = f"{long_local(at, self.kept.zone)} ({self.kept.zone})"
        shown = told_at if isinstance(told_at, str) else meant
        if at > self.kept.at:
            rule = f"is no moment for --at: {meant} is later than where the run stands, {self.kept.local}"
            raise BadValue(shown, rule, "Give an earlier time.")
        if at < start:
            begins = f"{long_local(start, self.kept.zone)} ({self.kept.zone})"
            rule = f"is no moment for --at: {meant} is before the start of the run, {begins}"
            raise BadValue(shown, rule, "Give a later time.")
        return at

    async def _begin(self, stage: "Stage", until: int | None) -> "Played":
        with explained(self.parent):
            return await stage.fork(self.parent, self.at, self.loaded.script if self._changed else None, until)


def _filled_in(player: AnyPlayers, present: str, loaded: "Loaded") -> AnyPlayers:
    """The player, or of several those who are named, with the present ones in all other seats."""
    seats = loaded.script.players
    if not loaded.script.seats or not isinstance(player, str):
        return player
    return told_together(
        {seat: told_apart(player, seats).get(seat, told_apart(present, seats)[seat]) for seat in seats}
    )


def _with_cassette(header: Mapping[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The options, with the cassette that the run was played from where they name no other file."""
    recorded = header.get("cassette")
    if recorded is None:
        return options
    return options | {"cassette": options.get("cassette") or recorded["file"], "on_miss": recorded["on_miss"]}


@dataclass(frozen=True, slots=True)
class Replay:
    """A run that was computed again."""

    path: Path
    events: int
    """Events that were recorded, but for an end that is taken back when the run goes on."""
    identical: int
    """Events that came out as they were recorded, from the first on."""
    difference: Unlike | None
    """The first that did not."""

    @property
    def is_identical(self) -> bool:
        """Whether all of them did."""
        return self.difference is None


# -- from Python ------------------------------------------------------------------------------------------------------


def resume(
    run: str | os.PathLike[str],
    until: str | int | None = None,
    *,
    player: AnyPlayers | None = None,
    api_base: str | None = None,
    budget: Sequence[str] = (),
    port: ModelPort | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> Result:
    """Go on with a run that was stopped or killed, to its end, and score it.

    What the file holds is computed again, without asking any model, and compared; ``on_event`` sees that too. Thoughts
    that were on their way are asked again. ``player`` is only needed where the file cannot name it: an object of one's
    own, or a name that has changed. It has to be the same player: another one is for :func:`fork`. ``budget`` changes
    what the run may use in all: one that stopped at a limit goes on with a higher one.

    Raises what :func:`workaday.run` raises, :class:`CannotContinue` for a run that is over, and :class:`Unlike` where
    something else is computed than was recorded.
    """
    return _in_a_loop(
        resume_async(run, until, player=player, api_base=api_base, budget=budget, port=port, on_event=on_event),
        "resume_async",
    )


async def resume_async(
    run: str | os.PathLike[str],
    until: str | int | None = None,
    *,
    player: AnyPlayers | None = None,
    api_base: str | None = None,
    budget: Sequence[str] = (),
    port: ModelPort | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> Result:
    """As :func:`resume`, in the event loop that runs already."""
    options = {"api_base": api_base, "budget": budget, "port": port, "on_event": on_event}
    return await Resumption(run, player, **options).play(until)


def fork(
    run: str | os.PathLike[str],
    at: str | int,
    *,
    player: AnyPlayers | None = None,
    mind: str | None = None,
    settings: Mapping[str, str] | None = None,
    events: str | os.PathLike[str] | None = None,
    out: str | os.PathLike[str] | None = None,
    until: str | int | None = None,
    api_base: str | None = None,
    budget: Sequence[str] = (),
    port: ModelPort | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> Result:
    """Play anew from a moment of a run on; up to it, all is as it was there. The run itself stays as it is.

    ``at`` is a duration from the start ("2 days"), a local time of the seat ("day 3 10:00") or an instant. From then on
    ``player`` has the seat and ``mind`` moves the coworkers, where they are given; ``settings`` hold
    (`scenarios.amendments`: {"pace.decide": "1m"}); and the events of the file ``events`` come about too.

    Raises what :func:`resume` raises, and :class:`sim.units.BadValue` for a moment that the run has not reached.
    """
    return _in_a_loop(
        fork_async(
            run, at, player=player, mind=mind, settings=settings, events=events, out=out, until=until,
            api_base=api_base, budget=budget, port=port, on_event=on_event,
        ),
        "fork_async",
    )  # fmt: skip


async def fork_async(
    run: str | os.PathLike[str],
    at: str | int,
    *,
    player: AnyPlayers | None = None,
    mind: str | None = None,
    settings: Mapping[str, str] | None = None,
    events: str | os.PathLike[str] | None = None,
    out: str | os.PathLike[str] | None = None,
    until: str | int | None = None,
    api_base: str | None = None,
    budget: Sequence[str] = (),
    port: ModelPort | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> Result:
    """As :func:`fork`, in the event loop that runs already."""
    options = {"api_base": api_base, "budget": budget, "port": port, "on_event": on_event}
    return await Fork(run, at, player, mind, settings, events, out, **options).play(until)


def replay(run: str | os.PathLike[str]) -> Replay:
    """Compute a run again, without any model or player, and compare every event. The file is not touched.

    Raises :class:`CannotContinue`, :class:`sim.runfile.JournalError`, :class:`scenarios.stage.UnknownPlugin`.
    """
    return _in_a_loop(replay_async(run), "replay_async")


async def replay_async(run: str | os.PathLike[str]) -> Replay:
    """As :func:`replay`, in the event loop that runs already."""
    from scenarios.stage import Stage
    from scenarios.turning import Recorded

    path = Path(run)
    with Record.open(path) as record:
        kept, loaded = kept_in(record)
    stage = Stage(loaded, Recorded(kept.player), kept.mind, kept.seed)
    if not kept.events:
        return Replay(path, 0, 0, None)
    try:
        with explained(path):
            played = await stage.replay(path)
    except Unlike as error:
        return Replay(path, kept.events, (error.serial or 1) - 1, error)
    if played.events < stage.recorded:
        return Replay(path, stage.recorded, played.events, _cut_short(path, played.events + 1))
    return Replay(path, stage.recorded, stage.recorded, None)


def _cut_short(path: Path, serial: int) -> Unlike:
    """The difference of a run that, computed again, ends before the event ``serial`` that the file has."""
    with Record.open(path) as record:
        recorded = record.event(serial).canonical()
    now = "nothing: it ends before, or what it needs to go on (an answer of a model, an act of the player) is not kept"
    return Unlike(str(path), serial, f"event {serial} does not come about", recorded, now, ())


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Tell what comes out otherwise than recorded in words, with the reasons there may be."""
    try:
        yield
    except (Divergence, PlayerDiverged) as error:
        raise unlike(str(path), error) from error


_T = TypeVar("_T")


def _in_a_loop(work: Coroutine[Any, Any, _T], name: str) -> _T:
    """The outcome of ``work`` in an event loop of its own. Raises ``RuntimeError`` where one is running."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    work.close()
    raise RuntimeError(f"an event loop is running here: await workaday.{name}(...) instead")
