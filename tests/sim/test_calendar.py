"""Working time: what holds for every calendar, in every zone, on the days when the clocks change too."""

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from sim.calendar import (
    HORIZON_DAYS,
    Absence,
    NoWorkingTime,
    WorkCalendar,
    absence_at,
    add_working,
    end_of_working,
    holidays_for,
    in_focus,
    is_absent,
    is_working,
    is_working_day,
    next_morning,
    next_reachable,
    next_working,
    reachable,
    working_between,
    working_day,
    working_days,
)
from sim.units import DAY, HOUR, MINUTE, BadValue, WeeklyHours, local_instant

ZONES = ("Europe/Vienna", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe")
# A few days around each change of clocks of 2026 in one of the zones, and a quiet stretch in summer.
AROUND = (
    date(2026, 3, 6),
    date(2026, 3, 27),
    date(2026, 4, 3),
    date(2026, 7, 1),
    date(2026, 10, 2),
    date(2026, 10, 23),
)
NIGHTS = "mon-fri 22:00-06:00"
DAYS = "mon-fri 08:30-12:30, 13:00-17:00"


def at(text: str, zone: str = "Europe/Vienna", fold: int = 0) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp())


def calendar(hours: str = DAYS, zone: str = "Europe/Vienna", *holidays: str, focus: str | None = None) -> WorkCalendar:
    days = frozenset(date.fromisoformat(day) for day in holidays)
    return WorkCalendar(zone, WeeklyHours.parse(hours), days, focus=WeeklyHours.parse(focus) if focus else None)


@st.composite
def calendars(draw: st.DrawFn) -> WorkCalendar:
    """Any calendar with some work in it: up to three shifts a day at quarters of an hour, nights, holidays, absences.

    Shifts begin and end between 05:00 and 23:45, where no clock changes: there "is it working time" can be told from
    the clock on the wall alone.
    """
    zone = draw(st.sampled_from(ZONES))
    quarters = st.integers(20, 95).map(lambda quarter: quarter * 15)
    shifts: list[tuple[int, int, int]] = []
    for day in draw(st.sets(st.integers(0, 6), min_size=1)):
        edges = sorted(draw(st.sets(quarters, min_size=2, max_size=6)))
        shifts += [(day, start, end) for start, end in zip(edges[::2], edges[1::2], strict=False)]
        if draw(st.booleans()) and len(edges) % 2 == 0:
            shifts.append((day, 23 * 60 + 50, 1440 + 5 * 60 - 10))
    first = draw(st.sampled_from(AROUND))
    holidays = frozenset(first + timedelta(days=n) for n in draw(st.sets(st.integers(-2, 9), max_size=3)))
    cal = WorkCalendar(zone, WeeklyHours(tuple(sorted(shifts))), holidays)
    start = local_instant(first, 0, zone)
    for begin in draw(st.lists(st.integers(0, 9 * DAY), max_size=2)):
        cal = cal.with_absence(start + begin, start + begin + draw(st.integers(1, 3 * DAY)), "leave")
    return cal


@st.composite
def moments(draw: st.DrawFn) -> tuple[WorkCalendar, int]:
    """A calendar and an instant near a change of clocks."""
    cal = draw(calendars())
    first = draw(st.sampled_from(AROUND))
    return cal, local_instant(first, 0, cal.zone) + draw(st.integers(-DAY, 10 * DAY))


def on_the_wall(cal: WorkCalendar, t: int) -> bool:
    """Whether ``t`` is working time, told from the clock and the calendar on the wall."""
    local = datetime.fromtimestamp(t, ZoneInfo(cal.zone))
    if any(absence.start <= t < absence.end for absence in cal.absences):
        return False
    for back in (0, 1):
        day = local.date() - timedelta(days=back)
        second = (local.hour * 60 + local.minute) * 60 + local.second + back * DAY
        if day not in cal.holidays and any(
            weekday == day.weekday() and start * MINUTE <= second < end * MINUTE
            for weekday, start, end in cal.hours.shifts
        ):
            return True
    return False


# --- what holds always ---------------------------------------------------------------------------------------------


