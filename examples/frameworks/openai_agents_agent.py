"""An agent of the OpenAI Agents SDK in the seat.

pip install openai-agents
OPENAI_API_KEY=... workaday run first-week --player examples/frameworks/openai_agents_agent.py:player
"""

from typing import Any

from agents import Agent, FunctionTool, RunConfig, Runner
from agents.tool_context import ToolContext

from workaday.players.agents import AgentPlayer, AgentTool, Place, Say


def player(model: Any = "gpt-4o-mini") -> AgentPlayer:
    """The player; ``model`` is the name of one, or a model of the SDK's."""
    return AgentPlayer("openai-agents", lambda place: agent(place, model))


def agent(place: Place, model: Any) -> Say:
    worker = Agent(
        name=place.briefing.name,
        instructions=place.instructions,
        model=model,
        tools=[tool_of(one) for one in place.tools],
    )
    said: list[Any] = []

    async def say(text: str) -> None:
        said.append({"role": "user", "content": text})
        result = await Runner.run(worker, said, max_turns=10_000, run_config=RunConfig(tracing_disabled=True))
        said[:] = result.to_input_list()

    return say


def tool_of(tool: AgentTool) -> FunctionTool:
    async def call(context: ToolContext[Any], arguments: str) -> str:
        return await tool.call(arguments)

    return FunctionTool(tool.name, tool.description, tool.parameters, call, strict_json_schema=False)
