"""Escalation. Ines may spend 25 000 EUR, Ruth all, Mia (Kim's manager) 1 000. The order is 20 000 EUR, due Thu 16:00.

Weights: right person 3, what the request has to name 2, in time 2, one at a time 1, each redirect 1. ``SPEND`` has
nothing to name, so that 6 is the whole without redirects.
"""

from collections.abc import Callable
from typing import Any

import pytest

from scorers.case import Case
from scorers.escalation import Escalation
from scorers.requests import requests
from sim.script import Approval
from sim.vocabulary.world import ApprovalRequested, Away, OrgChanged, Redirected
from tests.scorers.micro import SPEND, Story, Table, at, check, criterion, page, scored

case = Table()

REQUEST = "Could you approve the order of ten detectors, 20 000 EUR?"


def needing(*, approval: object = SPEND) -> Story:
    return Story(page(approval="detectors"), approvals=(approval,))


def sent_on(story: Story, when: str, who: str, to: str) -> int:
    serial = story.chat(when, who, "kim", f"That is above my limit. Please ask {to}.")
    return story.add(when, who, Redirected(reader=("kim",), to=(to,), topics=(), ref=f"c{serial}"), serial)


@case(None)
def nothing_to_decide() -> Story:
    """No approval is needed, and nobody was asked for one."""
    story = Story(page())
    story.chat("mon 10:00", "kim", "marco", "What is the price of a detector?")
    return story.end()


@case(0.0)
def never_asked() -> Story:
    """The task needs it, and nobody was asked."""
    return needing().end()


@case(1.0)
def the_nearest_entitled_asked_in_time() -> Story:
    """(3 + 2 + 1) / 6."""
    story = needing()
    story.chat("mon 10:00", "kim", "ines", REQUEST)
    story.decide("mon 12:00", "ines")
    return story.end()


@case((3 * 0.5 + 2 + 1) / 6)
def over_the_head_of_the_nearest() -> Story:
    """Ruth may decide, but Ines would do: 0.5 for the person."""
    story = needing()
    story.chat("mon 10:00", "kim", "ruth", REQUEST)
    story.decide("mon 12:00", "ruth")
    return story.end()


@case(1.0)
def of_somebody_below_the_nearest_who_may_as_well() -> Story:
    """Tomás reports to Ines, and may approve it by the scenario: nobody was gone over."""
    story = needing(approval=SPEND.model_copy(update={"entitled": ("ines", "tomas", "ruth")}))
    story.chat("mon 10:00", "kim", "tomas", REQUEST)
    story.decide("mon 12:00", "tomas")
    return story.end()


@case(1.0)
def up_where_the_nearest_is_away_and_nobody_stands_in() -> Story:
    """The order is 30 000 EUR: Ines may not, Ruth is the nearest."""
    dear = SPEND.model_copy(update={"amount": "30 000 EUR", "entitled": ("ruth",)})
    story = needing(approval=dear)
    story.chat("mon 10:00", "kim", "ruth", "Could you approve the order of ten detectors, 30 000 EUR?")
    return story.end()


@case(1.0)
def the_deputy_of_who_is_away() -> Story:
    """Ines is away until Friday and has lent Tomás her limit; he is asked."""
    named = SPEND.model_copy(update={"entitled": ("ines",)})
    story = needing(approval=named)
    story.add("mon 09:00", "ines", Away(start=at("mon 09:00"), end=at("fri 09:00"), why="ill", deputy="tomas"))
    story.chat("mon 10:00", "kim", "tomas", REQUEST)
    return story.end()


@case(1.0)
def up_after_a_fair_wait() -> Story:
    """Ines was asked, and did not answer for a working day: to go on to Ruth is right."""
    story = needing()
    story.chat("mon 10:00", "kim", "ines", REQUEST)
    story.chat("tue 10:00", "kim", "ruth", REQUEST)
    story.decide("tue 12:00", "ruth")
    return story.end()


