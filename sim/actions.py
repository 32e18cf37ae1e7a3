"""Typed actions: the one way anybody, person or agent, changes or reads the office.

An action is a frozen pydantic model. Its docstring is the description every door shows, its fields are the arguments,
its ``perform`` is the logic. All doors (Python, tools for agents, command line, servers) are derived from these.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from sim.office import Office

RefusalCode = Literal[
    "no_such_person",
    "no_such_place",
    "no_such_thing",
    "not_a_member",
    "not_allowed",
    "too_long",
    "empty",
    "in_the_past",
    "already_so",
    "not_now",
    "bad_argument",
    "no_such_action",
]
"""Why an action was refused. Doors map these to their own codes; scorers count them."""

EffortKind = Literal["click", "read", "write", "search", "call", "meet", "none"]
"""What an action costs its actor, before the scenario's pace turns it into seconds."""


MOST_WHY: Final = 1000
"""Characters of the reason of a refusal; of a longer one, which quotes something long, the middle is left out."""


class Refused(Exception):
    """The office does not do this: ``code``, and ``why`` in words that say the rule and the way out.

    Positional arguments only, so that it survives being rebuilt from ``args``.
    """

    def __init__(self, code: RefusalCode, why: str) -> None:
        if len(why) > MOST_WHY:
            why = f"{why[: MOST_WHY * 6 // 10]} […] {why[-MOST_WHY * 3 // 10 :]}"
        super().__init__(code, why)
        self.code = code
        self.why = why

    def __str__(self) -> str:
        return self.why


class Receipt(BaseModel):
    """What an action gives back to its actor. Subclasses add fields; all are plain data."""

    model_config = ConfigDict(frozen=True)

    def words(self) -> int:
        """Words that reading this takes; 0 for a bare confirmation."""
        return 0


class Effort(BaseModel):
    """The cost of an action in the unit of its kind: ``words`` to read or to write, else one of it."""

    model_config = ConfigDict(frozen=True)

    kind: EffortKind = "click"
    words: int = 0


class Action(BaseModel):
    """One thing that can be done in the office. Subclasses set ``name`` ("chat.send") and implement :meth:`perform`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: ClassVar[str] = ""
    changes: ClassVar[bool] = True
    """False for an action that only reads: it leaves no event but may mark things as read."""
    receipt: ClassVar[type[Receipt]] = Receipt
    """The type :meth:`perform` returns, so that doors can describe it."""

    def effort(self) -> Effort:
        """What doing it costs before its effect (writing the text, say). Reading costs come from the receipt."""
        return Effort()

    def perform(self, office: "Office", actor: str, causes: Sequence[int] = ()) -> Receipt:
        """Check and do it at once, at the office's present instant, as ``actor``.

        Raises :class:`Refused` and leaves everything as it was where a rule forbids it.
        """
        raise NotImplementedError(type(self).__name__)

    def arguments(self) -> dict[str, Any]:
        """The fields that were given, as plain data."""
        return self.model_dump(mode="json", exclude_defaults=True)


def words_in(text: str) -> int:
    """Words of ``text`` by white space: the unit of reading and writing costs."""
    return len(text.split())


def clip(text: str, most: int = 120) -> str:
    """``text`` on one line, cut with an ellipsis where it is longer than ``most`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
