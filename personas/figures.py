"""Figures in a text: amounts, numbers, percentages, dates, times, lengths of time and codes, in whatever spelling.

Two spellings of a figure compare equal ("41 300 EUR", "41.300", "€41,300", "41.3k"): each figure carries every reading
its spelling allows, and two figures agree where they share one.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from sim.spelling import NUMBERED, names_a_thing

FigureKind = Literal["amount", "percent", "number", "date", "time", "length", "code"]

_GAP = "[ \u00a0\u202f\u2009'’]"
_NUMBER = rf"\d{{1,3}}(?:{_GAP}\d{{3}})+(?!\d)(?:[.,]\d{{1,2}}(?!\d))?|\d+(?:[.,]\d+)*"
_SCALE = {"k": 1_000, "thousand": 1_000, "m": 1_000_000, "mn": 1_000_000, "million": 1_000_000, "bn": 1_000_000_000}
_CURRENCY = r"[€$£¥]|\b(?:EUR|USD|GBP|CHF|JPY|SEK|NOK|DKK|PLN|CZK|CAD|AUD|INR|euros?|dollars?|pounds?|francs?)\b"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)\b"
)
_LENGTH = r"(?:s|secs?|seconds?|min|mins|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|working days?)\b"

_FIGURE = re.compile(
    rf"(?P<iso>\b\d{{4}}-\d{{2}}-\d{{2}}\b)"
    rf"|(?P<code>\b(?=[A-Za-z0-9/_-]*\d)(?=[A-Za-z0-9/_-]*[A-Za-z])(?!\d+(?:[.,]\d+)?(?:k|m|mn|bn|h|s|min|st|nd|rd|"
    rf"th|am|pm)\b)"
    rf"[A-Za-z0-9]+(?:[-/_.][A-Za-z0-9]+)*\b)"
    rf"|(?P<dmy>\b\d{{1,2}}[./]\d{{1,2}}[./](?:\d{{4}}|\d{{2}})\b)"
    rf"|(?P<time>\b\d{{1,2}}:\d{{2}}(?:\s?[ap]m\b)?|\b\d{{1,2}}\s?[ap]m\b)"
    rf"|(?P<daymonth>\b\d{{1,2}}(?:st|nd|rd|th)?(?:\s+of)?\s+{_MONTH}(?:\.?,?\s+\d{{4}}\b)?)"
    rf"|(?P<monthday>\b{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+\d{{4}}\b)?)"
    rf"|(?:(?P<before>{_CURRENCY})\s?)?(?P<number>{_NUMBER})\s?(?P<scale>(?:k|m|mn|bn|thousand|million)\b)?"
    rf"\s?(?:(?P<after>{_CURRENCY})|(?P<percent>%|percent\b|per cent\b)|(?P<length>{_LENGTH}))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure as it stands in a text from ``start`` to ``end``; ``readings`` are the values its spelling allows."""

    kind: FigureKind
    text: str
    start: int
    end: int
    readings: frozenset[str]

    def agrees(self, other: "Figure") -> bool:
        """Whether the two can mean the same value."""
        return not self.readings.isdisjoint(other.readings)


@lru_cache(maxsize=4096)
def figures(text: str) -> tuple[Figure, ...]:
    """All figures of ``text``, in its order."""
    return tuple(_found(text))


def readings(texts: Iterable[str]) -> frozenset[str]:
    """Every value that any figure in ``texts`` can mean."""
    return frozenset(reading for text in texts for figure in figures(text) for reading in figure.readings)


_DENIED = re.compile(
    r"(?:\b(?:not|never|no longer|instead of|rather than|other than)|n't)(?: (?:be|at|the|a|any|longer|just|"
    r"only))*\s*$",
    re.I,
)


def is_denied(figure: Figure, text: str) -> bool:
    """Whether ``text`` names a figure only to say that it does not hold ("206 EUR, not 195")."""
    return _DENIED.search(text[: figure.start]) is not None


_NOUN_BEFORE = re.compile(r"(?<![\w'-])(?P<noun>[^\W\d_]{3,})\s(?:no\.?\s|number\s)?$", re.I)
_COUNTED = re.compile(
    r"^\s*(?:[%€$£¥°x×*-]|(?!(?:is|was|has|this|its|as|does|goes|comes|runs|stands|stops|starts|needs|takes|gets|holds|"
    r"makes|always|else|perhaps|besides|sometimes|yes|us|ours|yours|thanks|towards|less|plus|minus)\b)"
    r"(?:[^\W\d_]{2,}s|kg|g|t|km|m|cm|mm|l|ml|kwh?|mw|ha|hz|db|pt|gb|mb|c|tons?|tonnes?|kilo|percent|per cent|"
    r"people|men|women|pieces?|more|each|per|dozen|hundred|thousand|million|degrees)\b)",
    re.I,
)


