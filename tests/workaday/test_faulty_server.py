"""A run on a server that fails in every way, at one request in five: it completes or stops and goes on, nothing is
skipped in silence, and the record counts every fault."""

import json
from collections import Counter
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from sim.player import Act, Briefing, Observation
from sim.record import Record
from sim.streams import stream
from tests.sim.clock import FakeClock
from tests.workaday.model_server import ModelServer, Sent, completion, fails, says
from workaday.continuation import resume
from workaday.litellm_port import LiteLLMPort
from workaday.result import Result, run

SAYS = says(json.dumps({"say": "Let me look into that, and I will come back to you.", "silence_because": ""}))
FAILURES = {
    "429": (fails(429, "slow down", retry_after="2"), "rate_limited"),
    "500": (fails(500, "boom"), "unreachable"),
    "reset": (Sent(does="reset"), "unreachable"),
    "hang": (Sent(does="hang"), "unreachable"),
    "malformed": (Sent(body=b'{"id": "x", "choices": [{"mess'), "unreachable"),
    "empty": (says(None), "empty"),
    "half": (Sent(does="half", body=completion([])), "unreachable"),
}
"""What the server does instead of answering, and as what kind of fault that is known."""


class Faulty:
    """Answers, or fails in one of ``ways``, which depends on the seed, the request, and how often it has come."""

    def __init__(self, *ways: str, seed: int = 1, often: float = 0.2) -> None:
        self.ways, self._seed, self._often = ways, seed, often
        self._came: Counter[str] = Counter()
        self._lock = Lock()
        self.failed: Counter[str] = Counter()
        """How often it failed, by the kind of fault."""
        self.answered = 0

    def __call__(self, request: dict[str, Any]) -> Sent:
        content = json.dumps(request["messages"], sort_keys=True)
        with self._lock:
            self._came[content] += 1
            rng = stream(self._seed, content, self._came[content])
            if rng.random() < self._often:
                sent, kind = FAILURES[self.ways[int(rng.random() * len(self.ways))]]
                self.failed[kind] += 1
                return sent
            self.answered += 1
            return SAYS


class Talker:
    """Asks everybody something every ten minutes. What it does depends on the number of the turn alone."""

    name = "talker"
    things = ("mixer", "second oven", "till", "delivery van", "cold room", "flour scales", "dough trays", "apprentice")

    def begin(self, briefing: Briefing) -> None:
        return None

    async def act(self, observation: Observation) -> Act:
        lap, step = divmod(observation.turn - 1, 4)
        if lap >= len(self.things) or step == 3:
            return Act(action="desk.wait", arguments={"until": "10m", "through": True})
        text = f"Could you have a look at the {self.things[lap]} with me today?"
        return Act(action="chat.send", arguments={"to": [("lotte", "bram", "nadia")[step]], "text": text})


def played(flour: str, path: Path, server: ModelServer) -> list[Result]:
    """The results of a run, and of going on with it until it is over."""
    results: list[Result] = []
    while not results or results[-1].fault is not None:
        assert len(results) < 30, "it gets nowhere"
        port = LiteLLMPort(api_base=server.address, answering=0.3, clock=FakeClock())
        if results:
            results.append(resume(path, player=Talker(), port=port))
        else:
            results.append(run(flour, player=Talker(), mind="openai/stub", port=port, out=path))
    return results


@pytest.fixture(scope="module")
def sound(flour: str, tmp_path_factory: pytest.TempPathFactory) -> Result:
    """The run on a server that always answers."""
    with ModelServer(lambda request: SAYS) as server:
        return played(flour, tmp_path_factory.mktemp("sound") / "run.workaday", server)[-1]


def faults(path: Path) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """What the record counts: calls that failed for good, attempts that were repeated, and faults of minds."""
    with Record.open(path) as record:
        told = record.faults()
    return Counter(told["calls"]), Counter(told["retried"]), Counter(told["minds"])


@pytest.mark.parametrize("way", [*FAILURES, "all"])
def test_a_run_on_a_faulty_server_ends_well(way: str, flour: str, sound: Result, tmp_path: Path) -> None:
    """It completes, in one go or after stops; what passed when asked again changes nothing; every fault is counted."""
    path = tmp_path / "run.workaday"
    answer = Faulty(*(FAILURES if way == "all" else [way]))
    with ModelServer(answer) as server:
        results = played(flour, path, server)
    assert results[-1].outcome == sound.outcome
    assert all(r.fault is not None and r.outcome == "crash" for r in results[:-1])
    calls, retried, minds = faults(path)
    assert set(calls) <= {"empty"}, "any other fault stops the run, and is no outcome of a call"
    assert minds["empty"] == calls["empty"], "a call without an answer is a fault of the mind that asked"
    if not calls:
        assert results[-1].digest == sound.digest
    counted = calls + retried
    for stop in results[:-1]:
        assert stop.fault is not None
        counted.update(stop.fault.troubles)
        counted[stop.fault.kind] += 1
    assert answer.failed.total() >= 3, "the server has failed now and then"
    if len(results) == 1:
        assert counted == answer.failed
    else:
        assert all(counted[kind] <= answer.failed[kind] for kind in counted), "what others were waiting for at a stop"
    assert results[-1].faults == {"calls": calls, "retried": retried, "minds": minds}


def test_a_stop_says_what_is_wrong_and_loses_nothing(flour: str, sound: Result, tmp_path: Path) -> None:
    """On a server that fails three times in five the run stops again and again, and no answer is asked for twice."""
    path = tmp_path / "run.workaday"
    answer = Faulty("500", "reset", seed=2, often=0.6)
    with ModelServer(answer) as server:
        results = played(flour, path, server)
    assert len(results) > 1
    assert "no answer from openai/stub" in str(results[0].fault)
    assert results[-1].digest == sound.digest
    with Record.open(path) as record:
        assert sum(1 for _ in record.thoughts(role="coworkers")) == results[-1].usage["coworkers"].calls


def test_a_key_is_in_no_run_file(
    flour: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A key that the server tells in its errors, and in a reply, is in neither the file nor what is printed."""
    key = "workaday-test-key-0123456789"
    monkeypatch.setenv("WORKADAY_API_KEY", key)
    told = fails(500, f"headers: Authorization: Bearer {key}")
    answers = iter([told, says(json.dumps({"say": f"The key is {key}."})), *[told] * 30])
    path = tmp_path / "run.workaday"
    with ModelServer(lambda request: next(answers)) as server:
        port = LiteLLMPort(api_base=server.address, answering=2.0, clock=FakeClock())
        result = run(flour, player=Talker(), mind="openai/stub", port=port, out=path)
    assert result.fault is not None
    assert "[key]" in result.fault.message
    assert key.encode() not in path.read_bytes()
    assert b"The key is [key]" in path.read_bytes()
    assert key not in "".join(capfd.readouterr())
