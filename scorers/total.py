"""The total: what was achieved, less what it cost others.

With O the outcome, S the mean of the social scores that apply, by weight, and s the share of their weights in all that
apply: ``total = O * ((1 - s) + s * S)``. Nothing achieved is 0, whatever the manners; all achieved with perfect manners
is 1; bad manners cost at most the share s; a score that does not apply is as if it were not there.

Version 2: all scores of how people were treated count by default; in version 1 eight of them had no weight.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scorers.score import Score

VERSION: Final = "2"

OUTCOME: Final = "outcome"

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "outcome": 20.0,
        "escalation": 4.0,
        "responsiveness": 2.0,
        "commitments": 2.0,
        "interruptions": 2.0,
        "noise": 2.0,
        "asking": 2.0,
        "honesty": 2.0,
        "information": 2.0,
        "meetings": 1.0,
        "relationships": 1.0,
        "tone": 1.0,
        "conflict": 1.0,
        "handover": 1.0,
    }
)
"""The weights where a scenario gives none. Design choice: all manners together cost at most 23 of 43, about half, of
what was achieved; a decision that went to the wrong person costs twice what anything else does that others suffer."""


def total_of(scores: Mapping[str, Score]) -> float | None:
    """The total of these scores by their weights, to six places; None where the outcome is not among them.

    An outcome that does not apply (a scenario without tasks) is worth nothing: manners alone are no work.
    """
    outcome = scores.get(OUTCOME)
    if outcome is None:
        return None
    social = [(s.value, s.weight) for name, s in sorted(scores.items()) if name != OUTCOME and s.value is not None]
    weight = sum(w for _, w in social)
    achieved = outcome.value or 0.0
    if weight <= 0:
        return round(achieved, 6)
    share = weight / (weight + outcome.weight)
    manners = sum(value * w for value, w in social) / weight
    return round(achieved * ((1 - share) + share * manners), 6)
