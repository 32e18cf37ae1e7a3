"""Templates: one line of text that comes out a little different each time.

    [so|well,|] {topic} is {value}[, as far as I know].

- ``{topic}`` is a slot: it is replaced by what it stands for. ``{Topic}`` is the same with its first letter a capital.
- ``{topic:is|are}`` is the first where the topic is one thing and the second where it is several: it says no slot
  itself, it agrees with one ({topic}, {what} or {who}): ``{Topic} {topic:is|are} not mine to share``.
- ``[a|b|c]`` is a choice, each with the same chance. A choice may be empty (``[a|]``) and may hold slots and choices.
- ``[a]`` without a bar is said half of the time.
- ``\\[``, ``\\]``, ``\\{``, ``\\}``, ``\\|`` and ``\\\\`` are those characters themselves.

An alternative with a slot for which there is nothing to say now is not chosen: ``no.[ {why}|]`` is always possible,
``no, {why}`` only where there is a reason. A slot that is given as an empty text counts as not given. Where a choice
comes out empty, the space before it goes too, so ``I think [so|].`` needs no care; runs of spaces become one.

Which slots there are, and what each stands for, is in `SLOTS`; any other is an error when the template is parsed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from sim.source import did_you_mean
from sim.units import BadValue

SLOTS: Mapping[str, str] = MappingProxyType(
    {
        "topic": "what it is about: a noun phrase, singular or plural (the price of a detector)",
        "value": "what is told: a figure, a noun phrase or a clause (41 300 EUR; detectors are exempt)",
        "what": "the thing that is done, promised, missing, asked or worked on: a noun phrase",
        "who": "the person or people meant (Marco; Marco or Ines)",
        "when": "a point in time that can follow 'by' (Thu 16:00; tomorrow noon)",
        "why": "a reason: a clause without a full stop (the quarter is closed)",
        "was": "the value that held before",
        "first": "the name that colleagues call the person by: the one written to, in a sign-off the writer",
        "name": "the full name of that person",
        "last": "the family name of that person",
        "initials": "the initials of that person",
    }
)

NOUNS = frozenset({"topic", "what", "who"})
"""The slots that something can agree with in number."""

_EMPTY, _HELD = "\0", "\1"
_BEFORE_EMPTY = re.compile(rf" *{_EMPTY}(?=[ ,.;:!?)\n]|{_EMPTY}|$)")
_HELD_SLOT = re.compile(rf"{_HELD}{{(\w+)}}{_HELD}")
_PLAIN = re.compile(r"[^{}\[\]|\\]+")
_FIX = "Write {topic}, [one|other] or \\[ for the sign itself."


@dataclass(frozen=True, slots=True)
class _Slot:
    name: str
    capital: bool

    def __str__(self) -> str:
        return "{" + (self.name.capitalize() if self.capital else self.name) + "}"


@dataclass(frozen=True, slots=True)
class _Agreeing:
    """Something that agrees in number with a slot."""

    name: str
    one: str
    several: str


@dataclass(frozen=True, slots=True)
class _Choice:
    options: tuple[_Sequence, ...]


@dataclass(frozen=True, slots=True)
class _Sequence:
    parts: tuple[_Part, ...]

    def lacks(self, given: AbstractSet[str]) -> str | None:
        """A slot without which this cannot be said, or None if ``given`` will do."""
        for part in self.parts:
            if isinstance(part, _Slot | _Agreeing) and part.name not in given:
                return part.name
            if isinstance(part, _Choice):
                lacking = [option.lacks(given) for option in part.options]
                if all(lacking):
                    return lacking[0]
        return None

    def slots(self) -> Iterator[str]:
        for part in self.parts:
            if isinstance(part, _Slot | _Agreeing):
                yield part.name
            elif isinstance(part, _Choice):
                for option in part.options:
                    yield from option.slots()

    def say(self, given: AbstractSet[str], plural: Collection[str], rng: random.Random) -> str:
        """The text with its slots still held open, and a mark where a choice came out empty."""
        said = []
        for part in self.parts:
            if isinstance(part, _Slot):
                said.append(f"{_HELD}{part}{_HELD}")
            elif isinstance(part, _Agreeing):
                said.append(part.several if part.name in plural else part.one)
            elif isinstance(part, _Choice):
                options = [option for option in part.options if option.lacks(given) is None]
                said.append(options[int(rng.random() * len(options))].say(given, plural, rng) or _EMPTY)
            else:
                said.append(part)
        return "".join(said)


_Part = str | _Slot | _Agreeing | _Choice


class _Reader:
    """Reads one template from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def sequence(self, depth: int) -> _Sequence:
        parts: list[_Part] = []
        plain: list[str] = []
        while self.at < len(self.text):
            sign = self.text[self.at]
            if depth and sign in "|]":
                break
            if sign not in "{}[]|\\":
                run = _PLAIN.match(self.text, self.at)
                assert run is not None
                plain.append(run[0])
                self.at = run.end()
            elif sign == "\\":
                plain.append(self.escaped())
            else:
                if plain:
                    parts.append("".join(plain))
                    plain = []
                parts.append(self.slot() if sign == "{" else self.choice(depth))
        if plain:
            parts.append("".join(plain))
        return _Sequence(tuple(parts))

    def escaped(self) -> str:
        sign = self.text[self.at + 1 : self.at + 2]
        if not sign or sign not in "{}[]|\\":
            raise BadValue(self.text, "has a backslash before nothing that needs one", "Write two for a backslash.")
        self.at += 2
        return sign

    def slot(self) -> _Slot | _Agreeing:
        end = self.text.find("}", self.at)
        inside = self.text[self.at + 1 : end] if end > 0 else ""
        if end < 0 or "{" in inside:
            raise BadValue(self.text, "does not close a '{'", _FIX)
        written, agrees, forms = inside.partition(":")
        name = written[:1].lower() + written[1:]
        if name not in SLOTS:
            raise BadValue(self.text, f"has an unknown slot {{{written}}}", did_you_mean(written, SLOTS))
        self.at = end + 1
        if not agrees:
            return _Slot(name, written != name)
        one, bar, several = forms.partition("|")
        if not bar or "|" in several or written not in NOUNS:
            rule = f"has {{{inside}}}, which agrees with nothing"
            raise BadValue(self.text, rule, "Write {topic:is|are}, with topic, what or who before the colon.")
        return _Agreeing(name, one, several)

    def choice(self, depth: int) -> _Choice:
        if self.text[self.at] != "[":
            raise BadValue(self.text, f"has a {self.text[self.at]!r} that opens nothing", _FIX)
        options = []
        while self.text[self.at] != "]":
            self.at += 1
            options.append(self.sequence(depth + 1))
            if self.at >= len(self.text):
                raise BadValue(self.text, "does not close a '['", _FIX)
        self.at += 1
        if len(options) == 1:
            options.append(_Sequence(()))
        return _Choice(tuple(options))


