"""What happens in calendars and meetings, as events.

A meeting's id is "mtg3"; one occurrence of a series is "mtg3.2" (counted from 1), and the series itself "mtg3". All
times are instants. ``to`` are all who see the event, without the actor: the invited and the organiser, or, of what is
said, who was there. Everybody else sees that the people in it are busy.
"""

from typing import ClassVar, Literal

from sim.vocabulary.core import Body, Instant

Answer = Literal["accept", "decline", "tentative", "propose"]
"""What an invited person says; "propose" is another time instead of this one."""

Repeats = Literal["none", "daily", "weekdays", "weekly", "fortnightly"]
"""How a meeting comes back: at the same local time in the organiser's zone."""


class MeetingPlanned(Body):
    """Somebody invited people to a meeting, or to a series."""

    kind: ClassVar[str] = "calendar.invited"

    meeting: str
    to: tuple[str, ...]
    title: str
    start: Instant
    minutes: int
    agenda: str = ""
    place: str = ""
    repeats: Repeats = "none"
    occurrences: tuple[Instant, ...]
    """The start of each occurrence; one where the meeting does not repeat."""
    busy: tuple[str, ...] = ()
    """Those invited who were already taken at the first time, as the organiser could see."""


class MeetingAnswered(Body):
    """An invited person answered; the organiser is told."""

    kind: ClassVar[str] = "calendar.answered"

    meeting: str
    to: tuple[str, ...]
    organiser: str
    answer: Answer
    note: str = ""
    proposed_start: Instant | None = None
    delegate: str | None = None
    """Who comes in the place of somebody who declines."""


class MeetingMoved(Body):
    """The organiser put a meeting, an occurrence or all that is left of a series at another time."""

    kind: ClassVar[str] = "calendar.moved"

    meeting: str
    to: tuple[str, ...]
    old_start: Instant
    start: Instant
    minutes: int
    why: str = ""
    occurrences: tuple[Instant, ...]
    """The new start of each occurrence that moved."""


class MeetingCancelled(Body):
    """The organiser called off a meeting, an occurrence or all that is left of a series."""

    kind: ClassVar[str] = "calendar.cancelled"

    meeting: str
    to: tuple[str, ...]
    start: Instant
    why: str = ""


class MeetingStarted(Body):
    """The time of a meeting came."""

    kind: ClassVar[str] = "meeting.started"

    meeting: str
    to: tuple[str, ...]
    title: str
    ends: Instant


class MeetingJoined(Body):
    """A person came into a running meeting, ``late`` seconds after it began."""

    kind: ClassVar[str] = "meeting.joined"

    meeting: str
    to: tuple[str, ...]
    """Who was there already."""
    late: int
    present: tuple[str, ...]
    """Who is there now, the newcomer last."""


class MeetingLeft(Body):
    """A person went before the meeting ended."""

    kind: ClassVar[str] = "meeting.left"

    meeting: str
    to: tuple[str, ...]
    """Who is still there."""
    word: str = ""
    """What they said as they went."""


class MeetingProlonged(Body):
    """The planned end of a meeting came, and it went on."""

    kind: ClassVar[str] = "meeting.prolonged"

    meeting: str
    to: tuple[str, ...]
    """Who is there, beside the organiser: the actor, where they are there themselves."""
    title: str
    planned: Instant
    """When it should have ended."""
    until: Instant
    """When it will end as things are."""


class MeetingMissed(Body):
    """A meeting ended to which the actor had not come, though it was in their calendar and they were at work."""

    kind: ClassVar[str] = "meeting.missed"

    meeting: str
    to: tuple[str, ...]
    """Who was there."""
    title: str
    organiser: str
    answer: Answer | None
    """What they had answered; None where they had said nothing."""
    elsewhere: bool = False
    """Whether they sat in another meeting."""


class MeetingSpoken(Body):
    """A person said something in a meeting."""

    kind: ClassVar[str] = "meeting.said"

    meeting: str
    to: tuple[str, ...]
    """Who heard it. All invited may read it in the notes."""
    text: str


class MeetingDecided(Body):
    """A person put a decision on the record of a meeting."""

    kind: ClassVar[str] = "meeting.decided"

    meeting: str
    to: tuple[str, ...]
    """Who heard it. All invited may read it in the notes."""
    text: str


class MeetingEnded(Body):
    """A meeting was over."""

    kind: ClassVar[str] = "meeting.ended"

    meeting: str
    to: tuple[str, ...]
    title: str
    present: tuple[str, ...]
    """Who came, in the order of coming, also those who left early."""
    decisions: tuple[str, ...] = ()
    over: int = 0
    """Seconds by which it ran past its planned end."""
