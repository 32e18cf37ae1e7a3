"""``workaday fidelity``: whether the coworkers of a run stayed themselves and true."""

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from workaday.commands.options import ApiBase, AsJson, Budget
from workaday.exits import Exit, Trouble

if TYPE_CHECKING:
    from scorers.fidelity.interview import Interviews
    from scorers.fidelity.punctuality import Delays
    from scorers.fidelity.report import Coworker, Fidelity
    from scorers.fidelity.slips import Slip

SHOWN = 12
"""Slips that are told one by one."""


def fidelity(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run file.", show_default=False)],
    as_json: AsJson = False,
    every: Annotated[bool, typer.Option("--all", help="Tell every slip, not only the first few of each kind.")] = False,
    interviews: Annotated[
        int,
        typer.Option(
            "--interview", metavar="N", min=0, help="Also ask coworkers at N instants of the run, off the record."
        ),
    ] = 0,
    mind: Annotated[
        str | None, typer.Option(help="The model to interview, in the place of the run's own.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option(help="Draws whom to interview and when.")] = 1,
    api_base: ApiBase = None,
    budget: Budget = None,
) -> int:
    """Check what coworkers said against what they believed, may tell and said before.

    With --interview their model is asked about what they know, keep back, do not know and owe, as they were at
    instants of the run; the run file stays as it is. Ends with 1 where a coworker contradicted what they believed, told
    what they may not, or made up a figure.
    """
    from scorers.fidelity.report import fidelity as report_of
    from sim.record import Record

    with Record.open(run) as record:
        report = report_of(record)
    asked = _interviewed(run, interviews, mind, seed, api_base, budget or ()) if interviews else None
    if as_json:
        more = {} if asked is None else {"interviews": asked.data()}
        print(json.dumps({**report.data(), **more}, ensure_ascii=False))
    else:
        print_report(report, every=every)
        if asked is not None:
            print_interviews(asked, every=every)
    if asked is not None and asked.stopped:
        raise Trouble(Exit.INFRASTRUCTURE, f"not all could be asked: {asked.stopped}")
    counts = report.counts
    slipped = counts["contradiction"] + counts["leak"] + counts["invented"]
    return Exit.MISSED if slipped or (asked is not None and asked.slips) else Exit.DONE


def _interviewed(
    run: str, number: int, mind: str | None, seed: int, api_base: str | None, budget: Sequence[str]
) -> "Interviews":
    import asyncio

    from workaday.interviews import interviews

    return asyncio.run(interviews(run, number, mind=mind, seed=seed, api_base=api_base, budget=budget))


def print_interviews(found: "Interviews", *, every: bool = False) -> None:
    """What interviews brought, by coworker and in all, and the answers that no person in their place would give."""
    from rich.table import Table
    from rich.text import Text

    from scorers.fidelity.interview import SLIPS
    from workaday.tables import console, put

    where = console()
    put(where, Text(f"\nInterviews: {len(found.answers)} questions to {len(found.people)} coworkers ({found.mind})."))
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("coworker", "as the model answered", "as it would have been sent"):
        table.add_column(heading)
    for who, name in (*found.people.items(), (None, "all")):
        told = (
            ", ".join(f"{n} {verdict}" for verdict, n in found.counts(of, who).items()) for of in ("model", "person")
        )
        table.add_row(name, *told, style="bold" if who is None else None)
    put(where, table)
    counts: dict[str, int] = {}
    for answer in found.answers:
        bad = next((verdict for verdict in (answer.person, answer.model) if verdict in SLIPS), None)
        if bad is None:
            continue
        counts[bad] = counts.get(bad, 0) + 1
        if every or counts[bad] <= SHOWN:
            probe = answer.probe
            mended = "" if answer.person in SLIPS else " (not sent: the checks had it reworded)"
            put(
                where, Text(f"  {bad}: {probe.name}, {probe.local}, asked by {probe.asker} about {probe.about}{mended}")
            )
            put(where, Text(f"    {answer.sent if answer.person in SLIPS else answer.reply}"))


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
