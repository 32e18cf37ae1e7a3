"""What can be done in the tracker."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, cast

from pydantic import Field

from sim.actions import Action, Effort, Receipt, Refused, words_in
from sim.apps import tracker_views as views
from sim.apps.people import person_named
from sim.office import Office
from sim.search import has_words
from sim.vocabulary.tracker import Priority, Relation

if TYPE_CHECKING:
    from sim.apps.tracker import Tracker

MOST_TITLE = 200
MOST_TEXT = 20_000
"""Characters of a ticket's text, and of a comment."""
MOST_ROWS = 100

_TICKET = 'Id of the ticket, such as "OPS-12".'
_DUE = 'When it is due, on your clock: "2026-03-05" (the end of that day), "2026-03-05 14:00", "fri 12:00".'


def _tracker(office: Office) -> "Tracker":
    return cast("Tracker", office.app_named("tracker"))


class Open(Action):
    """Open a ticket in a project. Its owner, those who watch it and those you name with @id in it are told."""

    name: ClassVar[str] = "tracker.open"
    receipt: ClassVar[type[Receipt]] = views.Filed

    project: str = Field(description='Key of the project, such as "OPS".')
    title: str = Field(description="What is to be done, in one line.", max_length=MOST_TITLE)
    text: str = Field(default="", description="What there is to know about it.", max_length=MOST_TEXT)
    owner: str = Field(default="", description="Id of who is to do it; nobody if left out.")
    priority: Priority = Field(default="normal", description="How pressing it is.")
    due: str = Field(default="", description=_DUE)
    watchers: tuple[str, ...] = Field(default=(), description="Ids of others who shall be told how it goes.")

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(f"{self.title} {self.text}"))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _tracker(office).open(actor, self, causes)


class Change(Action):
    """Change a ticket: give only what shall change. Its owner and those who watch it are told."""

    name: ClassVar[str] = "tracker.change"
    receipt: ClassVar[type[Receipt]] = views.Filed

    ticket: str = Field(description=_TICKET)
    state: str | None = Field(default=None, description="One of the states of its project; the last one closes it.")
    owner: str | None = Field(default=None, description='Id of who is to do it; "" for nobody.')
    priority: Priority | None = Field(default=None, description="How pressing it is.")
    due: str | None = Field(default=None, description=f'{_DUE} "" for no date.')
    title: str | None = Field(default=None, description="The new title.", max_length=MOST_TITLE)
    text: str | None = Field(default=None, description="The new text, in full.", max_length=MOST_TEXT)
    note: str = Field(default="", description="Why, for those who are told.", max_length=2_000)

    def effort(self) -> Effort:
        words = words_in(f"{self.title or ''} {self.text or ''} {self.note}")
        return Effort(kind="write", words=words) if words else Effort()

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _tracker(office).change(actor, self, causes)


class Comment(Action):
    """Write a comment on a ticket. Its owner, those who watch it and those you name with @id are told. You watch it
    from then on."""

    name: ClassVar[str] = "tracker.comment"
    receipt: ClassVar[type[Receipt]] = views.Filed

    ticket: str = Field(description=_TICKET)
    text: str = Field(description="The comment.", max_length=MOST_TEXT)

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.text))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        if not self.text.strip():
            raise Refused("empty", "the comment is empty: write something")
        return _tracker(office).comment(actor, self.ticket, self.text, causes)


class Link(Action):
    """Set two tickets in relation: one blocks the other, is blocked by it, relates to it or duplicates it."""

    name: ClassVar[str] = "tracker.link"
    receipt: ClassVar[type[Receipt]] = views.Filed

    ticket: str = Field(description=_TICKET)
    other: str = Field(description="Id of the other ticket.")
    relation: Literal["blocks", "blocked_by", "relates", "duplicates"] = Field(
        description='How `ticket` stands to `other`: "blocks" says that `ticket` must be closed first.'
    )

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        relation: Relation = self.relation
        return _tracker(office).link(actor, self.ticket, self.other, relation, causes)


class Watch(Action):
    """Be told from now on what happens with a ticket."""

    name: ClassVar[str] = "tracker.watch"
    receipt: ClassVar[type[Receipt]] = views.Filed

    ticket: str = Field(description=_TICKET)

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _tracker(office).watch(actor, self.ticket, True, causes)


