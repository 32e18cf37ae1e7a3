"""Two bosses: a conflict that neither may decide, somebody who may, and what it costs not to ask."""

import csv
import io
from decimal import Decimal
from pathlib import Path

import pytest

import workaday
from scenarios.load import Loaded, load
from scorers.score_run import ScoreCard
from sim.calendar import is_absent
from sim.record import Record
from sim.script import Happening
from sim.units import Money
from sim.vocabulary.calendar import MeetingAnswered, MeetingJoined, MeetingMissed, MeetingPlanned
from sim.vocabulary.world import ApprovalGiven, ApprovalRequested
from tests.scenarios.library import fact, matter, played

DAY = 86400
TRAPS = """
playbook: first-heard
about: Writes down what was said first, takes its own boss's wish for a decision, and tells whoever asks.
steps:
  - {at: mon 08:40, do: chat, to: boon-huat, ask: paper-arrival}
  - {do: chat, to: siti, ask: bind-slot}
  - at: wed 12:00
    do: write
    file: /plan/kazusa-thursday.md
    text: |
      The cookbook needs 18 press hours. Its paper is here on Wednesday at 14:00.
      The Kazusa: the overhaul, all of Thursday.
  - {do: chat, to: bala, text: "The page for the Kazusa is in /plan/kazusa-thursday.md."}
  - do: write
    file: /plant/overhaul-april.md
    text: |
      Rollers 7 900 MYR. The engineer a day later 9 000 MYR.
  - {do: chat, to: haziq, text: "The examination papers leave the cage on Friday at 04:45."}
  - at: thu 12:05
    do: mail
    to: jacinta
    subject: Rasa Utara
    text: |
      Sewn on line 2 on Friday night. The container closes on Saturday 18 April.
  - {do: finish}
"""


@pytest.fixture(scope="module")
def bosses() -> Loaded:
    return load("two-bosses")


@pytest.fixture(scope="module")
def trapped(bosses: Loaded, tmp_path_factory: pytest.TempPathFactory) -> ScoreCard:
    """The scores of somebody who asks once, early, and never asks who decides."""
    return played(bosses, tmp_path_factory.mktemp("traps"), "first-heard", TRAPS).scores


def event(bosses: Loaded, does: str, who: str) -> list[Happening]:
    return [h for h in bosses.script.timeline if h.does == does and h.who == who]


def rows(bosses: Loaded, path: str) -> dict[str, str]:
    text = next(item.data for item in bosses.script.seeded if item.path == path)
    return {row["line"]: row["figure"] for row in csv.DictReader(io.StringIO(text))}


def test_it_can_be_solved_and_is_not_solved_by_itself(bosses: Loaded, tmp_path: Path) -> None:
    """The solution gets all of it; whoever does nothing has nothing. Both sides want it at nine on Thursday: it stands
    in the hall, and the one whom it sends sits with sales."""
    oracle = workaday.run(bosses, player="oracle", out=tmp_path / "oracle.workaday")
    assert (oracle.scores.total or 0) >= 0.95
    with Record.open(oracle.path) as record:
        (clash,) = [body for _, body in record.bodies(MeetingPlanned) if body.title.startswith("Melbourne")]
        assert "seat" in clash.busy
        answers = [body for _, body in record.bodies(MeetingAnswered, actor="seat")]
        assert [(a.meeting, a.answer, a.delegate) for a in answers] == [(clash.meeting, "decline", "haziq")]
        joined = {(event.actor, body.meeting) for event, body in record.bodies(MeetingJoined)}
        assert ("haziq", clash.meeting) in joined
        assert ("seat", clash.meeting) not in joined
        assert record.count(MeetingMissed, actor="seat") == 0
    idle = workaday.run(bosses, player="idle", until="2026-04-15 17:00", out=tmp_path / "idle.workaday").scores
    assert (idle.total or 0) <= 0.05


def test_what_was_said_first_is_worth_nothing(trapped: ScoreCard) -> None:
    """The old hours, the first dates, the old prices, the boss's wish: none counts, and the cage's hour is a leak."""
    facts = {c.name: c.value for c in trapped.scores["outcome"].criteria if ": fact " in c.name}
    for need in ("press-plan: fact book-hours", "press-plan: fact paper-arrival", "press-plan: fact press-order",
                 "overhaul: fact roller-price", "overhaul: fact engineer-move",
                 "cookbook: fact bind-slot", "cookbook: fact book-closing"):  # fmt: skip
        assert facts[need] == 0, need
    assert {violation.name for violation in trapped.violations} == {"leak"}
    assert not trapped.success


def test_both_are_sure_and_neither_decides(bosses: Loaded) -> None:
    """Plant and sales believe different things of one day; it is their quarrel, and one person is above both."""
    order = fact(bosses, "press-order")
    believed = {who: order.believed[who].value for who in ("zul", "jacinta")}
    assert believed["zul"] != believed["jacinta"]
    assert order.versions[0].value not in believed.values()
    decision = matter(bosses, "who-first")
    assert bosses.org.manager_of("seat") == "zul"
    assert set(decision.parties) == {"zul", "jacinta"}
    assert decision.entitled == (bosses.org.manager_of("zul"),) == (bosses.org.manager_of("jacinta"),)


def test_the_one_who_decides_is_away_and_somebody_stands_in(bosses: Loaded) -> None:
    """Until Wednesday evening the managing director is away; her deputy is there."""
    (top,) = matter(bosses, "who-first").entitled
    deputy = bosses.org.deputy_of(top)
    assert deputy is not None
    assert deputy not in matter(bosses, "who-first").parties
    away = [is_absent(bosses.org.person(top).calendar, bosses.script.start + day * DAY) for day in range(5)]
    assert away == [True, True, True, False, False]
    assert not any(is_absent(bosses.org.person(deputy).calendar, bosses.script.start + day * DAY) for day in range(5))


