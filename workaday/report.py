"""What a run came to, for people and for programs: the table of scores, and the object that --json prints."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, TextIO

from sim.cassette import Cassette
from sim.model import Role, Usage
from workaday.progress import spent

if TYPE_CHECKING:
    from scorers.score import Score
    from scorers.score_run import ScoreCard
    from sim.record import Record
    from workaday.result import Result


def result_data(result: "Result") -> dict[str, Any]:
    """A result as plain JSON data."""
    return {
        "run": str(result.path),
        "scenario": result.scenario,
        "player": result.player,
        "mind": result.mind,
        "seed": result.seed,
        "outcome": result.outcome,
        "why": result.why,
        "digest": result.digest,
        "success": result.success,
        "scores": scores_data(result.scores),
        "usage": usage_data(result.usage),
        "simulated_hours": round(result.simulated_hours, 2),
        "events": result.events,
        "faults": faults_data(result.faults),
        "replies": {role: {"thoughts": of, "unusable": bad} for role, (of, bad) in result.replies.items()},
        "cassette": cassette_data(result.cassette),
    }


def record_data(record: "Record", card: "ScoreCard") -> dict[str, Any]:
    """The same of a run that is read from its file."""
    from sim.vocabulary.run import RunEnded
    from workaday.result import failure_of

    ended, last = record.last(RunEnded), record.last()
    why = ended.body.why if ended is not None and isinstance(ended.body, RunEnded) else ""
    start = int(record.script["start"])
    return {
        "run": record.path,
        "scenario": record.scenario,
        "player": record.header["player"],
        "mind": record.header["mind"],
        "seed": record.seed,
        "outcome": record.outcome,
        "why": failure_of(record) or why,
        "digest": record.digest(),
        "success": card.success,
        "scores": scores_data(card),
        "usage": usage_data(record.usage()),
        "simulated_hours": round((last.at - start) / 3600, 2) if last is not None else 0.0,
        "events": record.count(),
        "faults": faults_data(record.faults()),
        "cassette": record.header.get("cassette"),
    }


def scores_data(card: "ScoreCard") -> dict[str, Any]:
    """The scores: ``total``, ``by`` the name of each scorer, and why it is no success where it is none."""
    data = card.data()
    seats = {"seats": {seat: scores_data(part) for seat, part in card.seats.items()}} if card.seats else {}
    return {key: data[key] for key in _OF_SCORES} | seats


_OF_SCORES: Final = (
    "total", "worst", "best", "lost", "grading_complete", "undecided", "ungraded", "by", "strict", "violations",
    "failures", "fault", "fidelity", "versions",
)  # fmt: skip


def faults_data(faults: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """What went wrong with models, by where it is recorded and its kind."""
    return {where: dict(kinds) for where, kinds in faults.items()}


def cassette_data(cassette: Cassette | None) -> dict[str, Any] | None:
    """What a cassette had of what was asked, and had not."""
    if cassette is None:
        return None
    told = {"file": cassette.name, "on_miss": cassette.on_miss}
    return {**told, "hits": cassette.hits, "misses": cassette.misses, "rate": cassette.rate}


def usage_data(usage: Mapping[Role, Usage]) -> dict[str, Any]:
    """What models used, by role."""
    return {role: used.model_dump(mode="json") for role, used in usage.items()}


NO_MEAN: Final = "  (No mean of these: the total is the outcome, less what manners cost.)"
"""What is said below a table of scores; docs/scorers/total.md has the formula."""


BESIDE: Final = "(workaday score RUN --all tells each.)"
"""What is said below the scores that have no row."""


def print_card(card: "ScoreCard", out: TextIO | None = None, *, everything: bool = False) -> None:
    """The scores as a table, with what each is about, and the verdict.

    Scores that count nothing here, or do not apply, are told in a line below it; with ``everything`` each has its row.
    Where several seats played there is a table for each, and the total of all together.
    """
    if card.seats:
        _print_each(card, out, everything=everything)
        return
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from workaday.tables import console, figure, put

    where = console(out)
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=True, header_style="bold")
    table.add_column("score")
    table.add_column("value", justify="right")
    table.add_column("weight", justify="right")
    table.add_column("", overflow="fold")
    aside = {name: score for name, score in card.scores.items() if not (everything or _has_row(score))}
    for name, value, weight, about in rows(card, everything=everything):
        table.add_row(name, value, weight, Text(about))
    table.add_row("total", figure(card.total), "", Text(verdict(card)), style="bold")
    put(where, table)
    for failure in card.failures:
        put(where, Text(f"  {failure}"))
    if card.total is not None:
        put(where, Text(NO_MEAN))
    if aside:
        put(where, Padding(Text(_told_beside(aside)), (0, 0, 0, 2), expand=False))
    for line in open_points(card):
        put(where, Text(f"  {line}"))
    for line in of_coworkers(card):
        put(where, Text(f"  {line}"))


def _print_each(card: "ScoreCard", out: TextIO | None, *, everything: bool) -> None:
    """The table of each seat, and what all of them come to."""
    from rich.text import Text

    from workaday.tables import console, figure, put

    where = console(out)
    for seat, part in card.seats.items():
        put(where, Text(f"Seat {seat}", style="bold"))
        print_card(part, out, everything=everything)
        put(where, Text(""))
    put(where, Text(f"All seats: {figure(card.total)} (the mean), {verdict(card)}", style="bold"))


def rows(card: "ScoreCard", *, everything: bool = False) -> Iterator[tuple[str, str, str, str]]:
    """The rows of the table of scores: name, value, weight, what it is about. Those that count nothing here are left
    out, unless ``everything`` is wanted."""
    from workaday.tables import figure

    for name, score in card.scores.items():
        if everything or _has_row(score):
            about = score.explanation if score.why_not is None else f"Does not apply: {score.why_not}"
            yield name, figure(score.value), f"{score.weight:g}", about


def _has_row(score: "Score") -> bool:
    """Whether it counts for something. The outcome always does, and what a judge says, and how far that can be trusted,
    is never told in passing."""
    if score.scorer == "outcome" or (score.scorer == "rubric" and score.criteria):
        return True
    return score.weight > 0 and (score.value is not None or any(c.ungraded for c in score.criteria))


def _told_beside(aside: Mapping[str, "Score"]) -> str:
    """What is to be said of the scores that count nothing: their values, and which do not apply."""
    values = [f"{name} {score.value:.2f}" for name, score in aside.items() if score.value is not None]
    others = [name for name, score in aside.items() if score.value is None]
    told = [f"Not counted here: {', '.join(values)}."] if values else []
    told += [f"Not applicable: {', '.join(others)}."] if others else []
    return "\n".join((*told, BESIDE))


def open_points(card: "ScoreCard") -> Iterator[str]:
    """What of a total is open or not the player's fault, in lines; none where all of it is."""
    for name, why in card.ungraded.items():
        yield f"Not graded: {name}: {why}"
    if not card.grading_complete:
        yield "Grading is not complete."
    others = [f"{fault} {points:.2f}" for fault, points in card.lost.items() if fault != "agent" and points > 0.005]
    if others and card.worst is not None and card.best is not None:
        lost = "Lost so far, or not come to yet," if card.stands else "Lost"
        whose = ", ".join([f"agent {card.lost['agent']:.2f}", *others])
        yield f"From {card.worst:.2f} at the worst to {card.best:.2f} at the best. {lost} by fault of: {whose}"


