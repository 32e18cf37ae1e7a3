"""How near people are to each other, and what that makes them hold of each other.

networkx is opened by the first question that needs it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from orgs.groups import expand
from orgs.schema import NOBODY, Org, TieEntry
from sim.organisation import Tie

if TYPE_CHECKING:
    import networkx as nx

TIE_BY_DISTANCE: Mapping[int, Tie] = {
    1: Tie(trust=0.65, rapport=0.6),
    2: Tie(trust=0.55, rapport=0.5),
    3: Tie(trust=0.5, rapport=0.4),
}
"""What people hold of each other where the file says nothing, by steps in the graph (design values: those who work side
by side are believed a little more than the middle, strangers a little less)."""

TIE_BEYOND = Tie(trust=0.45, rapport=0.3)
"""The same for those further apart."""


class Nearness:
    """Steps and ties between the people of an organisation. Ids that are not of this org raise ``KeyError``."""

    def __init__(self, org: Org) -> None:
        self._org = org
        self._ties: dict[tuple[str, str], TieEntry] = {pair: tie for tie in org.ties for pair in tie.directions}
        self._steps: dict[str, dict[str, int]] = {}

    @cached_property
    def _near(self) -> nx.Graph[str]:
        """Who is one step from whom: over reporting lines, dotted lines and shared teams."""
        import networkx as nx

        near: nx.Graph[str] = nx.Graph()
        near.add_nodes_from(self._org.people)
        for who, person in self._org.people.items():
            lines = (person.reports_to, person.dotted_to)
            near.add_edges_from((who, other) for other in lines if other is not None and other != NOBODY)
        for name in self._org.teams:
            team = expand(self._org, f"team {name}")
            near.add_edges_from((one, other) for index, one in enumerate(team) for other in team[index + 1 :])
        return near

    def distance(self, one: str, other: str) -> int:
        """Steps from ``one`` to ``other``; as many as there are people where nothing connects them."""
        steps = self._steps.get(one)
        if steps is None:
            import networkx as nx

            if one not in self._org.people:
                raise KeyError(one)
            steps = self._steps[one] = dict(nx.single_source_shortest_path_length(self._near, one))
        if other not in self._org.people:
            raise KeyError(other)
        return steps.get(other, len(self._org.people))

    def path(self, one: str, other: str) -> tuple[str, ...]:
        """The people on a shortest way, both included; empty where nothing connects them."""
        import networkx as nx

        if self.distance(one, other) == len(self._org.people):
            return ()
        return tuple(nx.shortest_path(self._near, one, other))

    def tie(self, one: str, other: str) -> Tie:
        """What ``one`` holds of ``other``; of themself, all trust. Friction takes its share of the rapport away."""
        if one == other and one in self._org.people:
            return Tie(trust=1.0, rapport=1.0)
        usual = TIE_BY_DISTANCE.get(self.distance(one, other), TIE_BEYOND)
        entry = self._ties.get((one, other))
        if entry is None:
            return usual
        trust = usual.trust if entry.trust is None else entry.trust
        rapport = usual.rapport if entry.rapport is None else entry.rapport
        return Tie(trust, round(rapport * (1 - entry.friction), 3), entry.because)

    def friction(self, one: str, other: str) -> float:
        """How much of an open quarrel ``one`` has with ``other``, from 0 to 1."""
        entry = self._ties.get((one, other))
        return 0.0 if entry is None else entry.friction


def network(org: Org) -> nx.MultiDiGraph[str]:
    """The whole graph for analysis. Nodes carry ``title`` and ``site``; edges have a ``kind``: reports_to, dotted_to,
    deputy, team (both ways, with the team's id as ``team``), tie (with trust, rapport and friction)."""
    import networkx as nx

    nearness = Nearness(org)
    net: nx.MultiDiGraph[str] = nx.MultiDiGraph(name=org.org)
    for who, person in org.people.items():
        net.add_node(who, title=person.title, site=org.site_of(who))
    for who, person in org.people.items():
        deputy = None if person.deputy is None else person.deputy.who
        boss = None if person.reports_to == NOBODY else person.reports_to
        for kind, other in (("reports_to", boss), ("dotted_to", person.dotted_to), ("deputy", deputy)):
            if other is not None:
                net.add_edge(who, other, kind=kind)
    for name in org.teams:
        team = expand(org, f"team {name}")
        for one in team:
            net.add_edges_from((one, other, {"kind": "team", "team": name}) for other in team if other != one)
    for tie in org.ties:
        for one, other in tie.directions:
            held = nearness.tie(one, other)
            net.add_edge(one, other, kind="tie", trust=held.trust, rapport=held.rapport, friction=tie.friction)
    return net
