"""What a run will use, told before: measured dry, priced offline, and a range in which the run itself falls."""

import json
from pathlib import Path
from typing import Any

import pytest

from sim.budget import Budgets, Price, prompt_tokens
from sim.model import ModelReply, ModelRequest, Role, Usage
from workaday.cli import invoke
from workaday.estimate import Estimate, Range, estimate
from workaday.result import load, run

CHEAP = Price(prompt=1e-6, cached=1e-7, completion=4e-6)


def told(flour: str, *, mind: str = "test/model", player: str = "diligent", **more: Any) -> Estimate:
    return estimate(load(flour), mind, player, prices=lambda model: CHEAP, **more)


class Chatty:
    """Answers every question with a line, and counts what it was asked."""

    def __init__(self) -> None:
        self.calls = 0
        self.tokens = 0

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        self.calls += 1
        self.tokens += prompt_tokens(request)
        return ModelReply(text=json.dumps({"say": "Let me look into that and come back to you."}), usage=Usage(calls=1))


def test_the_run_falls_into_the_range(flour: str, tmp_path: Path) -> None:
    """Played for real with a model that talks, a scenario asks about as often and as much as was told before."""
    before = told(flour).roles["coworkers"]
    port = Chatty()
    run(flour, player="diligent", mind="test/model", port=port, out=tmp_path / "run.workaday")
    assert before.calls.low <= port.calls <= before.calls.high
    assert before.prompt_tokens.low <= port.tokens <= before.prompt_tokens.high


def test_each_role_is_told_apart(flour: str) -> None:
    """Coworkers moved by rules, and a player by rule, ask nothing; a model in the seat has its own prompts."""
    reflex = told(flour, mind="reflex")
    assert all(share.model is None and share.calls.high == 0 for share in reflex.roles.values())
    assert reflex.usd == Range(0, 0, 0)
    played = told(flour, mind="reflex", player="model:test/player").roles
    assert played["coworkers"].calls.high == 0
    assert played["player"].model == "test/player"
    assert played["player"].calls.expected >= 5
    assert played["player"].prompt_tokens.expected > 1000 * played["player"].calls.expected, (
        "the tools alone are that long"
    )
    assert played["player"].cached_tokens.expected > 0


def test_an_amount_is_least_expected_and_most() -> None:
    """Amounts are in order, money among them, and add up."""
    assert Range(1, 2, 3) + Range(10, 20, 30) == Range(11, 22, 33)
    assert Range(0.1234, 2, 3).data(2) == {"low": 0.12, "expected": 2, "high": 3}


def test_money_goes_by_the_price(flour: str) -> None:
    """What is expected to be cached is billed as cached, at most nothing is; and without a price there is no amount."""
    share = told(flour).roles["coworkers"]
    assert share.usd is not None
    assert share.usd.low < share.usd.expected < share.usd.high
    assert share.usd.high == pytest.approx(share.prompt_tokens.high * 1e-6 + share.completion_tokens.high * 4e-6)
    fresh = share.prompt_tokens.expected - share.cached_tokens.expected
    expected = fresh * 1e-6 + share.cached_tokens.expected * 1e-7 + share.completion_tokens.expected * 4e-6
    assert share.usd.expected == pytest.approx(expected)
    unknown = estimate(load(flour), "test/model", "diligent", prices=lambda model: None)
    assert (unknown.roles["coworkers"].usd, unknown.usd) == (None, None)


def test_a_long_scenario_goes_on_as_it_began(flour: str, tmp_path: Path) -> None:
    """Only the first days are played; the working hours of the seat say how much more there is."""
    for path in Path(flour).parent.glob("*.yaml"):
        text = path.read_text(encoding="utf-8").replace("lasts: 1 day", "lasts: 9 days")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    short, long = told(flour), told(str(tmp_path / "flour.yaml"), days=1)
    assert long.lasts > 5 * long.played
    assert short.lasts == short.played
    assert "the first" in long.method
    times = long.lasts / long.played
    assert long.roles["coworkers"].calls.expected == pytest.approx(
        short.roles["coworkers"].calls.expected * times, rel=0.5
    )


def test_a_budget_that_may_not_be_enough_is_told(flour: str) -> None:
    """Limits that the run may reach are named, with how much of each is expected to be used; others are not."""
    tight = Budgets().changed(["coworkers.calls=1", "coworkers.tokens=10m", "total.usd=0.000001", "player.calls=5"])
    reached = told(flour, budgets=tight).short_of()
    assert set(reached) == {"coworkers.calls", "total.usd"}
    assert reached["coworkers.calls"] > 1


def test_from_the_command_line(flour: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table and the object say the same; no run file is left, and no key is needed."""
    command = ["estimate", flour, "--mind", "openai/gpt-4o-mini", "--budget", "coworkers.calls=1"]
    assert invoke(command) == 0
    shown = capsys.readouterr().out
    assert invoke([*command, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    calls = data["roles"]["coworkers"]["calls"]
    assert f"{calls['expected']:,}" in shown
    assert "budget coworkers.calls may be reached" in shown
    assert data["usd"]["low"] < data["usd"]["high"]
    assert set(data["may_reach"]) == {"coworkers.calls"}
    assert data["method"] in " ".join(shown.split())
    assert list(here.iterdir()) == []
    assert invoke(["estimate", flour, "--mind", "openai/nobody-knows"]) == 0
    assert "price unknown" in capsys.readouterr().out
    assert invoke(["estimate", flour, "--mind", "reflx"]) == 2
