"""What authors write for time, money and working hours: what it means, how it is written back, what is refused."""

import re
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError

from sim.units import (
    AUTHORED,
    DAY,
    HOUR,
    MINUTE,
    WEEK,
    BadValue,
    Duration,
    Money,
    Span,
    WeeklyHours,
    WeekTime,
    duration,
    local_date,
    local_instant,
    spell_duration,
    zone_of,
)

VIENNA = "Europe/Vienna"
ZONES = st.sampled_from(["Europe/Vienna", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC"])


class Plan(BaseModel):
    """A model with a field of each kind."""

    takes: Duration = 2 * HOUR
    notice: Span = Span(MINUTE, HOUR)
    limit: Money = Money(Decimal(25_000), "EUR")
    by: WeekTime = WeekTime(weekday=3, minute=960)
    hours: WeeklyHours = WeeklyHours(((0, 510, 1020),))


def at(text: str, zone: str = VIENNA) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


# --- durations -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("20m", 20 * MINUTE),
        ("2h", 2 * HOUR),
        ("1 day", DAY),
        ("90s", 90),
        ("1h 30m", 90 * MINUTE),
        ("1h30m", 90 * MINUTE),
        ("3 days", 3 * DAY),
        ("2 weeks", 14 * DAY),
        ("1.5h", 90 * MINUTE),
        ("0s", 0),
        *((f"2 {unit}", 2) for unit in ("s", "sec", "secs", "second", "seconds")),
        *((f"2{unit}", 2 * MINUTE) for unit in ("m", "min", "mins", "minute", "Minutes")),
        *((f" 2  {unit} ", 2 * HOUR) for unit in ("h", "hr", "hrs", "hour", "hours")),
        *((f"2{unit}", 2 * WEEK) for unit in ("w", "wk", "wks", "week", "weeks")),
        ("3d", 3 * DAY),
    ],
)
def test_a_duration_is_read_with_its_unit(text: str, seconds: int) -> None:
    """Every reasonable spelling of a unit is understood; a day is 24 hours and a week seven days."""
    assert duration(text) == seconds


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("20", "'20' is a duration without a unit. Write 20m, 20h or 20 days."),
        ("", "'' is not a duration. Write 20m"),
        ("soon", "'soon' is not a duration. Write 20m"),
        ("20 mn", "'20 mn' has an unknown unit of time, 'mn'. Write 20m"),
        ("1 month", "'1 month' has an unknown unit of time, 'month'. Months .* write weeks or days"),
        ("30m 1h", "'30m 1h' does not go from the larger unit to the smaller"),
        ("1h 2h", "'1h 2h' does not go from the larger unit to the smaller"),
        ("-5m", "'-5m' is not a duration"),
        ("1.5s", "'1.5s' is not a whole number of seconds"),
        ("1h and 5m", "'1h and 5m' is not a duration"),
        ("5m!", "'5m!' is not a duration"),
        ("9999999999h", "is not a duration"),
        ("٣h", "is not a duration"),
    ],
)
def test_a_bad_duration_is_an_error_with_the_fix(text: str, message: str) -> None:
    """What is no duration is named, with the rule it breaks and what to write."""
    with pytest.raises(BadValue, match=f"^{message}" if message.startswith("'") else message):
        duration(text)


@given(st.integers(0, 400 * DAY))
def test_a_duration_survives_being_written_and_read(seconds: int) -> None:
    """`duration` and `spell_duration` are inverse, and what is written fits the pattern of the editor's schema."""
    text = spell_duration(seconds)
    assert duration(text) == seconds
    assert re.search(TypeAdapter(Duration).json_schema()["pattern"], text)


def test_canonical_durations_read_aloud() -> None:
    """The canonical text uses the largest units."""
    spelt = [spell_duration(n) for n in (0, 59, 90 * MINUTE, DAY, 36 * HOUR, 7 * DAY, 10 * DAY, 3 * WEEK)]
    assert spelt == ["0s", "59s", "1h 30m", "1 day", "1 day 12h", "1 week", "10 days", "3 weeks"]
    with pytest.raises(ValueError, match="-1"):
        spell_duration(-1)


def test_a_bare_number_is_seconds_in_code_and_an_error_in_an_authors_file() -> None:
    """Code hands in seconds; an author who leaves out the unit is asked for it, but for 0, which needs none."""
    field = TypeAdapter(Duration)
    assert field.validate_python(90) == 90
    assert field.validate_python(0, context=AUTHORED) == 0
    assert field.validate_python("90s", context=AUTHORED) == 90
    with pytest.raises(ValidationError, match=r"'90' is a duration without a unit. Write 90m"):
        field.validate_python(90, context=AUTHORED)
    for wrong in (-1, True, 1.5, None, [1]):
        with pytest.raises(ValidationError):
            field.validate_python(wrong)


