"""What is shown while a run goes on."""

import io

import pytest

import workaday
from sim.model import Usage
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.core import Event
from workaday.meter import Meter
from workaday.progress import Progress, spent


def message(serial: int, at: int) -> Event:
    body = MessageSent(id=f"c{serial}", place="#mill", to=("bram",), text="Hello")
    return Event(serial, at, "lotte", body.kind, body)


class Terminal(io.StringIO):
    """Text that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_elsewhere_than_on_a_terminal_a_line_is_printed_a_day(flour: str) -> None:
    """Logs get one line for each simulated day, not one for each message."""
    loaded, out = workaday.load("first-week"), io.StringIO()
    start = loaded.script.start
    with Progress(loaded, "title", live=False, out=out) as progress:
        for serial in range(1, 30):
            progress.event(message(serial, start + serial * 3 * 3600))
    lines = out.getvalue().splitlines()
    assert lines[0] == "Mon 2 March 2026: day 1 of 5, 1 messages"
    assert len(lines) == 5
    assert lines[-1] == "Fri 6 March 2026: day 5 of 5, 29 messages"


def test_what_was_there_before_the_first_day_is_not_counted(flour: str) -> None:
    """Mail and talk that the scenario begins with are no messages of the run, and their dates no days of it."""
    loaded, out = workaday.load(flour), io.StringIO()
    start = loaded.script.start
    progress = Progress(loaded, "title", live=False, out=out)
    for serial, at in enumerate((start - 30 * 86400, start - 1, start + 60, start + 120), start=1):
        progress.event(message(serial, at))
    assert out.getvalue() == "Tue 3 March 2026: day 1 of 1, 1 messages\n"
    assert progress.lines()[-1].startswith("2 messages")


def test_on_a_terminal_it_is_drawn_a_few_times_a_second(flour: str) -> None:
    """However many events come, the terminal is drawn when a quarter of a second has gone by."""
    times = iter([0.0, 0.1, 0.2, 0.3, 0.31, 0.7] + [0.75] * 9)
    drawn: list[list[str]] = []
    loaded = workaday.load(flour)

    class Watched(Progress):
        def lines(self) -> list[str]:
            drawn.append(super().lines())
            return drawn[-1]

    with Watched(loaded, "title", live=True, out=Terminal(), clock=lambda: next(times)) as progress:
        for serial in range(1, 7):
            progress.event(message(serial, loaded.script.start + serial * 3600))
    assert len(drawn) == 3


def test_the_lines_say_where_the_run_is(flour: str) -> None:
    """Date, day, messages, thoughts that are out, tokens and cost."""
    loaded = workaday.load(flour)

    class Nobody:
        async def complete(self, *_: object, **__: object) -> None:
            raise AssertionError

    meter = Meter(Nobody())  # type: ignore[arg-type]
    meter.used = Usage(calls=3, prompt_tokens=1200, completion_tokens=34, cost=0.0213)
    progress = Progress(loaded, "flour · x", live=False, meter=meter, thinking=lambda: 4, out=io.StringIO())
    progress.event(message(1, loaded.script.start + 2 * 3600))
    title, where, what = progress.lines()
    assert title == "flour · x"
    assert where.endswith("Tue 3 March 2026, 10:00 (Europe/Brussels), day 1 of 1")
    assert what == "1 messages · 4 thoughts in flight · 1,234 tokens, $0.0213"


@pytest.mark.parametrize(
    ("usage", "words"),
    [
        (Usage(calls=1, prompt_tokens=10, completion_tokens=2, cost=None), "12 tokens, price unknown"),
        (Usage(calls=1, prompt_tokens=10, completion_tokens=2, cost=0.0), "12 tokens, $0.0000"),
        (Usage(), "0 tokens"),
    ],
)
def test_an_unknown_price_is_said_to_be_unknown(usage: Usage, words: str) -> None:
    """Nobody is told that it cost nothing because the price is not known."""
    assert spent(usage) == words
