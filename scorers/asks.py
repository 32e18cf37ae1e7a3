"""What others asked of the seat, and which message answered it: read alike by several scorers."""

import re
from typing import NamedTuple

from scorers.case import Case
from scorers.likeness import content_words
from sim.messages import Message
from sim.spelling import folded
from sim.vocabulary.world import AskMade, TaskGiven

CROWD = 3
"""An ask to more people than this is the seat's to answer only where it calls the seat by name."""

_PLEASANTRY = re.compile(
    r"how (?:are|is|was|were|did|has|have) (?:you|your|things|it|everything|the weekend)\b|"
    r"how's (?:it|things|life|your)|make sense|anything else|all (?:good|clear|fine|set|well)|is that (?:all|ok)|"
    r"(?:does|did|do|is|was) (?:that|this|it|any of this) (?:help|make sense|work for you|clear|ok|okay|fine)|"
    r"you know what i mean|right\?$|ok(?:ay)?\?$|"
    r"what's up|good weekend|nice weekend|isn't it|aren't they|who knew|why not"
)


class Ask(NamedTuple):
    """Something asked of the seat. ``serial`` is the event that shows it; an answer comes after it."""

    serial: int
    at: int
    by: str
    about: str
    place: str
    """The conversation it was asked in; "" where the record does not say."""
    app: str
    urgent: bool
    plain: bool
    """Whether the world noted it as an ask, and it was not merely read out of the text."""


def asks_of_seat(case: Case) -> tuple[Ask, ...]:
    """Every ask to the seat during the run, in order: those the world noted, and questions put to it in a text.

    Of the latter are left out questions from outside the organisation, pleasantries, those in a reply to the seat (what
    a mind asks back there the world notes), and what comes with a task (the result is the answer to that).
    """
    said = {message.serial: message for message in case.received}
    by_ref = {(message.sender, message.ref): message for message in case.received}
    found: list[Ask] = []
    noted: dict[int, int] = {}
    for event, body in case.record.bodies(AskMade, since=case.start):
        message = next((said[c] for c in event.causes if c in said), None) or by_ref.get((event.actor, body.ref))
        if case.seat not in body.to or event.actor == case.seat:
            continue
        if len(body.to) > CROWD and (message is None or case.seat not in message.direct or len(message.direct) > CROWD):
            continue
        if message is not None:
            # What asks in several ways in one message is one thing to answer; it is urgent if any of it is.
            if message.serial in noted:
                first = noted[message.serial]
                found[first] = found[first]._replace(urgent=found[first].urgent or body.urgent)
                continue
            noted[message.serial] = len(found)
        place, app = (message.key, message.app) if message is not None else ("", body.where)
        found.append(Ask(event.serial, event.at, event.actor, body.about, place, app, body.urgent, True))
    given = [(event.actor, event.at) for event, _ in case.record.bodies(TaskGiven)]
    replies = _replies(case)
    for message in case.received:
        if message.serial in noted or message.serial in replies or _comes_with_task(message, given):
            continue
        if _asks(case, message):
            about = _question(message.text)
            found.append(Ask(message.serial, message.at, message.sender, about, message.key, message.app, False, False))
    return tuple(sorted(found))


def answers(case: Case, ask: Ask) -> tuple[Message, ...]:
    """What the seat said to whoever asked, after the ask: to them in person, or in the same conversation."""
    return tuple(
        message
        for message in case.sent
        if message.serial > ask.serial
        and (ask.by in message.direct or (message.key == ask.place and ask.by in message.to))
    )


def _asks(case: Case, message: Message) -> bool:
    """Whether a message puts a question to the seat in person."""
    alone = case.seat in message.direct and len(message.direct) <= CROWD
    inside = case.works_here(message.sender) and message.outside is None
    return alone and inside and not message.automatic and message.at >= case.start and bool(_question(message.text))


def _replies(case: Case) -> frozenset[int]:
    """The messages that are somebody's first to the seat since it wrote to them."""
    waiting: set[str] = set()
    found: set[int] = set()
    for message in case.messages:
        if message.sender == case.seat:
            waiting.update(message.direct)
        elif message.sender in waiting and case.seat in message.direct:
            waiting.discard(message.sender)
            found.add(message.serial)
    return frozenset(found)


def _question(text: str) -> str:
    """The first sentence of a text that asks something, or ""."""
    for sentence in re.split(r"(?<=[.!?])\s+|\n+", text):
        asks = sentence.rstrip().endswith("?") and not _PLEASANTRY.search(folded(sentence))
        if asks and len(content_words(sentence)) >= 2:
            return " ".join(sentence.split())
    return ""


def _comes_with_task(message: Message, given: list[tuple[str, int]]) -> bool:
    return any(message.sender == by and abs(message.at - at) <= 600 for by, at in given)
