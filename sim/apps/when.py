"""Times as people at work write them in an action: "14:00", "tomorrow 09:00", "fri 12:00", "2026-03-05", "2h"."""

import re
from dataclasses import replace
from datetime import date, datetime, timedelta

from sim.actions import Refused
from sim.localtime import long_local
from sim.office import Office
from sim.units import DAY, BadValue, WeekTime, duration, local_date, local_instant

WAYS = '"14:00", "tomorrow 09:00", "fri 12:00", "2026-03-05", "2026-03-05 09:00" (your local time) or "2h" (from now)'
"""What can be written, for descriptions and refusals."""

_YEARS = 5
FARTHEST = _YEARS * 366 * DAY
"""How far from now a time may be, in seconds: nobody plans a meeting, and no calendar is computed, beyond that."""

_CLOCK = re.compile(r"(?:(today|tomorrow)[ ,]*(?:at )?)?(?:([01]?\d|2[0-3]):([0-5]\d))?", re.IGNORECASE)


def written_for(office: Office, reader: str, at: int) -> str:
    """``at`` on the reader's own clock, such as "Tue 3 March 2026, 10:15"."""
    return long_local(at, office.org.person(reader).calendar.zone)


def instant(office: Office, actor: str, written: str | int) -> int:
    """The instant that ``written`` means for ``actor`` now; an int is one already.

    A weekday is the next one, today included while the time is still to come; a time of day alone is today's, also
    where it is past; a day alone means its end. Raises :class:`Refused`, also for what is further off than
    :data:`FARTHEST`.
    """
    try:
        meant = written if isinstance(written, int) else _meant(office, actor, written)
    except (OverflowError, ValueError, OSError):  # a date or number beyond what a calendar holds
        meant = None
    if meant is None or abs(meant - office.now) > FARTHEST:
        raise Refused("bad_argument", f"{written!r} is too far away: a time is at most {_YEARS} years from now")
    return meant


def within_reach(office: Office, day: date) -> date:
    """``day``, where it is at most as far away as a time may be. Raises :class:`Refused`."""
    if abs((day - local_date(office.now, "UTC")).days) * DAY > FARTHEST:
        raise Refused("bad_argument", f"{day} is too far away: a day is at most {_YEARS} years from now")
    return day


def _meant(office: Office, actor: str, written: str) -> int:
    text = " ".join(written.split())
    zone = office.org.person(actor).calendar.zone
    today = local_date(office.now, zone)
    clock = _CLOCK.fullmatch(text)
    if clock and text:
        day = today + timedelta(days=(clock[1] or "").casefold() == "tomorrow")
        minute = int(clock[2]) * 60 + int(clock[3]) if clock[2] else 1440
        return local_instant(day, minute, zone)
    if re.match(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d", text) and re.search(r"(?:Z|[+-]\d\d:?\d\d)$", text):
        try:
            return int(datetime.fromisoformat(text).timestamp())
        except ValueError:
            pass  # refused below, with what would do
    try:
        return office.now + duration(text)
    except BadValue:
        pass  # it is no duration: perhaps a day
    try:
        time = WeekTime.parse(text)
    except BadValue:
        time = WeekTime()
    if time.dated is not None and time.dated < today:
        raise Refused("in_the_past", f"{written!r} is past: today is {today}")
    if time.dated is None and time.weekday is None:
        raise Refused("bad_argument", f"{written!r} is not a time: write {WAYS}")
    meant = time.end(office.now, zone)
    if time.weekday is not None and meant <= office.now:
        meant = replace(time, week=time.week + 1).end(office.now, zone)
    return meant
