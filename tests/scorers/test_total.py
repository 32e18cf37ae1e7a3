"""The total: work first, manners second, and nothing that does not apply."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorers.score import Score
from scorers.total import total_of
from scorers.weights import WEIGHTS

SOCIAL = sorted(set(WEIGHTS) - {"outcome"})
shares = st.floats(0, 1, allow_nan=False)


def score(name: str, value: float | None, weight: float | None = None) -> Score:
    return Score(
        scorer=name,
        version="1",
        value=value,
        why_not="nothing to score" if value is None else None,
        weight=WEIGHTS[name] if weight is None else weight,
        explanation="",
    )


def card(outcome: float | None, **social: float | None) -> float | None:
    scores = {"outcome": score("outcome", outcome)} | {name: score(name, value) for name, value in social.items()}
    return total_of(scores)


def test_the_formula() -> None:
    """O * ((1 - s) + s * S): O 0.8; escalation 0.5 (weight 4) and noise 1 (weight 2) make S 2/3 and s 6/26."""
    assert card(0.8, escalation=0.5, noise=1.0) == pytest.approx(0.8 * (20 / 26 + 6 / 26 * 2 / 3), abs=1e-6)


@given(st.fixed_dictionaries(dict.fromkeys(SOCIAL, st.none() | shares)))
def test_manners_without_work_are_worth_nothing(social: dict[str, float | None]) -> None:
    """Whatever the manners, nothing achieved is 0."""
    assert card(0.0, **social) == 0.0
    assert card(None, **social) == 0.0


def test_work_with_perfect_manners_is_one() -> None:
    """All achieved and every social score full, or not applicable, is 1."""
    assert card(1.0, **dict.fromkeys(SOCIAL, 1.0)) == 1.0
    assert card(1.0, **dict.fromkeys(SOCIAL)) == 1.0
    assert card(1.0) == 1.0


@given(shares, st.fixed_dictionaries(dict.fromkeys(SOCIAL, shares)))
def test_bad_manners_cost_at_most_their_share(outcome: float, social: dict[str, float]) -> None:
    """With 23 of 43 weights social, at least 20/43 of the outcome remains; and never more than all of it."""
    total = card(outcome, **social)
    assert total is not None
    assert outcome * 20 / 43 - 1e-6 <= total <= outcome + 1e-6


@given(shares, st.fixed_dictionaries(dict.fromkeys(SOCIAL, st.none() | shares)))
def test_what_does_not_apply_neither_helps_nor_hurts(outcome: float, social: dict[str, float | None]) -> None:
    """A score that does not apply, or has no weight, is as if it were not there."""
    there = {name: value for name, value in social.items() if value is not None}
    assert card(outcome, **social) == card(outcome, **there)
    weightless = {name: score(name, value, 0.0) for name, value in social.items()}
    assert total_of({"outcome": score("outcome", outcome), **weightless}) == round(outcome, 6)


@given(shares, shares, shares)
def test_better_is_never_worse(outcome: float, low: float, high: float) -> None:
    """A better social score never lowers the total, and neither does a better outcome."""
    low, high = sorted((low, high))
    worse, better = card(outcome, noise=low, escalation=0.5), card(outcome, noise=high, escalation=0.5)
    assert worse is not None
    assert better is not None
    assert worse <= better
    poor, good = card(low, noise=outcome), card(high, noise=outcome)
    assert poor is not None
    assert good is not None
    assert poor <= good


def test_without_the_outcome_there_is_no_total() -> None:
    """Where only some scorers were asked, nothing is made up."""
    assert total_of({"noise": score("noise", 1.0)}) is None
