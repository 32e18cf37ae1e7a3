"""How far the behaviours in two heaps of talk lie apart: the small version of a published measure, without a model.

Mehri et al. (arXiv 2605.07847) have a language model describe talks along facets, embed the descriptions, cluster real
and simulated ones together by k-means (k = 500) and compare the shares of the clusters: KL(real || simulated) is high
where behaviours of people are missing, KL(simulated || real) where there are invented ones, and the Jensen-Shannon
divergence for both. Here a talk is a vector of counts (`scorers.realism.features`, and the shares of some dialogue
acts), k is 40, and smoothing and divergences are theirs. Two halves of the same heap give the floor: what lies apart by
chance alone.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from scorers.realism.cues import kinds
from scorers.realism.estimates import area_under_curve, deviation, mean
from scorers.realism.features import of_turns
from sim.streams import shuffled, stream

K: Final = 40
MOST: Final = 1500
"""Talks of each heap that are looked at, drawn where there are more."""
ROUNDS: Final = 25
STARTS: Final = 2

Vector = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Divergences:
    """In nats. ``missing`` is KL(first || second), ``invented`` KL(second || first), ``both`` Jensen-Shannon."""

    missing: float
    invented: float
    both: float
    n: int


def facets(asker: Sequence[str], answerer: Sequence[str]) -> Vector:
    """A talk as numbers: the asker's features, the shares of some acts of both, how long it goes on."""
    own = of_turns(asker)
    acts = [_share(turns, act) for turns in (asker, answerer) for act in _ACTS]
    other = sum(len(turn.split()) for turn in answerer) / len(answerer) if answerer else 0.0
    long = [math.log1p(own["words per turn"]), math.log1p(own["opening words"]), math.log1p(other)]
    rest = [value for name, value in own.items() if name not in ("words per turn", "opening words")]
    return (*rest, *acts, *long, math.log1p(len(asker)), math.log1p(len(answerer)))


_ACTS = ("question", "acknowledgement", "polite", "greeting", "unsure", "push-back", "pivot")


def _share(turns: Sequence[str], act: str) -> float:
    return sum(act in kinds(turn) for turn in turns) / len(turns) if turns else 0.0


def between(first: Sequence[Vector], second: Sequence[Vector], k: int = K) -> Divergences | None:
    """How far two heaps lie apart; None with fewer talks than clusters."""
    rng = stream(0, "realism", "clusters")
    first, second = _some(first, rng), _some(second, rng)
    if min(len(first), len(second)) < k:
        return None
    vectors = standardised([*first, *second])
    labels = clusters(vectors, k, rng)
    p = _shares(labels[: len(first)], k)
    q = _shares(labels[len(first) :], k)
    middle = [(a + b) / 2 for a, b in zip(p, q, strict=True)]
    return Divergences(_kl(p, q), _kl(q, p), (_kl(p, middle) + _kl(q, middle)) / 2, len(vectors))


def halves(talks: Sequence[Vector], k: int = K) -> Divergences | None:
    """The floor: one heap against itself, cut at random into two."""
    mixed = shuffled(stream(0, "realism", "halves"), talks)
    return between(mixed[::2], mixed[1::2], k)


def _some(talks: Sequence[Vector], rng: Random) -> Sequence[Vector]:
    return talks if len(talks) <= MOST else shuffled(rng, talks)[:MOST]


def standardised(vectors: Sequence[Vector]) -> list[Vector]:
    """Each number less its mean, over its deviation; a number that never changes is 0."""
    columns = list(zip(*vectors, strict=True))
    middles, widths = [mean(c) for c in columns], [deviation(c) for c in columns]
    return [
        tuple((x - m) / w if w > 1e-12 else 0.0 for x, m, w in zip(vector, middles, widths, strict=True))
        for vector in vectors
    ]


