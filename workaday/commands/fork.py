"""``workaday fork``: play anew from a moment of a run."""

import sys
from typing import Annotated

import typer

from workaday.commands.options import ApiBase, AsJson, AtOnce, Budget, PerMinute, Quiet, Until


def fork(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run file; it stays as it is.", show_default=False)],
    at: Annotated[
        str,
        typer.Option(
            help='The moment: "day 3 10:00" or "wed 10:00" on the clock of the seat, or "2 days" from the start.',
            show_default=False,
        ),
    ],
    player: Annotated[
        str | None, typer.Option(help="Who takes the seat then; else the same player.", show_default=False)
    ] = None,
    mind: Annotated[
        str | None, typer.Option(help="What moves the coworkers then; else the same mind.", show_default=False)
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="A setting that holds from then on: pace.decide=1m, tasks.offer.deliver.by='thu 16:00'. May be given "
            "several times; a key that cannot be set is told with all that can.",
            show_default=False,
        ),
    ] = None,
    event: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Events that come about then too, as a scenario has them.", show_default=False
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(help="The new run file, which must not be there yet. Else one is made in runs/."),
    ] = None,
    until: Until = None,
    api_base: ApiBase = None,
    budget: Budget = None,
    at_once: AtOnce = None,
    per_minute: PerMinute = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Play anew from a moment of a run: the same history up to it, then another player, mind, setting or event.

    With nothing changed a player that goes by rule does again what it did. The new file says what it came from, and can
    be resumed, replayed and forked itself.
    """
    from workaday.commands.run import carry_out
    from workaday.continuation import Fork
    from workaday.runs import open_run

    open_run(run).close()
    rollout = Fork(
        run, at, player, mind, dict(map(_setting, settings or ())), event, out, api_base=api_base, at_once=at_once,
        per_minute=per_minute, budget=budget or (),
    )  # fmt: skip
    rollout.require_models()
    if not (quiet or as_json):
        print(f"{run}: as it was up to {rollout.local}", file=sys.stderr)
    more = {"fork": {"of": run, "at": rollout.at, "local": rollout.local}}
    return carry_out(rollout, until, as_json=as_json, quiet=quiet, more=more)


def _setting(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        from sim.units import BadValue

        raise BadValue(text, "is no setting", "Write --set pace.decide=1m.")
    return key.strip(), value.strip()
