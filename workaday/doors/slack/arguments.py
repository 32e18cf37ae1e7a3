"""What a call gives, read strictly: strings of a form or a query, or values of JSON."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from workaday.doors.slack.errors import SlackError

T = TypeVar("T")
MOST_OF_PAGE: Final = 1000
"""Things on a page at most."""
_YES: Final = ("1", "true", "yes")
_NO: Final = ("0", "false", "no", "")


@dataclass(frozen=True, slots=True)
class Given:
    """The arguments of one call. What cannot be read raises :class:`~workaday.doors.slack.errors.SlackError`."""

    values: Mapping[str, Any]

    def __contains__(self, name: str) -> bool:
        return self.values.get(name) not in (None, "")

    def text(self, name: str, default: str | None = None) -> str:
        """A text; needed where there is no default."""
        value = self.values.get(name)
        if value is None or (value == "" and default is None):
            if default is None:
                raise SlackError("invalid_arguments", f"missing required field: {name}")
            return default
        if isinstance(value, bool | dict | list):
            raise SlackError("invalid_arguments", f"must be a string: {name}")
        return str(value)

    def number(self, name: str, default: int | None = None, least: int = 1, most: int = 10**12) -> int:
        """A whole number; needed where there is no default."""
        if name not in self and default is not None:
            return default
        written = self.text(name)
        if not (written.isascii() and written.isdigit() and len(written) < 16 and least <= int(written)):
            raise SlackError("invalid_arguments", f"must be a whole number of at least {least}: {name}")
        return min(int(written), most)

    def limit(self, default: int = 100) -> int:
        """How many things a page shall have."""
        try:
            return self.number("limit", default, 1, MOST_OF_PAGE)
        except SlackError as error:
            raise SlackError("invalid_limit", error.why) from None

    def flag(self, name: str) -> bool:
        """Yes or no; no where it is not given."""
        written = str(self.values.get(name) or "").casefold()
        if written not in (*_YES, *_NO):
            raise SlackError("invalid_arguments", f"must be true or false: {name}")
        return written in _YES

    def names(self, name: str) -> tuple[str, ...]:
        """A list of texts, or texts with commas between them; needed."""
        value = self.values.get(name)
        if isinstance(value, str) and value.startswith("["):
            value = self.data(name)
        if isinstance(value, list):
            if not all(isinstance(item, str) for item in value):
                raise SlackError("invalid_arguments", f"must be a list of strings: {name}")
            found = tuple(value)
        else:
            found = tuple(part.strip() for part in self.text(name).split(",") if part.strip())
        if not found:
            raise SlackError("invalid_arguments", f"missing required field: {name}")
        return found

    def data(self, name: str) -> Any:
        """JSON, as such or as a text; None where it is not given."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value) if value else None
        except (ValueError, RecursionError):
            raise SlackError("invalid_arguments", f"must be JSON: {name}") from None

    @property
    def thought(self) -> str | None:
        """Why it is done: kept in the record alone."""
        return self.text("thought") if "thought" in self else None


def cursor(key: str) -> str:
    """Where the next page begins: after the thing with this key."""
    return urlsafe_b64encode(f"after:{key}".encode()).decode()


def key_of(written: str) -> str:
    """The key in a cursor. Raises :class:`~workaday.doors.slack.errors.SlackError`."""
    try:
        mark, _, key = urlsafe_b64decode(written.encode()).decode().partition(":")
    except ValueError:
        mark = key = ""
    if mark != "after" or not key:
        raise SlackError("invalid_cursor", "a cursor is the next_cursor of an answer before")
    return key


def page(given: Given, things: Sequence[tuple[str, T]], default: int = 100) -> tuple[list[T], dict[str, str]]:
    """The things of one page, each with a key to go on from, and the answer's metadata.

    Where what the cursor names is no longer there, it cannot be gone on from.
    """
    limit, start = given.limit(default), 0
    if "cursor" in given:
        after = key_of(given.text("cursor"))
        start = next((n for n, (key, _) in enumerate(things, 1) if key == after), -1)
        if start < 0:
            raise SlackError("invalid_cursor", "what this page would go on from is no longer there")
    shown = things[start : start + limit]
    more = start + limit < len(things)
    return [thing for _, thing in shown], {"next_cursor": cursor(shown[-1][0]) if more and shown else ""}