@cache
def _parsed(template: str) -> _Sequence:
    if not template.strip():
        raise BadValue(template, "is an empty template", "Write a line, or leave it out.")
    if _EMPTY in template or _HELD in template:
        raise BadValue(template, "has a control character", "Remove it.")
    return _Reader(template).sequence(0)


@cache
def slots_of(template: str) -> frozenset[str]:
    """The slots of a template, also those in a choice. Raises `BadValue` if it cannot be parsed."""
    return frozenset(_parsed(template).slots())


def fits(template: str, given: AbstractSet[str]) -> bool:
    """Whether the template can be said where just these slots are given. Raises `BadValue` if it cannot be parsed."""
    return _parsed(template).lacks(given) is None


def check(template: str, always: AbstractSet[str], sometimes: AbstractSet[str] = frozenset()) -> None:
    """Raise `BadValue` unless the template parses, has no slot but these, and can be said with those of ``always``."""
    known = always | sometimes
    strangers = sorted(slots_of(template) - known)
    if strangers:
        fix = "Slots here: " + ", ".join(f"{{{name}}}" for name in SLOTS if name in known) + "." if known else ""
        raise BadValue(template, f"has a slot that is never given here, {{{strangers[0]}}}", fix)
    missing = _parsed(template).lacks(always)
    if missing:
        fix = f"Put it in a choice that can do without: [ {{{missing}}}|]."
        raise BadValue(template, f"needs {{{missing}}}, which is not always given here", fix)


_DETERMINED = {"a": False, "an": False, "one": False, "this": False, "that": False, "every": False, "each": False}
_DETERMINED |= {"these": True, "those": True, "both": True, "two": True, "three": True, "several": True, "all": True}
_END_OF_HEAD = re.compile(
    r",|\(|\b(?:of|for|in|from|to|with|at|on|by|between|about|after|before|until|that|which|who|under|over|without)\b"
)
_SINGULAR_IN_S = re.compile(r"(?:ss|us|is|ics|news|series|lens|gas)$")
_IRREGULAR = frozenset(
    {"people", "children", "men", "women", "feet", "teeth", "criteria", "phenomena", "police", "staff"}
)


def is_plural(noun_phrase: str) -> bool:
    """Whether an English noun phrase names several things ("the prices of a detector"), by its form alone.

    The noun is the last word before the first preposition; "and" makes several. A rule of thumb: mass and group nouns
    count as one thing, and what it cannot tell it takes for one.
    """
    head = _END_OF_HEAD.split(noun_phrase, maxsplit=1)[0].split()
    if not head:
        return False
    first, last = head[0].lower(), head[-1]
    if first in _DETERMINED:
        return _DETERMINED[first]
    if "and" in head:
        return True
    if last.lower() in _IRREGULAR:
        return True
    return last[-1:] == "s" and not _SINGULAR_IN_S.search(last.lower())


def plural_slots(slots: Mapping[str, str]) -> frozenset[str]:
    """Which of the slots that something can agree with name several things."""
    several = {name for name in ("topic", "what") if is_plural(slots.get(name, ""))}
    return frozenset(several | ({"who"} if " and " in slots.get("who", "") else set()))


def expand(template: str, slots: Mapping[str, str], rng: random.Random, plural: Collection[str] | None = None) -> str:
    """What the template says this time; every choice takes one number from ``rng``.

    Slots the template does not use are ignored. ``plural`` are the slots that name several things; where it is not
    given, `plural_slots` tells. Raises `BadValue` if the template cannot be parsed or needs a slot that is not given.
    """
    given = {name: text for name, text in slots.items() if text}
    parsed = _parsed(template)
    missing = parsed.lacks(given.keys())
    if missing:
        raise BadValue(template, f"needs {{{missing}}}, and nothing is given for it", "Choose a template that fits.")
    several = plural_slots(given) if plural is None else plural
    said = _BEFORE_EMPTY.sub("", parsed.say(given.keys(), several, rng)).replace(_EMPTY, "")
    lines = (line.strip() for line in re.sub(r"[ \t]+", " ", said).split("\n"))
    return _HELD_SLOT.sub(lambda held: _filled(held[1], given), "\n".join(lines).strip())


def _filled(slot: str, given: Mapping[str, str]) -> str:
    text = given.get(slot)
    if text is not None:
        return text
    text = given[slot[:1].lower() + slot[1:]]
    return text[:1].upper() + text[1:]
