"""The total: what was achieved, less what it cost others.

With O the outcome, S the mean of the social scores that apply, by weight, and s the share of their weights in all that
apply: ``total = O * ((1 - s) + s * S)``. Nothing achieved is 0, whatever the manners; all achieved with perfect manners
is 1; bad manners cost at most the share s; a score that does not apply is as if it were not there.

Version 2: all scores of how people were treated count by default; in version 1 eight of them had no weight.
"""

from collections.abc import Mapping
from typing import Final

from scorers.score import Score

VERSION: Final = "2"

OUTCOME: Final = "outcome"


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
