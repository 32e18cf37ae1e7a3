"""Socket Mode: events are handed over one by one, and simulated time goes on when the bot is done with each.

An event is handed over; the clock stands until the bot has acknowledged it and no call of it is being answered. Only
when nothing is left to be handed over does the seat wait for what comes next. A bot that acknowledges when it is done
so has a run that depends on nothing but its answers. One that acknowledges first and works then is left in peace until
it has been silent for ``settle`` real seconds; an event that nobody acknowledges, for ``patience``.
"""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from sim.apps.desk import Wait
from sim.player import Act
from sim.units import MINUTE
from workaday.doors.slack.about import APP
from workaday.doors.slack.errors import SlackError
from workaday.doors.slack.events import KINDS, Happening, Mailbag
from workaday.doors.slack.workspace import Workspace

SETTLE: Final = 0.5
"""Real seconds of silence after which a bot that acknowledged at once is taken to be done."""
PATIENCE: Final = 3.0
"""Real seconds of silence after which an event is taken to be of no use to the bot: what Slack waits for."""
LONGEST: Final = 5 * MINUTE
"""Simulated seconds that are waited at once where time has a pace, so that no call is kept for longer."""
MOST_TICKETS: Final = 64
_FAREWELL: Final = 2.0
"""Real seconds for which the last event may still be handed over."""


@dataclass(eq=False)
class _Link:
    """One connection of the bot."""

    socket: WebSocket
    acknowledged: set[str] = field(default_factory=set)


