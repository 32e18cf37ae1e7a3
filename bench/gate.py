"""How often `workaday compare` errs: a player against itself, and against one made ten points worse.

    python bench/gate.py measure      # plays, and writes the scores that the noise is drawn from: bench/gate.json
    python bench/gate.py              # 200 comparisons of each kind, and their rows

The noise is real: totals of a player that goes by rule and stops to think in one turn of ten (`Absent`), in the three
offices of examples/. A simulated run is a draw from the totals of its scenario. Each comparison begins with four seeds
of each scenario; where that is inconclusive, as many more are played as it asked for, and it is made once more, for
good.
"""

import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from math import ceil
from pathlib import Path
from statistics import fmean, stdev

from sim.player import Act, Observation
from workaday.contrast import Judged, judged
from workaday.players.diligent import Diligent
from workaday.repeats import Sweep
from workaday.result import load

HERE = Path(__file__).parent
SCENARIOS = ("kiosk/croissants", "open-air/open-air", "press/two-orders")
SEEDS, EPOCHS = 16, 2
FIRST = 4
COMPARISONS = 200
WORSE = 0.1


class Absent(Diligent):
    """The diligent player, who looks out of the window now and then."""

    name = "absent"

    def use_chance(self, chance: random.Random) -> None:
        self.chance = chance

    async def act(self, observation: Observation) -> Act:
        act = await super().act(observation)
        if act.action != "desk.wait" and self.chance.random() < 0.1:
            return Act(action="desk.wait", arguments={"until": "20m", "through": True})
        return act


def measure() -> None:
    """Play, and write the totals."""
    pools: dict[str, list[float]] = {}
    loaded = [load(HERE.parent / "examples" / f"{name}.yaml") for name in SCENARIOS]
    with tempfile.TemporaryDirectory() as folder:
        sweep = Sweep(loaded, f"{__file__}:Absent", Path(folder), seeds=range(1, SEEDS + 1), epochs=EPOCHS, jobs=1)
        plays = sweep.plan()
        asyncio.run(
            sweep.play(
                plays, lambda play, result: pools.setdefault(result.scenario, []).append(result.scores.total or 0.0)
            )
        )
    (HERE / "gate.json").write_text(json.dumps(pools, indent=1) + "\n", encoding="utf-8")


def worse_by_shift(value: float, pool: list[float], draws: random.Random) -> float:
    """Every run a little worse: the same factor for all, so that the mean falls by WORSE."""
    return value * (1 - WORSE / fmean(pool))


def worse_by_failing(value: float, pool: list[float], draws: random.Random) -> float:
    """Some runs lost altogether, so that the mean falls by WORSE."""
    return 0.0 if draws.random() < WORSE / fmean(pool) else value


def compared(pools: dict[str, list[float]], kind: str, draws: random.Random) -> tuple[Judged, int, bool]:
    """One comparison: its last verdict, how many pairs it took, and whether it took a second look."""
    a: dict[tuple[str, int], float] = {}
    b: dict[tuple[str, int], float] = {}

    def play(seeds: range) -> None:
        for name, pool in pools.items():
            for seed in seeds:
                a[name, seed] = draws.choice(pool)
                value = draws.choice(pool)
                if kind == "shift":
                    value = worse_by_shift(value, pool, draws)
                elif kind == "failing":
                    value = worse_by_failing(value, pool, draws)
                b[name, seed] = value

    play(range(FIRST))
    found = judged("total", a, b)
    if found.verdict != "inconclusive":
        return found, len(a), False
    play(range(FIRST, FIRST + ceil(found.needs / len(pools))))
    return judged("total", a, b), len(a), True


def main() -> None:
    """Print the rows."""
    pools: dict[str, list[float]] = json.loads((HERE / "gate.json").read_text(encoding="utf-8"))
    for name, pool in pools.items():
        print(f"{name}: {len(pool)} runs, mean {fmean(pool):.2f}, standard deviation {stdev(pool):.2f}")
    print("| the other is | better | worse | same | inconclusive | second looks | pairs, median and most |")
    print("|---|---|---|---|---|---|---|")
    for kind in ("itself", "shift", "failing"):
        draws = random.Random(f"gate {kind}")
        found = [compared(pools, kind, draws) for _ in range(COMPARISONS)]
        counts = Counter(each.verdict for each, _, _ in found)
        told = " | ".join(f"{counts[verdict]}" for verdict in ("better", "worse", "same", "inconclusive"))
        pairs = sorted(n for _, n, _ in found)
        again = sum(second for _, _, second in found)
        print(f"| {kind} | {told} | {again} | {pairs[len(pairs) // 2]}, {pairs[-1]} |", flush=True)


if __name__ == "__main__":
    measure() if sys.argv[1:] == ["measure"] else main()