def clusters(vectors: Sequence[Vector], k: int, rng: Random) -> list[int]:
    """To which of ``k`` clusters each belongs: Lloyd's k-means from k-means++ starts, the best of a few.

    Raises ``ValueError`` for fewer vectors than clusters.
    """
    if len(vectors) < k:
        raise ValueError(f"{len(vectors)} vectors make no {k} clusters")
    best: tuple[float, list[int]] | None = None
    for _ in range(STARTS):
        centres = _spread_out(vectors, k, rng)
        labels: list[int] = []
        for _ in range(ROUNDS):
            nearest = [min((math.dist(v, c), number) for number, c in enumerate(centres)) for v in vectors]
            new = [number for _, number in nearest]
            if new == labels:
                break
            labels = new
            members: dict[int, list[Vector]] = {}
            for vector, label in zip(vectors, labels, strict=True):
                members.setdefault(label, []).append(vector)
            centres = [
                tuple(mean(column) for column in zip(*members[number], strict=True)) if number in members else centre
                for number, centre in enumerate(centres)
            ]
        cost = sum(math.dist(v, centres[label]) ** 2 for v, label in zip(vectors, labels, strict=True))
        if best is None or cost < best[0]:
            best = (cost, labels)
    assert best is not None
    return best[1]


def _spread_out(vectors: Sequence[Vector], k: int, rng: Random) -> list[Vector]:
    """Starts that lie apart: each next one the likelier the farther from those chosen (k-means++, Arthur 2007)."""
    centres = [vectors[min(int(rng.random() * len(vectors)), len(vectors) - 1)]]
    far = [math.dist(v, centres[0]) ** 2 for v in vectors]
    while len(centres) < k:
        left = rng.random() * math.fsum(far)
        chosen = len(vectors) - 1
        for number, square in enumerate(far):
            left -= square
            if left < 0:
                chosen = number
                break
        centres.append(vectors[chosen])
        far = [min(square, math.dist(v, vectors[chosen]) ** 2) for v, square in zip(vectors, far, strict=True)]
    return centres


def _shares(labels: Sequence[int], k: int) -> list[float]:
    """Shares of the clusters, each smoothed by 1/k."""
    counts = [1 / k] * k
    for label in labels:
        counts[label] += 1
    return [count / (len(labels) + 1) for count in counts]


def _kl(p: Sequence[float], q: Sequence[float]) -> float:
    return math.fsum(a * math.log(a / b) for a, b in zip(p, q, strict=True))


def told_apart(real: Sequence[Vector], simulated: Sequence[Vector], folds: int = 5) -> float | None:
    """How well a linear classifier tells simulated from real talks it has not seen: the area under the curve.

    Logistic regression by gradient descent, cross-validated. None with fewer than ten talks for each fold and kind.
    """
    rng = stream(0, "realism", "classifier")
    real, simulated = _some(real, rng), _some(simulated, rng)
    if min(len(real), len(simulated)) < 10 * folds:
        return None
    vectors = standardised([*real, *simulated])
    labelled = shuffled(rng, [(v, int(number >= len(real))) for number, v in enumerate(vectors)])
    scores: tuple[list[float], list[float]] = ([], [])
    for fold in range(folds):
        learnt = _logistic([x for number, x in enumerate(labelled) if number % folds != fold])
        for vector, label in labelled[fold::folds]:
            scores[label].append(sum(w * x for w, x in zip(learnt, (1.0, *vector), strict=True)))
    return area_under_curve(scores[1], scores[0])


def _logistic(labelled: Sequence[tuple[Vector, int]], steps: int = 150, rate: float = 0.5) -> list[float]:
    """Weights, the constant first; with a little shrinking towards 0."""
    weights = [0.0] * (len(labelled[0][0]) + 1)
    for _ in range(steps):
        slopes = [0.001 * w for w in weights]
        for vector, label in labelled:
            row = (1.0, *vector)
            reach = max(-30.0, min(30.0, sum(w * x for w, x in zip(weights, row, strict=True))))
            miss = (1 / (1 + math.exp(-reach)) - label) / len(labelled)
            for place, x in enumerate(row):
                slopes[place] += miss * x
        weights = [w - rate * s for w, s in zip(weights, slopes, strict=True)]
    return weights
