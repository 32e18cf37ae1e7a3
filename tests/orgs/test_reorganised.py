"""An organisation whose lines change stays one: what is given takes the place of what stood there."""

from typing import Any

import pytest

from orgs.graph import OrgGraph
from sim.units import BadValue, Money


def test_lines_change(graph: OrgGraph) -> None:
    """Manager, title, authority and the lead of a team change; all else stays, and the old graph is as it was."""
    changes = {
        "people": {"mei": {"reports_to": "carl", "title": "Controller", "approves": {"spend": "900 EUR"}}},
        "teams": {name: {"lead": "mei"} for name in list(graph.org.teams)[:1]},
    }
    after = graph.reorganised(changes)
    assert after.chain_of_command("mei")[0] == "carl"
    assert "mei" not in after.reports_of("omar")
    assert after.person("mei").title == "Controller"
    assert after.approval_limit("mei", "spend") == Money.parse("900 EUR")
    assert after.teams()[0].lead == "mei"
    assert after.person("lars") == graph.person("lars")
    assert graph.chain_of_command("mei")[0] == "omar"


def test_none_takes_away(graph: OrgGraph) -> None:
    """A key that is None is gone, as if it had never been written."""
    owners = {area.owner for area in graph.areas()}
    owner = min(owners)
    after = graph.reorganised({"people": {owner: {"owns": None}}})
    assert after.areas_of(owner) == tuple(a for a in graph.areas_of(owner) if a in graph.org.areas)


def test_absences_and_the_record_survive(graph: OrgGraph) -> None:
    """Who is away stays away, and a reorganised graph comes back from a record as it was."""
    away = graph.with_absence("lars", 0, 10**10)
    after = away.reorganised({"people": {"mei": {"reports_to": "carl"}}})
    assert after.is_away("lars", 10**9)
    again = OrgGraph.from_data(after.to_data())
    assert again.chain_of_command("mei") == after.chain_of_command("mei")
    assert again.is_away("lars", 10**9)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"people": {"nobody-here": {"reports_to": "carl"}}}, "not among the people"),
        ({"teams": {"ghosts": {"lead": "carl"}}}, "not among the teams"),
        ({"sites": {"moon": {"zone": "UTC"}}}, "cannot be reorganised"),
        ({"people": {"mei": {"reports_to": "carla"}}}, "not a person"),
        ({"people": {"omar": {"reports_to": "mei"}}}, "own manager"),
        ({"people": {"mei": {"reports_too": "carl"}}}, "no organisation"),
    ],
)
def test_what_would_be_no_organisation_is_told(graph: OrgGraph, changes: dict[str, Any], says: str) -> None:
    """Unknown people, teams and parts, and circles of managers are errors; nothing is guessed."""
    with pytest.raises(BadValue, match=says):
        graph.reorganised(changes)
