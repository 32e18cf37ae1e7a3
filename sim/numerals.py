"""Whole numbers in words, in English and in the languages that colleagues may use among themselves.

For recognising a number that somebody spells out, not for writing: of several ways to say one the usual one is given.
"""

from collections.abc import Callable
from functools import lru_cache

MOST = 10**6
"""Numbers from here on have no words in languages other than English."""

_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_ENGLISH_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
_GERMAN = (
    "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn"
    " achtzehn neunzehn"
).split()
_GERMAN_TENS = "_ _ zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_DUTCH = (
    "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien"
    " achttien negentien"
).split()
_DUTCH_TENS = "_ _ twintig dertig veertig vijftig zestig zeventig tachtig negentig".split()
_FRENCH = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit"
    " dix-neuf"
).split()
_FRENCH_TENS = "_ _ vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt".split()
_SPANISH = (
    "cero un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete"
    " dieciocho diecinueve veinte veintiún veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete"
    " veintiocho veintinueve"
).split()
_SPANISH_TENS = "_ _ veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()
_SPANISH_HUNDREDS = (
    "_ ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
).split()
_ITALIAN = (
    "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici"
    " diciassette diciotto diciannove"
).split()
_ITALIAN_TENS = "_ _ venti trenta quaranta cinquanta sessanta settanta ottanta novanta".split()

_SPOKEN = (_ENGLISH, _GERMAN, _DUTCH, _FRENCH, _SPANISH, _ITALIAN)
_OTHERWISE = (
    {"oh": "0", "nought": "0", "null": "0"}, {"eins": "1", "eine": "1", "zwo": "2"}, {"één": "1"}, {"une": "1"},
    {"uno": "1", "una": "1"}, {"un": "1", "una": "1"},
)  # fmt: skip
DIGITS = tuple(
    {**{word: str(n) for n, word in enumerate(words[:10])}, **otherwise}
    for words, otherwise in zip(_SPOKEN, _OTHERWISE, strict=True)
)
"""The words for single digits, in English and in each of the other languages."""
TWO_DIGITS = {word: str(n) for n, word in enumerate(_ENGLISH) if n > 9} | {
    tens: f"{n}0" for n, tens in enumerate(_ENGLISH_TENS) if n > 1
}
"""The English words for ten to nineteen and for the tens."""


def in_english(number: int) -> str:
    """A whole number below a million million in English, without hyphens and "and".

    >>> in_english(41300)
    'forty one thousand three hundred'
    """
    left, said = number, []
    for power, name in ((10**9, "billion"), (10**6, "million"), (10**3, "thousand")):
        if left >= power:
            said.append(f"{_english(left // power)} {name}")
            left %= power
    return " ".join([*said, *([_english(left)] if left else [])])


@lru_cache(maxsize=1024)
def abroad(number: int) -> tuple[str, ...]:
    """The number in German, Dutch, French, Spanish and Italian; empty from :data:`MOST` on.

    >>> abroad(41300)[0]
    'einundvierzigtausenddreihundert'
    """
    if not 0 < number < MOST:
        return ()
    thousands, rest = divmod(number, 1000)
    return (
        _joined(thousands, rest, _german, "tausend", ""),
        _joined(thousands, rest, _dutch, "duizend", " ", one=""),
        _joined(thousands, rest, _french, " mille", " ", one=""),
        _joined(thousands, rest, _spanish, " mil", " ", one=""),
        (f"{'' if thousands == 1 else _italian(thousands)}{'mille' if thousands == 1 else 'mila'}" if thousands else "")
        + (_italian(rest) if rest else ""),
    )


def _joined(thousands: int, rest: int, below: Callable[[int], str], name: str, gap: str, one: str | None = None) -> str:
    """Thousands and what is left of a number; ``one`` stands for a single thousand where the language has its own."""
    head = ""
    if thousands:
        head = f"{one if thousands == 1 and one is not None else below(thousands)}{name}".strip()
    return gap.join(part for part in (head, below(rest) if rest else "") if part)


def _english(number: int) -> str:
    said = [f"{_ENGLISH[number // 100]} hundred"] if number >= 100 else []
    number %= 100
    if number >= 20:
        said.append(_ENGLISH_TENS[number // 10])
        number %= 10
    if number:
        said.append(_ENGLISH[number])
    return " ".join(said)


def _german(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    said = f"{_GERMAN[hundreds]}hundert" if hundreds else ""
    if rest < 20:
        return said + (_GERMAN[rest] if rest else "")
    return said + (f"{_GERMAN[rest % 10]}und" if rest % 10 else "") + _GERMAN_TENS[rest // 10]


def _dutch(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    said = f"{_DUTCH[hundreds] if hundreds > 1 else ''}honderd" if hundreds else ""
    if rest < 20:
        return said + (_DUTCH[rest] if rest else "")
    return said + (f"{_DUTCH[rest % 10]}en" if rest % 10 else "") + _DUTCH_TENS[rest // 10]


def _french(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    said = []
    if hundreds:
        said.append("cent" if hundreds == 1 else f"{_FRENCH[hundreds]} cent{'s' if not rest else ''}")
    if 0 < rest < 20:
        said.append(_FRENCH[rest])
    elif rest:
        tens, ones = divmod(rest, 10)
        if tens in (7, 9):
            ones += 10
        joint = " et " if ones in (1, 11) and tens < 8 else "-"
        said.append(_FRENCH_TENS[tens] + (f"{joint}{_FRENCH[ones]}" if ones else "s" if tens == 8 else ""))
    return " ".join(said)


def _spanish(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    if number == 100:
        return "cien"
    said = [_SPANISH_HUNDREDS[hundreds]] if hundreds else []
    if 0 < rest < 30:
        said.append(_SPANISH[rest])
    elif rest:
        said.append(_SPANISH_TENS[rest // 10] + (f" y {_SPANISH[rest % 10]}" if rest % 10 else ""))
    return " ".join(said)


def _italian(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    said = f"{_ITALIAN[hundreds] if hundreds > 1 else ''}cento" if hundreds else ""
    if rest < 20:
        return said + (_ITALIAN[rest] if rest else "")
    tens, ones = _ITALIAN_TENS[rest // 10], rest % 10
    return said + (tens[:-1] if ones in (1, 8) else tens) + (_ITALIAN[ones] if ones else "")
