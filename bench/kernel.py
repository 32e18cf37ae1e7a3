"""Events a second of the kernel against bare SimPy on the same list of events, and thoughts a second.

    python bench/kernel.py [REPEATS]

Prints a row for bench/README.md. The two take turns, so that a busy machine slows both; the ratio is that of medians.
"""

import asyncio
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import simpy

sys.path.insert(0, str(Path(__file__).parents[1]))

from sim.kernel import Kernel, Steps
from sim.streams import stream, uniform_between

PEOPLE = 400
EVENTS_EACH = 500
THOUGHTS = 5_000


def delays() -> list[list[int]]:
    """For each person the seconds between one event and the next: from a second to an hour."""
    return [
        [uniform_between(rng, 1, 3600) for _ in range(EVENTS_EACH)]
        for rng in (stream(1, "bench", person) for person in range(PEOPLE))
    ]


def bare(plan: list[list[int]]) -> float:
    """Seconds that SimPy alone takes."""
    env = simpy.Environment()

    def live(waits: list[int]) -> Iterator[Any]:
        for wait in waits:
            yield env.timeout(wait)

    for waits in plan:
        env.process(live(waits))  # type: ignore[arg-type]
    began = perf_counter()
    env.run()
    return perf_counter() - began


async def ours(plan: list[list[int]]) -> float:
    """Seconds that the kernel takes."""
    kernel = Kernel(0)

    def live(waits: list[int]) -> Steps[None]:
        for wait in waits:
            yield kernel.timeout(wait)

    for waits in plan:
        kernel.process(live(waits))
    began = perf_counter()
    await kernel.run()
    return perf_counter() - began


async def thinking() -> float:
    """Seconds for thoughts that return at once, one after the other in each of ten processes."""
    kernel = Kernel(0)

    async def answer() -> int:
        return 1

    def live() -> Steps[None]:
        for _ in range(THOUGHTS // 10):
            yield kernel.think(answer, 60)

    for _ in range(10):
        kernel.process(live())
    began = perf_counter()
    await kernel.run()
    return perf_counter() - began


def main() -> None:
    """Measure and print."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    plan = delays()
    events = PEOPLE * EVENTS_EACH
    simpy_alone, kernel, thoughts = [], [], []
    for _ in range(repeats):
        simpy_alone.append(bare(plan))
        kernel.append(asyncio.run(ours(plan)))
        thoughts.append(asyncio.run(thinking()))
    rate = events / median(kernel)
    print(
        f"| `bench/kernel.py` | {events:,} events of {PEOPLE} processes | {rate / 1e3:,.0f} k events/s; "
        f"bare SimPy {events / median(simpy_alone) / 1e3:,.0f} k/s; ratio {median(simpy_alone) / median(kernel):.2f}; "
        f"{THOUGHTS / median(thoughts) / 1e3:.0f} k thoughts/s | Python {platform.python_version()}, "
        f"{os.cpu_count()} cores, {repeats} repeats |"
    )


if __name__ == "__main__":
    main()
