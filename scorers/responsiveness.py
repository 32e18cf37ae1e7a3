"""Whether those who asked the player something got an answer, and how soon.

docs/scorers/responsiveness.md says how it is worked out and what guards it.
"""

import re
from collections import Counter

from scorers.asks import Ask, answers, asks_of_seat
from scorers.case import Case
from scorers.fidelity.cost import is_garbled
from scorers.likeness import content_words, is_courtesy
from scorers.score import Criterion, Score, along, not_applicable, spell, summed_up
from sim.messages import Message
from sim.record import Record
from sim.spelling import folded

HOUR, DAY = 3600, 8 * 3600

SPOKEN = ((HOUR, 1.0), (12 * HOUR, 0.0))
"""Full worth within a working hour, none after a day and a half: chat, calls, meetings, remarks (design choice)."""
WRITTEN = ((4 * HOUR, 1.0), (3 * DAY, 0.0))
"""For mail: full within four working hours, none after three days. Half of all mail in firms is answered within two
hours, and 84 % within a day (Kalman, doctoral thesis, on the Enron mail)."""
URGENT_SPOKEN = ((HOUR // 4, 1.0), (4 * HOUR, 0.0))
URGENT_WRITTEN = ((HOUR, 1.0), (DAY, 0.0))

READ_OUT = 0.5
"""Weight of a question that was read out of a text, beside one that the world noted (design choice)."""
URGENT = 2.0
"""Weight of an urgent ask."""
NOD = 0.5
"""What a nod ("ok, noted") is worth of an answer; the rest is earned by an answer with something in it."""
STOCK = 3
"""So many answers with the same words are but nods."""

_PLAIN_ANSWER = re.compile(r"\b(?:yes|no|yep|nope|don't know|do not know|not sure|can't|cannot|agreed|confirmed|\d+)\b")


class Responsiveness:
    """Scores the answers to what was asked of the seat."""

    name = "responsiveness"
    version = "3"

    def score(self, record: Record) -> Score:
        """The mean worth of the answers, by the seat's working time. Not applicable where nobody asked anything."""
        case = Case.of(record)
        asks = asks_of_seat(case)
        said = Counter(folded(message.text) for message in case.sent)
        criteria = [c for ask in asks if (c := _criterion(case, ask, said)) is not None]
        if not criteria:
            return not_applicable(self, "Nobody asked the player anything that was due before the end.")
        if all(c.value is None for c in criteria):
            return not_applicable(self, "All that was asked of the player was no person's question.")
        unanswered = sum(1 for c in criteria if c.value == 0.0)
        full = sum(1 for c in criteria if c.value == 1.0)
        said_so = f"Asks: {len(criteria)}, answered well in time {full}, not at all or far too late {unanswered}."
        return summed_up(self, criteria, said_so)


def _criterion(case: Case, ask: Ask, said: Counter[str]) -> Criterion | None:
    curve = _curve(ask)
    found = answers(case, ask)
    who = case.person_named(ask.by)
    weight = (1.0 if ask.plain else READ_OUT) * (URGENT if ask.urgent else 1.0)
    name = f"ask {ask.serial}"
    about = f"{who} asked: {ask.about!r}."
    if not found and is_garbled(case, (ask.serial, *case.record.event(ask.serial).causes)):
        why = f"{about} That was no person's question: it counts for nobody."
        return Criterion(
            name=name, value=None, weight=weight, explanation=why, evidence=(ask.serial,), fault="coworker"
        )
    if not found:
        if not case.left_early and case.worked(case.seat, ask.at, case.end) < curve[0][0]:
            return None
        return Criterion(
            name=name,
            value=0.0,
            weight=weight,
            explanation=f"{about} There was no answer.",
            evidence=(ask.serial,),
            fault=case.broken_by or "agent",
        )
    first = found[0]
    real = next((message for message in found if _says_something(message, said)), None)
    value = NOD * along(curve, case.worked(case.seat, ask.at, first.at))
    evidence = [ask.serial, first.serial]
    took = case.worked(case.seat, ask.at, first.at)
    if real is None:
        why = f"{about} The player only nodded, after {spell(took)} of its working time."
    else:
        took = case.worked(case.seat, ask.at, real.at)
        value += (1 - NOD) * along(curve, took)
        evidence += [real.serial] if real.serial != first.serial else []
        why = f"{about} Answered after {spell(took)} of the player's working time."
    return Criterion(name=name, value=round(value, 6), weight=weight, explanation=why, evidence=tuple(evidence))


def _curve(ask: Ask) -> tuple[tuple[int, float], ...]:
    if ask.app == "mail":
        return URGENT_WRITTEN if ask.urgent else WRITTEN
    return URGENT_SPOKEN if ask.urgent else SPOKEN


def _says_something(message: Message, said: Counter[str]) -> bool:
    """Whether an answer is more than a nod."""
    if said[folded(message.text)] >= STOCK:
        return False
    if _PLAIN_ANSWER.search(folded(message.text)):
        return True
    return not is_courtesy(message.text) and len(content_words(message.text)) >= 2
