"""Scores and criteria: what they may hold, and how a score is made of criteria."""

import pytest
from pydantic import ValidationError

from scorers.score import Criterion, Score, along, not_applicable, spell, summed_up, weighted_mean
from sim.record import Record


class Plain:
    name = "any"
    version = "3"

    def score(self, record: Record, /) -> Score:
        raise NotImplementedError


def test_a_score_has_a_value_or_says_why_not() -> None:
    """A score without a value and without a reason, or with both, is a fault of the scorer."""
    for value, why in ((None, None), (0.5, "nothing to score")):
        with pytest.raises(ValidationError, match="exactly one"):
            Score(scorer="any", version="1", value=value, why_not=why, explanation="")


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan")])
def test_values_are_from_0_to_1(value: float) -> None:
    """No score and no criterion leaves the scale."""
    with pytest.raises(ValidationError):
        Criterion(name="x", value=value)
    with pytest.raises(ValidationError):
        Score(scorer="any", version="1", value=value, explanation="")


def test_the_value_is_the_weighted_mean_of_its_criteria() -> None:
    """(1 * 2 + 0 * 1) / 3; what has no value or no weight does not count; evidence is each event once, in order."""
    criteria = (
        Criterion(name="a", value=1.0, weight=2.0, evidence=(7, 3)),
        Criterion(name="b", value=0.0, weight=1.0, evidence=(3,)),
        Criterion(name="c", value=None, weight=9.0),
        Criterion(name="d", value=0.0, weight=0.0),
    )
    score = summed_up(Plain(), criteria, "So it is.")
    assert score.value == pytest.approx(2 / 3, abs=1e-6)
    assert score.evidence == (3, 7)
    assert (score.scorer, score.version) == ("any", "3")


def test_nothing_to_look_at_is_not_applicable() -> None:
    """Without a criterion that counts there is no value, and never a free 1."""
    assert weighted_mean([Criterion(name="a", value=None)]) is None
    assert not summed_up(Plain(), (), "Nothing.").applies
    assert not not_applicable(Plain(), "Nothing.").applies


def test_along_a_line() -> None:
    """Level before the first and after the last point, straight between."""
    points = ((10, 1.0), (20, 0.5), (40, 0.0))
    assert [along(points, x) for x in (0, 10, 15, 20, 30, 40, 99)] == [1.0, 1.0, 0.75, 0.5, 0.25, 0.0, 0.0]


def test_lengths_of_time_for_people() -> None:
    """Minutes up to an hour and a half, then hours."""
    assert [spell(s) for s in (0, 2400, 5399, 5400, 7200)] == ["0 min", "40 min", "89 min", "1.5 h", "2 h"]
