"""How much trust the player kept: that of each coworker at the end against the start.

docs/scorers/relationships.md says how it is worked out and what guards it.
"""

from collections.abc import Mapping

from scorers.case import Case
from scorers.score import Criterion, Score, not_applicable, summed_up
from sim.record import Record
from sim.vocabulary.attention import FeelingChanged
from sim.vocabulary.calls import CallRung
from sim.vocabulary.core import Event

FALL = 0.25
"""A fall of somebody's trust (which is from 0 to 1) from which nothing is left of the score for them: about three
broken promises, or four insults (design choice)."""


class Relationships:
    """Scores what became of coworkers' trust in the player."""

    name = "relationships"
    version = "1"

    def score(self, record: Record) -> Score:
        """The mean over all with whom the player had to do, or whose trust in it fell. Not applicable where there is
        nobody of the kind."""
        case = Case.of(record)
        moved = _moved(case)
        met = _met(case)
        people = [who for who in case.people() if who in met or _change(moved.get(who, ())) < 0]
        if not people:
            return not_applicable(self, "The player had to do with nobody, and nobody's trust in it fell.")
        criteria = [_kept(case, who, moved.get(who, ()), who in met) for who in people]
        fell = sum(1 for c in criteria if c.value != 1.0)
        rose = sum(1 for who in people if who in moved and _change(moved[who]) > 0)
        said = f"Trust in the player: of {len(people)} people that of {fell} fell, and of {rose} rose."
        return summed_up(self, criteria, said)


def _moved(case: Case) -> Mapping[str, tuple[tuple[Event, FeelingChanged], ...]]:
    """By coworker, the changes of their trust in the player, in order."""
    found: dict[str, tuple[tuple[Event, FeelingChanged], ...]] = {}
    for event, body in case.record.bodies(FeelingChanged, since=case.start):
        if body.what == "trust" and body.toward == case.seat and case.works_here(event.actor):
            found[event.actor] = (*found.get(event.actor, ()), (event, body))
    return found


def _met(case: Case) -> frozenset[str]:
    """Those to whom the player said or wrote something in person, or whom it called."""
    written = {who for message in case.sent for who in message.direct}
    called = {who for _, body in case.record.bodies(CallRung, actor=case.seat, since=case.start) for who in body.to}
    return frozenset(written | called)


def _change(moves: tuple[tuple[Event, FeelingChanged], ...]) -> float:
    """How much higher trust is where it last moved than where it first did."""
    return round(moves[-1][1].new - moves[0][1].old, 3) if moves else 0.0


def _kept(case: Case, who: str, moves: tuple[tuple[Event, FeelingChanged], ...], met: bool) -> Criterion:
    name, change = case.person_named(who), _change(moves)
    value = round(min(1.0, max(0.0, 1.0 + change / FALL)), 6) if met else 0.0
    told = f"{name}'s trust in the player did not move."
    if moves:
        how = "rose" if change > 0 else "fell" if change < 0 else "moved and came back"
        told = f"{name}'s trust in the player {how}: from {moves[0][1].old:.2f} to {moves[-1][1].new:.2f}."
        told += "" if met else " The player never spoke to them."
    fault = (case.broken_by or "agent") if value < 1.0 else "agent"
    shown = tuple(event.serial for event, _ in moves)
    return Criterion(name=f"trust {who}", value=value, explanation=told, evidence=shown, fault=fault)
