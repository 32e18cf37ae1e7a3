"""``workaday estimate``: what a run will ask models, and what that costs, before it is run."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workaday.commands.options import ApiBase, AsJson, Budget, JudgeModel, Mind
from workaday.exits import Exit

if TYPE_CHECKING:
    from workaday.estimate import Estimate, Range


def estimate(
    scenario: Annotated[
        str, typer.Argument(metavar="SCENARIO", help="A scenario of the library, or a file.", show_default=False)
    ],
    mind: Mind = "reflex",
    player: Annotated[str, typer.Option(help="Who takes the seat: see `workaday list players`.")] = "diligent",
    seed: Annotated[int, typer.Option(help="The seed of the run.")] = 1,
    days: Annotated[int, typer.Option(min=1, help="Days that are played; the rest is taken to go on alike.")] = 2,
    judge: JudgeModel = None,
    budget: Budget = None,
    api_base: ApiBase = None,
    as_json: AsJson = False,
) -> int:
    """Say what a run will use, and a judge of it: calls, tokens and money for each role. No model is asked.

    The first days of the scenario are played dry, with rules answering in the place of models.
    """
    from workaday.estimate import estimate as estimated
    from workaday.litellm_port import price_of
    from workaday.result import Rollout, load

    rollout = Rollout(load(scenario), player, mind, seed, None, budget=budget or (), api_base=api_base)
    rollout.require_models(with_prices=False)
    if judge is not None:
        from workaday.judging import require_known, require_rubric

        require_rubric([rollout.loaded])
        require_known(judge)
    told = estimated(
        rollout.loaded, mind, player, seed, prices=price_of, days=days, budgets=rollout.budgets(), judge=judge
    )
    if as_json:
        print(json.dumps(estimate_data(told), ensure_ascii=False))
    else:
        print_estimate(told)
    return Exit.DONE


def estimate_data(told: "Estimate") -> dict[str, Any]:
    """An estimate as plain JSON data."""
    roles = {
        role: {
            "model": share.model,
            "calls": share.calls.data(),
            "prompt_tokens": share.prompt_tokens.data(),
            "cached_tokens": share.cached_tokens.data(),
            "completion_tokens": share.completion_tokens.data(),
            "usd": None if share.usd is None else share.usd.data(6),
        }
        for role, share in told.roles.items()
    }
    return {
        "scenario": told.scenario,
        "mind": told.mind,
        "player": told.player,
        "roles": roles,
        "usd": None if told.usd is None else told.usd.data(6),
        "played_hours": round(told.played, 2),
        "working_hours": round(told.lasts, 2),
        "budgets": told.budgets.data(),
        "may_reach": {limit: round(share, 4) for limit, share in told.short_of().items()},
        "method": told.method,
        "notes": list(told.notes),
    }


def print_estimate(told: "Estimate") -> None:
    """An estimate as a table, with how it came about."""
    from rich.table import Table

    from workaday.tables import console, put

    where = console()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for column in ("role", "", "expected", "at least", "at most"):
        table.add_column(column, justify="left" if column in ("role", "") else "right")
    for role, share in told.roles.items():
        if share.model is None:
            table.add_row(role, "asks no model")
            continue
        table.add_row(role, share.model)
        for what, amount in (
            ("calls", share.calls),
            ("prompt tokens", share.prompt_tokens),
            ("of these cached", share.cached_tokens),
            ("reply tokens", share.completion_tokens),
        ):
            table.add_row("", what, *(f"{value:,.0f}" for value in (amount.expected, amount.low, amount.high)))
        table.add_row("", "US dollars", *_money(share.usd))
    table.add_row("in all", "US dollars", *_money(told.usd), style="bold")
    put(where, table)
    put(where, f"\n{told.method}")
    for note in told.notes:
        put(where, note)
    for limit, used in told.short_of().items():
        put(where, f"The budget {limit} may be reached: {used:.0%} of it is expected to be used.")


def _money(amount: "Range | None") -> tuple[str, ...]:
    if amount is None:
        return ("price unknown",)
    return tuple(f"{value:,.2f}" for value in (amount.expected, amount.low, amount.high))
