"""What stands in for minds and players: which mind until when, rules where a recording ends, a player that is none."""

from collections.abc import Callable, Sequence

from sim.actions import clip
from sim.mind import Fault, Mind, Moment, React, Silent, Turn
from sim.model import ModelFault
from sim.player import Act, Briefing, Observation

MISS = "cassette_miss"


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

    @property
    def present(self) -> Mind:
        """The one whose time it is."""
        return self._minds[self._present()][1]

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


class FallingBack:
    """A mind in whose place ``rules`` answer where its question is not on the cassette. Both remember everything."""

    def __init__(self, mind: Mind, rules: Mind) -> None:
        self._mind, self._rules = mind, rules

    @property
    def present(self) -> Mind:
        """The one in whose place the rules answer."""
        return self._mind

    def gate(self, moment: Moment) -> Silent | React | None:
        """Both are asked, since asking may leave a memory; ``mind`` decides."""
        gated = self._mind.gate(moment)
        self._rules.gate(moment)
        return gated

    async def think(self, moment: Moment) -> Turn:
        """The mind's answer; or that of the rules, with the fault "cassette_miss" beside it."""
        faults: tuple[Fault, ...]
        try:
            turn = await self._mind.think(moment)
            if not any(fault.kind == MISS for fault in turn.faults):
                return turn
            faults = turn.faults
        except ModelFault as fault:
            if fault.kind != MISS:
                raise
            faults = (Fault(kind=MISS, detail=clip(fault.message, 300)),)
        answer = await self._rules.think(moment)
        return answer.model_copy(update={"faults": (*faults, *answer.faults)})

    def landed(self, moment: Moment, turn: Turn) -> None:
        self._mind.landed(moment, turn)
        self._rules.landed(moment, turn)

    def takes(self, moment: Moment) -> int | None:
        return self._mind.takes(moment)


def present_mind(mind: Mind) -> Mind:
    """The mind that answers now, of those that one stands in for."""
    while isinstance(mind, Changing | FallingBack):
        mind = mind.present
    return mind


class Recorded:
    """A player that only does what is recorded."""

    def __init__(self, name: str) -> None:
        self.name = name

    def begin(self, briefing: Briefing) -> None:
        return None

    async def act(self, observation: Observation) -> Act:
        raise ModelFault("not_recorded", f"what the player did at turn {observation.turn} is not recorded")
