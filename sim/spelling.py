"""Finding stated values in free text: the spellings of a number, a date or a phrase, whatever the white space.

The world (who told whom what), minds' checks and scorers use it alike, so that all mean the same by "it says so".
"""

import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

_SPACES = re.compile(r"[\s\u00a0\u202f\u2009]+")
_DASHES = re.compile(r"[\u2010-\u2015\u2212]")
_QUOTES = re.compile(r"[\u2018\u2019\u201b]")


_BREAK = "\x02"
_GAPS = re.compile(r"[\n\t]|  ")
_APART = re.compile(r"(?<=\d)(?:[^\S\n\t]*[\n\t]\s*|[^\S\n\t]{2,})(?=\d)")
"""What stands between two numbers that are none: the end of a line, or the gap between columns."""


def folded(text: str) -> str:
    """``text`` for comparing: compatibility forms joined, lower case, one kind of space, dash and apostrophe.

    Between two figures the end of a line, or a gap, is left a line's end: they are no one number.
    """
    if _GAPS.search(text) is not None:
        text = _APART.sub(_BREAK, text)
    text = unicodedata.normalize("NFKC", text).casefold()
    text = _DASHES.sub("-", _QUOTES.sub("'", text))
    return _SPACES.sub(" ", text).strip().replace(_BREAK, "\n")


NUMBERED = frozenset(
    "annex appendix area arm batch bay bed belt berth bin block booth box branch bridge building bus button "
    "cabin cabinet camera case category chamber chapter clause column container counter court crane crate desk "
    "dock door drawer elevator engine entrance exhibit exit extruder file flight floor folder form furnace gate "
    "generator grade group hall hangar house item job journey kiln lane layer lesson lift line lock locker lorry "
    "lot machine mill mixer module node note option oven pack page pallet panel paragraph part phase pier pipe "
    "plant plate platform point pole port position post press printer problem proposal pump quarter question "
    "rack ramp reactor rig ring road robot room round route row rule scenario scene schedule screen section "
    "sector series server set shaft sheet shelf shift ship silo site slide slot square stage stand station step "
    "store street suite table tank tap team terminal theatre ticket tower track trailer train tram tranche tray "
    "truck tunnel turbine type valve van vat vault version wagon wall ward warehouse well wing workshop yard "
    "zone".split()
)
"""Things that are told apart by a number."""
_NAMED = re.compile(r"(?<![\w'-])([^\W\d_]{3,}) (?:no\.? |number )?\d{1,3}$", re.I)


def names_a_thing(text: str) -> bool:
    """Whether ``text`` ends in a thing and its number ("for kiln 3"), so that figures after it are not of one number
    with that."""
    named = _NAMED.search(text)
    return named is not None and named[1].casefold() in NUMBERED


@lru_cache(maxsize=8192)
def _pattern(spelling: str) -> re.Pattern[str]:
    """A spelling as a pattern that does not match inside a longer word or number ("41.3" is not in "141.35", nor
    "1 182" in "1 182 310"; for "182 310" see `_is_rest`)."""
    spelling = folded(spelling)
    joined = r"\s+".join(re.escape(w) for w in spelling.split())
    before = r"(?<![\w])(?<!\d[.,'])" if spelling[:1].isalnum() else ""
    after = r"(?![\w])(?![.,']\d)" if spelling[-1:].isalnum() else ""
    if _ENDS_AS_GROUP.search(spelling):
        after += r"(?! \d{3}(?![\d:/-]))"
    return re.compile(before + joined + after)


_STARTS_AS_GROUP = re.compile(r"\d{3}(?!\d)")
_ENDS_AS_GROUP = re.compile(r"(?<![\w.,:/'-])\d{1,3}(?: \d{3})*$")
"""Figures that may be a part of a longer number whose groups of three stand apart by spaces ("1 182 310")."""
_GROUP_BEFORE = re.compile(r"(?<![\w.,:/'-])\d{1,3} $")


def _is_rest(folded_text: str, at: int) -> bool:
    """Whether the figures at a place are the rest of a longer number. After a thing and its number ("kiln 3 412 EUR")
    they need not be: that reads both ways, and counts as stating either."""
    before = folded_text[max(0, at - 40) : at]
    return _GROUP_BEFORE.search(before) is not None and not names_a_thing(before[:-1])


