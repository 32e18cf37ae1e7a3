"""``workaday resume``: go on with a run that was stopped or killed."""

import sys
from typing import Annotated

import typer

from workaday.commands.options import ApiBase, AsJson, AtOnce, Budget, CassetteFile, PerMinute, Quiet, Until


def resume(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run file.", show_default=False)],
    player: Annotated[
        str | None,
        typer.Option(help="Where the player is found now, if its name in the file has changed.", show_default=False),
    ] = None,
    until: Until = None,
    api_base: ApiBase = None,
    budget: Budget = None,
    cassette: CassetteFile = None,
    at_once: AtOnce = None,
    per_minute: PerMinute = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Go on with a run that was stopped, killed or ran out of something. What it holds is paid for once.

    Scenario, player, mind and seed are those in the file. What is recorded is computed again without asking any model,
    and compared; where it comes out otherwise, the command says what and why, and ends with 2.
    """
    from workaday.commands.run import carry_out
    from workaday.continuation import Resumption
    from workaday.runs import open_run

    open_run(run).close()
    rollout = Resumption(
        run, player, api_base=api_base, at_once=at_once, per_minute=per_minute, budget=budget or (), cassette=cassette
    )
    rollout.require_models()
    kept = rollout.kept
    if not (quiet or as_json):
        told = f"day {kept.day}, {kept.events:,} events and {kept.answers:,} answers are kept"
        print(f"{run}: going on from {kept.local}, {told}", file=sys.stderr)
    return carry_out(rollout, until, as_json=as_json, quiet=quiet, more={"resumed": kept.data()})
