"""The file of a gate, what it measures, and what its baseline looks like."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from scorers.total import VERSION
from sim.model import Message, ModelFault, ModelRequest
from sim.source import SourceError
from tests.workaday.evidence import run_of
from tests.workaday.model_server import ModelServer, Sent, says
from workaday import baseline, gate
from workaday.cli import invoke
from workaday.gating import Checked, bars, check


@pytest.fixture
def written(flour: str, here: Path) -> Path:
    """A gate of one scenario with two seeds."""
    path = here / "bread.workaday.yaml"
    path.write_text(
        f"gate: bread\nscenarios: [{flour}]\nplayer: idle\nseeds: 1..2\nbaseline: base.yaml\n", encoding="utf-8"
    )
    return path


def test_figures_are_the_total_whether_it_passed_and_the_scorers_that_count(written: Path) -> None:
    """A scorer without a weight informs and gates nothing."""
    found = gate.read(written)
    scores = found.scenario("flour").grading.scores
    assert found.figures("flour") == ("total", "passed", *sorted(name for name, weight in scores.items() if weight))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "needs: {ouctome: 1}",
            "6:9  needs.ouctome: 'ouctome' is no figure of these scenarios. Did you mean 'outcome'?",
        ),
        ("needs: {total: 1.5}", "6:16  needs.total: '1.5'"),
        ("inconclusive: maybe", "6:15  inconclusive: 'maybe'"),
        ("needs: {}\nseed: 3", "7:1  seed"),
    ],
)
def test_mistakes_are_told_by_line(written: Path, line: str, told: str) -> None:
    """As in every other file of an author's: file, line, column, value, rule and fix."""
    written.write_text(f"{written.read_text('utf-8')}{line}\n", encoding="utf-8")
    with pytest.raises(SourceError) as error:
        gate.read(written)
    assert told in str(error.value)
    assert invoke(["check", str(written)]) == 2


def test_files_are_found_beside_the_gate(flour: str, here: Path) -> None:
    """The player, a playbook and a scenario: from wherever the gate is played."""
    folder = here / "gates"
    folder.mkdir()
    (folder / "g.workaday.yaml").write_text(f"gate: g\nscenarios: [{flour}]\nplayer: agent.py:Mine\n", encoding="utf-8")
    assert gate.read("gates/g.workaday.yaml").player == "gates/agent.py:Mine"
    assert gate.read("gates/g.workaday.yaml", player="scripted:steps.yaml").player == "scripted:gates/steps.yaml"
    assert gate.read("gates/g.workaday.yaml", player="idle").player == "idle"


def test_no_model_is_asked_unawares(written: Path) -> None:
    """Without a cassette a question to a model stops the run, and says how answers are recorded."""
    request = ModelRequest(model="openai/x", messages=(Message(role="user", content="?"),))
    with pytest.raises(ModelFault, match="--record"):
        asyncio.run(gate.NoModel(written).complete(request, role="player", who="seat"))


def waits_and_finishes(request: dict[str, Any]) -> Sent:
    """A model in the seat that asks Nadia, waits and finishes; behind coworkers it knows nothing."""
    if "tools" not in request:
        empty = {"silence_because": "", "react": "", "tells": [], "sends_to": [], "promises": [], "decides": []}
        return says(json.dumps({"say": "I do not know.", **empty, "takes_on": [], "asks": []}))
    turn = sum(message["role"] == "assistant" for message in request["messages"])
    acts = ("chat-send", {"to": ["nadia"], "text": "What is the price of rye flour?"}), ("desk-wait", {"until": "2h"})
    return says(None, calls=(acts[turn] if turn < 2 else ("desk-finish", {"note": "That is all."}),))