@given(moments())
def test_working_time_is_what_the_clock_on_the_wall_says(moment: tuple[WorkCalendar, int]) -> None:
    """Working time is where the local clock shows a time in a shift that no holiday and no absence takes away."""
    cal, t = moment
    assert is_working(cal, t) == on_the_wall(cal, t)


@given(moments(), st.integers(0, 60 * HOUR))
def test_adding_and_measuring_working_time_are_inverse(moment: tuple[WorkCalendar, int], seconds: int) -> None:
    """After `add_working` exactly so much working time has passed, and a second earlier less."""
    cal, t = moment
    done = add_working(cal, t, seconds)
    assert working_between(cal, t, done) == seconds
    if done > t:
        assert working_between(cal, t, done - 1) == seconds - 1


@given(moments(), st.integers(0, 40 * HOUR), st.integers(0, 40 * HOUR))
def test_work_can_be_added_in_pieces(moment: tuple[WorkCalendar, int], first: int, second: int) -> None:
    """Work done in two goes ends when it ends in one, and more work never ends sooner."""
    cal, t = moment
    half = add_working(cal, t, first)
    assert add_working(cal, half, second) == add_working(cal, t, first + second)
    assert t <= half <= add_working(cal, t, first + second)


@given(moments(), st.integers(0, 5 * DAY), st.integers(0, 30 * HOUR))
def test_who_begins_later_ends_no_sooner(moment: tuple[WorkCalendar, int], later: int, seconds: int) -> None:
    """Everything is monotonic in the instant one begins at."""
    cal, t = moment
    assert add_working(cal, t, seconds) <= add_working(cal, t + later, seconds)
    assert next_working(cal, t) <= next_working(cal, t + later)
    assert next_morning(cal, t) <= next_morning(cal, t + later)


@given(moments(), st.integers(0, 9 * DAY), st.integers(0, 9 * DAY))
def test_working_time_adds_up(moment: tuple[WorkCalendar, int], first: int, second: int) -> None:
    """The working time of two stretches in a row is that of both together, and no more than the time that passes."""
    cal, t = moment
    middle, end = t + first, t + first + second
    whole = working_between(cal, t, end)
    assert whole == working_between(cal, t, middle) + working_between(cal, middle, end)
    assert 0 <= whole <= end - t


@given(moments())
def test_next_and_end_bound_a_stretch_of_work(moment: tuple[WorkCalendar, int]) -> None:
    """From `next_working` to `end_of_working` all is work, before and after it none."""
    cal, t = moment
    start = next_working(cal, t)
    end = end_of_working(cal, t)
    assert start >= t
    assert start < end
    assert is_working(cal, start)
    assert working_between(cal, t, start) == 0
    assert working_between(cal, start, end) == end - start
    assert not is_working(cal, end)


@given(moments())
def test_the_next_morning_begins_the_work_of_a_later_date(moment: tuple[WorkCalendar, int]) -> None:
    """`next_morning` is the first stretch of the next working day; no working day lies between."""
    cal, t = moment
    morning = next_morning(cal, t)
    today = datetime.fromtimestamp(t, ZoneInfo(cal.zone)).date()
    (day,) = working_days(cal, local_instant(today + timedelta(days=1), 0, cal.zone), 1)
    assert morning == working_day(cal, day)[0][0]
    assert is_working(cal, morning)
    assert day > today


@given(moments(), st.lists(st.tuples(st.integers(0, 4 * DAY), st.integers(1, 9 * HOUR)), max_size=4))
def test_reachable_is_the_first_of_what_is_free(
    moment: tuple[WorkCalendar, int], meetings: list[tuple[int, int]]
) -> None:
    """`next_reachable` is reachable, and nothing reachable lies between (looked at once a minute)."""
    cal, t = moment
    cal = WorkCalendar(cal.zone, cal.hours, cal.holidays, cal.absences, WeeklyHours.parse("mon-sun 09:00-10:15"))
    busy = [(t + start, t + start + length) for start, length in meetings]
    found = next_reachable(cal, t, busy=busy)
    assert found >= t
    assert reachable(cal, found, busy=busy)
    assert not any(reachable(cal, before, busy=busy) for before in range(t, found, MINUTE))


