"""The seat: the player's side of the world. What it sees, what its actions cost, what cuts them short.

Deciding takes the player a fixed simulated time, so that coworkers think while it thinks. Its
actions take time at the scenario's pace; a call, a walk-up, a page or a meeting
that starts interrupts them, and what was done and what is left is kept.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast

from sim.actions import Action, Effort, Receipt, Refused
from sim.apps.calendar import Calendar
from sim.apps.calls import Calls
from sim.apps.desk import Desk, Drop, Resume, Wait
from sim.assignments import Assignments
from sim.calendar import is_working, next_morning
from sim.commitments import read_time
from sim.kernel import Interrupt, Process, Signal, Steps, ThoughtFailed
from sim.keys import hidden
from sim.livelock import Livelock
from sim.localtime import day_and_time, long_local
from sim.model import ModelFault
from sim.office import Notice
from sim.player import Act, Assignment, Cut, Heard, Noticed, Observation, Outcome, PlayerFailed
from sim.units import BadValue, WeekTime, duration
from sim.vocabulary import pager
from sim.vocabulary import seat as words
from sim.vocabulary.calls import CallAnswered, CallDeclined, CallMissed, CallRung
from sim.vocabulary.core import Body, Event

if TYPE_CHECKING:
    from sim.attention import Attention
    from sim.world import World

BRIEF = 15
"""Seconds below which an action is over before anybody could cut in."""
LISTENS = {
    "calls.ring": 125,
    "calls.walk_up": 125,
    "calls.answer": 45,
    "calls.say": 60,
    "calendar.speak": 45,
    "calendar.attend": 30,
}
"""Seconds for which the player stays to hear what comes of an action, unless something comes first."""

_MEETS: dict[type[Body], str] = {
    pager.PageAcknowledged: "taken",
    pager.PageDeferred: "deferred",
    pager.PagePassedOn: "delegated",
    pager.PageDeclined: "declined",
    pager.PageEscalated: "missed",
}
"""What the player did about a page, by what happened to it."""

AskPlayer = Callable[[str, Observation], Any]


class Seat:
    """The player's process, and the desk it lends the office."""

    def __init__(
        self,
        world: "World",
        who: str,
        attention: "Attention",
        assignments: Assignments,
        ask: AskPlayer,
        judge: Callable[[str, Act], None],
        over: Callable[[str, Literal["finished", "refused", "circling"]], None],
        *,
        joined: Sequence[int] = (),
    ) -> None:
        """``ask`` and ``judge`` are told who sits here; ``over`` also why they play no more."""
        self.who = who
        self._world = world
        self._over = over
        self._joined = list(joined)
        self._attention = attention
        self.tasks = assignments
        self._ask = ask
        self._judge = judge
        self._notices: list[Notice] = []
        self._suspended: list[tuple[Cut, Action, int, Receipt | None]] = []
        """Interrupted actions with the seconds that are left of each, and what was begun to be read."""
        self._ringing: tuple[str, int, int] | None = None
        self._paged: dict[str, tuple[int, int]] = {}
        """Pages that the player has not met yet: since which event, and when."""
        self._busy = False
        self._ears: Signal | None = None
        self._deaf_to_messages = False
        self._process: Process | None = None
        self._left = False
        self._livelock = Livelock()
        self._turn = 0
        world.office.app(Desk).seats[who] = self
        world.readers.append(self._follow)

    def start(self) -> None:
        """Sit down."""
        self._process = self._world.kernel.process(self._play())

    # -- what the desk asks ---------------------------------------------------------------------------------------

    def assignments(self) -> tuple[Assignment, ...]:
        """All tasks given so far."""
        return self.tasks.given()

    def suspended(self) -> tuple[Cut, ...]:
        """Interrupted actions, the latest last."""
        return tuple(cut for cut, *_ in self._suspended)

    def drop(self) -> Cut | None:
        """Forget the latest interrupted action."""
        if not self._suspended:
            return None
        cut, *_ = self._suspended.pop()
        self._world.write(words.Dropped(action=cut.action, left=cut.left), self.who)
        return cut

    def wait_until(self, text: str) -> int:
        """The instant that "30m", "14:00", "tomorrow" or "2026-03-05 09:00" means now. Raises :class:`Refused`."""
        now, calendar = self._world.now, self._world.person(self.who).calendar
        wanted = text.strip()
        if wanted.casefold() in ("tomorrow", "next morning", "morning"):
            return next_morning(calendar, now)
        until: int | None
        try:
            until = now + duration(wanted)
        except BadValue:
            try:
                until = WeekTime.parse(wanted).instant(now, calendar.zone)
            except (ValueError, OverflowError):  # no such time, or one beyond what a calendar holds
                until = read_time(wanted, now, calendar)
        if until is None:
            raise Refused(
                "bad_argument",
                f"{text!r} is no time to wait until; say a duration (30m, 2h), "
                "a local time (14:00, tue 09:00, 2026-03-05 09:00) or tomorrow",
            )
        if until <= now:
            raise Refused("in_the_past", f"{text!r} has passed: it is {long_local(now, calendar.zone)}")
        return until

    def leave(self, note: str) -> None:
        """The player is done."""
        self._left = True

    def hand_over(self) -> None:
        """Somebody else takes the seat: what the one before waited for is not theirs to wait for."""
        if self._ears is not None and not self._ears.triggered:
            self._ears.succeed(None)

    # -- what reaches it ------------------------------------------------------------------------------------------

    def post(self, notice: Notice) -> None:
        """Something arrived for the player."""
        self._notices.append(notice)
        if self._busy and notice.interrupts and self._process is not None:
            self._busy = False
            self._process.interrupt(notice)
        elif self._ears is not None and not self._ears.triggered and (notice.interrupts or not self._deaf_to_messages):
            self._ears.succeed(notice.serial)

    def _follow(self, event: Event) -> None:
        """How interruptions of the player ended, and calls that need its ears."""
        body = event.body
        if isinstance(body, CallRung) and self.who in body.to and self._ringing is None:
            self._ringing = (body.call, event.serial, event.at)
        elif isinstance(body, CallAnswered | CallDeclined | CallMissed):
            if self._ringing is not None and body.call == self._ringing[0]:
                _, notice, since = self._ringing
                self._ringing = None
                if isinstance(body, CallMissed) and body.reason == "busy":
                    return  # it never reached them
                how = (
                    "missed"
                    if isinstance(body, CallMissed)
                    else "taken"
                    if isinstance(body, CallAnswered)
                    else "declined"
                )
                if (
                    isinstance(body, CallDeclined)
                    and body.why
                    and read_time(body.why, event.at, self._world.person(self.who).calendar) is not None
                ):
                    how = "deferred"
                if isinstance(body, CallDeclined) and body.instead is not None:
                    how = "delegated"
                self._world.write(
                    words.InterruptionMet(notice=notice, how=how, after=event.at - since), self.who, (event.serial,)
                )
            elif self.who in body.to and self._ears is not None and not self._ears.triggered:
                self._ears.succeed(event.serial)
        elif isinstance(body, pager.PageRaised | pager.PagePassedOn | pager.PageEscalated) and self.who in body.to:
            self._paged[body.page] = (event.serial, event.at)
        if isinstance(body, tuple(_MEETS)):
            self._meet_page(event)

    def _meet_page(self, event: Event) -> None:
        """What became of a page that the player had not met yet."""
        body = cast(Any, event.body)
        page = str(body.page)
        by = body.of if isinstance(body, pager.PageEscalated) else event.actor
        if by != self.who or page not in self._paged:
            return
        if event.serial == self._paged[page][0]:
            return  # it has only just come to them
        notice, since = self._paged.pop(page)
        met = words.InterruptionMet(notice=notice, how=_MEETS[type(event.body)], after=event.at - since)
        self._world.write(met, self.who, (event.serial,))

    # -- turns ----------------------------------------------------------------------------------------------------

    def _play(self) -> Steps[None]:
        world = self._world
        last: Outcome | None = None
        yield world.kernel.timeout(1)  # what the first morning brings at the very start is on the desk by then
        while True:
            self._turn += 1
            observation = self._observe(last)
            begun = world.now
            try:
                act: Act = yield world.kernel.think(partial(self._ask, self.who, observation), world.script.pace.decide)
            except ModelFault as fault:
                world.stop_for(fault)
                return
            except (PlayerFailed, ThoughtFailed) as failure:
                kind, detail = str(failure.args[0]), hidden(str(failure.args[1]))[:500]
                world.write(words.PlayerFault(turn=self._turn, fault=kind, detail=detail), self.who)
                world.kernel.stop("crash")
                return
            self._judge(self.who, act)
            last = yield from self._perform(act, begun)
            if self._left:
                self._over(self.who, "finished")
                return
            locked = self._livelock.after(act, last, world.now)
            if locked is not None:
                self._over(self.who, locked)
                return

    def _observe(self, last: Outcome | None) -> Observation:
        world, zone = self._world, self._world.person(self.who).calendar.zone
        heard, notices = [], []
        cause = 0
        for notice in self._notices:
            cause = notice.serial
            message = self._attention.messages.get(notice.serial)
            if message is not None and message.spoken:
                heard.append(
                    Heard(at=day_and_time(notice.at, zone), who=notice.sender, text=message.text, where=message.place)
                )
                for told in world.told_at(message.app, message.ref):
                    world.learn(self.who, told, message.app, message.ref, message.serial)
            else:
                notices.append(
                    Noticed(
                        serial=notice.serial,
                        at=day_and_time(notice.at, zone),
                        app=notice.app,
                        kind=notice.kind,
                        place=notice.place,
                        ref=notice.ref,
                        sender=notice.sender,
                        gist=notice.gist,
                        interrupts=notice.interrupts,
                        urgent=notice.urgent,
                    )
                )
                world.seen(self.who, notice.gist, "world", notice.ref, notice.serial)
        self._notices.clear()
        del cause
        return Observation(
            turn=self._turn,
            at=world.now,
            now=f"{long_local(world.now, zone)} ({zone})",
            working=is_working(world.person(self.who).calendar, world.now),
            last=last,
            notices=tuple(notices),
            heard=tuple(heard),
            tasks=self._tasks(),
            ringing=None if self._ringing is None else self._ringing[0],
            call=world.office.app(Calls).call_of(self.who),
            meeting=world.office.app(Calendar).meeting_of(self.who),
            suspended=self.suspended(),
        )

    def _tasks(self) -> tuple[Assignment, ...]:
        """The tasks that are new; all of them for a player that has just taken over the seat."""
        if self._joined and self._world.now >= self._joined[0]:
            self._joined = [at for at in self._joined if at > self._world.now]
            self.tasks.news()
            return self.tasks.given()
        return self.tasks.news()

    # -- actions --------------------------------------------------------------------------------------------------

    def _perform(self, act: Act, begun: int) -> Steps[Outcome]:
        try:
            action = self._world.office.parse(act.action, act.arguments)
        except Refused as refused:
            return self._refused(act.action, dict(act.arguments), refused, begun)
        if isinstance(action, Wait):
            return (yield from self._wait(action, begun))
        if isinstance(action, Resume):
            return (yield from self._resume(action, begun))
        seconds = self._seconds(action.effort())
        return (yield from self._carry_on(action, seconds, begun))

    def _carry_on(self, action: Action, seconds: int, begun: int, receipt: Receipt | None = None) -> Steps[Outcome]:
        """Spend what is left of an action, then let it take effect; or be cut short.

        What is looked at is taken up at once and read in the time it takes; ``receipt`` is what an interrupted one had
        taken up, of which ``seconds`` of reading are left."""
        world = self._world
        if not action.changes and receipt is None:
            try:
                receipt = world.do(self.who, action)
            except Refused as refused:
                return self._refused(action.name, action.arguments(), refused, begun)
            seconds += receipt.words() * 60 // world.script.pace.read_wpm
        started = world.now
        notice = yield from self._spend(seconds)
        if notice is not None:
            return self._cut(action, world.now - started, seconds - (world.now - started), notice, begun, receipt)
        if receipt is None:
            try:
                receipt = world.do(self.who, action)
            except Refused as refused:
                return self._refused(action.name, action.arguments(), refused, begun)
        event = world.write(
            words.Acted(turn=self._turn, action=action.name, arguments=action.arguments(), took=world.now - begun),
            self.who,
        )
        data = receipt.model_dump(mode="json")
        if receipt.words():
            world.seen(self.who, _by_others(data, self.who), "world", action.name, event.serial)
        if isinstance(action, Drop):
            return Outcome(action=action.name, took=world.now - begun, receipt=data)
        listens = LISTENS.get(action.name)
        if listens is not None and not self._left:
            yield from self._listen(listens)
        return Outcome(action=action.name, took=world.now - begun, receipt=data)

    def _spend(self, seconds: int) -> Steps[Notice | None]:
        """Let so many seconds pass at work; the notice that cut in, or None."""
        if seconds <= 0:
            return None
        timer = self._world.kernel.timer(seconds)
        if seconds < BRIEF:
            yield timer
            return None
        waiting = next((n for n in self._notices if n.interrupts), None)
        if waiting is not None and (self._ringing is not None or waiting.kind == "page"):
            timer.cancel()
            return waiting
        self._busy = True
        try:
            yield timer
        except Interrupt as interrupt:
            timer.cancel()
            return cast("Notice", interrupt.cause)
        finally:
            self._busy = False
        return None

    def _cut(
        self, action: Action, done: int, left: int, notice: Notice, begun: int, receipt: Receipt | None
    ) -> Outcome:
        why = f"{notice.kind.replace('_', '-')} from {notice.sender}: {notice.gist}"
        cut = Cut(action=action.name, arguments=action.arguments(), done=done, left=left, by=notice.sender, why=why)
        self._suspended.append((cut, action, left, receipt))
        body = words.Interrupted(
            turn=self._turn, action=action.name, done=done, left=left, by=notice.sender, notice=notice.serial
        )
        self._world.write(body, self.who, (notice.serial,))
        return Outcome(action=action.name, took=self._world.now - begun, cut=cut)

    def _resume(self, action: Resume, begun: int) -> Steps[Outcome]:
        world = self._world
        try:
            world.do(self.who, action)
        except Refused as refused:
            return self._refused(action.name, action.arguments(), refused, begun)
        _, suspended, left, receipt = self._suspended.pop()
        cost = world.script.pace.resume
        world.write(words.Resumed(action=suspended.name, left=left, cost=cost), self.who)
        return (yield from self._carry_on(suspended, left + cost, begun, receipt))

    def _wait(self, action: Wait, begun: int) -> Steps[Outcome]:
        world = self._world
        try:
            receipt = world.do(self.who, action)
        except Refused as refused:
            return self._refused(action.name, action.arguments(), refused, begun)
        until = min(receipt.model_dump()["until"], world.script.horizon)
        woken = None
        if not any(n.interrupts or not action.through for n in self._notices):
            # Who waits for the end with work undone holds no clock: if nothing else is to happen, that is a stalemate.
            waits_in_vain = until >= world.script.horizon and not self.tasks.are_done
            seconds = None if waits_in_vain else max(1, until - world.now)
            woken = yield from self._listen(seconds, deaf=action.through)
        world.write(
            words.Waited(turn=self._turn, until=until, woken_by=woken), self.who, () if woken is None else (woken,)
        )
        return Outcome(action=action.name, took=world.now - begun, receipt=receipt.model_dump(mode="json"))

    def _listen(self, seconds: int | None, *, deaf: bool = False) -> Steps[int | None]:
        """Stay until something comes, or for so many seconds (None: for ever); the serial of what came."""
        if any(n.interrupts for n in self._notices) or (not deaf and self._notices):
            return self._notices[0].serial
        kernel = self._world.kernel
        ears = self._ears = kernel.event()
        self._deaf_to_messages = deaf
        if seconds is None:
            came: int | None = yield ears
            self._ears = None
            return came
        timer = kernel.timer(seconds)
        fired = yield kernel.any_of([timer, ears])
        self._ears = None
        if ears in fired:
            if timer not in fired:
                timer.cancel()
            serial: int | None = fired[ears]
            return serial
        return None

    def _seconds(self, effort: Effort) -> int:
        pace = self._world.script.pace
        if effort.kind == "write":
            return max(pace.click, effort.words * 60 // pace.write_wpm)
        if effort.kind == "read":
            return pace.click + effort.words * 60 // pace.read_wpm
        if effort.kind in ("call", "meet"):
            return max(2, effort.words * 60 // pace.speak_wpm)
        return {"search": pace.search, "click": pace.click}.get(effort.kind, 0)

    def _refused(self, name: str, arguments: dict[str, Any], refused: Refused, begun: int) -> Outcome:
        body = words.ActionRefused(
            turn=self._turn, action=name, arguments=arguments, code=refused.code, why=refused.why
        )
        self._world.write(body, self.who)
        return Outcome(action=name, took=self._world.now - begun, refusal=refused.why, code=refused.code)


def _by_others(data: Any, me: str) -> str:
    """All texts of a receipt, a line each, but for what ``me`` wrote: own words teach nobody anything."""
    if isinstance(data, str):
        return data
    if isinstance(data, dict):
        if me in (data.get("sender"), data.get("who"), data.get("author")):
            return ""
        data = data.values()
    elif not isinstance(data, list | tuple):
        return ""
    return "\n".join(filter(None, (_by_others(item, me) for item in data)))
