"""Whether decisions were brought to the right person: entitled, nearest, in time, with what they need, one at a time.

docs/scorers/escalation.md says how it is worked out and what guards it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorers.case import Case
from scorers.outcome import named_needs
from scorers.requests import ABOUT, Request, about, requests
from scorers.score import Criterion, Score, capital, not_applicable, spell, summed_up
from sim.messages import Message
from sim.record import Record
from sim.script import Approval
from sim.spelling import folded
from sim.vocabulary.world import ApprovalRequested, Redirected

HOUR, DAY = 3600, 8 * 3600

PERSON, NAMED, IN_TIME, ONE, FOLLOWED = 3.0, 2.0, 2.0, 1.0, 1.0
"""Weights: the right person, what a request has to name, in time, one at a time, redirects (design choices)."""
OVER_HEADS = 0.5
"""What a request is worth to somebody entitled who is further up than need be."""
DETOUR = 0.15
"""What each person costs who was asked before the right one, without being entitled, the player's manager, or pointed
to; at most `DETOURS`."""
DETOURS = 0.6
NAMED_LATER = 0.7
"""What a fact is worth that was named only after the request."""
FAIR = 4 * HOUR
"""Working time that whoever decides should have before the deadline, and after which no answer is reason enough to go
further up (design choice: no figures for this were found)."""
AT_ONCE = 2 * HOUR
"""Working time within which requests to several people count as sent to all at once."""


class Escalation:
    """Scores how decisions that need somebody above were brought about."""

    name = "escalation"
    version = "4"

    def score(self, record: Record) -> Score:
        """The mean over all approvals that a task needs or the player asked for, and of calls over people's heads.

        Not applicable where no task needs an approval and the player asked for none and went over nobody's head.
        """
        case = Case.of(record)
        asked = requests(case)
        needed = {task.approval for task in case.script.tasks if task.approval and case.given(task)}
        needed |= {a.id for a in case.script.approvals if a.sort != "approval" and (a.since or 0) < case.end}
        wanted = [a for a in case.script.approvals if a.id in needed or any(r.approval == a.id for r in asked)]
        criteria: list[Criterion] = []
        for approval in wanted:
            criteria += _judged(case, approval, [r for r in asked if r.approval == approval.id])
        criteria += _over_heads(case, asked)
        if not criteria:
            return not_applicable(self, "No decision was needed from anybody above, and the player asked for none.")
        faults = [c.explanation for c in criteria if c.value is not None and c.value < 1.0]
        said = faults[0] if faults else "Each was brought to the right person."
        if len(faults) > 1:
            said = f"The first of {len(faults)} losses: {said}"
        return summed_up(self, criteria, f"Decisions to bring about: {len(wanted)}. {said}")


# --- one approval ---


class _Way(NamedTuple):
    """How a request travelled: all requests, and the first that reached somebody entitled."""

    all: Sequence[Request]
    reached: Request | None


def _judged(case: Case, approval: Approval, asked: list[Request]) -> list[Criterion]:
    name = approval.id
    if not asked:
        why, fault = f"Nobody was asked for {approval.topic}.", case.broken_by or "agent"
        return [Criterion(name=f"{name}: asked", value=0.0, weight=PERSON, explanation=why, fault=fault)]
    way = _Way(asked, next((r for r in asked if case.may_decide(approval, r.of, r.at)), None))
    criteria = [_person(case, approval, way)]
    if way.reached is not None:
        criteria += [_named(case, approval, way.reached), _in_time(case, approval, way.reached)]
    if approval.sort != "approval":
        criteria.append(_tried_first(case, approval))
    criteria.append(_one_at_a_time(case, approval, asked))
    criteria += _redirects(case, approval, asked)
    return criteria


def _person(case: Case, approval: Approval, way: _Way) -> Criterion:
    """Whether it reached the nearest who may decide, and how straight."""
    name = f"{approval.id}: right person"
    evidence = tuple(dict.fromkeys(request.serial for request in way.all))
    if way.reached is None:
        people = ", ".join(dict.fromkeys(case.person_named(r.of) for r in way.all))
        why = f"{capital(approval.topic)} was asked only of {people}, who may not decide it."
        return Criterion(name=name, value=0.0, weight=PERSON, explanation=why, evidence=evidence)
    who = case.person_named(way.reached.of)
    right = case.entitled(approval, way.reached.at)
    nearest = right[0] if right else way.reached.of
    value, why = 1.0, f"{capital(approval.topic)} was asked of {who}, who decides it."
    below = approval.sort == "approval" and nearest in case.org_at(way.reached.at).chain_of_command(way.reached.of)
    if way.reached.of != nearest and not below and not _has_reason(case, approval, nearest, way.reached):
        value, why = (
            OVER_HEADS,
            f"{capital(approval.topic)} was asked of {who}, over the head of {case.person_named(nearest)}.",
        )
    strays = [r.of for r in way.all if r.serial < way.reached.serial and not _is_natural(case, approval, r)]
    if strays:
        people = ", ".join(case.person_named(one) for one in dict.fromkeys(strays))
        value *= 1 - min(DETOURS, DETOUR * len(dict.fromkeys(strays)))
        why += f" Before, it was asked of {people}, who may not decide it."
    return Criterion(name=name, value=round(value, 6), weight=PERSON, explanation=why, evidence=evidence)


def _has_reason(case: Case, approval: Approval, nearest: str, request: Request) -> bool:
    """Whether it was fair to go past the nearest: pointed there, refused, or asked and left waiting long enough."""
    if request.of in _pointed_to(case, request.serial):
        return True
    if any(e.actor == nearest and b.approval == approval.id and e.serial < request.serial for e, b in case.decisions):
        return True
    earlier = [r for r in requests(case) if r.of == nearest and r.approval == approval.id and r.at < request.at]
    return bool(earlier) and case.worked(nearest, earlier[0].at, request.at) >= _fair(approval)


def _fair(matter: Approval) -> int:
    """The working time after which no answer is reason enough to go past somebody: of a decision, the scenario's."""
    return FAIR if matter.sort == "approval" else matter.wait


