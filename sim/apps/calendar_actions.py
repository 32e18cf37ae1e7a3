"""What can be done in the calendar: inviting people, answering, moving, looking. What is done in a meeting is in
``sim.apps.sittings``.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from pydantic import Field

from sim.actions import Action, Effort, Receipt, Refused, words_in
from sim.apps import clocks
from sim.apps.calendar_views import Days, Planned, Sheet, Slots
from sim.apps.diary import MOST_OCCURRENCES
from sim.apps.people import person_named
from sim.vocabulary.calendar import Answer, Repeats

if TYPE_CHECKING:
    from sim.apps.calendar import Calendar
    from sim.office import Office

MOST_DAYS = 31

_TIME = 'your local time ("2026-03-05 14:00", "fri 14:00") or one with its offset ("2026-03-05T14:00+01:00")'


def _calendar(office: "Office") -> "Calendar":
    return cast("Calendar", office.app_named("calendar"))


class Invite(Action):
    """Invite people to a meeting, once or as a series. They are told at once; you are told how they answer."""

    name: ClassVar[str] = "calendar.invite"
    receipt: ClassVar[type[Receipt]] = Planned

    title: str = Field(description="What it is about, in a few words.", max_length=200)
    start: str = Field(description=f"When it begins: {_TIME}.")
    minutes: int = Field(description="How long it lasts.", ge=5, le=600)
    people: tuple[str, ...] = Field(description='Ids of those you invite; "team:finance" for a team. Not yourself.')
    agenda: str = Field("", description="What is to be talked about and prepared.")
    place: str = Field("", description="A room or a link.", max_length=200)
    repeats: Repeats = Field("none", description="How it comes back, at the same time of day in your zone.")
    until: str = Field("", description="The last day of a series: 2026-06-30. A series needs this or a count.")
    count: int | None = Field(None, description="How many meetings a series has.", ge=2, le=MOST_OCCURRENCES)

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(f"{self.title} {self.agenda} {self.place}"))

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _calendar(office).invite(actor, self, causes)


class AnswerInvitation(Action):
    """Answer an invitation: accept, decline, tentative, or propose another time."""

    name: ClassVar[str] = "calendar.answer"

    meeting: str = Field(description='The meeting: "mtg3", one of a series "mtg3.2"; "mtg3" answers all of a series.')
    answer: Answer = Field(description="What you answer.")
    note: str = Field("", description="A word to the organiser.", max_length=2000)
    proposed_start: str = Field("", description=f'With "propose": {_TIME}.')
    delegate: str = Field("", description='With "decline": id of who comes in your place. They are invited.')

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.note)) if self.note else Effort()

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _calendar(office).answer(actor, self, causes)


class MoveMeeting(Action):
    """Move a meeting you called, one of a series or all that is left of it. Everybody has to answer anew."""

    name: ClassVar[str] = "calendar.move"
    receipt: ClassVar[type[Receipt]] = Planned

    meeting: str = Field(description='The meeting: "mtg3", one of a series "mtg3.2"; "mtg3" moves all of a series.')
    start: str = Field(description=f"When it begins instead: {_TIME}. Of a series: when the next one does.")
    minutes: int | None = Field(None, description="How long it lasts, if that changes too.", ge=5, le=600)
    why: str = Field("", description="A word to those invited.", max_length=2000)

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.why)) if self.why else Effort()

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _calendar(office).move(actor, self, causes)


class CancelMeeting(Action):
    """Call off a meeting you called, one of a series or all that is left of it."""

    name: ClassVar[str] = "calendar.cancel"

    meeting: str = Field(description='The meeting: "mtg3", one of a series "mtg3.2"; "mtg3" cancels all of a series.')
    why: str = Field("", description="A word to those invited.", max_length=2000)

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.why)) if self.why else Effort()

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _calendar(office).cancel(actor, self, causes)


class ListDays(Action):
    """Look at a calendar, yours or somebody's: a day or several. Of others you see when they are busy."""

    name: ClassVar[str] = "calendar.list"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = Days

    day: str = Field("today", description='The first day: "today", "tomorrow", "fri" or 2026-03-05.')
    last: str = Field("", description=f"The last day, at most {MOST_DAYS} on; that one day if you leave it out.")
    person: str = Field("", description="Whose calendar, by id; yours if you leave it out.")

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        first = clocks.day_of(office, actor, self.day)
        last = clocks.day_of(office, actor, self.last) if self.last else first
        if not 0 <= (last - first).days < MOST_DAYS:
            raise Refused("bad_argument", f"from {first} to {last} is no range of 1 to {MOST_DAYS} days")
        who = person_named(office, self.person) if self.person else actor
        return _calendar(office).day(actor, who, first, last)


class FindTime(Action):
    """Find times that suit you and others: in everybody's working hours, and free in all calendars."""

    name: ClassVar[str] = "calendar.find_time"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = Slots

    people: tuple[str, ...] = Field(description='Ids of the others; "team:finance" for a team.')
    minutes: int = Field(30, description="How long it shall last.", ge=5, le=600)
    within_days: int = Field(5, description="How many days ahead to look, weekends counted.", ge=1, le=60)
    earliest: str = Field("", description=f"Not before: {_TIME}. Now if you leave it out.")

    def effort(self) -> Effort:
        return Effort(kind="search")

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _calendar(office).find_time(actor, self)


class ReadMeeting(Action):
    """Read an invitation: who is invited, how they answered, the agenda."""

    name: ClassVar[str] = "calendar.read"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = Sheet

    meeting: str = Field(description='The meeting: "mtg3", or one of a series "mtg3.2".')

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _calendar(office).sheet(actor, self.meeting)
