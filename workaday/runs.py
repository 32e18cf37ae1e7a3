"""Run files that the user names."""

from pathlib import Path

from sim.record import Record
from workaday.exits import Exit, Trouble


def open_run(path: str) -> Record:
    """The run in this file. Raises :class:`~workaday.exits.Trouble` where there is no such file, and
    :class:`sim.runfile.JournalError` where it is no run."""
    if not Path(path).is_file():
        there = "is a folder, not a run file" if Path(path).is_dir() else "there is no such file"
        raise Trouble(Exit.USER, f"{path}: {there}")
    return Record.open(path)