def numbered(figure: Figure, text: str, also: Iterable[str] = ()) -> str | None:
    """The thing whose name a number is ("press" in "the jobs on press 2"); None where it counts or measures something.

    ``also`` are further nouns that are told apart by numbers.
    """
    if figure.kind != "number" or len(figure.text) > 3 or not figure.text.isdigit():
        return None
    before = _NOUN_BEFORE.search(text[: figure.start])
    if before is None or _COUNTED.match(text[figure.end :]) is not None:
        return None
    noun = before["noun"].lower()
    return noun if noun in NUMBERED or noun in also else None


_A_NUMBERED = re.compile(r"(?<![\w'-])([^\W\d_]{3,})\s\d{1,3}(?![\w.,:%-]*\d|\s?[%€$£¥])", re.I)
_NO_NOUN = frozenset(
    "the and for from with than over about under around only just all our your last next first least most some these "
    "those are was were has have had need needs takes costs make makes until till before after between within per "
    "january february march april may june july august september october november december jan feb mar apr jun jul aug "
    "sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday".split()
)


@lru_cache(maxsize=4096)
def numbered_in(name: str) -> frozenset[str]:
    """The nouns that stand with a number in a topic or name ("the second inspection of hive 4": hive)."""
    return frozenset(noun for noun in map(str.lower, _A_NUMBERED.findall(name)) if noun not in _NO_NOUN)


_EACH = re.compile(
    r"^\s*(?:/|\beach\b|\bapiece\b|\ba ?piece\b|\bper\b|\ba (?:unit|head|box|day|month|night|copy)\b|\bevery\b|"
    r"\bp\.?p\b)",
    re.I,
)
_TIMES = r"(?:x|×|\*|times|of them at|(?:[^\W\d_]+ ){0,3}(?:at|for|@)|@)"
_COUNT_BEFORE = re.compile(rf"(?<![\w.,])(?P<n>\d{{1,3}}(?:[ ,.]\d{{3}})+|\d{{1,6}})\s*{_TIMES}\s*$", re.I)
_COUNT_AFTER = re.compile(r"^\s*(?:x|×|\*|times)\s*(?P<n>\d{1,6})\b(?![.,]\d)", re.I)
_SUM_BEFORE = re.compile(
    r"(?:=|\b(?:totall?ing|altogether|in (?:total|all|sum)|(?:the |a )?(?:grand )?total(?: (?:of|is|amount is))?|"
    r"sum of|"
    r"comes? to|amounts? to|makes?|makes it|which is|that is|that's|i\.e\.|hence|thus|so))[\s,:]*$",
    re.I,
)
_SUM_AFTER = re.compile(
    r"^[\s,]*\(?(?:in (?:total|all|sum)|total|altogether|all[- ]in|overall|together|all told)\b", re.I
)
_LIMIT = re.compile(
    r"\b(?:budget|limit|ceiling|cap|left|remaining|available|out of|of the|from the|instead of)\b", re.I
)


def totals(text: str, *, marked: bool = False) -> tuple[Figure, ...]:
    """The amounts that ``text`` wants altogether, each once: unit prices, budgets and what is denied are none.

    What is called a total, or follows "=", counts before anything else; then a count times a unit price; then, unless
    only what is ``marked`` so counts, any amount. A sum that its own factors do not make is given with their product.
    """
    named: list[Figure] = []
    made: list[Figure] = []
    plainly: list[Figure] = []
    for figure in figures(text):
        number = figure.kind == "number" and len(max(figure.readings, key=len)) > 2
        if (figure.kind != "amount" and not number) or is_denied(figure, text):
            continue
        before, after = text[: figure.start], text[figure.end :]
        count = _COUNT_BEFORE.search(before) or _COUNT_AFTER.search(after)
        if (
            figure.kind == "amount"
            and count
            and not re.match(r"\s*(?:x|×|\*)\s*\d", after[: 0 if count.re is _COUNT_AFTER else None])
        ):
            made.append(_product(figure, int(re.sub(r"\D", "", count["n"]))))
        elif _EACH.match(after):
            continue
        elif _SUM_BEFORE.search(before) or _SUM_AFTER.match(after):
            named.append(figure)
        elif not _LIMIT.search(before[-24:]) and not re.match(r"\s*(?:budget|limit|left)\b", after):
            plainly.append(figure)
    if named:
        unmade = [m for m in made if len(made) == 1 and len(named) == 1 and not any(m.agrees(n) for n in named)]
        return _each_once([*named, *unmade])
    return _each_once(made or ([] if marked else plainly))


