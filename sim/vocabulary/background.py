"""What people do of their own accord, as events: work at their desk, and what they have to do with one another."""

from typing import ClassVar, Literal

from sim.vocabulary.core import Body, Instant

StretchEnd = Literal["done", "self", "message", "call", "meeting", "pause"]
"""Why somebody stopped working on a thing: it was done; they turned to another of their own accord; a message, a call
(or somebody at their desk) or a meeting took them away; lunch or the end of the day."""


class WorkStretch(Body):
    """The actor has worked on one thing without a break, from ``since`` until now.

    What took them away is among the causes.
    """

    kind: ClassVar[str] = "work.stretch"
    task: str
    since: Instant
    why: StretchEnd
