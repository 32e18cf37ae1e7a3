"""An agent of LangGraph's in the seat: a model and its tools in one graph.

pip install langchain-openai
OPENAI_API_KEY=... workaday run first-week --player examples/frameworks/langgraph_agent.py:player
"""

from typing import Any

from langchain_core.messages import AnyMessage, HumanMessage, SystemMessage
from langchain_core.tools import StructuredTool
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from workaday.players.agents import AgentPlayer, AgentTool, Place, Say


def player(model: Any = None) -> AgentPlayer:
    """The player; ``model`` is any chat model of LangChain's."""
    return AgentPlayer("langgraph", lambda place: agent(place, model or openai()))


def openai() -> Any:
    from langchain_openai import ChatOpenAI  # type: ignore[import-not-found]

    return ChatOpenAI(model="gpt-4o-mini")


def agent(place: Place, model: Any) -> Say:
    tools = [tool_of(one) for one in place.tools]
    thinking = model.bind_tools(tools)

    async def think(state: MessagesState) -> dict[str, Any]:
        return {"messages": [await thinking.ainvoke(state["messages"])]}

    graph = StateGraph(MessagesState)
    graph.add_node("think", think)
    graph.add_node("tools", ToolNode(tools))
    graph.add_edge(START, "think")
    graph.add_conditional_edges("think", tools_condition)
    graph.add_edge("tools", "think")
    compiled = graph.compile()
    messages: list[AnyMessage] = [SystemMessage(place.instructions)]

    async def say(text: str) -> None:
        state = await compiled.ainvoke({"messages": [*messages, HumanMessage(text)]}, {"recursion_limit": 10_000})
        messages[:] = state["messages"]

    return say


def tool_of(tool: AgentTool) -> StructuredTool:
    async def call(**arguments: Any) -> str:
        return await tool.call(arguments)

    return StructuredTool(name=tool.name, description=tool.description, args_schema=tool.parameters, coroutine=call)
