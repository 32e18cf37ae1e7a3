"""The cassette: answers from another run's file, wherever the content of a question is the same.

Whatever else has changed, an equal question of the same person gets the answer that was recorded; equal ones get theirs
by the instant at which they were asked, then in their order. What is not on the cassette is a *miss*, and what becomes
of it is chosen: it is asked live, it is answered by rule, or it ends the run.
"""

from typing import Literal, Protocol

from sim.model import ModelFault, ModelRequest, Role
from sim.runfile import Thought

OnMiss = Literal["live", "reflex", "error"]
"""What a question that is not on the cassette leads to: it is asked; the rule-driven mind answers this once, which is
recorded as the fault "cassette_miss" (coworkers only: others ask); or the run stops and names it."""

SHOWN = 160
"""Characters of a missed question that are told."""


class Recollection(Protocol):
    """Where completed thoughts can be looked up: a journal, or the record of another run."""

    def recall(self, key: str, n: int, /) -> Thought | None:
        """The ``n``-th thought of this key."""
        ...

    def recalled_at(self, key: str, /) -> tuple[tuple[int, int], ...]:
        """For every thought of this key its ``n`` and the instant at which it was asked, by ``n``."""
        ...


class Cassette:
    """The recordings of ``source``, each used once, and a count of how often that was possible."""

    def __init__(self, source: Recollection, on_miss: OnMiss = "live", name: str = "") -> None:
        self._source = source
        self.name = name
        """Its file."""
        self._left: dict[str, list[tuple[int, int]]] = {}
        self.on_miss: OnMiss = on_miss
        self.hits = 0
        """Questions it had the answer of."""
        self.misses = 0
        """Questions it had not."""

    @property
    def rate(self) -> float | None:
        """The share of questions it had the answer of; None where nothing was asked."""
        asked = self.hits + self.misses
        return self.hits / asked if asked else None

    def take(self, key: str, at: int) -> Thought | None:
        """The recording to answer a question of this key, asked at the instant ``at``; None for a miss."""
        if key not in self._left:
            self._left[key] = list(self._source.recalled_at(key))
        left = self._left[key]
        while left:
            place = next((place for place, (_, asked_at) in enumerate(left) if asked_at == at), 0)
            found = self._source.recall(key, left.pop(place)[0])
            if found is not None and (found.fault is None or found.fault["kind"] != "cassette_miss"):
                self.hits += 1
                return found
        self.misses += 1
        return None

    def missed(self, request: ModelRequest, role: Role, who: str, key: str) -> ModelFault | None:
        """The fault that a miss leads to, or None where the question is to be asked."""
        if self.on_miss == "live" or (self.on_miss == "reflex" and role != "coworkers"):
            return None
        last = next((m.content for m in reversed(request.messages) if m.content), "")
        shown = " ".join(last.split())
        shown = shown if len(shown) <= SHOWN else f"…{shown[-SHOWN:]}"
        message = f"not on the cassette: what {who} ({role}) asks {request.model} (key {key}), which ends {shown!r}"
        return ModelFault("not_recorded" if self.on_miss == "error" else "cassette_miss", message)