@case((3 * 0.5 + 2 + 1) / 6)
def up_after_too_short_a_wait() -> Story:
    """Three working hours are not enough to go past Ines: 0.5 for the person; and not at once."""
    story = needing()
    story.chat("mon 10:00", "kim", "mia", REQUEST)
    story.chat("mon 10:05", "mia", "kim", "Not mine to say.")
    story.chat("mon 12:00", "kim", "ruth", REQUEST)
    story.chat("mon 15:00", "kim", "ines", REQUEST)
    return story.end()


@case(1.0)
def up_after_a_refusal() -> Story:
    """Ines has refused: Ruth may be asked at once."""
    story = needing()
    story.chat("mon 10:00", "kim", "ines", REQUEST)
    story.decide("mon 10:30", "ines", "refuse")
    story.chat("mon 10:40", "kim", "ruth", REQUEST)
    return story.end()


@case(1.0)
def up_where_one_was_pointed() -> Story:
    """Mia says to ask Ruth, and Ruth is asked: (3 + 2 + 1 + 1) / 7."""
    story = needing()
    story.chat("mon 10:00", "kim", "mia", REQUEST)
    sent_on(story, "mon 10:20", "mia", "ruth")
    story.chat("mon 10:30", "kim", "ruth", REQUEST)
    return story.end()


@case((3 * 0.5 + 2 + 1) / 6)
def pointed_there_only_afterwards() -> Story:
    """What somebody says later excuses nothing; and who was there already need not go again."""
    story = needing()
    story.chat("mon 10:00", "kim", "ruth", REQUEST)
    story.chat("mon 15:00", "kim", "mia", REQUEST)
    sent_on(story, "mon 15:20", "mia", "ruth")
    return story.end()


@case((3 + 2 + 1 + 0.5) / 7)
def a_redirect_followed_late() -> Story:
    """A day and a half after Mia had sent Kim on: the redirect 0.5."""
    story = needing()
    story.chat("mon 10:00", "kim", "mia", REQUEST)
    sent_on(story, "mon 10:20", "mia", "ines")
    story.chat("tue 15:00", "kim", "ines", REQUEST)
    return story.end()


@case(1.0)
def one_after_the_other_once_answered() -> Story:
    """Mia has answered within minutes; to go on is not to ask all at once: (3 + 2 + 1) / 6."""
    story = needing()
    story.chat("mon 10:00", "kim", "mia", REQUEST)
    story.chat("mon 10:05", "mia", "kim", "Not mine to say.")
    story.chat("mon 10:10", "kim", "ines", REQUEST)
    return story.end()


@case((3 + 1) / 4)
def a_request_that_no_task_needs() -> Story:
    """What the player asks for of its own accord is scored like the rest; no deadline hangs on it."""
    story = Story(page(), approvals=(SPEND,))
    story.chat("mon 10:00", "kim", "ines", REQUEST)
    return story.end()


@case(None)
def to_answer_who_is_above_is_not_over_heads() -> Story:
    """Ruth wrote first, and has a part in it."""
    story = Story(page())
    story.chat("mon 09:30", "ruth", "kim", "How is the page coming along?")
    story.chat("mon 10:00", "kim", "ruth", "Well. Would Thursday be early enough for you?")
    return story.end()


@case(1.0)
def by_way_of_the_manager() -> Story:
    """Mia may not decide it and sends Kim on to Ines, who is asked: (3 + 2 + 1 + 1) / 7."""
    story = needing()
    story.chat("mon 10:00", "kim", "mia", REQUEST)
    sent_on(story, "mon 10:20", "mia", "ines")
    story.chat("mon 10:30", "kim", "ines", REQUEST)
    return story.end()


@case((0 + 1 + 0) / 5)
def a_redirect_not_followed() -> Story:
    """Only Mia was asked, who sent Kim on: the person 0 (weight 3), one at a time 1, the redirect 0."""
    story = needing()
    story.chat("mon 10:00", "kim", "mia", REQUEST)
    sent_on(story, "mon 10:20", "mia", "ines")
    return story.end()


