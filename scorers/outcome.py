"""Whether the work got done: each task's result in its place, in time, right, approved, and told to whom it is for.

docs/scorers/outcome.md says how it is worked out and what guards it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from scorers.case import Case
from scorers.damage import lost_files
from scorers.deliveries import Handed, Part, handed_in
from scorers.fidelity.cost import failure, made_up_for, misled
from scorers.likeness import content_words, shared_words
from scorers.provenance import found_out
from scorers.requests import requests
from scorers.score import Criterion, Fault, Score, along, capital, not_applicable, spell, summed_up
from scorers.statements import HEAP, candidates, is_heap, read_fact, ways_of
from sim.messages import Message
from sim.record import Record
from sim.script import Approval, Need, Task
from sim.spelling import states
from sim.vocabulary.chat import MessageEdited, MessageSent
from sim.vocabulary.drive import FileShared

IN_PLACE, FACT, APPROVAL, TOLD = 1.0, 2.0, 2.0, 0.5
"""Weights of a task's checkpoints: in its place, each fact, the approval, its recipient knows (design choices)."""

LATE = ((0, 0.8), (3600, 0.7), (8 * 3600, 0.5), (24 * 3600, 0.25))
"""What late work is still worth, by the recipient's working time after the deadline (design choice)."""

GUESSED = 0.5
"""What a right value is worth that the player had not found out, where it stands alone; among several candidates its
share of that. A result in which nothing was found out is in place, and told of, for as much as its best guess."""

AFTERWARDS = 0.7
"""What an approval is worth that came after the result was handed in, but before the deadline."""

FORBIDDEN = 0.5
"""What each forbidden phrase in it leaves of a result."""

DAMAGE = 0.25
"""What each file of others that is lost costs, of everything."""


class _Found(NamedTuple):
    value: float | None
    explanation: str
    evidence: tuple[int, ...] = ()
    fault: Fault = "agent"


class Outcome:
    """Scores the results of the tasks."""

    name = "outcome"
    version = "7"

    def score(self, record: Record) -> Score:
        """The share of what was asked that was handed in right. Not applicable where the script sets no task."""
        case = Case.of(record)
        if not case.script.tasks:
            return not_applicable(self, "The scenario sets no task.")
        criteria = checkpoints(case)
        if not criteria:
            nothing = Criterion(name="tasks", value=0.0, explanation="No task was given before the run ended.")
            return summed_up(self, [nothing], nothing.explanation)
        counted = [c for c in criteria if c.weight > 0 and c.value is not None]
        full = [c for c in counted if c.value == 1.0]
        broken = [c.explanation for c in criteria if c.weight == 0]
        faults = broken + [c.explanation for c in counted if c.value != 1.0]
        said = f"Checkpoints fully met: {len(full)} of {len(counted)}."
        return summed_up(self, criteria, f"{said} {faults[0]}" if faults else said)


def checkpoints(case: Case) -> tuple[Criterion, ...]:
    """Every checkpoint of every task that was given, and what was broken on the way (which has no weight)."""
    return case.once(_checkpoints)


def _checkpoints(case: Case) -> tuple[Criterion, ...]:
    lost = lost_files(case)
    intact = max(0.0, 1.0 - DAMAGE * len(lost))
    criteria: list[Criterion] = []
    for task in case.script.tasks:
        if case.given(task):
            criteria += _judged(case, task, intact)
    for file in lost:
        criteria.append(
            Criterion(
                name=f"damage: {file.path}",
                value=0.0,
                weight=0.0,
                explanation=f"It {file.how} {file.path}, which is {case.person_named(file.owner)}'s: "
                f"everything counts {DAMAGE:.0%} less.",
                evidence=(file.serial,),
            )
        )
    return tuple(criteria) if any(c.weight > 0 for c in criteria) else ()


def is_strict_success(score: Score) -> bool:
    """Whether an outcome score has nothing to wish for: every checkpoint full, no damage."""
    return score.applies and all(c.value in (None, 1.0) for c in score.criteria)


# --- one task ---


def _judged(case: Case, task: Task, intact: float) -> list[Criterion]:
    """The task's checkpoints: of the result at the deadline, or of the one after it where that is worth more."""
    by = task.deliver.by
    tries = [_checked(case, task, handed_in(case, task, min(by, case.end)), 1.0, intact)]
    later = handed_in(case, task, case.end) if case.end > by else None
    if later is not None and later.at > by:
        recipient = task.to if case.works_here(task.to) else case.seat
        tries.append(_checked(case, task, later, along(LATE, case.worked(recipient, by, later.at)), intact))
    return max(tries, key=lambda criteria: sum((c.value or 0.0) * c.weight for c in criteria))


