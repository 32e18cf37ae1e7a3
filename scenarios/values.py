"""Single values of a scenario file: points in time on somebody's clock, how long a run lasts, names, paths."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Any, ClassVar, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer
from pydantic_core import PydanticCustomError

from sim.calendar import WorkCalendar, add_working, next_working, working_day, working_days
from sim.units import HOUR, BadValue, Duration, WeekTime, Written, advised, duration, local_date, local_instant

_SITE = re.compile(r"\s+in\s+(?P<site>[a-z0-9][a-z0-9._-]*)\s*$")
_PATH = re.compile(r"(?:/[^/\x00-\x1f]+)+")
_TICKET = re.compile(r"[A-Z][A-Z0-9]{1,9}-[1-9][0-9]{0,5}")
_PROJECT = re.compile(r"[A-Z][A-Z0-9]{1,9}")


class Entry(BaseModel):
    """Something an author writes as a mapping of keys."""

    # Built when first used: most entries are only ever read as a part of a whole scenario.
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)


@dataclass(frozen=True)
class When(Written):
    """A point in time on the seat's clock, or, ``in`` a site, on the clock there: ``wed 11:00 in boston``.

    A weekday is the first one on or after the start. A day without a time is its first second, as an end its last.
    """

    time: WeekTime
    site: str | None = None

    FORM: ClassVar[dict[str, Any]] = {
        "type": "string",
        "examples": ["tue 10:15", "week 2 tue 10:15", "day 3 10:00", "2026-03-02 09:00", "wed 11:00 in boston"],
        "description": "A weekday (on or after the start), a day of the run or a date; the seat's clock, or in a site.",
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        found = _SITE.search(text)
        return cls(WeekTime.parse(text[: found.start()] if found else text), found["site"] if found else None)

    def __str__(self) -> str:
        return f"{self.time} in {self.site}" if self.site else str(self.time)


_WRITE_BEFORE = "Write fri 16:40, week 2 fri 16:40 or 2026-02-27 16:40."


@dataclass(frozen=True)
class Before(Written):
    """A point in time before the start: ``thu 16:40`` is the last Thursday before it, ``week 2 thu 16:40`` the one
    before that; or a date."""

    time: WeekTime
    site: str | None = None

    FORM: ClassVar[dict[str, Any]] = {
        "type": "string",
        "examples": ["fri 16:40", "week 2 fri 16:40", "2026-02-27 16:40", "fri 16:40 in boston"],
        "description": "The last such weekday before the start (week 2: the one before), or a date.",
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        try:
            written = When.parse(text)
        except BadValue as error:
            raise BadValue(text, error.rule, _WRITE_BEFORE) from None
        if written.time.day is not None:
            raise BadValue(text, "is a day of the run, and this was before it", _WRITE_BEFORE)
        return cls(written.time, written.site)

    def __str__(self) -> str:
        return str(When(self.time, self.site))

    def instant(self, start: int, zone: str) -> int:
        """The instant meant, in a scenario that starts at ``start``. A day alone means nine in the morning.

        Raises `BadValue` for a date that is not before the start.
        """
        minute = 540 if self.time.minute is None else self.time.minute
        first = local_date(start, zone)
        if self.time.weekday is not None:
            back = (first.weekday() - self.time.weekday) % 7 or 7
            return local_instant(first - timedelta(days=back + 7 * (self.time.week - 1)), minute, zone)
        assert self.time.dated is not None
        at = local_instant(self.time.dated, minute, zone)
        if at >= start:
            raise BadValue(str(self), "is not before the start of the scenario", "Write an earlier time.")
        return at


WORKDAY = 8
"""Hours of working time that a day stands for."""


_DAYS = re.compile(r"(\d+(?:\.\d+)?)\s*(?:days?|d)\b")


def working(written: object) -> object:
    """A duration of somebody's working time as it is written; in seconds where it counts days: "3 days" is 24 hours."""
    if not isinstance(written, str) or not (days := _DAYS.findall(written)):
        return written
    rest = _DAYS.sub("", written).strip()
    return round(sum(map(float, days)) * WORKDAY * HOUR) + (duration(rest) if rest else 0)


def _in_minutes(seconds: int) -> str:
    return f"{seconds // 60}m" if seconds % 60 == 0 else f"{seconds}s"


WorkingTime = Annotated[
    Duration, BeforeValidator(working), PlainSerializer(_in_minutes, return_type=str, when_used="json")
]
"""A duration that counts working time: a day is eight hours."""


_LASTS = re.compile(r"(?P<count>[1-9][0-9]{0,3})\s*(?P<unit>days?|weeks?)")
_WRITE_LASTS = "Write 5 days, 40 hours, 2 weeks or until fri 17:00."


