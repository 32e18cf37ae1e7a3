"""The seat as a server of the Model Context Protocol: the one door to the ``mcp`` package.

Each action is a tool, with the schemas of what it takes and gives; two more, ``briefing`` and ``now``, cost no time.
Things that can be opened are resources too: to read one is to do the action that opens it. What arrives is told in the
result of every tool, and as an update of the resource in question to those who subscribed to it.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any, Final, Self
from urllib.parse import quote, unquote

import mcp_types as types
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.session import ServerSession
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourcesListChanged, ResourceUpdated
from starlette.types import Receive, Scope, Send

from sim.player import Briefing, Noticed
from workaday.doors.incoming import MOST_BYTES, Unreadable, act_of
from workaday.doors.offers import place_of_notice
from workaday.doors.session import PATIENCE, Busy, OutOfTurn, Session, Turn
from workaday.doors.words import briefing_in_words, in_words

STEP: Final = 300
"""Simulated seconds between two reports of progress."""
BRIEFING: Final = "workaday://briefing"
NOW: Final = "workaday://now"
_FREE: Final = types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

Context = ServerRequestContext[Any, Any]


class McpDoor:
    """One session as a server of the protocol."""

    def __init__(self, session: Session, briefing: Briefing, patience: float | None = PATIENCE) -> None:
        self._session = session
        self._briefing = briefing
        self._patience = patience
        self._actions = {offer.tool: name for name, offer in session.offers.items()}
        self._subscribers: dict[tuple[int, str], ServerSession] = {}
        self._bus = InMemorySubscriptionBus()
        self.server: Final = Server[Any](
            "workaday",
            version=version("workaday"),
            instructions=briefing_in_words(briefing),
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_subscribe_resource=self._subscribe,
            on_unsubscribe_resource=self._unsubscribe,
            on_subscriptions_listen=ListenHandler(self._bus),
        )
        self._manager: StreamableHTTPSessionManager | None = None

    @classmethod
    async def of(cls, session: Session, patience: float | None = PATIENCE) -> Self:
        """The door of a session, once its run has begun."""
        return cls(session, await session.briefing(), patience)

    # -- how it is reached ----------------------------------------------------------------------------------------

    async def stdio(self) -> None:
        """Serve one client on standard input and output, until it goes."""
        async with self.telling(), stdio_server() as (reading, writing):
            await self.server.run(reading, writing, self.server.create_initialization_options())

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """The time in which requests over HTTP are answered."""
        # No protection from pages in a browser is needed: they have no token, and every request needs one.
        manager = self._manager = StreamableHTTPSessionManager(
            self.server, session_idle_timeout=None, max_request_body_size=MOST_BYTES
        )
        async with self.telling(), manager.run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request over HTTP."""
        assert self._manager is not None
        await self._manager.handle_request(scope, receive, send)

    @asynccontextmanager
    async def telling(self) -> AsyncIterator[None]:
        """Tell subscribers of what arrives meanwhile."""
        task = asyncio.create_task(self._tell())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait((task,))

    # -- tools ----------------------------------------------------------------------------------------------------

    async def _list_tools(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        nothing: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
        tools = [
            types.Tool(
                name="briefing",
                description="Who you are, what you are asked, and with whom you work. Costs no time.",
                input_schema=nothing,
                annotations=_FREE,
            ),
            types.Tool(
                name="now",
                description="What there is to be seen now, or how the run ended. Costs no time. "
                "Call it when you come back after a broken connection, or when something is still under way.",
                input_schema=nothing,
                output_schema=Turn.model_json_schema(mode="serialization"),
                annotations=_FREE,
            ),
        ]
        for offer in self._session.offers.values():
            hints = types.ToolAnnotations(title=offer.name, read_only_hint=offer.reads_only, open_world_hint=False)
            tools.append(
                types.Tool(
                    name=offer.tool,
                    title=offer.name,
                    description=offer.description,
                    input_schema=offer.parameters,
                    output_schema=offer.answer(),
                    annotations=hints,
                )
            )
        return types.ListToolsResult(tools=tools)

    async def _call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name == "briefing":
            return types.CallToolResult(content=[_text(briefing_in_words(self._briefing))])
        if params.name == "now":
            return _result(await self._reported(ctx, self._session.now(self._patience)), is_error=False)
        meta = dict(ctx.meta or {})
        turn = meta.get("workaday/turn")
        try:
            if turn is not None and (not isinstance(turn, int) or isinstance(turn, bool)):
                raise Unreadable("_meta: workaday/turn is a whole number")
            name = self._actions.get(params.name, params.name)
            act = act_of(name, params.arguments or {}, meta.get("workaday/thought"))
            acting = self._session.act(act, turn=turn, patience=self._patience)
            turned = await self._reported(ctx, acting)
            return _result(turned, is_error=_is_refused(turned))
        except (Unreadable, OutOfTurn, Busy) as problem:
            return types.CallToolResult(content=[_text(str(problem))], is_error=True)

    async def _reported(self, ctx: Context, work: Awaitable[Turn]) -> Turn:
        """What ``work`` gives; who asked for it is told meanwhile how simulated time passes."""
        begun = self._session.seat.reached

        async def report() -> None:
            async for at in self._session.passing(STEP):
                await ctx.session.report_progress(at - begun, message=f"{(at - begun) // 60} simulated minutes")

        task = asyncio.create_task(report())
        try:
            return await work
        finally:
            task.cancel()
            await asyncio.wait((task,))

    # -- resources ------------------------------------------------------------------------------------------------

    async def _list_resources(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        found = [
            types.Resource(uri=BRIEFING, name="briefing", description="Who you are and what you are asked."),
            types.Resource(uri=NOW, name="now", description="What there is to be seen now."),
        ]
        known: dict[str, tuple[str, str]] = {}
        for news in self._session.seat.news:
            if news.kind == "notice":
                place = place_of_notice(self._session.offers, Noticed.model_validate(news.data))
                if place is not None:
                    known[_uri(*place)] = place
        for uri, (app, ref) in known.items():
            told = "To read it takes the time that reading takes."
            found.append(types.Resource(uri=uri, name=f"{app} {ref}", description=told, mime_type="text/plain"))
        return types.ListResourcesResult(resources=found)

    async def _list_templates(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        templates = [
            types.ResourceTemplate(
                uri_template=f"workaday://{offer.name.removesuffix('.read')}/{{+{offer.opens}}}",
                name=offer.name,
                description=f"{offer.description} To read it is to do {offer.name}, and takes as long.",
                mime_type="text/plain",
            )
            for offer in self._session.offers.values()
            if offer.opens is not None
        ]
        return types.ListResourceTemplatesResult(resource_templates=templates)

    async def _read_resource(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        uri = str(params.uri)
        if uri == BRIEFING:
            text = briefing_in_words(self._briefing)
        elif uri == NOW:
            text = in_words(await self._session.now(self._patience))
        else:
            text = await self._opened(ctx, uri)
        content = types.TextResourceContents(uri=uri, mime_type="text/plain", text=text)
        return types.ReadResourceResult(contents=[content])

    async def _opened(self, ctx: Context, uri: str) -> str:
        """Do what opens the thing at ``uri``. Raises ``MCPError`` where it is not opened."""
        app, _, ref = uri.removeprefix("workaday://").partition("/")
        offer = self._session.offers.get(f"{app}.read")
        if not uri.startswith("workaday://") or offer is None or offer.opens is None:
            raise MCPError(types.INVALID_PARAMS, f"there is no resource {uri[:200]!r}")
        try:
            act = act_of(offer.name, {offer.opens: unquote(ref)})
            turn = await self._reported(ctx, self._session.act(act, patience=self._patience))
        except (Unreadable, Busy) as problem:
            raise MCPError(types.INVALID_PARAMS, str(problem)) from None
        if _is_refused(turn):
            raise MCPError(types.INVALID_PARAMS, in_words(turn))
        return in_words(turn)

    # -- what arrives ---------------------------------------------------------------------------------------------

    async def _subscribe(self, ctx: Context, params: types.SubscribeRequestParams) -> types.EmptyResult:
        self._subscribers[_client(ctx), str(params.uri)] = ctx.session
        return types.EmptyResult()

    async def _unsubscribe(self, ctx: Context, params: types.UnsubscribeRequestParams) -> types.EmptyResult:
        self._subscribers.pop((_client(ctx), str(params.uri)), None)
        return types.EmptyResult()

    async def _tell(self) -> None:
        """Tell subscribers of every new turn, and of everything that a notice is of."""
        async for news in self._session.news(len(self._session.seat.news)):
            if news.kind == "turn":
                await self._updated(NOW)
            elif news.kind == "notice":
                place = place_of_notice(self._session.offers, Noticed.model_validate(news.data))
                if place is not None:
                    await self._bus.publish(ResourcesListChanged())
                    await self._updated(_uri(*place))
        await self._updated(NOW)

    async def _updated(self, uri: str) -> None:
        await self._bus.publish(ResourceUpdated(uri=uri))
        for (client, wanted), session in tuple(self._subscribers.items()):
            if wanted == uri:
                try:
                    await session.send_resource_updated(uri)
                except Exception:  # of whatever kind: the client has gone
                    self._subscribers.pop((client, wanted), None)


def _client(ctx: Context) -> int:
    """What tells clients apart: each request has a session of its own, and all of a connection what it began with."""
    return id(ctx.session.client_params)


def _uri(app: str, ref: str) -> str:
    return f"workaday://{app}/{quote(ref, safe='/:+@')}"


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


def _is_refused(turn: Turn) -> bool:
    return turn.observation is not None and turn.observation.last is not None and bool(turn.observation.last.refusal)


def _result(turn: Turn, *, is_error: bool) -> types.CallToolResult:
    """A turn as the result of a tool. An error is of the call that was refused alone: to look at it later is none."""
    data = turn.model_dump(mode="json")
    return types.CallToolResult(content=[_text(in_words(turn))], structured_content=data, is_error=is_error)
