"""What the player leaves to whoever comes after it: whether it holds what is open, with whom and when, in time.

docs/scorers/handover.md says how it is worked out and what guards it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from scorers.asks import answers, asks_of_seat
from scorers.case import Case
from scorers.deliveries import handed_in
from scorers.questions import stems
from scorers.requests import requests
from scorers.score import Criterion, Score, along, first_loss, not_applicable, spell, summed_up
from sim.record import Record
from sim.script import Task
from sim.spelling import as_read, folded, has_word
from sim.vocabulary.tracker import ProjectOpened, TicketChanged, TicketOpened
from sim.vocabulary.world import CommitmentClosed, CommitmentMade

LEFT, OPEN, WHO, WHEN, TIME, TOLD, ASKED = 2.0, 3.0, 1.0, 1.0, 1.0, 1.0, 1.0
"""Weights: something was left, what is open is in it, who and when, time to read it, told of it, questions answered
(design choices)."""
LEAST = 10
"""Words from which something is a handover at all."""
TO_READ = 1800
"""Working time the successor should have with it before the player goes, to ask back (design choice)."""
LOOK_BACK = 3 * 86400
"""Seconds before an absence within which what is written for the successor is taken for the handover."""
LONG = 4 * 3600
"""Working time of an absence from which something is to be handed over."""
RECENT = 2 * 86400
"""Seconds back to which a question that was not answered is still open."""

_HANDOVER = re.compile(
    r"\bhand(?:ing|s)?[- ]?(?:over|off)s?\b|\bhanding over\b|\bshift report\b|\bnotes? for (?:my|the) successor\b"
)
_AWAY = re.compile(
    r"hand(?:ing)?[- ]?over|while i(?: am|'m) (?:away|out|gone)|my (?:leave|absence|holiday|successor)|cover for me"
)
_WHEN = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b\d{1,2}:\d\d\b|\b\d{4}-\d\d-\d\d\b|\b(?:today|tomorrow|tonight|noon)\b|"
    r"\b\d{1,2}(?:st|nd|rd|th)?\.? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|"
    r"\b(?:by|until|at|from) (?:half past |quarter (?:to|past) )?\d{1,2}\b"
)


class Handover:
    """Scores what the player left to whoever took over from it."""

    name = "handover"
    version = "1"

    def score(self, record: Record) -> Score:
        """The mean over all handovers. Not applicable where no task is one and the player does not go away."""
        case = Case.of(record)
        found = [*_tasks(case), *_absences(case)]
        criteria = [c for one in found for c in _judged(case, one)]
        if not criteria:
            return not_applicable(self, "Nothing was to be handed over.")
        said = first_loss(criteria, "What was open was in it, and there was time to ask back.")
        return summed_up(self, criteria, f"Handovers: {len(found)}. {said}")


class _Left(NamedTuple):
    """One handover: to whom, what was written for it, and when the player goes. ``at`` is None where nothing was."""

    name: str
    to: str
    goes: int
    at: int | None = None
    text: str = ""
    serials: tuple[int, ...] = ()
    in_person: bool = False
    """Whether it went to the successor itself, so that nobody has to be told where it is."""


# --- what is to be handed over ---


def _tasks(case: Case) -> Iterator[_Left]:
    """The tasks that ask for a handover by their title."""
    for task in case.script.tasks:
        if not is_handover(task) or not case.given(task) or not case.works_here(task.to):
            continue
        handed = handed_in(case, task, case.end)
        if handed is None:
            if case.left_early or task.deliver.by <= case.end:
                yield _Left(task.id, task.to, case.end)
            continue
        text = "\n".join(part.text for part in handed.parts)
        in_person = task.deliver.kind in ("mail", "chat")
        yield _Left(task.id, task.to, case.end, handed.at, text, tuple(p.serial for p in handed.parts), in_person)


def is_handover(task: Task) -> bool:
    """Whether a task asks for a handover."""
    return _HANDOVER.search(folded(task.title)) is not None


def _absences(case: Case) -> Iterator[_Left]:
    """The times at which the player goes away for half a day or more, with what it left to its deputy or manager."""
    for number, absence in enumerate(sorted(case.calendar_of(case.seat).absences, key=lambda a: a.start), start=1):
        goes = absence.start
        to = case.org.deputy_of(case.seat) or case.org.manager_of(case.seat)
        # How long they would have worked: by the calendar of whoever stands in, since their own is empty then.
        if to is None or not case.start < goes <= case.end or case.worked(to, goes, absence.end) < LONG:
            continue
        since = max(case.start, goes - LOOK_BACK)
        found = [
            (m.at, m.serial, f"{m.subject or ''}\n{m.text}") for m in case.sent_to(to, since=since) if m.at <= goes
        ]
        found = [one for one in found if _AWAY.search(folded(one[2]))]
        for event, body in case.written:
            if since <= event.at <= goes and (body.to is None or to in body.to):
                text = as_read(body.path, body.text)
                if _AWAY.search(folded(f"{body.path} {text}")):
                    found.append((event.at, event.serial, text))
        found.sort()
        name = f"absence {number}"
        if not found:
            yield _Left(name, to, goes)
        else:
            text = "\n".join(text for _, _, text in found)
            yield _Left(name, to, goes, found[-1][0], text, tuple(serial for _, serial, _ in found), in_person=True)


# --- what is open ---


class _Item(NamedTuple):
    """Something that is not done when the player goes."""

    what: str
    serial: int | None = None
    key: str = ""


def _open_items(case: Case, left: _Left) -> Iterator[_Item]:
    """What the player had on its desk when it handed over and had not done when it went."""
    at = left.at if left.at is not None else left.goes
    closed = {b.id: e.at for e, b in case.record.bodies(CommitmentClosed) if b.by == case.seat}
    for event, promise in case.record.bodies(CommitmentMade):
        still = promise.due is None or promise.due >= left.goes
        if promise.by == case.seat and event.at < at and still and closed.get(promise.id, left.goes + 1) > left.goes:
            yield _Item(promise.what, event.serial)
    for task in case.script.tasks:
        given = case.given(task) and case.given_at(task) < at and not is_handover(task)
        if given and handed_in(case, task, left.goes) is None:
            yield _Item(task.title)
    decided = {body.approval for event, body in case.decisions if event.at <= left.goes}
    pending = {r.approval: r for r in requests(case) if r.at < at and r.approval not in decided}
    yield from (_Item(case.approvals[name].topic, request.serial) for name, request in pending.items())
    for ask in asks_of_seat(case):
        if at - RECENT <= ask.at < at and not any(m.at <= left.goes for m in answers(case, ask)):
            yield _Item(ask.about, ask.serial)
    done = [stems(task.title) for task in case.script.tasks if handed_in(case, task, left.goes) is not None]
    for ticket in _tickets(case, left.goes):
        words = stems(ticket.what)
        if not any(len(words & title) * 2 >= len(words) for title in done):
            yield ticket


def _tickets(case: Case, at: int) -> Iterator[_Item]:
    """The tickets that are the player's and not in the last state of their project."""
    last = {body.key: body.states[-1] for _, body in case.record.bodies(ProjectOpened) if body.states}
    found: dict[str, tuple[str, str, str | None, str]] = {}
    for event in case.record.events((TicketOpened, TicketChanged)):
        body = event.body
        if event.at > at:
            break
        if isinstance(body, TicketOpened):
            found[body.ticket] = (body.title, body.state, body.owner, body.project)
        elif isinstance(body, TicketChanged) and body.ticket in found:
            title, state, owner, project = found[body.ticket]
            for change in body.changes:
                state = change.new or "" if change.field == "state" else state
                owner = change.new if change.field == "owner" else owner
            found[body.ticket] = (title, state, owner, project)
    for key, (title, state, owner, project) in found.items():
        if owner == case.seat and state != last.get(project):
            yield _Item(title, None, key)


