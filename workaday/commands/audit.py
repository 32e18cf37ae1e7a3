"""``workaday audit``: whether a scenario's scorers order players of known quality as they should be ordered."""

import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workaday.commands.options import ApiBase, AsJson, AtOnce, JudgeModel, MaxCost, PerMinute
from workaday.exits import Exit

if TYPE_CHECKING:
    from scorers.score_run import ScoreCard
    from workaday.audit import Audit
    from workaday.judging import Judge


def audit(
    scenarios: Annotated[
        list[str],
        typer.Argument(metavar="SCENARIO...", help="Names from the library, or files.", show_default=False),
    ],
    seeds: Annotated[str, typer.Option(metavar="A..B", help="Seeds to play: 3, 1..4 or 1,5,9.")] = "1",
    players: Annotated[
        str | None, typer.Option(metavar="NAME,...", help="Who plays, where that is not all of them.")
    ] = None,
    judge: JudgeModel = None,
    max_cost: MaxCost = None,
    api_base: ApiBase = None,
    at_once: AtOnce = None,
    per_minute: PerMinute = None,
    out: Annotated[str | None, typer.Option(metavar="FOLDER", help="Keep the run files here.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Take what was played in --out before, where nothing has changed since.")
    ] = False,
    as_json: AsJson = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not say what is played.")] = False,
) -> int:
    """Play scenarios with players of known quality (oracle, idle, guesser, hacker and others) and look at their scores.

    Ends with exit code 1 where the scorers do not order them as they should: docs/scorers/audit.md.
    """
    from sim.units import spell_duration
    from workaday.audit import PLAYERS, audit_of
    from workaday.judging import Judge, require_rubric
    from workaday.repeats import seeds_of
    from workaday.result import load

    if resume and out is None:
        from sim.units import BadValue

        raise BadValue("--resume", "has nothing to take plays from", "Add --out FOLDER, of the audit that was stopped.")
    chosen = PLAYERS if players is None else tuple(name.strip() for name in players.split(",") if name.strip())
    folder = None if out is None else Path(out)
    silent = quiet or as_json

    def tell(title: str) -> None:
        if not silent:
            print(title, file=sys.stderr, flush=True)

    numbers = seeds_of(seeds)
    judged = None
    if judge is not None:
        require_rubric([load(name) for name in scenarios])
        judging = Judge(judge, max_cost=max_cost, api_base=api_base, at_once=at_once, per_minute=per_minute)
        judged = partial(_scored, judging)
    found = []
    for name in scenarios:
        one = audit_of(
            name, seeds=numbers, players=chosen, folder=folder, scoring=judged, tell=tell, resume=resume
        )  # fmt: skip
        tell(f"{one.scenario}: {len(one.plays)} plays in {spell_duration(round(one.seconds))}")
        found.append(one)
    code = Exit.DONE if all(one.passed for one in found) else Exit.MISSED
    if as_json:
        print(json.dumps({"audits": [one.data() for one in found], "exit": int(code)}, ensure_ascii=False))
    else:
        print_audits(found, chosen)
    return code


def _scored(judge: "Judge", path: Path) -> "ScoreCard":
    from scorers.score_run import score_record
    from sim.record import Record

    with Record.open(path) as record:
        return score_record(record, judging=judge.of(record))


def print_audits(found: "Sequence[Audit]", players: Sequence[str]) -> None:
    """A table of the totals, a row for each scenario, and below it what is not as it should be."""
    from rich.table import Table

    from workaday.tables import console, hanging, put, width

    where = console()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("player")
    played = [one for one in found if one.plays]
    for one in played:
        table.add_column(one.scenario, justify="right")
    for player in players:
        table.add_row(player, *(_range(one.totals(player)) for one in played))
    if played:
        put(where, table)
    for one in found:
        put(where, _headline(one), soft_wrap=True)
        for finding in one.failed:
            what = f"{finding.kind} ({finding.criterion})" if finding.criterion else finding.kind
            for line in hanging("  ", f"{what}: {finding.why}", width()):
                put(where, line, soft_wrap=True)
        for finding in one.waived:
            for line in hanging("  ", f"not applicable, {finding.kind}: {finding.why}", width()):
                put(where, line, soft_wrap=True)


def _range(totals: Sequence[float]) -> str:
    """The totals over all seeds: one number where they are alike."""
    if not totals:
        return "–"
    least, most = f"{min(totals):.2f}", f"{max(totals):.2f}"
    return least if least == most else f"{least}–{most}"


def _headline(one: "Audit") -> str:
    if one.passed:
        met = sum(finding.state == "met" for finding in one.findings)
        return f"{one.scenario}: passes its audit, {met} expectations met"
    count = len(one.failed)
    return f"{one.scenario}: fails its audit, {count} finding{'' if count == 1 else 's'}"
