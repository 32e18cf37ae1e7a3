"""How the player behaved about meetings: came or said why not, in time, answered, let others speak, kept to the point,
and, where it had called them, gave an agenda and saw decisions written down.

docs/scorers/meetings.md says how it is worked out and what guards it.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from scorers.asks import answers, asks_of_seat, first_answers
from scorers.case import Case
from scorers.likeness import content_words
from scorers.questions import stems
from scorers.score import Criterion, Score, along, first_loss, not_applicable, spell, summed_up
from sim.calendar import is_working
from sim.messages import Message
from sim.record import Record
from sim.vocabulary.calendar import (
    MeetingAnswered,
    MeetingCancelled,
    MeetingDecided,
    MeetingEnded,
    MeetingJoined,
    MeetingLeft,
    MeetingMissed,
    MeetingPlanned,
    MeetingStarted,
)
from sim.vocabulary.core import Event

CAME, IN_TIME, STAYED, ANSWERED, FLOOR, POINT, CALLED, WRITTEN = 2.0, 1.0, 1.0, 2.0, 1.0, 0.5, 1.0, 1.0
"""Weights: came or had said that it would not, in time, stayed, answered when asked, let others speak, kept to the
point, called with an agenda, decisions written down (design choices)."""
LATE = ((60, 1.0), (300, 0.7), (900, 0.0))
"""The worth of coming by the seconds after the beginning. Within a minute nobody minds (design choice)."""
SAID_BEFORE = {"reason": 1.0, "bare": 0.8}
"""What staying away is worth that was announced, with a reason or a stand-in and without."""
SORRY_AFTER = 0.4
"""What a word within a working day after it is worth."""
ELSEWHERE = 0.3
"""What staying away without a word is worth where it sat in another meeting, as everybody could see. Else nothing."""
EARLY = 120
"""Seconds before the planned end from which going is going early."""
LEFT = {"word": 0.8, "": 0.4}
TALKS = 3
"""Lines of the player's from which its share of the talk is looked at, and whether it was to the point."""
SHARE = ((50, 1.0), (90, 0.0))
"""The worth by the percentage of words that were the player's, among three people and more."""
RUN = 4
"""Lines of the player's in succession that talk over others."""
EACH_RUN = 0.25
DAY = 8 * 3600


class Meetings:
    """Scores the player's conduct of and in meetings."""

    name = "meetings"
    version = "1"

    def score(self, record: Record) -> Score:
        """The mean over all meetings that began and wanted the player. Not applicable where there was none."""
        agenda = _Agenda(Case.of(record))
        sittings = list(agenda.sittings())
        criteria = [c for sitting in sittings for c in agenda.judged(sitting)]
        if not criteria:
            return not_applicable(self, "No meeting wanted the player.")
        said = first_loss(criteria, "It came in time, and took part well.")
        return summed_up(self, criteria, f"Meetings: {len(sittings)}. {said}")


class _Sitting(NamedTuple):
    """One meeting that took place and wanted the player."""

    started: Event
    body: MeetingStarted
    ended: Event
    own: bool
    answer: MeetingAnswered | None

    @property
    def meeting(self) -> str:
        return self.body.meeting


