"""``workaday export``: the mail and the meetings of a run, for other programs to read."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from workaday.commands.options import AsJson
from workaday.exits import Exit, Trouble


def export(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run file.", show_default=False)],
    mail: Annotated[
        str | None,
        typer.Option(
            metavar="OUT",
            help="All mail: into OUT.mbox, or into the folder OUT, each an .eml file.",
            show_default=False,
        ),
    ] = None,
    calendar: Annotated[
        str | None, typer.Option(metavar="OUT.ics", help="All meetings, as iCalendar.", show_default=False)
    ] = None,
    person: Annotated[
        str | None,
        typer.Option("--for", metavar="PERSON", help="Only what this person has, by id.", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Write the mail and the meetings of a run into files that mail programs and calendars read."""
    from workaday.runs import open_run

    if mail is None and calendar is None:
        raise Trouble(Exit.USER, "nothing to export: name --mail OUT.mbox, --calendar OUT.ics, or both")
    for out in (mail, calendar):
        if out is not None and Path(out).exists():
            raise Trouble(Exit.USER, f"{out} is there already: name another file, or move it away")
    if calendar is not None and find_spec("icalendar") is None:  # before anything is written
        raise Trouble(Exit.USER, "--calendar needs icalendar: install Workaday with the extra export")
    written: dict[str, int] = {}
    with open_run(run) as record:
        try:
            if mail is not None:
                from workaday.exports.mail import Letters, write

                written["mails"] = write(Letters(record, person), Path(mail))
            if calendar is not None:
                from workaday.exports.meetings import calendar as calendar_of

                told, written["meetings"] = calendar_of(record, person)
                Path(calendar).write_bytes(told)
        except OSError as error:
            raise Trouble(Exit.INFRASTRUCTURE, f"it cannot be written: {error}") from None
    if as_json:
        print(json.dumps({"run": run, "mail": mail, "calendar": calendar, **written}, ensure_ascii=False))
    else:
        for (what, number), out in zip(written.items(), filter(None, (mail, calendar)), strict=True):
            print(f"{out}: {what}: {number}")
    return Exit.DONE
