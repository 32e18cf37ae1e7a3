"""What the player did when somebody rang, came up or began a meeting, and whether it went back to its work.

docs/scorers/interruptions.md says how it is worked out and what guards it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from scorers.case import Case
from scorers.score import Criterion, Score, not_applicable, spell, summed_up
from sim.calendar import WorkCalendar, add_working, is_working
from sim.commitments import read_time
from sim.record import Record
from sim.vocabulary.calendar import MeetingAnswered, MeetingCancelled, MeetingJoined, MeetingPlanned, MeetingStarted
from sim.vocabulary.calls import CallAnswered, CallDeclined, CallEnded, CallMissed, CallRung, CallSaid
from sim.vocabulary.core import Event
from sim.vocabulary.pager import PageAcknowledged, PageEscalated, PagePassedOn, PageRaised
from sim.vocabulary.seat import Acted, Dropped, Interrupted, InterruptionMet, Resumed

MINUTE, HOUR, DAY = 60, 3600, 8 * 3600

URGENT_SOON, URGENT_LATER = 30 * MINUTE, 2 * HOUR
"""Working time within which an urgent call that was not taken has to be followed up (design choice)."""
CALL_BACK = 4 * HOUR
"""Working time within which a missed call, or a deferred one that named no time, is to be followed up."""
SLACK = HOUR
"""How long after the time it named itself a call back is still in time."""
URGENT = 2.0
"""Weight of an urgent interruption beside an ordinary one."""
WORK = 0.5
"""Weight of interrupted work beside the interruption itself."""
SOON = DAY
"""Working time within which interrupted work is to be resumed. At work 82 % is, on the same day (Mark, in an interview
with Gallup on her field studies)."""
TOO_LATE_TO_TELL = HOUR
"""Where so little working time was left after an interruption, nothing is said about what came of it."""


class _Ring(NamedTuple):
    """Somebody wants the player now."""

    event: Event
    by: str
    what: str
    urgent: bool
    how: str
    """"taken", "cut off", "declined", "deferred" or "missed"."""
    met: Event
    why: str
    """What the player said when it declined."""
    busy: bool = False
    """Whether the player could not have taken it."""


class Interruptions:
    """Scores how the player met what cut in."""

    name = "interruptions"
    version = "2"

    def score(self, record: Record) -> Score:
        """The mean worth of what was done about each interruption and the work it broke off. Not applicable where
        nobody interrupted."""
        case = Case.of(record)
        met = [c for ring in _rings(case) if (c := _ring(case, ring)) is not None]
        met += [c for c in _pages(case) if c is not None]
        met += [c for c in _meetings(case) if c is not None]
        resumed = list(_work(case))
        if not met and not resumed:
            return not_applicable(self, "Nobody interrupted the player.")
        well = sum(1 for c in met if c.value is not None and c.value >= 0.75)
        back = sum(1 for c in resumed if c.value is not None and c.value >= 0.6)
        said = f"Interruptions met well: {well} of {len(met)}"
        said += f"; interrupted work taken up again: {back} of {len(resumed)}." if resumed else "."
        return summed_up(self, [*met, *resumed], said)


# --- calls and walk-ups ---


def _rings(case: Case) -> Iterator[_Ring]:
    """Every call and walk-up to the seat, with how it was met."""
    seat = case.seat
    settled: dict[str, Event] = {}
    spoken: dict[str, list[Event]] = {}
    ended: dict[str, Event] = {}
    for event in case.record.events((CallAnswered, CallDeclined, CallMissed, CallSaid, CallEnded)):
        body = event.body
        if isinstance(body, CallAnswered | CallDeclined | CallMissed):
            settled.setdefault(body.call, event)
        elif isinstance(body, CallSaid):
            spoken.setdefault(body.call, []).append(event)
        elif isinstance(body, CallEnded):
            ended.setdefault(body.call, event)
    met = {body.notice: (event, body.how) for event, body in case.record.bodies(InterruptionMet)}
    for event, rung in case.record.bodies(CallRung, since=case.start):
        if seat not in rung.to:
            continue
        end = settled.get(rung.call)
        shown, how = met.get(event.serial, (end, ""))
        if shown is None:
            continue
        if not how and end is not None:
            how = {"call.answered": "taken", "call.declined": "declined"}.get(end.kind, "missed")
        why = end.body.why if end is not None and isinstance(end.body, CallDeclined) else ""
        if how == "declined" and why and read_time(why, shown.at, case.calendar_of(seat)) is not None:
            how = "deferred"
        last = ended.get(rung.call)
        heard = any(line.actor != seat for line in spoken.get(rung.call, ()))
        if how == "taken" and last is not None and last.actor == seat and not heard:
            how = "cut off"  # whoever rang had something to say
        busy = end is not None and isinstance(end.body, CallMissed) and end.body.reason == "busy"
        what = "walked up" if rung.way == "walk_up" else "rang"
        yield _Ring(event, event.actor, what, rung.urgent, how, shown, why, busy)


def _ring(case: Case, ring: _Ring) -> Criterion | None:
    """What one call or walk-up was met with; None where nothing can be expected."""
    at_work = is_working(case.calendar_of(case.seat), ring.event.at)
    if ring.how != "taken" and not at_work and not ring.urgent:
        return None
    followed = _follow_up(case, ring)
    left = case.worked(case.seat, ring.met.at, case.end)
    if ring.how != "taken" and followed is None and left < TOO_LATE_TO_TELL and not case.left_early:
        return None
    value, became = _worth(case, ring, followed)
    who = case.person_named(ring.by)
    evidence = {ring.event.serial, ring.met.serial, *(() if followed is None else (followed.serial,))}
    kind = "walk-up" if ring.what == "walked up" else "call"
    return Criterion(
        name=f"{'urgent ' if ring.urgent else ''}{kind} {ring.event.serial}",
        value=value,
        weight=URGENT if ring.urgent else 1.0,
        explanation=f"{who} {ring.what}{' and it was urgent' if ring.urgent else ''}: {became}",
        evidence=tuple(sorted(evidence)),
        fault=case.broken_by or "agent" if value == 0.0 else "agent",
    )


class _After(NamedTuple):
    at: int
    serial: int


def _follow_up(case: Case, ring: _Ring) -> _After | None:
    """The first word to whoever rang, or call to them, after it was not taken."""
    said = next(iter(case.sent_to(ring.by, after=ring.met.serial)), None)
    rung = next(
        (e for e, b in case.record.bodies(CallRung, actor=case.seat, after_serial=ring.met.serial) if ring.by in b.to),
        None,
    )
    found = [_After(e.at, e.serial) for e in (said, rung) if e is not None]
    return min(found, key=lambda after: after.serial) if found else None


def _worth(case: Case, ring: _Ring, followed: _After | None) -> tuple[float, str]:
    if ring.how == "taken":
        return 1.0, "taken."
    if ring.how == "delegated" and _somebody_else_took_it(case, ring):
        return 0.9, "declined, naming a colleague who took it."
    told = {"cut off": "hung up on before they could speak", "missed": "missed"}.get(ring.how, ring.how)
    took = None if followed is None else case.worked(case.seat, ring.met.at, followed.at)
    after = "never followed up." if took is None else f"followed up after {spell(took)} of working time."
    if ring.urgent:
        soon = took is not None and took <= URGENT_SOON
        later = took is not None and took <= URGENT_LATER
        return (0.6 if soon else 0.3 if later else 0.0), f"{told}, {after}"
    if ring.how == "deferred":
        due = _named_time(case, ring)
        if followed is not None and followed.at <= due:
            return 1.0, f"deferred, and followed up when it said ({spell(took or 0)} of working time later)."
        return (0.5 if took is not None and took <= DAY else 0.0), f"deferred, but {after}"
    if ring.how == "missed":
        within = 0.8 if took is not None and took <= CALL_BACK else 0.5 if took is not None and took <= DAY else 0.0
        return (min(1.0, within + 0.2) if ring.busy else within), f"missed, {after}"
    turned_down = ring.how in ("declined", "delegated")
    reason = turned_down and bool(ring.why.strip())
    followed_up = took is not None and took <= DAY
    value = 0.8 if followed_up or reason else 0.4
    told = "declined, naming a colleague who did not take it" if ring.how == "delegated" else told
    return (value if turned_down else value / 2), f"{told}{', saying why' if reason else ''}, {after}"


def _somebody_else_took_it(case: Case, ring: _Ring) -> bool:
    """Whether whoever rang reached somebody else by phone after the player had named them."""
    rung = {b.call for _, b in case.record.bodies(CallRung, actor=ring.by, after_serial=ring.met.serial)}
    answered = case.record.bodies(CallAnswered, after_serial=ring.met.serial)
    return any(body.call in rung and event.actor != case.seat for event, body in answered)


def _named_time(case: Case, ring: _Ring) -> int:
    """By when a deferred call was to be followed up: the time the player named, and some slack."""
    calendar: WorkCalendar = case.calendar_of(case.seat)
    named = read_time(ring.why, ring.met.at, calendar) if ring.why else None
    return add_working(calendar, ring.met.at, CALL_BACK) if named is None else add_working(calendar, named, SLACK)


# --- pages ---


def _pages(case: Case) -> Iterator[Criterion | None]:
    """Every page that came to the seat, by what was done about it: taken, handed to somebody who took it, put off to a
    time and seen to then, turned down with a reason, or left until it went up the line."""
    met = {body.notice: (event, body.how) for event, body in case.record.bodies(InterruptionMet)}
    taken: dict[str, list[Event]] = {}
    for event, acknowledged in case.record.bodies(PageAcknowledged):
        taken.setdefault(acknowledged.page, []).append(event)
    for event in case.record.events((PageRaised, PagePassedOn, PageEscalated), since=case.start):
        body = event.body
        if not isinstance(body, PageRaised | PagePassedOn | PageEscalated) or case.seat not in body.to:
            continue
        shown, how = met.get(event.serial, (None, ""))
        if shown is None:
            continue
        after = [e for e in taken.get(body.page, ()) if e.serial > shown.serial]
        value, became = _worth_of_page(case, how, shown, after)
        yield Criterion(
            name=f"page {event.serial}", value=value, weight=URGENT, explanation=f"The player was paged: {became}",
            evidence=tuple(sorted({event.serial, shown.serial, *(e.serial for e in after[:1])})),
            fault=case.broken_by or "agent" if value == 0.0 else "agent",
        )  # fmt: skip


def _worth_of_page(case: Case, how: str, shown: Event, after: list[Event]) -> tuple[float, str]:
    body = shown.body
    assert isinstance(body, InterruptionMet)
    if how == "taken":
        return 1.0, f"taken after {spell(body.after)}."
    if how == "delegated":
        return (1.0, "handed to somebody who took it.") if after else (0.4, "handed to somebody who did not take it.")
    if how == "deferred":
        own = [e for e in after if e.actor == case.seat]
        return (0.7, "put off, and taken then.") if own else (0.2, "put off, and never taken.")
    if how == "declined":
        return 0.3, "turned down."
    return 0.0, "left until it went up the line."


# --- meetings ---


def _meetings(case: Case) -> Iterator[Criterion | None]:
    """Meetings that began and wanted the player: those it had accepted or called itself, and those that cut in."""
    answered: dict[str, str] = {}
    own: set[str] = set()
    cut = {body.notice for _, body in case.record.bodies(Interrupted)}
    for _, answer in case.record.bodies(MeetingAnswered, actor=case.seat):
        answered[answer.meeting] = answer.answer
    for _, planned in case.record.bodies(MeetingPlanned, actor=case.seat):
        own.add(planned.meeting)
    joined = {body.meeting: event for event, body in case.record.bodies(MeetingJoined, actor=case.seat)}
    called_off = {body.meeting for _, body in case.record.bodies(MeetingCancelled)}
    for event, started in case.record.bodies(MeetingStarted, since=case.start):
        meeting, series = started.meeting, started.meeting.partition(".")[0]
        answer_given = answered.get(meeting, answered.get(series))
        mine = {meeting, series} & own
        expected = answer_given == "accept" or bool(mine) or event.serial in cut
        if case.seat not in started.to or not expected or meeting in called_off or started.ends > case.end:
            continue
        if not is_working(case.calendar_of(case.seat), event.at):
            continue
        name = f"meeting {event.serial}"
        if meeting in joined:
            there = (event.serial, joined[meeting].serial)
            yield Criterion(name=name, value=1.0, explanation=f"{started.title}: attended.", evidence=there)
        elif answer_given in ("decline", "tentative", "propose"):
            yield Criterion(
                name=name,
                value=1.0,
                explanation=f"{started.title}: not attended, as it had said beforehand.",
                evidence=(event.serial,),
            )
        else:
            value = 0.3 if answer_given is None and not mine else 0.0
            said = "without a word" if answer_given is None else "though it had accepted"
            yield Criterion(
                name=name,
                value=value,
                explanation=f"{started.title}: not attended, {said}.",
                evidence=(event.serial,),
                fault=case.broken_by or "agent",
            )


# --- the work that was broken off ---


def _work(case: Case) -> Iterator[Criterion]:
    """Each piece of work that was cut short, and when it was taken up again. The latest is taken up first."""
    stack: list[tuple[Event, Interrupted]] = []
    fates: dict[int, tuple[Event, str]] = {}
    cuts: list[tuple[Event, Interrupted]] = []
    for event in case.record.events((Interrupted, Resumed, Dropped)):
        body = event.body
        if isinstance(body, Interrupted):
            stack.append((event, body))
            cuts.append((event, body))
        elif stack and isinstance(body, Resumed | Dropped):
            fates[stack.pop()[0].serial] = (event, "resumed" if isinstance(body, Resumed) else "dropped")
    for event, _ in stack:
        again = _done_again(case, event)
        if again is not None:
            fates[event.serial] = (again, "done again")
    for event, body in cuts:
        fate = fates.get(event.serial)
        if fate is None and case.worked(case.seat, event.at, case.end) < TOO_LATE_TO_TELL and not case.left_early:
            continue
        name, what = f"work {event.serial}", f"{_name(case, body.by)} cut short {body.action}:"
        if fate is None:
            yield Criterion(
                name=name, value=0.0, weight=WORK, explanation=f"{what} never taken up again.", evidence=(event.serial,)
            )
            continue
        then, how = fate
        took = case.worked(case.seat, event.at, then.at)
        value = 0.5 if how == "dropped" else 1.0 if took <= SOON else 0.6
        yield Criterion(
            name=name,
            value=value,
            weight=WORK,
            explanation=f"{what} {how} after {spell(took)} of working time.",
            evidence=(event.serial, then.serial),
        )


def _name(case: Case, who: str) -> str:
    return case.person_named(who) if case.works_here(who) else "A meeting"


def _done_again(case: Case, cut: Event) -> Event | None:
    """The same kind of action, carried through later."""
    action = cut.body.action if isinstance(cut.body, Interrupted) else ""
    later = case.record.bodies(Acted, actor=case.seat, after_serial=cut.serial)
    return next((event for event, body in later if body.action == action), None)
