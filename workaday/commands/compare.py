"""``workaday compare``: is one player better than another, or is that noise?"""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from workaday.commands.options import AsJson
from workaday.exits import Exit

if TYPE_CHECKING:
    from workaday.contrast import Contrast, Judged

_RUNS = "Run files of one player: a folder, a file, or several with commas between."


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help=_RUNS, show_default=False)],
    b: Annotated[str, typer.Argument(metavar="B", help="Those of the other, with the same seeds.", show_default=False)],
    margin: Annotated[
        float, typer.Option(metavar="SHARE", min=0.001, max=1.0, help="The difference that is worth knowing of.")
    ] = 0.1,
    on: Annotated[str, typer.Option(metavar="SCORE", help="What decides: total, passed, or a scorer.")] = "total",
    criteria: Annotated[bool, typer.Option("--criteria", help="A row for each criterion too.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="End with 1 where it is inconclusive, too.")] = False,
    as_json: AsJson = False,
) -> int:
    """Compare the runs of two players, paired by scenario and seed: better, worse, same, or inconclusive.

    Ends with 1 where B is worse.
    """
    from workaday.attempts import attempts
    from workaday.contrast import contrast

    found = contrast(attempts([a]), attempts([b]), on=on, margin=margin, criteria=criteria)
    bad = found.whole.verdict == "worse" or (strict and found.whole.verdict == "inconclusive")
    if as_json:
        print(json.dumps(found.data(), ensure_ascii=False))
    else:
        print_contrast(found)
    return Exit.MISSED if bad else Exit.DONE


def print_contrast(found: "Contrast") -> None:
    """The verdict, with how many more pairs it takes, the table, and what has to be known of it."""
    from rich.table import Table

    from workaday.tables import console, put

    where = console()
    verdict, *grounds = told(found)
    put(where, f"A  {found.a}\nB  {found.b}\n\n{verdict}\n", soft_wrap=True)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("", overflow="fold")
    for column in ("pairs", "A", "B", "difference", "99 % interval", "p"):
        table.add_column(column, justify="right")
    table.add_column("")
    table.add_row(*_cells(found.whole), style="bold")
    for group in (found.scenarios, found.scores):
        if group:
            table.add_row()
        for row in group:
            table.add_row(*_cells(row))
    put(where, table)
    put(where, "")
    for line in grounds:
        put(where, line, soft_wrap=True)


def _cells(row: "Judged") -> tuple[str, ...]:
    between = f"{row.difference.low:+.2f} to {row.difference.high:+.2f}"
    verdict = row.verdict if row.verdict != "inconclusive" else "?"
    mean = f"{row.difference.mean:+.2f}"
    return row.name, str(row.pairs), f"{row.a:.2f}", f"{row.b:.2f}", mean, between, f"{row.adjusted:.3f}", verdict


def told(found: "Contrast") -> Iterator[str]:
    """The verdict and its grounds, line by line."""
    whole = found.whole
    more = f", needs {whole.needs} more {'pair' if whole.needs == 1 else 'pairs'}" if whole.needs else ""
    yield f"{whole.verdict}{more}: {whole.why}."
    signs = f"{whole.ups} of {whole.pairs} pairs are higher in B and {whole.downs} lower, sign test p {whole.sign:.3f}"
    floor = "" if whole.floor is None else f"; noise floor {whole.floor:.2f}"
    yield f"{signs}{floor}."
    if found.identical and whole.verdict != "same":
        yield f"In {found.identical} of {whole.pairs} pairs both runs are the same, event by event."
    for name, noise in zip("AB", found.noise, strict=True):
        if noise is not None:
            yield f"{name} with itself: epochs of one seed differ by {noise:.3f} (standard deviation)."
    for line in found.changed:
        yield f"Mind: {line}."
    if found.unpaired:
        yield f"Left out, without a partner of the same scenario and seed: {len(found.unpaired)} runs."
    for line in found.incomplete:
        yield f"Not complete: {line}"
