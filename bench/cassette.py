"""What a recorded answer costs, and how many a run finds on another run's cassette when the player is not the same.

    python bench/cassette.py [DAYS]

Prints rows for bench/README.md. The hit rate is measured on the scenario first-week with a stub in the place of the
model, which answers by what it is asked alone; what is not on the cassette is asked live.
"""

import asyncio
import os
import platform
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.office import SlowModel
from scenarios.load import Loaded, load
from scenarios.stage import Stage
from sim.cassette import Cassette
from sim.journal import Journal, JournalledModel
from sim.model import Message, ModelReply, ModelRequest, Role
from sim.player import Act, Briefing, Observation, Player
from sim.record import Record
from sim.script import Pace
from workaday.players.registry import make

QUESTIONS = 2_000
PROMPT = "You are Anna, head of purchasing. " * 120
"""About 4 KB."""


class Instant(SlowModel):
    """Answers at once."""

    def latency(self, who: str, prompt: str) -> float:
        """None."""
        return 0.0


class Otherwise:
    """The diligent player with something different about it: other words, or one more question of somebody, at its
    twelfth turn or once it is ``at``."""

    def __init__(
        self,
        player: Player,
        *,
        asks: str | None = None,
        at: int | None = None,
        words: Mapping[str, str] | None = None,
    ) -> None:
        self.name = player.name
        self._player, self._asks, self._at, self._words = player, asks, at, words or {}

    def begin(self, briefing: Briefing) -> None:
        """Pass it on."""
        self._player.begin(briefing)

    async def act(self, observation: Observation) -> Act:
        """What the player does: with one more question early on, or in other words."""
        due = observation.turn == 12 if self._at is None else observation.at >= self._at
        if self._asks is not None and due:
            text, who = "By the way, is the coffee machine fixed?", self._asks
            self._asks = None
            return Act(action="chat.send", arguments={"to": [who], "text": text})
        act = await self._player.act(observation)
        text = act.arguments.get("text")
        if isinstance(text, str) and act.action != "drive.write":
            for old, new in self._words.items():
                text = text.replace(old, new)
            return act.model_copy(update={"arguments": {**act.arguments, "text": text}})
        return act


def hit_cost(folder: Path) -> tuple[float, float]:
    """Microseconds of a question that is answered from a cassette, and of one that a port answers at once."""

    async def ask(model: JournalledModel) -> float:
        began = perf_counter()
        for number in range(QUESTIONS):
            request = ModelRequest(model="m", messages=(Message(role="user", content=f"{number} {PROMPT}"),))
            await model.complete(request, role="coworkers", who="anna")
        return (perf_counter() - began) / QUESTIONS * 1e6

    class Port:
        async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
            return ModelReply(text="By noon, yes.")

    tape, again = folder / "tape", folder / "again"
    with Journal.create(tape, {}) as journal:
        asked = asyncio.run(ask(JournalledModel(Port(), journal, lambda: 0)))
    with Record.open(tape) as record, Journal.create(again, {}) as journal:
        hit = asyncio.run(ask(JournalledModel(None, journal, lambda: 0, Cassette(record, "error"))))
    tape.unlink()
    again.unlink()
    return hit, asked


def play(loaded: Loaded, player: Any, path: Path, until: int, tape: Record | None = None) -> tuple[int, int, int, int]:
    """Play a run, from a cassette if there is one: questions and hits, and those of them with the seat in them."""
    cassette = None if tape is None else Cassette(tape)
    stage = Stage(loaded, player, "bench/model", 1, path, port=Instant(64), cassette=cassette)
    asyncio.run(stage.play(until))
    name = loaded.org.person(loaded.script.seat).name
    with Record.open(path) as record:
        thoughts = list(record.thoughts(role="coworkers"))
    seat = [t for t in thoughts if name in t.request["messages"][-1]["content"]]
    hits = [t.usage.calls == 0 for t in thoughts]
    return len(thoughts), sum(hits), len(seat), sum(t.usage.calls == 0 for t in seat)


def main() -> None:
    """Measure and print."""
    days = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    loaded = load("first-week")
    until = loaded.script.start + days * 86400
    noon = loaded.script.start + 86400 + 3 * 3600
    pace = Pace(**{**loaded.script.pace.model_dump(), "decide": 2 * loaded.script.pace.decide})
    slower = replace(loaded, script=loaded.script.model_copy(update={"pace": pace}))
    politer = {"Could you": "Would you", "Thanks": "Thank you", "?": "? Cheers."}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        costs = [hit_cost(folder) for _ in range(5)]
        hit, asked = median(h for h, _ in costs), median(a for _, a in costs)
        print(
            f"| `bench/cassette.py` | {QUESTIONS:,} questions of 4 KB | {hit:.0f} us a hit, with keeping it in the new "
            f"file; {asked:.0f} us where a port answers at once | Python {platform.python_version()}, "
            f"{os.cpu_count()} cores, 5 repeats |\n"
        )
        play(loaded, make("diligent", loaded), folder / "tape", until)
        variants: dict[str, tuple[Loaded, Any]] = {
            "is the same": (loaded, make("diligent", loaded)),
            "says it in other words": (loaded, Otherwise(make("diligent", loaded), words=politer)),
            "asks one more question on the first day": (
                loaded,
                Otherwise(make("diligent", loaded), asks=min(loaded.script.cast)),
            ),
            "asks one more question at noon of the second day": (
                loaded,
                Otherwise(make("diligent", loaded), asks=min(loaded.script.cast), at=noon),
            ),
            "takes twice as long to decide": (slower, make("diligent", loaded)),
        }
        print("| the player | questions | on the cassette | of those with the seat in them |\n|---|---|---|---|")
        with Record.open(folder / "tape") as tape:
            for number, (name, (scenario, player)) in enumerate(variants.items()):
                every, hits, seat, seat_hits = play(scenario, player, folder / f"run{number}", until, tape)
                print(f"| {name} | {every:,} | {hits / every:.0%} | {seat_hits} of {seat} |")


if __name__ == "__main__":
    main()
