"""What can be done in chat."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, cast

from pydantic import Field

from sim.actions import Action, Effort, EffortKind, Receipt, Refused, clip, words_in
from sim.apps.chat_views import (
    Changed,
    FoundLine,
    FoundLines,
    Line,
    Membership,
    PresenceShown,
    Reading,
    Room,
    RoomList,
    Sent,
    Unread,
    Waiting,
)
from sim.apps.people import people_named, person_named
from sim.apps.rooms import Message, Place, Presence
from sim.apps.when import WAYS, instant, written_for
from sim.office import Office
from sim.search import has_words
from sim.vocabulary import chat as words

if TYPE_CHECKING:
    from sim.apps.chat import Chat

MOST_TEXT = 8_000
"""Characters of a message."""
MOST_ABOUT = 250
"""Characters of a channel's purpose, and of a note on presence."""
MOST_NAME = 80
"""Characters of a channel's name."""
MOST_EMOJI = 40

_PLACE = (
    'A channel ("#finance"), the direct messages of two ("dm:anna+ben"), a group ("group:anna+ben+carla"; ids in '
    "alphabetical order), or a person id for your direct messages with them."
)


def _chat(office: Office) -> "Chat":
    return cast("Chat", office.app_named("chat"))


def _text(text: str, most: int = MOST_TEXT, what: str = "message") -> str:
    """``text``, if it can be a ``what``. Raises :class:`Refused`."""
    if not text.strip():
        raise Refused("empty", f"the {what} is empty: write something")
    if len(text) > most:
        raise Refused(
            "too_long",
            f"a {what} has at most {most:,} characters, and this one has {len(text):,}: shorten it, split it, or put "
            "it into a file and say where it is",
        )
    return text


# --- actions: messages ---------------------------------------------------------------------------------------------


class Send(Action):
    """Write a message: to one person (a direct message), to several (a group message), or to a channel. They are
    notified; in a channel, mark whom you mean with @id. Give `thread` to reply in the thread of a message."""

    name: ClassVar[str] = "chat.send"
    receipt: ClassVar[type[Receipt]] = Sent

    to: str | tuple[str, ...] = Field(
        default=(),
        description='Person ids (["ines"] or several), or one channel ("#finance") or place id. May be left out with '
        "`thread`.",
    )
    text: str = Field(description=f"The message, at most {MOST_TEXT} characters.")
    thread: str | None = Field(default=None, description="Id of a message (c17), to reply in its thread.")

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.text))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        chat = _chat(office)
        if not self.thread:
            return chat.put(actor, chat.spot(actor, self.to), _text(self.text), None, causes)
        first = chat.talk(actor, self.thread)[0]
        if self.to and chat.spot(actor, self.to).id != first.place:
            raise Refused("bad_argument", f"{self.thread} stands in {first.place}, not there: leave out `to`")
        return chat.put(actor, chat.place(first.place), _text(self.text), first.thread or first.id, causes)


class Edit(Action):
    """Change the text of one of your own messages. Nobody is notified; it is marked as edited."""

    name: ClassVar[str] = "chat.edit"
    receipt: ClassVar[type[Receipt]] = Changed

    message: str = Field(description="Id of the message (c17).")
    text: str = Field(description="The new text, in full.")

    def effort(self) -> Effort:
        return Effort(kind="write", words=words_in(self.text))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        chat = _chat(office)
        found = chat.standing(actor, self.message, own="edit")
        if _text(self.text) == found.text:
            raise Refused("already_so", f"{found.id} says exactly that already")
        body = words.MessageEdited(id=found.id, place=found.place, to=_others(chat, found), text=self.text)
        event = office.emit(body, actor, causes)
        chat.rooms.change(replace(found, text=self.text, edited_at=event.at))
        chat.index(chat.message(found.id))
        return Changed(id=found.id)


class Delete(Action):
    """Take back one of your own messages. Nobody sees or finds it any more; whoever read it has read it."""

    name: ClassVar[str] = "chat.delete"
    receipt: ClassVar[type[Receipt]] = Changed

    message: str = Field(description="Id of the message (c17).")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        chat = _chat(office)
        found = chat.standing(actor, self.message, own="delete")
        office.emit(words.MessageDeleted(id=found.id, place=found.place, to=_others(chat, found)), actor, causes)
        chat.rooms.delete(found.id)
        office.index.drop("chat", found.id)
        return Changed(id=found.id)


