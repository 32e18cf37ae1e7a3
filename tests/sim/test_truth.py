"""Who believes what, and what they may say to whom."""

from typing import Any

import pytest

from sim.script import Fact
from sim.truth import Audience, Truth
from tests.office import MONDAY, SmallOrg


def fact(**changes: Any) -> Fact:
    given: dict[str, Any] = {
        "id": "price",
        "topic": "the price",
        "versions": [
            {"value": "41 300 EUR", "since": MONDAY, "known_by": ["anna-k"]},
            {"value": "46 900 EUR", "since": MONDAY + 100, "known_by": ["anna-b"]},
        ],
    }
    return Fact.model_validate(given | changes)


def truth(**changes: Any) -> Truth:
    return Truth([fact(**changes)], SmallOrg(), ("tomas",))


def to(*people: str, via: str = "chat", **changes: Any) -> Audience:
    return Audience(people, via, **changes)


def why(t: Truth, who: str, audience: Audience, at: int = MONDAY) -> str | None:
    may, withheld, _ = t.for_talk(who, audience, at)
    assert len(may) + len(withheld) == 1
    return withheld[0].why if withheld else None


def test_a_change_reaches_only_those_it_is_known_by() -> None:
    """After a change, who knew the old version believes it still until they hear of the new one."""
    t = truth()
    t.change("price", 1, MONDAY + 100)
    assert {who: held.value for who in ("anna-k", "anna-b") if (held := t.holds(who, "price"))} == {
        "anna-k": "41 300 EUR",
        "anna-b": "46 900 EUR",
    }
    assert t.learn("anna-k", "price", 1, "46 900 EUR", MONDAY + 200, "anna-b")
    assert not t.learn("anna-k", "price", 0, "41 300 EUR", MONDAY + 300, "ruth"), (
        "an older version displaced a newer one"
    )


def test_a_wrong_belief_gives_way_to_the_truth_alone() -> None:
    """What somebody wrongly believes is displaced by a version of the truth, not by another error."""
    t = truth(believed={"ines": {"value": "free"}})
    held = t.holds("ines", "price")
    assert held is not None
    assert (held.version, held.value) == (None, "free")
    assert not t.learn("ines", "price", None, "a fortune", MONDAY, "ruth")
    assert t.learn("ines", "price", 0, "41 300 EUR", MONDAY, "anna-k")


def test_a_believed_old_value_is_that_version() -> None:
    """Believing what was once true is an outdated belief, not an error that never was true."""
    held = truth(believed={"ines": {"value": "41 300 EUR"}}).holds("ines", "price")
    assert held is not None
    assert held.version == 0


@pytest.mark.parametrize(
    ("telling", "audience", "at", "expected"),
    [
        ({}, to("tomas"), MONDAY, None),
        ({"when": "never"}, to("tomas"), MONDAY, "not_to_you"),
        ({"to": ["ines"]}, to("tomas"), MONDAY, "not_to_you"),
        ({"to": ["ines"]}, to("ines"), MONDAY, None),
        ({"to": ["ines", "tomas"]}, to("ines", "tomas"), MONDAY, None),
        ({"to": ["ines"]}, to("ines", "tomas"), MONDAY, "not_here"),
        ({"not_before": MONDAY + 10}, to("tomas"), MONDAY, "not_yet"),
        ({"not_before": MONDAY + 10}, to("tomas"), MONDAY + 10, None),
        ({"after": "board"}, to("tomas"), MONDAY, "not_yet"),
        ({"trust": 0.6}, to("tomas", trust=0.5), MONDAY, "trust"),
        ({"trust": 0.6}, to("tomas", trust=0.6), MONDAY, None),
        ({"only": ["call"]}, to("tomas"), MONDAY, "by_call_only"),
        ({"only": ["call"]}, to("tomas", via="call"), MONDAY, None),
        ({"only": ["in_person"]}, to("tomas"), MONDAY, "in_person_only"),
        ({"only": ["in_person"]}, to("tomas", via="call", same_room=True), MONDAY, None),
        ({"only": ["mail"]}, to("tomas"), MONDAY, "by_mail_only"),
    ],
)  # fmt: skip
def test_all_conditions_of_telling_must_hold(
    telling: dict[str, Any], audience: Audience, at: int, expected: str | None
) -> None:
    """A fact is said only where audience, channel, time, trust and event allow it; else the reason is named."""
    assert why(truth(telling=telling), "anna-k", audience, at) == expected


def test_a_policy_of_the_org_overrides_the_scenario() -> None:
    """Nobody tells what a policy keeps from the listener, whatever the scenario allows."""
    t = truth(id="salaries", topic="salaries")
    assert why(t, "anna-k", to("tomas")) == "policy"
    assert why(t, "anna-k", to("ines")) is None


def test_one_who_does_not_know_points_to_a_holder_nearby() -> None:
    """Those near a holder know who knows; the seat is never pointed to; the scenario may say otherwise."""
    _, _, pointers = truth().for_talk("ines", to("tomas"), MONDAY)
    assert [p.who for p in pointers] == [("anna-k",)]
    assert truth(pointed_to_by={"ruth": ["ines"]}).for_talk("ines", to("tomas"), MONDAY)[2] == ()
    assert truth(pointed_to_by={"ruth": ["ines"]}).for_talk("ruth", to("tomas"), MONDAY)[2][0].who == ("ines",)


def test_nobody_points_to_who_holds_a_secret() -> None:
    """Of a secret nobody near says who holds it, unless the scenario says that they do."""
    assert truth(secret=True).for_talk("ines", to("tomas"), MONDAY)[2] == ()
    said = truth(secret=True, pointed_to_by={"ines": ["anna-k"]}).for_talk("ines", to("tomas"), MONDAY)[2]
    assert [p.who for p in said] == [("anna-k",)]


def test_a_statement_says_what_was_told_before_if_it_has_changed() -> None:
    """Whoever told an earlier value to the same person can say that it changed."""
    t = truth()
    t.has_told("anna-k", ["tomas"], "price", "41 300 EUR")
    t.learn("anna-k", "price", 1, "46 900 EUR", MONDAY, "anna-b")
    statement = t.for_talk("anna-k", to("tomas"), MONDAY)[0][0]
    assert (statement.value, statement.was) == ("46 900 EUR", "41 300 EUR")


def test_texts_state_versions_up_to_now_and_known_errors() -> None:
    """A value that is not true yet is not recognised; a wrong belief is, as no version."""
    t = truth(believed={"ines": {"value": "nothing at all"}})
    assert t.stated_in("it is 46,900 or nothing at all") == (("price", None, "nothing at all"),)
    t.change("price", 1, MONDAY + 100)
    assert t.stated_in("first 41,300 then 46,900") == (("price", 1, "46 900 EUR"), ("price", 0, "41 300 EUR"))