# --- spans ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("20m to 2h", 20 * MINUTE, 2 * HOUR),
        ("30m to 1 day", 30 * MINUTE, DAY),
        ("1h 30m to 2h", 90 * MINUTE, 2 * HOUR),
        ("20m-2h", 20 * MINUTE, 2 * HOUR),
        ("20m – 2h", 20 * MINUTE, 2 * HOUR),
        ("5m", 5 * MINUTE, 5 * MINUTE),
        ("5m to 5m", 5 * MINUTE, 5 * MINUTE),
    ],
)
def test_a_span_is_two_durations_or_one(text: str, low: int, high: int) -> None:
    """A range goes from low to high, both included; a single duration is both."""
    assert Span.parse(text) == Span(low, high)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2h to 20m", "'2h to 20m' does not go from less to more. Write 20m to 2h."),
        ("20 to 40m", "'20 to 40m' has no unit after 20. Write the unit twice"),
        ("5m to", "'5m to' is not a range of durations. Write 20m to 2h"),
        ("to 5m", "'to 5m' is not a range of durations"),
        ("5m to later", "'5m to later' is not a range of durations: 'later' is not a duration"),
        ("5m to 1h to 2h", "'5m to 1h to 2h' is not a range of durations"),
    ],
)
def test_a_bad_span_is_an_error_with_the_fix(text: str, message: str) -> None:
    """A range that runs backwards, or lacks an end or a unit, is refused."""
    with pytest.raises(BadValue, match=f"^{message}"):
        Span.parse(text)


@given(st.integers(0, 30 * DAY), st.integers(0, 30 * DAY))
def test_a_span_survives_being_written_and_read(low: int, more: int) -> None:
    """`str` and `parse` are inverse."""
    span = Span(low, low + more)
    assert Span.parse(str(span)) == span


def test_a_span_in_code_goes_from_less_to_more() -> None:
    """The rule holds for values made in code too."""
    with pytest.raises(BadValue, match="less to more"):
        Span(2, 1)


# --- money ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("25 000 EUR", "25000", "EUR"),
        ("46,900 EUR", "46900", "EUR"),
        ("1,234,567.89 USD", "1234567.89", "USD"),
        ("1.5k USD", "1500", "USD"),
        ("1.125k USD", "1125", "USD"),
        ("2m EUR", "2000000", "EUR"),
        ("2 M EUR", "2000000", "EUR"),
        ("12.50 EUR", "12.5", "EUR"),
        ("12.5EUR", "12.5", "EUR"),
        ("EUR 25 000", "25000", "EUR"),
        ("25\u00a0000 EUR", "25000", "EUR"),
        ("25\u202f000 EUR", "25000", "EUR"),
        ("25'000 CHF", "25000", "CHF"),
        ("0 EUR", "0", "EUR"),
        ("-500 EUR", "-500", "EUR"),
        ("0.0005 BTC", "0.0005", "BTC"),
    ],
)
def test_money_is_read_as_it_is_written(text: str, amount: str, currency: str) -> None:
    """Gaps and commas set off thousands, a dot is the decimal point, k and m are thousands and millions."""
    assert Money.parse(text) == Money(Decimal(amount), currency)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("25000", "'25000' has no currency. Write 25 000 EUR"),
        ("25 000 €", "has no currency"),
        ("$5", "has no currency"),
        ("41.300 EUR", "can be read as thousands or as decimals. Write 41 300 EUR for thousands, 41.30 EUR"),
        ("0.005 BTC", "can be read as thousands or as decimals"),
        ("2500 000 EUR", "is not an amount of money"),
        ("1 234,567 EUR", "has a comma that does not set off thousands"),
        ("46,90 EUR", "has a comma that does not set off thousands. A dot is the decimal point: 46.90 EUR"),
        ("1.234,56 EUR", "'1.234,56 EUR' has "),
        ("1.234.567 EUR", "has more than one decimal point"),
        ("25 00 EUR", "is not an amount of money"),
        ("EUR", "is not an amount of money"),
        ("EUR 5 USD", "is not an amount of money"),
        ("five EUR", "is not an amount of money"),
        ("5 euros", "is not an amount of money"),
        ("1e9 EUR", "is not an amount of money"),
        ("9" * 30 + " EUR", "too many digits"),
    ],
)
def test_bad_money_is_an_error_with_the_fix(text: str, message: str) -> None:
    """An amount without a currency, or one that can be read in two ways, is never guessed."""
    with pytest.raises(BadValue, match=message):
        Money.parse(text)


