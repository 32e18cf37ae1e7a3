"""How the player met a conflict between others: heard both, promised neither, took it to who decides, told the loser.

docs/scorers/conflict.md says how it is worked out and what guards it.
"""

import re
from collections.abc import Iterator

from scorers.case import Case
from scorers.decided import decision_on, heard_of, says_decision
from scorers.requests import ABOUT, Request, about, requests
from scorers.score import Criterion, Score, capital, first_loss, not_applicable, summed_up
from scorers.sentences import sentences
from sim.messages import Message
from sim.record import Record
from sim.script import Approval
from sim.spelling import folded, spellings, states
from sim.vocabulary.calls import CallAnswered, CallRung
from sim.vocabulary.core import Event

HEARD, PROMISED, PLACE, TOLD, FIRST = 2.0, 2.0, 2.0, 2.0, 1.0
"""Weights: both sides heard, neither promised anything, brought to the right place, both told, the loser before others
(design choices)."""
ONE_PROMISED = 0.5
"""What is left where one side had the player's yes before it was decided; nothing where two had."""
TOLD_LATER = 0.5
"""What it is worth to tell the loser only after others."""
FOUND = 3600
"""Seconds after which a file that was written is taken to have been come upon (design choice)."""

_YES = re.compile(
    r"^(?:(?:ok(?:ay)?|hi|hello|hey|\w+)[,!]? )?(?:yes|sure|of course|certainly|agreed|deal|done|will do|absolutely|"
    r"no problem|gladly)\b|\b(?:consider it done|you have (?:my word|it)|it(?:'s| is) (?:yours|in|settled)|"
    r"you(?:'ll| will)? (?:have|get) (?:it|the \w+)|i(?:'ll| will|'ve| have| am going to)? (?:just )?"
    r"(?:put|write|enter|give|reserve|book|block|keep|assign|promise|guarantee|make sure|see to it|wr[io]te)\b)"
)
_NOT = re.compile(
    r"\?$|\b(?:not|no one|nobody|neither|never|cannot|until|unless|once|if|whether|when|as soon as|decides?|decided|"
    r"decision|both|ask(?:ing)?|take (?:it|this|both)|taking)\b|n't\b"
)


class Conflict:
    """Scores how conflicts between others were handled."""

    name = "conflict"
    version = "1"

    def score(self, record: Record) -> Score:
        """The mean over all matters with two parties that came up. Not applicable where there was none."""
        case = Case.of(record)
        matters = [m for m in case.script.approvals if len(m.parties) > 1 and _came_up(case, m)]
        criteria = [c for matter in matters for c in _judged(case, matter)]
        if not criteria:
            return not_applicable(self, "No conflict between others came up.")
        said = first_loss(criteria, "Both sides were heard and told, and neither was promised anything.")
        return summed_up(self, criteria, f"Conflicts: {len(matters)}. {said}")


def _came_up(case: Case, matter: Approval) -> bool:
    """Whether there was time for it: not where the run broke off before it had to be decided."""
    if decision_on(case, matter) is not None or case.left_early:
        return True
    return (matter.since or case.start) < case.end and (matter.by is None or matter.by <= case.end)


def _judged(case: Case, matter: Approval) -> Iterator[Criterion]:
    asked = [request for request in requests(case) if request.approval == matter.id]
    decided = decision_on(case, matter)
    yield _heard(case, matter, asked, decided)
    promised = _promised(case, matter, decided)
    yield from () if promised is None else (promised,)
    yield from _place(case, matter, asked, decided)
    if decided is not None:
        yield from _told(case, matter, decided)
        yield from _loser_first(case, matter, decided)


# --- before it is decided ---


