"""What comes from outside: read strictly, within limits, and as nothing that a run file could not keep.

What an action makes of its arguments is for the office to say: it refuses what it cannot use, and that is a turn. What
is turned away here was no act, and costs none.
"""

import json
from email.message import Message
from typing import Any, Final

from sim.player import Act

MOST_BYTES: Final = 1 << 20
"""Bytes of a request."""
MOST_NAME: Final = 100
"""Characters of the name of an action."""
DEEPEST: Final = 32
"""Lists and objects within one another."""
LARGEST: Final = 2**53
"""Whole numbers beyond this are not the same in every program that reads JSON."""


class Unreadable(ValueError):
    """No act: what is wrong with it, in words. Positional arguments only."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return self.why


def is_json(kind: str) -> bool:
    """Whether a Content-Type says JSON in UTF-8; one that says nothing is taken for it."""
    told = Message()
    told["Content-Type"] = kind
    charset = str(told.get_param("charset", "utf-8")).casefold()
    return not kind.strip() or (told.get_content_type() == "application/json" and charset in ("utf-8", "utf8"))


def parsed(data: bytes) -> Any:
    """What JSON text says; an empty one says an empty object. Raises :class:`Unreadable`."""
    if len(data) > MOST_BYTES:
        raise Unreadable(f"this is more than {MOST_BYTES:,} bytes")
    try:
        return json.loads(data.decode("utf-8"), parse_constant=_no_number) if data.strip() else {}
    except UnicodeDecodeError:
        raise Unreadable("this is no UTF-8") from None
    except RecursionError:
        raise Unreadable("this is nested too deeply") from None
    except ValueError as error:
        raise Unreadable(f"this is no JSON: {error}") from None


def act_of(name: Any, arguments: Any, thought: Any = None) -> Act:
    """The act of this name. Raises :class:`Unreadable`."""
    if not isinstance(name, str) or not 0 < len(name) <= MOST_NAME:
        raise Unreadable(f"the name of an action has up to {MOST_NAME} characters")
    if not isinstance(arguments, dict):
        raise Unreadable("the arguments of an action are a JSON object")
    if thought is not None and not isinstance(thought, str):
        raise Unreadable("a thought is a text")
    for value in (name, arguments, thought):
        _require_plain(value, 0)
    return Act(action=name, arguments=arguments, thought=thought)


def _require_plain(value: Any, depth: int) -> None:
    """Raise :class:`Unreadable` unless this is JSON that every program reads alike."""
    if isinstance(value, str):
        if any("\ud800" <= letter <= "\udfff" for letter in value):
            raise Unreadable("a text holds half a character (a lone surrogate)")
    elif isinstance(value, dict | list):
        if depth >= DEEPEST:
            raise Unreadable(f"this is nested more than {DEEPEST} deep")
        for item in value:
            _require_plain(item, depth + 1)
            if isinstance(value, dict):
                _require_plain(value[item], depth + 1)
    elif isinstance(value, int) and abs(value) > LARGEST:
        raise Unreadable("a whole number is larger than 2 to the power of 53")
    elif isinstance(value, float) and not abs(value) < float("inf"):
        raise Unreadable("a number is not finite")
    elif value is not None and not isinstance(value, bool | int | float):
        raise Unreadable("there is something that is not JSON")


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number in JSON")