def _product(unit: Figure, count: int) -> Figure:
    values = {format((Decimal(value) * count).normalize(), "f") for value in unit.readings}
    return Figure(unit.kind, f"{count} x {unit.text}", unit.start, unit.end, frozenset(values))


def _each_once(found: Iterable[Figure]) -> tuple[Figure, ...]:
    kept: list[Figure] = []
    for figure in found:
        if not any(figure.agrees(other) for other in kept):
            kept.append(figure)
    return tuple(kept)


_AFTER_A_NAME = re.compile(rf"(\d{{1,3}}){_GAP}(\d{{3}})$")
"""A number that is a name and a figure, where a thing stands before it: "kiln 3 412 EUR" is 412 EUR for kiln 3, or
3 412 EUR for the kiln. Either may be meant."""


def _found(text: str) -> Iterator[Figure]:
    for match in _FIGURE.finditer(text):
        kind, values = _read(match)
        whole = match.group()
        start = match.start() + len(whole) - len(whole.lstrip())
        if (part := _AFTER_A_NAME.match(match["number"] or "")) and names_a_thing(text[: start + part.end(1)]):
            values |= _numbers(part[2], 1)
        yield Figure(kind, whole.strip(), start, match.end() - (len(whole) - len(whole.rstrip())), frozenset(values))


def _read(match: re.Match[str]) -> tuple[FigureKind, set[str]]:
    part = match.groupdict()
    if part["code"]:
        return "code", {part["code"].lower()}
    if part["iso"]:
        year, month, day = part["iso"].split("-")
        return "date", {f"{int(day)}.{int(month)}", f"{int(day)}.{int(month)}.{year}"}
    if part["dmy"]:
        first, second, year = re.split(r"[./]", part["dmy"])
        return "date", {f"{int(first)}.{int(second)}", f"{int(second)}.{int(first)}"} | {
            f"{int(first)}.{int(second)}.{year}"
        }
    if part["daymonth"] or part["monthday"]:
        return "date", _written_date(part["daymonth"] or part["monthday"])
    if part["time"]:
        return "time", {_clock(part["time"])}
    values = _numbers(part["number"], _SCALE.get((part["scale"] or "").lower(), 1))
    if part["before"] or part["after"]:
        return "amount", values
    if part["percent"]:
        return "percent", {f"{value}%" for value in values} | values
    if part["length"]:
        return "length", values
    return ("amount" if part["scale"] else "number"), values


def _written_date(text: str) -> set[str]:
    lowered = text.lower()
    month = next(number for number, name in enumerate(_MONTHS, 1) if re.search(rf"\b{name}", lowered))
    numbers = re.findall(r"\d+", lowered)
    day = next(n for n in numbers if len(n) <= 2)
    year = next((n for n in numbers if len(n) == 4), None)
    return {f"{int(day)}.{month}"} | ({f"{int(day)}.{month}.{year}"} if year else set())


def _clock(text: str) -> str:
    hour, _, rest = text.lower().replace(" ", "").partition(":")
    half = text.lower().replace(" ", "")[-2:]
    minute = re.sub(r"\D", "", rest) or "0"
    number = int(re.sub(r"\D", "", hour))
    if half == "pm" and number < 12:
        number += 12
    elif half == "am" and number == 12:
        number = 0
    return f"{number}:{int(minute):02d}"


def _numbers(written: str, scale: int) -> set[str]:
    """The values of a number by both conventions for commas and points: "41.300" is 41300 and 41.3, "41,30" is 41.3."""
    bare = re.sub(_GAP, "", written)
    found: set[str] = set()
    marks = [mark for mark in bare if mark in ".,"]
    if not marks:
        found.add(bare)
    elif len(set(marks)) == 1 and all(len(group) == 3 for group in re.split(r"[.,]", bare)[1:]):
        found.add(bare.replace(marks[0], ""))
        if len(marks) == 1:
            found.add(bare.replace(",", "."))
    else:
        whole, fraction = bare[: bare.rindex(marks[-1])], bare[bare.rindex(marks[-1]) + 1 :]
        found.add(re.sub(r"[.,]", "", whole) + "." + fraction)
    return {_plain(value, scale) for value in found}


def _plain(value: str, scale: int) -> str:
    whole, _, fraction = value.partition(".")
    if scale > 1:
        power = len(str(scale)) - 1
        whole, fraction = whole + fraction[:power].ljust(power, "0"), fraction[power:]
    fraction = fraction.rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{fraction}" if fraction else "")
