"""How fast simulated time passes for those who take part: at once, or so many simulated minutes in a real one."""

from collections.abc import Callable
from typing import Final, Protocol

from sim.stopwatch import Clock
from sim.units import BadValue

SLICE: Final = 1.0
"""Real seconds after which those who wait are told how far it is."""


class Pace(Protocol):
    """Lets simulated time pass."""

    is_at_once: bool
    """Whether an instant is reached as soon as it is computed."""

    async def pass_by(self, since: int, at: int, tell: Callable[[int], None]) -> None:
        """Come back when the time from ``since`` to ``at`` has passed, telling how far it is now and then."""
        ...


class AtOnce:
    """As fast as it can be computed."""

    is_at_once = True

    async def pass_by(self, since: int, at: int, tell: Callable[[int], None]) -> None:
        """Come back at once."""


class Paced:
    """So many simulated minutes a minute, while the seat acts or waits; nothing passes while it thinks."""

    is_at_once = False

    def __init__(self, rate: float, clock: Clock) -> None:
        """Raises :class:`sim.units.BadValue` unless ``rate`` is above zero."""
        if not 0 < rate < float("inf"):
            raise BadValue(f"{rate:g}", "is no pace", "Give simulated minutes a minute: 60 plays an hour in a minute.")
        self._rate = rate
        self._clock = clock
        self._passed = 0
        """The instant up to which time has passed, for whichever seat: it passes for all seats of a run at once."""

    async def pass_by(self, since: int, at: int, tell: Callable[[int], None]) -> None:
        """Come back when as much real time has passed as lies between the instants at this pace."""
        since = max(since, min(self._passed, at))
        begun = self._clock.time()
        over = begun + (at - since) / self._rate
        while (now := self._clock.time()) < over:
            tell(since + int((now - begun) * self._rate))
            await self._clock.sleep(min(SLICE, over - now))
        self._passed = max(self._passed, at)
