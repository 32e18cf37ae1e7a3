"""What is made of those who were not in a meeting: it is noticed, held against them or not, and told them afterwards.

Who did not come though it stood in their calendar and they were at work has missed it. The organiser minds, most where
they had said that they would come. What was asked of somebody who is not there is answered by somebody else or kept for
them, and they may be sent the notes. All numbers are design choices.
"""

import re
from typing import TYPE_CHECKING

from sim.actions import Refused
from sim.apps.calendar import Calendar
from sim.apps.diary import Occurrence
from sim.calendar import add_working, is_working
from sim.kernel import Steps
from sim.mind import Errand
from sim.spelling import folded
from sim.streams import chance, pick
from sim.vocabulary.calendar import MeetingDecided, MeetingEnded, MeetingLeft, MeetingMissed, MeetingSpoken
from sim.vocabulary.core import Event

if TYPE_CHECKING:
    from sim.attention import Attention
    from sim.moment import Moments
    from sim.world import World

COST = {"accept": -0.06, None: -0.03, "tentative": -0.01, "propose": -0.01}
"""Trust of the organiser in somebody who did not come, by what they had answered. A decline has its own, smaller price
(see :mod:`sim.invitations`)."""
ELSEWHERE = 0.5
"""What is left of it where they sat in another meeting, as everybody could see."""
IRRITATES = 0.05
"""Irritation of the organiser where they had accepted."""
WENT = -0.02
"""Trust of the organiser in somebody who went before the planned end without a word."""
ASKS_AFTER = 600
"""Working seconds after the end at which an organiser turns to who did not come."""
MOST_NOTED = 12
"""Lines of what was said that notes sent to somebody hold; decisions are all in."""
WRITES_NOTES = 900
"""Working seconds that writing up the notes takes."""
WAITS_FOR_ANSWER = 60
"""Seconds after which nobody else will answer what somebody absent was asked."""
MISSED_YOU = (
    "We missed you at {title}.",
    "You were not at {title}, we went on without you.",
)
SORRY = ("Sorry, I missed {title}.", "I did not make it to {title}, sorry.", "{title} slipped my mind, sorry.")
NOT_HERE = ("{first} is not here. I will pass it on.", "{first} has not come, I will put it in the notes.")


