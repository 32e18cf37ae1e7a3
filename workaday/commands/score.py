"""``workaday score``: the scores of runs that are there."""

import json
from collections.abc import Mapping
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
    from scorers.score_run import ScoreCard
    from workaday.rescoring import Rescoring


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

    options: dict[str, Any] = {
        "judge": judge, "max_cost": max_cost, "verdicts": verdicts, "calibration": calibration, "api_base": api_base,
        "at_once": at_once, "per_minute": per_minute,
    }  # fmt: skip
    paths = [str(path) for told in run for path in found(told)]
    if against is None and len(paths) == 1:
        return _one(paths[0], options, everything=everything, as_json=as_json)
    from workaday.rescoring import card, rescored

    old = None if against is None else card(against)
    scored = [_scored(path, options) for path in paths]
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


def _scored(run: str, options: Mapping[str, Any]) -> "tuple[ScoreCard, dict[str, Any]]":
    from scorers.score_run import score_record
    from workaday.report import record_data
    from workaday.runs import open_run

    with open_run(run) as record:
        judging = None
        if options["judge"] is not None or options["verdicts"] is not None or _has_verdicts(run):
            from workaday.judging import judging_of

            judging = judging_of(record, options["judge"], **{k: v for k, v in options.items() if k != "judge"})
        card = score_record(record, judging=judging)
        return card, record_data(record, card)


def _one(run: str, options: Mapping[str, Any], *, everything: bool, as_json: bool) -> int:
    from scorers.registry import BrokenScorer
    from workaday.report import print_card

    try:
        card, data = _scored(run, options)
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


def _has_verdicts(run: str) -> bool:
    from scorers.rubrics.answers import beside

    return beside(run).is_file()


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
