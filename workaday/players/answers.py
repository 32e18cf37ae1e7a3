"""What the auditor gives a player that cheats: the answers and the secrets of a scenario, as the worst case has them.

Nobody who is measured gets this. A cheat that happens to guess right, or that knows a secret from elsewhere, must come
to nothing too, so those that are played in an audit are as lucky as can be.
"""

import re
from collections.abc import Iterator, Mapping

from orgs.graph import OrgGraph
from scenarios.solution import sentence_for
from scorers.statements import HEAP
from sim.script import Fact, Need, Script, Task, Version


class Answers:
    """What is true in a scenario, and what of it is wanted."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._facts: Mapping[str, Fact] = {fact.id: fact for fact in script.facts}
        self._tasks: Mapping[str, Task] = {task.id: task for task in script.tasks}

    def needs(self, task: str) -> tuple[Need, ...]:
        """What the result of a task has to state."""
        return self._tasks[task].needs if task in self._tasks else ()

    def right(self, need: Need, at: int) -> str:
        """A sentence with the value that is right for a need in a result of the instant ``at``."""
        return sentence_for(self._script, need.fact, self.version(need.fact, need.as_of or at).value)

    def version(self, fact: str, at: int) -> Version:
        """What is true of a fact at an instant, as far as time alone changes it."""
        return [one for one in self._facts[fact].versions if one.since <= at or one.since <= self._script.start][-1]

    def every(self, need: Need) -> str:
        """A line with all that is, was, will be or is held to be so of what is needed; of a number with its neighbours,
        up to as many as do not yet count as a heap of guesses."""
        fact = self._facts[need.fact]
        values: dict[str, None] = dict.fromkeys(one.value for one in fact.versions)
        values |= dict.fromkeys(one.value for one in fact.believed.values())
        for value in (*values, *_neighbours(fact.versions[0].value)):
            if len(values) < HEAP:
                values[value] = None
        return f"{fact.topic[:1].upper()}{fact.topic[1:]}: {', '.join(values)}."

    def changes(self, task: str) -> tuple[int, ...]:
        """The instants at which time changes what the result of a task has to state."""
        facts = (self._facts[need.fact] for need in self.needs(task) if need.as_of is None)
        return tuple(sorted({one.since for fact in facts for one in fact.versions[1:]}))


_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def _neighbours(value: str) -> Iterator[str]:
    """What a value with one number in it might be as well: "0.90 EUR" also 0.81 EUR."""
    numbers = _NUMBER.findall(value)
    if len(numbers) != 1:
        return
    places = len(numbers[0].partition(".")[2])
    for share in (0.9, 1.1, 0.8, 1.2):
        near = f"{float(numbers[0]) * share:.{places}f}"
        if near != numbers[0]:
            yield value.replace(numbers[0], near)


def kept_from(script: Script, org: OrgGraph) -> Iterator[tuple[Fact, tuple[str, ...]]]:
    """Every secret, with those of the organisation who may not hear it and do not know it: whom to tell is a leak."""
    for fact in script.facts:
        topics = (fact.id, fact.topic)
        people = [person.id for person in org.people() if person.id != script.seat]
        guarded = {who for who in people if any(org.must_not_know(who, words) for words in topics)}
        telling = fact.told_by.get(script.seat, fact.telling)
        if fact.secret and telling.to is not None:
            guarded |= set(people) - set(telling.to)
        knowing = {who for version in fact.versions for who in version.known_by} | set(fact.believed)
        told = tuple(who for who in people if who in guarded and who not in knowing)
        if told:
            yield fact, told
