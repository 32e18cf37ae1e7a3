"""A run of many working hours without any model: time, memory, events and file size; and what going on with it costs.

    python bench/longrun.py [HOURS] [BACKGROUND]

The organisation of the scenario first-week works for HOURS of the seat's working time, moved by rules, while the seat
waits. The run is then computed again and compared, event by event, which is what resuming it takes. Prints a row for
bench/README.md.
"""

import asyncio
import os
import platform
import resource
import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.office import Waiting
from scenarios.load import Loaded, load
from scenarios.stage import Stage
from sim.calendar import working_between


def written(folder: Path, hours: int, background: str) -> Loaded:
    """A scenario of so many working hours in which nothing is asked of the seat."""
    org = load("first-week").org.id
    path = folder / "long.yaml"
    path.write_text(
        f"scenario: long\ntitle: A long time\norg: {org}\nstarts: 2026-03-02 09:00\nlasts: {hours} hours\n"
        f"background: {background}\nbrief: Look after what comes in.\n",
        encoding="utf-8",
    )
    return load(path)


def peak() -> float:
    """The most memory this process has had, in MB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 * 1024 if sys.platform == "darwin" else 1024)


def main() -> None:
    """Play, play again and print."""
    hours = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    background = sys.argv[2] if len(sys.argv) > 2 else "light"
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        loaded = written(folder, hours, background)
        before, began = peak(), perf_counter()
        played = asyncio.run(Stage(loaded, Waiting(), "reflex", 1, folder / "run").play())
        ran, used = perf_counter() - began, peak()
        size = (folder / "run").stat().st_size
        began = perf_counter()
        asyncio.run(Stage(loaded, Waiting(), "reflex", 1).replay(folder / "run"))
        again = perf_counter() - began
    script = loaded.script
    worked = working_between(loaded.org.person(script.seat).calendar, script.start, script.horizon) / 3600
    print(
        f"| `bench/longrun.py {hours} {background}` | {worked:,.0f} working hours of {len(script.cast)} people, "
        f"{(script.horizon - script.start) / 86400:,.0f} days on the calendar | {ran:,.0f} s, "
        f"{(script.horizon - script.start) / ran:,.0f} times as fast as life; {played.events:,} events, "
        f"{played.events / ran:,.0f} a second; {used:,.0f} MB at most ({before:,.0f} before it began); file "
        f"{size / 1e6:,.1f} MB; computed again and compared in {again / ran:.2f} of the time | "
        f"Python {platform.python_version()}, {os.cpu_count()} cores, once |"
    )


if __name__ == "__main__":
    main()
