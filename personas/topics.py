"""Which thing of a moment a piece of text is about: scoring of topics by their words.

The score of a topic is the share of its name that the text covers, each word weighted by how rare it is among the
topics at hand (after BM25's idf, Robertson and Zaragoza 2009, smoothed because a moment holds few topics) and lowered
where the text speaks of other things too. Of the ways a topic is asked for, the best counts.
Thresholds are design values.
"""

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from personas.figures import Figure, FigureKind, figures, numbered
from personas.words import Sought, implied, likeness, matter, named_kinds, plain, sought, weight
from sim.mind import Moment

TargetKind = Literal["statement", "withheld", "pointer", "approvable", "favour", "undertaking"]

CLEAR = 0.5
"""From this score on a text is about the topic."""
FAINT = 0.3
"""From this score on it may be, where it covers much of the text too: worth asking back."""
_MUCH = 0.4
NEAR = 0.7
"""A rival for which the same words speak, and with this share of the best score, is as good a guess."""
BESIDES = 0.75
"""From this score on, a topic with words of its own in the text is asked for besides the best one."""
_FIRM = 0.8
_VAGUE = 0.3
_VALUES = ("amount", "percent", "number")
_OTHER_THINGS = 0.3
_CONTEXT = 0.5
_FITTING, _UNFITTING = 0.1, 0.2
"""How much it counts for a topic that it is the kind of thing the question seeks, and against it that it is not."""
_OWN = 0.06
"""How much it counts that the reader knows the answer: what could be several things is taken for one's own."""
_HINTS, _MOST_HINTS = 0.08, 0.24
"""How much each word counts that is in what the reader would say; and all of them at most."""
_SAME_UNIT = 0.15
"""How much it counts for a topic that its value and the text have a unit in common (1.6 kg, 1.8 kg)."""
_UNIT = re.compile(r"\d[ \u00a0]?([a-z%‰°][a-z]*)")
_WHEN: frozenset[Sought] = frozenset({"date", "length"})
"""Asked when, people may say how long it takes, and the other way round."""
_SHARED = 0.9
"""A name of one word that is no rarer than this says little."""
_IMPLIED = 0.7
_KEPT = 512
"""Texts of which a set of topics keeps the scores."""


@dataclass(frozen=True, slots=True)
class Target:
    """A topic of the moment that a text is about, and how well it fits (0 to 1)."""

    kind: TargetKind
    id: str
    topic: str
    score: float
    used: frozenset[int] = frozenset()
    """Which words of the text speak for it."""
    firm: frozenset[int] = frozenset()
    """Those of them that are in the text itself and in the topic's own words (in any of its names)."""
    fits: bool | None = None
    """Whether it is the kind of thing the text seeks; None where that does not show."""


@dataclass(frozen=True, slots=True)
class Match:
    """What a text is about: ``targets`` are all meant; ``rivals`` are what one of them cannot be told from."""

    targets: tuple[Target, ...]
    rivals: tuple[Target, ...] = ()


@dataclass(frozen=True, slots=True)
class _Candidate:
    kind: TargetKind
    id: str
    topic: str
    names: tuple[tuple[str, ...], ...]
    value: str = ""
    hints: frozenset[str] = frozenset()
    """Stems of what the reader would say of it."""
    is_a: frozenset[Sought] = frozenset()
    """The kinds of thing it is, by its names and its value; empty where that does not show."""