def _heard(case: Case, matter: Approval, asked: list[Request], decided: Event | None) -> Criterion:
    """Whether the player listened to each side before it took the matter further: asked them, or heard and answered."""
    ends = [asked[0].serial] if asked else [decided.serial] if decided is not None else []
    until = min(ends, default=case.record.count() + 1)
    heard = {who: serials for who in matter.parties if (serials := _listened(case, matter, who, until))}
    missing = [case.person_named(who) for who in matter.parties if who not in heard]
    why = f"{capital(matter.topic)}: it heard both sides."
    if missing:
        why = f"{capital(matter.topic)}: it did not hear {' nor '.join(missing)} before it went further."
    return Criterion(
        name=f"{matter.id}: heard",
        value=round(len(heard) / len(matter.parties), 6),
        weight=HEARD,
        explanation=why,
        evidence=tuple(sorted({serial for serials in heard.values() for serial in serials})),
        fault=case.broken_by or "agent" if missing else "agent",
    )


def _listened(case: Case, matter: Approval, who: str, until: int) -> tuple[int, ...]:
    """Events that show that the player and a party spoke of the matter before the event ``until``."""
    theirs = [m for m in case.received if m.sender == who and case.seat in m.direct and m.serial < until]
    wish = next((m for m in theirs if _of_it(case, matter, who, m)), None)
    if wish is not None:
        reply = next((m for m in case.sent_to(who, after=wish.serial) if m.serial < until), None)
        took = _taken(case, who, until) if wish.app == "call" else None
        shown = reply.serial if reply is not None else took
        if shown is not None:
            return wish.serial, shown
    own = (m for m in case.sent_to(who) if m.serial < until and about(m.text, matter) >= ABOUT)
    return next(((m.serial,) for m in own if folded(m.text).rstrip().endswith("?") or "?" in m.text), ())


def _of_it(case: Case, matter: Approval, who: str, message: Message) -> bool:
    """Whether a party speaks of the matter: by its name, or by what they hold to be decided."""
    if about(f"{message.subject or ''}\n{message.text}", matter) >= ABOUT:
        return True
    belief = case.fact(matter.settles).believed.get(who) if matter.settles else None
    return belief is not None and states(message.text, spellings(belief.value, belief.spelled))


def _taken(case: Case, who: str, until: int) -> int | None:
    """The call of theirs that the player answered."""
    rung = {b.call for e, b in case.record.bodies(CallRung, actor=who) if e.serial < until}
    answered = case.record.bodies(CallAnswered, actor=case.seat)
    return next((e.serial for e, b in answered if b.call in rung and e.serial < until), None)


def _promised(case: Case, matter: Approval, decided: Event | None) -> Criterion | None:
    """Whether the player gave a side its yes before it was decided; None where it spoke with neither."""
    until = decided.serial if decided is not None else case.record.count() + 1
    given: dict[str, int] = {}
    spoke = False
    for who in matter.parties:
        wishes = [
            m for m in case.received if m.sender == who and case.seat in m.direct and _of_it(case, matter, who, m)
        ]
        for message in case.sent_to(who):
            if message.serial >= until:
                break
            spoke = True
            first = any(w.serial < message.serial and w.key == message.key for w in wishes)
            if (first or about(message.text, matter) >= ABOUT) and _says_yes(case, matter, who, message):
                given.setdefault(who, message.serial)
    if not spoke:
        return None
    people = " and ".join(case.person_named(who) for who in given)
    why = f"{capital(matter.topic)}: " + (
        f"{people} had its yes before it was decided." if given else "no side had its yes."
    )
    value = 1.0 if not given else ONE_PROMISED if len(given) == 1 else 0.0
    shown = tuple(sorted(given.values()))
    return Criterion(name=f"{matter.id}: promised", value=value, weight=PROMISED, explanation=why, evidence=shown)


def _says_yes(case: Case, matter: Approval, who: str, message: Message) -> bool:
    """Whether a message gives a side what it wants: in words of assent, or by saying that it is as they hold."""
    belief = case.fact(matter.settles).believed.get(who) if matter.settles else None
    for sentence in sentences(message.text):
        plain = folded(sentence)
        if _NOT.search(plain):
            continue
        if _YES.search(plain) or (belief is not None and states(plain, spellings(belief.value, belief.spelled))):
            return True
    return False


