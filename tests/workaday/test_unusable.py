"""A model that answers every request, and never with anything usable: that is no result of anybody's, and is not
scored as one; a model that fails now and then is, and it is told how often."""

import json
from pathlib import Path
from typing import Any

import pytest

from sim.record import Record
from sim.replies import AT_LEAST, IN_A_ROW, SILENT, Replies
from tests.sim.clock import FakeClock
from tests.workaday.model_server import ModelServer, Sent, says
from tests.workaday.test_faulty_server import SAYS, Talker
from workaday.cli import invoke
from workaday.continuation import replay, resume
from workaday.litellm_port import LiteLLMPort
from workaday.result import Result, run

GARBAGE: dict[str, Sent] = {
    "prose": says("Hello! How can I help you today?"),
    "empty": says(None),
    "other JSON": says(json.dumps({"answer": 42})),
    "a list": says("[1, 2, 3]"),
    "half": says('{"say": "It is'),
    "noise": says("�" * 50),
    "a role": says(json.dumps({"say": "As an AI language model, I cannot help with that."})),
}


def played(flour: str, path: Path, server: ModelServer) -> Result:
    """Somebody talks to everybody all day, and the coworkers are a model on ``server``."""
    port = LiteLLMPort(api_base=server.address, answering=2.0, clock=FakeClock())
    return run(flour, player=Talker(), mind="openai/stub", port=port, out=path)


@pytest.mark.parametrize("sent", GARBAGE.values(), ids=GARBAGE.keys())
def test_coworkers_of_whom_nothing_is_usable_stop_the_run(sent: Sent, flour: str, tmp_path: Path) -> None:
    """After so many thoughts from the start, with the fault of the infrastructure, and the kind of reply is told."""
    path = tmp_path / "run.workaday"
    with ModelServer(lambda request: sent) as server:
        result = played(flour, path, server)
    assert result.fault is not None
    assert result.fault.kind == "unusable"
    assert (result.outcome, result.success) == ("crash", False)
    assert "coworkers: openai/stub was asked for" in result.why
    assert "Hello!" not in result.why
    thoughts, bad = result.replies["coworkers"]
    assert thoughts == bad
    assert AT_LEAST <= thoughts <= IN_A_ROW
    assert result.scores.fault == "infrastructure"
    replay(path)


def test_a_run_that_was_stopped_so_can_go_on(flour: str, tmp_path: Path) -> None:
    """What it holds does not stop it again: with a model that answers it comes to its end."""
    path = tmp_path / "run.workaday"
    mended = False
    with ModelServer(lambda request: SAYS if mended else GARBAGE["prose"]) as server:
        stopped = played(flour, path, server)
        assert stopped.replies["coworkers"] == (IN_A_ROW, IN_A_ROW)
        mended = True
        port = LiteLLMPort(api_base=server.address, answering=2.0, clock=FakeClock())
        result = resume(path, player=Talker(), port=port)
    assert result.fault is None
    assert result.outcome in ("horizon", "stalemate")
    thoughts, bad = result.replies["coworkers"]
    assert IN_A_ROW <= bad < thoughts
    replay(path)


def test_a_model_that_fails_now_and_then_is_told_and_stops_nothing(
    flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One good reply is enough; how many were not is said in words, and in the JSON."""
    asked = 0

    def answer(request: dict[str, Any]) -> Sent:
        nonlocal asked
        asked += 1
        return SAYS if asked == 1 else GARBAGE["prose"]

    (here / "talker.py").write_text("from tests.workaday.test_faulty_server import Talker\n", encoding="utf-8")
    with ModelServer(answer) as server:
        command = ["run", flour, "--player", "talker.py:Talker", "--mind", "openai/stub", "--api-base", server.address]
        assert invoke([*command, "--out", "a.workaday"]) == 1
        said = capsys.readouterr().out
        asked = 0
        assert invoke([*command, "--out", "b.workaday", "--json"]) == 1
    counts = json.loads(capsys.readouterr().out)["replies"]["coworkers"]
    assert 0 < counts["unusable"] < counts["thoughts"]
    told = f"coworkers: {counts['unusable']} of {counts['thoughts']} thoughts of the model brought nothing usable"
    assert told in " ".join(said.split())


CALLS: dict[str, Sent] = {
    "prose": says("I would write to Nadia first."),
    "no such tool": says(None, calls=(("go", {}),)),
    "no arguments": says(None, calls=(("chat-send", "?"),)),
    "arguments it does not take": says(None, calls=(("chat-send", {"too": "much"}),)),
}


@pytest.mark.parametrize("sent", CALLS.values(), ids=CALLS.keys())
def test_a_player_that_never_acts_stops_the_run(
    sent: Sent, flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A model in the seat without one action that the office knows ends with 3, and not with a score."""
    with ModelServer(lambda request: sent) as server:
        command = ["run", flour, "--player", "model:openai/stub", "--api-base", server.address, "--out", "a.workaday"]
        assert invoke([*command, "--json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert told["outcome"] == "crash"
    assert f"player: openai/stub was asked for {IN_A_ROW} thoughts" in told["error"]
    assert told["replies"]["player"] == {"thoughts": IN_A_ROW, "unusable": IN_A_ROW}
    with Record.open("a.workaday") as record:
        assert record.outcome == "crash"
    replay("a.workaday")


def test_too_few_thoughts_tell_nothing() -> None:
    """A day on which hardly anything was asked is no proof of a model that cannot answer."""
    for thoughts in range(IN_A_ROW + 1):
        replies = Replies()
        stopped = [replies.came("coworkers", "m", "unparsed") is not None for _ in range(thoughts)]
        assert any(stopped) is (thoughts >= IN_A_ROW)
        assert (replies.at_the_end() is not None) is (thoughts >= AT_LEAST)
        replies.came("coworkers", "m", "")
        assert replies.at_the_end() is None


def test_silence_counts_only_where_there_is_nothing_else() -> None:
    """Saying nothing to somebody who wanted something is a choice, unless a model never does anything else."""
    replies = Replies()
    stopped = [replies.came("coworkers", "m", SILENT) is not None for _ in range(IN_A_ROW)]
    assert stopped == [False] * (IN_A_ROW - 1) + [True]
    replies = Replies()
    for trouble in (SILENT, SILENT, "", SILENT):
        assert replies.came("coworkers", "m", trouble) is None
    assert replies.at_the_end() is None
    assert replies.counts() == {"coworkers": (4, 0)}
