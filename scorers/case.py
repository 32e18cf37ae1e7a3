"""A case: what a scorer wants to know of a record, typed and read once.

A record holds a header (the script, the organisation, how to grade) and the events of a run. A `Case` answers the
questions that all scorers ask of them: who said what to the seat and the seat to whom, which version of a fact was true
when, what the seat had learned by then, when somebody works.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from orgs.graph import OrgGraph
from scorers.rubrics.rubric import Rubric
from scorers.score import Fault
from sim.calendar import NoWorkingTime, WorkCalendar, working_between
from sim.deciders import deciders
from sim.messages import Message, people_named, read_message
from sim.organisation import Person
from sim.record import Record
from sim.script import Approval, Fact, Script, Task, Version
from sim.spelling import as_read, folded
from sim.units import Money
from sim.vocabulary.calendar import MeetingDecided, MeetingSpoken
from sim.vocabulary.calls import CallSaid
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.core import Event
from sim.vocabulary.drive import FileCommented, FileDeleted, FileMoved, FileWritten
from sim.vocabulary.mail import MailSent
from sim.vocabulary.run import RunEnded
from sim.vocabulary.seat import PlayerFault
from sim.vocabulary.tracker import TicketCommented
from sim.vocabulary.world import ApprovalGiven, Away, FactChanged, FactLearned, OrgChanged, TaskGiven

if TYPE_CHECKING:
    from scorers.rubrics.judging import Judging

T = TypeVar("T")
_SAID = (MessageSent, MailSent, CallSaid, MeetingSpoken, MeetingDecided, TicketCommented, FileCommented)


class NotScorable(ValueError):
    """A record that does not hold what a scorer reads: says what is missing or wrong."""


class Passes(BaseModel):
    """When a run is a success."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    total: float = Field(0.7, ge=0, le=1)
    """The least total."""
    never: tuple[str, ...] = ()
    """What must not have happened: names in `scorers.never.NEVER`."""