def test_what_the_decision_needs_is_with_three_people(bosses: Loaded) -> None:
    """Hours, date and cost of the alternative are each known by one other person, none of them one of the two."""
    decision = matter(bosses, "who-first")
    holders = [fact(bosses, name).versions[0].known_by for name in decision.needs]
    assert sorted(who for (who,) in holders) == ["bala", "prem", "priscilla"]
    wrong = [set(fact(bosses, name).believed) for name in decision.needs]
    assert all(wrong)


def test_the_decision_is_not_there_before_it_was_asked_for(bosses: Loaded) -> None:
    """What has been decided is settled by the matter; it is put down in writing, and the loser told, after that."""
    assert matter(bosses, "who-first").settles == "press-order"
    note = next(h for h in bosses.script.timeline if h.id == "raman-decides")
    assert note.after is not None
    assert note.after.approval_decided == "who-first"
    (given,) = event(bosses, "give_task", "raman")
    assert given.after is not None
    assert given.after.happened == "raman-tells"


def test_the_one_who_loses_is_told(bosses: Loaded) -> None:
    """After the decision the player is asked to tell the loser in writing; a call comes where it does not."""
    (given,) = event(bosses, "give_task", "raman")
    assert given.task == "word"
    word = next(task for task in bosses.script.tasks if task.id == "word")
    assert (word.deliver.to, word.to) == ("zul", "zul")
    assert "press-order" in {need.fact for need in word.needs}
    assert any(h.unless is not None and h.unless.task_delivered == "word" for h in bosses.script.timeline)


def test_one_change_is_silent_and_one_announced(bosses: Loaded) -> None:
    """Both come before what they are needed for is due, and after the first day."""
    changes = {name: fact(bosses, name).versions[1] for name in ("bind-slot", "paper-arrival")}
    assert {name: change.silent for name, change in changes.items()} == {"bind-slot": True, "paper-arrival": False}
    for task in bosses.script.tasks:
        for need in task.needs:
            if need.fact in changes:
                assert need.as_of is not None
                assert bosses.script.start + DAY < changes[need.fact].since < need.as_of <= task.deliver.by


def test_somebody_who_knows_is_ill_on_monday(bosses: Loaded) -> None:
    """The closing of the container is known by one person, and she is not there on the first day."""
    assert fact(bosses, "book-closing").versions[0].known_by == ("priscilla",)
    assert event(bosses, "away", "priscilla")


def test_the_money_is_above_the_heads_limit_and_adds_up(bosses: Loaded) -> None:
    """Rollers and engineer together are more than the head of plant may sign, and less than what is asked for."""
    rollers = Money.parse(fact(bosses, "roller-price").versions[0].value).amount
    engineer = Money.parse(fact(bosses, "engineer-move").versions[0].value).amount
    money = matter(bosses, "rollers")
    limit = bosses.org.approval_limit("zul", "spend")
    assert limit is not None
    assert limit.amount < rollers + engineer < Money.parse(money.amount or "").amount
    assert money.entitled[0] != "zul"


def test_the_estimate_is_right_for_a_thinner_book(bosses: Loaded) -> None:
    """The old sheet adds up; with the sections that the book has now it comes to what the foreman says."""
    sheet = rows(bosses, "/sales/rasa-utara-estimate.csv")
    copies, sections = Decimal(sheet["copies"]), Decimal(sheet["sheets per copy"])
    assert Decimal(sheet["pages"]) == 16 * sections
    assert Decimal(sheet["good sheets"]) == copies * sections
    assert Decimal(sheet["sheets in all"]) == copies * sections * Decimal("1.05")

    def hours(sheets: Decimal) -> Decimal:
        return copies * sheets * Decimal("1.05") / 8000 + sheets * 20 / 60

    assert round(hours(sections), 1) == Decimal(sheet["press hours"])
    assert f"{round(hours(sections + 1))} press hours" == fact(bosses, "book-hours").versions[0].value


WAITS = """
playbook: waits
about: Takes work that waits for somebody outside to three people; the last is the one whose promise it is.
steps:
  - {at: mon 12:15, do: walk_up, to: wei-jie, ask: plates-missing, if_missed: chat}
  - {do: wait, until: {learned: plates-missing}, at_most: 5h}
  - {at: tue 10:40, do: call, to: jacinta, request: jacket, if_missed: chat,
     text: "Please decide on going ahead without the publisher. What pre-press still needs is {plates-missing},
       says Wei-Jie."}
  - {do: call, to: priscilla, request: jacket, if_missed: chat,
     text: "Please decide on going ahead without the publisher. What pre-press still needs is {plates-missing},
       says Wei-Jie."}
  - {at: tue 14:30, do: call, to: jacinta, request: jacket,
     text: "Please decide on going ahead without the publisher. What pre-press still needs is {plates-missing},
       says Wei-Jie."}
  - {at: tue 15:10, do: finish}
"""


def test_work_that_waits_is_released_by_whoever_has_promised_it(bosses: Loaded, tmp_path: Path) -> None:
    """Pre-press waits for the publisher. Who looks after the publisher may not start without; her head may, and asks
    first whether she has been asked."""
    assert matter(bosses, "jacket").sort == "blocked"
    with Record.open(played(bosses, tmp_path, "waits", WAITS).path) as record:
        asked = [(body.of, body.standing) for _, body in record.bodies(ApprovalRequested) if body.approval == "jacket"]
        assert asked == [("jacinta", "too_early"), ("priscilla", "not_mine"), ("jacinta", "mine")]
        assert [(event.actor, body.verdict) for event, body in record.bodies(ApprovalGiven)] == [("jacinta", "grant")]
