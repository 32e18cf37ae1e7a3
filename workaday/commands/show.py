"""``workaday show``: a run to read."""

from typing import Annotated

import typer

from workaday.exits import Exit, Trouble


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
    from sim.record import Record

    with Record.open(run) as record:
        if raw:
            for event in record.events():
                print(event.canonical())
            return Exit.DONE
        from workaday.transcript import Transcript

        transcript = Transcript(record)
        if person is not None:
            transcript.require_person(person)
        found = False
        for line in transcript.lines(day=day, person=person, thread=thread):
            found = True
            print(line)
    if not found:
        raise Trouble(Exit.USER, f"{run}: nothing in this run is of that day, person and thread")
    return Exit.DONE
