"""An agent of pydantic-ai's in the seat.

pip install 'pydantic-ai-slim[openai]'
OPENAI_API_KEY=... workaday run first-week --player examples/frameworks/pydantic_ai_agent.py:player
"""

from typing import Any

from pydantic_ai import Agent, Tool
from pydantic_ai.messages import ModelMessage

from workaday.players.agents import AgentPlayer, AgentTool, Place, Say


def player(model: Any = "openai:gpt-4o-mini") -> AgentPlayer:
    """The player; ``model`` is the name of one, or a model of pydantic-ai's."""
    return AgentPlayer("pydantic-ai", lambda place: agent(place, model))


def agent(place: Place, model: Any) -> Say:
    worker = Agent(model, instructions=place.instructions, tools=[tool_of(one) for one in place.tools])
    history: list[ModelMessage] = []

    async def say(text: str) -> None:
        result = await worker.run(text, message_history=history)
        history[:] = result.all_messages()

    return say


def tool_of(tool: AgentTool) -> Tool[None]:
    async def call(**arguments: Any) -> str:
        return await tool.call(arguments)

    return Tool.from_schema(call, tool.name, tool.description, tool.parameters)
