"""What the seat has seen and done so far, as its pages remember it: all of it taken from the turns it has had.

A page shows what was last looked at. It never looks by itself: to look is an act, and takes simulated time.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sim.apps.desk import Resume
from sim.player import Act, Assignment, Briefing, Cut, Noticed, Observation, Outcome
from sim.units import MINUTE
from workaday.doors.hosted import Turned
from workaday.doors.offers import Offer, place_of_notice

KEPT: Final = 500
"""Things done and notices that a page can list at most, the latest of them."""


@dataclass(frozen=True, slots=True)
class Done:
    """An act with what came of it, in the turn after it."""

    turn: int
    at: int
    """The simulated instant at which it was over."""
    action: str
    arguments: Mapping[str, Any]
    outcome: Outcome

    @property
    def app(self) -> str:
        """Whose action it was."""
        return self.action.partition(".")[0]

    @property
    def receipt(self) -> Mapping[str, Any] | None:
        """What it gave back, where it took effect."""
        return self.outcome.receipt

    def concerns(self, ref: str) -> bool:
        """Whether this is of the thing with this id: it stands among its arguments or in what it gave back."""
        told = [*self.arguments.values(), *(self.receipt or {}).values()]
        return any(value == ref for value in told)


@dataclass(slots=True)
class Arrived:
    """A notice, and whether it has been seen to since."""

    notice: Noticed
    turn: int
    at: int
    """The simulated instant of that turn."""
    seen: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said in a call or a meeting, as the seat heard or said it."""

    when: str
    who: str
    text: str


