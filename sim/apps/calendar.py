"""The calendar: inviting people, answering, moving, and finding a time that suits all.

Double bookings are allowed, as everywhere; who invites is told of those they may see. What can be done here is in
``sim.apps.calendar_actions``; what goes on in a meeting is the business of ``sim.apps.sittings``.
"""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, ClassVar

from sim.actions import Action, Receipt, Refused
from sim.apps import clocks
from sim.apps.calendar_actions import (
    AnswerInvitation,
    CancelMeeting,
    FindTime,
    Invite,
    ListDays,
    MoveMeeting,
    ReadMeeting,
)
from sim.apps.calendar_views import Attendee, Conflict, Days, Entry, Planned, Sheet, Slot, Slots
from sim.apps.diary import MOST_OCCURRENCES, Occurrence, Reply, Series, shifted, starts
from sim.apps.freetime import free_slots, obstacles, unfit
from sim.apps.people import people_named, person_named
from sim.apps.sittings import Attend, Decide, Leave, ReadNotes, Sittings, Speak, bounded
from sim.calendar import working_day
from sim.localtime import day_and_time
from sim.units import DAY, MINUTE
from sim.vocabulary.calendar import MeetingAnswered, MeetingCancelled, MeetingMoved, MeetingPlanned
from sim.vocabulary.core import Instant

if TYPE_CHECKING:
    pass

MOST_PEOPLE = 300
MOST_CONFLICTS = 20
_SLOTS = 10
_SAYS = {"accept": "accepts", "decline": "declines", "tentative": "may come to", "propose": "would move"}