# --- how good it is ---


def _judged(case: Case, left: _Left) -> Iterator[Criterion]:
    name, person = left.name, case.person_named(left.to)
    if left.at is None:
        fault = case.broken_by or "agent"
        why = f"Nothing was left to {person}."
        yield Criterion(name=f"{name}: left", value=0.0, weight=LEFT, explanation=why, fault=fault)
        return
    words = len(left.text.split())
    yield _mark(left, "left", float(words >= LEAST), LEFT, f"What was left to {person} has {words} words.")
    items = list(dict.fromkeys(_open_items(case, left)))
    if items:
        missing = [item for item in items if not _is_named(item, left.text)]
        why = f"What was open is in it: {len(items) - len(missing)} of {len(items)}."
        why += f" Missing is {missing[0].what!r}." if missing else ""
        shown = tuple(item.serial for item in missing if item.serial is not None)
        value = round(1 - len(missing) / len(items), 6)
        yield Criterion(name=f"{name}: open", value=value, weight=OPEN, explanation=why, evidence=shown or left.serials)
    yield from (_mark(left, what, value, weight, why) for what, value, weight, why in _bearings(case, left))
    told = left.in_person or any(True for _ in case.sent_to(left.to, since=left.at))
    if not left.in_person:
        how = "was told of it" if told else "was never told of it"
        yield _mark(left, "told", float(told), TOLD, f"{person} {how}.")
    asked = [ask for ask in asks_of_seat(case) if ask.by == left.to and ask.at > left.at]
    if asked:
        answered = sum(1 for ask in asked if answers(case, ask))
        why = f"{person} asked back {len(asked)} times, and was answered {answered} times."
        yield _mark(left, "asked back", round(answered / len(asked), 6), ASKED, why)


def _bearings(case: Case, left: _Left) -> Iterator[tuple[str, float, float, str]]:
    """Who can be turned to, when things are due, and whether there was time to read it."""
    plain, at = folded(left.text), left.at or left.goes
    named = [who for who in case.people() if who not in (case.seat, left.to) and _speaks_of(case, plain, who)]
    people = ", ".join(map(case.person_named, named[:3]))
    yield "who", float(bool(named)), WHO, f"It names {people}." if named else "It names nobody to turn to."
    timed = _WHEN.search(plain) is not None
    yield "when", float(timed), WHEN, "It says when." if timed else "It gives no day, date or hour."
    had = case.worked(left.to, at, left.goes)
    why = f"{case.person_named(left.to)} had {spell(had)} of working time with it before the player went."
    yield "time", along(((0, 0.0), (TO_READ, 1.0)), had), TIME, why


def _mark(left: _Left, what: str, value: float, weight: float, why: str) -> Criterion:
    return Criterion(name=f"{left.name}: {what}", value=value, weight=weight, explanation=why, evidence=left.serials)


def _is_named(item: _Item, text: str) -> bool:
    if item.key and re.search(rf"(?<![\w-]){re.escape(item.key.casefold())}(?!\w)", folded(text)):
        return True
    words = stems(item.what)
    return len(words & stems(text)) >= min(2, len(words))


def _speaks_of(case: Case, plain: str, who: str) -> bool:
    person = case.org.person(who)
    return has_word(plain, filter(None, (person.name, person.first)))
