"""``workaday score``: the scores of a run that is there, without simulating anything."""

import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scorers.fidelity.report import InBrief
from scorers.registry import load
from scorers.score import Score
from sim.record import Record
from workaday.cli import invoke
from workaday.report import of_coworkers, print_card
from workaday.result import Result, run, score, score_async


def test_a_run_is_scored_as_when_it_was_played(played: Result, capsys: pytest.CaptureFixture[str]) -> None:
    """The record alone gives the same scores, the same digest and the same verdict."""
    assert invoke(["score", str(played.path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["scores"]["total"] == played.scores.total
    assert told["digest"] == played.digest
    assert told["events"] == played.events
    assert told["simulated_hours"] == round(played.simulated_hours, 2)
    assert (told["outcome"], told["success"], told["why"]) == (played.outcome, True, played.why)


def test_the_table_explains_every_score(played: Result, capsys: pytest.CaptureFixture[str]) -> None:
    """Each score stands in the table with what it is about, and the verdict below."""
    assert invoke(["score", str(played.path)]) == 0
    table = capsys.readouterr().out
    assert all(name in table for name in played.scores.scores)
    assert "passed" in table
    assert "Interruptions met well: 1 of 1." in table


def test_what_counts_nothing_is_told_in_a_line(played: Result, capsys: pytest.CaptureFixture[str]) -> None:
    """A score that has no weight here or does not apply has no row, but stands below the table; --all gives it one."""
    invoke(["score", str(played.path)])
    table = capsys.readouterr().out
    assert re.search(r"^  Not applicable: .*intrusion", table, re.MULTILINE)
    assert not re.search(r"^intrusion", table, re.MULTILINE)
    assert re.search(r"^asking +\d\.\d\d +2  Facts to ask for", table, re.MULTILINE)
    invoke(["score", str(played.path), "--all"])
    table = capsys.readouterr().out
    assert re.search(r"^intrusion +– +0  Does not apply: ", table, re.MULTILINE)
    assert "Not applicable" not in table

    weightless = {"asking": played.scores.scores["asking"].model_copy(update={"weight": 0.0})}
    out = io.StringIO()
    print_card(played.scores.model_copy(update={"scores": {**played.scores.scores, **weightless}}), out)
    assert re.search(r"^  Not counted here: asking \d\.\d\d", out.getvalue(), re.MULTILINE)
    assert not re.search(r"^asking", out.getvalue(), re.MULTILINE)


def test_slips_of_coworkers_stand_below_the_table(played: Result) -> None:
    """How many of which kind, faults of minds, messages out of hours, and what slips cost, which nobody is charged;
    nothing where there are none."""
    brief = InBrief(
        messages=1200, slips={"leak": 1, "invented": 2}, people={}, faults={"reworded": 2, "role": 1}, out_of_hours=3,
        spared=("outcome: x",),
    )  # fmt: skip
    out = io.StringIO()
    print_card(played.scores.model_copy(update={"fidelity": brief}), out)
    assert "in 1,200 messages: 1 leak, 2 invented." in " ".join(out.getvalue().split())
    assert "minds: 2 reworded, 1 role." in " ".join(out.getvalue().split())
    assert "out of hours by coworkers: 3 of 1,200 messages." in " ".join(out.getvalue().split())
    assert "counted for nobody: outcome: x." in " ".join(out.getvalue().split())
    found = played.scores.fidelity
    assert found is not None
    assert found.messages > 0
    none = {"messages": 1, "slips": {}, "people": {}, "faults": {}, "out_of_hours": 0}
    nothing = played.scores.model_copy(update={"fidelity": InBrief.model_validate(none)})
    assert list(of_coworkers(nothing)) == []


def test_a_missed_threshold_ends_with_1_and_says_which(
    flour: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code is the verdict, so that a pipeline can stop on it."""
    path = run(flour, player="idle", out=tmp_path / "idle.workaday").path
    assert invoke(["score", str(path)]) == 1
    assert "below 0.70" in capsys.readouterr().out


def test_what_is_no_run_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is missing, or is something else, is the user's mistake."""
    other = tmp_path / "notes.txt"
    other.write_text("no run", encoding="utf-8")
    for path in (other, tmp_path / "missing.workaday"):
        assert invoke(["score", str(path)]) == 2
        assert str(path) in capsys.readouterr().err


def test_scoring_starts_no_simulation_and_no_model(played: Result) -> None:
    """Scoring opens neither the kernel nor a model library nor a graph runtime."""
    code = (
        "import sys\nfrom workaday.cli import invoke\n"
        f"assert invoke(['score', {str(played.path)!r}]) == 0\n"
        "print([m for m in ('simpy', 'litellm', 'langgraph', 'sim.engine') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[-1] == "[]"


async def test_from_python_in_an_event_loop(played: Result) -> None:
    """`score_async` gives what `score` gives."""
    assert await score_async(played.path) == score(played.path)


class Failing:
    """A scorer of somebody's own, with a fault in it."""

    name, version = "failing", "1"

    def score(self, record: Record, /) -> Score:
        raise ZeroDivisionError("nothing was sent")


def test_a_scorer_of_ones_own_that_fails_is_the_users_fault_and_costs_no_other_score(
    played: Result, flour: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`score` and `run` end with 2 and name scorer, exception, line and run file; the other scores are shown."""
    monkeypatch.setattr("scorers.score_run.load", lambda: {**load(), "failing": Failing})
    assert invoke(["score", str(played.path)]) == 2
    shown = capsys.readouterr()
    assert all(name in shown.out for name in played.scores.scores)
    assert "Without failing, which is broken." in shown.out
    assert "Traceback" not in shown.err
    for part in ("'failing'", ":Failing", "ZeroDivisionError: nothing was sent", "py, line", str(played.path)):
        assert part in shown.err
    out = tmp_path / "new.workaday"
    assert invoke(["run", flour, "--player", "idle", "--quiet", "--out", str(out)]) == 2
    said = capsys.readouterr().err
    assert str(out) in said
    assert "Traceback" not in said
    assert out.is_file()


def test_a_scenario_without_work_has_nothing_to_grade(
    flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is no failure of the player's: the verdict says so, no total is made up, and the command ends with 0."""
    shutil.copytree(Path(flour).parent, here / "mill")
    idyll = here / "mill" / "idyll.yaml"
    text = Path(flour).read_text(encoding="utf-8").replace("scenario: flour", "scenario: idyll")
    parts = re.split(r"^(?=\w+:)", text, flags=re.M)
    kept = [part for part in parts if not part.startswith(("tasks:", "solution:", "passes:"))]
    idyll.write_text("".join(kept), encoding="utf-8")
    assert invoke(["run", str(idyll), "--player", "idle", "--out", "a.workaday"]) == 0
    said = capsys.readouterr().out
    assert "nothing to grade" in said
    assert "passed" not in said
    assert invoke(["run", str(idyll), "--player", "idle", "--out", "b.workaday", "-q"]) == 0
    assert "nothing to grade" in capsys.readouterr().out
    assert invoke(["score", "a.workaday", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["success"] is False
    assert any(why.startswith("Nothing to grade") for why in told["scores"]["failures"])


def test_a_player_that_breaks_off_before_any_work_is_not_let_off(
    flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where work was to come, a failure before it is one."""
    (here / "own.py").write_text(
        "class Own:\n    def begin(self, briefing): pass\n    async def act(self, seen): raise ValueError\n",
        encoding="utf-8",
    )
    assert invoke(["run", flour, "--player", "own.py:Own", "-q"]) == 1
    assert "not passed" in capsys.readouterr().out


def test_what_a_run_has_lost_so_far_may_still_be_won(played: Result) -> None:
    """Below the table of a run that is not over, what is lost is told as of now."""
    lost = {"agent": 0.2, "infrastructure": 0.3}
    for stands, said in (("", "Lost by fault of"), ("Mon 11:00", "Lost so far, or not come to yet, by fault of")):
        out = io.StringIO()
        print_card(played.scores.model_copy(update={"stands": stands, "lost": lost, "worst": 0.5, "best": 0.8}), out)
        assert f"{said}: agent 0.20, infrastructure 0.30" in " ".join(out.getvalue().split())
