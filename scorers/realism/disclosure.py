"""What coworkers tell unasked, and how they take it when something fails."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorers.realism.cues import kinds
from scorers.realism.estimates import Estimate, Unit, of_sums, share
from scorers.realism.log import Log
from scorers.realism.texts import asks
from sim.units import HOUR
from sim.vocabulary.world import CommitmentClosed, FactTold

COVERED = 5 * 8 * HOUR
"""A question covers what is told within so many working seconds of whoever tells it."""
NEXT_WITHIN = 2 * 8 * HOUR
"""Working seconds within which a reaction counts as one."""
REACTIONS = ("emotion", "accusation", "pivot", "push-back")


def told_before_asked(logs: Sequence[Log]) -> Estimate:
    """The share of facts that coworkers tell though nobody they tell it to had asked them anything before.

    A question is any earlier message that asks, from one of the readers to the teller, within five working days; in
    channels and meetings, where facts are announced, nothing is counted.
    """
    sums: dict[Unit, list[float]] = {}
    for log in logs:
        asked: dict[tuple[str, str], list[int]] = {}
        questions = [i for i in log.items if asks(i.text)]
        for item in questions:
            for who in item.addressed:
                asked.setdefault((item.sender, who), []).append(item.at)
        where = {item.serial: item for item in log.items}
        for event, body in log.record.bodies(FactTold, since=log.start):
            said = next((where[c] for c in event.causes if c in where), None)
            if event.actor not in log.cast or said is None or said.medium in ("channel", "meeting"):
                continue
            covered = any(
                at <= event.at and log.case.worked(event.actor, at, event.at) <= COVERED
                for reader in body.to
                for at in asked.get((reader, event.actor), ())
            )
            entry = sums.setdefault((log.number, event.actor), [0.0, 0.0])
            entry[0] += not covered
            entry[1] += 1
    return of_sums(sums, share)


@dataclass(frozen=True, slots=True)
class Reactions:
    """Shares of next messages that show each reaction, after failures and else, and of silence after failures."""

    failures: int
    after: Mapping[str, float]
    usually: Mapping[str, float]
    silence: float | None


def reactions(logs: Sequence[Log]) -> Reactions:
    """What coworkers write to a colleague who has just broken a promise to them, or kept it late."""
    counts = dict.fromkeys(REACTIONS, 0)
    usual = dict.fromkeys(REACTIONS, 0)
    failures = spoken = others = 0
    for log in logs:
        talk: dict[tuple[str, str], list[tuple[int, str]]] = {}
        for item in log.items:
            if item.sender in log.cast and not item.automatic:
                for who in item.addressed:
                    talk.setdefault((item.sender, who), []).append((item.at, item.text))
        struck: set[tuple[str, str, int]] = set()
        for event, body in log.record.bodies(CommitmentClosed, since=log.start):
            failed = body.how == "broken" or (body.how == "kept" and body.late > 0)
            if not failed or body.by not in log.cast or body.to not in log.cast or body.by == body.to:
                continue
            failures += 1
            following = next(((at, text) for at, text in talk.get((body.to, body.by), ()) if at >= event.at), None)
            if following is None or log.case.worked(body.to, event.at, following[0]) > NEXT_WITHIN:
                continue
            spoken += 1
            struck.add((body.to, body.by, following[0]))
            for kind in REACTIONS:
                counts[kind] += kind in kinds(following[1])
        for (sender, who), said in talk.items():
            for at, text in said:
                if (sender, who, at) not in struck:
                    others += 1
                    for kind in REACTIONS:
                        usual[kind] += kind in kinds(text)
    return Reactions(
        failures,
        {kind: count / spoken for kind, count in counts.items()} if spoken else {},
        {kind: count / others for kind, count in usual.items()} if others else {},
        1 - spoken / failures if failures else None,
    )
