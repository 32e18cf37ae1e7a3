"""Whether a score puts runs into the order in which people put them: Kendall's tau over pairs."""

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple


class Concord(NamedTuple):
    """How a score orders the pairs that people ordered."""

    pairs: int
    """Pairs in which both have a score."""
    alike: int
    """Pairs that the score orders as people did."""
    against: int
    tied: int
    """Pairs that the score does not tell apart."""
    left_out: int
    """Pairs of which one has no score."""

    @property
    def tau(self) -> float | None:
        """(alike - against) / pairs: 1 where all are ordered as people did, -1 where all are the other way round; a tie
        of the score is worth nothing. None without pairs (Kendall, "A new measure of rank correlation", 1938)."""
        return round((self.alike - self.against) / self.pairs, 6) if self.pairs else None


def concord(orders: Iterable[Iterable[float | None]]) -> Concord:
    """The scores of runs, each order from the one that people found best to the one they found worst."""
    alike = against = tied = left_out = 0
    for order in orders:
        for better, worse in combinations(tuple(order), 2):
            if better is None or worse is None:
                left_out += 1
            elif abs(better - worse) < 1e-9:
                tied += 1
            elif better > worse:
                alike += 1
            else:
                against += 1
    return Concord(alike + against + tied, alike, against, tied, left_out)