@case((3 * 0.85 + 2 + 1) / 6)
def a_detour() -> Story:
    """Marco has nothing to decide and is not Kim's manager: 0.15 less for the person."""
    story = needing()
    story.chat("mon 10:00", "kim", "marco", REQUEST)
    story.chat("mon 15:00", "kim", "ines", REQUEST)
    return story.end()


@case((3 + 2 + 0.5) / 6)
def several_at_once() -> Story:
    """Ines and Ruth in the same hour: one at a time 0.5."""
    story = needing()
    story.chat("mon 10:00", "kim", "ines", REQUEST)
    story.chat("mon 10:30", "kim", "ruth", REQUEST)
    return story.end()


@case((3 + 2 * 0.5 + 1) / 6)
def hardly_in_time() -> Story:
    """Two of the four working hours that are fair: 0.5 for in time."""
    story = needing()
    story.chat("thu 14:00", "kim", "ines", REQUEST)
    return story.end()


NAMING = SPEND.model_copy(update={"needs": ("price", "stock")})


def naming(*learned: str) -> Story:
    """Needing an approval that has to name the price and the stock, of which ``learned`` were found out (or both)."""
    story = needing(approval=NAMING)
    for fact in learned or ("price", "stock"):
        story.learn("mon 09:30", fact)
    return story


@case((3 + 2 * 0.5 + 2 + 1) / 8)
def half_of_what_the_request_must_name() -> Story:
    """The price is named, the stock is not: 0.5 (weight 2), of 8."""
    story = naming()
    story.chat("mon 10:00", "kim", "ines", REQUEST + " A detector is 41 300 EUR.")
    return story.end()


@case((3 + 2 * 0.85 + 2 + 1) / 8)
def the_rest_named_when_asked_for() -> Story:
    """The stock is named only later: 0.5 + 0.7 * 0.5."""
    story = naming()
    story.chat("mon 10:00", "kim", "ines", REQUEST + " A detector is 41 300 EUR.")
    story.chat("mon 11:00", "ines", "kim", "How many do we have?")
    story.chat("mon 11:10", "kim", "ines", "We have 17 pieces.")
    story.decide("mon 12:00", "ines")
    return story.end()


@case((3 + 0 + 2 + 1) / 8)
def an_outdated_value_names_nothing() -> Story:
    """On Thursday morning Monday's price is not the price; the stock is not named at all."""
    story = naming()
    story.change("wed 11:00")
    story.chat("thu 09:00", "kim", "ines", REQUEST + " A detector is 41 300 EUR.")
    return story.end()


@case((3 + 2 * 0.5 + 2 + 1) / 8)
def a_guess_names_nothing() -> Story:
    """The stock is right, but nothing had told it: half of what it has to name."""
    story = naming("price")
    story.chat("mon 10:00", "kim", "ines", REQUEST + " A detector is 41 300 EUR, and we have 17 pieces.")
    return story.end()


@case((3 + 2 * 1 + 2 + 1) / 8)
def what_the_approver_said_may_be_said_back() -> Story:
    """Ines herself told the stock."""
    story = naming("price")
    story.chat("mon 09:40", "ines", "kim", "I counted 17 pieces.")
    story.chat("mon 10:00", "kim", "ines", REQUEST + " A detector is 41 300 EUR, and we have 17 pieces.")
    return story.end()


@case((3 + 2 * 0.5 + 2 + 1) / 8)
def a_heap_names_nothing() -> Story:
    """Though it knows the stock, it writes it among nine others."""
    story = naming()
    heap = "\n".join(f"{number} pieces" for number in range(11, 21))
    story.chat("mon 10:00", "kim", "ines", f"{REQUEST} A detector is 41 300 EUR, in stock are\n{heap}")
    return story.end()


@case(0.0)
def over_heads_for_nothing() -> Story:
    """No decision is needed, and Ruth, two levels above Mia, is asked what anybody could say."""
    story = Story(page())
    story.chat("mon 10:00", "kim", "ruth", "Where do I find the printer paper?")
    return story.end()


