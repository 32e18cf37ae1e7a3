"""What tells talk of simulated people from that of people: the features of two studies of user simulators.

D1 to D4 are those of Zhou, Sun, Ma et al. (arXiv 2603.11245), counted over the turns of one side of an episode, as
described from a port of the authors' script; means of features are compared by 2 min(H, M) / (H + M). The test for
dashes as a sign of formality is kept, and a list of formal words beside it, because colleagues seldom write dashes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from scorers.realism.cues import identifiers, kinds
from scorers.realism.estimates import deviation, mean
from scorers.realism.texts import word_count, words_of

SHORT = 3
REPEATS = 10
"""A three-word sequence that comes more often than this in one talk is a repetition."""

STYLE = ("polite", "short", "formality", "acknowledgement", "verbosity spread", "repeat", "role confusion")
INFORMATION = ("front-loading", "identifiers", "words per turn", "opening words")
CLARIFICATION = ("uncertainty", "certainty", "push-back", "clarifying question", "information question")
REACTION = ("emotion", "accusation", "pivot")
DIMENSIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "D1 style": STYLE,
        "D2 information": INFORMATION,
        "D3 clarification": CLARIFICATION,
        "D4 reaction": REACTION,
    }
)
"""The features of each dimension."""
MORE = ("greeting", "formal words", "lower-case start", "no final stop", "emoji", "question")
"""Features that are told too, and belong to no dimension."""

PEOPLE: Mapping[str, float] = MappingProxyType({"short": 0.290, "polite": 0.153, "pivot": 0.084, "identifiers": 2.6})
"""Means of people in service talks (451 people, 495 talks), as far as two or more summaries agree; others not seen."""

Features = Mapping[str, float]


def of_turns(turns: Sequence[str]) -> Features:
    """The features of one side of one talk. Raises ``ValueError`` for none."""
    if not turns:
        raise ValueError("who said nothing has no features")
    counted = Counter(kind for turn in turns for kind in kinds(turn))
    lengths = [word_count(turn) for turn in turns]
    words, n = sum(lengths), len(turns)
    trigrams = Counter(three for turn in turns for three in _threes(words_of(turn)))
    return {
        "polite": counted["polite"] / n,
        "short": sum(length <= SHORT for length in lengths) / n,
        "formality": counted["dash"] / n,
        "acknowledgement": counted["acknowledgement"] / n,
        "verbosity spread": deviation(lengths) / mean(lengths) if words else 0.0,
        "repeat": float(max(trigrams.values(), default=0) > REPEATS),
        "role confusion": float(counted["assistant"] > 0),
        "front-loading": sum(lengths[:2]) / words if words else 0.0,
        "identifiers": sum(identifiers(turn) for turn in turns) / n,
        "words per turn": words / n,
        "opening words": float(lengths[0]),
        "uncertainty": counted["unsure"] / n,
        "certainty": counted["sure"] / n,
        "push-back": counted["push-back"] / n,
        "clarifying question": counted["clarifying"] / n,
        "information question": counted["information"] / n,
        "emotion": counted["emotion"] / n,
        "accusation": counted["accusation"] / n,
        "pivot": counted["pivot"] / n,
        "greeting": counted["greeting"] / n,
        "formal words": counted["formal"] / n,
        "lower-case start": sum(turn.lstrip()[:1].islower() for turn in turns) / n,
        "no final stop": sum(turn.rstrip()[-1:].isalnum() for turn in turns) / n,
        "emoji": counted["emoji"] / n,
        "question": counted["question"] / n,
    }


def _threes(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return zip(words, words[1:], words[2:], strict=False)


@dataclass(frozen=True, slots=True)
class Profile:
    """Means over talks, and how far talks lie apart."""

    talks: int
    means: Features
    spreads: Features


def profile(talks: Sequence[Sequence[str]]) -> Profile | None:
    """The features of many talks; None of none."""
    found = [of_turns(turns) for turns in talks if turns]
    if not found:
        return None
    names = tuple(found[0])
    columns = {name: [features[name] for features in found] for name in names}
    return Profile(len(found), {n: mean(columns[n]) for n in names}, {n: deviation(columns[n]) for n in names})


def similarity(one: float, other: float) -> float:
    """How alike two means are, from 0 to 1: 2 min / sum, and 1 where both are 0."""
    return 1.0 if one == other == 0 else 2 * min(one, other) / (one + other)


def alike(one: Features, other: Features) -> Mapping[str, float]:
    """By dimension, 100 times the mean similarity of its features."""
    return {
        name: 100 * mean([similarity(one[feature], other[feature]) for feature in features])
        for name, features in DIMENSIONS.items()
    }