class React(Action):
    """Put a reaction on a message. Its author is notified."""

    name: ClassVar[str] = "chat.react"
    receipt: ClassVar[type[Receipt]] = Changed

    message: str = Field(description="Id of the message (c17).")
    emoji: str = Field(description='One emoji, or its name ("👍" or "thumbsup").')

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        chat = _chat(office)
        found = chat.standing(actor, self.message)
        emoji = _emoji(self.emoji)
        who = found.reactions.get(emoji, ())
        if actor in who:
            raise Refused("already_so", f"your {emoji} is on {found.id} already")
        body = words.Reacted(id=found.id, place=found.place, to=_others(chat, found, actor), emoji=emoji)
        event = office.emit(body, actor, tuple(dict.fromkeys((*causes, found.serial))))
        chat.rooms.change(replace(found, reactions={**found.reactions, emoji: (*who, actor)}))
        chat.tell(event, found.sender, "reaction", found.id, found.place, f"{emoji} on: {found.text}")
        return Changed(id=found.id)


class Unreact(Action):
    """Take your reaction off a message."""

    name: ClassVar[str] = "chat.unreact"
    receipt: ClassVar[type[Receipt]] = Changed

    message: str = Field(description="Id of the message (c17).")
    emoji: str = Field(description="The emoji you put there.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        chat = _chat(office)
        found = chat.standing(actor, self.message)
        emoji = _emoji(self.emoji)
        left = {e: tuple(p for p in who if (e, p) != (emoji, actor)) for e, who in found.reactions.items()}
        if left == found.reactions:
            raise Refused("no_such_thing", f"no {emoji} of yours is on {found.id}")
        body = words.Unreacted(id=found.id, place=found.place, to=_others(chat, found, actor), emoji=emoji)
        office.emit(body, actor, causes)
        chat.rooms.change(replace(found, reactions={e: who for e, who in left.items() if who}))
        return Changed(id=found.id)


def _others(chat: "Chat", message: Message, actor: str = "") -> tuple[str, ...]:
    """The members of a message's place without its author, or without ``actor``."""
    return tuple(who for who in chat.place(message.place).members if who != (actor or message.sender))


def _emoji(written: str) -> str:
    emoji = written.strip().strip(":")
    if not emoji or len(emoji) > MOST_EMOJI or any(map(str.isspace, emoji)):
        raise Refused("bad_argument", f'{written!r} is not one emoji: write "👍" or "thumbsup"')
    return emoji


# --- actions: reading ----------------------------------------------------------------------------------------------


class _Look(Action):
    """An action that only reads."""

    changes: ClassVar[bool] = False
    costs: ClassVar[EffortKind] = "click"

    def effort(self) -> Effort:
        return Effort(kind=self.costs)


class Read(_Look):
    """Read the newest messages of a place, or one thread of it. What is shown is then read; nobody is told."""

    name: ClassVar[str] = "chat.read"
    receipt: ClassVar[type[Receipt]] = Reading
    costs: ClassVar[EffortKind] = "read"

    place: str = Field(description=_PLACE)
    thread: str | None = Field(default=None, description="Id of a message (c17), to read its thread only.")
    limit: int = Field(default=20, ge=1, le=200, description="How many messages at most, the newest.")
    before: str | None = Field(default=None, description="Id of a message, to read on before it.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        chat = _chat(office)
        place = chat.spot(actor, self.place).id
        standing = chat.messages(place) if place in chat.rooms else ()
        if self.thread is not None:
            standing = chat.talk(actor, self.thread)
        end = None if self.before is None else chat.standing(actor, self.before)
        for message in (*standing[:1], *([end] if end else [])):
            if message.place != place:
                raise Refused("bad_argument", f"{message.id} stands in {message.place}, not in {place}: read it there")
        if end is not None:
            standing = tuple(message for message in standing if message.serial < end.serial)
        shown = standing[-self.limit :]
        new = set(chat.unread_for(actor, place))
        chat.mark_read(actor, [message.id for message in shown])
        lines = tuple(
            Line(
                id=m.id, when=written_for(office, actor, m.at), sender=m.sender, text=m.text, thread=m.thread,
                reactions=m.reactions, edited=m.edited_at is not None, new=m.id in new,
            )
            for m in shown
        )  # fmt: skip
        return Reading(place=place, messages=lines, earlier=len(standing) - len(shown))


class LookUnread(_Look):
    """See where unread messages wait for you, with a preview of the latest. Nothing is marked as read."""

    name: ClassVar[str] = "chat.unread"
    receipt: ClassVar[type[Receipt]] = Unread

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        chat = _chat(office)
        waiting = []
        for place in chat.rooms.places():
            unread = [chat.message(m) for m in chat.unread_for(actor, place.id)]
            if unread:
                last = unread[-1]
                calling = sum(actor in m.mentions for m in unread)
                waiting.append(
                    (last.serial, Waiting(
                        place=place.id, count=len(unread), calling_you=calling,
                        when=written_for(office, actor, last.at), sender=last.sender, preview=clip(last.text),
                    ))
                )  # fmt: skip
        waiting.sort(key=lambda pair: -pair[0])
        return Unread(total=sum(w.count for _, w in waiting), places=tuple(w for _, w in waiting))


class Places(_Look):
    """List your channels and conversations, and the channels you could join."""

    name: ClassVar[str] = "chat.places"
    receipt: ClassVar[type[Receipt]] = RoomList

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        chat = _chat(office)
        rooms = [
            Room(
                place=place.id, yours=actor in place.members, members=len(place.members), about=place.about,
                private=place.private, unread=len(chat.unread_for(actor, place.id)),
            )
            for place in chat.rooms.places()
            if actor in place.members or (place.kind == "channel" and not place.private)
        ]  # fmt: skip
        return RoomList(places=tuple(sorted(rooms, key=lambda room: not room.yours)))


class Members(_Look):
    """See who is in a channel or a conversation."""

    name: ClassVar[str] = "chat.members"
    receipt: ClassVar[type[Receipt]] = Membership

    place: str = Field(description=_PLACE)

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        chat = _chat(office)
        channel = self.place.strip().startswith("#")
        place = chat.channel(actor, self.place, member=False) if channel else chat.spot(actor, self.place)
        return Membership(place=place.id, members=place.members, about=place.about, private=place.private)


class Search(_Look):
    """Search the messages of your places for words."""

    name: ClassVar[str] = "chat.search"
    receipt: ClassVar[type[Receipt]] = FoundLines
    costs: ClassVar[EffortKind] = "search"

    query: str = Field(description='Words that must all occur; "in quotes", exactly so.')
    limit: int = Field(default=10, ge=1, le=50, description="How many messages at most.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        chat = _chat(office)
        if not has_words(self.query):
            raise Refused("empty", "there is nothing to look for: write one or more words")
        found = office.index.find(
            self.query, apps=("chat",), limit=self.limit, readable=lambda _, ref: chat.can_read(actor, ref)
        )
        hits = [(chat.message(hit.ref), hit) for hit in found]
        return FoundLines(
            hits=tuple(
                FoundLine(
                    id=m.id, place=m.place, sender=m.sender, when=written_for(office, actor, m.at), snippet=hit.snippet
                )
                for m, hit in hits
            )
        )  # fmt: skip


class LookPresence(_Look):
    """See whether somebody is there, away, or asks not to be disturbed."""

    name: ClassVar[str] = "chat.presence"
    receipt: ClassVar[type[Receipt]] = PresenceShown

    person: str = Field(description="Id of the person.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        return _chat(office).presence_shown(actor, person_named(office, self.person))


# --- actions: channels and presence --------------------------------------------------------------------------------


class OpenChannel(Action):
    """Open a new channel and bring people into it. They are notified."""

    name: ClassVar[str] = "chat.open_channel"
    receipt: ClassVar[type[Receipt]] = Membership

    channel: str = Field(description='Its name: "#" and letters, figures, "-" or "_".')
    members: tuple[str, ...] = Field(default=(), description='Person ids, or "team:finance". You are a member anyway.')
    about: str = Field(default="", description="What it is for, in a sentence.")
    private: bool = Field(default=False, description="True if nobody may see or join it without being invited.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        chat = _chat(office)
        name = "#" + self.channel.strip().removeprefix("#")
        if len(name) > MOST_NAME or not name[1:] or not all(sign.isalnum() or sign in "-_" for sign in name[1:]):
            raise Refused(
                "bad_argument",
                f'{self.channel!r} is no name for a channel: write "#" and up to {MOST_NAME - 1} letters, figures, '
                '"-" or "_", without spaces',
            )
        taken = {place.id.casefold() for place in chat.rooms.places()}
        if name.casefold() in taken:
            raise Refused("already_so", f"a channel {name} exists already: join it (chat.join) or choose another name")
        if self.about:
            _text(self.about, MOST_ABOUT, "purpose")
        members = tuple(dict.fromkeys((actor, *people_named(office, self.members))))
        body = words.ChannelOpened(place=name, to=members[1:], members=members, about=self.about, private=self.private)
        event = office.emit(body, actor, causes)
        chat.rooms.put_place(Place(name, "channel", members, self.about, self.private))
        for who in members:
            chat.tell(event, who, "invite", name, name, f"new channel {name}: {self.about}".rstrip(": "))
        return Membership(place=name, members=members, about=self.about, private=self.private)


class Join(Action):
    """Become a member of a channel. You can then read what was written before; nobody is notified."""

    name: ClassVar[str] = "chat.join"
    receipt: ClassVar[type[Receipt]] = Membership

    channel: str = Field(description='The channel ("#finance").')

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        chat = _chat(office)
        place = chat.channel(actor, self.channel, member=False)
        if actor in place.members:
            raise Refused("already_so", f"you are in {place.id} already")
        office.emit(words.ChannelJoined(place=place.id, to=place.members), actor, causes)
        place = replace(place, members=(*place.members, actor))
        chat.rooms.put_place(place)
        return Membership(place=place.id, members=place.members, about=place.about, private=place.private)


class Leave(Action):
    """Leave a channel. You no longer read it, and nobody is notified."""

    name: ClassVar[str] = "chat.leave"
    receipt: ClassVar[type[Receipt]] = Changed

    channel: str = Field(description='The channel ("#finance").')

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        chat = _chat(office)
        if self.channel.strip().startswith(("dm:", "group:")):
            raise Refused("not_allowed", "only a channel can be left; a conversation just falls silent")
        place = chat.channel(actor, self.channel, member=True)
        left = tuple(who for who in place.members if who != actor)
        office.emit(words.ChannelLeft(place=place.id, to=left), actor, causes)
        chat.rooms.put_place(replace(place, members=left))
        return Changed(id=place.id)


class Invite(Action):
    """Bring people into a channel you are in. They are members at once, can read what was written before, and are
    notified."""

    name: ClassVar[str] = "chat.invite"
    receipt: ClassVar[type[Receipt]] = Membership

    channel: str = Field(description='The channel ("#finance").')
    people: tuple[str, ...] = Field(description='Person ids, or "team:finance".')

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        chat = _chat(office)
        place = chat.channel(actor, self.channel, member=True)
        named = people_named(office, self.people)
        new = tuple(who for who in named if who not in place.members)
        if not named:
            raise Refused("empty", "say whom to invite: one or more person ids")
        if not new:
            raise Refused("already_so", f"all of them are in {place.id} already")
        to = tuple(who for who in (*place.members, *new) if who != actor)
        event = office.emit(words.ChannelInvited(place=place.id, to=to, invited=new), actor, causes)
        place = replace(place, members=(*place.members, *new))
        chat.rooms.put_place(place)
        for who in new:
            chat.tell(event, who, "invite", place.id, place.id, f"{place.id}: {place.about}".rstrip(": "))
        return Membership(place=place.id, members=place.members, about=place.about, private=place.private)


class SetPresence(Action):
    """Show colleagues that you are there, away, or not to be disturbed. Messages still arrive; who writes to you sees
    it."""

    name: ClassVar[str] = "chat.set_presence"
    receipt: ClassVar[type[Receipt]] = PresenceShown

    state: words.State = Field(description='"active", "away" or "dnd" (do not disturb).')
    until: str | int | None = Field(default=None, description=f"When it ends by itself: {WAYS}.")
    note: str = Field(default="", description="A few words others see.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        until = None if self.until is None else instant(office, actor, self.until)
        if until is not None and until <= office.now:
            raise Refused("in_the_past", f"{self.until!r} is past: say when it ends, or leave `until` out")
        if until is not None and self.state == "active":
            raise Refused("bad_argument", "'active' does not end by itself: leave `until` out")
        if self.note:
            _text(self.note, MOST_ABOUT, "note")
        office.emit(words.PresenceSet(state=self.state, until=until, note=self.note), actor, causes)
        chat = _chat(office)
        chat.show(actor, Presence(self.state, until, self.note))
        return chat.presence_shown(actor, actor)


# --- the app -------------------------------------------------------------------------------------------------------


ALL: tuple[type[Action], ...] = (
    Send, Read, LookUnread, Places, Members, Search, React, Unreact, Edit, Delete, OpenChannel, Join, Leave, Invite,
    SetPresence, LookPresence,
)  # fmt: skip
