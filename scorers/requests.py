"""What the player asked to be approved, and of whom: read alike by several scorers."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from scorers.case import Case
from scorers.likeness import content_words
from sim.messages import Message
from sim.script import Approval
from sim.spelling import folded, spellings, states
from sim.vocabulary.world import ApprovalRequested

ABOUT = 0.5
"""The share of the words of an approval's topic that a request has to have, unless it names the amount."""

_ASKS = re.compile(
    r"\b(?:approv\w*|sign(?:ed|ing)?[- ]?off|sign this|green light|go[- ]ahead|permission|authori[sz]\w*|clearance|"
    r"(?:your )?(?:ok|okay)|releas\w+|exempt\w*|decision|decide|may (?:i|we)|can (?:i|we)|allow\w*|grant\w*)\b"
)
_WANTS = re.compile(
    r"\?|\b(?:please|kindly|could you|can you|would you|will you|may i|may we|can i|can we|i need|we need|requesting|"
    r"i(?: would|'d) like|i (?:hereby )?(?:request|ask)|your (?:approval|ok|okay|go[- ]ahead|sign[- ]?off|decision))\b"
)
_WHO = re.compile(
    r"\bwho (?:can|could|may|must|has to|needs to|should|is (?:able|entitled|allowed) to|would|do i ask|decides|"
    r"approves|signs)\b"
)
_STATUS = re.compile(
    r"\b(?:(?:was|were|is|are|has been|have been|got|been) (?:granted|approved|signed off|refused)|"
    r"has (?:approved|granted)|approved by|granted by|(?:he|she|they) (?:approved|granted))\b"
)


class Request(NamedTuple):
    """The player asked ``of`` to approve something, in the message ``serial``."""

    at: int
    serial: int
    of: str
    approval: str


def requests(case: Case) -> tuple[Request, ...]:
    """Every request for an approval, in order: as the world noted it, as a decision shows it, or by its words."""
    return case.once(_requests)


def _requests(case: Case) -> tuple[Request, ...]:
    found: dict[tuple[str, str, int], Request] = {}
    said = {message.serial: message for message in case.sent}
    by_ref = {message.ref: message for message in case.sent}
    for event, body in case.record.bodies(ApprovalRequested, actor=case.seat):
        asked = next((said[c] for c in event.causes if c in said), None) or by_ref.get(body.ref)
        serial, at = (asked.serial, asked.at) if asked is not None else (event.serial, event.at)
        found.setdefault((body.approval, body.of, serial), Request(at, serial, body.of, body.approval))
    for message in case.sent:
        approval = _asked_for(case, message)
        if approval is not None:
            for of in message.direct:
                request = Request(message.at, message.serial, of, approval.id)
                found.setdefault((approval.id, of, message.serial), request)
    for event, decision in case.decisions:
        if not any(r.of == event.actor and r.approval == decision.approval for r in found.values()):
            message_behind = _behind(case, event.causes, said)
            if message_behind is not None:
                request = Request(message_behind.at, message_behind.serial, event.actor, decision.approval)
                found[(decision.approval, event.actor, message_behind.serial)] = request
    return tuple(sorted(found.values()))


def _asked_for(case: Case, message: Message) -> Approval | None:
    return asked_for(f"{message.subject or ''}\n{message.text}", case.script.approvals)


def asked_for(text: str, approvals: Iterable[Approval]) -> Approval | None:
    """The approval that a text asks for; of several the one whose topic it has most of."""
    if not any(_asks(sentence) for sentence in re.split(r"(?<=[.!?])\s+|\n+", text)):
        return None
    scored = [(about(text, approval), approval) for approval in approvals]
    best = max(scored, key=lambda pair: pair[0], default=None)
    return best[1] if best is not None and best[0] >= ABOUT else None


def _asks(sentence: str) -> bool:
    """Whether a sentence asks for a decision: not who takes it, and not that one was taken."""
    plain = folded(sentence)
    if not _ASKS.search(plain) or not _WANTS.search(plain) or _WHO.search(plain):
        return False
    return plain.endswith("?") or not _STATUS.search(plain)


def about(text: str, approval: Approval) -> float:
    """How much a text speaks of an approval: the best share of the words of one of its names; 1 more for the amount."""
    words = frozenset(content_words(text))
    called = (approval.topic, *approval.asked_as, approval.id.replace("-", " "))
    names = [frozenset(content_words(name)) for name in called]
    share = max((len(words & name) / len(name) for name in names if name), default=0.0)
    named = approval.amount is not None and states(text, spellings(approval.amount))
    return share + (1.0 if named else 0.0)


def _behind(case: Case, causes: tuple[int, ...], said: dict[int, Message]) -> Message | None:
    """The message of the player's from which an event came about, up to five steps back."""
    level = causes
    for _ in range(5):
        found = [serial for serial in level if serial in said]
        if found:
            return said[max(found)]
        level = tuple(c for serial in level for c in case.record.event(serial).causes)
    return None
