"""The fidelity of a run: for each coworker and for all of them, from the record alone."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from pydantic import BaseModel, ConfigDict

from scorers.case import Case
from scorers.fidelity.cost import slips_of
from scorers.fidelity.punctuality import Channel, Delays, absent, delays, out_of_hours
from scorers.fidelity.sameness import near_duplicates
from scorers.fidelity.slips import Slip, SlipKind
from scorers.fidelity.truth import log_of
from scorers.score import Score
from sim.record import Record
from sim.vocabulary.attention import MindFault

KINDS: Final[tuple[SlipKind, ...]] = get_args(SlipKind)


@dataclass(frozen=True, slots=True)
class Coworker:
    """One coworker. ``slips`` counts each kind."""

    who: str
    name: str
    messages: int
    slips: Mapping[SlipKind, int]
    out_of_hours: int
    while_absent: int
    delays: Mapping[Channel, Delays]
    faults: Mapping[str, int]
    """By kind of ``mind.fault``."""


@dataclass(frozen=True, slots=True)
class Fidelity:
    """All coworkers of a run."""

    run: str
    mode: str
    people: tuple[Coworker, ...]
    slips: tuple[Slip, ...]
    """In the order of their messages."""

    @property
    def messages(self) -> int:
        """What coworkers said and wrote, in messages."""
        return sum(person.messages for person in self.people)

    @property
    def counts(self) -> Mapping[SlipKind, int]:
        """How many slips of each kind."""
        return {kind: sum(person.slips[kind] for person in self.people) for kind in KINDS}

    @property
    def faults(self) -> Mapping[str, int]:
        """How many faults of minds of each kind."""
        every: Counter[str] = Counter()
        for person in self.people:
            every.update(person.faults)
        return dict(sorted(every.items()))

    def data(self) -> dict[str, Any]:
        """All of it as plain JSON data."""
        return {
            "run": self.run,
            "mode": self.mode,
            "messages": self.messages,
            "slips": dict(self.counts),
            "faults": dict(self.faults),
            "people": {person.who: _data(person) for person in self.people},
            "evidence": [
                {"kind": s.kind, "who": s.who, "serial": s.serial, "to": list(s.to), "fact": s.fact, "told": s.told}
                for s in self.slips
            ],
        }


def fidelity(record: Record) -> Fidelity:
    """The fidelity of a run. Raises :class:`scorers.case.NotScorable` for a record that is no staged run."""
    case = Case.of(record)
    log = log_of(case)
    slips = tuple(sorted((*slips_of(case), *near_duplicates(log)), key=lambda slip: (slip.serial, slip.kind)))
    said = Counter(item.sender for item in log.items if not item.automatic)
    counted = Counter((slip.who, slip.kind) for slip in slips)
    faults = _faults(record)
    late, away, waits = out_of_hours(log), absent(log), delays(log)
    people = tuple(
        Coworker(
            who=who,
            name=log.case.person_named(who),
            messages=said[who],
            slips={kind: counted[who, kind] for kind in KINDS},
            out_of_hours=late[who][0],
            while_absent=away[who],
            delays=waits[who],
            faults=dict(sorted(faults.get(who, Counter()).items())),
        )
        for who in log.people
    )
    return Fidelity(record.path, log.case.script.mode, people, slips)


def _faults(record: Record) -> Mapping[str, Counter[str]]:
    """By person, how often their mind failed in which way."""
    faults: dict[str, Counter[str]] = {}
    for event, body in record.bodies(MindFault):
        faults.setdefault(event.actor, Counter())[body.fault] += 1
    return faults


class InBrief(BaseModel):
    """The fidelity of a run as a score card carries it: slips of all kinds but near-duplicates, which cost more to
    find than the scores do."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    messages: int
    """What coworkers said and wrote, in messages."""
    slips: Mapping[str, int]
    """How many of each kind, those that there are; :data:`scorers.fidelity.slips.SlipKind` says what they are."""
    people: Mapping[str, Mapping[str, int]]
    """The same by coworker, for those with any."""
    faults: Mapping[str, int]
    """How often minds failed, by kind of ``mind.fault``."""
    out_of_hours: int
    """Messages that coworkers wrote outside their working time."""
    spared: tuple[str, ...] = ()
    """What slips of coworkers cost, which counts for nobody: the criteria, each after its scorer ("outcome: ...")."""


def in_brief(case: Case, scores: Mapping[str, Score]) -> InBrief:
    """The fidelity of a run beside its scores."""
    log, slips = log_of(case), slips_of(case)
    people: dict[str, Counter[str]] = {}
    for slip in slips:
        people.setdefault(slip.who, Counter())[slip.kind] += 1
    faults: Counter[str] = Counter()
    for who, own in _faults(case.record).items():
        faults.update(own if who in log.cast else {})
    every = Counter(slip.kind for slip in slips)
    return InBrief(
        messages=sum(1 for item in log.items if item.sender in log.cast and not item.automatic),
        slips={kind: every[kind] for kind in KINDS if every[kind]},
        people={who: dict(sorted(people[who].items())) for who in log.people if who in people},
        faults=dict(sorted(faults.items())),
        out_of_hours=sum(late for late, _ in out_of_hours(log).values()),
        spared=tuple(
            f"{name}: {criterion.name}"
            for name, score in sorted(scores.items())
            for criterion in score.criteria
            if criterion.fault == "coworker" and criterion.value is None
        ),
    )


def _data(person: Coworker) -> dict[str, Any]:
    return {
        "name": person.name,
        "messages": person.messages,
        "slips": dict(person.slips),
        "out_of_hours": person.out_of_hours,
        "while_absent": person.while_absent,
        "delays": {
            channel: {
                "answers": own.answers,
                "middle": None if own.middle is None else round(own.middle),
                "habit": None if own.habit is None else round(own.habit),
                "theirs": own.theirs,
            }
            for channel, own in person.delays.items()
        },
        "faults": dict(person.faults),
    }
