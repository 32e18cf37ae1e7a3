"""``workaday score``: the scores of a run that is there."""

import json
from typing import Annotated

import typer

from workaday.commands.options import AsJson
from workaday.exits import exit_of


def score(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run file.", show_default=False)],
    everything: Annotated[
        bool, typer.Option("--all", help="Also a row for each score that counts nothing in this scenario.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """Score a run. Nothing is simulated, and no model is asked."""
    from scorers.registry import BrokenScorer
    from scorers.score_run import score_record
    from workaday.report import print_card, record_data
    from workaday.runs import open_run

    with open_run(run) as record:
        try:
            card = score_record(record)
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
