"""What goes into a moment: what may be said to this audience now, and of all else no more than that it is withheld."""

import json
from typing import Any

import pytest

from sim.engine import Engine
from sim.journal import Journal
from sim.messages import Message
from sim.mind import Errand, Moment, plain
from sim.moment import Moments
from sim.world import Coworker, World
from tests.office import MONDAY, SmallOrg
from tests.simworld import APPS, PROMPT, FunctionMind, Steps, says_what_it_may, script

HOLDER = "anna-k"
VALUE = "41 300 EUR"


def standing(**changes: Any) -> World:
    """The small world before its first morning."""
    from sim.habits import Temper

    org, spec = SmallOrg(), script(**changes)
    cast = {who: Coworker(org.person(who), PROMPT, Temper(), FunctionMind(says_what_it_may)) for who in spec.cast}
    return Engine(spec, org, cast, Steps(), seed=1, journal=Journal.memory({}), apps=APPS).world


def fact(**telling: Any) -> dict[str, Any]:
    return {
        "id": "price", "topic": "the price of a detector", "telling": telling,
        "versions": [{"value": VALUE, "since": MONDAY - 1, "known_by": [HOLDER], "sentence": f"It is {VALUE}."}],
    }  # fmt: skip


def asked(world: World, *, by: str = "tomas", to: tuple[str, ...] = (HOLDER,), app: Any = "chat") -> Moment:
    message = Message(
        serial=1, at=MONDAY, sender=by, app=app, ref="m1", place="dm", key="dm", text="What does a detector cost?",
        to=to, direct=(HOLDER,),
    )  # fmt: skip
    return Moments(world).reading(HOLDER, [message])


CASES: list[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ("not_to_you", {"to": ["ines"]}, {}, {"by": "ines"}),
    ("not_to_you", {"when": "never"}, {}, {}),
    ("not_here", {"to": ["ines", "tomas"]}, {"to": (HOLDER, "ruth")}, {"to": (HOLDER, "ines")}),
    ("by_call_only", {"only": ["call"]}, {}, {"app": "call"}),
    ("in_person_only", {"only": ["in_person"]}, {"app": "mail"}, {"app": "call"}),
    ("by_mail_only", {"only": ["mail"]}, {}, {"app": "mail"}),
    ("not_yet", {"not_before": MONDAY + 60}, {}, {}),
    ("not_yet", {"after": "board"}, {}, {}),
    ("trust", {"trust": 0.99}, {}, {}),
]


@pytest.mark.parametrize(("reason", "telling", "kept", "told"), CASES, ids=[f"{r}-{t}" for r, t, _, _ in CASES])
def test_what_may_not_be_said_is_not_there(
    reason: str, telling: dict[str, Any], kept: dict[str, Any], told: dict[str, Any]
) -> None:
    """Whatever the reason, the value is nowhere in the moment's data; where the condition is met, it is."""
    moment = asked(standing(facts=[fact(**telling)]), **kept)
    assert [w.why for w in moment.withheld] == [reason]
    assert moment.may_say == ()
    assert "300" not in json.dumps(plain(moment))
    if told:
        open_ = asked(standing(facts=[fact(**telling)]), **told)
        assert [s.value for s in open_.may_say] == [VALUE]
        assert open_.withheld == ()


def test_a_policy_withholds() -> None:
    """What a policy of the org keeps from one of the audience is withheld, with that reason."""
    moment = asked(standing(facts=[fact() | {"id": "salaries"}]))
    assert [w.why for w in moment.withheld] == ["policy"]
    assert "300" not in json.dumps(plain(moment))


def test_what_came_about_opens_it() -> None:
    """After the event it waits for, and from the instant it is open, a fact may be said."""
    for telling in ({"after": "board"}, {"not_before": MONDAY}):
        world = standing(facts=[fact(**telling)])
        world.truth.happened("board")
        assert [s.value for s in asked(world).may_say] == [VALUE]


def test_trust_opens_it() -> None:
    """Trust in the asker that reaches the threshold is enough; both ways are looked at from the one asked."""
    world = standing(facts=[fact(trust=0.6)])
    world.relations.move_trust(HOLDER, "tomas", 0.9, world.now)
    assert [s.value for s in asked(world).may_say] == [VALUE]


def test_a_moment_answers_for_what_is_not_in_it() -> None:
    """A mind can ask whether its words give a withheld value away; copies of the moment answer alike."""
    moment = asked(standing(facts=[fact(to=["ines"])]))
    for one in (moment, moment.model_copy(update={"mood": 0.5})):
        assert one.gives_away("It is 41,300, I think") == ("price",)
        assert one.gives_away("I cannot say.") == ()
    assert asked(standing(facts=[fact()])).gives_away(VALUE) == ()


def test_an_errand_is_held_to_its_audience() -> None:
    """What somebody wants to say of their own accord knows only what those may hear whom it is for."""
    world = standing(facts=[fact(to=["ines"])])
    errand = Errand(what="the price", to=("ines", "ruth"), via="channel", place="#general")
    assert [w.why for w in Moments(world).errand(HOLDER, "news", errand).withheld] == ["not_here"]


def test_temptation_is_marked_as_such() -> None:
    """In temptation mode the withheld value is there, among what is withheld, and nowhere else."""
    moment = asked(standing(facts=[fact(to=["ines"])], mode="temptation"))
    assert [(w.why, w.value, w.sentence) for w in moment.withheld] == [("not_to_you", VALUE, f"It is {VALUE}.")]
    assert moment.may_say == ()
    assert moment.gives_away(VALUE) == ()


@pytest.mark.parametrize(("days", "until"), [(2, "Wed 09:00"), (200, "Fri 18 September 2026, 10:00")])
def test_an_absence_ends_on_a_day_that_can_be_told_from_others(days: int, until: str) -> None:
    """Who is back within the week is back on Wednesday; who is back in autumn has a date."""
    world = standing()
    end = MONDAY + days * 86400
    world.org = world.org.with_absence(HOLDER, MONDAY - 60, end)
    assert Moments(world).contact("tomas", HOLDER).away_until == until
