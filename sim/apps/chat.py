"""Chat: direct and group messages, channels, threads, reactions, and who is there.

What can be done is in ``sim.apps.chat_actions``; here is how it stands, and the rules the actions share.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from sim.actions import Action, Refused, clip
from sim.apps import chat_actions
from sim.apps.chat_views import PresenceShown, Sent
from sim.apps.people import mentions, people_named
from sim.apps.rooms import Message, Place, Presence, Rooms, place_of
from sim.apps.when import written_for
from sim.misspelling import suggest
from sim.office import App, Notice, NoticeKind, Office
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.core import Event


class Chat(App):
    """The state of chat, and the rules that its actions share."""

    name: ClassVar[str] = "chat"
    actions: ClassVar[tuple[type[Action], ...]] = chat_actions.ALL

    def __init__(self, office: Office) -> None:
        super().__init__(office)
        self.rooms = Rooms()
        self._presence: dict[str, Presence] = {}
        self._sent = 0
        for channel in office.org.channels():
            place = Place(channel.name, "channel", channel.members, channel.about, channel.private)
            self.rooms.put_place(place)

    # -- for the engine and for doors. Ids that are not there raise KeyError.

    def message(self, message: str) -> Message:
        """The message with this id, as it stands; also a deleted one, whose text is gone."""
        return self.rooms.message(message)

    def thread_of(self, message: str) -> tuple[Message, ...]:
        """The thread a message is in: its first message and the replies, in order, as far as they stand."""
        return self.rooms.thread_of(message)

    def messages(self, place: str) -> tuple[Message, ...]:
        """All that stands in a place, oldest first."""
        return self.rooms.messages(place)

    def place(self, place: str) -> Place:
        """The place with this id. A dm or group exists from its first message on."""
        return self.rooms.place(place)

    @staticmethod
    def place_of(people: Iterable[str]) -> str:
        """The id of the dm or group of exactly these people. Raises ``ValueError`` for fewer than two."""
        return place_of(people)

    def unread_for(self, who: str, place: str | None = None) -> tuple[str, ...]:
        """Ids of the messages that ``who`` has not read, there or anywhere."""
        return self.rooms.unread_for(who, place)

    def mark_read(self, who: str, ids: Iterable[str]) -> None:
        """``who`` has read these messages."""
        self.rooms.mark_read(who, ids)

    def presence_of(self, who: str) -> Presence:
        """What ``who`` shows now."""
        shown = self._presence.get(who, Presence())
        return Presence() if shown.until is not None and shown.until <= self.office.now else shown

    def presence_shown(self, reader: str, who: str) -> PresenceShown:
        """The same as ``reader`` sees it."""
        shown = self.presence_of(who)
        until = None if shown.until is None else written_for(self.office, reader, shown.until)
        return PresenceShown(person=who, state=shown.state, until=until, note=shown.note)

    def can_read(self, who: str, ref: str) -> bool:
        found = self.rooms.message(ref)
        return not found.deleted and who in self.rooms.place(found.place).members

    # -- for the actions of chat. All raise Refused.

    def spot(self, actor: str, to: str | Sequence[str]) -> Place:
        """The place that ``to`` means for ``actor``, who must be in it; a conversation may not have begun yet."""
        names = [name.strip() for name in ([to] if isinstance(to, str) else to) if name.strip()]
        if not names:
            raise Refused("bad_argument", 'say to whom: person ids, one channel ("#finance") or one place id')
        special = [name for name in names if name.startswith(("#", "dm:", "group:"))]
        if special and len(names) > 1:
            raise Refused("bad_argument", f"{special[0]!r} is a place of its own: write to it alone, or to people only")
        if special and special[0].startswith("#"):
            return self.channel(actor, special[0], member=True)
        people = set(people_named(self.office, special[0].partition(":")[2].split("+") if special else names))
        if special and len(people) > 1 and actor not in people:
            raise Refused("not_a_member", f"you are not in {special[0]!r}: write to these people yourself")
        people.add(actor)
        if len(people) < 2:
            raise Refused("bad_argument", "nobody but you is meant: name somebody else to write to")
        place = place_of(people)
        try:
            return self.rooms.place(place)
        except KeyError:
            return Place(place, "dm" if len(people) == 2 else "group", tuple(sorted(people)))

    def channel(self, actor: str, name: str, *, member: bool) -> Place:
        """The channel ``name``, where ``actor`` may know of it; with ``member``, where they are in it."""
        visible = {
            place.id: place
            for place in self.rooms.places()
            if place.kind == "channel" and (not place.private or actor in place.members)
        }
        name = name.strip() if name.strip().startswith("#") else f"#{name.strip()}"
        found = visible.get(name)
        if found is None:
            near = suggest(name, visible)
            hint = f"did you mean {near!r}?" if near else "chat.places lists the channels"
            raise Refused("no_such_place", f"there is no channel {name!r} that you can see; {hint}")
        if member and actor not in found.members:
            raise Refused("not_a_member", f"you are not in {name}: join it first (chat.join)")
        return found

    def standing(self, actor: str, message: str, *, own: str = "") -> Message:
        """The message with this id, where ``actor`` can see it; with ``own`` ("edit"), where they wrote it."""
        try:
            found = self.rooms.message(message.strip())
        except KeyError:
            found = None
        if found is None or not self.can_read(actor, found.id):
            raise Refused("no_such_thing", f"there is no message {message!r} in your places; ids look like 'c17'")
        if own and found.sender != actor:
            raise Refused("not_allowed", f"{found.id} is by {found.sender}: you can {own} your own messages only")
        return found

    def talk(self, actor: str, message: str) -> tuple[Message, ...]:
        """What stands of the thread this message is in or begins, where ``actor`` can see it; never empty."""
        try:
            talk = self.rooms.thread_of(message.strip())
        except KeyError:
            talk = ()
        self.standing(actor, talk[0].id if talk else message)
        return talk

    def put(self, actor: str, place: Place, text: str, thread: str | None, causes: Sequence[int]) -> Sent:
        """Deliver a message and tell whom it concerns."""
        org = self.office.org
        to = tuple(who for who in place.members if who != actor)
        found = mentions(text, [org.person(who) for who in place.members], org.people())
        called = [who for who in found.people if who != actor]
        if found.everyone is not None and place.kind != "dm":
            here = [p for p in to if found.everyone == "channel" or self.presence_of(p).state == "active"]
            called += [who for who in here if who not in called]
        talk = self.rooms.thread_of(thread) if thread else ()
        following = {message.sender for message in talk} | {who for message in talk for who in message.mentions}
        self._sent += 1
        body = MessageSent(id=f"c{self._sent}", place=place.id, to=to, text=text, thread=thread, mentions=tuple(called))
        because = (*causes, self.rooms.message(thread).serial) if thread else causes
        event = self.office.emit(body, actor, tuple(dict.fromkeys(because)))
        if place.id not in self.rooms:
            self.rooms.put_place(place)
        self.rooms.add(Message(body.id, event.serial, event.at, place.id, actor, to, text, thread, body.mentions))
        self.index(self.rooms.message(body.id))
        for who in to:
            kind: NoticeKind = "message"
            if who in called and place.kind != "dm":
                kind = "mention"
            elif thread and who in following:
                kind = "reply"
            elif thread and place.kind == "channel":
                continue  # a thread in a channel is told to those who take part in it
            self.tell(event, who, kind, body.id, place.id, text)
        meant = called if place.kind == "channel" else to
        away = {who: self.presence_shown(actor, who) for who in meant if self.presence_of(who).state != "active"}
        return Sent(
            id=body.id, place=place.id, thread=thread, to=to, mentions=body.mentions, away=away,
            ambiguous=found.ambiguous, not_here=tuple(who for who in found.elsewhere if who != actor),
        )  # fmt: skip

    def index(self, message: Message) -> None:
        """Make a message findable as it now stands."""
        sender = self.office.org.person(message.sender).name
        self.office.index.put("chat", message.id, f"{sender} in {message.place}", message.text, message.at)

    def tell(self, event: Event, who: str, kind: NoticeKind, ref: str, place: str, gist: str) -> None:
        """Hand one person a notice of ``event``."""
        self.office.notify(Notice(event.serial, event.at, who, "chat", kind, ref, place, event.actor, clip(gist)))

    def show(self, who: str, presence: Presence) -> None:
        """From now on ``who`` shows this."""
        self._presence[who] = presence