@lru_cache(maxsize=8192)
def spellings(value: str, also: tuple[str, ...] = ()) -> tuple[str, ...]:
    """All spellings that count as stating ``value``: itself, ``also``, and for amounts the usual ways to group digits.

    "41 300 EUR" also counts as "41,300", "41.300", "41300", "€41,300" and "41.3k".
    """
    found: dict[str, None] = dict.fromkeys(s for s in (value, *also) if s.strip())
    for spelling in (value, *also):
        number = re.fullmatch(
            r"(?:[A-Z]{3}|[€$£¥])?\s*(\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+|\d{4,})(?:\s*(?:[A-Z]{3}|[€$£¥]))?",
            spelling.strip(),
        )
        if number is None:
            continue
        digits = re.sub(r"\D", "", number.group(1))
        if len(digits) == 4 and digits == number.group(1):
            found.setdefault(digits)
        whole = f"{int(digits):,}"
        for way in (digits, whole, whole.replace(",", " "), whole.replace(",", "."), whole.replace(",", "'")):
            found.setdefault(way)
        if len(digits) >= 5 and digits.endswith("00"):
            thousands = f"{int(digits) / 1000:.1f}".removesuffix(".0")
            found.setdefault(f"{thousands}k")
            found.setdefault(thousands.replace(".", ",") + "k")
    return tuple(found)


def states(text: str, ways: Iterable[str]) -> bool:
    """Whether ``text`` states a value in one of these spellings, as whole words and numbers."""
    return where_stated(folded(text), ways) is not None


def has_word(folded_text: str, words: Iterable[str]) -> bool:
    """Whether one of these (a name, some words in a row) stands in a folded text, not as a part of longer words."""
    return any(re.search(rf"(?<!\w){re.escape(folded(word))}(?!\w)", folded_text) for word in words)


def where_stated(folded_text: str, ways: Iterable[str]) -> int | None:
    """The first place at which an already :func:`folded` text states one of these spellings, or None."""
    first = None
    for way in ways:
        begins, pattern, as_group = _sought(way)
        if not begins or begins not in folded_text:
            continue
        found = pattern.search(folded_text)
        while found and as_group and _is_rest(folded_text, found.start()):
            found = pattern.search(folded_text, found.start() + 1)
        if found:
            first = found.start() if first is None else min(first, found.start())
    return first


@lru_cache(maxsize=8192)
def _sought(spelling: str) -> tuple[str, re.Pattern[str], bool]:
    """The first word of a spelling, "" where it has none, its pattern, and whether it begins as the rest of a longer
    number could: hardly a text has even the word, and to look for that costs a tenth."""
    plain = folded(spelling)
    return next(iter(plain.split()), ""), _pattern(spelling), _STARTS_AS_GROUP.match(plain) is not None


_SEPARATORS = ";\t|,"
"""What stands between the columns of a table, the likeliest first where several would do."""


def as_read(path: str, text: str) -> str:
    """The text of a file for looking values up in it: of a table (CSV, TSV) its cells, each apart from the next.

    Lines that have more cells than the first ("lids,41,300 EUR" below "what,amount") are left as they stand: a number
    in them was written without quotes.
    """
    if not path.casefold().endswith((".csv", ".tsv")) or not text.strip():
        return text
    lines = [line for line in text.splitlines() if line.strip()]
    tables = {mark: _cells(lines, mark) for mark in _SEPARATORS}
    mark = max(_SEPARATORS, key=lambda m: (_regular(tables[m]), -_SEPARATORS.index(m)))
    most = len(tables[mark][0])
    read = zip(lines, tables[mark], strict=True)
    return "\n".join(" | ".join(cells) if len(cells) <= most else line for line, cells in read)


def _cells(lines: Iterable[str], mark: str) -> list[list[str]]:
    return [next(csv.reader([line], delimiter=mark, skipinitialspace=True), []) for line in lines]


def _regular(table: list[list[str]]) -> float:
    """How much a table looks like one: the share of its lines that have as many cells as most, if that is several."""
    width, lines = Counter(map(len, table)).most_common(1)[0]
    return lines / len(table) if width > 1 else 0.0
