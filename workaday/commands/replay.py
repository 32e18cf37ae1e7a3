"""``workaday replay``: compute a run again, and say whether it is the same."""

import json
from typing import Annotated

import typer

from workaday.commands.options import AsJson
from workaday.exits import Exit


def replay(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run file.", show_default=False)],
    as_json: AsJson = False,
) -> int:
    """Compute a run again, with no model, no player and no network. Ends with 0 only if every event is identical.

    Where one is not, the first is shown, with what is different from where the run was made, and the command ends
    with 1. The file is not touched.
    """
    from workaday.continuation import replay as replay_run
    from workaday.runs import open_run

    open_run(run).close()
    replayed = replay_run(run)
    difference = replayed.difference
    if as_json:
        told = {"run": run, "identical": replayed.is_identical, "events": replayed.events, "same": replayed.identical}
        print(json.dumps(told | {"difference": difference and difference.data()}, ensure_ascii=False))
    elif difference is None:
        print(f"{run}: identical, {replayed.events:,} events computed again")
    else:
        print(f"{difference}\n{replayed.identical:,} of {replayed.events:,} events before it are identical")
    return Exit.DONE if difference is None else Exit.MISSED
