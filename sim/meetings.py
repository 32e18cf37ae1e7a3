"""Meetings as they happen: they begin, people come or do not, somebody speaks, they end."""

from typing import TYPE_CHECKING

from sim.actions import Refused
from sim.apps.calendar import Calendar, FindTime, Invite
from sim.calendar import add_working, is_working
from sim.kernel import Signal, Steps
from sim.localtime import iso_local
from sim.mind import Errand
from sim.streams import chance, uniform_between
from sim.vocabulary.calendar import MeetingCancelled, MeetingMoved, MeetingPlanned
from sim.vocabulary.core import Event

if TYPE_CHECKING:
    from sim.attention import Attention
    from sim.moment import Moments
    from sim.world import World

LATE = 0.37
"""Share of meetings that start late (Rogelberg et al. 2014, 195 staff, over 300 meetings; seen in a digest)."""
PUNCTUAL = 45
"""Seconds within which those come who are not late (design choice): within a minute is on time."""
DECLINES = 0.14
"""Share of invitations declined (Rogelberg 2022, 632 staff; secondary source). Of a series the single meetings are."""
DECLINED_AHEAD = (15 * 60, 26 * 3600)
"""Seconds before one meeting of a series by which somebody says that they will not come (design choice)."""
SPEAKERS = 4
"""How many of those present give an update of their own (design choice)."""


