"""Answers from another run: what is the same question, what becomes of a miss, and what is counted."""

from typing import Any

import pytest

from sim.cassette import Cassette, OnMiss
from sim.journal import Journal, JournalledModel
from sim.model import Message, ModelFault, ModelReply, ModelRequest, Role, Usage

USED = Usage(calls=1, prompt_tokens=10, cost=0.5)


def ask(text: str) -> ModelRequest:
    return ModelRequest(
        model="m", messages=(Message(role="system", content="Anna."), Message(role="user", content=text))
    )


class Port:
    """Answers with a number, or with the faults it is given first."""

    def __init__(self, *faults: ModelFault) -> None:
        self.faults = list(faults)
        self.asked: list[str | None] = []

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        self.asked.append(request.messages[-1].content)
        if self.faults:
            raise self.faults.pop(0)
        return ModelReply(text=f"answer {len(self.asked)}", usage=USED)


async def recording(*texts: str, faults: tuple[ModelFault, ...] = (), at: int = 1000) -> Journal:
    """A run in which these were asked, one after the other."""
    journal = Journal.memory()
    model = JournalledModel(Port(*faults), journal, lambda: at)
    for text in texts:
        await answer(model, text)
    return journal


async def answer(model: JournalledModel, text: str, role: Role = "coworkers", who: str = "anna") -> str | None:
    """The text of the answer, or the kind of the fault."""
    try:
        return (await model.complete(ask(text), role=role, who=who)).text
    except ModelFault as fault:
        return fault.kind


def playing(source: Journal, on_miss: OnMiss = "live", port: Any = None) -> tuple[JournalledModel, Cassette, Journal]:
    journal, cassette = Journal.memory(), Cassette(source, on_miss)
    return JournalledModel(port, journal, lambda: 5000, cassette), cassette, journal


async def test_equal_questions_are_answered_and_counted() -> None:
    """What was recorded is answered without asking, in order, each recording once; the rest is asked and is a miss."""
    port = Port()
    model, cassette, _ = playing(await recording("one", "two", "two"), "live", port)
    texts = [await answer(model, text) for text in ("two", "one", "two", "two", "three")]
    assert texts == ["answer 2", "answer 1", "answer 3", "answer 1", "answer 2"]
    assert port.asked == ["two", "three"]
    assert (cassette.hits, cassette.misses) == (3, 2)


async def test_what_comes_from_a_cassette_costs_nothing() -> None:
    """The recorded run has paid; only what is asked now is used, and that is what the file says too."""
    model, _, journal = playing(await recording("one"), "live", Port())
    for text in ("one", "two"):
        await answer(model, text)
    assert model.usage["coworkers"] == USED
    assert journal.connection.execute("SELECT count(*) FROM thoughts").fetchone() == (2,)


async def test_a_miss_can_stop_the_run_and_is_named() -> None:
    """With "error" the fault ends the run, says who asked what, and nobody is asked."""
    port = Port()
    model, cassette, journal = playing(await recording("one"), "error", port)
    assert await answer(model, "one") == "answer 1"
    with pytest.raises(ModelFault, match=r"not_recorded.*anna \(coworkers\).*what does a detector cost"):
        await model.complete(ask("So, what does a detector cost"), role="coworkers", who="anna")
    assert port.asked == []
    assert cassette.misses == 1
    assert journal.connection.execute("SELECT count(*) FROM thoughts").fetchone() == (1,), "a stop is nothing to keep"


async def test_a_miss_can_be_left_to_rules_and_is_kept_as_such() -> None:
    """With "reflex" a coworker's miss is a fault of its own that the file keeps; others ask."""
    port = Port()
    model, _, journal = playing(await recording("one"), "reflex", port)
    assert await answer(model, "two") == "cassette_miss"
    assert await answer(model, "two", role="player") == "answer 1"
    assert port.asked == ["two"]
    again = JournalledModel(None, journal, lambda: 5000)
    assert await answer(again, "two") == "cassette_miss"


async def test_a_miss_on_a_cassette_is_no_answer_to_others() -> None:
    """A run that left misses to rules is itself a cassette, without these."""
    first, _, journal = playing(await recording("one"), "reflex")
    assert [await answer(first, text) for text in ("one", "two")] == ["answer 1", "cassette_miss"]
    second, cassette, _ = playing(journal, "live", Port())
    assert [await answer(second, text) for text in ("one", "two")] == ["answer 1", "answer 1"]
    assert (cassette.hits, cassette.misses) == (1, 1)


async def test_recorded_faults_are_answers_too() -> None:
    """A reply that could not be used is the outcome of its question, on a cassette as well."""
    source = await recording("one", faults=(ModelFault("empty", "nothing", Usage(calls=1)),))
    model, cassette, _ = playing(source, "error")
    assert await answer(model, "one") == "empty"
    assert cassette.hits == 1


async def test_going_on_counts_the_whole_run() -> None:
    """A run that was cut off and goes on with its cassette has the hits and misses of one that was not."""
    source = await recording("one", "two")
    first, _, journal = playing(source, "live", Port())
    for text in ("one", "three"):
        await answer(first, text)
    cassette, port = Cassette(source), Port()
    model = JournalledModel(port, journal, lambda: 5000, cassette)
    for text in ("one", "three", "two", "four"):
        await answer(model, text)
    assert (cassette.hits, cassette.misses) == (2, 2)
    assert port.asked == ["four"]
