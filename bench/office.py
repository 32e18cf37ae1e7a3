"""What the benchmarks play: an office of any size and length, and a model that takes its time on a clock of its own."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from math import exp
from pathlib import Path
from typing import Any, TypeVar

from personas.load import library
from sim.budget import prompt_tokens
from sim.model import ModelReply, ModelRequest, Role, Usage
from sim.player import Act, Briefing, Observation
from sim.streams import stream

T = TypeVar("T")

FIRST = (
    "Ada Ben Cleo Dan Eva Finn Greta Hugo Ida Jan Kira Leo Mona Nils Olga Pia Quentin Rosa Sven Tara Udo Vera Willem "
    "Xenia Yann Zoe Arno Birte Carl Doris Emil Frida Gero Hanne Ivo Jule Kai Lina Mats Nele Otto Paula Ralf Selma Till "
    "Ute Viktor Wanda Yuna Zeno"
).split()
WORDS = (
    "able amber angle apple arrow autumn badge baker basin berry birch blanket bottle branch brick bridge bronze brush "
    "button cabin candle canvas carpet cedar chalk cherry cliff cloud clover coast copper coral corner cotton cradle "
    "crane crystal curtain daisy desert dragon drum eagle ember engine fabric falcon feather fennel fern field flute "
    "forest fountain garden garlic ginger glacier glove granite grape harbour hazel hedge helmet heron hollow honey"
).split()


THINGS = (
    "supplier list", "visitor desk", "cold store", "delivery van", "spare parts", "training room", "price sheet",
    "label printer", "parking permits", "travel forms", "second line", "archive shelves",
)  # fmt: skip


def write_office(folder: Path, people: int, days: int, background: str = "light", asks: int = 0) -> Path:
    """Write an organisation of so many people in teams of ten, and a scenario of so many working days; its path.

    Each of them asks ``asks`` others something, every three hours or so.
    """
    personas = sorted(library())
    lines = ["org: office", "name: Office", "sites:", '  house: {zone: Europe/Vienna, hours: "mon-fri 09:00-17:00"}']
    lines.append("people:")
    for number, first in enumerate(FIRST[:people]):
        lead = number - number % 10
        to = "" if number == 0 else f", reports_to: p{lead if number % 10 else 0}"
        persona = personas[number % len(personas)]
        lines.append(f"  p{number}: {{name: {first} Example, title: Clerk, site: house, persona: {persona}{to}}}")
    lines.append("  seat: {title: Assistant, site: house, reports_to: p0}")
    lines.append("teams:")
    for lead in range(0, people, 10):
        members = [f"p{n}" for n in range(lead + 1, min(lead + 10, people))] + (["seat"] if lead == 0 else [])
        lines.append(f"  team{lead // 10}: {{lead: p{lead}, members: [{', '.join(members)}]}}")
    lines.append("channels:")
    lines.append('  "#all": {members: [everyone]}')
    (folder / "office.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    events = ["events:"] if asks else []
    for number in range(people):
        for other in range(asks):
            to, thing = (number + 1 + 7 * other) % people, THINGS[(number + other) % len(THINGS)]
            text = f"Could you have a look at the {thing} with me today?"
            events.append(f'  - {{every: 2h to 4h, who: p{number}, does: chat, to: p{to}, text: "{text}"}}')
    scenario = folder / "days.yaml"
    scenario.write_text(
        f"scenario: days\ntitle: Days at the office\norg: office\nstarts: 2026-03-02 09:00\nlasts: {days} days\n"
        f"background: {background}\nbrief: Look after what comes in.\n" + "\n".join(events) + "\n",
        encoding="utf-8",
    )
    return scenario


class Waiting:
    """A player that lets the office get on with it."""

    name = "waiting"

    def begin(self, briefing: Briefing) -> None:
        """It wants to know nothing."""

    async def act(self, observation: Observation) -> Act:
        """Wait for the next morning."""
        return Act(action="desk.wait", arguments={"until": "tomorrow", "through": True})


class SlowModel:
    """A model that answers with words that nobody else says, after a time that depends on the question alone.

    Times are log-normal with a mean of ``mean`` seconds: half of them under 0.6 of it, one in a hundred over six times
    it (``spread`` is the standard deviation of the logarithm).
    """

    def __init__(self, at_once: int, *, mean: float = 6.0, spread: float = 1.0) -> None:
        self._room = asyncio.Semaphore(at_once)
        self._mean, self._spread = mean, spread
        self.calls: list[tuple[str, str, str, float]] = []
        """Person, prompt, words of the reply, and seconds it took."""

    def latency(self, who: str, prompt: str) -> float:
        """Seconds for this question."""
        rng = stream(1, "latency", who, prompt)
        normal = sum(rng.random() for _ in range(12)) - 6.0
        return self._mean * exp(self._spread * normal - self._spread**2 / 2)

    def reply(self, who: str, prompt: str) -> str:
        """Five words for this question."""
        rng = stream(1, "words", who, prompt)
        return " ".join(WORDS[int(rng.random() * len(WORDS))] for _ in range(5))

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        """Answer in its own time."""
        prompt = "\n".join(message.content or "" for message in request.messages)
        seconds, words = self.latency(who, prompt), self.reply(who, prompt)
        async with self._room:
            await asyncio.sleep(seconds)
        self.calls.append((who, prompt, words, seconds))
        usage = Usage(calls=1, prompt_tokens=prompt_tokens(request), completion_tokens=60, cost=None)
        return ModelReply(text=json.dumps({"say": f"{words}."}), usage=usage)


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop on which waiting takes no time: when nobody is ready, the clock jumps to who is next."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self._now = max(self._now, self._scheduled[0].when())  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]


def in_virtual_time(work: Callable[[], Coroutine[Any, Any, T]]) -> tuple[T, float]:
    """What ``work`` comes to, and how many seconds it would have taken if computing took none."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        result = runner.run(work())
        return result, runner.get_loop().time()
