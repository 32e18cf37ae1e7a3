"""The directory: who works here, on what, for whom, and whether they are there now. It is for looking only."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol, cast

from pydantic import Field

from sim.actions import Action, Effort, Receipt, Refused
from sim.apps import clocks
from sim.apps import directory_views as views
from sim.calendar import absence_at, is_working
from sim.localtime import long_local
from sim.misspelling import did_you_mean, suggest
from sim.office import App
from sim.organisation import Person, Team
from sim.units import DAY

if TYPE_CHECKING:
    from sim.office import Office

_SMALL_WORDS = frozenset("a an and at for from in is of on or our the to who whom with".split())
_SHORTEST_BEGINNING = 3
"""A word of the query so long finds longer words that begin with it."""


class _Absence(Protocol):
    start: int
    until: int
    text: str


class _Mail(Protocol):
    """What the directory asks of mail."""

    def absence_of(self, who: str, /) -> _Absence | None: ...


class ShowPerson(Action):
    """Look somebody up by id or name: title, team, manager, what they look after, whether they are there now."""

    name: ClassVar[str] = "directory.person"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.Cards

    who: str = Field(description="Their id or name.", max_length=200)

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        directory = office.app(Directory)
        return views.Cards(people=tuple(directory.card(person) for person in directory.named(self.who)))


class FindPeople(Action):
    """Find people by words in their names, titles, teams, areas, or what they look after; the best first."""

    name: ClassVar[str] = "directory.find"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.Cards

    query: str = Field(description='A few words: "invoices", "finance boston".', max_length=400)
    limit: int = Field(default=8, description="At most so many.", ge=1, le=50)

    def effort(self) -> Effort:
        return Effort(kind="search")

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        directory = office.app(Directory)
        return views.Cards(people=tuple(directory.card(person) for person in directory.found(self.query, self.limit)))


class ShowTeam(Action):
    """See who is in a team and who leads it."""

    name: ClassVar[str] = "directory.team"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.TeamCards

    team: str = Field(description="Id or name of the team.")

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        directory = office.app(Directory)
        return views.TeamCards(teams=(directory.team_card(directory.team_named(self.team)),))


class ListTeams(Action):
    """List all teams with their members."""

    name: ClassVar[str] = "directory.teams"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.TeamCards

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return views.TeamCards(teams=tuple(map(office.app(Directory).team_card, office.org.teams())))


class ListReports(Action):
    """List those who report to somebody."""

    name: ClassVar[str] = "directory.reports"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.Briefs

    who: str = Field(default="", description="Their id or name; you, if left out.")

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        directory = office.app(Directory)
        return directory.briefs(office.org.reports_of(directory.one(self.who or actor).id))


class ShowChain(Action):
    """List somebody's manager, that one's manager, and so on to the top."""

    name: ClassVar[str] = "directory.chain"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.Briefs

    who: str = Field(default="", description="Their id or name; you, if left out.")

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        directory = office.app(Directory)
        return directory.briefs(office.org.chain_of_command(directory.one(self.who or actor).id))


class ShowOwner(Action):
    """See who owns an area of work."""

    name: ClassVar[str] = "directory.owner"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.Responsible

    area: str = Field(description='The area, such as "invoices".')

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        directory = office.app(Directory)
        area = directory.area_named(self.area)
        return directory.responsible(area, office.org.owner_of(area))


class ShowOnCall(Action):
    """See who is on call for an area now."""

    name: ClassVar[str] = "directory.on_call"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.Responsible

    area: str = Field(description="The area.")

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        directory = office.app(Directory)
        who = directory.called_out(self.area.strip())
        if who is not None:
            return directory.responsible(self.area.strip(), who)
        area = directory.area_named(self.area)
        who = directory.called_out(area)
        if who is None:
            raise Refused("no_such_thing", f"nobody is on call for {area}; its owner is {office.org.owner_of(area)}")
        return directory.responsible(area, who)


class WhoIsAway(Action):
    """See who is away, and until when: now, or planned for the days ahead."""

    name: ClassVar[str] = "directory.who_is_away"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.Absent

    within_days: int = Field(default=0, description="Also those who will be away in so many days.", ge=0, le=60)

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return office.app(Directory).absent(actor, office.now + self.within_days * DAY)


class ShowChart(Action):
    """See who reports to whom, in the whole organisation or below somebody."""

    name: ClassVar[str] = "directory.org_chart"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = views.Chart

    below: str = Field(default="", description="Id or name of who stands at the top; all, if left out.")

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        directory = office.app(Directory)
        people = office.org.people()
        tops = [p.id for p in people if office.org.manager_of(p.id) is None]
        start = [directory.one(self.below).id] if self.below else tops
        return views.Chart(lines=tuple(line for who in start for line in directory.chart(who, 0)))


class Directory(App):
    """The org graph, as everybody who works here may see it."""

    name: ClassVar[str] = "directory"
    actions: ClassVar[tuple[type[Action], ...]] = (
        ShowPerson,
        FindPeople,
        ShowTeam,
        ListTeams,
        ListReports,
        ShowChain,
        ShowOwner,
        ShowOnCall,
        WhoIsAway,
        ShowChart,
    )

    def can_read(self, who: str, ref: str) -> bool:
        return True

    # -- looking up. All raise Refused. -----------------------------------------------------------------------------

    def named(self, written: str) -> list[Person]:
        """Who is meant by an id or a name; several where several are called so. Accents may be left out."""
        people = self.office.org.people()
        wanted = written.strip().removeprefix("@")
        exact = [p for p in people if p.id == wanted]
        if exact:
            return exact
        plain = _plain(wanted)
        for called in (lambda p: (p.id, p.name), lambda p: _words(p.name)):
            found = [p for p in people if plain and plain in map(_plain, called(p))]
            if found:
                return found
        near = suggest(wanted, [p.id for p in people]) or suggest(wanted, [p.name for p in people])
        hint = f"did you mean {near!r}?" if near else "directory.find looks in titles, teams and areas too"
        raise Refused("no_such_person", f"nobody here is called {written!r}; {hint}")

    def one(self, written: str) -> Person:
        """The one who is meant."""
        found = self.named(written)
        if len(found) > 1:
            them = " or ".join(f"{p.id!r} ({p.name}, {p.title})" for p in found)
            raise Refused("no_such_person", f"{written!r} is the name of several: say {them}")
        return found[0]

    def team_named(self, written: str) -> Team:
        """The team of an id or name, with or without "team:"."""
        teams = self.office.org.teams()
        wanted = _plain(re.sub(r"^team[: ]\s*", "", written.strip(), flags=re.IGNORECASE))
        for team in teams:
            if wanted in (_plain(team.id), _plain(team.name)):
                return team
        names = [team.id for team in teams]
        raise Refused("no_such_thing", f"there is no team {written!r}. {did_you_mean(wanted, names)}".rstrip())

    def area_named(self, written: str) -> str:
        """An area as its owner's entry spells it."""
        areas = {_plain(area): area for p in self.office.org.people() for area in self.office.org.areas_of(p.id)}
        found = areas.get(_plain(written))
        if found is None:
            hint = did_you_mean(_plain(written), areas.values())
            raise Refused("no_such_thing", f"nobody owns an area called {written!r}. {hint}".rstrip())
        return found

    def called_out(self, area: str) -> str | None:
        """Who is on call for an area, which need not be one that somebody owns."""
        try:
            return self.office.org.on_call(area, self.office.now)
        except KeyError:
            return None

    def found(self, query: str, limit: int) -> list[Person]:
        """The people who fit best, at least a little. Words of a name count most, then title and areas."""
        words = [word for word in _words(_plain(query)) if word not in _SMALL_WORDS]
        if not words:
            raise Refused("empty", "say whom to find: a name, a title, a team or what they look after")
        scored = [(self._fit(person, words), person) for person in self.office.org.people()]
        best = sorted((pair for pair in scored if pair[0]), key=lambda pair: -pair[0])
        return [person for _, person in best[:limit]]

    # -- showing ----------------------------------------------------------------------------------------------------

    def card(self, person: Person) -> views.Card:
        """Somebody's entry, now."""
        org, now, calendar = self.office.org, self.office.now, person.calendar
        away = absence_at(calendar, now)
        note = self._out_of_office(person.id)
        return views.Card(
            id=person.id,
            name=person.name,
            pronouns=person.pronouns,
            title=person.title,
            about=person.about,
            areas=org.areas_of(person.id),
            teams=tuple(team.id for team in org.teams() if person.id in team.members),
            manager=org.manager_of(person.id),
            deputy=org.deputy_of(person.id),
            site=person.site,
            zone=calendar.zone,
            local_time=long_local(now, calendar.zone),
            hours=str(calendar.hours),
            working=is_working(calendar, now),
            away_until=None if away is None else long_local(away.end, calendar.zone),
            note=None if note is None or note.start > now else note.text,
        )

    def briefs(self, ids: Iterable[str]) -> views.Briefs:
        """One line for each."""
        return views.Briefs(people=tuple(self._brief(who) for who in ids))

    def team_card(self, team: Team) -> views.TeamCard:
        """A team, the lead first."""
        members = sorted(team.members, key=lambda who: who != team.lead)
        return views.TeamCard(id=team.id, name=team.name, lead=team.lead, members=tuple(map(self._brief, members)))

    def responsible(self, area: str, who: str | None) -> views.Responsible:
        """Somebody, and their deputy where they are away now."""
        if who is None:
            return views.Responsible(area=area, who=None)
        person = self.office.org.person(who)
        away = absence_at(person.calendar, self.office.now)
        instead = None if away is None else self.office.org.deputy_of(who)
        return views.Responsible(area=area, who=self.card(person), instead=instead)

    def absent(self, reader: str, until: int) -> views.Absent:
        """Who is away some time from now until then, by their calendar or by what their mailbox says."""
        now = self.office.now
        found: list[tuple[int, int, Person, str | None]] = []
        for person in self.office.org.people():
            spans = [(a.start, a.end) for a in person.calendar.absences if a.start <= until and a.end > now]
            note = self._out_of_office(person.id)
            if note is None or note.start > until:
                found += [(end, start, person, None) for start, end in spans]
                continue
            covered = [(a, b) for a, b in spans if a < note.until and note.start < b]
            found += [(end, start, person, None) for start, end in spans if (start, end) not in covered]
            first = min([note.start, *(start for start, _ in covered)])
            found.append((max([note.until, *(end for _, end in covered)]), first, person, note.text))
        found.sort(key=lambda entry: entry[:2])
        return views.Absent(
            people=tuple(
                views.Away(
                    id=person.id,
                    name=person.name,
                    since=clocks.shown(self.office, reader, start),
                    until=clocks.shown(self.office, reader, end),
                    deputy=self.office.org.deputy_of(person.id),
                    note=text,
                )
                for end, start, person, text in found
            )
        )

    def chart(self, who: str, depth: int) -> Iterator[str]:
        """Somebody and all below, a line each."""
        person = self.office.org.person(who)
        yield "  " * depth + f"{person.name} ({person.id}), {person.title}"
        for report in self.office.org.reports_of(who):
            yield from self.chart(report, depth + 1)

    # -- inside -----------------------------------------------------------------------------------------------------

    def _brief(self, who: str) -> views.Brief:
        person = self.office.org.person(who)
        return views.Brief(id=person.id, name=person.name, title=person.title)

    def _out_of_office(self, who: str) -> _Absence | None:
        try:
            mail = cast(_Mail, self.office.app_named("mail"))
        except KeyError:
            return None
        return mail.absence_of(who)

    def _fit(self, person: Person, words: Sequence[str]) -> int:
        org = self.office.org
        teams = [team for team in org.teams() if person.id in team.members]
        fields = (
            (8, f"{person.id} {person.name}"),
            (4, f"{person.title} {' '.join(org.areas_of(person.id))}"),
            (2, f"{person.about} {' '.join(f'{t.id} {t.name}' for t in teams)}"),
            (1, f"{person.site} {person.calendar.zone}"),
        )
        fit = 0
        for word in words:
            fit += max((weight for weight, text in fields if _has(_plain(text), word)), default=0)
        return fit


def _has(text: str, word: str) -> bool:
    """Whether a word stands in ``text``, or a longer one that begins with it; outside Latin script, a part of one."""
    if not word.isascii():
        return word in text
    return any(known == word or (len(word) >= _SHORTEST_BEGINNING and known.startswith(word)) for known in _words(text))


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def _plain(text: str) -> str:
    """``text`` without accents and capitals, with single spaces."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).split())