def of_coworkers(card: "ScoreCard") -> Iterator[str]:
    """What is to be said of how true the coworkers were: a line each for what there was of slips, of faults of their
    minds and of messages out of hours, and for what slips cost."""
    brief = card.fidelity
    if brief is not None and brief.slips:
        found = ", ".join(f"{count} {kind}" for kind, count in brief.slips.items())
        yield f"Slips of coworkers, in {brief.messages:,} messages: {found}. (workaday fidelity tells them.)"
    if brief is not None and brief.faults:
        found = ", ".join(f"{count} {kind}" for kind, count in brief.faults.items())
        yield f"Faults of coworkers' minds: {found}. (docs/events.md says what each is.)"
    if brief is not None and brief.out_of_hours:
        yield f"Written out of hours by coworkers: {brief.out_of_hours} of {brief.messages:,} messages."
    if brief is not None and brief.spared:
        yield f"Spoiled by coworkers, and counted for nobody: {'; '.join(brief.spared)}."


def verdict(card: "ScoreCard") -> str:
    """Whether a run passed, in words: one that is not over has no verdict yet, and one without work none at all."""
    if card.stands:
        return f"as of {card.stands}; the run is not over"
    if not card.is_graded:
        return "nothing to grade"
    if card.undecided:
        return "not decided: grading is not complete"
    return "passed" if card.success else "not passed"


def unusable(result: "Result") -> Iterator[str]:
    """A line for each role of which some thoughts brought nothing usable."""
    became = {"coworkers": "they stayed silent, or spoke by rule", "player": "it did nothing in these turns"}
    for role, (thoughts, bad) in result.replies.items():
        if bad:
            what = became.get(role, "they count for nothing")
            yield f"{role}: {bad:,} of {thoughts:,} thoughts of the model brought nothing usable; {what}"


def told(result: "Result") -> str:
    """How a run ended and what it took, on one line."""
    used = sum(result.usage.values(), Usage())
    parts = [f"{result.outcome} ({result.why})", f"{result.simulated_hours:.0f} simulated hours"]
    parts.append(f"{result.events:,} events")
    if used.calls:
        parts.append(spent(used))
    if result.cassette is not None and result.cassette.rate is not None:
        asked = result.cassette.hits + result.cassette.misses
        parts.append(f"{result.cassette.hits:,} of {asked:,} answers from the cassette")
    failed = sum(sum(result.faults.get(where, {}).values()) for where in ("calls", "retried"))
    if failed:
        parts.append(f"{failed:,} calls to models failed or were repeated")
    return ", ".join(parts)
