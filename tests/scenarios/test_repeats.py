"""Events that come again: at the same time of day, on working days, to the end of the run."""

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from scenarios.load import load
from sim.source import SourceError
from tests.scenarios.shop import Shop

VIENNA = ZoneInfo("Europe/Vienna")


def times(tmp_path: Path, lasts: str, event: str) -> list[str]:
    shop = Shop(tmp_path)
    shop.edit("lasts: 2 days", f"lasts: {lasts}")
    shop.edit("events:\n", f"events:\n  - {event}\n")
    found = [entry for entry in load(shop.path).script.timeline if entry.id.startswith("report")]
    assert [entry.id for entry in found] == ["report", *(f"report.{n}" for n in sorted(numbers(found)))]
    return [datetime.fromtimestamp(entry.at or 0, VIENNA).strftime("%a %d.%m. %H:%M") for entry in found]


def numbers(found: list) -> list[int]:  # type: ignore[type-arg]
    return [int(entry.id.partition(".")[2]) for entry in found if "." in entry.id]


def event(at: str, repeats: str) -> str:
    return f"{{id: report, at: {at}, repeats: {repeats}, who: ines, does: chat, to: seat, about: the numbers}}"


def test_daily_means_working_days(tmp_path: Path) -> None:
    """What would fall on a weekend is left out."""
    found = times(tmp_path, "7 days", event("thu 15:00", "daily"))
    assert found == ["Thu 05.03. 15:00", "Fri 06.03. 15:00", "Mon 09.03. 15:00", "Tue 10.03. 15:00"]


def test_weekly_keeps_the_time_of_day_when_clocks_change(tmp_path: Path) -> None:
    """Three o'clock is three o'clock, before and after the change to summer time."""
    found = times(tmp_path, "5 weeks", event("fri 15:00", "weekly"))
    assert found == [f"Fri {day} 15:00" for day in ("06.03.", "13.03.", "20.03.", "27.03.", "03.04.")]


@pytest.mark.parametrize(
    ("at", "repeats", "found"),
    [
        (
            "2026-03-31 10:00",
            "monthly",
            ["Tue 31.03. 10:00", "Thu 30.04. 10:00", "Fri 29.05. 10:00", "Tue 30.06. 10:00"],
        ),
        ("2026-03-31 10:00", "quarterly", ["Tue 31.03. 10:00", "Tue 30.06. 10:00"]),
        (
            "2026-03-15 10:00",
            "monthly",
            ["Sun 15.03. 10:00", "Wed 15.04. 10:00", "Fri 15.05. 10:00", "Mon 15.06. 10:00"],
        ),
    ],
)
def test_monthly_comes_on_the_working_day_before(at: str, repeats: str, found: list[str], tmp_path: Path) -> None:
    """The end of a month is the end of every month; where nobody works then, the working day before."""
    assert times(tmp_path, "18 weeks", event(at, repeats)) == found


def test_only_a_time_repeats(tmp_path: Path) -> None:
    """What waits for something, or comes of chance, does not repeat by the calendar."""
    shop = Shop(tmp_path)
    shop.edit("{id: hello, at: mon 10:00,", "{id: hello, every: 1h, repeats: weekly,")
    with pytest.raises(SourceError, match="goes with at"):
        load(shop.path)
