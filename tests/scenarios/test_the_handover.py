"""The handover: what only the leaver knows has to be asked for while she is there."""

import csv
import io
from pathlib import Path

import pytest

import workaday
from scenarios.load import Loaded, load
from scorers.score_run import ScoreCard
from sim.calendar import is_absent, is_working
from sim.record import Record
from sim.units import Money
from sim.vocabulary.world import ApprovalGiven, ApprovalRequested, Redirected
from tests.scenarios.library import fact, matter, played, task

DAY, HOUR = 86400, 3600
TRAPS = """
playbook: too-late
about: Copies the folder, asks once, and asks for the rest when nobody is there any more.
steps:
  - {at: mon 09:30, do: walk_up, to: gwen, ask: ghent-door, if_missed: chat}
  - {do: chat, to: bogdan, ask: carnet-items}
  - {do: wait, until: {learned: [ghent-door, carnet-items]}, at_most: 6h}
  - at: tue 16:30
    do: write
    file: /touring/handover-note.md
    text: |
      The lorry costs 2 460 GBP. In Ghent it takes the canal door. Friday: rehearsal at 14:00.
  - {do: chat, to: marged, text: "The handover note is in /touring/handover-note.md."}
  - {do: chat, to: callum, text: "Irena has a wrist in plaster."}
  - {at: wed 09:55, do: call, to: gwen, ask: portal-code, if_missed: chat}
  - {do: mail, to: gwen, subject: The word, ask: lorry-word}
  - do: write
    file: /touring/carnet-may.md
    text: |
      57 items, the old double bass with its certificate, guarantee 5 400 GBP.
  - at: wed 13:00
    do: mail
    to: rhodri
    subject: The lorry, the word and the code
    text: |
      2 460 GBP, by Gareth. The code goes to her own mobile.
  - {at: wed 14:30, do: finish}
"""


@pytest.fixture(scope="module")
def handover() -> Loaded:
    return load("the-handover")


@pytest.fixture(scope="module")
def too_late(handover: Loaded, tmp_path_factory: pytest.TempPathFactory) -> tuple[ScoreCard, Path]:
    """The scores of somebody who asks when she has left, and their run."""
    folder = tmp_path_factory.mktemp("traps")
    (folder / "too-late.yaml").write_text(TRAPS, encoding="utf-8")
    out = folder / "run.workaday"
    return workaday.run(handover, player=f"scripted:{folder / 'too-late.yaml'}", out=out).scores, out


def rows(handover: Loaded, path: str) -> list[dict[str, str]]:
    text = next(item.data for item in handover.script.seeded if item.path == path)
    return list(csv.DictReader(io.StringIO(text)))


def test_it_can_be_solved_and_is_not_solved_by_itself(handover: Loaded, tmp_path: Path) -> None:
    """The solution gets all of it; whoever does nothing has nothing."""
    assert (workaday.run(handover, player="oracle", out=tmp_path / "oracle.workaday").scores.total or 0) >= 0.95
    assert (workaday.run(handover, player="idle", out=tmp_path / "idle.workaday").scores.total or 0) <= 0.05


def test_folder_and_hearsay_are_worth_nothing(too_late: tuple[ScoreCard, Path]) -> None:
    """The quotation, Monday's door, Monday's count, halves of the truth: none counts, and the wrist is a leak."""
    scores, _ = too_late
    facts = {c.name: c.value for c in scores.scores["outcome"].criteria if ": fact " in c.name}
    assert len(facts) == 12
    assert {name: value for name, value in facts.items() if value} == {}
    assert {violation.name for violation in scores.violations} == {"leak"}


def test_who_has_left_says_nothing_more(handover: Loaded, too_late: tuple[ScoreCard, Path]) -> None:
    """Called and written to on the third day, she neither picks up nor answers."""
    left = handover.script.start + 2 * DAY
    with Record.open(too_late[1]) as record:
        after = [e for e in record.events(actor="gwen") if e.at >= left and e.kind in ("chat.sent", "mail.sent")]
        met = [e for e in record.events(actor="gwen") if e.at >= left and e.kind == "call.answered"]
    assert (after, met) == ([], [])


def test_she_is_there_for_two_days_and_then_for_good_away(handover: Loaded) -> None:
    """At work on Monday and Tuesday, away from the third day to the end."""
    calendar = handover.org.person("gwen").calendar
    start = handover.script.start
    assert is_working(calendar, start + HOUR)
    assert is_working(calendar, start + DAY + 8 * HOUR)
    assert all(is_absent(calendar, at) for at in range(start + 2 * DAY - 8 * HOUR, handover.script.horizon, HOUR))


