"""Points in time and lengths of runs, as authors write them."""

from datetime import date

import pytest
from pydantic import TypeAdapter

from scenarios.values import Before, Lasts, When, WorkingTime
from sim.calendar import WorkCalendar
from sim.units import BadValue, WeeklyHours, local_instant

ZONE = "Europe/Vienna"
MONDAY = local_instant(date(2026, 3, 2), 9 * 60, ZONE)
OFFICE = WorkCalendar(ZONE, WeeklyHours.parse("mon-fri 08:00-12:00, 13:00-17:00"))
PART_TIME = WorkCalendar(ZONE, WeeklyHours.parse("mon-wed 09:00-13:00"), frozenset({date(2026, 3, 3)}))


def at(day: int, minute: int, month: int = 3) -> int:
    return local_instant(date(2026, month, day), minute, ZONE)


@pytest.mark.parametrize("text", ["tue 10:15", "week 2 tue", "2026-03-02 09:00", "wed 11:00 in boston", "day 3 10:00"])
def test_a_time_reads_back_as_it_is_written(text: str) -> None:
    """What is parsed and written again is the same text."""
    assert str(When.parse(text)) == text


def test_a_site_is_told_from_a_time() -> None:
    """The words after 'in' name whose clock it is."""
    when = When.parse("wed 11:00 in boston")
    assert (str(when.time), when.site) == ("wed 11:00", "boston")


@pytest.mark.parametrize(
    ("text", "day", "minute", "month"),
    [
        ("fri 16:40", 27, 1000, 2),
        ("mon 16:40", 23, 1000, 2),
        ("sun 10:00", 1, 600, 3),
        ("week 2 fri 16:40", 20, 1000, 2),
        ("2026-02-13 16:20", 13, 980, 2),
        ("thu", 26, 540, 2),
        ("2026-03-02 08:59", 2, 539, 3),
    ],
)
def test_before_the_start_a_weekday_is_the_last_one(text: str, day: int, minute: int, month: int) -> None:
    """A weekday alone is the last before the start, never the day of the start itself; a day alone is its morning."""
    assert Before.parse(text).instant(MONDAY, ZONE) == at(day, minute, month)


def test_before_the_start_nothing_later_can_stand() -> None:
    """A date that is not before the start, and a day of the run, are refused."""
    with pytest.raises(BadValue, match="is not before the start"):
        Before.parse("2026-03-02 09:00").instant(MONDAY, ZONE)
    with pytest.raises(BadValue, match="is a day of the run"):
        Before.parse("day 2 10:00")


@pytest.mark.parametrize(
    ("text", "calendar", "day", "minute"),
    [
        ("1 day", OFFICE, 2, 1020),
        ("5 days", OFFICE, 6, 1020),
        ("6 days", OFFICE, 9, 1020),
        ("2 weeks", OFFICE, 13, 1020),
        ("8 hours", OFFICE, 3, 540),
        ("1h 30m", OFFICE, 2, 630),
        ("until wed 12:00", OFFICE, 4, 720),
        ("until wed", OFFICE, 4, 1440),
        ("2 days", PART_TIME, 4, 780),
        ("1 week", PART_TIME, 4, 780),
    ],
)
def test_how_long_a_run_lasts(text: str, calendar: WorkCalendar, day: int, minute: int) -> None:
    """Days and hours are the seat's working time, holidays left out; a week ends with its last working day."""
    assert Lasts.parse(text).end(MONDAY, calendar) == at(day, minute)
    assert Lasts.parse(str(Lasts.parse(text))) == Lasts.parse(text)


def test_a_run_that_starts_after_hours_has_its_days_still() -> None:
    """The day of the start counts only where some of its work is left."""
    evening = at(2, 20 * 60)
    assert Lasts.parse("1 day").end(evening, OFFICE) == at(3, 1020)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("0 days", "lasts no time"),
        ("0h", "lasts no time"),
        ("5", "is a duration without a unit"),
        ("1 day 2h", "mixes days with working hours"),
        ("2 months", "has an unknown unit"),
        ("until then", "is not a point in time"),
    ],
)
def test_what_is_no_length_of_a_run(text: str, rule: str) -> None:
    """A length needs a unit, of one kind, and has to be more than nothing."""
    with pytest.raises(BadValue, match=rule):
        Lasts.parse(text)


def test_a_run_ends_after_it_starts() -> None:
    """An end that has passed is no end, nor one in a week in which the seat does not work."""
    with pytest.raises(BadValue, match="is not after the start"):
        Lasts.parse("until mon 09:00").end(MONDAY, OFFICE)
    weekend = WorkCalendar(ZONE, WeeklyHours.parse("sat 09:00-10:00"))
    assert Lasts.parse("1 week").end(MONDAY, weekend) == at(7, 600)


@pytest.mark.parametrize(
    ("written", "hours"), [("3 days", 24), ("1 day", 8), ("1.5d", 12), ("24h", 24), ("90m", 1.5), ("1 day 2h", 10)]
)
def test_a_day_of_work_is_eight_hours(written: str, hours: float) -> None:
    """Where working time is counted a day stands for eight hours; written out it reads the same."""
    kind = TypeAdapter(WorkingTime)
    seconds = kind.validate_python(written)
    assert seconds == hours * 3600
    assert kind.validate_python(kind.dump_python(seconds, mode="json")) == seconds