class Missed:
    """Looks after those who were not there."""

    def __init__(self, world: "World", attention: "Attention", moments: "Moments") -> None:
        self._world = world
        self._attention = attention
        self._moments = moments
        self._noted_by: dict[str, str] = {}
        self._about: dict[int, int] = {}
        """By what came of it, the event in which somebody absent was asked something."""
        self._answered: set[int] = set()
        self._kept: dict[str, list[tuple[str, str, str]]] = {}
        """By meeting, what is to be passed on: to whom, from whom, what."""
        world.readers.append(self._follow)

    @property
    def _calendar(self) -> Calendar:
        return self._world.office.app(Calendar)

    def stage(self, meeting: str, noted_by: str | None) -> None:
        """Whoever is not there will get notes from this person."""
        if noted_by is not None:
            self._noted_by[meeting] = noted_by

    def _follow(self, event: Event) -> None:
        body = event.body
        root = next((self._about[cause] for cause in event.causes if cause in self._about), None)
        if root is not None:
            self._about[event.serial] = root
        if isinstance(body, MeetingSpoken | MeetingDecided):
            if root is not None:
                self._answered.add(root)
            absent = self._asked(body.meeting, body.text)
            if absent is not None and event.actor != absent:
                self._about[event.serial] = event.serial
                self._world.live(self._for_absent(absent, event.actor, body.meeting, body.text, event.serial))
        elif isinstance(body, MeetingEnded):
            self._close(body.meeting, event.serial)
        elif isinstance(body, MeetingLeft) and not body.word and body.to:
            self._went(body.meeting, event)

    # -- noticed --------------------------------------------------------------------------------------------------

    def _went(self, meeting: str, event: Event) -> None:
        """Somebody goes without a word while it should still go on; for a call, one sees why."""
        entry = self._calendar.diary.occurrence(meeting)
        organiser = entry.series.organiser
        minds = organiser in entry.present and organiser in self._world.cast
        if minds and not event.causes and entry.state == "running" and event.at < entry.planned_end:
            self._world.feel(organiser, "trust", event.actor, WENT, (event.serial,))

    def _close(self, meeting: str, serial: int) -> None:
        """The meeting is over: who was missing, and what is done about it."""
        world, entry = self._world, self._calendar.diary.occurrence(meeting)
        series, there = entry.series, tuple(entry.came)
        for who in entry.everyone:
            if who in entry.came or not there or not entry.takes(who):
                continue
            if not world.is_known(who):
                continue
            if not is_working(world.person(who).calendar, entry.start):
                continue
            reply = entry.replies.get(who)
            answer = "accept" if who == series.organiser else None if reply is None else reply.answer
            elsewhere = any(
                who in o.came and o is not entry and o.start < entry.end and o.end > entry.start
                for o in self._calendar.diary.of(who)
            )
            body = MeetingMissed(
                meeting=meeting, to=there, title=series.title, organiser=series.organiser, answer=answer,
                elsewhere=elsewhere,
            )  # fmt: skip
            missed = world.write(body, who, (serial,)).serial
            if series.organiser in world.cast and series.organiser in there:
                share = ELSEWHERE if elsewhere else 1.0
                world.feel(series.organiser, "trust", who, COST[answer] * share, (missed,))
                if answer == "accept":
                    world.feel(series.organiser, "irritation", who, IRRITATES * share, (missed,))
            world.live(self._turn_to(who, entry, body, missed))
        self._pass_on(entry, serial)

    def _turn_to(self, who: str, entry: Occurrence, body: MeetingMissed, cause: int) -> Steps[None]:
        """Who had said that they would come is told that they were missed; the conscientious say sorry first."""
        world, organiser, title = self._world, body.organiser, body.title
        if body.answer != "accept" or who == organiser:
            return
        rng = world.streams.of(who, "missed", title, entry.start)
        if who in world.cast and world.is_known(organiser):
            yield from world.until(who, add_working(world.person(who).calendar, world.now, ASKS_AFTER // 2))
            if chance(rng, world.cast[who].temper.conscientiousness):
                yield from self._write(who, organiser, pick(rng, SORRY), title, cause)
                return
        if organiser in world.cast and organiser in entry.came:
            yield from world.until(organiser, add_working(world.person(organiser).calendar, world.now, ASKS_AFTER))
            if chance(rng, 0.3 + 0.5 * world.cast[organiser].temper.directness):
                yield from self._write(organiser, who, pick(rng, MISSED_YOU), title, cause)

    def _write(self, who: str, to: str, template: str, title: str, cause: int) -> Steps[None]:
        text = template.replace("{title}", title)
        errand = Errand(what=title, to=(to,), text=text, manner="own_hand")
        yield from self._attention.think(who, self._moments.errand(who, "event", errand), 30, (cause,))

    # -- asked while they are not there ---------------------------------------------------------------------------

    def _asked(self, meeting: str, text: str) -> str | None:
        """Whom of those invited and not there a text asks something by name."""
        if "?" not in text:
            return None
        entry, world = self._calendar.diary.occurrence(meeting), self._world
        said = folded(text)
        for who in entry.everyone:
            name = folded(world.person(who).first)
            called = (
                rf"(?:^|[.!?;]\s+|\b(?:and|so|but|ok|then)\s+)@?{re.escape(name)}\s*[,:]|,\s*@?{re.escape(name)}\s*\?"
            )
            if who not in entry.present and re.search(called, said):
                return who
        return None

    def _for_absent(self, who: str, asker: str, meeting: str, text: str, serial: int) -> Steps[None]:
        """Somebody else answers; where nobody does, one of those who are there keeps it for them."""
        world = self._world
        yield world.kernel.timeout(WAITS_FOR_ANSWER)
        entry = self._calendar.diary.occurrence(meeting)
        keeper = next(
            (
                one
                for one in (entry.series.organiser, *entry.present)
                if one in entry.present and one in world.cast and one != asker
            ),
            None,
        )
        if serial in self._answered or entry.state != "running" or keeper is None or who in entry.present:
            return
        rng = world.streams.of(keeper, "not here", who, text)
        said = pick(rng, NOT_HERE).replace("{first}", world.person(who).first)
        self._kept.setdefault(meeting, []).append((who, asker, text))
        there = tuple(one for one in entry.present if one != keeper)
        errand = Errand(what=entry.series.title, via="meeting", place=meeting, text=said, manner="own_hand", to=there)
        yield from self._attention.think(keeper, self._moments.errand(keeper, "event", errand), 5, (serial,))

    def _pass_on(self, entry: Occurrence, serial: int) -> None:
        """What was kept for somebody is sent to them, with whoever asked; and the notes, where somebody writes them."""
        world, series = self._world, entry.series
        keeper = next((one for one in (series.organiser, *entry.came) if one in entry.came and one in world.cast), None)
        for who, asker, text in self._kept.pop(entry.id, ()):
            if keeper is not None and world.is_known(who):
                asked = f'In {series.title} {world.person(asker).first} asked you: "{text}"'
                to = tuple(dict.fromkeys(one for one in (who, asker) if one != keeper))
                errand = Errand(what=series.title, to=to, text=asked, wants_reply=True)
                world.live(self._tell(keeper, errand, serial))
        writer = self._noted_by.get(entry.id, self._noted_by.get(series.id))
        if writer is None and series.organiser in world.cast:
            rng = world.streams.of(series.organiser, "notes", series.title, entry.start)
            if chance(rng, world.cast[series.organiser].habits.notes):
                writer = series.organiser
        absent = tuple(who for who in entry.everyone if who not in entry.came and world.is_known(who) and who != writer)
        if writer in entry.came and absent and entry.lines:
            world.live(self._send_notes(writer, absent, entry, serial))

    def _tell(self, keeper: str, errand: Errand, serial: int) -> Steps[None]:
        world = self._world
        yield from world.until(keeper, add_working(world.person(keeper).calendar, world.now, ASKS_AFTER // 2))
        yield from self._attention.think(keeper, self._moments.errand(keeper, "event", errand), 30, (serial,))

    def _send_notes(self, writer: str, absent: tuple[str, ...], entry: Occurrence, serial: int) -> Steps[None]:
        """Notes by mail: who was there, what was decided and by whom, and what was said last."""
        world = self._world
        yield from world.until(writer, add_working(world.person(writer).calendar, world.now, WRITES_NOTES))
        names = {who: world.person(who).name for who in entry.came}
        decided = [f"- {names[line.who]}: {line.text}" for line in entry.lines if line.decided]
        said = [f"- {names[line.who]}: {line.text}" for line in entry.lines if not line.decided][-MOST_NOTED:]
        parts = [f"Notes of {entry.series.title}. There were {', '.join(names[who] for who in entry.came)}."]
        parts += ["Decided:\n" + "\n".join(decided)] if decided else ["Nothing was put on record as decided."]
        parts += ["Said:\n" + "\n".join(said)] if said else []
        mail = {"to": list(absent), "subject": f"Notes: {entry.series.title}", "text": "\n\n".join(parts)}
        try:
            world.do(writer, world.office.parse("mail.send", mail), (serial,))
        except Refused as refused:
            world.fault(writer, f"refused:{refused.code}", refused.why, (serial,))