@given(st.integers(-(10**12), 10**12), st.integers(0, 4), st.sampled_from(["EUR", "USD", "JPY"]))
def test_money_survives_being_written_and_read(units: int, places: int, currency: str) -> None:
    """`str` and `parse` are inverse, equal amounts read alike, and the text fits the editor's pattern."""
    money = Money(Decimal(units).scaleb(-places), currency)
    text = str(money)
    assert Money.parse(text) == money
    assert re.search(TypeAdapter(Money).json_schema()["pattern"], text)
    assert str(Money(money.amount + Decimal("0.00000"), currency)) == text


def test_money_compares_within_a_currency() -> None:
    """Amounts in one currency are ordered and added; two currencies are unequal, and anything else is an error."""
    small, large = Money.parse("1.5k EUR"), Money.parse("1 500.01 EUR")
    assert small < large <= large
    assert large > small >= small
    assert small == Money.parse("1500.00 EUR")
    assert len({small, Money.parse("1500.00 EUR")}) == 1
    assert small + large - large == small
    dollars = Money.parse("1 USD")
    assert dollars != Money.parse("1 EUR")
    for compare in ("__lt__", "__le__", "__gt__", "__ge__", "__add__", "__sub__"):
        with pytest.raises(ValueError, match="1 500 EUR and 1 USD are in two currencies"):
            getattr(small, compare)(dollars)


# --- points in time ------------------------------------------------------------------------------------------------

MONDAY = at("2026-03-02 09:00")
WEDNESDAY = at("2026-03-04 09:00")


@pytest.mark.parametrize(
    ("text", "start", "expected"),
    [
        ("tue 10:15", MONDAY, "2026-03-03 10:15"),
        ("Tuesday 10:15", MONDAY, "2026-03-03 10:15"),
        ("mon 09:30", MONDAY, "2026-03-02 09:30"),
        ("mon 08:00", MONDAY, "2026-03-02 08:00"),
        ("week 1 tue 10:15", MONDAY, "2026-03-03 10:15"),
        ("week 2 tue 10:15", MONDAY, "2026-03-10 10:15"),
        ("tue 10:15", WEDNESDAY, "2026-03-10 10:15"),
        ("week 2 tue 10:15", WEDNESDAY, "2026-03-17 10:15"),
        ("wed 10:15", WEDNESDAY, "2026-03-04 10:15"),
        ("day 1 10:00", WEDNESDAY, "2026-03-04 10:00"),
        ("day 3 9:05", WEDNESDAY, "2026-03-06 09:05"),
        ("2026-03-09 09:00", WEDNESDAY, "2026-03-09 09:00"),
        ("2026-03-09T09:00", WEDNESDAY, "2026-03-09 09:00"),
        ("thu", MONDAY, "2026-03-05 00:00"),
        ("week 5 mon 09:00", MONDAY, "2026-03-30 09:00"),
    ],
)
def test_a_point_in_time_is_found_from_the_start(text: str, start: int, expected: str) -> None:
    """Weekdays are those on or after the start's date, days count from it, local time holds over changes of clocks."""
    assert WeekTime.parse(text).instant(start, VIENNA) == at(expected)


def test_a_whole_day_begins_with_its_first_second_and_ends_with_its_last() -> None:
    """Without a time of day, `instant` is midnight and `end` the next; with one, both are that time."""
    sunday = WeekTime.parse("week 4 sun")
    assert sunday.instant(MONDAY, VIENNA) == at("2026-03-29 00:00")
    assert sunday.end(MONDAY, VIENNA) - sunday.instant(MONDAY, VIENNA) == 23 * HOUR
    exact = WeekTime.parse("thu 16:00")
    assert exact.end(MONDAY, VIENNA) == exact.instant(MONDAY, VIENNA)


def test_the_date_of_the_start_is_that_of_the_zone() -> None:
    """At 23:30 UTC on Sunday it is Monday in Vienna: "mon" is that day there, and a week of waiting in none."""
    start = at("2026-03-01 23:30", "UTC")
    assert WeekTime.parse("mon 09:00").instant(start, VIENNA) == at("2026-03-02 09:00")
    assert WeekTime.parse("day 1 09:00").instant(start, "UTC") == at("2026-03-01 09:00", "UTC")


