"""What happens to tickets, as events.

A ticket's id is its project's key and a number: "OPS-12". A ticket is visible to the members of its project; where a
project names none, to everyone.
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
    title: str
    states: tuple[str, ...]
    """In their order; a new ticket is in the first, and the last one closes it."""
    members: tuple[str, ...] = ()
    """Who sees and changes its tickets; empty means everyone."""


class TicketOpened(Body):
    """A new ticket."""

    kind: ClassVar[str] = "tracker.opened"

    ticket: str
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
    changes: tuple[FieldChange, ...]
    note: str = ""
    mentions: tuple[str, ...] = ()


class TicketCommented(Body):
    """A remark on a ticket."""

    kind: ClassVar[str] = "tracker.commented"

    ticket: str
    comment: str
    """The id of the remark, "OPS-12#3"."""
    text: str
    mentions: tuple[str, ...] = ()


class TicketLinked(Body):
    """One ticket was set in relation to another: read it as "``ticket`` ``relation`` ``other``"."""

    kind: ClassVar[str] = "tracker.linked"

    ticket: str
    other: str
    relation: Relation


class TicketWatched(Body):
    """The actor began, or stopped, to be told of a ticket."""

    kind: ClassVar[str] = "tracker.watched"

    ticket: str
    watching: bool