@given(moments())
def test_what_was_asked_before_changes_no_answer(moment: tuple[WorkCalendar, int]) -> None:
    """A calendar that has answered much is equal to a fresh one, in answers, hash and comparison."""
    cal, t = moment
    fresh = pickle.loads(pickle.dumps(WorkCalendar(cal.zone, cal.hours, cal.holidays, cal.absences)))
    add_working(cal, t - 20 * DAY, 80 * HOUR)
    assert (cal, hash(cal)) == (fresh, hash(fresh))
    assert add_working(cal, t, HOUR) == add_working(fresh, t, HOUR)


def test_a_calendar_survives_json_and_is_written_alike_each_time() -> None:
    """A record may hold calendars: JSON has dates in order and hours as authors write them, and no cached answers."""
    cal = calendar(
        DAYS, "Europe/Vienna", "2026-05-01", "2026-01-01", "2026-12-25", "2026-04-06", focus="mon 09:00-10:00"
    )
    cal = cal.with_absence(10, 20, "leave")
    is_working(cal, 0)
    in_focus(cal, 0)
    written = TypeAdapter(WorkCalendar).dump_json(cal)
    assert json.loads(written) == {
        "zone": "Europe/Vienna",
        "hours": DAYS,
        "holidays": ["2026-01-01", "2026-04-06", "2026-05-01", "2026-12-25"],
        "absences": [{"start": 10, "end": 20, "why": "leave"}],
        "focus": "mon 09:00-10:00",
    }
    assert TypeAdapter(WorkCalendar).validate_json(written) == cal


# --- changes of clocks -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "night", "hours"),
    [
        ("Europe/Vienna", "2026-03-28", 7),
        ("Europe/Vienna", "2026-10-24", 9),
        ("America/New_York", "2026-03-07", 7),
        ("America/New_York", "2026-10-31", 9),
        ("Australia/Lord_Howe", "2026-10-03", 7.5),
        ("Australia/Lord_Howe", "2026-04-04", 8.5),
        ("Asia/Kolkata", "2026-03-28", 8),
    ],
)
def test_a_night_shift_over_a_change_of_clocks_is_longer_or_shorter(zone: str, night: str, hours: float) -> None:
    """A shift from 22:00 to 06:00 lasts as long as passes: an hour (on Lord Howe half of one) less or more."""
    cal = calendar("sat 22:00-06:00", zone)
    start = at(f"{night} 22:00", zone)
    assert next_working(cal, start - DAY) == start
    assert end_of_working(cal, start) - start == hours * HOUR
    assert working_between(cal, start - DAY, start + DAY) == hours * HOUR


def test_a_shift_that_begins_in_the_gap_begins_with_the_change() -> None:
    """Where clocks go from 02:00 to 03:00, hours from 02:30 begin at 03:00, hours until 02:30 end then."""
    change = at("2026-03-29 03:00")
    assert working_day(calendar("sun 02:30-05:00"), date(2026, 3, 29)) == ((change, at("2026-03-29 05:00")),)
    assert working_day(calendar("sun 00:30-02:30"), date(2026, 3, 29)) == ((at("2026-03-29 00:30"), change),)
    assert working_day(calendar("sun 02:15-02:45"), date(2026, 3, 29)) == ()
    assert working_day(calendar("sun 02:30-03:15"), date(2026, 3, 29)) == ((change, at("2026-03-29 03:15")),)


def test_of_an_hour_that_comes_twice_the_first_bounds_the_shift() -> None:
    """Where 02:30 comes twice, hours end at the first and begin at the first, and do not overlap."""
    first, second = at("2026-10-25 02:30"), at("2026-10-25 02:30", fold=1)
    cal = calendar("sun 00:00-02:30, 02:30-06:00")
    assert second - first == HOUR
    assert end_of_working(calendar("sun 00:00-02:30"), first - HOUR) == first
    assert next_working(calendar("sun 02:30-06:00"), first - HOUR) == first
    assert working_between(cal, first - 3 * HOUR, second + 4 * HOUR) == 7 * HOUR


# --- the ordinary cases, spelt out ---------------------------------------------------------------------------------


