"""Finding stated values in free text: the spellings of a number, a date or a phrase, whatever the white space.

The world (who told whom what), minds' checks and scorers use it alike, so that all mean the same by "it says so".
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_SPACES = re.compile(r"[\s\u00a0\u202f\u2009]+")
_DASHES = re.compile(r"[\u2010-\u2015\u2212]")
_QUOTES = re.compile(r"[\u2018\u2019\u201b]")


def folded(text: str) -> str:
    """``text`` for comparing: compatibility forms joined, lower case, one kind of space, dash and apostrophe."""
    text = unicodedata.normalize("NFKC", text).casefold()
    text = _DASHES.sub("-", _QUOTES.sub("'", text))
    return _SPACES.sub(" ", text).strip()


@lru_cache(maxsize=8192)
def _pattern(spelling: str) -> re.Pattern[str]:
    """A spelling as a pattern that does not match inside a longer word or number ("41.3" is not in "141.35")."""
    words = [re.escape(w) for w in folded(spelling).split(" ")]
    joined = r"\s+".join(words)
    before = r"(?<![\w])(?<!\d[.,'])" if spelling[:1].isalnum() else ""
    after = r"(?![\w])(?![.,']\d)" if spelling[-1:].isalnum() else ""
    return re.compile(before + joined + after)


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


def where_stated(folded_text: str, ways: Iterable[str]) -> int | None:
    """The first place at which an already :func:`folded` text states one of these spellings, or None."""
    places = [m.start() for way in ways if way.strip() and (m := _pattern(way).search(folded_text))]
    return min(places) if places else None
