"""What a text states of a fact: the right value, others beside it, or a heap of candidates among which it may be.

All values of a fact are looked for at once, the longest spelling first, so that "Thursday 14:00" is not also taken for
"Thursday".
"""

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from scorers.case import Case
from sim.script import Fact, Version
from sim.spelling import folded, spellings, where_stated

HEAP = 5
"""So many numbers (or weekdays and months, or people) that nobody ever gave the seat make a text a heap of guesses."""

_TAKEN = "\x01"
_NUMBER = re.compile(r"\d+(?:[.,:' /-]?\d+)*")
_DAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|march|april|may|june|july|august|september|"
    r"october|november|december)\b"
)


class Reading(NamedTuple):
    """What a text says about one fact: whether the right value, and which others."""

    right: bool
    others: tuple[str, ...]

    @property
    def silent(self) -> bool:
        """Whether it says nothing about it."""
        return not self.right and not self.others


def ways_of(version: Version) -> tuple[str, ...]:
    """All spellings of a version, folded."""
    return tuple(dict.fromkeys(map(folded, spellings(version.value, version.spelled))))


def read_fact(text: str, fact: Fact, right: int, allowed: Collection[str] = ()) -> Reading:
    """What ``text`` says about ``fact``, of which version ``right`` is the right one.

    Spellings in ``allowed`` (folded) are never held against it: they are right for something else that was asked.
    """
    true = ways_of(fact.versions[right])
    values: dict[str, str] = dict.fromkeys(true, "")
    for version in fact.versions:
        for way in ways_of(version):
            values.setdefault(way, version.value)
    for belief in fact.believed.values():
        for way in map(folded, spellings(belief.value, belief.spelled)):
            values.setdefault(way, belief.value)
    found: dict[str, None] = {}
    rest = folded(text)
    for way in sorted(values, key=lambda w: (-len(w), w)):
        while way and (place := where_stated(rest, (way,))) is not None:
            rest = rest[:place] + _TAKEN * len(way) + rest[place + len(way) :]
            if not values[way] or way not in allowed:
                found[values[way]] = None
    return Reading("" in found, tuple(value for value in found if value))


def is_heap(case: Case, text: str, value: str) -> bool:
    """Whether ``text`` holds more than `HEAP` candidates of the kind ``value`` is, that stand in nobody else's words.

    Of a value that is neither a number, a day nor a person's name it cannot be told, and is not said.
    """
    kind = _kind(case, value)
    if not kind:
        return False
    candidates = dict.fromkeys(_of_kind(case, kind, text))
    for other in _others_words(case):
        if len(candidates) <= HEAP:
            return False
        for known in _of_kind(case, kind, other):
            candidates.pop(known, None)
    return len(candidates) > HEAP


def _kind(case: Case, value: str) -> str:
    if any(character.isdigit() for character in value):
        return "number"
    if _DAY.search(folded(value)):
        return "day"
    return "person" if any(_of_kind(case, "person", value)) else ""


def _of_kind(case: Case, kind: str, text: str) -> Iterable[str]:
    whole = folded(text)
    if kind == "number":
        return (re.sub(r"\D", "", number) for number in _NUMBER.findall(whole))
    if kind == "day":
        return _DAY.findall(whole)
    names = ((who, case.person_named(who)) for who in case.people())
    return [who for who, name in names if where_stated(whole, (folded(name),)) is not None]


def _others_words(case: Case) -> Iterable[str]:
    """All that others wrote or said which the seat could read, and what it was asked."""
    yield case.script.brief
    for task in case.script.tasks:
        yield f"{task.title}\n{task.text}"
    for message in case.received:
        yield f"{message.subject or ''}\n{message.text}"
    yield from case.others_files
