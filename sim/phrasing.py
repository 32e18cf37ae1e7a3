"""Wordings to choose from, and people's habit of choosing the same ones.

A pool is a list of templates: ``[a|b|]`` is one of several, ``{name}`` a word to fill in, and ``{Name}`` the same with
a capital. Each person has an order of their own for every pool, the same in every run, and takes what stands at its
front more often: that, beside spelling and greeting, is what makes them known by their words.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random

from sim.streams import pick, shuffled, stream

HABIT = 0.8
"""How strong the habit is: the n-th wording of somebody's order has weight ``n ** -HABIT`` (design choice)."""

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")


@lru_cache(maxsize=4096)
def order(who: str, pool: str, size: int) -> tuple[int, ...]:
    """The order in which ``who`` likes the wordings of a pool."""
    return tuple(shuffled(stream(0, who, "wording", pool), range(size)))


@lru_cache(maxsize=64)
def _weights(size: int) -> tuple[float, ...]:
    return tuple((place + 1) ** -HABIT for place in range(size))


def worded(
    who: str,
    pool: str,
    templates: Sequence[str],
    slots: Mapping[str, str],
    rng: Random,
    without: set[str] | None = None,
) -> str:
    """A wording of the pool as ``who`` would choose it, filled in. What is in ``without`` is not said twice: it is
    left out while there is another, and the one chosen is put in."""
    ranks = order(who, pool, len(templates))
    wordings = [templates[number] for number in ranks]
    weights = list(_weights(len(wordings)))
    if without is not None:
        fresh = [0.0 if wording in without else weight for wording, weight in zip(wordings, weights, strict=True)]
        weights = fresh if any(fresh) else weights
    chosen = pick(rng, wordings, weights)
    if without is not None:
        without.add(chosen)
    return filled(chosen, slots, rng)


def filled(template: str, slots: Mapping[str, str], rng: Random) -> str:
    """The template with its choices made and its slots filled. Raises ``KeyError`` for a slot that is not given."""
    text = template
    while (choice := _CHOICE.search(text)) is not None:
        text = text[: choice.start()] + pick(rng, choice[1].split("|")) + text[choice.end() :]

    def fill(slot: re.Match[str]) -> str:
        name = slot[1]
        if name[0].isupper():
            value = slots[name[0].lower() + name[1:]]
            return value[:1].upper() + value[1:]
        return slots[name]

    return _SLOT.sub(fill, text)
