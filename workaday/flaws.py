"""What can be told of a scenario's verifiers without playing: why a file is refused, and what contradicts itself.

Much of what an audit looks for is an error of the file already, and `workaday check` says where. `told_by` says it in
the words of an audit: answers that stand in the brief, deadlines before the fact exists, approvals nobody can give.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from sim.source import Problem
from sim.spelling import folded, spellings

if TYPE_CHECKING:
    from scenarios.load import Loaded
    from sim.script import Fact

CONTRADICTORY: Final = "contradictory facts"
LEAKED: Final = "answer leaked"
TOO_EARLY: Final = "deadline before the fact exists"
NOBODY_MAY: Final = "approval nobody can give"
UNREACHABLE: Final = "unsolvable"

_RULES: Final = (
    (LEAKED, "gives away '"),
    (TOO_EARLY, "before the result is due"),
    (TOO_EARLY, "when the result is due already"),
    (TOO_EARLY, "which comes too late"),
    (TOO_EARLY, "is after the result is due"),
    (NOBODY_MAY, "is nothing that anybody in .* approves"),
    (NOBODY_MAY, "is more than anybody in .* may approve"),
    (NOBODY_MAY, "can only be given by people who have no mind"),
    (NOBODY_MAY, "can be decided by nobody"),
    (UNREACHABLE, "which can never reach the seat"),
    (UNREACHABLE, "which only the seat is said to know"),
    (UNREACHABLE, "which only people without a mind know"),
    (CONTRADICTORY, "also states '.*' where it says"),
    (CONTRADICTORY, "is said to state '.*', and does not"),
)
"""What an audit calls a problem that `workaday check` finds, by its rule."""


class Flaw(NamedTuple):
    """Something that is wrong with a scenario: what an audit calls it, and where it is."""

    kind: str
    why: str


def told_by(problems: Iterable[Problem]) -> tuple[Flaw, ...] | None:
    """The problems of a file in the words of an audit; None where one of them is of another sort."""
    found = []
    for problem in problems:
        kind = next((kind for kind, rule in _RULES if re.search(rule, problem.rule)), None)
        if kind is None:
            return None
        found.append(Flaw(kind, str(problem)))
    return tuple(found)


def flaws(loaded: "Loaded") -> tuple[Flaw, ...]:
    """What is wrong with a scenario that can be played."""
    return tuple(_contradictions(loaded))


def _contradictions(loaded: "Loaded") -> Iterator[Flaw]:
    """Facts that are called the same and are not: whoever is asked for one may tell the other, and both are right."""
    facts = loaded.script.facts
    for number, one in enumerate(facts):
        for other in facts[:number]:
            shared = _names(one) & _names(other)
            if shared and not _values(one) & _values(other):
                name = min(shared)
                values = f"{other.versions[0].value!r} ({other.id}) and {one.versions[0].value!r} ({one.id})"
                yield Flaw(CONTRADICTORY, f"{name!r} is at once {values}: no answer to it is right.")


def _names(fact: "Fact") -> frozenset[str]:
    return frozenset(re.sub(r"^(?:the|a|an) ", "", folded(name)) for name in (fact.topic, *fact.asked_as))


def _values(fact: "Fact") -> frozenset[str]:
    return frozenset(folded(way) for one in fact.versions for way in spellings(one.value, one.spelled))
