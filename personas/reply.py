"""The reply a model gives for a coworker: its form, how it is read, and what in it cannot be."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sim.mind import Approvable, Contact, Decision, Favour, Promise, Statement

MOST = 4
"""Entries of a list in a reply at most. Without such bounds a small model that decodes by the schema never ends."""
SHORTEST_PROMISE = 300
"""Working seconds that a promise gives itself at least."""


class ReplyPromise(BaseModel):
    """A promise in a reply."""

    model_config = ConfigDict(frozen=True)

    what: str = Field(min_length=1)
    hours: float = Field(gt=0, le=1000)
    thing: str = ""


class ReplyDecision(BaseModel):
    """A verdict in a reply."""

    model_config = ConfigDict(frozen=True)

    thing: str
    verdict: Literal["grant", "refuse"]
    why: str = ""


class Reply(BaseModel):
    """What the model answers with. Handles are those of :class:`Handles`."""

    model_config = ConfigDict(frozen=True)

    say: str
    silence_because: str = ""
    react: str = Field(default="", max_length=16)
    tells: tuple[str, ...] = ()
    sends_to: tuple[str, ...] = ()
    promises: tuple[ReplyPromise, ...] = ()
    decides: tuple[ReplyDecision, ...] = ()
    takes_on: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Handles:
    """The short names by which a prompt lists things: "f1" for a fact, "p1" a person, "a1" an approval, "w1" work."""

    facts: Mapping[str, Statement]
    people: Mapping[str, Contact]
    approvals: Mapping[str, Approvable]
    """Those that are this person's to decide now."""
    work: Mapping[str, Favour]
    """What this person could take on."""

    def ids(self, handles: tuple[str, ...], of: Mapping[str, Any]) -> tuple[str, ...]:
        """The ids that known handles of one kind stand for."""
        return tuple(dict.fromkeys(getattr(of[h], "fact", None) or of[h].id for h in handles))


class Unusable(ValueError):
    """A reply that cannot be used; says why, in words for the model."""


def _list_of(item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item, "maxItems": MOST}


def _object_of(**properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _text(most: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": most}


_HANDLE, _FEW_WORDS = _text(8), _text(160)

SCHEMA: Mapping[str, Any] = _object_of(
    say=_text(1600),
    silence_because=_FEW_WORDS,
    react=_text(16),
    tells=_list_of(_HANDLE),
    sends_to=_list_of(_HANDLE),
    promises=_list_of(_object_of(what=_FEW_WORDS, hours={"type": "number"}, thing=_HANDLE)),
    decides=_list_of(
        _object_of(thing=_HANDLE, verdict={"type": "string", "enum": ["grant", "refuse"]}, why=_FEW_WORDS)
    ),
    takes_on=_list_of(_HANDLE),
    asks=_list_of(_FEW_WORDS),
)
"""The JSON Schema of a reply: the same for every request, so that it does not break a provider's cache."""


def parse_reply(text: str, handles: Handles) -> Reply:
    """Read a reply and hold it against what was on offer.

    Raises :class:`Unusable` where it is not the form asked for, names what is not listed, or does what is not this
    person's to do.
    """
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        raise Unusable("it holds no JSON object")
    try:
        data = json.loads(text[start : end + 1])
    except json.JSONDecodeError as error:
        raise Unusable(f"it is not valid JSON ({error.msg} at character {start + error.pos})") from None
    try:
        reply = Reply.model_validate(data)
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(map(str, e['loc'])) or 'it'}: {e['msg']}" for e in error.errors(include_url=False)
        )
        raise Unusable(faults) from None
    _hold_against(reply, handles)
    return reply


def _hold_against(reply: Reply, handles: Handles) -> None:
    for name, given, known in (
        ("tells", reply.tells, handles.facts),
        ("sends_to", reply.sends_to, handles.people),
        ("takes_on", reply.takes_on, handles.work),
        ("decides", tuple(d.thing for d in reply.decides), handles.approvals),
        ("promises", tuple(p.thing for p in reply.promises if p.thing), {**handles.facts, **handles.work}),
    ):
        strangers = [handle for handle in given if handle not in known]
        if strangers:
            listed = ", ".join(known) or "none"
            raise Unusable(f"{name} names {', '.join(strangers)}, which is not listed for that (listed: {listed})")
    for decision in reply.decides:
        meant = handles.approvals[decision.thing].verdict
        if decision.verdict != meant:
            raise Unusable(f"decides says {decision.verdict} for {decision.thing}; you {meant} it")
    if not reply.say.strip() and (reply.tells or reply.promises or reply.decides or reply.sends_to):
        raise Unusable("it tells, promises, decides or sends on without saying so: say is empty")


def promises_of(reply: Reply, handles: Handles) -> tuple[Promise, ...]:
    """The promises of a reply as undertakings."""
    return tuple(
        Promise(
            what=p.what,
            within=max(SHORTEST_PROMISE, int(p.hours * 3600)),
            fact=handles.facts[p.thing].fact if p.thing in handles.facts else None,
            favour=handles.work[p.thing].id if p.thing in handles.work else None,
        )
        for p in reply.promises
    )


def decisions_of(reply: Reply, handles: Handles) -> tuple[Decision, ...]:
    """The verdicts of a reply."""
    return tuple(Decision(approval=handles.approvals[d.thing].id, verdict=d.verdict, why=d.why) for d in reply.decides)