def test_a_gate_recorded_where_there_is_a_key_is_played_where_there_is_none(
    written: Path, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every answer of the server is on a cassette: the same run, event by event, without it. What is not on one fails
    the gate, and says how it is recorded."""
    told = written.read_text(encoding="utf-8").replace("player: idle", "player: model:openai/stub\nmind: openai/stub")
    written.write_text(told.replace("seeds: 1..2", "seeds: 1"), encoding="utf-8")
    asked: list[dict[str, Any]] = []

    def answer(request: dict[str, Any]) -> Sent:
        asked.append(request)
        return waits_and_finishes(request)

    with ModelServer(answer) as server, monkeypatch.context() as with_key:
        with_key.setenv("WORKADAY_API_BASE", server.address)
        assert invoke(["baseline", "update", str(written), "--record"]) == 0
    assert [path.name for path in Path("cassettes").iterdir()] == ["flour-s1-e1.workaday"]
    models = {request["model"] for request in asked}
    assert (models, len(asked) >= 4, any("tools" not in request for request in asked)) == ({"stub"}, True, True)

    before = len(asked)
    found, stand = gate.read(written), baseline.read(Path("base.yaml"))
    runs = found.play(Path("ci"))
    assert {each.outcome for each in check(found, stand, "flour", runs).values()} == {"passed"}
    assert baseline.runs_digest(runs, (1,)) == stand.scenarios["flour"].runs
    assert len(asked) == before

    next(Path("cassettes").iterdir()).unlink()
    (stopped,) = found.play(Path("bare"))
    assert not stopped.complete
    assert "--record" in stopped.why
    assert {each.outcome for each in check(found, stand, "flour", [stopped]).values()} == {"failed"}


def test_a_baseline_is_written_and_read_and_its_diff_is_told(written: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first update writes it; the second changes nothing; what is lowered by hand is told, and --dry-run keeps
    it."""
    assert invoke(["baseline", "update", str(written)]) == 0
    assert "+      total: {version:" in capsys.readouterr().out
    first = Path("base.yaml").read_text(encoding="utf-8")
    assert baseline.text(baseline.read(Path("base.yaml"))) == first
    total = f'total: {{version: "{VERSION}", mean: 0'
    edited = first.replace(f"{total},", f"{total}.5,")
    assert edited != first
    Path("base.yaml").write_text(edited, encoding="utf-8")
    assert invoke(["baseline", "update", str(written), "--dry-run", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["changed"]
    assert f"-      {total}.5," in told["diff"]
    assert Path("base.yaml").read_text(encoding="utf-8") == edited


def stand(found: gate.Gate, values: dict[str, tuple[float, ...]], runs: str = "r") -> baseline.Baseline:
    """A baseline of a gate, made by hand."""
    versions = {"total": "1", "outcome": "1", "noise": "1"}
    figures = {
        name: baseline.Figure(mean=sum(of) / len(of), values=of, version=versions.get(name))
        for name, of in values.items()
    }
    hashed = found.scenario("flour").content_hash
    seeds = tuple(range(1, 1 + len(next(iter(values.values())))))
    known = baseline.Stand(scenario_hash=hashed, runs=runs, seeds=seeds, figures=figures)
    return baseline.Baseline(baseline="bread", player="idle", mind="reflex", scenarios={"flour": known})


def outcome(written: Path, totals: list[float | None], before: list[float] | None = None, **needs: float) -> Checked:
    """What the gate says of the total of runs with these totals."""
    found = gate.read(written, needs=needs, seeds=f"1..{len(totals)}")
    known = None if before is None else stand(found, {"total": tuple(before)})
    runs = [run_of("flour", seed, total) for seed, total in enumerate(totals, 1)]
    return check(found, known, "flour", runs)["total"]


def test_thresholds(written: Path) -> None:
    """A mean that is surely above passes, surely below fails, and in between nothing is known; one seed is as it is."""
    assert outcome(written, [0.9, 0.91, 0.92], total=0.8).outcome == "passed"
    assert outcome(written, [0.5, 0.51, 0.52], total=0.8).outcome == "failed"
    unsure = outcome(written, [0.6, 0.9, 0.95], total=0.8)
    assert (unsure.outcome, "it may be 0.498 to 1.136" in unsure.why) == ("inconclusive", True)
    assert outcome(written, [0.81], total=0.8).outcome == "passed"
    assert outcome(written, [0.79], total=0.8).outcome == "failed"


def test_against_the_baseline(written: Path) -> None:
    """Worse fails, better and the same pass, and with few seeds it is inconclusive and says how many more it takes."""
    before = [0.8] * 8
    assert outcome(written, [0.6] * 8, before).outcome == "failed"
    assert outcome(written, [0.9] * 8, before).outcome == "passed"
    assert outcome(written, [0.8] * 8, before).outcome == "passed"
    few = outcome(written, [0.6] * 3, [0.8] * 3)
    assert (few.outcome, "needs 5 more seeds" in few.why) == ("inconclusive", True)


def test_equal_runs_pass_with_any_number_of_seeds(written: Path) -> None:
    """What plays the very same runs is the same: the digest says so where the test could not."""
    found = gate.read(written, seeds="1..2")
    runs = [run_of("flour", seed, 0.5) for seed in (1, 2)]
    known = stand(found, {"total": (0.5, 0.5)}, runs=baseline.runs_digest(runs, (1, 2)))
    assert check(found, known, "flour", runs)["total"].outcome == "passed"


def test_what_is_not_complete_fails(written: Path) -> None:
    """A gate that lets pass what it did not see is none."""
    found = outcome(written, [0.9, None], total=0.1)
    assert (found.outcome, "1 of 2 runs are not complete" in found.why) == ("failed", True)


def test_a_stale_baseline_fails(written: Path) -> None:
    """Other scorers or another scenario than the baseline's are no measure: it has to be written anew, and read."""
    found = gate.read(written, seeds="1..7")
    known = stand(found, {"total": (0.5,) * 7})
    newer = [run_of("flour", seed, 0.5, versions={"total": "2"}) for seed in range(1, 8)]
    assert "version 2, and the baseline of version 1" in check(found, known, "flour", newer)["total"].why
    flour = known.scenarios["flour"].model_copy(update={"scenario_hash": "old"})
    changed = known.model_copy(update={"scenarios": {"flour": flour}})
    runs = [run_of("flour", seed, 0.5) for seed in range(1, 8)]
    assert "the scenario has changed" in check(found, changed, "flour", runs)["total"].why


def test_only_figures_that_something_is_asked_of_are_tests(written: Path) -> None:
    """A threshold or a baseline makes a test; a figure with neither is none, for it could not fail."""
    found = gate.read(written, needs={"outcome": 0.5})
    assert bars(found, None, "flour") == ("outcome",)
    assert bars(found, stand(found, {"total": (0.5,)}), "flour") == ("total", "outcome")
