from collections.abc import Callable

import pytest

from personas.fidelity import check, invented, stated
from sim.mind import Moment, Statement

MomentOf = Callable[..., Moment]


@pytest.fixture
def moment(moment_of: MomentOf) -> Moment:
    return moment_of("What is it, given that PO-4711 says 12 000 EUR?")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("It is 41 300 EUR.", ("detector-price",)),
        ("41.3k for a detector, 8.2k for a laser", ("detector-price", "laser-price")),
        ("about 6 weeks for the lead time of a detector", ("lead-time",)),
        ("Ask Ruth.", ()),
        ("Ruth owns the detector budget.", ("budget-owner",)),
        ("It is 41 301 EUR.", ()),
        ("no idea", ()),
    ],
)
def test_stated_facts_are_found_in_the_text(text: str, facts: tuple[str, ...], moment: Moment) -> None:
    """A value counts as told in any spelling; a common word only where its topic is spoken of."""
    assert stated(text, moment) == facts


def test_a_common_word_counts_where_its_topic_was_asked(moment_of: MomentOf) -> None:
    """ "Ruth." answers "who owns the detector budget?"."""
    assert stated("Ruth.", moment_of("who owns the detector budget?")) == ("budget-owner",)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It is 47 000 EUR.", ("47 000 EUR",)),
        ("That's 12 %", ("12 %",)),
        ("See INV-2026-17", ("INV-2026-17",)),
        ("It takes 9 weeks.", ("9 weeks",)),
        ("On 17 March.", ("17 March",)),
        ("It was 5731 last year", ("5731",)),
        ("PO-4711 says 12 000 EUR, I have 41 300", ()),
        ("Give me 10 minutes, there are 3 of them in room 12", ()),
        ("I have the 46 900 EUR here", ()),
        ("On 3 March at 14:00", ()),
    ],
)
def test_figures_of_no_source_are_found(text: str, found: tuple[str, ...], moment: Moment) -> None:
    """Values that stand in no fact, line or errand come from nowhere; small talk of small numbers does not matter."""
    assert invented(text, moment, promises=False) == found


def test_a_promise_may_name_its_own_date(moment: Moment) -> None:
    """A date that somebody promises is theirs; an amount still is not."""
    assert invented("You'll have it on 17 March, in 2 days.", moment, promises=True) == ()
    assert invented("You'll have 9 999 EUR.", moment, promises=True) == ("9 999 EUR",)


def test_what_else_is_known_may_be_said(moment: Moment) -> None:
    """Figures of the writer's own work are no invention."""
    assert invented("There are 3 120 on suspense", moment, promises=False, also=("3120 EUR on suspense",)) == ()


def test_claims_are_completed_and_held_against_the_text(moment: Moment) -> None:
    """Told facts are listed even where the writer forgot; a figure that is claimed and not there is not told."""
    checked = check("41 300 EUR it is.", ["laser-price", "nonsense"], moment, promises=False)
    assert checked.states == ("detector-price",)
    assert checked.unsaid == ("laser-price",)


def test_a_claim_without_figures_is_trusted(moment_of: MomentOf) -> None:
    """Words can be put in many ways: what has no figure counts as told where the writer says so."""
    fact = Statement(fact="exempt", topic="the freeze", value="detectors are exempt")
    checked = check("Yes, they are.", ["exempt"], moment_of("are they?", may_say=(fact,)), promises=False)
    assert checked.states == ("exempt",)
