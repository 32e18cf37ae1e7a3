"""Old scores beside new ones: what changed, for which runs, by which version of a scorer."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from workaday.cli import invoke
from workaday.result import Result


@pytest.fixture
def card(played: Result, here: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What `workaday score --json` says of the run now."""
    invoke(["score", str(played.path), "--json"])
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def against(card: Any, run: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    Path("card.json").write_text(json.dumps(card), encoding="utf-8")
    code = invoke(["score", str(run), "--against", "card.json", *more])
    told = capsys.readouterr()
    return code, told.out + told.err


def test_nothing_has_changed(card: dict[str, Any], played: Result, capsys: pytest.CaptureFixture[str]) -> None:
    """The same scorers make the same of the same run."""
    code, told = against(card, played.path, capsys)
    assert (code, told) == (0, "1 runs compared, 0 with other scores than before.\n")


def test_a_newer_scorer_is_told_with_what_it_changed(
    card: dict[str, Any], played: Result, capsys: pytest.CaptureFixture[str]
) -> None:
    """The version, and each score that is not what it was; one that was not there before has no old value."""
    old = copy.deepcopy(card)
    old["scores"]["versions"]["outcome"] = "0"
    old["scores"]["by"]["outcome"]["value"] = 0.125
    del old["scores"]["by"]["noise"], old["scores"]["versions"]["noise"]
    code, told = against({"runs": [old]}, played.path, capsys, "--json")
    found = json.loads(told)
    now = card["scores"]["by"]["outcome"]["value"]
    version = card["scores"]["versions"]["outcome"]
    (outcome,) = [each for each in found["changes"] if each["score"] == "outcome"]
    assert (code, outcome["was"], outcome["now"], outcome["versions"]) == (0, 0.125, now, ["0", version])
    assert found["versions"]["noise"][0] is None
    _, told = against({"runs": [old]}, played.path, capsys)
    assert f"version of outcome: 0 to {version}" in told


def test_runs_are_known_by_their_events(
    card: dict[str, Any], played: Result, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run that the card does not have is named; what is no card is told."""
    _, told = against(card | {"digest": "another"}, played.path, capsys)
    assert f"not on the card: {played.path}" in told
    code, told = against({"nothing": 1}, played.path, capsys)
    assert (code, "no card of scores" in told) == (2, True)


def test_several_runs_are_scored_at_once(played: Result, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder of runs gives one object with all of them, and the exit code of the worst."""
    assert invoke(["score", str(played.path), str(played.path.parent), "--json"]) in (0, 1)
    assert len(json.loads(capsys.readouterr().out)["runs"]) == 2
    invoke(["score", str(played.path), str(played.path)])
    assert len(capsys.readouterr().out.splitlines()) == 2
