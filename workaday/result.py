"""Runs from Python: :func:`run`, :func:`score` and :func:`load`, and what comes of a run."""

import asyncio
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from sim.budget import Budgets
from sim.cassette import Cassette, OnMiss
from sim.misspelling import suggest
from sim.model import ModelFault, ModelPort, Role, Usage
from sim.player import AnyPlayer, Player, Together, told_apart
from sim.runfile import JournalError
from sim.stopwatch import Clock
from sim.units import BadValue
from sim.vocabulary.core import Event
from workaday.litellm_port import LiteLLMPort, is_model, price_of
from workaday.meter import Meter
from workaday.runs import open_run

if TYPE_CHECKING:
    from scenarios.load import Loaded
    from scenarios.stage import Played, Stage
    from scorers.score_run import ScoreCard
    from sim.record import Record

AnyPlayers = str | AnyPlayer | Mapping[str, str | Player]
"""Who plays: a name or a player, or, in several seats, who sits where."""
RUNS = Path("runs")
"""Where runs go that are given no name."""


@dataclass(frozen=True, slots=True)
class Result:
    """A run that is over, or was stopped."""

    path: Path
    """Its file, which scoring, showing and replaying read."""
    scenario: str
    player: str
    mind: str
    seed: int
    outcome: str
    """How it ended (:data:`sim.vocabulary.run.Outcome`), or "unfinished" where it was stopped on the way."""
    why: str
    digest: str
    """Equal runs have equal digests."""
    scores: "ScoreCard"
    usage: Mapping[Role, Usage]
    simulated_hours: float
    events: int
    fault: ModelFault | None = None
    """Where a model could not be asked, or the budget is used up: why. The run can go on later."""
    cassette: Cassette | None = None
    """The cassette it was played from, which counts what it had and had not."""
    faults: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What went wrong with models on the way (:meth:`sim.record.Record.faults`)."""
    replies: Mapping[Role, tuple[int, int]] = field(default_factory=dict)
    """For each role that asked a model: how many thoughts, and how many without anything usable."""

    @property
    def success(self) -> bool:
        """Whether the run came to its end and the scenario's thresholds were met."""
        return self.fault is None and self.scores.success


def load(scenario: str | os.PathLike[str]) -> "Loaded":
    """The scenario of this name, or in this file. Raises :class:`sim.source.SourceError` with all that is wrong."""
    from scenarios.load import load as load_scenario

    return load_scenario(scenario)


def score(
    run: str | os.PathLike[str],
    judge: str | None = None,
    *,
    port: ModelPort | None = None,
    max_cost: float | None = None,
    verdicts: str | os.PathLike[str] | None = None,
    calibration: str | os.PathLike[str] | None = None,
    api_base: str | None = None,
) -> "ScoreCard":
    """The scores of a run file. Nothing is simulated, and no model asked but the ``judge``, where one is given.

    A judge is a model of LiteLLM's, or of ``port`` in its place, that judges by the scenario's rubric for at most
    ``max_cost`` US dollars. What it answers is kept in ``verdicts`` (a file beside the run's, where none is named), and
    any later scoring reads it there. ``calibration`` is what is known of judges (:mod:`scorers.rubrics.calibration`).

    Raises :class:`sim.runfile.JournalError` where it is no run, :class:`scorers.case.NotScorable`, and for judges what
    :func:`workaday.judging.judging_of` raises.
    """
    from scorers.score_run import score_record
    from sim.record import Record
    from workaday.judging import judging_of

    with Record.open(run) as record:
        judging = judging_of(
            record, judge, port=port, max_cost=max_cost, verdicts=verdicts, calibration=calibration, api_base=api_base
        )
        return score_record(record, judging=judging)


async def score_async(run: str | os.PathLike[str]) -> "ScoreCard":
    """As :func:`score`, in a thread, so that the event loop goes on meanwhile."""
    return await asyncio.to_thread(score, run)


