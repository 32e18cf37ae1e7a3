"""Points in time that people name in passing ("by Thu noon", "end of week"), and how far off they are."""

import re

from personas.words import plain
from sim.units import HOUR, MINUTE

WORKDAY = 8 * HOUR
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY = r"(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
_CLOCK = (
    r"(?:(?:[01]?\d|2[0-4])[:.][0-5]\d(?!\d)(?: ?[ap]m)?|\d{1,2} ?[ap]m|\d{1,2} o'?clock|noon|midday|midnight|"
    r"lunch(?:time)?)"
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_POINT = (
    rf"(?:(?:this |next |coming )?{_DAY}\b(?: (?:morning|afternoon|evening|noon|eod))?(?:,? (?:at )?{_CLOCK})?"
    rf"|(?:tomorrow|today|tonight)\b(?: (?:morning|afternoon|evening|noon|eod))?(?:,? (?:at )?{_CLOCK})?"
    rf"|(?:the )?(?:end of|close of) (?:the |this |next )?(?:day|business|week|month|quarter)|eod|eow|cob"
    rf"|this (?:morning|afternoon|evening|week)|next week"
    rf"|(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}\b|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b|"
    rf"the \d{{1,2}}(?:st|nd|rd|th)\b|\d{{4}}-\d{{2}}-\d{{2}}"
    rf"|{_CLOCK})"
)
_DEADLINE = re.compile(
    rf"\b(?:by|before|until|till|no later than|not later than|latest|at the latest(?: by)?|due(?: on| by)?|"
    rf"deadline(?: is|:)?|for)\s+(?P<point>{_POINT})"
    rf"|\b(?P<within>(?:with)?in (?:the next |an? |half an |\d+ |two |three |four |five |a few )*(?:minutes?|mins?|"
    rf"hours?|hrs?|days?))\b"
    rf"|\b(?P<bare>today|tonight|tomorrow(?: morning| afternoon| noon)?|eod|this (?:morning|afternoon))\b"
)
_LOCAL = re.compile(r"(?P<day>mon|tue|wed|thu|fri|sat|sun)\w* .*?(?P<h>\d{1,2}):(?P<m>\d{2})$")
_COUNTS = {"a": 1.0, "an": 1.0, "half": 0.5, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "few": 3.0}
_OPENS, _CLOSES = 9 * 60, 17 * 60


def deadline_in(text: str) -> str | None:
    """The words of the first deadline that ``text`` names ("thu noon"), or None."""
    found = _DEADLINE.search(plain(text))
    return (found["point"] or found["within"] or found["bare"]) if found else None


def working_until(deadline: str, local_time: str) -> int | None:
    """Roughly how many working seconds there are from ``local_time`` ("Tue 3 March 2026, 10:15") until ``deadline``.

    Counts eight hours from 09:00 to 17:00 on weekdays, for want of a calendar; None where the words name no day or hour
    that can be counted to.
    """
    now = _LOCAL.search(plain(local_time))
    if now is None:
        return None
    within = re.search(r"(?P<n>\d+|an?|half|two|three|four|five|few)?(?: an)? ?(?P<unit>min|hour|hr|day)", deadline)
    if deadline.startswith(("in ", "within")) and within:
        count = _COUNTS.get(within["n"] or "a") or float(within["n"])
        return int(count * {"min": MINUTE, "hour": HOUR, "hr": HOUR, "day": WORKDAY}[within["unit"]])
    weekday, minute = _DAYS.index(now["day"][:3]), int(now["h"]) * 60 + int(now["m"])
    ahead = _days_ahead(deadline, weekday)
    until = _minute(deadline)
    if ahead is None and until is None:
        return None
    start = min(max(minute, _OPENS), _CLOSES)
    end = min(max(_CLOSES if until is None else until, _OPENS), _CLOSES)
    if not ahead:
        return max(0, end - start) * MINUTE
    whole = sum((weekday + d) % 7 < 5 for d in range(1, ahead))
    first = _CLOSES - start if weekday < 5 else 0
    last = end - _OPENS if (weekday + ahead) % 7 < 5 else 0
    return (first + last) * MINUTE + whole * WORKDAY


def point_in_time(local_time: str, within: int) -> str:
    """When ``within`` working seconds from ``local_time`` are over, in words that follow "by" ("14:30", "Thu 11:00").

    Rounded up to the half hour; counts as :func:`working_until` does. "soon" where ``local_time`` cannot be read.
    """
    now = _LOCAL.search(plain(local_time))
    if now is None:
        return "soon"
    weekday, minute = _DAYS.index(now["day"][:3]), int(now["h"]) * 60 + int(now["m"])
    minute = max(minute, _OPENS)
    left, ahead = -(-within // MINUTE), 0
    if weekday >= 5 or minute >= _CLOSES:
        minute, ahead = _OPENS, 1
    while (weekday + ahead) % 7 >= 5:
        ahead += 1
    while minute + left > _CLOSES:
        left -= _CLOSES - minute
        minute, ahead = _OPENS, ahead + 1
        while (weekday + ahead) % 7 >= 5:
            ahead += 1
    minute = -(-(minute + left) // 30) * 30
    clock = f"{minute // 60:02d}:{minute % 60:02d}"
    if ahead == 0:
        return clock
    day = "tomorrow" if ahead == 1 else _DAYS[(weekday + ahead) % 7].capitalize()
    return f"{day} {clock}"


def _days_ahead(deadline: str, weekday: int) -> int | None:
    if re.search(
        r"\b(?:today|tonight|this (?:morning|afternoon|evening)|eod|cob|(?:end|close) of (?:the |this )?(?:day|"
        r"business))\b",
        deadline,
    ):
        return 0
    if "tomorrow" in deadline:
        return 1
    if re.search(r"\b(?:eow|this week|end of (?:the |this )?week)\b", deadline):
        return (4 - weekday) % 7
    if "next week" in deadline:
        return 7 - weekday + 4
    named = re.search(rf"\b{_DAY}\b", deadline)
    if named is None:
        return None
    ahead = (_DAYS.index(named.group()[:3]) - weekday) % 7
    next_week = "next " in deadline and ahead < 7 - weekday
    return ahead + 7 if ahead == 0 or next_week else ahead


def _minute(deadline: str) -> int | None:
    if re.search(r"\b(?:noon|midday|lunch|lunchtime|morning)\b", deadline):
        return 12 * 60
    clock = re.search(r"\b(\d{1,2})(?:[:.](\d{2}))? ?([ap]m)?\b(?! ?(?:st|nd|rd|th|\w*[a-z]{3}))", deadline)
    if clock is None or not (clock[2] or clock[3]):
        return None
    hour = int(clock[1]) % 12 + (12 if clock[3] == "pm" else 0) if clock[3] else int(clock[1])
    return hour * 60 + int(clock[2] or 0)
