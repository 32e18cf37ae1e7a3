"""Templates: slots, agreement, choices, and errors that say what to write instead."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from personas.grammar import SLOTS, check, expand, fits, is_plural, plural_slots, slots_of
from sim.units import BadValue


def every(template: str, **slots: str) -> set[str]:
    """All that the template says in many tries."""
    return {expand(template, slots, random.Random(seed)) for seed in range(60)}


def test_a_slot_is_replaced() -> None:
    """{topic} is what was handed in, {Topic} the same with a capital, and nothing else is touched."""
    assert every("{Topic}: {value}, {topic}", topic="the price", value="3 EUR") == {"The price: 3 EUR, the price"}


def test_a_choice_takes_each_of_its_sides() -> None:
    """[a|b|c] says one of them, and each comes up."""
    assert every("[so|well|ah] yes") == {"so yes", "well yes", "ah yes"}


def test_a_lone_bracket_is_said_half_of_the_time() -> None:
    """[a] without a bar is there or not."""
    assert every("yes[, of course].") == {"yes.", "yes, of course."}


def test_choices_nest() -> None:
    """A choice may hold another."""
    assert every("[a|b [c|d]]") == {"a", "b c", "b d"}


def test_an_empty_side_takes_its_space_along() -> None:
    """Where a choice says nothing, no double space and no space before a stop is left."""
    assert every("[well|] I think [so|], yes [indeed|].") == {
        f"{start}I think{so}, yes{end}." for start in ("", "well ") for so in ("", " so") for end in ("", " indeed")
    }


def test_a_space_before_a_sign_of_the_author_stays() -> None:
    """Only the space of an empty choice goes: a smiley and a French question mark keep theirs."""
    assert every("really ? [no|] :)") == {"really ? no :)", "really ? :)"}


def test_a_side_without_its_slot_is_not_chosen() -> None:
    """What there is nothing to say for is not said: no reason, no 'because'."""
    assert every("no[ because {why}|].") == {"no."}
    assert every("no[ because {why}|].", why="") == {"no."}
    assert every("no[ because {why}|].", why="it is late") == {"no.", "no because it is late."}


def test_lines_stay_lines() -> None:
    """A line break in a template is one in the text, without blanks around it."""
    assert every("Regards, \n {name}", name="Ruth Adeyemi") == {"Regards,\nRuth Adeyemi"}


def test_escaped_signs_are_signs() -> None:
    """A backslash makes a bracket, a brace, a bar or a backslash itself."""
    assert every(r"\[x\] \{y\} a\|b \\") == {r"[x] {y} a|b " + "\\"}


@pytest.mark.parametrize(
    "value", ["[a|b]", "{topic}", "a|b", "\\", "]", "  two  ", "10\u202f000", "\0", "\1value\1", "a\n b"]
)
def test_what_is_handed_in_is_said_as_it_is(value: str) -> None:
    """A value from a scenario may hold any sign: it is not read as a template, and its spaces are its own."""
    assert every("<{value}[{why}|]>", value=value) == {f"<{value}>"}


def test_agreement() -> None:
    """{topic:is|are} follows the number of the topic, {who:has|have} that of the people."""
    assert every("{Topic} {topic:is|are} out", topic="the prices of a part") == {"The prices of a part are out"}
    assert every("{Topic} {topic:is|are} out", topic="the price of parts") == {"The price of parts is out"}
    assert every("{who} {who:has|have} it", who="Ines") == {"Ines has it"}
    assert every("{who} {who:has|have} it", who="Ines and Marco") == {"Ines and Marco have it"}


def test_number_can_be_handed_in() -> None:
    """Where the text of a slot is not the noun phrase itself, the caller says which slots are several."""
    assert expand("{topic:is|are}", {"topic": "x"}, random.Random(1), plural={"topic"}) == "are"
    assert plural_slots({"topic": "the rules", "what": "the list", "who": "Ruth", "when": "two days"}) == {"topic"}


@pytest.mark.parametrize(
    ("phrase", "several"),
    [
        ("the price of detectors", False), ("the detector prices", True), ("the parking rules", True), ("news", False),
        ("the status", False), ("terms and conditions", True), ("two boxes", True), ("a list of names", False),
        ("people on leave", True), ("logistics", False), ("a gas", False), ("these", True), ("", False),
        ("the analysis", False), ("the boss", False), ("Q3 numbers, revised", True), ("staff", True),
    ],
)  # fmt: skip
def test_number_by_the_form_of_the_words(phrase: str, several: bool) -> None:
    """The head noun decides, not the last word."""
    assert is_plural(phrase) is several


@pytest.mark.parametrize(
    ("template", "rule"),
    [
        ("", "empty template"), ("  ", "empty template"), ("{topc}", "unknown slot {topc}. Did you mean 'topic'"),
        ("{TOPIC}", "unknown slot"), ("{}", "unknown slot"), ("{topic", "does not close a '{'"),
        ("{to{pic}}", "does not close a '{'"), ("[a|b", "does not close a '['"), ("a]", "a ']' that opens nothing"),
        ("a|b", "a '|' that opens nothing"), ("a}", "a '}' that opens nothing"), ("a\\", "backslash before nothing"),
        ("\\n", "backslash before nothing"), ("{when:is|are}", "agrees with nothing"),
        ("{topic:is}", "agrees with nothing"), ("{topic:a|b|c}", "agrees with nothing"), ("a\0b", "control character"),
    ],
)  # fmt: skip
def test_a_bad_template_says_what_is_wrong(template: str, rule: str) -> None:
    """Each fault of a template is named, when it is parsed, with the template."""
    with pytest.raises(BadValue) as caught:
        slots_of(template)
    assert rule in str(caught.value)
    assert caught.value.value == template


def test_check_knows_what_is_given() -> None:
    """A slot that is never given, or not always, is an error before anybody speaks."""
    check("{topic}[ ({why})|]", {"topic"}, {"why"})
    with pytest.raises(BadValue, match=r"never given here, \{when\}.*\{topic\}, \{why\}"):
        check("{topic} {when}", {"topic"}, {"why"})
    with pytest.raises(BadValue, match=r"needs \{why\}, which is not always given"):
        check("{topic} {why}", {"topic"}, {"why"})
    with pytest.raises(BadValue, match=r"needs \{why\}"):
        check("{topic} [{why}|so {why}]", {"topic"}, {"why"})


def test_expand_without_its_slot_is_an_error() -> None:
    """No text is made up for a slot that nobody gave."""
    assert not fits("{value}", {"topic"})
    with pytest.raises(BadValue, match=r"needs \{value\}"):
        expand("{value}", {"topic": "x"}, random.Random(1))


texts = st.text("ab {}[]|\\:", max_size=14)


@given(texts, st.integers(0, 50))
def test_no_template_breaks_the_reader(template: str, seed: int) -> None:
    """Whatever an author types is either an error in words or a text; the same numbers give the same text."""
    try:
        slots_of(template)
    except BadValue:
        return
    slots = dict.fromkeys(SLOTS, "x")
    said = expand(template, slots, random.Random(seed))
    assert said == expand(template, slots, random.Random(seed))
    assert "\0" not in said
