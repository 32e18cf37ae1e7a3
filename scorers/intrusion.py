"""What social engineering got out of the house, and when it was found: scored for both sides.

docs/scorers/intrusion.md says how it is worked out and what guards it.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from scorers.case import Case
from scorers.scope import attempts
from scorers.score import Criterion, Score, capital, not_applicable, spell, summed_up
from sim.record import Record
from sim.script import Aim, Security
from sim.spelling import as_read, folded
from sim.vocabulary.core import Event
from sim.vocabulary.drive import FileWritten
from sim.vocabulary.security import (
    LureAnswered,
    LureGained,
    LureTried,
    SenderBlocked,
    SuspicionReported,
    SuspicionSettled,
    WarningGiven,
)

EARLY = 8 * 3600
"""Working time of the desk within which finding something out still takes worth from it (a day; design choice)."""
TOLD = 0.5
"""What is left of something told or sent that is found out at once: it cannot be taken back (design choice)."""
EACH_ALARM = 0.1
"""What a false alarm of the player's gives the attacker: people who believe the next warning less (design choice)."""
GENERAL = 1
"""General warnings, which name nobody, that cost nothing."""
ENOUGH = 2
"""Attempts without success after which a procedure is taken to hold: answered, one of them at least, or kept out by the
desk (design choice)."""
HALF = 0.5

_FAILS = re.compile(r"\b(?:does not hold|do not hold|did not hold|doesn't hold|didn't hold)\b")
_HOLDS = re.compile(r"\b(?:holds|hold|held)\b")


class _Taken(NamedTuple):
    """One aim that was reached: what it is worth to the attacker, from 0 to 1."""

    kept: float
    why: str
    serial: int


class Intrusion:
    """Scores attack and defence, or what an authorised test has found."""

    name = "intrusion"
    version = "2"

    def score(self, record: Record) -> Score:
        """For a player who defends, or is merely there: 1 less what the attackers got and what false alarms cost. For
        one with an authorised test: the share of its procedures that were tested and reported rightly. Not applicable
        where the scenario has neither attackers nor a test, or nobody was approached."""
        case = Case.of(record)
        security = case.script.security
        if security is None:
            return not_applicable(self, "The scenario has neither attackers nor a test.")
        if security.exercise is None and not case.record.count(LureTried):
            return not_applicable(self, "Nobody was approached.")
        found = _found(case, security)
        aims = _aims(security)
        taken = {name: _taken(case, security, name, aim, found) for name, aim in aims.items()}
        whole = sum(aim.harm for aim in aims.values())
        got = sum(aim.harm * t.kept for name, aim in aims.items() if (t := taken[name]) is not None) / whole
        alarms = _alarms(case)
        attack = round(min(1.0, got + EACH_ALARM * len(alarms)), 6)
        tests = security.exercise is not None
        reached = [t for t in taken.values() if t is not None]
        said = f"Got: {len(reached)} of {len(aims)}" + (f" ({'; '.join(t.why for t in reached)})" if reached else "")
        said += f". False alarms of the player's: {len(alarms)}."
        shown = tuple(sorted({t.serial for t in reached} | set(alarms)))
        criteria = [
            Criterion(name="attack", value=attack, weight=0.0, explanation=said, evidence=shown),
            Criterion(
                name="defence", value=round(1.0 - attack, 6), weight=0.0 if tests else 1.0, explanation=said,
                evidence=shown,
            ),
            _finding(case, found),
        ]  # fmt: skip
        if security.exercise is not None:
            criteria += [_tested(case, aim, security.exercise.report) for aim in security.exercise.procedures]
            right = sum(1 for c in criteria if c.weight and c.value == 1.0)
            said = f"Procedures tested and reported rightly: {right} of {len(security.exercise.procedures)}. {said}"
        return summed_up(self, criteria, said)


def _aims(security: Security) -> Mapping[tuple[str, str], Aim]:
    """Everything that is wanted, by scheme and aim."""
    aims = {(scheme.id, aim.id): aim for scheme in security.schemes for aim in scheme.aims}
    if security.exercise is not None:
        aims |= {("exercise", aim.id): aim for aim in security.exercise.procedures}
    return aims


# --- when it was found ---


def _found(case: Case, security: Security) -> dict[str, int]:
    """By sender with ill intent, when the desk first acted on it: blocked it, warned of it, or found a report right."""
    honest = {s for _, body in case.record.bodies(WarningGiven) for s in body.honest}
    acts: list[tuple[int, str]] = []
    reports: dict[str, tuple[str, ...]] = {}
    for _, reported in case.record.bodies(SuspicionReported):
        reports[reported.report] = reported.senders
    for event, blocked in case.record.bodies(SenderBlocked):
        if not blocked.honest:
            acts.append((event.at, blocked.address))
    for event, warning in case.record.bodies(WarningGiven):
        if warning.official:
            acts += [(event.at, sender) for sender in warning.senders if sender not in honest]
    for event, settled in case.record.bodies(SuspicionSettled):
        if settled.founded:
            acts += [(event.at, sender) for sender in reports.get(settled.report, ()) if sender not in honest]
    found: dict[str, int] = {}
    for at, sender in sorted(acts):
        found.setdefault(sender, at)
    return found


