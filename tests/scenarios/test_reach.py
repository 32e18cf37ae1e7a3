"""A fact that the seat needs and can never be told is found before the run."""

import pytest

from tests.scenarios.shop import Shop

TOLD = "    told: {to: [team bench], from: mon 11:00}"


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("told: {to: [ines, lena]}", "told by ines and lena to ines and lena alone"),
        ("told: never", "never told by ines and lena"),
        ("told: {from: tue 12:00}", "told by ines and lena only when the result is due already"),
        ("told: {after: late}", "told by ines and lena only after the event 'late', which comes too late"),
        ("told: {after: delivered}", "told by ines and lena only after the event 'delivered', which comes too late"),
        ("told_by: {ines: never, lena: {to: ines}}", "never told by ines, told by lena to ines alone"),
    ],
)
def test_a_fact_that_nobody_may_ever_tell_the_seat_is_an_error(shop: Shop, told: str, why: str) -> None:
    """Each way of keeping it: the audience, never, the time, an event that comes after the deadline or waits for the
    very task; for all of them or one by one. It is told once, though a task and an approval need it."""
    shop.edit(TOLD, f"    {told}")
    shop.edit("away:\n", "  - {id: late, at: tue 13:00, who: ines, does: post, in: '#bread', text: Hello}\naway:\n")
    shop.edit(
        "away:\n",
        "  - {id: delivered, after: {delivered: oven}, who: ines, does: post, in: '#bread', text: Hi}\naway:\n",
    )
    (problem,) = shop.problems()
    assert problem.line == shop.line("      - price")
    assert problem.rule == f"needs 'price', which can never reach the seat: it is {why}"
    assert f"on line {shop.line(told)}" in problem.fix or "told_by" in told


def test_a_policy_that_keeps_it_from_the_seat_is_found(shop: Shop) -> None:
    """What the organisation keeps from the seat nobody tells it."""
    bakery = shop.folder / "bakery.yaml"
    bakery.write_text(
        bakery.read_text(encoding="utf-8") + "policies:\n  - {may_not_know: price, except: [ines, lena]}\n",
        encoding="utf-8",
    )
    (problem,) = shop.problems()
    assert "kept from the seat by a policy of bakery" in problem.rule


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("We will be in touch.}", "The price is 650 EUR., states: [price]}"),
        ("text: Good morning.}", "text: It is 650 EUR., states: [price]}"),
        ("text: Any news}", "about: news, text: It is 650 EUR then, states: [price]}"),
        ("away:\n", "  - {at: mon 12:00, who: lena, does: tell, fact: price, to: seat}\naway:\n"),
        ("    takes: 2h\n", "    takes: 2h\n    says: It is clear, and the oven is 650 EUR.\n"),
        ("told: never", "told: never\n    told_by: {lena: asked}"),
        ("told: never", "told: never\n    told_by: {ines: {to: seat, after: hello}}"),
    ],
)
def test_one_way_to_it_is_enough(shop: Shop, old: str, new: str) -> None:
    """A mail, a post, a call, somebody who tells it, a favour, one person who is freer than the others."""
    shop.edit(TOLD, "    told: never")
    shop.edit(" about: the oven, text: Any news}", " text: Any news}")
    shop.edit(old, new)
    assert shop.load().warnings == ()


def test_somebody_who_comes_to_know_it_and_may_tell_is_a_way(shop: Shop) -> None:
    """Whoever knows it at the start keeps it; Tomás is told, and is free to tell."""
    shop.edit(TOLD, "    told: never\n    told_by: {tomas: asked}")
    assert "can never reach" in shop.problems()[0].rule
    shop.edit("away:\n", "  - {at: mon 12:00, who: lena, does: tell, fact: price, to: tomas}\naway:\n")
    shop.load()


def test_what_hangs_on_trust_is_a_warning(shop: Shop) -> None:
    """Trust grows and shrinks in a run, so it may do; more likely it does not."""
    shop.edit(TOLD, "    told: {trust: 0.95}")
    (warning,) = shop.load().warnings
    assert warning.line == shop.line("      - price")
    assert "may never reach the seat: it is told by ines to whom they trust 0.95, and at the start" in warning.rule


def test_a_private_file_is_no_way(shop: Shop) -> None:
    """A file that states it and that the seat may not open helps nobody."""
    shop.edit(TOLD, "    told: never")
    shop.edit('text: "Ask Tomás about the oven."}', "text: 650 EUR, states: [price], share: {lena: read}}")
    (problem,) = shop.problems()
    assert "can never reach the seat" in problem.rule


@pytest.mark.parametrize(
    "believed",
    [
        "{tomas: 650 EUR}",
        '{tomas: {value: "650.00 EUR", spelled: [650 EUR]}}',
        "{tomas: {value: 650 euro, spelled: [650 EUR]}}",
    ],
)
def test_a_wrong_belief_that_is_right_is_an_error(shop: Shop, believed: str) -> None:
    """In any spelling: who holds what is true knows it."""
    shop.edit("    known_by: [ines, lena]\n", f"    known_by: [ines, lena]\n    believed: {believed}\n")
    (problem,) = shop.problems()
    assert problem.line == shop.line("believed: {tomas")
    assert problem.rule == "is what is true, so no wrong belief"
    assert "add tomas to known_by" in problem.fix


def test_a_change_that_changes_nothing_is_an_error(shop: Shop) -> None:
    """From the value at the start, and from the change before it."""
    shop.edit("to: Wednesday 10:15", "to: tue 14:30")
    (problem,) = shop.problems()
    assert (problem.line, problem.rule) == (shop.line("to: tue 14:30"), "is what was true before, so no change")
