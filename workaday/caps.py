"""The way to a model: so many requests at once, so many a minute, and none while its provider asks to wait."""

import asyncio
import os
import re
from collections import deque
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final

from sim.stopwatch import Clock
from sim.units import BadValue

AT_ONCE: Final = 32
"""Requests to one model on their way at the same time, where nothing else is said."""
MINUTE: Final = 60.0

AT_ONCE_VARIABLE: Final = "WORKADAY_AT_ONCE"
PER_MINUTE_VARIABLE: Final = "WORKADAY_PER_MINUTE"


@dataclass(frozen=True, slots=True)
class Cap:
    """Limits of one kind: for every model, and for those that have one of their own."""

    usual: int | None
    by_model: dict[str, int] = field(default_factory=dict)

    def of(self, model: str) -> int | None:
        """The limit for this model."""
        return self.by_model.get(model, self.usual)

    @classmethod
    def parse(cls, written: str | None, variable: str, usual: int | None = None) -> "Cap":
        """Limits as they are written: "32", "openai/gpt-4o=8", or several of these with commas between them.

        None is what the environment's ``variable`` says, and ``usual`` where there is none. Raises
        :class:`sim.units.BadValue`.
        """
        text = os.environ.get(variable) if written is None else written
        by_model: dict[str, int] = {}
        for part in filter(None, (part.strip() for part in (text or "").split(","))):
            model, _, number = (piece.strip() for piece in part.rpartition("="))
            if not re.fullmatch(r"[1-9][0-9]{0,6}", number):
                fix = f"Write 32, openai/gpt-4o=8, or both with a comma ({variable})."
                raise BadValue(part, "is no limit of requests", fix)
            if model:
                by_model[model] = int(number)
            else:
                usual = int(number)
        return cls(usual, by_model)


class Gate:
    """The way to one model. Used as an async context manager around each attempt, retries included."""

    def __init__(self, at_once: int, per_minute: int | None, clock: Clock) -> None:
        self._room = asyncio.Semaphore(at_once)
        self._in_turn = asyncio.Lock()
        self._clock = clock
        self._per_minute = per_minute
        self._begun: deque[float] = deque()
        self._opens = float("-inf")

    def close_for(self, seconds: float) -> None:
        """Let nobody through for so long: the provider turns everybody away."""
        self._opens = max(self._opens, self._clock.time() + seconds)

    async def __aenter__(self) -> None:
        await self._room.acquire()
        try:
            async with self._in_turn:
                while (wait := self._wait()) > 0:
                    await self._clock.sleep(wait)
                if self._per_minute is not None:
                    self._begun.append(self._clock.time())
        except BaseException:
            self._room.release()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._room.release()

    def _wait(self) -> float:
        """Seconds until the next may go."""
        now = self._clock.time()
        while self._begun and now - self._begun[0] >= MINUTE:
            self._begun.popleft()
        full = self._per_minute is not None and len(self._begun) >= self._per_minute
        return max(self._opens - now, self._begun[0] + MINUTE - now if full else 0.0)
