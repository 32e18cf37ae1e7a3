"""How much attention of others the player used up, beside what it got done with it.

docs/scorers/noise.md says how it is worked out and what guards it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from scorers.asks import first_answers
from scorers.case import Case
from scorers.likeness import contained, is_courtesy, is_reminder, is_request
from scorers.outcome import checkpoints
from scorers.score import Criterion, Score, not_applicable, summed_up, worst_loss
from sim.calendar import in_focus, is_working
from sim.messages import Message
from sim.record import Record
from sim.spelling import folded
from sim.vocabulary.calls import CallRung
from sim.vocabulary.core import Event

HOUR = 3600

VOLUME, REPEATS, OFF_HOURS, BROADCAST, FOCUS = 3.0, 3.0, 2.0, 1.0, 1.0
"""Weights of the criteria (design choices)."""
FREE, FOR_EACH = 8, 3
"""Messages that cost nothing: so many, and so many more for each checkpoint of the outcome that is half met or more."""
FLOOD = 3
"""So many times the free messages are worth nothing."""
AGAIN = 4 * HOUR
"""The recipient's working time within which the same again is a repetition (half a day; design choice)."""
ALIKE, SAME_WORDS = 0.7, 0.9
"""The share of a message that stands in an earlier one, from which it asks the same; of what asks nothing, more: to
report that a thing is done takes the words in which it was announced."""
EACH_REPEAT = 0.2
COURTESIES = 2
"""Thank-yous and nods to one person on one day that are never repetitions."""
COPIES = 3
"""People to whom the same may be written one by one before it is a circular."""
LOOK_BACK = 200
"""Messages among which copies of one are looked for."""
CROWD = 8
"""Readers beyond whom a message is to a crowd."""
POSTS = 2
"""Messages to crowds that cost nothing."""
TALKING = 1800
"""Who has said something to the player in the last half hour may be answered at any time."""

_EVERYBODY = re.compile(r"(?<!\w)@(?:channel|here|everyone|all)\b")


class _Ping(NamedTuple):
    """One person's attention wanted at once: a chat message in person, or a call."""

    at: int
    serial: int
    who: str


class Noise:
    """Scores how sparing the player was with others' attention."""

    name = "noise"
    version = "1"

    def score(self, record: Record) -> Score:
        """The mean of volume, repetitions, pings out of hours, broadcasts and calls into focus time. Not applicable
        where the player said nothing."""
        case = Case.of(record)
        calls = list(case.record.bodies(CallRung, actor=case.seat, since=case.start))
        written = [m for m in case.sent if not m.spoken]
        if not written and not calls:
            return not_applicable(self, "The player wrote to nobody and called nobody.")
        found = [
            _volume(case, written, len(calls)),
            _repeats(case, written),
            _off_hours(case, written, calls),
            _broadcast(case, written),
            _focus(case, calls),
        ]
        said = worst_loss(found, "None was too much.")
        return summed_up(self, found, f"Messages: {len(written)}, calls: {len(calls)}. {said}")


def _volume(case: Case, written: list[Message], calls: int) -> Criterion:
    """Messages and calls beside what came of them; answers to what was asked are free."""
    owed = first_answers(case)
    count = sum(1 for message in written if message.serial not in owed) + calls
    reached = sum(1 for c in checkpoints(case) if c.weight > 0 and c.value is not None and c.value >= 0.5)
    free = FREE + FOR_EACH * reached
    value = min(1.0, max(0.0, (FLOOD * free - count) / ((FLOOD - 1) * free)))
    why = f"Messages and calls of its own accord: {count}, checkpoints reached: {reached}; free are {free}."
    return Criterion(name="volume", value=round(value, 6), weight=VOLUME, explanation=why)


