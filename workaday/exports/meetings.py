"""Meetings of a run as iCalendar events (RFC 5545), each at the local time of whoever called it.

Every occurrence of a series is an event of its own: what was moved or called off is then told by every program alike.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sim.record import Record
from sim.vocabulary.calendar import (
    MeetingAnswered,
    MeetingCancelled,
    MeetingDecided,
    MeetingMoved,
    MeetingPlanned,
)
from workaday.exports.people import People

_STATES: Final = {"accept": "ACCEPTED", "decline": "DECLINED", "tentative": "TENTATIVE", "propose": "TENTATIVE"}
"""What an answer is in iCalendar; a time that was proposed is told besides."""


@dataclass
class Meeting:
    """One meeting at one time, as it stands at the end of the run."""

    id: str
    organiser: str
    people: tuple[str, ...]
    title: str
    agenda: str
    place: str
    start: int
    minutes: int
    called: int
    changed: int
    changes: int = 0
    is_off: bool = False
    answers: dict[str, str] = field(default_factory=dict)
    delegates: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)


def meetings(record: Record) -> list[Meeting]:
    """All meetings that were called, in the order in which they were."""
    found: dict[str, Meeting] = {}
    kinds = (MeetingPlanned, MeetingAnswered, MeetingMoved, MeetingCancelled, MeetingDecided)
    for event in record.events(kinds):
        body = event.body
        if isinstance(body, MeetingPlanned):
            for number, start in enumerate(body.occurrences, 1):
                name = body.meeting if body.repeats == "none" else f"{body.meeting}.{number}"
                found[name] = Meeting(
                    name,
                    event.actor,
                    body.to,
                    body.title,
                    body.agenda,
                    body.place,
                    start,
                    body.minutes,
                    event.at,
                    event.at,
                )
        elif isinstance(body, MeetingAnswered):
            for meeting in _meant(found, body.meeting):
                _answer(meeting, event.actor, body)
        elif isinstance(body, MeetingMoved):
            moved = [meeting for meeting in _meant(found, body.meeting) if not meeting.is_off]
            for meeting, start in zip(moved[len(moved) - len(body.occurrences) :], body.occurrences, strict=False):
                meeting.start, meeting.minutes = start, body.minutes
                _change(meeting, event.at, body.why)
        elif isinstance(body, MeetingCancelled):
            for meeting in _meant(found, body.meeting):
                if meeting.start >= body.start and not meeting.is_off:
                    meeting.is_off = True
                    _change(meeting, event.at, body.why)
        elif isinstance(body, MeetingDecided) and body.meeting in found:
            found[body.meeting].remarks.append(f"Decided: {body.text}")
    return list(found.values())


def _meant(found: dict[str, Meeting], name: str) -> list[Meeting]:
    """The meeting of this name, or all of the series."""
    return [found[name]] if name in found else [one for key, one in found.items() if key.partition(".")[0] == name]


def _answer(meeting: Meeting, who: str, answered: MeetingAnswered) -> None:
    meeting.answers[who] = _STATES[answered.answer]
    meeting.delegates.pop(who, None)
    if answered.delegate is not None:
        meeting.delegates[who] = answered.delegate
        meeting.answers[who] = "DELEGATED"


def _change(meeting: Meeting, at: int, why: str) -> None:
    meeting.changed = at
    meeting.changes += 1
    if why:
        meeting.remarks.append(why)


def calendar(record: Record, person: str | None = None) -> tuple[bytes, int]:
    """All meetings, or those that ``person`` called, was invited to or was sent to: the file, and how many.

    Raises :class:`~workaday.exits.Trouble` where nobody in the run has that id, and ``ImportError`` where the package
    icalendar is not installed.
    """
    from icalendar import Calendar

    people = People(record)
    if person is not None:
        people.require(person)
    told = Calendar()
    told.add("prodid", "-//Workaday//Workaday//EN")
    told.add("version", "2.0")
    told.add("calscale", "GREGORIAN")
    number = 0
    for meeting in meetings(record):
        if person in (None, meeting.organiser, *meeting.people, *meeting.delegates.values()):
            told.add_component(_event(meeting, people))
            number += 1
    told.add_missing_timezones(*_years(told.events))
    return told.to_ical(), number


def _event(meeting: Meeting, people: People) -> Any:
    from icalendar import Event

    told = Event()
    start = people.moment(meeting.start, meeting.organiser)
    told.add("uid", f"{meeting.id}.{people.mark}")
    told.add("dtstamp", datetime.fromtimestamp(meeting.changed, UTC))
    told.add("created", datetime.fromtimestamp(meeting.called, UTC))
    told.add("sequence", meeting.changes)
    told.add("dtstart", start)
    told.add("dtend", people.moment(meeting.start + meeting.minutes * 60, meeting.organiser))
    told.add("summary", meeting.title)
    told.add("status", "CANCELLED" if meeting.is_off else "CONFIRMED")
    if meeting.place:
        told.add("location", meeting.place)
    about = "\n".join(filter(None, (meeting.agenda, *meeting.remarks)))
    if about:
        told.add("description", about)
    told.add("organizer", _attendee(people, meeting.organiser, {}))
    for who in dict.fromkeys((*meeting.people, *meeting.delegates.values())):
        state = meeting.answers.get(who, "NEEDS-ACTION")
        more = {"PARTSTAT": state, "RSVP": "TRUE" if state == "NEEDS-ACTION" else "FALSE"}
        if who in meeting.delegates:
            more["DELEGATED-TO"] = f"mailto:{people.contact(meeting.delegates[who]).address}"
        told.add("attendee", _attendee(people, who, more))
    return told


def _attendee(people: People, who: str, more: dict[str, str]) -> Any:
    from icalendar import vCalAddress, vText

    contact = people.contact(who)
    told = vCalAddress(f"mailto:{contact.address}")
    for name, value in {"CN": contact.name, **more}.items():
        told.params[name] = vText(value.replace('"', "'"))
    return told


def _years(events: Iterable[Any]) -> tuple[Any, Any]:
    """The days for which time zones are to be described, with a year on each side."""
    days = [event.start.date() for event in events] or [datetime(2026, 1, 1, tzinfo=UTC).date()]
    return min(days) - timedelta(days=366), max(days) + timedelta(days=366)
