"""What authors write for time, money and working hours, and what it means.

Every value is one short text with its unit: ``20m``, ``20m to 2h``, ``25 000 EUR``, ``week 2 tue 10:15``,
``mon-fri 08:30-17:00``. This module turns such a text into a value and a value back into its canonical text. It is
pure: no clock, no files. All types here can be the type of a pydantic field; they accept the text or the value itself,
are written to JSON as the canonical text, and describe themselves in JSON Schema with a pattern and examples.

An *instant* is an ``int``: Unix seconds, UTC. A *duration* is an ``int`` of seconds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Self
from zoneinfo import ZoneInfo

from pydantic import (
    BeforeValidator,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainSerializer,
    ValidationInfo,
    WithJsonSchema,
)
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

AUTHORED: Mapping[str, bool] = {"authored": True}
"""The pydantic validation context of a file an author wrote: there, a bare number is no duration."""


class BadValue(ValueError):
    """A written value breaks a rule.

    ``value`` is what was written, ``rule`` what is wrong with it (it reads on after the value: "has no unit"), ``fix``
    a whole sentence that says what to write, ``below`` the keys that lead from the validated place to the value, for a
    validator of a whole model that objects to one of its keys. All arguments are positional.
    """

    def __init__(self, value: object, rule: str, fix: str = "", below: tuple[str | int, ...] = ()) -> None:
        super().__init__(value, rule, fix, below)
        self.value = value
        self.rule = rule
        self.fix = fix
        self.below = below

    def __str__(self) -> str:
        return f"{self.value!r} {self.rule}." + (f" {self.fix}" if self.fix else "")


class Written:
    """A value that an author writes as one short text; the common door of the types below to pydantic."""

    FORM: ClassVar[dict[str, Any]]

    @classmethod
    def parse(cls, text: str) -> Self:
        """The value that ``text`` means. Raises `BadValue`."""
        raise NotImplementedError

    @classmethod
    def _accept(cls, value: object) -> Self:
        if isinstance(value, cls):
            return value
        if not isinstance(value, str):
            # The reader of authors' files takes this as the wish for the text that was typed: 1.10, not 1.1.
            raise PydanticCustomError("string_type", "Input should be a text")
        return cls.parse(value)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            cls._accept, serialization=core_schema.to_string_ser_schema(when_used="json")
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return dict(cls.FORM)


def advised(kind: type[Written], fix: str) -> BeforeValidator:
    """What fails to be a ``kind`` is told with this ``fix``: for a place that takes only some of its forms."""

    def parsed(value: object) -> object:
        try:
            return kind.parse(value) if isinstance(value, str) else value
        except BadValue as error:
            raise BadValue(error.value, error.rule, fix) from None

    return BeforeValidator(parsed)


# --- durations ---------------------------------------------------------------------------------------------------

_UNITS = {
    "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1,
    "m": MINUTE, "min": MINUTE, "mins": MINUTE, "minute": MINUTE, "minutes": MINUTE,
    "h": HOUR, "hr": HOUR, "hrs": HOUR, "hour": HOUR, "hours": HOUR,
    "d": DAY, "day": DAY, "days": DAY,
    "w": WEEK, "wk": WEEK, "wks": WEEK, "week": WEEK, "weeks": WEEK,
}  # fmt: skip
_AMOUNT = r"[0-9]{1,9}(?:\.[0-9]{1,6})?"
_PIECE = re.compile(rf"\s*({_AMOUNT})\s*([^\W\d_]+)")
_UNIT_PATTERN = "(?:" + "|".join(sorted(_UNITS, key=lambda word: (-len(word), word))) + ")"
_DURATION_PATTERN = rf"{_AMOUNT} ?{_UNIT_PATTERN}(?: ?{_AMOUNT} ?{_UNIT_PATTERN})*"
_WRITE_DURATION = "Write 20m, 2h, 1h 30m, 1 day or 2 weeks."


def duration(text: str) -> int:
    """The seconds that a text such as ``20m``, ``2h``, ``1h 30m``, ``90s``, ``1 day`` or ``2 weeks`` means.

    A day is 24 hours and a week 7 such days, on the clock: weekends and nights count. (What is measured in working
    time says so where it is used.) Raises `BadValue` if there is no unit, an unknown one, or less than whole seconds.
    """
    rest = text.strip()
    if not rest:
        raise BadValue(text, "is not a duration", _WRITE_DURATION)
    if re.fullmatch(_AMOUNT, rest):
        raise BadValue(text, "is a duration without a unit", f"Write {rest}m, {rest}h or {rest} days.")
    total = Decimal(0)
    last = 10 * WEEK
    while rest:
        piece = _PIECE.match(rest)
        if piece is None:
            raise BadValue(text, "is not a duration", _WRITE_DURATION)
        size = _UNITS.get(piece[2].casefold())
        if size is None:
            hint = "Months and years differ in length: write weeks or days." if piece[2][:2] in ("mo", "ye") else ""
            raise BadValue(text, f"has an unknown unit of time, {piece[2]!r}", hint or _WRITE_DURATION)
        if size >= last:
            raise BadValue(text, "does not go from the larger unit to the smaller", _WRITE_DURATION)
        total += Decimal(piece[1]) * size
        last = size
        rest = rest[piece.end() :].strip()
    if total != int(total):
        raise BadValue(text, "is not a whole number of seconds", "Time here has no fractions of a second: round it.")
    return int(total)


def spell_duration(seconds: int) -> str:
    """The canonical text of a duration: the inverse of `duration`. Raises ValueError below zero."""
    if seconds < 0:
        raise ValueError(f"a duration is not negative: {seconds}")
    if seconds and seconds % WEEK == 0:
        return _counted(seconds // WEEK, "week")
    pieces = [_counted(seconds // DAY, "day")] if seconds >= DAY else []
    rest = seconds % DAY
    for size, sign in ((HOUR, "h"), (MINUTE, "m"), (1, "s")):
        if rest >= size:
            pieces.append(f"{rest // size}{sign}")
            rest %= size
    return " ".join(pieces) or "0s"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _accept_duration(value: object, info: ValidationInfo) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        if info.context and info.context.get("authored") and value != 0:
            return duration(str(value))
        if value < 0:
            raise BadValue(value, "is less than no time", _WRITE_DURATION)
        return value
    if not isinstance(value, str):
        raise PydanticCustomError("string_type", "Input should be a text")
    return duration(value)


DURATION_FORM: dict[str, Any] = {
    "type": "string",
    "pattern": f"^(?:{_DURATION_PATTERN})$",
    "examples": ["20m", "2h", "1h 30m", "1 day", "2 weeks"],
    "description": "A duration with its unit. A day is 24 hours on the clock.",
}

Duration = Annotated[
    int,
    BeforeValidator(_accept_duration),
    PlainSerializer(spell_duration, return_type=str, when_used="json"),
    WithJsonSchema(DURATION_FORM),
]
"""A pydantic field of seconds, written ``20m``. Code may hand in an int; in an author's file a number needs a unit."""


