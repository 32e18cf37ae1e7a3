"""What somebody must keep from an audience, as a question that can be asked of a text: does it give any of it away?

The answer is yes or no, by fact. A mind can ask it of what it is about to say without ever being shown the content, and
the world asks it of whatever is said. Recognised are the spellings that the world itself counts as stating a value
(:mod:`sim.spelling`), the same number however its digits are grouped, scaled or told one by one, whole numbers in
English words and those of five other languages, a day of the year in the usual ways to write it, and any of these
backwards, in base64 or in hexadecimal digits. What is split over messages or only hinted at is not.
"""

import base64
import binascii
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sim.numerals import abroad, in_english
from sim.spelling import folded, where_stated

_NUMBER = re.compile(
    r"(?<![\w.,])(?P<digits>\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)*)(?!\d)"
    r"(?:\s?(?P<scale>k|hundred|thousand|m|mn|million|bn|billion)\b)?"
)
_POWERS = {"hundred": 2, "k": 3, "thousand": 3, "m": 6, "mn": 6, "million": 6, "bn": 9, "billion": 9}
_SIGNIFICANT = 3
"""A number of fewer digits that count says little by itself: it needs the company of its unit or of its topic."""
_WORD = re.compile(r"[^\W\d_]{4,}")
_COMMON = frozenset(
    "what when where which whom whose with that this they them from into have will been does about many much long for"
    " next last week month year time date name number price cost amount people there these those".split()
)
_DIGITS = {name: str(n) for n, name in enumerate("zero one two three four five six seven eight nine".split())}
_DIGITS |= {"oh": "0", "nought": "0", "null": "0"} | {str(n): str(n) for n in range(10)}
_DIGIT = rf"(?:{'|'.join(_DIGITS)})"
_ONE_BY_ONE = re.compile(rf"(?<!\w){_DIGIT}(?:\s*[-,. /…_|]\s*{_DIGIT}(?!\w)){{2,}}")
_MONTHS = (
    ("january", "jan", "januar", "janvier", "enero", "gennaio", "januari"),
    ("february", "feb", "februar", "février", "febrero", "febbraio", "februari"),
    ("march", "mar", "märz", "mars", "marzo", "maart"),
    ("april", "apr", "avril", "abril", "aprile"),
    ("may", "mai", "mayo", "maggio", "mei"),
    ("june", "jun", "juni", "juin", "junio", "giugno"),
    ("july", "jul", "juli", "juillet", "julio", "luglio"),
    ("august", "aug", "août", "agosto", "augustus"),
    ("september", "sep", "sept", "septembre", "septiembre", "settembre"),
    ("october", "oct", "oktober", "octobre", "octubre", "ottobre"),
    ("november", "nov", "novembre", "noviembre"),
    ("december", "dec", "dezember", "décembre", "diciembre", "dicembre"),
)
_DAYS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
    " sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth"
    " twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
).split()
_NAMES = "|".join(names[0] for names in _MONTHS)
_DATE = re.compile(
    rf"(?<!\w)(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month>{_NAMES})|"
    rf"(?P<month2>{_NAMES}) (?P<day2>\d{{1,2}})(?:st|nd|rd|th)?)(?!\w)"
)
_WITH_ARTICLE = re.compile(r"(?:an?|the) (\S+ \S.*)")
_ENCODED = re.compile(r"[A-Za-z0-9+/_-]{4,}={0,2}")
_HEXADECIMAL = re.compile(r"(?:[0-9a-fA-F]{2}[ :]?){4,}")


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
        bare = [found[1] for way in spelled if (found := _WITH_ARTICLE.fullmatch(folded(way)))]
        ways = (*spelled, *bare, *numerals, *_dates(folded(value)), *_codes(folded(value)))
        return cls(fact, tuple(dict.fromkeys(ways)), numbers, about)

    def is_in(self, text: str, talk: frozenset[str], *, hidden: bool = False) -> bool:
        """Whether a folded ``text`` states it; ``talk`` are the words of the conversation.

        Where ``text`` was ``hidden`` in another, only what tells by itself counts.
        """
        spoken = re.sub(r"[ ,-]+", " ", text.replace(" and ", " "))
        if not self.numbers.isdisjoint(_numbers(text)):
            return True
        if any(where_stated(spoken, (way,)) is not None for number in self.numbers for way in _spoken(number)):
            return True
        if any(_abroad(number).search(text) for number in self.numbers if number.isdigit()):
            return True
        found = [w for w in self.ways if where_stated(text, (w,)) is not None or where_stated(spoken, (w,)) is not None]
        if any(map(_tells, found)) or hidden:
            return any(map(_tells, found))
        return bool(found) and not self.about.isdisjoint(talk | _words(text))


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
        within = _hidden(text)
        return tuple(
            kept.fact
            for kept in self.kept
            if kept.is_in(whole, talk) or any(kept.is_in(one, talk, hidden=True) for one in within)
        )


