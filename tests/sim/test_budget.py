"""Budgets: what is written, what is counted, and which call is refused."""

import asyncio
from typing import Any

import pytest

from sim.budget import BudgetedModel, Budgets, Price, prompt_tokens
from sim.journal import Journal, JournalledModel
from sim.model import Message, ModelFault, ModelReply, ModelRequest, Role, ToolCall, Usage
from sim.stopwatch import Stopwatch
from sim.units import BadValue
from tests.sim.clock import FakeClock

CHEAP = Price(prompt=1e-6, cached=1e-7, completion=4e-6)


def request(text: str = "x" * 400, **more: Any) -> ModelRequest:
    """By estimate 100 tokens of prompt and 50 of reply."""
    return ModelRequest(**{"model": "m", "messages": (Message(role="user", content=text),), "max_tokens": 50, **more})


class Port:
    """Answers with a usage; waits where it is told to."""

    def __init__(self, usage: Usage | None = None, *, held: bool = False, fault: ModelFault | None = None) -> None:
        self.usage = usage or Usage(calls=1, prompt_tokens=100, completion_tokens=10, cost=0.001)
        self.asked = 0
        self.open = asyncio.Event()
        self.fault = fault
        if not held:
            self.open.set()

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        self.asked += 1
        await self.open.wait()
        if self.fault is not None:
            raise self.fault
        return ModelReply(text="ok", usage=self.usage)


def budget(*wishes: str) -> Budgets:
    return Budgets().changed(wishes)


async def ask(model: Any, times: int = 1, role: Role = "coworkers", **more: Any) -> int:
    """How many of so many calls, one after the other, are answered before one is refused."""
    for number in range(times):
        try:
            await model.complete(request(**more), role=role, who="anna")
        except ModelFault as fault:
            if fault.kind != "over_budget":
                raise
            return number
    return times


# -- what is written ---------------------------------------------------------------------------------------------------


def test_limits_are_written_one_by_one() -> None:
    """Each wish sets one limit and leaves the others; "none" lifts one; the data reads back the same."""
    budgets = budget("coworkers.tokens=200_000", "player.usd=$1.5", "total.calls=2k", "wall=10m", "simulated=3 days")
    assert (budgets.coworkers.tokens, budgets.player.usd, budgets.total.calls) == (200_000, 1.5, 2_000)
    assert (budgets.wall, budgets.simulated) == (600, 3 * 86400)
    assert Budgets.model_validate(budgets.data()) == budgets
    lifted = budgets.changed(["coworkers.tokens=none", "wall=none"])
    assert (lifted.coworkers.tokens, lifted.wall, lifted.player.usd) == (None, None, 1.5)


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ("coworkers.tokens", "is no budget"),
        ("coworkers.tokens=", "is no budget"),
        ("coworker.tokens=5", "coworkers"),
        ("coworkers.token=5", "tokens"),
        ("coworkers.tokens=a lot", "whole number"),
        ("coworkers.tokens=1.5", "whole number"),
        ("total.usd=5 EUR", "US dollars"),
        ("total.usd=-5", "US dollars"),
        ("wall=10", "unit"),
        ("tokens=5", "coworkers.tokens"),
    ],
)
def test_what_is_no_limit_is_said(wish: str, says: str) -> None:
    """A wish that cannot be understood is told with what would do."""
    with pytest.raises(BadValue, match=says):
        budget(wish)


# -- what is counted ---------------------------------------------------------------------------------------------------


async def test_no_limit_lets_everything_through() -> None:
    """Without limits every call is made."""
    assert await ask(BudgetedModel(Port(), Budgets()), 50) == 50


@pytest.mark.parametrize(
    ("wish", "let_through"),
    [
        ("coworkers.calls=3", 3),
        ("total.calls=3", 3),
        ("player.calls=3", 20),
        ("coworkers.tokens=150", 1),
        ("coworkers.tokens=149", 0),
        ("coworkers.tokens=480", 4),  # three calls have used 330, and a fourth may take 150
        ("coworkers.tokens=479", 3),
        ("coworkers.usd=0.0043", 5),  # four have used 0.004, and a fifth may take 0.0003
        ("coworkers.usd=0.0042", 4),
        ("total.tokens=0", 0),
    ],
)
async def test_a_call_that_could_pass_a_limit_is_refused(wish: str, let_through: int) -> None:
    """What was used counts as it came back; the call itself by its longest prompt and reply."""
    port = Port()
    model = BudgetedModel(port, budget(wish), prices=lambda model: CHEAP)
    assert await ask(model, 20) == let_through
    assert port.asked == let_through


async def test_the_refusal_says_which_limit_and_how_much() -> None:
    """Whoever reads the fault knows what to raise."""
    model = BudgetedModel(Port(), budget("player.tokens=200"))
    assert await ask(model, 1, "player") == 1
    with pytest.raises(ModelFault, match=r"player\.tokens.*110 of 200 tokens.*150 tokens"):
        await model.complete(request(), role="player", who="me")


async def test_what_was_used_before_counts() -> None:
    """A run that goes on has the rest of its budget, not all of it again."""
    spent: dict[Role, Usage] = {"coworkers": Usage(calls=2), "judge": Usage(calls=4)}
    assert await ask(BudgetedModel(Port(), budget("coworkers.calls=5"), spent=spent), 9) == 3
    assert await ask(BudgetedModel(Port(), budget("total.calls=7"), spent=spent), 9) == 1


