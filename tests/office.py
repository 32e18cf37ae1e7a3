"""A small office to test apps in: six people at two sites, a clock to set, and all events and notices in lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import pytest

from sim.actions import Refused
from sim.calendar import WorkCalendar, is_absent
from sim.office import App, Notice, Office
from sim.organisation import Channel, Organisation, Person, Team, Tie
from sim.units import Money, WeeklyHours, local_date, local_instant
from sim.vocabulary.core import Body, Event

GRAZ = WorkCalendar("Europe/Vienna", WeeklyHours.parse("mon-fri 08:30-17:00"))
BOSTON = WorkCalendar("America/New_York", WeeklyHours.parse("mon-fri 09:00-17:30"))

MONDAY = 1772438400
"""Monday 2 March 2026, 09:00 in Graz, 03:00 in Boston."""


class SmallOrg:
    """Six people; two are called Anna, one id has a dash, two names are not plain ASCII."""

    id = "small"
    name = "Small & Co"
    about = "Six people who make measuring instruments."

    _people: tuple[Person, ...] = (
        Person("ruth", "Ruth Adeyemi", "Managing Director", "graz", GRAZ),
        Person("ines", "Ines Hofer", "Head of Finance", "graz", GRAZ),
        Person("tomas", "Tomás Ferrer", "Accountant", "graz", GRAZ),
        Person("anna-k", "Anna Kern", "Buyer", "graz", GRAZ),
        Person("anna-b", "Anna Berg", "Sales", "boston", BOSTON),
        Person("tanaka", "田中 太郎", "Field engineer", "boston", BOSTON),
    )
    _teams = (
        Team("finance", "Finance", "ines", ("ines", "tomas", "anna-k")),
        Team("field", "Field", "anna-b", ("anna-b", "tanaka")),
    )
    _channels = (
        Channel("#general", tuple(p.id for p in _people), "Everybody"),
        Channel("#finance", ("ines", "tomas", "ruth"), "Numbers"),
    )
    _managers: ClassVar = {"ines": "ruth", "tomas": "ines", "anna-k": "ines", "anna-b": "ruth", "tanaka": "anna-b"}
    _areas: ClassVar = {"ines": ("budget", "invoices"), "anna-b": ("prices",)}
    _limits: ClassVar = {"ines": Money.parse("25 000 EUR"), "ruth": Money.parse("250 000 EUR")}

    def people(self) -> Sequence[Person]:
        return self._people

    def person(self, who: str, /) -> Person:
        for person in self._people:
            if person.id == who:
                return person
        raise KeyError(who)

    def teams(self) -> Sequence[Team]:
        return self._teams

    def channels(self) -> Sequence[Channel]:
        return self._channels

    def manager_of(self, who: str, /) -> str | None:
        return self._managers.get(self.person(who).id)

    def reports_of(self, who: str, /) -> tuple[str, ...]:
        boss = self.person(who).id
        return tuple(p.id for p in self._people if self._managers.get(p.id) == boss)

    def chain_of_command(self, who: str, /) -> tuple[str, ...]:
        above = self.manager_of(who)
        return () if above is None else (above, *self.chain_of_command(above))

    def peers_of(self, who: str, /) -> tuple[str, ...]:
        above = self.manager_of(who)
        return () if above is None else tuple(p for p in self.reports_of(above) if p != who)

    def areas_of(self, who: str, /) -> tuple[str, ...]:
        return self._areas.get(self.person(who).id, ())

    def owner_of(self, area: str, /) -> str | None:
        return next((who for who, areas in self._areas.items() if area in areas), None)

    def approval_limit(self, who: str, kind: str, /) -> Money | None:
        return self._limits.get(self.person(who).id) if kind == "spend" else None

    def _able(self, kind: str, amount: Money) -> tuple[str, ...]:
        return tuple(who for who, limit in self._limits.items() if kind == "spend" and amount <= limit)

    def approvers_for(self, requester: str, kind: str, amount: Money | None, /) -> tuple[str, ...]:
        able = () if amount is None else self._able(kind, amount)
        above = [who for who in self.chain_of_command(requester) if who in able]
        return tuple(dict.fromkeys(who for who in (*above, *able) if who != requester))

    def may_approve(self, who: str, kind: str, amount: Money | None, at: int) -> bool:
        return amount is not None and who in self._able(kind, amount)

    def acting(self, who: str, at: int) -> str | None:
        if not is_absent(self.person(who).calendar, at):
            return who
        deputy = self.deputy_of(who)
        return None if deputy is None or is_absent(self.person(deputy).calendar, at) else deputy

    def deputy_of(self, who: str, /) -> str | None:
        return {"ines": "tomas"}.get(self.person(who).id)

    def on_call(self, area: str, at: int, /) -> str | None:
        return None

    def looking_after(self, area: str, at: int, /) -> tuple[str, ...]:
        owner = self.owner_of(area)
        first = (self.on_call(area, at), None if owner is None else self.acting(owner, at))
        return tuple(dict.fromkeys(one for one in first if one is not None))

    def tie(self, one: str, other: str, /) -> Tie:
        return Tie()

    def distance(self, one: str, other: str, /) -> int:
        mine, theirs = (one, *self.chain_of_command(one)), (other, *self.chain_of_command(other))
        return min(mine.index(who) + theirs.index(who) for who in mine if who in theirs)

    def with_absence(self, who: str, start: int, end: int, why: str = "leave") -> Organisation:
        other = SmallOrg()
        other._people = tuple(
            replace(p, calendar=p.calendar.with_absence(start, end, why)) if p.id == who else p for p in self._people
        )
        return other

    def reorganised(self, changes: Mapping[str, Any], /) -> Organisation:
        other = SmallOrg()
        other._people = self._people
        people = changes["people"]
        moved = {who: entry["reports_to"] for who, entry in people.items() if "reports_to" in entry}
        given = {who: entry["approves"].get("spend") for who, entry in people.items() if "approves" in entry}
        limits = {**self._limits, **{who: limit and Money.parse(limit) for who, limit in given.items()}}
        object.__setattr__(other, "_managers", {**self._managers, **moved})
        object.__setattr__(other, "_limits", {who: limit for who, limit in limits.items() if limit is not None})
        return other

    def must_not_know(self, who: str, topic: str, /) -> bool:
        return topic == "salaries" and who not in ("ruth", "ines")


@dataclass
class Clock:
    """The present of a test: set ``now``, or let time pass."""

    now: int = MONDAY

    def __call__(self) -> int:
        return self.now

    def passes(self, seconds: int) -> None:
        self.now += seconds


@dataclass
class Desk:
    """An office, and what has come out of it."""

    office: Office
    clock: Clock
    events: list[Event] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)

    def do(self, actor: str, name: str, **arguments: Any) -> Any:
        """Perform the action of this name as a door would; gives its receipt, which is of the type it declares."""
        action = self.office.parse(name, arguments)
        receipt = self.office.perform(actor, action)
        assert type(receipt) is action.receipt, f"{name} gives {type(receipt).__name__}, not {action.receipt.__name__}"
        return receipt

    def refused(self, actor: str, name: str, **arguments: Any) -> Refused:
        """The refusal of an action that must be refused, and must leave no event and no notice."""
        before = len(self.events), len(self.notices)
        with pytest.raises(Refused) as caught:
            self.do(actor, name, **arguments)
        assert (len(self.events), len(self.notices)) == before, "a refused action left a trace"
        return caught.value

    def last(self) -> Any:
        """The body of the latest event."""
        return self.events[-1].body

    def told(self, who: str) -> list[tuple[str, str]]:
        """Kind and place of the notices to one person, in their order."""
        return [(notice.kind, notice.place) for notice in self.notices if notice.to == who]

    def at(self, clock: str, zone: str = "Europe/Vienna") -> int:
        """The instant of a local time of day on the present day."""
        hours, minutes = clock.split(":")
        return local_instant(local_date(self.clock.now, zone), int(hours) * 60 + int(minutes), zone)


def open_office(apps: Sequence[type[App]], org: Organisation | None = None) -> Desk:
    """An office with these apps, at nine on a Monday morning, in which nothing has happened yet."""
    clock = Clock()
    events: list[Event] = []
    notices: list[Notice] = []

    def write(at: int, actor: str, body: Body, causes: tuple[int, ...]) -> Event:
        assert all(0 < cause <= len(events) for cause in causes), f"causes that never were: {causes}"
        event = Event(len(events) + 1, at, actor, body.kind, body, causes)
        events.append(event)
        return event

    office = Office(org or SmallOrg(), apps, clock=clock, write=write, tell=notices.append)
    return Desk(office, clock, events, notices)
