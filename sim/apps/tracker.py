"""The tracker: tickets in projects, who is to do them, by when, and how they go.

What can be done is in ``sim.apps.tracker_actions``; here is how it stands, and the rules the actions share.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from sim.actions import Action, Refused, clip
from sim.apps import clocks, tracker_actions
from sim.apps import tracker_views as views
from sim.apps.people import Mentions, mentions, people_named, person_named
from sim.apps.tickets import RANK, Note, Project, Step, Ticket, Tickets
from sim.misspelling import did_you_mean, suggest
from sim.office import App, Notice, NoticeKind
from sim.vocabulary.core import WORLD
from sim.vocabulary.tracker import (
    FieldChange,
    ProjectOpened,
    Relation,
    TicketChanged,
    TicketCommented,
    TicketField,
    TicketLinked,
    TicketOpened,
    TicketWatched,
)

if TYPE_CHECKING:
    from sim.office import Office

STATES = ("to do", "in progress", "done")
"""Of a project that names none."""


Value = str | int | None
"""Of a field of a ticket: text, an instant, or nothing."""


class Tracker(App):
    """The state of the tracker, and the rules that its actions share."""

    name: ClassVar[str] = "tracker"
    actions: ClassVar[tuple[type[Action], ...]] = tracker_actions.ALL

    def __init__(self, office: "Office") -> None:
        super().__init__(office)
        self.tickets = Tickets()

    # -- for the engine and for other apps --------------------------------------------------------------------------

    def open_project(self, key: str, title: str, states: Sequence[str] = (), members: Sequence[str] = ()) -> str:
        """A new project, before anything happens in it; gives its key.

        A ticket begins in the first of ``states`` and is closed by the last. Where there are ``members`` (ids, or
        "team:finance"), nobody else sees its tickets. Raises ``ValueError`` for a key or states that cannot be, and
        :class:`~sim.actions.Refused` for members that are not here.
        """
        wanted = key.strip().upper()
        if not re.fullmatch(r"[A-Z][A-Z0-9]{0,9}", wanted):
            raise ValueError(f"a project cannot have the key {key!r}: write 1 to 10 letters and figures, such as OPS")
        if any(wanted == project.key for project in self.tickets.projects()):
            raise ValueError(f"there is a project {wanted} already")
        order = tuple(state.strip() for state in states) or STATES
        if len(order) < 2 or len({state.casefold() for state in order}) != len(order) or not all(order):
            raise ValueError(f"project {wanted} needs two states or more, each once: {list(states)}")
        project = Project(wanted, title or wanted, order, people_named(self.office, members))
        self.tickets.add_project(project)
        body = ProjectOpened(
            key=wanted, to=project.members or None, title=project.title, states=order, members=project.members
        )
        self.office.emit(body, WORLD)
        return wanted

    def ticket(self, ticket: str) -> Ticket:
        """The ticket with this id. Raises ``KeyError``."""
        return self.tickets.ticket(ticket)

    def can_read(self, who: str, ref: str) -> bool:
        return _sees(who, self.tickets.ticket(ref).project)

    # -- for the actions of the tracker. All raise Refused. ---------------------------------------------------------

    def open(self, actor: str, wanted: tracker_actions.Open, causes: Sequence[int]) -> views.Filed:
        """A new ticket."""
        office = self.office
        project = self.project_named(actor, wanted.project)
        title = " ".join(wanted.title.split())
        if not title:
            raise Refused("empty", "a ticket needs a title")
        owner = self._member(project, wanted.owner) if wanted.owner.strip() else None
        watchers = [self._member(project, who) for who in people_named(office, wanted.watchers)]
        due = clocks.deadline(office, actor, wanted.due) if wanted.due.strip() else None
        called = self._called(actor, project, wanted.text)
        number = project.opened + 1
        ticket = Ticket(
            id=f"{project.key}-{number}",
            project=project,
            number=number,
            title=title,
            text=wanted.text,
            opener=actor,
            opened=office.now,
            state=project.states[0],
            owner=owner,
            priority=wanted.priority,
            due=due,
            watchers=dict.fromkeys((actor, *watchers)),
        )
        self.tickets.add(ticket)
        self._index(ticket)
        body = TicketOpened(
            ticket=ticket.id,
            to=self._others(actor, ticket),
            project=project.key,
            title=title,
            text=wanted.text,
            state=ticket.state,
            owner=owner,
            priority=wanted.priority,
            due=due,
            watchers=tuple(ticket.watchers),
            mentions=called.people,
        )
        serial = office.emit(body, actor, causes).serial
        self._tell(serial, ticket, actor, called.people, lambda who: _opened(ticket, who))
        return self._filed(actor, ticket, called)

    def change(self, actor: str, wanted: tracker_actions.Change, causes: Sequence[int]) -> views.Filed:
        """Fields of a ticket get new values; those that have them already do not count."""
        ticket = self.known(actor, wanted.ticket)
        new = self._wanted(actor, ticket, wanted)
        if not new:
            raise Refused("bad_argument", "say what shall change: state, owner, priority, due, title or text")
        old: dict[TicketField, str | None] = {name: _spelled(getattr(ticket, name)) for name in new}
        changes = tuple(
            FieldChange(field=name, old=old[name], new=_spelled(value))
            for name, value in new.items()
            if old[name] != _spelled(value)
        )
        if not changes:
            raise Refused("already_so", f"{ticket.id} is so already: " + ", ".join(f"{n} {old[n]}" for n in new))
        called = self._called(actor, ticket.project, f"{wanted.note} {wanted.text or ''}")
        before = ticket.concerns()
        for change in changes:
            setattr(ticket, change.field, new[change.field])
            ticket.steps.append(Step(self.office.now, actor, change.field, change.old, change.new))
        self._index(ticket)
        body = TicketChanged(
            ticket=ticket.id,
            to=self._others(actor, ticket),
            changes=changes,
            note=wanted.note,
            mentions=called.people,
        )
        serial = self.office.emit(body, actor, causes).serial

        def gist(who: str) -> str:
            said = ", ".join(self._said(who, change.field, change.new) for change in changes)
            return f"{ticket.id} {ticket.title}: {said}" + (f": {wanted.note}" if wanted.note else "")

        self._tell(serial, ticket, actor, called.people, gist, also=before)
        return self._filed(actor, ticket, called)

    def comment(self, actor: str, written: str, text: str, causes: Sequence[int]) -> views.Filed:
        """A remark on a ticket; its author watches the ticket from then on."""
        ticket = self.known(actor, written)
        called = self._called(actor, ticket.project, text)
        before = {note.author for note in ticket.notes}
        note = Note(f"{ticket.id}#{len(ticket.notes) + 1}", actor, self.office.now, text)
        ticket.notes.append(note)
        ticket.watchers[actor] = None
        self._index(ticket)
        body = TicketCommented(
            ticket=ticket.id, to=self._others(actor, ticket), comment=note.id, text=text, mentions=called.people
        )
        serial = self.office.emit(body, actor, causes).serial
        for who in dict.fromkeys((*called.people, *ticket.concerns())):
            kind: NoticeKind = "mention" if who in called.people else "reply" if who in before else "message"
            self._notify(serial, who, ticket, actor, kind, text)
        return self._filed(actor, ticket, called, note.id)

    def link(self, actor: str, written: str, to: str, relation: Relation, causes: Sequence[int]) -> views.Filed:
        """Set two tickets in relation."""
        ticket, other = self.known(actor, written), self.known(actor, to)
        if ticket is other:
            raise Refused("bad_argument", f"{ticket.id} cannot be linked to itself")
        if (relation, other.id) in ticket.links:
            raise Refused("already_so", f"{ticket.id} {relation} {other.id} already")
        first, second = (other, ticket) if relation == "blocked_by" else (ticket, other)
        if relation in ("blocks", "blocked_by") and self.tickets.blocks(second, first):
            raise Refused("bad_argument", f"{second.id} blocks {first.id}: neither could ever be closed first")
        self.tickets.link(ticket, relation, other)
        body = TicketLinked(ticket=ticket.id, to=self._others(actor, ticket), other=other.id, relation=relation)
        serial = self.office.emit(body, actor, causes).serial
        for who in dict.fromkeys((*ticket.concerns(), *other.concerns())):
            if _sees(who, ticket.project) and _sees(who, other.project):
                self._notify(serial, who, ticket, actor, "change", f"{ticket.id} {relation} {other.id} {other.title}")
        return self._filed(actor, ticket)

    def watch(self, actor: str, written: str, watching: bool, causes: Sequence[int]) -> views.Filed:
        """Begin or stop to be told."""
        ticket = self.known(actor, written)
        if (actor in ticket.watchers) == watching:
            raise Refused("already_so", f"you are {'watching' if watching else 'not watching'} {ticket.id} already")
        if watching:
            ticket.watchers[actor] = None
        else:
            del ticket.watchers[actor]
        body = TicketWatched(ticket=ticket.id, to=self._others(actor, ticket), watching=watching)
        self.office.emit(body, actor, causes)
        return self._filed(actor, ticket)

    def sheet(self, actor: str, written: str) -> views.Sheet:
        """A ticket with everything on it."""
        ticket = self.known(actor, written)
        shown = [(relation, self.tickets.ticket(ref)) for relation, ref in ticket.links]
        return views.Sheet(
            ticket=ticket.id,
            project=ticket.project.key,
            title=ticket.title,
            text=ticket.text,
            state=ticket.state,
            states=ticket.project.states,
            owner=ticket.owner,
            priority=ticket.priority,
            due=self._when(actor, ticket.due),
            overdue=self.is_overdue(ticket),
            opened_by=ticket.opener,
            opened=clocks.shown(self.office, actor, ticket.opened),
            watchers=tuple(ticket.watchers),
            links=tuple(
                views.Linked(relation=relation, ticket=other.id, title=other.title, state=other.state)
                for relation, other in shown
                if _sees(actor, other.project)
            ),
            comments=tuple(
                views.Remark(id=n.id, who=n.author, when=clocks.shown(self.office, actor, n.at), text=n.text)
                for n in ticket.notes
            ),
            history=tuple(
                views.Changed(
                    when=clocks.shown(self.office, actor, step.at),
                    who=step.who,
                    field=step.field,
                    old=self._value(actor, step.field, step.old),
                    new=self._value(actor, step.field, step.new),
                )
                for step in ticket.steps
            ),
        )

    def visible(self, actor: str) -> list[Ticket]:
        """Every ticket ``actor`` may see, in the order of their opening."""
        return [ticket for ticket in self.tickets.tickets() if _sees(actor, ticket.project)]

    def in_state(self, actor: str, found: Iterable[Ticket], written: str, project: str) -> list[Ticket]:
        """Those in a state, by its name in any case; "open" means all that are not closed."""
        wanted = written.strip().casefold()
        asked = [self.project_named(actor, project)] if project else self._projects(actor)
        known = {state.casefold(): state for one in asked for state in one.states}
        if wanted not in known and wanted != "open":
            hint = did_you_mean(written, known.values())
            raise Refused("no_such_thing", f"no ticket can be {written!r}. {hint}".rstrip())
        if wanted == "open":
            return [ticket for ticket in found if not ticket.closed]
        return [ticket for ticket in found if ticket.state.casefold() == wanted]

    def is_overdue(self, ticket: Ticket) -> bool:
        """Whether it is not closed and was due."""
        return not ticket.closed and ticket.due is not None and ticket.due < self.office.now

    def row(self, actor: str, ticket: Ticket) -> views.Row:
        """A ticket on one line."""
        return views.Row(
            ticket=ticket.id,
            title=ticket.title,
            state=ticket.state,
            owner=ticket.owner,
            priority=ticket.priority,
            due=self._when(actor, ticket.due),
            overdue=self.is_overdue(ticket),
        )

    def rows(self, actor: str, found: Sequence[Ticket], limit: int) -> views.TicketList:
        """The most pressing of these: by priority, then by what is due first, then as they were opened."""
        order = sorted(found, key=lambda t: (RANK[t.priority], t.due is None, t.due or 0))
        return views.TicketList(tickets=tuple(self.row(actor, ticket) for ticket in order[:limit]), total=len(order))

    def project_named(self, actor: str, written: str) -> Project:
        """The project with this key, where ``actor`` sees it."""
        key = written.strip().upper()
        mine = {project.key: project for project in self._projects(actor)}
        if key in mine:
            return mine[key]
        if any(key == project.key for project in self.tickets.projects()):
            raise Refused("not_a_member", f"you are not a member of project {key}: ask {self._a_member(key)} for it")
        raise Refused("no_such_place", f"there is no project {written!r}. {did_you_mean(key, mine)}".rstrip())

    def known(self, actor: str, written: str) -> Ticket:
        """The ticket with this id, where ``actor`` sees it."""
        ref = written.strip().removeprefix("#").upper()
        try:
            ticket = self.tickets.ticket(ref)
        except KeyError:
            raise Refused("no_such_thing", f"there is no ticket {written!r}; {self._instead(actor, ref)}") from None
        if not _sees(actor, ticket.project):
            key = ticket.project.key
            raise Refused("not_a_member", f"{ref} is for the members of {key}: ask {self._a_member(key)}")
        return ticket

    # -- inside -----------------------------------------------------------------------------------------------------

    def _projects(self, actor: str) -> list[Project]:
        return [project for project in self.tickets.projects() if _sees(actor, project)]

    def _instead(self, actor: str, ref: str) -> str:
        """What may have been meant by the id of no ticket."""
        mine = {project.key: project for project in self._projects(actor)}
        project = mine.get(ref.partition("-")[0])
        if project is not None and project.opened:
            return f"{project.key} has {project.key}-1 to {project.key}-{project.opened}"
        near = suggest(ref, [ticket.id for ticket in self.visible(actor)])
        return f"did you mean {near!r}?" if near else "tracker.list shows what there is"

    def _a_member(self, key: str) -> str:
        return self.tickets.project(key).members[0]

    def _member(self, project: Project, written: str) -> str:
        who = person_named(self.office, written)
        if not _sees(who, project):
            members = ", ".join(project.members)
            raise Refused("not_a_member", f"{who} is not a member of project {project.key}, which is for {members}")
        return who

    def _wanted(self, actor: str, ticket: Ticket, wanted: tracker_actions.Change) -> dict[TicketField, Value]:
        """The fields that are given, with their checked values."""
        new: dict[TicketField, Value] = {}
        if wanted.state is not None:
            states = {state.casefold(): state for state in ticket.project.states}
            if wanted.state.strip().casefold() not in states:
                known = ", ".join(ticket.project.states)
                raise Refused("bad_argument", f"{wanted.state!r} is no state of {ticket.project.key}: it has {known}")
            new["state"] = states[wanted.state.strip().casefold()]
        if wanted.owner is not None:
            new["owner"] = self._member(ticket.project, wanted.owner) if wanted.owner.strip() else None
        if wanted.priority is not None:
            new["priority"] = wanted.priority
        if wanted.due is not None:
            new["due"] = clocks.deadline(self.office, actor, wanted.due) if wanted.due.strip() else None
        if wanted.title is not None:
            new["title"] = " ".join(wanted.title.split())
            if not new["title"]:
                raise Refused("empty", "a ticket needs a title")
        if wanted.text is not None:
            new["text"] = wanted.text
        return new

    def _called(self, actor: str, project: Project, text: str) -> Mentions:
        """Who is called in a text, besides its author."""
        people = self.office.org.people()
        found = mentions(text, [person for person in people if _sees(person.id, project)], people)
        return found._replace(people=tuple(who for who in found.people if who != actor))

    def _others(self, actor: str, ticket: Ticket) -> tuple[str, ...] | None:
        members = ticket.project.members
        return tuple(who for who in members if who != actor) if members else None

    def _index(self, ticket: Ticket) -> None:
        text = "\n".join((ticket.text, *(note.text for note in ticket.notes)))
        self.office.index.put(self.name, ticket.id, f"{ticket.id} {ticket.title}", text, self.office.now)

    def _notify(self, serial: int, who: str, ticket: Ticket, sender: str, kind: NoticeKind, gist: str) -> None:
        urgent = ticket.priority == "urgent"
        place = ticket.project.key
        self.office.notify(
            Notice(serial, self.office.now, who, self.name, kind, ticket.id, place, sender, clip(gist), urgent=urgent)
        )

    def _tell(
        self,
        serial: int,
        ticket: Ticket,
        actor: str,
        called: Sequence[str],
        gist: Callable[[str], str],
        also: Sequence[str] = (),
    ) -> None:
        for who in dict.fromkeys((*called, *ticket.concerns(), *also)):
            self._notify(serial, who, ticket, actor, "mention" if who in called else "change", gist(who))

    def _filed(
        self, actor: str, ticket: Ticket, called: Mentions | None = None, comment: str | None = None
    ) -> views.Filed:
        called = called or Mentions()
        return views.Filed(
            ticket=ticket.id,
            state=ticket.state,
            owner=ticket.owner,
            due=self._when(actor, ticket.due),
            comment=comment,
            blocked_by=self.tickets.open_blockers(ticket),
            mentions=called.people,
            ambiguous=called.ambiguous,
            not_here=called.elsewhere,
        )

    def _when(self, reader: str, at: int | None) -> str | None:
        return None if at is None else clocks.shown(self.office, reader, at)

    def _value(self, reader: str, field: TicketField, value: str | None) -> str | None:
        return self._when(reader, int(value)) if field == "due" and value is not None else value

    def _said(self, reader: str, field: TicketField, value: str | None) -> str:
        if field == "text":
            return "the text is new"
        return f"{field} {self._value(reader, field, value) or 'none'}"


def _sees(who: str, project: Project) -> bool:
    return not project.members or who in project.members


def _spelled(value: Value) -> str | None:
    return None if value is None else str(value)


def _opened(ticket: Ticket, who: str) -> str:
    return f"{ticket.id} {ticket.title}" + (" (for you)" if who == ticket.owner else "")
