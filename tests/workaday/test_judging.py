"""Judging a run with a model: asked once, kept beside the run, never a 0 and never a lost run where it fails."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorers.rubrics.answers import beside
from sim.budget import Price
from sim.model import Message, ModelFault, ModelReply, ModelRequest, Role, Usage
from tests.workaday.conftest import MILL
from tests.workaday.model_server import ModelServer, Sent, says
from tests.workaday.test_faulty_server import Talker
from workaday.cli import invoke
from workaday.result import load, run, score

RUBRIC = """
rubric:
  criteria:
    marked-words:
      asks: Did the seat tell Bram of the marked flour?
      yes: It says zebra-striped.
      no: It does not.
      sees: words
      quotes: seat
"""


@pytest.fixture(scope="session")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bakery with a rubric, whose words stand nowhere else."""
    folder = tmp_path_factory.mktemp("marked") / "mill"
    shutil.copytree(MILL, folder)
    file = folder / "flour.yaml"
    file.write_text(file.read_text(encoding="utf-8") + RUBRIC, encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def once(marked: Path) -> Path:
    """That day, played by the oracle."""
    return run(marked, player="oracle", out=marked.parent / "once.workaday").path


@pytest.fixture
def path(once: Path, here: Path) -> Path:
    """A copy of that run, in a folder of its own."""
    return Path(shutil.copy(once, here / "day.workaday"))


Answers = Callable[[str], str | ModelFault]


class Port:
    """Models that answer by ``answers``, from the last message of a request. Keeps what was asked."""

    def __init__(self, answers: Answers, cost: float | None = 0.001) -> None:
        self._answers = answers
        self._cost = cost
        self.asked: list[tuple[Role, tuple[Message, ...]]] = []

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        self.asked.append((role, request.messages))
        usage = Usage(calls=1, prompt_tokens=100, completion_tokens=20, cost=self._cost)
        given = self._answers(request.messages[-1].content or "")
        if isinstance(given, ModelFault):
            raise given
        return ModelReply(text=given, usage=usage)


def right(asked: str) -> str:
    """A judge that quotes the first thing the seat said, and is content."""
    record = json.loads(asked[asked.index("\nRECORD\n") + 8 :])
    quote = {"event": record[0]["event"], "words": record[0]["text"]}
    return json.dumps({"quotes": [quote], "reason": "It is so. Therefore: yes.", "verdict": True})


def test_a_judge_is_asked_once_and_its_answers_are_kept(path: Path) -> None:
    """Scoring again asks nobody, with the judge named or not; the run file stays as it was, byte for byte."""
    before = path.read_bytes()
    port = Port(right)
    first = score(path, "test/judge", port=port)
    assert first.scores["rubric"].value == 1.0
    assert [role for role, _ in port.asked] == ["judge"]
    assert path.read_bytes() == before
    again = Port(right)
    assert score(path, "test/judge", port=again).data() == first.data()
    assert score(path).data() == first.data()
    assert again.asked == []
    (kept,) = map(json.loads, beside(path).read_text(encoding="utf-8").splitlines())
    assert (kept["judge"], kept["criterion"], kept["tokens"], kept["usd"]) == ("test/judge", "marked-words", 120, 0.001)


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ("It went rather well.", "judge"),
        (ModelFault("content_refused", "it refuses"), "judge"),
        (ModelFault("empty", "it sent nothing"), "judge"),
        (ModelFault("unreachable", "no answer within 180 s"), "infrastructure"),
        (ModelFault("rate_limited", "turned away"), "infrastructure"),
    ],
    ids=lambda given: given.kind if isinstance(given, ModelFault) else str(given)[:8],
)
def test_a_judge_that_fails_leaves_the_criterion_open_and_can_be_asked_again(
    path: Path, given: str | ModelFault, fault: str
) -> None:
    """The other scores stand, the reason is told, and the next judging asks anew."""
    plain = score(path)
    card = score(path, "test/judge", port=Port(lambda asked: given))
    assert card.total == plain.total
    assert not card.grading_complete
    assert card.scores["rubric"].value is None
    assert card.scores["rubric"].criteria[0].fault == fault
    assert score(path).ungraded == card.ungraded
    assert score(path, "test/judge", port=Port(right)).grading_complete


def test_two_judges_are_kept_apart(path: Path) -> None:
    """Each by its name; without one the last who answered counts."""
    assert score(path, "test/one", port=Port(right)).scores["rubric"].value == 1.0
    no = json.dumps({"quotes": [], "reason": "Nothing. Therefore: no.", "verdict": False})
    assert score(path, "test/other", port=Port(lambda asked: no)).scores["rubric"].value == 0.0
    assert score(path).scores["rubric"].value == 0.0
    nobody = Port(right)
    assert score(path, "test/one", port=nobody).scores["rubric"].value == 1.0
    assert nobody.asked == []


