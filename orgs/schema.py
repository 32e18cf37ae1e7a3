"""What an author writes of an organisation: people, their lines, what they own and may approve, who talks where.

`Org` is both the file and the data: `sim.source.load` reads it from YAML with positions, `Org.to_data` gives it back as
plain JSON for a record, `Org.from_data` rebuilds it there. The models here check each value by itself; `orgs.check`
checks what only shows when all is seen together (an unknown person, a reporting cycle).

Wherever people are listed, an entry is a person's id, ``team supply``, ``site montreal`` or ``everyone``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from orgs.values import (
    ChannelName,
    Currency,
    Day,
    HolidayCode,
    Id,
    Limit,
    Ref,
    Share,
    Who,
    Words,
    Zone,
)
from sim.units import BadValue, WeeklyHours, WeekTime, advised

NOBODY = "nobody"
"""Written as ``reports_to`` by whoever shares the top of an organisation with somebody else."""


class _Written(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class SiteEntry(_Written):
    """A place people work at."""

    zone: Zone
    """IANA name of its time zone."""
    holidays: HolidayCode | None = None
    """Whose public holidays are kept."""
    closed: tuple[Day, ...] = ()
    """Further days on which nobody works here."""
    hours: WeeklyHours = WeeklyHours.parse("mon-fri 09:00-17:00")
    address: Words | None = None


class Leave(_Written):
    """Days somebody is away, known in advance; both days included."""

    first: Day = Field(alias="from")
    last: Day = Field(alias="to")
    why: Words = "leave"

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.last < self.first:
            raise BadValue(str(self.last), f"is before {self.first}, the first day", "Swap the two.", ("to",))
        return self


class Deputy(_Written):
    """Who stands in while somebody is away. They inherit no authority but what ``approves`` gives them then."""

    who: Ref
    approves: dict[Words, Limit] | Literal["same"] = {}


def _deputy(value: object) -> object:
    return {"who": value} if isinstance(value, str) else value


DeputyOf = Annotated[
    Deputy,
    BeforeValidator(_deputy, json_schema_input_type=str | Deputy),
]
"""Written as an id, or ``{who: ines, approves: {spend: 5 000 EUR}}``."""


class PersonEntry(_Written):
    """Somebody who works here, or a seat to be taken by a player."""

    name: Words | None = None
    """As in the directory. Only a seat has none."""
    seat: bool = False
    """Whether a player may sit here. True for the id ``seat`` whatever is written."""
    pronouns: Literal["she", "he", "they"] = "they"
    title: Words = ""
    site: Ref | None = None
    """May be left out where there is one site."""
    hours: WeeklyHours | None = None
    """Only where they differ from the site's: part-timers, shifts."""
    focus: WeeklyHours | None = None
    """Hours kept free for work that needs quiet."""
    persona: Words | None = None
    """Id of a persona file."""
    reports_to: Ref | None = None
    dotted_to: Ref | None = None
    """Whom they answer to on the side."""
    owns: tuple[Words, ...] = ()
    """Areas and systems that are theirs, in words colleagues use."""
    approves: dict[Words, Limit] = {}
    deputy: DeputyOf | None = None
    leave: tuple[Leave, ...] = ()
    joined: Day | None = None
    """First day here."""
    leaves: Day | None = None
    """Last day here."""
    about: Words = ""
    """What the directory says they look after, one line."""
    languages: tuple[Words, ...] = ()
    """ISO 639 codes, best first."""

    @model_validator(mode="after")
    def _some_days_here(self) -> Self:
        if self.joined and self.leaves and self.leaves < self.joined:
            raise BadValue(str(self.leaves), f"is before {self.joined}, their first day", "Swap the two.", ("leaves",))
        return self


class AreaEntry(_Written):
    """Something that belongs to somebody. Only needed for what ``owns`` cannot say."""

    owner: Ref | None = None
    """May be left out where somebody's ``owns`` names the area."""
    backup: Ref | None = None
    """Who knows it second best; without one, the owner's deputy."""
    about: Words = ""
    """Other words people use for it; a search for the owner reads them."""


class TeamEntry(_Written):
    """A team. The lead is a member without being listed."""

    name: Words | None = None
    """The id with a capital where left out."""
    lead: Ref | None = None
    members: tuple[Ref, ...] = ()


class ChannelEntry(_Written):
    """A chat channel that exists from the first day. Into a ``private`` one only its members can bring people."""

    members: tuple[Who, ...] = Field(min_length=1)
    about: Words = ""
    private: bool = False


