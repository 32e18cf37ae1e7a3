"""Budgets and cassettes from the command line: where a run stops, what it says, and how it goes on."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sim.record import Record
from tests.workaday.model_server import ModelServer, Sent, says
from workaday.cli import invoke
from workaday.continuation import replay

LINES = ("Let me look into that, and I will come back to you.", "Not today, sorry.", "That is for Lotte to decide.")


def answers(request: dict[str, Any]) -> Sent:
    """A line that depends on what is asked alone, at 1,000 tokens a question."""
    size = sum(len(message["content"]) for message in request["messages"])
    return says(json.dumps({"say": LINES[size % len(LINES)]}), prompt_tokens=900, completion_tokens=100)


def workaday(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    """The exit code of a command and the object it prints."""
    code = invoke([*arguments, "--json"])
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return code, told


@pytest.fixture(scope="module")
def recorded(flour: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with a model, to play from."""
    path = tmp_path_factory.mktemp("recorded") / "tape.workaday"
    with ModelServer(answers) as server:
        invoke(["run", flour, "--mind", "openai/stub", "--out", str(path), "-q", "--api-base", server.address])
    return path


def test_a_budget_stops_a_run_which_goes_on_with_more(
    flour: str, here: Path, recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 3 and the outcome "budget", with what was used; resumed with more it ends as the run without a limit."""
    with ModelServer(answers) as server:
        run = ["run", flour, "--mind", "openai/stub", "--out", "run.workaday", "--api-base", server.address]
        code, told = workaday(capsys, *run, "--budget", "coworkers.calls=2")
        assert (code, told["exit"], told["outcome"]) == (3, 3, "budget")
        assert told["usage"]["coworkers"]["calls"] == 2
        assert "coworkers.calls" in told["error"]
        assert "workaday resume run.workaday --budget" in told["error"]
        code, told = workaday(capsys, "resume", "run.workaday", "--api-base", server.address)
        assert (code, told["outcome"]) == (3, "budget"), "the budget it began with still holds"
        more = ["--api-base", server.address, "--budget", "coworkers.calls=none"]
        code, told = workaday(capsys, "resume", "run.workaday", *more)
        asked = len(server.requests)
    assert told["outcome"] in ("horizon", "stalemate")
    with Record.open(recorded) as record:
        assert told["digest"] == record.digest()
    assert told["usage"]["coworkers"]["calls"] == asked, "nothing was asked twice"


def test_the_scenarios_budget_holds_unless_another_is_given(
    flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Limits of the scenario file are the defaults; those of the command line replace them one by one."""
    for path in Path(flour).parent.glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        text += "\nbudgets: {coworkers: {calls: 1, tokens: 50000}}\n" if path.name == "flour.yaml" else ""
        (here / path.name).write_text(text, encoding="utf-8")
    with ModelServer(answers) as server:
        run = ["run", "flour.yaml", "--mind", "openai/stub", "--api-base", server.address]
        code, told = workaday(capsys, *run)
        assert (code, told["outcome"], told["usage"]["coworkers"]["calls"]) == (3, "budget", 1)
        code, told = workaday(capsys, *run, "--budget", "coworkers.calls=none", "--budget", "coworkers.tokens=100k")
        assert told["outcome"] in ("horizon", "stalemate")
    with Record.open(here / "runs" / "flour-diligent-s1-2.workaday") as record:
        assert record.header["budgets"] == {"coworkers": {"tokens": 100_000}}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--budget", "coworkers.token=5"], "tokens"),
        (["--budget", "wall=5"], "unit"),
        (["--mind", "openai/nobody-knows", "--budget", "total.usd=5"], "has no price that is known"),
        (["--player", "model:openai/nobody-knows", "--budget", "player.usd=5"], "has no price that is known"),
        (["--cassette", "nowhere.workaday"], "there is no such file"),
        (["--on-miss", "shrug"], "live, reflex, error"),
        (["--at-once", "many"], "no limit of requests"),
        (["--per-minute", "openai/x="], "no limit of requests"),
    ],
)
def test_what_cannot_be_meant_is_told_before_anything_begins(
    options: list[str], says: str, flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2 with what would do, and no run file."""
    assert invoke(["run", flour, *options]) == 2
    assert says in capsys.readouterr().err
    assert not list(here.rglob("*.workaday"))


def test_a_budget_in_eur_is_an_error_of_the_file(flour: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Prices of models are in US dollars, and there is no exchange rate here."""
    for path in Path(flour).parent.glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        text += "\nbudgets: {coworkers: {money: 5 EUR}}\n" if path.name == "flour.yaml" else ""
        (here / path.name).write_text(text, encoding="utf-8")
    assert invoke(["check", "flour.yaml"]) == 2
    assert "5 USD" in capsys.readouterr().out
    (here / "flour.yaml").write_text((here / "flour.yaml").read_text().replace("5 EUR", "5 USD"), encoding="utf-8")
    assert invoke(["check", "flour.yaml"]) == 0


# -- cassettes ---------------------------------------------------------------------------------------------------------


def test_the_same_run_is_played_from_a_cassette_alone(
    flour: str, here: Path, recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --on-miss error no model is asked, every question is a hit, and the digest is the recorded run's."""
    played = ["run", flour, "--mind", "openai/stub", "--cassette", str(recorded), "--on-miss", "error"]
    code, told = workaday(capsys, *played, "--out", "again.workaday")
    with Record.open(recorded) as record:
        assert told["digest"] == record.digest()
    assert (told["cassette"]["misses"], told["cassette"]["rate"]) == (0, 1.0)
    assert told["cassette"]["hits"] > 3
    assert told["usage"]["coworkers"]["calls"] == 0, "it has cost nothing"
    assert code in (0, 1)
    assert replay(here / "again.workaday").is_identical


OTHER = "openai/other"
"""Another model: what it is asked is on no cassette of the first, however alike two runs are."""


def test_the_first_miss_is_named(flour: str, here: Path, recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --on-miss error a question that is not recorded ends the run with exit 3 and is shown; it can go on live."""
    other = ["run", flour, "--mind", OTHER, "--cassette", str(recorded), "--on-miss", "error"]
    code, told = workaday(capsys, *other, "--out", "other.workaday")
    assert (code, told["outcome"]) == (3, "crash")
    assert re.search(r"not on the cassette: what \w+ \(coworkers\) asks openai/other", told["error"])


def test_rules_answer_what_is_missing(
    flour: str, here: Path, recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --on-miss reflex the run ends without any model, its misses are faults in the record, and it replays."""
    other = ["run", flour, "--mind", OTHER, "--cassette", str(recorded), "--on-miss", "reflex"]
    code, told = workaday(capsys, *other, "--out", "other.workaday")
    assert code in (0, 1)
    assert told["outcome"] in ("horizon", "stalemate")
    missed = told["cassette"]["misses"]
    assert missed > 0
    assert told["faults"]["calls"] == {"cassette_miss": missed}
    assert told["faults"]["minds"]["cassette_miss"] == missed
    assert replay(here / "other.workaday").is_identical


def test_a_run_from_a_cassette_goes_on_with_it(
    flour: str, here: Path, recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stopped on the way, a run finds its cassette again by what its file says, and ends as if it had not stopped."""
    played = ["run", flour, "--mind", "openai/stub", "--cassette", str(recorded), "--on-miss", "error"]
    workaday(capsys, *played, "--out", "half.workaday", "--budget", "simulated=2h")
    code, told = workaday(capsys, "resume", "half.workaday", "--budget", "simulated=none")
    with Record.open(recorded) as record:
        assert told["digest"] == record.digest()
    assert told["cassette"]["misses"] == 0
    assert code in (0, 1)


def test_a_cassette_has_to_be_a_run(flour: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Any other file is refused before the run begins."""
    (here / "notes.txt").write_text("no run", encoding="utf-8")
    assert invoke(["run", flour, "--cassette", "notes.txt"]) == 2
    assert "no run file" in capsys.readouterr().err
    assert not (here / "runs").exists()


KEYS = {
    "gpt-4o-mini": "OPENAI_API_KEY",
    "openai/gpt-4o-mini": "OPENAI_API_KEY",
    "anthropic/claude-3-5-haiku-20241022": "ANTHROPIC_API_KEY",
    "mistral/mistral-small-latest": "MISTRAL_API_KEY",
    "gemini/gemini-1.5-flash": "GOOGLE_API_KEY or GEMINI_API_KEY",
}


@pytest.mark.parametrize("role", ["--mind", "--player"])
@pytest.mark.parametrize("model", KEYS)
def test_a_missing_key_is_told_by_the_name_of_its_variable(
    model: str, role: str, flour: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is simulated, with exit 3 and no run file: the name of the variable, and nothing of a server."""
    for names in KEYS.values():
        for name in names.split(" or "):
            monkeypatch.delenv(name, raising=False)
    named = model if role == "--mind" else f"model:{model}"
    assert invoke(["run", flour, role, named]) == 3
    said = capsys.readouterr().err
    assert f"{model} needs a key, and none is set: set {KEYS[model]} in the environment" in said
    assert "server" not in said
    assert not list(here.iterdir()), "nothing was begun"


def test_a_server_elsewhere_that_wants_no_key_is_told_how_to_be_asked(
    flour: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server that is not on this machine may want none; client libraries insist on one."""
    assert invoke(["run", flour, "--mind", "openai/local", "--api-base", "http://model.invalid/v1"]) == 3
    assert "any text as WORKADAY_API_KEY where your server wants no key" in capsys.readouterr().err


def test_an_estimate_and_a_cassette_need_no_key(
    flour: str, here: Path, recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where no model is asked, nobody is asked for a key."""
    assert invoke(["estimate", flour, "--mind", "openai/stub", "--days", "1"]) == 0
    assert invoke(["run", flour, "--mind", "openai/stub", "--cassette", str(recorded), "-q"]) in (0, 1)
