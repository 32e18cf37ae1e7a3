"""Events about the seat: what the player did, what it cost, what cut it short."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from sim.vocabulary.core import Body


class Acted(Body):
    """The player's action took effect. ``took`` are the simulated seconds it cost, deciding included."""

    kind: ClassVar[str] = "seat.acted"
    turn: int
    action: str
    arguments: Mapping[str, Any]
    took: int


class ActionRefused(Body):
    """The office refused the player's action."""

    kind: ClassVar[str] = "seat.refused"
    turn: int
    action: str
    arguments: Mapping[str, Any]
    code: str
    why: str


class Waited(Body):
    """The player waited; ``woken_by`` is the serial of what ended it early, or None if the time ran out."""

    kind: ClassVar[str] = "seat.waited"
    turn: int
    until: int
    woken_by: int | None


class Interrupted(Body):
    """Somebody cut short what the player was doing: ``done`` and ``left`` in simulated seconds."""

    kind: ClassVar[str] = "seat.interrupted"
    turn: int
    action: str
    done: int
    left: int
    by: str
    notice: int


class InterruptionMet(Body):
    """What the player did about an interruption."""

    kind: ClassVar[str] = "seat.interruption_met"
    notice: int
    how: str
    """"taken", "declined", "deferred", "delegated" or "missed"."""
    after: int


class Resumed(Body):
    """The player went back to an interrupted action; ``cost`` is the time it took to get into it again."""

    kind: ClassVar[str] = "seat.resumed"
    action: str
    left: int
    cost: int


class Dropped(Body):
    """An interrupted action that the player never went back to."""

    kind: ClassVar[str] = "seat.dropped"
    action: str
    left: int


class SeatLeft(Body):
    """Where several play: who sat in this seat is out, and the others go on. ``why`` is that they said they were done,
    or that they went round in circles (`sim.livelock`)."""

    kind: ClassVar[str] = "seat.left"
    why: Literal["finished", "refused", "circling"]


class PlayerFault(Body):
    """The player itself failed (an exception, a reply that is no action): data, and never another's fault."""

    kind: ClassVar[str] = "seat.fault"
    turn: int
    fault: str
    detail: str