class _Agenda:
    """The meetings of one case as the player met them."""

    def __init__(self, case: Case) -> None:
        self.case = case

    @cached_property
    def planned(self) -> Mapping[str, tuple[Event, MeetingPlanned]]:
        """By series, how it was called."""
        return {body.meeting: (event, body) for event, body in self.case.record.bodies(MeetingPlanned)}

    @cached_property
    def answered(self) -> Mapping[str, tuple[Event, MeetingAnswered]]:
        """The player's last answer to each meeting or series."""
        said = self.case.record.bodies(MeetingAnswered, actor=self.case.seat)
        return {body.meeting: (event, body) for event, body in said}

    @cached_property
    def joined(self) -> Mapping[str, tuple[Event, MeetingJoined]]:
        """When the player came to each, the first time."""
        found: dict[str, tuple[Event, MeetingJoined]] = {}
        for event, body in self.case.record.bodies(MeetingJoined, actor=self.case.seat):
            found.setdefault(body.meeting, (event, body))
        return found

    @cached_property
    def lines(self) -> Mapping[str, list[Message]]:
        """What was said in each meeting, as far as the player heard it."""
        found: dict[str, list[Message]] = {}
        for message in self.case.messages:
            if message.app == "meeting":
                found.setdefault(message.place, []).append(message)
        return found

    def sittings(self) -> Iterator[_Sitting]:
        """The meetings that began and ended, and that the player was to come to."""
        case = self.case
        ended = {body.meeting: event for event, body in case.record.bodies(MeetingEnded)}
        off = {body.meeting for _, body in case.record.bodies(MeetingCancelled)}
        for event, body in case.record.bodies(MeetingStarted, since=case.start):
            series = body.meeting.partition(".")[0]
            called = self.planned.get(series)
            own = called is not None and called[0].actor == case.seat
            if (case.seat not in body.to and not own) or body.meeting not in ended or body.meeting in off:
                continue
            reply = self.answered.get(body.meeting) or self.answered.get(series)
            answer = reply[1] if reply is not None and reply[0].serial < event.serial else None
            wanted = own or (answer is not None and answer.answer == "accept")
            if wanted or is_working(case.calendar_of(case.seat), event.at):
                yield _Sitting(event, body, ended[body.meeting], own, answer)

    def judged(self, sitting: _Sitting) -> Iterator[Criterion]:
        """All that can be said of the player's part in one meeting."""
        came = self.joined.get(sitting.meeting)
        yield self._came(sitting, came)
        if came is not None:
            yield self._in_time(sitting, *came)
            parts = (self._stayed(sitting), self._floor(sitting), self._point(sitting), self._written(sitting))
            yield from (part for part in parts if part is not None)
            yield from self._answers(sitting)
        if sitting.own:
            yield self._called(sitting)

    # --- being there ---

    def _came(self, sitting: _Sitting, came: tuple[Event, MeetingJoined] | None) -> Criterion:
        title, name = sitting.body.title, f"{sitting.meeting}: came"
        if came is not None:
            shown = (sitting.started.serial, came[0].serial)
            return Criterion(name=name, value=1.0, weight=CAME, explanation=f"{title}: it came.", evidence=shown)
        value, how, because = self._absence(sitting)
        return Criterion(
            name=name,
            value=value,
            weight=CAME,
            explanation=f"{title}: it did not come, {how}.",
            evidence=tuple(sorted({sitting.started.serial, *because})),
            fault=self.case.broken_by or "agent" if value < SAID_BEFORE["bare"] else "agent",
        )

    def _absence(self, sitting: _Sitting) -> tuple[float, str, tuple[int, ...]]:
        """What staying away is worth: announced, explained afterwards, or without a word."""
        answer = sitting.answer
        if answer is not None and answer.answer != "accept":
            explained = bool(answer.note.strip() or answer.delegate or answer.proposed_start)
            how = "as it had said, with a reason" if explained else "as it had said, without a reason"
            return SAID_BEFORE["reason" if explained else "bare"], how, ()
        for message in self._words(sitting):
            if message.at <= sitting.started.at:
                return SAID_BEFORE["reason"], "as it had written", (message.serial,)
            if self.case.worked(self.case.seat, sitting.ended.at, message.at) <= DAY:
                return SORRY_AFTER, "and said so afterwards", (message.serial,)
        accepted = sitting.own or answer is not None
        missed = self.case.record.bodies(MeetingMissed, actor=self.case.seat)
        elsewhere = any(body.meeting == sitting.meeting and body.elsewhere for _, body in missed)
        how = "though it had said that it would" if accepted else "without a word"
        return (ELSEWHERE, f"{how}, sitting in another one", ()) if elsewhere else (0.0, how, ())

    def _words(self, sitting: _Sitting) -> Iterator[Message]:
        """What the player said about a meeting to whoever called it, from two days before it."""
        called = self.planned.get(sitting.meeting.partition(".")[0])
        organiser = called[0].actor if called is not None else ""
        title = stems(sitting.body.title) | {"meeting"}
        for message in self.case.sent_to(organiser, since=sitting.started.at - 2 * 86400):
            if message.app != "meeting" and title & stems(message.text):
                yield message

    def _in_time(self, sitting: _Sitting, event: Event, joined: MeetingJoined) -> Criterion:
        value = along(LATE, joined.late)
        how = "in time" if value == 1.0 else f"{spell(joined.late)} late"
        return Criterion(
            name=f"{sitting.meeting}: in time",
            value=value,
            weight=IN_TIME,
            explanation=f"{sitting.body.title}: it came {how}.",
            evidence=(event.serial,),
        )

    def _stayed(self, sitting: _Sitting) -> Criterion | None:
        left = [
            (event, body)
            for event, body in self.case.record.bodies(MeetingLeft, actor=self.case.seat)
            if body.meeting == sitting.meeting and body.to and event.at < sitting.body.ends - EARLY
        ]
        back = self.case.record.bodies(MeetingJoined, actor=self.case.seat)
        again = {body.meeting for event, body in back if left and event.serial > left[-1][0].serial}
        if not left or sitting.meeting in again:
            return None
        event, body = left[-1]
        word = "word" if body.word.strip() else ""
        how = "with a word" if word else "without a word"
        return Criterion(
            name=f"{sitting.meeting}: stayed",
            value=LEFT[word],
            weight=STAYED,
            explanation=f"{sitting.body.title}: it went before the end, {how}.",
            evidence=(event.serial,),
        )

    # --- talking ---

    def _answers(self, sitting: _Sitting) -> Iterator[Criterion]:
        """What was asked of the player in the meeting, by whether it answered there."""
        for ask in asks_of_seat(self.case):
            if ask.app != "meeting" or ask.place != sitting.meeting:
                continue
            found = answers(self.case, ask)
            there = next((m for m in found if m.place == sitting.meeting and m.at <= sitting.ended.at), None)
            value = 1.0 if there is not None else 0.5 if found else 0.0
            how = "answered there" if value == 1.0 else "answered only later" if found else "never answered"
            first = there or (found[0] if found else None)
            yield Criterion(
                name=f"{sitting.meeting}: asked {ask.serial}",
                value=value,
                weight=ANSWERED,
                explanation=f"{sitting.body.title}: {self.case.person_named(ask.by)} asked {ask.about!r}, {how}.",
                evidence=(ask.serial, *((first.serial,) if first is not None else ())),
            )

    def _floor(self, sitting: _Sitting) -> Criterion | None:
        """Whether others had their share of the talk."""
        lines = self.lines.get(sitting.meeting, [])
        own = [line for line in lines if line.sender == self.case.seat]
        others = {line.sender for line in lines} - {self.case.seat}
        if len(own) < TALKS or len(self._present(sitting)) < 3:
            return None
        words = [len(line.text.split()) for line in lines]
        mine = sum(count for count, line in zip(words, lines, strict=True) if line.sender == self.case.seat)
        share = round(100 * mine / max(1, sum(words)))
        runs, run = 0, 0
        for line in lines:
            run = run + 1 if line.sender == self.case.seat else 0
            runs += run == RUN and bool(others)
        value = max(0.0, along(SHARE, share) - EACH_RUN * runs)
        return Criterion(
            name=f"{sitting.meeting}: let others speak",
            value=round(value, 6),
            weight=FLOOR,
            explanation=f"{sitting.body.title}: {share} % of what was said was the player's.",
            evidence=tuple(line.serial for line in own) if value < 1.0 else (),
        )

    def _point(self, sitting: _Sitting) -> Criterion | None:
        """Whether what the player said was of what the meeting, the others or its work were about."""
        lines = self.lines.get(sitting.meeting, [])
        owed = first_answers(self.case)
        own = [
            m for m in lines if m.sender == self.case.seat and m.serial not in owed and len(content_words(m.text)) > 2
        ]
        if len(own) < TALKS:
            return None
        called = self.planned.get(sitting.meeting.partition(".")[0])
        known = stems(f"{sitting.body.title}\n{called[1].agenda if called is not None else ''}")
        known |= stems("\n".join(f"{task.title}\n{task.text}" for task in self.case.script.tasks))
        known |= stems("\n".join(fact.topic for fact in self.case.script.facts))
        known |= stems("\n".join(m.text for m in lines if m.sender != self.case.seat))
        astray = tuple(m.serial for m in own if not known & stems(m.text))
        return Criterion(
            name=f"{sitting.meeting}: to the point",
            value=round(1 - len(astray) / len(own), 6),
            weight=POINT,
            explanation=f"{sitting.body.title}: of {len(own)} lines {len(astray)} were of something else.",
            evidence=astray,
        )

    # --- calling ---

    def _called(self, sitting: _Sitting) -> Criterion:
        """Whether a meeting of the player's own had an agenda, and found people free."""
        event, body = self.planned[sitting.meeting.partition(".")[0]]
        value = (1.0 if body.agenda.strip() else 0.5) * (0.5 if body.busy else 1.0)
        how = "with an agenda" if body.agenda.strip() else "without an agenda"
        if body.busy:
            how += f", when {', '.join(map(self.case.person_named, body.busy))} could be seen to be taken"
        why = f"{body.title}: the player called it {how}."
        return Criterion(
            name=f"{sitting.meeting}: called", value=value, weight=CALLED, explanation=why, evidence=(event.serial,)
        )

    def _written(self, sitting: _Sitting) -> Criterion | None:
        """Whether what came of a meeting of the player's own was put down: there, or in writing within a day."""
        present = self._present(sitting)
        if not sitting.own or len(present) < 2 or len(self.lines.get(sitting.meeting, ())) < 2:
            return None
        case, name, title = self.case, f"{sitting.meeting}: written down", sitting.body.title
        noted = [e for e, b in case.record.bodies(MeetingDecided) if b.meeting == sitting.meeting]
        topic = stems(f"{title}\n{self.planned[sitting.meeting.partition('.')[0]][1].agenda}")
        for message in case.sent:
            after = sitting.started.at < message.at and case.worked(case.seat, sitting.ended.at, message.at) <= DAY
            told = len(set(message.to) & present) * 2 >= len(present) - 1
            if (
                after
                and told
                and message.app in ("mail", "chat")
                and topic & stems(f"{message.subject} {message.text}")
            ):
                noted.append(case.record.event(message.serial))
        for event, body in case.written:
            if event.at > sitting.started.at and case.worked(case.seat, sitting.ended.at, event.at) <= DAY:
                noted += [event] if topic & stems(f"{body.path} {body.text}".replace("-", " ")) else []
        how = "what came of it was written down" if noted else "nothing of it was written down"
        return Criterion(
            name=name,
            value=float(bool(noted)),
            weight=WRITTEN,
            explanation=f"{title}: {how}.",
            evidence=tuple(event.serial for event in noted[:1]) or (sitting.ended.serial,),
        )

    def _present(self, sitting: _Sitting) -> frozenset[str]:
        body = sitting.ended.body
        return frozenset(body.present) if isinstance(body, MeetingEnded) else frozenset()
