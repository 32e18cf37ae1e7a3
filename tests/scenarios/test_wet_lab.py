"""Wet lab: samples that live so many hours, people who are in so many, and lists that are about another day."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

import workaday
from scenarios.load import Loaded, load
from sim.calendar import is_absent, is_working
from sim.record import Record
from sim.script import Background
from sim.units import local_date
from sim.vocabulary.calendar import MeetingEnded, MeetingMissed
from sim.vocabulary.mail import MailSent
from tests.scenarios.library import fact, happening, matter, text

DAY = 86400
HOUR = 3600


@pytest.fixture(scope="module")
def lab() -> Loaded:
    return load("wet-lab")


def hours(value: str) -> int:
    return int(value.split(maxsplit=1)[0])


def test_it_can_be_solved_and_is_not_solved_by_itself(lab: Loaded, tmp_path: Path) -> None:
    """The solution gets all of it, also without the talk of the house; whoever does nothing has nothing."""
    quiet = replace(lab, script=lab.script.model_copy(update={"background": Background(level="off")}))
    oracle = workaday.run(quiet, player="oracle", out=tmp_path / "oracle.workaday")
    assert (oracle.scores.total or 0) >= 0.95
    with Record.open(oracle.path) as record:  # the first laboratory meeting runs over, and one of them misses it
        ended = next(body for _, body in record.bodies(MeetingEnded))
        assert (ended.title, ended.over) == ("Laboratory meeting", 9 * 60)
        missed = [event.actor for event, body in record.bodies(MeetingMissed) if body.meeting == ended.meeting]
        assert missed == ["joaquin"]
        mailed = [body.subject for _, body in record.bodies(MailSent, actor="mirta") if "joaquin" in body.to]
        assert "Notes: Laboratory meeting" in mailed
    idle = workaday.run(lab, player="idle", until="2026-08-05 17:00", out=tmp_path / "idle.workaday").scores
    assert (idle.total or 0) <= 0.05


def test_what_the_papers_say_holds_for_nothing(lab: Loaded) -> None:
    """List, label, import file: each says something else than who opened the door, timed the box, bled the birds."""
    listed = list(csv.DictReader(io.StringIO(text(lab, "/cold/freezer-2.csv"))))
    assert len(listed) == hours(fact(lab, "rack-count").believed["joaquin"].value)
    assert len(listed) < hours(fact(lab, "rack-count").versions[0].value)
    assert fact(lab, "box-life").believed["nelson"].value.upper() in text(lab, "/dispatch/box-insulated.md")
    assert fact(lab, "birds").believed["ifeoma"].value in text(lab, "/plasma/import-file.md")


def test_both_runs_fit_if_they_go_in_the_order_that_is_decided(lab: Loaded) -> None:
    """Neither group leader's wish; mussels from Wednesday, plasma once they are through and it is here."""
    decision = matter(lab, "who-runs")
    assert set(decision.parties) == {"ruben", "ifeoma"}
    assert decision.entitled[0] == "graciela" == lab.org.manager_of("ruben") == lab.org.manager_of("ifeoma")
    assert decision.settles == "corvina-order"
    order = fact(lab, "corvina-order")
    assert order.versions[0].value not in {belief.value for belief in order.believed.values()}
    assert 18 + hours(fact(lab, "run-hours").versions[0].value) <= 24 + 15
    assert hours(fact(lab, "plasma-life").versions[0].value) < 4 * 24


def test_the_one_who_knows_how_long_it_lives_is_awake_when_nobody_else_is(lab: Loaded) -> None:
    """The plasma's hours and its birds are known in Hobart alone, which has no working hour in common with the lab."""
    for name in ("plasma-life", "birds"):
        assert fact(lab, name).versions[0].known_by == ("marama",)
    hobart, here = (lab.org.person(who).calendar for who in ("marama", "seat"))
    instants = [lab.script.start + n * HOUR for n in range(5 * 24)]
    assert any(is_working(hobart, at) for at in instants)
    assert not any(is_working(hobart, at) and is_working(here, at) for at in instants)