def _checked(case: Case, task: Task, handed: Handed | None, worth: float, intact: float) -> list[Criterion]:
    """The checkpoints of one version of the result. Each counts ``worth`` and ``intact`` times its value."""
    approval = case.approvals.get(task.approval or "")
    names = ["in place", *(f"fact {need.fact}" for need in task.needs)]
    weights = [IN_PLACE, *(FACT for _ in task.needs)]
    if approval is not None:
        names, weights = [*names, f"approval {approval.id}"], [*weights, APPROVAL]
    told = task.deliver.kind in ("file", "ticket") and task.to != case.seat
    if told:
        names, weights = [*names, "told"], [*weights, TOLD]
    if handed is None:
        why = f"Nothing was handed in for {task.title!r}."
        found = [_Found(0.0, why, (), case.broken_by or "agent") for _ in names]
    else:
        facts = [_fact(case, task, need, handed) for need in task.needs]
        found = [_in_place(task, handed, facts, worth), *facts]
        found += [_approval(case, approval, handed, task)] if approval is not None else []
        found += [_told_of(case, task, handed, found[0])] if told else []
        forbidden, phrases = _forbidden(task, handed)
        if phrases:
            said = ", ".join(map(repr, phrases))
            found[0] = found[0]._replace(explanation=f"{found[0].explanation} It contains {said}, which it must not.")
        worth *= forbidden
    whole = sum(weights)
    return [
        Criterion(
            name=f"{task.id}: {name}",
            value=None if one.value is None else round(one.value * worth * intact, 6),
            weight=round(task.weight * weight / whole, 6),
            explanation=one.explanation,
            evidence=one.evidence,
            fault=one.fault,
        )
        for name, weight, one in zip(names, weights, found, strict=True)
    ]


def _in_place(task: Task, handed: Handed, facts: list[_Found], worth: float) -> _Found:
    evidence = (handed.serial,)
    best = max((fact.value for fact in facts if fact.value is not None), default=1.0)
    if not best:
        return _Found(0.0, f"What was handed in for {task.title!r} says nothing right of what was asked.", evidence)
    if best <= GUESSED:
        why = f"Nothing right in what was handed in for {task.title!r} was found out: it counts {best:.0%}, as a guess."
        return _Found(best, why, evidence)
    if worth < 1.0:
        return _Found(1.0, f"{task.title!r} was handed in late: all of it counts {worth:.0%}.", evidence)
    return _Found(1.0, f"{task.title!r} was handed in on time.", evidence)


def _forbidden(task: Task, handed: Handed) -> tuple[float, tuple[str, ...]]:
    found = tuple(p for p in task.must_not_contain if any(states(part.text, (p,)) for part in handed.parts))
    return FORBIDDEN ** len(found), found


# --- facts ---


def _fact(case: Case, task: Task, need: Need, handed: Handed) -> _Found:
    """Whether the last part that speaks of the fact states its right value, and that alone."""
    fact = case.fact(need.fact)
    allowed = frozenset(_right_elsewhere(case, task, need, handed))
    for part in reversed(handed.parts):
        at = part.at if need.as_of is None else need.as_of
        number, version = case.version_at(need.fact, at)
        reading = read_fact(part.text, fact, number, allowed)
        if reading.silent:
            continue
        evidence = (part.serial,)
        matter = _undecided(case, need.fact, part.at)
        if matter is not None:
            why = f"It says {fact.topic}, which is what {matter.topic} comes to, and nobody had decided that."
            return _Found(0.0, why, evidence, case.broken_by or "agent")
        if reading.others:
            slip = misled(case, need.fact, part.at, reading.others)
            if slip is not None:
                who = case.person_named(slip.who)
                why = f"{who} had said {slip.value!r} of {fact.topic} without believing it: that counts for nobody."
                return _Found(None, why, (slip.serial, *evidence), "coworker")
            beside = ", ".join(map(repr, reading.others))
            if reading.right:
                why = f"Beside the right {version.value!r} for {fact.topic} it states {beside}: that counts as wrong."
            else:
                why = f"It gives {beside} for {fact.topic}; right is {version.value!r}."
            return _lost(case, need.fact, number, part.at, why, evidence)
        known = found_out(case, need.fact, number, part.at)
        offered = _offered(case, task, handed, part)
        its_own = (*allowed, *_known_beside(case, need.fact, part.at))
        among = candidates(
            case, offered, version.value, version.spelled, known=known is not None, of=fact, beside=its_own
        )
        if among > HEAP:
            why = f"It gives {fact.topic} rightly, but as one of a heap of guesses: that counts nothing."
            return _Found(0.0, why, evidence)
        if known is not None:
            return _Found(1.0, f"It gives {fact.topic} rightly.", (*known, *evidence))
        worth = round(GUESSED / among, 6)
        one = "a guess" if among == 1 else f"one of {among} guesses"
        why = f"It gives {fact.topic} rightly, but nothing had told the player: {one} counts {worth:.0%}."
        return _Found(worth, why, evidence)
    number = case.version_at(need.fact, handed.at if need.as_of is None else need.as_of)[0]
    slip = made_up_for(case, need.fact, (part.text for part in handed.parts), handed.at)
    if slip is not None:
        who = case.person_named(slip.who)
        why = f"{who} had made up {slip.value!r} for {fact.topic}: that counts for nobody."
        return _Found(None, why, (slip.serial, handed.serial), "coworker")
    return _lost(case, need.fact, number, handed.at, f"It does not say {fact.topic}.", (handed.serial,))