@case((3 * 0 + 1 + 0) / (3 + 1 + 1))
def sent_on_and_writing_there_of_something_else() -> Story:
    """Mia sends it on to Ines; the player writes Ines that a file is there, which is not going where it was sent: 0 for
    the person, 1 for one at a time, 0 for the redirect."""
    story = needing()
    story.chat("mon 10:00", "kim", "mia", REQUEST)
    sent_on(story, "mon 10:30", "mia", "ines")
    story.chat("mon 11:00", "kim", "ines", "The page is in /board.md.")
    return story.end()


# --- decisions ---

LINE = Approval(
    id="line", kind="conflict", sort="conflict", topic="whose job line two runs first", by_graph=True, wait=2 * 3600,
    parties=("marco", "tomas"), entitled=("ines", "ruth"), by=at("wed 12:00"),
)  # fmt: skip
"""Marco and Tomás quarrel: Ines is the nearest above both, then Ruth. It is to be decided by Wednesday noon.

Weights: right person 3, in time 2, tried first 1, one at a time 1: 7 in all.
"""
SETTLE = "I need a decision on whose job line two runs first."


def quarrel(**changes: object) -> Story:
    return Story(page(), approvals=(LINE.model_copy(update=changes),))


def brought(story: Story, when: str, of: str, standing: str) -> None:
    """The player asks somebody to decide; the world notes how that stands."""
    serial = story.chat(when, "kim", of, SETTLE)
    story.add(
        when, "kim", ApprovalRequested(approval="line", of=of, names=(), ref=f"c{serial}", standing=standing), serial
    )


@case(0.0)
def a_quarrel_nobody_was_told_of() -> Story:
    """It came up, and the player brought it to nobody: 0 of 3."""
    return quarrel().end()


@case(1.0)
def a_quarrel_brought_to_the_nearest_above_both() -> Story:
    """(3 + 2 + 1 + 1) / 7."""
    story = quarrel()
    brought(story, "mon 10:00", "ines", "mine")
    story.decide("mon 12:00", "ines", "grant", "line")
    return story.end()


@case((3 * 0.5 + 2 + 0 + 1) / 7)
def a_quarrel_taken_over_the_head_of_the_nearest() -> Story:
    """Ruth is asked before Ines had a chance: half for the person, nothing for having tried first."""
    story = quarrel()
    brought(story, "mon 10:00", "ruth", "too_early")
    return story.end()


@case((0 + 0 + 1) / 5)
def a_quarrel_brought_to_a_party() -> Story:
    """Marco may not settle his own quarrel: 0 of 3 for the person, 0 of 1 for having tried first, 1 of 1 for one at a
    time; of what it was never right for, nothing is said."""
    story = quarrel()
    brought(story, "mon 10:00", "marco", "party")
    return story.end()


@case(1.0)
def up_after_the_fair_wait() -> Story:
    """Ines was asked and said nothing for two working hours, which is what the scenario calls fair."""
    story = quarrel()
    brought(story, "mon 10:00", "ines", "mine")
    brought(story, "mon 13:00", "ruth", "mine")
    return story.end()


@case(1.0)
def first_with_whom_it_is_to_be_tried() -> Story:
    """Lea is who to try first: that is no detour, though she may not decide it."""
    story = quarrel(ask_first="lea")
    brought(story, "mon 10:00", "lea", "not_mine")
    story.chat("mon 11:00", "lea", "kim", "That is above me, I fear.")
    brought(story, "mon 12:30", "ines", "mine")
    return story.end()


@case((3 + 2 * 0.5 + 1 + 1) / 7)
def what_came_up_an_hour_before_it_had_to_be_decided() -> Story:
    """It came up on Wednesday at eleven and is due at noon; asked at half past, Ines has half of all there was."""
    story = quarrel(since=at("wed 11:00"))
    brought(story, "wed 11:30", "ines", "mine")
    return story.end()


@case((3 + 0 + 1 + 1) / 7)
def a_quarrel_brought_up_too_late() -> Story:
    """On Wednesday afternoon the time to decide is over: nothing for in time."""
    story = quarrel()
    brought(story, "wed 13:00", "ines", "mine")
    return story.end()


