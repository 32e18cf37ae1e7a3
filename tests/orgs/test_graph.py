"""The org graph: what it answers, in which order, and that it comes back from a record as it was."""

import json
import subprocess
import sys
from datetime import UTC, date, datetime

import pytest

from orgs.graph import OrgGraph
from orgs.schema import Org
from sim.calendar import is_working
from sim.organisation import Organisation
from sim.units import BadValue, Money, local_instant


def instant(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


MON, TUE, WED = instant("2026-03-02 10:00"), instant("2026-03-03 10:00"), instant("2026-03-04 10:00")


def test_it_is_the_organisation_the_world_asks(graph: OrgGraph) -> None:
    """A run is handed an `Organisation`: this is one, in the type checker's eyes and at run time."""
    world: Organisation = graph
    assert (world.id, world.name) == ("harbour", "Harbour Lights")
    assert [person.id for person in world.people()] == ["vera", "carl", "dina", "omar", "pia", "lars", "mei", "seat"]


def test_reporting_lines(graph: OrgGraph) -> None:
    """Up, down and beside: chains go to the top, reports come in file order, peers share a manager."""
    assert graph.manager_of("seat") == "pia"
    assert graph.manager_of("vera") is None
    assert graph.chain_of_command("seat") == ("pia", "omar", "vera")
    assert graph.reports_of("omar") == ("pia", "lars", "mei")
    assert graph.all_reports_of("omar") == ("pia", "seat", "lars", "mei")
    assert graph.peers_of("lars") == ("pia", "mei")
    assert graph.peers_of("vera") == ()
    assert graph.dotted_of("pia") == "carl"
    assert graph.dotted_reports_of("carl") == ("pia",)


def test_groups(graph: OrgGraph) -> None:
    """A team has its lead among its members, first; a channel's members are named once each."""
    workshop, audit = graph.teams()
    assert (workshop.name, workshop.lead, workshop.members) == ("Workshop", "omar", ("omar", "pia", "lars", "mei"))
    assert (audit.name, audit.lead, audit.members) == ("Yearly audit", None, ("dina", "mei"))
    everybody, bench = graph.channels()
    assert everybody.members == tuple(person.id for person in graph.people())
    assert (bench.name, bench.about, bench.members) == ("#bench", "Lamps", ("vera", "omar", "pia", "lars", "mei"))
    assert graph.members("#bench") == bench.members
    assert graph.members("team audit") == ("dina", "mei")
    assert graph.members("site halifax") == ("lars", "mei")
    assert graph.teams_of("mei") == ("workshop", "audit")


def test_names_that_do_not_tell_apart(graph: OrgGraph) -> None:
    """Two of one last name are both found by it, in any script and case; an id is a name too."""
    assert graph.called("Berg") == ("pia", "lars")
    assert graph.called("pia  BERG") == ("pia",)
    assert graph.called("李梅") == ("mei",)
    assert graph.called("mei") == ("mei",)
    assert graph.called("nobody here") == ()


@pytest.mark.parametrize(
    "ask",
    [
        lambda graph: graph.person("zoe"),
        lambda graph: graph.manager_of("zoe"),
        lambda graph: graph.reports_of("zoe"),
        lambda graph: graph.all_reports_of("zoe"),
        lambda graph: graph.chain_of_command("zoe"),
        lambda graph: graph.peers_of("zoe"),
        lambda graph: graph.dotted_of("zoe"),
        lambda graph: graph.dotted_reports_of("zoe"),
        lambda graph: graph.areas_of("zoe"),
        lambda graph: graph.approval_limit("zoe", "spend"),
        lambda graph: graph.may_approve("zoe", "spend"),
        lambda graph: graph.approvers_for("zoe", "spend"),
        lambda graph: graph.deputy_of("zoe"),
        lambda graph: graph.deputy_now("zoe", MON),
        lambda graph: graph.is_away("zoe", MON),
        lambda graph: graph.valid_escalation_targets("zoe", "cash", MON),
        lambda graph: graph.distance("zoe", "vera"),
        lambda graph: graph.distance("vera", "zoe"),
        lambda graph: graph.shortest_path("vera", "zoe"),
        lambda graph: graph.tie("vera", "zoe"),
        lambda graph: graph.tie("zoe", "zoe"),
        lambda graph: graph.friction("vera", "zoe"),
        lambda graph: graph.must_not_know("zoe", "pay"),
        lambda graph: graph.teams_of("zoe"),
        lambda graph: graph.languages_of("zoe"),
        lambda graph: graph.members("#zoe"),
        lambda graph: graph.members("team zoe"),
        lambda graph: graph.with_name("zoe", "Zoe"),
        lambda graph: graph.with_absence("zoe", MON, TUE),
        lambda graph: graph.with_absence("vera", MON, TUE, deputy="zoe"),
    ],
)
def test_an_id_of_nobody_here_is_an_error(graph: OrgGraph, ask) -> None:  # type: ignore[no-untyped-def]
    """No question has an answer for somebody who does not exist: a misspelt id never passes for "nobody"."""
    with pytest.raises(KeyError, match="zoe"):
        ask(graph)


def test_standing_in(graph: OrgGraph) -> None:
    """A deputy stands in from the first midnight of a leave to the last, and only then."""
    assert graph.deputy_of("omar") == "pia"
    assert graph.deputy_now("omar", local_instant(date(2026, 3, 2), 0, "Europe/Oslo") - 1) is None
    assert graph.deputy_now("omar", MON) == "pia"
    assert graph.deputy_now("omar", instant("2026-03-03 22:59:59")) == "pia"
    assert graph.deputy_now("omar", instant("2026-03-03 23:00:00")) is None
    assert graph.acting("omar", WED) == "omar"


def test_a_deputy_who_is_away_too_has_a_deputy(graph: OrgGraph) -> None:
    """Standing in goes on from deputy to deputy, and ends where it would go round."""
    away = graph.with_absence("carl", instant("2026-03-10"), instant("2026-03-12"))
    assert away.deputy_now("carl", instant("2026-03-10 12:00")) is None  # carl's deputy is dina, hers is carl
    all_three = away.with_absence("vera", instant("2026-03-10"), instant("2026-03-11"))
    assert all_three.deputy_now("vera", instant("2026-03-10 12:00")) is None
    both = graph.with_absence("vera", MON, TUE).with_absence("carl", MON, TUE)
    assert both.deputy_now("vera", MON) == "dina"


def test_an_absence_of_a_scenario(graph: OrgGraph) -> None:
    """A scenario's absence changes a copy: calendar, stand-in and authority follow; the original stays."""
    away = graph.with_absence("omar", WED, WED + 3600, "dentist", deputy="mei")
    assert (graph.deputy_now("omar", WED), away.deputy_now("omar", WED)) == (None, "mei")
    assert not is_working(away.person("omar").calendar, WED + 60)
    assert is_working(graph.person("omar").calendar, WED + 60)
    assert not away.may_approve("mei", "warranty", at=WED)  # authority was lent to pia, not to whoever stands in
    assert away.deputy_now("omar", MON) == "mei"
    with pytest.raises(BadValue, match="ends before it begins"):
        graph.with_absence("omar", WED, WED).people()


def test_the_seat_gets_a_name(graph: OrgGraph) -> None:
    """The file leaves the seat without a name; a scenario gives it one."""
    assert graph.seats() == ("seat",)
    assert graph.person("seat").name == ""
    named = graph.with_name("seat", "Noor Haddad", "she").person("seat")
    assert (named.name, named.first, named.pronouns) == ("Noor Haddad", "Noor", "she")


def test_escalation(graph: OrgGraph) -> None:
    """Trouble rightly goes to the one on call, the owner or whoever stands in, the backup, and up either line."""
    assert graph.looking_after("night alarm", WED) == ("lars", "omar")
    assert graph.looking_after("the weather", WED) == ()
    away = graph.with_absence("lars", WED - 3600, WED + 3600)
    assert "lars" not in away.looking_after("night alarm", WED), "who is away is called for nothing"
    assert graph.valid_escalation_targets("seat", "night alarm", WED) == ("lars", "omar", "pia", "vera")
    assert graph.valid_escalation_targets("seat", "night alarm", MON) == ("lars", "pia", "vera")
    assert graph.valid_escalation_targets("seat", "annual budget", WED) == ("carl", "pia", "omar", "vera")
    assert graph.valid_escalation_targets("omar", "night alarm", WED) == ("lars", "vera")
    assert graph.valid_escalation_targets("seat", "the weather", WED) == ("pia", "omar", "vera")


def test_what_is_kept_from_whom(graph: OrgGraph) -> None:
    """A policy names those who may know; where there is none, anybody may."""
    assert graph.must_not_know("omar", "Pay")
    assert not graph.must_not_know("carl", "pay")
    assert graph.may_know("harbour-sale") == ("vera", "omar", "pia", "lars", "mei")
    assert graph.must_not_know("carl", "harbour sale")
    assert graph.may_know("lunch") is None
    assert not graph.must_not_know("seat", "lunch")


def test_it_comes_back_from_a_record(graph: OrgGraph) -> None:
    """A scorer rebuilds from plain JSON the graph the world had, whatever the scenario changed in it."""
    was = graph.with_name("seat", "Noor").with_absence("carl", WED, WED + 7200, "dentist", deputy="vera")
    text = json.dumps(was.to_data())
    again = OrgGraph.from_data(json.loads(text))
    assert json.dumps(again.to_data()) == text
    assert again.people() == was.people()
    assert again.channels() == was.channels()
    assert again.deputy_now("carl", WED) == "vera"
    for one in was.people():
        assert [again.tie(one.id, other.id) for other in was.people()] == [
            was.tie(one.id, other.id) for other in was.people()
        ]
    amount = Money.parse("9 000 NOK")
    assert again.approvers_for("seat", "spend", amount) == was.approvers_for("seat", "spend", amount)


def test_the_years_of_the_holidays_travel_with_the_record(org: Org) -> None:
    """Public holidays are in the record as dates: another version of the holidays package changes no old run."""
    with_code = org.model_copy(
        update={"sites": {**org.sites, "bergen": org.sites["bergen"].model_copy(update={"holidays": "NO"})}}
    )
    data = OrgGraph(with_code, years=[2026]).to_data()
    assert "2026-05-17" in data["holidays"]["bergen"]
    assert "2026-03-06" in data["holidays"]["bergen"]
    assert "2027-05-17" not in data["holidays"]["bergen"]
    data["holidays"]["bergen"] = ["2026-04-01"]
    calendar = OrgGraph.from_data(data).person("vera").calendar
    assert [day.isoformat() for day in calendar.holidays] == ["2026-04-01"]


def test_reading_a_record_opens_no_heavy_library(graph: OrgGraph) -> None:
    """Scoring many records must start fast: networkx and holidays wait for a question that needs them."""
    code = (
        "import json, sys; from orgs.graph import OrgGraph; graph = OrgGraph.from_data(json.load(sys.stdin));"
        "graph.people(); graph.chain_of_command('seat'); graph.approvers('spend');"
        "print([name for name in ('networkx', 'holidays') if name in sys.modules]);"
        "print(graph.distance('seat', 'carl'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(graph.to_data()), capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n") == ["[]", "2", ""]
