"""What happens on the pager, as events.

A page's id is "page2". It is raised to one person, who acknowledges it, puts it off, hands it on or turns it down; left
alone it goes up to the next in line. It is open until somebody resolves it.
"""

from typing import ClassVar, Literal

from sim.vocabulary.core import Body

PageState = Literal["raised", "acknowledged", "deferred", "unanswered", "resolved"]


class PageRaised(Body):
    """The actor, or a system from outside, pages somebody. ``label`` is the scenario's event that did it."""

    kind: ClassVar[str] = "page.raised"

    page: str
    to: tuple[str, ...]
    summary: str
    area: str | None = None
    urgent: bool = True
    outside: str | None = None
    label: str | None = None


class PageAcknowledged(Body):
    """The actor takes it. ``to`` is who paged, where that is a person."""

    kind: ClassVar[str] = "page.acknowledged"

    page: str
    to: tuple[str, ...] = ()


class PageDeferred(Body):
    """The actor has it, and will see to it at the instant ``until``."""

    kind: ClassVar[str] = "page.deferred"

    page: str
    until: int
    why: str = ""


class PagePassedOn(Body):
    """The actor hands it to somebody else, who is paged."""

    kind: ClassVar[str] = "page.passed_on"

    page: str
    to: tuple[str, ...]
    note: str = ""


class PageDeclined(Body):
    """The actor turns it down: it goes up to the next in line."""

    kind: ClassVar[str] = "page.declined"

    page: str
    why: str = ""


class PageEscalated(Body):
    """It went from ``of`` to ``to``, the next in line; to nobody, where nobody is left."""

    kind: ClassVar[str] = "page.escalated"

    page: str
    of: str
    to: tuple[str, ...]
    why: Literal["no answer", "declined", "put off too long"]


class PageResolved(Body):
    """The actor says that it is over."""

    kind: ClassVar[str] = "page.resolved"

    page: str
    note: str = ""
