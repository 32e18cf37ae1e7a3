"""An agent with a loop of its own in the seat: LangGraph, the OpenAI Agents SDK, pydantic-ai, or whatever calls tools.

Such an agent is run with some words and calls tools until it has nothing more to do; a player is asked for one act
after another. :class:`AgentPlayer` is a player that is such an agent: each tool call is an act, and what is to be seen
after it is the tool's result. When the agent stops, the player waits for whatever arrives, and runs it again with that.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sim.player import Act, Briefing, Observation
from sim.vocabulary.core import canonical_json
from workaday.doors.incoming import Unreadable, act_of, parsed
from workaday.doors.session import Turn
from workaday.doors.words import briefing_in_words, in_words

IDLES: Final = "4h"
"""How long, at most, is waited for something to arrive when the agent has stopped."""
KEPT: Final = 20_000
"""Characters of what was done before, which an agent is told that takes a run over."""


@dataclass(frozen=True)
class AgentTool:
    """An action of the office as a tool."""

    name: str
    """As models take it: "chat_send"."""
    description: str
    parameters: dict[str, Any]
    """The JSON Schema of its arguments."""
    call: Callable[[Mapping[str, Any] | str], Awaitable[str]]
    """Do it, with arguments as an object or as the JSON text of one; gives in words what is to be seen then."""


@dataclass(frozen=True)
class Place:
    """What an agent is given to work with."""

    briefing: Briefing
    instructions: str
    """The briefing in words, with how things are done here: a system prompt."""
    tools: tuple[AgentTool, ...]


Say = Callable[[str], Awaitable[object]]
"""Tell the agent something, and come back when it calls no more tools. What was said before is the agent's to keep."""


class AgentPlayer:
    """A player that is an agent. ``start`` is called once, with its place, and gives what runs the agent.

    Tool calls are taken one at a time, in their order. What the agent raises is the player's failure.
    """

    def __init__(self, name: str, start: Callable[[Place], Say]) -> None:
        self.name = name
        self._start = start
        self._place: Place | None = None
        self._before: list[str] = []
        self._turns = asyncio.Lock()
        self._wanted: asyncio.Queue[Act] = asyncio.Queue()
        self._seen: asyncio.Queue[Observation] = asyncio.Queue()
        self._work: asyncio.Task[None] | None = None

    def begin(self, briefing: Briefing) -> None:
        """Make the agent's tools."""
        tools = tuple(
            AgentTool(tool.name.replace(".", "_"), tool.description, dict(tool.parameters), self._caller(tool.name))
            for tool in briefing.tools
        )
        self._place = Place(briefing, briefing_in_words(briefing), tools)

    def remember(self, observation: Observation, act: Act) -> None:
        """Keep what was done in the seat before, to tell the agent."""
        self._before += [
            in_words(Turn(observation=observation)),
            f"You: {act.action} {canonical_json(dict(act.arguments))}",
        ]

    async def act(self, observation: Observation) -> Act:
        """Let the agent see this, and wait for its next tool call. Raises what the agent raises."""
        if self._work is None:
            self._work = asyncio.create_task(self._go(observation))
        else:
            self._seen.put_nowait(observation)
        wanted = asyncio.create_task(self._wanted.get())
        try:
            await asyncio.wait((wanted, self._work), return_when=asyncio.FIRST_COMPLETED)
            if not wanted.done():
                self._work.result()
            return await wanted
        finally:
            wanted.cancel()

    async def aclose(self) -> None:
        """The run is over or stops: leave off, in the middle of a tool call too."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.wait((self._work,))
            if not self._work.cancelled():
                self._work.exception()  # whatever it made of that: nobody plays any more

    async def _go(self, first: Observation) -> None:
        assert self._place is not None
        say = self._start(self._place)
        told = in_words(Turn(observation=first))
        if self._before:
            past = "\n".join(self._before)[-KEPT:]
            told = f"This is what you saw and did before:\n{past}\n\nAnd now:\n{told}"
        while True:
            await say(told)
            told = await self._done(Act(action="desk.wait", arguments={"until": IDLES}))

    def _caller(self, name: str) -> Callable[[Mapping[str, Any] | str], Awaitable[str]]:
        async def call(arguments: Mapping[str, Any] | str) -> str:
            try:
                given = parsed(arguments.encode()) if isinstance(arguments, str) else dict(arguments)
                act = act_of(name, given)
            except (Unreadable, UnicodeEncodeError) as problem:
                return f"Not done: {problem}."
            return await self._done(act)

        return call

    async def _done(self, act: Act) -> str:
        async with self._turns:
            self._wanted.put_nowait(act)
            return in_words(Turn(observation=await self._seen.get()))