def run(
    scenario: "str | os.PathLike[str] | Loaded",
    player: AnyPlayers = "diligent",
    mind: str = "reflex",
    seed: int = 1,
    out: str | os.PathLike[str] | None = None,
    until: str | int | None = None,
    *,
    api_base: str | None = None,
    budget: Sequence[str] = (),
    cassette: str | os.PathLike[str] | None = None,
    on_miss: OnMiss = "live",
    port: ModelPort | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> Result:
    """Play a scenario to its end and score it.

    ``player`` is a name (`workaday.players.registry`) or a player; where the scenario has several seats, a name of
    all, or names or players by seat. ``mind`` moves the coworkers: "reflex", another
    installed mind, or a model string of LiteLLM's. ``out`` is the run file, which must not be there yet; without it
    one is made in the folder "runs". ``until`` stops early: a duration ("2 days"), a local time of the seat ("tue
    12:00") or an instant. ``port`` answers model requests instead of LiteLLM; ``api_base`` is where LiteLLM asks.
    ``budget`` are limits like "coworkers.tokens=200k" (:mod:`sim.budget`) in the place of the scenario's. ``cassette``
    is a run file whose recorded answers are used wherever the same is asked, and ``on_miss`` what becomes of the rest
    (:data:`sim.cassette.OnMiss`).

    Raises :class:`sim.source.SourceError` for a scenario with mistakes, :class:`~workaday.players.registry.
    UnknownPlayer`, :class:`scenarios.stage.UnknownPlugin`, :class:`sim.units.BadValue` for an ``until`` that is no
    time or a ``budget`` that is none, :class:`sim.runfile.JournalError` where the file cannot be written. A model that
    cannot be reached, and a budget that is used up, are no exceptions: see :attr:`Result.fault`.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(
            run_async(
                scenario, player, mind, seed, out, until, api_base=api_base, budget=budget, cassette=cassette,
                on_miss=on_miss, port=port, on_event=on_event,
            )
        )  # fmt: skip
    raise RuntimeError("an event loop is running here: await workaday.run_async(...) instead")


async def run_async(
    scenario: "str | os.PathLike[str] | Loaded",
    player: AnyPlayers = "diligent",
    mind: str = "reflex",
    seed: int = 1,
    out: str | os.PathLike[str] | None = None,
    until: str | int | None = None,
    *,
    api_base: str | None = None,
    budget: Sequence[str] = (),
    cassette: str | os.PathLike[str] | None = None,
    on_miss: OnMiss = "live",
    port: ModelPort | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> Result:
    """As :func:`run`, in the event loop that runs already. Runs may go on side by side."""
    from scenarios.load import Loaded

    loaded = scenario if isinstance(scenario, Loaded) else load(scenario)
    rollout = Rollout(
        loaded, player, mind, seed, out, api_base=api_base, budget=budget, cassette=cassette, on_miss=on_miss,
        port=port, on_event=on_event,
    )  # fmt: skip
    return await rollout.play(until)


def moment(told: str, option: str, start: int, zone: str, end: int) -> int:
    """The instant that ``told`` means in a run from ``start`` to ``end``: a duration from the start, or a local time of
    the seat; a whole day means its beginning, or that of the run. Raises :class:`sim.units.BadValue`, which names the
    ``option`` and gives a time that the run has."""
    from sim.units import WITHOUT_DAY, WeekTime, duration, local_date

    try:
        return start + duration(told)
    except BadValue:
        pass
    try:
        when = WeekTime.parse(told)
        at = when.instant(start, zone)
    except BadValue as error:
        clock = told.strip() if error.rule == WITHOUT_DAY else "12:00"
        days = (local_date(end, zone) - local_date(start, zone)).days + 1
        possible = (WeekTime.parse(f"day {number} {clock}") for number in range(1, days + 1))
        good = next((str(one) for one in possible if start < one.instant(start, zone) <= end), None)
        fix = f'Write {option} "{good}"' if good is not None else "Write a day and a time"
        fix += ', or how long after the start: "2 days".'
        raise BadValue(told, f"is no moment for {option}: it {error.rule}", fix) from None
    return max(at, start) if when.minute is None and local_date(start, zone) == local_date(at, zone) else at


class Rollout:
    """One run, from the choice of its file to its scores."""

    def __init__(
        self,
        loaded: "Loaded",
        player: AnyPlayers,
        mind: str,
        seed: int,
        out: str | os.PathLike[str] | None,
        *,
        api_base: str | None = None,
        at_once: str | None = None,
        per_minute: str | None = None,
        budget: Sequence[str] = (),
        begun: Mapping[str, Any] | None = None,
        cassette: str | os.PathLike[str] | None = None,
        on_miss: OnMiss = "live",
        port: ModelPort | None = None,
        clock: Clock | None = None,
        epoch: int | None = None,
        on_event: Callable[[Event], None] | None = None,
    ) -> None:
        """``at_once`` and ``per_minute`` cap the requests to each model (:meth:`workaday.caps.Cap.parse`). ``begun`` is
        the header of a run that goes on, whose budgets hold where ``budget`` says nothing else. A ``port`` that is
        handed in is left open. ``epoch`` is which play it is of this scenario and seed, where there are several.

        Raises :class:`~workaday.players.registry.UnknownPlayer`, :class:`sim.units.BadValue`.
        """
        from workaday.players.registry import seated

        self.loaded = loaded
        """What is played."""
        self.player, self.player_name = seated(player, loaded)
        self.mind = mind
        self.seed = seed
        self._out = None if out is None else Path(out)
        self._epoch = epoch
        self._opened = port is None
        self._port: LiteLLMPort | ModelPort = port or LiteLLMPort(
            api_base=api_base, at_once=at_once, per_minute=per_minute, seed=seed, clock=clock
        )
        self._begun = begun or {}
        self._budget = tuple(budget)
        self.budgets()
        self._cassette = None if cassette is None else Path(cassette)
        if on_miss not in get_args(OnMiss):
            raise BadValue(on_miss, "is nothing to do about a miss", f"Choose one of {', '.join(get_args(OnMiss))}.")
        self._on_miss: OnMiss = on_miss
        self._clock = clock
        self.meter = Meter(self._port)
        """Counts what models are asked."""
        self.on_event = on_event
        self.recorded = 0
        """Events that are only computed again, those of the run it goes on with or comes from."""
        self.path: Path | None = self._out
        """The run file. Chosen as the run begins, where none was named."""
        self._stage: Stage | None = None

    async def play(self, until: str | int | None = None) -> Result:
        """Play, close the connections to models, score. Raises as :func:`run` says."""
        from workaday.players.registry import Closes

        end = self.instant(until)
        try:
            return await self._play(end)
        finally:
            for player in self.player.players.values() if isinstance(self.player, Together) else (self.player,):
                if isinstance(player, Closes):
                    await player.aclose()
            if self._opened and isinstance(self._port, LiteLLMPort):
                await self._port.aclose()

    def budgets(self) -> Budgets:
        """What may be used. Raises :class:`sim.units.BadValue` for a budget that is none."""
        from scenarios.schema import budgets_of

        begun = self._begun.get("budgets")
        budgets = budgets_of(self.loaded.budgets) if begun is None else Budgets.model_validate(begun)
        return budgets.changed(self._budget)

    def thinking(self) -> int:
        """How many thoughts of coworkers are on their way now."""
        engine = self._stage.engine if self._stage is not None else None
        return 0 if engine is None else sum(coworker.open_thoughts for coworker in engine.world.cast.values())

    def require_models(self, *, with_prices: bool = True) -> None:
        """Check that the mind, and the model of a player that is one, are installed or known to LiteLLM.

        A limit in money needs prices (``with_prices``). Opens LiteLLM where it has to be asked, and asks no server.
        Raises :class:`scenarios.stage.UnknownPlugin`, :class:`~workaday.players.registry.UnknownPlayer`, and
        :class:`sim.units.BadValue` for an option that the mind does not have, or where a price is not known.
        """
        from scenarios.stage import MindName, UnknownPlugin, plugins
        from workaday.players.registry import UnknownPlayer

        known, mind = tuple(plugins("minds")), MindName.parse(self.mind)
        if mind.model is not None:
            near = suggest(mind.model, known)
            if mind.model == "llm" or (near and "/" not in mind.model) or not is_model(mind.model):
                raise UnknownPlugin("mind", self.mind, (*known, "any model of LiteLLM's, by PROVIDER/MODEL"))
        mind.factory()
        for name in self._players():
            kind, _, model = name.partition(":")
            if kind == "model" and not is_model(model):
                raise UnknownPlayer(name, f"LiteLLM knows no model {model!r}; write model:PROVIDER/MODEL")
        budgets = self.budgets()
        for role, name in self.models() if with_prices else ():
            if budgets.limits_money(role) and price_of(name) is None:
                fix = f"Limit tokens or calls ({role}.tokens=200k), and lift that of money ({role}.usd=none)."
                raise BadValue(name, "has no price that is known here, so a limit in money cannot be kept", fix)

    def require_keys(self) -> None:
        """Raise :class:`~sim.model.ModelFault` where the key of a model is missing: before the world is begun, not at
        the first question. What a cassette may answer needs none."""
        if isinstance(self._port, LiteLLMPort) and self._cassette is None:
            for _, model in self.models():
                self._port.require_key(model)

    def models(self) -> tuple[tuple[Role, str], ...]:
        """The models that are asked, as far as the names of mind and players tell."""
        from scenarios.stage import MindName

        model = MindName.parse(self.mind).model
        asked: list[tuple[Role, str]] = [] if model is None else [("coworkers", model)]
        for name in self._players():
            kind, _, model = name.partition(":")
            if kind == "model":
                asked.append(("player", model))
        return tuple(dict.fromkeys(asked))

    def _players(self) -> Iterable[str]:
        """The names of those who play."""
        script = self.loaded.script
        return told_apart(self.player_name, script.players).values() if script.seats else (self.player_name,)

    def instant(self, until: str | int | None) -> int | None:
        """The instant meant by ``until``. Raises :class:`sim.units.BadValue`."""
        start = self.loaded.script.start
        if until is None or isinstance(until, int):
            return until
        zone = self.loaded.org.person(self.loaded.script.seat).calendar.zone
        at = moment(until, "--until", start, zone, self.loaded.script.horizon)
        if at <= start:
            rule = "is no moment for --until: it is not after the start of the scenario"
            raise BadValue(until, rule, "Give a later time, or a duration: 2 days.")
        return at

    async def _play(self, until: int | None) -> Result:
        if self._cassette is None:
            return await self._played(None, until)
        with open_run(str(self._cassette)) as record:
            return await self._played(Cassette(record, self._on_miss, str(self._cassette)), until)

    async def _played(self, cassette: Cassette | None, until: int | None) -> Result:
        from scenarios.stage import Stage

        for path in self._paths():
            path.parent.mkdir(parents=True, exist_ok=True)
            stage = Stage(
                self.loaded, self.player, self.mind, self.seed, path, port=self.meter, on_event=self.on_event,
                player_from=self.player_name, cassette=cassette, budget=self._budget, prices=price_of,
                clock=self._clock, epoch=self._epoch,
            )  # fmt: skip
            self.path, self._stage = path, stage
            try:
                played = await self._begin(stage, until)
            except JournalError as error:
                if error.kind == "exists" and self._out is None:
                    continue  # somebody else took the name since we looked
                raise
            ended = played.ended
            scores, why, faults = await asyncio.to_thread(_read, path, ended.why, until)
            return Result(
                path=path,
                scenario=self.loaded.script.scenario,
                player=self.player_name,
                mind=self.mind,
                seed=self.seed,
                outcome=ended.outcome or "unfinished",
                why=why,
                digest=played.digest,
                scores=scores,
                usage=played.usage,
                simulated_hours=played.simulated_seconds / 3600,
                events=played.events,
                fault=ended.fault,
                cassette=played.cassette,
                faults=faults,
                replies=played.replies,
            )
        raise AssertionError("names never run out")

    async def _begin(self, stage: "Stage", until: int | None) -> "Played":
        """Play what is on the stage: a new run."""
        return await stage.play(until)

    def _paths(self) -> Any:
        """Files to try: the one that was named; else names in the folder of runs that are not taken."""
        if self._out is not None:
            yield self._out
            return
        told = re.sub(r"[^\w.]+", "-", f"{self.loaded.script.scenario}-{self.player_name}").strip("-")
        for number in count(1):
            path = RUNS / f"{told}-s{self.seed}{'' if number == 1 else f'-{number}'}.workaday"
            if not path.exists():
                yield path


def _read(path: Path, why: str, until: int | None) -> "tuple[ScoreCard, str, Mapping[str, Mapping[str, int]]]":
    """The scores of a run (as of ``until`` where it stopped there), why it ended (where the player failed, with what),
    and what went wrong with models."""
    from scorers.score_run import score_record
    from sim.record import Record

    with Record.open(path) as record:
        return score_record(record, as_of=until), failure_of(record) or why, record.faults()


def failure_of(record: "Record") -> str:
    """What the player failed with, in words; "" where it did not."""
    from sim.vocabulary.seat import PlayerFault

    told = [f"the player failed: {body.fault}: {body.detail}" for _, body in record.bodies(PlayerFault)]
    return told[-1] if told else ""
