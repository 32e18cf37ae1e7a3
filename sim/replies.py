"""Whether the models of a run have given anything that can be used.

A model that answers, and never once with something usable (a wrong chat template, a server that serves something else),
leaves a world of people who say nothing. That is no result of the player's: the run stops, and says so.
"""

from dataclasses import dataclass
from typing import Final

from sim.model import ModelFault, Role

IN_A_ROW: Final = 20
"""Thoughts from the start of which none was usable, at which a run stops."""
AT_LEAST: Final = 3
"""Thoughts of which none was usable, at which a run that ends by itself is taken as stopped."""

SILENT: Final = "silent"
"""The kind of trouble of a thought that comes to silence where an answer was wanted: none, unless all are."""

_TOLD: Final = {
    SILENT: "silence, where an answer was wanted",
    "unparsed": "text that does not follow the schema",
    "malformed": "text that does not follow the schema",
    "empty": "nothing",
    "truncated": "a reply that was cut off",
    "content_refused": "a refusal",
    "no_call": "no tool call that can be read",
    "unknown_action": "a tool that is not there",
    "bad_argument": "arguments that the tool does not take",
}
"""Kinds of trouble in words. What was said itself is told nowhere but in the record."""


@dataclass(slots=True)
class Tally:
    """Thoughts for which one model was asked, and how many of them it gave nothing usable for."""

    thoughts: int = 0
    unusable: int = 0
    silent: int = 0
    """Thoughts in which it chose to say nothing to somebody who wanted something: now and then that is a choice."""
    last: str = ""
    """The last trouble, by its kind."""

    @property
    def is_dead(self) -> bool:
        """Whether nothing usable ever came."""
        return self.unusable + self.silent == self.thoughts


class Replies:
    """Counts, for each role and model, what became of the thoughts it was asked for."""

    def __init__(self) -> None:
        self._tallies: dict[tuple[Role, str], Tally] = {}

    def came(self, role: Role, model: str, trouble: str) -> ModelFault | None:
        """A thought of ``model`` is there, with the kind of ``trouble`` for which nothing in it could be used ("" where
        something could). Gives the fault for which the run stops, if it does."""
        tally = self._tallies.setdefault((role, model), Tally())
        tally.thoughts += 1
        tally.silent += trouble == SILENT
        tally.unusable += trouble not in ("", SILENT)
        tally.last = trouble or tally.last
        return _fault(role, model, tally) if tally.is_dead and tally.thoughts >= IN_A_ROW else None

    def at_the_end(self) -> ModelFault | None:
        """The fault of a run that ends without anything usable from a model that was asked; None where there is none,
        or where too little was asked to tell."""
        for (role, model), tally in self._tallies.items():
            if tally.is_dead and tally.thoughts >= AT_LEAST:
                return _fault(role, model, tally)
        return None

    def counts(self) -> dict[Role, tuple[int, int]]:
        """For each role that asked a model: how many thoughts, and how many without anything usable."""
        found: dict[Role, tuple[int, int]] = {}
        for (role, _), tally in self._tallies.items():
            thoughts, unusable = found.get(role, (0, 0))
            found[role] = (thoughts + tally.thoughts, unusable + tally.unusable)
        return found


def _fault(role: Role, model: str, tally: Tally) -> ModelFault:
    last = _TOLD.get(tally.last, tally.last)
    told = f"{role}: {model} was asked for {tally.thoughts} thoughts and gave nothing usable for any of them"
    return ModelFault("unusable", f"{told} (the last time: {last}): check the name of the model and its server")
