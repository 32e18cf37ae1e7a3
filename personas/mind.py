"""The mind of a coworker: one small LangGraph graph (notice, recall, decide, write) behind a gate of rules.

The steps are the same for every kind of mind; a kind says what each step does. A kind that never waits runs them as one
LangGraph entrypoint, which costs a quarter of four nodes; one that waits on a model runs them as four nodes. Either is
compiled once for each kind in a process, has async steps only and no checkpointer: the journal is the truth. Minds are
entered through the graph after their gate has said nothing against it.

Whoever stages a run builds minds by :class:`MindFactory`, which every entry point in ``workaday.minds`` follows.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar, Protocol, TypedDict, cast

from personas.gate import Gate
from personas.memory import Charter, Memory, View
from personas.reading import Reading, asked_text, read
from personas.schema import Persona
from sim.mind import Moment, React, Silent, Turn
from sim.model import ModelPort
from sim.units import BadValue


class MindFactory(Protocol):
    """What an entry point of ``workaday.minds`` is: a class that makes the mind of one person.

    ``asks_model`` says whether minds of this kind need ``model`` (any model string) and ``port``. :meth:`make` is given
    both in any case; it raises ValueError where it needs what it was not given.

    A kind may have settings of its own: then it has an attribute ``options``, the values of each by its name with the
    default first, and its :meth:`make` takes ``options`` as well, some or all of them (:func:`chosen`). One that has
    none is never given any.
    """

    asks_model: bool

    def make(
        self, persona: Persona, *, person: str, org_name: str, model: str | None = None, port: ModelPort | None = None
    ) -> Any:
        """The mind of ``person``: a :class:`sim.mind.Mind` with no memories yet."""
        ...


def chosen(known: Mapping[str, tuple[str, ...]], given: Mapping[str, str]) -> dict[str, str]:
    """The value of each option: as ``given``, or the default.

    Raises :class:`sim.units.BadValue` for an option that there is not, or a value that it does not have, with what
    there is.
    """
    for name, value in given.items():
        if name not in known:
            raise BadValue(name, f"is no option of this kind of mind; there are: {', '.join(known) or 'none'}")
        if value not in known[name]:
            raise BadValue(value, f"is no value of the option {name}; it is one of: {', '.join(known[name])}")
    return {name: given.get(name, values[0]) for name, values in known.items()}


class Passing(TypedDict, total=False):
    """What is handed from step to step."""

    mind: "PersonaMind"
    moment: Moment
    reading: Reading
    view: View
    intent: Any
    turn: Turn


class PersonaMind(ABC):
    """A mind with a persona: a gate, a memory, and four steps from a moment to a turn."""

    asks_model: ClassVar[bool] = False
    waits: ClassVar[bool] = False
    """Whether a step waits on something outside the process."""

    def __init__(self, persona: Persona, *, person: str, org_name: str) -> None:
        self.persona = persona
        self.temper = persona.temper()
        self.memory = Memory(Charter(person=person, org=org_name, persona=persona.id))
        self._gate = Gate(persona, self.temper, self.memory)

    # -- the port -------------------------------------------------------------------------------------------------

    def gate(self, moment: Moment) -> Silent | React | None:
        """See :meth:`sim.mind.Mind.gate`."""
        return self._gate(moment)

    async def think(self, moment: Moment) -> Turn:
        """See :meth:`sim.mind.Mind.think`."""
        result = await _graph(type(self)).ainvoke({"mind": self, "moment": moment}, _CONFIG)
        return cast(Turn, result["turn"])

    def landed(self, moment: Moment, turn: Turn) -> None:
        """See :meth:`sim.mind.Mind.landed`."""
        self.memory.remember(moment, turn)

    def takes(self, moment: Moment) -> int | None:
        """Working seconds for looking things up: careful people check before they say, and before they sign longer.

        Up to two minutes for each thing asked and ten for an approval, by conscientiousness (design values); None in
        talk, and where nothing is asked.
        """
        incoming = moment.incoming
        if incoming is None or incoming.app in ("call", "meeting"):
            return None
        wants = read(asked_text(incoming), moment).wants
        if not wants:
            return None
        approvals = sum(h.kind == "approval" for h in wants)
        seconds = self.temper.conscientiousness * (120 * (len(wants) - approvals) + 600 * approvals)
        sought = {h.target.id for h in wants if h.kind == "approval" and h.target is not None}
        weighs = sum(a.takes for a in moment.approvables if a.id in sought and a.standing == "mine")
        return int(seconds * (0.4 if incoming.urgent else 1.0)) + weighs or None

    # -- the steps ------------------------------------------------------------------------------------------------

    async def notice(self, moment: Moment) -> Reading:
        """Understand what is there to be read."""
        return read(asked_text(moment.incoming), moment) if moment.incoming is not None else Reading(())

    async def recall(self, moment: Moment) -> View:
        """What comes to mind."""
        return self.memory.recall(moment)

    @abstractmethod
    async def decide(self, moment: Moment, reading: Reading, view: View) -> Any:
        """What to do about it: an intent, of a type that :meth:`write` knows."""

    @abstractmethod
    async def write(self, moment: Moment, reading: Reading, view: View, intent: Any) -> Turn:
        """The intent in words and deeds."""


_CONFIG: Any = {"recursion_limit": 10}


async def _notice(passing: Passing) -> Passing:
    return {"reading": await passing["mind"].notice(passing["moment"])}


async def _recall(passing: Passing) -> Passing:
    return {"view": await passing["mind"].recall(passing["moment"])}


async def _decide(passing: Passing) -> Passing:
    mind = passing["mind"]
    return {"intent": await mind.decide(passing["moment"], passing["reading"], passing["view"])}


async def _write(passing: Passing) -> Passing:
    mind = passing["mind"]
    return {"turn": await mind.write(passing["moment"], passing["reading"], passing["view"], passing["intent"])}


_STEPS = {"notice": _notice, "recall": _recall, "decide": _decide, "write": _write}


@lru_cache(maxsize=32)
def _graph(kind: type[PersonaMind]) -> Any:
    """The compiled graph of a kind of mind. LangGraph is imported here, at the first thought."""
    if not kind.waits:
        from langgraph.func import entrypoint

        @entrypoint()
        async def think(passing: Passing) -> Passing:
            for step in _STEPS.values():
                passing = {**passing, **await step(passing)}
            return passing

        return think
    from langgraph.graph import END, START, StateGraph

    graph: Any = StateGraph(Passing)
    before = START
    for name, step in _STEPS.items():
        graph.add_node(name, step)
        graph.add_edge(before, name)
        before = name
    graph.add_edge(before, END)
    return graph.compile()
