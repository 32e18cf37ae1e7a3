"""Figures out of nowhere: amounts, percentages, large numbers, codes and dates that stand nowhere before in the record.

What counts as a source is all that anybody wrote before, the organisation, the script and the personas, whoever knew of
it: this finds what was made up, not what was overheard. Dates are a promiser's own.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from scorers.fidelity.slips import Slip
from scorers.realism.log import Log
from sim.spelling import folded
from sim.vocabulary.core import Body
from sim.vocabulary.tracker import TicketChanged
from sim.vocabulary.world import CommitmentMade

_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    "nov(?:ember)?|dec(?:ember)?"
)
_FIGURE = re.compile(
    r"(?P<date>\b\d{4}-\d\d-\d\d\b|\b\d{1,2}(?:st|nd|rd|th)? (?:" + _MONTHS + r")\b|"
    r"\b(?:" + _MONTHS + r") \d{1,2}(?:st|nd|rd|th)?\b)"
    r"|(?P<code>\b[A-Z]{2,}[-/]?\d{2,}\b|\b[A-Z]\d{3,}\b)"
    r"|(?P<amount>(?:[€$£]|\b(?:EUR|USD|GBP|CAD)) ?\d(?:[\d ,.'\u00a0\u202f]*\d)?k?\b|\b\d[\d ,.'\u00a0\u202f]*?"
    r"(?:\d ?|(?<=\d))(?:[€$£]|(?:EUR|USD|GBP|CAD|euros?|dollars?)\b)|\b\d[\d.,]*k\b)"
    r"|(?P<percent>\b\d+(?:[.,]\d+)? ?(?:%|per ?cent\b))"
    r"|(?P<number>\b\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+\b|\b\d{4,}\b)",
    re.I,
)
_MONTHS_SHORT = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DIGITS = re.compile(r"\d+")
_DIGIT = re.compile(r"\d")
_YEAR = re.compile(r"(?:19|20)\d\d")
_THOUSANDS = re.compile(r"(\d+(?:[.,]\d+)?)\s?k\b", re.I)


def figures(text: str) -> Iterator[tuple[str, str]]:
    """The figures in a text: the kind and the words of each."""
    for match in _FIGURE.finditer(text):
        kind = match.lastgroup or ""
        if kind == "number" and _YEAR.fullmatch(match.group()):
            continue
        if kind == "code" and not match.group()[0].isupper():
            continue
        yield kind, match.group().strip()


def bare(figure: str) -> str:
    """A figure as digits and letters, so that "41,300", "41 300" and "41.3k" are one."""
    thousands = _THOUSANDS.fullmatch(figure.strip().lstrip("€$£ "))
    if thousands:
        return str(round(float(thousands[1].replace(",", ".")) * 1000))
    plain = re.sub(r"(?<=\d)[\s,.'’](?=\d{3}(?!\d))", "", folded(figure))
    return re.sub(
        r"[^\w.]|\b(?:eur|usd|gbp|cad|euros?|dollars?|percent|per cent)\b|(?<=\d)(?:st|nd|rd|th)\b", "", plain
    )


class Known:
    """All figures of the texts so far."""

    def __init__(self) -> None:
        self._figures: set[str] = set()
        self._numbers: set[str] = set()

    def take_in(self, text: str) -> None:
        """A text was written: its figures are known from now on."""
        if _DIGIT.search(text) is None:
            return
        plain = folded(text)
        self._numbers.update(_DIGITS.findall(re.sub(r"(?<=\d)[\s,.'’](?=\d{3}(?!\d))", "", plain)))
        self._numbers.update(_DIGITS.findall(plain))
        self._figures.update(bare(words) for _, words in figures(text))

    def has(self, kind: str, words: str) -> bool:
        """Whether a figure was there before, in whatever spelling; a date by its day and month."""
        plain = bare(words)
        if plain in self._figures:
            return True
        if kind == "date":
            return False
        return plain.rpartition(".")[0] in self._numbers if "." in plain else plain in self._numbers


def invented(log: Log) -> Iterator[Slip]:
    """Messages of coworkers with a figure out of nowhere."""
    known = Known()
    for text in _given(log):
        known.take_in(text)
    promising = {(body.where, body.ref) for _, body in log.record.bodies(CommitmentMade)}
    items = {item.serial: item for item in log.items}
    for event in log.record.events():
        item = items.get(event.serial)
        if item is not None and item.sender in log.cast:
            where = "chat" if item.medium in ("dm", "group", "channel") else item.medium
            own_dates = (where, item.id) in promising
            for kind, words in figures(item.text):
                given = kind == "date" and (own_dates or is_about_today(words, event.at))
                if not known.has(kind, words) and not given:
                    told = f"named {words!r}, which stands nowhere before"
                    yield Slip("invented", item.sender, item.serial, item.to, told, value=words)
                    break
        for text in _texts(event.body):
            known.take_in(text)


def is_about_today(words: str, at: int) -> bool:
    """Whether a date is the day of the instant ``at``, the one before or the one after: those need no source."""
    today = datetime.fromtimestamp(at, UTC).date()
    near = {today + timedelta(days=days) for days in (-1, 0, 1)}
    found = re.search(r"[a-z]{3}", folded(words))
    if found is None:
        return any(words == day.isoformat() for day in near)
    number = _DIGITS.search(words)
    named = (_MONTHS_SHORT.index(found[0]) + 1, int(number[0])) if number and found[0] in _MONTHS_SHORT else None
    return any(named == (day.month, day.day) for day in near)


def _given(log: Log) -> Iterator[str]:
    """What was there before anything happened: the organisation, the script, the personas."""
    header = log.record.header
    for part in ("org", "script", "staging", "title", "about"):
        yield from _strings(header.get(part))


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield str(key)
            yield from _strings(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _strings(value)
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield json.dumps(data)


_TEXTS = ("text", "subject", "title", "agenda", "note", "about", "quoted", "value", "what", "why")


@cache
def _names(kind: type[Body]) -> tuple[str, ...]:
    """What in such a body is text."""
    return tuple(name for name in _TEXTS if name in kind.model_fields)


def _texts(body: Body) -> Iterator[str]:
    for name in _names(type(body)):
        found = getattr(body, name, None)
        if isinstance(found, str) and found:
            yield found
    if isinstance(body, TicketChanged):
        yield from (change.new for change in body.changes if change.new)
