"""``workaday play``: take the seat oneself, in the browser."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from workaday.commands.options import ApiBase, AsJson, AtOnce, Budget, Mind, PerMinute, Quiet, Seed, Until

if TYPE_CHECKING:
    from workaday.result import Result
    from workaday.window.seat.playing import Opened


def play(
    what: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO|RUN",
            help="A scenario, which is begun, or the file of a run, which goes on.",
            show_default=False,
        ),
    ],
    pace: Annotated[
        float | None,
        typer.Option(
            metavar="MINUTES",
            help="Simulated minutes that pass in a real one while you act or wait. Else as fast as can be.",
            show_default=False,
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of this machine where the page is. 0 is any that is free.")
    ] = 0,
    mind: Mind = "reflex",
    seed: Seed = 1,
    out: Annotated[
        str | None,
        typer.Option(help="The run file, which must not be there yet. Else one is made in runs/.", show_default=False),
    ] = None,
    until: Until = None,
    api_base: ApiBase = None,
    budget: Budget = None,
    at_once: AtOnce = None,
    per_minute: PerMinute = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Take the seat yourself: mail, chat, calendar and the rest as pages in your browser.

    Simulated time moves only by what you do and when you wait. What you do is recorded and scored like any player's.
    Stopped with Ctrl-C, it goes on later with the run file.
    """
    import asyncio
    from time import time  # noqa: TID251  (links end in real time; nothing of it reaches the run)

    from sim.stopwatch import RealClock
    from workaday.commands.run import outcome, stopped
    from workaday.doors.pace import Paced
    from workaday.doors.session import Session
    from workaday.doors.stopping import until_stopped
    from workaday.doors.tokens import LASTS
    from workaday.window.seat.playing import play as open_seat
    from workaday.window.serving import require_extra

    require_extra()
    session = Session.open(
        what, pace=None if pace is None else Paced(pace, RealClock()), mind=mind, seed=seed, out=out, until=until,
        api_base=api_base, budget=budget or (), at_once=at_once, per_minute=per_minute,
    )  # fmt: skip
    session.rollout.require_models()
    session.rollout.require_keys()

    def announce(opened: "Opened") -> None:
        if not quiet or not browser:
            print(f"run file: {opened.run}\nyour seat: {opened.link}", file=sys.stderr, flush=True)
            print("Simulated time waits for you. Ctrl-C stops; workaday play RUN goes on.", file=sys.stderr, flush=True)
        if browser:
            import threading
            import webbrowser

            # Some browsers come back only when they have the page, which is answered here.
            threading.Thread(target=webbrowser.open, args=(opened.link,), daemon=True).start()

    def over(result: "Result") -> None:
        if not quiet:
            print(f"The run has ended: {result.outcome}. Close the page, or press Ctrl-C.", file=sys.stderr, flush=True)

    with suppress(KeyboardInterrupt):  # where the loop cannot take signals
        asyncio.run(until_stopped(open_seat(session, ("127.0.0.1", port), time, LASTS, announce, over)))
    if session.result is None:
        raise stopped(session.rollout, go_on="play")
    return outcome(session.result, as_json=as_json, quiet=quiet, go_on="play")
