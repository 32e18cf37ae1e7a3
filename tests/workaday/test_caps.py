"""Caps on requests to models: how they are written, and who waits."""

import asyncio

import pytest

from sim.units import BadValue
from tests.sim.clock import FakeClock
from workaday.caps import Cap, Gate


def test_caps_are_for_all_models_or_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number alone is for every model, a model's own goes before it; else the environment's, else the usual."""
    cap = Cap.parse("32, openai/gpt-4o=8", "WORKADAY_AT_ONCE")
    assert (cap.of("openai/gpt-4o"), cap.of("openai/other")) == (8, 32)
    monkeypatch.setenv("WORKADAY_AT_ONCE", "5")
    assert Cap.parse(None, "WORKADAY_AT_ONCE", 9).of("m") == 5
    assert Cap.parse("", "WORKADAY_AT_ONCE", 9).of("m") == 9
    monkeypatch.delenv("WORKADAY_AT_ONCE")
    assert Cap.parse(None, "WORKADAY_AT_ONCE").of("m") is None


@pytest.mark.parametrize("written", ["0", "many", "-3", "openai/x=", "openai/x=0", "1.5"])
def test_what_is_no_cap_is_said(written: str) -> None:
    """A cap is a whole number above 0."""
    with pytest.raises(BadValue, match="no limit of requests"):
        Cap.parse(written, "WORKADAY_AT_ONCE")


async def test_a_gate_lets_so_many_through_at_once() -> None:
    """Never more are inside than may be, and everybody gets their turn in order."""
    gate, inside, order = Gate(3, None, FakeClock()), [0], []

    async def pass_through(number: int) -> None:
        async with gate:
            order.append(number)
            inside.append(inside[-1] + 1)
            await asyncio.sleep(0)
            inside.append(inside[-1] - 1)

    await asyncio.gather(*(pass_through(number) for number in range(10)))
    assert max(inside) == 3
    assert order == list(range(10))


async def test_who_gives_up_waiting_leaves_the_place_to_others() -> None:
    """A cancelled wait takes no place."""
    clock = FakeClock()
    gate = Gate(1, None, clock)
    gate.close_for(50)

    async def enter() -> None:
        async with gate:
            pass

    task = asyncio.ensure_future(enter())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    await enter()
    assert clock.now >= 150


async def test_so_many_a_minute() -> None:
    """In no minute do more go through than may, and nobody waits longer than that takes."""
    clock = FakeClock()
    gate, times = Gate(5, 3, clock), []

    async def pass_through() -> None:
        async with gate:
            times.append(clock.now)

    await asyncio.gather(*(pass_through() for _ in range(10)))
    assert times == [100] * 3 + [160] * 3 + [220] * 3 + [280]


async def test_a_closed_gate_opens_again() -> None:
    """Nobody goes through before the time is over; the longest of several times counts."""
    clock = FakeClock()
    gate = Gate(5, None, clock)
    gate.close_for(30)
    gate.close_for(10)
    async with gate:
        assert clock.now == 130
