"""Circles: who has to do with whom."""

from types import SimpleNamespace
from typing import Any

from sim.circles import Circles
from sim.streams import Streams, stream
from tests.office import SmallOrg


def circles(seed: int = 1) -> Circles:
    world: Any = SimpleNamespace(
        cast=dict.fromkeys(("ruth", "ines", "anna-k", "anna-b", "tanaka")), org=SmallOrg(), streams=Streams(seed)
    )
    return Circles(world)


def test_teams_and_reporting_lines_talk_and_talk_goes_both_ways() -> None:
    """Ines with Anna Kern (team) and Ruth (line); whoever is in somebody's circle has them in theirs."""
    found = circles()
    assert {"ruth", "anna-k"} <= set(found.of("ines"))
    for one in ("ruth", "ines", "anna-k", "anna-b", "tanaka"):
        assert all(one in found.of(other) for other in found.of(one))
        assert one not in found.of(one)


def test_circles_are_the_same_in_every_run_with_the_seed() -> None:
    """And differ between seeds, where they are not given by the graph."""
    assert circles(1).of("ruth") == circles(1).of("ruth")
    assert len({tuple(sorted(circles(seed).of("tanaka"))) for seed in range(20)}) > 1


def test_those_who_are_only_informed_do_not_write_back() -> None:
    """They are in nobody's circle with the one who informs them; the seat is in none at all."""
    for seed in range(10):
        found = circles(seed)
        for who in ("ruth", "tanaka"):
            assert not set(found.informed_by(who)) & set(found.of(who))
            assert "tomas" not in (*found.of(who), *found.informed_by(who))


def test_a_partner_is_one_of_the_circle_without_those_left_out() -> None:
    """Nobody is left when all are left out."""
    found = circles()
    assert found.partner("ines", stream(1, "p"), found.of("ines")) is None
    assert found.partner("ines", stream(1, "p")) in found.of("ines")
