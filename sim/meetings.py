"""Meetings as they happen: they begin, somebody speaks, they end, in time or not.

How people answer invitations, who comes, and what is made of who did not, are :mod:`sim.invitations`,
:mod:`sim.attendance` and :mod:`sim.missed`.
"""

from typing import TYPE_CHECKING

from sim.actions import Refused
from sim.apps.calendar import Calendar
from sim.apps.calendar_actions import FindTime, Invite
from sim.apps.diary import Occurrence
from sim.apps.sittings import Leave
from sim.attendance import Attendance
from sim.calendar import end_of_working, is_working
from sim.invitations import Invitations
from sim.kernel import Signal, Steps
from sim.localtime import iso_local
from sim.mind import Errand
from sim.missed import Missed
from sim.script import Seeded
from sim.streams import chance, uniform_between
from sim.units import MINUTE
from sim.vocabulary.calendar import MeetingCancelled, MeetingMoved, MeetingPlanned
from sim.vocabulary.core import Event

if TYPE_CHECKING:
    from sim.attention import Attention
    from sim.moment import Moments
    from sim.world import World

MOST_OVER = 30 * MINUTE
"""Longest by which a meeting runs over, and never by more than half of its length (design choice: no usable figure for
running over was found)."""
LEAST_OVER = 3 * MINUTE
BEGAN_LATE = 1.5
"""How much likelier it runs over where it began late (design choice)."""
SPEAKERS = 4
"""How many of those present give an update of their own (design choice)."""


class Meetings:
    """Runs every meeting of the office."""

    def __init__(self, world: "World", attention: "Attention", moments: "Moments") -> None:
        self._world = world
        self._attention = attention
        self._moments = moments
        self._changed: Signal | None = None
        self._lines: dict[str, list[tuple[str, str]]] = {}
        self._over: dict[str, int] = {}
        self.attendance = Attendance(world)
        self._missed = Missed(world, attention, moments)
        self._invitations = Invitations(world, self.attendance, attention, moments)
        world.readers.append(self._follow)

    def start(self) -> None:
        """Begin to watch the calendar."""
        self._world.kernel.process(self._watch())

    def script(self, meeting: str, who: str, text: str) -> None:
        """``who`` will say ``text`` in this meeting, if they are there."""
        self._lines.setdefault(meeting, []).append((who, text))

    def stage(self, meeting: str, item: Seeded) -> None:
        """What the scenario has come about in a meeting of the first morning."""
        for who, text in item.says:
            self.script(meeting, who, text)
        if item.runs_over:
            self._over[meeting] = item.runs_over
        self.attendance.stage(meeting, item.misses)
        self._missed.stage(meeting, item.noted_by)

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

    def _hold(self, meeting: str) -> Steps[None]:
        world = self._world
        entry = self._calendar.diary.occurrence(meeting)
        title = entry.series.title
        self.attendance.gather(meeting)
        yield world.kernel.timeout(min(420, entry.minutes * 30))
        yield from self._updates(meeting, title)
        if world.now < entry.end:
            yield world.kernel.at(entry.end)
        until = entry.planned_end + self._runs_over(entry)
        if entry.state == "running" and world.now < until and len(entry.present) > 1:
            self._calendar.prolong(meeting, until)
            for who in tuple(entry.present):
                if who in world.cast:
                    world.live(self._go_home(who, entry))
            yield world.kernel.at(until)
        if entry.state == "running":
            self._calendar.finish(meeting)

    def _runs_over(self, entry: Occurrence) -> int:
        """Seconds by which a meeting goes past its end: as its organiser lets it, likelier where it began late."""
        series, world = entry.series, self._world
        staged = self._over.get(entry.id, self._over.get(series.id))
        if staged is not None:
            return staged
        organiser = series.organiser
        if organiser not in entry.present or organiser not in world.cast:
            return 0
        rng = world.streams.of(organiser, "runs over", series.title, entry.start)
        likely = world.cast[organiser].habits.overruns * (BEGAN_LATE if self.attendance.is_late(entry) else 1.0)
        longest = min(MOST_OVER, entry.minutes * MINUTE // 2)
        return uniform_between(rng, min(LEAST_OVER, longest), longest) if chance(rng, likely) else 0

    def _go_home(self, who: str, entry: Occurrence) -> Steps[None]:
        """Whose working day ends before a meeting does goes then, with a word."""
        world, calendar = self._world, self._world.person(who).calendar
        if not is_working(calendar, entry.planned_end - 1):
            return  # they have stayed on for it anyhow
        home = end_of_working(calendar, entry.planned_end - 1)
        if entry.until is None or home >= entry.until:
            return
        yield world.kernel.at(max(home, world.now + 1))
        if who in entry.present:
            world.do(who, Leave(meeting=entry.id, word="I have to go, it is the end of my day."))

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
