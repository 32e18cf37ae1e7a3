"""``workaday fidelity``: whether the coworkers of a run stayed themselves and true."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from workaday.commands.options import AsJson
from workaday.exits import Exit

if TYPE_CHECKING:
    from scorers.fidelity.punctuality import Delays
    from scorers.fidelity.report import Coworker, Fidelity
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
    """What was found in a sentence, a line for each coworker, and the slips."""
    from rich.table import Table
    from rich.text import Text

    from scorers.fidelity.report import KINDS
    from workaday.tables import console, put

    where = console()
    found = [f"{count} {kind}" for kind, count in report.counts.items() if count]
    none = [kind for kind in KINDS if not report.counts[kind]]
    put(where, Text(f"{report.messages:,} messages of {len(report.people)} coworkers (mode {report.mode})."))
    without = f" None of: {', '.join(none)}." if found and none else ""
    put(where, Text(f"Slips: {', '.join(found) or 'none'}.{without}"))
    put(where, "")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("coworker")
    table.add_column("messages", justify="right")
    for heading, _ in _COLUMNS:
        table.add_column(heading)
    for person in report.people:
        table.add_row(person.name, f"{person.messages:,}", *(cell(person) for _, cell in _COLUMNS))
    put(where, table)
    put(where, Text(f"\n{_HOW_TO_READ}"))
    for fault, count in report.faults.items():
        put(where, Text(f"mind.fault {fault}: {count}"))
    for slip in _chosen(report.slips, every=every):
        put(where, Text(f"  {slip.kind}: {slip.who} {slip.told} (event {slip.serial})"))


_HOW_TO_READ = (
    "chat, mail: how long half of somebody's answers to a message for them alone took at most, in their working time, "
    "and what their habits give for it. '!': the two lie far apart. Answers also wait for what they have to find out "
    "first."
)


def _slips(person: "Coworker") -> str:
    slips = [f"{count} {kind}" for kind, count in person.slips.items() if count]
    slips += [f"{count} out of hours" for count in (person.out_of_hours,) if count]
    slips += [f"{count} {fault}" for fault, count in person.faults.items()]
    return ", ".join(slips) or "–"


def _took(own: "Delays") -> str:
    from workaday.transcript import spell

    if own.middle is None:
        return "–"
    habit = "" if own.habit is None else f", habit {spell(round(own.habit))}"
    return f"{spell(round(own.middle))}{habit}" + (" !" if own.theirs is False else "")


_COLUMNS: "tuple[tuple[str, Callable[[Coworker], str]], ...]" = (
    ("chat", lambda person: _took(person.delays["chat"])),
    ("mail", lambda person: _took(person.delays["mail"])),
    ("slips, faults", _slips),
)


def _chosen(slips: "tuple[Slip, ...]", *, every: bool) -> "list[Slip]":
    counts: dict[str, int] = {}
    found = []
    for slip in slips:
        counts[slip.kind] = counts.get(slip.kind, 0) + 1
        if every or counts[slip.kind] <= SHOWN:
            found.append(slip)
    return found