def _is_natural(case: Case, matter: Approval, request: Request) -> bool:
    """Whether it was natural to ask this person first though they may not decide: one's manager, whoever it is to be
    tried with first, or somebody pointed to."""
    first = (case.org_at(request.at).manager_of(case.seat), matter.ask_first)
    return request.of in first or request.of in _pointed_to(case, request.serial)


def _pointed_to(case: Case, before: int) -> frozenset[str]:
    """Those to whom anybody had sent the player before the event ``before``."""
    sent = (b for e, b in case.record.bodies(Redirected) if e.serial < before and case.seat in b.reader)
    return frozenset(who for body in sent for who in body.to)


def _named(case: Case, approval: Approval, request: Request) -> Criterion:
    """Whether the request named what it had to, as it stood then."""
    name = f"{approval.id}: named"
    if not approval.needs:
        return Criterion(name=name, value=None, weight=NAMED, explanation="The request had nothing to name.")
    decided = next((e.at for e, b in case.decisions if b.approval == approval.id), case.end)
    at_first = named_needs(case, approval, request.of, request.at)
    in_the_end = named_needs(case, approval, request.of, decided)
    share, later = len(at_first) / len(approval.needs), len(in_the_end) / len(approval.needs)
    missing = [case.fact(fact).topic for fact in approval.needs if fact not in in_the_end]
    why = "The request named all it had to."
    if missing:
        why = f"It was not named, or not as it was then: {', '.join(missing)}."
    elif share < 1:
        why = "What the request had to name was said only later."
    value = round(share + NAMED_LATER * (later - share), 6)
    return Criterion(name=name, value=value, weight=NAMED, explanation=why, evidence=(request.serial,))


def _in_time(case: Case, approval: Approval, request: Request) -> Criterion:
    """Whether whoever decides had a fair time for it before the deadline."""
    name = f"{approval.id}: in time"
    due = [task.deliver.by for task in case.script.tasks if task.approval == approval.id and case.given(task)]
    due += [approval.by] if approval.by is not None else []
    if not due:
        return Criterion(name=name, value=None, weight=IN_TIME, explanation="No deadline hangs on it.")
    left = case.worked(request.of, request.at, min(due))
    came_up = [case.given_at(task) for task in case.script.tasks if task.approval == approval.id and case.given(task)]
    since = max(approval.since or 0, min(came_up, default=case.start))
    whole = case.worked(request.of, min(since, *due), min(due))
    why = f"{case.person_named(request.of)} had {spell(left)} of working time for it before the deadline."
    value = round(min(1.0, left / max(1, min(FAIR, whole))), 6)
    return Criterion(name=name, value=value, weight=IN_TIME, explanation=why, evidence=(request.serial,))


def _tried_first(case: Case, matter: Approval) -> Criterion:
    """Whether it went up only after those who should be tried before had a fair chance, and to no party."""
    name = f"{matter.id}: tried first"
    asked = [
        (e, b) for e, b in case.record.bodies(ApprovalRequested) if e.actor == case.seat and b.approval == matter.id
    ]
    wrong = [(e, b) for e, b in asked if b.standing in ("too_early", "party")]
    if not wrong:
        why = "Nobody was asked before their turn, or to settle their own quarrel."
        return Criterion(name=name, value=1.0, weight=ONE, explanation=why, evidence=tuple(e.serial for e, _ in asked))
    event, body = wrong[0]
    who = case.person_named(body.of)
    why = f"{who} was asked to settle their own quarrel." if body.standing == "party" else f"{who} was asked too early."
    return Criterion(name=name, value=0.0, weight=ONE, explanation=why, evidence=(event.serial,))


