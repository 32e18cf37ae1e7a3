"""What belongs to whom, and the search for an owner by words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from orgs.schema import Org
from orgs.values import key_of

_LITTLE = frozenset(
    "a an and are at by for from how in is it of on or our the their this to we what who whose with".split()
)


@dataclass(frozen=True, slots=True)
class Area:
    """Something that belongs to somebody; ``name`` is in the author's words."""

    name: str
    owner: str
    backup: str | None = None
    about: str = ""


class Areas:
    """All areas of an organisation: those in somebody's ``owns`` in the order of people, then those declared apart."""

    def __init__(self, org: Org) -> None:
        self._org = org
        declared = {key_of(name): (name, entry) for name, entry in org.areas.items()}
        self._areas: dict[str, Area] = {}
        for who, person in org.people.items():
            for name in person.owns:
                _, entry = declared.pop(key_of(name), (name, None))
                backup, about = (entry.backup, entry.about) if entry else (None, "")
                self._areas[key_of(name)] = Area(name, who, backup, about)
        for key, (name, entry) in declared.items():
            if entry.owner is not None:
                self._areas[key] = Area(name, entry.owner, entry.backup, entry.about)

    def all(self) -> tuple[Area, ...]:
        """Every area."""
        return tuple(self._areas.values())

    def get(self, name: str) -> Area | None:
        """The area of this name, however it is written ("Price-list"); None for none."""
        return self._areas.get(key_of(name))

    def of(self, who: str) -> tuple[str, ...]:
        """The names of what ``who`` owns."""
        return tuple(area.name for area in self._areas.values() if area.owner == who)

    def search(self, words: str) -> tuple[Area, ...]:
        """Areas that ``words`` may mean, best first; of equals, the first in the file.

        The share of the area's own name that was asked for counts 3; the share of the words asked for that occur in
        what is said about it counts 1, in the owner's title and directory line one half.
        """
        asked = _stems(words)
        if not asked:
            return ()
        found: list[tuple[float, Area]] = []
        for area in self._areas.values():
            name = _stems(area.name)
            person = self._org.people[area.owner]
            hits = asked & name
            score = 3 * len(hits) / len(name) if name else 0.0
            score += len(asked & _stems(area.about)) / len(asked)
            score += 0.5 * len(asked & _stems(f"{person.title} {person.about}")) / len(asked)
            if score > 0:
                found.append((score, area))
        found.sort(key=lambda pair: -pair[0])
        return tuple(area for _, area in found)


def _stems(text: str) -> frozenset[str]:
    """The words of a text without little words and plural endings."""
    words = (word for word in re.findall(r"[^\W_]+", key_of(text)) if word not in _LITTLE)
    return frozenset(_stem(word) for word in words)


def _stem(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
