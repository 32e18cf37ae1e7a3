"""On call: one week each, by the wall clock, skipping whoever is away."""

from datetime import date

import pytest

from orgs.graph import OrgGraph
from orgs.rota import whose_turn
from orgs.schema import RotaEntry
from sim.units import WeekTime, local_instant

OSLO = "Europe/Oslo"


def at(day: str, minute: int = 12 * 60, zone: str = OSLO) -> int:
    return local_instant(date.fromisoformat(day), minute, zone)


def turn(rota: RotaEntry, instant: int, away: tuple[str, ...] = ()) -> str | None:
    return whose_turn(rota, OSLO, instant, lambda who: who in away)


ROTA = RotaEntry(people=("ann", "bob", "cem"), since=date(2026, 3, 4), hands_over=WeekTime.parse("mon 09:00"))
NINE = 9 * 60


@pytest.mark.parametrize(
    ("day", "minute", "who"),
    [
        ("2026-03-09", NINE, "ann"),  # the first hand-over on or after since
        ("2026-03-16", NINE - 1, "ann"),
        ("2026-03-16", NINE, "bob"),
        ("2026-03-23", NINE, "cem"),
        ("2026-03-30", NINE - 1, "cem"),  # the clocks went forward on the 29th
        ("2026-03-30", NINE, "ann"),
        ("2026-03-08", NINE, "cem"),  # before since it runs backwards
        ("2026-10-26", NINE - 1, "cem"),  # the clocks went back on the 25th
        ("2026-10-26", NINE, "ann"),
    ],
)
def test_the_week_changes_hands_by_the_wall_clock(day: str, minute: int, who: str) -> None:
    """Somebody always has it, from one hand-over to the next, also across a change of clocks."""
    assert turn(ROTA, at(day, minute)) == who


def test_whoever_is_away_is_skipped() -> None:
    """The next takes the call, and the turns after it stay as they were."""
    assert turn(ROTA, at("2026-03-10"), away=("ann",)) == "bob"
    assert turn(ROTA, at("2026-03-17"), away=("ann",)) == "bob"
    assert turn(ROTA, at("2026-03-24"), away=("cem", "ann")) == "bob"
    assert turn(ROTA, at("2026-03-24"), away=("ann", "bob", "cem")) is None


def test_the_graph_reads_the_clock_of_the_first_and_knows_who_is_away(graph: OrgGraph) -> None:
    """Without a site the hand-over is on the clock of the first on the list; leave in the file counts."""
    assert graph.on_call("night-alarm", at("2026-02-23", NINE)) == "omar"
    assert graph.on_call("night alarm", at("2026-03-02", NINE - 1)) == "lars"  # omar's turn, but he is away
    assert graph.on_call("night alarm", at("2026-03-09", NINE - 1)) == "lars"
    assert graph.on_call("night alarm", at("2026-03-09", NINE)) == "mei"
    assert graph.on_call("night alarm", at("2026-04-13")) == "mei"
    assert graph.on_call("cash", at("2026-03-09")) is None