class Topics:
    """The topics of one moment."""

    def __init__(self, candidates: Sequence[_Candidate]) -> None:
        self._candidates = candidates
        self._rarity = _rarities(candidates)
        self._scored: dict[tuple[str, tuple[TargetKind, ...] | None, str], tuple[Target, ...]] = {}
        """What has been asked for before: a text is read more than once, and people repeat themselves."""

    @classmethod
    def of(cls, moment: Moment) -> "Topics":
        """Everything this moment lets its person speak of, decide, do or be reminded of."""
        found: list[_Candidate] = []
        for s in moment.may_say:
            found.append(_candidate("statement", s.fact, s.topic, s.asked_as, s.value, s.sentence or ""))
        for w in moment.withheld:
            found.append(_candidate("withheld", w.fact, w.topic, w.asked_as))
        for p in moment.pointers:
            found.append(_candidate("pointer", p.fact, p.topic, p.asked_as))
        for a in moment.approvables:
            found.append(_Candidate("approvable", a.id, a.topic, _names(a.topic, a.asked_as, a.id), a.amount or ""))
        for f in moment.favours:
            found.append(_Candidate("favour", f.id, f.topic, _names(f.topic, f.asked_as, f.id)))
        asker = moment.incoming.sender.id if moment.incoming else None
        for u in moment.open:
            if u.fact is None and u.favour is None and asker in (None, u.by, u.to):
                found.append(_Candidate("undertaking", u.id, u.what, _names(u.what, (), "")))
        return _topics(tuple(found))

    def is_a(self, target: Target) -> frozenset[Sought]:
        """The kinds of thing that a target is."""
        return next((c.is_a for c in self._candidates if (c.kind, c.id) == (target.kind, target.id)), frozenset())

    def match(
        self,
        text: str,
        kinds: Collection[TargetKind] | None = None,
        *,
        context: str = "",
        prefer: Collection[TargetKind] = (),
    ) -> Match:
        """What ``text`` is about among topics of ``kinds``.

        Words of ``context`` count for less; kinds of ``prefer`` are taken where it is close.
        """
        scored = self.scores(text, kinds, context=context)
        if prefer:
            scored = [replace(t, score=min(1.0, t.score + 0.12)) if t.kind in prefer else t for t in scored]
        own = matter(text)
        scored.sort(key=lambda t: (-t.score, -sum(weight(own[i]) for i in t.firm)))
        telling = frozenset(i for i, s in enumerate(own) if weight(s) == 1.0) or frozenset(range(len(own)))
        said = frozenset(i for i, stem in enumerate(own) if weight(stem) == 1.0)
        before = len(own) + sum(stem not in own for stem in implied(text)) if context else None
        clear = [t for t in scored if t.score >= CLEAR and _is_meant(t, said if context else telling, before)]
        if not clear:
            return Match(
                (),
                tuple(t for t in scored if t.score >= FAINT and t.firm & telling and len(t.firm) >= _MUCH * len(own))[
                    :3
                ],
            )
        best = clear[0]
        meant, covered = [best], best.firm
        for other in clear[1:]:
            if other.score >= BESIDES and any(weight(own[i]) > _VAGUE for i in other.firm - covered):
                meant.append(other)
                covered = covered | other.firm
        least = FAINT if best.score < NEAR else NEAR * best.score
        rivals = [
            t
            for t in scored[1:]
            if t.used == best.used and t.score >= least and not _twins(t, best) and not (best.fits and t.fits is False)
        ]
        return Match(tuple(meant), (best, *rivals[:2]) if rivals else ())

    def scores(self, text: str, kinds: Collection[TargetKind] | None = None, *, context: str = "") -> list[Target]:
        """The score of every topic that shares a word with ``text``, in the order of the moment."""
        key = (text, None if kinds is None else tuple(kinds), context)
        if key not in self._scored:
            if len(self._scored) >= _KEPT:
                self._scored.clear()
            self._scored[key] = tuple(self._scores(text, kinds, context))
        return list(self._scored[key])

    def _scores(self, text: str, kinds: Collection[TargetKind] | None, context: str) -> list[Target]:
        own = matter(text)
        hinted = tuple(s for s in implied(text) if s not in own)
        earlier = tuple(s for s in (*matter(context), *implied(context)) if s not in own and s not in hinted)
        query = (
            [(s, 1.0) for s in own] + [(s, _IMPLIED) for s in hinted] + [(s, _CONTEXT) for s in dict.fromkeys(earlier)]
        )
        if not query:
            return []
        best = {term: likest for term in self._rarity if (likest := _likest(term, query)) is not None}
        stated = [f for f in figures(text) if f.kind in _VALUES and numbered(f, text) is None]
        whole = sum(weight(s) for s in own)
        units = _units(text)
        wanted = sought(text)
        if wanted & _WHEN:
            wanted |= _WHEN
        found = []
        for candidate in self._candidates:
            if kinds is not None and candidate.kind not in kinds:
                continue
            known = best
            if candidate.kind in ("favour", "approvable"):
                known = {term: b for term, b in best.items() if not len(own) <= b[1] < len(own) + len(hinted)}
            by_name = [self._score(name, known, own, whole) for name in candidate.names]
            score, used = max(by_name, key=lambda s: s[0], default=(0.0, frozenset()))
            firm = frozenset(
                best[term][1]
                for name in candidate.names
                for term in name
                if term in best and best[term][1] < len(own) and best[term][0] >= _FIRM
            )
            score, used = _with_figures(score, used, firm, stated, candidate.value)
            if firm and units and units & _units(candidate.value):
                score += _SAME_UNIT
            fits = bool(wanted & candidate.is_a) if wanted and candidate.is_a else None
            if fits is not None and score > 0:
                score += _FITTING if fits else -_UNFITTING
            if score > FAINT and candidate.kind == "statement":
                hints = sum(s in candidate.hints for i, s in enumerate(own) if i not in used and weight(s) == 1.0)
                score += min(_MOST_HINTS, _HINTS * hints)
                score += _OWN if score >= CLEAR else 0.0
            score = min(1.0, score)
            if score > 0:
                found.append(Target(candidate.kind, candidate.id, candidate.topic, score, used, firm, fits))
        return found

    def _score(
        self, name: Sequence[str], best: dict[str, tuple[float, int]], own: Sequence[str], whole: float
    ) -> tuple[float, frozenset[int]]:
        total = got = 0.0
        used: set[int] = set()
        for term in name:
            worth = self._rarity[term] * weight(term)
            total += worth
            if term in best:
                strength, index = best[term]
                got += worth * strength
                used.add(index)
        if got == 0.0:
            return 0.0, frozenset()
        if len(used) == len(name) == 1 and (total < _SHARED or got < total):
            got *= 0.5
        spoken_of = sum(weight(own[i]) for i in used if i < len(own))
        return got / total * (1 - _OTHER_THINGS * (1 - spoken_of / whole if whole else 0.0)), frozenset(used)


