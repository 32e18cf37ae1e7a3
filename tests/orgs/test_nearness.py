"""Nearness: steps between people, the way between them, and what they hold of each other."""

from itertools import pairwise, product

import pytest

from orgs.graph import OrgGraph
from orgs.nearness import TIE_BEYOND, TIE_BY_DISTANCE
from orgs.schema import Org
from sim.organisation import Tie


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ("vera", "vera", 0),
        ("seat", "pia", 1),
        ("pia", "lars", 1),  # one team
        ("pia", "carl", 1),  # dotted line
        ("dina", "mei", 1),  # a team across lines
        ("seat", "carl", 2),
        ("seat", "vera", 3),
    ],
)
def test_steps(graph: OrgGraph, one: str, other: str, steps: int) -> None:
    """Reporting lines, dotted lines and teams each are one step, in both directions."""
    assert graph.distance(one, other) == graph.distance(other, one) == steps


def test_a_way_has_as_many_steps_as_the_distance(graph: OrgGraph) -> None:
    """The path is a shortest one and goes from step to step."""
    ids = [person.id for person in graph.people()]
    for one, other in product(ids, ids):
        way = graph.shortest_path(one, other)
        assert (way[0], way[-1], len(way)) == (one, other, graph.distance(one, other) + 1)
        assert all(graph.distance(a, b) == 1 for a, b in pairwise(way))


def test_nothing_connects_two_tops(org: Org) -> None:
    """People whom nothing connects are further apart than any others, and hold the least of each other."""
    alone = org.people["vera"].model_copy(update={"reports_to": "nobody", "deputy": None})
    graph = OrgGraph(org.model_copy(update={"people": {**org.people, "zoe": alone}}))
    assert graph.distance("zoe", "seat") == 9 > max(graph.distance("seat", who) for who in org.people)
    assert graph.shortest_path("zoe", "seat") == ()
    assert graph.tie("zoe", "seat") == TIE_BEYOND


def test_what_people_hold_of_each_other_falls_with_distance(graph: OrgGraph) -> None:
    """Where the file says nothing, the nearer are trusted more; nobody is trusted more than oneself."""
    assert graph.tie("seat", "pia") == TIE_BY_DISTANCE[1]
    assert graph.tie("seat", "omar") == TIE_BY_DISTANCE[2]
    assert graph.tie("seat", "vera") == TIE_BY_DISTANCE[3]
    steps = [graph.tie("seat", "seat"), *(TIE_BY_DISTANCE[step] for step in sorted(TIE_BY_DISTANCE)), TIE_BEYOND]
    assert [tie.trust for tie in steps] == sorted({tie.trust for tie in steps}, reverse=True)
    assert [tie.rapport for tie in steps] == sorted({tie.rapport for tie in steps}, reverse=True)


def test_a_tie_of_the_file_goes_its_own_way_only(graph: OrgGraph) -> None:
    """``from`` and ``to`` is one direction, ``between`` both; what a tie leaves out is the default."""
    usual = TIE_BY_DISTANCE[2]
    assert graph.tie("carl", "omar") == Tie(trust=0.2, rapport=usual.rapport, because="the missing receipts")
    assert graph.tie("omar", "carl") == usual
    assert graph.tie("pia", "lars") == graph.tie("lars", "pia")


def test_friction_takes_its_share_of_the_rapport(graph: OrgGraph) -> None:
    """An open quarrel leaves trust as it is; people deal with each other less gladly."""
    assert graph.friction("pia", "lars") == 0.25
    assert graph.tie("pia", "lars") == Tie(trust=TIE_BY_DISTANCE[1].trust, rapport=0.6, because="one van")
    assert graph.friction("pia", "mei") == 0.0


def test_the_network_is_there_for_analysis(graph: OrgGraph) -> None:
    """Every kind of line is an edge of the networkx graph, with what it carries."""
    edges = {(one, other, data["kind"]) for one, other, data in graph.network.edges(data=True)}
    assert {
        ("seat", "pia", "reports_to"),
        ("pia", "carl", "dotted_to"),
        ("omar", "pia", "deputy"),
        ("mei", "dina", "team"),
        ("carl", "omar", "tie"),
        ("lars", "pia", "tie"),
    } <= edges
    assert ("pia", "seat", "reports_to") not in edges
    assert graph.network.nodes["mei"] == {"title": "Fitter", "site": "halifax"}
