"""Pages as they happen: who wakes up and takes them, when they go up the line, and what the one who took them does."""

from typing import TYPE_CHECKING, Final

from sim.actions import Refused
from sim.apps.pager import Acknowledge, Pager
from sim.calendar import is_absent, is_working
from sim.kernel import Steps
from sim.mind import Errand
from sim.streams import chance, uniform_between
from sim.vocabulary.core import WORLD, Event
from sim.vocabulary.pager import PageAcknowledged, PageDeferred, PageEscalated, PagePassedOn, PageRaised

if TYPE_CHECKING:
    from sim.meetings import Meetings
    from sim.ringing import Ringing
    from sim.world import World

UNANSWERED: Final = 15 * 60
"""Seconds after which a page that nobody has taken goes up the line (design choice)."""
PATIENCE: Final = 3
"""How many times as long one waits that is not urgent (design choice)."""
WAKES: Final = (90, 480)
"""10 % and 90 % of the seconds it takes to wake up and find the phone (design choice)."""
ON_CALL: Final = 0.97
"""How likely whoever is on call takes a page at work (design choice)."""
AT_NIGHT: Final = 0.9
"""What is left of that outside working hours (design choice)."""
OVERDUE: Final = 15 * 60
"""Seconds after the time somebody put a page off to, after which it goes up the line."""


class Paging:
    """Runs every page of the office."""

    def __init__(self, world: "World", ringing: "Ringing", meetings: "Meetings") -> None:
        self._world = world
        self._ringing = ringing
        self._meetings = meetings
        world.readers.append(self._follow)

    @property
    def _pager(self) -> Pager:
        return self._world.office.app(Pager)

    def raise_page(
        self, sender: str, to: str | None, area: str | None, summary: str, *, urgent: bool, label: str,
        causes: tuple[int, ...],
    ) -> None:  # fmt: skip
        """A system outside pages a person, or whoever is on call for an area. Raises :class:`Refused`."""
        who = to if to is not None else self._pager.first_for(area or "")
        if who is None:
            raise Refused("no_such_thing", f"nobody is on call for {area!r}, and nobody owns it")
        self._pager.begin(
            WORLD, who, summary, area=area, urgent=urgent, outside=sender, label=label, causes=causes
        )  # fmt: skip

    def _follow(self, event: Event) -> None:
        body = event.body
        if isinstance(body, PageRaised | PagePassedOn | PageEscalated) and body.to:
            self._world.kernel.process(self._go_up(body.page, event.serial))
            if body.to[0] in self._world.cast:
                self._world.live(self._wake(body.to[0], body.page, event.serial))
        elif isinstance(body, PageDeferred):
            self._world.kernel.process(self._come_due(body.page, event.serial, body.until))
        elif isinstance(body, PageAcknowledged) and event.actor in self._world.cast and body.to:
            self._world.live(self._get_in_touch(event.actor, body.page, event.serial))

    def _is(self, page: str, serial: int, *states: str) -> bool:
        """Whether nothing has happened to the page since that event."""
        found = self._pager.page(page)
        return found.latest == serial and found.state in states

    def _go_up(self, page: str, serial: int) -> Steps[None]:
        # An event is read before the app has drawn its conclusions: a process begins after that.
        yield self._world.kernel.timeout(UNANSWERED * (1 if self._pager.page(page).urgent else PATIENCE))
        if self._is(page, serial, "raised"):
            self._pager.escalate(self._pager.page(page), "no answer")

    def _come_due(self, page: str, serial: int, until: int) -> Steps[None]:
        yield self._world.kernel.at(until + OVERDUE)
        if self._is(page, serial, "deferred"):
            self._pager.escalate(self._pager.page(page), "put off too long")

    def _wake(self, who: str, id: str, serial: int) -> Steps[None]:
        """A coworker is paged: they take it, unless they are away, asleep, or in a meeting while it can wait."""
        world, coworker, page = self._world, self._world.cast[who], self._pager.page(id)
        calendar = world.person(who).calendar
        rng = world.streams.of(who, "page", page.by, page.summary, str(world.nth("page", who, page.by, page.summary)))
        works = is_working(calendar, world.now)
        delay = coworker.habits.notice["call"].draw(rng) if works else uniform_between(rng, *WAKES)
        yield world.kernel.timeout(max(2, delay))
        if not self._is(id, serial, "raised") or is_absent(calendar, world.now):
            return
        on_call = page.area is not None and page.asked[0] == who
        likely = ON_CALL if on_call else coworker.habits.answers_calls
        if not is_working(calendar, world.now):
            likely *= AT_NIGHT if on_call else 0.5
        if self._meetings.in_meeting(who) and not page.urgent:
            likely *= 0.3
        if chance(rng, likely):
            try:
                world.do(who, Acknowledge(page=id), (serial,))
            except Refused as refused:
                world.fault(who, f"refused:{refused.code}", refused.why, (serial,))

    def _get_in_touch(self, who: str, id: str, serial: int) -> Steps[None]:
        """Whoever has taken a colleague's page rings them up to hear what it is."""
        page = self._pager.page(id)
        text = f"You paged me: {page.summary}. What do you need?"
        errand = Errand(what=page.summary, to=(page.by,), via="call", text=text, urgent=page.urgent, wants_reply=True)
        yield self._world.kernel.timeout(20)
        yield from self._ringing.place(
            who, errand, walk_up=False, about=page.summary, if_missed=text, causes=(serial,)
        )  # fmt: skip
