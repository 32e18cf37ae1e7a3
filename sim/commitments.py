"""Who promised what to whom by when: the ledger, and reading a promise in free text by rule.

Coworkers' promises come from their minds as data; the player's are read from what it writes. The confidence says how
sure the reading is: 0.9 for a plain first-person promise with a time, 0.7 without one, 0.5 for a soft one ("I'll try").
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sim.calendar import WorkCalendar, add_working
from sim.spelling import folded
from sim.units import local_date, local_instant

WITHOUT_A_TIME = 8 * 3600
"""A promise without a time falls due after so many working seconds of the one who gives it (design choice)."""

_PROMISE = re.compile(
    r"\b(?:i(?:'ll| will| shall| am going to|'m going to| can have| promise to| promise)|"
    r"you(?:'ll| will) (?:have|get|hear)|"
    r"we(?:'ll| will)|expect (?:it|the|a|my)|consider it done|on it\b|will do\b|leave it with me)",
    re.I,
)
_SOFT = re.compile(
    r"\b(?:try|might|may|maybe|perhaps|hope to|probably|should be able|if i can|see if|see whether)\b", re.I
)
_NOT = re.compile(
    r"\b(?:i(?:'ll| will)(?: not| never|n't)|won't|i(?:'ll| will) (?:be (?:out|away|off|late|there|around|in)|"
    r"wait|hold|assume|take it that|need|see you|leave it there|let you go|stop)|"
    r"unless|(?:if|once|when|as soon as) you)\b",
    re.I,
)
_DAY = {name: number for number, name in enumerate(("mon", "tue", "wed", "thu", "fri", "sat", "sun"))}
_TIME = re.compile(
    r"\b(?:(?P<day>mon|tue|wed|thu|fri|sat|sun)[a-z]*|(?P<rel>today|tonight|tomorrow|"
    r"this (?:morning|afternoon|evening)|end of (?:the )?day|eod|close of business|cob|noon|midday|"
    r"end of (?:the )?week|eow))\b"
    r"|\b(?:within|in) (?P<n>\d+|an?|half an|two|three|four|five) (?P<unit>min|minute|hour|hr|day|week)s?\b"
    r"|\b(?:at|by|before|until)?\s*(?P<h>\d{1,2})[:.](?P<m>\d{2})\b"
    r"|\b(?:by|before) (?P<oclock>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})"
    r"(?: o'?clock)?(?=[.,;!?)]|$| today| tomorrow)"
    r"|\b(?:at|by|before)\s+(?P<h12>\d{1,2})\s*(?P<ampm>am|pm)\b",
    re.I,
)
_COUNT = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER = {"a": 1, "an": 1, "half an": 0.5, "two": 2, "three": 3, "four": 4, "five": 5}
_UNIT = {"min": 60, "minute": 60, "hour": 3600, "hr": 3600, "day": 8 * 3600, "week": 40 * 3600}
_HOURS = {"noon": 12 * 60, "midday": 12 * 60, "this morning": 12 * 60, "this evening": 19 * 60, "tonight": 20 * 60}
_STOP = frozenset(
    "the a an it to of for you your my me i will ll ve have get send let know by at on in and with that this is be as "
    "soon today tomorrow then back can do got please about from we our its them him her they some more all "
    "now so".split()
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A promise read in a text: what it says, when it falls due (an instant), and how sure the reading is."""

    what: str
    due: int
    timed: bool
    confidence: float


def read_promises(text: str, now: int, calendar: WorkCalendar) -> tuple[Reading, ...]:
    """The promises a person makes in ``text``, written at ``now`` by somebody with this calendar."""
    found = []
    for sentence in _sentences(text):
        if _PROMISE.search(sentence) is None or _NOT.search(sentence) or sentence.rstrip().endswith("?"):
            continue
        due = read_time(sentence, now, calendar)
        soft = _SOFT.search(sentence) is not None
        confidence = 0.5 if soft else 0.9 if due is not None else 0.7
        found.append(
            Reading(
                " ".join(sentence.split()),
                due or add_working(calendar, now, WITHOUT_A_TIME),
                due is not None,
                confidence,
            )
        )
    return tuple(found)


FARTHEST = 366 * 86400
"""A promise for more than a year from now, in seconds, is a way of speaking and names no time."""


