"""Livelock: a player that goes round in circles, told from one that works slowly or waits.

Two rules, both over what the player did alone, so that a run always ends the same way:

- `STUCK` actions in a row were refused: whatever it tries, nothing comes of it.
- `CIRCLE` actions in a row were nothing but the same few (`FEW`), each with the same arguments and the same result as
  before, and all of them took less than `SHORT` of simulated time. A wait in between ends the row: whoever waits lets
  time pass. Sending the same message again is not the same result: it makes another message each time.
"""

from collections import deque
from hashlib import blake2b
from typing import Final, Literal

from sim.player import Act, Outcome
from sim.units import HOUR
from sim.vocabulary.core import canonical_json

STUCK: Final = 60
"""Refused actions one after the other."""
CIRCLE: Final = 200
"""Actions one after the other that only repeat."""
FEW: Final = 4
"""Different actions, with their results, that make up a circle at most."""
SHORT: Final = 8 * HOUR
"""Simulated seconds: a working day. A player that repeats itself over a longer time than this lets time pass."""

Lock = Literal["refused", "circling"]


class Livelock:
    """Watches the turns of one player."""

    def __init__(self) -> None:
        self._refused = 0
        self._latest: deque[tuple[int, bytes]] = deque(maxlen=CIRCLE)

    def after(self, act: Act, outcome: Outcome, now: int) -> Lock | None:
        """Take note of a turn that ended at the instant ``now``; which rule it completes, if any."""
        self._refused = self._refused + 1 if outcome.refusal is not None else 0
        if act.action == "desk.wait" and outcome.refusal is None:
            self._latest.clear()
            return None
        result = [outcome.receipt, outcome.refusal, outcome.cut is not None]
        same = canonical_json([act.action, dict(act.arguments), *result])
        self._latest.append((now, blake2b(same.encode(), digest_size=8).digest()))
        if self._refused >= STUCK:
            return "refused"
        if len(self._latest) < CIRCLE or now - self._latest[0][0] >= SHORT:
            return None
        return "circling" if len({turn for _, turn in self._latest}) <= FEW else None
