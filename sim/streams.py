"""Random streams: numbers that depend on the seed and on what they are for, and on nothing else.

A stream is keyed by content ("anna", "reply delay", the serial of a message), not by a shared counter, so one person's
draws never move because another drew more or fewer: two runs that differ in the player share everything else.

Everything is computed from ``random()`` and ``getrandbits()`` by arithmetic of our own: Python promises the sequence of
``random()`` across versions, but not how ``choice``, ``shuffle``, ``gauss`` and the like make use of it.
"""

from collections.abc import Sequence
from hashlib import blake2b
from math import exp, log, sqrt
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

_Z90: Final = 1.2815515655446004
"""The 90 % quantile of the standard normal distribution."""


def _digest(seed: int, key: tuple[str | int, ...]) -> int:
    """256 bits from the seed and the key; each part carries its type and length, so no two keys read the same."""
    state = blake2b(digest_size=32, person=b"workaday-stream")
    for part in (seed, *key):
        if isinstance(part, str):
            tag, text = b"s", part.encode()
        elif type(part) is int:
            tag, text = b"i", str(part).encode()
        else:
            raise TypeError(f"a stream is keyed by strings and whole numbers, not {part!r}")
        state.update(tag + len(text).to_bytes(8, "big") + text)
    return int.from_bytes(state.digest(), "big")


def stream(seed: int, *key: str | int) -> Random:
    """The stream of ``key`` in the run with this ``seed``, from its beginning."""
    return Random(_digest(seed, key))


def number(seed: int, *key: str | int) -> int:
    """One number of 63 bits for ``key``."""
    return _digest(seed, key) >> (256 - 63)


class Streams:
    """The streams of one run."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def of(self, person: str, purpose: str, *key: str | int) -> Random:
        """The stream that ``person`` draws ``purpose`` from, at the occasion ``key``."""
        return stream(self.seed, person, purpose, *key)

    def number(self, person: str, purpose: str, *key: str | int) -> int:
        """One number of 63 bits, to seed what lives elsewhere."""
        return number(self.seed, person, purpose, *key)


def chance(rng: Random, p: float) -> bool:
    """True with probability ``p``. Takes one draw."""
    return rng.random() < p


def uniform_between(rng: Random, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``, both included, all equally likely. Takes one draw."""
    if high < low:
        raise ValueError(f"no number lies between {low} and {high}")
    return low + min(int(rng.random() * (high - low + 1)), high - low)


def lognormal_between(rng: Random, low: int, high: int) -> int:
    """Seconds from a log-normal distribution with ``low`` and ``high`` as its 10 % and 90 % quantiles.

    Reply times are right-skewed and close to log-normal (Stouffer, Malmgren and Amaral, "Log-normal statistics in
    e-mail communication patterns", 2006). Clipped to between a quarter of ``low`` and four times ``high``, and to at
    least 1; ``low == high`` gives just that. Takes one draw. Raises ``ValueError`` unless ``1 <= low <= high``.
    """
    if not 1 <= low <= high:
        raise ValueError(f"quantiles must be 1 <= low <= high, not {low} and {high}")
    z = normal_quantile(rng.random())
    if low == high:
        return low
    middle = (log(low) + log(high)) / 2
    width = (log(high) - log(low)) / (2 * _Z90)
    value = exp(middle + width * z)
    return max(1, round(min(max(value, low / 4), high * 4)))


def pick(rng: Random, items: Sequence[T], weights: Sequence[float] | None = None) -> T:
    """One of ``items``, each as likely as its weight says. Takes one draw.

    Raises ``ValueError`` for no items, or weights that do not fit them, are negative, or are all 0.
    """
    if not items:
        raise ValueError("there is nothing to pick from")
    if weights is None:
        return items[min(int(rng.random() * len(items)), len(items) - 1)]
    if len(weights) != len(items):
        raise ValueError(f"{len(items)} items cannot have {len(weights)} weights")
    total = 0.0
    for weight in weights:
        if not 0 <= weight < float("inf"):
            raise ValueError(f"a weight is a number from 0 on, not {weight}")
        total += weight
    if total <= 0:
        raise ValueError("all weights are 0")
    left = rng.random() * total
    last = items[0]
    for item, weight in zip(items, weights, strict=True):
        if weight > 0:
            last = item
            if left < weight:
                return item
        left -= weight
    return last


def shuffled(rng: Random, items: Sequence[T]) -> list[T]:
    """``items`` in a random order, all orders equally likely (Fisher and Yates). Takes a draw for each but one."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = uniform_between(rng, 0, last)
        order[last], order[other] = order[other], order[last]
    return order


def normal_quantile(p: float) -> float:
    """The standard normal quantile of ``p``, exact to about 7 digits; 0 and 1 are taken as the nearest value inside.

    Algorithm AS 241 (PPND7), Wichura, Applied Statistics 37 (1988) 477-484.
    """
    q = p - 0.5
    if abs(q) <= 0.425:
        r = 0.180625 - q * q
        top = ((59.109374720 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179
        return q * top / (((67.187563600 * r + 78.757757664) * r + 17.895169469) * r + 1.0)
    r = sqrt(-log(max(min(p, 1.0 - p), 2.0**-54)))
    if r <= 5.0:
        r -= 1.6
        top = ((0.17023821103 * r + 1.3067284816) * r + 2.7568153900) * r + 1.4234372777
        z = top / ((0.12021132975 * r + 0.73700164250) * r + 1.0)
    else:
        r -= 5.0
        top = ((0.017337203997 * r + 0.42868294337) * r + 3.0812263860) * r + 6.6579051150
        z = top / ((0.012258202635 * r + 0.24197894225) * r + 1.0)
    return -z if q < 0 else z