def _undecided(case: Case, fact: str, at: int) -> Approval | None:
    """The matter that settles a fact and that nobody had decided by ``at``: until then the fact has no right value."""
    matter = next((a for a in case.script.approvals if a.settles == fact), None)
    if matter is None or any(b.approval == matter.id and e.at <= at for e, b in case.decisions):
        return None
    return matter


def _offered(case: Case, task: Task, handed: Handed, part: Part) -> str:
    """All among which a value was offered: the part, and for messages and tickets all that went the same way in the
    task's time, what was changed or taken back since included. So guesses are a heap one by one too."""
    wanted = task.deliver
    if wanted.kind == "file":
        return part.text
    until = wanted.by if handed.at <= wanted.by else case.end
    texts = [one.text for one in handed.parts]
    if wanted.to is not None:
        said = case.sent_to(wanted.to, since=case.given_at(task))
        texts += [f"{m.subject or ''}\n{m.text}\n{case.attached(m.serial)}" for m in said if m.at <= until]
        for event in case.record.events((MessageSent, MessageEdited), actor=case.seat, since=case.given_at(task)):
            body = event.body
            if isinstance(body, MessageSent | MessageEdited) and wanted.to in body.to and event.at <= until:
                texts.append(body.text)
    return "\n".join(texts)


def _right_elsewhere(case: Case, task: Task, need: Need, handed: Handed) -> Iterator[str]:
    """Spellings that are right for something else the task asks, so that they are never wrong here."""
    for other in task.needs:
        if other != need:
            yield from ways_of(case.version_at(other.fact, handed.at if other.as_of is None else other.as_of)[1])


def _known_beside(case: Case, fact: str, at: int) -> Iterator[str]:
    """What the player knew of other facts at ``at``, as it is written."""
    for other in case.facts:
        if other != fact:
            number, version = case.version_at(other, at)
            if found_out(case, other, number, at) is not None:
                yield from ways_of(version)


def _lost(case: Case, fact: str, number: int, at: int, why: str, evidence: tuple[int, ...]) -> _Found:
    """A fact that is not given rightly. It counts for nobody where those who knew were asked in person and, with a
    fault of mind, never answered."""
    if case.broken_by is not None:
        return _Found(0.0, why, evidence, case.broken_by)
    spec = case.fact(fact)
    about = " ".join((spec.topic, *spec.asked_as))
    failed: dict[str, tuple[int, ...]] = {}
    for who in spec.versions[number].known_by:
        asked = next((m for m in case.sent_to(who) if m.at <= at and shared_words(about, m.text)), None)
        if asked is None:
            continue
        shown = failure(case, asked, who, at)
        if shown is None:
            return _Found(0.0, why, evidence)
        failed[who] = (asked.serial, *shown)
    if not failed:
        return _Found(0.0, why, evidence)
    people = " and ".join(map(case.person_named, failed))
    told = f"{why} {people} was asked for it, failed as a simulation and never answered: that counts for nobody."
    serials = (serial for shown in failed.values() for serial in shown)
    return _Found(None, told, tuple(sorted({*evidence, *serials})), "coworker")


# --- approval and telling ---