class Calendar(Sittings):
    """All meetings of the office: planning them, and what goes on in them."""

    actions: ClassVar[tuple[type[Action], ...]] = (
        Invite,
        AnswerInvitation,
        MoveMeeting,
        CancelMeeting,
        ListDays,
        FindTime,
        ReadMeeting,
        Attend,
        Leave,
        Speak,
        Decide,
        ReadNotes,
    )

    # -- planning ---------------------------------------------------------------------------------------------------

    def invite(self, actor: str, wanted: Invite, causes: Iterable[int] = ()) -> Planned:
        office = self.office
        title = " ".join(wanted.title.split())
        if not title:
            raise Refused("empty", "a meeting needs a title")
        people = tuple(who for who in people_named(office, wanted.people) if who != actor)
        if not people:
            raise Refused("empty", "a meeting needs somebody besides yourself")
        if len(people) > MOST_PEOPLE:
            raise Refused("too_long", f"{len(people)} people are too many: invite at most {MOST_PEOPLE}")
        bounded(wanted.agenda, "an agenda")
        start = self._ahead(actor, wanted.start)
        zone = office.org.person(actor).calendar.zone
        series = Series(self.diary.next_id(), title, actor, people, wanted.agenda, wanted.place, wanted.repeats, zone)
        times = self._times(actor, wanted, start, zone)
        conflicts = self._conflicts(actor, series, times, wanted.minutes)
        taken = tuple(who for who in people if self._clash(who, start, start + wanted.minutes * MINUTE, series.id))
        self.diary.add(series, times, wanted.minutes)
        body = MeetingPlanned(
            meeting=series.id,
            to=people,
            title=title,
            start=start,
            minutes=wanted.minutes,
            agenda=wanted.agenda,
            place=wanted.place,
            repeats=wanted.repeats,
            occurrences=times,
            busy=taken,
        )
        serial = office.emit(body, actor, causes).serial
        for who in people:
            gist = f"invites you to {title}: {clocks.shown(office, who, start)}" + _how_often(series)
            gist += self._then(who, series.occurrences[0]) if who in taken else ""
            self.tell(serial, who, actor, "invite", series.id, gist)
        for occurrence in series.occurrences[:1]:
            self.index(occurrence)
        return self._planned(actor, series.id, series.occurrences, conflicts)

    def answer(self, actor: str, wanted: AnswerInvitation, causes: Iterable[int] = ()) -> Receipt:
        ref, series, occurrences = self._to_come(actor, wanted.meeting)
        if actor == series.organiser:
            raise Refused("not_allowed", "it is your own meeting: move it or cancel it instead")
        if (wanted.answer == "propose") != bool(wanted.proposed_start):
            raise Refused("bad_argument", 'a proposed_start goes with the answer "propose", and with no other')
        proposed = self._ahead(actor, wanted.proposed_start) if wanted.proposed_start else None
        delegate = self._delegate(actor, wanted, occurrences) if wanted.delegate else None
        reply = Reply(wanted.answer, wanted.note, proposed)
        if all(o.replies.get(actor) == reply for o in occurrences):
            raise Refused("already_so", f"that is what you have answered to {ref} already")
        for occurrence in occurrences:
            occurrence.replies[actor] = reply
            if delegate is not None:
                self.diary.add_guest(occurrence, delegate)
        body = MeetingAnswered(
            meeting=ref,
            to=tuple(who for who in occurrences[0].everyone if who != actor),
            organiser=series.organiser,
            answer=wanted.answer,
            note=wanted.note,
            proposed_start=proposed,
            delegate=delegate,
        )
        serial = self.office.emit(body, actor, causes).serial
        gist = f"{_SAYS[wanted.answer]} {series.title}"
        if proposed is not None:
            gist += f" to {clocks.shown(self.office, series.organiser, proposed)}"
        if delegate is not None:
            gist += f", and {delegate} comes instead"
            when = clocks.shown(self.office, delegate, occurrences[0].start)
            sent = f"sends you in their place to {series.title}: {when}" + self._then(delegate, occurrences[0])
            self.tell(serial, delegate, actor, "invite", ref, sent)
        gist += f": {wanted.note}" if wanted.note else ""
        self.tell(serial, series.organiser, actor, "response", ref, gist)
        return Receipt()

    def move(self, actor: str, wanted: MoveMeeting, causes: Iterable[int] = ()) -> Planned:
        ref, series, occurrences = self._own(actor, wanted.meeting)
        start = self._ahead(actor, wanted.start)
        minutes = wanted.minutes or occurrences[0].minutes
        times = shifted(occurrences, start, series.zone)
        if [o.start for o in occurrences] == list(times) and all(o.minutes == minutes for o in occurrences):
            raise Refused("already_so", f"{ref} is at that time already")
        if min(times) < self.office.now:
            raise Refused("in_the_past", "some of the series would then be in the past: move the single ones instead")
        old = occurrences[0].start
        for occurrence, time in zip(occurrences, times, strict=True):
            self.diary.move(occurrence, time, minutes)
        body = MeetingMoved(
            meeting=ref, to=series.people, old_start=old, start=start, minutes=minutes, why=wanted.why,
            occurrences=times,
        )  # fmt: skip
        serial = self.office.emit(body, actor, causes).serial
        for who in series.people:
            gist = f"moves {series.title} to {clocks.shown(self.office, who, start)}"
            gist += (f": {wanted.why}" if wanted.why else "") + self._then(who, occurrences[0])
            self.tell(serial, who, actor, "change", ref, gist)
        return self._planned(actor, ref, occurrences, self._conflicts(actor, series, times, minutes))

    def cancel(self, actor: str, wanted: CancelMeeting, causes: Iterable[int] = ()) -> Receipt:
        ref, series, occurrences = self._own(actor, wanted.meeting)
        for occurrence in occurrences:
            self.diary.cancel(occurrence)
        start = occurrences[0].start
        body = MeetingCancelled(meeting=ref, to=series.people, start=start, why=wanted.why)
        serial = self.office.emit(body, actor, causes).serial
        for who in series.people:
            gist = f"calls off {series.title} of {clocks.shown(self.office, who, start)}"
            self.tell(serial, who, actor, "change", ref, gist + (f": {wanted.why}" if wanted.why else ""))
        return Receipt()

    # -- looking ----------------------------------------------------------------------------------------------------

    def day(self, actor: str, who: str, first: date, last: date) -> Days:
        """The calendar of ``who`` as ``actor`` sees it, on the days of the actor's zone."""
        office = self.office
        calendar = office.org.person(who).calendar
        zone = office.org.person(actor).calendar.zone
        start, end = clocks.midnight(office, actor, first), clocks.midnight(office, actor, last + timedelta(days=1))
        shifts = dict.fromkeys(
            (max(a, start), min(b, end))
            for day in clocks.days(first - timedelta(days=1), last + timedelta(days=1))
            for a, b in working_day(calendar, day)
            if a < end and b > start
        )
        there = [o for o in self.diary.of(who) if not o.cancelled and o.start < end and o.end > start]
        seen = [o for o in there if o.takes(who) or actor in o.everyone]
        return Days(
            person=who,
            zone=zone,
            hours=tuple(f"{day_and_time(a, zone)} to {day_and_time(b, zone)}" for a, b in shifts),
            entries=tuple(self._entry(actor, who, o) for o in sorted(seen, key=lambda o: o.start)),
        )

    def find_time(self, actor: str, wanted: FindTime) -> Slots:
        office = self.office
        ids = tuple(dict.fromkeys((actor, *people_named(office, wanted.people))))
        people = [office.org.person(who) for who in ids]
        start = max(office.now, clocks.point(office, actor, wanted.earliest) if wanted.earliest else office.now)
        end = start + wanted.within_days * DAY
        booked = {who: self.busy(who, start, end) for who in ids}
        found = free_slots(people, booked, start, end, wanted.minutes, _SLOTS)
        zones = dict.fromkeys(p.calendar.zone for p in people if p.calendar.zone != people[0].calendar.zone)
        slots = tuple(
            Slot(
                start=at,
                when=clocks.shown(office, actor, at),
                elsewhere=", ".join(f"{day_and_time(at, zone)} in {zone}" for zone in zones),
            )
            for at in found
        )
        return Slots(slots=slots, obstacles=() if slots else obstacles(people, booked, start, end, wanted.minutes))

    def sheet(self, actor: str, meeting: str) -> Sheet:
        """The invitation. Of a series, with the answers to its next meeting."""
        ref = self.known(actor, meeting)
        if self.diary.is_series(ref):
            occurrences = self.diary.series(ref).occurrences
            one = next((o for o in occurrences if o.state in ("planned", "running")), occurrences[-1])
        else:
            one = self.diary.occurrence(ref)
            occurrences = [one]
        series = one.series
        return Sheet(
            meeting=ref,
            title=series.title,
            when=clocks.shown(self.office, actor, one.start),
            minutes=one.minutes,
            organiser=series.organiser,
            state=one.state,
            agenda=series.agenda,
            place=series.place,
            repeats=series.repeats,
            occurrences=tuple(
                f"{o.id}: {clocks.shown(self.office, actor, o.start)}" for o in occurrences if o.state == "planned"
            ),
            attendees=tuple(self._attendee(actor, who, one) for who in one.everyone),
            elsewhere=self._elsewhere(actor, one.everyone, one.start),
        )

    # -- inside -----------------------------------------------------------------------------------------------------

    def _ahead(self, actor: str, written: str) -> Instant:
        at = clocks.point(self.office, actor, written)
        if at < self.office.now:
            when, now = (clocks.shown(self.office, actor, t) for t in (at, self.office.now))
            raise Refused("in_the_past", f"{when} is past: it is {now}")
        return at

    def _times(self, actor: str, wanted: Invite, start: Instant, zone: str) -> tuple[Instant, ...]:
        if wanted.repeats == "none":
            if wanted.until or wanted.count is not None:
                raise Refused("bad_argument", "until and count are of a series: say how it repeats, or leave them out")
            return (start,)
        if not wanted.until and wanted.count is None:
            raise Refused("bad_argument", "a series needs an end: give until (its last day) or count")
        until = clocks.day_of(self.office, actor, wanted.until) if wanted.until else None
        times = starts(start, zone, wanted.repeats, until, wanted.count)
        if not times or times[0] != start:
            raise Refused("bad_argument", "the first meeting is not a day of its own series: look at start and until")
        if len(times) > MOST_OCCURRENCES:
            raise Refused("too_long", f"a series has at most {MOST_OCCURRENCES} meetings: let it end earlier")
        return times

    def _to_come(self, actor: str, meeting: str) -> tuple[str, Series, list[Occurrence]]:
        """The id of a meeting or series that ``actor`` is invited to, and what is planned of it; never empty."""
        ref = self.known(actor, meeting)
        if self.diary.is_series(ref):
            series = self.diary.series(ref)
            occurrences = series.planned
        else:
            one = self.diary.occurrence(ref)
            series, occurrences = one.series, [one] if one.state == "planned" else []
        if not occurrences:
            state = self.diary.occurrence(ref).state if not self.diary.is_series(ref) else "over"
            raise Refused("not_now", f"{ref} is {state}: only what is still to come can be answered or changed")
        return ref, series, occurrences

    def _own(self, actor: str, meeting: str) -> tuple[str, Series, list[Occurrence]]:
        ref, series, occurrences = self._to_come(actor, meeting)
        if actor != series.organiser:
            boss = series.organiser
            raise Refused("not_allowed", f"only {boss}, who called it, can: answer with another time, or ask {boss}")
        return ref, series, occurrences

    def _delegate(self, actor: str, wanted: AnswerInvitation, occurrences: Sequence[Occurrence]) -> str:
        """Who is to come in the actor's place. Raises :class:`~sim.actions.Refused`."""
        if wanted.answer != "decline":
            raise Refused("bad_argument", 'a delegate goes with the answer "decline", and with no other')
        delegate = person_named(self.office, wanted.delegate)
        if any(delegate in o.everyone for o in occurrences):
            raise Refused("already_so", f"{delegate} is invited already: send somebody else, or just decline")
        return delegate

    def _then(self, who: str, occurrence: Occurrence) -> str:
        """What they have in their calendar at the time of a meeting, as the end of a sentence."""
        clash = self._clash(who, occurrence.start, occurrence.planned_end, occurrence.series.id)
        return "" if clash is None else f" (you have {clash.series.title} then)"

    def _elsewhere(self, actor: str, people: Iterable[str], at: Instant) -> str:
        """What the clocks of others show at an instant, where they show another time."""
        mine = day_and_time(at, self.office.org.person(actor).calendar.zone)
        zones = dict.fromkeys(self.office.org.person(who).calendar.zone for who in people)
        shown = [(day_and_time(at, zone), zone) for zone in zones]
        return ", ".join(f"{time} in {zone}" for time, zone in shown if time != mine)

    def _clash(self, who: str, start: Instant, end: Instant, besides: str) -> Occurrence | None:
        return next(
            (
                o
                for o in self.diary.of(who)
                if o.series.id != besides and not o.cancelled and o.takes(who) and o.start < end and o.end > start
            ),
            None,
        )

    def _conflicts(self, actor: str, series: Series, times: Iterable[Instant], minutes: int) -> tuple[Conflict, ...]:
        found: list[Conflict] = []
        for start in times:
            for who in series.everyone:
                end = start + minutes * MINUTE
                clash = self._clash(who, start, end, series.id)
                why = unfit(self.office.org.person(who), start, end)
                if clash is not None:
                    why = "busy" + (f" ({clash.series.title})" if actor in clash.everyone else "")
                if why is not None:
                    found.append(Conflict(who=who, when=clocks.shown(self.office, actor, start), why=why))
                if len(found) == MOST_CONFLICTS:
                    return tuple(found)
        return tuple(found)

    def _planned(
        self, actor: str, meeting: str, occurrences: Sequence[Occurrence], conflicts: tuple[Conflict, ...]
    ) -> Planned:
        when = tuple(clocks.shown(self.office, actor, o.start) for o in occurrences)
        first = occurrences[0]
        return Planned(
            meeting=meeting, when=when[0], occurrences=when, conflicts=conflicts,
            elsewhere=self._elsewhere(actor, first.everyone, first.start),
        )  # fmt: skip

    def _entry(self, actor: str, who: str, occurrence: Occurrence) -> Entry:
        series = occurrence.series
        when = clocks.shown(self.office, actor, occurrence.start)
        minutes = (occurrence.end - occurrence.start) // MINUTE
        if actor not in occurrence.everyone:
            return Entry(meeting=None, title="busy", start=occurrence.start, when=when, minutes=minutes)
        reply = occurrence.replies.get(who)
        return Entry(
            meeting=occurrence.id,
            title=series.title,
            start=occurrence.start,
            when=when,
            minutes=minutes,
            organiser=series.organiser,
            place=series.place,
            state=occurrence.state,
            answer=None if reply is None else reply.answer,
            clashes=tuple(
                o.id
                for o in self.diary.of(who)
                if o is not occurrence and o.takes(who) and o.state in ("planned", "running")
                and occurrence.takes(who) and occurrence.state in ("planned", "running")
                and o.start < occurrence.end and o.end > occurrence.start and actor in o.everyone
            ),
        )  # fmt: skip

    def _attendee(self, actor: str, who: str, occurrence: Occurrence) -> Attendee:
        reply = occurrence.replies.get(who)
        name = self.office.org.person(who).name
        if reply is None:
            return Attendee(who=who, name=name, answer="accept" if who == occurrence.series.organiser else None)
        proposes = "" if reply.proposed_start is None else clocks.shown(self.office, actor, reply.proposed_start)
        return Attendee(who=who, name=name, answer=reply.answer, note=reply.note, proposes=proposes)


def _how_often(series: Series) -> str:
    return "" if series.repeats == "none" else f", then {series.repeats}, {len(series.occurrences)} in all"
