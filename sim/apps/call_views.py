"""What a person sees of calls: the receipts of their actions. Times are on the reader's own clock."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from sim.actions import Receipt, words_in
from sim.vocabulary.calls import CallState, CallWay


class CallShown(Receipt):
    """A call of yours. ``state`` is "busy" where the other is in a call already: yours is then missed."""

    call: str
    state: CallState | Literal["busy"]
    way: CallWay
    caller: str
    callee: str
    about: str = ""
    urgent: bool = False
    why: str = ""


class SaidInCall(Receipt):
    """What you said was heard by these people."""

    call: str
    heard_by: tuple[str, ...]


class Remark(BaseModel):
    """Something said, by whom."""

    model_config = ConfigDict(frozen=True)

    when: str
    who: str
    text: str


class Conversation(Receipt):
    """All that was said in a call, as those in it remember it."""

    call: str
    state: CallState
    said: tuple[Remark, ...]

    def words(self) -> int:
        return sum(words_in(remark.text) for remark in self.said)


class Entry(BaseModel):
    """A call in the list of your calls."""

    model_config = ConfigDict(frozen=True)

    call: str
    when: str
    caller: str
    callee: str
    way: CallWay
    state: CallState
    about: str = ""
    urgent: bool = False
    why: str = ""


class CallList(Receipt):
    """Your calls, the latest first."""

    calls: tuple[Entry, ...]

    def words(self) -> int:
        return sum(4 + words_in(f"{call.about} {call.why}") for call in self.calls)