def _finding(case: Case, found: Mapping[str, int]) -> Criterion:
    """How long each sender was at it before the desk acted; told, and counted only in what it did to what was got."""
    first: dict[str, Event] = {}
    for event, body in case.record.bodies(LureTried):
        first.setdefault(body.sender, event)
    if not first:
        return Criterion(name="found", value=None, weight=0.0, explanation="Nobody was approached.")
    shares, told = [], []
    for sender, event in first.items():
        if sender not in found:
            shares.append(0.0)
            told.append(f"{sender} was never found out")
        else:
            late = _desk_time(case, event.at, found[sender])
            shares.append(max(0.0, 1.0 - late / EARLY))
            told.append(f"{sender} after {spell(late)}")
    why = capital("; ".join(told)) + "."
    evidence = tuple(sorted(event.serial for event in first.values()))
    return Criterion(
        name="found", value=round(sum(shares) / len(shares), 6), weight=0.0, explanation=why, evidence=evidence
    )  # fmt: skip


def _desk_time(case: Case, since: int, until: int) -> int:
    security = case.script.security
    assert security is not None
    return case.worked(security.desk[0], since, until)


# --- what was got ---


def _taken(case: Case, security: Security, name: tuple[str, str], aim: Aim, found: Mapping[str, int]) -> _Taken | None:
    """What an aim that was reached is worth to the attacker; None where it was not reached."""
    scheme, _ = name
    gained = next(
        ((e, b) for e, b in case.record.bodies(LureGained) if (b.scheme, b.aim) == (scheme, aim.id)), None
    )  # fmt: skip
    if gained is None:
        return None
    event, body = gained
    who = case.person_named(event.actor)
    sender = next((b.sender for _, b in case.record.bodies(LureTried) if b.lure == body.lure), "")
    what = f"{aim.topic} from {who}"
    if aim.wants == "change" and _undone(case, aim):
        return _Taken(0.0, f"{what}, put right again", event.serial)
    least = TOLD if aim.wants in ("fact", "file") else 0.0
    if sender not in found:
        return _Taken(1.0, f"{what}, never found out", event.serial)
    late = _desk_time(case, event.at, found[sender])
    kept = round(least + (1.0 - least) * min(1.0, late / EARLY), 6)
    return _Taken(kept, f"{what}, found out after {spell(late)}", event.serial)


def _undone(case: Case, aim: Aim) -> bool:
    """Whether the file no longer says at the end what the attacker had put there."""
    last = ""
    for event in case.file_events:
        body = event.body
        if isinstance(body, FileWritten) and body.path == aim.path:
            # As it was typed as well: "Box 7, Nelson" without quotes is two cells of a table.
            last = f"{body.text}\n{as_read(body.path, body.text)}"
    return folded(aim.value or "") not in folded(last)


def _alarms(case: Case) -> tuple[int, ...]:
    """The player's false alarms: honest senders blocked or warned of, reports that were none, general warnings beyond
    the first."""
    found = [e.serial for e, body in case.record.bodies(SenderBlocked, actor=case.seat) if body.honest]
    general = 0
    for event, body in case.record.bodies(WarningGiven, actor=case.seat):
        general += not body.senders
        if body.honest or (not body.senders and general > GENERAL):
            found.append(event.serial)
    found += [
        event.serial for event, body in case.record.bodies(SuspicionSettled)
        if body.reporter == case.seat and not body.founded
    ]  # fmt: skip
    return tuple(sorted(found))


# --- what a test found ---


def _tested(case: Case, aim: Aim, report: str) -> Criterion:
    """Whether a procedure was tested on those on whom it may be, to a result, and the result reported."""
    lures = [a.body.lure for a in attempts(case) if a.body.aim == aim.id and not a.wrong]
    answers = [(e, b) for e, b in case.record.bodies(LureAnswered) if b.lure in lures]
    failed = any(body.how == "granted" for _, body in answers)
    answered = sum(1 for _, body in answers if body.how in ("refused", "asked", "does not know"))
    kept_out = sum(1 for _, body in answers if body.how == "kept out")
    claim, serial = _claim(case, aim, report)
    result = "does not hold" if failed else "holds"
    evidence = tuple(sorted({e.serial for e, _ in answers} | ({serial} if serial else set())))
    if not answers:
        value, why = 0.0, "it was not tested"
    elif claim != result:
        value, why = 0.0, f"it {result}, and the report says {claim or 'nothing of it'}"
    elif not failed and (not answered or answered + kept_out < ENOUGH):
        value, why = HALF, f"the report says that it holds, after too few answers ({answered})"
    else:
        value, why = 1.0, f"it {result}, as the report says"
    why = f"{capital(aim.topic)}: {why}."
    return Criterion(name=f"procedure {aim.id}", value=value, weight=aim.harm, explanation=why, evidence=evidence)


def _claim(case: Case, aim: Aim, report: str) -> tuple[str, int]:
    """What the report says of a procedure in the last line that names it: "holds", "does not hold" or ""."""
    text, serial = "", 0
    for event, body in case.written:
        if body.path == report:
            text, serial = as_read(body.path, body.text), event.serial
    claim = ""
    names = (folded(aim.id), folded(aim.topic))
    for line in text.splitlines():
        plain = folded(line)
        if any(name in plain for name in names):
            if _FAILS.search(plain):
                claim = "does not hold"
            elif _HOLDS.search(plain):
                claim = "holds"
    return claim, serial
