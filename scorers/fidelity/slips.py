"""A slip: one message of a coworker that a person in their place would not have written."""

from dataclasses import dataclass
from typing import Literal

SlipKind = Literal["contradiction", "leak", "invented", "echo", "assistant", "label", "near-duplicate", "prompt"]
"""The message states a value its writer did not believe then; tells a fact to somebody who may not hear it; names a
figure that is nowhere in the record before; repeats the other's last message; talks like an assistant; begins with a
speaker's label; says nearly what its writer said before; holds words of a prompt or a template."""


@dataclass(frozen=True, slots=True)
class Slip:
    """``serial`` is the message's, ``to`` who got it, ``fact`` the fact it is about, if any."""

    kind: SlipKind
    who: str
    serial: int
    to: tuple[str, ...]
    told: str
    """In words."""
    fact: str | None = None
    value: str | None = None
    """Of a fact, the value that was given, as the script spells it; of something made up, the figure as it was said."""
