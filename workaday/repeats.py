"""Many runs of one player: every scenario with every seed, several times over, side by side in one event loop.

Each is a run file of its own in one folder, named by scenario, seed and epoch. What is finished is not played again;
what was stopped on its way goes on.
"""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from sim.record import Record
from sim.units import BadValue
from sim.vocabulary.seat import PlayerFault
from workaday.attempts import SUFFIX
from workaday.continuation import TAKEN_BACK, Resumption
from workaday.exits import Exit, Trouble
from workaday.litellm_port import LiteLLMPort
from workaday.result import Result, Rollout

if TYPE_CHECKING:
    from scenarios.load import Loaded
    from sim.model import ModelPort

JOBS: Final = 4
"""Runs side by side where nobody says how many."""

State = Literal["new", "begun", "done"]


@dataclass(frozen=True, slots=True)
class Play:
    """One run to be played, or that has been."""

    loaded: "Loaded"
    seed: int
    epoch: int
    path: Path
    state: State

    @property
    def title(self) -> str:
        """What it is called: "croissants, seed 3, epoch 1"."""
        return f"{self.loaded.script.scenario}, seed {self.seed}, epoch {self.epoch}"


def seeds_of(told: str) -> tuple[int, ...]:
    """The seeds that are meant by "1..8", "3" or "1,4,7..9". Raises :class:`sim.units.BadValue`."""
    seeds: dict[int, None] = {}
    for part in told.split(","):
        match = re.fullmatch(r"\s*(\d+)\s*(?:\.\.\s*(\d+)\s*)?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if first > last:
            raise BadValue(told, "names no seeds", "Write a number, or the first and the last: 1..8.")
        seeds |= dict.fromkeys(range(first, last + 1))
    return tuple(seeds)


def file_name(scenario: str, seed: int, epoch: int) -> str:
    """The name of a run file in the folder of a sweep."""
    return f"{scenario}-s{seed}-e{epoch}{SUFFIX}"


class Sweep:
    """All runs of one player over scenarios, seeds and epochs."""

    def __init__(
        self,
        scenarios: "Sequence[Loaded]",
        player: str,
        folder: Path,
        *,
        mind: str = "reflex",
        seeds: Sequence[int] = (1,),
        epochs: int = 1,
        jobs: int = JOBS,
        port: "ModelPort | None" = None,
        api_base: str | None = None,
        at_once: str | None = None,
        per_minute: str | None = None,
        cassettes: Path | None = None,
        **options: Any,
    ) -> None:
        """``jobs`` runs go on at once. ``cassettes`` is a folder that has, for each run file, one of the same name
        whose answers are used. ``options`` are those of :class:`~workaday.result.Rollout` (budget, cassette, on_miss).

        Raises :class:`sim.units.BadValue` for caps that are none.
        """
        self._scenarios = scenarios
        self.player, self.mind = player, mind
        self.folder = folder
        self._seeds, self._epochs, self._jobs = tuple(seeds), epochs, jobs
        self._cassettes = cassettes
        self._options = options
        self._own = LiteLLMPort(api_base=api_base, at_once=at_once, per_minute=per_minute) if port is None else None
        self._port: ModelPort | None = port or self._own

    def plan(self) -> list[Play]:
        """Every run, and whether it is there. Raises :class:`~workaday.exits.Trouble` for a file of something else."""
        cells = [
            (loaded, seed, n + 1) for loaded in self._scenarios for seed in self._seeds for n in range(self._epochs)
        ]
        plays, paths = [], set()
        for loaded, seed, epoch in cells:
            path = self.folder / file_name(loaded.script.scenario, seed, epoch)
            if path in paths:
                raise Trouble(Exit.USER, f"two of the scenarios are called {loaded.script.scenario!r}: play them apart")
            paths.add(path)
            plays.append(Play(loaded, seed, epoch, path, self._state(path, loaded, seed, epoch)))
        return plays

    def rollout(self, play: Play) -> Rollout:
        """What plays one of them. Raises what :class:`~workaday.result.Rollout` does."""
        options = {**self._options, "port": self._port}
        if self._cassettes is not None and (cassette := self._cassettes / play.path.name).is_file():
            options["cassette"] = cassette
        if play.state == "begun":
            options = {key: value for key, value in options.items() if key in ("budget", "port")}
            return Resumption(play.path, self.player, **options)
        return Rollout(play.loaded, self.player, self.mind, play.seed, play.path, epoch=play.epoch, **options)

    async def play(
        self, plays: Sequence[Play], done: Callable[[Play, Result], None] = lambda play, result: None
    ) -> None:
        """Play those that are not done, ``jobs`` at once. ``done`` is told of each that has come to its end or stopped.

        What one raises stops all, and is raised; their files are kept, and go on the next time.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        waiting = iter([play for play in plays if play.state != "done"])

        async def seat() -> None:
            for play in waiting:  # shared: each takes the next that nobody has begun
                done(play, await self.rollout(play).play())

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self._jobs):
                    group.create_task(seat())
        except BaseExceptionGroup as several:
            raise several.exceptions[0] from None
        finally:
            if self._own is not None:
                await self._own.aclose()

    def _state(self, path: Path, loaded: "Loaded", seed: int, epoch: int) -> State:
        if not path.exists():
            return "new"
        with Record.open(path) as record:
            header = record.header
            wanted = {
                "scenario_hash": loaded.content_hash, "player_from": self.player, "mind": self.mind, "seed": seed,
                "epoch": epoch,
            }  # fmt: skip
            for key, value in wanted.items():
                if header.get(key) != value:
                    raise Trouble(Exit.USER, _another(path, key, header, value))
            is_over = record.outcome not in TAKEN_BACK or record.count(PlayerFault) > 0
            return "done" if is_over else "begun"


def _another(path: Path, key: str, header: Mapping[str, Any], wanted: Any) -> str:
    """What to say of a run file that stands where another was to be."""
    if key == "scenario_hash":
        what = "the scenario has changed since"
    else:
        what = f"its {key.removesuffix('_from')} is {header.get(key)!r}, not {wanted!r}"
    return f"{path}: this run is not of this sweep: {what}. Name another folder (--out), or move the file away"