@dataclass(frozen=True, order=True)
class Span(Written):
    """A range of durations, ``low`` to ``high`` seconds, both included: ``20m to 2h``. ``20m`` alone is 20m to 20m."""

    low: int
    high: int

    FORM: ClassVar[dict[str, Any]] = {
        "type": "string",
        "pattern": f"^(?:{_DURATION_PATTERN})(?: to (?:{_DURATION_PATTERN}))?$",
        "examples": ["20m to 2h", "30m to 1 day", "5m"],
        "description": "A range of durations, or one duration.",
    }

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high:
            raise BadValue(f"{self.low}s to {self.high}s", "does not go from less to more", "Write 20m to 2h.")

    @classmethod
    def parse(cls, text: str) -> Self:
        low, apart, high = re.sub(r"\s*[-–—]\s*|(?:^|\s+)to(?:\s+|$)", "\0", text.strip(), count=1).partition("\0")
        if not apart:
            seconds = duration(low)
            return cls(seconds, seconds)
        if re.fullmatch(_AMOUNT, low):
            raise BadValue(text, f"has no unit after {low}", "Write the unit twice: 20m to 40m.")
        if not low or not high:
            raise BadValue(text, "is not a range of durations", "Write 20m to 2h.")
        try:
            first, last = duration(low), duration(high)
        except BadValue as error:
            raise BadValue(text, f"is not a range of durations: {error.value!r} {error.rule}", error.fix) from None
        if first > last:
            raise BadValue(text, "does not go from less to more", f"Write {high} to {low}.")
        return cls(first, last)

    def __str__(self) -> str:
        if self.low == self.high:
            return spell_duration(self.low)
        return f"{spell_duration(self.low)} to {spell_duration(self.high)}"


