"""The org graph: what the world, the minds' pointers and the scorers ask of an organisation.

`OrgGraph` answers from an `orgs.schema.Org`; it is immutable, and what a scenario changes (an absence, the name of the
player) gives a new one. All orders are those of the author's file. It goes into a record as plain JSON and comes back
from it (`OrgGraph.to_data`, `OrgGraph.from_data`) without the file and without the holidays package.

Distances and ties are `orgs.nearness`, authority is `orgs.approvals`, areas are `orgs.areas`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from pydantic import ValidationError

from orgs.approvals import Approvals
from orgs.areas import Area, Areas
from orgs.groups import expand, expand_all
from orgs.nearness import Nearness, network
from orgs.people import Away, build_person
from orgs.rota import whose_turn
from orgs.schema import NOBODY, Deputy, Org
from orgs.values import key_of
from sim.calendar import holidays_for, is_absent
from sim.organisation import Channel, Person, Team, Tie
from sim.units import BadValue, Money

if TYPE_CHECKING:
    import networkx as nx

REORGANISED: Final = ("people", "teams", "areas")
"""The parts of an organisation that may change while it runs."""
YEARS = range(2025, 2029)
"""The years whose public holidays are known where nobody says which are needed."""


class OrgGraph:
    """An organisation as the world asks about it; the `sim.organisation.Organisation` of a run.

    ``years`` are those whose public holidays count. Ids that are not of this org raise ``KeyError``; a topic, an area
    or a kind of approval that the file does not mention is nobody's, and no error.
    """

    def __init__(
        self,
        org: Org,
        *,
        years: Iterable[int] = YEARS,
        absences: Iterable[Away] = (),
        holidays: Mapping[str, frozenset[date]] | None = None,
    ) -> None:
        self.org = org
        self.id = org.org
        self.name = org.name
        self.about = org.about
        self._years = tuple(sorted(set(years)))
        self._absences = tuple(absences)
        self._holidays = holidays
        self._areas = Areas(org)
        self._approvals = Approvals(org, self.is_away)
        self._reports: dict[str, tuple[str, ...]] = {
            boss: tuple(who for who, person in org.people.items() if person.reports_to == boss) for boss in org.people
        }
        self._nearness = Nearness(org)
        self._kept: dict[str, frozenset[str]] = {
            key_of(policy.may_not_know): frozenset(expand_all(org, policy.exempt)) for policy in org.policies
        }

    # --- people and groups ---

    @cached_property
    def _people(self) -> dict[str, Person]:
        days = self.holidays
        org = self.org
        return {who: build_person(org, who, days[org.site_of(who)], self._absences) for who in org.people}

    @cached_property
    def holidays(self) -> Mapping[str, frozenset[date]]:
        """The days on which nobody works, by site: public holidays of the years asked for, and the site's own."""
        if self._holidays is not None:
            return self._holidays
        return {
            name: (holidays_for(site.holidays, self._years) if site.holidays else frozenset()) | frozenset(site.closed)
            for name, site in self.org.sites.items()
        }

    def people(self) -> Sequence[Person]:
        """Everybody, in the order of the author's file."""
        return tuple(self._people.values())

    def person(self, who: str, /) -> Person:
        """The person of this id. Who has not joined yet, or has left, is absent."""
        return self._people[who]

    def seats(self) -> tuple[str, ...]:
        """Where a player may sit."""
        return tuple(who for who in self.org.people if self.org.is_seat(who))

    def called(self, name: str) -> tuple[str, ...]:
        """Everybody whose id, first, last or whole name this is: several, where it does not tell them apart."""
        wanted = key_of(name)
        return tuple(
            who
            for who, person in self.org.people.items()
            if wanted in (key_of(who), key_of(person.name or ""), *map(key_of, (person.name or "").split()))
        )

    def languages_of(self, who: str) -> tuple[str, ...]:
        """ISO 639 codes of what they speak, best first."""
        return self.org.people[who].languages

    def teams(self) -> Sequence[Team]:
        """Every team; members include the lead, who comes first."""
        return tuple(
            Team(name, entry.name or name.capitalize(), entry.lead, expand(self.org, f"team {name}"))
            for name, entry in self.org.teams.items()
        )

    def channels(self) -> Sequence[Channel]:
        """The chat channels of the first day."""
        return tuple(
            Channel(name, expand_all(self.org, entry.members), entry.about, entry.private)
            for name, entry in self.org.channels.items()
        )

    def members(self, group: str) -> tuple[str, ...]:
        """The ids meant by a channel ("#supply") or by an entry of an author's list ("team supply", "everyone")."""
        if group.startswith("#"):
            return expand_all(self.org, self.org.channels[group].members)
        return expand(self.org, group)

    def teams_of(self, who: str) -> tuple[str, ...]:
        """The ids of the teams they are in."""
        self._known(who)
        return tuple(name for name in self.org.teams if who in expand(self.org, f"team {name}"))

    # --- reporting lines ---

    def manager_of(self, who: str, /) -> str | None:
        """Whom they report to; None at the top."""
        boss = self.org.people[who].reports_to
        return None if boss == NOBODY else boss

    def dotted_of(self, who: str) -> str | None:
        """Whom they answer to on the side."""
        return self.org.people[who].dotted_to

    def reports_of(self, who: str, /) -> tuple[str, ...]:
        """Those who report to them directly."""
        return self._reports[who]

    def dotted_reports_of(self, who: str) -> tuple[str, ...]:
        """Those who answer to them on the side."""
        self._known(who)
        return tuple(other for other, person in self.org.people.items() if person.dotted_to == who)

    def all_reports_of(self, who: str) -> tuple[str, ...]:
        """Everybody below them, each followed by their own people."""
        return tuple(below for report in self._reports[who] for below in (report, *self.all_reports_of(report)))

    def chain_of_command(self, who: str, /) -> tuple[str, ...]:
        """Their manager, that one's manager and so on to the top."""
        return self.org.chain(who)

    def peers_of(self, who: str, /) -> tuple[str, ...]:
        """Those with the same manager, without ``who``. People at the top have none."""
        boss = self.manager_of(who)
        return () if boss is None else tuple(other for other in self._reports[boss] if other != who)

    # --- areas ---

    def areas(self) -> tuple[Area, ...]:
        """Everything that belongs to somebody."""
        return self._areas.all()

    def areas_of(self, who: str, /) -> tuple[str, ...]:
        """What they own, in the author's words."""
        self._known(who)
        return self._areas.of(who)

    def owner_of(self, area: str, /) -> str | None:
        """Whose ``area`` is, by its name; case, dashes and spaces do not matter."""
        found = self._areas.get(area)
        return None if found is None else found.owner

    def backup_of(self, area: str) -> str | None:
        """Who knows ``area`` second best: as declared, else the owner's deputy."""
        found = self._areas.get(area)
        return None if found is None else found.backup or self.deputy_of(found.owner)

    def find_owners(self, words: str) -> tuple[Area, ...]:
        """Areas that ``words`` may be about, best first (`orgs.areas.Areas.search`)."""
        return self._areas.search(words)

    def find_owner(self, words: str) -> str | None:
        """The owner of the area that ``words`` are most likely about; None where no word fits."""
        found = self._areas.search(words)
        return found[0].owner if found else None

    # --- authority ---

    def approval_kinds(self) -> tuple[str, ...]:
        """What is approved here ("spend", "discount")."""
        return self._approvals.kinds()

    def approval_limit(self, who: str, kind: str, /) -> Money | None:
        """The most they may approve of ``kind``; None where they may approve none. ``any`` is a million millions
        (`orgs.approvals.UNLIMITED`)."""
        self._known(who)
        return self._approvals.limit(who, kind)

    def may_approve(self, who: str, kind: str, amount: Money | None = None, at: int | None = None) -> bool:
        """Whether they may approve it; with ``at``, also by authority lent to them as a deputy then. ``amount`` is None
        for what is not counted in money. Raises ValueError where the limit is in another currency."""
        self._known(who)
        return self._approvals.may(who, kind, amount, at)

    def approvers(self, kind: str, amount: Money | None = None, /) -> tuple[str, ...]:
        """All who may approve ``amount`` of ``kind`` by their own authority, smallest sufficient limit first."""
        return self._approvals.all(kind, amount)

    def approvers_for(
        self, requester: str, kind: str, amount: Money | None = None, at: int | None = None
    ) -> tuple[str, ...]:
        """All who may approve it for ``requester``, the right one first: up the line, nearest first, then the others.
        With ``at``, the absent are replaced by a deputy with authority, or left out. Never ``requester``."""
        self._known(requester)
        return self._approvals.for_request(requester, kind, amount, at)

    def approver_for(self, requester: str, kind: str, amount: Money | None = None, at: int | None = None) -> str | None:
        """The first of `approvers_for`; None where nobody here may approve it."""
        return next(iter(self.approvers_for(requester, kind, amount, at)), None)

    # --- standing in ---

    def is_away(self, who: str, at: int) -> bool:
        """Whether they are absent (on leave, ill) at the instant ``at``. A free evening or holiday is no absence."""
        return is_absent(self.person(who).calendar, at)

    def deputy_of(self, who: str, /) -> str | None:
        """Who stands in for them while they are away."""
        deputy = self.org.people[who].deputy
        return None if deputy is None else deputy.who

    def deputy_now(self, who: str, at: int) -> str | None:
        """Who stands in for them at ``at``: None while they are there; if the deputy is away too, the deputy's deputy
        and so on; None where all are away."""
        return self.acting(who, at) if self.is_away(who, at) else None

    def acting(self, who: str, at: int) -> str | None:
        """Who does ``who``'s work at ``at``: they themself, or whoever stands in; None for nobody."""
        asked: dict[str, None] = {}
        turn: str | None = who
        while turn is not None and turn not in asked:
            if not self.is_away(turn, at):
                return turn
            asked[turn] = None
            turn = self.deputy_of(turn)
        return None

    def on_call(self, area: str, at: int, /) -> str | None:
        """Who is called for ``area`` at the instant ``at``; None without a rota for it, or where all on it are away."""
        rota = next((entry for name, entry in self.org.on_call.items() if key_of(name) == key_of(area)), None)
        if rota is None:
            return None
        site = rota.site or self.org.site_of(rota.people[0])
        return whose_turn(rota, self.org.sites[site].zone, at, lambda who: self.is_away(who, at))

    def looking_after(self, area: str, at: int, /) -> tuple[str, ...]:
        """Who sees to trouble with ``area`` at ``at``, whose turn it is first: who is on call for it, its owner, its
        declared backup. Of those who are away the stand-in is named instead; empty for what is nobody's."""
        found = self._areas.get(area)
        whose = () if found is None else (found.owner, *((found.backup,) if found.backup else ()))
        first = (self.on_call(area, at), *(self.acting(one, at) for one in whose))
        return tuple(dict.fromkeys(one for one in first if one is not None))

    def valid_escalation_targets(self, who: str, area: str, at: int) -> tuple[str, ...]:
        """Whom ``who`` may rightly bring trouble with ``area`` to at ``at``, best first.

        Those who look after it (`looking_after`), then ``who``'s own line to the top, then the owner's. Of those who
        are away the stand-in is named instead. Never ``who``.
        """
        self._known(who)
        owner = self.owner_of(area)
        above = (*self.org.chain(who), *(() if owner is None else self.org.chain(owner)))
        targets = (*self.looking_after(area, at), *(self.acting(one, at) for one in above))
        return tuple(dict.fromkeys(target for target in targets if target and target != who))

    # --- nearness ---

    @cached_property
    def network(self) -> nx.MultiDiGraph[str]:
        """The whole graph for analysis with networkx (`orgs.nearness.network`)."""
        return network(self.org)

    def distance(self, one: str, other: str, /) -> int:
        """Steps between them over reporting lines, dotted lines and teams. People whom nothing connects (two tops of an
        org) are further apart than any others: as many steps as there are people."""
        return self._nearness.distance(one, other)

    def shortest_path(self, one: str, other: str) -> tuple[str, ...]:
        """The people on a shortest way from one to the other, both included; empty where nothing connects them."""
        return self._nearness.path(one, other)

    def tie(self, one: str, other: str, /) -> Tie:
        """What ``one`` holds of ``other``: as the file says, else by distance (`orgs.nearness.TIE_BY_DISTANCE`).
        Friction takes its share of the rapport away."""
        return self._nearness.tie(one, other)

    def friction(self, one: str, other: str) -> float:
        """How much of an open quarrel ``one`` has with ``other``, from 0 to 1."""
        self._known(one)
        self._known(other)
        return self._nearness.friction(one, other)

    # --- what is kept from whom ---

    def must_not_know(self, who: str, topic: str, /) -> bool:
        """Whether a policy keeps ``topic`` from them. Case, dashes and spaces of the topic do not matter."""
        self._known(who)
        entitled = self._kept.get(key_of(topic))
        return entitled is not None and who not in entitled

    def may_know(self, topic: str) -> tuple[str, ...] | None:
        """Those whom the policy on ``topic`` exempts, in file order; None where there is no policy: anybody."""
        entitled = self._kept.get(key_of(topic))
        return None if entitled is None else tuple(who for who in self.org.people if who in entitled)

    # --- what a scenario changes ---

    def with_name(self, who: str, name: str, pronouns: Literal["she", "he", "they"] = "they") -> Self:
        """The same organisation, where the person at ``who`` (the player) is called so."""
        return self._with_person(who, name=name, pronouns=pronouns)

    def with_absence(self, who: str, start: int, end: int, why: str = "leave", deputy: str | None = None) -> Self:
        """The same organisation, where ``who`` is also away from ``start`` until just before ``end``; ``deputy``, if
        given, stands in for them in place of their own. Raises `sim.units.BadValue` if that is no time."""
        self._known(who)
        changed = self
        if deputy is not None and deputy != self.deputy_of(who):
            self._known(deputy)
            changed = self._with_person(who, deputy=Deputy(who=deputy))
        return changed._again(changed.org, (*self._absences, Away(who, start, end, why)))

    def reorganised(self, changes: Mapping[str, Any]) -> Self:
        """The same organisation after a change of its lines: ``changes`` is what of the file is different, as JSON data
        (``{"people": {"rui": {"reports_to": "ines"}}, "teams": {"supply": {"lead": "rui"}}}``).

        What is given takes the place of what stood there, key by key; None takes it away. No person or team comes into
        being by it. Raises `sim.units.BadValue` where somebody, or a team, is not of this organisation, or where the
        outcome would be none: a circle of managers, somebody unknown.
        """
        data = self.org.to_data()
        for section, entries in changes.items():
            known = data.setdefault(section, {}) if section in REORGANISED else None
            if known is None:
                raise BadValue(section, "cannot be reorganised", f"Write one of {', '.join(REORGANISED)}.", (section,))
            for name, entry in entries.items():
                if name not in known and section != "areas":
                    raise BadValue(name, f"is not among the {section} of {self.id}", "", (section, name))
                merged = {**known.get(name, {}), **entry}
                known[name] = {key: value for key, value in merged.items() if value is not None}
        try:
            org = Org.from_data(data)
        except ValidationError as error:
            raise BadValue(None, f"is no organisation: {error.errors()[0]['msg']}") from error
        for who, person in org.people.items():
            for other in (person.reports_to, person.dotted_to, person.deputy.who if person.deputy else None):
                if other is not None and other not in (*org.people, NOBODY):
                    raise BadValue(other, f"is not a person of {self.id}", "", ("people", who))
            if _goes_round(org, who):
                raise BadValue(who, "would be their own manager", "Let one of them report elsewhere.", ("people", who))
        return self._again(org, self._absences)

    def _with_person(self, who: str, **changes: object) -> Self:
        person = self.org.people[who].model_copy(update=changes)
        return self._again(self.org.model_copy(update={"people": {**self.org.people, who: person}}), self._absences)

    def _again(self, org: Org, absences: tuple[Away, ...]) -> Self:
        return type(self)(org, years=self._years, absences=absences, holidays=self._holidays)

    # --- the record ---

    def to_data(self) -> dict[str, Any]:
        """All of it as plain JSON data, public holidays as dates; equal organisations give equal data."""
        return {
            "org": self.org.to_data(),
            "holidays": {site: sorted(day.isoformat() for day in days) for site, days in self.holidays.items()},
            "absences": [[away.who, away.start, away.end, away.why] for away in self._absences],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The inverse of `to_data`. Raises pydantic's ``ValidationError`` or ``KeyError`` for what is not such data."""
        days = {site: frozenset(map(date.fromisoformat, dates)) for site, dates in data["holidays"].items()}
        return cls(Org.from_data(data["org"]), holidays=days, absences=[Away(*away) for away in data["absences"]])

    def _known(self, who: str) -> None:
        if who not in self.org.people:
            raise KeyError(who)


def _goes_round(org: Org, who: str) -> bool:
    """Whether the line above somebody comes back to them."""
    passed: set[str] = set()
    boss = org.people[who].reports_to
    while boss in org.people and boss not in passed:
        if boss == who:
            return True
        passed.add(boss)
        boss = org.people[boss].reports_to
    return False
