"""When, where and in which thread each message was sent: what a receipt shows in words, Slack shows as a number.

It is taken from the events of the run, and says nothing of what a message says.
"""

from dataclasses import dataclass
from typing import Final

from sim.vocabulary.chat import ChannelOpened, MessageDeleted, MessageSent
from sim.vocabulary.core import Event
from sim.vocabulary.seat import Waited
from workaday.doors.slack.ids import message_ts


@dataclass(frozen=True, slots=True)
class Postmark:
    """One message."""

    id: str
    at: int
    place: str
    sender: str
    thread: str | None

    @property
    def ts(self) -> str:
        """Its timestamp."""
        return message_ts(self.at, self.id)


class Postmarks:
    """Of all messages of one run, as far as it has gone."""

    def __init__(self, private: frozenset[str]) -> None:
        """``private`` are the channels that nobody joins without being invited."""
        self._marks: dict[str, Postmark] = {}
        self._places: dict[str, dict[str, None]] = {}
        self._replies: dict[str, dict[str, None]] = {}
        self._private: Final = set(private)
        self._waited: dict[str, int] = {}

    def follow(self, event: Event) -> None:
        """Take note of an event."""
        body = event.body
        if isinstance(body, MessageSent):
            self._marks[body.id] = Postmark(body.id, event.at, body.place, event.actor, body.thread)
            self._places.setdefault(body.place, {})[body.id] = None
            if body.thread is not None:
                self._replies.setdefault(body.thread, {})[body.id] = None
        elif isinstance(body, MessageDeleted):
            mark = self._marks[body.id]
            self._places[mark.place].pop(body.id, None)
            self._replies.get(mark.thread or "", {}).pop(body.id, None)
        elif isinstance(body, ChannelOpened) and body.private:
            self._private.add(body.place)
        elif isinstance(body, Waited):
            self._waited[event.actor] = body.turn

    def waited(self, who: str) -> int:
        """The turn of their last wait; 0 where they have not waited."""
        return self._waited.get(who, 0)

    def of(self, message: str) -> Postmark:
        """Of one message. Raises ``KeyError``."""
        return self._marks[message]

    def ts(self, message: str) -> str:
        """The timestamp of a message. Raises ``KeyError``."""
        return self._marks[message].ts

    def standing(self, place: str) -> list[Postmark]:
        """Of all that stands in a place, oldest first."""
        return [self._marks[message] for message in self._places.get(place, {})]

    def replies(self, message: str) -> list[Postmark]:
        """Of what stands in the thread that this message began, without it, oldest first."""
        return [self._marks[reply] for reply in self._replies.get(message, {})]

    def is_private(self, place: str) -> bool:
        """Whether this is a channel that nobody joins without being invited."""
        return place in self._private
