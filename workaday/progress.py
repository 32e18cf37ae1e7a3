"""What is shown of a run while it goes on: lines that move on a terminal, a line for each simulated day elsewhere.

It is driven by what happens in the run and draws a few times in a real second at most. Whatever is shown goes to
standard error.
"""

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TextIO

from sim.localtime import local, long_local
from sim.model import Usage
from sim.vocabulary.calendar import MeetingDecided, MeetingSpoken
from sim.vocabulary.calls import CallSaid
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.core import Event
from sim.vocabulary.mail import MailSent

if TYPE_CHECKING:
    from scenarios.load import Loaded
    from workaday.meter import Meter

REDRAWS: Final = 0.25
"""Real seconds between two drawings."""
_BAR: Final = 28
_SAID = (MessageSent, MailSent, CallSaid, MeetingSpoken, MeetingDecided)


class Progress:
    """Follows one run. Use it as a context manager while the run goes on."""

    def __init__(
        self,
        loaded: "Loaded",
        title: str,
        *,
        live: bool,
        meter: "Meter | None" = None,
        thinking: Callable[[], int] = lambda: 0,
        out: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        script = loaded.script
        self._zone = loaded.org.person(script.seat).calendar.zone
        self._start, self._end = script.start, script.horizon
        self._title = title
        self._out = out or sys.stderr
        self._is_live = live
        self._meter = meter
        self._thinking = thinking
        self._clock = clock
        self._drawn = float("-inf")
        self._day = 0
        self._at = script.start
        self._said = 0
        self._live: Any = None

    def __enter__(self) -> Self:
        if self._is_live:
            from rich.console import Console
            from rich.live import Live

            console = Console(file=self._out)
            self._live = Live(console=console, auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def event(self, event: Event) -> None:
        """Something happened in the run. What was there before its first day is not of it."""
        if event.at < self._start:
            return
        self._at = event.at
        self._said += isinstance(event.body, _SAID)
        if self._live is not None:
            self.draw()
        elif (day := self.day(event.at)) > self._day:
            self._day = day
            print(f"{self._date()}: day {day} of {self.days}, {self._said} messages", file=self._out, flush=True)

    def again(self, event: Event) -> None:
        """Something that is recorded was computed again: no line for its day, which had one."""
        self._day = max(self._day, self.day(event.at))
        self.event(event)

    def draw(self) -> None:
        """Draw what there is, unless that was done just now."""
        now = self._clock()
        if self._live is not None and now - self._drawn >= REDRAWS:
            self._drawn = now
            from rich.text import Text

            self._live.update(Text("\n".join(self.lines())), refresh=True)

    def lines(self) -> list[str]:
        """What is drawn."""
        share = (self._at - self._start) / max(1, self._end - self._start)
        full = round(_BAR * min(1.0, share))
        bar = "━" * full + "╌" * (_BAR - full)
        parts = [f"{self._said:,} messages"]
        waiting = self._meter.on_their_way if self._meter is not None else 0
        parts.append(f"{max(self._thinking(), waiting)} thoughts in flight")
        if self._meter is not None and self._meter.used.calls:
            parts.append(spent(self._meter.used))
        date = f"{long_local(self._at, self._zone)} ({self._zone})"
        return [self._title, f"{bar} {date}, day {self.day(self._at)} of {self.days}", " · ".join(parts)]

    @property
    def days(self) -> int:
        """Days of the calendar that the run touches."""
        return self.day(self._end - 1)

    def day(self, at: int) -> int:
        """The day of the run at an instant, from 1, by the seat's calendar."""
        return (local(at, self._zone).date() - local(self._start, self._zone).date()).days + 1

    def _date(self) -> str:
        return long_local(self._at, self._zone).rpartition(",")[0]


def spent(usage: Usage) -> str:
    """Tokens and cost in words: "12,345 tokens, $0.0213"."""
    tokens = f"{usage.prompt_tokens + usage.completion_tokens:,} tokens"
    if usage.cost is None:
        return f"{tokens}, price unknown"
    return f"{tokens}, ${usage.cost:.4f}" if usage.calls else tokens
