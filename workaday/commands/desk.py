"""``workaday desk``: act in a seat from a shell."""

import os
from typing import Annotated

import typer


def desk(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="APP ACTION",
            help="What to do: mail list, chat send, wait, ... Nothing lists it all.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Act in a seat from a shell: over the local socket of `workaday serve --desk`."""
    from workaday.doors.desk import run

    return run(words or [], os.environ)
