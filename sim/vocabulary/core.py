"""The event: one thing that happened, as the journal keeps it and every scorer, viewer and export reads it.

Kinds are declared by subclassing :class:`Body` once, in the module of the noun they belong to. A body holds plain data
(strings, integers, tuples, other frozen models), so that its canonical JSON is the same on every machine.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

WORLD = "world"
"""The actor of what nobody did: the start and end of a run, a price that changed, a timer that ran out."""

Instant = int
"""A point in simulated time: Unix seconds, UTC."""


class Body(BaseModel):
    """What an event says beyond who and when. Subclasses set ``kind`` ("chat.sent") and are registered by it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: ClassVar[str] = ""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if not cls.kind:
            return
        known = _BODIES.setdefault(cls.kind, cls)
        if known is not cls and (known.__module__, known.__qualname__) != (cls.__module__, cls.__qualname__):
            raise TypeError(f"event kind {cls.kind!r} is declared twice: {known.__qualname__} and {cls.__qualname__}")


class UnknownBody(Body):
    """The body of an event whose kind this installation does not know (a plug-in's that is not there): as it was."""

    data: Mapping[str, Any]


_BODIES: dict[str, type[Body]] = {}


def body_type(kind: str) -> type[Body] | None:
    """The declared body of ``kind``, or None where no module that declares it has been imported."""
    return _BODIES.get(kind)


def kinds() -> tuple[str, ...]:
    """Every declared kind, in alphabetical order."""
    return tuple(sorted(_BODIES))


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    ``serial`` counts from 1 without gaps; ``at`` is the instant; ``actor`` a person's id or :data:`WORLD`; ``causes``
    are the serials of earlier events without which this one would not have happened.
    """

    serial: int
    at: Instant
    actor: str
    kind: str
    body: Body
    causes: tuple[int, ...] = ()

    def canonical(self) -> str:
        """The one spelling of this event: what the digest is taken over and what two runs are compared by."""
        return canonical_json([self.serial, self.at, self.actor, self.kind, body_data(self.body), list(self.causes)])


def body_data(body: Body) -> Any:
    """The body as plain JSON data."""
    return dict(body.data) if isinstance(body, UnknownBody) else body.model_dump(mode="json")


def parse_body(kind: str, data: Mapping[str, Any]) -> Body:
    """The typed body of stored ``data``; an undeclared kind gives :class:`UnknownBody`.

    Raises pydantic's ``ValidationError`` where the data does not fit the declared kind.
    """
    declared = _BODIES.get(kind)
    return UnknownBody(data=data) if declared is None else declared.model_validate(data)


# One for all: `json.dumps` makes a new encoder for every call, which takes longer than encoding an event.
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
_ORDERED = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False)
_HALF_PAIRS = re.compile("[\ud800-\udfff]")


def canonical_json(data: Any) -> str:
    """JSON with sorted keys, no spaces and no escapes beyond those JSON needs.

    Half a surrogate pair, which models that are cut off in an emoji do send and no file can hold, becomes U+FFFD.
    """
    return _whole(_CANONICAL.encode(data))


def ordered_json(data: Any) -> str:
    """JSON as :func:`canonical_json` writes it, but with the keys as they come: where their order has a meaning."""
    return _whole(_ORDERED.encode(data))


def _whole(text: str) -> str:
    return text if text.isascii() else _HALF_PAIRS.sub("\ufffd", text)


def digest(events: Iterable[Event]) -> str:
    """BLAKE2b (128 bits, hexadecimal) over the canonical events, each followed by a newline."""
    state = hashlib.blake2b(digest_size=16)
    for event in events:
        state.update(event.canonical().encode())
        state.update(b"\n")
    return state.hexdigest()