def test_the_technician_is_in_three_mornings_a_week(lab: Loaded) -> None:
    """Who knows the instrument and the balances is not there on the days on which it is asked for."""
    walter = lab.org.person("walter").calendar
    noon = lab.script.start + 3 * HOUR
    assert [is_working(walter, noon + day * DAY) for day in range(5)] == [True, True, False, True, False]
    assert not is_working(walter, lab.script.start + 7 * HOUR)


def test_the_calibration_lapses_between_two_weeks_and_nobody_says_so(lab: Loaded) -> None:
    """The register has the date, the change is silent, and the one who knows is the technician."""
    lapsed = fact(lab, "balance").versions[1]
    assert lapsed.silent
    assert lapsed.known_by == ("walter",)
    register = csv.DictReader(io.StringIO(text(lab, "/quality/calibration-register.csv")))
    valid_to = {row["item"]: row["valid to"] for row in register}
    changed = local_date(lapsed.since, lab.org.person("walter").calendar.zone).isoformat()
    assert valid_to["BAL-2"] < changed < valid_to["BAL-4"]
    assert [item for item, day in valid_to.items() if day < changed] == ["BAL-2"]


def test_the_substitute_is_in_one_head_and_its_recovery_in_another(lab: Loaded) -> None:
    """The deviation needs both, and the one who grants it believes that there is nothing to grant."""
    assert fact(lab, "substitute").versions[0].known_by == ("teresita",)
    assert fact(lab, "recovery").versions[0].known_by == ("sunniva",)
    deviation = matter(lab, "deviation")
    assert set(deviation.needs) == {"substitute", "recovery"}
    assert deviation.entitled[0] == "ruben"
    assert "ruben" in fact(lab, "cartridge-date").believed


def test_a_danger_is_mentioned_in_passing_and_is_for_one_person_to_close(lab: Loaded) -> None:
    """Nobody says that it is one; the reading changes in silence, and what holds is settled by the decision alone."""
    danger = matter(lab, "nitrogen")
    assert (danger.sort, danger.entitled[0], danger.settles) == ("safety", "mirta", "nitrogen-room")
    alarm = happening(lab, "joaquin-alarm")
    assert alarm.at is not None
    assert danger.by is not None
    assert 0 < danger.by - alarm.at < DAY
    assert fact(lab, "oxygen").versions[1].silent
    low = float(fact(lab, "oxygen").versions[1].value.split()[0])
    assert low < 19.5 <= float(fact(lab, "oxygen").versions[0].value.split()[0])


def test_the_courier_has_another_hour_by_the_second_week(lab: Loaded) -> None:
    """The list is of March; the new hour is known to stores alone, and both tasks ask for it after it changed."""
    new = fact(lab, "courier").versions[1]
    assert new.silent
    assert new.known_by == ("nelson",)
    asked = [need.as_of for task in lab.script.tasks for need in task.needs if need.fact == "courier"]
    assert len(asked) == 2
    assert all(at is not None and at > new.since for at in asked)


def test_the_weeks_have_a_rhythm(lab: Loaded) -> None:
    """The porter posts on every morning that he is in, stores and waste come once a week."""
    posts = [h for h in lab.script.timeline if h.who == "omar" and "Round done" in (h.text or "")]
    assert len(posts) == 9
    assert not any(is_absent(lab.org.person("omar").calendar, h.at or 0) for h in posts)
    assert len([h for h in lab.script.timeline if h.who == "nelson" and "noon" in (h.text or "")]) == 2


def test_a_result_that_is_not_out_stays_in_the_house(lab: Loaded) -> None:
    """The seat is told; somebody who means well asks; stores may not hear it."""
    closure = fact(lab, "closure")
    assert closure.secret
    asker = happening(lab, "nelson-asks")
    assert asker.does == "ask"
    assert asker.to == ("seat",)
    assert "nelson" not in closure.versions[0].known_by
