"""Two runs side by side: where they part, and what came of it."""

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from orgs.graph import OrgGraph
from scorers.score_run import ScoreCard, score_record
from sim.localtime import day_and_time
from sim.model import Usage
from sim.record import Record
from sim.relations import Relations
from sim.script import Script
from sim.vocabulary.attention import FeelingChanged
from sim.vocabulary.calendar import MeetingDecided, MeetingSpoken
from sim.vocabulary.calls import CallRung, CallSaid
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.core import Event, body_data
from sim.vocabulary.mail import MailSent
from sim.vocabulary.run import RunEnded, RunStarted
from sim.vocabulary.seat import Waited
from sim.vocabulary.world import (
    ApprovalGiven,
    ApprovalRequested,
    CommitmentClosed,
    CommitmentMade,
    TaskDelivered,
    TaskGiven,
)
from workaday.judging import judging_of
from workaday.report import verdict
from workaday.tables import figure
from workaday.transcript import Transcript

_SAID: Final = (MessageSent, MailSent, CallSaid, MeetingSpoken, MeetingDecided)


class Incomparable(Exception):
    """Two runs that have nothing in common: which, and why."""

    def __init__(self, a: str, b: str, why: str) -> None:
        super().__init__(a, b, why)
        self.a, self.b, self.why = a, b, why

    def __str__(self) -> str:
        return f"{self.a} and {self.b} {self.why}"


