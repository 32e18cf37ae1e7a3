"""Instants as people write them: in words, in a zone."""

from datetime import datetime
from zoneinfo import ZoneInfo

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def local(at: int, zone: str) -> datetime:
    """The instant as an aware datetime in ``zone``."""
    return datetime.fromtimestamp(at, ZoneInfo(zone))


def day_and_time(at: int, zone: str) -> str:
    """Such as "Tue 10:15"."""
    t = local(at, zone)
    return f"{_DAYS[t.weekday()]} {t:%H:%M}"


def long_local(at: int, zone: str) -> str:
    """Such as "Tue 3 March 2026, 10:15"."""
    t = local(at, zone)
    return f"{_DAYS[t.weekday()]} {t.day} {_MONTHS[t.month - 1]} {t.year}, {t:%H:%M}"


def iso_local(at: int, zone: str) -> str:
    """Such as "2026-03-03 10:15"."""
    return f"{local(at, zone):%Y-%m-%d %H:%M}"
