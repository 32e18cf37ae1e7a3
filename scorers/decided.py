"""Who heard from the player what was decided on a matter that only somebody else could decide."""

from typing import NamedTuple

from scorers.case import Case
from scorers.requests import ABOUT, about
from scorers.statements import read_fact
from sim.messages import Message
from sim.script import Approval
from sim.vocabulary.core import Event
from sim.vocabulary.world import FactLearned


class Heard(NamedTuple):
    """How somebody came to know of a decision: ``said`` is the player's word to them, ``other`` another way."""

    said: Message | None
    other: Event | None


def decision_on(case: Case, matter: Approval) -> Event | None:
    """The first decision on a matter."""
    return next((event for event, body in case.decisions if body.approval == matter.id), None)


def heard_of(case: Case, matter: Approval, who: str, decided: Event) -> Heard:
    """How ``who`` heard of the decision after the event ``decided``."""
    said = next((m for m in case.sent_to(who, after=decided.serial) if speaks_of(case, matter, m.text, m.at)), None)
    learned = case.record.bodies(FactLearned, actor=who, after_serial=decided.serial) if matter.settles else ()
    other = next((e for e, b in learned if b.fact == matter.settles and b.source != case.seat), None)
    return Heard(said, other)


def speaks_of(case: Case, matter: Approval, text: str, at: int) -> bool:
    """Whether a text says what was decided, or speaks of the matter by its name."""
    return says_decision(case, matter, text, at) or about(text, matter) >= ABOUT


def says_decision(case: Case, matter: Approval, text: str, at: int) -> bool:
    """Whether a text says what was decided."""
    if matter.settles is None:
        return False
    return read_fact(text, case.fact(matter.settles), case.version_at(matter.settles, at)[0]).right