@dataclass(frozen=True, slots=True)
class Parting:
    """The first event in which two runs differ. A side is None where that run has ended before."""

    serial: int
    at: int
    local: str
    """Weekday and time on the clock of the seat."""
    day: int
    """The day of the run, from 1."""
    a: str | None
    """What happened in the one, and when, in words."""
    b: str | None
    then_a: str | None = None
    """What the seat did next in the one: the first thing it said or did, or how long it meant to wait."""
    then_b: str | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """What one run came to."""

    path: str
    scenario: str
    player: str
    mind: str
    seed: int
    outcome: str
    why: str
    digest: str
    events: int
    simulated_hours: float
    card: ScoreCard
    deliveries: Mapping[str, str]
    """By task: when its result was handed in last, and how late; or that it was not."""
    brought: Mapping[str, str]
    """By approval: to whom the seat brought it first, and when."""
    approvals: Mapping[str, str]
    """By approval: what became of it."""
    promises: Mapping[str, int]
    """Of the seat's promises, how many there are of each ending; "open" for those without."""
    promised: Mapping[str, int]
    """The same of promises made to the seat."""
    trust: Mapping[str, float]
    """By coworker: their trust in the seat at the end, from 0 to 1."""
    sent: int
    """What the seat wrote and said."""
    received: int
    """What coworkers wrote and said to the seat."""
    others: int
    """What coworkers wrote and said to each other."""
    rung: int
    """Calls and walk-ups of the seat."""
    usage: Usage
    """What models used, in all roles."""

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        plain = {name: getattr(self, name) for name in self.__slots__ if name not in ("card", "usage")}
        scores = {name: score.value for name, score in self.card.scores.items()}
        card = {"total": self.card.total, "success": self.card.success, "scores": scores}
        plain |= {name: dict(value) for name, value in plain.items() if isinstance(value, Mapping)}
        return {**plain, **card, "usage": self.usage.model_dump(mode="json")}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs of one scenario."""

    a: Side
    b: Side
    parting: Parting | None
    """None where every event is the same."""
    came_from: str | None
    """Where one is a fork of the other, or both of a third: which, and from when on."""

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        parting = self.parting
        told = None if parting is None else {name: getattr(parting, name) for name in parting.__slots__}
        sides = {"a": self.a.data(), "b": self.b.data()}
        return {"same": parting is None, "parting": told, "fork": self.came_from, **sides}


def diff(a: str | os.PathLike[str], b: str | os.PathLike[str]) -> Comparison:
    """Compare two runs of the same scenario.

    Raises :class:`Incomparable` for runs of two scenarios, :class:`sim.runfile.JournalError`,
    :class:`scorers.case.NotScorable`.
    """
    with Record.open(a) as one, Record.open(b) as other:
        names = [record.header.get("scenario") for record in (one, other)]
        if names[0] != names[1]:
            raise Incomparable(one.path, other.path, f"are runs of two scenarios, {names[0]} and {names[1]}")
        sides = (_side(one), _side(other))
        return Comparison(*sides, _parting(one, other), _came_from(one, other) or _came_from(other, one))


# -- where they part --------------------------------------------------------------------------------------------------


def _parting(one: Record, other: Record) -> Parting | None:
    telling = (Transcript(one), Transcript(other))
    for left, right in zip_longest(one.events(), other.events()):
        if left is not None and right is not None and _alike(left, right):
            for transcript, event in zip(telling, (left, right), strict=True):
                transcript.note(event)
            continue
        both = [
            None if event is None else f"{day_and_time(event.at, transcript.zone)}  {transcript.words(event)}"
            for transcript, event in zip(telling, (left, right), strict=True)
        ]
        if left is not None and right is not None and both[0] == both[1]:
            both = [f"{both[0]}, {_apart(telling[0], left, right)}", f"{both[1]}, {_apart(telling[1], right, left)}"]
        first = min((event for event in (left, right) if event is not None), key=lambda event: event.at)
        zone, day = telling[0].zone, telling[0].day(first.at)
        then = (_goes_on(one, telling[0], first.serial), _goes_on(other, telling[1], first.serial))
        return Parting(first.serial, first.at, day_and_time(first.at, zone), day, both[0], both[1], *then)
    return None


_STEPS: Final = ("chat.", "mail.", "call.", "meeting.said", "drive.", "tracker.", "calendar.", "page.")
"""Kinds of events, by their beginnings, that are steps of a player as people see them."""


def _goes_on(record: Record, transcript: Transcript, serial: int) -> str | None:
    """The seat's next step from an event on: what it says or does, or until when it means to wait. None where the event
    is that step itself."""
    seat = Script.model_validate(record.script).seat
    for event in record.events(actor=seat, after_serial=serial - 1):
        if isinstance(event.body, Waited):
            if event.body.until > event.at:
                return f"{transcript.name(seat)} waits until {transcript.when(event.body.until)}"
        elif event.kind.startswith(_STEPS):
            if event.serial == serial:
                return None
            return f"{transcript.words(event).partition(chr(10))[0]}, {transcript.when(event.at)}"
    return None


_INSTANTS: Final = ("until", "due", "start", "end", "since")


def _apart(transcript: Transcript, event: Event, other: Event) -> str:
    """What of an event is not so in another that is told in the same words."""
    mine, others = body_data(event.body), body_data(other.body)
    found = [
        f"{key} {transcript.when(value) if key in _INSTANTS and isinstance(value, int) else value}"
        for key, value in mine.items()
        if value != others.get(key)
    ]
    causes = ", ".join(map(str, event.causes))
    return ", ".join(found) or (f"because of event {causes}" if causes else "because of nothing before")


def _alike(left: Event, right: Event) -> bool:
    """Whether two events are the same. That two runs name their player or mind otherwise is no event of theirs."""
    if isinstance(left.body, RunStarted) and isinstance(right.body, RunStarted):
        named = {"player": "", "mind": ""}
        return bool({**body_data(left.body), **named} == {**body_data(right.body), **named})
    return left.canonical() == right.canonical()


def _came_from(run: Record, other: Record) -> str | None:
    fork, beside = run.header.get("fork"), other.header.get("fork")
    if fork is None:
        return None
    transcript = Transcript(run)
    when = f"day {transcript.day(fork['at'])}, {day_and_time(fork['at'], transcript.zone)}"
    if fork["digest"] == other.digest():
        return f"{run.path} is a fork of {other.path}, from {when} on"
    if beside is not None and (beside["digest"], beside["at"]) == (fork["digest"], fork["at"]):
        return f"Both are forks of {fork['of']}, from {when} on"
    return None


# -- what came of it --------------------------------------------------------------------------------------------------


def _side(record: Record) -> Side:
    script = Script.model_validate(record.script)
    ended, last = record.last(RunEnded), record.last()
    end = last.at if last is not None else script.start
    seat = script.seat
    sent, received, others = _talk(record, seat)
    return Side(
        path=record.path,
        scenario=record.scenario,
        player=str(record.header["player"]),
        mind=str(record.header["mind"]),
        seed=record.seed,
        outcome=record.outcome,
        why=ended.body.why if ended is not None and isinstance(ended.body, RunEnded) else "",
        digest=record.digest(),
        events=record.count(),
        simulated_hours=round((end - script.start) / 3600, 2),
        card=score_record(record, judging=judging_of(record)),
        deliveries=_deliveries(record, script),
        brought=_brought(record, script),
        approvals=_approvals(record, script),
        promises=_promises(record, lambda made: made.by == seat),
        promised=_promises(record, lambda made: made.to == seat),
        trust=_trust(record, script, end),
        sent=sent,
        received=received,
        others=others,
        rung=record.count(CallRung, actor=seat),
        usage=sum(record.usage().values(), Usage()),
    )


def _talk(record: Record, seat: str) -> tuple[int, int, int]:
    sent = received = others = 0
    for event in record.events(_SAID):
        data = body_data(event.body)
        to = data.get("to") or data.get("present") or ()
        if event.actor == seat:
            sent += 1
        elif seat in to:
            received += 1
        else:
            others += 1
    return sent, received, others


def _deliveries(record: Record, script: Script) -> dict[str, str]:
    zone = Transcript(record).zone
    given = {body.task for _, body in record.bodies(TaskGiven)}
    last = {body.task: event.at for event, body in record.bodies(TaskDelivered)}
    found = {}
    for task in script.tasks:
        if task.id in last:
            late = " (late)" if last[task.id] > task.deliver.by else ""
            found[task.id] = f"handed in {day_and_time(last[task.id], zone)}{late}"
        else:
            found[task.id] = "not handed in" if task.id in given else "not given"
    return found


def _brought(record: Record, script: Script) -> dict[str, str]:
    transcript = Transcript(record)
    first: dict[str, str] = {}
    for event, body in record.bodies(ApprovalRequested):
        if event.actor == script.seat:
            first.setdefault(body.approval, f"to {transcript.name(body.of)}, {transcript.when(event.at)}")
    return {approval.id: first.get(approval.id, "to nobody") for approval in script.approvals}


def _approvals(record: Record, script: Script) -> dict[str, str]:
    transcript = Transcript(record)
    words = {"grant": "granted", "refuse": "refused"}
    decided = {
        body.approval: f"{words[body.verdict]} by {transcript.name(event.actor)}, {transcript.when(event.at)}"
        for event, body in record.bodies(ApprovalGiven)
    }
    return {approval.id: decided.get(approval.id, "not decided") for approval in script.approvals}


def _promises(record: Record, wanted: Any) -> dict[str, int]:
    closed = {body.id: body.how for _, body in record.bodies(CommitmentClosed)}
    made = [body for _, body in record.bodies(CommitmentMade) if wanted(body)]
    return dict(sorted(Counter(closed.get(body.id, "open") for body in made).items()))


def _trust(record: Record, script: Script, end: int) -> dict[str, float]:
    """Trust as the world had it: what was recorded of it, and how it goes back to where it came from."""
    relations = Relations(OrgGraph.from_data(record.org), script.start)
    for event, body in record.bodies(FeelingChanged):
        if body.what == "trust" and body.toward == script.seat:
            old = relations.trust(event.actor, script.seat, event.at)
            relations.move_trust(event.actor, script.seat, body.new - old, event.at)
    return {who: relations.trust(who, script.seat, end) for who in script.cast}


# -- for people -------------------------------------------------------------------------------------------------------


def rows(comparison: Comparison) -> Iterator[tuple[str, str, str]]:
    """What came of the two runs, line by line: what it is about, and both sides. An empty line parts the groups."""
    a, b = comparison.a, comparison.b
    yield "player", a.player, b.player
    yield "mind", a.mind, b.mind
    if a.seed != b.seed:
        yield "seed", str(a.seed), str(b.seed)
    yield "outcome", f"{a.outcome} ({a.why})" if a.why else a.outcome, f"{b.outcome} ({b.why})" if b.why else b.outcome
    yield "simulated hours", f"{a.simulated_hours:.0f}", f"{b.simulated_hours:.0f}"
    yield "", "", ""
    yield "total", f"{figure(a.card.total)}, {verdict(a.card)}", f"{figure(b.card.total)}, {verdict(b.card)}"
    for name in dict.fromkeys((*a.card.scores, *b.card.scores)):
        sides = [card.scores[name] for card in (a.card, b.card) if name in card.scores]
        left, right = (card.scores[name].value if name in card.scores else None for card in (a.card, b.card))
        if left != right or any(score.weight for score in sides):  # what counts nothing is told where it differs
            yield name, figure(left), figure(right)
    for title, of_a, of_b in (
        ("checkpoint", _checkpoints(a.card, b.card), _checkpoints(b.card, a.card)),
        ("task", a.deliveries, b.deliveries),
        ("brought up", a.brought, b.brought),
        ("approval", a.approvals, b.approvals),
        ("promises of the seat,", _counts(a.promises), _counts(b.promises)),
        ("promises to the seat,", _counts(a.promised), _counts(b.promised)),
    ):
        names = dict.fromkeys((*of_a, *of_b))
        if names:
            yield "", "", ""
        for name in names:
            yield f"{title} {name}", of_a.get(name, "–"), of_b.get(name, "–")
    yield from _trusts(_values(a.trust), _values(b.trust))
    yield "", "", ""
    for title, field in (
        ("messages of the seat", "sent"), ("messages to the seat", "received"), ("messages among others", "others"),
        ("calls of the seat", "rung"), ("events", "events"),
    ):  # fmt: skip
        yield title, f"{getattr(a, field):,}", f"{getattr(b, field):,}"
    if a.usage.calls or b.usage.calls:
        yield "calls of models", f"{a.usage.calls:,}", f"{b.usage.calls:,}"
        tokens = [f"{side.usage.prompt_tokens + side.usage.completion_tokens:,}" for side in (a, b)]
        yield "tokens", tokens[0], tokens[1]


def _checkpoints(card: ScoreCard, other: ScoreCard) -> dict[str, str]:
    """The checkpoints of the outcome that came out otherwise than in the other, by their name."""
    mine, others = (
        {one.name: one.value for one in side.scores["outcome"].criteria} if "outcome" in side.scores else {}
        for side in (card, other)
    )
    return {name: figure(value) for name, value in mine.items() if name not in others or others[name] != value}


def _trusts(of_a: Mapping[str, str], of_b: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Whose trust in the seat differs, and how many others there are."""
    names = dict.fromkeys((*of_a, *of_b))
    differ = [name for name in names if of_a.get(name) != of_b.get(name)]
    if names:
        yield "", "", ""
    for name in differ:
        yield f"trust of {name}", of_a.get(name, "–"), of_b.get(name, "–")
    same = len(names) - len(differ)
    if same:
        others = "others" if differ and same > 1 else "other" if differ else "everybody"
        yield f"trust of {f'{same} {others}' if differ else others}", "the same", "the same"


