"""What a player that goes by rules has open: questions to find answers to, approvals to get, results to hand in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sim.player import Assignment
from workaday.players.colleagues import likeness
from workaday.players.replies import Channel
from workaday.players.verdicts import Verdict

SAME_MATTER = 0.4
"""How much of a question's words are those of a decision that it waits for."""
NAMED = 0.6
"""How many of the words of a task's title a message must have to be taken for its result."""
_TICKET = re.compile(r"^set (?P<field>\w+) of ticket (?P<ticket>\S+) to (?P<value>.+)$")
_REMARK = re.compile(r"\s*\([^()]*\)")


@dataclass(slots=True)
class Errand:
    """Something somebody has to be asked. ``queue`` are those who may know, the likeliest first."""

    task: str
    queue: list[str] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)
    asked: str | None = None
    """Who is being asked now."""
    at: int = 0
    """When they were first asked."""
    last: int = 0
    """When they were last asked or reminded."""
    nudges: int = 0
    wants: Channel | None = None
    """The way in which they want to be asked."""

    @property
    def spoken(self) -> str:
        """What is wanted, in words."""
        raise NotImplementedError(type(self).__name__)

    def next_to_ask(self) -> str | None:
        """Whom to ask next; None where nobody is left."""
        return next((who for who in self.queue if who not in self.tried), None)

    def ask(self, who: str, at: int) -> None:
        """``who`` is asked now."""
        self.asked, self.at, self.last, self.nudges, self.wants = who, at, at, 0, None
        if who not in self.tried:
            self.tried.append(who)

    def send_on(self, to: tuple[str, ...]) -> None:
        """Others were named: they come next."""
        self.asked = None
        fresh = [who for who in to if who not in self.tried]
        self.queue = [*fresh, *(who for who in self.queue if who not in fresh)]


@dataclass(slots=True)
class Inquiry(Errand):
    """A question of a task."""

    question: str = ""
    sentence: str | None = None
    """The sentence that answered it, as it was said."""
    source: str = ""
    """Who said it."""
    looked_up: bool = False
    aside: bool = False
    """Whether no task asks it: somebody who decides wants to know."""

    @property
    def is_open(self) -> bool:
        """Whether an answer is still wanted."""
        return self.sentence is None

    def reopen(self) -> None:
        """What was answered did not satisfy: others are asked, not those who were."""
        self.sentence, self.asked = None, None

    @property
    def spoken(self) -> str:
        """The question as one puts it to somebody: without the remark in brackets behind it, and as a question where
        the task only names what is to be found out."""
        asked = _REMARK.sub("", self.question).strip()
        return asked if "?" in asked else f"Could you tell me {asked.rstrip('.')}?"


@dataclass(slots=True)
class Request(Errand):
    """An approval that a task needs."""

    topic: str = ""
    amount: str | None = None
    verdict: Verdict | None = None
    by: str = ""
    told: int = 0
    """How many answers it named when it was put last."""
    lacks: bool = False
    """Whether something was found missing in it since."""
    decision: bool = False
    """Whether it is to be decided one way or the other, rather than approved."""

    @property
    def spoken(self) -> str:
        """What somebody is to approve."""
        return self.topic

    @property
    def is_open(self) -> bool:
        """Whether nobody has decided."""
        return self.verdict not in ("grant", "refuse")


@dataclass(slots=True)
class Duty:
    """A task with all that it takes."""

    task: Assignment
    inquiries: list[Inquiry]
    request: Request | None
    taken_on: int = 0
    """When the task was taken on."""
    handed_in: int | None = None
    """When it was handed in last."""
    told: str = ""
    """What was handed in last."""

    @classmethod
    def of(cls, task: Assignment, at: int = 0) -> "Duty":
        """The duty that comes with a task that is taken on at an instant."""
        request = None if task.approval is None else Request(
            task.id, topic=task.approval, amount=task.amount, decision=task.decision
        )  # fmt: skip
        return cls(task, [Inquiry(task.id, question=question) for question in task.questions], request, at)

    @property
    def is_complete(self) -> bool:
        """Whether all questions are answered and whatever needs a yes has been decided."""
        decided = self.request is None or not self.request.is_open
        return decided and not any(inquiry.is_open and not inquiry.aside for inquiry in self.inquiries)

    def waits(self, inquiry: Inquiry) -> bool:
        """Whether a question is the very thing that is to be decided."""
        request = self.request
        return (
            request is not None
            and request.decision
            and request.is_open
            and likeness(inquiry.spoken, request.topic) >= SAME_MATTER
        )

    def is_handed_in_by(self, action: str, given: Mapping[str, Any]) -> bool:
        """Whether an action with these arguments hands it in: puts a result in its place, right or wrong."""
        task, to = self.task, given.get("to", ())
        if task.kind == "file":
            return action == "drive.write" and given.get("path") == task.path
        if task.kind == "ticket":
            return action == "tracker.change" and self.ticket_change == dict(given)
        told = f"{given.get('subject', '')} {given.get('text', '')}"
        reaches = task.deliver_to in ((to,) if isinstance(to, str) else tuple(to))
        return action == f"{task.kind}.send" and reaches and likeness(task.title, told) >= NAMED

    @property
    def ticket_change(self) -> dict[str, str] | None:
        """The change of a ticket that hands the task in, as the task says it; None where it is no ticket."""
        found = _TICKET.match(self.task.deliver) if self.task.kind == "ticket" else None
        return None if found is None else {"ticket": found["ticket"], found["field"]: found["value"]}
