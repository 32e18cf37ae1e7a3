"""How near the engine's schedule of thoughts comes to the best there could be.

    python bench/schedule.py [PEOPLE] [ASKS]

An office, in which everybody asks ASKS others something every three hours and talks of their own accord too, is played
for a day with a model of heavy-tailed latency, at most 64 calls in flight, on a clock on which computing takes no time.
That is the engine's own schedule. What each thought read is then mined from its prompt: it depends on another thought
if the words of that one's reply, which nobody else says, stand in it. From this trace follow the others:

- one at a time: each thought waits for the one before it;
- lock-step: all that begins within a minute of simulated time runs at once, and then the next minute begins;
- foresight: ours, if thoughts were begun up to twenty simulated minutes sooner, as soon as all that they read was
  there. The engine does not do this: it says what that could bring;
- oracle: a thought runs as soon as all that it read is there, the longest chain first;
- limit: no schedule can be shorter than work / 64 or than the longest chain.

Prints rows for bench/README.md.
"""

import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.office import SlowModel, Waiting, in_virtual_time, write_office
from scenarios.load import load
from scenarios.stage import Played, Stage
from sim.record import Record
from sim.vocabulary.attention import Thought as Landed

AT_ONCE = 64
"""Calls in flight."""
FORESIGHT = 1200
"""Simulated seconds by which thoughts could be begun sooner."""
STEP = 60
"""Simulated seconds of a step in lock-step."""


@dataclass(slots=True)
class Thought:
    """One thought of the trace: when it began and landed, what it took, and which thoughts it read."""

    start: int
    lands: int
    seconds: float
    read: list[int] = field(default_factory=list)


def played(folder: Path, people: int, asks: int) -> tuple[list[Thought], float]:
    """The trace of a run, and how long the engine takes for it."""
    scenario = load(write_office(folder, people, 1, "light", asks))
    model = SlowModel(AT_ONCE)

    async def play() -> Played:
        return await Stage(scenario, Waiting(), "bench/model", 1, folder / "run", port=model).play()

    _, wall = in_virtual_time(play)
    landings: dict[tuple[str, int], list[int]] = defaultdict(list)
    with Record.open(folder / "run") as record:
        for event, body in record.bodies(Landed):
            landings[event.actor, event.at - body.takes].append(event.at)
        asked = [t for t in record.thoughts(role="coworkers") if t.reply is not None]
    took = {(who, prompt): (words, seconds) for who, prompt, words, seconds in model.calls}
    trace, prompts, said = [], [], []
    for thought in sorted(asked, key=lambda t: t.at):
        prompt = "\n".join(message["content"] or "" for message in thought.request["messages"])
        words, seconds = took[thought.who, prompt]
        left = landings[thought.who, thought.at]
        if left:  # a thought may make a second call: that one belongs to the same landing
            trace.append(Thought(thought.at, left.pop(0), seconds))
            prompts.append(prompt)
            said.append(words)
    for number, thought in enumerate(trace):
        earlier = (n for n in range(len(trace)) if trace[n].lands <= thought.start)
        thought.read = [n for n in earlier if said[n] in prompts[number]]
    return trace, wall


def one_at_a_time(trace: list[Thought]) -> float:
    """Each after the other."""
    return sum(thought.seconds for thought in trace)


def lock_step(trace: list[Thought]) -> float:
    """Step by step; within each, so many at once."""
    steps: dict[int, list[float]] = defaultdict(list)
    for thought in trace:
        steps[thought.start // STEP].append(thought.seconds)
    wall = 0.0
    for seconds in steps.values():
        free = [0.0] * AT_ONCE
        for each in seconds:
            heappush(free, heappop(free) + each)
        wall += max(free)
    return wall


def ours(trace: list[Thought]) -> float:
    """By the rule of the kernel: it waits for a thought only when the clock has reached its landing."""
    happens = [(t.start, 1, n) for n, t in enumerate(trace)] + [(t.lands, 0, n) for n, t in enumerate(trace)]
    now, free, done = 0.0, [0.0] * AT_ONCE, [0.0] * len(trace)
    for _, begins, number in sorted(happens):
        if begins:
            done[number] = max(now, heappop(free)) + trace[number].seconds
            heappush(free, done[number])
        else:
            now = max(now, done[number])
    return now


def foreseen(trace: list[Thought], ahead: int) -> list[Thought]:
    """The trace, in which thoughts begin so much sooner, but not before what they read had landed."""
    begun = [max([thought.start - ahead, *(trace[n].lands for n in thought.read)]) for thought in trace]
    return [Thought(at, old.lands, old.seconds, old.read) for at, old in zip(begun, trace, strict=True)]


def oracle(trace: list[Thought]) -> float:
    """All that is ready, the longest chain first, so many at once."""
    follow: dict[int, list[int]] = defaultdict(list)
    for number, thought in enumerate(trace):
        for read in thought.read:
            follow[read].append(number)
    ahead = chains(trace)
    waits = [len(thought.read) for thought in trace]
    ready = [(-ahead[n], n) for n, w in enumerate(waits) if w == 0]
    heapify(ready)
    running: list[tuple[float, int]] = []
    now = 0.0
    while ready or running:
        while ready and len(running) < AT_ONCE:
            _, number = heappop(ready)
            heappush(running, (now + trace[number].seconds, number))
        now, number = heappop(running)
        for after in follow[number]:
            waits[after] -= 1
            if not waits[after]:
                heappush(ready, (-ahead[after], after))
    return now


def chains(trace: list[Thought]) -> list[float]:
    """For each thought the seconds of the longest chain that begins with it."""
    ahead = [thought.seconds for thought in trace]
    for number in sorted(range(len(trace)), key=lambda n: -trace[n].start):
        for read in trace[number].read:
            ahead[read] = max(ahead[read], trace[read].seconds + ahead[number])
    return ahead


def main() -> None:
    """Play, reckon and print."""
    people = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    asks = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    with tempfile.TemporaryDirectory() as folder:
        trace, wall = played(Path(folder), people, asks)
    work, longest = one_at_a_time(trace), max(chains(trace))
    best = oracle(trace)
    rows = {
        "one at a time": work,
        f"lock-step ({STEP} s)": lock_step(trace),
        "ours, as played": wall,
        "ours, from the trace": ours(trace),
        f"ours with foresight of {FORESIGHT // 60} min (not built)": ours(foreseen(trace, FORESIGHT)),
        "oracle": best,
        f"limit: max(work / {AT_ONCE}, longest chain)": max(work / AT_ONCE, longest),
    }
    reads = sum(len(thought.read) for thought in trace)
    windows = sorted(thought.lands - thought.start for thought in trace)
    print(f"{people} people, a day: {len(trace)} thoughts, {reads} dependencies, work {work:,.0f} s, longest chain")
    print(f"{longest:,.0f} s; half of the thoughts land within {windows[len(windows) // 2]} simulated seconds\n")
    print("| schedule | wall time | to the oracle's | speed-up |\n|---|---|---|---|")
    for name, seconds in rows.items():
        print(f"| {name} | {seconds:,.0f} s | {seconds / best:.2f} | {work / seconds:.1f} |")


if __name__ == "__main__":
    main()
