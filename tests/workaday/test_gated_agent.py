"""The example of an agent behind a gate: of three commits one is better, one breaks its manners, one is only noise."""

from pathlib import Path

import pytest

from workaday import baseline, gate
from workaday.contrast import Verdict
from workaday.gating import Checked, check

HERE = Path(__file__).parents[2] / "examples" / "gated-agent"


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> baseline.Baseline:
    """What the agent as it is comes to now."""
    found = gate.read(HERE / "kiosk.workaday.yaml")
    return baseline.taken(found, found.play(tmp_path_factory.mktemp("clerk")))


def checked(player: str, known: baseline.Baseline, folder: Path) -> dict[str, Checked]:
    """What the example's gate says of one of its agents."""
    found = gate.read(HERE / "kiosk.workaday.yaml", player=f"agent.py:{player}")
    return check(found, known, "croissants", found.play(folder))


@pytest.mark.parametrize(("player", "verdict"), [("Attentive", "better"), ("Pushy", "worse"), ("Reworded", "same")])
def test_each_commit_gets_the_verdict_that_it_deserves(
    player: str, verdict: Verdict, known: baseline.Baseline, tmp_path: Path
) -> None:
    """The total is judged against the baseline, and the gate fails for the broken manners alone, which it names."""
    found = checked(player, known, tmp_path)
    judged = found["total"].judged
    assert judged is not None
    assert judged.verdict == verdict
    failed = {figure for figure, each in found.items() if each.outcome == "failed"}
    assert ("total" in failed) is (verdict == "worse")
    assert failed == ({"total", "noise", "relationships"} if verdict == "worse" else set())


def test_the_committed_baseline_is_that_of_the_agent_as_it_is(known: baseline.Baseline) -> None:
    """It stands as it would be written now; `workaday baseline update examples/gated-agent/kiosk.workaday.yaml` mends
    it."""
    assert (HERE / "baseline.yaml").read_text(encoding="utf-8") == baseline.text(known)
