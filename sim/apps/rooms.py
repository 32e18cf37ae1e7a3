"""Where chat stands: places, messages, threads, reactions, and what each person has not read yet.

This is state and what can be asked of it; who may do what, and who is told, is the business of ``sim.apps.chat``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from sim.vocabulary.chat import State
from sim.vocabulary.core import Instant


@dataclass(frozen=True, slots=True)
class Place:
    """Where people write to each other. ``members`` are in the order in which they came; of a dm or group, by id."""

    id: str
    kind: Literal["dm", "group", "channel"]
    members: tuple[str, ...]
    about: str = ""
    private: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it stands now. ``serial`` is the event that sent it; ``to`` are those it was delivered to."""

    id: str
    serial: int
    at: Instant
    place: str
    sender: str
    to: tuple[str, ...]
    text: str
    thread: str | None = None
    mentions: tuple[str, ...] = ()
    edited_at: Instant | None = None
    deleted: bool = False
    reactions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Who put it there, by emoji, first come first."""


@dataclass(frozen=True, slots=True)
class Presence:
    """What somebody shows of themselves; ``until`` is when it ends by itself, if it does."""

    state: State = "active"
    until: Instant | None = None
    note: str = ""


class Rooms:
    """All places of one office. Ids that are not there raise ``KeyError``."""

    def __init__(self) -> None:
        self._places: dict[str, Place] = {}
        self._messages: dict[str, Message] = {}
        self._of_place: dict[str, list[str]] = {}
        self._replies: dict[str, list[str]] = {}
        self._unread: dict[str, dict[str, dict[str, None]]] = {}

    def __contains__(self, place: object) -> bool:
        return place in self._places

    def places(self) -> tuple[Place, ...]:
        """Every place, in the order of their opening."""
        return tuple(self._places.values())

    def place(self, place: str) -> Place:
        return self._places[place]

    def message(self, message: str) -> Message:
        """The message with this id, also a deleted one."""
        return self._messages[message]

    def messages(self, place: str) -> tuple[Message, ...]:
        """What stands in a place, oldest first, without what was deleted."""
        return self._standing(self._of_place[place])

    def thread_of(self, message: str) -> tuple[Message, ...]:
        """The thread a message is in: the message it began with and its replies, oldest first, as far as they stand."""
        found = self._messages[message]
        root = found.thread or found.id
        return self._standing([root, *self._replies.get(root, [])])

    def unread_for(self, who: str, place: str | None = None) -> tuple[str, ...]:
        """Ids of the messages delivered to ``who``, there or anywhere, that they have not read, oldest first in each
        place."""
        unread = self._unread.get(who, {})
        return tuple(unread.get(place, ())) if place is not None else tuple(m for ids in unread.values() for m in ids)

    def mark_read(self, who: str, messages: Iterable[str]) -> None:
        """``who`` has read these; ids that were not unread for them change nothing."""
        unread = self._unread.get(who, {})
        for message in messages:
            unread.get(self._messages[message].place, {}).pop(message, None)

    def put_place(self, place: Place) -> None:
        """Open a place, or change one. Those who are no longer members have nothing unread there."""
        gone = set(self._places[place.id].members).difference(place.members) if place.id in self._places else ()
        for who in gone:
            self._unread.get(who, {}).pop(place.id, None)
        self._places[place.id] = place
        self._of_place.setdefault(place.id, [])

    def add(self, message: Message) -> None:
        """Deliver a new message."""
        self._messages[message.id] = message
        self._of_place[message.place].append(message.id)
        if message.thread is not None:
            self._replies.setdefault(message.thread, []).append(message.id)
        for who in message.to:
            self._unread.setdefault(who, {}).setdefault(message.place, {})[message.id] = None

    def change(self, message: Message) -> None:
        """Put a message in the place of the one with its id."""
        self._messages[message.id] = message

    def delete(self, message: str) -> None:
        """Take a message back: it stands nowhere and is unread for nobody."""
        found = self._messages[message]
        self._messages[message] = replace(found, deleted=True, text="", reactions={})
        for who in found.to:
            self._unread.get(who, {}).get(found.place, {}).pop(message, None)

    def _standing(self, ids: Iterable[str]) -> tuple[Message, ...]:
        return tuple(found for found in map(self._messages.__getitem__, ids) if not found.deleted)


def place_of(people: Iterable[str]) -> str:
    """The id of the place these people, and nobody else, write to each other in. Two make a "dm", more a "group"."""
    ids = sorted(set(people))
    if len(ids) < 2:
        raise ValueError(f"a conversation takes two: {ids}")
    return f"{'dm' if len(ids) == 2 else 'group'}:{'+'.join(ids)}"
