"""Steps of a solution that lead to nothing are pointed out, and do not fail the check."""

import pytest

from tests.scenarios.shop import Shop

LAST = "  - {do: write, file: /oven.md, with: [ready, price]}\n"
WEIGHT = "  weight:\n    topic: the weight of the oven\n    is: 340 kilograms\n    known_by: tomas\napprovals:\n"


def test_a_whole_solution_has_no_warnings(shop: Shop) -> None:
    """The bakery asks for what its task needs."""
    assert shop.load().warnings == ()


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("{do: chat, to: tomas, ask: weight}", "asks for 'weight', which no task, request or later step uses"),
        ("{do: call, to: tomas, ask: [ready, weight]}", "asks for 'weight', which no task"),
        ("{do: take, from: lena, text: Yes.}", "is to ring or walk up, and no event has them do so"),
        ("{do: decline, from: lena, why: Busy.}", "is to ring or walk up, and no event has them do so"),
        ("{do: reply, from: lena, text: Yes.}", "is to be answered, and never writes to the seat"),
    ],
)
def test_a_step_that_leads_to_nothing_is_a_warning(shop: Shop, step: str, words: str) -> None:
    """An answer that nothing uses; somebody who is waited for and never comes. It names the line and what to do."""
    shop.edit("approvals:\n", WEIGHT)
    shop.edit('  - {id: hello, at: mon 10:00, who: lena, does: post, in: "#bread", text: Good morning.}\n', "")
    shop.edit("{after: {event: hello}, delay: 10m to 1h,", "{at: mon 10:00,")
    shop.edit(LAST, f"{LAST}  - {step}\n")
    (warning,) = shop.load().warnings
    assert words in warning.rule
    assert warning.line == shop.line(step)
    assert warning.fix


@pytest.mark.parametrize(
    "more",
    [
        "{do: chat, to: ines, with: weight}",
        '{do: chat, to: ines, text: "It weighs {weight}."}',
    ],
)
def test_what_a_step_states_is_used(shop: Shop, more: str) -> None:
    """By name, or by a place in a text."""
    shop.edit("approvals:\n", WEIGHT)
    shop.edit(LAST, f"  - {{do: chat, to: tomas, ask: weight}}\n{LAST}  - {more}\n")
    assert shop.load().warnings == ()


def test_an_approval_that_no_task_needs_is_asked_for_in_vain(shop: Shop) -> None:
    """Nothing waits for the decision."""
    shop.edit("    approval: buy\n", "")
    shop.edit(LAST, f"{LAST}  - {{do: chat, to: ines, request: buy}}\n")
    (warning,) = shop.load().warnings
    assert "asks for the approval 'buy', which no task needs" in warning.rule


def test_a_decision_needs_no_task_to_be_asked_for(shop: Shop) -> None:
    """A matter to be decided is brought to somebody for its own sake."""
    decision = "  shelves:\n    kind: budget\n    topic: the shelves\n    decided_by: [ines]\n"
    decision += "    because: {ines: They are old.}\n"
    shop.edit("favours:\n", f"decisions:\n{decision}favours:\n")
    shop.edit(LAST, f"{LAST}  - {{do: chat, to: ines, request: shelves}}\n")
    assert shop.load().warnings == ()


def test_somebody_who_does_ring_is_no_warning(shop: Shop) -> None:
    """Ines rings, so she may be taken; Tomás is written to, so he may be answered."""
    shop.edit(LAST, f"{LAST}  - {{do: take, from: ines, text: Yes.}}\n  - {{do: reply, from: tomas, text: Thanks}}\n")
    assert shop.load().warnings == ()


@pytest.mark.parametrize(
    ("starts", "day"), [("2026-03-01 09:00", "Sunday"), ("2026-02-28 09:00", "Saturday"), ("2026-03-02 09:00", "")]
)
def test_a_start_on_a_day_off_is_a_warning(shop: Shop, starts: str, day: str) -> None:
    """A run that begins while the seat is away from work can be played; it is more likely a slip in the date."""
    shop.edit("starts: 2026-03-02 09:00", f"starts: {starts}")
    problems = [w for w in shop.load().warnings if w.where == "starts"]
    assert [day in p.rule for p in problems] == ([True] if day else [])
    assert all("Write 2026-03-02 09:00" in p.fix for p in problems)
