"""What comes from outside is read strictly: what a run file could not keep is turned away, with what is wrong."""

from typing import Any

import pytest

from workaday.doors.incoming import LARGEST, MOST_BYTES, Unreadable, act_of, parsed


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"{", "no JSON"),
        (b'{"a": NaN}', "NaN is no number"),
        (b'{"a": -Infinity}', "no number in JSON"),
        (b"\xff", "no UTF-8"),
        (b"[" * 100_000, "too deeply"),
        (b" " * (MOST_BYTES + 1), "more than 1,048,576 bytes"),
        (b'{"a": ' + b"9" * 5000 + b"}", "no JSON"),
    ],
    ids=["cut off", "nan", "infinity", "bytes", "nested", "large", "digits"],
)
def test_what_is_no_json_is_told(body: bytes, why: str) -> None:
    """Each says what is wrong with it."""
    with pytest.raises(Unreadable, match=why):
        parsed(body)


def test_nothing_is_an_empty_object() -> None:
    """An action without arguments needs no body."""
    assert parsed(b"") == parsed(b" \n") == {}


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("", {}, "up to 100 characters"),
        ("a" * 101, {}, "up to 100 characters"),
        (7, {}, "up to 100 characters"),
        ("chat.send", [], "a JSON object"),
        ("chat.send", {"text": "\ud800"}, "half a character"),
        ("chat.send", {"\udfff": 1}, "half a character"),
        ("chat.send", {"text": LARGEST + 1}, "2 to the power of 53"),
        ("chat.send", {"text": 1e999}, "not finite"),
        ("chat.send", {"text": {1, 2}}, "not JSON"),
    ],
)
def test_what_is_no_act_is_told(name: Any, arguments: Any, why: str) -> None:
    """Each says what is wrong with it, before anything is done."""
    with pytest.raises(Unreadable, match=why):
        act_of(name, arguments)


def test_nesting_ends() -> None:
    """What is deeper than any argument needs to be is turned away, whichever door it came through."""
    nested: Any = "x"
    for _ in range(40):
        nested = [nested]
    with pytest.raises(Unreadable, match="32 deep"):
        act_of("drive.write", {"text": nested})


def test_an_act_is_as_it_came() -> None:
    """What can be kept is kept as it is; whether it makes sense is for the office to say."""
    act = act_of("no.such", {"a": [1, True, None, 0.5, {"ü": "🙂\x00"}]}, "why")
    assert (act.action, act.thought) == ("no.such", "why")
    assert act.arguments == {"a": [1, True, None, 0.5, {"ü": "🙂\x00"}]}
