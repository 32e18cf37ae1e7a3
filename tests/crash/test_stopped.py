"""Stopped by a model that is gone, a budget or Ctrl-C, and resumed: the run is that of one that was never stopped."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

import workaday
from sim.model import ModelFault, ModelReply, ModelRequest, Role, ToolCall, Usage
from sim.record import Record
from sim.vocabulary.core import canonical_json
from tests.crash.stub import answer
from workaday.result import Result

FAIR = Path(__file__).with_name("fair.yaml")


class Port:
    """The stub's answers without a server. From the ``last``-th question on there are none any more."""

    def __init__(self, last: int | None = None, *, cancel: bool = False) -> None:
        self.asked: Counter[str] = Counter()
        """How often each question was answered."""
        self._last, self._cancel = last, cancel
        self.running: asyncio.Task[Result] | None = None

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        await asyncio.sleep(0)
        if self._last is not None and self.asked.total() >= self._last:
            if self._cancel and self.running is not None:
                self.running.cancel()
                await asyncio.sleep(0)
            raise ModelFault("unreachable", "nobody there")
        told = request.model_dump(mode="json", exclude={"tools"} if not request.tools else set())
        self.asked[f"{who} {canonical_json(told)}"] += 1
        message = answer({"messages": told["messages"], "tools": told.get("tools")})["choices"][0]["message"]
        calls = tuple(
            ToolCall(id=call["id"], name=made["name"].replace("-", "."), arguments=made["arguments"])
            for call in message.get("tool_calls", ())
            for made in (call["function"],)
        )
        return ModelReply(text=message["content"], tool_calls=calls, usage=Usage(calls=1, prompt_tokens=9))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, Counter[str]]:
    """The run that was never stopped, and what it asked."""
    port, path = Port(), tmp_path_factory.mktemp("whole") / "whole.workaday"
    return workaday.run(FAIR, "model:openai/stub", "openai/stub", out=path, port=port), port.asked


def test_a_model_that_is_gone_is_asked_again_when_it_is_back(
    whole: tuple[Result, Counter[str]], tmp_path: Path
) -> None:
    """However often it goes: what it has answered is not asked again, and the run ends as it would have."""
    result, asked = whole
    path, paid = tmp_path / "fair.workaday", Counter[str]()
    port = Port(last=7)
    stopped = workaday.run(FAIR, "model:openai/stub", "openai/stub", out=path, port=port)
    while stopped.fault is not None:
        assert stopped.fault.kind == "unreachable"
        paid += port.asked
        port = Port(last=11)
        stopped = workaday.resume(path, port=port)
    paid += port.asked
    assert (stopped.digest, stopped.outcome) == (result.digest, result.outcome)
    assert paid == asked
    assert stopped.usage == result.usage


def test_a_budget_stops_it_and_more_lets_it_go_on(whole: tuple[Result, Counter[str]], tmp_path: Path) -> None:
    """What is recalled costs nothing, so each time there are just as many calls as the budget was raised by."""
    result, asked = whole
    path, paid = tmp_path / "fair.workaday", Counter[str]()
    step = asked.total() // 4
    port = Port()
    stopped = workaday.run(
        FAIR, "model:openai/stub", "openai/stub", out=path, port=port, budget=[f"total.calls={step}"]
    )  # fmt: skip
    for more in (2 * step, 3 * step):
        assert stopped.outcome == "budget"
        paid += port.asked
        assert paid.total() <= more - step
        port = Port()
        stopped = workaday.resume(path, port=port, budget=[f"total.calls={more}"])
    assert stopped.outcome == "budget"
    paid += port.asked
    port = Port()
    assert workaday.resume(path, port=port, budget=["total.calls=none"]).digest == result.digest
    assert paid + port.asked == asked


@pytest.mark.parametrize("last", [0, 1, 13])
def test_a_run_that_is_cancelled_goes_on(last: int, whole: tuple[Result, Counter[str]], tmp_path: Path) -> None:
    """Ctrl-C cancels the task that plays: what is kept by then is a run that is not finished, and goes on."""
    result, asked = whole
    path, port = tmp_path / "fair.workaday", Port(last=last, cancel=True)

    async def play() -> None:
        playing = asyncio.ensure_future(
            workaday.run_async(FAIR, "model:openai/stub", "openai/stub", out=path, port=port)
        )  # fmt: skip
        port.running = playing
        with pytest.raises(asyncio.CancelledError):
            await playing

    asyncio.run(play())
    with Record.open(path) as record:
        assert record.outcome == "unfinished"
        assert record.count() > 0
    again = Port()
    assert workaday.resume(path, port=again).digest == result.digest
    assert port.asked + again.asked == asked