def test_stretches_are_half_open() -> None:
    """At 08:30 work has begun, at 12:30 and at 17:00 it is over."""
    cal = calendar()
    expected = {"08:29": False, "08:30": True, "12:29": True, "12:30": False, "13:00": True, "17:00": False}
    assert {clock: is_working(cal, at(f"2026-03-02 {clock}")) for clock in expected} == expected


def test_work_is_done_at_the_end_of_the_day_that_it_fills() -> None:
    """Eight hours from Monday morning end on Monday at 17:00; a second more ends on Tuesday; none ends at once."""
    cal = calendar()
    monday = at("2026-03-02 08:30")
    assert add_working(cal, monday, 8 * HOUR) == at("2026-03-02 17:00")
    assert add_working(cal, monday, 8 * HOUR + 1) == at("2026-03-03 08:30") + 1
    assert add_working(cal, at("2026-03-07 12:00"), 0) == at("2026-03-07 12:00")
    assert add_working(cal, at("2026-03-06 16:00"), 2 * HOUR) == at("2026-03-09 09:30")


def test_work_that_fills_a_week_ends_with_its_last_shift() -> None:
    """Forty hours from Thursday at midnight (a week of UTC since 1970) end on Wednesday at 17:00, not a day later."""
    thursday = at("2026-03-05 00:00", "UTC")
    assert add_working(calendar(DAYS, "UTC"), thursday, 40 * HOUR) == at("2026-03-11 17:00", "UTC")
    assert add_working(calendar("daily 00:00-24:00", "UTC"), thursday, 14 * DAY) == thursday + 14 * DAY


def test_touching_shifts_are_one_stretch() -> None:
    """A shift until midnight and one from midnight are one stretch, over the end of the week in UTC (Thursday) too."""
    cal = calendar("wed 18:00-24:00; thu 00:00-06:00", "UTC")
    assert end_of_working(cal, at("2026-03-04 18:00", "UTC")) == at("2026-03-05 06:00", "UTC")
    nights = calendar(NIGHTS, "UTC")
    assert end_of_working(nights, at("2026-03-04 23:00", "UTC")) == at("2026-03-05 06:00", "UTC")


def test_no_shift_begins_on_a_holiday_but_one_may_end_there() -> None:
    """A holiday takes away the shifts of its date; the night shift of the evening before goes on into it."""
    cal = calendar(NIGHTS, "Europe/Vienna", "2026-03-04")
    assert is_working(cal, at("2026-03-04 05:00"))
    assert not is_working(cal, at("2026-03-04 23:00"))
    assert not is_working(cal, at("2026-03-05 05:00"))
    assert next_working(cal, at("2026-03-04 12:00")) == at("2026-03-05 22:00")
    assert next_morning(cal, at("2026-03-03 23:00")) == at("2026-03-05 22:00")


def test_an_absence_is_no_working_time() -> None:
    """Leave takes its time out of the working time, to the second; the calendar without it is still to be had."""
    start, end = at("2026-03-03 10:00"), at("2026-03-04 09:00")
    cal = calendar().with_absence(start, end, "leave")
    assert is_working(cal, start - 1)
    assert not is_working(cal, start)
    assert next_working(cal, start) == end
    assert working_between(cal, at("2026-03-03 00:00"), at("2026-03-05 00:00")) == 9 * HOUR
    assert next_morning(cal, at("2026-03-03 09:00")) == end
    assert is_working(cal.without_absences(), start)
    assert cal.without_absences() == calendar()


def test_absences_say_why_and_end_before_their_end() -> None:
    """`absence_at` names the absence, the earliest of several; at its end one is back; a free evening is none."""
    leave = Absence(at("2026-03-03 00:00"), at("2026-03-06 00:00"), "leave")
    ill = Absence(at("2026-03-04 00:00"), at("2026-03-05 00:00"), "ill")
    cal = WorkCalendar("Europe/Vienna", WeeklyHours.parse(DAYS), absences=(ill, leave))
    assert absence_at(cal, leave.start - 1) is None
    assert absence_at(cal, ill.start) == leave
    assert absence_at(cal, leave.end) is None
    assert not is_absent(cal, at("2026-03-02 20:00"))
    assert is_absent(cal, at("2026-03-03 20:00"))


