"""The hosted seat: a player whose acts come from outside. It shows what there is to be seen and waits for an act.

It is not asked again when a run goes on: what it saw and did stands in the run file, and it takes note of it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from sim.player import Act, Briefing, Observation
from workaday.doors.pace import AtOnce, Pace
from workaday.players.registry import HOSTED

NewsKind = Literal["task", "notice", "heard", "turn"]


class News(BaseModel):
    """Something that reached the seat. ``number`` counts from 1, and is the same when a run is computed again."""

    model_config = ConfigDict(frozen=True)

    number: int
    kind: NewsKind
    data: dict[str, Any]


@dataclass(slots=True)
class Turned:
    """A turn of the seat: what was to be seen, and what was done in it, which is None as long as it is awaited."""

    seen: Observation
    act: Act | None = None


class Changes:
    """Lets tasks wait until something is so."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], None] = {}

    def tell(self) -> None:
        """Something has changed: let everybody look again."""
        for future in self._waiting:
            if not future.done():
                future.set_result(None)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Come back when ``holds`` is true, which it may be already."""
        while not holds():
            future = asyncio.get_running_loop().create_future()
            self._waiting[future] = None
            try:
                await future
            finally:
                del self._waiting[future]


class HostedSeat:
    """The player in a seat that is taken from outside."""

    name = HOSTED

    def __init__(self, pace: Pace | None = None, *, who: str = "", changes: Changes | None = None) -> None:
        """``changes`` are shared by the seats of one run, ``pace`` too; ``who`` sits here."""
        self.who = who
        self.briefing: Briefing | None = None
        """What the player is told first; None until the run has begun."""
        self.observation: Observation | None = None
        """What there is to be seen, while an act is awaited; else None."""
        self.news: Final[list[News]] = []
        """All that has reached the seat, in its order."""
        self.turns: Final[list[Turned]] = []
        """Every turn so far, also those that were only computed again."""
        self.changes: Final = changes or Changes()
        self.reached = 0
        """The simulated instant that is known to be reached."""
        self.pace: Final[Pace] = pace or AtOnce()
        """How fast simulated time passes."""
        self._act: asyncio.Future[Act] | None = None
        self._acted_at: int | None = None

    def begin(self, briefing: Briefing) -> None:
        """Keep it for whoever asks."""
        self.briefing = briefing
        self.changes.tell()

    def remember(self, observation: Observation, act: Act) -> None:
        """Take note of a turn that is recorded."""
        self._note(observation)
        self.turns[-1].act = act
        self._acted_at = observation.at

    async def act(self, observation: Observation) -> Act:
        """Show the observation, and wait for :meth:`hand_in`."""
        if self._acted_at is not None:
            since, self._acted_at = self._acted_at, None
            await self.pace.pass_by(since, observation.at, self.reach)
        self._note(observation)
        self._act = asyncio.get_running_loop().create_future()
        self.observation = observation
        self.changes.tell()
        try:
            return await self._act
        finally:  # the run may also end while the act is awaited
            self.observation = self._act = None
            self.changes.tell()

    def hand_in(self, act: Act) -> None:
        """Act. Raises ``RuntimeError`` where no act is awaited."""
        if self._act is None or self.observation is None or self._act.done():
            raise RuntimeError("no act is awaited now")
        self._acted_at = self.observation.at
        self.turns[-1].act = act
        self._act.set_result(act)
        self.observation = None

    def reach(self, at: int) -> None:
        """Simulated time has come to ``at``."""
        if at > self.reached:
            self.reached = at
            self.changes.tell()

    def _note(self, observation: Observation) -> None:
        self.turns.append(Turned(observation))
        told: list[tuple[NewsKind, BaseModel]] = [("task", task) for task in observation.tasks]
        told += [("notice", notice) for notice in observation.notices]
        told += [("heard", line) for line in observation.heard]
        for kind, data in told:
            self.news.append(News(number=len(self.news) + 1, kind=kind, data=data.model_dump(mode="json")))
        turn = {"turn": observation.turn, "at": observation.at, "now": observation.now}
        self.news.append(News(number=len(self.news) + 1, kind="turn", data=turn))
        self.reach(observation.at)
