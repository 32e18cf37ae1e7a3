"""How coworkers answer invitations: they accept, decline with a reason or ask for another time; what a decline costs.

Somebody is free where the whole of it lies in their hours and they have nothing else then. A meeting that weighs more
(see :mod:`sim.attendance`) takes the place of another one; the careless say yes to both. Nobody says yes to a time
outside their hours. What is written down here without a source is a design choice.
"""

from typing import TYPE_CHECKING

from sim.actions import Refused
from sim.apps.calendar import Calendar
from sim.apps.diary import Occurrence
from sim.apps.freetime import free_slots
from sim.attendance import Attendance
from sim.calendar import absence_at, add_working, end_of_working, is_working
from sim.kernel import Steps
from sim.localtime import day_and_time, iso_local
from sim.mind import Errand
from sim.streams import chance, uniform_between
from sim.units import DAY, HOUR, MINUTE
from sim.vocabulary.calendar import MeetingAnswered, MeetingMoved, MeetingPlanned
from sim.vocabulary.core import Event

if TYPE_CHECKING:
    from sim.attention import Attention
    from sim.moment import Moments
    from sim.world import World

DECLINES = 0.14
"""Share of invitations declined (Rogelberg 2022, 632 staff; secondary source). Of a series the single meetings are."""
DECLINED_AHEAD = (15 * 60, 26 * 3600)
"""Seconds before one meeting of a series by which somebody says that they will not come."""
STAYS_ON = 15 * MINUTE
"""By so much a meeting may go beyond somebody's working day before it is outside their hours."""
CARELESS = 0.3
"""Chance that the least conscientious say yes to a second meeting at the same time without looking."""
LOOKS_AHEAD = 5 * DAY
"""How far from the time of an invitation somebody looks for another one."""
BARE = -0.01
"""Trust of an organiser in somebody who declines without a word; with a reason or somebody sent instead it is none."""
SHORT = 10 * MINUTE
"""Who declines so shortly before it begins is not much better than who does not come."""
AT_LAST = -0.02
"""Trust of an organiser in somebody who declines as shortly as that without a word."""


