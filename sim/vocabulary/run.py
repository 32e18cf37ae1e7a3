"""The run itself: how it began and how it ended."""

from typing import ClassVar, Literal

from sim.vocabulary.core import Body

Outcome = Literal["finished", "horizon", "stalemate", "livelock", "budget", "crash"]
"""How a run ended: the player said it was done; time was up; nobody would ever have acted again; the same few acts went
round and round; the money or the tokens were gone; something broke."""


class RunStarted(Body):
    """The run began. ``player`` and ``mind`` name who sat in the seat and what moved the coworkers."""

    kind: ClassVar[str] = "run.started"

    scenario: str
    seed: int
    player: str
    mind: str


class RunEnded(Body):
    """The run ended, ``why`` in words."""

    kind: ClassVar[str] = "run.ended"

    outcome: Outcome
    why: str