def read_time(text: str, now: int, calendar: WorkCalendar) -> int | None:
    """The instant that "by Thursday noon", "tomorrow 10:00" or "in two hours" means, or None where a text names none.

    A day without an hour means its end of work for this person; a time of day that has passed means the next day.
    """
    zone = calendar.zone
    today = local_date(now, zone)
    day, minute, relative, named = today, None, None, False
    for match in _TIME.finditer(text):
        part = match.groupdict()
        if part["day"]:
            ahead = (_DAY[part["day"].lower()[:3]] - today.weekday()) % 7
            day, named = today.fromordinal(today.toordinal() + ahead), True
        elif part["rel"]:
            word = part["rel"].lower()
            if word in _HOURS:
                minute = _HOURS[word]
            elif word == "tomorrow":
                day, named = today.fromordinal(today.toordinal() + 1), True
            elif "week" in word or word == "eow":
                day, named = today.fromordinal(today.toordinal() + (4 - today.weekday()) % 7), True
            else:
                named = True
        elif part["n"]:
            count = _NUMBER.get(part["n"].lower()) or float(part["n"][:9])
            relative = int(count * _UNIT[part["unit"].lower()])
        else:
            minute = _clock(part)
    if relative is not None:
        # Working time runs at most as fast as time itself, so more than a year of it cannot fall within one.
        return None if relative > FARTHEST / 4 else add_working(calendar, now, relative)
    if minute is None and not named:
        return None
    if minute is None:
        minute = _end_of_work(day.weekday(), calendar)
    due = local_instant(day, minute, zone)
    if due <= now:
        due = local_instant(day.fromordinal(day.toordinal() + (7 if named and day != today else 1)), minute, zone)
    return due


def _clock(part: Mapping[str, str | None]) -> int | None:
    """The minute of the day that a time of day means."""
    if bare := part["oclock"]:
        hour = _COUNT.index(bare.lower()) + 1 if bare.isalpha() else int(bare)
        # A bare figure at work means the day: one to seven are in the afternoon.
        return (hour + 12 if hour < 8 else hour) % 24 * 60
    if part["h"] and part["m"]:
        return int(part["h"]) % 24 * 60 + int(part["m"]) % 60
    if part["h12"] and part["ampm"]:
        return (int(part["h12"]) % 12 + (12 if part["ampm"].lower() == "pm" else 0)) * 60
    return None


def _end_of_work(weekday: int, calendar: WorkCalendar) -> int:
    stretches = calendar.hours.on(weekday)
    return stretches[-1][1] if stretches else 17 * 60


def _sentences(text: str) -> Iterator[str]:
    for part in re.split(r"(?<=[.!?;])\s+|\n+", text):
        if part.strip():
            yield part.strip()


def content_words(text: str) -> frozenset[str]:
    """The words of a text that carry its matter, folded."""
    return frozenset(w for w in re.findall(r"[^\W_]{3,}", folded(text)) if w not in _STOP)


@dataclass(slots=True)
class Commitment:
    """An open or closed promise."""

    id: str
    by: str
    to: str
    what: str
    due: int
    made: int
    confidence: float
    app: str
    ref: str
    fact: str | None = None
    favour: str | None = None
    task: str | None = None
    closed: str | None = None
    words: frozenset[str] = field(default_factory=frozenset)


class Ledger:
    """All commitments of a run, in the order they were made."""

    def __init__(self) -> None:
        self._all: dict[str, Commitment] = {}
        self._count = 0

    def make(
        self,
        *,
        by: str,
        to: str,
        what: str,
        due: int,
        made: int,
        confidence: float,
        app: str,
        ref: str,
        fact: str | None = None,
        favour: str | None = None,
        task: str | None = None,
    ) -> Commitment:
        """Enter a promise."""
        self._count += 1
        made_ = Commitment(
            f"p{self._count}",
            by,
            to,
            what,
            due,
            made,
            confidence,
            app,
            ref,
            fact,
            favour,
            task,
            None,
            content_words(what),
        )
        self._all[made_.id] = made_
        return made_

    def get(self, id: str) -> Commitment:
        """The commitment with this id. Raises ``KeyError``."""
        return self._all[id]

    def open_of(self, who: str) -> tuple[Commitment, ...]:
        """Open promises that ``who`` gave or was given, oldest first."""
        return tuple(c for c in self._all.values() if c.closed is None and who in (c.by, c.to))

    def kept_by(
        self, by: str, to: tuple[str, ...], text: str, facts: tuple[str, ...], ref: str
    ) -> tuple[Commitment, ...]:
        """Open promises of ``by`` to one of ``to`` that a message with this text and these facts fulfils.

        A promised fact is fulfilled by telling it; anything else by a message, other than the one that made the
        promise, that takes up two content words of it (one, where it has only one) and promises nothing itself.
        """
        words = content_words(text)
        found = []
        for c in self._all.values():
            if c.closed is not None or c.by != by or c.to not in to or c.ref == ref:
                continue
            if c.fact is not None:
                if c.fact in facts:
                    found.append(c)
            elif len(words & c.words) >= min(2, max(1, len(c.words))) and _PROMISE.search(text) is None:
                found.append(c)
        return tuple(found)