def test_a_date_before_the_start_is_an_error() -> None:
    """The scenario does not go back in time."""
    with pytest.raises(BadValue, match=r"'2026-03-01 09:00' is before the start of the scenario on 2026-03-02"):
        WeekTime.parse("2026-03-01 09:00").instant(MONDAY, VIENNA)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("16:00", "'16:00' is a time without a day. Write tue 16:00 or day 3 16:00."),
        ("tue 25:00", "'tue 25:00' is not a point in time. Write tue 10:15"),
        ("tue 10", "is not a point in time"),
        ("tuesdy 10:00", "is not a point in time"),
        ("week 0 tue", "is not a point in time"),
        ("day 0", "is not a point in time"),
        ("week 2 day 3", "is not a point in time"),
        ("2026-02-30", "'2026-02-30' is not a date of the calendar"),
        ("02.03.2026", "is not a point in time"),
        ("2026-03-02 09:00Z", "is not a point in time"),
        ("", "is not a point in time"),
    ],
)
def test_a_bad_point_in_time_is_an_error_with_the_fix(text: str, message: str) -> None:
    """What is no point in time is refused with the forms that are."""
    with pytest.raises(BadValue, match=message):
        WeekTime.parse(text)


@given(
    st.one_of(
        st.builds(lambda d, w: {"weekday": d, "week": w}, st.integers(0, 6), st.integers(1, 50)),
        st.builds(lambda n: {"day": n}, st.integers(1, 400)),
        st.builds(lambda d: {"dated": d}, st.dates(date(2026, 3, 3), date(2027, 12, 31))),
    ),
    st.none() | st.integers(0, 1439),
    ZONES,
)
def test_a_point_in_time_survives_being_written_and_read(where: dict[str, Any], minute: int | None, zone: str) -> None:
    """`str` and `parse` are inverse, the text fits the editor's pattern, and no point lies before the start's date."""
    point = WeekTime(**where, minute=minute)
    assert WeekTime.parse(str(point)) == point
    assert re.search(TypeAdapter(WeekTime).json_schema()["pattern"], str(point))
    midnight = local_instant(local_date(MONDAY, zone), 0, zone)
    assert midnight <= point.instant(MONDAY, zone) <= point.end(MONDAY, zone)


def test_local_times_that_are_left_out_or_come_twice() -> None:
    """02:30 becomes 03:30 where clocks go forward; where they go back, the first 02:30 is meant (PEP 495)."""
    assert local_instant(date(2026, 3, 29), 150, VIENNA) == at("2026-03-29 03:30")
    assert local_instant(date(2026, 10, 25), 150, VIENNA) == at("2026-10-25 02:30")
    assert local_instant(date(2026, 3, 2), 1440 + 60, VIENNA) == at("2026-03-03 01:00")


@pytest.mark.parametrize("name", ["Europe/Wien", "", "../etc/passwd", "Europe", "CET+1"])
def test_an_unknown_zone_is_an_error_with_the_fix(name: str) -> None:
    """A zone is a name of the IANA database, whatever else it looks like."""
    with pytest.raises(BadValue, match=r"is not an IANA time zone. Write a name such as Europe/Vienna"):
        zone_of(name)


# --- working hours -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shifts"),
    [
        ("mon-fri 08:30-17:00", [(day, 510, 1020) for day in range(5)]),
        ("mon-tue 09:00-12:30, 13:00-17:00", [(0, 540, 750), (0, 780, 1020), (1, 540, 750), (1, 780, 1020)]),
        ("mon 09:00-12:30; fri 9:00-13:00", [(0, 540, 750), (4, 540, 780)]),
        ("mon-tue 22:00-06:00", [(0, 1320, 1800), (1, 1320, 1800)]),
        ("sat-mon 10:00-11:00", [(0, 600, 660), (5, 600, 660), (6, 600, 660)]),
        ("Monday, wed and fri 10:00 – 11:00", [(0, 600, 660), (2, 600, 660), (4, 600, 660)]),
        ("daily 00:00-24:00", [(day, 0, 1440) for day in range(7)]),
        ("mon 09:00-12:00; mon 12:00-13:00", [(0, 540, 720), (0, 720, 780)]),
        ("sun 22:00-06:00; mon 06:00-07:00", [(0, 360, 420), (6, 1320, 1800)]),
    ],
)
def test_weekly_hours_are_read(text: str, shifts: list[tuple[int, int, int]]) -> None:
    """Days, lists of days and of times, groups, nights that run into the next day."""
    assert WeeklyHours.parse(text).shifts == tuple(shifts)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mon-fri", "'mon-fri' is not a list of weekly hours. Write mon-fri 08:30-17:00"),
        ("08:30-17:00", "is not a list of weekly hours"),
        ("mon-fri 9-17", "has no hours from and to, '9-17'"),
        ("mon-fri 09:00", "has no hours from and to, '09:00'"),
        ("mon-fry 09:00-17:00", "has no such day, 'mon-fry'"),
        ("mon 09:00-25:00", "has no hours from and to"),
        ("mon 24:00-06:00", "has no hours from and to"),
        ("mon 09:00-09:00", "has hours that begin when they end, .* For all day write mon-fri 00:00-24:00"),
        ("mon-fri 09:00-17:00; fri 09:00-13:00", "has hours that overlap on fri"),
        ("mon 09:00-12:00, 11:00-13:00", "has hours that overlap on mon"),
        ("mon 22:00-06:00; tue 05:00-09:00", "has hours that overlap on tue"),
        ("sun 22:00-06:00; mon 05:00-07:00", "has hours that overlap on mon"),
        ("mon 09:00-17:00;", "is not a list of weekly hours"),
        ("", "is not a list of weekly hours"),
    ],
)
def test_bad_weekly_hours_are_an_error_with_the_fix(text: str, message: str) -> None:
    """Hours that cannot be read, that overlap, or are given twice for a day, are refused."""
    with pytest.raises(BadValue, match=message):
        WeeklyHours.parse(text)


