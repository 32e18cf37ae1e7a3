"""Who comes to a meeting, who is late, who is not there: by habit, by workload, and since nobody is in two places.

A habit of missing or of coming late is nought where a person's file has none. What is written down here without a
source is a design choice: no usable figure for no-shows or double bookings was found.
"""

from typing import TYPE_CHECKING

from sim.actions import Refused
from sim.apps.calendar import Calendar
from sim.apps.calls import Calls, HangUp
from sim.apps.diary import Occurrence
from sim.apps.sittings import Leave
from sim.calendar import is_working
from sim.kernel import Signal, Steps
from sim.streams import chance, pick, uniform_between
from sim.vocabulary.calendar import MeetingEnded, MeetingJoined, MeetingLeft
from sim.vocabulary.calls import CallAnswered, CallEnded
from sim.vocabulary.core import Event

if TYPE_CHECKING:
    from sim.world import World

LATE = 0.37
"""Share of meetings that start late (Rogelberg et al. 2014, 195 staff, over 300 meetings; seen in a digest)."""
PUNCTUAL = 45
"""Seconds within which those come who are not late (design choice): within a minute is on time."""
LATE_BY = (120, 900)
"""Least and most seconds by which somebody is late by habit, and never more than half of the meeting."""
BUSY = 0.15
"""Each thing somebody has in hand makes it this much likelier that a meeting slips their mind."""
MOOD = 0.5
"""A foul mood makes it half as likely again, an elated one half as likely."""
RANK = 3
"""What the meeting of a boss weighs more than that of anybody else, where one can sit in one of them only."""
FEW = 2
"""What a meeting weighs more in which one would be missed at once: of two or three people."""
OVER = 2
"""What a meeting weighs less that has reached its planned end."""
PARTING = (
    "I have to go to the next one.", "Sorry, I have another meeting now.", "I have to run, the next one has begun.",
    "I am expected elsewhere, sorry.",
)  # fmt: skip


