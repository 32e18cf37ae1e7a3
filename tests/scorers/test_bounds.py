"""Bounds of a total: what is open widens them, and every point between 1 and the worst case is somebody's."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.bounds import FAULTS, bounds_of, decided_between
from scorers.score import Criterion, Fault, Score, weighted_mean
from scorers.score_run import score_record
from scorers.total import total_of
from sim.vocabulary.attention import MindFault
from tests.scorers.micro import Story, page


def score(name: str, weight: float, *criteria: Criterion) -> Score:
    value = weighted_mean(criteria)
    why_not = "nothing" if value is None else None
    return Score(
        scorer=name, version="1", value=value, why_not=why_not, weight=weight, explanation="", criteria=criteria
    )


def lost(value: float | None, fault: Fault = "agent", ungraded: str = "", weight: float = 1.0) -> Criterion:
    return Criterion(name="c", value=value, fault=fault, ungraded=ungraded, weight=weight)


def test_what_only_the_player_lost_is_certain() -> None:
    """Without faults of others worst, best and total are one, and all lost points are the player's.

    Outcome (1 + 0) / 2 = 0.5, manners 0.8 with weight 5 beside 5: total 0.5 * (0.5 + 0.5 * 0.8) = 0.45.
    """
    scores = {"outcome": score("outcome", 5, lost(1.0), lost(0.0)), "noise": score("noise", 5, lost(0.8))}
    assert total_of(scores) == 0.45
    found = bounds_of(scores)
    assert (found.worst, found.best) == (0.45, 0.45)
    assert found.lost == {**dict.fromkeys(FAULTS, 0.0), "agent": 0.55}


def test_what_others_lost_is_theirs_and_the_best_case_has_it_back() -> None:
    """A fact that a broken mind never told is lost by the coworker: worst 0.5, best 1."""
    scores = {"outcome": score("outcome", 5, lost(1.0), lost(0.0, "coworker"))}
    found = bounds_of(scores)
    assert (found.worst, found.best) == (0.5, 1.0)
    assert found.lost["coworker"] == 0.5
    assert found.lost["agent"] == 0.0


def test_what_no_judge_could_grade_is_open_and_never_zero() -> None:
    """The total leaves an ungraded criterion out; the bounds take it as 0 and as 1.

    Outcome 1, rubric (1, ungraded) with weight 5 beside 5. Total 1 (of what is graded); worst 1 * (0.5 + 0.5 * 0.5).
    """
    ungraded = lost(None, "judge", "the judge answered in prose")
    scores = {"outcome": score("outcome", 5, lost(1.0)), "rubric": score("rubric", 5, lost(1.0), ungraded)}
    assert total_of(scores) == 1.0
    assert bounds_of(scores)[:2] == (0.75, 1.0)
    assert bounds_of(scores).lost["judge"] == 0.25
    assert decided_between(scores) == (0.75, 1.0)


def test_a_score_of_which_nothing_could_be_graded_is_open_as_a_whole() -> None:
    """It has no value, and the bounds count its weight all the same."""
    scores = {"outcome": score("outcome", 5, lost(1.0)), "rubric": score("rubric", 5, lost(None, "judge", "refused"))}
    assert bounds_of(scores)[:2] == (0.5, 1.0)


def test_a_run_that_broke_off_is_bounded_by_what_was_to_come() -> None:
    """With half of the tasks reached and all of that right, the rest is open, by fault of the infrastructure."""
    found = bounds_of({"outcome": score("outcome", 5, lost(1.0))}, reached=0.5)
    assert (found.worst, found.best, found.lost["infrastructure"]) == (0.5, 1.0, 0.5)


criteria = st.lists(
    st.one_of(
        st.builds(lost, st.floats(0, 1), st.sampled_from(FAULTS), weight=st.floats(0.1, 5)),
        st.builds(lost, st.none(), st.just("judge"), st.just("refused"), weight=st.floats(0.1, 5)),
    ),
    min_size=1,
    max_size=4,
)


@given(criteria, criteria, st.floats(0, 1))
@settings(max_examples=150)
def test_every_point_is_somebodys(outcome: list[Criterion], manners: list[Criterion], reached: float) -> None:
    """The losses add up to 1 less the worst case, none is negative, and the total lies between the bounds."""
    scores = {"outcome": score("outcome", 5, *outcome), "noise": score("noise", 3, *manners)}
    found = bounds_of(scores, reached)
    assert 0 <= found.worst <= found.best <= 1
    assert sum(found.lost.values()) == pytest.approx(1 - found.worst, abs=1e-5)
    assert all(points >= 0 for points in found.lost.values())
    known = bounds_of(scores)
    if scores["outcome"].value is not None:
        assert known.worst - 1e-5 <= (total_of(scores) or 0.0) <= known.best + 1e-5


def test_the_card_says_whose_fault_each_point_is() -> None:
    """Asked in person, the one who knew failed in their mind: what the page lacks for that is the coworker's. It
    counts for nobody in the total; at the worst it is lost, at the best it is won."""
    story = Story(page(needs=page().needs[:1]))
    asked = story.chat("mon 09:30", "kim", "marco", "Hello Marco, what is the price of a detector?")
    story.add("mon 09:40", "marco", MindFault(fault="malformed", detail=""), asked)
    story.write("tue 10:00", "# Detectors\n\nI could not find out what one costs.")
    with story.end().record() as record:
        card = score_record(record)
    assert card.worst is not None
    assert card.best is not None
    assert card.lost["coworker"] > 0
    assert card.total is not None
    assert card.best >= card.total > card.worst
    assert sum(card.lost.values()) == pytest.approx(1 - card.worst, abs=1e-5)
    assert card.grading_complete
