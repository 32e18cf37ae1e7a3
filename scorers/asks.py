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


_A_WAY = re.compile(
    r"(?:(?:please|better|rather|next time|in future|only|always|just)[, ]+)*(?:by|on|via|over|through|in|with|per|at)?"
    r"(?:(?: the)?|(?: ?an?)?) ?(?:e-?mail|mail|phone|telephone|call|chat|writing|person|my desk)"
    r"(?:[, ]+(?:please|only|next time|in future|then|again|instead|rather|better))*[.!]?"
)
"""How somebody wants to be reached: a wish for the next time, to which nobody owes an answer."""


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
    a mind asks back there the world notes), those put to somebody else in a meeting or channel, and what comes with a
    task (the result is the answer to that). How somebody wants to be reached is no ask either way.
    """
    return case.once(_asks_of_seat)


def _asks_of_seat(case: Case) -> tuple[Ask, ...]:
    said = {message.serial: message for message in case.received}
    by_ref = {(message.sender, message.ref): message for message in case.received}
    found: list[Ask] = []
    noted: dict[int, int] = {}
    for event, body in case.record.bodies(AskMade, since=case.start):
        message = next((said[c] for c in event.causes if c in said), None) or by_ref.get((event.actor, body.ref))
        if case.seat not in body.to or event.actor == case.seat or _is_a_way(body.about):
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
        about = _asks(case, message)
        if about:
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


def first_answers(case: Case) -> frozenset[int]:
    """What the seat said because it was asked: the serials of the first answer to each ask."""
    return case.once(_first_answers)


def _first_answers(case: Case) -> frozenset[int]:
    return frozenset(message.serial for ask in asks_of_seat(case) for message in answers(case, ask)[:1])


def _is_a_way(about: str) -> bool:
    """Whether all that is asked is to be reached in another way."""
    return all(_A_WAY.fullmatch(part.strip()) for part in folded(about).split(";"))


def _asks(case: Case, message: Message) -> str:
    """The question that a message puts to the seat in person, or ""."""
    alone = case.seat in message.direct and len(message.direct) <= CROWD
    inside = case.works_here(message.sender) and message.outside is None
    if not alone or not inside or message.automatic or message.at < case.start:
        return ""
    in_a_room = message.app == "meeting" or message.place.startswith("#")
    if not in_a_room:
        return _question(message.text)
    others = (who for who in case.people() if who not in (case.seat, message.sender))
    return _question(message.text, _calls(case, case.seat), _calls(case, *others))


def _calls(case: Case, *people: str) -> re.Pattern[str]:
    """One of these called by name, as at the head or the end of a sentence; nobody is who is merely spoken of."""
    called = (name for who in people for p in (case.org.person(who),) for name in (p.name, p.first, p.id) if name)
    names = "|".join(re.escape(folded(name)) for name in dict.fromkeys(called)) or "(?!)"
    verb = r"(?:can|could|would|will|do|did|have|please|what|how|when|where|which|who|any)\b"
    return re.compile(
        rf"^(?:(?:and|so|but|ok|okay|thanks|thank you|hi|hello|then|now|over to you|you)[, ]+)*@?(?:{names})"
        rf"(?:\s*[,:.!?-]|\s+{verb}|$)|[, ]@(?:{names})\b|,\s*@?(?:{names})\W*$"
    )


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


def _question(text: str, me: re.Pattern[str] | None = None, others: re.Pattern[str] | None = None) -> str:
    """The first sentence of a text that asks something, or "". With ``me`` only what is put to who is called so, in the
    sentence or the one before it, and not to one of ``others``."""
    spoken_to = False
    for sentence in re.split(r"(?<=[.!?])\s+|\n+", text):
        said = folded(sentence)
        by_name = me is None or me.search(said) is not None
        mine = by_name or (spoken_to and (others is None or others.search(said) is None))
        asks = sentence.rstrip().endswith("?") and not _PLEASANTRY.search(said)
        if asks and mine and len(content_words(sentence)) >= 2:
            return " ".join(sentence.split())
        spoken_to = by_name
    return ""


def _comes_with_task(message: Message, given: list[tuple[str, int]]) -> bool:
    return any(message.sender == by and abs(message.at - at) <= 600 for by, at in given)
