"""Judging a run with a model: asked once, kept beside the run, never a 0 and never a lost run where it fails."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorers.rubrics.answers import beside
from scorers.score_run import score_record
from sim.budget import Price, prompt_tokens
from sim.model import Message, ModelFault, ModelReply, ModelRequest, Role, Usage
from sim.record import Record
from tests.workaday.conftest import MILL
from tests.workaday.model_server import ModelServer, Sent, says
from tests.workaday.test_faulty_server import Talker
from workaday.cli import invoke
from workaday.estimate import estimate
from workaday.judging import Judge
from workaday.litellm_port import LiteLLMPort
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
        self.tokens = 0
        """Of the prompts, by estimate."""

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        self.asked.append((role, request.messages))
        self.tokens += prompt_tokens(request)
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
        (["run", flour, "--seeds", "1..2", "--judge", "openai/x"], "has no rubric"),
        (["audit", flour, "--judge", "openai/x"], "has no rubric"),
        (["estimate", flour, "--judge", "openai/x"], "has no rubric"),
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


@pytest.mark.parametrize("verdict", [True, False])
def test_what_judging_uses_falls_into_the_range_told_before(marked: Path, path: Path, verdict: bool) -> None:
    """Calls and tokens of a judge that is content, and of one whose bad verdict is confirmed."""
    price = Price(1e-6, 1e-7, 4e-6)
    before = estimate(load(marked), "reflex", "diligent", prices=lambda model: price, judge="test/judge").roles["judge"]
    no = json.dumps({"quotes": [], "reason": "Nothing. Therefore: no.", "verdict": False})
    port = Port(right if verdict else lambda asked: no)
    score(path, "test/judge", port=port)
    assert before.model == "test/judge"
    assert before.calls.low <= len(port.asked) <= before.calls.high
    assert before.prompt_tokens.low <= port.tokens <= before.prompt_tokens.high
    assert before.usd is not None
    assert 0 < before.usd.low < before.usd.expected < before.usd.high


def served(judge: Callable[[dict[str, Any]], Sent], command: list[str], capsys: pytest.CaptureFixture[str]) -> Any:
    """What a command prints in JSON whose judge is a server on loopback."""
    with ModelServer(judge) as server:
        invoke([*command, "--judge", "openai/stub", "--api-base", server.address, "--json"])
    return json.loads(capsys.readouterr().out)


def test_runs_with_several_seeds_are_judged_each_and_once(
    marked: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every run has its verdicts beside it, the report names the judge and its standing, and going on asks nobody."""
    asked: list[str] = []

    def judge(request: dict[str, Any]) -> Sent:
        asked.append(request["messages"][-1]["content"])
        return says(right(asked[-1]))

    sweep = ["run", str(marked), "--player", "oracle", "--seeds", "1..2", "--epochs", "2", "--out", "runs"]
    told = served(judge, sweep, capsys)
    assert (told["judge"], told["doubts"]) == ("openai/stub", ["Of this judge: it is not calibrated."])
    assert (len(asked), len(list(Path("runs").glob("*.verdicts.jsonl")))) == (4, 4)
    assert served(judge, sweep, capsys) == told
    assert len(asked) == 4
    assert invoke(["score", "runs", "--json"]) == 0
    cards = [each["scores"] for each in json.loads(capsys.readouterr().out)["runs"]]
    assert [card["by"]["rubric"]["value"] for card in cards] == [1.0] * 4


def test_what_a_judge_may_cost_holds_for_all_runs_together(once: Path, here: Path) -> None:
    """Where one answer has taken nearly all of the money, the second run is left open."""
    paths = [Path(shutil.copy(once, here / f"{name}.workaday")) for name in ("a", "b")]
    port = Port(right, cost=0.4)
    judge = Judge("test/judge", port=port, max_cost=0.42)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("workaday.judging.price_of", lambda model: Price(1e-5, 1e-5, 1e-5))
        graded = []
        for path in paths:
            with Record.open(path) as record:
                graded.append(score_record(record, judging=judge.of(record)).grading_complete)
    assert graded == [True, False]
    assert len(port.asked) == 1


