"""How a criterion is judged: asked, asked again where the answer cannot be used, and a bad verdict confirmed.

`deliberation` says what to ask next and, at the end, what came of it; whoever drives it gets the answers, from a model
(`judged`) or from those that are kept (`recalled`). So a verdict is a pure function of a record and of answers.
"""

from collections.abc import Awaitable, Callable, Generator, Sequence
from typing import Final, NamedTuple

from scorers.rubrics.excerpt import Line
from scorers.rubrics.instructions import Addressed, without_instructions
from scorers.rubrics.judging import JudgeFault, Recall
from scorers.rubrics.question import Question, question
from scorers.rubrics.rubric import Asked
from scorers.rubrics.verdict import Answer, Quote, Unusable, read_answer
from scorers.score import Fault

VOTES: Final = 3
"""How often a verdict that is worth less than half is asked for in all, the first among them."""

Ask = Callable[[Question, int], Awaitable[str]]
"""A judge: gives the text of an answer to a question that is asked for the n-th time. Raises `JudgeFault`."""


class Judgement(NamedTuple):
    """What came of one criterion: a value, or why there is none."""

    value: float | None
    said: str
    """The verdict in words; "" where there is none."""
    reason: str
    quotes: tuple[Quote, ...] = ()
    ungraded: str = ""
    """Why it could not be graded."""
    fault: Fault = "agent"
    votes: tuple[str, ...] = ()
    """Each verdict that counted, in words."""
    addressed: tuple[Addressed, ...] = ()
    """What in the player's text spoke to whoever grades, and was left out."""


Deliberation = Generator[tuple[Question, int], str | JudgeFault, Judgement]


def deliberation(judge: str, criterion: Asked, lines: Sequence[Line], people: Sequence[str]) -> Deliberation:
    """Yields each question with how often it has been asked before, is sent the answer or the fault, and returns the
    judgement."""
    if not lines:
        if criterion.nothing == "skips":
            return Judgement(None, "", "There is nothing of the kind in the record.")
        return Judgement(0.0, "nothing to see", "There is nothing of the kind in the record.")
    shown, addressed = without_instructions(lines)
    asked = question(judge, criterion, shown, people)
    votes: list[Answer] = []
    failures: list[JudgeFault] = []
    for n in range(VOTES):
        vote = yield from _vote(asked, n, criterion, shown)
        if isinstance(vote, Answer):
            votes.append(vote)
        else:
            failures.append(vote)
        if n == 0 and (not votes or criterion.worth(votes[0].verdict) >= 0.5):
            break
    return _settled(criterion, votes, failures, addressed)


def _vote(
    asked: Question, n: int, criterion: Asked, lines: Sequence[Line]
) -> Generator[tuple[Question, int], str | JudgeFault, Answer | JudgeFault]:
    """One answer; where it cannot be used, the one to the same question with what was wrong."""
    came = yield asked, n
    if isinstance(came, JudgeFault):
        return came
    try:
        return read_answer(came, criterion, lines)
    except Unusable as unusable:
        first = unusable
    once_more = yield asked.again(came, first.wrong), n
    if isinstance(once_more, JudgeFault):
        return once_more
    try:
        return read_answer(once_more, criterion, lines)
    except Unusable as unusable:
        return JudgeFault(unusable.kind, f"asked twice, the judge gave no usable answer ({unusable})")


def _settled(
    criterion: Asked, votes: list[Answer], failures: list[JudgeFault], addressed: tuple[Addressed, ...]
) -> Judgement:
    """What the votes come to: a good verdict by itself, a bad one by the middle of three, or two that agree."""
    said = tuple(criterion.said(vote.verdict) for vote in votes)
    if not votes:
        return _open(failures[0].why, failures[0].whose, said, addressed)
    middle = sorted(votes, key=lambda vote: criterion.worth(vote.verdict))[len(votes) // 2]
    alone = criterion.worth(votes[0].verdict) >= 0.5
    agreeing = len(votes) == VOTES or (len(votes) == 2 and len(set(said)) == 1)
    if not alone and not agreeing:
        why = f"a bad verdict was not confirmed ({', '.join(said)}; {failures[0].why})"
        return _open(why, failures[0].whose, said, addressed)
    chosen = next(vote for vote in votes if vote.verdict == middle.verdict)
    return Judgement(
        criterion.worth(chosen.verdict),
        criterion.said(chosen.verdict),
        chosen.reason,
        chosen.quotes,
        votes=said,
        addressed=addressed,
    )


def _open(why: str, whose: Fault, votes: tuple[str, ...], addressed: tuple[Addressed, ...]) -> Judgement:
    return Judgement(None, "", "", ungraded=why, fault=whose, votes=votes, addressed=addressed)


def recalled(steps: Deliberation, recall: Recall) -> Judgement:
    """A deliberation with answers that are kept."""
    came: str | JudgeFault | None = None
    try:
        while True:
            asked, n = steps.send(came) if came is not None else next(steps)
            try:
                came = recall(asked, n)
            except JudgeFault as fault:
                came = fault
    except StopIteration as end:
        judgement: Judgement = end.value
        return judgement


async def judged(steps: Deliberation, ask: Ask) -> Judgement:
    """A deliberation with a model."""
    came: str | JudgeFault | None = None
    try:
        while True:
            asked, n = steps.send(came) if came is not None else next(steps)
            try:
                came = await ask(asked, n)
            except JudgeFault as fault:
                came = fault
    except StopIteration as end:
        judgement: Judgement = end.value
        return judgement