@lru_cache(maxsize=256)
def _topics(candidates: tuple[_Candidate, ...]) -> Topics:
    return Topics(candidates)


@lru_cache(maxsize=4096)
def _units(text: str) -> frozenset[str]:
    """What stands right after the numbers of a text."""
    return frozenset(_UNIT.findall(plain(text)))


def _is_meant(target: Target, telling: frozenset[int], before: int | None) -> bool:
    """Whether words of the text itself speak for it, or, where it has none that tell one thing from another, words of
    its context (those from index ``before`` on)."""
    by_words = bool(target.used & telling) or len(target.firm) > 1
    in_context = before is not None and not telling and any(i >= before for i in target.used)
    return by_words or -1 in target.used or in_context


def _likest(term: str, query: Sequence[tuple[str, float]]) -> tuple[float, int] | None:
    """How well the best word of ``query`` stands for ``term``, and which that is."""
    strongest, at = 0.0, 0
    for index, (word, counts) in enumerate(query):
        if counts > strongest and (strength := likeness(term, word) * counts) > strongest:
            strongest, at = strength, index
            if strength == 1.0:
                break
    return (strongest, at) if strongest > 0 else None


def _with_figures(
    score: float, used: frozenset[int], firm: frozenset[int], stated: Sequence[Figure], value: str
) -> tuple[float, frozenset[int]]:
    """A value that stands in the text speaks for its topic; one of the same kind makes a likely topic likelier."""
    held = [f for f in figures(value) if f.kind in _VALUES] if stated and value else []
    if any(a.agrees(b) for a in stated for b in held):
        return min(1.0, max(score, CLEAR) + 0.25), used | {-1}
    if firm and any(a.kind == b.kind for a in stated for b in held):
        return min(1.0, score + 0.2), used
    return score, used


_CLAUSE = re.compile(
    r"(?:up to |within |by |until |on |in |at )?(?:what|when|where|which|who|whom|whose|why|how|whether|if)\b"
)
_NOUN = re.compile(r"(?:the|our|a|an)\s", re.I)


def named(topic: str, asked_as: Sequence[str]) -> str:
    """What to call a topic in a sentence: where it is a clause ("how many are left"), the first of the other ways to
    ask for it that names a thing ("the stock"), if there is one."""
    if _CLAUSE.match(plain(topic)) is None:
        return topic
    return next((name for name in asked_as if _NOUN.match(name)), topic)


_KINDS: Mapping[FigureKind, Sought] = {
    "amount": "price", "percent": "price", "date": "date", "time": "date", "length": "length", "number": "count",
}  # fmt: skip


def _candidate(
    kind: TargetKind, id: str, topic: str, asked_as: tuple[str, ...], value: str = "", sentence: str = ""
) -> _Candidate:
    """A fact as a candidate, with the kinds of thing it is."""
    is_a = frozenset(k for name in (topic, *asked_as) for k in named_kinds(name))
    is_a |= {_KINDS[f.kind] for f in figures(value) if f.kind in _KINDS}
    return _Candidate(
        kind, id, named(topic, asked_as), _names(topic, asked_as, id), value, frozenset(matter(sentence)), is_a
    )


def _twins(one: Target, other: Target) -> bool:
    """Whether two targets are one matter seen from two sides (a fact that may be asked for and an approval of it)."""
    return one.kind != other.kind or matter(one.topic) == matter(other.topic)


@lru_cache(maxsize=8192)
def _names(topic: str, asked_as: tuple[str, ...], id: str) -> tuple[tuple[str, ...], ...]:
    names = [matter(topic), *map(matter, asked_as), matter(id.replace("-", " ").replace("_", " "))]
    return tuple(dict.fromkeys(n for n in names if n))


def _rarities(candidates: Sequence[_Candidate]) -> dict[str, float]:
    """From 1 for a word of one topic down to 0.5 for a word of all of them."""
    among: dict[str, int] = {}
    for candidate in candidates:
        for term in dict.fromkeys(t for name in candidate.names for t in name):
            among[term] = among.get(term, 0) + 1
    count = len(candidates)
    most = math.log(1 + (count - 0.5) / 1.5) if count else 1.0
    return {term: 0.5 + 0.5 * math.log(1 + (count - df + 0.5) / (df + 0.5)) / most for term, df in among.items()}