def _one_at_a_time(case: Case, approval: Approval, asked: list[Request]) -> Criterion:
    """Whether people were asked one after the other, not all at once."""
    extra: dict[str, int] = {}
    for index, request in enumerate(asked):
        for other in reversed(asked[:index]):
            if case.worked(case.seat, other.at, request.at) >= AT_ONCE:
                break
            if other.of != request.of and not _moved_on(case, approval, other, request):
                extra.setdefault(request.of, request.serial)
    value = max(0.0, 1.0 - 0.5 * len(extra))
    why = "One person was asked at a time."
    if extra:
        why = f"Also {', '.join(map(case.person_named, extra))} was asked before anybody could have answered."
    evidence = tuple(sorted(extra.values()))
    return Criterion(name=f"{approval.id}: one at a time", value=value, weight=ONE, explanation=why, evidence=evidence)


def _moved_on(case: Case, approval: Approval, before: Request, after: Request) -> bool:
    """Whether the one asked before had answered by then: decided, or said anything in person."""
    decided = any(
        e.actor == before.of and b.approval == approval.id and e.serial < after.serial for e, b in case.decisions
    )
    between = (m for m in case.received if before.serial < m.serial < after.serial)
    return decided or any(m.sender == before.of and case.seat in m.direct for m in between)


def _redirects(case: Case, approval: Approval, asked: list[Request]) -> Iterator[Criterion]:
    """Each time whoever was asked sent the player on: whether it went there within a working day."""
    brought = {r.serial for r in asked}
    for event, body in case.record.bodies(Redirected):
        request = next((r for r in asked if r.of == event.actor and r.serial < event.serial), None)
        targets = [who for who in body.to if who != case.seat]
        if request is None or case.seat not in body.reader or not targets:
            continue
        if case.may_decide(approval, event.actor, event.at):
            continue
        if any(r.of in targets and r.serial < event.serial for r in asked):
            continue
        sent = (m for who in targets for m in case.sent_to(who, after=event.serial))
        went = next((m for m in sent if m.serial in brought or _is_about(m, approval)), None)
        if went is None and case.worked(case.seat, event.at, case.end) < HOUR:
            continue
        in_time = went is not None and case.worked(case.seat, event.at, went.at) <= DAY
        there = " or ".join(map(case.person_named, targets))
        yield Criterion(
            name=f"{approval.id}: redirect {event.serial}",
            value=1.0 if in_time else 0.5 if went is not None else 0.0,
            weight=FOLLOWED,
            explanation=f"{case.person_named(event.actor)} sent it on to {there}: "
            + ("it went there." if in_time else "it went there late." if went is not None else "it never went there."),
            evidence=(event.serial, *(() if went is None else (went.serial,))),
        )


def _is_about(message: Message, approval: Approval) -> bool:
    return about(f"{message.subject or ''}\n{message.text}", approval) >= ABOUT


# --- over people's heads ---


def _over_heads(case: Case, asked: Sequence[Request]) -> Iterator[Criterion]:
    """Requests to those above the player's manager who have no part in it: nobody pointed there, they never wrote
    first, they hold nothing that was asked, and may decide nothing that is wanted."""
    concerned = {who for task in case.script.tasks for who in (task.given_by, task.to, task.deliver.to)}
    concerned |= {who for fact in case.script.facts for version in fact.versions for who in version.known_by}
    concerned |= {
        who
        for approval in case.script.approvals
        for at in case.lines_since
        for who in (*approval.entitled, *case.entitled(approval, at))
    }
    concerned |= {request.of for request in asked}
    first: dict[str, Message] = {}
    for message in case.sent:
        above = case.org_at(message.at).chain_of_command(case.seat)[1:]
        for who in message.direct:
            if who not in above or who in concerned or who in first or "?" not in folded(message.text):
                continue
            wrote = any(m.sender == who and m.serial < message.serial for m in case.received if case.seat in m.direct)
            if not wrote and who not in _pointed_to(case, message.serial):
                first[who] = message
    for who, message in first.items():
        yield Criterion(
            name=f"over heads: {who}",
            value=0.0,
            weight=ONE,
            explanation=f"{case.person_named(who)} was asked over the head of the player's manager, for no reason.",
            evidence=(message.serial,),
        )
