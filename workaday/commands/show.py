"""``workaday show``: a run to read."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from workaday.exits import Exit, Trouble

if TYPE_CHECKING:
    from sim.record import Record


def show(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run file.", show_default=False)],
    day: Annotated[int | None, typer.Option(min=1, help="This day only, from 1.", show_default=False)] = None,
    person: Annotated[
        str | None, typer.Option(help="Only what this person did or was told, by id.", show_default=False)
    ] = None,
    thread: Annotated[
        str | None,
        typer.Option(help='One place, thread, call, meeting, ticket or file: "#supply", t5, mtg3.', show_default=False),
    ] = None,
    raw: Annotated[bool, typer.Option("--raw", help="The events as they are kept, one a line.")] = False,
) -> int:
    """Show a run: who said what to whom, what the player did and what it cost, day by day."""
    from workaday.runs import open_run

    with open_run(run) as record:
        try:
            shown = _print(record, day, person, thread, raw=raw)
        except BrokenPipeError:  # whoever read it has seen enough: `workaday show ... | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return Exit.DONE
    if not shown:
        raise Trouble(Exit.USER, f"{run}: nothing in this run is of that day, person and thread")
    return Exit.DONE


def _print(record: "Record", day: int | None, person: str | None, thread: str | None, *, raw: bool) -> bool:
    """Print what was asked for. Gives whether there was anything."""
    shown = False
    if raw:
        for event in record.events():
            shown = True
            print(event.canonical())
    else:
        from workaday.transcript import Transcript

        transcript = Transcript(record)
        if person is not None:
            transcript.require_person(person)
        for line in transcript.lines(day=day, person=person, thread=thread):
            shown = True
            print(line)
    sys.stdout.flush()
    return shown
