"""``workaday show``: a run to read."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from workaday.exits import Exit, Trouble

if TYPE_CHECKING:
    from sim.record import Record
    from workaday.transcript import View


def show(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run file.", show_default=False)],
    day: Annotated[int | None, typer.Option(min=1, help="This day only, from 1.", show_default=False)] = None,
    person: Annotated[
        str | None, typer.Option(help="Only what this person did or was told, by id.", show_default=False)
    ] = None,
    thread: Annotated[
        str | None,
        typer.Option(
            help='One place, message, call, meeting, ticket or file: "#supply", dm:ana+seat, c5, mtg3.',
            show_default=False,
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Also what was only looked up, and every wait.")] = False,
    talk: Annotated[bool, typer.Option("--talk", help="Only what people said and wrote to each other.")] = False,
    raw: Annotated[
        bool, typer.Option("--raw", help="The events as they are kept, one JSON array a line: what programs read.")
    ] = False,
) -> int:
    """Show a run: who said what to whom, what the player did and what it cost, day by day."""
    from workaday.runs import open_run

    if every + talk + raw > 1:
        raise Trouble(Exit.USER, "--all, --talk and --raw exclude one another: give one of them")
    view: View = "all" if every else "talk" if talk else "story"
    with open_run(run) as record:
        try:
            shown = _print(record, day, person, thread, view, raw=raw)
        except BrokenPipeError:  # whoever read it has seen enough: `workaday show ... | head`
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return Exit.DONE
    if not shown:
        asked = [f"day {day}"] if day is not None else []
        asked += [f"the person {person}"] if person is not None else []
        asked += [f"the thread {thread}"] if thread is not None else []
        raise Trouble(Exit.USER, f"{run}: nothing in this run is of {' and '.join(asked) or view}")
    return Exit.DONE


def _print(
    record: "Record", day: int | None, person: str | None, thread: str | None, view: "View", *, raw: bool
) -> bool:
    """Print what was asked for. Gives whether there was anything."""
    shown = False
    if raw:
        from workaday.harmless import harmless_json

        for event in record.events():
            shown = True
            print(harmless_json(event.canonical()))
    else:
        from workaday.transcript import Transcript

        transcript = Transcript(record)
        if person is not None:
            transcript.require_person(person)
        if day is not None:
            transcript.require_day(day)
        if thread is not None:
            transcript.require_thread(thread)
        for line in transcript.lines(day=day, person=person, thread=thread, view=view):
            shown = True
            print(line)
        if transcript.left_out and view == "story":
            sys.stdout.flush()
            print(f"({transcript.left_out:,} waits and things looked up are left out: --all)", file=sys.stderr)
            shown = True
    sys.stdout.flush()
    return shown
