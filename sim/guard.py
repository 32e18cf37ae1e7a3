"""What somebody must keep from an audience, as a question that can be asked of a text: does it give any of it away?

The answer is yes or no, by fact. A mind can ask it of what it is about to say without ever being shown the content, and
the world asks it of whatever is said. Recognised are the spellings that the world itself counts as stating a value
(:mod:`sim.spelling`), the same number however its digits are grouped or scaled, and whole numbers in English words.
What is encoded, split over messages or only hinted at is not.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sim.spelling import folded, where_stated

_NUMBER = re.compile(
    r"(?<![\w.,])(?P<digits>\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)*)(?!\d)"
    r"(?:\s?(?P<scale>k|thousand|m|mn|million|bn|billion)\b)?"
)
_POWERS = {"k": 3, "thousand": 3, "m": 6, "mn": 6, "million": 6, "bn": 9, "billion": 9}
_SIGNIFICANT = 3
"""A number of fewer digits that count says little by itself: it needs the company of its unit or of its topic."""
_WORD = re.compile(r"[^\W\d_]{4,}")
_COMMON = frozenset(
    "what when where which whom whose with that this they them from into have will been does about many much long for"
    " next last week month year time date name number price cost amount people there these those".split()
)
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()


@dataclass(frozen=True, slots=True)
class Kept:
    """One fact that is kept back: how its value is spelled, what numbers it is, and the words its topic goes by."""

    fact: str
    ways: tuple[str, ...]
    numbers: frozenset[str]
    about: frozenset[str]

    @classmethod
    def of(cls, fact: str, value: str, spelled: Iterable[str], names: Iterable[str]) -> "Kept":
        """``spelled`` are all spellings of ``value``; ``names`` the topic and what else it is asked as."""
        about = frozenset(word for name in names for word in _words(name))
        numbers = frozenset(filter(_says_much, _numbers(folded(value))))
        numerals = [words for number in _numbers(folded(value)) if (words := in_words(number))]
        ways = (*spelled, *numerals)
        return cls(fact, tuple(dict.fromkeys(ways)), numbers, about)

    def is_in(self, text: str, talk: frozenset[str]) -> bool:
        """Whether a folded ``text`` states it; ``talk`` are the words of the conversation."""
        spoken = re.sub(r"[ ,-]+", " ", text.replace(" and ", " "))
        if not self.numbers.isdisjoint(_numbers(text)):
            return True
        found = [w for w in self.ways if where_stated(text, (w,)) is not None or where_stated(spoken, (w,)) is not None]
        return any(map(_tells, found)) or (bool(found) and not self.about.isdisjoint(talk | _words(text)))


@dataclass(frozen=True, slots=True)
class Guard:
    """What one person keeps from one audience now. ``talk`` is what was said before."""

    kept: tuple[Kept, ...] = ()
    talk: str = ""

    def __call__(self, text: str) -> tuple[str, ...]:
        """The facts that ``text`` gives away."""
        if not self.kept or not text:
            return ()
        whole, talk = folded(text), _words(self.talk)
        return tuple(kept.fact for kept in self.kept if kept.is_in(whole, talk))


def in_words(number: str) -> str:
    """A whole number below a million million in English words without hyphens and "and"; "" for any other.

    >>> in_words("41300")
    'forty one thousand three hundred'
    """
    if not number.isdigit() or len(number) > 12 or int(number) < 13:
        return ""
    left, said = int(number), []
    for power, name in ((10**9, "billion"), (10**6, "million"), (10**3, "thousand")):
        if left >= power:
            said.append(f"{_below_thousand(left // power)} {name}")
            left %= power
    return " ".join([*said, *([_below_thousand(left)] if left else [])])


def _below_thousand(number: int) -> str:
    said = [f"{_ONES[number // 100]} hundred"] if number >= 100 else []
    number %= 100
    if number >= 20:
        said.append(_TENS[number // 10])
        number %= 10
    if number:
        said.append(_ONES[number])
    return " ".join(said)


@lru_cache(maxsize=4096)
def _numbers(text: str) -> frozenset[str]:
    """Every number that figures in a folded text can mean, by both conventions for commas and points."""
    return frozenset(n for found in _NUMBER.finditer(text) for n in _readings(found["digits"], found["scale"]))


def _readings(digits: str, scale: str | None) -> Iterable[str]:
    bare = re.sub(r"[ '’]", "", digits)
    groups = re.split(r"[.,]", bare)
    power = _POWERS[scale] if scale else 0
    if len(groups) == 1 or all(len(group) == 3 for group in groups[1:]):
        yield _scaled("".join(groups), "", power)
    if len(groups) > 1 and (len(groups) == 2 or len(groups[-1]) != 3):
        yield _scaled("".join(groups[:-1]), groups[-1], power)


def _scaled(whole: str, fraction: str, power: int) -> str:
    whole, fraction = whole + fraction[:power].ljust(power, "0"), fraction[power:].rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{fraction}" if fraction else "")


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(word.removesuffix("s") for word in _WORD.findall(folded(text)) if word not in _COMMON)


def _says_much(number: str) -> bool:
    whole, _, fraction = number.partition(".")
    return len(whole) > _SIGNIFICANT or len(f"{whole}{fraction}".strip("0")) >= _SIGNIFICANT


def _tells(way: str) -> bool:
    """Whether a spelling says by itself what it is: several words, three digits, or a code."""
    digits = sum(sign.isdigit() for sign in way)
    return len(way.split()) > 1 or digits >= _SIGNIFICANT or (digits > 0 and any(s.isalpha() for s in way))
