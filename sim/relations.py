"""How people feel: trust, irritation, mood. Numbers that move with treatment and drift back.

Decay is computed when a number is read, so nothing runs while nobody looks.
"""

import math
from dataclasses import dataclass

from sim.organisation import Organisation

TRUST_HALF_LIFE = 21 * 86400
"""Seconds in which half of a change of trust has gone (design choice: about three weeks)."""
IRRITATION_HALF_LIFE = 86400
"""Irritation is slept on: half is gone after a day (design choice)."""
MOOD_HALF_LIFE = 6 * 3600
"""Moods last hours (design choice)."""


@dataclass(slots=True)
class _Level:
    rest: float
    value: float
    at: int

    def read(self, now: int, half_life: int) -> float:
        if self.value == self.rest:  # as most are, and they are read for everybody whenever anybody reads anything
            return self.rest
        return self.rest + (self.value - self.rest) * math.pow(0.5, (now - self.at) / half_life)


class Relations:
    """Everybody's feelings. Trust and irritation are in 0..1, mood in -1..1; values are rounded to 3 places."""

    def __init__(self, org: Organisation, start: int) -> None:
        self.org = org
        self._start = start
        self._trust: dict[tuple[str, str], _Level] = {}
        self._irritation: dict[tuple[str, str], _Level] = {}
        self._mood: dict[str, _Level] = {}

    def trust(self, who: str, toward: str, now: int) -> float:
        """How much ``who`` trusts ``toward`` now."""
        return round(self._trust_of(who, toward).read(now, TRUST_HALF_LIFE), 3)

    def irritation(self, who: str, toward: str, now: int) -> float:
        """How irritated ``who`` is with ``toward`` now."""
        level = self._irritation.get((who, toward))
        return 0.0 if level is None else round(level.read(now, IRRITATION_HALF_LIFE), 3)

    def mood(self, who: str, now: int) -> float:
        """The mood of ``who`` now."""
        level = self._mood.get(who)
        return 0.0 if level is None else round(level.read(now, MOOD_HALF_LIFE), 3)

    def move_trust(self, who: str, toward: str, by: float, now: int) -> tuple[float, float]:
        """Change trust; the values before and after."""
        return _move(self._trust_of(who, toward), by, now, TRUST_HALF_LIFE, 0.0)

    def move_irritation(self, who: str, toward: str, by: float, now: int) -> tuple[float, float]:
        """Change irritation; the values before and after."""
        level = self._irritation.setdefault((who, toward), _Level(0.0, 0.0, now))
        return _move(level, by, now, IRRITATION_HALF_LIFE, 0.0)

    def move_mood(self, who: str, by: float, now: int) -> tuple[float, float]:
        """Change mood; the values before and after."""
        return _move(self._mood.setdefault(who, _Level(0.0, 0.0, now)), by, now, MOOD_HALF_LIFE, -1.0)

    def _trust_of(self, who: str, toward: str) -> _Level:
        level = self._trust.get((who, toward))
        if level is None:
            rest = self.org.tie(who, toward).trust
            level = self._trust[(who, toward)] = _Level(rest, rest, self._start)
        return level


def _move(level: _Level, by: float, now: int, half_life: int, least: float) -> tuple[float, float]:
    before = round(level.read(now, half_life), 3)
    level.value = min(1.0, max(least, before + by))
    level.at = now
    return before, round(level.value, 3)