def told(parting: Parting | None) -> str:
    """Where two runs part, in words."""
    if parting is None:
        return "Every event is the same."
    lines = [f"They part at event {parting.serial:,}, day {parting.day}, {parting.local}:"]
    for letter, text, then in (("A", parting.a, parting.then_a), ("B", parting.b, parting.then_b)):
        lines.append(f"  {letter}  {_indented(text or 'the run has ended')}")
        if then is not None:
            lines.append(f"     next: {then}")
    return "\n".join(lines)


def escalated(comparison: Comparison) -> Iterator[str]:
    """A line for each matter that the two brought to others or at another time: whom, and when."""
    for name, of_a in comparison.a.brought.items():
        of_b = comparison.b.brought.get(name, "to nobody")
        if of_a != of_b:
            yield f"The matter {name}: A brings it {of_a}; B {of_b}."


def _indented(text: str) -> str:
    return text.replace("\n", f"\n{'':5}")


def _values(found: Mapping[str, float]) -> dict[str, str]:
    return {name: f"{value:.2f}" for name, value in found.items()}


def _counts(found: Mapping[str, int]) -> dict[str, str]:
    return {name: str(count) for name, count in found.items()}


def as_json(comparison: Comparison) -> str:
    """The comparison as one JSON object."""
    return json.dumps(comparison.data(), ensure_ascii=False)
