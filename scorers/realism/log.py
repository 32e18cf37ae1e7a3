"""One run as a log of work: who wrote what to whom, who met, rang, worked on what and promised what.

All of it is read from the record once. What the seat does is in the log, and left out where a measure is about
coworkers; what stood there before the first morning is not in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Literal

from scorers.case import Case
from sim.calendar import is_working, working_day
from sim.record import Record
from sim.units import local_date, zone_of
from sim.vocabulary.background import WorkStretch
from sim.vocabulary.calendar import (
    MeetingAnswered,
    MeetingEnded,
    MeetingJoined,
    MeetingPlanned,
    MeetingSpoken,
    MeetingStarted,
)
from sim.vocabulary.calls import CallAnswered, CallRung, CallSaid
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.core import WORLD
from sim.vocabulary.mail import MailSent
from sim.vocabulary.world import CommitmentClosed, CommitmentMade

Medium = Literal["mail", "dm", "group", "channel", "call", "meeting"]


@dataclass(frozen=True, slots=True)
class Item:
    """Something said or written. ``place`` is the thread of a mail, else where it was said.

    ``to`` are the coworkers and the seat who got it; ``addressed`` those of them it was meant for, without copies.
    """

    serial: int
    at: int
    sender: str
    medium: Medium
    id: str
    place: str
    text: str
    to: tuple[str, ...]
    addressed: tuple[str, ...]
    reply_to: str | None = None
    to_outside: bool = False
    automatic: bool = False

    @property
    def from_outside(self) -> bool:
        """Whether nobody of the organisation wrote it."""
        return self.sender == WORLD

    @property
    def words(self) -> int:
        """How many words it has."""
        return len(self.text.split())


@dataclass(frozen=True, slots=True)
class Meeting:
    """A meeting that took place: when it was to begin, when it ended, who came when (the organiser's id first told)."""

    id: str
    organiser: str
    start: int
    end: int | None
    invited: tuple[str, ...]
    joined: tuple[tuple[str, int], ...]
    declined: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A call between two people. ``answered`` is the instant, or None."""

    id: str
    caller: str
    to: tuple[str, ...]
    way: str
    rung: int
    answered: int | None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Unbroken work of one person on one thing, and why it ended."""

    who: str
    task: str
    start: int
    end: int
    why: str


@dataclass(frozen=True, slots=True)
class Undertaking:
    """What a coworker promised, or by when they meant to be through with a piece of work (``task``)."""

    id: str
    by: str
    to: str
    task: str | None
    made: int
    due: int
    closed: int | None
    how: str | None


class Log:
    """One run. ``number`` tells it from the others that are read together."""

    def __init__(self, record: Record, number: int = 0, *, case: Case | None = None) -> None:
        """``case`` is the record as a case, where it has been read. Raises :class:`scorers.case.NotScorable` for a
        record that is no staged run."""
        self.number = number
        self.record = record
        self.case = case or Case.of(record)
        self.start, self.end = self.case.start, self.case.end
        self.seat = self.case.seat
        self.cast: frozenset[str] = frozenset(self.case.script.cast) - {self.seat}

    # --- people and time ---

    @cached_property
    def people(self) -> tuple[str, ...]:
        """The coworkers who are played, in the order of the organisation's file."""
        return tuple(who for who in self.case.people() if who in self.cast)

    @cached_property
    def days(self) -> Mapping[str, tuple[date, ...]]:
        """By coworker, the local dates on which they worked, leave and holidays left out."""
        return {who: tuple(self._days(who)) for who in self.people}

    def _days(self, who: str) -> Iterator[date]:
        calendar = self.case.calendar_of(who)
        day, last = local_date(self.start, calendar.zone), local_date(self.end, calendar.zone)
        while day <= last:
            if any(a < self.end and b > self.start for a, b in working_day(calendar, day)):
                yield day
            day += timedelta(days=1)

    @property
    def person_days(self) -> int:
        """Days worked by coworkers, one for each person and day."""
        return sum(map(len, self.days.values()))

    def works(self, who: str, at: int) -> bool:
        """Whether ``at`` is in the working time of ``who``."""
        return is_working(self.case.calendar_of(who), at)

    def weekday(self, who: str, at: int) -> int:
        """The local weekday (Monday is 0)."""
        return self.day(who, at).weekday()

    def day(self, who: str, at: int) -> date:
        """The local date."""
        return local_date(at, self.case.calendar_of(who).zone)

    def hour(self, who: str, at: int) -> int:
        """The local hour."""
        from datetime import datetime

        return datetime.fromtimestamp(at, zone_of(self.case.calendar_of(who).zone)).hour

    @cached_property
    def teams(self) -> Mapping[str, frozenset[str]]:
        """By coworker, the teams they are in."""
        return {who: frozenset(self.case.org.teams_of(who)) for who in self.people}

    # --- words ---

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """All that was said and written, in order."""
        kinds = (MessageSent, MailSent, CallSaid, MeetingSpoken)
        found = []
        for event in self.record.events(kinds, since=self.start):
            item = _item(event.serial, event.at, event.actor, event.body)
            if item is not None:
                found.append(item)
        return tuple(found)

    @cached_property
    def mails(self) -> tuple[Item, ...]:
        """All mail that somebody wrote."""
        return tuple(i for i in self.items if i.medium == "mail" and not i.automatic)

    @cached_property
    def chat(self) -> tuple[Item, ...]:
        """What coworkers wrote in chat."""
        return tuple(i for i in self.items if i.medium in ("dm", "group", "channel") and i.sender in self.cast)

    @cached_property
    def written(self) -> tuple[Item, ...]:
        """What coworkers wrote, in chat and mail."""
        kinds = ("dm", "group", "channel", "mail")
        return tuple(i for i in self.items if i.medium in kinds and i.sender in self.cast and not i.automatic)

    @cached_property
    def mail_by_id(self) -> Mapping[str, Item]:
        """Mail by its id, what stood there before the run not included."""
        return {mail.id: mail for mail in self.mails}

    # --- meetings and calls ---

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """Meetings that took place, in order."""
        plans = {body.meeting: (event.actor, body) for event, body in self.record.bodies(MeetingPlanned)}
        declined: dict[str, dict[str, bool]] = {}
        for event, answered in self.record.bodies(MeetingAnswered):
            declined.setdefault(answered.meeting, {})[event.actor] = answered.answer == "decline"
        joined: dict[str, list[tuple[str, int]]] = {}
        for event, came in self.record.bodies(MeetingJoined):
            joined.setdefault(came.meeting, []).append((event.actor, event.at))
        ended = {body.meeting: event.at for event, body in self.record.bodies(MeetingEnded)}
        found = []
        for event, body in self.record.bodies(MeetingStarted):
            series = body.meeting.partition(".")[0]
            organiser, plan = plans.get(series, ("", None))
            invited = () if plan is None else tuple(who for who in plan.to if who in self.cast)
            answers = {**declined.get(series, {}), **declined.get(body.meeting, {})}
            no = tuple(who for who in invited if answers.get(who, False))
            came_in = tuple(joined.get(body.meeting, ()))
            found.append(Meeting(body.meeting, organiser, event.at, ended.get(body.meeting), invited, came_in, no))
        return tuple(found)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Calls and walk-ups between coworkers, answered or not."""
        answered = {body.call: event.at for event, body in self.record.bodies(CallAnswered)}
        return tuple(
            Call(body.call, event.actor, body.to, body.way, event.at, answered.get(body.call))
            for event, body in self.record.bodies(CallRung)
            if event.actor in self.cast and all(who in self.cast for who in body.to)
        )

    # --- work and promises ---

    @cached_property
    def stretches(self) -> Mapping[str, tuple[Stretch, ...]]:
        """By coworker, their work, in order."""
        found: dict[str, list[Stretch]] = {}
        for event, body in self.record.bodies(WorkStretch):
            if event.actor in self.cast:
                found.setdefault(event.actor, []).append(
                    Stretch(event.actor, body.task, body.since, event.at, body.why)
                )
        return {who: tuple(stretches) for who, stretches in found.items()}

    @cached_property
    def undertakings(self) -> tuple[Undertaking, ...]:
        """What coworkers promised with a date, in order."""
        closed = {body.id: (event.at, body.how) for event, body in self.record.bodies(CommitmentClosed)}
        found = []
        for event, body in self.record.bodies(CommitmentMade):
            if event.actor in self.cast and body.due is not None:
                at, how = closed.get(body.id, (None, None))
                found.append(Undertaking(body.id, body.by, body.to, body.task, event.at, body.due, at, how))
        return tuple(found)


def _item(serial: int, at: int, sender: str, body: object) -> Item | None:
    if isinstance(body, MailSent):
        copied = {*body.cc, *body.bcc}
        addressed = tuple(who for who in body.to if who not in copied)
        return Item(
            serial, at, sender, "mail", body.id, body.thread, body.text, body.to, addressed,
            body.in_reply_to, bool(body.sent_outside), body.automatic,
        )  # fmt: skip
    if isinstance(body, MessageSent):
        medium: Medium = "channel" if body.place.startswith("#") else "dm" if body.place.startswith("dm:") else "group"
        addressed = body.mentions if medium == "channel" else body.to
        return Item(serial, at, sender, medium, body.id, body.place, body.text, body.to, addressed)
    if isinstance(body, CallSaid):
        return Item(serial, at, sender, "call", f"{body.call}:{serial}", body.call, body.text, body.to, body.to)
    if isinstance(body, MeetingSpoken):
        return Item(serial, at, sender, "meeting", f"{body.meeting}:{serial}", body.meeting, body.text, body.to, ())
    return None


def read(records: Sequence[Record]) -> tuple[Log, ...]:
    """The runs as logs. Raises :class:`scorers.case.NotScorable`."""
    return tuple(Log(record, number) for number, record in enumerate(records))
