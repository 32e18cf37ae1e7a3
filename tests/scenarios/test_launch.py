"""Launch: what takes long comes first, who knows leaves, who decides changes, and the last week asks for the first."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

import workaday
from scenarios.load import Loaded, load
from sim.calendar import is_absent, working_between
from sim.deciders import deciders
from sim.script import Background
from sim.units import Money, local_date
from tests.scenarios.library import fact, happening, matter, task

HOUR = 3600


@pytest.fixture(scope="module")
def launch() -> Loaded:
    return load("launch")


def test_it_can_be_solved(launch: Loaded, tmp_path: Path) -> None:
    """The solution gets all of it; what people talk of besides is left out here, since it takes as long to compute."""
    quiet = replace(launch, script=launch.script.model_copy(update={"background": Background(level="off")}))
    assert (workaday.run(quiet, player="oracle", out=tmp_path / "oracle.workaday").scores.total or 0) >= 0.95


def test_it_is_not_solved_by_itself(launch: Loaded, tmp_path: Path) -> None:
    """Whoever does nothing in the first week has nothing of it."""
    idle = workaday.run(launch, player="idle", until="2026-09-16 17:00", out=tmp_path / "idle.workaday").scores
    assert (idle.total or 0) <= 0.05


def test_it_lasts_a_hundred_working_hours(launch: Loaded) -> None:
    """Two and a half weeks of the seat's own working time, to the noon of the last day of a month."""
    script = launch.script
    assert working_between(launch.org.person("seat").calendar, script.start, script.horizon) == 100 * HOUR
    assert local_date(script.horizon, "Europe/Tallinn").isoformat() == "2026-09-30"
    assert task(launch, "month-end").deliver.by < script.horizon


def test_what_the_last_week_asks_for_leaves_in_the_second(launch: Loaded) -> None:
    """Sealed unit, fee and revision are with one engineer; she is gone for good before two of the tasks are due."""
    for name in ("sealed-unit", "test-fee", "revision"):
        assert fact(launch, name).versions[0].known_by == ("tuuli",)
        assert fact(launch, name).believed
    gone = launch.org.person("tuuli").calendar
    for name in ("declaration", "month-end"):
        due = task(launch, name).deliver.by
        assert is_absent(gone, due)
        assert is_absent(gone, due - 3 * 24 * HOUR)
        assert not is_absent(gone, launch.script.start)


def test_somebody_joins_who_knows_none_of_it(launch: Loaded) -> None:
    """The new engineer comes in the second week, overlaps for three days, and is wrong on what he inherits."""
    new = launch.org.person("samir").calendar
    assert is_absent(new, launch.script.start)
    assert not is_absent(new, launch.script.start + 7 * 24 * HOUR)
    assert "samir" in fact(launch, "sealed-unit").believed


def test_who_decides_changes_twice_once_without_a_word(launch: Loaded) -> None:
    """Money passes on by announcement, product safety in silence; each before it is needed for the first time."""
    announced, silent = happening(launch, "new-lines"), happening(launch, "safety-moves")
    assert announced.text
    assert silent.text is None
    before = launch.org
    money = before.reorganised(announced.changes)
    after = money.reorganised(silent.changes)
    for name, org, old, new in (("carton-money", money, "aet", "thuy"), ("probe", after, "tuuli", "samir")):
        at = matter(launch, name).by
        assert at is not None
        assert deciders(before, matter(launch, name), launch.script.start, "seat")[0] == old
        assert deciders(org, matter(launch, name), at, "seat")[0] == new
        assert launch.script.start < (announced.at or 0) < (silent.at or 0) < at


def test_the_longest_lead_is_a_favour_that_costs_days(launch: Loaded) -> None:
    """The carton names the leaflet, the leaflet takes days and waits for a figure; asked too late, it is too late."""
    (leaflet,) = [favour for favour in launch.script.favours if favour.by == "vello"]
    assert leaflet.takes == 24 * HOUR
    assert leaflet.needs == ("claim",)
    assert "leaflet-number" in {need.fact for need in task(launch, "carton").needs}
    assert fact(launch, "leaflet-number").versions[0].value in (leaflet.says or "")
    calendar = launch.org.person("vello").calendar
    due = task(launch, "carton").deliver.by
    assert working_between(calendar, launch.script.start, due) > 1.4 * leaflet.takes
    silent = happening(launch, "new-lines").at or 0
    assert working_between(calendar, silent, due) < 0.8 * leaflet.takes + 8 * HOUR


def test_tasks_hang_on_one_another(launch: Loaded) -> None:
    """What is delivered to the shop waits for the carton, the declaration for test and probe."""
    assert task(launch, "retailer").after == ("carton",)
    assert set(task(launch, "declaration").after) == {"test-plan", "probe"}
    assert 6 <= len(launch.script.tasks) <= 8


def test_two_want_the_same_pieces_and_one_person_is_above_both(launch: Loaded) -> None:
    """What each of them wants is more than there is, and the outcome is what neither wanted."""
    first = matter(launch, "who-first")
    assert set(first.parties) == {"eero", "maarja"}
    assert first.entitled == ("liis",)
    split = fact(launch, "split")
    numbers = [int(word) for word in split.versions[0].value.split() if word.isdigit()]
    assert sum(numbers) == int(fact(launch, "first-pieces").versions[0].value.split(maxsplit=1)[0])
    assert split.versions[0].value not in {belief.value for belief in split.believed.values()}


def test_the_danger_comes_when_the_one_who_knew_is_gone(launch: Loaded) -> None:
    """The incident is told the day after she left, and what the glue's data sheet says is more than it bears."""
    told = happening(launch, "signe-blister").at
    assert told is not None
    assert is_absent(launch.org.person("tuuli").calendar, told)
    glue = fact(launch, "glue-heat")
    degrees = int(glue.versions[0].value.split(maxsplit=1)[0])
    assert degrees < int(glue.believed["thuy"].value.split(maxsplit=1)[0])
    notes = next(item.data or "" for item in launch.script.seeded if item.path == "/quality/tester-notes-august.csv")
    hottest = max(csv.DictReader(io.StringIO(notes)), key=lambda row: int(row["temp max"]))
    assert int(hottest["temp max"]) > degrees
    assert "glue" in hottest["note"]


def test_september_is_neither_the_quotation_nor_the_whole_mould(launch: Loaded) -> None:
    """What finance has in its book for both is another amount, and one of them stands in a file."""
    for name in ("test-fee", "mould-instalment"):
        actual = fact(launch, name)
        booked = actual.believed["priit"].value
        assert Money.parse(booked).amount != Money.parse(actual.versions[0].value).amount
    quotation = next(item.data or "" for item in launch.script.seeded if item.path == "/compliance/oulu-quotation.md")
    assert fact(launch, "test-fee").believed["priit"].value.removesuffix(" EUR") in quotation
