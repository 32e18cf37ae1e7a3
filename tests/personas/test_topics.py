from collections.abc import Callable

import pytest

from personas.topics import CLEAR, TargetKind, Topics
from sim.mind import Moment, Statement, Undertaking

MomentOf = Callable[..., Moment]
STATEMENTS: tuple[TargetKind, ...] = ("statement",)


def ids(moment: Moment, text: str, **how: object) -> list[str]:
    return [t.id for t in Topics.of(moment).match(text, **how).targets]  # type: ignore[arg-type]


def facts(*topics: str) -> tuple[Statement, ...]:
    return tuple(Statement(fact=t.replace(" ", "-"), topic=t, value="1") for t in topics)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the price of a detector", ["detector-price"]),
        ("detctor prise", ["detector-price"]),
        ("how much is a laser", ["laser-price"]),
        ("detector-price", ["detector-price"]),
        ("price and lead time of the detector", ["detector-price", "lead-time"]),
        ("the printer", []),
        ("", []),
    ],
)
def test_a_text_is_about_its_topics(text: str, found: list[str], moment_of: MomentOf) -> None:
    """By words, slips, other words and ids; all that are meant and no others."""
    assert sorted(ids(moment_of("x"), text, kinds=("statement",))) == sorted(found)


def test_what_cannot_be_told_apart_is_a_rival(moment_of: MomentOf) -> None:
    """One word that fits two topics equally leaves both open."""
    match = Topics.of(moment_of("x")).match("the price", STATEMENTS)
    assert {t.id for t in match.rivals} == {"detector-price", "laser-price"}


def test_the_rare_word_decides(moment_of: MomentOf) -> None:
    """Among many prices, the thing tells which; a word that all share tells nothing."""
    moment = moment_of("x", may_say=facts(*(f"the price of {thing}" for thing in ("nuts", "bolts", "screws", "glue"))))
    assert ids(moment, "what is the price for bolts", kinds=("statement",)) == ["the-price-of-bolts"]


def test_a_general_word_alone_is_not_the_thing(moment_of: MomentOf) -> None:
    """The price of something else is not the price that is known."""
    moment = moment_of("x", may_say=facts("the price of a detector"))
    assert ids(moment, "the price of the printer", kinds=("statement",)) == []


def test_context_fills_in_and_does_not_override(moment_of: MomentOf) -> None:
    """Words spoken before count for less than those spoken now."""
    assert ids(moment_of("x"), "and the laser", kinds=("statement",), context="the price of a detector") == [
        "laser-price"
    ]


def test_an_amount_names_what_it_is_the_amount_of(moment_of: MomentOf) -> None:
    """ "46.9k" is the order of 46 900 EUR."""
    assert ids(moment_of("x"), "approval for 46.9k", kinds=("approvable",)) == ["detector-order"]


def test_promises_to_others_are_no_topic_of_this_talk(moment_of: MomentOf) -> None:
    """What this person owes somebody else is not spoken of here."""
    mine = Undertaking(id="u1", by="ines", to="seat", what="the board page")
    other = Undertaking(id="u2", by="ines", to="ruth", what="the board minutes")
    moment = moment_of("x", open=(mine, other))
    assert ids(moment, "the board page", kinds=("undertaking",)) == ["u1"]
    assert ids(moment, "the board minutes", kinds=("undertaking",)) in ([], ["u1"])


def test_scores_are_shares(moment_of: MomentOf) -> None:
    """A score goes from 0 to 1, and all of a topic's words give a clear one."""
    scores = Topics.of(moment_of("x")).scores("the price of a detector")
    assert all(0 < t.score <= 1 for t in scores)
    assert max(t.score for t in scores) > CLEAR
