"""The command line: ``workaday run first-week``."""

import gc
import io
import os
import signal
import sys
from collections.abc import Sequence
from functools import cache
from types import FrameType
from typing import Any

import typer

from workaday.commands import (
    audit,
    baseline,
    calibrate,
    check,
    compare,
    desk,
    diff,
    estimate,
    export,
    fidelity,
    fork,
    listing,
    new,
    play,
    realism,
    replay,
    report,
    resume,
    run,
    score,
    serve,
    show,
    trajectories,
    watch,
)
from workaday.exits import Exit, tell
from workaday.helping import Command, Group

app = typer.Typer(
    name="workaday",
    cls=Group,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Simulated organisations at work, to develop and grade agents that must get things done with people.",
)
app.command("run", cls=Command)(run.run)
app.command("resume", cls=Command)(resume.resume)
app.command("fork", cls=Command)(fork.fork)
app.command("replay", cls=Command)(replay.replay)
app.command("play", cls=Command)(play.play)
app.command("serve", cls=Command)(serve.serve)
app.command(
    "desk",
    cls=Command,
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)(desk.desk)
app.command("estimate", cls=Command)(estimate.estimate)
app.command("score", cls=Command)(score.score)
app.command("calibrate", cls=Command)(calibrate.calibrate)
app.command("fidelity", cls=Command)(fidelity.fidelity)
app.command("realism", cls=Command)(realism.realism)
app.command("diff", cls=Command)(diff.diff)
app.command("compare", cls=Command)(compare.compare)
app.command("trajectories", cls=Command)(trajectories.trajectories)
app.command("baseline", cls=Command)(baseline.baseline)
app.command("show", cls=Command)(show.show)
app.command("export", cls=Command)(export.export)
app.command("report", cls=Command)(report.report)
app.command("watch", cls=Command)(watch.watch)
app.command("new", cls=Command)(new.new)
app.command("check", cls=Command)(check.check)
app.command("audit", cls=Command)(audit.audit)
app.command("list", cls=Command)(listing.list_)


@app.callback(invoke_without_command=True)
def workaday(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Say which version this is."),
) -> None:
    """Simulated organisations at work, to develop and grade agents that must get things done with people."""
    if version:
        from importlib.metadata import version as version_of

        typer.echo(version_of("workaday"))
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)


@cache
def _command() -> Any:
    """All commands, put together from their functions once."""
    return typer.main.get_command(app)


def invoke(arguments: Sequence[str]) -> int:
    """Run a command line; gives its exit code (`workaday.exits`)."""
    try:
        code = _command().main(list(arguments), prog_name="workaday", standalone_mode=False)
    except SystemExit as end:  # which is what Click makes of a closed pipe, with a code of its own
        if not isinstance(end.__context__, BrokenPipeError):
            raise
        _drop_output()
        return Exit.UNREAD
    except (Exception, KeyboardInterrupt) as error:
        return tell(error, as_json="--json" in arguments)
    return code if isinstance(code, int) else 0


def main() -> None:
    """The ``workaday`` command."""
    # What a start makes (modules, schemas, files read) stays: to search it for garbage every 700 objects is an eighth
    # of a short command's time.
    gc.set_threshold(50_000, 10, 10)
    _speak_utf8()
    signal.signal(signal.SIGTERM, _stop)
    try:
        code = invoke(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # what was still in the buffer, or the object that tells what went wrong
        _drop_output()
        code = Exit.UNREAD
    sys.exit(code)


def _speak_utf8() -> None:
    """Write UTF-8 whatever the locale says: names of people would else end a run whose results are only to be printed.
    What is no text, such as a file name of other bytes, is written with its escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _stop(number: int, frame: FrameType | None) -> None:
    """Take SIGTERM as Ctrl-C, also where that is ignored: in the background of a shell, say."""
    interrupt = signal.getsignal(signal.SIGINT)
    if not callable(interrupt):
        raise KeyboardInterrupt
    interrupt(number, frame)


def _drop_output() -> None:
    """Nobody reads stdout any more (`workaday list | head -1`): let the rest go nowhere, without a word."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
