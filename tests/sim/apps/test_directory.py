"""The directory: whom a name means, who fits a question, and whether they are there."""

from typing import Any, ClassVar

import pytest

from sim.apps.directory import Directory
from sim.apps.mail import Mail
from sim.organisation import Person
from sim.units import DAY
from tests.office import GRAZ, MONDAY, Desk, SmallOrg, open_office


class HolidayOrg(SmallOrg):
    """Ines is away until Wednesday noon, Tomás from Thursday; Anna Berg is on call for prices."""

    _away: ClassVar = {
        "ines": (MONDAY - DAY, MONDAY + 2 * DAY + 3 * 3600),
        "tomas": (MONDAY + 3 * DAY, MONDAY + 5 * DAY),
    }

    def person(self, who: str, /) -> Person:
        found = super().person(who)
        if who not in self._away:
            return found
        calendar = GRAZ.with_absence(*self._away[who], "leave")
        return Person(found.id, found.name, found.title, found.site, calendar, about="Looks after numbers")

    def people(self) -> tuple[Person, ...]:
        return tuple(self.person(person.id) for person in super().people())

    def on_call(self, area: str, at: int, /) -> str | None:
        if area not in ("prices", "budget"):
            raise KeyError(area)
        return "anna-b" if area == "prices" else None


@pytest.fixture
def desk() -> Desk:
    return open_office([Directory], HolidayOrg())


def ids(people: Any) -> list[str]:
    return [person.id for person in people]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("tomas", ["tomas"]),
        ("@tomas", ["tomas"]),
        ("Tomás Ferrer", ["tomas"]),
        ("tomas ferrer", ["tomas"]),
        ("FERRER", ["tomas"]),
        ("Anna", ["anna-k", "anna-b"]),
        ("anna berg", ["anna-b"]),
        ("anna-b", ["anna-b"]),
        ("田中 太郎", ["tanaka"]),
        ("田中", ["tanaka"]),
    ],
)
def test_a_person_is_found_by_id_or_name(desk: Desk, name: str, found: list[str]) -> None:
    """An id, a name or a part of one means a person, accents and case aside; a shared one means all it is shared by."""
    assert ids(desk.do("ruth", "directory.person", who=name).people) == found


@pytest.mark.parametrize(
    ("name", "arguments", "code", "says"),
    [
        ("person", {"who": "tomsa"}, "no_such_person", "'tomas'"),
        ("person", {"who": "Ruth Adeyem"}, "no_such_person", "Ruth Adeyemi"),
        ("person", {"who": "zzz"}, "no_such_person", "directory.find"),
        ("person", {"who": ""}, "no_such_person", "directory.find"),
        ("chain", {"who": "anna"}, "no_such_person", "'anna-k' (Anna Kern, Buyer) or 'anna-b' (Anna Berg, Sales)"),
        ("team", {"team": "finanze"}, "no_such_thing", "'finance'"),
        ("owner", {"area": "invoces"}, "no_such_thing", "'invoices'"),
        ("owner", {"area": "catering"}, "no_such_thing", "budget, invoices, prices"),
        ("on_call", {"area": "budget"}, "no_such_thing", "its owner is ines"),
        ("on_call", {"area": "bugdet"}, "no_such_thing", "'budget'"),
        ("find", {"query": "who is the"}, "empty", "whom to find"),
    ],
)
def test_what_is_not_found_is_said_with_what_is(
    desk: Desk, name: str, arguments: dict[str, Any], code: str, says: str
) -> None:
    """A question without an answer is refused with the nearest one, or with where to look."""
    refusal = desk.refused("ruth", f"directory.{name}", **arguments)
    assert (refusal.code, says in refusal.why) == (code, True), refusal.why


def test_an_entry_says_who_where_and_whether_they_are_there(desk: Desk) -> None:
    """An entry shows what somebody does, for whom, their local time, and whether they are at work or away now."""
    (ines,) = desk.do("tanaka", "directory.person", who="ines").people
    assert (ines.title, ines.about, ines.areas, ines.teams, ines.manager, ines.deputy, ines.site) == (
        "Head of Finance", "Looks after numbers", ("budget", "invoices"), ("finance",), "ruth", "tomas", "graz",
    )  # fmt: skip
    assert (ines.zone, ines.local_time, ines.hours, ines.working, ines.away_until) == (
        "Europe/Vienna", "Mon 2 March 2026, 09:00", "mon-fri 08:30-17:00", False, "Wed 4 March 2026, 12:00",
    )  # fmt: skip
    (berg,) = desk.do("ines", "directory.person", who="anna-b").people
    assert (berg.local_time, berg.working, berg.away_until) == ("Mon 2 March 2026, 03:00", False, None)
    desk.clock.passes(8 * 3600)
    assert desk.do("ines", "directory.person", who="anna-b").people[0].working


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("invoices", ["ines"]),
        ("Who handles the invoices?", ["ines"]),
        ("accountant", ["tomas"]),
        ("tomas", ["tomas"]),
        ("buyer finance", ["anna-k", "ines"]),
        ("numbers", ["ines", "tomas"]),
        ("field boston", ["tanaka", "anna-b"]),
        ("anna", ["anna-k", "anna-b"]),
        ("太郎", ["tanaka"]),
        ("astronaut", []),
    ],
)
def test_finding_by_what_people_do(desk: Desk, query: str, first: list[str]) -> None:
    """Words are looked for in names, titles, areas, teams and sites; who fits more of them, and better, comes first."""
    found = ids(desk.do("ruth", "directory.find", query=query).people)
    assert found[: len(first)] == first
    assert found or not first
    assert ids(desk.do("ruth", "directory.find", query=query, limit=1).people) == first[:1]