def quoting(words: str, reason: str) -> Answers:
    """A judge that quotes these words, or the first thing that the seat said, and says yes for this reason."""

    def answers(asked: str) -> str:
        if "\nRECORD\n" not in asked:
            return "Once more? As I said."
        line = json.loads(asked[asked.index("\nRECORD\n") + 8 :])[0]
        quote = {"event": line["event"], "words": words or line["text"]}
        return json.dumps({"quotes": [quote], "reason": reason, "verdict": True})

    return answers


BAD: dict[str, tuple[Answers, str]] = {
    "contradicts itself": (quoting("", "It hides it. Therefore: no."), "no usable answer"),
    "quotes what was never said": (quoting("the moon is green today", "So it is. Therefore: yes."), "no usable answer"),
    "answers in prose": (lambda asked: "All in all it went rather well, I would say.", "prose"),
    "refuses": (lambda asked: ModelFault("content_refused", "it will not judge people"), "it will not judge people"),
    "times out": (lambda asked: ModelFault("unreachable", "no answer within 180 s"), "no answer within 180 s"),
}
"""Judges of the bad kinds, and what is said of each."""


@pytest.fixture
def judges(monkeypatch: pytest.MonkeyPatch) -> list[Answers]:
    """What answers in the place of LiteLLM: the last in the list."""
    by: list[Answers] = []

    class Stub(LiteLLMPort):
        async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
            return await Port(by[-1]).complete(request, role=role, who=who)

        def require_key(self, model: str) -> None:
            return None

    monkeypatch.setattr("workaday.judging.LiteLLMPort", Stub)
    monkeypatch.setattr("workaday.litellm_port.LiteLLMPort", Stub)
    return by


def judged(command: str, marked: Path, path: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """The scores of one or two runs, as a command gives them whose judge is a stub."""
    two, play = path.with_name("other.workaday"), ["run", str(marked), "--player", "oracle"]
    words = {
        "score": ["score", str(path)],
        "several": ["score", str(path), str(shutil.copy(path, two))],
        "run": [*play, "--out", "again.workaday"],
        "sweep": [*play, "--seeds", "1", "--out", "swept"],
        "audit": ["audit", str(marked), "--players", "oracle", "--out", "audited"],
    }
    invoke([*words[command], "--judge", "openai/stub", "--json"])
    told = json.loads(capsys.readouterr().out)
    if command in ("sweep", "audit"):
        assert invoke(["score", "swept" if command == "sweep" else "audited", "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
    return [each["scores"] for each in told.get("runs", [told])]


@pytest.mark.parametrize(
    ("command", "bad"),
    [
        *((command, bad) for command in ("score", "several") for bad in BAD),
        *((command, bad) for command in ("run", "sweep", "audit") for bad in ("contradicts itself", "times out")),
    ],
)
def test_a_bad_judge_costs_nobody_a_point_whichever_command_asks_it(
    command: str, bad: str, marked: Path, path: Path, judges: list[Answers], capsys: pytest.CaptureFixture[str]
) -> None:
    """Its criterion is open with the reason, grading is told as not complete, and the total is as without a judge."""
    plain = score(path).total
    answers, why = BAD[bad]
    judges.append(answers)
    for card in judged(command, marked, path, capsys):
        assert card["total"] == plain
        assert (card["grading_complete"], card["by"]["rubric"]["value"]) == (False, None)
        assert why in card["ungraded"]["rubric: marked-words"]


@pytest.mark.parametrize("bad", BAD)
def test_calibration_counts_what_a_bad_judge_left_open(
    bad: str, marked: Path, here: Path, judges: list[Answers], capsys: pytest.CaptureFixture[str]
) -> None:
    """It has graded nothing and is below its bar; one that could not be reached is not held against anybody."""
    says_so = "says: [{by: seat, to: bram, via: chat, text: It is the striped one.}]"
    Path("labels.yaml").write_text(
        f"labels: {marked}\nby: us\nexcerpts:\n  e1: {{criterion: marked-words, is: yes, because: so, {says_so}}}\n",
        encoding="utf-8",
    )
    judges.append(BAD[bad][0])
    code = invoke(["calibrate", "labels.yaml", "--judge", "openai/stub", "--json"])
    told = json.loads(capsys.readouterr().out)
    if bad == "times out":
        assert code == 3
        assert not Path("calibration.json").exists()
    else:
        assert (code, told["standings"][0]["graded"], told["standings"][0]["passed"]) == (1, 0, False)
