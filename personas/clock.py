"""The time as it stands in a prompt: as coarse as people look at it, so that equal moments make equal prompts.

Nobody words an answer otherwise because it is 10:12 and not 10:17. A prompt that says so can be answered by no cassette
once anything before it took a minute longer. So a prompt tells the hour that it is, the hour in which something was
said, and when something is due to the quarter of an hour; the mind's rules go by the exact time.
"""

import re

from sim.units import HOUR, MINUTE

_TIME = re.compile(r"(?P<day>\w.*?),? *\b(?P<h>\d{1,2}):(?P<m>\d{2})$")
_QUARTER = 15


def hour_of(local_time: str) -> str:
    """ "Tue 3 March 2026, 10:15" as "Tue 3 March 2026, between 10:00 and 11:00"; what is no such time as it is."""
    found = _TIME.fullmatch(local_time)
    if found is None:
        return local_time
    hour = int(found["h"])
    return f"{found['day']}, between {hour:02d}:00 and {hour + 1:02d}:00"


def hours_said(at: str) -> str:
    """When a line was said: "Tue 10:15" or "Tue 3 March 2026, 10:15" as "Tue 10-11 h"; what is no time as it is."""
    found = _TIME.fullmatch(at)
    return at if found is None else f"{found['day'].split()[0]} {int(found['h'])}-{int(found['h']) + 1} h"


def quarter_due(due: str) -> str:
    """When something is due, to the next quarter of an hour: "Tue 10:03" as "Tue 10:15"; else as it is."""
    found = _TIME.fullmatch(due)
    if found is None:
        return due
    minutes = -(-(int(found["h"]) * 60 + int(found["m"])) // _QUARTER) * _QUARTER
    return f"{found['day']} {minutes // 60:02d}:{minutes % 60:02d}".strip()


def span(seconds: float, workday: int) -> str:
    """How long something takes, as people say it: "20 minutes", "1.5 hours", "2 working days".

    To five minutes below an hour, to a quarter of an hour below four, to half an hour below a ``workday`` (seconds),
    and to half a day beyond.
    """
    if seconds < 57 * MINUTE:
        return f"{max(5, round(seconds / 300) * 5)} minutes"
    if seconds < workday - HOUR / 4:
        step = 4 if seconds < 4 * HOUR else 2
        hours = round(seconds / HOUR * step) / step
        return f"{hours:g} hour{'' if hours == 1 else 's'}"
    days = max(1.0, round(seconds / workday * 2) / 2)
    return f"{days:g} working day{'' if days == 1 else 's'}"
