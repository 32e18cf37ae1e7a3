"""What the calendar gives its readers to see."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from sim.actions import Receipt, words_in
from sim.apps.freetime import Obstacle
from sim.vocabulary.calendar import Answer, Repeats
from sim.vocabulary.core import Instant


class _Plain(BaseModel):
    model_config = ConfigDict(frozen=True)


class Conflict(_Plain):
    """Somebody invited for whom the time does not suit, as far as the organiser can see."""

    who: str
    when: str
    why: str


class Entry(_Plain):
    """One line of a calendar. Of meetings you are not in, only that the time is taken: ``title`` is then "busy"."""

    meeting: str | None
    title: str
    start: Instant
    when: str
    minutes: int
    organiser: str | None = None
    place: str = ""
    state: Literal["planned", "running", "ended", "cancelled"] = "planned"
    answer: Answer | None = None
    """What the person whose calendar it is has answered."""
    clashes: tuple[str, ...] = ()
    """Other meetings of theirs that you know of and that overlap with it."""


class Attendee(_Plain):
    who: str
    name: str
    answer: Answer | None
    note: str = ""
    proposes: str = ""


class Slot(_Plain):
    start: Instant
    when: str
    elsewhere: str
    """What the clocks of the others show, where that differs."""


class Planned(Receipt):
    """The meeting you called or changed."""

    meeting: str
    when: str
    occurrences: tuple[str, ...]
    conflicts: tuple[Conflict, ...] = ()
    elsewhere: str = ""
    """What the clocks of the others show at its (first) start, where that differs."""

    def words(self) -> int:
        return sum(words_in(f"{c.who} {c.when} {c.why}") for c in self.conflicts)


class Days(Receipt):
    """Entries in the order of their start, and the working hours in between, both on your clock."""

    person: str
    zone: str
    hours: tuple[str, ...]
    entries: tuple[Entry, ...]

    def words(self) -> int:
        return sum(words_in(f"{e.title} {e.when} {e.place}") for e in self.entries) + sum(map(words_in, self.hours))


class Slots(Receipt):
    """Times that suit all, earliest first. Where there is none, ``obstacles`` say why."""

    slots: tuple[Slot, ...]
    obstacles: tuple[Obstacle, ...] = ()

    def words(self) -> int:
        times = sum(words_in(f"{slot.when} {slot.elsewhere}") for slot in self.slots)
        return times + sum(words_in(obstacle.why) for obstacle in self.obstacles)


class Sheet(Receipt):
    """A meeting as those invited see it."""

    meeting: str
    title: str
    when: str
    minutes: int
    organiser: str
    state: str
    agenda: str
    place: str
    repeats: Repeats
    occurrences: tuple[str, ...]
    attendees: tuple[Attendee, ...]
    elsewhere: str = ""
    """What the clocks of the others show at its start, where that differs."""

    def words(self) -> int:
        return words_in(f"{self.title} {self.when} {self.agenda} {self.place}") + 3 * len(self.attendees)
