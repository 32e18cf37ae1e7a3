"""How far heaps of talk lie apart: worked cases, and what any such measure owes."""

import math

import pytest

from scorers.realism.divergence import between, clusters, facets, halves, standardised, told_apart
from sim.streams import stream

Vector = tuple[float, ...]


def heap(middle: float, n: int, name: str) -> list[Vector]:
    """``n`` points around a place, drawn from a fixed stream."""
    rng = stream(1, name)
    return [(middle + rng.random(), middle - rng.random()) for _ in range(n)]


def test_numbers_are_put_on_one_scale() -> None:
    """0 and 2 become -1 and 1; what never changes becomes 0."""
    assert standardised([(0.0, 5.0), (2.0, 5.0)]) == [(-1.0, 0.0), (1.0, 0.0)]


def test_clusters_find_heaps_that_lie_apart() -> None:
    """Two heaps, two clusters: everybody is with their own."""
    labels = clusters([*heap(0, 20, "a"), *heap(50, 20, "b")], 2, stream(1, "c"))
    assert len(set(labels[:20])) == 1
    assert len(set(labels[20:])) == 1
    assert labels[0] != labels[20]
    with pytest.raises(ValueError, match="make no"):
        clusters([(0.0, 0.0)], 2, stream(1, "c"))


def test_heaps_that_never_meet_lie_as_far_apart_as_smoothing_lets_them() -> None:
    """Two heaps of 20 in 2 clusters: shares 20.5/21 and 0.5/21, so that KL is (20/21) ln 41 and Jensen-Shannon below
    ln 2."""
    found = between(heap(0, 20, "a"), heap(50, 20, "b"), 2)
    assert found is not None
    assert found.missing == pytest.approx(20 / 21 * math.log(41))
    assert found.invented == pytest.approx(found.missing)
    assert 0.5 < found.both < math.log(2)


def test_a_heap_is_nearly_itself() -> None:
    """Two halves of one heap are the floor; too few talks make no measure."""
    floor = halves(heap(0, 400, "a"), 8)
    apart = between(heap(0, 200, "a"), heap(3, 200, "b"), 8)
    assert floor is not None
    assert apart is not None
    assert floor.both < 0.05 < apart.both
    assert between(heap(0, 3, "a"), heap(0, 100, "b"), 8) is None


def test_a_classifier_tells_apart_what_differs_and_only_that() -> None:
    """Heaps far apart: certain. The same heap: no better than chance. Too few: not told."""
    assert told_apart(heap(0, 60, "a"), heap(9, 60, "b")) == pytest.approx(1.0)
    same = told_apart(heap(0, 200, "a"), heap(0, 200, "b"))
    assert same is not None
    assert 0.35 < same < 0.65
    assert told_apart(heap(0, 10, "a"), heap(0, 10, "b")) is None


def test_a_talk_without_an_answer_has_facets_too() -> None:
    """As many numbers, and finite ones."""
    alone, both = facets(["Is it done?"], []), facets(["Is it done?"], ["yes", "since noon"])
    assert len(alone) == len(both)
    assert all(map(math.isfinite, (*alone, *both)))
