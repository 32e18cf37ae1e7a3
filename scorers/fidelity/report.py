"""The fidelity of a run: for each coworker and for all of them, from the record alone."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from scorers.fidelity.invented import invented
from scorers.fidelity.punctuality import Channel, Delays, absent, delays, out_of_hours
from scorers.fidelity.sameness import assistants, echoes, near_duplicates, prompts
from scorers.fidelity.slips import Slip, SlipKind
from scorers.fidelity.truth import Sayings
from scorers.realism.log import Log
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
    log = Log(record)
    sayings = Sayings(log)
    found = [*sayings.contradictions(), *sayings.leaks(), *invented(log), *echoes(log), *assistants(log)]
    found += [*near_duplicates(log), *prompts(log)]
    slips = tuple(sorted(found, key=lambda slip: (slip.serial, slip.kind)))
    said = Counter(item.sender for item in log.items if not item.automatic)
    counted = Counter((slip.who, slip.kind) for slip in slips)
    faults: dict[str, Counter[str]] = {}
    for event, body in record.bodies(MindFault):
        faults.setdefault(event.actor, Counter())[body.fault] += 1
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