@dataclass(frozen=True)
class Lasts(Written):
    """How long a run lasts: ``5 days`` are working days of the seat, the day of the start included, to the end of work
    on the last; ``2 weeks`` end with the last working day before the same weekday comes round; ``40 hours`` are working
    time of the seat; ``until fri 17:00`` names the end."""

    days: int = 0
    weeks: int = 0
    seconds: int = 0
    until: WeekTime | None = None

    FORM: ClassVar[dict[str, Any]] = {
        "type": "string",
        "examples": ["5 days", "40 hours", "2 weeks", "until fri 17:00"],
        "description": "Working days of the seat, weeks, hours of working time, or until a time.",
    }

    @classmethod
    def parse(cls, text: str) -> Self:
        plain = " ".join(text.casefold().split())
        if plain.startswith("until "):
            try:
                return cls(until=WeekTime.parse(plain.removeprefix("until ")))
            except BadValue as error:
                raise BadValue(text, error.rule, _WRITE_LASTS) from None
        found = _LASTS.fullmatch(plain)
        if found:
            count = int(found["count"])
            return cls(days=count) if found["unit"].startswith("day") else cls(weeks=count)
        try:
            seconds = duration(text)
        except BadValue as error:
            raise BadValue(text, error.rule, _WRITE_LASTS) from None
        if seconds == 0:
            raise BadValue(text, "lasts no time", _WRITE_LASTS)
        if re.search(r"\d\s*[dw]", plain):
            raise BadValue(text, "mixes days with working hours", _WRITE_LASTS)
        return cls(seconds=seconds)

    def __str__(self) -> str:
        if self.until is not None:
            return f"until {self.until}"
        if self.days or self.weeks:
            count, unit = (self.days, "day") if self.days else (self.weeks, "week")
            return f"{count} {unit}{'s' if count > 1 else ''}"
        hours, rest = divmod(self.seconds, 3600)
        return " ".join(part for part in (f"{hours}h" if hours else "", f"{rest // 60}m" if rest else "") if part)

    def end(self, start: int, calendar: WorkCalendar) -> int:
        """The instant at which a run that begins at ``start`` ends, for somebody with this calendar.

        Raises `BadValue` for an end that is not after the start, and `sim.calendar.NoWorkingTime`.
        """
        if self.until is not None:
            end = self.until.end(start, calendar.zone)
            if end <= start:
                raise BadValue(str(self), "is not after the start", _WRITE_LASTS)
            return end
        if self.seconds:
            return add_working(calendar, start, self.seconds)
        if self.days:
            first = next_working(calendar, start)
            return _closing(calendar, working_days(calendar, first, self.days)[-1])
        last = local_date(start, calendar.zone) + timedelta(days=7 * self.weeks - 1)
        while not working_day(calendar, last):
            last -= timedelta(days=1)
            if last < local_date(start, calendar.zone):
                raise BadValue(str(self), "has no working day of the seat in it", _WRITE_LASTS)
        return _closing(calendar, last)


def _closing(calendar: WorkCalendar, day: date) -> int:
    return working_day(calendar, day)[-1][1]


EARLIEST_YEAR, LATEST_YEAR = 1970, 2200
"""Instants count from 1970; and holidays and changes of clocks are not known for ever."""


_WRITE_START = "Write 2026-03-02 09:00."


def _start(value: WeekTime) -> WeekTime:
    if value.dated is None or value.minute is None:
        fix = _WRITE_START if value.dated is None else f"Write {value.dated} 09:00."
        raise BadValue(str(value), "is not a date with a time", fix)
    if not EARLIEST_YEAR <= value.dated.year <= LATEST_YEAR:
        rule = f"is not in the years {EARLIEST_YEAR} to {LATEST_YEAR}, for which calendars are known"
        raise BadValue(str(value), rule, _WRITE_START)
    return value


Starts = Annotated[
    WeekTime, advised(WeekTime, _WRITE_START), AfterValidator(_start), Field(examples=["2026-03-02 09:00"])
]
"""The date and time at which a scenario starts, on the seat's clock."""


def _listed(value: object) -> object:
    if isinstance(value, int | float) and not isinstance(value, bool):
        # The reader of authors' files takes this as the wish for the text that was typed.
        raise PydanticCustomError("string_type", "Input should be a text")
    return [value] if isinstance(value, str) else value


def _some(value: tuple[str, ...]) -> tuple[str, ...]:
    if not value:
        raise BadValue(None, "has nothing in it", "Write one at least.")
    return value


def _path(value: str) -> str:
    if not _PATH.fullmatch(value) or "\\" in value or any(part in (".", "..") for part in value.split("/")):
        plain = re.sub(r"^[A-Za-z]:", "", value).replace("\\", "/").strip("/")
        good = _PATH.fullmatch(f"/{plain}") and not any(part in (".", "..") for part in plain.split("/"))
        fix = f"Write /{plain}." if good else "Write /folder/file.md."
        raise BadValue(value, "is not the path of a file on the drive", fix)
    return value


def _ticket(value: str) -> str:
    if not _TICKET.fullmatch(value):
        raise BadValue(value, "is not a ticket", "Write its project's key and a number: KEY-1.")
    return value


def _project(value: str) -> str:
    if not _PROJECT.fullmatch(value):
        raise BadValue(value, "is not the key of a project: 2 to 10 capital letters and digits", "Write KEY.")
    return value


def _text(value: str) -> str:
    if not value.strip():
        raise BadValue(value, "is empty", "Write it out, or leave the key out.")
    return value.strip()


Names = Annotated[tuple[str, ...], BeforeValidator(_listed, json_schema_input_type=str | list[str])]
"""One name, or a list of names."""
SomeNames = Annotated[Names, AfterValidator(_some)]
"""One name at least."""
Text = Annotated[str, AfterValidator(_text)]
"""A text of one line or many."""
DrivePath = Annotated[str, AfterValidator(_path), Field(examples=["/supply/prices.csv"])]
TicketKey = Annotated[str, AfterValidator(_ticket), Field(examples=["OPS-12"])]
ProjectKey = Annotated[str, AfterValidator(_project), Field(examples=["OPS"])]
Chance = Annotated[float, Field(ge=0, le=1)]
"""From 0 (never) to 1."""
