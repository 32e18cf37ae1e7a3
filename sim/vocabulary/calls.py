"""What happens on the phone and at somebody's desk, as events.

A call's id is "call3". It is rung, then answered, declined or missed; an answered one is ended at last. ``to`` are the
others in it: everybody who hears what the actor says or does.
"""

from typing import ClassVar, Literal

from sim.vocabulary.core import Body

CallWay = Literal["call", "walk_up"]
"""By phone, or by going to the other's desk."""

CallState = Literal["rung", "answered", "declined", "missed", "ended"]

MissReason = Literal["no answer", "busy", "hung up"]
"""Nobody answered in time; the other was in a call already; the caller gave up."""


class CallRung(Body):
    """The actor rings somebody, or stands at their desk."""

    kind: ClassVar[str] = "call.rung"

    call: str
    to: tuple[str, ...]
    way: CallWay = "call"
    about: str = ""
    urgent: bool = False


class CallAnswered(Body):
    """The actor answered: the two are now talking."""

    kind: ClassVar[str] = "call.answered"

    call: str
    to: tuple[str, ...]


class CallDeclined(Body):
    """The actor declined, and named somebody who can help ``instead``, or nobody."""

    kind: ClassVar[str] = "call.declined"

    call: str
    to: tuple[str, ...]
    why: str = ""
    instead: str | None = None


class CallMissed(Body):
    """Nobody took the call. ``to`` are the caller and the one who was rung, without the actor."""

    kind: ClassVar[str] = "call.missed"

    call: str
    to: tuple[str, ...]
    reason: MissReason


class CallSaid(Body):
    """The actor said something to all in the call."""

    kind: ClassVar[str] = "call.said"

    call: str
    to: tuple[str, ...]
    text: str


class CallEnded(Body):
    """The actor hung up, or walked away."""

    kind: ClassVar[str] = "call.ended"

    call: str
    to: tuple[str, ...]
