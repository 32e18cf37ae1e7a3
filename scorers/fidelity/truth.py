"""What coworkers said of facts, against what they believed then and may tell.

Belief is followed through the record: who knew a version from the start or as it changed, who believes something else,
who has read or heard what since. The condition of trust cannot be seen there, and is not checked.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from scorers.case import Case
from scorers.fidelity.slips import Slip
from scorers.likeness import content_words, shared_words
from scorers.realism.log import Item, Log
from sim.script import Belief, Fact, Telling, Version
from sim.spelling import folded, spellings, where_stated
from sim.vocabulary.drive import FileCommented
from sim.vocabulary.security import LureAnswered, LureTried
from sim.vocabulary.tracker import TicketCommented
from sim.vocabulary.world import FactChanged, FactLearned, Happened

LOOKS_BACK = 4
"""Messages before one in the same place that say what it is about."""
_TAKEN = "\x01"


@dataclass(frozen=True, slots=True)
class Held:
    """What somebody believes of a fact from an event on: a version, or (None) what never was true."""

    since: int
    version: int | None
    value: str


class Beliefs:
    """Everybody's beliefs at every point of a record."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._held: dict[tuple[str, str], list[Held]] = {}
        for fact in case.script.facts:
            for who in fact.versions[0].known_by:
                self._hold(who, fact.id, Held(0, 0, fact.versions[0].value))
            for who, belief in fact.believed.items():
                self._hold(who, fact.id, Held(0, _version_of(fact, belief.value), belief.value))
        for event in case.record.events((FactChanged, FactLearned)):
            body = event.body
            if isinstance(body, FactChanged):
                for who in body.known_by:
                    self._hold(who, body.fact, Held(event.serial, body.version, body.value))
            elif isinstance(body, FactLearned):
                self._hold(event.actor, body.fact, Held(event.serial, body.version, body.value))

    def _hold(self, who: str, fact: str, held: Held) -> None:
        self._held.setdefault((who, fact), []).append(held)

    def at(self, who: str, fact: str, serial: int) -> Held | None:
        """What ``who`` believed just before the event of this serial."""
        found = None
        for held in self._held.get((who, fact), ()):
            if held.since < serial:
                found = held
        return found


def _version_of(fact: Fact, value: str) -> int | None:
    ways = {folded(way) for way in spellings(value)}
    for number, version in enumerate(fact.versions):
        if ways & {folded(way) for way in spellings(version.value, version.spelled)}:
            return number
    return None


