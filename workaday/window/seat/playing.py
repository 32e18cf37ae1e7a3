"""A person plays: one seat in the browser on this machine, from the first turn to the score."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workaday.doors.serving import answering, listening_at, where
from workaday.doors.session import Session
from workaday.doors.tokens import Tokens, secret_beside
from workaday.window.seat.memory import Memory
from workaday.window.seat.routes import PATIENCE, Entry, Taken, seat_pages

if TYPE_CHECKING:
    from workaday.result import Result


@dataclass(frozen=True, slots=True)
class Opened:
    """Where the seat is."""

    run: Path
    link: str
    """The address that lets its player in."""


async def play(
    session: Session,
    address: tuple[str, int],
    clock: Callable[[], float],
    lasts: float,
    announce: Callable[[Opened], None],
    over: Callable[["Result"], None],
) -> None:
    """Let the run go on with its seat in the browser; when it has ended, show the score until the page is closed.

    ``clock`` tells real time in Unix seconds, for a link that is good for ``lasts`` of them. Raises what the run
    raises, and :class:`~workaday.exits.Trouble` where the address cannot be had.
    """
    closed = asyncio.Event()
    async with AsyncExitStack() as stack:
        listening = stack.enter_context(listening_at(*address, option="--port"))
        await stack.enter_async_context(session)
        entry = await entry_of(session, clock, lasts, scored=True, close=closed.set)
        await stack.enter_async_context(answering(seat_pages(entry), listening))
        assert session.rollout.path is not None
        announce(Opened(session.rollout.path, link(where(listening), entry)))
        await session.over()
        if session.failure is not None:
            raise session.failure
        assert session.result is not None
        over(session.result)
        await closed.wait()


async def entry_of(
    session: Session,
    clock: Callable[[], float],
    lasts: float,
    *,
    scored: bool = False,
    close: Callable[[], None] | None = None,
    patience: float = PATIENCE,
) -> Entry:
    """The way in to the one seat of a session that goes on. Its player is told the score where ``scored``.

    Raises what the run was stopped by before it began.
    """
    try:
        briefing = await session.briefing()
    except RuntimeError:
        if session.failure is not None:
            raise session.failure from None
        raise
    assert session.rollout.path is not None
    memory = Memory(session.seat.turns, briefing, session.offers)
    result = (lambda: None if session.result is None else told(session.result)) if scored else (lambda: None)
    secret = secret_beside(session.rollout.path)
    return Entry({briefing.me: Taken(session, memory, result, close)}, Tokens(secret, clock), secret, lasts, patience)


def link(address: str, entry: Entry) -> str:
    """The address that lets the player of the first seat in, to pages at ``address``."""
    return f"{address}/-/enter?token={entry.tokens.issue(next(iter(entry.seats)), entry.lasts)}"


def told(result: "Result") -> Mapping[str, Any]:
    """What a run came to, as its page shows it."""
    from workaday.report import open_points, rows, verdict
    from workaday.tables import figure

    card = result.scores
    return {
        "run": str(result.path),
        "total": figure(card.total),
        "success": result.success,
        "verdict": verdict(card),
        "rows": [dict(zip(("name", "value", "weight", "about"), row, strict=True)) for row in rows(card)],
        "notes": [*card.failures, *open_points(card)],
    }
