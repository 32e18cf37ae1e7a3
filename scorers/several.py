"""One card of several: what a run comes to in which several seats played, each with a card of its own."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from scorers.score import Criterion, Fault, Score

if TYPE_CHECKING:
    from scorers.score_run import ScoreCard


def of_all(cards: Mapping[str, "ScoreCard"], outcome: str) -> "ScoreCard":
    """The card of a run with these cards by seat.

    The total is the mean of theirs, and so is each score; it is a success where each of them is. Everything else is
    what stands on any of them.
    """
    from scorers.score_run import ScoreCard

    parts = tuple(cards.values())
    faults = [part.fault for part in parts if part.fault is not None]
    names = sorted({name for part in parts for name in part.scores})
    return ScoreCard(
        total=_mean(parts, lambda part: part.total),
        success=all(part.success for part in parts),
        strict=all(part.strict for part in parts),
        scores={name: _score(name, cards) for name in names},
        violations=tuple(one for part in parts for one in part.violations),
        failures=tuple(f"{seat}: {why}" for seat, part in cards.items() for why in part.failures),
        outcome=outcome,
        fault="agent" if "agent" in faults else next(iter(faults), None),
        stands=next((part.stands for part in parts if part.stands), ""),
        worst=_mean(parts, lambda part: part.worst),
        best=_mean(parts, lambda part: part.best),
        lost=_lost(parts),
        undecided=any(part.undecided for part in parts),
        seats=dict(cards),
    )


def _mean(parts: "tuple[ScoreCard, ...]", of: "Callable[[ScoreCard], float | None]") -> float | None:
    """The mean of what there is, to six places; None where there is nothing."""
    values = [value for part in parts if (value := of(part)) is not None]
    return round(sum(values) / len(values), 6) if values else None


def _lost(parts: "tuple[ScoreCard, ...]") -> dict[Fault, float]:
    """Whose fault each point is, as a mean over the cards that are bounded."""
    bounded = [part for part in parts if part.worst is not None]
    whose = dict.fromkeys(fault for part in bounded for fault in part.lost)
    return {fault: round(sum(part.lost.get(fault, 0.0) for part in bounded) / len(bounded), 6) for fault in whose}


def _score(name: str, cards: "Mapping[str, ScoreCard]") -> Score:
    """What one scorer says of all seats: a criterion of each to which it applies."""
    found = {seat: card.scores[name] for seat, card in cards.items() if name in card.scores}
    first = next(iter(found.values()))
    values = {seat: score.value for seat, score in found.items() if score.value is not None}
    if not values:
        return first
    return Score(
        scorer=name,
        version=first.version,
        value=round(sum(values.values()) / len(values), 6),
        weight=first.weight,
        explanation=" ".join(f"{seat}: {found[seat].explanation}" for seat in values),
        evidence=tuple(sorted({serial for score in found.values() for serial in score.evidence})),
        criteria=tuple(
            Criterion(name=seat, value=score.value, explanation=score.explanation, evidence=score.evidence)
            for seat, score in found.items()
        ),
    )
