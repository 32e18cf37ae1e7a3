"""Thirteen weeks of an office without a player: how it compares with published figures, and what it costs.

    python bench/quarter.py [--days 91] [--seed 1] [--out quarter.run] [--mind reflex]

Prints the table of ``workaday realism``, then time, memory and size. Exits with 1 where a row without a star is out.
"""

import argparse
import asyncio
import resource
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from scenarios.load import load
from scenarios.stage import Stage
from scorers.realism.report import realism
from sim.record import Record
from sim.units import DAY
from workaday.commands.realism import print_report
from workaday.players.idle import Idle

HERE = Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--days", type=int, default=91, help="stop after so many days")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=None, help="keep the run in this file, which must not be there")
    parser.add_argument("--mind", default="reflex")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        out = arguments.out or Path(folder) / "quarter.run"
        loaded = load(HERE / "quarter.yaml")
        stage = Stage(loaded, Idle(), arguments.mind, arguments.seed, out)
        wall, cpu = perf_counter(), process_time()
        until = loaded.script.start + arguments.days * DAY
        played = asyncio.run(stage.play(until if until < loaded.script.horizon else None))
        wall, cpu = perf_counter() - wall, process_time() - cpu
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        began = perf_counter()
        with Record.open(out) as record:
            report = realism([record])
        read = perf_counter() - began
        print_report(report)
        size = out.stat().st_size / 1e6
    print(
        f"\n{played.ended.outcome or 'stopped'}: {played.events:,} events, {report.person_days:,} person-days, "
        f"digest {played.digest}\nplayed in {wall:.0f} s ({cpu:.0f} s of CPU), {memory:.0f} MB of memory, "
        f"{size:.0f} MB on disk; measured in {read:.0f} s"
    )
    return int(any(row.verdict == "out" for row in report.rows))


if __name__ == "__main__":
    sys.exit(main())
