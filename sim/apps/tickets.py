"""Where tickets stand: projects, tickets, how they are linked, and what was done with them.

This is state and what can be asked of it; who is told, and what an action refuses, is the business of
``sim.apps.tracker``.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from sim.vocabulary.core import Instant
from sim.vocabulary.tracker import Priority, Relation, TicketField

OPPOSITE: dict[Relation, Relation] = {
    "blocks": "blocked_by",
    "blocked_by": "blocks",
    "relates": "relates",
    "duplicates": "duplicated_by",
    "duplicated_by": "duplicates",
}
"""How the other ticket stands to the one."""

RANK: dict[Priority, int] = {"urgent": 0, "high": 1, "normal": 2, "low": 3}


@dataclass(slots=True)
class Project:
    """A project. ``states`` are in their order; the last one closes. No ``members`` means everybody."""

    key: str
    title: str
    states: tuple[str, ...]
    members: tuple[str, ...]
    opened: int = 0
    """Tickets so far."""


@dataclass(frozen=True, slots=True)
class Note:
    """A comment on a ticket."""

    id: str
    author: str
    at: Instant
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """A change of one field."""

    at: Instant
    who: str
    field: TicketField
    old: str | None
    new: str | None


@dataclass(slots=True)
class Ticket:
    """A ticket as it stands now, and how it came to it."""

    id: str
    project: Project
    number: int
    title: str
    text: str
    opener: str
    opened: Instant
    state: str
    owner: str | None
    priority: Priority
    due: Instant | None
    watchers: dict[str, None] = field(default_factory=dict)
    links: dict[tuple[Relation, str], None] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    @property
    def closed(self) -> bool:
        return self.state == self.project.states[-1]

    def concerns(self) -> tuple[str, ...]:
        """Its owner and all who watch it."""
        return tuple(dict.fromkeys((*((self.owner,) if self.owner else ()), *self.watchers)))


class Tickets:
    """All projects and tickets of one office. Keys and ids that are not there raise ``KeyError``."""

    def __init__(self) -> None:
        self._projects: dict[str, Project] = {}
        self._tickets: dict[str, Ticket] = {}

    def add_project(self, project: Project) -> None:
        self._projects[project.key] = project

    def project(self, key: str) -> Project:
        return self._projects[key]

    def projects(self) -> tuple[Project, ...]:
        """In the order of their opening."""
        return tuple(self._projects.values())

    def add(self, ticket: Ticket) -> None:
        ticket.project.opened = ticket.number
        self._tickets[ticket.id] = ticket

    def ticket(self, ticket: str) -> Ticket:
        return self._tickets[ticket]

    def tickets(self) -> Iterator[Ticket]:
        """In the order of their opening."""
        return iter(self._tickets.values())

    def link(self, one: Ticket, relation: Relation, other: Ticket) -> None:
        """Note on both how they stand to each other."""
        one.links[relation, other.id] = None
        other.links[OPPOSITE[relation], one.id] = None

    def blocks(self, one: Ticket, other: Ticket) -> bool:
        """Whether ``one`` must be closed before ``other``, be it over others between."""
        seen: set[str] = set()
        ahead = [one]
        while ahead:
            at = ahead.pop()
            if at.id == other.id:
                return True
            if at.id not in seen:
                seen.add(at.id)
                ahead += [self._tickets[ref] for relation, ref in at.links if relation == "blocks"]
        return False

    def open_blockers(self, ticket: Ticket) -> tuple[str, ...]:
        """The tickets that block it and are not closed."""
        return tuple(ref for rel, ref in ticket.links if rel == "blocked_by" and not self._tickets[ref].closed)
