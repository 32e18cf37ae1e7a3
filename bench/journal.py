"""Microseconds for each thing a run file does: append, replay, keep a thought, read back.

    python bench/journal.py [REPEATS]

Prints a row for bench/README.md; medians. The file is written in the system's folder for temporary files.
"""

import os
import platform
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, ClassVar

sys.path.insert(0, str(Path(__file__).parents[1]))

from sim.journal import Journal, Thought, thought_key
from sim.record import Record
from sim.vocabulary.core import Body

EVENTS = 20_000
THOUGHTS = 1_000
PROMPT = "You are Anna, head of purchasing. " * 120
"""About 4 KB, as much as a short prompt."""


class Sent(Body):
    """A message of usual size."""

    kind: ClassVar[str] = "bench.sent"

    to: tuple[str, ...]
    place: str
    text: str


def append_all(journal: Journal) -> None:
    """A run of messages."""
    for number in range(1, EVENTS + 1):
        body = Sent(to=("bert", "zoe"), place="#finance", text=f"{number}: can you send me the figures by noon today?")
        journal.append(number, "anna", body, (number - 1,) if number > 1 else ())


def keep_all(journal: Journal) -> None:
    """Thoughts, each committed on its own."""
    for number in range(THOUGHTS):
        request = {"model": "m", "messages": [{"role": "user", "content": f"{number} {PROMPT}"}]}
        key = thought_key("coworkers", "anna", request)
        journal.keep(Thought(key, 0, "coworkers", "anna", number, request, reply={"text": "By noon, yes."}))


def each(times: int, act: Callable[[], Any]) -> float:
    """Microseconds for one of so many."""
    began = perf_counter()
    act()
    return (perf_counter() - began) / times * 1e6


def once(folder: Path) -> list[float]:
    """Append, replay, keep and read in microseconds, and bytes an event."""
    path = folder / "bench.run"
    with Journal.create(path, {}) as journal:
        appended = each(EVENTS, lambda: append_all(journal))
    size = path.stat().st_size / EVENTS
    with Journal.open(path) as journal:
        replayed = each(EVENTS, lambda: append_all(journal))
        kept = each(THOUGHTS, lambda: keep_all(journal))
    with Record.open(path) as record:
        read = each(EVENTS, lambda: sum(1 for _ in record.events()))
    path.unlink()
    return [appended, replayed, kept, read, size]


def main() -> None:
    """Measure and print."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        results = [once(Path(folder)) for _ in range(repeats)]
    appended, replayed, kept, read, size = (median(column) for column in zip(*results, strict=True))
    print(
        f"| `bench/journal.py` | {EVENTS:,} messages, {THOUGHTS:,} thoughts of 4 KB | append {appended:.0f} us, replay "
        f"{replayed:.0f} us, read {read:.0f} us an event; keep {kept:.0f} us a thought; {size:.0f} bytes an event | "
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {repeats} repeats |"
    )


if __name__ == "__main__":
    main()
