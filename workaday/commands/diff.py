"""``workaday diff``: where two runs part, and what came of it."""

from typing import Annotated

import typer

from workaday.commands.options import AsJson
from workaday.exits import Exit


def diff(
    a: Annotated[str, typer.Argument(metavar="A", help="A run file.", show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="Another, of the same scenario.", show_default=False)],
    as_json: AsJson = False,
) -> int:
    """Compare two runs: the first event in which they differ, then their outcomes, scores, results and relations."""
    from workaday import comparison
    from workaday.runs import open_run

    for path in (a, b):
        open_run(path).close()
    compared = comparison.diff(a, b)
    if as_json:
        print(comparison.as_json(compared))
        return Exit.DONE
    from rich.table import Table

    from workaday.tables import console, put

    where = console()
    put(where, f"A  {a}\nB  {b}", soft_wrap=True)
    if compared.came_from is not None:
        put(where, compared.came_from, soft_wrap=True)
    put(where, f"\n{comparison.told(compared.parting)}\n", soft_wrap=True)
    for line in comparison.escalated(compared):
        put(where, line, soft_wrap=True)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for column in ("", "A", "B"):
        table.add_column(column, overflow="fold")
    for row in comparison.rows(compared):
        table.add_row(*row)
    put(where, table)
    return Exit.DONE
