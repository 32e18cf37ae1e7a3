"""What goes on in a meeting: who comes, what is said and decided, and its beginning and end.

Meetings begin and end by :meth:`Sittings.begin` and :meth:`Sittings.finish`, which whoever runs the office calls when
their time comes. How they come into the calendar is the business of ``sim.apps.calendar``.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from sim.actions import Action, Effort, Receipt, Refused, clip, words_in
from sim.apps import clocks
from sim.apps.diary import Diary, Occurrence
from sim.apps.diary import Line as Remark
from sim.misspelling import suggest
from sim.office import App, Notice, NoticeKind
from sim.vocabulary.calendar import (
    MeetingDecided,
    MeetingEnded,
    MeetingJoined,
    MeetingLeft,
    MeetingProlonged,
    MeetingSpoken,
    MeetingStarted,
)
from sim.vocabulary.core import WORLD, Instant

if TYPE_CHECKING:
    from sim.office import Office

MOST_WORDS = 2_000
"""Of an agenda, and of what is said in one go."""


class Said(BaseModel):
    """One contribution to a meeting, on the reader's clock."""

    model_config = ConfigDict(frozen=True)

    when: str
    who: str
    text: str
    decided: bool


class Room(Receipt):
    """A meeting you have come into: who is there, until when it goes, and what was said before you came."""

    meeting: str
    title: str
    present: tuple[str, ...]
    ends: Instant
    until: str
    said: tuple[Said, ...]

    def words(self) -> int:
        return sum(words_in(line.text) for line in self.said)


class Heard(Receipt):
    """Who heard it."""

    heard_by: tuple[str, ...]


class Notes(Receipt):
    """The notes of a meeting; ``absent`` are those invited who did not come."""

    meeting: str
    title: str
    state: str
    when: str
    came: tuple[str, ...]
    absent: tuple[str, ...]
    said: tuple[Said, ...]
    decisions: tuple[str, ...]
    """Who put it on record, and what: "ruth: We order three."."""

    def words(self) -> int:
        return sum(words_in(line.text) for line in self.said) + len(self.came) + len(self.absent)


class Attend(Action):
    """Go into a meeting that is running. Nobody is in two places: if you are in another one, you leave that, and a call
    that you are in ends."""

    name: ClassVar[str] = "calendar.attend"
    receipt: ClassVar[type[Receipt]] = Room

    meeting: str = Field(description='The meeting: "mtg3", or one of a series, "mtg3.2".')

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return office.app(Sittings).attend(actor, self.meeting, causes)


class Leave(Action):
    """Go out of the meeting you are in, before it ends. With a word it is taken better."""

    name: ClassVar[str] = "calendar.leave"

    meeting: str = Field(description="The meeting you are in.")
    word: str = Field("", description="What you say as you go, such as where you have to be.", max_length=500)

    def effort(self) -> Effort:
        return Effort(kind="meet", words=words_in(self.word)) if self.word else Effort()

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return office.app(Sittings).leave(actor, self.meeting, causes, word=" ".join(self.word.split()))


class Speak(Action):
    """Say something in the meeting you are in. All who are there hear it, and it stands in the notes."""

    name: ClassVar[str] = "calendar.speak"
    receipt: ClassVar[type[Receipt]] = Heard

    meeting: str = Field(description="The meeting you are in.")
    text: str = Field(description="What you say.")

    def effort(self) -> Effort:
        return Effort(kind="meet", words=words_in(self.text))

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return office.app(Sittings).say(actor, self.meeting, self.text, causes, decided=False)


class Decide(Action):
    """Put a decision on the record of the meeting you are in. All who are there hear it."""

    name: ClassVar[str] = "calendar.decide"
    receipt: ClassVar[type[Receipt]] = Heard

    meeting: str = Field(description="The meeting you are in.")
    text: str = Field(description="What was decided, in a sentence.")

    def effort(self) -> Effort:
        return Effort(kind="meet", words=words_in(self.text))

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return office.app(Sittings).say(actor, self.meeting, self.text, causes, decided=True)


