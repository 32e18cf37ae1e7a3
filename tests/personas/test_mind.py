import asyncio
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

import pytest

from personas.llm import Llm
from personas.load import load
from personas.mind import PersonaMind, _graph
from personas.reflex import Reflex
from personas.schema import Persona
from sim.mind import Mind, Moment, Turn

MomentOf = Callable[..., Moment]


class _Steps(PersonaMind):
    """Notes which steps it goes through."""

    def __init__(self, persona: Persona) -> None:
        super().__init__(persona, person="ines", org_name="Northlight")
        self.went: list[str] = []

    async def decide(self, moment: Moment, reading: Any, view: Any) -> Any:
        self.went.append("decide")
        await asyncio.sleep(0)
        return reading.labels

    async def write(self, moment: Moment, reading: Any, view: Any, intent: Any) -> Turn:
        self.went.append("write")
        if moment.chance == 13:
            raise RuntimeError("no luck")
        return Turn(moves=(), read_as=intent)


class _Waiting(_Steps):
    waits = True


@pytest.mark.parametrize("kind", [_Steps, _Waiting])
async def test_a_thought_goes_through_the_steps(kind: type[_Steps], moment_of: MomentOf) -> None:
    """Both ways to run the graph go from what is noticed to what is written, and hand on what each step found."""
    mind = kind(load("eager-junior"))
    assert (await mind.think(moment_of("thanks"))).read_as == ("thanks",)
    assert mind.went == ["decide", "write"]


@pytest.mark.parametrize("kind", [_Steps, _Waiting])
async def test_no_error_is_swallowed(kind: type[_Steps], moment_of: MomentOf) -> None:
    """What goes wrong in a step comes out of the thought as it is."""
    with pytest.raises(RuntimeError, match="no luck"):
        await kind(load("eager-junior")).think(moment_of("thanks", chance=13))


async def test_thoughts_run_beside_each_other(moment_of: MomentOf) -> None:
    """Many thoughts at once, of one mind or of several, do not mix."""
    mind = Reflex(load("eager-junior"), person="ines", org_name="Northlight")
    moments = [moment_of("what's the price of a detector?", chance=n) for n in range(30)]
    alone = [await mind.think(m) for m in moments]
    assert list(await asyncio.gather(*map(mind.think, moments))) == alone


def test_a_graph_is_compiled_once_for_each_kind() -> None:
    """All minds of a kind share a graph, which holds nothing of any of them."""
    assert _graph(Reflex) is _graph(Reflex)
    assert _graph(Reflex) is not _graph(Llm)


def test_the_graph_of_a_waiting_mind_has_the_four_steps() -> None:
    """Notice, recall, decide, write, in that order and without a checkpointer."""
    graph = _graph(_Waiting)
    assert [n for n in graph.get_graph().nodes if not n.startswith("__")] == ["notice", "recall", "decide", "write"]
    assert graph.checkpointer is None


def test_langgraph_is_not_imported_before_the_first_thought() -> None:
    """Importing the minds, and checking what is to be read, loads no graph runtime and no model library."""
    code = "import sys, personas.llm, personas.reflex; print({'langgraph', 'litellm', 'jinja2'} & set(sys.modules))"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
        == "set()"
    )


def test_a_mind_by_its_entry_point() -> None:
    """Each kind is found by name, and makes minds in one way; a kind that needs a model says so."""
    kinds = {e.name: e.load() for e in entry_points(group="workaday.minds")}
    assert kinds["reflex"].asks_model is False
    assert kinds["llm"].asks_model is True
    mind: Mind = kinds["reflex"].make(load("eager-junior"), person="ines", org_name="Northlight")
    assert isinstance(mind, Reflex)
    with pytest.raises(ValueError, match="ines was given none"):
        kinds["llm"].make(load("eager-junior"), person="ines", org_name="Northlight")


def test_the_careful_take_longer_over_an_approval(moment_of: MomentOf) -> None:
    """Looking up takes time, signing takes more, talk takes none beyond the habit."""
    mind = Reflex(load("careful-controller"), person="ines", org_name="Northlight")
    question = mind.takes(moment_of("what's the price of a detector?"))
    approval = mind.takes(moment_of("please approve the order of detectors"))
    assert question is not None
    assert approval is not None
    assert 0 < question < approval
    assert mind.takes(moment_of("what's the price of a detector?", app="call")) is None
    assert mind.takes(moment_of("thanks")) is None
