"""What a slip of a coworker cost the player: shown from the record, or not taken for one.

A person may be wrong, late, vague or away, and the player has to cope with that. What is looked for here is what no
person did: a mind that says what its person does not believe, makes a figure up, talks like an assistant, claims a yes
that nobody gave, or fails and leaves somebody without the answer that was due. What that cost counts for nobody.
"""

from collections.abc import Collection, Iterable, Iterator

from scorers.case import Case
from scorers.fidelity.invented import bare, figures, invented
from scorers.fidelity.sameness import assistants, echoes, prompts
from scorers.fidelity.slips import Slip
from scorers.fidelity.truth import Sayings, is_about, log_of
from sim.messages import Message
from sim.vocabulary.attention import MindFault, Thought
from sim.vocabulary.core import Event
from sim.vocabulary.world import CommitmentClosed, CommitmentMade

MENDED = frozenset(
    (
        "asked_again",
        "reworded",
        "shortened",
        "markup",
        "unsaid",
        "unsaid_value",
        "promised_told",
        "withheld_value",
        "leak",
    )
)
"""Faults after which the mind has still said what it wanted to, or was kept from what it may not say: no failure."""
EARLY = 900
"""Seconds before a promise falls due from which on its keeper thinks of it."""
_STEPS = 4
"""Causes that are followed from a fault of a mind back to what it was asked."""


def slips_of(case: Case) -> tuple[Slip, ...]:
    """All slips but near-duplicates, in the order of their messages: what a score carries, read once for a case."""
    return case.once(_slips_of)


def _slips_of(case: Case) -> tuple[Slip, ...]:
    log, sayings = log_of(case), Sayings.of(case)
    found: list[Slip] = [*sayings.contradictions, *sayings.leaks, *_made_up(case), *_garbled(case), *prompts(log)]
    return tuple(sorted(found, key=lambda slip: (slip.serial, slip.kind)))


def _made_up(case: Case) -> tuple[Slip, ...]:
    return case.once(_invented)


def _invented(case: Case) -> tuple[Slip, ...]:
    return tuple(invented(log_of(case)))


def _garbled(case: Case) -> tuple[Slip, ...]:
    return case.once(_echoes_and_assistants)


def _echoes_and_assistants(case: Case) -> tuple[Slip, ...]:
    log = log_of(case)
    return (*echoes(log), *assistants(log))


# -- told what is not so ----------------------------------------------------------------------------------------------


def misled(case: Case, fact: str, by: int, values: Collection[str] | None = None) -> Slip | None:
    """The first time, up to the instant ``by``, that a coworker told the seat a value of this fact (one of ``values``,
    where they are given) which they did not believe themselves. None where there was none."""
    for slip in Sayings.of(case).contradictions:
        told = slip.fact == fact and case.seat in slip.to and (values is None or slip.value in values)
        if told and case.record.event(slip.serial).at <= by:
            return slip
    return None


def made_up_for(case: Case, fact: str, texts: Iterable[str], by: int) -> Slip | None:
    """The figure out of nowhere that a coworker had told the seat of this fact up to the instant ``by`` and that
    ``texts`` give. None where there is none."""
    given = {bare(words) for text in texts for _, words in figures(text)}
    for slip in _made_up(case) if given else ():
        if case.seat not in slip.to or bare(slip.value or "") not in given:
            continue
        event = case.record.event(slip.serial)
        said = str(getattr(event.body, "text", ""))
        before = next((m.text for m in reversed(case.sent) if m.serial < slip.serial and slip.who in m.direct), "")
        if event.at <= by and is_about(case.fact(fact), "", f"{said} {before}"):
            return slip
    return None


def words_of_a_mind(case: Case, message: Message) -> bool:
    """Whether a message is in a coworker's own words, and not in the author's."""
    return message.sender in log_of(case).cast and message.serial not in Sayings.of(case).scripted


def is_garbled(case: Case, serials: Collection[int]) -> bool:
    """Whether one of these messages repeats the player's own or talks like an assistant: it asks for nothing."""
    return any(slip.serial in serials for slip in _garbled(case) if slip.kind in ("echo", "assistant"))


# -- left without an answer -------------------------------------------------------------------------------------------


def failure(case: Case, asked: Message, who: str, by: int) -> tuple[int, ...] | None:
    """The events that show that the mind of ``who`` failed at the message ``asked`` of the player's, which was never
    answered up to the instant ``by``; None where it did not fail, or they said something to the player afterwards.

    A promise to come back to it is an answer, unless the mind failed as it fell due and nothing came of it.
    """
    answers = [m for m in case.received if m.sender == who and asked.serial < m.serial and case.seat in m.direct]
    answers = [m for m in answers if m.at <= by]
    if not answers:
        return next(
            ((event.serial,) for event in _faults(case, who, asked.serial, by) if _is_at(case, event, asked)), None
        )
    for event, body in case.record.bodies(CommitmentMade, actor=who, after_serial=asked.serial):
        to_seat = body.to == case.seat and body.due is not None and body.due <= by
        if not to_seat or any(m.serial > event.serial for m in answers) or _is_closed(case, body.id, by):
            continue
        for fault in _faults(case, who, event.serial, by):
            if any(_is_due(case.record.event(cause), (body.due or 0) - EARLY) for cause in fault.causes):
                return event.serial, fault.serial
    return None


def _faults(case: Case, who: str, after: int, by: int) -> Iterator[Event]:
    for event, body in case.record.bodies(MindFault, actor=who, after_serial=after):
        if event.at <= by and body.fault not in MENDED:
            yield event


def _is_at(case: Case, fault: Event, asked: Message) -> bool:
    """Whether a fault came about by this message."""
    level = fault.causes
    for _ in range(_STEPS):
        if asked.serial in level:
            return True
        level = tuple(cause for serial in level for cause in case.record.event(serial).causes)
    return False


def _is_due(thought: Event, since: int) -> bool:
    """Whether it is a thought on a promise that falls due, from ``since`` on."""
    return isinstance(thought.body, Thought) and thought.body.occasion == "promise_due" and thought.at >= since


def _is_closed(case: Case, id: str, by: int) -> bool:
    ends = case.record.bodies(CommitmentClosed, until=by + 1)
    return any(body.id == id and body.how != "broken" for _, body in ends)
