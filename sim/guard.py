"""What somebody must keep from an audience, as a question that can be asked of a text: does it give any of it away?

The answer is yes or no, by fact. A mind can ask it of what it is about to say without ever being shown the content, and
the world asks it of whatever is said. Recognised are the spellings that the world itself counts as stating a value
(:mod:`sim.spelling`), the same number however its digits are grouped, scaled or told one by one, whole numbers in
English words and those of five other languages, a day of the year in the usual ways to write it, and any of these
backwards, in base64 or in hexadecimal digits. A whole number of four digits and more is recognised too where it is told
in two or more messages that follow one another, as parts of a number. What is only hinted at is not.
"""

import base64
import binascii
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from sim.numerals import DIGITS, TWO_DIGITS, abroad, in_english
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
_BETWEEN = r"[\s,./…_|;:-]+(?:(?:and|then|next)\s+)?"
"""What may stand between digits that are told one by one."""
_POINT = r"\s+(?:point|dot|komma|punkt|virgule|coma|punto|virgola)\s+"
_POINTS = frozenset(re.findall(r"[a-z]{3,}", _POINT))
_TIMES = {"double": 2, "triple": 3}
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
SPLIT = 3
"""Messages before one over which a number that is told in parts may be spread."""
_BARE = 3
"""Words up to which a message with one figure in it is that figure and little else."""
_A_PART = re.compile(
    r"\b(?:starts?|begins?|beginning|ends?|ending|first|last|final|then|next|follow(?:s|ed)|rest|remaining|digits?|"
    r"after that)\b"
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

    def is_split(self, before: Sequence[str], text: str) -> bool:
        """Whether a folded ``text`` completes a number of which the beginning, or the end, was told ``before``.

        Only what is told as a part of a number counts ("it starts with 41", "and then 20", a bare "20"), in messages
        that follow one another: figures that merely stand in two messages are no number.
        """
        whole = [number for number in self.numbers if number.isdigit() and len(number) > _SIGNIFICANT]
        mine = _part(text) if whole else ""
        if not mine:
            return False
        parts = [mine]
        for one in reversed(before[-SPLIT:]):
            earlier = _part(folded(one))
            if not earlier and not any(sign.isdigit() for sign in one):
                continue
            if not earlier:
                return False
            parts.insert(0, earlier)
            if {"".join(parts), "".join(reversed(parts))} & set(whole):
                return True
        return False


@dataclass(frozen=True, slots=True)
class Guard:
    """What one person keeps from one audience now. ``talk`` is what was said before."""

    kept: tuple[Kept, ...] = ()
    talk: str = ""
    before: tuple[str, ...] = ()
    """What this person said there just before, oldest first."""

    def __call__(self, text: str) -> tuple[str, ...]:
        """The facts that ``text`` gives away."""
        if not self.kept or not text:
            return ()
        whole, talk = folded(text), _words(self.talk)
        within = _hidden(text)
        plainly = (whole, *_respelled(whole))
        return tuple(
            kept.fact
            for kept in self.kept
            if any(kept.is_in(one, talk) for one in plainly)
            or any(kept.is_in(one, talk, hidden=True) for one in within)
            or kept.is_split(self.before, whole)
        )


def _part(text: str) -> str:
    """The digits of a folded text that tells a part of a number; "" for any other."""
    (text,) = _respelled(text)[:1] or (text,)
    if len(text.split()) <= _BARE:
        text = " ".join(DIGITS[0].get(word) or TWO_DIGITS.get(word) or word for word in text.split())
    found = re.findall(r"(?<![\w.,:/-])\d{1,6}(?![\w:/]|[.,]\d)", text)
    is_one = len(found) == 1 and (_A_PART.search(text) is not None or len(text.split()) <= _BARE)
    return found[0] if is_one else ""


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
    """Texts that are in a text: the whole of it backwards, what is encoded in it; folded."""
    found = [folded(text)[::-1]]
    for token in _ENCODED.findall(text):
        found += _decoded(token)
    for token in _HEXADECIMAL.findall(text):
        try:
            found.append(folded(bytes.fromhex(re.sub(r"[ :]", "", token)).decode()))
        except ValueError:
            continue
    return tuple(dict.fromkeys(one for one in found if one))


@lru_cache(maxsize=512)
def _respelled(whole: str) -> tuple[str, ...]:
    """A folded text as it reads with the digits that it tells one by one put together, where it tells any."""
    found = (run.sub(partial(_together, digits=digits), whole) for run, digits in _runs())
    return tuple(dict.fromkeys(text for text in found if text != whole))


@lru_cache(maxsize=1)
def _runs() -> tuple[tuple[re.Pattern[str], Mapping[str, str]], ...]:
    """For each language what a run of digits looks like, and the words for them: "four one, double zero"."""
    found = []
    for language, own in enumerate(DIGITS):
        digits = {folded(word): digit for word, digit in own.items()} | {str(n): str(n) for n in range(10)}
        one = "|".join(map(re.escape, digits))
        tens = "|".join(TWO_DIGITS) if language == 0 else r"(?!)"
        item = rf"(?>(?:(?:{'|'.join(_TIMES)})\s+)?(?:(?:{tens})(?:[\s-](?:{one})(?!\w))?|(?:{one}))(?!\w))"
        run = rf"(?<![\w.,])(?>{item}(?:(?:{_POINT}|{_BETWEEN}){item})+)(?!\s?(?:{'|'.join(_POWERS)})\b)"
        found.append((re.compile(run), digits | (TWO_DIGITS if language == 0 else {})))
    return tuple(found)


def _together(run: re.Match[str], digits: Mapping[str, str]) -> str:
    """Digits told one by one as the number they make ("one seven point five": 17.5); left as they are where they are
    too few to make one."""
    told = run.group()
    number, times, tens, after = "", 1, False, ""
    for word in re.findall(r"\w+|-", told):
        if word in _TIMES:
            times = _TIMES[word]
        elif word in digits:
            digit = digits[word]
            joins = len(after) == 2 and after.endswith("0") and after != "10" and len(digit) == 1 and digit != "0"
            number = number[:-1] + digit if joins else number + digit * times
            tens, times, after = tens or len(digit) == 2, 1, digit
        elif word in _POINTS and "." not in number:
            number, after = f"{number}.", ""
        elif word != "-":
            after = ""
    counted = len(number.replace(".", ""))
    return number if counted > 3 or (counted == 3 and not tens) or ("." in number and counted > 1) else told


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
