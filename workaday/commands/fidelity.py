"""``workaday fidelity``: whether the coworkers of a run stayed themselves and true."""

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from workaday.commands.options import AsJson
from workaday.exits import Exit

if TYPE_CHECKING:
    from scorers.fidelity.punctuality import Delays
    from scorers.fidelity.report import Fidelity
    from scorers.fidelity.slips import Slip

SHOWN = 12
"""Slips that are told one by one."""


def fidelity(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run file.", show_default=False)],
    as_json: AsJson = False,
    every: Annotated[bool, typer.Option("--all", help="Tell every slip, not only the first few of each kind.")] = False,
) -> int:
    """Check what coworkers said against what they believed, may tell and said before.

    Ends with 1 where a coworker contradicted what they believed, told what they may not, or made up a figure.
    """
    from scorers.fidelity.report import fidelity as report_of
    from sim.record import Record

    with Record.open(run) as record:
        report = report_of(record)
        if as_json:
            print(json.dumps(report.data(), ensure_ascii=False))
        else:
            print_report(report, every=every)
    counts = report.counts
    return Exit.MISSED if counts["contradiction"] + counts["leak"] + counts["invented"] else Exit.DONE


def print_report(report: "Fidelity", *, every: bool = False) -> None:
    """A line for each coworker, one for all, and the slips."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from scorers.fidelity.report import KINDS

    console = Console(file=sys.stdout, highlight=False, width=None if sys.stdout.isatty() else 150)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("coworker")
    for name in ("messages", *KINDS, "out of hours", "faults", "chat", "mail"):
        table.add_column(name, justify="right")
    for person in report.people:
        slips = (str(person.slips[kind] or "") for kind in KINDS)
        faults = str(sum(person.faults.values()) or "")
        waits = (_told(person.delays["chat"]), _told(person.delays["mail"]))
        table.add_row(person.name, f"{person.messages:,}", *slips, str(person.out_of_hours or ""), faults, *waits)
    counts = report.counts
    late = sum(person.out_of_hours for person in report.people)
    total = (str(counts[kind]) for kind in KINDS)
    table.add_row("all", f"{report.messages:,}", *total, str(late), str(sum(report.faults.values())), style="bold")
    console.print(table)
    console.print(Text(f"\nmode {report.mode}; chat and mail: middle answer in minutes of working time (by habit)"))
    for fault, count in report.faults.items():
        console.print(Text(f"mind.fault {fault}: {count}"))
    for slip in _chosen(report.slips, every=every):
        console.print(Text(f"  {slip.kind}: {slip.who} {slip.told} (event {slip.serial})"))


def _told(own: "Delays") -> str:
    if own.middle is None:
        return "–"
    habit = "" if own.habit is None else f" ({own.habit / 60:.0f})"
    return f"{own.middle / 60:.0f}{habit}" + ("!" if own.theirs is False else "")


def _chosen(slips: "tuple[Slip, ...]", *, every: bool) -> "list[Slip]":
    counts: dict[str, int] = {}
    found = []
    for slip in slips:
        counts[slip.kind] = counts.get(slip.kind, 0) + 1
        if every or counts[slip.kind] <= SHOWN:
            found.append(slip)
    return found
