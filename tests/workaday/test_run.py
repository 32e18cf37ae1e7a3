"""``workaday run``: exit codes, what it prints, where the run goes, and what is kept when it stops on the way."""

import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from sim.record import Record
from tests.workaday.model_server import unused_address
from workaday.cli import invoke
from workaday.result import Result

KEYS = {
    "run", "scenario", "player", "mind", "seed", "outcome", "why", "digest", "success", "scores", "usage",
    "simulated_hours", "events", "faults", "replies", "cassette",
}  # fmt: skip


def test_json_is_one_object_with_all_of_it(
    flour: str, played: Result, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """--json prints one object and nothing else; equal seeds give equal digests, from the command line as in Python."""
    assert invoke(["run", flour, "--json"]) == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert said.out.count("\n") == 1
    assert said.err == ""
    assert set(told) == KEYS
    assert told["digest"] == played.digest
    assert told["success"] is True
    assert told["scores"]["total"] == played.scores.total
    assert set(told["scores"]["by"]) == set(played.scores.scores)
    assert set(told["usage"]) == {"coworkers", "player", "judge"}
    assert (told["scenario"], told["player"], told["mind"], told["seed"]) == ("flour", "diligent", "reflex", 1)
    assert Path(told["run"]).is_file()


def test_a_time_after_the_end_means_the_whole_run_and_is_told(
    flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """--until beyond the end stops nothing: the run is whole, and says so."""
    assert invoke(["run", flour, "--until", "90 days", "--player", "idle", "--json"]) == 1
    said = capsys.readouterr()
    assert "after the end of the scenario" in said.err
    assert json.loads(said.out)["outcome"] != "unfinished"


def test_a_threshold_that_is_missed_ends_with_1(flour: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The run is done and did not pass: that is told, and is no error."""
    assert invoke(["run", flour, "--player", "idle"]) == 1
    said = capsys.readouterr()
    assert "not passed" in said.out
    assert "runs/flour-idle-s1.workaday" in said.out
    assert said.err.splitlines() == ["Tue 3 March 2026: day 1 of 1, 0 messages"]


def test_quiet_is_one_line(flour: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--quiet prints neither progress nor table."""
    invoke(["run", flour, "--player", "idle", "--quiet", "--seed", "7"])
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out == "runs/flour-idle-s7.workaday: stalemate, total 0.00, not passed\n"


def test_a_run_is_never_written_over(flour: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same run again goes into a file of its own; a file that was named must not be there yet."""
    for _ in range(3):
        invoke(["run", flour, "--player", "idle", "-q"])
    names = sorted(path.name for path in (here / "runs").iterdir())
    assert names == [f"flour-idle-s1{more}.workaday" for more in ("-2", "-3", "")]
    capsys.readouterr()
    taken = str(here / "runs" / names[0])
    before = (here / "runs" / names[0]).read_bytes()
    assert invoke(["run", flour, "--player", "idle", "--out", taken]) == 2
    assert "there is such a file already" in capsys.readouterr().err
    assert (here / "runs" / names[0]).read_bytes() == before


def test_a_run_can_be_stopped_early(flour: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--until ends it at a time of the seat's, or after a while; the outcome says that it is not finished."""
    for until, hours in (("tue 10:00", 2.0), ("90m", 1.5)):
        assert invoke(["run", flour, "--until", until, "--json"]) == 1
        told = json.loads(capsys.readouterr().out)
        assert told["outcome"] == "unfinished"
        assert told["why"] == "stopped where it was told to"
        assert told["simulated_hours"] == hours
        assert told["success"] is False


def test_what_stopped_early_is_not_taken_for_complete(
    flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """However good the scores are by then, they are as of then: no verdict, no success, in every way they are told."""
    whole = ["run", flour, "--player", "oracle"]
    assert invoke([*whole, "--out", "whole.workaday"]) == 0
    with Record.open("whole.workaday") as record:
        last = [event for event in record.events() if event.kind != "run.ended"][-1]
        minutes = (last.at - record.script["start"]) // 60
    capsys.readouterr()
    assert invoke([*whole, "--out", "a.workaday", "--until", f"{minutes}m", "-q"]) == 1
    assert re.search(r"a\.workaday: unfinished, total \d\.\d\d, as of Tue ", capsys.readouterr().out)
    for command in (["score"], ["diff", "whole.workaday"]):
        invoke([*command, "a.workaday"])
        assert "; the run is not over" in " ".join(capsys.readouterr().out.split())
    assert invoke(["score", "a.workaday", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["success"] is False
    assert told["scores"]["failures"][0].startswith("The run is not over (unfinished): these are its scores as of Tue ")
    assert invoke(["resume", "a.workaday"]) == 0
    assert "passed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "hints"),
    [
        (["run", "first-weak"], ["first-weak", "Did you mean 'first-week'?"]),
        (["run", "FLOUR", "--player", "dilligent"], ["dilligent", "Did you mean 'diligent'?", "oracle"]),
        (["run", "FLOUR", "--player", "scripted"], ["scripted:steps.yaml"]),
        (["run", "FLOUR", "--player", "no_such_module:Player"], ["no_such_module"]),
        (["run", "FLOUR", "--mind", "reflx"], ["reflx", "reflex", "Did you mean"]),
        (["run", "FLOUR", "--mind", "nobodys-model"], ["nobodys-model", "PROVIDER/MODEL"]),
        (["run", "FLOUR", "--player", "model:nobodys-model"], ["nobodys-model", "PROVIDER/MODEL"]),
        (["run", "FLOUR", "--until", "soon"], ["soon"]),
        (["run", "FLOUR", "--until", "2026-03-01"], ["2026-03-01"]),
    ],
    ids=" ".join,
)
def test_a_name_nobody_has_is_told_with_what_would_do(
    arguments: list[str], hints: list[str], flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong name or time ends with 2, says what was meant or what there is, and leaves no run behind."""
    given = [flour if argument == "FLOUR" else argument for argument in arguments]
    assert invoke(given) == 2
    said = capsys.readouterr()
    assert all(hint in said.err for hint in hints), said.err
    assert "Traceback" not in said.err
    assert not (here / "runs").exists()


def test_an_unreachable_model_ends_with_3_soon_and_leaves_a_readable_run(
    flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message names model, address and what to do; the run up to there is kept and can be read."""
    address = unused_address()
    assert invoke(["run", flour, "--mind", "openai/stub", "--api-base", address]) == 3
    said = capsys.readouterr()
    for part in ("openai/stub", address, "--api-base", "runs/flour-diligent-s1.workaday"):
        assert part in said.err
    assert "Traceback" not in said.err
    with Record.open(here / "runs" / "flour-diligent-s1.workaday") as record:
        assert record.outcome == "crash"
        assert record.count("chat.sent") > 0
    assert invoke(["run", flour, "--player", "model:openai/stub", "--api-base", address, "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["exit"] == 3
    assert address in told["error"]
    assert told["outcome"] == "crash"
    assert Path(told["run"]).is_file()


def test_ctrl_c_keeps_the_run_and_names_it(flour: str, here: Path) -> None:
    """Stopped by the keyboard, the command ends with 130, and the run up to there can be read."""
    (here / "stopper.py").write_text(
        textwrap.dedent(
            """
            import asyncio, os, signal
            from sim.player import Act

            class Stopper:
                name = "stopper"
                def begin(self, briefing): pass
                async def act(self, observation):
                    if observation.turn == 3:
                        os.kill(os.getpid(), signal.SIGINT)
                        await asyncio.Event().wait()
                    return Act(action="chat.send", arguments={"to": ["bram"], "text": "Still here."})
            """
        ),
        encoding="utf-8",
    )
    # Whoever starts the tests in the background may have SIGINT ignored, which a child inherits.
    heeding = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{heeding}; from workaday.cli import main; main()"
    command = [sys.executable, "-c", code, "run", flour, "--player", "stopper.py:Stopper"]
    root = Path(__file__).parents[2]
    result = subprocess.run(
        command,
        cwd=here,
        env={"PYTHONPATH": str(root), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert result.returncode == 130, result.stderr
    assert "Traceback" not in result.stderr
    path = here / "runs" / "flour-stopper.py-Stopper-s1.workaday"
    assert str(path.relative_to(here)) in result.stderr
    with Record.open(path) as record:
        assert record.count("chat.sent", actor="seat") == 2
        assert record.outcome == "unfinished"


def test_a_player_that_fails_is_the_players_fault(flour: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An exception of the player ends the run, not the command: exit 1, and what it said is told."""
    source = (
        "class Broken:\n    name = 'broken'\n    def begin(self, briefing): pass\n"
        "    async def act(self, observation): raise ValueError('no brain')\n"
    )
    (here / "broken.py").write_text(source, encoding="utf-8")
    assert invoke(["run", flour, "--player", "broken.py:Broken"]) == 1
    assert "no brain" in capsys.readouterr().out


def test_a_run_that_was_stopped_has_scores_as_of_where_it_was_told_to(
    flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not as of the last thing that happened before."""
    assert invoke(["run", flour, "--until", "tue 10:07", "--out", "u.workaday"]) == 1
    out = capsys.readouterr().out
    assert "as of Tue 10:07; the run is not over" in out


def test_a_run_without_anything_to_grade_has_no_total(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither in the line of --quiet nor in the object of --json, nor when it is scored later: 0 would be a grade."""
    (here / "corner.yaml").write_text(
        "org: corner\nname: Corner\nsites: {here: {zone: UTC, hours: mon-fri 09:00-17:00}}\npeople:\n"
        "  ann: {name: Ann Lee, title: Owner, persona: brisk-founder}\n  seat: {title: Clerk, reports_to: ann}\n",
        encoding="utf-8",
    )
    (here / "idle.yaml").write_text(
        "scenario: idle\ntitle: A morning\norg: ./corner.yaml\nseat: seat\nstarts: 2026-03-02 09:00\nlasts: 2 hours\n"
        "brief: Sit there.\n",
        encoding="utf-8",
    )
    assert invoke(["run", "idle.yaml", "--player", "idle", "--quiet", "--out", "a.workaday"]) == 0
    assert capsys.readouterr().out == "a.workaday: horizon, total –, nothing to grade\n"
    for command in (["run", "idle.yaml", "--player", "idle", "--json", "--out", "b.workaday"], ["score", "a.workaday"]):
        assert invoke([*command, *([] if "--json" in command else ["--json"])]) == 0
        assert json.loads(capsys.readouterr().out)["scores"]["total"] is None
