"""What the world knows of the organisation: people, and the questions it asks of the graph.

The graph itself lives elsewhere and is handed in as an :class:`Organisation`; everything here is plain data.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sim.calendar import WorkCalendar
from sim.units import Money


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who works here, as the directory shows them."""

    id: str
    name: str
    title: str
    site: str
    calendar: WorkCalendar
    """Zone, working hours, holidays, leave known in advance and focus blocks."""
    persona: str | None = None
    pronouns: str = "they"
    about: str = ""
    """What the directory says they look after, one line."""
    languages: tuple[str, ...] = ()
    """ISO 639 codes of what they speak, best first; empty where it is not known."""

    @property
    def first(self) -> str:
        """The name colleagues call them by."""
        return self.name.split()[0] if self.name.split() else self.id


@dataclass(frozen=True, slots=True)
class Team:
    """A team with its lead and its members (the lead included)."""

    id: str
    name: str
    lead: str | None
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Channel:
    """A chat channel that exists when the run starts; ``name`` begins with '#'."""

    name: str
    members: tuple[str, ...]
    about: str = ""
    private: bool = False
    """Nobody sees or joins it without being invited."""

    @property
    def for_talk(self) -> bool:
        """Whether people talk of this and that in it: it says so, or it says nothing and is not named for business."""
        what = f"{self.name} {self.about}".lower()
        if _GRAVE.search(what):
            return False
        return _SOCIAL.search(what) is not None or not (self.about or self.private or _BUSINESS.search(what))

    @property
    def grave(self) -> bool:
        """Whether it is for trouble alone (incidents, quality holds), so that nothing else belongs there."""
        return _GRAVE.search(f"{self.name} {self.about}".lower()) is not None


_GRAVE = re.compile(
    r"\b(?:incidents?|outages?|alerts?|alarms?|on-?call|emergenc(?:y|ies)|crisis|recalls?|security|safety|"
    r"breach(?:es)?|"
    r"escalations?|major issues?|war-?room|disruptions?)\b|\bholds?\b|\bon hold\b|\bblocked (?:lots?|stock)\b"
)
_SOCIAL = re.compile(
    r"\b(?:lunch|cake|coffee|tea|weather|météo|parking|not work|no work|social|random|water-?cooler|off-?topic|pets?|"
    r"kitchen|birthdays?|chat|small ?talk|everybody|everyone|for all|general|house|all hands|kudos)\b"
)
_BUSINESS = re.compile(
    r"\b(?:leads?|board|management|finance|legal|audit|compliance|quality|review|orders?|supply|purchasing|sales|"
    r"support|"
    r"delivery|deliveries|release|deploy|project|numbers|hr|payroll|tenders?|customers?|production|planning|"
    r"logistics)\b"
)


@dataclass(frozen=True, slots=True)
class Tie:
    """What one person holds of another, before the run: numbers from 0 (none) to 1."""

    trust: float = 0.5
    rapport: float = 0.5
    because: str = ""


class Organisation(Protocol):
    """The org graph as data of the world. Ids that are not of this org raise ``KeyError``."""

    id: str
    name: str
    about: str

    def people(self) -> Sequence[Person]:
        """Everybody, in the order of the author's file."""
        ...

    def person(self, who: str, /) -> Person: ...

    def teams(self) -> Sequence[Team]: ...

    def channels(self) -> Sequence[Channel]: ...

    def manager_of(self, who: str, /) -> str | None: ...

    def reports_of(self, who: str, /) -> tuple[str, ...]: ...

    def chain_of_command(self, who: str, /) -> tuple[str, ...]:
        """Their manager, that one's manager and so on to the top."""
        ...

    def peers_of(self, who: str, /) -> tuple[str, ...]:
        """Those with the same manager, without ``who``."""
        ...

    def areas_of(self, who: str, /) -> tuple[str, ...]:
        """What they own, in the author's words."""
        ...

    def owner_of(self, area: str, /) -> str | None: ...

    def approval_limit(self, who: str, kind: str, /) -> Money | None:
        """The most they may approve of ``kind`` ("spend"); None where they may approve none of it."""
        ...

    def approvers_for(self, requester: str, kind: str, amount: Money | None, /) -> tuple[str, ...]:
        """All who may approve ``amount`` of ``kind`` for ``requester`` by authority of their own: up the line of the
        requester, nearest first, then the others. Raises ValueError where limits are in another currency."""
        ...

    def may_approve(self, who: str, kind: str, amount: Money | None, at: int) -> bool:
        """Whether they may approve it, by authority of their own or lent to them as a deputy at ``at``."""
        ...

    def deputy_of(self, who: str, /) -> str | None: ...

    def acting(self, who: str, at: int) -> str | None:
        """Who does ``who``'s work at ``at``: they themself, or whoever stands in; None for nobody."""
        ...

    def on_call(self, area: str, at: int, /) -> str | None: ...

    def looking_after(self, area: str, at: int, /) -> tuple[str, ...]:
        """Who sees to trouble with ``area`` at ``at``, whose turn it is first: who is on call for it, its owner, who
        knows it second best; of those who are away the stand-in. Empty for an area that is nobody's."""
        ...

    def tie(self, one: str, other: str, /) -> Tie:
        """What ``one`` holds of ``other``; where the file says nothing, a default by their distance in the graph."""
        ...

    def distance(self, one: str, other: str, /) -> int:
        """Steps between them over reporting lines and teams."""
        ...

    def with_absence(self, who: str, start: int, end: int, why: str = "leave") -> "Organisation":
        """The same organisation in which ``who`` is away from ``start`` to ``end``."""
        ...

    def reorganised(self, changes: Mapping[str, Any], /) -> "Organisation":
        """The same organisation after a change of who reports to whom, leads, owns or approves what."""
        ...

    def must_not_know(self, who: str, topic: str, /) -> bool:
        """Whether a policy keeps ``topic`` from them."""
        ...