class RotaEntry(_Written):
    """Who is called for an area, one week each in the order written.

    The first of them takes the week that begins with the first hand-over on or after ``since``; before that the
    rotation runs backwards, so somebody always has it. Whoever is on leave is skipped in favour of the next.
    """

    people: tuple[Ref, ...] = Field(min_length=1)
    since: Day
    hands_over: Annotated[WeekTime, advised(WeekTime, "Write mon 09:00.")] = WeekTime(weekday=0, minute=9 * 60)
    """Weekday and local time at which the week changes hands."""
    site: Ref | None = None
    """Whose clock ``hands_over`` is read on; the site of the first of ``people`` where left out."""

    @model_validator(mode="after")
    def _weekly(self) -> Self:
        if self.hands_over.weekday is None or self.hands_over.week != 1 or self.hands_over.minute is None:
            raise BadValue(str(self.hands_over), "is not a time of every week", "Write mon 09:00.", ("hands_over",))
        return self


class TieEntry(_Written):
    """What one person holds of another, or two of each other. What is left out follows from their distance."""

    one: Ref | None = Field(None, alias="from")
    other: Ref | None = Field(None, alias="to")
    between: tuple[Ref, Ref] | None = None
    """Instead of ``from`` and ``to``, where it holds both ways."""
    trust: Share | None = None
    """Whether they believe what the other says and promises."""
    rapport: Share | None = None
    """Whether they like to deal with each other."""
    friction: Share = 0.0
    """An open quarrel: they find fault and wait to be asked twice."""
    because: Words = ""

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if (self.between is None) == (self.one is None and self.other is None):
            raise BadValue(None, "needs either from and to, or between", "Write {from: ONE, to: ANOTHER, trust: 0.3}.")
        if self.between is None and (self.one is None or self.other is None):
            raise BadValue(None, "has one end only", "Write both from and to, or between: [ONE, ANOTHER].")
        return self

    @property
    def directions(self) -> tuple[tuple[str, str], ...]:
        """The ordered pairs it speaks of."""
        if self.between is not None:
            return (self.between, (self.between[1], self.between[0]))
        assert self.one is not None
        assert self.other is not None
        return ((self.one, self.other),)


class PolicyEntry(_Written):
    """A topic that is kept from everybody but a few."""

    may_not_know: Words
    exempt: tuple[Who, ...] = Field((), alias="except")
    because: Words = ""


def _channels(value: object) -> object:
    if value is None:
        fix = 'If channels stand below it: a name that begins with # needs quotes, "#finance": ...'
        raise BadValue(None, "is empty", fix)
    return value


class Org(_Written):
    """An organisation."""

    org: Id
    name: Words
    about: Words = ""
    currency: Currency = "EUR"
    """What ``any`` is counted in where a limit must be told as an amount."""
    sites: dict[Id, SiteEntry] = Field(min_length=1)
    people: dict[Id, PersonEntry]
    areas: dict[Words, AreaEntry] = {}
    teams: dict[Id, TeamEntry] = {}
    channels: Annotated[dict[ChannelName, ChannelEntry], BeforeValidator(_channels)] = {}
    on_call: dict[Words, RotaEntry] = {}
    ties: tuple[TieEntry, ...] = ()
    policies: tuple[PolicyEntry, ...] = ()

    @model_validator(mode="after")
    def _somebody(self) -> Self:
        if not self.people:
            fix = "Add people: {ID: {name: First Last, title: Owner}}."
            raise BadValue(None, "has nobody in it", fix, ("people",))
        return self

    def is_seat(self, who: str) -> bool:
        """Whether a player may sit at ``who``."""
        return self.people[who].seat or who == "seat"

    def site_of(self, who: str) -> str:
        """The site ``who`` works at; the only one where the file has one and says nothing."""
        return self.people[who].site or next(iter(self.sites))

    def chain(self, who: str) -> tuple[str, ...]:
        """Whom ``who`` reports to, whom that one reports to and so on to the top; a circle is walked once."""
        found: dict[str, None] = {}
        boss = self.people[who].reports_to
        while boss in self.people and boss not in found and boss != who:
            found[boss] = None
            boss = self.people[boss].reports_to
        return tuple(found)

    def to_data(self) -> dict[str, Any]:
        """All of it as plain JSON data, without what is at its default; for the record."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `to_data`. Raises pydantic's ``ValidationError``."""
        return cls.model_validate(data)