class ReadNotes(Action):
    """Read the notes of a meeting you were invited to: who came, what was said and decided."""

    name: ClassVar[str] = "calendar.notes"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = Notes

    meeting: str = Field(description='The meeting: "mtg3", or one of a series, "mtg3.2".')

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        return office.app(Sittings).notes(actor, self.meeting)


class Sittings(App):
    """Meetings as they take place. The calendar is this, and planning."""

    name: ClassVar[str] = "calendar"

    def __init__(self, office: "Office") -> None:
        super().__init__(office)
        self.diary = Diary()

    # -- for whoever runs the office ------------------------------------------------------------------------------

    def upcoming(self, after: Instant) -> tuple[Instant, str] | None:
        """The next planned start at or after ``after``, and the meeting; of several at once, the one called first."""
        occurrence = self.diary.first_ahead(after)
        return None if occurrence is None else (occurrence.start, occurrence.id)

    def busy(
        self, who: str, start: Instant | None = None, end: Instant | None = None
    ) -> tuple[tuple[Instant, Instant], ...]:
        """From when until when meetings take the time of ``who``, sorted; only what touches ``start`` to ``end``, where
        these are given. What they declined does not count."""
        taken = [
            (o.start, o.end)
            for o in self.diary.of(who)
            if not o.cancelled and o.takes(who) and (end is None or o.start < end) and (start is None or o.end > start)
        ]
        return tuple(sorted(taken))

    def meeting_of(self, who: str) -> str | None:
        """The meeting ``who`` is in now."""
        occurrence = self.diary.where(who)
        return None if occurrence is None else occurrence.id

    def present(self, meeting: str) -> tuple[str, ...]:
        """Who is in a meeting now, in the order in which they came. Raises ``KeyError``."""
        return tuple(self.diary.occurrence(meeting).present)

    def begin(self, meeting: str, causes: Iterable[int] = ()) -> None:
        """Start a planned meeting. All who have not declined are told, and interrupted.

        Raises ``KeyError`` for no meeting, ``ValueError`` for one that is not planned any more.
        """
        occurrence = self.diary.occurrence(meeting)
        if occurrence.state != "planned":
            raise ValueError(f"{meeting} is {occurrence.state}: only what is planned begins")
        series = occurrence.series
        self.diary.begin(occurrence, self.office.now)
        body = MeetingStarted(meeting=meeting, to=occurrence.everyone, title=series.title, ends=occurrence.end)
        serial = self.office.emit(body, WORLD, causes).serial
        gist = f"{series.title} begins" + (f" ({series.place})" if series.place else "")
        for who in occurrence.everyone:
            if occurrence.takes(who):
                self.tell(serial, who, WORLD, "meeting", meeting, gist, interrupts=True)

    def join(self, meeting: str, who: str, causes: Iterable[int] = ()) -> None:
        """Let ``who`` come into a running meeting. Raises :class:`~sim.actions.Refused` as attending does."""
        self.attend(who, meeting, causes)

    def prolong(self, meeting: str, until: Instant, causes: Iterable[int] = ()) -> None:
        """Let a running meeting go on until ``until``, past its planned end. All who are in it are told and
        interrupted, each with what they have in their calendar before then.

        Raises ``KeyError`` for no meeting, ``ValueError`` for one that is not running.
        """
        office, occurrence = self.office, self.diary.occurrence(meeting)
        if occurrence.state != "running":
            raise ValueError(f"{meeting} is {occurrence.state}: only what is running runs over")
        occurrence.until = until
        title, organiser = occurrence.series.title, occurrence.series.organiser
        by = organiser if organiser in occurrence.present else WORLD
        there = tuple(who for who in occurrence.present if who != by)
        body = MeetingProlonged(
            meeting=meeting, to=there, title=title, planned=occurrence.planned_end, until=until
        )  # fmt: skip
        serial = office.emit(body, by, causes).serial
        for who in there:
            following = self.next_of(who, occurrence, until)
            then = f"; {following.series.title} is at {clocks.shown(office, who, following.start)}" if following else ""
            gist = f"{title} runs over, until about {clocks.shown(office, who, until)}{then}"
            self.tell(serial, who, by, "change", meeting, gist, interrupts=True)

    def next_of(self, who: str, besides: Occurrence, before: Instant) -> Occurrence | None:
        """What takes their time beside this meeting from now until ``before``, the earliest first."""
        ahead = [
            o
            for o in self.diary.of(who)
            if o is not besides and o.takes(who) and o.state in ("planned", "running") and o.start < before
        ]
        return min(ahead, key=lambda o: o.start, default=None)

    def finish(self, meeting: str, causes: Iterable[int] = ()) -> None:
        """End a running meeting; nobody is in it any more. Raises ``KeyError`` and ``ValueError``."""
        occurrence = self.diary.occurrence(meeting)
        if occurrence.state != "running":
            raise ValueError(f"{meeting} is {occurrence.state}: only what is running ends")
        self.diary.finish(occurrence, self.office.now)
        series = occurrence.series
        body = MeetingEnded(
            meeting=meeting,
            to=occurrence.everyone,
            title=series.title,
            present=tuple(occurrence.came),
            decisions=tuple(line.text for line in occurrence.lines if line.decided),
            over=max(0, self.office.now - occurrence.planned_end),
        )
        self.office.emit(body, WORLD, causes)
        self.index(occurrence)

    def can_read(self, who: str, ref: str) -> bool:
        return who in self.diary.occurrence(ref).everyone

    # -- in a meeting -----------------------------------------------------------------------------------------------

    def attend(self, actor: str, meeting: str, causes: Iterable[int] = ()) -> Room:
        """Go in. Raises :class:`~sim.actions.Refused` unless it is running and they are invited and not in it yet."""
        office, occurrence = self.office, self.find(actor, meeting)
        if occurrence.state == "planned":
            raise Refused("not_now", f"{occurrence.id} begins at {clocks.shown(office, actor, occurrence.start)}")
        if occurrence.state != "running":
            raise Refused("not_now", f"{occurrence.id} {_over(occurrence)}")
        if actor in occurrence.present:
            raise Refused("already_so", f"you are in {occurrence.id} already")
        elsewhere = self.diary.where(actor)
        if elsewhere is not None:
            self.leave(actor, elsewhere.id, causes)
        there = tuple(occurrence.present)
        self.diary.enter(occurrence, actor, office.now)
        late = office.now - (occurrence.began or office.now)
        body = MeetingJoined(meeting=occurrence.id, to=there, late=late, present=(*there, actor))
        office.emit(body, actor, causes)
        return Room(
            meeting=occurrence.id,
            title=occurrence.series.title,
            present=(*there, actor),
            ends=occurrence.end,
            until=clocks.shown(office, actor, occurrence.end),
            said=self._said(actor, occurrence.lines),
        )

    def leave(self, actor: str, meeting: str, causes: Iterable[int] = (), *, word: str = "") -> Receipt:
        """Go out, with a word to those who stay or without one. Raises :class:`~sim.actions.Refused` where they are not
        in it."""
        occurrence = self._inside(actor, meeting)
        self.diary.leave(actor)
        there = tuple(occurrence.present)
        serial = self.office.emit(MeetingLeft(meeting=occurrence.id, to=there, word=word), actor, causes).serial
        for who in there if word else ():
            self.tell(serial, who, actor, "response", occurrence.id, f"leaves {occurrence.series.title}: {word}")
        return Receipt()

    def say(self, actor: str, meeting: str, text: str, causes: Iterable[int] = (), *, decided: bool) -> Heard:
        """Say something, or put a decision on record. Raises :class:`~sim.actions.Refused` where they are not in it."""
        occurrence = self._inside(actor, meeting)
        if not text.strip():
            raise Refused("empty", "say something: the text is empty")
        bounded(text, "what is said in one go")
        others = tuple(who for who in occurrence.present if who != actor)
        occurrence.lines.append(Remark(self.office.now, actor, text, decided))
        kind = MeetingDecided if decided else MeetingSpoken
        serial = self.office.emit(kind(meeting=occurrence.id, to=others, text=text), actor, causes).serial
        for who in others:
            self.tell(serial, who, actor, "message", occurrence.id, f"Decided: {text}" if decided else text)
        return Heard(heard_by=others)

    def notes(self, actor: str, meeting: str) -> Notes:
        """Raises :class:`~sim.actions.Refused` for those not invited, and before the meeting has begun."""
        occurrence = self.find(actor, meeting)
        if occurrence.began is None:
            when = clocks.shown(self.office, actor, occurrence.start)
            raise Refused("not_now", f"{occurrence.id} has no notes: it {_over(occurrence) or f'begins at {when}'}")
        series = occurrence.series
        return Notes(
            meeting=occurrence.id,
            title=series.title,
            state=occurrence.state,
            when=clocks.shown(self.office, actor, occurrence.start),
            came=tuple(occurrence.came),
            absent=tuple(who for who in occurrence.everyone if who not in occurrence.came),
            said=self._said(actor, occurrence.lines),
            decisions=tuple(f"{line.who}: {line.text}" for line in occurrence.lines if line.decided),
        )

    # -- shared with planning ---------------------------------------------------------------------------------------

    def find(self, actor: str, meeting: str) -> Occurrence:
        """The one meeting that ``meeting`` means for ``actor``, who is invited: of a series, the one that is running.

        Raises :class:`~sim.actions.Refused`.
        """
        ref = self.known(actor, meeting)
        if self.diary.is_series(ref):
            occurrences = self.diary.series(ref).occurrences
            running = [o for o in occurrences if o.state == "running"]
            if len(running) == 1:
                return running[0]
            ahead = next((o for o in occurrences if o.state == "planned"), occurrences[-1])
            when = clocks.shown(self.office, actor, ahead.start)
            raise Refused("bad_argument", f"{ref} is a series: say which meeting of it, such as {ahead.id!r} ({when})")
        return self.diary.occurrence(ref)

    def known(self, actor: str, meeting: str) -> str:
        """The id of a meeting or series that ``actor`` is invited to. Raises :class:`~sim.actions.Refused`."""
        ref = meeting.strip().casefold()
        mine = self.diary.ids_of(actor)
        if ref in mine:
            return ref
        if ref in self.diary.ids():
            raise Refused("not_allowed", f"you are not invited to {ref}: its organiser decides who is")
        near = suggest(ref, mine)
        hint = f"; did you mean {near!r}?" if near else "; your calendar lists yours"
        raise Refused("no_such_thing", f"there is no meeting {meeting!r}{hint}")

    def tell(
        self, serial: int, to: str, sender: str, kind: NoticeKind, ref: str, gist: str, *, interrupts: bool = False
    ) -> None:
        """Notify one person of what concerns a meeting."""
        place = ref if kind in ("meeting", "message") else "calendar"
        self.office.notify(
            Notice(serial, self.office.now, to, self.name, kind, ref, place, sender, clip(gist), interrupts=interrupts)
        )

    def index(self, occurrence: Occurrence) -> None:
        """Let search find the meeting by its title, agenda and notes."""
        series = occurrence.series
        text = "\n".join((series.agenda, series.place, *(line.text for line in occurrence.lines)))
        self.office.index.put(self.name, occurrence.id, series.title, text, occurrence.began or self.office.now)

    def _inside(self, actor: str, meeting: str) -> Occurrence:
        occurrence = self.find(actor, meeting)
        if actor not in occurrence.present:
            if occurrence.state == "running":
                raise Refused("not_now", f"you are not in {occurrence.id}: attend it first")
            when = clocks.shown(self.office, actor, occurrence.start)
            raise Refused("not_now", f"{occurrence.id} {_over(occurrence) or f'has not begun: it begins at {when}'}")
        return occurrence

    def _said(self, reader: str, lines: Iterable[Remark]) -> tuple[Said, ...]:
        return tuple(
            Said(when=clocks.shown(self.office, reader, line.at), who=line.who, text=line.text, decided=line.decided)
            for line in lines
        )


def bounded(text: str, what: str) -> None:
    """Raise :class:`~sim.actions.Refused` where a text has too many words."""
    words = words_in(text)
    if words > MOST_WORDS:
        raise Refused("too_long", f"{what} has at most {MOST_WORDS} words, and this has {words}: say it shorter")


def _over(occurrence: Occurrence) -> str:
    return {"cancelled": "was cancelled", "ended": "is over"}.get(occurrence.state, "")