def test_a_budget_that_is_used_up_leaves_the_rest_open(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No call is made that could pass the limit; the criterion says so."""
    monkeypatch.setattr("workaday.judging.price_of", lambda model: Price(1e-6, 1e-6, 1e-6))
    port = Port(right)
    card = score(path, "test/judge", port=port, max_cost=0.0)
    assert port.asked == []
    assert "budget judge.usd is used up" in card.ungraded["rubric: marked-words"]


def test_no_prompt_of_a_run_holds_a_word_of_the_rubric(marked: Path, tmp_path: Path) -> None:
    """Neither those of a player that is a model nor those of coworkers."""
    port = Port(lambda asked: "Hm.")
    run(marked, player="model:test/player", mind="test/mind", port=port, out=tmp_path / "player.workaday")
    run(marked, player=Talker(), mind="test/mind", port=port, out=tmp_path / "mind.workaday")
    assert {role for role, _ in port.asked} == {"player", "coworkers"}
    assert "zebra" in (load(marked).grading.rubric or "").__repr__()
    for _, messages in port.asked:
        text = " ".join(message.content or "" for message in messages)
        assert not re.search(r"zebra|marked", text)


def test_the_command_judges_through_litellm_and_names_a_judge_that_is_not_calibrated(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`score --judge` asks the server with the schema of an answer; `score` shows the same from what is kept."""
    requests: list[dict[str, Any]] = []

    def answered(request: dict[str, Any]) -> Sent:
        requests.append(request)
        return says(right(request["messages"][-1]["content"]))

    with ModelServer(answered) as server:
        code = invoke(["score", str(path), "--judge", "openai/stub", "--api-base", server.address])
    first = capsys.readouterr().out
    assert code == 0
    assert "By openai/stub: 1 of 1 criterion graded." in first
    assert "it is not calibrated" in " ".join(first.split())
    assert requests[0]["response_format"]["json_schema"]["strict"] is True
    assert invoke(["score", str(path)]) == 0
    assert capsys.readouterr().out == first
    assert invoke(["score", str(path), "--json"]) == 0
    scores = json.loads(capsys.readouterr().out)["scores"]
    assert scores["grading_complete"] is True
    assert scores["by"]["rubric"]["criteria"][0]["name"] == "marked-words"


def test_mistakes_about_judges_end_with_2(path: Path, flour: str, capsys: pytest.CaptureFixture[str]) -> None:
    """No such model, no rubric, no such file of verdicts, a price that is not known."""
    for arguments, said in (
        (["score", str(path), "--judge", "nobody-knows-this"], "no model that LiteLLM knows"),
        (["score", str(path), "--verdicts", "none.jsonl"], "is no file of verdicts"),
        (["score", str(path), "--judge", "openai/x", "--max-cost", "1"], "has no price"),
        (["score", str(path), "--judge", "openai/x", "--calibration", "none.json"], "is no file of a calibration"),
        (["run", flour, "--judge", "openai/x"], "has no rubric"),
        (["calibrate"], "nothing to calibrate"),
        (["calibrate", "two-boses", "--judge", "openai/x"], "Did you mean 'two-bosses'?"),
    ):
        assert invoke(arguments) == 2, arguments
        assert said in " ".join(capsys.readouterr().err.split())


def test_calibrating_says_how_far_a_judge_agrees_and_scoring_names_it(
    path: Path, marked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A judge that always says yes has no kappa, is below its bar, ends with 1, and is named by `score`."""
    labels = path.parent / "labels.yaml"
    excerpts = "".join(
        f"  e{number}: {{criterion: marked-words, is: {verdict}, because: so it is, "
        f"says: [{{by: seat, to: bram, via: chat, text: It is the striped one number {number}.}}]}}\n"
        for number, verdict in enumerate(("yes", "no", "yes", "no"))
    )
    labels.write_text(f"labels: {marked}\nby: us\nexcerpts:\n{excerpts}", encoding="utf-8")
    with ModelServer(lambda request: says(right(request["messages"][-1]["content"]))) as server:
        judge = ["--judge", "openai/stub", "--api-base", server.address]
        assert invoke(["calibrate", str(labels), *judge, "--json"]) == 1
        (standing,) = json.loads(capsys.readouterr().out)["standings"]
        assert (standing["agreement"], standing["kappa"], standing["recall"], standing["passed"]) == (0.5, 0, 1, False)
        assert invoke(["score", str(path), *judge]) == 0
    assert "it is below its bar (kappa 0.00, 0.60 wanted; 4 of 4 excerpts graded)" in " ".join(
        capsys.readouterr().out.split()
    )
    assert invoke(["calibrate", str(labels), "--judge", "openai/stub", "--api-base", server.address]) == 1
    assert "below its bar" in capsys.readouterr().out


def test_pairs_hold_scores_against_what_people_preferred(
    path: Path, marked: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a finished day and an idle one people prefer the first, and so does the total: tau 1."""
    run(marked, player="idle", out=path.parent / "idle.workaday")
    pairs = path.parent / "pairs.yaml"
    pairs.write_text("pairs: two days\nby: us\norders: [[day.workaday, idle.workaday]]\n", encoding="utf-8")
    assert invoke(["calibrate", "--pairs", str(pairs), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["pairs"]
    assert (found["total"]["tau"], found["total"]["pairs"], found["rubric"]["left_out"]) == (1.0, 1, 1)