def test_an_absence_that_ends_before_it_begins_is_refused() -> None:
    """An absence has a length."""
    with pytest.raises(BadValue, match="ends before it begins"):
        Absence(100, 100)


def test_a_focus_block_is_work_but_nobody_is_to_be_had() -> None:
    """In a focus block one works and is not reachable; on a holiday there is none."""
    cal = calendar(DAYS, "Europe/Vienna", "2026-03-03", focus="mon-fri 08:30-10:30")
    morning = at("2026-03-02 09:00")
    assert is_working(cal, morning)
    assert in_focus(cal, morning)
    assert not reachable(cal, morning)
    assert not in_focus(cal, at("2026-03-02 10:30"))
    assert next_reachable(cal, morning) == at("2026-03-02 10:30")
    assert not in_focus(cal, at("2026-03-03 09:00"))
    assert next_reachable(cal, at("2026-03-02 17:00")) == at("2026-03-04 10:30")


def test_meetings_in_a_row_are_waited_out() -> None:
    """Busy stretches may overlap, touch and come in any order; who is busy until the evening is reachable tomorrow."""
    cal = calendar()
    ten, noon = at("2026-03-02 10:00"), at("2026-03-02 12:00")
    busy = [(ten + HOUR, noon), (ten, ten + HOUR), (ten - HOUR, ten + 60)]
    assert not reachable(cal, ten, busy=busy)
    assert next_reachable(cal, ten - HOUR, busy=iter(busy)) == noon
    assert next_reachable(cal, ten, busy=[(ten, at("2026-03-02 18:00"))]) == at("2026-03-03 08:30")


def test_working_days_are_counted_by_the_date_of_the_shift() -> None:
    """Weekends, holidays and whole days of leave are no working days; a half day of leave is one."""
    cal = calendar(DAYS, "Europe/Vienna", "2026-03-09")
    cal = cal.with_absence(at("2026-03-10 00:00"), at("2026-03-11 12:00"), "leave")
    days = working_days(cal, at("2026-03-06 20:00"), 3)
    assert days == (date(2026, 3, 6), date(2026, 3, 11), date(2026, 3, 12))
    assert working_days(cal, at("2026-03-06 20:00"), 0) == ()
    assert not is_working_day(cal, date(2026, 3, 7))
    assert working_day(cal, date(2026, 3, 11)) == (
        (at("2026-03-11 12:00"), at("2026-03-11 12:30")),
        (at("2026-03-11 13:00"), at("2026-03-11 17:00")),
    )


# --- calendars that never work, or always --------------------------------------------------------------------------


def nothing_else_than(message: str, ask: Callable[[], object]) -> None:
    with pytest.raises(NoWorkingTime, match=message):
        ask()


def test_a_calendar_without_work_is_an_error_not_a_loop() -> None:
    """Whoever has no working time for 400 days is told so, with zone and date, whatever is asked."""
    t = at("2026-03-02 09:00")
    cal = calendar().with_absence(t - DAY, t + 3000 * DAY, "gone")
    message = f"{HORIZON_DAYS} days after 2026-03-0[0-9] .Europe/Vienna."
    nothing_else_than(message, lambda: next_working(cal, t))
    nothing_else_than(message, lambda: end_of_working(cal, t))
    nothing_else_than(message, lambda: next_morning(cal, t))
    nothing_else_than(message, lambda: next_reachable(cal, t))
    nothing_else_than(message, lambda: working_days(cal, t, 1))
    nothing_else_than(f"{HORIZON_DAYS} days after", lambda: add_working(cal, t, 1))
    assert working_between(cal, t, t + 800 * DAY) == 0


def test_who_is_always_in_focus_is_never_reachable() -> None:
    """Focus over all working hours is an error too, not a loop."""
    cal = calendar("mon-fri 09:00-17:00", focus="mon-fri 09:00-17:00")
    nothing_else_than("focus", lambda: next_reachable(cal, at("2026-03-02 09:00")))


def test_work_after_a_long_leave_is_found() -> None:
    """A year of leave is not "no working time", and work longer than 400 days is no reason to give up."""
    t = at("2026-03-02 09:00")
    cal = calendar().with_absence(t, t + 365 * DAY, "parental leave")
    assert next_working(cal, t) == t + 365 * DAY
    assert working_between(cal, t, add_working(cal, t, 6000 * HOUR)) == 6000 * HOUR


