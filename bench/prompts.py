"""How much of a coworker's prompt is the one before again, and whether prompts grow with the length of a run.

    python bench/prompts.py [DAYS]

Prints rows for bench/README.md. The scenario first-week is played by the diligent player, with coworkers moved by a
stub that answers at once. What a provider's cache can reuse is the share of a prompt's tokens (four bytes each) up to
the first that is another than in the same person's prompt before. Growth is measured without playing: a memory is fed
with as many moments as come in so many working hours, and prompts are built from it.
"""

import asyncio
import os
import platform
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.cassette import Instant
from personas.load import load as load_persona
from personas.memory import Charter, Memory
from personas.prompting import prompt
from personas.reading import read
from scenarios.load import load
from scenarios.stage import Stage
from sim.localtime import day_and_time, long_local
from sim.mind import Contact, Incoming, Line, Moment, Say, Statement, Turn
from sim.record import Record
from workaday.players.registry import make

BYTES = 4
"""Bytes of a prompt in a token, roughly."""
PEOPLE = 24
A_DAY = 16
"""Moments of one person in a working day of eight hours."""
START = 1_772_406_000
"""Midnight of Monday, 2 March 2026, in Vienna."""


def shared(before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]) -> tuple[int, int]:
    """Tokens of a prompt, and of its beginning that is the prompt before."""
    old, new = (b"\0".join(str(m["content"]).encode() for m in messages) for messages in (before, after))
    same = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return len(new) // BYTES, same // BYTES


def asked(record: Record) -> Iterator[tuple[str, Sequence[Mapping[str, Any]]]]:
    """Each first question of a thought: who asks, and the messages. Asking again would share nearly all of it."""
    for thought in sorted(record.thoughts(role="coworkers"), key=lambda t: (t.at, t.who)):
        if len(thought.request["messages"]) == 2:
            yield thought.who, thought.request["messages"]


def stable_share(record: Record) -> tuple[int, float]:
    """Prompts that have one before them, and the share of their tokens that is the same."""
    last: dict[str, Sequence[Mapping[str, Any]]] = {}
    tokens, same, count = 0, 0, 0
    for who, messages in asked(record):
        if who in last:
            whole, begins = shared(last[who], messages)
            tokens, same, count = tokens + whole, same + begins, count + 1
        last[who] = messages
    return count, same / max(1, tokens)


def sizes(hours: int) -> list[int]:
    """Tokens of the prompts of the last two days, when so many working hours have gone into a memory."""
    persona = load_persona("careful-controller")
    memory = Memory(Charter("ines", "Northlight", persona.id))
    days, found = hours // 8, []
    for day in range(days):
        for moment in _day(day):
            reading = read(moment.incoming.text if moment.incoming else "", moment)
            if day >= days - 2:
                messages, _ = prompt(persona, persona.temper(), moment, reading, memory.recall(moment))
                found.append(sum(len((m.content or "").encode()) for m in messages) // BYTES)
            said = f"It is {day} 400 EUR since yesterday, and I will look again by noon."
            memory.remember(moment, Turn(moves=(Say(text=said, states=("price",)),), read_as=reading.labels))
    return found


def _day(day: int) -> Iterator[Moment]:
    """The moments of one working day: colleagues in turn ask, tell figures and promise things."""
    people = [Contact(id=f"p{n}", name=f"Person{n} Example", first=f"Person{n}", title="Clerk") for n in range(PEOPLE)]
    midnight = START + (day // 5 * 7 + day % 5) * 86400
    for number in range(A_DAY):
        at, sender = midnight + 9 * 3600 + number * 1700, people[(day * A_DAY + number) % 7]
        text = f"I have {day * 10 + number} 250 EUR here, and I will send it by Friday. What is the price of a part?"
        line = Line(who=sender.id, name=sender.name, text=text, at=day_and_time(at, "Europe/Vienna"))
        incoming = Incoming(app="chat", ref=f"c{day}-{number}", place=f"dm:{sender.id}", sender=sender, lines=(line,))
        yield Moment(
            me="ines",
            name="Ines Hofer",
            title="Head of Finance",
            org="Northlight",
            local_time=long_local(at, "Europe/Vienna"),
            occasion="message",
            incoming=incoming,
            contacts=tuple(people),
            may_say=(Statement(fact="price", topic="the price of a part", value=f"{day} 400 EUR", version=day),),
            load=number % 5,
        )


def p95(values: Sequence[int]) -> float:
    """The value that one in twenty exceeds."""
    return quantiles(values, n=20, method="inclusive")[-1]


def main() -> None:
    """Measure and print."""
    days = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores, once"
    loaded = load("first-week")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        stage = Stage(loaded, make("diligent", loaded), "bench/model?small_talk=model", 1, path, port=Instant(64))
        asyncio.run(stage.play(loaded.script.start + days * 86400))
        with Record.open(path) as record:
            count, share = stable_share(record)
    print(
        f"| `bench/prompts.py` | {count} prompts of {days} days of `first-week` after another of the same person | "
        f"{share:.0%} of their tokens are the beginning of the one before | {machine} |"
    )
    early, late = p95(sizes(100)), p95(sizes(1000))
    print(
        f"| `bench/prompts.py` | one person's prompts at working hour 100 and 1,000 | p95 {early:,.0f} and {late:,.0f} "
        f"tokens, {late / early:.2f} | {machine} |"
    )


if __name__ == "__main__":
    main()
