"""Times and days in the apps, between an instant and the local time of whoever reads or writes."""

from datetime import date, timedelta

from sim.actions import Refused
from sim.apps.when import instant, within_reach
from sim.localtime import long_local
from sim.office import Office
from sim.units import BadValue, duration, local_date, local_instant


def shown(office: Office, reader: str, at: int) -> str:
    """``at`` on the reader's clock, the zone named: "Tue 3 March 2026, 10:15 (Europe/Vienna)"."""
    zone = office.org.person(reader).calendar.zone
    return f"{long_local(at, zone)} ({zone})"


def point(office: Office, actor: str, written: str) -> int:
    """The instant of a time that names its time of day. Raises :class:`~sim.actions.Refused` for a day alone."""
    at = instant(office, actor, written)
    if _is_day(written):
        raise Refused("bad_argument", f"{written!r} is a day without a time: write {written} 14:00, say")
    return at


def day_of(office: Office, actor: str, written: str) -> date:
    """The local date of "today", "tomorrow", "fri" or "2026-03-05"; of a time, its date.

    Unlike a time, a date may be past. Raises :class:`~sim.actions.Refused`.
    """
    zone = office.org.person(actor).calendar.zone
    try:
        return within_reach(office, date.fromisoformat(written.strip()))
    except ValueError:
        pass  # it is said in words
    at = instant(office, actor, written)
    return local_date(at - 1 if _is_day(written) else at, zone)


def deadline(office: Office, actor: str, written: str) -> int:
    """The instant by which something is due: a day alone means its last minute, 23:59."""
    at = instant(office, actor, written)
    return at - 60 if _is_day(written) else at


def midnight(office: Office, actor: str, day: date) -> int:
    """The first instant of a day on the actor's calendar."""
    return local_instant(day, 0, office.org.person(actor).calendar.zone)


def days(first: date, last: date) -> tuple[date, ...]:
    """Every date from ``first`` to ``last``, both included."""
    return tuple(first + timedelta(days=n) for n in range((last - first).days + 1))


def _is_day(written: str) -> bool:
    """Whether an accepted time is a day alone: all others have a colon or are a duration."""
    if ":" in written:
        return False
    try:
        duration(written)
    except BadValue:
        return True
    return False
