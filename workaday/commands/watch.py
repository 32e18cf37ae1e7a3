"""``workaday watch``: a run in the browser, over or going on."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from workaday.commands.options import ApiBase, AsJson, AtOnce, Budget, Mind, PerMinute, Quiet, Seed, Until
from workaday.exits import Exit, Trouble


def watch(
    what: Annotated[
        str,
        typer.Argument(
            metavar="RUN|SCENARIO",
            help="The file of a run, over or still being written, or a scenario, which is played.",
            show_default=False,
        ),
    ],
    player: Annotated[
        str, typer.Option(help="Who takes the seat of a scenario: see `workaday list players`.")
    ] = "diligent",
    mind: Mind = "reflex",
    seed: Seed = 1,
    out: Annotated[
        str | None,
        typer.Option(
            help="The run file of a scenario, which must not be there yet. Else one is made in runs/.",
            show_default=False,
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help="The port on this machine; 0 is any that is free. Else 8421, or any.",
            show_default=False,
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    until: Until = None,
    api_base: ApiBase = None,
    budget: Budget = None,
    at_once: AtOnce = None,
    per_minute: PerMinute = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Show a run in the browser: the office as it lives, what happened, who knew what, where points were lost.

    The pages are for this machine alone and work offline. A run that is being written is followed. Ctrl-C ends it, and
    stops a scenario where it stands: `workaday resume RUN` goes on.
    """
    import asyncio

    from workaday.doors.session import is_run
    from workaday.window.serving import require_extra

    require_extra()
    from workaday.window.watching import free_path, played, shown

    options = {
        "--until": until, "--api-base": api_base, "--at-once": at_once, "--per-minute": per_minute,
    }  # fmt: skip
    arguments = [part for name, value in options.items() if value is not None for part in (name, value)]
    arguments += [part for limit in budget or () for part in ("--budget", limit)]
    if is_run(what):
        given = [name for name, value in (("--out", out), ("--until", until), ("--budget", budget)) if value]
        if given:
            raise Trouble(Exit.USER, f"{given[0]} is for a scenario, and {what} is a run")
        path = Path(what)
    else:
        from workaday.result import load

        load(what)
        path = Path(out) if out is not None else free_path(what, player, seed)
        if path.exists():  # else what is there would be shown for what is played
            raise Trouble(Exit.USER, f"{path}: there is such a file already: name another with --out, or watch that")
        arguments += ["--player", player, "--mind", mind, "--seed", str(seed)]

    def told(address: str) -> None:
        if as_json:
            print(json.dumps({"opened": {"run": str(path), "address": address}}), flush=True)
        elif not quiet:
            print(f"run file: {path}\nwatch at: {address}\nCtrl-C ends it.", file=sys.stderr, flush=True)
        if browser:
            import webbrowser

            webbrowser.open(address)

    def over(ending: str) -> None:
        if not (quiet or as_json):
            print(ending, file=sys.stderr, flush=True)

    if is_run(what):
        asyncio.run(shown(path, port, told))
    else:
        asyncio.run(played(what, path, arguments, port, told, over))
    return Exit.DONE