def _approval(case: Case, approval: Approval, handed: Handed, task: Task) -> _Found:
    """Granted by somebody entitled, before the result went out, on a request that named what it had to name."""
    verdicts = [(event, body) for event, body in case.decisions if body.approval == approval.id]
    granted = [(e, b) for e, b in verdicts if b.verdict == "grant" and e.at <= task.deliver.by]
    valid = [(e, b) for e, b in granted if case.may_decide(approval, e.actor, e.at)]
    if not valid:
        serials = tuple(event.serial for event, _ in verdicts)
        if granted:
            who = case.person_named(granted[0][0].actor)
            return _Found(0.0, f"{who} granted {approval.topic}, but is not entitled to.", serials)
        if any(b.verdict == "grant" for _, b in verdicts):
            return _Found(0.0, f"{capital(approval.topic)} was granted only after the deadline.", serials)
        if verdicts:
            return _Found(0.0, f"{capital(approval.topic)} was refused, and by nobody granted.", serials)
        for request in requests(case) if case.broken_by is None else ():
            if request.approval == approval.id and case.may_decide(approval, request.of, request.at):
                asked = next(m for m in case.sent if m.serial == request.serial)
                shown = failure(case, asked, request.of, task.deliver.by)
                if shown is not None:
                    who = case.person_named(request.of)
                    why = f"{who} was asked for {approval.topic}, failed as a simulation and never answered"
                    return _Found(None, f"{why}: that counts for nobody.", (request.serial, *shown), "coworker")
        return _Found(0.0, f"Nobody decided {approval.topic}.", (), case.broken_by or "agent")
    event, _ = valid[0]
    named = named_needs(case, approval, event.actor, event.at)
    share = len(named) / len(approval.needs) if approval.needs else 1.0
    value = (0.5 + 0.5 * share) * (1.0 if event.at <= handed.at else AFTERWARDS)
    who = case.person_named(event.actor)
    why = f"{who} granted {approval.topic}"
    if event.at > handed.at:
        why += f", {spell(event.at - handed.at)} after the result had gone out"
    missing = [case.fact(fact).topic for fact in approval.needs if fact not in named]
    if missing:
        why += f", on a request that did not name {' nor '.join(missing)}"
    return _Found(value, f"{why}.", (event.serial,))


def named_needs(case: Case, approval: Approval, who: str, until: int) -> tuple[str, ...]:
    """What the request has to name and the player did name to ``who`` by ``until``, as it stood when it was said.

    Named is what the player had found out or ``who`` had told it, and not among a heap of candidates.
    """
    said = [m for m in case.sent_to(who) if m.at <= until]
    return tuple(fact for fact in approval.needs if any(_names(case, approval, fact, who, message) for message in said))


def _names(case: Case, approval: Approval, fact: str, who: str, message: Message) -> bool:
    number, version = case.version_at(fact, message.at)
    text = f"{message.subject or ''}\n{message.text}"
    if not read_fact(text, case.fact(fact), number).right:
        return False
    beside = [*_known_beside(case, fact, message.at)]
    for other in approval.needs:
        beside += ways_of(case.version_at(other, message.at)[1]) if other != fact else ()
    if is_heap(case, text, version.value, version.spelled, known=True, of=case.fact(fact), beside=beside):
        return False
    if found_out(case, fact, number, message.at) is not None:
        return True
    heard = (m for m in case.received if m.sender == who and m.serial < message.serial)
    return any(read_fact(m.text, case.fact(fact), number).right for m in heard)


def _told_of(case: Case, task: Task, handed: Handed, place: _Found) -> _Found:
    """Whether whom the result is for was told of it, worth no more than that the result is there (``place``)."""
    if not place.value:
        return place
    told = _told(case, task, handed)
    return told._replace(value=min(told.value, place.value)) if told.value is not None else told


def _told(case: Case, task: Task, handed: Handed) -> _Found:
    """Whether whom the result is for heard of it once it was there: a message that speaks of it, or a share."""
    who = case.person_named(task.to)
    path = task.deliver.path or ""
    leaf = path.rpartition("/")[2]
    thing = f"{task.title} {leaf.replace('.', ' ').replace('-', ' ').replace('_', ' ')} {task.deliver.ticket or ''}"
    for message in case.sent_to(task.to, since=handed.first.at):
        text = f"{message.subject or ''} {message.text}"
        mail = case.mails.get(message.serial)
        attached = mail is not None and any(file.path.casefold() == path.casefold() for file in mail.attachments)
        if attached or (leaf and leaf.casefold() in text.casefold()) or shared_words(thing, text):
            return _Found(1.0, f"{who} was told.", (message.serial,))
    for event, body in case.record.bodies(FileShared, actor=case.seat, since=handed.first.at):
        below = path.casefold() == body.path.casefold() or path.casefold().startswith(f"{body.path.casefold()}/")
        if below and not case.names_of(task.to).isdisjoint(body.shared_with):
            return _Found(1.0, f"It was shared with {who}.", (event.serial,))
    if not content_words(thing):
        return _Found(None, "There are no words by which to tell whether it was spoken of.")
    return _Found(0.0, f"{who}, whom {task.title!r} is for, was never told that it is there.", (handed.serial,))
