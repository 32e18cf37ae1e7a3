"""Escalation. Ines may spend 25 000 EUR, Ruth all, Mia (Kim's manager) 1 000. The order is 20 000 EUR, due Thu 16:00.

Weights: right person 3, what the request has to name 2, in time 2, one at a time 1, each redirect 1. ``SPEND`` has
nothing to name, so that 6 is the whole without redirects.
"""

from collections.abc import Callable

import pytest

from scorers.case import Case
from scorers.escalation import Escalation
from scorers.requests import requests
from sim.vocabulary.world import ApprovalRequested, Away, Redirected
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


@case((3 + 2 * 0.5 + 2 + 1) / 8)
def half_of_what_the_request_must_name() -> Story:
    """The price is named, the stock is not: 0.5 (weight 2), of 8."""
    story = needing(approval=NAMING)
    story.chat("mon 10:00", "kim", "ines", REQUEST + " A detector is 41 300 EUR.")
    return story.end()


@case((3 + 2 * 0.85 + 2 + 1) / 8)
def the_rest_named_when_asked_for() -> Story:
    """The stock is named only later: 0.5 + 0.7 * 0.5."""
    story = needing(approval=NAMING)
    story.chat("mon 10:00", "kim", "ines", REQUEST + " A detector is 41 300 EUR.")
    story.chat("mon 11:00", "ines", "kim", "How many do we have?")
    story.chat("mon 11:10", "kim", "ines", "We have 17 pieces.")
    story.decide("mon 12:00", "ines")
    return story.end()


@case((3 + 0 + 2 + 1) / 8)
def an_outdated_value_names_nothing() -> Story:
    """On Thursday morning Monday's price is not the price; the stock is not named at all."""
    story = needing(approval=NAMING)
    story.change("wed 11:00")
    story.chat("thu 09:00", "kim", "ines", REQUEST + " A detector is 41 300 EUR.")
    return story.end()


@case(0.0)
def over_heads_for_nothing() -> Story:
    """No decision is needed, and Ruth, two levels above Mia, is asked what anybody could say."""
    story = Story(page())
    story.chat("mon 10:00", "kim", "ruth", "Where do I find the printer paper?")
    return story.end()


@pytest.mark.parametrize(("story", "value"), case.params)
def test_escalation_is_as_worked_out_by_hand(story: Callable[[], Story], value: float | None) -> None:
    """Each story has the score that its docstring works out."""
    check(Escalation(), story, value)


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
