"""Real time that a run may take."""

import asyncio

import pytest

from sim.model import ModelFault
from sim.stopwatch import RealClock, Stopwatch
from tests.sim.clock import FakeClock


async def answer(turns: int = 0) -> str:
    for _ in range(turns):
        await asyncio.sleep(0)
    return "done"


async def test_without_a_limit_time_never_ends() -> None:
    """A stopwatch without a limit lets everything through and is never over."""
    clock = FakeClock()
    watch = Stopwatch(None, clock)
    clock.pass_by(1e9)
    assert await watch.within(answer()) == "done"
    assert not watch.is_over
    assert not watch.runs


async def test_work_that_is_done_in_time_comes_back() -> None:
    """Within the limit the result is the result, and an exception the exception."""

    async def fails() -> None:
        raise KeyError("x")

    watch = Stopwatch(10, FakeClock())
    assert await watch.within(answer(3)) == "done"
    with pytest.raises(KeyError):
        await watch.within(fails())


async def test_work_that_takes_too_long_is_cut_off_and_cancelled() -> None:
    """When the time is up the work is cancelled, has ended, and the fault names the limit."""
    ended: list[str] = []

    async def never() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("cancelled")

    clock = FakeClock()
    watch = Stopwatch(10, clock)
    clock.pass_by(4)
    with pytest.raises(ModelFault, match=r"over_budget.*10 s.*wall"):
        await watch.within(never())
    assert ended == ["cancelled"]
    assert clock.slept == [6]
    assert watch.is_over


async def test_once_it_is_over_nothing_begins() -> None:
    """After the limit no further work is started."""
    clock = FakeClock()
    watch = Stopwatch(10, clock)
    clock.pass_by(10)
    begun: list[str] = []

    async def work() -> None:
        begun.append("begun")

    with pytest.raises(ModelFault):
        await watch.within(work())
    assert begun == []


async def test_the_clock_of_the_machine_goes_forward() -> None:
    """The real clock counts seconds and can be slept on."""
    clock = RealClock()
    before = clock.time()
    await clock.sleep(0)
    assert clock.time() >= before
