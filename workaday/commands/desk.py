"""``workaday desk``: act in a seat from a shell."""

import os
from typing import Annotated

import typer


def desk(
    context: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="APP ACTION",
            help="What to do: mail list, chat send, wait, ... Without anything, all of it is listed.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Act in a seat from a shell: over the local socket of `workaday serve --desk`."""
    if [word for word in words or () if word != "--json"][:1] in (["--help"], ["-h"]):
        print(context.get_help())
        return 0
    from workaday.doors.desk import run

    return run(words or [], os.environ)
