"""The command line: ``workaday run first-week``."""

import typer

app = typer.Typer(name="workaday", no_args_is_help=True, add_completion=True, pretty_exceptions_enable=False)


@app.callback()
def workaday() -> None:
    """Simulated organisations at work, to develop and grade agents that must get things done with people."""


def main() -> None:
    """The ``workaday`` command."""
    app()