# --- money -------------------------------------------------------------------------------------------------------

_GAP = " \u00a0\u202f\u2009_'’"
_WRITE_MONEY = "Write 25 000 EUR, 46,900 EUR, 12.50 EUR or 1.5k USD."
_MONEY = re.compile(
    rf"(?P<sign>-?)(?P<whole>[0-9]+|[0-9]{{1,3}}(?P<gap>[,{_GAP}])[0-9]{{3}}(?:(?P=gap)[0-9]{{3}})*)"
    rf"(?:\.(?P<part>[0-9]+))?[{_GAP}]?(?P<scale>[kKmM]?)"
)


@dataclass(frozen=True)
class Money(Written):
    """An amount in a currency (three letters, ISO 4217). Equal if both are; ordered within one currency only:
    comparing or adding two currencies raises ValueError."""

    amount: Decimal
    currency: str

    FORM: ClassVar[dict[str, Any]] = {
        "type": "string",
        "pattern": "^-?[0-9][0-9 .,_']*[kKmM]? ?[A-Z]{3}$|^[A-Z]{3} ?-?[0-9][0-9 .,_']*[kKmM]?$",
        "examples": ["25 000 EUR", "46,900 EUR", "12.50 EUR", "1.5k USD"],
        "description": "An amount and its currency (three capital letters). A dot is a decimal point.",
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        found = re.fullmatch(r"\s*(?:(?P<a>[A-Z]{3})\s*)?(?P<n>[^A-Z]*?[kKmM]?)\s*(?P<b>[A-Z]{3})?\s*", text)
        currency = found and (found["a"] or found["b"])
        if not found or not currency or (found["a"] and found["b"]):
            if re.search(r"[0-9]", text) and not re.search(r"[^\W\dkKmM_]{2}", text):
                raise BadValue(text, "has no currency", _WRITE_MONEY)
            raise BadValue(text, "is not an amount of money", _WRITE_MONEY)
        return cls(_amount(text, found["n"]), currency)

    def __str__(self) -> str:
        amount = self.amount
        if amount == amount.to_integral_value():
            digits = f"{int(amount):,}"
        else:
            shown = amount.normalize()
            places = max(2, -int(shown.as_tuple().exponent))
            # Three decimals could be read as thousands.
            digits = f"{shown:,.{4 if places == 3 else places}f}"
        return f"{digits.replace(',', ' ')} {self.currency}"

    def _same(self, other: object) -> Decimal:
        if not isinstance(other, Money):
            raise TypeError(f"money is compared with money, not with {type(other).__name__}")
        if other.currency != self.currency:
            raise ValueError(f"{self} and {other} are in two currencies: there is no exchange rate here")
        return other.amount

    def __lt__(self, other: Money) -> bool:
        return self.amount < self._same(other)

    def __le__(self, other: Money) -> bool:
        return self.amount <= self._same(other)

    def __gt__(self, other: Money) -> bool:
        return self.amount > self._same(other)

    def __ge__(self, other: Money) -> bool:
        return self.amount >= self._same(other)

    def __add__(self, other: Money) -> Money:
        return Money(self.amount + self._same(other), self.currency)

    def __sub__(self, other: Money) -> Money:
        return Money(self.amount - self._same(other), self.currency)


def _amount(text: str, written: str) -> Decimal:
    found = _MONEY.fullmatch(written.strip())
    if not found:
        if written.count(".") > 1 or re.search(r"\..*,", written):
            raise BadValue(text, "has more than one decimal point, or a comma after it", _WRITE_MONEY)
        if re.search("[0-9],[0-9]", written):
            raise BadValue(
                text, "has a comma that does not set off thousands", "A dot is the decimal point: 46.90 EUR."
            )
        raise BadValue(text, "is not an amount of money", _WRITE_MONEY)
    whole, part, scale = re.sub(r"[^0-9]", "", found["whole"]), found["part"] or "", found["scale"]
    if len(part) == 3 and not scale:
        currency = text.strip(f" .,0123456789-{_GAP}")
        fix = f"Write {whole} {part} {currency} for thousands, {whole}.{part[:2]} {currency} for cents."
        raise BadValue(text, "can be read as thousands or as decimals", fix)
    if len(whole) > 18 or len(part) > 9:
        raise BadValue(text, "has too many digits for money", _WRITE_MONEY)
    factor = {"": 1, "k": 1_000, "m": 1_000_000}[scale.lower()]
    return Decimal(f"{found['sign']}{whole}.{part or 0}") * factor


# --- points in time ----------------------------------------------------------------------------------------------

_CLOCK = r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9]"
_DAY_NAMES = {name: number for number, name in enumerate(WEEKDAYS)} | {
    "monday": 0, "tues": 1, "tuesday": 1, "weds": 2, "wednesday": 2, "thur": 3, "thurs": 3, "thursday": 3,
    "friday": 4, "saturday": 5, "sunday": 6,
}  # fmt: skip
_DAY_PATTERN = "(?:" + "|".join(sorted(_DAY_NAMES, key=lambda word: (-len(word), word))) + ")"
WITHOUT_DAY = "is a time without a day"
"""The rule that a bare ``10:00`` breaks."""
_WRITE_TIME = "Write tue 10:15, week 2 tue 10:15, day 3 10:00 or 2026-03-02 09:00."
_WEEK_TIME = re.compile(
    rf"(?:(?:week (?P<week>[1-9][0-9]{{0,3}}) )?(?P<weekday>{_DAY_PATTERN})|day (?P<day>[1-9][0-9]{{0,4}})"
    rf"|(?P<date>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}))(?:[ t](?P<clock>{_CLOCK}))?"
)


