"""Organisations by name or by path, and the library that comes with Workaday."""

from pathlib import Path

import pytest

from orgs.graph import OrgGraph
from orgs.load import library, load
from sim.source import SourceError
from sim.units import Money

LEAST = "org: shop\nname: Shop\nsites: {here: {zone: UTC}}\npeople: {ann: {name: Ann}}\n"


@pytest.mark.parametrize("name", library())
def test_the_library_loads_clean(name: str) -> None:
    """What comes with Workaday has nothing wrong with it and is found by its id; nobody plays two parts."""
    org = load(name)
    assert org.org == name
    assert org == load(library()[name])
    personas = [person.persona for who, person in org.people.items() if not org.is_seat(who)]
    assert None not in personas
    assert len(set(personas)) == len(personas)
    assert all(person.title for person in org.people.values())


SHALLOW = {"korimako"}
"""Ten people under one general manager, to whom each of its seats reports: there is nobody above to go to."""


@pytest.mark.parametrize("name", [name for name in library() if name not in SHALLOW])
def test_the_library_gives_stories_room(name: str) -> None:
    """Each has one seat, whose manager cannot approve everything that somebody above can."""
    graph = OrgGraph(load(name), years=[2026])
    (seat,) = graph.seats()
    boss, *above = graph.chain_of_command(seat)
    limit = graph.approval_limit(boss, "spend")
    assert limit is not None
    more = Money(limit.amount + 1, limit.currency)
    assert graph.approver_for(seat, "spend", more) in above
    assert graph.org.on_call
    assert any(person.calendar.absences for person in graph.people())


def test_the_big_one_has_the_traps_of_real_companies() -> None:
    """Two of one first name, places hours apart, a part-timer, a dotted line, three steps of authority."""
    graph = OrgGraph(load("vorstmark"), years=[2026])
    assert graph.called("Sofie") == ("sofie-d", "sofie-l")
    assert len({person.calendar.zone for person in graph.people()}) == 2
    assert graph.dotted_of("emre") == "anneleen"
    amounts = ("4 000 EUR", "46 900 EUR", "120 000 EUR", "300 000 EUR")
    assert [graph.approver_for("seat", "spend", Money.parse(amount)) for amount in amounts] == [
        "sofie-d",
        "joseph",
        "hilde",
        None,
    ]
    assert graph.approvers("lot release") == ("anneleen",)
    assert graph.must_not_know("dario", "project tern")


def test_a_file_beside_comes_before_the_library(tmp_path: Path) -> None:
    """A scenario's own folder may hold its organisation, by name or by path."""
    (tmp_path / "upepo.yaml").write_text(LEAST, encoding="utf-8")
    assert load("upepo", tmp_path).org == "shop"
    assert load("upepo.yaml", tmp_path).org == "shop"
    assert load("./upepo.yaml", tmp_path).org == "shop"
    assert load(tmp_path / "upepo.yaml").org == "shop"
    assert load("upepo").org == "upepo"


def test_a_name_that_is_nowhere(tmp_path: Path) -> None:
    """A misspelt name is met with the name that was meant."""
    with pytest.raises(SourceError, match=r"vorstmrak.*Did you mean 'vorstmark'"):
        load("vorstmrak", tmp_path)


def test_a_path_to_nothing(tmp_path: Path) -> None:
    """A path that leads nowhere is told by the file it names."""
    (tmp_path / "shop.yaml").write_text(LEAST, encoding="utf-8")
    with pytest.raises(SourceError, match=r"does not exist.*Did you mean 'shop\.yaml'"):
        load("shpo.yaml", tmp_path)
