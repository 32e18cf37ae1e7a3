"""Real time that only tests move."""

import asyncio


class FakeClock:
    """A clock on which time passes by sleeping, and by :meth:`pass_by`."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def time(self) -> float:
        return self.now

    async def sleep(self, seconds: float, /) -> None:
        """Whoever sleeps is woken at once, once all others had their turn, and that much time has passed."""
        self.slept.append(seconds)
        for _ in range(20):
            await asyncio.sleep(0)
        self.now += seconds

    def pass_by(self, seconds: float) -> None:
        self.now += seconds
