"""A player's own address book: who there is, as the directory shows them, and whom a text names."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sim.spelling import folded

_CHART = re.compile(r"^ *(?P<name>.+) \((?P<id>[^()\s]+)\), (?P<title>.+)$")
_BRIEFED = re.compile(r"^(?P<id>\S+): (?P<name>[^,]+), (?P<title>.+) \((?P<relation>[^()]+)\)$")
_WORD = re.compile(r"[^\W_]+")
_STEM = 5
"""Letters by which words are taken for forms of one word: calibrated, calibration."""
_FUNCTION_WORDS = frozenset(
    "the a an and or of to in on at for from by with as is are was were be been being has have had do does did can "
    "could will would shall should may might must not no what which who whom whose when where why how many much this "
    "that these those it its they them their there here we our us you your i my me he she his her him still yet "
    "already now then than one two any some all each other more most very just only also if so but about into out up "
    "down over under before after beside besides between during until since whoever whatever stands stand currently "
    "exactly tell know please need needs get got make made".split()
)


_MEANS = {
    "pay": "price cost",
    "cost": "price",
    "costs": "price",
    "price": "cost",
    "flight": "shipping carrier logistics",
    "pallet": "shipping carrier",
    "lorry": "shipping carrier",
    "truck": "shipping carrier",
    "dock": "shipping logistics",
    "built": "production build",
    "build": "production",
    "penalty": "legal contract",
    "clause": "legal contract",
    "invoice": "finance accounting",
    "salary": "people payroll",
    "leave": "people",
    "outage": "engineer operations",
    "deploy": "developer",
    "customer": "account sales",
    "offer": "sales price",
    "supplier": "buyer",
}
"""What somebody who works in an office looks for in a directory when it is this that they want to know."""


def field_of(question: str) -> str:
    """The words to look for in a directory to find who knows: those of the question, and what they belong to."""
    words = [w for w in _WORD.findall(folded(question)) if w not in _FUNCTION_WORDS and len(w) > 2 and w.isalpha()]
    return " ".join(dict.fromkeys(" ".join(f"{word} {_MEANS.get(word, '')}" for word in words).split()))


def stems(text: str) -> tuple[str, ...]:
    """The words of a text that carry its matter, cut to what their forms have in common, each once."""
    words = (w for w in _WORD.findall(folded(text)) if w not in _FUNCTION_WORDS and (len(w) > 2 or w.isdigit()))
    return tuple(dict.fromkeys(w if any(map(str.isdigit, w)) else w[:_STEM] for w in words))


def likeness(one: str, other: str) -> float:
    """The share of the words of ``one`` that ``other`` has too, 0 to 1."""
    wanted = stems(one)
    return len(set(wanted) & set(stems(other))) / len(wanted) if wanted else 0.0


@dataclass(frozen=True, slots=True)
class Colleague:
    """Somebody, as far as the player has looked them up."""

    id: str
    name: str
    title: str = ""
    site: str = ""
    about: str = ""
    areas: tuple[str, ...] = ()
    away_until: str | None = None
    deputy: str | None = None

    @property
    def first(self) -> str:
        """What they are called."""
        return self.name.split()[0]


class Colleagues:
    """Everybody the player knows of."""

    def __init__(self, me: str, briefed: Iterable[str]) -> None:
        self.me = me
        self._known: dict[str, Colleague] = {}
        self.manager: str | None = None
        """The id of the player's own manager, where it has one."""
        for line in briefed:
            found = _BRIEFED.match(line)
            if found is not None:
                self._known[found["id"]] = Colleague(found["id"], found["name"], found["title"])
                if found["relation"] == "your manager":
                    self.manager = found["id"]

    def __contains__(self, who: str) -> bool:
        return who in self._known

    def ids(self) -> tuple[str, ...]:
        """Everybody who is known, in the order in which they were looked up."""
        return tuple(self._known)

    def __getitem__(self, who: str) -> Colleague:
        return self._known.get(who) or Colleague(who, who)

    def read_chart(self, receipt: Mapping[str, Any]) -> None:
        """Enter everybody on an organisation chart."""
        for line in receipt["lines"]:
            found = _CHART.match(line)
            if found is not None and found["id"] not in self._known:
                self._known[found["id"]] = Colleague(found["id"], found["name"], found["title"])

    def read_cards(self, receipt: Mapping[str, Any]) -> tuple[Colleague, ...]:
        """Enter what the directory showed of people; gives them, in its order."""
        found = tuple(
            Colleague(
                card["id"], card["name"], card["title"], card["site"], card["about"], tuple(card["areas"]),
                card["away_until"], card["deputy"],
            )
            for card in receipt["people"]
        )  # fmt: skip
        self._known |= {colleague.id: colleague for colleague in found}
        return found

    def best_for(self, question: str, among: Iterable[Colleague]) -> list[str]:
        """Who of them most likely knows, by what they look after, are called and are about; rare words count more."""
        people = [colleague for colleague in among if colleague.id != self.me]
        fields = {
            c.id: ((3.0, set(stems(" ".join(c.areas)))), (2.0, set(stems(c.title))), (1.0, set(stems(c.about))))
            for c in people
        }
        fit = dict.fromkeys(fields, 0.0)
        for stem in stems(f"{question} {field_of(question)}"):
            having = {who: max((w for w, words in own if stem in words), default=0.0) for who, own in fields.items()}
            count = sum(1 for worth in having.values() if worth)
            for who, worth in having.items():
                fit[who] += worth / max(1, count)
        return sorted((who for who in fit if fit[who] > 0), key=lambda who: -fit[who])

    def named_in(self, text: str, but: Iterable[str] = ()) -> tuple[str, ...]:
        """The colleagues whom a text names, in the order of their first mention: by full name, by id after "@", or by
        a first name that only one of them has."""
        whole = folded(text)
        left_out = {self.me, *but}
        firsts: dict[str, list[str]] = {}
        for colleague in self._known.values():
            firsts.setdefault(folded(colleague.first), []).append(colleague.id)
        places: dict[str, int] = {}
        for colleague in self._known.values():
            names = [folded(colleague.name), f"@{folded(colleague.id)}"]
            if len(firsts[folded(colleague.first)]) == 1:
                names.append(folded(colleague.first))
            found = [m.start() for name in names if (m := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", whole))]
            if found and colleague.id not in left_out:
                places[colleague.id] = min(found)
        return tuple(sorted(places, key=places.__getitem__))
