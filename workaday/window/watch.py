"""A run to watch: pages over a reading that follows the file."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from workaday.window.app import application
from workaday.window.forks import Beside, siblings
from workaday.window.look import VIEWS, look_of, moment
from workaday.window.pages import environment, page, wants_part
from workaday.window.points import Scoring
from workaday.window.reading import Reader, Reading
from workaday.window.serving import STOPS
from workaday.window.views import Extra, shown

FOLLOWED: Final = 0.5
"""Real seconds between two looks at the file."""
COLUMNS: Final = "Workaday-Columns"
"""The header in which a page says how many columns its window has room for; without it, there are pictures for all."""
OPENING: Final = "now"
"""The view that opens first."""


class Watch:
    """The pages of one run, which look ``every`` so many real seconds at its file."""

    def __init__(self, path: str, *, every: float = FOLLOWED) -> None:
        self.reader = Reader(path)
        self.scoring = Scoring(path)
        self.beside = Beside()
        self._every = every
        self._closing = asyncio.Event()

    def application(self, **options: Any) -> Starlette:
        """The pages: a path for each view, and /live, which tells of news."""
        routes = [
            Route("/", self._begin),
            Route("/live", self._live),
            Route("/line", self._line),
            *(Route(f"/{view}", partial(self._view, view)) for view in VIEWS),
        ]
        made = application(routes, lifespan=self._lifespan, **options)
        setattr(made.state, STOPS, (self._closing.set,))
        return made

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        await self.reader.open()
        for template in ("watch/shell.html", *(f"watch/{view}.html" for view in VIEWS)):
            environment().get_template(template)
        self.reader.follow(self._every)
        try:
            yield
        finally:
            self._closing.set()
            await self.scoring.close()
            await self.beside.close()
            await self.reader.close()

    async def _begin(self, request: Request) -> Response:
        return RedirectResponse(f"/{OPENING}")

    async def _view(self, view: str, request: Request) -> Response:
        look = look_of(view, request.query_params, request.query_params.getlist("sort"))
        if view in ("points", "forks"):
            self.scoring.want(await self.reader.ask(lambda reading: reading.indexed))
        if view == "forks" and self.beside.found is None:
            self.beside.begin(await self.reader.ask(siblings))
        context = await self.reader.ask(lambda reading: shown(reading, look, self._extra()))
        columns = {"2": 2, "4": 4}.get(request.headers.get(COLUMNS, ""))
        template = "watch/part.html" if wants_part(request) else "watch/shell.html"
        return page(request, template, {**context, "columns": columns})

    def _extra(self) -> Extra:
        return Extra(
            self.scoring.latest, self.scoring.running, self.scoring.fault, self.beside.found, self.beside.running,
            self.reader.total,
        )  # fmt: skip

    async def _line(self, request: Request) -> Response:
        """The line of time below every view."""
        look = look_of(OPENING, request.query_params, [])
        context = await self.reader.ask(partial(line, look=look))
        return page(request, "watch/line.html", context)

    async def _live(self, request: Request) -> Response:
        return StreamingResponse(self._stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})

    async def _stream(self) -> AsyncIterator[str]:
        """What there is by now, whenever that changes."""
        told = None
        closing = asyncio.ensure_future(self._closing.wait())
        try:
            while not self._closing.is_set():
                news = {
                    **await self.reader.ask(_stand),
                    "total": self.reader.total,
                    "scoring": self.scoring.running,
                    "comparing": self.beside.running,
                }
                if news != told:
                    told = news
                    yield f"data: {json.dumps(news)}\n\n"
                await asyncio.wait((closing,), timeout=self._every)
        finally:
            closing.cancel()


def _stand(reading: Reading) -> dict[str, Any]:
    return {"indexed": reading.indexed, "latest": reading.latest, "ended": reading.ended}


def line(reading: Reading, look: Any) -> dict[str, Any]:
    """What the line of time is drawn from: how much happened when, the days, and what stands out."""
    start = reading.start
    end = max(reading.latest, (reading.horizon or 0) if not reading.ended else 0, start + 60)
    scale: Callable[[int], float] = lambda at: round((at - start) / (end - start) * 1000, 2)  # noqa: E731
    stretches = reading.density()
    most = max((n for _, _, n in stretches), default=1)
    days = [(reading.midnight(start), 1)]
    while (after := reading.next_midnight(days[-1][0])) < end:
        days.append((after, days[-1][1] + 1))
    marks = reading.rows("SELECT at, sort FROM mark WHERE at > ? ORDER BY serial", (start,))
    drawn = sorted({(scale(at), sort) for at, sort in marks if sort not in ("end", "task")})
    every = max(1, -(-len(days) // 40))
    return {
        "bars": [(scale(a), max(scale(b) - scale(a) - 0.3, 0.5), 26 * n / most) for a, b, n in stretches],
        "days": [(scale(max(at, start)), number) for at, number in days if number % every == 1 or every == 1],
        "marks": drawn if len(drawn) <= 400 else drawn[:: -(-len(drawn) // 400)],
        "reached": scale(reading.latest),
        "start": start,
        "end": end,
        "at": moment(reading, look),
    }