async def test_calls_on_their_way_count_by_estimate() -> None:
    """Calls made at the same time cannot pass a limit together that each alone would keep."""
    port = Port(held=True)
    model = BudgetedModel(port, budget("coworkers.calls=3"))
    tasks = [asyncio.ensure_future(ask(model)) for _ in range(10)]
    for _ in range(20):
        await asyncio.sleep(0)
    assert port.asked == 3
    port.open.set()
    assert sum(await asyncio.gather(*tasks)) == 3


async def test_a_call_waits_for_those_on_their_way_where_that_may_be_enough() -> None:
    """An estimate is rather too high: what does not fit beside the calls on their way may fit after them."""
    port = Port(held=True)
    model = BudgetedModel(port, budget("coworkers.tokens=300"))
    tasks = [asyncio.ensure_future(ask(model)) for _ in range(3)]
    for _ in range(20):
        await asyncio.sleep(0)
    assert port.asked == 2
    port.open.set()
    assert sum(await asyncio.gather(*tasks)) == 2, "220 used, and 150 more would be too much"
    roomy = BudgetedModel(port, budget("coworkers.tokens=370"))
    assert sum(await asyncio.gather(*(ask(roomy) for _ in range(3)))) == 3


async def test_a_fault_that_was_paid_for_counts() -> None:
    """A reply that could not be used has cost what it cost."""
    fault = ModelFault("truncated", "cut off", Usage(calls=1, prompt_tokens=100, completion_tokens=50))
    port = Port(fault=fault)
    model = BudgetedModel(port, budget("coworkers.calls=2"))
    for _ in range(2):
        with pytest.raises(ModelFault, match="truncated"):
            await model.complete(request(), role="coworkers", who="anna")
    assert await ask(model) == 0


async def test_a_call_that_is_given_up_is_no_longer_on_its_way() -> None:
    """A cancelled call leaves its place to others."""
    port = Port(held=True)
    model = BudgetedModel(port, budget("coworkers.calls=1"))
    task = asyncio.ensure_future(ask(model))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    port.open.set()
    assert await ask(model) == 1


async def test_recalled_answers_are_free() -> None:
    """What the journal has is answered without a budget; a refused call is not kept, and can be made with more."""
    with Journal.memory() as journal:
        spent = BudgetedModel(Port(), budget("coworkers.calls=1"))
        model = JournalledModel(spent, journal, lambda: 0)
        assert await ask(model, 2) == 1
        again = JournalledModel(BudgetedModel(Port(), budget("coworkers.calls=1")), journal, lambda: 0)
        assert await ask(again, 3) == 2


# -- money -------------------------------------------------------------------------------------------------------------


def test_cached_tokens_cost_what_the_provider_bills_for_them() -> None:
    """Tokens read from the provider's cache are counted at their own price, and never twice."""
    usage = Usage(calls=1, prompt_tokens=1000, cached_tokens=800, completion_tokens=100)
    assert CHEAP.of(usage) == pytest.approx(200 * 1e-6 + 800 * 1e-7 + 100 * 4e-6)


async def test_without_a_price_a_limit_in_money_refuses_to_begin() -> None:
    """An unknown price is said and never taken for nothing; other limits need none."""
    port = Port()
    for wish in ("coworkers.usd=5", "total.usd=5"):
        with pytest.raises(ModelFault, match=r"price of m is not known.*limit tokens"):
            await BudgetedModel(port, budget(wish)).complete(request(), role="coworkers", who="anna")
    assert port.asked == 0
    assert await ask(BudgetedModel(port, budget("player.usd=5", "coworkers.tokens=1000"))) == 1


async def test_money_cannot_be_limited_after_spending_an_unknown_amount() -> None:
    """A run that has used a model without a price cannot be held to an amount of money later."""
    spent: dict[Role, Usage] = {"coworkers": Usage(calls=1, cost=None)}
    model = BudgetedModel(Port(), budget("total.usd=5"), spent=spent, prices=lambda model: CHEAP)
    with pytest.raises(ModelFault, match="no known price"):
        await model.complete(request(), role="player", who="me")


# -- estimates and time ------------------------------------------------------------------------------------------------


def test_all_that_is_sent_counts_as_prompt() -> None:
    """Messages, calls of tools, the schema and the tools on offer are all paid for; other scripts make more tokens."""
    plain = prompt_tokens(request("abcd" * 10))
    assert plain == 10
    call = Message(role="assistant", tool_calls=(ToolCall(id="1", name="chat.send", arguments="{" + "x" * 98 + "}"),))
    assert prompt_tokens(request(messages=(call,))) == -(-109 // 4)
    assert prompt_tokens(request("abcd" * 10, reply_schema={"type": "object"})) > plain
    assert prompt_tokens(request("abcd" * 10, tools=({"name": "a", "description": "b", "parameters": {}},))) > plain
    assert prompt_tokens(request("日本語日")) == 3


async def test_real_time_ends_a_call_that_hangs() -> None:
    """When the time is up, a call on its way is cut off, and one that waits for room as well."""
    clock = FakeClock()
    port = Port(held=True)
    model = BudgetedModel(port, budget("coworkers.calls=1"), stopwatch=Stopwatch(60, clock))
    faults = await asyncio.gather(
        *(model.complete(request(), role="coworkers", who="anna") for _ in range(2)), return_exceptions=True
    )
    assert [getattr(fault, "kind", None) for fault in faults] == ["over_budget"] * 2
    assert port.asked == 1


def test_none_lifts_all_limits() -> None:
    """Where a run is to go on whatever it takes, one word says so."""
    assert Budgets().changed(["total.calls=5", "wall=10m", "none"]) == Budgets()
    assert Budgets().changed(["none", "wall=10m"]).wall == 600