class SocketMode:
    """The connections of the bot of one workspace, and what is handed over through them."""

    def __init__(
        self,
        workspace: Workspace,
        *,
        subscribed: Collection[str] = KINDS,
        settle: float = SETTLE,
        patience: float = PATIENCE,
    ) -> None:
        self._workspace = workspace
        self._mailbag = Mailbag(workspace, subscribed)
        self._settle, self._patience = settle, patience
        self._links: dict[_Link, None] = {}
        self._tickets: dict[str, None] = {}
        self._told = 0
        """The number of the last of the news that was handed over."""

    def ticket(self) -> str:
        """What a connection is opened with, once."""
        while len(self._tickets) >= MOST_TICKETS:
            self._tickets.pop(next(iter(self._tickets)))
        ticket = secrets.token_urlsafe(24)
        self._tickets[ticket] = None
        return ticket

    def knows(self, ticket: str) -> bool:
        """Whether a connection may be opened with this; it may not again."""
        return ticket in self._tickets and self._tickets.pop(ticket, None) is None

    async def hold(self, socket: WebSocket) -> None:
        """Hold a connection until it is closed."""
        await socket.accept()
        link = _Link(socket)
        hello = {"type": "hello", "num_connections": len(self._links) + 1, "connection_info": {"app_id": APP},
                 "debug_info": {"host": "workaday", "approximate_connection_time": 3600}}  # fmt: skip
        await socket.send_text(json.dumps(hello))
        self._links[link] = None
        self._workspace.stir()
        try:
            while True:
                _take(link, await socket.receive_text())
                self._workspace.stir()
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass  # it is gone, or sent what is no text: the event it had is handed over again
        finally:
            self._links.pop(link, None)
            self._workspace.stir()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """The time in which events are handed over. At its end a run that is over is told as over."""
        parent = asyncio.current_task()
        assert parent is not None
        task = asyncio.create_task(self._run())

        def fault() -> BaseException | None:
            return task.exception() if task.done() and not task.cancelled() else None

        task.add_done_callback(lambda _: parent.cancel() if fault() is not None else None)
        try:
            yield
        except asyncio.CancelledError:
            failed = fault()
            if failed is None:
                raise
            parent.uncancel()  # a fault in it ends the time, loudly
            raise failed from None
        finally:
            self._workspace.changes.tell()
            if self._links and self._workspace.session.ended is not None:
                await asyncio.wait((task,), timeout=_FAREWELL)
            task.cancel()
            await asyncio.wait((task,))

    # -- inside -----------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        workspace, session = self._workspace, self._workspace.session
        await session.now()
        self._told = self._handed_over_before()
        while True:
            await workspace.changes.until(self._may_go_on)
            await self._silence(self._settle)
            if not self._may_go_on():
                continue
            async with workspace.acting:
                turn = await session.now()
                if turn.observation is None:
                    break
                news = session.seat.news[self._told :]
                happenings = []
                if any(one.kind != "turn" for one in news):
                    try:
                        happenings = await self._mailbag.events(news, turn.observation.at)
                    except SlackError as error:
                        if error.code not in ("account_inactive", "request_timeout"):
                            raise
                        continue  # the run has ended, or reading was cut short: look again
                else:
                    await self._wait(turn.observation.at)
            for happening in happenings:
                await self._hand_over(happening)
            self._told += len(news)
        assert session.ended is not None
        last = self._mailbag.ending(session.ended, len(session.seat.news) + 1, session.seat.reached)
        await self._hand_over(last)
        for link in list(self._links):
            await link.socket.close(1000)

    def _handed_over_before(self) -> int:
        """Of a run that goes on: the number of the news up to the seat's last wait. What came then comes again."""
        waited = self._workspace.postmarks.waited(self._workspace.me)
        turns = [n for n in self._workspace.session.seat.news if n.kind == "turn" and n.data["turn"] == waited]
        return turns[-1].number if turns else 0

    def _may_go_on(self) -> bool:
        if self._workspace.session.ended is not None:
            return bool(self._links)
        return bool(self._links) and not self._workspace.in_flight

    async def _wait(self, now: int) -> None:
        """Let time pass until something comes, or the run ends."""
        seconds = max(MINUTE, self._workspace.briefing.ends_at - now)
        if not self._workspace.session.seat.pace.is_at_once:
            seconds = min(seconds, LONGEST)
        await self._workspace.turn(Act(action=Wait.name, arguments={"until": f"{-(-seconds // MINUTE)}m"}))

    async def _hand_over(self, happening: Happening) -> None:
        """Have it taken by one connection; by the next one where it goes before that."""
        attempt, payload = 0, happening.payload(self._workspace)
        while True:
            await self._workspace.changes.until(lambda: bool(self._links))
            link = next(iter(self._links))
            envelope = f"{happening.id}-{attempt}"
            told: dict[str, Any] = {
                "envelope_id": envelope, "type": "events_api", "payload": payload, "accepts_response_payload": False,
                "retry_attempt": attempt, "retry_reason": "connection_lost" if attempt else "",
            }  # fmt: skip
            with suppress(WebSocketDisconnect, RuntimeError):
                await link.socket.send_text(json.dumps(told, ensure_ascii=False))
            if await self._is_taken(link, envelope):
                return
            attempt += 1

    async def _is_taken(self, link: _Link, envelope: str) -> bool:
        """Come back when the bot is done with it; False where its connection went first."""

        def is_told() -> bool:
            return envelope in link.acknowledged or link not in self._links

        begun = asyncio.get_running_loop().time()
        while not is_told():
            stirs = self._workspace.stirs
            left = begun + self._patience - asyncio.get_running_loop().time()
            await self._stirred(stirs, max(0.0, left))
            if self._workspace.stirs != stirs or self._workspace.in_flight:
                begun = asyncio.get_running_loop().time()
            elif asyncio.get_running_loop().time() >= begun + self._patience:
                return True  # nobody wants it
        if envelope not in link.acknowledged:
            return False
        await self._silence(self._settle)
        return True

    async def _silence(self, seconds: float) -> None:
        """Come back when no call is in flight, and none has begun or ended for so many real seconds."""
        workspace = self._workspace
        while True:
            await workspace.changes.until(lambda: not workspace.in_flight)
            stirs = workspace.stirs
            if seconds <= 0 or not await self._stirred(stirs, seconds):
                return

    async def _stirred(self, stirs: int, seconds: float) -> bool:
        """Whether the bot does something within so many real seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._workspace.changes.until(lambda: self._workspace.stirs != stirs)
        except TimeoutError:
            return False
        return True


def _take(link: _Link, text: str) -> None:
    """Note what a bot acknowledges; anything else it says is nothing."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return
    envelope = said.get("envelope_id") if isinstance(said, dict) else None
    if isinstance(envelope, str):
        link.acknowledged.add(envelope)
