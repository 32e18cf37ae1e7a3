"""``workaday serve``: open the seat of a run to an agent outside."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from workaday.commands.options import ApiBase, AsJson, AtOnce, Budget, Mind, PerMinute, Quiet, Seed, Until
from workaday.exits import Exit, Trouble, exit_of

if TYPE_CHECKING:
    from workaday.doors.serving import Doors, Opened, Slack
    from workaday.doors.session import OpenRun

HTTP = "127.0.0.1:8420"
"""Where the HTTP interface is, where nothing else is said."""
_MOST_DAYS = 36_500
"""The longest for which a token is given."""


def serve(
    what: Annotated[
        str,
        typer.Argument(
            metavar="SCENARIO|RUN",
            help="A scenario, which is begun, or the file of a run, which goes on.",
            show_default=False,
        ),
    ],
    mcp: Annotated[
        bool, typer.Option("--mcp", help="Speak the Model Context Protocol on standard input and output.")
    ] = False,
    http: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="Serve the HTTP interface, and MCP at /mcp. Port 0 is any that is free.",
            show_default=False,
        ),
    ] = None,
    desk: Annotated[
        str | None,
        typer.Option(metavar="SOCKET", help="Serve `workaday desk` on this local socket.", show_default=False),
    ] = None,
    pages: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="Serve the seat's pages, for an agent that uses a browser. Port 0 is any that is free.",
            show_default=False,
        ),
    ] = None,
    slack: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="Serve an API like Slack's, for bots built with Slack's libraries. Port 0 is any that is free.",
            show_default=False,
        ),
    ] = None,
    slack_events: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="Events that such a bot subscribes to, with commas between them. Else all there are.",
            show_default=False,
        ),
    ] = None,
    slack_settle: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            help="Real seconds of silence by which such a bot is done. 0 for one that acknowledges when it is done.",
            min=0.0,
            show_default="0.5",
        ),
    ] = None,
    slack_limit: Annotated[
        int | None,
        typer.Option(
            metavar="CALLS",
            help="How often such a bot may call a method in a simulated minute. Else as often as it likes.",
            min=1,
            show_default=False,
        ),
    ] = None,
    mind: Mind = "reflex",
    seed: Seed = 1,
    out: Annotated[
        str | None,
        typer.Option(help="The run file, which must not be there yet. Else one is made in runs/.", show_default=False),
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option(
            metavar="MINUTES",
            help="Simulated minutes that pass in a real one while the seat acts or waits. Else as fast as can be.",
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            metavar="WHO", help="Where there are several seats: whose --mcp or --pages is.", show_default=False
        ),
    ] = None,
    absent_after: Annotated[
        float | None,
        typer.Option(
            metavar="MINUTES",
            help="Real minutes for which others wait for a seat before it waits too. Else they wait for ever.",
            min=0.0,
            show_default=False,
        ),
    ] = None,
    token_days: Annotated[float, typer.Option(help="For how many days the token is good.")] = 30.0,
    until: Until = None,
    api_base: ApiBase = None,
    budget: Budget = None,
    at_once: AtOnce = None,
    per_minute: PerMinute = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> int:
    """Open the seat of a run to an agent outside: by MCP, HTTP, a shell, a browser or an API like Slack's.

    Without a door named: HTTP and MCP at 127.0.0.1:8420, and the desk at workaday.sock in this folder. Simulated time
    moves only when the seat acts or waits; of several seats, when all of them do. Killed and started again on the run
    file, it goes on where it stood.
    """
    import asyncio
    from time import time  # noqa: TID251  (tokens end in real time; nothing of it reaches the run)

    from sim.stopwatch import RealClock
    from workaday.commands.run import outcome, stopped
    from workaday.doors.desk import SOCKET
    from workaday.doors.pace import Paced
    from workaday.doors.serving import require_extra
    from workaday.doors.serving import serve as open_doors
    from workaday.doors.session import OpenRun
    from workaday.doors.stopping import until_stopped

    require_extra()
    if not 0 < token_days <= _MOST_DAYS:
        raise Trouble(Exit.USER, f"--token-days {token_days:g}: a token is good for some time, up to {_MOST_DAYS} days")
    _require_slack(slack, slack_events, slack_settle, slack_limit)
    again = _options(mcp, http, desk, slack, slack_events, slack_settle, slack_limit, pages, seat)
    bots = None if slack is None else _bots(slack, slack_events, slack_settle, slack_limit)
    doors = replace(_doors(mcp, http, desk, SOCKET, bots, pages), seat=seat)
    opening = OpenRun.open(
        what, pace=None if pace is None else Paced(pace, RealClock()), mind=mind, seed=seed, out=out, until=until,
        absent_after=None if absent_after is None else absent_after * 60, api_base=api_base, budget=budget or (),
        at_once=at_once, per_minute=per_minute,
    )  # fmt: skip
    opening.rollout.require_models()
    opening.rollout.require_keys()

    def announce(opened: "Opened") -> None:
        if as_json and not mcp:
            print(json.dumps({"opened": opened.data()}), flush=True)
        elif not quiet:
            print("\n".join(_told(opened, again)), file=sys.stderr, flush=True)

    try:
        is_over = asyncio.run(until_stopped(open_doors(opening, doors, time, announce, token_days * 86400)))
    except KeyboardInterrupt:  # where the loop cannot take signals
        is_over = False
    if not is_over and opening.result is None:
        raise stopped(opening.rollout, "serve", again)
    if opening.result is None:
        raise _left(opening, again)
    if mcp:  # standard output is the client's
        return _told_aside(opening)
    return outcome(opening.result, as_json=as_json, quiet=quiet, go_on="serve", options=again)


def _doors(
    mcp: bool, http: str | None, desk: str | None, socket: str, slack: "Slack | None", pages: str | None
) -> "Doors":
    """The doors that are asked for. Raises :class:`~workaday.exits.Trouble` for an address that is none."""
    from workaday.doors.serving import Doors

    if not mcp and http is None and desk is None and slack is None and pages is None:
        http, desk = HTTP, socket
    address = None if http is None else _address("--http", http)
    browser = None if pages is None else _address("--pages", pages)
    return Doors(mcp, address, None if desk is None else Path(desk), slack, browser)


def _options(
    mcp: bool,
    http: str | None,
    desk: str | None,
    slack: str | None,
    events: str | None,
    settle: float | None,
    limit: int | None,
    pages: str | None,
    seat: str | None,
) -> str:
    """The options by which the same doors are opened again."""
    given = {
        "--http": http, "--desk": desk, "--slack": slack, "--slack-events": events,
        "--slack-settle": None if settle is None else f"{settle:g}", "--slack-limit": limit, "--pages": pages,
        "--seat": seat,
    }  # fmt: skip
    named = [f"{option} {quote(str(value))}" for option, value in given.items() if value is not None]
    return " ".join([*(["--mcp"] if mcp else []), *named])


def _require_slack(slack: str | None, events: str | None, settle: float | None, limit: int | None) -> None:
    """Raise :class:`~workaday.exits.Trouble` for options of a door that is not opened."""
    given = {"--slack-events": events, "--slack-settle": settle, "--slack-limit": limit}
    for option, value in given.items():
        if slack is None and value is not None:
            raise Trouble(Exit.USER, f"{option} is for the API like Slack's: open it too, with --slack HOST:PORT")


def _bots(slack: str, events: str | None, settle: float | None, limit: int | None) -> "Slack":
    """How the API like Slack's is served. Raises :class:`~workaday.exits.Trouble`."""
    from sim.misspelling import did_you_mean
    from workaday.doors.serving import Slack
    from workaday.doors.slack.events import KINDS

    named = tuple(name.strip() for name in (events or "").split(",") if name.strip())
    for name in named:
        if name not in KINDS:
            hint = did_you_mean(name, KINDS) or f"there are {', '.join(KINDS)}"
            raise Trouble(Exit.USER, f"--slack-events {name}: there is no event of this name. {hint}")
    return Slack(_address("--slack", slack), named, settle, limit)


