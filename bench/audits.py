"""The audit of every scenario that comes with Workaday: who earns what, and how long it takes.

    python bench/audits.py [SCENARIO ...] [--seeds 1..3] [--long 1] [--out FOLDER]

Plays the scenarios of the library and of ``examples``, or those named, with all players of an audit and every seed of
``--seeds``; those of more than 30 days on the calendar with the seeds of ``--long``. With ``--out`` the run files are
kept, and what was played there before is not played again, so that it can be stopped and gone on with. Prints the table
of docs/scorers/audit.md and every finding. Exits with 1 where a scenario fails its audit.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scenarios.load import library, load
from sim.source import kind_of, read
from sim.units import DAY, spell_duration
from workaday.audit import PLAYERS, Audit, audit
from workaday.repeats import seeds_of

ROOT = Path(__file__).parents[1]
LONG = 30 * DAY
"""From here on a scenario is long."""


def all_of_them() -> Iterator[str]:
    """Every scenario of the library, by name, and of the examples, by file."""
    yield from library()
    yield from (str(p) for p in sorted((ROOT / "examples").rglob("*.yaml")) if kind_of(read(p).data) == "scenario")


def row(one: Audit, seeds: Sequence[int]) -> str:
    """The row of a scenario: the range of each player's totals over the seeds."""
    cells = []
    for player in PLAYERS:
        totals = one.totals(player)
        low, high = (f"{min(totals):.2f}", f"{max(totals):.2f}") if totals else ("–", "–")
        cells.append(low if low == high else f"{low} to {high}")
    verdict = "passes" if one.passed else f"fails ({len(one.failed)})"
    took = spell_duration(round(one.seconds))
    return f"| `{one.scenario}` | {len(seeds)} | {' | '.join(cells)} | {verdict} | {took} |"


def main() -> int:
    """Play them one after the other, print the table and what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenarios", nargs="*")
    parser.add_argument("--seeds", default="1..3")
    parser.add_argument("--long", default="1")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    print(f"| scenario | seeds | {' | '.join(PLAYERS)} | audit | time |")
    print(f"|---|---|{'---|' * len(PLAYERS)}---|---|", flush=True)
    found = []
    for name in given.scenarios or all_of_them():
        loaded = load(name)
        long = loaded.script.horizon - loaded.script.start > LONG
        seeds = seeds_of(given.long if long else given.seeds)
        if given.out is not None:
            given.out.mkdir(parents=True, exist_ok=True)
        one = audit(loaded, seeds=seeds, folder=given.out, resume=given.out is not None)
        print(row(one, seeds), flush=True)
        found.append(one)
    for one in found:
        for finding in one.failed:
            print(f"{one.scenario}: {finding.kind} {finding.criterion} (seed {finding.seed}): {finding.why}")
    return 0 if all(one.passed for one in found) else 1


if __name__ == "__main__":
    raise SystemExit(main())
