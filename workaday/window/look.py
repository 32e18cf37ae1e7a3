"""What is looked at: a view, a moment, a person, a filter. All of it stands in the address, which can be sent on."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final
from urllib.parse import quote_plus

from workaday.window.indexing import SORTS
from workaday.window.reading import Reading

VIEWS: Final = {
    "now": ("Now", "What is happening now?"),
    "day": ("Day", "What happened today?"),
    "talk": ("Talk", "Who said what to whom?"),
    "files": ("Files", "What was written, and when?"),
    "knowledge": ("Knowledge", "Who knows what?"),
    "promises": ("Promises", "Who owes what to whom?"),
    "points": ("Points", "Why did we lose these points?"),
    "forks": ("Forks", "What would have been different?"),
}
"""The views: what each is called, and the question it answers."""
LONGEST: Final = 2000
"""Characters of anything in an address that are looked at."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is looked at. What is not chosen is at its default and is not in the address."""

    view: str
    at: int | None = None
    """The moment; None follows the run, or stands where a run that is over is opened."""
    who: str = ""
    sort: tuple[str, ...] = ()
    q: str = ""
    thread: str = ""
    path: str = ""
    version: int | None = None
    fact: str = ""
    event: int | None = None
    """The event that is pointed at."""
    page: int = 0

    def to(self, view: str | None = None, **changes: Any) -> str:
        """The address of another look: this one with some things changed. Another view keeps moment, person and filter
        and forgets what was open."""
        if view is not None and view != self.view:
            changes = {"thread": "", "path": "", "version": None, "fact": "", "event": None, "page": 0, **changes}
        elif "page" not in changes:
            changes = {"page": 0, **changes}
        parts = []
        for name in _NAMES:
            value = changes[name] if name in changes else getattr(self, name)
            if value in (None, "", (), 0):
                continue
            for each in value if isinstance(value, tuple | list) else (value,):
                text = str(each)
                parts.append(
                    f"{name}={text if text.isascii() and text.isalnum() else quote_plus(text, errors='replace')}"
                )
        return f"/{view or self.view}" + (f"?{'&'.join(parts)}" if parts else "")


_NAMES: Final = tuple(each.name for each in fields(Look) if each.name != "view")


def look_of(view: str, query: Mapping[str, str], sorts: list[str]) -> Look:
    """The look that an address asks for. What makes no sense in it is not there."""
    text = {name: query.get(name, "")[:LONGEST] for name in ("who", "q", "thread", "path", "fact")}
    return Look(
        view,
        at=_number(query.get("at")),
        sort=tuple(sort for sort in SORTS if sort in sorts),
        version=_number(query.get("version")),
        event=_number(query.get("event")),
        page=_number(query.get("page")) or 0,
        **text,
    )


def _number(told: str | None) -> int | None:
    return int(told) if told is not None and told.isascii() and told.isdigit() and len(told) < 16 else None


def moment(reading: Reading, look: Look) -> int:
    """The instant that is looked at: as asked, within the run; that of the event that is pointed at; else the latest
    of a run that goes on, or where the player last did something in one that is over."""
    if look.at is not None:
        return min(max(look.at, reading.start), max(reading.latest, reading.start))
    if look.event is not None and look.event <= reading.indexed:
        return reading.record.plain(look.event - 1, 1)[0][1]
    if reading.ended:
        acted = reading.one("SELECT max(end) FROM span WHERE sort = 'act'")
        return reading.latest if acted is None else int(acted)
    return reading.latest
