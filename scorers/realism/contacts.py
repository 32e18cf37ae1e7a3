"""Who talks to whom: the same team over what chance would give, links that are returned, how many contacts."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from scorers.realism.estimates import Estimate, Unit, median, of_samples, of_sums, share
from scorers.realism.log import Log

FEW = 4
"""Recipients up to which a mail or a message is talk with each of them, and no circular."""

Links = Mapping[tuple[str, str], int]
"""By (sender, receiver), how many messages."""


def links(log: Log) -> Links:
    """Messages of coworkers to one another: mail and chat to at most four, and calls that were answered."""
    found: dict[tuple[str, str], int] = {}
    for item in log.items:
        if item.sender not in log.cast or item.medium not in ("mail", "dm", "group") or item.automatic:
            continue
        readers = [who for who in item.addressed if who in log.cast]
        if len(item.addressed) <= FEW:
            for who in readers:
                found[item.sender, who] = found.get((item.sender, who), 0) + 1
    for call in log.calls:
        if call.answered is not None:
            for who in call.to:
                found[call.caller, who] = found.get((call.caller, who), 0) + 1
    return found


def team_ratio(logs: Sequence[Log]) -> Estimate:
    """The share of talking pairs that are in one team, over the same share of all pairs. A pair talks at all or not."""
    sums: dict[Unit, list[float]] = {}
    for log in logs:
        talking = links(log)
        for one, other in combinations(log.people, 2):
            entry = sums.setdefault((log.number, one), [0.0, 0.0, 0.0, 0.0])
            same = bool(log.teams[one] & log.teams[other])
            if (one, other) in talking or (other, one) in talking:
                entry[0] += same
                entry[1] += 1
            entry[2] += same
            entry[3] += 1
    return of_sums(sums, _ratio, counts=1)


def _ratio(sums: Sequence[float]) -> float | None:
    same, talking, all_same, every = sums
    if not talking or not all_same:
        return None
    return (same / talking) / (all_same / every)


def returned(logs: Sequence[Log]) -> Estimate:
    """The share of links from one to another that have one back."""
    sums: dict[Unit, list[float]] = {}
    for log in logs:
        found = links(log)
        for one, other in found:
            entry = sums.setdefault((log.number, one), [0.0, 0.0])
            entry[0] += (other, one) in found
            entry[1] += 1
    return of_sums(sums, share)


def contacts(logs: Sequence[Log], least: int = 1) -> Estimate:
    """With how many colleagues somebody has ``least`` messages each way, in the middle."""
    samples: dict[Unit, list[float]] = {}
    for log in logs:
        found = links(log)
        for who in log.people:
            both = sum(
                found.get((who, other), 0) >= least and found.get((other, who), 0) >= least for other in log.people
            )
            samples[log.number, who] = [float(both)]
    return of_samples(samples, median)
