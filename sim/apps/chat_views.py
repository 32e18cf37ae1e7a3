"""What a person sees of chat: the receipts of its actions. Times are on the reader's own clock."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from sim.actions import Receipt, words_in
from sim.vocabulary.chat import State


class PresenceShown(Receipt):
    """What somebody shows of themselves; ``until`` is when it ends by itself, if it does."""

    person: str
    state: State = "active"
    until: str | None = None
    note: str = ""


class Sent(Receipt):
    """A message that was sent: where, to whom, and who of those it is meant for may not see it soon."""

    id: str
    place: str
    thread: str | None = None
    to: tuple[str, ...]
    mentions: tuple[str, ...] = ()
    away: Mapping[str, PresenceShown] = {}
    """Of those it is meant for, who is away or asks not to be disturbed."""
    ambiguous: tuple[str, ...] = ()
    """Names after "@" that several people here have: nobody was called by them."""
    not_here: tuple[str, ...] = ()
    """People after "@" who are not members of the place, and do not see this."""


class Changed(Receipt):
    """What was changed: a message or a place."""

    id: str


class Line(BaseModel):
    """A message as it is read."""

    model_config = ConfigDict(frozen=True)

    id: str
    when: str
    sender: str
    text: str
    thread: str | None = None
    """The message whose thread it is in."""
    reactions: Mapping[str, tuple[str, ...]] = {}
    edited: bool = False
    new: bool = False
    """It was unread until now."""


class Reading(Receipt):
    """Messages, oldest first; ``earlier`` counts those before the first one shown."""

    place: str
    messages: tuple[Line, ...]
    earlier: int = 0

    def words(self) -> int:
        return sum(words_in(line.text) for line in self.messages)


class Waiting(BaseModel):
    """What waits in one place: how much, how many of it call you, and the latest."""

    model_config = ConfigDict(frozen=True)

    place: str
    count: int
    calling_you: int
    when: str
    sender: str
    preview: str


class Unread(Receipt):
    """Places with unread messages, the most recently written to first."""

    total: int
    places: tuple[Waiting, ...]

    def words(self) -> int:
        return sum(words_in(waiting.preview) for waiting in self.places)


class Room(BaseModel):
    """A place in a list. ``yours`` is whether you are a member."""

    model_config = ConfigDict(frozen=True)

    place: str
    yours: bool
    members: int
    about: str = ""
    private: bool = False
    unread: int = 0


class RoomList(Receipt):
    """Your places, then the channels you could join."""

    places: tuple[Room, ...]

    def words(self) -> int:
        return sum(1 + words_in(room.about) for room in self.places)


class Membership(Receipt):
    """Who is in a place."""

    place: str
    members: tuple[str, ...]
    about: str = ""
    private: bool = False

    def words(self) -> int:
        return len(self.members) + words_in(self.about)


class FoundLine(BaseModel):
    """A message that was found, by the part of it that matches."""

    model_config = ConfigDict(frozen=True)

    id: str
    place: str
    sender: str
    when: str
    snippet: str


class FoundLines(Receipt):
    """What was found, best first."""

    hits: tuple[FoundLine, ...]

    def words(self) -> int:
        return sum(words_in(hit.snippet) for hit in self.hits)
