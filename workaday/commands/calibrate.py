"""``workaday calibrate``: how far a judge, and a score, agree with people."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workaday.commands.options import ApiBase, AsJson, AtOnce, JudgeModel, MaxCost, PerMinute
from workaday.exits import Exit, Trouble

if TYPE_CHECKING:
    from scorers.rubrics.calibration import Labelled, Standing
    from scorers.rubrics.preference import Concord

VERDICTS = "calibration.verdicts.jsonl"


def calibrate(
    sets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SET...",
            help="Scenarios whose labelled excerpts come with Workaday, or files; all of those, where none is named.",
            show_default=False,
        ),
    ] = None,
    judge: JudgeModel = None,
    pairs: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Runs in the order in which people preferred them: do the scores order them so?",
            show_default=False,
        ),
    ] = None,
    calibration: Annotated[str, typer.Option(metavar="FILE", help="Where the standing of judges is kept.")] = (
        "calibration.json"
    ),
    max_cost: MaxCost = None,
    api_base: ApiBase = None,
    at_once: AtOnce = None,
    per_minute: PerMinute = None,
    as_json: AsJson = False,
) -> int:
    """Have a judge judge excerpts that people have labelled, and say criterion by criterion how far it agrees.

    Ends with 1 where the judge is below the bar of a criterion. Scoring names such a judge from then on.
    """  # fmt: skip
    if judge is None and pairs is None:
        raise Trouble(Exit.USER, "nothing to calibrate: give --judge MODEL, or --pairs FILE")
    told: dict[str, Any] = {}
    code = Exit.DONE
    if judge is not None:
        from workaday.litellm_port import LiteLLMPort

        port = LiteLLMPort(api_base=api_base, at_once=at_once, per_minute=per_minute)
        standings = _standings(judge, _labelled(sets or []), port, Path(calibration), max_cost)
        told |= {"judge": judge, "standings": [{**one.model_dump(), "passed": one.passed} for one in standings]}
        code = Exit.DONE if all(one.passed for one in standings) else Exit.MISSED
        if not as_json:
            _print_standings(judge, standings, calibration)
    if pairs is not None:
        concords = _concords(pairs)
        told["pairs"] = {name: {**one._asdict(), "tau": one.tau} for name, one in concords.items()}
        if not as_json:
            _print_concords(concords)
    if as_json:
        print(json.dumps(told, ensure_ascii=False))
    return code


def _labelled(sets: list[str]) -> "tuple[Labelled, ...]":
    from scenarios.labels import library, load_labels
    from sim.misspelling import did_you_mean
    from sim.units import BadValue

    known = library()
    found: list[Labelled] = []
    for name in sets or known:
        if name not in known and not name.endswith((".yaml", ".yml")):
            fix = did_you_mean(name, known) or f"There are {', '.join(known)}; or name a file."
            raise BadValue(name, "is no set of labelled excerpts", fix)
        found += load_labels(known.get(name, name))
    return tuple(found)


def _standings(
    judge: str, labelled: "tuple[Labelled, ...]", port: Any, file: Path, max_cost: float | None
) -> "tuple[Standing, ...]":
    """Judge all excerpts, and add the standings to the file. What the judge could not help ends with 3."""
    import asyncio

    from scorers.rubrics.answers import Answers
    from scorers.rubrics.calibration import Calibration, standings
    from workaday.judging import closed, judge_excerpts, require_judge

    require_judge(judge, port, max_cost)
    answers = Answers(file.with_name(VERDICTS))
    before = Calibration.read(file) if file.is_file() else Calibration()

    judgements = asyncio.run(closed(judge_excerpts(labelled, judge, port, answers, max_cost), port))
    open_ones = [one for one in judgements if one.ungraded and one.fault == "infrastructure"]
    if open_ones:
        kept = f"what it answered is kept in {answers.path}; calibrate again to go on"
        many = f"{len(open_ones)} of {len(judgements)} excerpts"
        raise Trouble(Exit.INFRASTRUCTURE, f"{many} could not be judged: {open_ones[0].ungraded}\n{kept}")
    found = standings(judge, labelled, judgements)
    before.with_(found).write(file)
    return found


def _concords(pairs: str) -> "dict[str, Concord]":
    """The total and each score, held against the order in which people put the runs."""
    from scenarios.preferences import load_orders
    from scorers.rubrics.preference import concord
    from workaday.result import score

    orders = load_orders(pairs)
    cards = {run: score(run) for order in orders for run in order}
    names = sorted({name for card in cards.values() for name in card.scores})
    found = {"total": concord([cards[run].total for run in order] for order in orders)}
    for name in names:
        values = {run: card.scores[name].value if name in card.scores else None for run, card in cards.items()}
        found[name] = concord([values[run] for run in order] for order in orders)
    return found


def _print_standings(judge: str, standings: "tuple[Standing, ...]", file: str) -> None:
    from rich.table import Table

    from workaday.tables import console, figure, put

    where = console()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("criterion", "graded", "agreement", "95 %", "precision", "recall", "kappa", "bar", ""):
        table.add_column(heading, justify="left" if heading in ("criterion", "") else "right")
    for one in standings:
        table.add_row(
            one.criterion, f"{one.graded} of {one.excerpts}", figure(one.agreement),
            f"{figure(one.at_least)} to {figure(one.at_most)}", figure(one.precision), figure(one.recall),
            figure(one.kappa), figure(one.bar), "passed" if one.passed else "below its bar",
        )  # fmt: skip
    put(where, table)
    below = sum(not one.passed for one in standings)
    put(where, f"{judge}: {len(standings) - below} of {len(standings)} criteria passed; kept in {file}")


def _print_concords(concords: "dict[str, Concord]") -> None:
    from rich.table import Table

    from workaday.tables import console, figure, put

    where = console()
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("score", "pairs", "as people did", "the other way", "tied", "left out", "tau"):
        table.add_column(heading, justify="left" if heading == "score" else "right")
    for name, one in concords.items():
        counts = (one.pairs, one.alike, one.against, one.tied, one.left_out)
        table.add_row(name, *map(str, counts), figure(one.tau))
    put(where, table)
