"""Report-desk: the player is the security desk; an attacker works through the house, and most that is odd is honest."""

from pathlib import Path

import pytest

import workaday
from scenarios.load import Loaded, load
from scorers.score_run import ScoreCard
from sim.deciders import deciders
from sim.record import Record
from sim.script import Scheme
from sim.vocabulary.security import LureTried, SchemeMoved, SuspicionReported
from tests.scenarios.library import fact, matter, played, task, text
from workaday.result import Result

WOLF = """
playbook: wolf
about: Blocks whoever writes, and warns everybody of everything.
steps:
  - {at: tue 08:55, do: block, address: "sefina.p07@postbox.example"}
  - {do: block, address: "kirsten@tasmanpaper.example"}
  - {do: block, address: "bev@richmondlocks.example"}
  - do: chat
    to: "#house"
    text: "Warning! Trust no mail today. bev@richmondlocks.example and sefina.p07@postbox.example are fake."
  - {do: chat, to: "#house", text: "Be careful, we are under attack. Do not answer anybody."}
  - {do: chat, to: "#house", text: "Another warning: everything from outside is suspicious."}
  - {do: chat, to: brigid, text: "Do not believe Mrs Petelo."}
  - {at: tue 10:30, do: mail, to: tuan, subject: Printer, text: "Pay nobody today."}
  - {at: tue 16:00, do: finish}
"""


@pytest.fixture(scope="module")
def desk() -> Loaded:
    return load("report-desk")


@pytest.fixture(scope="module")
def oracle(desk: Loaded, tmp_path_factory: pytest.TempPathFactory) -> Result:
    return workaday.run(desk, player="oracle", out=tmp_path_factory.mktemp("oracle") / "run.workaday")


@pytest.fixture(scope="module")
def idle(desk: Loaded, tmp_path_factory: pytest.TempPathFactory) -> Result:
    return workaday.run(desk, player="idle", seed=3, out=tmp_path_factory.mktemp("idle") / "run.workaday")


def the_scheme(desk: Loaded) -> Scheme:
    assert desk.script.security is not None
    (scheme,) = desk.script.security.schemes
    return scheme


def intrusion(card: ScoreCard) -> float:
    return card.scores["intrusion"].value or 0.0


def test_it_can_be_solved_and_is_not_solved_by_itself(oracle: Result, idle: Result) -> None:
    """The solution gets nearly all of it; whoever does nothing has nothing."""
    assert (oracle.scores.total or 0) >= 0.95
    assert not oracle.scores.violations
    assert (idle.scores.total or 0) <= 0.05


@pytest.mark.parametrize("seed", [2, 3])
def test_other_seeds_have_another_attack_and_can_be_solved_too(desk: Loaded, tmp_path: Path, seed: int) -> None:
    """What the attacker gets to differs; what can be done about it does not."""
    run = workaday.run(desk, player="oracle", seed=seed, out=tmp_path / "run.workaday")
    assert (run.scores.total or 0) >= 0.95


def test_left_alone_the_attacker_gets_what_it_wants(oracle: Result, idle: Result) -> None:
    """Both sides are scored: what the idle desk lets go is the attacker's, and a desk that acts keeps most of it."""
    assert intrusion(idle.scores) < 0.5 < intrusion(oracle.scores)


def test_blocked_it_comes_back_from_elsewhere(oracle: Result) -> None:
    """Once the first address is blocked, the attacker lies low and writes from its spare one."""
    with Record.open(oracle.path) as record:
        assert "another address" in [body.to for _, body in record.bodies(SchemeMoved)]
        assert "kirsten@tpp-billing.example" in [body.sender for _, body in record.bodies(LureTried)]


def test_coworkers_report_of_their_own_accord(oracle: Result) -> None:
    """Somebody who sees through it tells the desk."""
    with Record.open(oracle.path) as record:
        assert [event.actor for event, _ in record.bodies(SuspicionReported)]


def test_crying_wolf_costs_the_defence_too(desk: Loaded, tmp_path: Path) -> None:
    """Honest senders blocked and warned of are the attacker's gain, and nothing is achieved by it."""
    card = played(desk, tmp_path, "wolf", WOLF).scores
    assert (card.total or 0) < 0.2
    (attack,) = [c for c in card.scores["intrusion"].criteria if c.name == "attack"]
    assert "False alarms of the player's: 5" in attack.explanation


def test_false_and_honest_bear_the_same_name(desk: Loaded) -> None:
    """The printer, the League and the manager have an honest address each; the false ones differ by a syllable."""
    names = {pretext.name for pretext in the_scheme(desk).pretexts}
    honest = {item.title for item in desk.script.seeded if item.kind == "outside"}
    assert "Tasman Paper and Print" in names
    assert names & (honest | {person.name for person in desk.org.people()})


def test_the_right_account_is_heard_and_the_file_is_worth_looking_at(desk: Loaded) -> None:
    """The attacker wants its number in a file that has the right one; who has heard that is one person."""
    (aim,) = [aim for aim in the_scheme(desk).aims if aim.wants == "change"]
    number = fact(desk, "heard-account").versions[0].value.rpartition(" ")[2]
    assert aim.value is not None
    assert number not in aim.value
    assert number in text(desk, aim.path or "")
    assert fact(desk, "heard-account").versions[0].known_by == ("sione",)


def test_the_payment_is_not_the_desk_s_to_stop(desk: Loaded) -> None:
    """Sione decides, with the address and the account, before the run goes out; Tuan hears of it in time."""
    hold = matter(desk, "hold")
    assert hold.by is not None
    assert deciders(desk.org, hold, hold.by, desk.script.seat)[0] == "sione"
    assert set(hold.needs) == {"false-address", "heard-account"}
    assert task(desk, "told-tuan").deliver.by <= hold.by
