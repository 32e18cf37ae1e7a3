"""The reply a model gives for a coworker: the form it is asked for in, how it is read, and what in it cannot be.

A reply is read part by part. What it says is the one part without which there is nothing to use; a part that names what
is not listed, or has another form, is left out and counted.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from sim.actions import clip
from sim.mind import Approvable, Contact, Decision, Fault, Favour, Promise, Statement
from sim.units import HOUR

MOST = 4
"""Entries of a list in a reply at most. Without such bounds a small model that decodes by the schema never ends."""
SHORTEST_PROMISE = 300
"""Working seconds that a promise gives itself at least."""
LONGEST_PROMISE = 1000 * HOUR
"""And at most."""
_HOURS = (0.25, 0.5, 1, 2, 3, 4, 6, 8, 16, 24, 40)
"""Working hours that a model that decodes by the schema can promise; whoever does not may give any number."""
_FEW, _SHORT = 160, 80
"""Characters of a short text as it is read, and as the schema asks for it: "in a few words"."""
LONGEST = 1600
"""And of the longest thing that anybody says."""
Verdict = Literal["grant", "refuse"]


class ReplyPromise(BaseModel):
    """A promise in a reply."""

    model_config = ConfigDict(frozen=True)

    what: str
    hours: float
    thing: str = ""


class ReplyDecision(BaseModel):
    """A verdict in a reply, that of the person whose it is."""

    model_config = ConfigDict(frozen=True)

    thing: str
    verdict: Verdict
    why: str = ""


class Reply(BaseModel):
    """What the model answers with, as far as it can be used. Handles are those of :class:`Handles`."""

    model_config = ConfigDict(frozen=True)

    say: str
    silence_because: str = ""
    react: str = ""
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


@dataclass(frozen=True, slots=True)
class Parsed:
    """A reply as read. ``faults`` were left out of it, ``overruled`` are verdicts that are not this person's."""

    reply: Reply
    faults: tuple[Fault, ...] = ()
    overruled: tuple[str, ...] = ()


class Unusable(ValueError):
    """A reply that cannot be used; says why, in words for the model."""


# -- the form -------------------------------------------------------------------------------------------------------


