"""What doors show of interrupted work: which it was, without all of what was to be written.

It is shown in every turn until it is gone back to. Here only what is told is cut: the office keeps the whole action,
and to go back to it does all of it.
"""

import json
from typing import Any, Final

from sim.player import Cut, Observation

LONGEST: Final = 300
"""Characters that are told of an argument."""


def clipped(observation: Observation) -> Observation:
    """An observation in which long arguments of interrupted actions are told by their beginning."""
    told: dict[str, Any] = {}
    if observation.suspended:
        told["suspended"] = tuple(_cut(cut) for cut in observation.suspended)
    if observation.last is not None and observation.last.cut is not None:
        told["last"] = observation.last.model_copy(update={"cut": _cut(observation.last.cut)})
    return observation.model_copy(update=told) if told else observation


def _cut(cut: Cut) -> Cut:
    return cut.model_copy(update={"arguments": {name: _argument(value) for name, value in cut.arguments.items()}})


def _argument(value: Any) -> Any:
    """An argument as it is, where it is short; else the beginning of its text, or of its JSON where it is no text."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    left_out = len(text) - LONGEST
    return value if left_out <= 0 else f"{text[:LONGEST]}… [{left_out:,} more characters are kept, not shown here]"
