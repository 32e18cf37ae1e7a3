"""Single values of an author's file of an organisation: ids, names of channels, dates, limits of authority."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Self
from zoneinfo import available_timezones

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, WithJsonSchema

from sim.misspelling import suggest
from sim.spelling import folded
from sim.units import BadValue, Money, Written, zone_of

RESERVED = frozenset(("anyone", "everyone", "nobody", "site", "team", "world"))
"""Words that mean something where a person's id is expected, so nobody is called by them."""

_ID = re.compile(r"[a-z0-9][a-z0-9._-]*")
_CHANNEL = re.compile(r"#[^\s#]{1,79}")


def _id(value: str) -> str:
    if value in RESERVED:
        raise BadValue(value, "has a meaning of its own here and cannot be an id", f"Write {value}-1, or a name.")
    if not _ID.fullmatch(value):
        plain = re.sub(r"[^a-z0-9._-]+", "-", value.casefold()).strip("-._")
        fix = f"Write {plain}." if _ID.fullmatch(plain) else "Write a short name in small letters."
        raise BadValue(value, "is not an id: lower-case letters a to z, digits, dots and dashes", fix)
    return value


def _words(value: str) -> str:
    text = " ".join(value.split())
    if not text:
        raise BadValue(value, "is empty", "Write a word, or leave the key out.")
    return text


def _zone(value: str) -> str:
    try:
        zone_of(value)
    except BadValue as error:
        near = suggest(value, available_timezones()) or next(
            (name for name in sorted(available_timezones()) if name.casefold().endswith("/" + value.casefold())), None
        )
        raise BadValue(value, error.rule, f"Did you mean {near!r}?" if near else error.fix) from None
    return value


def _channel(value: str) -> str:
    if not value.startswith("#"):
        raise BadValue(value, "is a channel without a '#'", f'Write "#{value}", in quotes.')
    if not _CHANNEL.fullmatch(value) or value != value.casefold():
        name = "-".join(value.casefold().replace("#", " ").split())
        rule = "is not a channel's name: no capitals, no spaces, 80 characters at most"
        raise BadValue(value, rule, f'Write "#{name[:79]}".')
    return value


def _day(value: object) -> date:
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(value if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value) else "")
    except ValueError:
        raise BadValue(value, "is not a date", "Write it as 2026-03-02.") from None


def _currency(value: str) -> str:
    if not re.fullmatch(r"[A-Z]{3}", value):
        raise BadValue(value, "is not a currency", "Write its three letters (ISO 4217), such as EUR.")
    return value


def _share(value: float) -> float:
    if not 0 <= value <= 1:
        raise BadValue(value, "is not between 0 and 1", "Write a number from 0 (none) to 1, such as 0.3.")
    return value


Id = Annotated[str, AfterValidator(_id)]
"""The id of a person, team or site: short, lower case, what others write to mean them."""
Words = Annotated[str, AfterValidator(_words)]
"""A few words, with single spaces."""
Ref = Annotated[str, AfterValidator(_words)]
"""Somebody's or something's id where it is referred to; `orgs.check` says whose name is no id, and what was meant."""
Who = Annotated[str, AfterValidator(_words)]
"""A person's id, ``team x``, ``site x`` or ``everyone``."""
Zone = Annotated[str, AfterValidator(_zone), Field(examples=["Europe/Brussels", "America/Toronto"])]
HolidayCode = Annotated[str, Field(examples=["BE", "US-MA", "CA-QC"])]
"""ISO 3166: a country, or a part of one."""
ChannelName = Annotated[str, AfterValidator(_channel)]
Currency = Annotated[str, AfterValidator(_currency), Field(examples=["EUR"])]
Share = Annotated[float, AfterValidator(_share), WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1})]
"""A strength from 0 (none) to 1."""
Day = Annotated[
    date,
    BeforeValidator(_day),
    PlainSerializer(date.isoformat, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$", "examples": ["2026-03-02"]}),
]
"""A date of the calendar."""


@dataclass(frozen=True)
class Limit(Written):
    """The most somebody may approve of a kind: an amount, or ``any`` (``money`` is None) for no limit, and for what is
    not counted in money."""

    money: Money | None

    FORM: ClassVar[dict[str, Any]] = {
        "anyOf": [{"const": "any"}, Money.FORM],
        "examples": ["25 000 EUR", "any"],
        "description": "The most they may approve: an amount with its currency, or any.",
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        if text.strip().casefold() == "any":
            return cls(None)
        try:
            money = Money.parse(text)
        except BadValue as error:
            raise BadValue(text, error.rule, f"{error.fix} For no limit write any.") from None
        if money.amount <= 0:
            raise BadValue(text, "approves nothing", "Write more than zero, or leave the kind out.")
        return cls(money)

    def __str__(self) -> str:
        return "any" if self.money is None else str(self.money)

    def covers(self, amount: Money | None) -> bool:
        """Whether ``amount`` is within it; None, for what is not counted in money, always is. Raises ValueError where
        the two are in different currencies."""
        return self.money is None or amount is None or amount <= self.money

    @property
    def rank(self) -> Decimal:
        """For ordering limits of one kind by size; ``any`` is infinite."""
        return Decimal("Infinity") if self.money is None else self.money.amount


@lru_cache(maxsize=4096)  # every moment of every mind compares the same few topics
def key_of(text: str) -> str:
    """What areas, topics and kinds of approval are compared by: neither case, nor dashes, nor white space count."""
    return folded(re.sub(r"[-_]", " ", text))
