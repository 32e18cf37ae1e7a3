"""What the scenario brings about: at a time, after something else, again and again, or by chance, all from the seed."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sim.actions import Refused
from sim.apps.mail import Mail
from sim.calendar import add_working, is_working
from sim.kernel import Signal, Steps
from sim.meetings import arrange
from sim.mind import Errand, Occasion
from sim.script import Happening, Trigger
from sim.streams import chance, pick, uniform_between
from sim.units import BadValue
from sim.vocabulary.core import WORLD, Event
from sim.vocabulary.pager import PageAcknowledged, PageRaised, PageResolved
from sim.vocabulary.world import (
    ApprovalGiven,
    Away,
    Back,
    FactChanged,
    FactLearned,
    FactTold,
    Happened,
    TaskGiven,
)

if TYPE_CHECKING:
    from sim.attention import Attention
    from sim.conduct import Conduct
    from sim.meetings import Meetings
    from sim.moment import Moments
    from sim.paging import Paging
    from sim.ringing import Ringing
    from sim.world import World


class Timeline:
    """Runs the scenario's timeline."""

    def __init__(
        self,
        world: "World",
        attention: "Attention",
        conduct: "Conduct",
        moments: "Moments",
        ringing: "Ringing",
        meetings: "Meetings",
        paging: "Paging",
    ) -> None:
        self._world = world
        self._attention = attention
        self._conduct = conduct
        self._moments = moments
        self._ringing = ringing
        self._meetings = meetings
        self._paging = paging
        self._pages: dict[str, str] = {}
        """By page, the entry that raised it."""
        self._met: set[tuple[str, str]] = set()
        self._waiting: dict[tuple[str, str], list[Signal]] = {}
        world.readers.append(self._follow)

    def start(self) -> None:
        """Set every entry going, and every change of a fact that is only a matter of time."""
        world = self._world
        for fact in world.script.facts:
            for number, version in enumerate(fact.versions):
                if number > 0:
                    world.kernel.process(self._change(fact.id, number, version.since))
            for who, belief in fact.believed.items():
                if belief.until is not None:
                    world.live(self._find_out(who, fact.id, belief.until))
        for person in world.org.people():
            for absence in person.calendar.absences:
                if absence.end > world.now and absence.start < world.script.horizon:
                    world.kernel.process(self._away(person.id, absence.start, absence.end, absence.why))
        for task in world.script.tasks:
            if not any(h.does == "give_task" and h.task == task.id for h in world.script.timeline):
                world.kernel.process(self._give(task.id, task.given_by, task.given_at))
        self.begin(world.script.timeline)

    def begin(self, entries: Iterable[Happening]) -> None:
        """Set these entries going, now."""
        for entry in entries:
            self._world.live(self._run(entry))

    # -- conditions -----------------------------------------------------------------------------------------------

    def _follow(self, event: Event) -> None:
        body = event.body
        if isinstance(body, Happened):
            self._meet("happened", body.id)
        elif isinstance(body, FactChanged):
            self._meet("fact_changed", body.fact)
        elif isinstance(body, ApprovalGiven):
            self._meet("approval_decided", body.approval)
        elif isinstance(body, PageRaised):
            if body.label is not None:
                self._pages[body.page] = body.label
        elif isinstance(body, PageAcknowledged | PageResolved):
            label = self._pages.get(body.page)
            if label is not None:
                self._meet("acknowledged" if isinstance(body, PageAcknowledged) else "resolved", label)
        elif (isinstance(body, FactTold) and any(seat in (event.actor, *body.to) for seat in self._world.seats)) or (
            isinstance(body, FactLearned) and event.actor in self._world.seats
        ):
            self._meet("told", body.fact)

    def task_delivered(self, task: str) -> None:
        """The seat has put a deliverable in its place."""
        self._meet("task_delivered", task)

    def _meet(self, kind: str, ref: str) -> None:
        key = (kind, ref)
        if key in self._met:
            return
        self._met.add(key)
        for signal in self._waiting.pop(key, ()):
            signal.succeed()

    def _is_met(self, trigger: Trigger) -> bool:
        return _key(trigger) in self._met

    def _until_met(self, trigger: Trigger) -> Signal:
        signal = self._world.kernel.event()
        self._waiting.setdefault(_key(trigger), []).append(signal)
        return signal

    # -- entries --------------------------------------------------------------------------------------------------

    def _change(self, fact: str, number: int, at: int) -> Steps[None]:
        yield self._world.kernel.at(max(at, self._world.now))
        if self._world.truth.current(fact)[0] < number:
            self._world.set_fact(fact, number, ())

    def _find_out(self, who: str, fact: str, at: int) -> Steps[None]:
        """Somebody who believes something else finds out by themselves."""
        world = self._world
        yield world.kernel.at(max(at, world.now))
        number, version = world.truth.current(fact)
        if world.truth.learn(who, fact, number, version.value, world.now, who):
            learned = FactLearned(fact=fact, version=number, value=version.value, source=who, where="world", ref="")
            world.write(learned, who)

    def _away(self, who: str, start: int, end: int, why: str) -> Steps[None]:
        world = self._world
        yield world.kernel.at(max(world.now, start))
        world.write(Away(start=start, end=end, why=why, deputy=world.org.deputy_of(who)), who)
        yield world.kernel.at(max(world.now, end))
        world.write(Back(), who)

    def _give(self, task: str, by: str, at: int) -> Steps[None]:
        yield self._world.kernel.at(max(self._world.now, at))
        self._world.write(TaskGiven(task=task, to=self._world.script.seat_of(task)), by)

    def _run(self, entry: Happening) -> Steps[None]:
        world = self._world
        if entry.every is not None:
            yield from self._again_and_again(entry)
            return
        if entry.after is not None:
            if not self._is_met(entry.after):
                yield self._until_met(entry.after)
        elif entry.at is not None:
            yield world.kernel.at(max(world.now, entry.at))
        wait = uniform_between(world.streams.of(entry.id, "delay"), *entry.delay)
        calendar = world.person(entry.who).calendar if entry.who in world.cast else None
        if wait > 0:
            yield world.kernel.at(add_working(calendar, world.now, wait) if calendar else world.now + wait)
        if not chance(world.streams.of(entry.id, "chance"), entry.chance):
            return
        if entry.unless is not None and self._is_met(entry.unless):
            return
        yield from self._happen(entry, entry.who)

    def _again_and_again(self, entry: Happening) -> Steps[None]:
        """Every so often in the working time of whoever does it; "anyone" is drawn anew each time."""
        world, count = self._world, 0
        people = sorted(world.cast)
        assert entry.every is not None
        while True:
            rng = world.streams.of(entry.id, "every", count)
            count += 1
            who = pick(rng, people) if entry.who == "anyone" else entry.who
            yield world.kernel.at(
                add_working(world.person(who).calendar, world.now, max(60, uniform_between(rng, *entry.every)))
            )
            if entry.unless is not None and self._is_met(entry.unless):
                return
            if chance(rng, entry.chance) and is_working(world.person(who).calendar, world.now):
                yield from self._happen(entry, who)

    def _happen(self, entry: Happening, who: str) -> Steps[None]:
        """It takes place: an absent person does it when they are back."""
        world = self._world
        if who in world.cast and entry.does not in ("away", "fact", "outside_mail", "page"):
            yield from world.back(who)
        begun = world.write(Happened(id=entry.id, does=entry.does), who if who in world.cast else WORLD)
        world.truth.happened(entry.id)
        causes = (begun.serial,)
        try:
            yield from self._do(entry, who, causes)
        except Refused as refused:
            world.fault(who, f"timeline:{refused.code}", f"{entry.id}: {refused.why}", causes)
        except BadValue as error:
            world.fault(who, "timeline:impossible", f"{entry.id}: {error}", causes)

    def _do(self, entry: Happening, who: str, causes: tuple[int, ...]) -> Steps[None]:
        world = self._world
        if entry.does in ("say", "ask", "news", "small_talk", "own_work"):
            yield from self._speak(entry, who, causes)
        elif entry.does == "write":
            world.do(who, world.office.parse("drive.write", {"path": entry.path, "text": entry.text or ""}), causes)
        elif entry.does == "ticket":
            if entry.field is None:
                world.do(
                    who,
                    world.office.parse("tracker.comment", {"ticket": entry.ticket, "text": entry.text or ""}),
                    causes,
                )
            else:
                world.do(
                    who,
                    world.office.parse("tracker.change", {"ticket": entry.ticket, entry.field: entry.value}),
                    causes,
                )
        elif entry.does == "fact":
            assert entry.fact is not None
            world.change_fact(entry.fact, causes)
        elif entry.does == "meet":
            meeting = arrange(
                world, who, entry.subject or "Meeting", entry.to, entry.minutes, start=entry.until, causes=causes
            )
            if entry.text:
                self._meetings.script(meeting, who, entry.text)
        elif entry.does == "outside_mail":
            name, _, address = (entry.place or "").partition(" <")
            mail, address = world.office.app(Mail), address.rstrip(">")
            if not mail.keeps_out(address, entry.to, entry.subject or "", causes):
                mail.arrive(name, address, entry.to, entry.subject or "", entry.text or "", causes=causes)
        elif entry.does == "away":
            assert entry.until is not None
            world.set_absence(who, world.now, entry.until, entry.about or "away")
            yield from self._away(who, world.now, entry.until, entry.about or "away")
        else:
            yield from self._do_to_office(entry, who, causes)

    def _do_to_office(self, entry: Happening, who: str, causes: tuple[int, ...]) -> Steps[None]:
        """What is nobody's own doing, or changes how people work together."""
        world = self._world
        if entry.does == "page":
            self._paging.raise_page(
                entry.place or "", entry.to[0] if entry.to else None, entry.area, entry.text or "",
                urgent=entry.urgent, label=entry.id, causes=causes,
            )  # fmt: skip
        elif entry.does == "reorganise":
            world.reorganise(entry.changes, causes)
            if entry.text:
                yield from self._speak(entry, who, causes)
        elif entry.does == "give_task":
            assert entry.task is not None
            world.write(TaskGiven(task=entry.task, to=world.script.seat_of(entry.task)), who, causes)
            if entry.text:
                yield from self._speak(entry, who, causes)

    def _speak(self, entry: Happening, who: str, causes: tuple[int, ...]) -> Steps[None]:
        occasion: Occasion = (
            "small_talk"
            if entry.does == "small_talk"
            else "own_work"
            if entry.does == "own_work"
            else "news"
            if entry.does == "news"
            else "event"
        )
        errand = Errand(
            what=entry.about or entry.subject or entry.does.replace("_", " "),
            to=entry.to,
            via="call" if entry.via == "walk_up" else entry.via,
            place=entry.place,
            text=entry.text,
            fact=entry.fact,
            urgent=entry.urgent,
            wants_reply=entry.wants_reply or entry.does == "ask",
        )
        if entry.via in ("call", "walk_up"):
            yield from self._ringing.place(
                who,
                errand,
                walk_up=entry.via == "walk_up",
                about=entry.about or "",
                if_missed=entry.if_missed,
                causes=causes,
            )
            return
        yield from self._attention.think(who, self._moments.errand(who, occasion, errand), 30, causes)


def _key(trigger: Trigger) -> tuple[str, str]:
    for kind, ref in trigger:
        if ref is not None:
            return kind, ref
    raise ValueError("a trigger says what must have come about")
