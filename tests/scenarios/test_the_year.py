"""The year: what takes long is begun months ahead, what is told once is wanted months later, and all of it moves."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

import workaday
from scenarios.load import Loaded, load
from sim.calendar import is_absent, working_between
from sim.deciders import deciders
from sim.script import Background
from sim.units import local_date
from tests.scenarios.library import fact, happening, matter, task

HOUR, DAY = 3600, 24 * 3600
SANTIAGO = ZoneInfo("America/Santiago")
MONTHS = ("march", "april", "may", "june", "july")


@pytest.fixture(scope="module")
def year() -> Loaded:
    return load("the-year")


@pytest.fixture(scope="module")
def quiet(year: Loaded) -> Loaded:
    """Without what people talk of besides, which takes as long to compute as all the rest."""
    return replace(year, script=year.script.model_copy(update={"background": Background(level="off")}))


def due_day(year: Loaded, name: str) -> str:
    return local_date(task(year, name).deliver.by, "America/Santiago").isoformat()


def test_it_can_be_solved(quiet: Loaded, tmp_path: Path) -> None:
    """The solution gets all of a thousand hours."""
    assert (workaday.run(quiet, player="oracle", out=tmp_path / "oracle.workaday").scores.total or 0) >= 0.95


def test_it_is_not_solved_by_itself(quiet: Loaded, tmp_path: Path) -> None:
    """Whoever does nothing until the first quarter is over has nothing of it, although the first papers are due."""
    idle = workaday.run(quiet, player="idle", until="2026-04-01 17:00", out=tmp_path / "idle.workaday").scores
    assert (idle.total or 0) <= 0.05
    assert due_day(quiet, "declaration-first") < "2026-04-01"


def test_it_lasts_a_thousand_working_hours(year: Loaded) -> None:
    """Twenty-five weeks of work in twenty-six of the calendar, since people have public holidays."""
    script = year.script
    assert working_between(year.org.person("seat").calendar, script.start, script.horizon) == 1000 * HOUR
    assert local_date(script.horizon, "America/Santiago").isoformat() == "2026-08-28"


def test_the_two_houses_are_an_hour_apart_in_winter_alone(year: Loaded) -> None:
    """The clocks of the capital change in April, those of the south do not: who could be rung at four no longer can."""
    apart = []
    for month in (3, 6):
        zones = (ZoneInfo(year.org.person(who).calendar.zone) for who in ("seat", "mirko"))
        north, south = (datetime(2026, month, 10, 12, tzinfo=zone) for zone in zones)
        apart.append((north - south).total_seconds() / HOUR)
    assert apart == [0, 1]


def test_what_only_the_leaver_knows_is_asked_for_when_she_is_gone(year: Loaded) -> None:
    """Three papers want facts of hers; each is given after her last day, and the next best colleague is wrong on it."""
    gone = year.org.person("ofelia").calendar
    for name, wanted in (("permits", "ivory"), ("street", "bollard-notice"), ("closing", "cover-days")):
        assert wanted in {need.fact for need in task(year, name).needs}
        assert fact(year, wanted).versions[0].known_by == ("ofelia",)
        assert len(fact(year, wanted).versions) == 1
        assert fact(year, wanted).believed
        assert is_absent(gone, task(year, name).given_at)
        assert not is_absent(gone, year.script.start)


def test_what_is_said_in_the_second_week_is_wanted_in_the_nineteenth(year: Loaded) -> None:
    """She says it once, by the way, four months before it is due."""
    said = happening(year, "ofelia-in-passing")
    assert fact(year, "bollard-notice").versions[0].value in (said.text or "")
    assert task(year, "street").deliver.by - (said.at or 0) > 17 * 7 * DAY


def test_a_promise_of_the_second_week_falls_due_in_the_eighteenth(year: Loaded) -> None:
    """The director's promise is handed on as a task that cannot be done before there is a year of readings."""
    promised, readings = happening(year, "readings-promised"), task(year, "readings")
    weeks = [(instant - year.script.start) // (7 * DAY) + 1 for instant in (promised.at or 0, readings.deliver.by)]
    assert weeks == [2, 18]
    assert promised.task == "readings"
    assert (fact(year, "light-dose").telling.not_before or 0) > (promised.at or 0) + 90 * DAY


def test_what_takes_long_is_begun_long_before(year: Loaded) -> None:
    """Felt, crates, permit and street each fit if they are begun when they are asked for, and not if weeks later."""
    lens = datetime(2026, 8, 5, 9, tzinfo=SANTIAGO).timestamp()
    (felt,) = [favour for favour in year.script.favours if favour.id == "felt-test"]
    due = task(year, "case-order").deliver.by
    late = int(datetime(2026, 4, 20, 9, tzinfo=SANTIAGO).timestamp())
    workshop = year.org.person("mirko").calendar
    assert working_between(workshop, late, due) < felt.takes
    assert working_between(workshop, year.script.start, due) > 1.4 * felt.takes
    for name, wanted, weeks in (("crates", "crate-lead", 9), ("permits", "permit-time", 11)):
        assert fact(year, wanted).versions[0].value == f"{'nine' if weeks == 9 else 'eleven'} weeks"
        assert 0 < (lens - task(year, name).deliver.by) / (7 * DAY) - weeks < 6
    seat = year.org.person("seat").calendar
    street = task(year, "street").deliver.by
    assert 15 <= working_between(seat, street, int(lens)) / (8 * HOUR) < 20


def test_every_month_and_every_quarter_ends(year: Loaded) -> None:
    """Five pages on the climate with five values, each true since the last evening; two counts for the insurer."""
    values, house = [], year.org.person("ximena").calendar
    for month in MONTHS:
        (need,) = task(year, f"climate-{month}").needs
        assert need.as_of is not None
        current = [v for v in fact(year, need.fact).versions if v.since <= need.as_of][-1]
        assert current.silent
        assert working_between(house, current.since, need.as_of) < HOUR
        values.append(current.value)
    assert len(set(values)) == len(MONTHS)
    asked = [entry for entry in year.script.timeline if entry.id.startswith("peak-please")]
    assert len(asked) == len(MONTHS)
    assert [due_day(year, f"declaration-{which}") for which in ("first", "second")] == ["2026-03-31", "2026-06-30"]
    assert len([entry for entry in year.script.timeline if entry.id.startswith("quarterly-word")]) == 2


def test_figures_move_without_a_word_between_question_and_use(year: Loaded) -> None:
    """What was true in spring is asked for again in summer, and nobody says that it is another value now."""
    for first, later, name in (
        ("indemnity", "insurance", "lens-value"),
        ("declaration-first", "declaration-second", "on-loan"),
    ):
        was, now = (
            [v for v in fact(year, name).versions if v.since <= (need.as_of or 0)][-1]
            for which in (first, later)
            for need in task(year, which).needs
            if need.fact == name
        )
        assert was.value != now.value
        assert now.silent


def test_who_decides_moves_twice_once_without_a_word(year: Loaded) -> None:
    """Loan money goes to the building by announcement, safety away from it in silence."""
    announced, silent = happening(year, "new-lines"), happening(year, "safety-moves")
    assert announced.text
    assert silent.text is None
    before = year.org
    lines = before.reorganised(announced.changes)
    after = lines.reorganised(silent.changes)

    def first(org: object, name: str) -> str:
        at = matter(year, name).by
        assert at is not None
        return deciders(org, matter(year, name), at, "seat")[0]  # type: ignore[arg-type]

    assert first(before, "crate-money") == "anselmo"
    assert first(lines, "courier-money") == "ximena"
    assert first(lines, "roof") == "ximena"
    assert first(after, "roof") == "anselmo"
    assert (matter(year, "crate-money").by or 0) < (announced.at or 0) < (silent.at or 0)
    assert (silent.at or 0) < (matter(year, "roof").since or 0)


def test_who_is_away_is_stood_in_for(year: Loaded) -> None:
    """The quarter ends while administration is on leave, the next month while the one who reads the loggers is ill."""
    quarter = task(year, "declaration-first").deliver.by
    assert is_absent(year.org.person("leonor").calendar, quarter)
    assert year.org.approver_for("seat", "declaration", None, quarter) == "rebeca"
    ill = happening(year, "ximena-ill")
    april = task(year, "climate-april")
    assert (ill.at or 0) < april.deliver.by < (ill.until or 0)
    peak = [v for v in fact(year, "gallery-peak").versions if v.since <= (april.needs[0].as_of or 0)][-1]
    assert peak.known_by == ("mirko", "ximena")


def test_two_want_one_room_and_the_director_is_above_both(year: Loaded) -> None:
    """Neither gets what they want, and the days that the paint needs say why."""
    room = matter(year, "gallery")
    assert set(room.parties) == {"bastian", "haydee"}
    assert deciders(year.org, room, room.since or 0, "seat")[0] == "rebeca"
    use = fact(year, "gallery-use")
    assert use.versions[0].value not in {belief.value for belief in use.believed.values()}


def test_insured_values_go_to_those_who_may_know_them(year: Loaded) -> None:
    """Papers that name the value are mails to people who may read it; who asks for it for a headline may not."""
    value = fact(year, "lens-value")
    assert value.secret
    assert value.telling.to is not None
    assert happening(year, "bastian-worth").who not in value.telling.to
    for name in ("indemnity", "insurance"):
        assert task(year, name).deliver.kind == "mail"
        assert task(year, name).deliver.to in value.telling.to
