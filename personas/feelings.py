"""What being thanked, pestered, contradicted, let down or insulted does to somebody's trust, mood and irritation."""

from dataclasses import dataclass

from personas.memory import View
from personas.reading import Reading
from sim.habits import Provocation, Temper
from sim.mind import Moment

_INSULT = (-0.06, -0.1, 0.2)
_PESTERED = (-0.01, -0.03, 0.08)
_LET_DOWN = (-0.04, -0.03, 0.03)


@dataclass(frozen=True, slots=True)
class Feelings:
    """Changes, as a turn carries them; ``trust`` is toward the one this is about."""

    trust: float = 0.0
    mood: float = 0.0
    irritation: float = 0.0


def pestering(moment: Moment, reading: Reading, view: View, temper: Temper) -> float:
    """By how many reminders the patience of a day is exceeded; 0 or less while it holds.

    Counts what this sender has asked again since the last answer, and their reminders of today.
    """
    if moment.incoming is None:
        return -temper.patience
    again = bool(reading.of("reminder")) or moment.incoming.repeats > 0
    asked = view.note.reminders_today + (moment.incoming.repeats if again else 0)
    return asked + again - temper.patience


def provocations(moment: Moment, reading: Reading, view: View, temper: Temper) -> tuple[Provocation, ...]:
    """What this moment does to them, in the order of the list."""
    found: list[Provocation] = []
    thanked = bool(reading.of("thanks"))
    before_others = moment.incoming is not None and moment.incoming.readers > 1 and moment.incoming.addressed == "me"
    if pestering(moment, reading, view, temper) > 0:
        found.append("pestered")
    if thanked and before_others:
        found.append("credited")
    elif thanked or view.note.owed:
        found.append("thanked")
    if any(h.figures or h.target for h in reading.of("correction")):
        found.append("contradicted")
    undertaking = moment.errand.undertaking if moment.errand else None
    if undertaking is not None and undertaking.to == moment.me and undertaking.overdue:
        found.append("let_down")
    if reading.rude:
        found.append("insulted")
    return tuple(found)


def feelings(found: tuple[Provocation, ...], temper: Temper) -> Feelings:
    """The sum of what ``found`` does to somebody of this temper, held within bounds for one moment."""
    trust = mood = irritation = 0.0
    for provocation in found:
        start = {"insulted": _INSULT, "pestered": _PESTERED, "let_down": _LET_DOWN}.get(provocation, (0.0, 0.0, 0.0))
        trust, mood, irritation = trust + start[0], mood + start[1], irritation + start[2]
        for effect in temper.effects(provocation):
            trust, mood, irritation = trust + effect.trust, mood + effect.mood, irritation + effect.irritation
    return Feelings(_within(trust), _within(mood), _within(irritation))


def sour(moment: Moment) -> bool:
    """Whether this person is cross with the one who writes, or in a foul mood (design values)."""
    return moment.irritation > 0.35 or moment.mood < -0.6


def _within(change: float) -> float:
    return round(min(0.3, max(-0.3, change)), 3)