def _object_of(**properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _list_of(item: dict[str, Any], most: int = MOST) -> dict[str, Any]:
    return {"type": "array", "items": item, "maxItems": most}


def _text(most: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": most}


def _one_of(handles: Iterable[str]) -> dict[str, Any]:
    return {"type": "string", "enum": list(handles) or [""]}


def _handles(known: Mapping[str, Any]) -> dict[str, Any]:
    return _list_of(_one_of(known), min(MOST, len(known)))


def schema_of(handles: Handles, longest: int = LONGEST) -> Mapping[str, Any]:
    """The JSON Schema of a reply in which nothing can be named but what is listed, with ``longest`` characters to say.

    The shape is always the same and in the same order; only the lists of names differ, and they are the same for every
    moment in which as many things are listed, so that a provider that prepares schemas has few to prepare.
    """
    verdicts = sorted({a.verdict for a in handles.approvals.values()}) or ["grant"]
    promise = _object_of(
        what=_text(_SHORT),
        hours={"type": "number", "enum": list(_HOURS)},
        thing=_one_of(("", *handles.facts, *handles.work)),
    )
    decision = _object_of(
        thing=_one_of(handles.approvals), verdict={"type": "string", "enum": verdicts}, why=_text(_SHORT)
    )
    return _object_of(
        say=_text(longest),
        silence_because=_text(_SHORT),
        react=_text(16),
        tells=_handles(handles.facts),
        sends_to=_handles(handles.people),
        promises=_list_of(promise),
        decides=_list_of(decision, min(MOST, len(handles.approvals))),
        takes_on=_handles(handles.work),
        asks=_list_of(_text(_SHORT)),
    )


# -- reading --------------------------------------------------------------------------------------------------------


def parse_reply(text: str, handles: Handles) -> Parsed:
    """Read a reply and hold it against what was on offer.

    Raises :class:`Unusable` where there is no object with something to say, or to keep silent about, in it.
    """
    data = _object_in(text)
    say = data.get("say")
    if not isinstance(say, str):
        raise Unusable("say: a text is required; it may be empty")
    reader = _Parts(data, handles)
    promises, decides = tuple(reader.promises()), tuple(reader.decisions())
    reply = Reply(
        say=_clean(say),
        silence_because=reader.text("silence_because"),
        react=reader.reaction(),
        tells=reader.handles("tells", handles.facts),
        sends_to=reader.handles("sends_to", handles.people),
        promises=promises,
        decides=decides,
        takes_on=reader.handles("takes_on", handles.work),
        asks=reader.asks(),
    )
    if not reply.say.strip() and (reply.tells or reply.promises or reply.decides or reply.sends_to or reply.asks):
        reader.fault("unsaid", "it tells, promises, decides, asks or sends on with nothing said")
        nothing: dict[str, Any] = {"tells": (), "promises": (), "decides": (), "sends_to": (), "asks": ()}
        reply = reply.model_copy(update=nothing)
    return Parsed(reply, tuple(reader.faults), tuple(reader.overruled))


def _object_in(text: str) -> Mapping[str, Any]:
    """The first JSON object of ``text`` that says something, whatever stands around it."""
    decoder, at, error = json.JSONDecoder(), text.find("{"), "it holds no JSON object"
    found: Mapping[str, Any] | None = None
    for _ in range(_TRIES):
        if at < 0:
            break
        try:
            data, _ = decoder.raw_decode(text, at)
        except RecursionError:
            raise Unusable("it is nested too deeply") from None
        except ValueError as wrong:
            error = f"it is not valid JSON ({wrong})" if found is None else error
        else:
            if isinstance(data, dict) and "say" in data:
                return data
            found = found if found is not None or not isinstance(data, dict) else data
        at = text.find("{", at + 1)
    if found is not None:
        return found
    raise Unusable(error)


_HANDLE = re.compile(r"\[?[fpaw]\d{1,2}\]?")
_TRIES = 12
"""How many opening braces of a text are tried: prose may hold some."""


@dataclass(slots=True)
class _Parts:
    """Reads the parts of a reply one by one, and notes what had to be left out."""

    data: Mapping[str, Any]
    known: Handles
    faults: list[Fault] = field(default_factory=list)
    overruled: list[str] = field(default_factory=list)

    def fault(self, kind: str, detail: str) -> None:
        self.faults.append(Fault(kind=kind, detail=clip(_clean(detail), 200)))

    def text(self, name: str) -> str:
        given = self.data.get(name, "")
        if isinstance(given, str):
            return clip(_clean(given), _FEW)
        if given is not None:
            self.fault("malformed_part", f"{name}: {given!r}")
        return ""

    def entries(self, name: str) -> Sequence[Any]:
        """The entries of a list; a single one may stand for itself."""
        given = self.data.get(name)
        if given is None or given == "":
            return ()
        if isinstance(given, str | dict):
            given = [given]
        if not isinstance(given, list):
            self.fault("malformed_part", f"{name}: {given!r}")
            return ()
        if len(given) > MOST:
            self.fault("malformed_part", f"{name}: {len(given)} entries")
        return given[:MOST]

    def texts(self, name: str) -> tuple[str, ...]:
        found = []
        for entry in self.entries(name):
            if isinstance(entry, str):
                found.append(clip(_clean(entry), _FEW))
            else:
                self.fault("malformed_part", f"{name}: {entry!r}")
        return tuple(dict.fromkeys(text for text in found if text.strip()))

    def asks(self) -> tuple[str, ...]:
        """What is asked back in words; a handle asks nothing."""
        found = self.texts("asks")
        words = tuple(text for text in found if not _HANDLE.fullmatch(text.strip()))
        if len(words) < len(found):
            self.fault("malformed_part", f"asks: {', '.join(text for text in found if text not in words)}")
        return words

    def handles(self, name: str, known: Mapping[str, Any]) -> tuple[str, ...]:
        found = (self.handle(name, entry, known) for entry in self.entries(name))
        return tuple(dict.fromkeys(handle for handle in found if handle))

    def handle(self, name: str, given: Any, known: Mapping[str, Any]) -> str:
        """A handle that is listed, or "" and a fault."""
        handle = given.strip().strip("[]").strip() if isinstance(given, str) else ""
        if handle in known:
            return handle
        if given != "":
            self.fault("unlisted", f"{name}: {given!r} (listed: {', '.join(known) or 'none'})")
        return ""

    def reaction(self) -> str:
        """A reaction is a sign or two, and no word."""
        given = self.data.get("react", "")
        sign = given.strip() if isinstance(given, str) else ""
        if given in (None, "") or (sign and len(sign) <= 8 and not any(s.isalnum() or s in "<>{}[]\\" for s in sign)):
            return _clean(sign)
        self.fault("malformed_part", f"react: {given!r}")
        return ""

    def promises(self) -> Iterator[ReplyPromise]:
        """Each thing once."""
        made: set[str] = set()
        for entry in self.entries("promises"):
            what = entry.get("what") if isinstance(entry, dict) else None
            hours = _number(entry.get("hours")) if isinstance(entry, dict) else None
            if not isinstance(what, str) or not what.strip() or hours is None:
                self.fault("malformed_part", f"promises: {entry!r}")
                continue
            thing = entry.get("thing") or ""
            listed = self.handle("promises", thing, {**self.known.facts, **self.known.work}) if thing else ""
            said = clip(_clean(what), _FEW)
            of = listed or said.casefold()
            if of in made:
                self.fault("doubled", f"promises: {said}")
            else:
                made.add(of)
                yield ReplyPromise(what=said, hours=hours, thing=listed)

    def decisions(self) -> Iterator[ReplyDecision]:
        decided: set[str] = set()
        for entry in self.entries("decides"):
            if not isinstance(entry, dict):
                self.fault("malformed_part", f"decides: {entry!r}")
                continue
            thing = self.handle("decides", entry.get("thing"), self.known.approvals)
            if not thing or thing in decided:
                continue
            decided.add(thing)
            meant, verdict, why = self.known.approvals[thing].verdict, entry.get("verdict"), entry.get("why")
            if verdict == meant:
                yield ReplyDecision(thing=thing, verdict=meant, why=_short(why))
            else:
                self.overruled.append(f"decides {verdict!r} on {thing}, which you {meant}")


def _short(text: Any) -> str:
    return clip(_clean(text), _FEW) if isinstance(text, str) else ""


def _number(given: Any) -> float | None:
    """A number that can be counted with, or None."""
    if isinstance(given, bool) or not isinstance(given, int | float):
        return None
    try:
        number = float(given)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _clean(text: str) -> str:
    """``text`` without what no text can hold: halves of characters, and control characters but for line ends."""
    whole = text.encode("utf-8", "ignore").decode("utf-8")
    if whole.replace("\n", "").replace("\t", "").isprintable():  # as nearly all are
        return whole.strip()
    kept = (
        " " if s.isspace() and s not in "\n\t" else s for s in whole if s.isprintable() or s.isspace() or s == _JOINER
    )
    return "".join(kept).strip()


_JOINER = "\u200d"
"""Joins signs into one ("family" of four)."""


# -- what it brings about -------------------------------------------------------------------------------------------


def promises_of(reply: Reply, handles: Handles) -> tuple[Promise, ...]:
    """The promises of a reply as undertakings, none of them shorter or longer than can be."""
    return tuple(
        Promise(
            what=p.what,
            within=int(min(LONGEST_PROMISE, max(SHORTEST_PROMISE, p.hours * HOUR))),
            fact=handles.facts[p.thing].fact if p.thing in handles.facts else None,
            favour=handles.work[p.thing].id if p.thing in handles.work else None,
        )
        for p in reply.promises
    )


def decisions_of(reply: Reply, handles: Handles) -> tuple[Decision, ...]:
    """The verdicts of a reply."""
    return tuple(Decision(approval=handles.approvals[d.thing].id, verdict=d.verdict, why=d.why) for d in reply.decides)