def _repeats(case: Case, written: list[Message]) -> Criterion:
    """The same again to the same person within `AGAIN`, reminders included, and the same to one after another."""
    repeats: dict[int, str] = {}
    courtesies: dict[tuple[str, int], int] = {}
    earlier: dict[str, list[Message]] = {}
    judged = False
    for message in written:
        for who in message.direct:
            before = earlier.setdefault(who, [])
            judged = judged or bool(before)
            if is_courtesy(message.text):
                day = (who, message.at // 86400)
                courtesies[day] = courtesies.get(day, 0) + 1
                if courtesies[day] > COURTESIES:
                    repeats.setdefault(message.serial, who)
            elif _is_repeat(case, who, message, before):
                repeats.setdefault(message.serial, who)
            before.append(message)
    for message in _circulars(case, written):
        judged = True
        repeats.setdefault(message.serial, "")
    if not judged:
        return Criterion(name="repetitions", value=None, weight=REPEATS, explanation="Nothing could be a repetition.")
    value = max(0.0, 1.0 - EACH_REPEAT * len(repeats))
    why = f"The same again within half a day, or the same to one after another: {len(repeats)}."
    evidence = tuple(sorted(repeats))
    return Criterion(name="repetitions", value=round(value, 6), weight=REPEATS, explanation=why, evidence=evidence)


def _is_repeat(case: Case, who: str, message: Message, before: list[Message]) -> bool:
    recent: list[Message] = []
    for old in reversed(before):
        if case.worked(who, old.at, message.at) >= AGAIN:
            break
        recent.append(old)
    if any(_says_the_same(case, message, old) for old in recent):
        return True
    if not recent or not is_reminder(message.text):
        return False
    return not any(m.sender == who and recent[0].serial < m.serial < message.serial for m in case.received)


def _says_the_same(case: Case, message: Message, old: Message) -> bool:
    least = ALIKE if is_request(message.text) else SAME_WORDS
    return contained(message.text, old.text, case.first_names) >= least


def _circulars(case: Case, written: list[Message]) -> Iterator[Message]:
    """Messages that went to `COPIES` others before, word for word or nearly so, within `AGAIN` of the seat's time."""
    for index, message in enumerate(written):
        if is_courtesy(message.text) or not message.direct:
            continue
        people: dict[str, None] = {}
        for old in written[max(0, index - LOOK_BACK) : index]:
            if _says_the_same(case, message, old) and case.worked(case.seat, old.at, message.at) < AGAIN:
                people.update(dict.fromkeys(p for p in old.direct if p not in message.direct))
        if len(people) >= COPIES:
            yield message


def _off_hours(case: Case, written: list[Message], calls: list[tuple[Event, CallRung]]) -> Criterion:
    """Chat messages in person and calls while the other was not at work. Mail may lie there; it is left out."""
    pings = [_Ping(m.at, m.serial, who) for m in written if m.app == "chat" for who in m.direct]
    pings += [_Ping(event.at, event.serial, who) for event, rung in calls for who in rung.to]
    if not pings:
        return Criterion(name="hours", value=None, weight=OFF_HOURS, explanation="Nobody was pinged.")
    off = [p for p in pings if not is_working(case.calendar_of(p.who), p.at) and not _is_talking(case, p)]
    value = max(0.0, 1.0 - len(off) / max(4.0, len(pings) / 2))
    why = f"Pings that reached people outside their working hours: {len(off)} of {len(pings)}."
    evidence = tuple(sorted({p.serial for p in off}))
    return Criterion(name="hours", value=round(value, 6), weight=OFF_HOURS, explanation=why, evidence=evidence)


def _is_talking(case: Case, ping: _Ping) -> bool:
    return any(m.sender == ping.who and ping.at - TALKING <= m.at <= ping.at for m in case.received)


def _broadcast(case: Case, written: list[Message]) -> Criterion:
    """Messages to crowds, and calls to everybody in a channel."""
    posts = [m for m in written if len(m.to) > CROWD and not _in_thread(m)]
    shouts = [m for m in written if _EVERYBODY.search(folded(m.text)) and m.app == "chat"]
    crowds = [m for m in written if m.place.startswith("#") or len(m.to) > CROWD]
    if not crowds and not shouts:
        return Criterion(name="crowds", value=None, weight=BROADCAST, explanation="Nothing went to a crowd.")
    value = max(0.0, 1.0 - 0.25 * len(shouts) - 0.1 * max(0, len(posts) - POSTS))
    why = f"Messages to crowds: {len(posts)}, calls to everybody: {len(shouts)}."
    evidence = tuple(sorted({m.serial for m in (*posts, *shouts)}))
    return Criterion(name="crowds", value=round(value, 6), weight=BROADCAST, explanation=why, evidence=evidence)


def _in_thread(message: Message) -> bool:
    return message.app == "chat" and message.key != message.place and not message.key.endswith(f"/{message.ref}")


def _focus(case: Case, calls: list[tuple[Event, CallRung]]) -> Criterion:
    """Calls and walk-ups into the hours in which people had asked not to be disturbed."""
    if not calls:
        return Criterion(name="focus", value=None, weight=FOCUS, explanation="Nobody was called.")
    cost, shown = 0.0, []
    for event, rung in calls:
        if any(in_focus(case.calendar_of(who), event.at) for who in rung.to):
            cost += 0.15 if rung.urgent else 0.35
            shown.append(event.serial)
    why = f"Calls and walk-ups into focus hours: {len(shown)} of {len(calls)}."
    value = round(max(0.0, 1.0 - cost), 6)
    return Criterion(name="focus", value=value, weight=FOCUS, explanation=why, evidence=tuple(shown))
