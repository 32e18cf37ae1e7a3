"""The command line: ``workaday run first-week``."""

import sys
from collections.abc import Sequence

import typer

from workaday.commands import check, diff, estimate, fidelity, fork, listing, realism, replay, resume, run, score, show
from workaday.exits import tell

app = typer.Typer(
    name="workaday",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Simulated organisations at work, to develop and grade agents that must get things done with people.",
)
app.command("run")(run.run)
app.command("resume")(resume.resume)
app.command("fork")(fork.fork)
app.command("replay")(replay.replay)
app.command("estimate")(estimate.estimate)
app.command("score")(score.score)
app.command("fidelity")(fidelity.fidelity)
app.command("realism")(realism.realism)
app.command("diff")(diff.diff)
app.command("show")(show.show)
app.command("check")(check.check)
app.command("list")(listing.list_)


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


def invoke(arguments: Sequence[str]) -> int:
    """Run a command line; gives its exit code (`workaday.exits`)."""
    try:
        code = typer.main.get_command(app).main(list(arguments), prog_name="workaday", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:
        return tell(error, as_json="--json" in arguments)
    return code if isinstance(code, int) else 0


def main() -> None:
    """The ``workaday`` command."""
    sys.exit(invoke(sys.argv[1:]))
