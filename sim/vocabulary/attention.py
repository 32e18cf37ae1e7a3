"""Events about attention: what people noticed and read, what they thought and did, and how they felt about it."""

from typing import ClassVar, Literal

from sim.vocabulary.core import Body


class Noticed(Body):
    """The actor has seen that something arrived (event ``of``), and has read it."""

    kind: ClassVar[str] = "message.read"
    of: tuple[int, ...]
    app: str
    place: str
    sender: str


class Thought(Body):
    """A mind's turn took effect. ``takes`` are the simulated seconds since it started; ``moves`` name what it does."""

    kind: ClassVar[str] = "thought.landed"
    occasion: str
    takes: int
    read_as: tuple[str, ...]
    moves: tuple[str, ...]


class MindFault(Body):
    """Something went wrong inside a mind, or it tried what the world does not allow. Never charged to the player."""

    kind: ClassVar[str] = "mind.fault"
    fault: str
    detail: str


class KeptSilent(Body):
    """The actor's mind decided by rule not to answer what was addressed to them."""

    kind: ClassVar[str] = "mind.silent"
    why: str
    sender: str


class FeelingChanged(Body):
    """Trust in, or irritation with, ``toward`` changed, or the actor's mood (``toward`` None)."""

    kind: ClassVar[str] = "feeling.changed"
    what: Literal["trust", "irritation", "mood"]
    toward: str | None
    old: float
    new: float


class Disturbed(Body):
    """``by`` cut into the actor's work. ``quiet``: in hours they keep free, or under "do not disturb". ``work`` are the
    favours that will be done ``held_up`` seconds later for it."""

    kind: ClassVar[str] = "person.disturbed"
    by: str
    quiet: bool
    urgent: bool
    work: tuple[str, ...]
    held_up: int


class WorkStarted(Body):
    """The actor began a piece of work: a favour somebody asked for, or their own (``favour`` None)."""

    kind: ClassVar[str] = "work.started"
    favour: str | None
    note: str
    asked_by: str | None


class WorkEnded(Body):
    """The actor ended a piece of work."""

    kind: ClassVar[str] = "work.ended"
    favour: str | None
    note: str
    why: Literal["done", "interrupted", "dropped"]
