"""``workaday score``: the scores of runs that are there."""

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workaday.commands.options import (
    ApiBase,
    AsJson,
    AtOnce,
    CalibrationFile,
    JudgeModel,
    MaxCost,
    PerMinute,
    Verdicts,
)
from workaday.exits import Exit, exit_of

if TYPE_CHECKING:
    from scorers.rubrics.judging import Judging as By
    from scorers.score_run import ScoreCard
    from sim.record import Record
    from workaday.rescoring import Rescoring

Judging = Callable[["Record"], "By | None"]
"""By whom a run is judged."""


def score(
    run: Annotated[
        list[str], typer.Argument(metavar="RUN...", help="Run files, or folders of them.", show_default=False)
    ],
    against: Annotated[
        str | None,
        typer.Option(
            metavar="CARD",
            help="What --json printed of these runs before: tells what changed since, for newer scorers say.",
            show_default=False,
        ),
    ] = None,
    judge: JudgeModel = None,
    max_cost: MaxCost = None,
    verdicts: Verdicts = None,
    calibration: CalibrationFile = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also a row for each score that counts nothing in this scenario.")
    ] = False,
    api_base: ApiBase = None,
    at_once: AtOnce = None,
    per_minute: PerMinute = None,
    as_json: AsJson = False,
) -> int:
    """Score runs. Nothing is simulated; no model is asked, but the judge where one is given.

    What a judge answered is kept beside the run file and counts from then on, without asking anybody.
    """
    from workaday.attempts import found

    paths = [str(path) for told in run for path in found(told)]
    judging: Judging = partial(_kept, verdicts=verdicts, calibration=calibration)
    if judge is not None:
        judging = _judge(
            paths, judge, max_cost=max_cost, verdicts=verdicts, calibration=calibration, api_base=api_base,
            at_once=at_once, per_minute=per_minute,
        )  # fmt: skip
    if against is None and len(paths) == 1:
        return _one(paths[0], judging, everything=everything, as_json=as_json)
    from workaday.rescoring import card, rescored

    old = None if against is None else card(against)
    scored = [_scored(path, judging) for path in paths]
    cards = [data for _, data in scored]
    if old is not None:
        changed = rescored(old, cards)
        if as_json:
            print(json.dumps(changed.data(), ensure_ascii=False))
        else:
            print_rescoring(changed)
        return Exit.DONE
    if as_json:
        print(json.dumps({"runs": cards}, ensure_ascii=False))
    else:
        from workaday.report import verdict
        from workaday.tables import figure

        for card_, data in scored:
            print(f"{data['run']}: total {figure(card_.total)}, {verdict(card_)}")
    return max((exit_of(card_) for card_, _ in scored), default=Exit.DONE)


def _judge(paths: Sequence[str], judge: str, **how: Any) -> Judging:
    """A judge who is asked of each run what is not graded yet.

    Raises :class:`sim.units.BadValue` where none of the runs has a rubric.
    """
    from sim.units import BadValue
    from workaday.judging import NO_RUBRIC, NO_RUBRICS, Judge, has_rubric
    from workaday.runs import open_run

    names: dict[str, bool] = {}
    for path in paths:
        with open_run(path) as record:
            names[record.scenario] = names.get(record.scenario, False) or has_rubric(record)
    if not any(names.values()):
        raise BadValue(", ".join(names), NO_RUBRIC if len(names) == 1 else NO_RUBRICS, "Leave --judge out.")
    return Judge(judge, **how).of


def _kept(record: "Record", *, verdicts: str | None, calibration: str | None) -> "By | None":
    """What a judge answered before. Nobody is asked, and where there is nothing of the kind no module is opened."""
    from scorers.rubrics.answers import beside

    if verdicts is None and not beside(record.path).is_file():
        return None
    from workaday.judging import judging_of

    return judging_of(record, verdicts=verdicts, calibration=calibration)


def _scored(run: str, judging: Judging) -> "tuple[ScoreCard, dict[str, Any]]":
    from scorers.score_run import score_record
    from workaday.report import record_data
    from workaday.runs import open_run

    with open_run(run) as record:
        card = score_record(record, judging=judging(record))
        return card, record_data(record, card)


def _one(run: str, judging: Judging, *, everything: bool, as_json: bool) -> int:
    from scorers.registry import BrokenScorer
    from workaday.report import print_card

    try:
        card, data = _scored(run, judging)
    except BrokenScorer as error:
        if error.card is not None and not as_json:
            print_card(error.card, everything=everything)
            print(f"Without {error.name}, which is broken.")
        raise
    if as_json:
        print(json.dumps(data, ensure_ascii=False))
    else:
        print_card(card, everything=everything)
    return exit_of(card)


def print_rescoring(changed: "Rescoring") -> None:
    """Which scorers are of other versions, and a table of what that changed."""
    from rich.table import Table

    from workaday.tables import console, figure, put

    where = console()
    for name, (was, now) in changed.versions.items():
        told = (
            f"was not there, now {now}" if was is None else f"was {was}, now gone" if now is None else f"{was} to {now}"
        )
        put(where, f"version of {name}: {told}", soft_wrap=True)
    if changed.changes:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
        table.add_column("run", overflow="fold")
        table.add_column("score")
        for column in ("was", "now", "change"):
            table.add_column(column, justify="right")
        for each in changed.changes:
            both = None if each.was is None or each.now is None else each.now - each.was
            change = "" if both is None else f"{both:+.2f}"
            table.add_row(each.run, each.score, figure(each.was), figure(each.now), change)
        put(where, table)
    runs = len({each.run for each in changed.changes})
    put(where, f"{changed.compared} runs compared, {runs} with other scores than before.")
    for run in changed.missing:
        put(where, f"not on the card: {run}", soft_wrap=True)
