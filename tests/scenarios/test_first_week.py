"""The first scenario: it holds what it promises, and its numbers agree wherever they stand."""

import csv
import io
from decimal import Decimal

import pytest

from scenarios.load import Loaded, load
from sim.calendar import is_absent, is_working
from sim.units import Money, local_date
from tests.scenarios.library import fact


@pytest.fixture(scope="module")
def week() -> Loaded:
    return load("first-week")


def rows(week: Loaded, path: str) -> list[dict[str, str]]:
    text = next(item.data for item in week.script.seeded if item.path == path)
    return list(csv.DictReader(io.StringIO(text)))


def test_people_act_also_when_the_player_does_not(week: Loaded) -> None:
    """Ten coworkers and more write, ring or drop by of the author's accord, and people outside as well."""
    actors = {happening.who for happening in week.script.timeline} - {"world", "anyone"}
    assert len(actors) >= 10
    assert {"call", "walk_up"} <= {h.via for h in week.script.timeline if week.script.seat in h.to}
    assert sum(happening.does == "outside_mail" for happening in week.script.timeline) >= 3
    assert {item.repeats for item in week.script.seeded if item.kind == "meeting"} == {"weekly", "none"}


def test_what_is_asked_hangs_on_different_people(week: Loaded) -> None:
    """Three tasks; each needs facts of several people, and no two facts of one task are all one person's."""
    assert len(week.script.tasks) == 3
    assert 10 <= len(week.script.facts) <= 14
    for task in week.script.tasks:
        holders = {fact(week, need.fact).versions[0].known_by for need in task.needs}
        assert len(holders) == len(task.needs)


def test_one_who_knows_is_on_leave_and_another_is_wrong_and_sure(week: Loaded) -> None:
    """The price is known by the buyer alone, who is back on Wednesday; his junior has an old one and no doubt."""
    price = fact(week, "cell-price")
    (buyer,) = price.versions[0].known_by
    calendar = week.org.person(buyer).calendar
    assert is_absent(calendar, week.script.start + 86400)
    assert is_working(calendar, week.script.start + 2 * 86400)
    assert price.believed["youssef"].sure


def test_one_fact_changes_in_silence_and_one_aloud(week: Loaded) -> None:
    """Both change in the middle of the week, before what they are needed for is due."""
    changes = {f.id: f.versions[1] for f in week.script.facts if len(f.versions) > 1}
    assert {name: version.silent for name, version in changes.items()} == {
        "calibration-slot": True,
        "cells-arrival": False,
    }
    for task in week.script.tasks:
        for need in task.needs:
            if need.fact in changes:
                assert changes[need.fact].since < (need.as_of or task.deliver.by) <= task.deliver.by


def test_the_approval_is_above_the_seats_manager(week: Loaded) -> None:
    """Neither the seat's manager nor the absent buyer may sign it; the next one up may, with quantity and price."""
    (approval,) = week.script.approvals
    manager = week.org.manager_of(week.script.seat)
    assert manager is not None
    assert approval.entitled[0] == week.org.manager_of(manager)
    assert manager not in approval.entitled
    assert set(approval.needs) == {"cells-short", "cell-price"}


def test_the_two_who_want_the_line_do_not_decide_it(week: Loaded) -> None:
    """Two directors believe different things of one day; the truth is with the one whose matter it is."""
    line = fact(week, "line-thursday")
    assert line.versions[0].known_by == (week.org.owner_of("capacity"),)
    believed = {who: belief.value for who, belief in line.believed.items()}
    assert believed["dario"] != believed["stefan"]
    assert line.versions[0].value not in believed.values()
    assert {"dario", "stefan"} <= {h.who for h in week.script.timeline if h.does == "ask" and h.via == "call"}


def test_the_cells_add_up(week: Loaded) -> None:
    """What is needed, what is there and what is short agree in the plan, the old count, the favour and the fact."""
    plan = rows(week, "/supply/build-plan-march.csv")
    *weeks, total = plan
    assert sum(int(row["loggers"]) for row in weeks) == int(total["loggers"]) == 3520
    needed = 2 * int(total["loggers"])
    old = next(row for row in rows(week, "/supply/stock-february.csv") if row["item"] == "CEL-250")
    assert int(old["needed in March"]) == needed
    assert int(old["short"]) == needed - int(old["on hand"]) == 4800
    short = int(fact(week, "cells-short").versions[0].value.replace(" ", "").removesuffix("cells"))
    count = next(favour for favour in week.script.favours if favour.id == "recount").effects[0].text or ""
    by_name = {row["what"]: int(row["cells"]) for row in csv.DictReader(io.StringIO(count))}
    assert by_name["short"] == short == needed - by_name["usable"]
    assert by_name["usable"] == by_name["trays 1 to 4"] + by_name["tray 5 opened"]
    blocked = next(row for row in rows(week, "/quality/holds.csv") if row["lot"].startswith("CEL-250"))
    assert int(old["on hand"]) - int(blocked["pieces"]) == by_name["usable"]


def test_the_order_is_within_what_is_asked_for(week: Loaded) -> None:
    """Quantity times price, in whole trays, is above the manager's limit and below the amount to approve."""
    short = Decimal(5200)
    price = Money.parse(fact(week, "cell-price").versions[0].value).amount
    amount = Money.parse(week.script.approvals[0].amount or "")
    limit = week.org.approval_limit("sofie-d", "spend")
    assert limit is not None
    assert short % 400 == 0
    assert limit.amount < short * price < amount.amount


def test_dates_fall_on_the_days_they_are_said_to(week: Loaded) -> None:
    """A weekday with a date in a fact's value is that weekday in March 2026."""
    months = {"March": 3}
    found = 0
    for entry in week.script.facts:
        for version in entry.versions:
            words = version.value.split()
            if len(words) == 3 and words[2] in months:
                day = local_date(week.script.start, "Europe/Brussels").replace(
                    day=int(words[1]), month=months[words[2]]
                )
                assert f"{day:%A}" == words[0], version.value
                found += 1
    assert found >= 4