class Invitations:
    """Everybody's answers but the player's, and what organisers make of proposals and declines."""

    def __init__(self, world: "World", attendance: Attendance, attention: "Attention", moments: "Moments") -> None:
        self._world = world
        self._attendance = attendance
        self._attention = attention
        self._moments = moments
        self._moved: set[str] = set()
        """Meetings that were moved since somebody asked for it: once is enough."""
        world.readers.append(self._follow)

    @property
    def _calendar(self) -> Calendar:
        return self._world.office.app(Calendar)

    def _follow(self, event: Event) -> None:
        body, cast = event.body, self._world.cast
        if isinstance(body, MeetingPlanned | MeetingMoved):
            title = self._calendar.diary.series(body.meeting.partition(".")[0]).title
            for who in body.to:
                if who in cast:
                    self._world.live(self._answer(who, event.actor, title, body, event.serial))
        elif isinstance(body, MeetingAnswered) and self._world.dated is None:
            if body.delegate in cast:
                self._world.live(self._stand_in(body.delegate, event.actor, body, event.serial))
            if body.answer == "propose" and body.organiser in cast:
                self._world.live(self._consider(body.organiser, event.actor, body, event.serial))
            if body.answer == "decline" and body.organiser in cast and not body.note and body.delegate is None:
                start = self._first(body.meeting).start
                cost = AT_LAST if start - event.at < SHORT else BARE
                self._world.feel(body.organiser, "trust", event.actor, cost, (event.serial,))

    # -- answering ------------------------------------------------------------------------------------------------

    def _answer(
        self, who: str, organiser: str, title: str, planned: MeetingPlanned | MeetingMoved, serial: int
    ) -> Steps[None]:
        """A coworker answers an invitation: yes if they work then and are free, and mostly so."""
        world = self._world
        rng = world.streams.of(who, "invitation", title, organiser, str(planned.start))
        delay = world.cast[who].habits.notice["mail"].draw(rng)
        yield from world.until(who, add_working(world.person(who).calendar, world.now, max(1, delay)))
        series = self._calendar.diary.series(planned.meeting.partition(".")[0])
        if world.now >= planned.start or not series.planned:
            return
        entry = next((o for o in series.planned if o.start == planned.start), None)
        if entry is None:
            return  # it was moved on meanwhile, and that is answered
        single = len(planned.occurrences) == 1
        why = self._outside(who, entry) or self._taken(who, entry, single=single)
        likely = DECLINES * (0.5 if organiser == world.org.manager_of(who) else 1.0)
        if why or (single and chance(rng, likely)):
            yield from self._decline(who, organiser, planned.meeting, entry, why, serial, single=single)
            return
        if not single:
            for start in planned.occurrences[1:]:
                own = world.streams.of(who, "declines", title, organiser, start)
                if chance(own, likely):
                    ahead = uniform_between(own, *DECLINED_AHEAD)
                    world.live(self._skip(who, series.id, start, ahead, serial))
        self._say(who, planned.meeting, serial, answer="accept")

    def _outside(self, who: str, entry: Occurrence) -> str:
        """Why their day has no room for it, on their own clock; "" where it has."""
        calendar = self._world.person(who).calendar
        if absence_at(calendar, entry.start) is not None:
            return "I am away then"
        if not is_working(calendar, entry.start) or end_of_working(calendar, entry.start) + STAYS_ON < entry.end:
            return f"that is {day_and_time(entry.start, calendar.zone)} here, outside my hours"
        return ""

    def _taken(self, who: str, entry: Occurrence, *, single: bool) -> str:
        """Why another meeting keeps them; "" where none does. One that weighs less is declined for this one."""
        world = self._world
        others = [
            o
            for o in self._calendar.diary.of(who)
            if o.series is not entry.series and o.takes(who) and o.state == "planned"
            and o.start < entry.end and o.end > entry.start
        ]  # fmt: skip
        if not others:
            return ""
        rng = world.streams.of(who, "double booking", entry.series.title, entry.series.organiser, entry.start)
        if chance(rng, CARELESS * (1 - world.cast[who].temper.conscientiousness)):
            return ""
        mine = self._attendance.weight(who, entry)
        lighter = all(self._attendance.weight(who, o) < mine and o.series.organiser != who for o in others)
        if not (single and lighter):
            return "I have another meeting then"
        for other in others:
            self._say(who, other.id, 0, answer="decline", note="I am needed in another meeting then")
        return ""

    def _decline(
        self, who: str, organiser: str, meeting: str, entry: Occurrence, why: str, serial: int, *, single: bool
    ) -> Steps[None]:
        """No, with the reason; or, of a single meeting, another time that suits both, where there is one."""
        yield from ()
        world, start = self._world, None
        helpful = world.streams.of(who, "another time", entry.series.title, entry.start)
        if why and single and chance(helpful, 0.4 + 0.6 * world.cast[who].temper.helpfulness):
            both = [world.person(organiser), world.person(who)]
            soonest = max(world.now + HOUR, entry.start - DAY)
            booked = {p.id: self._calendar.busy(p.id, soonest, soonest + LOOKS_AHEAD) for p in both}
            found = free_slots(both, booked, soonest, soonest + LOOKS_AHEAD, entry.minutes, 1)
            start = found[0] if found else None
        if start is None:
            self._say(who, meeting, serial, answer="decline", note=why or "I am at something that cannot wait")
        else:
            zone = world.person(who).calendar.zone
            self._say(
                who, meeting, serial, answer="propose", note=why, proposed_start=iso_local(start, zone)
            )  # fmt: skip

    def _skip(self, who: str, series: str, start: int, ahead: int, serial: int) -> Steps[None]:
        """Somebody will not come to one meeting of a series, and says so ``ahead`` of it."""
        world = self._world
        yield world.kernel.at(max(world.now + 1, start - ahead))
        occurrence = next((o for o in self._calendar.diary.series(series).planned if o.start == start), None)
        if occurrence is None or world.now >= start:
            return
        self._say(who, occurrence.id, serial, answer="decline", note="not this time")

    def _stand_in(self, who: str, sender: str, answered: MeetingAnswered, serial: int) -> Steps[None]:
        """Somebody sent in another's place says whether they come."""
        world = self._world
        rng = world.streams.of(who, "stands in", answered.meeting, sender)
        delay = world.cast[who].habits.notice["mail"].draw(rng)
        entry = self._first(answered.meeting)
        yield from world.until(who, add_working(world.person(who).calendar, world.now, max(1, min(delay, 30 * MINUTE))))
        if entry.state != "planned":
            return
        why = self._outside(who, entry) or self._taken(who, entry, single=True)
        self._say(who, answered.meeting, serial, answer="decline" if why else "accept", note=why)

    # -- the organiser --------------------------------------------------------------------------------------------

    def _consider(self, organiser: str, by: str, answered: MeetingAnswered, serial: int) -> Steps[None]:
        """Somebody asks for another time: it is moved, once, where it then suits everybody who has not declined."""
        world, at = self._world, answered.proposed_start
        assert at is not None
        rng = world.streams.of(organiser, "another time", answered.meeting, by, at)
        delay = world.cast[organiser].habits.notice["mail"].draw(rng)
        yield from world.until(organiser, add_working(world.person(organiser).calendar, world.now, max(1, delay)))
        entry = self._first(answered.meeting)
        reply = entry.replies.get(by)
        if entry.state != "planned" or reply is None or reply.proposed_start != at:
            return
        series, single = entry.series, answered.meeting == entry.id
        length = entry.minutes * MINUTE
        people = [world.person(who) for who in entry.everyone if entry.takes(who)]
        booked = {p.id: self._calendar.busy(p.id, at, at + length) for p in people}
        booked = {who: tuple(t for t in taken if t != (entry.start, entry.end)) for who, taken in booked.items()}
        suits = single and series.id not in self._moved and world.now < at
        if suits and free_slots(people, booked, at, at + length, entry.minutes, 1) == (at,):
            self._moved.add(series.id)
            zone = world.person(organiser).calendar.zone
            why = f"{world.person(by).first} cannot at the other time"
            move = {"meeting": answered.meeting, "start": iso_local(at, zone), "why": why}
            self._do(organiser, "calendar.move", move, serial)
        elif by in world.seats:
            text = f"{series.title} stays where it is, the other time does not suit all."
            errand = Errand(what=series.title, to=(by,), text=text, manner="own_hand")
            yield from self._attention.think(
                organiser, self._moments.errand(organiser, "event", errand), 60, (serial,)
            )  # fmt: skip

    # -- small things ---------------------------------------------------------------------------------------------

    def _first(self, meeting: str) -> Occurrence:
        """The meeting, or the next of the series."""
        diary = self._calendar.diary
        if not diary.is_series(meeting):
            return diary.occurrence(meeting)
        series = diary.series(meeting)
        return next(iter(series.planned), series.occurrences[-1])

    def _say(self, who: str, meeting: str, serial: int, **answer: str) -> None:
        self._do(who, "calendar.answer", {"meeting": meeting, **answer}, serial)

    def _do(self, who: str, action: str, arguments: dict[str, str], serial: int) -> None:
        world, causes = self._world, (serial,) if serial else ()
        try:
            world.do(who, world.office.parse(action, arguments), causes)
        except Refused as refused:
            world.fault(who, f"refused:{refused.code}", refused.why, causes)
