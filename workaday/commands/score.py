"""``workaday score``: the scores of a run that is there."""

import json
from typing import Annotated

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
from workaday.exits import exit_of


def score(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run file.", show_default=False)],
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
    """Score a run. Nothing is simulated; no model is asked, but the judge where one is given.

    What a judge answered is kept beside the run file and counts from then on, without asking anybody.
    """
    from scorers.registry import BrokenScorer
    from scorers.score_run import score_record
    from workaday.report import print_card, record_data
    from workaday.runs import open_run

    with open_run(run) as record:
        judging = None
        if judge is not None or verdicts is not None or _has_verdicts(run):
            from workaday.judging import judging_of

            judging = judging_of(
                record, judge, max_cost=max_cost, verdicts=verdicts, calibration=calibration, api_base=api_base,
                at_once=at_once, per_minute=per_minute,
            )  # fmt: skip
        try:
            card = score_record(record, judging=judging)
        except BrokenScorer as error:
            if error.card is not None and not as_json:
                print_card(error.card, everything=everything)
                print(f"Without {error.name}, which is broken.")
            raise
        if as_json:
            print(json.dumps(record_data(record, card), ensure_ascii=False))
        else:
            print_card(card, everything=everything)
    return exit_of(card)


def _has_verdicts(run: str) -> bool:
    from scorers.rubrics.answers import beside

    return beside(run).is_file()
