"""When coworkers were active, and how long they took, against their own hours and habits."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any, Literal

from scorers.realism.estimates import median
from scorers.realism.log import Item, Log
from sim.streams import lognormal_between, stream
from sim.units import HOUR, BadValue, Span

Channel = Literal["chat", "mail"]
FAR = 4.0
"""A middle delay this many times what the habit says, or this part of it, is not theirs (design choice)."""
DRAWS = 400
LEAST = 8
"""Answers below which nothing is said of somebody's delays."""
ONE_TALK: Mapping[Channel, int] = MappingProxyType({"chat": 4 * HOUR, "mail": 40 * HOUR})
"""Working seconds after which a message of a talk between two is taken for a new one, not for an answer."""


@dataclass(frozen=True, slots=True)
class Delays:
    """Answers of one person on one channel: how many, the middle delay in seconds of their working time, and what their
    habits give for it (None where their persona leaves that to the default)."""

    answers: int
    middle: float | None
    habit: float | None

    @property
    def theirs(self) -> bool | None:
        """Whether the delay is what their habits say; None where that cannot be told."""
        if self.middle is None or self.habit is None or self.answers < LEAST:
            return None
        return self.habit / FAR <= self.middle <= self.habit * FAR


def delays(log: Log) -> Mapping[str, Mapping[Channel, Delays]]:
    """By coworker and channel, how long they took to answer what was addressed to them alone."""
    waits: dict[tuple[str, Channel], list[float]] = {}
    waiting: dict[str, Item] = {}
    for item in log.items:
        if item.medium == "mail" and item.reply_to in log.mail_by_id:
            before = log.mail_by_id[item.reply_to or ""]
            if not before.from_outside and before.sender != item.sender:
                _note(log, waits, item, before, "mail")
        elif item.medium == "dm":
            asked = waiting.get(item.place)
            if asked is None or asked.sender != item.sender:
                if asked is not None:
                    _note(log, waits, item, asked, "chat")
                waiting[item.place] = item
    return {who: {c: _delays(log, who, c, waits.get((who, c), [])) for c in ("chat", "mail")} for who in log.people}


def _note(log: Log, waits: dict[tuple[str, Channel], list[float]], item: Item, before: Item, channel: Channel) -> None:
    waited = log.case.worked(item.sender, before.at, item.at) if item.sender in log.cast else None
    if waited is not None and waited <= ONE_TALK[channel]:
        waits.setdefault((item.sender, channel), []).append(float(waited))


def _delays(log: Log, who: str, channel: Channel, waits: list[float]) -> Delays:
    return Delays(len(waits), median(waits) if waits else None, _habit(log, who, channel))


def _habit(log: Log, who: str, channel: Channel) -> float | None:
    """The middle of noticing and then answering by somebody's habits, in seconds: of draws from a fixed stream."""
    persona: Any = log.record.header.get("staging", {}).get("personas", {}).get(who, {})
    own = persona.get("habits", {}).get(channel, {})
    try:
        notice, reply = (Span.parse(own[part]) for part in ("notice", "reply"))
        slow = Span.parse(own["slow"]) if own.get("slow") else reply
    except (KeyError, TypeError, BadValue):
        return None
    rng = stream(0, "fidelity", "habit")
    draws = []
    for _ in range(DRAWS):
        later = slow if rng.random() < own.get("slow_share", 0.0) else reply
        draws.append(_drawn(rng, notice) + _drawn(rng, later))
    return median(draws)


def _drawn(rng: Random, span: Span) -> int:
    return lognormal_between(rng, max(1, span.low), max(1, span.high))


def out_of_hours(log: Log) -> Mapping[str, tuple[int, int]]:
    """By coworker, how many of their written messages were sent outside their hours, and how many there are."""
    found = {who: [0, 0] for who in log.people}
    for item in log.written:
        found[item.sender][0] += not log.works(item.sender, item.at)
        found[item.sender][1] += 1
    return {who: (late, every) for who, (late, every) in found.items()}


def absent(log: Log) -> Mapping[str, int]:
    """By coworker, how many messages they wrote while they were away."""
    found = dict.fromkeys(log.people, 0)
    for item in log.written:
        found[item.sender] += log.case.away(item.sender, item.at)
    return found