class Attendance:
    """How coworkers get to their meetings, and out of them."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._free: dict[str, list[Signal]] = {}
        """Those who wait until somebody has come out of a meeting or a call."""
        self._out: dict[str, str] = {}
        """Who has left which meeting for a call, and comes back to it."""
        self._misses: dict[str, tuple[str, ...]] = {}
        self._forgotten: set[tuple[str, str]] = set()
        """Who has let which meeting slip their mind."""
        world.readers.append(self._follow)

    @property
    def _calendar(self) -> Calendar:
        return self._world.office.app(Calendar)

    def stage(self, meeting: str, misses: tuple[str, ...]) -> None:
        """These will not come to it, and will not say so."""
        self._misses[meeting] = misses

    # -- nobody is in two places ----------------------------------------------------------------------------------

    def _follow(self, event: Event) -> None:
        body = event.body
        if isinstance(body, CallAnswered):
            for who in (event.actor, *body.to):
                inside = self._calendar.meeting_of(who)
                if inside is not None:
                    self._world.do(who, Leave(meeting=inside), (event.serial,))
                    if who in self._world.cast:
                        self._out[who] = inside
        elif isinstance(body, CallEnded):
            for who in (event.actor, *body.to):
                self._freed(who)
                meeting = self._out.pop(who, None)
                if meeting is not None:
                    self._world.live(self.come(who, meeting, 5))
        elif isinstance(body, MeetingJoined):
            call = self._world.office.app(Calls).call_of(event.actor)
            if call is not None:
                self._world.do(event.actor, HangUp(call=call), (event.serial,))
        elif isinstance(body, MeetingLeft):
            self._freed(event.actor)
        elif isinstance(body, MeetingEnded):
            for who in body.present:
                self._freed(who)

    def _freed(self, who: str) -> None:
        for signal in self._free.pop(who, ()):
            signal.succeed()

    # -- coming ---------------------------------------------------------------------------------------------------

    def is_late(self, entry: Occurrence) -> bool:
        """Whether the meeting begins late, since its organiser does not come in time."""
        return (
            self._world.streams.of(entry.series.organiser, "meeting", entry.series.title, entry.start).random() < LATE
        )

    def gather(self, meeting: str) -> None:
        """Let everybody come who will."""
        world, entry = self._world, self._calendar.diary.occurrence(meeting)
        title = entry.series.title
        late = self.is_late(entry)
        for who in entry.everyone:
            if who not in world.cast or not entry.takes(who) or not is_working(world.person(who).calendar, world.now):
                continue
            if self._stays_away(who, entry):
                self._forgotten.add((who, meeting))
                continue
            mine = world.streams.of(who, "meeting", title, entry.start)
            delay = int(mine.random() * PUNCTUAL)
            if late and who == entry.series.organiser:
                delay += int(60 + mine.random() * 300)
            own = world.streams.of(who, "late", title, entry.start)
            if chance(own, world.cast[who].habits.late):
                delay += min(uniform_between(own, *LATE_BY), entry.minutes * 30)
            world.live(self.come(who, meeting, delay))

    def _stays_away(self, who: str, entry: Occurrence) -> bool:
        """Whether it slips their mind: by habit, more so with much in hand and in a foul mood."""
        series = entry.series
        if who in self._misses.get(entry.id, self._misses.get(series.id, ())):
            return True
        world, coworker = self._world, self._world.cast[who]
        likely = coworker.habits.misses * (1 + BUSY * len(coworker.working_on))
        likely *= 1 - MOOD * world.relations.mood(who, world.now)
        if who == series.organiser or likely <= 0:
            return False
        return chance(world.streams.of(who, "misses", series.title, entry.start), min(1.0, likely))

    def come(self, who: str, meeting: str, delay: int) -> Steps[None]:
        """They go in, after what they are in at the time: a call is finished, the weightier of two meetings kept."""
        world, calendar = self._world, self._calendar
        yield world.kernel.timeout(delay + 1)
        entry = calendar.diary.occurrence(meeting)
        while entry.state == "running":
            inside = calendar.diary.where(who)
            if inside is entry or not entry.takes(who):
                return
            engaged = world.office.app(Calls).call_of(who) is not None
            if not engaged and inside is None and self._rival(who, entry) is None:
                break
            if not engaged and inside is not None and self.weight(who, entry) > self.weight(who, inside):
                rng = world.streams.of(who, "leaves", inside.series.title, inside.start)
                self._do(who, "calendar.leave", {"meeting": inside.id, "word": pick(rng, PARTING)})
                break
            signal = world.kernel.event()
            self._free.setdefault(who, []).append(signal)
            yield signal
            yield world.kernel.timeout(1)  # what set them free is over and done with by then
        if entry.state == "running":
            self._do(who, "calendar.attend", {"meeting": meeting})

    def _rival(self, who: str, entry: Occurrence) -> Occurrence | None:
        """Another meeting that runs, that they still mean to go to, and that weighs more, or as much and came first."""
        earlier = True
        for other in self._calendar.diary.of(who):
            if other is entry:
                earlier = False
            elif (
                other.state == "running"
                and other.takes(who)
                and who not in other.came
                and (who, other.id) not in self._forgotten
                and other.planned_end > self._world.now
                and self.weight(who, other) + earlier > self.weight(who, entry)
            ):
                return other
        return None

    def weight(self, who: str, entry: Occurrence) -> int:
        """How much a meeting counts for ``who``, where one can be in one only."""
        organiser = entry.series.organiser
        ranks = organiser == who or organiser in self._world.org.chain_of_command(who)
        over = entry.state == "running" and self._world.now >= entry.planned_end
        return RANK * ranks + FEW * (len(entry.everyone) <= 3) - OVER * over

    def _do(self, who: str, action: str, arguments: dict[str, str]) -> None:
        try:
            self._world.do(who, self._world.office.parse(action, arguments))
        except Refused as refused:
            self._world.fault(who, f"refused:{refused.code}", refused.why)