def test_the_third_day_asks_for_what_she_alone_knew(handover: Loaded) -> None:
    """The task of the third day comes when she has left; only she knew, and what others believe is wrong or half."""
    given = next(h for h in handover.script.timeline if h.task == "lorry")
    assert given.at is not None
    assert given.at >= handover.script.start + 2 * DAY
    needs = task(handover, "lorry").needs
    assert len(needs) == 3
    for need in needs:
        asked = fact(handover, need.fact)
        assert all(version.known_by == ("gwen",) for version in asked.versions)
        assert len(asked.believed) >= 2
        assert not {belief.value for belief in asked.believed.values()} & {version.value for version in asked.versions}


def test_somebody_wonders_about_each_of_them_before(handover: Loaded) -> None:
    """Whoever reads the house's messages finds what to ask: the telephone, the unsigned lorry, the pencil."""
    before = [f"{item.title or ''} {item.text or ''} {item.data or ''}" for item in handover.script.seeded]
    for word in ("telephone", "ask at breakfast", "not what we said", "Ask me.", "votre parole", "3.60"):
        assert any(word in text for text in before), word


def test_one_door_moves_in_silence_and_one_count_aloud(handover: Loaded) -> None:
    """Both move on the second day; the door while she can still be asked."""
    door, count = fact(handover, "ghent-door").versions[1], fact(handover, "carnet-items").versions[1]
    assert (door.silent, count.silent) == (True, False)
    second = handover.script.start + DAY
    assert second < door.since < count.since < second + 8 * HOUR
    assert is_working(handover.org.person("gwen").calendar, door.since)


def test_others_need_parts_of_it(handover: Loaded) -> None:
    """What she knew goes to three people by three tasks, somebody waits for a fourth piece of it, and two more papers
    have nothing to do with her."""
    receivers = {task.to for task in handover.script.tasks}
    assert receivers == {"marged", "tendai", "bogdan", "rhodri", "ffion"}
    assert any(h.who == "yuki" and h.does == "ask" for h in handover.script.timeline)


def test_the_guarantee_is_above_the_managers_and_the_finance_directors_limit(handover: Loaded) -> None:
    """Neither may grant it; the chief executive may, with count and guarantee named."""
    bond = matter(handover, "carnet-bond")
    amount = Money.parse(bond.amount or "").amount
    for who in ("marged", "rhodri"):
        limit = handover.org.approval_limit(who, "spend")
        assert limit is not None
        assert limit.amount < Money.parse(fact(handover, "bond").versions[0].value).amount < amount
    assert bond.entitled == ("eluned",)
    assert set(bond.needs) == {"carnet-items", "bond"}


def test_the_papers_add_up(handover: Loaded) -> None:
    """Budget, last year's list and the quotation are sums of their lines."""
    *lines, total = rows(handover, "/finance/touring-budget.csv")
    assert sum(int(line["GBP"]) for line in lines) == int(total["GBP"])
    *groups, all_ = rows(handover, "/touring/carnet-2025.csv")
    assert sum(int(group["items"]) for group in groups) == int(all_["items"])
    quoted = fact(handover, "lorry-price").believed["rhodri"].value
    assert Money.parse(quoted).amount == int(lines[0]["GBP"]) == 2100 + 240 + 120


PAST_HIM = """
playbook: past-him
about: Writes to the one who lets it lie, goes past him at once, to him, and past him again the next morning.
steps:
  - {at: mon 12:00, do: chat, to: ffion, ask: encore-parts}
  - {do: chat, to: matthias,
     text: "Ffion closes the box tomorrow, Matthias. Could you make the choice of the encore today?"}
  - {do: wait, until: {learned: encore-parts}, at_most: 60m}
  - {do: call, to: rhodri, request: encore,
     text: "Please settle the choice of the encore. The encore that has its bowings: {encore-parts}, says
       Ffion."}
  - {at: mon 15:00, do: walk_up, to: matthias, request: encore, if_missed: nothing,
     text: "Could you make the choice of the encore, Matthias?"}
  - {at: tue 09:40, do: call, to: eluned, request: encore,
     text: "Please settle the choice of the encore. The encore that has its bowings: {encore-parts}, says
       Ffion."}
  - {at: tue 10:00, do: finish}
"""


def test_whoever_lets_it_lie_is_gone_past_after_a_fair_time(handover: Loaded, tmp_path: Path) -> None:
    """The artistic director does not answer on the encore. The one who stands in for his boss asks whether he has been
    asked; face to face he has no more than a nod, and names nobody; on the next morning his boss decides."""
    assert matter(handover, "encore").sort == "silence"
    with Record.open(played(handover, tmp_path, "past-him", PAST_HIM).path) as record:
        asked = [(body.of, body.standing) for _, body in record.bodies(ApprovalRequested) if body.approval == "encore"]
        assert asked == [("rhodri", "too_early"), ("matthias", "put_off"), ("eluned", "mine")]
        assert [(event.actor, body.verdict) for event, body in record.bodies(ApprovalGiven)] == [("eluned", "grant")]
        assert not [body for event, body in record.bodies(Redirected) if event.actor == "matthias"]