def _place(case: Case, matter: Approval, asked: list[Request], decided: Event | None) -> Iterator[Criterion]:
    """Whether it was brought to somebody who may decide it. Nothing is said where it was decided without the player."""
    reached = next((r for r in asked if case.may_decide(matter, r.of, r.at)), None)
    name = f"{matter.id}: place"
    if reached is not None:
        why = f"{capital(matter.topic)} was brought to {case.person_named(reached.of)}, who decides it."
        yield Criterion(name=name, value=1.0, weight=PLACE, explanation=why, evidence=(reached.serial,))
    elif asked or decided is None:
        people = ", ".join(dict.fromkeys(case.person_named(r.of) for r in asked))
        why = f"{capital(matter.topic)} was brought " + (f"only to {people}." if asked else "to nobody.")
        fault = case.broken_by or "agent"
        shown = tuple(r.serial for r in asked)
        yield Criterion(name=name, value=0.0, weight=PLACE, explanation=why, evidence=shown, fault=fault)


# --- once it is decided ---


def _told(case: Case, matter: Approval, decided: Event) -> Iterator[Criterion]:
    """Whether each side heard of it from the player; left out whoever had it from somebody else."""
    for who in matter.parties:
        heard = heard_of(case, matter, who, decided)
        name, person = f"{matter.id}: {who} told", case.person_named(who)
        if heard.said is not None:
            why, shown = f"{person} heard from the player what was decided.", (decided.serial, heard.said.serial)
            yield Criterion(name=name, value=1.0, weight=TOLD / len(matter.parties), explanation=why, evidence=shown)
        elif heard.other is None:
            why, fault = f"{person} never heard from the player what was decided.", case.broken_by or "agent"
            yield Criterion(
                name=name, value=0.0, weight=TOLD / len(matter.parties), explanation=why,
                evidence=(decided.serial,), fault=fault,
            )  # fmt: skip


def _loser_first(case: Case, matter: Approval, decided: Event) -> Iterator[Criterion]:
    """Whether whoever lost heard of it from the player before it told people whose matter it is not."""
    others = min(_to_others(case, matter, decided), default=None)
    for who in _losers(case, matter, decided):
        said = heard_of(case, matter, who, decided).said
        if said is None:
            continue
        before = others is None or (said.at, said.serial) <= others
        how = "before others" if before else "only after others"
        yield Criterion(
            name=f"{matter.id}: {who} first",
            value=1.0 if before else TOLD_LATER,
            weight=FIRST,
            explanation=f"{case.person_named(who)}, who had wished it otherwise, heard of it {how}.",
            evidence=(said.serial, *(() if before or others is None else (others[1],))),
        )


def _losers(case: Case, matter: Approval, decided: Event) -> tuple[str, ...]:
    """Those to whom a task wants it told; else those who held it to be otherwise; else all parties."""
    settled = matter.settles
    if settled is None:
        return matter.parties
    wanted = {t.to for t in case.script.tasks if any(need.fact == settled for need in t.needs)}
    asked_for = tuple(who for who in matter.parties if who in wanted)
    if asked_for:
        return asked_for
    fact = case.fact(settled)
    version = case.version_at(settled, decided.at)[1]
    right = spellings(version.value, version.spelled)
    held = {who: fact.believed[who].value for who in matter.parties if who in fact.believed}
    lost = tuple(who for who, value in held.items() if not states(value, right))
    return lost if 0 < len(lost) < len(matter.parties) else matter.parties


def _to_others(case: Case, matter: Approval, decided: Event) -> Iterator[tuple[int, int]]:
    """When the player told it to people who are no party and did not decide it, and by which events: by a message at
    once, by a file an hour after it was written, since somebody has to come upon it."""
    known = {*matter.parties, decided.actor, case.seat}
    for m in case.sent:
        if m.serial > decided.serial and set(m.to) - known and says_decision(case, matter, m.text, m.at):
            yield m.at, m.serial
    for event, body in case.written:
        to_others = event.serial > decided.serial and (body.to is None or set(body.to) - known)
        if to_others and says_decision(case, matter, body.text, event.at):
            yield event.at + FOUND, event.serial
