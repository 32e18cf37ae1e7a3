"""What a text states of a fact: the right value, others beside it, or a heap of candidates among which it may be.

All values of a fact are looked for at once, the longest spelling first, so that "Thursday 14:00" is not also taken for
"Thursday".
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from scorers.case import Case
from scorers.likeness import content_words
from scorers.workings import worked_out
from sim.script import Fact, Version
from sim.spelling import folded, names_a_thing, spellings, where_stated

HEAP = 5
"""So many numbers (or weekdays and months, or people) that nobody ever gave the seat make a text a heap of guesses."""

_TAKEN = "\x01"
_SENTENCE_ENDS = re.compile(r"(?<=[^\W\d_][.!?;])\s+|(?<=[^\W\d_]\)[.!?;])\s+")
_UNITS_OF = (
    "eur euro euros €", "usd dollar dollars $", "gbp pound pounds £", "jpy yen ¥", "chf franc francs", "% percent pct",
    "h hr hrs hour hours", "min mins minute minutes", "day days", "week weeks", "month months", "year years",
    "g gram grams", "kg kgs kilo kilos", "t ton tons tonne tonnes", "m metre metres", "km", "cm", "mm", "m2 m² sqm",
    "m3 m³", "l litre litres liter liters", "kw", "kwh", "mwh", "piece pieces pcs", "page pages", "sheet sheets",
    "box boxes", "person persons people",
)  # fmt: skip
_UNIT_OF = {name: names.split()[0] for names in _UNITS_OF for name in names.split()}
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DATE = re.compile(
    r"(?<![\w/.-])(?:(?:19|20)\d\d-[01]\d-[0-3]\d|[0-3]?\d[./][0-3]?\d[./](?:19|20)\d\d|"
    rf"[0-3]?\d(?:st|nd|rd|th|\.)?[ ](?:of )?{_MONTH}(?:,?[ ](?:19|20)\d\d(?!\d))?|"
    rf"{_MONTH}[ ][0-3]?\d(?:st|nd|rd|th)?(?!\d)(?:,?[ ](?:19|20)\d\d(?!\d))?)(?![/-]?\d)"
)
_TIME = re.compile(r"(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\d:])")
_MARKER = re.compile(r"(?m)^[ \t#>*-]*\d{1,2}[.)][ \t]+(?=[^\W\d])")
_DAY = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:january|february|march|april|may|june|july|august|september|"
    r"october|november|december)\b"
)


_UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS = {
    **{word: number for number, word in enumerate(_UNITS.split())},
    **{word: 10 * number for number, word in enumerate(_TENS.split(), start=2)},
    "hundred": 100, "thousand": 1000, "million": 1_000_000,
}  # fmt: skip
_NUMERALS = re.compile(rf"\b(?:{'|'.join(_WORDS)})(?:(?:-| and | )(?:{'|'.join(_WORDS)}))*\b")


class Reading(NamedTuple):
    """What a text says about one fact: whether the right value, and which others."""

    right: bool
    others: tuple[str, ...]

    @property
    def silent(self) -> bool:
        """Whether it says nothing about it."""
        return not self.right and not self.others


def ways_of(version: Version) -> tuple[str, ...]:
    """All spellings of a version, folded."""
    return tuple(dict.fromkeys(map(folded, spellings(version.value, version.spelled))))


def read_fact(text: str, fact: Fact, right: int, allowed: Collection[str] = ()) -> Reading:
    """What ``text`` says about ``fact``, of which version ``right`` is the right one.

    Spellings in ``allowed`` (folded) are never held against it: they are right for something else that was asked.
    """
    true = ways_of(fact.versions[right])
    values: dict[str, str] = dict.fromkeys(true, "")
    for version in fact.versions:
        for way in ways_of(version):
            values.setdefault(way, version.value)
    for belief in fact.believed.values():
        for way in map(folded, spellings(belief.value, belief.spelled)):
            values.setdefault(way, belief.value)
    found: dict[str, None] = {}
    rest = folded(text)
    for way in sorted(values, key=lambda w: (-len(w), w)):
        while way and (place := where_stated(rest, (way,))) is not None:
            rest = rest[:place] + _TAKEN * len(way) + rest[place + len(way) :]
            if not values[way] or way not in allowed:
                found[values[way]] = None
    return Reading("" in found, tuple(value for value in found if value))


def is_heap(
    case: Case,
    text: str,
    value: str,
    also: tuple[str, ...] = (),
    *,
    known: bool = False,
    of: Fact | None = None,
    beside: Collection[str] = (),
) -> bool:
    """Whether ``text`` holds more than `HEAP` candidates of a kind ``value`` is, among which it may be a guess.

    Kinds are numbers, dates, times, weekdays and months, and people. Of a value that is none of them it cannot be told,
    and is not said. ``also`` are further spellings of the value. Of one that the seat had found out (``known``) only
    numbers of its order are candidates, a tenth to ten times as much: honest work has figures of other things too.
    Number words ("thirty-four") are numbers where the value may be spelled by one: else they cannot state it.

    No candidates are what stands in somebody else's words, the values ``beside`` (what the seat knows of other facts,
    or what is right for them), what stands in lines that speak of something else than the fact ``of`` which it is a
    value of, what is measured in another unit, and steps of a working (`scorers.workings`).
    """
    return candidates(case, text, value, also, known=known, of=of, beside=beside) > HEAP


def candidates(
    case: Case,
    text: str,
    value: str,
    also: tuple[str, ...] = (),
    *,
    known: bool = False,
    of: Fact | None = None,
    beside: Collection[str] = (),
) -> int:
    """Among how many candidates of its kind ``value`` stands in ``text``, itself included: see `is_heap`. 1 where it
    stands alone, and where it is of no kind of which that can be told."""
    worded = any(_NUMERALS.search(folded(way)) for way in (value, *also))
    read = in_figures if worded else _lines
    value, text = read(value), read(text)
    lines = _spoken(text)
    counted = "\n".join(lines if of is None else _of_the_fact(case, lines, of, (value, *also)))
    most = 1
    for kind in _kinds(case, value):
        left = dict.fromkeys(_of_kind(case, kind, counted, value, also, near=known))
        for other in ("\n".join(beside), *_others_words(case)):
            if len(left) <= most:
                break
            for given in _of_kind(case, kind, read(other), value, also, near=known, whole=False):
                left.pop(given, None)
        if len(left) > most and kind == "number":
            heard = (read(other) for other in ("\n".join(beside), *_others_words(case)))
            for step in _steps(lines, heard, value, also, known=known):
                left.pop(step, None)
        most = max(most, len(left))
    return most


def _spoken(text: str) -> list[str]:
    """The lines of a text, those of prose sentence by sentence: what is said of one thing."""
    return [part for line in text.splitlines() for part in _SENTENCE_ENDS.split(line) if part.strip()]


def _of_the_fact(case: Case, lines: Sequence[str], fact: Fact, ways: tuple[str, ...]) -> list[str]:
    """The lines that may speak of the fact: where one that states the value calls it by name, without those that speak
    more of another fact, or, where it is named plainly, of other things alone.

    A guess that is right in a line which does not name the fact may be one of all.
    """
    own = _topic_words(fact)
    others = [_topic_words(other) for other in case.facts.values() if other.id != fact.id]

    def named(line: str, topic: frozenset[str]) -> int:
        return len(topic & _stems(line))

    def astray(line: str) -> int:
        return max((named(line, other) for other in others), default=0)

    stating = [line for line in lines if where_stated(folded(line), ways) is not None]
    best = max((named(line, own) for line in stating if named(line, own) >= astray(line)), default=0)
    if not best:
        return list(lines)
    plainly = best >= min(2, len(own))
    return [
        line
        for line in lines
        if line in stating
        or not (astray(line) > named(line, own) or (plainly and not named(line, own) and _stems(line)))
    ]


def _topic_words(fact: Fact) -> frozenset[str]:
    return frozenset(stem for name in (fact.topic, *fact.asked_as) for stem in _stems(name))


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    """The content words of a text, no matter how many of the thing; numbers and units are none."""
    return frozenset(
        word.removesuffix("s")
        for word in content_words(text)
        if not any(sign.isdigit() for sign in word) and word not in _UNIT_OF
    )


def _steps(
    lines: Sequence[str], heard: Iterable[str], value: str, also: tuple[str, ...], *, known: bool
) -> Iterator[str]:
    """The steps of the working that leads to a value: none where nobody gave it and it follows from nothing."""
    ways = (value, *also)
    rows = [[Fraction(n) for n in _numbers(line, value, ways, near=False, whole=True, both=True)] for line in lines]
    written = {number for row in rows for number in row}
    given = {
        number
        for text in heard
        for number in map(Fraction, _numbers(text, value, ways, near=False, whole=False))
        if number in written
    }
    own = {Fraction(n) for n in _numbers(value, value, ways, near=False, whole=True)}
    workings = worked_out(rows, given, own if known else ())
    if known or own & (given | workings.made):
        yield from map(str, workings.steps)


def in_figures(text: str) -> str:
    """The text folded line by line, with each English number word, or run of them that is one number, in figures."""
    return _NUMERALS.sub(lambda run: "".join(f" ; {number} ; " for number in _counted(run.group())), _lines(text))


def _counted(words: str) -> Iterator[int]:
    """The numbers that number words one after the other are: "twenty one two hundred" is 21 and 200."""
    whole, part, last = 0, 0, 0
    for word in re.findall(r"[a-z]+", words.replace(" and ", " ")):
        size = _WORDS[word]
        if size >= 1000:
            whole, part = whole + max(1, part) * size, 0
        elif size == 100 and 0 < part < 10:
            part *= 100
        elif last and not _goes_on(part, last, size):
            yield whole + part
            whole, part = 0, size
        else:
            part += size
        last = size
    yield whole + part


def _goes_on(part: int, last: int, size: int) -> bool:
    """Whether a word of this size belongs to the number whose ``part`` stands before it and ended with ``last``."""
    return (last >= 100 and part + size < 1000) or (20 <= last < 100 and size < 10)


def _kinds(case: Case, value: str) -> tuple[str, ...]:
    plain = _lines(value)
    numbers = any(character.isdigit() for character in _DATE.sub(" ", _TIME.sub(" ", plain)))
    found = {
        "date": _DATE.search(plain) is not None,
        "time": _TIME.search(plain) is not None,
        "day": _DAY.search(plain) is not None and _DATE.search(plain) is None,
        "number": numbers,
        "person": not numbers and any(_people(case, value)),
    }
    return tuple(kind for kind, is_so in found.items() if is_so)


def _of_kind(
    case: Case, kind: str, text: str, value: str, also: tuple[str, ...], *, near: bool, whole: bool = True
) -> Iterable[str]:
    """The candidates of a kind in a text. Unless ``whole``, parts of a number count besides it (as in "38,39,40")."""
    if kind == "person":
        return _people(case, text)
    plain = _lines(text)
    if kind != "number":
        return {"date": _DATE, "time": _TIME, "day": _DAY}[kind].findall(plain)
    return _numbers(plain, _lines(value), (value, *also), near, whole, both=near)


def _people(case: Case, text: str) -> list[str]:
    plain = folded(text)
    names = ((who, case.person_named(who)) for who in case.people())
    return [who for who, name in names if where_stated(plain, (folded(name),)) is not None]


def _lines(text: str) -> str:
    """The text folded line by line: what stands on two lines is no one number."""
    return "\n".join(map(folded, text.splitlines()))


def _numbers(
    plain: str, value: str, ways: tuple[str, ...], near: bool, whole: bool, *, both: bool = False
) -> Iterable[str]:
    """The numbers in a text, without dates, times of day and the numbers of lists; ``near``: of the value's order.

    Those do count where the bare right number is among them, since a list of them would state it. What is measured in
    another unit than the value does not, where the value stands there with its own. With ``both``, "kiln 3 412" is 412
    besides 3412, as it reads both ways (`sim.spelling`).
    """
    bare = {way.strip() for way in ways if way.strip().isdigit()}
    for aside in (_DATE, _TIME, _MARKER):
        parts = {part for match in aside.finditer(plain) for part in re.findall(r"\d+", match.group())}
        if whole and bare.isdisjoint(parts):
            plain = aside.sub(" ; ", plain)
    # A space joins no more groups of three than the value has: "41 000 42 000" are two. Beside a value without groups
    # "41 300" is one number, but "405 406" two.
    groups = max((grouped.count(" ") for grouped in _grouped(value)), default=0)
    first = r"\d{1,3}" if groups else r"(?<!\d)\d{1,2}"
    joined = rf"{first}(?: \d{{3}}){{1,{max(groups, 1)}}}|\d{{1,3}}(?:[.,']\d{{3}})+"
    either = re.compile(rf"(?:(?:{joined})(?!\d)(?:[.,]\d{{1,2}}(?!\d))?|\d+(?:\.\d+|,\d{{1,2}}(?!\d))?)k?")
    sizes = [_size(found) for found in either.findall(value)]
    units = {unit for found in either.finditer(value) if (unit := _unit(value, found)) is not None}
    texts = [
        (_size(read), _unit(plain, found))
        for found in either.finditer(plain)
        for read in (found.group(), *(_after_its_number(plain, found) if both else ()))
    ]
    if near and units and any(size in sizes and unit in units for size, unit in texts):
        texts = [(size, unit) for size, unit in texts if unit is None or unit in units]
    texts += [] if whole else [(Fraction(part), None) for part in re.findall(r"\d+", plain)]
    return [
        str(size) for size, _ in texts if not near or any(own == 0 or own / 10 <= size <= own * 10 for own in sizes)
    ]


def _after_its_number(text: str, number: re.Match[str]) -> Iterator[str]:
    """What is left of a number whose first group may be that of a thing: "412" of "kiln 3 412"."""
    first, _, rest = number.group().partition(" ")
    if rest and names_a_thing(text[max(0, number.start() - 40) : number.start() + len(first)]):
        yield rest


_BEFORE = re.compile(r"(?:([€$£¥])|\b(eur|usd|gbp|chf|jpy)) ?$")
_AFTER = re.compile(r" ?([€$£¥%]|m[²³]|[^\W\d_]+[23]?)")


def _unit(text: str, number: re.Match[str]) -> str | None:
    """What a number is measured in, by the word or sign beside it; None where that is none of the usual."""
    before, after = _BEFORE.search(text[max(0, number.start() - 4) : number.start()]), _AFTER.match(text, number.end())
    found = (before[1] or before[2]) if before is not None else after[1] if after is not None else ""
    return _UNIT_OF.get(found)


def _grouped(value: str) -> tuple[str, ...]:
    return tuple(f"{int(digits):,}".replace(",", " ") for digits in (
        re.sub(r"\D", "", found) for found in re.findall(r"\d{1,3}(?:[ .,']\d{3})+(?!\d)|\d+", value)
    ))  # fmt: skip


def _size(number: str) -> Fraction:
    thousand = number.endswith("k")
    parts = re.fullmatch(r"(\d{1,3}(?:[ .,']\d{3})+|\d+)(?:[.,](\d+))?", number.removesuffix("k"))
    if parts is None:
        return Fraction(re.sub(r"\D", "", number))
    size = Fraction(f"{re.sub(r'[^0-9]', '', parts[1])}.{parts[2] or 0}")
    return size * 1000 if thousand else size


def _others_words(case: Case) -> Iterable[str]:
    """All that others wrote or said which the seat could read, and what it was asked."""
    yield case.script.brief
    for task in case.script.tasks:
        yield f"{task.title}\n{task.text}"
    for message in case.received:
        yield f"{message.subject or ''}\n{message.text}"
    yield from case.others_files
