"""Events about what is true, who knows it, who may decide it, and who owes what to whom."""

from typing import Any, ClassVar, Literal

from sim.vocabulary.core import Body

Where = Literal["chat", "mail", "call", "meeting", "tracker", "drive", "calendar", "world"]


class FactChanged(Body):
    """A fact has a new version. ``known_by`` know it from the start; ``silent`` if nobody announces it."""

    kind: ClassVar[str] = "fact.changed"
    fact: str
    version: int
    value: str
    silent: bool
    known_by: tuple[str, ...]


class FactTold(Body):
    """A message, a spoken line or a document gave a version of a fact to people (who have yet to read it).

    ``value`` is as it was put; ``version`` is None where the teller believes something that never was true.
    """

    kind: ClassVar[str] = "fact.told"
    fact: str
    version: int | None
    value: str
    to: tuple[str, ...]
    where: Where
    ref: str


class FactLearned(Body):
    """The actor has read or heard a version of a fact. ``source`` is who told it, "document", or the actor themself."""

    kind: ClassVar[str] = "fact.learned"
    fact: str
    version: int | None
    value: str
    source: str
    where: Where
    ref: str


class Redirected(Body):
    """The actor sent ``reader`` on to others who should know or decide."""

    kind: ClassVar[str] = "help.redirected"
    reader: tuple[str, ...]
    to: tuple[str, ...]
    topics: tuple[str, ...]
    ref: str


class AskMade(Body):
    """A message of the actor's asks something of ``to`` and waits for an answer."""

    kind: ClassVar[str] = "ask.made"
    to: tuple[str, ...]
    about: str
    where: Where
    ref: str
    urgent: bool = False


class TaskGiven(Body):
    """The actor gives ``to`` a task; what it asks for is in the record's tasks."""

    kind: ClassVar[str] = "task.given"
    task: str
    to: str


class ApprovalRequested(Body):
    """The actor asked ``of`` to approve or decide; ``names`` are the required topics that the request named.

    ``standing`` is how the request stood with them then: "mine" (theirs to decide), "needs_more", "above_my_limit",
    "not_mine", "too_early" (others were to be tried first), "party", "put_off" (they let it lie),
    "already_granted", "already_refused"; "" in records from before it was kept.
    """

    kind: ClassVar[str] = "approval.requested"
    approval: str
    of: str
    names: tuple[str, ...]
    ref: str
    standing: str = ""


class ApprovalGiven(Body):
    """The actor, who is entitled to, granted or refused."""

    kind: ClassVar[str] = "approval.decided"
    approval: str
    verdict: Literal["grant", "refuse"]
    requester: str
    why: str
    ref: str


class CommitmentMade(Body):
    """``by`` promised ``to`` something. ``due`` is an instant; ``confidence`` how surely it was read as a promise."""

    kind: ClassVar[str] = "commitment.made"
    id: str
    by: str
    to: str
    what: str
    due: int | None
    confidence: float
    where: Where
    ref: str
    fact: str | None = None
    favour: str | None = None
    task: str | None = None


class CommitmentClosed(Body):
    """How a commitment ended. ``late`` counts working seconds past its due instant (0 if in time)."""

    kind: ClassVar[str] = "commitment.closed"
    id: str
    by: str
    to: str
    how: Literal["kept", "broken", "released", "renegotiated"]
    late: int = 0
    ref: str | None = None


class Away(Body):
    """The actor is not at work from ``start`` to ``end``."""

    kind: ClassVar[str] = "person.away"
    start: int
    end: int
    why: str
    deputy: str | None


class Back(Body):
    """The actor is back at work."""

    kind: ClassVar[str] = "person.back"


class OrgChanged(Body):
    """Who reports to whom, leads, owns or approves what has changed: what of the organisation's file is different."""

    kind: ClassVar[str] = "org.changed"
    changes: dict[str, dict[str, dict[str, Any]]]


class Happened(Body):
    """An entry of the scenario's timeline took place (or could not, and ``fault`` says why)."""

    kind: ClassVar[str] = "timeline.happened"
    id: str
    does: str
    fault: str | None = None


class TaskDelivered(Body):
    """The actor has put something where the task wants its result; whether it is right is for scorers to say."""

    kind: ClassVar[str] = "task.delivered"
    task: str
    to: str
    ref: str
