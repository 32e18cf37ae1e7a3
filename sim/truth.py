"""Who knows what: the truth of this world, what each person believes of it, and what they may say to whom.

This is engine data. A mind is only ever handed the statements that :meth:`Truth.for_talk` allows, so that nothing a
mind does can give away a secret or contradict the record.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from sim.guard import Guard, Kept
from sim.mind import Pointer, Statement, Withheld
from sim.organisation import Organisation
from sim.script import Approval, Fact, Telling, Version
from sim.spelling import folded, spellings, where_stated

Reason = Literal[
    "not_to_you", "in_person_only", "by_call_only", "by_mail_only", "not_here", "not_yet", "policy", "trust"
]

NEAR = 2
"""Steps in the graph within which people know who knows a thing, where the scenario does not say (design choice)."""


@dataclass(frozen=True, slots=True)
class Held:
    """What one person holds of a fact: a version of the truth, or (``version`` None) something that never was."""

    fact: str
    version: int | None
    value: str
    spelled: tuple[str, ...]
    sentence: str | None
    since: int
    source: str
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Audience:
    """Whom something would be said to, on which channel, and how much the speaker trusts the one who asks."""

    people: tuple[str, ...]
    via: str
    same_room: bool = False
    trust: float = 0.5


class Truth:
    """The facts of one run and everybody's beliefs, kept by the engine. All methods are synchronous."""

    def __init__(self, facts: Sequence[Fact], org: Organisation, seats: Sequence[str]) -> None:
        self._facts: dict[str, Fact] = {f.id: f for f in facts}
        self.org = org
        self._seats = tuple(seats)
        self._now: dict[str, int] = {f.id: 0 for f in facts}
        self._held: dict[str, dict[str, Held]] = {}
        self._told: dict[tuple[str, str, str], str] = {}
        self._happened: set[str] = set()
        self._awaited: dict[str, set[str]] = {}
        """By fact: the matters yet to be decided that it is the outcome of."""
        for fact in facts:
            first = fact.versions[0]
            for who in first.known_by:
                self._hold(who, _held(fact, 0, first.since, "own knowledge"))
            for who, belief in fact.believed.items():
                version = _version_of(fact, belief.value)
                self._hold(
                    who,
                    Held(
                        fact.id,
                        version,
                        belief.value,
                        spellings(belief.value, belief.spelled),
                        belief.sentence,
                        first.since,
                        "own belief",
                        belief.sure,
                    ),
                )

    # -- the truth ------------------------------------------------------------------------------------------------

    def fact(self, fact: str) -> Fact:
        """The fact with this id. Raises ``KeyError``."""
        return self._facts[fact]

    def facts(self) -> Iterable[Fact]:
        """All facts, in the scenario's order."""
        return self._facts.values()

    def current(self, fact: str) -> tuple[int, Version]:
        """The version that is true now, with its number."""
        number = self._now[fact]
        return number, self._facts[fact].versions[number]

    def change(self, fact: str, version: int, at: int) -> None:
        """From now on ``version`` is true; those it is known by know it."""
        self._now[fact] = version
        spec = self._facts[fact]
        for who in spec.versions[version].known_by:
            self._hold(who, _held(spec, version, at, "own knowledge"))

    def awaits(self, matters: Iterable[Approval]) -> None:
        """What these matters settle is no fact to speak of until they are decided."""
        for matter in matters:
            if matter.settles is not None:
                self._awaited.setdefault(matter.settles, set()).add(matter.id)

    def decided(self, matter: str) -> None:
        """A matter is decided: what it settles may be told, unless another matter has to settle it too."""
        for matters in self._awaited.values():
            matters.discard(matter)

    def is_undecided(self, fact: str) -> bool:
        """Whether the fact says what comes of a matter that nobody has decided yet."""
        return bool(self._awaited.get(fact))

    def happened(self, entry: str) -> None:
        """A timeline entry took place; facts that wait for it may be told."""
        self._happened.add(entry)

    # -- beliefs --------------------------------------------------------------------------------------------------

    def holds(self, who: str, fact: str) -> Held | None:
        """What this person believes of the fact now."""
        return self._held.get(who, {}).get(fact)

    def learn(self, who: str, fact: str, version: int | None, value: str, at: int, source: str) -> bool:
        """``who`` has read or heard this; True if it changes what they hold.

        An older version never displaces a newer one, and what somebody is sure of by themselves is displaced only by a
        version of the truth.
        """
        spec = self._facts[fact]
        before = self.holds(who, fact)
        if version is None:
            if before is not None:
                return False
            self._hold(who, Held(fact, None, value, spellings(value), None, at, source, sure=False))
            return True
        if before is not None and before.version is not None and before.version >= version:
            return False
        # The author's sentence is that of somebody who knows it first hand; others put it in words of their own.
        self._hold(who, replace(_held(spec, version, at, source), sentence=None))
        return True

    def stands_by(self, who: str, fact: str, version: int | None, value: str) -> bool:
        """Whether ``who`` holds just this now: a version of the truth, or a value that never was true."""
        held = self.holds(who, fact)
        if held is None or held.version != version:
            return False
        return version is not None or folded(held.value) == folded(value)

    def _hold(self, who: str, held: Held) -> None:
        self._held.setdefault(who, {})[held.fact] = held

    # -- what a text states ---------------------------------------------------------------------------------------

    def stated_in(self, text: str, among: Iterable[str] | None = None) -> tuple[tuple[str, int | None, str], ...]:
        """Facts whose value the text states, each as (fact, version or None for a known wrong belief, value).

        Of several versions with one spelling the newest up to now is meant.
        """
        whole = folded(text)
        found: list[tuple[str, int | None, str]] = []
        for fact_id in among if among is not None else self._facts:
            fact = self._facts[fact_id]
            for number in range(self._now[fact_id], -1, -1):
                version = fact.versions[number]
                if where_stated(whole, spellings(version.value, version.spelled)) is not None:
                    found.append((fact_id, number, version.value))
            for belief in fact.believed.values():
                if (
                    _version_of(fact, belief.value) is None
                    and where_stated(whole, spellings(belief.value, belief.spelled)) is not None
                ):
                    found.append((fact_id, None, belief.value))
        return tuple(dict.fromkeys(found))

    # -- what may be said -----------------------------------------------------------------------------------------

    def for_talk(
        self, who: str, to: Audience, at: int
    ) -> tuple[tuple[Statement, ...], tuple[Withheld, ...], tuple[Pointer, ...]]:
        """What ``who`` may say to this audience now, what they must keep back, and whom they would point to.

        The outcome of a matter that nobody has decided is in none of the three: it is no fact yet (:meth:`untold`).
        """
        may: list[Statement] = []
        withheld: list[Withheld] = []
        pointers: list[Pointer] = []
        for fact in self._facts.values():
            if self.is_undecided(fact.id):
                continue
            held = self.holds(who, fact.id)
            if held is None:
                holders = self._pointed_to(who, fact)
                if holders:
                    pointers.append(Pointer(fact=fact.id, topic=fact.topic, asked_as=fact.asked_as, who=holders))
                continue
            telling = fact.told_by.get(who, fact.telling)
            reason = self._refusal(fact, telling, who, to, at)
            if reason is not None:
                withheld.append(
                    Withheld(fact=fact.id, topic=fact.topic, asked_as=fact.asked_as, why=reason, ask=telling.send_to)
                )
                continue
            told = [self._told[key] for p in to.people if (key := (who, p, fact.id)) in self._told]
            may.append(
                Statement(
                    fact=fact.id,
                    topic=fact.topic,
                    asked_as=fact.asked_as,
                    value=held.value,
                    sentence=held.sentence,
                    version=held.version if held.version is not None else -1,
                    sure=held.sure,
                    was=next((value for value in told if value != held.value), None),
                )
            )
        return tuple(may), tuple(withheld), tuple(pointers)

    def untold(self, who: str) -> tuple[str, ...]:
        """The outcomes of undecided matters that ``who`` holds: said, they would pass for decisions."""
        return tuple(fact for fact, matters in self._awaited.items() if matters and self.holds(who, fact) is not None)

    def guard_of(self, who: str, facts: Iterable[str], talk: str = "", before: Sequence[str] = ()) -> Guard:
        """What ``who`` must keep back of these ``facts``, as far as they hold them, as a question to ask of a text;
        ``talk`` was said before, and ``before`` is what they said there themselves."""
        kept = []
        for name in facts:
            held, fact = self.holds(who, name), self._facts[name]
            if held is not None:
                kept.append(Kept.of(name, held.value, held.spelled, (fact.topic, *fact.asked_as)))
        return Guard(tuple(kept), talk, tuple(before))

    def has_told(self, who: str, to: Iterable[str], fact: str, value: str) -> None:
        """``who`` has told these people this value; should they believe another later, they can say that it changed."""
        for reader in to:
            self._told[(who, reader, fact)] = value

    def _refusal(self, fact: Fact, telling: Telling, who: str, to: Audience, at: int) -> Reason | None:
        if telling.when == "never":
            return "not_to_you"
        if any(self.org.must_not_know(p, fact.id) or self.org.must_not_know(p, fact.topic) for p in to.people):
            return "policy"
        if telling.to is not None and any(p not in telling.to for p in to.people):
            return "not_to_you" if len(to.people) == 1 else "not_here"
        if telling.not_before is not None and at < telling.not_before:
            return "not_yet"
        if telling.after is not None and telling.after not in self._happened:
            return "not_yet"
        if telling.trust is not None and to.trust < telling.trust:
            return "trust"
        if telling.only and to.via not in telling.only and not ("in_person" in telling.only and to.same_room):
            return _elsewhere(telling.only, to.via)
        return None

    def _pointed_to(self, who: str, fact: Fact) -> tuple[str, ...]:
        if fact.pointed_to_by:
            return fact.pointed_to_by.get(who, ())
        if fact.secret:
            return ()  # who holds a secret is told by nobody unless its author says so
        current = self.current(fact.id)[1].known_by
        return tuple(h for h in current if h != who and h not in self._seats and self.org.distance(who, h) <= NEAR)


def _elsewhere(only: Sequence[str], via: str) -> Reason:
    """Where an asker is sent who asks on a channel on which it is not told."""
    if "call" in only and via != "call":
        return "by_call_only"
    if "in_person" in only or "meeting" in only:
        return "in_person_only"
    return "by_mail_only" if "mail" in only else "not_here"


def _held(fact: Fact, number: int, at: int, source: str) -> Held:
    version = fact.versions[number]
    return Held(fact.id, number, version.value, spellings(version.value, version.spelled), version.sentence, at, source)


def _version_of(fact: Fact, value: str) -> int | None:
    """The version a believed value once was or is, or None where it never was true."""
    ways = set(map(folded, spellings(value)))
    for number, version in enumerate(fact.versions):
        if ways & set(map(folded, spellings(version.value, version.spelled))):
            return number
    return None
