import json
from collections.abc import Iterator
from typing import Any

import pytest

from personas.reply import (
    LONGEST_PROMISE,
    SHORTEST_PROMISE,
    Handles,
    Parsed,
    Reply,
    Unusable,
    decisions_of,
    parse_reply,
    promises_of,
    schema_of,
)
from sim.mind import Approvable, Contact, Favour, Statement

HANDLES = Handles(
    facts={"f1": Statement(fact="price", topic="the price", value="41 300 EUR")},
    people={"p1": Contact(id="marco", name="Marco Neri", first="Marco", title="")},
    approvals={"a1": Approvable(id="order", kind="spend", topic="the order", standing="mine", verdict="refuse")},
    work={"w1": Favour(id="slide", topic="a slide", takes=3600)},
)
NOTHING = Handles({}, {}, {}, {})


def reply(**more: Any) -> str:
    return json.dumps({"say": "ok", **more})


def parsed(**more: Any) -> Parsed:
    return parse_reply(reply(**more), HANDLES)


# -- what is read ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        f"Sure!\n```json\n{reply(tells=['f1'])}\n```",
        f"The fact {{f1}} says it: {reply(tells=['f1'])} Hope that {{helps}}!",
        reply(tells=["f1"]) + reply(say="another"),
        json.dumps({"note": 1}) + reply(tells="[f1]"),
    ],
)
def test_a_reply_is_read_whatever_stands_around_it(text: str) -> None:
    """A fence, a word, braces or a second object around the first that says something do not matter."""
    assert parse_reply(text, HANDLES).reply.tells == ("f1",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON object"),
        ("I will do it.", "no JSON object"),
        ('{"say": "ok"', "not valid JSON"),
        ('{"say": ok}', "not valid JSON"),
        ('{"error": "overloaded"}', "say: a text is required"),
        ('{"say": null}', "say: a text is required"),
        ('{"say": ["ok"]}', "say: a text is required"),
        ('{"say": {"text": "ok"}}', "say: a text is required"),
        ('[1, 2, "say"]', "no JSON object"),
        ('{"say": ' + "[" * 100_000, "nested too deeply"),
        ('{"hours": ' + "9" * 5000 + "}", "not valid JSON"),
    ],
)
def test_what_says_nothing_cannot_be_used(text: str, why: str) -> None:
    """Only a reply without a text to say is refused, in words for the model."""
    with pytest.raises(Unusable) as caught:
        parse_reply(text, HANDLES)
    assert why in str(caught.value)


PARTS: list[tuple[dict[str, Any], str]] = [
    ({"tells": ["f9"]}, "unlisted"),
    ({"tells": ["price"]}, "unlisted"),
    ({"tells": [{"f1": True}]}, "unlisted"),
    ({"tells": 7}, "malformed_part"),
    ({"sends_to": ["Marco"]}, "unlisted"),
    ({"takes_on": ["f1"]}, "unlisted"),
    ({"decides": [{"thing": "a2", "verdict": "grant"}]}, "unlisted"),
    ({"decides": [{"verdict": "grant"}]}, "unlisted"),
    ({"decides": ["a1"]}, "malformed_part"),
    ({"promises": [{"hours": 2}]}, "malformed_part"),
    ({"promises": [{"what": "x", "hours": "soon"}]}, "malformed_part"),
    ({"promises": [{"what": "x", "hours": True}]}, "malformed_part"),
    ({"promises": [{"what": "x", "hours": float("nan")}]}, "malformed_part"),
    ({"promises": [{"what": "x", "hours": 10**400}]}, "malformed_part"),
    ({"promises": [{"what": " ", "hours": 2}]}, "malformed_part"),
    ({"promises": ["the slide"]}, "malformed_part"),
    ({"react": "a very long reaction indeed"}, "malformed_part"),
    ({"react": "f1"}, "malformed_part"),
    ({"react": 3}, "malformed_part"),
    ({"asks": [["which"]]}, "malformed_part"),
    ({"silence_because": 4}, "malformed_part"),
    ({"asks": ["p1", "[w2]"]}, "malformed_part"),
    ({"asks": ["a", "b", "c", "d", "e"]}, "malformed_part"),
]


@pytest.mark.parametrize(("part", "kind"), PARTS, ids=[json.dumps(p)[:40] for p, _ in PARTS])
def test_a_part_that_cannot_be_is_left_out_and_counted(part: dict[str, Any], kind: str) -> None:
    """What is not listed, or of another form, costs that part alone: the rest of the reply stands."""
    found = parsed(**part)
    assert [fault.kind for fault in found.faults] == [kind]
    assert found.reply.model_copy(update={"asks": ()}) == Reply(say="ok")


@pytest.mark.parametrize("hours", [0, -3, 0.001, 1e9])
def test_hours_are_brought_within_bounds(hours: float) -> None:
    """A promise for at once, or for never, is one for soon, or for late: it is no reason to say nothing."""
    found = parsed(promises=[{"what": "x", "hours": hours}])
    (promise,) = promises_of(found.reply, HANDLES)
    assert SHORTEST_PROMISE <= promise.within <= LONGEST_PROMISE
    assert found.faults == ()


def test_a_promise_made_twice_is_one() -> None:
    """Small models fill the list: the same thing, or the same words, is promised once, with the first date."""
    made = [{"what": "the slide", "hours": 2, "thing": "w1"}, {"what": "it", "hours": 8, "thing": "w1"}]
    found = parsed(promises=[*made, {"what": "x", "hours": 1}, {"what": "X", "hours": 3}])
    assert [(p.what, p.hours) for p in found.reply.promises] == [("the slide", 2), ("x", 1)]
    assert [fault.kind for fault in found.faults] == ["doubled", "doubled"]


