"""``workaday run``: play a scenario to its end and score it."""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from workaday.commands.options import (
    ApiBase,
    AsJson,
    AtOnce,
    Budget,
    CalibrationFile,
    CassetteFile,
    JudgeModel,
    MaxCost,
    Mind,
    Miss,
    PerMinute,
    Quiet,
    Seed,
    Until,
)
from workaday.exits import Exit, Trouble, exit_of

if TYPE_CHECKING:
    from sim.cassette import OnMiss
    from workaday.result import Result, Rollout


def run(
    scenario: Annotated[
        list[str],
        typer.Argument(metavar="SCENARIO...", help="Scenarios of the library, or files.", show_default=False),
    ],
    player: Annotated[
        str, typer.Option(help="Who takes the seat: see `workaday list players`, or module:attribute of your own.")
    ] = "diligent",
    mind: Mind = "reflex",
    seed: Seed = 1,
    out: Annotated[
        str | None,
        typer.Option(
            help="The run file, which must not be there yet; of several runs, their folder. Else one is made in runs/.",
            show_default=False,
        ),
    ] = None,
    seeds: Annotated[
        str | None,
        typer.Option(metavar="A..B", help="Play with each of these seeds: 1..8, or 1,4,7.", show_default=False),
    ] = None,
    epochs: Annotated[
        int | None,
        typer.Option(min=1, help="Play each scenario and seed so many times.", show_default=False),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Of several runs, how many go on at once.")] = 4,
    k: Annotated[
        int | None,
        typer.Option(
            "--k", min=1, help="Of pass@k and pass^k. Else the fewest runs a scenario has.", show_default=False
        ),
    ] = None,
    judge: JudgeModel = None,
    max_cost: MaxCost = None,
    calibration: CalibrationFile = None,
    until: Until = None,
    api_base: ApiBase = None,
    budget: Budget = None,
    cassette: CassetteFile = None,
    on_miss: Miss = "live",
    at_once: AtOnce = None,
    per_minute: PerMinute = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Play a scenario to its end, score it, and keep the run in a file.

    With several scenarios, seeds or epochs: play all of them, a file each in one folder, and sum them up. What is
    finished is not played again.
    """
    if len(scenario) > 1 or seeds is not None or epochs is not None:
        from workaday.commands.sweep import sweep
        from workaday.repeats import seeds_of

        if until is not None:
            raise Trouble(
                Exit.USER, "--until stops one run early: it does not go with several scenarios, seeds or epochs"
            )
        return sweep(
            scenario, player, mind, (seed,) if seeds is None else seeds_of(seeds), epochs or 1, jobs, k, out,
            as_json=as_json, quiet=quiet, api_base=api_base, at_once=at_once, per_minute=per_minute,
            budget=budget or (), cassette=cassette, on_miss=on_miss, judge=judge, max_cost=max_cost,
            calibration=calibration,
        )  # fmt: skip
    from workaday.result import Rollout, load

    rollout = Rollout(
        load(scenario[0]), player, mind, seed, out, api_base=api_base, at_once=at_once, per_minute=per_minute,
        budget=budget or (), cassette=cassette, on_miss=cast("OnMiss", on_miss),
    )  # fmt: skip
    rollout.require_models()
    if judge is None:
        return carry_out(rollout, until, as_json=as_json, quiet=quiet)
    from workaday.judging import Judge, judged_result, require_rubric

    require_rubric([rollout.loaded])
    judging = Judge(
        judge, max_cost=max_cost, calibration=calibration, api_base=api_base, at_once=at_once, per_minute=per_minute
    )

    def judged(result: "Result") -> "Result":
        return judged_result(result, judging, as_of=rollout.instant(until))

    return carry_out(rollout, until, as_json=as_json, quiet=quiet, judged=judged)


def carry_out(
    rollout: "Rollout",
    until: str | None,
    *,
    as_json: bool,
    quiet: bool,
    more: Mapping[str, Any] | None = None,
    judged: "Callable[[Result], Result] | None" = None,
) -> int:
    """Play, show how it goes, print what came of it (with ``more`` fields under --json), and give the exit code.

    ``judged`` gives the result with a judge's part in its scores.
    """
    import asyncio  # heavy, and every command line comes through here

    rollout.require_keys()
    if until is not None and (at := rollout.instant(until)) is not None and at > rollout.loaded.script.horizon:
        print(f"--until {until}: that is after the end of the scenario, so the whole run is played", file=sys.stderr)
    try:
        result = asyncio.run(_played(rollout, until, quiet=quiet or as_json))
    except KeyboardInterrupt:
        raise stopped(rollout) from None
    if result.fault is None and judged is not None:
        result = judged(result)
    return outcome(result, as_json=as_json, quiet=quiet, more=more)


def outcome(
    result: "Result",
    *,
    as_json: bool,
    quiet: bool,
    more: Mapping[str, Any] | None = None,
    go_on: str = "resume",
    options: str = "",
) -> int:
    """Print what came of a run, and give the exit code; ``go_on`` is the command by which it goes on, with ``options``.

    Raises :class:`~workaday.exits.Trouble` where it was stopped for want of a model or of budget.
    """
    if result.fault is not None:
        raise _unreachable(result, more or {}, go_on, options)
    if as_json:
        from workaday.report import result_data

        print(json.dumps({**result_data(result), **(more or {})}, ensure_ascii=False))
    elif quiet:
        from workaday.report import verdict
        from workaday.tables import figure

        print(f"{result.path}: {result.outcome}, total {figure(result.scores.total)}, {verdict(result.scores)}")
    else:
        from workaday.report import print_card, told, unusable

        print_card(result.scores)
        print(f"\n{told(result)}\nrun file: {result.path}")
        for line in unusable(result):
            print(line)
        if result.outcome == "unfinished":
            print(f"go on with: {again(go_on, result.path, options)}")
    return exit_of(result.scores)


async def _played(rollout: "Rollout", until: str | None, *, quiet: bool) -> "Result":
    if quiet:
        return await rollout.play(until)
    from workaday.progress import Progress

    title = f"{rollout.loaded.script.scenario} · {rollout.player_name} · {rollout.mind} · seed {rollout.seed}"
    progress = Progress(rollout.loaded, title, live=sys.stderr.isatty(), meter=rollout.meter, thinking=rollout.thinking)
    rollout.on_event = lambda event: (progress.again if event.serial <= rollout.recorded else progress.event)(event)
    rollout.meter.changed = progress.draw
    with progress:
        return await rollout.play(until)


def again(go_on: str, path: Path, options: str = "") -> str:
    """The command line by which a run goes on."""
    return f"workaday {go_on} {quote(str(path))} {options}".rstrip()


def stopped(rollout: "Rollout", go_on: str = "resume", options: str = "") -> Trouble:
    """What to say of a run that was stopped from outside; it goes on by the command ``go_on`` with ``options``."""
    path = rollout.path
    if path is None or not path.exists():
        return Trouble(Exit.STOPPED, "stopped before the run began")
    message = f"stopped; the run up to here is kept in {path}; go on with: {again(go_on, path, options)}"
    return Trouble(Exit.STOPPED, message, {"run": str(path)})


def _unreachable(result: "Result", more: Mapping[str, Any], command: str, options: str) -> Trouble:
    from workaday.report import result_data

    assert result.fault is not None
    more_of_it = " --budget ..." if result.fault.kind == "over_budget" else ""
    go_on = f"go on with: {again(command, result.path, options)}"
    kept = f"the run up to here is kept in {result.path}; {go_on}{more_of_it}"
    if result.fault.kind == "unusable":
        kept = f"{kept}\nWhat is kept stays unusable: to have it asked again, begin a new run"
    return Trouble(Exit.INFRASTRUCTURE, f"{result.fault.message}\n{kept}", {**result_data(result), **more})