def test_the_error_survives_being_raised_anew_from_its_arguments() -> None:
    """A kernel that rebuilds an exception from its arguments gets the same one."""
    error = NoWorkingTime("UTC", 0)
    again = type(error)(*error.args)
    assert str(again) == str(error)


def test_hours_without_an_end_are_an_error_where_an_end_is_asked() -> None:
    """Work around the clock can be added and measured, and mornings come, but the stretch has no end."""
    cal = calendar("daily 00:00-24:00")
    t = at("2026-03-28 12:34")
    assert add_working(cal, t, 100 * HOUR) == t + 100 * HOUR
    assert working_between(cal, t, t + 100 * DAY) == 100 * DAY
    assert next_morning(cal, t) == at("2026-03-29 00:00")
    with pytest.raises(BadValue, match="never ends"):
        end_of_working(cal, t)


def test_working_time_is_counted_forward_only() -> None:
    """Negative work, and an end before its beginning, are errors."""
    with pytest.raises(ValueError, match="not negative: -1"):
        add_working(calendar(), 0, -1)
    with pytest.raises(ValueError, match="0 is before 1"):
        working_between(calendar(), 1, 0)


def test_an_unknown_zone_is_refused() -> None:
    """A calendar has a zone of the IANA database."""
    with pytest.raises(BadValue, match=r"'Europe/Wien' is not an IANA time zone.*Europe/Vienna"):
        calendar(DAYS, "Europe/Wien")


# --- holidays ------------------------------------------------------------------------------------------------------


def test_holidays_of_countries_and_their_parts() -> None:
    """The national day of Austria, Patriots' Day in Massachusetts only, St Andrew's Day in Scotland only."""
    assert date(2026, 10, 26) in holidays_for("AT", [2026])
    assert date(2026, 4, 20) in holidays_for("US-MA", [2026])
    assert date(2026, 4, 20) not in holidays_for("US", [2026])
    assert date(2026, 11, 30) in holidays_for("GB-SCT", range(2026, 2028))
    assert {day.year for day in holidays_for("at", (2026, 2027))} == {2026, 2027}


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("AUS-TRIA", "'AUS-TRIA' is not a part of AUS"),
        ("Q9", "'Q9' is not a country whose holidays are known"),
        ("US-M4", "'US-M4' is not a part of US .* Leave the part out: US"),
        ("", "'' is not a country"),
    ],
)
def test_an_unknown_holiday_code_is_an_error_with_the_fix(code: str, message: str) -> None:
    """A code that is not known is named, with what to write instead; it never means "no holidays"."""
    with pytest.raises(BadValue, match=message):
        holidays_for(code, [2026])


def test_a_year_without_known_holidays_is_an_error() -> None:
    """A year for which nothing is known is not a year without holidays."""
    with pytest.raises(BadValue, match="no known holidays in 1700"):
        holidays_for("AT", [1700])


def test_holidays_are_those_of_the_library() -> None:
    """A country is opened without all the others, and has the holidays that the library itself gives it. Countries
    that build on another one, or have names for their parts, are among them."""
    import holidays

    for code in ("AT", "AUT", "UK", "GB-SCT", "US-MA", "BE", "CA-QC", "AX", "GP", "IM", "IL", "IN-MH", "DE-BY", "JP"):
        country, _, part = code.partition("-")
        theirs = frozenset(holidays.country_holidays(country, subdiv=part or None, years=[2026, 2027]))
        assert holidays_for(code, (2026, 2027)) == theirs, code


def test_the_library_of_holidays_is_opened_late() -> None:
    """Whoever asks for no holidays does not pay for them."""
    code = "import sys, sim.calendar; sys.exit('holidays' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2], check=False).returncode == 0


def test_instants_are_utc_seconds() -> None:
    """08:30 in Vienna in winter is 07:30 UTC."""
    start = next_working(calendar(), at("2026-03-02 00:00"))
    assert datetime.fromtimestamp(start, UTC) == datetime(2026, 3, 2, 7, 30, tzinfo=UTC)
