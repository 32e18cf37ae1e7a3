"""Who falls for a pretext: the rule of sim.persuasion, direction by direction, and its documented numbers."""

from dataclasses import replace
from math import exp

import pytest

from sim import persuasion
from sim.habits import Temper
from sim.persuasion import Standing, odds

EVEN = Temper(conscientiousness=0.5, directness=0.5, helpfulness=0.5)
PLAIN = Standing()


def test_an_average_person_stands_where_the_page_says() -> None:
    """Routine alone: the logistic of -0.6 + 0.4."""
    assert odds(EVEN, ("routine",), PLAIN) == pytest.approx(1 / (1 + exp(0.2)), abs=1e-4)


@pytest.mark.parametrize(
    "standing",
    [
        replace(PLAIN, training=0.8),
        replace(PLAIN, warned=persuasion.NAMED),
        replace(PLAIN, warned=persuasion.SIMILAR),
        replace(PLAIN, warned=persuasion.GENERAL),
        replace(PLAIN, refused=1),
    ],
)
def test_training_warnings_and_having_said_no_protect(standing: Standing) -> None:
    """Each of them lowers the chance."""
    assert odds(EVEN, ("authority",), standing) < odds(EVEN, ("authority",), PLAIN)


@pytest.mark.parametrize(
    "standing",
    [replace(PLAIN, load=3), replace(PLAIN, backed=1), replace(PLAIN, inside=True), replace(PLAIN, excused=True)],
)
def test_work_and_a_claim_with_something_true_in_it_do_the_opposite(standing: Standing) -> None:
    """Each of them raises the chance."""
    assert odds(EVEN, ("authority",), standing) > odds(EVEN, ("authority",), PLAIN)


@pytest.mark.parametrize(
    ("appeal", "prey"),
    [("authority", {"directness": 0.1}), ("favour", {"helpfulness": 0.9}), ("pity", {"helpfulness": 0.9})],
)
def test_an_appeal_fits_a_person(appeal: str, prey: dict[str, float]) -> None:
    """Rank works on those who do not speak up, favours and sad stories on those who help."""
    assert odds(replace(EVEN, **prey), (appeal,), PLAIN) > odds(EVEN, (appeal,), PLAIN)  # type: ignore[arg-type]


def test_care_and_training_together_leave_next_to_nothing() -> None:
    """And nobody is ever certain, either way."""
    careful = replace(EVEN, conscientiousness=1.0, directness=1.0, helpfulness=0.0)
    best = odds(careful, ("routine",), replace(PLAIN, training=1.0, warned=persuasion.NAMED))
    worst = odds(
        replace(EVEN, conscientiousness=0.0, directness=0.0, helpfulness=1.0),
        ("authority", "urgency", "favour"),
        replace(PLAIN, load=9, backed=3, inside=True),
    )
    assert (best, worst) == (persuasion.LEAST, persuasion.MOST)


def test_every_warning_makes_false_alarms_likelier() -> None:
    """A warning that names an honest sender most of all: that is what crying wolf costs."""
    chances = [persuasion.false_alarm(n, named=False) for n in range(4)]
    assert chances == sorted(set(chances))
    assert persuasion.false_alarm(1, named=True) > 5 * persuasion.false_alarm(1, named=False)
