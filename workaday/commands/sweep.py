"""Many runs by one command: what ``workaday run`` does where it is given several scenarios, seeds or epochs."""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from sim.units import BadValue
from workaday.exits import Exit, Trouble

if TYPE_CHECKING:
    from workaday.repeats import Play
    from workaday.result import Result
    from workaday.summary import Row, Summary


def sweep(
    scenarios: Sequence[str],
    player: str,
    mind: str,
    seeds: Sequence[int],
    epochs: int,
    jobs: int,
    k: int | None,
    out: str | None,
    *,
    as_json: bool,
    quiet: bool,
    judge: str | None = None,
    max_cost: float | None = None,
    calibration: str | None = None,
    **options: Any,
) -> int:
    """Play all of them, have a judge judge them where one is given, print what they come to, and give the exit code."""
    import asyncio

    from workaday.attempts import attempt
    from workaday.judging import Judge, require_rubric
    from workaday.repeats import Sweep
    from workaday.result import RUNS, load
    from workaday.summary import summary

    folder = Path(out) if out is not None else RUNS / re.sub(r"[^\w.]+", "-", f"{player}-{mind}").strip("-")
    loaded = [load(name) for name in scenarios]
    runs = Sweep(loaded, player, folder, mind=mind, seeds=seeds, epochs=epochs, jobs=jobs, **options)
    judging = None
    if judge is not None:
        require_rubric(loaded)
        how = {key: options.get(key) for key in ("api_base", "at_once", "per_minute")}
        judging = Judge(judge, max_cost=max_cost, calibration=calibration, **how)
    plays = runs.plan()
    if k is not None and k > len(seeds) * epochs:
        raise BadValue(k, "is more than the runs of each scenario", f"Give --k at most {len(seeds) * epochs}.")
    missing = [play for play in plays if play.state == "new"]
    if missing:
        rollout = runs.rollout(missing[0])
        rollout.require_models()
        rollout.require_keys()
    tell = _Tale(plays, silent=quiet or as_json)
    try:
        asyncio.run(runs.play(plays, tell.done))
        over = {play.path for play in runs.plan() if play.state == "done"}
        read = [attempt(play.path, judging if play.path in over else None) for play in plays]
    except KeyboardInterrupt:
        message = f"stopped; what was played is kept in {folder}; the same command goes on"
        raise Trouble(Exit.STOPPED, message, {"folder": str(folder)}) from None
    try:
        found = summary(read, k)
    except ValueError:
        same = min(len({each.digest for each in read if each.scenario == name}) for name in {r.scenario for r in read})
        rule = "is more than the different runs of a scenario"
        raise BadValue(k, rule, f"Give --k at most {same}, or more seeds.") from None
    code = _exit(found)
    doubts = [] if judging is None else judging.doubts(loaded, plays[0].path)
    if as_json:
        told = {"folder": str(folder), "player": player, "mind": mind, **found.data(), "exit": int(code)}
        files = [{"run": each.path, "seed": each.seed, "epoch": each.epoch, "passed": each.passed, "total": each.total,
                  "scenario": each.scenario, "outcome": each.why, "digest": each.digest} for each in read]  # fmt: skip
        judged = {} if judging is None else {"judge": judge, "doubts": doubts}
        print(json.dumps({**told, **judged, "runs": files}, ensure_ascii=False))
    else:
        print_summary(found)
        if judging is not None:
            print(" ".join((f"Judged by {judge}.", *doubts)))
        print(f"run files: {quote(str(folder))}")
    return code


class _Tale:
    """A line on standard error for each run that ends."""

    def __init__(self, plays: "Sequence[Play]", *, silent: bool) -> None:
        self._of = len(plays)
        self._ended = sum(play.state == "done" for play in plays)
        self._silent = silent
        if self._ended and not silent:
            print(f"{self._ended} of {self._of} runs are there already", file=sys.stderr, flush=True)

    def done(self, play: "Play", result: "Result") -> None:
        from workaday.report import verdict
        from workaday.tables import figure

        self._ended += 1
        if not self._silent:
            how = f"{result.outcome}, total {figure(result.scores.total)}, {verdict(result.scores)}"
            if result.fault is not None:
                how = f"{result.outcome}: {result.fault.message}"
            print(f"{self._ended} of {self._of}: {play.title}: {how}", file=sys.stderr, flush=True)


def _exit(found: "Summary") -> Exit:
    """3 where a run is not complete; else whether all of them passed."""
    if found.incomplete:
        return Exit.INFRASTRUCTURE
    graded = [row for row in found.rows if row.mean is not None]
    return Exit.DONE if all(row.pass_1.worst == 1 for row in graded) else Exit.MISSED


def print_summary(found: "Summary") -> None:
    """The table, and what is to be said below it."""
    from rich.table import Table

    from workaday.tables import console, put

    where = console()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("scenario")
    several = (f"pass@{found.k}", f"pass^{found.k}", "learnability") if found.k > 1 else ()
    for column in ("runs", "passed", "mean", "pass@1", *several, "difficulty", "$ a success"):
        table.add_column(column, justify="right")
    for row in found.rows:
        table.add_row(*_cells(row, several=bool(several)))
    if len(found.rows) > 1:
        table.add_row(*_cells(found.whole, several=bool(several)), style="bold")
    put(where, table)
    for line in _below(found):
        put(where, line, soft_wrap=True)


def _cells(row: "Row", *, several: bool) -> tuple[str, ...]:
    cost = row.cost_per_success
    of_k = (row.pass_at_k, row.pass_all_k, row.learnability) if several else ()
    figures = (row.mean, row.pass_1, *of_k, row.difficulty)
    told = ("–" if figure is None else str(figure) for figure in figures)
    price = "–" if cost is None or not row.tokens else f"{cost:.4f}"
    return row.name, str(row.counted), str(row.passed), *told, price


def _below(found: "Summary") -> list[str]:
    lines = []
    interval, mean = found.interval, found.whole.mean
    if interval is not None and mean is not None:
        between = f"{interval.low:.2f} to {interval.high:.2f}"
        lines.append(f"mean {mean}, 95 % interval {between}, clustered by {found.clustered_by}")
    elif mean is not None:
        one = found.clustered_by
        lines.append(f"mean {mean}; no interval: one {one} shows nothing of how {one}s differ")
    lines += found.same
    if found.incomplete:
        lines.append("Not complete, and counted as the worst and as the best that they can become:")
        lines += [f"  {line}" for line in found.incomplete]
    return lines
