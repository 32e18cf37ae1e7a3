"""How the values of facts are spelled, and where a text gives one away.

The world, the minds and the scorers all find facts in texts by their spellings. So a value has to be told from common
words and from every other fact's, and no text may state an answer by accident.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scenarios.schema import FactEntry, Scenario, Value
from sim.script import Belief, Script, Version
from sim.spelling import folded, spellings, where_stated


@dataclass(frozen=True)
class Wording:
    """The spellings of a scenario's facts. ``answers`` are those that a text may not state without being meant to:
    facts that a task or an approval needs, and secrets."""

    known: Mapping[str, tuple[str, ...]]
    """By fact, all spellings of all that is or was held of it."""
    answers: Mapping[str, tuple[str, ...]]
    """By fact, all spellings of what is true of it at some time."""

    @classmethod
    def of(cls, scenario: Scenario) -> Wording:
        """The spellings in a scenario."""
        wanted = {need.fact for task in scenario.tasks.values() for need in task.needs}
        wanted |= {fact for approval in scenario.approvals.values() for fact in approval.needs}
        wanted |= {name for name, fact in scenario.facts.items() if fact.secret}
        true = {name: _ways(_true(fact)) for name, fact in scenario.facts.items()}
        held = {name: _ways([*_true(fact), *fact.believed.values()]) for name, fact in scenario.facts.items()}
        return cls(held, {name: ways for name, ways in true.items() if name in wanted})

    @classmethod
    def of_script(cls, script: Script) -> Wording:
        """The spellings in the scenario that a run holds."""
        wanted = {need.fact for task in script.tasks for need in task.needs}
        wanted |= {fact for approval in script.approvals for fact in approval.needs}
        wanted |= {fact.id for fact in script.facts if fact.secret}
        true = {fact.id: _spelled(fact.versions) for fact in script.facts}
        held = {fact.id: _spelled((*fact.versions, *fact.believed.values())) for fact in script.facts}
        return cls(held, {name: ways for name, ways in true.items() if name in wanted})

    def given_away(self, text: str, but: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The answers that ``text`` states, other than those of the facts ``but``."""
        whole = folded(text)
        return tuple(
            name for name, ways in self.answers.items() if name not in but and where_stated(whole, ways) is not None
        )

    def states(self, text: str, fact: str) -> bool:
        """Whether ``text`` states something that is, was or is held to be so of ``fact``."""
        return fact not in self.known or where_stated(folded(text), self.known[fact]) is not None


def _true(fact: FactEntry) -> list[Value]:
    return [fact.is_, *(change.to for change in fact.changes)]


def _spelled(values: Iterable[Version | Belief]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(way for value in values for way in spellings(value.value, value.spelled)))


def _ways(values: Iterable[Value]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(way for value in values for way in spellings(value.value, value.spelled)))
