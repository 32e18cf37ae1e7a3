"""What a fork and a replay put in the place of minds and players: who plays until when."""

from collections.abc import Callable

from sim.mind import Mind, Moment, React, Silent, Turn
from sim.model import ModelFault, ModelPort
from sim.player import Act, Briefing, Observation, Player


class Changing:
    """One mind until ``changed()`` says so, and another from then on. Both remember everything."""

    def __init__(self, before: Mind, after: Mind, changed: Callable[[], bool]) -> None:
        self._before, self._after, self._changed = before, after, changed

    @property
    def _now(self) -> Mind:
        return self._after if self._changed() else self._before

    def gate(self, moment: Moment) -> Silent | React | None:
        """Both are asked, since asking may leave a memory; the one whose turn it is decides."""
        before, after = self._before.gate(moment), self._after.gate(moment)
        return after if self._changed() else before

    async def think(self, moment: Moment) -> Turn:
        return await self._now.think(moment)

    def landed(self, moment: Moment, turn: Turn) -> None:
        self._before.landed(moment, turn)
        self._after.landed(moment, turn)

    def takes(self, moment: Moment) -> int | None:
        return self._now.takes(moment)


class Joining:
    """A player that takes over a seat in mid-run: it is told what was done before, and asked from then on."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.name = player.name

    def begin(self, briefing: Briefing) -> None:
        self._player.begin(briefing)

    async def act(self, observation: Observation) -> Act:
        return await self._player.act(observation)

    def remember(self, observation: Observation, act: Act) -> None:
        """What was seen and done in the seat before; for a player that has a use for it."""
        if hasattr(self._player, "remember"):
            self._player.remember(observation, act)

    def use_model(self, port: ModelPort) -> None:
        if hasattr(self._player, "use_model"):
            self._player.use_model(port)


class Recorded:
    """A player that only does what is recorded."""

    def __init__(self, name: str) -> None:
        self.name = name

    def begin(self, briefing: Briefing) -> None:
        return None

    async def act(self, observation: Observation) -> Act:
        raise ModelFault("not_recorded", f"what the player did at turn {observation.turn} is not recorded")
