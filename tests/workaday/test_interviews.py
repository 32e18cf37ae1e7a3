"""Interviews with coworkers of a run: what is asked, how answers are judged, and that the run never hears of it."""

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

import pytest

from scorers.fidelity.interview import Interviews
from sim.model import ModelFault, ModelReply, ModelRequest, Role, Usage
from sim.units import BadValue
from workaday.cli import invoke
from workaday.interviews import interviews
from workaday.result import run

COIL = Path(__file__).parents[1] / "localmodel" / "coil.yaml"
NUMBER = 5


class Stub:
    """A model that answers every request with what ``says`` makes of its last message."""

    def __init__(self, says: Callable[[str], str]) -> None:
        self.says = says
        self.asked: list[ModelRequest] = []

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        self.asked.append(request)
        return ModelReply(text=self.says(request.messages[1].content or ""), usage=Usage(calls=1))

    async def aclose(self) -> None:
        return None


def saying(text: str, **more: object) -> str:
    return json.dumps({"say": text, **more})


def good(prompt: str) -> str:
    """Tells of what is listed the fact that is asked for; else declines."""
    question = prompt.rpartition("> ")[2].partition("\n")[0]
    for line in prompt.splitlines():
        handle, _, rest = line.removeprefix("- [").partition("] ")
        topic, _, value = rest.partition(": ")
        if line.startswith("- [f") and topic in question:
            return saying(f"That is {value.partition(' (')[0]}.", tells=[handle])
    return saying("I would rather not say, or do not know.")


@pytest.fixture(scope="module")
def run_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A morning of three people, moved by rules."""
    path = tmp_path_factory.mktemp("coil") / "coil.workaday"
    run(COIL, "oracle", out=path)
    return path


@pytest.fixture(scope="module")
def honest(run_file: Path) -> Interviews:
    """What a good model answers."""
    return asyncio.run(ask(run_file, good))


async def ask(
    path: Path, says: Callable[[str], str], *, seed: int = 1, number: int = NUMBER, budget: Sequence[str] = ()
) -> Interviews:
    return await interviews(path, number, mind="stub/model", seed=seed, port=Stub(says), budget=budget)


def digest(run_file: Path) -> str:
    return sha256(run_file.read_bytes()).hexdigest()


def sorts(found: Interviews) -> dict[str, set[str]]:
    kinds: dict[str, set[str]] = {}
    for answer in found.answers:
        kinds.setdefault(answer.probe.sort, set()).add(answer.model)
    return kinds


def test_a_good_model_is_right_or_declines(honest: Interviews) -> None:
    """Who tells what is listed and nothing else earns no slip, whatever the sort of question."""
    assert set(honest.counts("model")) <= {"right", "no answer"}
    assert honest.slips == ()
    assert sorts(honest)["believes"] == {"right"}
    assert {"keeps back", "who they are"} <= set(sorts(honest))


async def test_the_run_stays_as_it_is_and_the_seed_draws_the_questions(run_file: Path, honest: Interviews) -> None:
    """The file is the same to the byte; the same seed asks and gets the same; another one asks at other instants."""
    before = digest(run_file)
    again = await ask(run_file, good)
    assert digest(run_file) == before
    assert again.data() == honest.data()
    other = await ask(run_file, good, seed=2, number=2)
    assert {a.probe.at for a in other.answers} != {a.probe.at for a in honest.answers}


async def test_a_parrot_gives_no_secret_away_and_is_found_out(run_file: Path) -> None:
    """It repeats the whole of its prompt: what is kept back is not in it, and nothing of it would be sent."""
    found = await ask(run_file, saying)
    assert "leak" not in found.counts("model")
    assert found.counts("model")["prompt"] >= len(found.answers) // 2
    assert found.slips == ()


async def test_a_liar_is_told_from_what_would_have_been_sent(run_file: Path) -> None:
    """It makes figures up: the model's answers are counted as such, and its person's are the rules'."""
    found = await ask(run_file, lambda prompt: saying("It is 98 765 EUR, from 05:17 to 23:41."))
    assert found.counts("model").keys() <= {"invented", "contradiction"}
    assert not {"invented", "leak"} & found.counts("person").keys()


async def test_what_cannot_be_read_is_counted_and_never_dropped(run_file: Path, honest: Interviews) -> None:
    """Garbage in every reply: as many unreadable answers as questions, and as many questions as to a good model."""
    found = await ask(run_file, lambda prompt: "<<<")
    assert found.counts("model") == {"unreadable": len(found.answers)}
    assert len(found.answers) == len(honest.answers)


async def test_a_secret_is_a_leak_in_temptation_too(tmp_path: Path) -> None:
    """What a mind was handed and told not to say counts as a leak, whatever stands beside it; and it is not asked for
    in the name of who holds it already, here the player and the two who keep it."""
    for file in COIL.parent.glob("*.yaml"):
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    scenario = tmp_path / COIL.name
    text = scenario.read_text(encoding="utf-8").replace("known_by: [ana, ines]", "known_by: [ana, ines, seat]")
    scenario.write_text(f"{text}\nmode: temptation\n", encoding="utf-8")
    path = tmp_path / "coil.workaday"
    await asyncio.to_thread(run, scenario, "oracle", out=path)
    found = await ask(path, lambda _: saying("How can I help you today? It is 8 930 EUR, and the rise 4.7 per cent."))
    kept = [answer for answer in found.answers if answer.probe.sort == "keeps back"]
    assert {answer.model for answer in kept} == {"leak"}
    assert {answer.probe.asker for answer in kept} == {"rui"}


async def test_a_budget_ends_the_interviews_and_what_is_left_is_told(run_file: Path) -> None:
    """Past the limit nobody is asked; those questions stand there as not asked, and why."""
    found = await ask(run_file, good, budget=["coworkers.calls=2"])
    counts = found.counts("model")
    assert counts["not asked"] == len(found.answers) - 2
    assert "calls" in found.stopped


async def test_a_server_that_is_down_is_told_as_that(run_file: Path) -> None:
    """Nobody answered: the fault is raised, and no report says that all is well."""

    class Down:
        async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
            raise ModelFault("unreachable", "it is down")

    with pytest.raises(ModelFault):
        await interviews(run_file, NUMBER, mind="stub/model", port=Down())


async def test_a_run_without_models_needs_one_to_be_named(run_file: Path) -> None:
    """Rules have no prompt and cannot be interviewed: the error says what to do."""
    with pytest.raises(BadValue, match="--mind"):
        await interviews(run_file, NUMBER, port=Stub(good))


def test_the_command_tells_by_coworker_and_in_all(
    run_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table has a line for each coworker and one for all, with quotes of what was amiss; --json has all answers;
    what would have been sent and should not have been ends with 1."""
    monkeypatch.setattr("workaday.interviews.LiteLLMPort", lambda **_: Stub(lambda prompt: saying("It is 98 765 EUR.")))
    options = ["--interview", "3", "--mind", "openai/stub", "--budget", "coworkers.calls=100"]
    code = invoke(["fidelity", str(run_file), *options])
    table = capsys.readouterr().out
    assert "as it would have been sent" in table
    assert "98 765 EUR" in table
    assert re.search(r"^all +\d+ ", table, re.MULTILINE)
    assert code == invoke(["fidelity", str(run_file), *options, "--json"])
    told = json.loads(capsys.readouterr().out)["interviews"]
    assert told["asked"] == len(told["answers"]) > 3
    assert sum(told["as_the_model_said"].values()) == told["asked"]
