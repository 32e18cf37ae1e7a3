import json
from typing import Any

import pytest

from personas.reply import SCHEMA, Handles, Reply, Unusable, decisions_of, parse_reply, promises_of
from sim.mind import Approvable, Contact, Favour, Statement

HANDLES = Handles(
    facts={"f1": Statement(fact="price", topic="the price", value="41 300 EUR")},
    people={"p1": Contact(id="marco", name="Marco Neri", first="Marco", title="")},
    approvals={"a1": Approvable(id="order", kind="spend", topic="the order", standing="mine", verdict="refuse")},
    work={"w1": Favour(id="slide", topic="a slide", takes=3600)},
)


def reply(**more: Any) -> str:
    return json.dumps({"say": "ok", **more})


def test_a_reply_is_read_whatever_stands_around_it() -> None:
    """A fence or a word before the object does not matter."""
    assert parse_reply(f"Sure!\n```json\n{reply(tells=['f1'])}\n```", HANDLES).tells == ("f1",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON object"),
        ("I will do it.", "no JSON object"),
        ('{"say": "ok"', "no JSON object"),
        ('{"say": ok}', "not valid JSON"),
        ('{"error": "overloaded"}', "say: Field required"),
        (reply(tells=["f9"]), "tells names f9, which is not listed for that (listed: f1)"),
        (reply(sends_to=["Marco"]), "sends_to names Marco"),
        (reply(takes_on=["f1"]), "takes_on names f1"),
        (reply(decides=[{"thing": "a2", "verdict": "grant"}]), "decides names a2"),
        (reply(decides=[{"thing": "a1", "verdict": "maybe"}]), "decides.0.verdict"),
        (reply(decides=[{"thing": "a1", "verdict": "grant"}]), "decides says grant for a1; you refuse it"),
        (reply(promises=[{"what": "x", "hours": 0}]), "promises.0.hours"),
        (reply(promises=[{"what": "x", "hours": 1, "thing": "a1"}]), "promises names a1"),
        (reply(say="", tells=["f1"]), "say is empty"),
        (reply(react="a very long reaction indeed"), "react"),
    ],
)
def test_what_cannot_be_used_says_why(text: str, why: str) -> None:
    """A reply of another form, with strangers, or with a verdict not theirs is refused, in words for the model."""
    with pytest.raises(Unusable) as caught:
        parse_reply(text, HANDLES)
    assert why in str(caught.value)


def test_handles_become_ids() -> None:
    """What a reply names by handle reaches the world by id; hours become working seconds."""
    parsed = parse_reply(
        reply(
            promises=[
                {"what": "the slide", "hours": 2.5, "thing": "w1"},
                {"what": "a word", "hours": 0.01, "thing": ""},
            ],
            decides=[{"thing": "a1", "verdict": "refuse", "why": "closed"}],
        ),
        HANDLES,
    )
    first, second = promises_of(parsed, HANDLES)
    assert (first.favour, first.within, second.within) == ("slide", 9000, 300)
    assert [(d.approval, d.verdict, d.why) for d in decisions_of(parsed, HANDLES)] == [("order", "refuse", "closed")]
    assert HANDLES.ids(("f1", "f1"), HANDLES.facts) == ("price",)
    assert HANDLES.ids(("p1",), HANDLES.people) == ("marco",)


def test_the_schema_asks_for_each_field_of_a_reply() -> None:
    """What is asked for and what is read are the same fields, all required and no others allowed."""
    assert set(SCHEMA["properties"]) == set(Reply.model_fields) == set(SCHEMA["required"])
    assert SCHEMA["additionalProperties"] is False


def test_a_reply_has_an_end() -> None:
    """Every text and list of the schema is bounded, so that a model that decodes by it comes to an end."""

    def open_ends(schema: Any, at: str) -> list[str]:
        if not isinstance(schema, dict):
            return []
        bound = {"string": ("maxLength", "enum"), "array": ("maxItems",)}.get(str(schema.get("type")), ())
        missing = [at] if bound and not any(key in schema for key in bound) else []
        return missing + [fault for key, part in schema.items() for fault in open_ends(part, f"{at}.{key}")]

    assert open_ends(SCHEMA, "reply") == []