def _address(option: str, written: str) -> tuple[str, int]:
    """Host and port. Raises :class:`~workaday.exits.Trouble`."""
    host, _, port = written.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise Trouble(Exit.USER, f"{option} {written}: an address is written HOST:PORT, as in {HTTP}")
    return host.strip("[]"), int(port)


def _told(opened: "Opened", options: str) -> list[str]:
    """Where the doors are, in lines; of several seats, what is common to all and then what is each one's."""
    lines = [f"run file: {opened.run}"]
    if opened.http is not None:
        lines.append(f"http:     {opened.http} (MCP at /mcp, all of it at /openapi.json)")
    if opened.slack is not None:
        lines.append(f"slack:    {opened.slack} (the base_url of a client)")
    for one in opened.all:
        lines += [f"seat:     {one.seat}"] if opened.others else []
        lines += [f"token:    {one.token}"] if one.http is not None else []
        lines += [f"pages:    {one.pages} (open this in the browser)"] if one.pages is not None else []
        if one.slack is not None:
            lines += [f"bot:      {one.bot_token}", f"app:      {one.app_token} (for Socket Mode)"]
        lines += [f"desk:     export WORKADAY_DESK={one.desk.resolve()}"] if one.desk is not None else []
    from workaday.commands.run import again

    waits = "all seats" if opened.others else "the seat"
    return [
        *lines,
        f"Simulated time waits for {waits}. Ctrl-C stops; go on with: {again('serve', opened.run, options)}",
    ]


def _left(session: "OpenRun", options: str) -> Trouble:
    """What to say where the client on standard input has gone before the run was over."""
    from workaday.commands.run import again

    path = session.rollout.path
    assert path is not None
    kept = f"the client has gone; the run up to here is kept in {path}"
    return Trouble(Exit.MISSED, f"{kept}; go on with: {again('serve', path, options)}", {"run": str(path)})


def _told_aside(session: "OpenRun") -> int:
    """How a run ended whose client has standard output; gives the exit code."""
    from workaday.tables import figure

    assert session.result is not None
    result = session.result
    print(f"{result.path}: {result.outcome}, total {figure(result.scores.total)}", file=sys.stderr)
    return exit_of(result.scores)