class Unwatch(Action):
    """No longer be told what happens with a ticket. Its owner is told all the same."""

    name: ClassVar[str] = "tracker.unwatch"
    receipt: ClassVar[type[Receipt]] = views.Filed

    ticket: str = Field(description=_TICKET)

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _tracker(office).watch(actor, self.ticket, False, causes)


class Read(Action):
    """Read a ticket: its text, where it stands, its comments, its history, and the tickets it is linked to."""

    name: ClassVar[str] = "tracker.read"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.Sheet

    ticket: str = Field(description=_TICKET)

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _tracker(office).sheet(actor, self.ticket)


class ListTickets(Action):
    """List tickets, the most pressing first. All that you leave out, you leave open."""

    name: ClassVar[str] = "tracker.list"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.TicketList

    project: str = Field(default="", description='Key of the project, such as "OPS".')
    state: str = Field(default="", description='A state, or "open" for all that are not closed.')
    owner: str = Field(default="", description='Whose, by id; "nobody" for those without an owner.')
    text: str = Field(default="", description="Words that occur in the title or text.", max_length=200)
    overdue: bool = Field(default=False, description="Only those not closed by the time they were due.")
    limit: int = Field(default=30, description="At most so many.", ge=1, le=MOST_ROWS)

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        tracker = _tracker(office)
        found = tracker.visible(actor)
        if self.project:
            project = tracker.project_named(actor, self.project)
            found = [ticket for ticket in found if ticket.project is project]
        if self.state:
            found = tracker.in_state(actor, found, self.state, self.project)
        if self.owner:
            owner = None if self.owner.strip().casefold() == "nobody" else person_named(office, self.owner)
            found = [ticket for ticket in found if ticket.owner == owner]
        if self.text:
            wanted = self.text.casefold().split()
            found = [t for t in found if all(word in f"{t.title} {t.text}".casefold() for word in wanted)]
        if self.overdue:
            found = [ticket for ticket in found if tracker.is_overdue(ticket)]
        return tracker.rows(actor, found, self.limit)


class Board(Action):
    """See a project's tickets by their state."""

    name: ClassVar[str] = "tracker.board"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.BoardView

    project: str = Field(description='Key of the project, such as "OPS".')

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        tracker = _tracker(office)
        project = tracker.project_named(actor, self.project)
        inside = [ticket for ticket in tracker.visible(actor) if ticket.project is project]
        columns = tuple(
            views.Column(
                state=state, rows=tracker.rows(actor, [t for t in inside if t.state == state], len(inside)).tickets
            )
            for state in project.states
        )
        return views.BoardView(project=project.key, title=project.title, columns=columns)


class Assigned(Action):
    """List the open tickets somebody is to do."""

    name: ClassVar[str] = "tracker.assigned"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.TicketList

    person: str = Field(default="", description="Id of the person; you, if left out.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        tracker = _tracker(office)
        who = person_named(office, self.person) if self.person else actor
        found = [ticket for ticket in tracker.visible(actor) if ticket.owner == who and not ticket.closed]
        return tracker.rows(actor, found, MOST_ROWS)


class Search(Action):
    """Find tickets by words in their title, text or comments; the best first."""

    name: ClassVar[str] = "tracker.search"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.TicketList

    query: str = Field(description='Words that must all occur; "words in quotes" occur as they stand.', max_length=400)
    limit: int = Field(default=10, description="At most so many.", ge=1, le=50)

    def effort(self) -> Effort:
        return Effort(kind="search")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        if not has_words(self.query):
            raise Refused("empty", "say what to look for: a word or more")
        tracker = _tracker(office)
        hits = office.index.find(
            self.query, apps=("tracker",), limit=self.limit, readable=lambda app, ref: tracker.can_read(actor, ref)
        )
        rows = tuple(tracker.row(actor, tracker.ticket(hit.ref)) for hit in hits)
        return views.TicketList(tickets=rows, total=len(rows))


ALL: tuple[type[Action], ...] = (
    Open, Change, Comment, Link, Watch, Unwatch, Read, ListTickets, Board, Assigned, Search,
)  # fmt: skip
