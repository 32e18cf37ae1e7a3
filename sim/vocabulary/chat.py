"""What happens in chat, as events.

A place is "dm:anna+ben" or "group:anna+ben+carla" (ids in alphabetical order) or a channel, "#finance". A message's id
is "c17"; ``thread`` is the id of the message that a thread began with, None outside threads. ``to`` are all who can
read it there then, without the actor.
"""

from typing import ClassVar, Literal

from sim.vocabulary.core import Body, Instant

State = Literal["active", "away", "dnd"]
"""What a person shows of themselves; "dnd" asks not to be disturbed."""


class MessageSent(Body):
    """A message was written to a place."""

    kind: ClassVar[str] = "chat.sent"

    id: str
    place: str
    to: tuple[str, ...]
    text: str
    thread: str | None = None
    mentions: tuple[str, ...] = ()
    """Those called by name, and those whom "@channel" or "@here" called."""


class MessageEdited(Body):
    """The author changed the text of a message; the events before keep the old text."""

    kind: ClassVar[str] = "chat.edited"

    id: str
    place: str
    to: tuple[str, ...]
    text: str


class MessageDeleted(Body):
    """The author took a message back; from now on nobody sees it."""

    kind: ClassVar[str] = "chat.deleted"

    id: str
    place: str
    to: tuple[str, ...]


class Reacted(Body):
    """A reaction was put on a message."""

    kind: ClassVar[str] = "chat.reacted"

    id: str
    place: str
    to: tuple[str, ...]
    emoji: str


class Unreacted(Body):
    """A reaction was taken off a message."""

    kind: ClassVar[str] = "chat.unreacted"

    id: str
    place: str
    to: tuple[str, ...]
    emoji: str


class ChannelOpened(Body):
    """A new channel. Into a ``private`` one its members alone can bring people, and only they know of it."""

    kind: ClassVar[str] = "chat.channel_opened"

    place: str
    to: tuple[str, ...]
    members: tuple[str, ...]
    about: str = ""
    private: bool = False


class ChannelJoined(Body):
    """The actor became a member of a channel, and can read what was written there before."""

    kind: ClassVar[str] = "chat.joined"

    place: str
    to: tuple[str, ...]


class ChannelLeft(Body):
    """The actor is no longer a member of a channel."""

    kind: ClassVar[str] = "chat.left"

    place: str
    to: tuple[str, ...]


class ChannelInvited(Body):
    """The actor brought people into a channel: they are members at once, and can read what was written before."""

    kind: ClassVar[str] = "chat.invited"

    place: str
    to: tuple[str, ...]
    invited: tuple[str, ...]


class PresenceSet(Body):
    """The actor shows everybody that they are there, away, or not to be disturbed."""

    kind: ClassVar[str] = "chat.presence"

    to: tuple[str, ...] = ()
    state: State
    until: Instant | None = None
    note: str = ""