class Meetings:
    """Runs every meeting of the office."""

    def __init__(self, world: "World", attention: "Attention", moments: "Moments") -> None:
        self._world = world
        self._attention = attention
        self._moments = moments
        self._changed: Signal | None = None
        self._present: dict[str, str] = {}
        self._lines: dict[str, list[tuple[str, str]]] = {}
        world.readers.append(self._follow)

    def start(self) -> None:
        """Begin to watch the calendar."""
        self._world.kernel.process(self._watch())

    def script(self, meeting: str, who: str, text: str) -> None:
        """``who`` will say ``text`` in this meeting, if they are there."""
        self._lines.setdefault(meeting, []).append((who, text))

    def in_meeting(self, who: str) -> bool:
        """Whether they sit in one now."""
        return self._calendar.meeting_of(who) is not None

    @property
    def _calendar(self) -> Calendar:
        return self._world.office.app(Calendar)

    def _running(self, meeting: str) -> bool:
        return self._calendar.diary.occurrence(meeting).state == "running"

    def _follow(self, event: Event) -> None:
        body = event.body
        planning = isinstance(body, MeetingPlanned | MeetingMoved | MeetingCancelled)
        if planning and self._changed is not None and not self._changed.triggered:
            self._changed.succeed()
        if isinstance(body, MeetingPlanned | MeetingMoved):
            title = self._calendar.diary.series(body.meeting.partition(".")[0]).title
            for who in body.to:
                if who in self._world.cast:
                    self._world.live(self._answer(who, event.actor, title, body, event.serial))

    def _watch(self) -> Steps[None]:
        """Begin each meeting at its time; a meeting planned or moved meanwhile wakes the watch."""
        world = self._world
        while True:
            coming = self._calendar.upcoming(world.now)
            self._changed = world.kernel.event()
            if coming is None:
                yield self._changed
                continue
            start, meeting = coming
            if start > world.now:
                timer = world.kernel.timer_at(start)
                fired = yield world.kernel.any_of([timer, self._changed])
                if timer not in fired:
                    timer.cancel()
                continue  # what is due is asked again: the meeting may have been moved or called off meanwhile
            self._calendar.begin(meeting)
            world.kernel.process(self._hold(meeting))

    def _answer(
        self, who: str, organiser: str, title: str, planned: MeetingPlanned | MeetingMoved, serial: int
    ) -> Steps[None]:
        """A coworker answers an invitation: yes if they work then and are free, and mostly so."""
        world, calendar = self._world, self._world.person(who).calendar
        rng = world.streams.of(who, "invitation", title, organiser, str(planned.start))
        delay = world.cast[who].habits.notice["mail"].draw(rng)
        yield world.kernel.at(add_working(calendar, world.now, max(1, delay)))
        if world.now >= planned.start or not self._calendar.diary.series(planned.meeting.partition(".")[0]).planned:
            return
        others = self._calendar.busy(who, planned.start, planned.start + planned.minutes * 60)
        free = is_working(calendar, planned.start) and len(others) <= 1
        likely = DECLINES * (0.5 if organiser == world.org.manager_of(who) else 1.0)
        declines = not free or (len(planned.occurrences) == 1 and chance(rng, likely))
        if not declines:
            for start in planned.occurrences[1:]:
                own = world.streams.of(who, "declines", title, organiser, start)
                if chance(own, likely):
                    ahead = uniform_between(own, *DECLINED_AHEAD)
                    world.live(self._skip(who, planned.meeting.partition(".")[0], start, ahead, serial))
        arguments = {
            "meeting": planned.meeting,
            "answer": "decline" if declines else "accept",
            "note": "" if free else "I cannot then",
        }
        try:
            world.do(who, world.office.parse("calendar.answer", arguments), (serial,))
        except Refused as refused:
            world.fault(who, f"refused:{refused.code}", refused.why, (serial,))

    def _skip(self, who: str, series: str, start: int, ahead: int, serial: int) -> Steps[None]:
        """Somebody will not come to one meeting of a series, and says so ``ahead`` of it."""
        world = self._world
        yield world.kernel.at(max(world.now + 1, start - ahead))
        occurrence = next((o for o in self._calendar.diary.series(series).planned if o.start == start), None)
        if occurrence is None or world.now >= start:
            return
        arguments = {"meeting": occurrence.id, "answer": "decline", "note": "not this time"}
        try:
            world.do(who, world.office.parse("calendar.answer", arguments), (serial,))
        except Refused as refused:
            world.fault(who, f"refused:{refused.code}", refused.why, (serial,))

    def _hold(self, meeting: str) -> Steps[None]:
        world = self._world
        entry = self._calendar.diary.occurrence(meeting)
        organiser, title = entry.series.organiser, entry.series.title
        late = world.streams.of(organiser, "meeting", title, entry.start).random() < LATE
        for who in entry.series.everyone:
            if who not in world.cast or not entry.takes(who) or not is_working(world.person(who).calendar, world.now):
                continue
            mine = world.streams.of(who, "meeting", title, entry.start)
            delay = int(mine.random() * PUNCTUAL) + (int(60 + mine.random() * 300) if late and who == organiser else 0)
            world.live(self._come(who, meeting, delay))
        yield world.kernel.timeout(min(420, entry.minutes * 30))
        yield from self._updates(meeting, title)
        if world.now < entry.end:
            yield world.kernel.at(entry.end)
        if entry.state == "running":
            self._calendar.finish(meeting)

    def _come(self, who: str, meeting: str, delay: int) -> Steps[None]:
        yield self._world.kernel.timeout(delay + 1)
        if self._running(meeting):
            try:
                self._world.do(who, self._world.office.parse("calendar.attend", {"meeting": meeting}))
            except Refused as refused:
                self._world.fault(who, f"refused:{refused.code}", refused.why)

    def _updates(self, meeting: str, title: str) -> Steps[None]:
        """What the scenario has people say there, else an update of each of a few who came."""
        world = self._world
        series = meeting.split(".", maxsplit=1)[0]
        scripted = [line for key in dict.fromkeys((meeting, series)) for line in self._lines.get(key, ())]
        present = self._calendar.present(meeting)
        spoken = {who for who, _ in scripted}
        plan: list[tuple[str, str | None]] = [(who, text) for who, text in scripted if who in present]
        plan += [(who, None) for who in present if who in world.cast and who not in spoken][
            : max(0, SPEAKERS - len(plan))
        ]
        for who, text in plan:
            if not self._running(meeting) or who not in self._calendar.present(meeting):
                continue
            errand = Errand(
                what=title,
                via="meeting",
                place=meeting,
                text=text,
                to=tuple(p for p in self._calendar.present(meeting) if p != who),
            )
            yield from self._attention.think(
                who, self._moments.errand(who, "event" if text else "own_work", errand), 20, ()
            )
            yield world.kernel.timeout(30)


def arrange(
    world: "World",
    organiser: str,
    title: str,
    people: tuple[str, ...],
    minutes: int,
    start: int | None = None,
    within_days: int = 5,
    causes: tuple[int, ...] = (),
) -> str:
    """Invite people to a meeting at ``start``, or at the first time that suits all; the meeting's id.

    Raises :class:`Refused` where there is no such time.
    """
    calendar, zone = world.office.app(Calendar), world.person(organiser).calendar.zone
    if start is None:
        soonest = iso_local(world.now + 1800, zone)
        slots = calendar.find_time(
            organiser, FindTime(people=people, minutes=minutes, within_days=within_days, earliest=soonest)
        ).slots
        if not slots:
            raise Refused(
                "not_now", f"there are no {minutes} minutes within {within_days} days that suit {', '.join(people)}"
            )
        start = slots[0].start
    invite = Invite(title=title, start=iso_local(start, zone), minutes=minutes, people=people)
    planned: str = world.do(organiser, invite, causes).model_dump()["meeting"]
    return planned
