"""Several runs of a report: who does best, where, at what price, and whether a difference is one."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Final

from workaday.attempts import TOTAL, Attempt
from workaday.contrast import Contrast, NothingInCommon, contrast
from workaday.summary import Summary, summary

MOST_COMPARED: Final = 5
"""Players up to which each is compared with each; with more, the first with each other one."""


@dataclass(frozen=True, slots=True)
class Player:
    """All runs of one player with the same minds beside it."""

    name: str
    mind: str
    runs: tuple[Attempt, ...]
    summed: Summary

    @property
    def label(self) -> str:
        """What it is called where the minds differ, too."""
        return self.name if self.mind == "reflex" else f"{self.name}, among {self.mind}"


@dataclass(frozen=True, slots=True)
class Cell:
    """One player in one scenario: each run's total, with where its part of the report is ("" without a total)."""

    totals: tuple[tuple[float, str, str], ...]
    """Total, anchor of the run, and words for it."""
    mean: float | None


@dataclass(frozen=True, slots=True)
class Versus:
    """Two players compared, or why they cannot be."""

    a: Player
    b: Player
    found: Contrast | None
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class SeveralPart:
    """All that a report says of several runs together."""

    players: tuple[Player, ...]
    """The best first."""
    scenarios: tuple[str, ...]
    cells: dict[tuple[str, str], Cell]
    """By the label of a player and a scenario."""
    scorers: tuple[str, ...]
    by_scorer: dict[tuple[str, str], float | None]
    """By the label of a player and a scorer: the mean where it applies."""
    versus: tuple[Versus, ...]
    never_vary: tuple[str, ...]
    """Criteria of which every run has the same."""


def several_part(runs: Sequence[tuple[str, Attempt]], *, margin: float) -> SeveralPart:
    """What these runs, each with the anchor of its part, come to together."""
    anchors = {each.path: anchor for anchor, each in runs}
    grouped: dict[tuple[str, str], list[Attempt]] = {}
    for _, each in runs:
        grouped.setdefault((each.player, each.mind), []).append(each)
    players = [Player(name, mind, tuple(of), summary(of)) for (name, mind), of in grouped.items()]
    players.sort(key=lambda each: -(each.summed.whole.mean.worst if each.summed.whole.mean is not None else -1.0))
    scenarios = tuple(sorted({each.scenario for _, each in runs}))
    scorers = tuple(sorted({name for _, each in runs for name, weight in each.weights.items() if weight > 0}))
    return SeveralPart(
        players=tuple(players),
        scenarios=scenarios,
        cells={(p.label, scenario): _cell(p, scenario, anchors) for p in players for scenario in scenarios},
        scorers=scorers,
        by_scorer={(p.label, name): _mean([each.value(name) for each in p.runs]) for p in players for name in scorers},
        versus=tuple(_versus(a, b, margin) for a, b in _pairs(players)),
        never_vary=_never_vary([each for _, each in runs]),
    )


def _cell(player: Player, scenario: str, anchors: dict[str, str]) -> Cell:
    found = [(each.value(TOTAL), each) for each in player.runs if each.scenario == scenario]
    totals = tuple(
        (value, anchors[each.path], f"seed {each.seed}, epoch {each.epoch}: {value:.2f}")
        for value, each in found
        if value is not None
    )
    return Cell(totals, _mean([value for value, _ in found]))


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _pairs(players: Sequence[Player]) -> list[tuple[Player, Player]]:
    if len(players) <= MOST_COMPARED:
        return list(combinations(players, 2))
    return [(players[0], other) for other in players[1:]]


def _versus(better: Player, other: Player, margin: float) -> Versus:
    """The one with the lower mean is A, so that the verdict is of the one with the higher."""
    try:
        return Versus(other, better, contrast(other.runs, better.runs, margin=margin))
    except NothingInCommon as error:
        return Versus(other, better, None, str(error))


def _never_vary(runs: Sequence[Attempt]) -> tuple[str, ...]:
    """Criteria with one value in all of several runs of a scenario: they tell nobody apart."""
    found = []
    for scenario in sorted({each.scenario for each in runs}):
        of = [each for each in runs if each.scenario == scenario and each.complete]
        if len(of) < 2:
            continue
        common = set.intersection(*(set(each.criteria) for each in of))
        for scorer, name in sorted(common):
            values = {each.criteria[scorer, name] for each in of}
            value = next(iter(values))
            if len(values) == 1 and value is not None and any(each.weights.get(scorer) for each in of):
                found.append(f"{scenario}, {scorer}: {name} ({value:.2f} in all {len(of)} runs)")
    return tuple(found)