@case(1.0)
def an_approval_that_went_to_another_desk() -> Story:
    """On Tuesday Mia gets what Ines had, and sits nearer: who asks Mia on Wednesday went over nobody's head."""
    story = reorganised_spend()
    story.chat("wed 10:00", "kim", "mia", REQUEST)
    story.decide("wed 11:00", "mia", "grant", "detectors")
    return story.end()


@case((0 + 1) / 4)
def an_approval_asked_of_the_old_desk() -> Story:
    """On Wednesday Ines may not approve it any more: 0 of 3 for the person, 1 of 1 for one at a time."""
    story = reorganised_spend()
    story.chat("wed 10:00", "kim", "ines", REQUEST)
    return story.end()


def reorganised_spend() -> Story:
    story = Story(page(approval="detectors"), approvals=(SPEND.model_copy(update={"by_graph": True}),))
    lines: dict[str, dict[str, Any]] = {"ines": {"approves": None}, "mia": {"approves": {"spend": "25 000 EUR"}}}
    story.add("tue 09:00", "world", OrgChanged(changes={"people": lines}))
    return story


@pytest.mark.parametrize(("story", "value"), case.params)
def test_escalation_is_as_worked_out_by_hand(story: Callable[[], Story], value: float | None) -> None:
    """Each story has the score that its docstring works out."""
    check(Escalation(), story, value)


def test_requests_for_two_things_are_kept_apart() -> None:
    """Each approval has its own requests, and its own deadline."""
    hire = SPEND.model_copy(update={"id": "temp", "topic": "a temp for the dock", "amount": "4 000 EUR"})
    story = Story(page(approval="detectors"), approvals=(SPEND, hire))
    story.chat("mon 10:00", "kim", "ines", REQUEST)
    story.chat("mon 10:10", "kim", "ruth", "Could you approve a temp for the dock, 4 000 EUR?")
    score = scored(Escalation(), story.end())
    assert criterion(score, "detectors: right person").value == 1.0
    assert criterion(score, "temp: right person").value == 0.5
    assert criterion(score, "detectors: one at a time").value == 1.0
    assert criterion(score, "temp: in time").value is None


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (REQUEST, True),
        ("Please sign off the ten detectors.", True),
        ("Can we order ten detectors for 20 000 EUR?", True),
        ("May I have your OK for the detectors order?", True),
        ("I need your approval for the order of ten detectors, 20 000 EUR.", True),
        ("I have asked Ruth for approval of the order of ten detectors.", False),
        ("The order of ten detectors waits for approval.", False),
        ("Who can approve the order of ten detectors?", False),
        ("The order of ten detectors was approved by Ines.", False),
        ("What is the price of a detector?", False),
        ("Could you approve my leave in May?", False),
    ],
)
def test_a_request_is_read_by_its_words(text: str, is_one: bool) -> None:
    """A request asks for a decision and is about the approval; who asks who decides has asked for nothing."""
    story = needing()
    story.chat("mon 10:00", "kim", "ines", text)
    with story.end().record() as record:
        assert bool(requests(Case.of(record))) is is_one


def test_what_the_world_took_for_a_request_is_one() -> None:
    """A request the world noted, or a decision that came of a message, is a request whatever its words."""
    noted = needing()
    serial = noted.chat("mon 10:00", "kim", "ines", "Shall we go for it?")
    noted.add(
        "mon 10:00", "kim", ApprovalRequested(approval="detectors", of="ines", names=(), ref=f"c{serial}"), serial
    )
    decided = needing()
    serial = decided.chat("mon 10:00", "kim", "ines", "Shall we go for it?")
    answer = decided.chat("mon 11:00", "ines", "kim", "Yes, approved.")
    decided.events[answer - 1] = decided.events[answer - 1].__class__(
        answer, at("mon 11:00"), "ines", "chat.sent", decided.events[answer - 1].body, (serial,)
    )
    decided.decide("mon 11:00", "ines", "grant", "detectors", answer)
    for story in (noted, decided):
        assert criterion(scored(Escalation(), story.end()), "right person").value == 1.0
