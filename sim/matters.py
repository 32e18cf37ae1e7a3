"""Matters: what colleagues have to do with one another in their daily business, and the words they put it in.

All of it is drawn from a stream that is handed in, so that it depends on who and when, and on nothing the player does.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from sim import wordings
from sim.phrasing import filled, worded
from sim.streams import normal_quantile, pick, shuffled, stream

SENTENCES = 3.3
"""Sentences of a mail, in the middle of their log-normal distribution (design choice; gives about 45 words)."""
SPREAD = 0.84
"""The width of that distribution."""
MOST_SENTENCES = 18


@dataclass(frozen=True, slots=True)
class Matter:
    """Something at work: a ``thing`` out of an ``area``, ``parts`` of it that are talked about, the first most of all,
    and first ``names`` of colleagues who may come up."""

    area: str
    thing: str
    parts: tuple[str, ...]
    names: tuple[str, ...]

    def slots(self, rng: Random, without: Collection[str] = ()) -> Mapping[str, str]:
        """Words for the slots of a template, drawn anew for each sentence; nobody called as in ``without``."""
        names = [name for name in self.names if name not in without] or ["somebody"]
        slots = {"area": self.area, "thing": self.thing, "who": pick(rng, names)}
        slots["part"] = pick(rng, self.parts, [1 / (3 * place + 1) for place in range(len(self.parts))])
        for name, pool in _POOLS.items():
            slots[name] = filled(pick(rng, pool), slots, rng)
        return slots


_POOLS: Mapping[str, tuple[str, ...]] = {
    "reason": wordings.REASONS,
    "when": wordings.WHENS,
    "place": wordings.PLACES,
}
PARTS = 3
"""Parts of one thing that come up."""


def matter(areas: Sequence[str], names: Sequence[str], rng: Random) -> Matter:
    """A matter out of one of these areas."""
    area = pick(rng, areas)
    thing = filled(pick(rng, wordings.THINGS), {"area": area}, rng)
    parts = shuffled(rng, wordings.PARTS)[:PARTS]
    return Matter(area, thing, tuple(filled(part, {"who": pick(rng, names)}, rng) for part in parts), tuple(names))


class Pen:
    """How one person puts things. ``who`` chooses the wordings and how long mails are; both stay as they are.

    First names in ``without`` are those who talk here: nobody is spoken of in their presence.
    """

    def __init__(self, who: str, matter: Matter, rng: Random, without: Collection[str] = ()) -> None:
        self._who = who
        self._without = without
        self._matter = matter
        self._rng = rng
        self._said: set[str] = set()
        own = stream(0, who, "wording", "length").random()
        self._long = math.exp(0.45 * normal_quantile(own))

    def one(self, pool: str, **more: str) -> str:
        """One wording of the pool (`sim.wordings`), filled in."""
        templates = getattr(wordings, pool)
        slots = {**self._matter.slots(self._rng, self._without), **more}
        return worded(self._who, pool, templates, slots, self._rng, self._said)

    def sentence(self, pool: str, **more: str) -> str:
        """The same with a capital."""
        text = self.one(pool, **more)
        return text[:1].upper() + text[1:]

    # -- mail -----------------------------------------------------------------------------------------------------

    def request(self) -> str:
        """A mail that asks for something."""
        parts = [self.sentence("OPEN"), *self._details(self._count() - 3), self.sentence("ASK")]
        if self._rng.random() < 0.6:
            parts.append(self.sentence("BECAUSE"))
        return _paragraphs(parts, self._rng)

    def answer(self, *, follow: bool = False) -> str:
        """A mail that answers, and asks one more thing where ``follow``."""
        return self._body("ANSWER", follow=follow)

    def promise(self, due: str) -> str:
        """A mail that puts it off until ``due``."""
        return self.sentence("PROMISE", due=due)

    def delivery(self) -> str:
        """A mail that brings what was promised."""
        return self._body("DELIVER", second="ANSWER")

    def notice(self) -> str:
        """A mail for the information of several."""
        return self._body("NOTICE")

    def comment(self, *, follow: bool = False) -> str:
        """A word on somebody's notice."""
        return self._body("COMMENT", shorter=0.7, follow=follow)

    def thanks(self, *, follow: bool = False) -> str:
        """A word on an answer."""
        return self._body("THANKS", shorter=0.55, follow=follow)

    def _body(self, pool: str, *, second: str = "", shorter: float = 1.0, follow: bool = False) -> str:
        count = max(1, round(self._count() * shorter))
        parts = [self.sentence(pool)]
        if second and count > 1:
            parts.append(self.sentence(second))
        parts += self._details(count - len(parts))
        if follow:
            parts.append(self.sentence("FOLLOW"))
        elif count > 3 and self._rng.random() < 0.5:
            parts.append(self.sentence("CLOSE"))
        return _paragraphs(parts, self._rng)

    def _details(self, count: int) -> list[str]:
        return [self.sentence("DETAIL") for _ in range(max(0, count))]

    def _count(self) -> int:
        drawn = SENTENCES * self._long * math.exp(SPREAD * normal_quantile(self._rng.random()))
        return max(1, min(MOST_SENTENCES, round(drawn)))

    def subject(self) -> str:
        """What a mail is about."""
        return self.sentence("SUBJECTS")


def _paragraphs(sentences: Sequence[str], rng: Random) -> str:
    """Sentences as paragraphs of two to four."""
    found, rest = [], list(sentences)
    while rest:
        size = 2 + int(rng.random() * 3)
        found.append(" ".join(rest[:size]))
        rest = rest[size:]
    return "\n".join(found)