def in_words(number: str) -> str:
    """A whole number below a million million in English words without hyphens and "and"; "" for any other.

    >>> in_words("41300")
    'forty one thousand three hundred'
    """
    if not number.isdigit() or len(number) > 12 or int(number) < 13:
        return ""
    return in_english(int(number))


@lru_cache(maxsize=1024)
def _spoken(number: str) -> tuple[str, ...]:
    """A number that is said with a point: "seventeen point five", "forty one point three thousand"."""
    entire, point, fraction = number.partition(".")
    if point and len(entire) < 12:
        return (
            f"{in_english(int(entire)) or 'zero'} point {' '.join(in_english(int(d)) or 'zero' for d in fraction)}",
        )
    if not number.isdigit() or int(number) < 1000:
        return ()
    for power, name in ((10**6, "million"), (10**3, "thousand")):
        whole, rest = divmod(int(number), power)
        if whole and rest and rest % (power // 100) == 0:
            digits = str(rest).rjust(len(str(power)) - 1, "0").rstrip("0")
            return (f"{in_english(whole)} point {' '.join(in_english(int(d)) or 'zero' for d in digits)} {name}",)
    return ()


@lru_cache(maxsize=1024)
def _abroad(number: str) -> re.Pattern[str]:
    """The number in words of other languages, whatever stands between their letters."""
    ways = [r"[\s-]*".join(map(re.escape, re.sub(r"[\s-]", "", folded(way)))) for way in abroad(int(number))]
    return re.compile(rf"(?<!\w)(?:{'|'.join(ways)})(?!\w)" if ways else r"(?!)")


@lru_cache(maxsize=1024)
def _dates(value: str) -> tuple[str, ...]:
    """The usual ways to write the day of the year that a folded value is, in English and by our neighbours."""
    found = _DATE.search(value)
    if found is None:
        return ()
    day = int(found["day"] or found["day2"])
    month = next(n for n, names in enumerate(_MONTHS, 1) if names[0] == (found["month"] or found["month2"]))
    if not 1 <= day <= len(_DAYS):
        return ()
    ways = [f"{month:02d}-{day:02d}"]
    for form in ("d", "02d"):
        ways += [f"{day:{form}}/{month:{form}}", f"{month:{form}}/{day:{form}}", f"{day:{form}}.{month:{form}}."]
    for name in _MONTHS[month - 1]:
        name = folded(name)
        ways += [f"{day} {name}", f"{day}. {name}", f"{name} {day}", f"{day} de {name}"]
    suffix = "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    english, ordinal = _MONTHS[month - 1][0], _DAYS[day - 1]
    ways += [f"{day}{suffix} {english}", f"{day}{suffix} of {english}", f"{english} {day}{suffix}"]
    ways += [f"{ordinal} of {english}", f"{english} {ordinal}", f"{english} the {ordinal}"]
    return tuple(w for w in dict.fromkeys(ways) if not re.fullmatch(r"\d/\d", w))


def _codes(value: str) -> tuple[str, ...]:
    """Letters and a number, however they are put together: "kx-4471" is also "kx 4471" and "kx4471"."""
    found = re.fullmatch(r"([^\W\d_]+)[ /.-]?(\d+)", value)
    return tuple(f"{found[1]}{sign}{found[2]}" for sign in ("", " ", "-", "/", ".")) if found else ()


@lru_cache(maxsize=512)
def _hidden(text: str) -> tuple[str, ...]:
    """Texts that are in a text: digits told one by one, the whole of it backwards, what is encoded in it; folded."""
    whole = folded(text)
    found = [whole[::-1]]
    for run in _ONE_BY_ONE.finditer(whole):
        digits = "".join(_DIGITS[d] for d in re.findall(rf"(?<!\w){_DIGIT}(?!\w)", run.group()))
        found.append(digits)
    for token in _ENCODED.findall(text):
        found += _decoded(token)
    for token in _HEXADECIMAL.findall(text):
        try:
            found.append(folded(bytes.fromhex(re.sub(r"[ :]", "", token)).decode()))
        except ValueError:
            continue
    return tuple(dict.fromkeys(one for one in found if one))


def _decoded(token: str) -> list[str]:
    bare = token.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        text = base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True).decode()
    except (binascii.Error, ValueError):
        return []
    return [folded(text)] if text.isprintable() else []


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