def test_an_unlisted_thing_leaves_the_promise() -> None:
    """A promise about something that is not listed is still a promise, and what it names is counted."""
    found = parsed(promises=[{"what": "the slide", "hours": 2, "thing": "a1"}])
    assert [(p.what, p.thing) for p in found.reply.promises] == [("the slide", "")]
    assert [fault.kind for fault in found.faults] == ["unlisted"]


def test_a_verdict_that_is_not_theirs_is_overruled() -> None:
    """It is no decision, and the model is told what this person decides."""
    found = parsed(decides=[{"thing": "a1", "verdict": "grant"}])
    assert found.reply.decides == ()
    assert found.overruled == ("decides 'grant' on a1, which you refuse",)
    twice = parsed(decides=[{"thing": "a1", "verdict": "refuse"}, {"thing": "a1", "verdict": "grant"}])
    assert len(twice.reply.decides) == 1
    assert twice.overruled == ()


def test_nothing_is_done_without_a_word() -> None:
    """What an empty text tells, promises, decides or asks is left out, and counted once."""
    found = parse_reply(reply(say=" ", tells=["f1"], asks=["why"], takes_on=["w1"]), HANDLES)
    assert found.reply == Reply(say="", takes_on=("w1",))
    assert [fault.kind for fault in found.faults] == ["unsaid"]


@pytest.mark.parametrize("say", ["a\ud800b", "a\x00b", "a\x1b[31mb", "a\u202eb", "a\ufeffb"])
def test_what_no_text_can_hold_is_taken_out(say: str) -> None:
    """Halves of characters and control signs would break the record, a terminal or a page."""
    found = parse_reply(json.dumps({"say": say, "asks": [say]}), HANDLES).reply
    assert found.say.replace("[31m", "") == "ab"
    found.model_dump_json().encode("utf-8")


def test_spaces_stay_spaces() -> None:
    """A narrow space in a number is a space, not nothing; lines stay lines; joined signs stay joined."""
    assert parsed(say="41\u202f300 EUR\nok 👨\u200d👩\u200d👧").reply.say == "41 300 EUR\nok 👨\u200d👩\u200d👧"


def test_handles_become_ids() -> None:
    """What a reply names by handle reaches the world by id; hours become working seconds."""
    found = parsed(
        promises=[{"what": "the slide", "hours": 2.5, "thing": "w1"}, {"what": "a word", "hours": 0.01, "thing": ""}],
        decides=[{"thing": "a1", "verdict": "refuse", "why": "closed"}],
    ).reply
    first, second = promises_of(found, HANDLES)
    assert (first.favour, first.within, second.within) == ("slide", 9000, 300)
    assert [(d.approval, d.verdict, d.why) for d in decisions_of(found, HANDLES)] == [("order", "refuse", "closed")]
    assert HANDLES.ids(("f1", "f1"), HANDLES.facts) == ("price",)
    assert HANDLES.ids(("p1",), HANDLES.people) == ("marco",)


# -- what is asked for ----------------------------------------------------------------------------------------------


def parts_of(schema: Any, at: str = "reply") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(schema, dict):
        yield at, schema
        for name, part in schema.get("properties", {}).items():
            yield from parts_of(part, f"{at}.{name}")
        if "items" in schema:
            yield from parts_of(schema["items"], f"{at}[]")


@pytest.mark.parametrize("handles", [HANDLES, NOTHING])
def test_the_schema_asks_for_each_field_of_a_reply(handles: Handles) -> None:
    """What is asked for and what is read are the same fields, all required, no others, always in the same order."""
    schema = schema_of(handles)
    assert list(schema["properties"]) == list(schema["required"]) == list(Reply.model_fields)
    assert [at for at, _ in parts_of(schema)] == [at for at, _ in parts_of(schema_of(HANDLES))]
    assert all(part["additionalProperties"] is False for _, part in parts_of(schema) if part["type"] == "object")


@pytest.mark.parametrize("handles", [HANDLES, NOTHING])
def test_a_reply_has_an_end(handles: Handles) -> None:
    """Every text, number and list is bounded, so that a model that decodes by the schema comes to an end."""
    bounds = {"string": ("maxLength", "enum"), "array": ("maxItems",), "number": ("enum",)}
    for at, part in parts_of(schema_of(handles)):
        if part["type"] in bounds:
            assert any(key in part for key in bounds[part["type"]]), at


def any_of(schema: Any, pick: int) -> Any:
    """An instance of a schema: the longest lists, and of each enumeration one or another."""
    match schema["type"]:
        case "object":
            return {name: any_of(part, pick + n) for n, (name, part) in enumerate(schema["properties"].items())}
        case "array":
            return [any_of(schema["items"], pick + n) for n in range(schema["maxItems"])]
        case "string":
            return schema["enum"][pick % len(schema["enum"])] if "enum" in schema else "x" * min(8, schema["maxLength"])
        case _:
            return schema["enum"][pick % len(schema["enum"])]


@pytest.mark.parametrize("handles", [HANDLES, NOTHING])
@pytest.mark.parametrize("pick", range(12))
def test_what_follows_the_schema_names_nothing_that_is_not_listed(handles: Handles, pick: int) -> None:
    """A model that decodes by the schema cannot go wrong in what it names, promises or decides."""
    instance = any_of(schema_of(handles), pick) | {"react": ""}
    found = parse_reply(json.dumps(instance), handles)
    assert {fault.kind for fault in found.faults} <= {"doubled"}  # twice the same promise is one, and counted
    assert found.overruled == ()
