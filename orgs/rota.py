"""Whose turn it is on an on-call rota."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from orgs.schema import RotaEntry
from sim.units import zone_of

_WEEK = timedelta(days=7)


def whose_turn(rota: RotaEntry, zone: str, at: int, is_away: Callable[[str], bool]) -> str | None:
    """Who is on call at the instant ``at``, by the clocks in ``zone``; None where all of them are away.

    Weeks are counted on the wall clock: a change of clocks does not move the hand-over. Whoever is away is skipped, and
    the next on the list who is not takes the call; the turns after that stay as they were.
    """
    hands_over = rota.hands_over
    assert hands_over.weekday is not None
    assert hands_over.minute is not None
    first = rota.since + timedelta(days=(hands_over.weekday - rota.since.weekday()) % 7)
    begin = datetime(first.year, first.month, first.day) + timedelta(minutes=hands_over.minute)  # noqa: DTZ001 - wall clock
    wall = datetime.fromtimestamp(at, zone_of(zone)).replace(tzinfo=None)
    turn = (wall - begin) // _WEEK
    for step in range(len(rota.people)):
        who = rota.people[(turn + step) % len(rota.people)]
        if not is_away(who):
            return who
    return None
