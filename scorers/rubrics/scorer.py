"""The score by the scenario's rubric: what a judge said of it, as far as it could be graded.

docs/scorers/rubrics.md says how it is worked out and what guards it.
"""

from collections.abc import Iterator, Mapping

from scorers.case import Case
from scorers.rubrics.excerpt import cast_of, excerpt
from scorers.rubrics.judge import Deliberation, Judgement, deliberation, recalled
from scorers.rubrics.judging import NO_JUDGE, Judging, Trust
from scorers.rubrics.rubric import Asked
from scorers.score import Criterion, Score, not_applicable, summed_up
from sim.record import Record

NAME = "rubric"


def deliberations(case: Case, judge: str) -> Mapping[str, Deliberation]:
    """What has to be asked of a judge, by criterion."""
    rubric = case.grading.rubric
    found = {}
    for name, criterion in ({} if rubric is None else rubric.criteria).items():
        lines = excerpt(case, criterion)
        found[name] = deliberation(judge, criterion, lines, cast_of(case, lines))
    return found


class RubricScorer:
    """Scores by the criteria of the scenario's rubric, with the answers of a judge."""

    name = NAME
    version = "2"

    def score(self, record: Record) -> Score:
        """The weighted mean of what could be graded. Not applicable where the scenario has no rubric, and where no
        judge was given and the rubric has no part in the total."""
        case = Case.of(record)
        rubric, judging = case.grading.rubric, case.judging
        if rubric is None:
            return not_applicable(self, "The scenario has no rubric.")
        if judging is None and not (case.grading.weights or {}).get(NAME):
            return not_applicable(self, f"{NO_JUDGE.capitalize()} ({_criteria(len(rubric.criteria))}).")
        if judging is None:
            open_ones = [_ungraded(name, one, NO_JUDGE) for name, one in rubric.criteria.items()]
            return summed_up(self, open_ones, "", why_not=f"{NO_JUDGE.capitalize()}.")
        judgements = {
            name: recalled(steps, judging.recall) for name, steps in deliberations(case, judging.judge).items()
        }
        criteria = [_criterion(name, rubric.criteria[name], one) for name, one in judgements.items()]
        told = " ".join(_told(judging, rubric.criteria, judgements))
        return summed_up(self, criteria, told, why_not=told)


def _ungraded(name: str, criterion: Asked, why: str) -> Criterion:
    return Criterion(name=name, value=None, weight=criterion.weight, ungraded=why, explanation=why, fault="judge")


def _criterion(name: str, criterion: Asked, judgement: Judgement) -> Criterion:
    said = f"{judgement.said}: {judgement.reason}" if judgement.said else judgement.reason or judgement.ungraded
    if len(judgement.votes) > 1:
        said = f"{said} (Asked {len(judgement.votes)} times: {', '.join(judgement.votes)}.)"
    for event, sentence in judgement.addressed:
        said = f"{said} Event {event} addresses whoever grades, which was left out: {sentence!r}."
    return Criterion(
        name=name,
        value=judgement.value,
        weight=criterion.weight,
        explanation=said,
        evidence=tuple(sorted({quote.event for quote in judgement.quotes})),
        fault=judgement.fault,
        ungraded=judgement.ungraded,
    )


def _told(judging: Judging, criteria: Mapping[str, Asked], judgements: Mapping[str, Judgement]) -> Iterator[str]:
    """A sentence or two for people: who judged, what is open, what is to be doubted."""
    graded = [name for name, one in judgements.items() if not one.ungraded]
    yield f"By {judging.judge}: {len(graded)} of {_criteria(len(judgements))} graded."
    lowest = [name for name in graded if (judgements[name].value or 0.0) < 1.0 and judgements[name].value is not None]
    if lowest:
        yield f"Short of the best: {', '.join(lowest)}."
    if any(one.addressed for one in judgements.values()):
        yield "The player addresses whoever grades; that was left out."
    yield from doubted(judging.judge, judging.trust, criteria)


def doubted(judge: str, trust: Trust | None, criteria: Mapping[str, Asked]) -> Iterator[str]:
    """A sentence for each reason why a judge is not to be trusted with some of these criteria."""
    doubts: dict[str, list[str]] = {}
    for name, criterion in criteria.items():
        doubt = "it is not calibrated" if trust is None else trust.doubt(judge, criterion)
        if doubt:
            doubts.setdefault(doubt, []).append(name)
    for doubt, names in doubts.items():
        which = "" if len(names) == len(criteria) else f" for {', '.join(names)}"
        yield f"Of this judge: {doubt}{which}."


def _criteria(count: int) -> str:
    return "1 criterion" if count == 1 else f"{count} criteria"
