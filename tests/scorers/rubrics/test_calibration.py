"""Calibration: the figures are those that a hand would work out, and a judge below its bar is named."""

import asyncio
from pathlib import Path

import pytest

from scorers.rubrics.calibration import Calibration, Labelled, NoCalibration, kappa, standings, wilson
from scorers.rubrics.judge import Judgement, judged
from scorers.rubrics.preference import concord
from scorers.rubrics.rubric import Verdict
from tests.scorers.rubrics.stub_judges import LINES, PEOPLE, PLAIN, REGARD, Stub, answer


def test_kappa_of_two_classes() -> None:
    """20 both yes, 5 and 10 apart, 15 both no: agreement 0.7, by chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5, kappa 0.4."""
    pairs = [(1, 1)] * 20 + [(1, 0)] * 5 + [(0, 1)] * 10 + [(0, 0)] * 15
    assert kappa(pairs, 2) == 0.4


def test_kappa_of_levels_weighs_how_far_apart_they_are() -> None:
    """One level off is a quarter as bad as two.

    (0,0) (1,2) (2,2): squares 0, 1, 0, mean 1/3. By chance, where people say 0, 1, 2 a third each, and the judge 0 a
    third and 2 two thirds of the time: 1/9 (0 + 2*4) + 1/9 (1 + 2*1) + 1/9 (4 + 0) = 15/9. Kappa is 1 - 1/5.
    """
    assert kappa([(0, 0), (1, 2), (2, 2)], 3) == 0.8
    assert kappa([(0, 0), (1, 1), (2, 2)], 3) == 1.0
    assert kappa([(0, 2), (2, 0)], 3) == -1.0


def test_kappa_has_no_value_where_chance_leaves_nothing() -> None:
    """Nothing compared, or both always said the same one thing."""
    assert kappa([], 2) is None
    assert kappa([(1, 1)] * 9, 2) is None


def test_wilsons_interval() -> None:
    """8 of 10: 0.49 to 0.94, as tables have it; without any, nothing."""
    low, high = wilson(8, 10)
    assert (round(low or 0, 3), round(high or 0, 3)) == (0.490, 0.943)
    assert wilson(0, 0) == (None, None)


def labelled(verdict: Verdict, number: int = 0) -> Labelled:
    asked = PLAIN if isinstance(verdict, bool) else REGARD
    return Labelled(f"e{number}", "plain" if asked is PLAIN else "regard", asked, verdict, False, LINES, PEOPLE)


def judgement(said: str, ungraded: str = "") -> Judgement:
    return Judgement(None if ungraded else 1.0, said, "", ungraded=ungraded, fault="judge")


def test_a_judge_stands_by_what_it_agrees_on() -> None:
    """People: yes yes yes no no no; the judge: yes yes no no no yes. Agreement, precision and recall 2/3, kappa 1/3."""
    people = [labelled(verdict) for verdict in (True, True, True, False, False, False)]
    said = [judgement(word) for word in ("yes", "yes", "no", "no", "no", "yes")]
    (one,) = standings("stub", people, said)
    assert (one.agreement, one.precision, one.recall, one.kappa) == (0.666667, 0.666667, 0.666667, 0.333333)
    assert not one.passed
    assert one.told == "it is below its bar (kappa 0.33, 0.60 wanted; 6 of 6 excerpts graded)"


def test_a_judge_that_seldom_answers_has_not_passed() -> None:
    """What it could not grade is in no share, and too much of it is below the bar by itself."""
    people = [labelled(verdict) for verdict in (True, False, True, False)]
    said = [judgement("yes"), judgement("no"), judgement("", "prose"), judgement("", "prose")]
    (one,) = standings("stub", people, said)
    assert (one.graded, one.excerpts, one.agreement, one.kappa) == (2, 4, 1.0, 1.0)
    assert not one.passed


def test_each_criterion_is_told_apart() -> None:
    """Criteria are known by what they ask."""
    people = [labelled(True), labelled(2), labelled(False), labelled(0)]
    found = standings("stub", people, [judgement(word) for word in ("yes", "level 2", "no", "level 0")])
    assert [(one.criterion, one.kappa, one.passed) for one in found] == [("plain", 1.0, True), ("regard", 1.0, True)]


def test_standings_are_kept_and_doubts_are_named(tmp_path: Path) -> None:
    """By judge and criterion; a newer standing replaces an older; a criterion that reads otherwise is not known."""
    path = tmp_path / "calibration.json"
    bad = standings("stub", [labelled(True), labelled(False)], [judgement("no"), judgement("yes")])
    Calibration().with_(bad).write(path)
    assert "kappa -1.00" in Calibration.read(path).doubt("stub", PLAIN)
    assert Calibration.read(path).doubt("other", PLAIN) == "it is not calibrated"
    good = standings("stub", [labelled(True), labelled(False)], [judgement("yes"), judgement("no")])
    Calibration.read(path).with_(good).write(path)
    assert Calibration.read(path).doubt("stub", PLAIN) == ""
    reworded = PLAIN.model_copy(update={"asks": "Did it say so?"})
    assert Calibration.read(path).doubt("stub", reworded) == "it is not calibrated"
    assert Calibration.read(path).doubt("stub", PLAIN.model_copy(update={"weight": 3.0})) == ""
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(NoCalibration, match="calibrate anew"):
        Calibration.read(path)


def test_an_excerpt_is_judged_as_a_run_is() -> None:
    """With the same question, votes and checks."""
    stub = Stub(answer(False, quotes=()))
    found = asyncio.run(judged(labelled(True).deliberation("stub"), stub))
    assert (found.said, len(stub.asked)) == ("no", 3)


def test_tau_of_pairs_and_orders() -> None:
    """Best first: 3 pairs of (0.9, 0.5, 0.7) have one the wrong way, 1 tie, 1 open: (2 - 1) / 4."""
    found = concord([(0.9, 0.5, 0.7), (0.4, 0.4), (None, 0.1)])
    assert found == (4, 2, 1, 1, 1)
    assert found.tau == 0.25
    assert concord([(1.0, 0.0)]).tau == 1.0
    assert concord([]).tau is None
