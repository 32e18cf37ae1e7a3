"""Times as people write them, on their own clock."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from sim.actions import Refused
from sim.apps.when import instant, written_for
from tests.office import MONDAY, open_office

VIENNA = ZoneInfo("Europe/Vienna")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("14:00", "2026-03-02 14:00"),
        ("08:00", "2026-03-02 08:00"),
        ("today 14:00", "2026-03-02 14:00"),
        ("tomorrow 9:00", "2026-03-03 09:00"),
        ("Tomorrow at 09:00", "2026-03-03 09:00"),
        ("tomorrow", "2026-03-04 00:00"),
        ("mon 10:00", "2026-03-02 10:00"),
        ("mon 08:00", "2026-03-09 08:00"),
        ("mon 09:00", "2026-03-09 09:00"),
        ("2026-03-02", "2026-03-03 00:00"),
        ("friday", "2026-03-07 00:00"),
        ("fri 12:00", "2026-03-06 12:00"),
        ("2026-03-05", "2026-03-06 00:00"),
        ("2026-03-05 09:30", "2026-03-05 09:30"),
        ("2026-03-05T09:30", "2026-03-05 09:30"),
        ("2026-03-05T09:30:00Z", "2026-03-05 10:30"),
        ("2026-03-05T09:30-05:00", "2026-03-05 15:30"),
        ("2026-04-01 09:00", "2026-04-01 09:00"),
        ("2h", "2026-03-02 11:00"),
        ("1 day", "2026-03-03 09:00"),
    ],
)
def test_what_a_time_means(written: str, meant: str) -> None:
    """A time of day is today's, a weekday the next to come, a day alone its end, a duration counts from now."""
    office = open_office([]).office
    at = instant(office, "ines", written)
    assert f"{datetime.fromtimestamp(at, VIENNA):%Y-%m-%d %H:%M}" == meant


def test_a_weekday_after_a_change_of_clocks_keeps_its_time() -> None:
    """Next week's 08:00 is at 08:00 also when the clocks go forward in between."""
    desk = open_office([])
    desk.clock.now = int(datetime(2026, 3, 25, 9, 0, tzinfo=VIENNA).timestamp())
    at = instant(desk.office, "ines", "wed 08:00")
    assert datetime.fromtimestamp(at, VIENNA) == datetime(2026, 4, 1, 8, 0, tzinfo=VIENNA)


def test_a_time_is_on_the_clock_of_whoever_writes_it() -> None:
    """14:00 in Boston is not 14:00 in Graz, and each reads an instant on their own clock."""
    office = open_office([]).office
    assert instant(office, "tanaka", "14:00") - instant(office, "ines", "14:00") == 6 * 3600
    assert written_for(office, "ines", office.now) == "Mon 2 March 2026, 09:00"
    assert written_for(office, "tanaka", office.now) == "Mon 2 March 2026, 03:00"


def test_an_instant_is_one_already() -> None:
    """An integer is Unix seconds."""
    assert instant(open_office([]).office, "ines", MONDAY + 12345) == MONDAY + 12345


@pytest.mark.parametrize("written", ["", "soon", "5", "day 3", "2026-02-30", "25:00", "fri 25:00", "2026-13-01T09:00Z"])
def test_what_is_no_time_is_refused(written: str) -> None:
    """The refusal shows what can be written."""
    with pytest.raises(Refused, match=r'write "14:00"') as refused:
        instant(open_office([]).office, "ines", written)
    assert refused.value.code == "bad_argument"


def test_a_date_that_is_past_is_refused() -> None:
    """A date before today is no time to come."""
    with pytest.raises(Refused) as refused:
        instant(open_office([]).office, "ines", "2026-03-01")
    assert refused.value.code == "in_the_past"
