"""What a fork and a replay put in the place of minds and players: which mind until when, and a player that is none."""

from collections.abc import Callable, Sequence

from sim.mind import Mind, Moment, React, Silent, Turn
from sim.model import ModelFault
from sim.player import Act, Briefing, Observation


class Changing:
    """One mind after the other, each from an instant on; all of them remember everything.

    ``minds`` are in the order of their instants. ``clock`` gives the present instant.
    """

    def __init__(self, minds: Sequence[tuple[int, Mind]], clock: Callable[[], int]) -> None:
        self._minds = tuple(minds)
        self._clock = clock

    def _present(self) -> int:
        now = self._clock()
        return max(number for number, (since, _) in enumerate(self._minds) if number == 0 or since <= now)

    def gate(self, moment: Moment) -> Silent | React | None:
        """All are asked, since asking may leave a memory; the one whose time it is decides."""
        gated = [mind.gate(moment) for _, mind in self._minds]
        return gated[self._present()]

    async def think(self, moment: Moment) -> Turn:
        return await self._minds[self._present()][1].think(moment)

    def landed(self, moment: Moment, turn: Turn) -> None:
        for _, mind in self._minds:
            mind.landed(moment, turn)

    def takes(self, moment: Moment) -> int | None:
        return self._minds[self._present()][1].takes(moment)


class Recorded:
    """A player that only does what is recorded."""

    def __init__(self, name: str) -> None:
        self.name = name

    def begin(self, briefing: Briefing) -> None:
        return None

    async def act(self, observation: Observation) -> Act:
        raise ModelFault("not_recorded", f"what the player did at turn {observation.turn} is not recorded")
