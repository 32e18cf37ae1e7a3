"""The example of an agent behind a gate: of three commits one is better, one breaks its manners, one is only noise."""

from pathlib import Path

import pytest

from workaday import baseline, gate
from workaday.contrast import Verdict
from workaday.gating import Checked, check

HERE = Path(__file__).parents[2] / "examples" / "gated-agent"


def checked(player: str, folder: Path) -> dict[str, Checked]:
    """What the example's gate says of one of its agents."""
    found = gate.read(HERE / "kiosk.workaday.yaml", player=f"agent.py:{player}")
    assert found.baseline is not None
    return check(found, baseline.read(found.baseline), "croissants", found.play(folder))


@pytest.mark.parametrize(("player", "verdict"), [("Attentive", "better"), ("Pushy", "worse"), ("Reworded", "same")])
def test_each_commit_gets_the_verdict_that_it_deserves(player: str, verdict: Verdict, tmp_path: Path) -> None:
    """The total is judged against the committed baseline, and the gate fails for the broken manners alone."""
    found = checked(player, tmp_path)
    judged = found["total"].judged
    assert judged is not None
    assert judged.verdict == verdict
    failed = {figure for figure, each in found.items() if each.outcome == "failed"}
    assert ("total" in failed) is (verdict == "worse")
    assert verdict == "worse" or not failed


def test_the_baseline_is_that_of_the_agent_as_it_is() -> None:
    """It names the player, the scenario and the scorers that are there: else it has to be written anew."""
    found = gate.read(HERE / "kiosk.workaday.yaml")
    assert found.baseline is not None
    known = baseline.read(found.baseline)
    assert known.player == found.file.player
    stand = known.scenarios["croissants"]
    assert stand.scenario_hash == found.scenario("croissants").content_hash
    assert set(stand.figures) <= set(found.figures("croissants"))
    assert baseline.text(known) == found.baseline.read_text(encoding="utf-8")