@lru_cache(maxsize=256)
def zone_of(zone: str) -> ZoneInfo:
    """The time zone with this IANA name. Raises `BadValue` for a name that is not one."""
    try:
        return ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        raise BadValue(zone, "is not an IANA time zone", "Write a name such as Europe/Vienna or UTC.") from None


def local_instant(day: date, minute: int, zone: str) -> int:
    """The instant at which the clocks in ``zone`` show ``minute`` minutes after midnight on ``day``.

    ``minute`` may be 1440 or more: it goes on into the next day. A time that a change of clocks leaves out is read
    with the offset before the change (02:30 becomes 03:30); of a time that comes twice, the first is meant (PEP 495).
    """
    day += timedelta(days=minute // 1440)
    minute %= 1440
    moment = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone_of(zone))
    return int(moment.timestamp())


def local_date(instant: int, zone: str) -> date:
    """The date that the calendar on the wall in ``zone`` shows at ``instant``."""
    return datetime.fromtimestamp(instant, zone_of(zone)).date()


def _minute(clock: str) -> int:
    hours, minutes = clock.split(":")
    return int(hours) * 60 + int(minutes)


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


@dataclass(frozen=True)
class WeekTime(Written):
    """A point in the time of a scenario, in the local time of some zone.

    - ``tue 10:15``: the first Tuesday on or after the date of the start. So a weekday that lies earlier in the week
      than the start means next week's.
    - ``week 2 tue 10:15``: seven days later. Week 1 is the seven days from the start's date on, and may be left out.
    - ``day 3 10:00``: the third calendar day of the run; the date of the start is day 1, weekends count.
    - ``2026-03-02 09:00``: that date.

    Without a time of day it names a whole day (``minute`` is None): `instant` is its first second, `end` its end.
    """

    weekday: int | None = None
    week: int = 1
    day: int | None = None
    dated: date | None = None
    minute: int | None = None

    FORM: ClassVar[dict[str, Any]] = {
        "type": "string",
        "pattern": rf"^(?:(?:week [1-9][0-9]{{0,3}} )?{_DAY_PATTERN}|day [1-9][0-9]{{0,4}}"
        rf"|[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})(?:[ T]{_CLOCK})?$",
        "examples": ["tue 10:15", "week 2 tue 10:15", "day 3 10:00", "2026-03-02 09:00"],
        "description": "A weekday (on or after the start), a day of the run (day 1 is the start) or a date.",
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        found = _WEEK_TIME.fullmatch(" ".join(text.casefold().split()))
        if not found:
            if re.fullmatch(_CLOCK, text.strip()):
                raise BadValue(text, WITHOUT_DAY, f"Write tue {text.strip()} or day 3 {text.strip()}.")
            raise BadValue(text, "is not a point in time", _WRITE_TIME)
        minute = _minute(found["clock"]) if found["clock"] else None
        if found["weekday"]:
            return cls(weekday=_DAY_NAMES[found["weekday"]], week=int(found["week"] or 1), minute=minute)
        if found["day"]:
            return cls(day=int(found["day"]), minute=minute)
        try:
            return cls(dated=date.fromisoformat(found["date"]), minute=minute)
        except ValueError:
            raise BadValue(text, "is not a date of the calendar", _WRITE_TIME) from None

    def __str__(self) -> str:
        if self.weekday is not None:
            day = f"week {self.week} {WEEKDAYS[self.weekday]}" if self.week > 1 else WEEKDAYS[self.weekday]
        elif self.day is not None:
            day = f"day {self.day}"
        else:
            day = str(self.dated)
        return day if self.minute is None else f"{day} {_clock(self.minute)}"

    def on(self, start: int, zone: str) -> date:
        """The date meant, in a scenario that starts at the instant ``start``. Raises `BadValue` if that is earlier."""
        first = local_date(start, zone)
        if self.weekday is not None:
            return first + timedelta(days=(self.weekday - first.weekday()) % 7 + 7 * (self.week - 1))
        if self.day is not None:
            return first + timedelta(days=self.day - 1)
        assert self.dated is not None
        if self.dated < first:
            raise BadValue(str(self), f"is before the start of the scenario on {first}", f"Write {first} or later.")
        return self.dated

    def instant(self, start: int, zone: str) -> int:
        """The instant meant, in a scenario that starts at ``start``; never before the date of the start in ``zone``,
        but it may be earlier on that date. A whole day means its first second."""
        return local_instant(self.on(start, zone), self.minute or 0, zone)

    def end(self, start: int, zone: str) -> int:
        """The same as `instant`, but a whole day means its end, the first second that is no longer of it."""
        return local_instant(self.on(start, zone), 1440 if self.minute is None else self.minute, zone)


# --- working hours -----------------------------------------------------------------------------------------------

_END_CLOCK = rf"(?:{_CLOCK}|24:00)"
_DAYS = re.compile(rf"{_DAY_PATTERN}(?:-{_DAY_PATTERN})?")
_WRITE_HOURS = "Write mon-fri 08:30-17:00, or mon-thu 09:00-12:30, 13:00-17:00; fri 09:00-13:00."


@dataclass(frozen=True)
class WeeklyHours(Written):
    """Hours that come back every week, in local time.

    ``shifts`` are triples (weekday, from, to), sorted, without overlap; Monday is 0, times are minutes after midnight.
    ``to`` above 1440 runs into the next day: ``mon-fri 22:00-06:00`` is five nights, the last ends on Saturday.
    """

    shifts: tuple[tuple[int, int, int], ...]

    FORM: ClassVar[dict[str, Any]] = {
        "type": "string",
        "pattern": rf"^(?:daily|{_DAY_PATTERN})[a-z0-9:;, -]+$",
        "examples": ["mon-fri 08:30-17:00", "mon-thu 09:00-12:30, 13:00-17:00; fri 09:00-13:00", "mon-fri 22:00-06:00"],
        "description": "Weekly hours: days, then times; several groups are set apart by a semicolon.",
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        shifts: list[tuple[int, int, int]] = []
        plain = re.sub(r"\s*[-–—]\s*", "-", " ".join(text.casefold().split()))
        for group in plain.split(";"):
            found = re.fullmatch(r"\s*([^0-9]+?)\s*((?:[0-9]).*?)\s*", group)
            if not found:
                raise BadValue(text, "is not a list of weekly hours", _WRITE_HOURS)
            times = [_times(text, part.strip()) for part in found[2].split(",")]
            shifts += [(day, start, end) for day in _days(text, found[1]) for start, end in times]
        shifts.sort()
        for before, after in zip(shifts, [*shifts[1:], (shifts[0][0] + 7, *shifts[0][1:])], strict=True):
            if before[0] * 1440 + before[2] > after[0] * 1440 + after[1]:
                raise BadValue(text, f"has hours that overlap on {WEEKDAYS[after[0] % 7]}", _WRITE_HOURS)
        return cls(tuple(shifts))

    def __str__(self) -> str:
        of_day: dict[int, str] = {}
        for day, start, end in self.shifts:
            times = f"{_clock(start)}-{_clock(end if end <= 1440 else end - 1440)}"
            of_day[day] = f"{of_day[day]}, {times}" if day in of_day else times
        groups: list[tuple[list[int], str]] = []
        for day, times in of_day.items():
            if groups and groups[-1][1] == times and groups[-1][0][-1] == day - 1:
                groups[-1][0].append(day)
            else:
                groups.append(([day], times))
        return "; ".join(
            (WEEKDAYS[days[0]] if len(days) == 1 else f"{WEEKDAYS[days[0]]}-{WEEKDAYS[days[-1]]}") + f" {times}"
            for days, times in groups
        )

    def on(self, weekday: int) -> tuple[tuple[int, int], ...]:
        """The shifts that begin on a weekday (Monday is 0) as pairs of minutes after its midnight."""
        return tuple((start, end) for day, start, end in self.shifts if day == weekday)

    @property
    def seconds(self) -> int:
        """The length of a week's hours in seconds."""
        return sum(end - start for _, start, end in self.shifts) * MINUTE


def _days(text: str, written: str) -> list[int]:
    if written.strip(" :") == "daily":
        return list(range(7))
    days: list[int] = []
    for part in re.split(r"\s*,\s*|\s+and\s+|\s+", written.strip(" :,")):
        if not _DAYS.fullmatch(part):
            raise BadValue(text, f"has no such day, {part!r}", _WRITE_HOURS)
        first, _, last = part.partition("-")
        start = _DAY_NAMES[first]
        length = (_DAY_NAMES[last or first] - start) % 7 + 1
        days += [(start + step) % 7 for step in range(length)]
    return days


def _times(text: str, written: str) -> tuple[int, int]:
    start, _, end = written.partition("-")
    if not (re.fullmatch(_CLOCK, start) and re.fullmatch(_END_CLOCK, end)):
        raise BadValue(text, f"has no hours from and to, {written!r}", _WRITE_HOURS)
    first, last = _minute(start), _minute(end)
    if first == last:
        fix = "For all day write mon-fri 00:00-24:00."
        raise BadValue(text, f"has hours that begin when they end, {written!r}", fix)
    return first, last if last > first else last + 1440
