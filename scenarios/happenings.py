"""From an author's events to the timeline of a run."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import count
from typing import Any

from orgs.graph import OrgGraph
from scenarios import events
from scenarios.beside import Beside
from scenarios.events import Cause, Event
from scenarios.ground import Ground
from scenarios.schema import FactEntry
from scenarios.world import Outsider
from sim.actions import clip
from sim.calendar import is_working_day, working_between
from sim.misspelling import did_you_mean
from sim.script import Happening, Trigger
from sim.source import DataPath
from sim.units import BadValue, local_date, local_instant

GIST = 60
"""Characters of a text that stand for what it is about, where its author does not say."""


def labels(entries: Sequence[Event]) -> tuple[str, ...]:
    """What each event is called in a run: its own id, or its number and what it does."""
    return tuple(
        entry.id or f"{number}-{entry.who}-{entry.does.replace(' ', '-')}" for number, entry in enumerate(entries, 1)
    )


def build_events(
    ground: Ground,
    entries: Sequence[Event],
    outside: Mapping[str, Outsider],
    beside: Beside,
    facts: Mapping[str, FactEntry],
) -> tuple[Happening, ...]:
    """The timeline entries of these events."""
    seen: dict[str, int] = {}
    found = []
    for number, (label, entry) in enumerate(zip(labels(entries), entries, strict=True)):
        at: DataPath = ("events", number)
        first = seen.setdefault(label, number)
        if first != number:
            ground.wrong(
                (*at, "id"), f"is the id of the event on line {ground.line(('events', first))} too", "Rename one."
            )
        states = ground.all_named((*at, "states"), "fact", entry.states)
        built = _Builder(ground, at, outside, beside).build(label, entry)
        read = built.does in ("write", "ticket", "meet") or ground.reaches_player(built.to)
        ground.text((*at, "text"), f"{built.subject or ''}\n{built.text or ''}", states, seen=read)
        found += [built, *_repeated(ground, built, entry)]
        _check_gone(ground, at, built, entry)
    _no_circles(ground, entries, facts)
    _check_lines(ground, entries, found)
    return tuple(found)


def _check_gone(ground: Ground, at: DataPath, built: Happening, entry: Event) -> None:
    """Whoever has left does nothing any more."""
    gone = ground.gone(built.who)
    if gone is None or gone > ground.horizon or built.at is None:
        return
    last = local_date(gone - 1, ground.org.person(built.who).calendar.zone)
    if built.at >= gone:
        fix = "Let somebody else do it, or let it be earlier."
        ground.warn((*at, "who"), f"has left by then, after {last}: the event does not come about", fix)
    elif entry.repeats is not None:
        fix = "Add an event of somebody else from then on, if it is to go on."
        ground.warn((*at, "repeats"), f"goes on to the end of the run, and {built.who} leaves after {last}", fix)


def _check_lines(ground: Ground, entries: Sequence[Event], built: Sequence[Happening]) -> None:
    """Reorganisations come on top of one another: those with a time in its order, then the others as they stand."""
    numbers = {label: number for number, label in enumerate(labels(entries))}
    org = ground.org
    for entry in _reorganisations(built):
        at: DataPath = ("events", numbers.get(entry.id, 0))
        if entry.id not in numbers or ground.is_wrong(at):
            continue
        try:
            org = org.reorganised(entry.changes)
        except BadValue as error:
            before = "" if org is ground.org else ", after the reorganisations before it"
            ground.wrong((*at, *error.below), f"{error.rule}{before}", error.fix, value=error.value)


def _reorganisations(timeline: Sequence[Happening]) -> list[Happening]:
    """The reorganisations of a timeline in the order in which they come about."""
    found = [entry for entry in timeline if entry.does == "reorganise"]
    return sorted(found, key=lambda entry: (entry.at is None, entry.at or 0))


def lines_after(org: OrgGraph, timeline: Sequence[Happening]) -> tuple[OrgGraph, ...]:
    """The organisation after each reorganisation of the timeline. One that cannot be is left out."""
    found = []
    for entry in _reorganisations(timeline):
        try:
            org = org.reorganised(entry.changes)
        except BadValue:
            continue
        found.append(org)
    return tuple(found)


STEPS = {"daily": 1, "weekly": 7}
"""Days between two times."""
MONTHS = {"monthly": 1, "quarterly": 3}
"""Months between two times."""


def _repeated(ground: Ground, first: Happening, entry: Event) -> list[Happening]:
    """The further times of an event that repeats, to the end of the run; each is called after the first, with its
    number."""
    if entry.repeats is None or first.at is None:
        return []
    known = first.who in ground.org.org.people
    calendar = ground.org.person(first.who if known else ground.seat).calendar
    begun = local_date(first.at, calendar.zone)
    midnight = local_instant(begun, 0, calendar.zone)
    minute, second = divmod(first.at - midnight, 60)
    found: list[Happening] = []
    for number in count(1):
        day = _nth_day(begun, entry.repeats, number)
        if local_instant(day, 0, calendar.zone) > ground.horizon:
            return found
        while entry.repeats in MONTHS and day > begun and not is_working_day(calendar, day):
            day -= timedelta(days=1)
        at = local_instant(day, minute, calendar.zone) + second
        if at <= ground.horizon and is_working_day(calendar, day) and day > begun:
            found.append(first.model_copy(update={"id": f"{first.id}.{number + 1}", "at": at}))
    return found


def _nth_day(begun: date, repeats: str, number: int) -> date:
    """The date of the ``number``-th repetition. The last day of a month is followed by the last days of months."""
    if repeats in STEPS:
        return begun + timedelta(days=STEPS[repeats] * number)
    year, month = divmod(begun.year * 12 + begun.month - 1 + MONTHS[repeats] * number, 12)
    last = monthrange(year, month + 1)[1]
    is_last = begun.day == monthrange(begun.year, begun.month)[1]
    return date(year, month + 1, last if is_last else min(begun.day, last))


class _Builder:
    """Builds one entry of the timeline."""

    def __init__(self, ground: Ground, at: DataPath, outside: Mapping[str, Outsider], beside: Beside) -> None:
        self.ground = ground
        self.at = at
        self.outside = outside
        self.beside = beside

    def build(self, label: str, entry: Event) -> Happening:
        who = self._who(entry)
        return Happening(id=label, who=who, chance=entry.chance, **self._times(entry, who), **self._deed(entry, who))

    def _who(self, entry: Event) -> str:
        if isinstance(entry, events.OutsideMail | events.Page):
            if entry.who not in self.outside:
                self.ground.named((*self.at, "who"), "outsider", entry.who)
            return "world"
        return entry.who if entry.who == "anyone" else self.ground.person((*self.at, "who"), entry.who, acts=True)

    # -- when -------------------------------------------------------------------------------------------------------

    def _times(self, entry: Event, who: str) -> dict[str, Any]:
        ground = self.ground
        times: dict[str, Any] = {
            "unless": None if entry.unless is None else self._cause((*self.at, "unless"), entry.unless)
        }
        if entry.at is not None:
            times["at"] = ground.instant((*self.at, "at"), entry.at)
        elif entry.between is not None:
            first = ground.instant((*self.at, "between", 0), entry.between[0])
            last = ground.instant((*self.at, "between", 1), entry.between[1], end=True)
            if last <= first:
                rule, first_of_two = "is not after the first of the two", (*self.at, "between", 0)
                ground.untimely((*self.at, "between", 1), rule, "Swap the two.", beside=first_of_two)
                last = first + 1
            people = ground.org.org.people
            span = working_between(ground.org.person(who).calendar, first, last) if who in people else last - first
            times |= {"at": first, "delay": (0, max(1, span))}
        elif entry.every is not None:
            if entry.every.low == 0:
                fix = "Write 40m to 3h."
                ground.wrong((*self.at, "every"), "comes back after no time", fix)
            times["every"] = (entry.every.low, entry.every.high)
        else:
            assert entry.after is not None
            times["after"] = self._cause((*self.at, "after"), entry.after)
            times["delay"] = (0, 0) if entry.delay is None else (entry.delay.low, entry.delay.high)
        return times

    def _cause(self, path: DataPath, cause: Cause) -> Trigger:
        return cause_of(self.ground, path, cause)

    # -- what -------------------------------------------------------------------------------------------------------

    def _deed(self, entry: Event, who: str) -> dict[str, Any]:
        if isinstance(entry, events.Chat | events.Mail | events.Call | events.Post):
            return self._talk(entry, who)
        if isinstance(entry, events.Tell | events.SmallTalk):
            return self._hearsay(entry, who)
        if isinstance(entry, events.OutsideMail):
            sender = self.outside.get(entry.who)
            return {
                "does": "outside_mail",
                "to": self._readers(entry.to, who),
                "place": f"{sender.name} <{sender.address}>" if sender else None,
                "subject": entry.subject,
                "text": entry.text,
            }
        if isinstance(entry, events.Page):
            return self._page(entry)
        if isinstance(entry, events.Write):
            text = entry.text
            if entry.copy_of is not None:
                text = self.beside.text(self.ground, (*self.at, "copy"), entry.copy_of)
            return {"does": "write", "path": entry.file, "text": text}
        return self._change(entry, who)

    def _page(self, entry: events.Page) -> dict[str, Any]:
        org, at = self.ground.org, (*self.at, "area")
        if entry.area is not None and org.owner_of(entry.area) is None and entry.area not in org.org.on_call:
            areas = [*org.org.on_call, *(area.name for area in org.areas())]
            self.ground.wrong(at, f"is no area of {org.id}", did_you_mean(entry.area, areas))
        sender = self.outside.get(entry.who)
        return {
            "does": "page", "place": sender.name if sender else entry.who, "area": entry.area, "text": entry.text,
            "to": () if entry.to is None else (self.ground.person((*self.at, "to"), entry.to),),
            "urgent": entry.urgent,
        }  # fmt: skip

    def _readers(self, names: Sequence[str], who: str) -> tuple[str, ...]:
        return self.ground.people((*self.at, "to"), names, but=who)

    def _talk(self, entry: events.Chat | events.Mail | events.Call | events.Post, who: str) -> dict[str, Any]:
        headed = entry.subject if isinstance(entry, events.Mail) else None
        about = entry.about or headed or clip(" ".join((entry.text or "").split()), GIST)
        said: dict[str, Any] = {"text": entry.text, "about": about, "urgent": entry.urgent, "does": "say"}
        if isinstance(entry, events.Post):
            to = self.ground.channel((*self.at, "in"), entry.in_, who)
            return said | {"via": "channel", "place": entry.in_, "to": to}
        if entry.wants_reply:
            said |= {"does": "ask", "wants_reply": True}
        if isinstance(entry, events.Call):
            to = (self.ground.person((*self.at, "to"), entry.to),)
            self._same_site(entry, who)
            return said | {"via": entry.does.replace(" ", "_"), "to": to, "if_missed": entry.if_missed}
        said["to"] = self._readers(entry.to, who)
        return said | ({"via": "mail", "subject": entry.subject} if isinstance(entry, events.Mail) else {"via": "chat"})

    def _same_site(self, entry: events.Call, who: str) -> None:
        people = self.ground.org.org.people
        if entry.does != "walk up" or who not in people or entry.to not in people:
            return
        one, other = self.ground.org.org.site_of(who), self.ground.org.org.site_of(entry.to)
        if one != other:
            self.ground.wrong(
                (*self.at, "does"), f"is too far: {who} is in {one}, {entry.to} in {other}", "Write call."
            )

    def _hearsay(self, entry: events.Tell | events.SmallTalk, who: str) -> dict[str, Any]:
        via: str = entry.by if isinstance(entry, events.Tell) else "chat"
        if entry.in_ is None:
            place = {"via": via, "to": self._readers(entry.to, who)}
        elif who == "anyone":
            members = self.ground.org.members(entry.in_) if entry.in_ in self.ground.org.org.channels else ()
            if not set(self.ground.cast) <= set(members):
                self.ground.wrong((*self.at, "in"), "is a channel that not all of the cast are in", "Name one of all.")
            place = {"via": "channel", "place": entry.in_, "to": members}
        else:
            place = {"via": "channel", "place": entry.in_, "to": self.ground.channel((*self.at, "in"), entry.in_, who)}
        if isinstance(entry, events.SmallTalk):
            return {"does": "small_talk", "about": "small talk", "text": entry.text, **place}
        self.ground.named((*self.at, "fact"), "fact", entry.fact)
        return {"does": "news", "fact": entry.fact, "about": self.ground.topics.get(entry.fact, entry.fact), **place}

    def _reorganise(self, entry: events.Reorganise, who: str) -> dict[str, Any]:
        parts = {"people": entry.people, "teams": entry.teams, "areas": entry.areas}
        changes = {name: {key: dict(entry) for key, entry in part.items()} for name, part in parts.items() if part}
        if entry.in_ is None:
            return {"does": "reorganise", "changes": changes}
        to = self.ground.channel((*self.at, "in"), entry.in_, who)
        return {
            "does": "reorganise", "changes": changes, "via": "channel", "place": entry.in_, "to": to,
            "text": entry.text, "about": "a reorganisation",
        }  # fmt: skip

    def _change(
        self, entry: events.Ticket | events.Meet | events.Leave | events.Give | events.Reorganise, who: str
    ) -> dict[str, Any]:
        ground, at = self.ground, self.at
        if isinstance(entry, events.Reorganise):
            return self._reorganise(entry, who)
        if isinstance(entry, events.Ticket):
            ground.named((*at, "ticket"), "ticket", entry.ticket)
            field, value = next(iter(entry.set.items()), (None, None))
            return {"does": "ticket", "ticket": entry.ticket, "field": field, "value": value, "text": entry.text}
        if isinstance(entry, events.Meet):
            start = None if entry.start is None else ground.instant((*at, "start"), entry.start)
            people = ground.people((*at, "people"), entry.people, but=who)
            return {
                "does": "meet", "to": people, "subject": entry.title, "minutes": entry.minutes, "until": start,
                "text": entry.text,
            }  # fmt: skip
        if isinstance(entry, events.Leave):
            return {"does": "away", "until": ground.anytime((*at, "until"), entry.until, end=True), "about": entry.why}
        ground.named((*at, "task"), "task", entry.task)
        return {
            "does": "give_task", "task": entry.task, "text": entry.text, "about": ground.topics.get(entry.task),
            "to": (ground.owners.get(entry.task, ground.seat),),
        }  # fmt: skip


def cause_of(ground: Ground, path: DataPath, cause: Cause) -> Trigger:
    """A condition, with the thing it names checked."""
    kinds = {
        "event": ("event", "happened"),
        "changed": ("fact", "fact_changed"),
        "told": ("fact", "told"),
        "delivered": ("task", "task_delivered"),
        "decided": ("approval", "approval_decided"),
        "acknowledged": ("page", "acknowledged"),
        "resolved": ("page", "resolved"),
    }
    key = next(key for key in kinds if getattr(cause, key) is not None)
    kind, field = kinds[key]
    return Trigger(**{field: ground.named((*path, key), kind, getattr(cause, key))})


def _no_circles(ground: Ground, entries: Sequence[Event], facts: Mapping[str, FactEntry]) -> None:
    """An event that waits for one that waits for it never happens; nor one that waits for what never comes about."""
    names = labels(entries)
    after: dict[str, tuple[DataPath, str]] = {}
    for number, (name, entry) in enumerate(zip(names, entries, strict=True)):
        at: DataPath = ("events", number, "after")
        if entry.after is None:
            continue
        if entry.after.event is not None:
            after[name] = ((*at, "event"), entry.after.event)
        elif entry.after.changed is not None:
            changes = facts[entry.after.changed].changes if entry.after.changed in facts else ()
            if not changes and entry.after.changed in facts:
                ground.wrong((*at, "changed"), "is a fact that never changes", "Give it changes: {on: ..., to: ...}.")
            elif changes and changes[0].with_ is not None:
                after[name] = ((*at, "changed"), changes[0].with_)
    told: set[str] = set()
    for name in after:
        way: list[str] = []
        here = name
        while here in after and here not in way and here not in told:
            way.append(here)
            here = after[here][1]
        if here in way:
            circle = way[way.index(here) :]
            text = " waits for ".join((*circle, circle[0]))
            ground.wrong(after[circle[0]][0], f"closes a circle: {text}", "Let one of them happen at a time.")
        told.update(way)
