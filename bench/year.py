"""A thousand working hours against the first hundred of them: time, memory, events and file size, and their ratios.

    python bench/year.py [--player oracle] [--seed 1] [--hours 100]

Plays the scenario the-year twice, each time in a process of its own: to the end, and for its first HOURS working hours.
Prints a row for bench/README.md. Exits with 1 where an hour of the whole costs a tenth more time than one of the
beginning, or the whole takes three times the memory.
"""

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

import workaday
from scenarios.load import load
from sim.calendar import add_working, working_between
from sim.localtime import iso_local

SLOWER, LARGER = 1.1, 3.0
"""The most that an hour of the whole may cost in time against one of its beginning, and the whole in memory."""


def played(player: str, seed: int, hours: int | None) -> dict[str, float]:
    """What a play up to so many working hours costs this process, reading the scenario included."""
    loaded = load("the-year")
    script = loaded.script
    calendar = loaded.org.person(script.seat).calendar
    end = script.horizon if hours is None else add_working(calendar, script.start, hours * 3600)
    until = None if hours is None else iso_local(end, calendar.zone)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "year.workaday"
        result = workaday.run(loaded, player=player, seed=seed, until=until, out=out)
        size = out.stat().st_size
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
    return {
        "hours": working_between(calendar, script.start, end) / 3600, "seconds": process_time(), "memory": most,
        "events": result.events, "size": size / 1e6, "total": result.scores.total or 0.0,
    }  # fmt: skip


def apart(player: str, seed: int, hours: int | None) -> dict[str, float]:
    """The same in a process of its own, so that the most memory it had is its own."""
    command = [sys.executable, __file__, "--player", player, "--seed", str(seed), "--only", str(hours or 0)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def main() -> int:
    """Play both, print the row."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", default="oracle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hours", type=int, default=100)
    parser.add_argument("--only", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.only is not None:
        print(json.dumps(played(asked.player, asked.seed, asked.only or None)))
        return 0
    part, whole = apart(asked.player, asked.seed, asked.hours), apart(asked.player, asked.seed, None)
    longer = whole["hours"] / part["hours"]
    slower, larger = whole["seconds"] / part["seconds"], whole["memory"] / part["memory"]
    print(
        f"| `bench/year.py --player {asked.player}` | {whole['hours']:,.0f} working hours of `the-year` against its "
        f"first {part['hours']:,.0f} | {whole['seconds']:.0f} s of CPU against {part['seconds']:.1f}, {slower:.1f} "
        f"times; {whole['memory']:.0f} MB at most against {part['memory']:.0f}, {larger:.2f} times; "
        f"{whole['events']:,.0f} events against {part['events']:,.0f}; file {whole['size']:.1f} MB; "
        f"total {whole['total']:.2f} | Python {platform.python_version()}, {os.cpu_count()} cores, once |"
    )
    return int(slower > SLOWER * longer or larger > LARGER)


if __name__ == "__main__":
    sys.exit(main())
