"""What the tracker gives its readers to see."""

from pydantic import BaseModel, ConfigDict

from sim.actions import Receipt, words_in
from sim.vocabulary.tracker import Priority, Relation


class _Plain(BaseModel):
    model_config = ConfigDict(frozen=True)


class Row(_Plain):
    """A ticket on one line."""

    ticket: str
    title: str
    state: str
    owner: str | None
    priority: Priority
    due: str | None
    overdue: bool


class Linked(_Plain):
    """How the ticket stands to another: read it as "this ticket ``relation`` ``ticket``"."""

    relation: Relation
    ticket: str
    title: str
    state: str


class Remark(_Plain):
    """A comment on a ticket."""

    id: str
    who: str
    when: str
    text: str


class Changed(_Plain):
    """One field as it was changed once."""

    when: str
    who: str
    field: str
    old: str | None
    new: str | None


class Column(_Plain):
    """One state of a board, and the tickets in it."""

    state: str
    rows: tuple[Row, ...]


class Filed(Receipt):
    """The ticket as it now stands. ``blocked_by`` are open tickets that should be closed before it; ``ambiguous`` are
    names after an "@" that several have, ``not_here`` people you called who cannot see the project."""

    ticket: str
    state: str
    owner: str | None
    due: str | None = None
    comment: str | None = None
    blocked_by: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()
    not_here: tuple[str, ...] = ()


class Sheet(Receipt):
    """A ticket with everything on it."""

    ticket: str
    project: str
    title: str
    text: str
    state: str
    states: tuple[str, ...]
    owner: str | None
    priority: Priority
    due: str | None
    overdue: bool
    opened_by: str
    opened: str
    watchers: tuple[str, ...]
    links: tuple[Linked, ...]
    comments: tuple[Remark, ...]
    history: tuple[Changed, ...]

    def words(self) -> int:
        beside = sum(words_in(link.title) + 2 for link in self.links)
        return words_in(f"{self.title} {self.text}") + beside + sum(words_in(note.text) for note in self.comments)


class TicketList(Receipt):
    """Tickets, the most pressing first; ``total`` counts those left out too."""

    tickets: tuple[Row, ...]
    total: int

    def words(self) -> int:
        return _words(self.tickets)


class BoardView(Receipt):
    """A project's tickets by their state."""

    project: str
    title: str
    columns: tuple[Column, ...]

    def words(self) -> int:
        return sum(_words(column.rows) for column in self.columns)


def _words(rows: tuple[Row, ...]) -> int:
    return sum(words_in(row.title) + 3 for row in rows)