def test_teams_reports_and_chain(desk: Desk) -> None:
    """Teams have their lead first; reports are one step down, the chain goes all the way up."""
    (finance,) = desk.do("ruth", "directory.team", team="team:Finance").teams
    assert (finance.lead, ids(finance.members)) == ("ines", ["ines", "tomas", "anna-k"])
    assert [team.id for team in desk.do("ruth", "directory.teams").teams] == ["finance", "field"]
    assert ids(desk.do("ruth", "directory.reports").people) == ["ines", "anna-b"]
    assert ids(desk.do("ruth", "directory.reports", who="tomas").people) == []
    assert ids(desk.do("tanaka", "directory.chain").people) == ["anna-b", "ruth"]


def test_the_chart_shows_every_line_of_reporting(desk: Desk) -> None:
    """Everybody stands once below their manager, from the top or from whom one asks for."""
    whole = desk.do("ruth", "directory.org_chart").lines
    assert [line[: len(line) - len(line.lstrip())] for line in whole] == ["", "  ", "    ", "    ", "  ", "    "]
    assert len(whole) == 6
    assert desk.do("ruth", "directory.org_chart", below="Anna Berg").lines == (
        "Anna Berg (anna-b), Sales",
        "  田中 太郎 (tanaka), Field engineer",
    )


def test_owner_and_on_call(desk: Desk) -> None:
    """An area's owner is named, with their deputy while they are away; who is on call is another question."""
    budget = desk.do("ruth", "directory.owner", area="Budget")
    assert (budget.area, budget.who.id, budget.instead) == ("budget", "ines", "tomas")
    prices = desk.do("ruth", "directory.owner", area="prices")
    assert (prices.who.id, prices.instead) == ("anna-b", None)
    assert desk.do("ruth", "directory.on_call", area="Prices").who.id == "anna-b"


def test_who_is_away_now_and_soon(desk: Desk) -> None:
    """Now only those who are away now; with days ahead, planned ones too: by their return, on the reader's clock."""
    now = desk.do("anna-b", "directory.who_is_away").people
    assert [(a.id, a.until, a.deputy) for a in now] == [("ines", "Wed 4 March 2026, 06:00 (America/New_York)", "tomas")]
    soon = desk.do("ruth", "directory.who_is_away", within_days=7).people
    assert [(a.id, a.since) for a in soon] == [
        ("ines", "Sun 1 March 2026, 09:00 (Europe/Vienna)"), ("tomas", "Thu 5 March 2026, 09:00 (Europe/Vienna)"),
    ]  # fmt: skip
    desk.clock.passes(3 * DAY)
    assert ids(desk.do("ruth", "directory.who_is_away").people) == ["tomas"]


def test_an_out_of_office_reply_counts_as_away() -> None:
    """Where the office has mail, who has it answer for them is away too, with what it says; one absence shows once."""
    desk = open_office([Directory, Mail], HolidayOrg())
    desk.do("ruth", "mail.set_out_of_office", text="In Boston until Friday.", until="2026-03-06 17:00")
    desk.do("ines", "mail.set_out_of_office", text="Ask Tomás.", until="2026-03-04 17:00")
    away = desk.do("tomas", "directory.who_is_away").people
    assert [(a.id, a.until, a.note) for a in away] == [
        ("ines", "Wed 4 March 2026, 17:00 (Europe/Vienna)", "Ask Tomás."),
        ("ruth", "Fri 6 March 2026, 17:00 (Europe/Vienna)", "In Boston until Friday."),
    ]
    assert desk.do("tomas", "directory.person", who="ruth").people[0].note == "In Boston until Friday."


def test_looking_changes_nothing(desk: Desk) -> None:
    """Every action of the directory only reads: no event, no notice, and a cost by what there is to read."""
    asked: dict[str, dict[str, Any]] = {
        "directory.person": {"who": "ruth"},
        "directory.find": {"query": "finance"},
        "directory.team": {"team": "finance"},
        "directory.owner": {"area": "budget"},
        "directory.on_call": {"area": "prices"},
        "directory.chain": {"who": "tanaka"},
    }
    names = [name for name in desk.office.actions if name.startswith("directory.")]
    assert len(names) == 10
    for name in names:
        assert not desk.office.actions[name].changes
        assert desk.do("ruth", name, **asked.get(name, {})).words() > 0
    assert (desk.events, desk.notices) == ([], [])