@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 5), st.integers(1, 4)), min_size=1, unique_by=lambda s: s[:2])
)
def test_weekly_hours_survive_being_written_and_read(drawn: list[tuple[int, int, int]]) -> None:
    """`str` and `parse` are inverse, and the text fits the editor's pattern."""
    hours = WeeklyHours(tuple(sorted((day, slot * 240, slot * 240 + length * 60) for day, slot, length in drawn)))
    assert WeeklyHours.parse(str(hours)) == hours
    assert re.search(TypeAdapter(WeeklyHours).json_schema()["pattern"], str(hours))
    assert hours.seconds == sum(length for *_, length in drawn) * HOUR


def test_weekly_hours_tell_a_days_shifts_and_the_weeks_sum() -> None:
    """Part-time from Monday to Thursday is 24 hours a week and nothing on Friday."""
    hours = WeeklyHours.parse("mon-thu 08:30-14:30")
    assert hours.on(0) == ((510, 870),)
    assert hours.on(4) == ()
    assert hours.seconds == 24 * HOUR


# --- as fields of a model ------------------------------------------------------------------------------------------


def test_every_kind_of_value_is_a_field_that_survives_json() -> None:
    """Texts and values are accepted alike; JSON has the canonical texts, and reads back as the same model."""
    plan = Plan.model_validate(
        {
            "takes": "90 min",
            "notice": "20m-2h",
            "limit": "46,900 EUR",
            "by": "Thursday 16:00",
            "hours": "monday 8:30 - 17:00",
        }
    )
    assert plan.model_dump(mode="json") == {
        "takes": "1h 30m",
        "notice": "20m to 2h",
        "limit": "46 900 EUR",
        "by": "thu 16:00",
        "hours": "mon 08:30-17:00",
    }
    assert Plan.model_validate_json(plan.model_dump_json()) == plan
    assert Plan.model_validate(plan.model_dump()) == plan
    assert plan.takes == 90 * MINUTE


def test_the_schema_tells_an_editor_what_to_write() -> None:
    """Each kind is a string with a description, and has examples that fit its pattern and are valid."""
    for name, field in Plan.model_json_schema()["properties"].items():
        assert field["type"] == "string"
        assert field["description"]
        assert field["examples"]
        for example in field["examples"]:
            assert re.search(field["pattern"], example), (name, example)
            Plan.model_validate({name: example})


@pytest.mark.parametrize("name", ["notice", "limit", "by", "hours"])
@pytest.mark.parametrize("value", [None, 5, 1.5, True, ["20m"], {"low": 1}])
def test_what_is_no_text_is_no_value(name: str, value: object) -> None:
    """A number, a list, a mapping or nothing is not quietly turned into a text."""
    with pytest.raises(ValidationError, match="should be a text"):
        Plan.model_validate({name: value})


def test_an_error_survives_being_raised_anew_from_its_arguments() -> None:
    """A kernel that rebuilds an exception from its arguments gets the same one."""
    error = BadValue("20", "has no unit", "Write 20m.", ("habits", "mail"))
    again = type(error)(*error.args)
    assert (again.value, again.rule, again.fix, again.below) == ("20", "has no unit", "Write 20m.", ("habits", "mail"))
    assert str(again) == "'20' has no unit. Write 20m."