class Sayings:
    """What coworkers stated of facts, message by message."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self.case = log.case
        self.beliefs = Beliefs(log.case)

    @classmethod
    def of(cls, case: Case) -> "Sayings":
        """Those of a case, read once for all that ask."""
        return case.once(_sayings_of)

    @cached_property
    def _said(self) -> tuple[Item, ...]:
        """All that was said and written, remarks on tickets and beside files included: those are for all who may open
        what they stand at."""
        remarks = []
        for event in self.case.record.events((TicketCommented, FileCommented)):
            body = event.body
            if isinstance(body, TicketCommented | FileCommented):
                place = body.ticket if isinstance(body, TicketCommented) else body.path
                readers = self.case.people() if body.to is None else body.to
                to = tuple(who for who in readers if who != event.actor)
                remarks.append(
                    Item(
                        event.serial,
                        event.at,
                        event.actor,
                        "channel",
                        body.comment,
                        place,
                        body.text,
                        to,
                        body.mentions,
                    )
                )
        return tuple(sorted((*self._log.items, *remarks), key=lambda item: item.serial))

    @cached_property
    def _before(self) -> Mapping[int, tuple[Item, ...]]:
        """By message, those before it in the same place."""
        found: dict[int, tuple[Item, ...]] = {}
        last: dict[tuple[str, str], tuple[Item, ...]] = {}
        for item in self._said:
            key = (item.medium, item.place)
            found[item.serial] = last.get(key, ())
            last[key] = (*last.get(key, ())[1 - LOOKS_BACK :], item)
        return found

    @cached_property
    def scripted(self) -> frozenset[int]:
        """Messages whose words are no mind's: they come from an entry of the timeline or from what a meeting of the
        scenario has somebody say, from an attacker in somebody's account, or are what somebody said who was taken in,
        or was not."""
        lines = {line for staged in self.case.script.seeded for line in staged.says}
        entries = {event.serial for event, _ in self.case.record.bodies(Happened)}
        lured = {(event.actor, event.at) for event, _ in self.case.record.bodies(LureAnswered)}
        misused = {body.ref for _, body in self.case.record.bodies(LureTried) if body.app == "chat"}
        found = set()
        for item in self._said:
            if (item.sender, item.at) in lured or item.id in misused:
                found.add(item.serial)
                continue
            if item.medium == "meeting" and (item.sender, item.text) in lines:
                found.add(item.serial)
                continue
            causes = self.case.record.event(item.serial).causes
            further = {c for cause in causes for c in self.case.record.event(cause).causes}
            if entries & {*causes, *further}:
                found.add(item.serial)
        return frozenset(found)

    @cached_property
    def _statements(self) -> tuple[tuple[Item, Fact, tuple[str, ...]], ...]:
        """Each message of a coworker with each fact it speaks of, and the values it gives of it."""
        facts = [(fact, _ways_by_length(fact)) for fact in self.case.script.facts]
        found = []
        for item in self._said if facts else ():
            if item.sender not in self._log.cast or item.serial in self.scripted:
                continue
            whole = folded(item.text)
            context = " ".join(other.text for other in self._before[item.serial])
            for fact, ways in facts:
                values = _values_in(whole, ways)
                values = tuple(v for v in values if is_about(fact, v, f"{item.text} {context}"))
                if values:
                    found.append((item, fact, values))
        return tuple(found)

    @cached_property
    def contradictions(self) -> tuple[Slip, ...]:
        """Each value of a fact that its teller did not believe then, without the one they did.

        What stands in the messages before it is taken up from there, and is no statement of the teller's own.
        """
        return tuple(self._contradictions())

    def _contradictions(self) -> Iterator[Slip]:
        for item, fact, values in self._statements:
            held = self.beliefs.at(item.sender, fact.id, item.serial)
            if held is not None and any(_same(fact, value, held.value) for value in values):
                continue
            said_before = folded(" ".join(o.text for o in self._before[item.serial] if o.sender != item.sender))
            own = [v for v in values if where_stated(said_before, _ways(fact, v)) is None]
            if own:
                believed = "knew nothing of it" if held is None else f"believed {held.value!r}"
                told = f"said {own[0]!r} of {fact.topic}, and {believed}"
                yield Slip("contradiction", item.sender, item.serial, item.to, told, fact.id, own[0])

    @cached_property
    def leaks(self) -> tuple[Slip, ...]:
        """Each fact that its teller believed, told to somebody who may not hear it from them, there or yet."""
        return tuple(self._leaks())

    def _leaks(self) -> Iterator[Slip]:
        for item, fact, values in self._statements:
            held = self.beliefs.at(item.sender, fact.id, item.serial)
            if held is None or not any(_same(fact, value, held.value) for value in values):
                continue
            telling = fact.told_by.get(item.sender, fact.telling)
            wrong = [who for who in item.to if self._may_not(fact, telling, item, who)]
            if wrong:
                names = ", ".join(self.case.person_named(who) for who in wrong[:3])
                told = f"told {fact.topic} to {names}, who may not hear it"
                yield Slip("leak", item.sender, item.serial, tuple(wrong), told, fact.id)

    def _may_not(self, fact: Fact, telling: Telling, item: Item, who: str) -> bool:
        known = self.beliefs.at(who, fact.id, item.serial)
        if known is not None and known.version is not None:
            return False
        org = self.case.org_at(item.at)
        if org.must_not_know(who, fact.id) or org.must_not_know(who, fact.topic):
            return True
        if telling.when == "never" or (telling.to is not None and who not in telling.to):
            return True
        if telling.not_before is not None and item.at < telling.not_before:
            return True
        return bool(telling.only) and _CHANNELS[item.medium] not in telling.only and "in_person" not in telling.only


_CHANNELS = {"mail": "mail", "call": "call", "meeting": "meeting", "dm": "chat", "group": "chat", "channel": "chat"}


def values_in(whole: str, fact: Fact) -> tuple[str, ...]:
    """The values of a fact, true ones and others, that a folded text gives; the longest spelling is read first."""
    return _values_in(whole, _ways_by_length(fact))


def _ways_by_length(fact: Fact) -> Mapping[str, str]:
    """Its folded spellings, the longest first, each with the value that it is one of."""
    ways: dict[str, str] = {}
    for spoken in _spoken(fact):
        for way in spellings(spoken.value, spoken.spelled):
            ways.setdefault(folded(way), spoken.value)
    return {way: ways[way] for way in sorted(ways, key=lambda w: (-len(w), w)) if way}


def _values_in(whole: str, ways: Mapping[str, str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for way, value in ways.items():
        while (place := where_stated(whole, (way,))) is not None:
            whole = whole[:place] + _TAKEN * len(way) + whole[place + len(way) :]
            found[value] = None
    return tuple(found)


def _spoken(fact: Fact) -> tuple[Version | Belief, ...]:
    """All that is, was, or is believed of it."""
    return (*fact.versions, *fact.believed.values())


def _ways(fact: Fact, value: str) -> tuple[str, ...]:
    return next(spellings(spoken.value, spoken.spelled) for spoken in _spoken(fact) if spoken.value == value)


def _same(fact: Fact, value: str, other: str) -> bool:
    return value == other or bool({folded(w) for w in _ways(fact, value)} & {folded(w) for w in spellings(other)})


def is_about(fact: Fact, value: str, text: str) -> bool:
    """Whether a value is said of this fact: a large number, a date in words and the like say so themselves."""
    telling = sum(c.isdigit() for c in value) >= 4 or len(content_words(value)) >= 3
    return telling or bool(shared_words(" ".join((fact.topic, *fact.asked_as)), text))


def _sayings_of(case: Case) -> Sayings:
    return Sayings(log_of(case))


def log_of(case: Case) -> Log:
    """The run of a case as a log, read once for all that ask."""
    return case.once(_log_of)


def _log_of(case: Case) -> Log:
    return Log(case.record, case=case)
