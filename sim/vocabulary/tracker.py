"""What happens to tickets, as events.

A ticket's id is its project's key and a number: "OPS-12". ``to`` are all who can read it, without the actor: the
members of its project; None, where the project names no members, means everybody who works here.
"""

from typing import ClassVar, Literal

from sim.vocabulary.core import Body, Instant

Priority = Literal["low", "normal", "high", "urgent"]

Relation = Literal["blocks", "blocked_by", "relates", "duplicates", "duplicated_by"]
"""How one ticket stands to another."""

TicketField = Literal["state", "owner", "priority", "due", "title", "text"]


class ProjectOpened(Body):
    """A project exists."""

    kind: ClassVar[str] = "tracker.project_opened"

    key: str
    to: tuple[str, ...] | None = None
    title: str
    states: tuple[str, ...]
    """In their order; a new ticket is in the first, and the last one closes it."""
    members: tuple[str, ...] = ()
    """Who sees and changes its tickets; empty means everyone."""


class TicketOpened(Body):
    """A new ticket."""

    kind: ClassVar[str] = "tracker.opened"

    ticket: str
    to: tuple[str, ...] | None = None
    project: str
    title: str
    text: str = ""
    state: str
    owner: str | None = None
    priority: Priority = "normal"
    due: Instant | None = None
    watchers: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()


class FieldChange(Body):
    """One field of a ticket, before and after, as text; an instant is written as its number, nothing as None."""

    field: TicketField
    old: str | None
    new: str | None


class TicketChanged(Body):
    """Fields of a ticket changed."""

    kind: ClassVar[str] = "tracker.changed"

    ticket: str
    to: tuple[str, ...] | None = None
    changes: tuple[FieldChange, ...]
    note: str = ""
    mentions: tuple[str, ...] = ()


class TicketCommented(Body):
    """A remark on a ticket."""

    kind: ClassVar[str] = "tracker.commented"

    ticket: str
    to: tuple[str, ...] | None = None
    comment: str
    """The id of the remark, "OPS-12#3"."""
    text: str
    mentions: tuple[str, ...] = ()


class TicketLinked(Body):
    """One ticket was set in relation to another: read it as "``ticket`` ``relation`` ``other``"."""

    kind: ClassVar[str] = "tracker.linked"

    ticket: str
    to: tuple[str, ...] | None = None
    other: str
    relation: Relation


class TicketWatched(Body):
    """The actor began, or stopped, to be told of a ticket."""

    kind: ClassVar[str] = "tracker.watched"

    ticket: str
    to: tuple[str, ...] | None = None
    watching: bool
