"""How far a total may be off, and whose fault each lost point is.

A run is not dropped because something beside the player failed. Its total says what is known; the *worst* case takes
all that is open as lost, the *best* case takes as won all that was lost without any fault of the player's. What the
best case still lacks is the player's; what lies between the two is shared out among the others by what they cost.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple, get_args

from scorers.score import Criterion, Fault, Score, weighted_mean
from scorers.total import OUTCOME, total_of

FAULTS: Final[tuple[Fault, ...]] = get_args(Fault)


class Bounds(NamedTuple):
    """A total at its worst and at its best, and the points between 1 and the worst by whose fault they are lost."""

    worst: float
    best: float
    lost: Mapping[Fault, float]


def bounds_of(scores: Mapping[str, Score], reached: float = 1.0) -> Bounds:
    """The bounds of the total of ``scores``, whose outcome is among them.

    ``reached`` is the share of the tasks, by weight, that a run had come to when it broke off through no fault of the
    player's; 1 for one that came to its end. The losses add up to 1 less the worst case.
    """
    worst = total_of(_replaced(scores, 0.0, others_as=0.0, reached=reached)) or 0.0
    best = total_of(_replaced(scores, 1.0, others_as=1.0, reached=reached)) or 0.0
    best = max(worst, best)
    cost = _costs(scores, reached)
    whole, between = sum(cost.values()), best - worst
    lost = {fault: cost[fault] / whole * between if whole else 0.0 for fault in FAULTS}
    lost["agent"] = 1.0 - best
    return Bounds(worst, best, {fault: round(points, 6) for fault, points in lost.items()})


def decided_between(scores: Mapping[str, Score]) -> tuple[float, float]:
    """The total where all criteria that could not be graded are 0, and where all are 1."""
    low, high = (total_of(_replaced(scores, value, others_as=None, reached=1.0)) or 0.0 for value in (0.0, 1.0))
    return low, high


def _replaced(
    scores: Mapping[str, Score], open_as: float, *, others_as: float | None, reached: float
) -> dict[str, Score]:
    """The scores with ``open_as`` for what could not be graded or reached.

    ``others_as`` is what others' faults are taken as: 1 for won; 0 for lost, what counts for nobody included; None
    leaves all as it is.
    """
    replaced = {}
    for name, score in scores.items():
        value = _value(score, open_as, others_as=others_as)
        if name == OUTCOME and reached < 1.0:
            value = (value or 0.0) * reached + open_as * (1.0 - reached)
        why_not = score.why_not if value is None else None
        replaced[name] = score.model_copy(update={"value": value, "why_not": why_not})
    return replaced


def _value(score: Score, open_as: float, *, others_as: float | None) -> float | None:
    """The score's value, moved by as much as the mean of its criteria moves."""
    before = weighted_mean(score.criteria)
    after = weighted_mean(_moved(criterion, open_as, others_as=others_as) for criterion in score.criteria)
    if score.value is None:
        counts = any(
            criterion.ungraded or (others_as is not None and _is_spared(criterion)) for criterion in score.criteria
        )
        return after if counts else None
    if before is None or after is None:
        return score.value
    return min(1.0, max(0.0, score.value + after - before))


def _moved(criterion: Criterion, open_as: float, *, others_as: float | None) -> Criterion:
    if criterion.ungraded:
        return criterion.model_copy(update={"value": open_as})
    if others_as == 1.0 and criterion.fault != "agent" and (criterion.value is not None or _is_spared(criterion)):
        return criterion.model_copy(update={"value": 1.0})
    if others_as == 0.0 and _is_spared(criterion):
        return criterion.model_copy(update={"value": 0.0})
    return criterion


def _is_spared(criterion: Criterion) -> bool:
    """Whether it counts for nobody, since a slip of a coworker spoiled it."""
    return criterion.value is None and criterion.fault == "coworker"


def _costs(scores: Mapping[str, Score], reached: float) -> dict[Fault, float]:
    """What each fault but the player's costs, in shares of the weights: only how they compare matters."""
    cost: dict[Fault, float] = dict.fromkeys(FAULTS, 0.0)
    whole = sum(score.weight for score in scores.values() if score.criteria) or 1.0
    for name, score in scores.items():
        share = 1.0 if name == OUTCOME else score.weight / whole
        counted = [c for c in score.criteria if c.weight > 0 and (c.value is not None or c.ungraded or _is_spared(c))]
        weights = sum(criterion.weight for criterion in counted)
        for criterion in counted:
            if criterion.fault != "agent":
                cost[criterion.fault] += share * criterion.weight / weights * (1.0 - (criterion.value or 0.0))
    cost["infrastructure"] += 1.0 - reached
    return cost