class Memory:
    """All that the seat remembers. It takes up the turns of a seat as they come."""

    def __init__(self, turns: Sequence[Turned], briefing: Briefing, offers: Mapping[str, Offer]) -> None:
        self._turns = turns
        self._taken = 0
        self._offers = offers
        self.briefing: Final = briefing
        self.done: Final[list[Done]] = []
        """What was done, in its order."""
        self.arrived: Final[list[Arrived]] = []
        """Every notice, in its order."""
        self.tasks: Final[dict[str, Assignment]] = {}
        """The tasks that were given, by id."""
        self.met: Final[dict[str, None]] = dict.fromkeys(line.partition(":")[0] for line in briefing.colleagues)
        """Every text that the seat has come across which may be somebody's id: of colleagues, of who wrote, spoke or is
        to have a task, and in what acts gave back."""
        self.latest: Observation | None = None
        """What was seen last."""
        self._by_action: Final[dict[str, list[Done]]] = {}
        self._said: Final[dict[str, list[Line]]] = {}

    def catch_up(self) -> None:
        """Take up what has come since."""
        while self._taken < len(self._turns):
            turned = self._turns[self._taken]
            before = self._turns[self._taken - 1] if self._taken else None
            self._taken += 1
            self._take_up(turned.seen, before)

    def look(self, action: str, **arguments: Any) -> Done | None:
        """The last time that this was done with effect; with ``arguments`` only where these were among its own."""
        wanted = arguments.items()
        return next((done for done in self.all_of(action) if all(done.arguments.get(k) == v for k, v in wanted)), None)

    def all_of(self, action: str) -> Iterator[Done]:
        """Every time that this was done with effect, the latest first."""
        return reversed(self._by_action.get(action, []))

    def since(self, app: str, ref: str, turn: int) -> list[Done]:
        """What was done in an app with the thing of this id, after a turn."""
        found: list[Done] = []
        for done in reversed(self.done):
            if done.turn <= turn:
                break
            if done.app == app and done.receipt is not None and done.concerns(ref):
                found.append(done)
        return found[::-1]

    def said_in(self, place: str) -> Sequence[Line]:
        """What was said in a call or a meeting while the seat was in it."""
        return self._said.get(place, ())

    def waiting(self, app: str | None = None) -> list[Arrived]:
        """Notices that were not seen to, the latest first; of one app, where it is named."""
        return [one for one in reversed(self.arrived) if not one.seen and app in (None, one.notice.app)][:KEPT]

    def interruption(self) -> Arrived | None:
        """What interrupts now and has not been met: a call that rings, a page, a meeting that has begun."""
        now = self.latest
        if now is None:
            return None
        for one in reversed(self.arrived):
            notice = one.notice
            if not notice.interrupts or one.seen:
                continue
            if notice.app == "calls":
                if notice.ref == now.ringing:
                    return one
            elif notice.kind == "page" or (
                notice.kind == "meeting" and now.meeting != notice.ref and now.at < one.at + _BEGINNING
            ):
                return one
        return None

    def put_aside(self, serial: int) -> None:
        """Take a notice as seen to, though nothing was done about it."""
        for one in self.arrived:
            if one.notice.serial == serial:
                one.seen = True

    # -- inside ---------------------------------------------------------------------------------------------------

    def _take_up(self, seen: Observation, before: Turned | None) -> None:
        if before is not None and before.act is not None and seen.last is not None:
            self._keep(_done(before.seen, before.act, seen, seen.last))
        for notice in seen.notices:
            self.arrived.append(Arrived(notice, seen.turn, seen.at))
            _ids_in((notice.sender, notice.place), self.met)
        for line in seen.heard:
            self._said.setdefault(line.where, []).append(Line(line.at, line.who, line.text))
            self.met[line.who] = None
        for task in seen.tasks:
            _ids_in(task.deliver_to, self.met)
        self.tasks.update({task.id: task for task in seen.tasks})
        self.latest = seen

    def _keep(self, done: Done) -> None:
        self.done.append(done)
        _ids_in(done.receipt, self.met)
        if done.receipt is None:
            if done.outcome.refusal is not None and (
                done.app in ("calls", "pager") or done.action == "calendar.attend"
            ):
                self._see_to(done, {str(value) for value in done.arguments.values()})  # it is over, or somebody's else
            return
        self._by_action.setdefault(done.action, []).append(done)
        where = done.arguments.get("call") or done.arguments.get("meeting")
        text = done.arguments.get("text") or done.arguments.get("word")
        if where and text and done.action in _SPOKEN:
            self._said.setdefault(str(where), []).append(Line("", self.briefing.me, str(text)))
        self._see_to(done, self._opened(done))

    def _opened(self, done: Done) -> set[str]:
        """Ids of what an act was about, and of what it opened."""
        offer, receipt = self._offers.get(done.action), done.receipt or {}
        is_reading = offer is not None and offer.reads_only
        told = {
            value
            for name, value in done.arguments.items()
            if isinstance(value, str) and (is_reading or name not in ("place", "to"))  # who writes has not read
        }
        if offer is None or not is_reading:
            return told
        told.add(str(receipt.get(offer.opens or "")))
        for name in _LISTS if offer.opens is not None else ():
            told |= {str(item["id"]) for item in receipt.get(name, ()) if isinstance(item, Mapping) and "id" in item}
        return told

    def _see_to(self, done: Done, ids: set[str]) -> None:
        for one in self.arrived:
            notice = one.notice
            if not one.seen and notice.app == done.app:
                place = place_of_notice(self._offers, notice)
                one.seen = notice.ref in ids or (place is not None and place[1] in ids)


_SPOKEN: Final = ("calls.say", "calendar.speak", "calendar.decide", "calendar.leave")
"""What is said aloud."""
_LISTS: Final = ("mails", "messages")
"""Where a reading gives the things that were opened with it."""
BY_PEOPLE: Final = ("dm:", "group:")
"""How the ids of conversations begin that are made of those of people."""
_BEGINNING: Final = 15 * MINUTE
"""Simulated seconds for which a meeting that has begun stands above every page; then it waits with the others."""
_ID_AT_MOST: Final = 100
"""Characters that no id has."""


def _done(seen: Observation, act: Act, then: Observation, outcome: Outcome) -> Done:
    """An act, with the action that was gone back to in the place of going back to it."""
    action, arguments = act.action, act.arguments
    if action == Resume.name and outcome.code is None and seen.suspended:
        resumed: Cut = seen.suspended[-1]
        action, arguments = resumed.action, resumed.arguments
    return Done(seen.turn, then.at, action, arguments, outcome)


def _ids_in(data: Any, found: dict[str, None]) -> None:
    """Take up every short text of what an act gave back: ids are among them."""
    if isinstance(data, str):
        if len(data) < _ID_AT_MOST:
            found.update(dict.fromkeys(data.partition(":")[2].split("+") if data.startswith(BY_PEOPLE) else (data,)))
    elif isinstance(data, Mapping):
        for value in data.values():
            _ids_in(value, found)
    elif isinstance(data, list | tuple):
        for value in data:
            _ids_in(value, found)