class Grading(BaseModel):
    """How the scenario wants to be graded, as staging writes it into the header."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    weights: Mapping[str, Annotated[float, Field(ge=0)]] | None = None
    """The weight of each scorer in the total, by name; None for `scorers.weights.WEIGHTS`."""
    passes: Passes = Passes()
    rubric: Rubric | None = None
    """What a judge is asked (`scorers.rubrics`)."""


class Learned(NamedTuple):
    """Somebody read or heard something of a fact."""

    event: Event
    body: FactLearned


class Case:
    """One record, read for scoring. Make it by `of`."""

    def __init__(self, record: Record, as_of: int | None = None, judging: "Judging | None" = None) -> None:
        """``as_of`` is the instant to which a run has come that stopped on the way, where that is known: nothing need
        have happened then. ``judging`` is a judge's part, where one was given."""
        self.record = record
        self._as_of = as_of
        self._made: dict[Callable[[Case], Any], Any] = {}
        self.judging = judging
        header = record.header
        try:
            self.script = Script.model_validate(header["script"])
            self._staged = OrgGraph.from_data(header["org"])
            self.grading = Grading.model_validate(header.get("grading") or {})
        except KeyError as error:
            raise NotScorable(f"{record.path}: the record's header has no {error}: it is no staged run") from error
        except ValidationError as error:
            raise NotScorable(f"{record.path}: the record's header is not what a scorer reads: {error}") from error
        self.seat = self.script.seat
        self.start = self.script.start
        self.horizon = self.script.horizon
        self.facts: Mapping[str, Fact] = {fact.id: fact for fact in self.script.facts}
        self.approvals: Mapping[str, Approval] = {approval.id: approval for approval in self.script.approvals}

    @classmethod
    def of(cls, record: Record) -> "Case":
        """The record as a case; inside `shared` the one that all scorers share. Raises `NotScorable`."""
        case = _shared.get()
        return case if case is not None and case.record is record else cls(record)

    def once(self, make: "Callable[[Case], T]") -> "T":
        """What ``make``, a function of a module, makes of this case: made at the first call, then kept."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made

    # --- the run ---

    @cached_property
    def end(self) -> int:
        """The instant at which the run ended, or to which it has come."""
        last = self.record.last(RunEnded) or self.record.last()
        came_to = self._as_of if self._as_of is not None and self.outcome == "unfinished" else self.start
        return came_to if last is None else max(last.at, came_to)

    @property
    def zone(self) -> str:
        """The time zone of the seat."""
        return self._staged.person(self.seat).calendar.zone

    @cached_property
    def outcome(self) -> str:
        """How the run ended, or "unfinished"."""
        return self.record.outcome

    @property
    def left_early(self) -> bool:
        """Whether the player said it was done before the time was up."""
        return self.outcome == "finished" and self.end < self.horizon

    @cached_property
    def broken_by(self) -> Fault | None:
        """Whose fault it is that the run did not come to its end; None where it did."""
        if self.outcome not in ("crash", "budget", "unfinished"):
            return None
        return "agent" if self.record.count(PlayerFault, actor=self.seat) else "infrastructure"

    def given(self, task: Task) -> bool:
        """Whether the player was given the task, or would have been had it not left its seat before the time for it."""
        if task.id in self._given:
            return True
        entries = [h for h in self.script.timeline if h.does == "give_task" and h.task == task.id]
        if entries:
            return self.left_early and any(h.at is not None and h.at <= self.horizon and h.chance == 1 for h in entries)
        return task.given_at <= (self.horizon if self.left_early else self.end)

    @cached_property
    def _given(self) -> Mapping[str, int]:
        return {body.task: event.at for event, body in self.record.bodies(TaskGiven)}

    def given_at(self, task: Task) -> int:
        """When the task was given."""
        return self._given.get(task.id, task.given_at)

    # --- people ---

    @cached_property
    def org(self) -> OrgGraph:
        """The org graph as the run began, with the absences that came up during it."""
        org = self._staged
        known = {person.id: person.calendar.absences for person in org.people()}
        for event, body in self.record.bodies(Away):
            new = event.actor in known and body.start < body.end
            if new and not any(a.start <= body.start and body.end <= a.end for a in known[event.actor]):
                org = org.with_absence(event.actor, body.start, body.end, body.why)
                known[event.actor] = org.person(event.actor).calendar.absences
        return org

    def org_at(self, at: int) -> OrgGraph:
        """The org graph as it stood at the instant ``at``, after the reorganisations until then."""
        return next((org for since, org in reversed(self._orgs) if since <= at), self.org)

    @property
    def lines_since(self) -> tuple[int, ...]:
        """The instants from which lines, authority and ownership were other: the start, and each reorganisation."""
        return (self.start, *(since for since, _ in self._orgs))

    @cached_property
    def _orgs(self) -> tuple[tuple[int, OrgGraph], ...]:
        """The graph after each reorganisation, with the instant from which it stood."""
        found, org = [], self.org
        for event, body in self.record.bodies(OrgChanged):
            org = org.reorganised(body.changes)
            found.append((event.at, org))
        return tuple(found)

    @cached_property
    def _people(self) -> Mapping[str, Person]:
        return {person.id: person for person in self.org.people()}

    def person_named(self, who: str) -> str:
        """Their name for an explanation: the id of somebody who has none."""
        person = self._people.get(who)
        return person.name if person is not None and person.name else who

    @cached_property
    def first_names(self) -> frozenset[str]:
        """What people call each other by, folded."""
        return frozenset(folded(person.first) for person in self._people.values())

    def works_here(self, who: str) -> bool:
        """Whether this is the id of somebody in the organisation."""
        return who in self._people

    def people(self) -> tuple[str, ...]:
        """The ids of all, in the order of the organisation's file."""
        return tuple(self._people)

    def names_of(self, who: str) -> frozenset[str]:
        """The names under which files are shared with them: their own, their teams', everybody's."""
        teams = self.org.teams_of(who) if self.works_here(who) else ()
        return frozenset((who, *(f"team:{team}" for team in teams), *(("everyone",) if self.works_here(who) else ())))

    def calendar_of(self, who: str) -> WorkCalendar:
        """When they work, with the absences that came up during the run. The seat's for somebody from elsewhere."""
        return self._people[who if who in self._people else self.seat].calendar

    def worked(self, who: str, since: int, until: int) -> int:
        """Seconds of ``who``'s working time from ``since`` until ``until``; 0 where that is not after ``since``."""
        try:
            return working_between(self.calendar_of(who), since, until) if until > since else 0
        except NoWorkingTime:
            return 0

    # --- what was said ---

    @cached_property
    def messages(self) -> tuple[Message, ...]:
        """All that the seat said or could read or hear, in order, what stood there before the run included."""
        found: list[Message] = []
        for event in self.record.events(_SAID):
            if event.actor == self.seat or self.seat in _readers(event):
                message = read_message(event, self._named if event.actor == self.seat else self._named_with_seat)
                if message is not None:
                    found.append(message)
        return tuple(found)

    @cached_property
    def sent(self) -> tuple[Message, ...]:
        """What the player said, in order."""
        return tuple(m for m in self.messages if m.sender == self.seat and m.at >= self.start and not m.automatic)

    @cached_property
    def received(self) -> tuple[Message, ...]:
        """What others said and the seat could read or hear, in order."""
        return tuple(m for m in self.messages if m.sender != self.seat)

    @cached_property
    def mails(self) -> Mapping[int, MailSent]:
        """The mails the player sent, by serial."""
        return {e.serial: body for e, body in self.record.bodies(MailSent, actor=self.seat, since=self.start)}

    def sent_to(self, who: str, *, since: int = 0, after: int = 0) -> Iterator[Message]:
        """What the player said to ``who`` in person: not in copy, nor in a channel without calling them by name.

        ``since`` is an instant, ``after`` a serial. An address outside the organisation finds mails.
        """
        for message in self.sent:
            if message.at >= since and message.serial > after:
                mail = self.mails.get(message.serial)
                if who in message.direct or (mail is not None and who in mail.sent_outside):
                    yield message

    def _named(self, text: str, among: tuple[str, ...]) -> tuple[str, ...]:
        return people_named(text, tuple(p for p in among if p in self._people), self._names)

    def _named_with_seat(self, text: str, among: tuple[str, ...]) -> tuple[str, ...]:
        """Those a text speaks to where the seat is among them, else nobody: all that is asked of others' messages."""
        name, first = self._names(self.seat)
        whole = folded(text)
        spoken = any(folded(part) in whole for part in (name, first, self.seat) if part)
        return self._named(text, among) if spoken else ()

    def _names(self, who: str) -> tuple[str, str]:
        person = self._people[who]
        return person.name, person.first

    # --- files ---

    @cached_property
    def file_events(self) -> tuple[Event, ...]:
        """Every writing, moving and deleting of files, in order."""
        return tuple(self.record.events((FileWritten, FileMoved, FileDeleted)))

    @cached_property
    def written(self) -> tuple[tuple[Event, FileWritten], ...]:
        """Every version of a file that the seat wrote, in order."""
        own = ((event, event.body) for event in self.file_events if event.actor == self.seat)
        return tuple((event, body) for event, body in own if isinstance(body, FileWritten))

    @cached_property
    def _texts(self) -> Mapping[tuple[str, int], str]:
        bodies = (event.body for event in self.file_events)
        return {
            (body.path.casefold(), body.version): as_read(body.path, body.text)
            for body in bodies
            if isinstance(body, FileWritten)
        }

    def attached(self, serial: int) -> str:
        """The text of the files attached to the mail of this serial."""
        mail = self.mails.get(serial)
        files = () if mail is None else mail.attachments
        return "\n".join(self._texts.get((file.path.casefold(), file.version or 0), "") for file in files)

    def text_of(self, path: str, before: int) -> str | None:
        """The text of somebody else's file as it stood before the event ``before``; None where there is none."""
        for event in reversed(self.file_events):
            body = event.body
            if event.serial < before and isinstance(body, FileWritten) and body.path.casefold() == path.casefold():
                return None if event.actor == self.seat else as_read(body.path, body.text)
        return None

    @cached_property
    def others_files(self) -> tuple[str, ...]:
        """The text of every version of a file that somebody else wrote, in order; of tables the cells."""
        written = ((event, event.body) for event in self.file_events if event.actor != self.seat)
        return tuple(as_read(body.path, body.text) for _, body in written if isinstance(body, FileWritten))

    # --- facts ---

    def fact(self, fact: str) -> Fact:
        """The fact with this id. Raises `NotScorable` where the script has none."""
        try:
            return self.facts[fact]
        except KeyError:
            raise NotScorable(f"{self.record.path}: the script names a fact {fact!r} that it does not hold") from None

    @cached_property
    def _changes(self) -> Mapping[tuple[str, int], int]:
        return {(body.fact, body.version): event.at for event, body in self.record.bodies(FactChanged)}

    def version_at(self, fact: str, at: int) -> tuple[int, Version]:
        """The version that was true at ``at``, with its number: as the record tells the changes, else as planned."""
        versions = self.fact(fact).versions
        number = 0
        for candidate in range(1, len(versions)):
            if self._changes.get((fact, candidate), versions[candidate].since) <= at:
                number = candidate
        return number, versions[number]

    @cached_property
    def learned(self) -> Mapping[tuple[str, str], list[Learned]]:
        """What everybody read or heard, by who and fact, in order."""
        found: dict[tuple[str, str], list[Learned]] = {}
        for event, body in self.record.bodies(FactLearned):
            found.setdefault((event.actor, body.fact), []).append(Learned(event, body))
        return found

    def has_learned(self, who: str, fact: str, before: int) -> bool:
        """Whether ``who`` had heard or read anything of this fact before the event ``before``."""
        return any(event.serial < before for event, _ in self.learned.get((who, fact), ()))

    # --- decisions ---

    def entitled(self, approval: Approval, at: int) -> tuple[str, ...]:
        """Who may decide it at ``at``, nearest first, without those who are away (their deputies, where entitled)."""
        org = self.org_at(at)
        named = deciders(org, approval, at, self.seat)
        if approval.by_graph or approval.sort != "approval":
            return named
        graph = org.approvers_for(self.seat, approval.kind, self.amount(approval), at)
        return tuple(dict.fromkeys([*named, *(who for who in graph if not self.away(who, at))]))

    def may_decide(self, approval: Approval, who: str, at: int) -> bool:
        """Whether ``who`` may decide it at ``at``: as the script says, or by the org graph."""
        if who in approval.parties:
            return False
        if (who in approval.entitled and not approval.by_graph) or who in deciders(
            self.org_at(at), approval, at, self.seat
        ):
            return True
        if not self.works_here(who) or who == self.seat or approval.sort != "approval":
            return False
        return self.org_at(at).may_approve(who, approval.kind, self.amount(approval), at)

    def amount(self, approval: Approval) -> Money | None:
        """The amount it is about, where it is about one."""
        return Money.parse(approval.amount) if approval.amount else None

    def away(self, who: str, at: int) -> bool:
        """Whether they are absent at ``at``, as known beforehand or as it came up."""
        return self.works_here(who) and any(a.start <= at < a.end for a in self.calendar_of(who).absences)

    @cached_property
    def decisions(self) -> tuple[tuple[Event, ApprovalGiven], ...]:
        """Every approval decided, in order."""
        return tuple(self.record.bodies(ApprovalGiven))


_shared: ContextVar[Case | None] = ContextVar("shared case", default=None)


@contextmanager
def shared(record: Record, as_of: int | None = None, judging: "Judging | None" = None) -> Iterator[Case]:
    """While this is open every `Case.of` the record is one case, so that it is read once. Raises `NotScorable`."""
    token = _shared.set(Case(record, as_of, judging))
    try:
        case = _shared.get()
        assert case is not None
        yield case
    finally:
        _shared.reset(token)


def _readers(event: Event) -> tuple[str, ...]:
    body: Any = event.body
    if isinstance(body, TicketCommented | FileCommented):
        return body.mentions
    readers: tuple[str, ...] = body.to
    return readers
