"""People notice, read and answer: what happens between a message's arrival and the reply, for everybody but the player.

A message goes through delivered, noticed, read and answered. Each delay counts the working time of the reader and is
drawn from their habits with a stream keyed by what arrived, so that one message more or less changes no other's delays.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sim.actions import words_in
from sim.calendar import add_working, in_focus, is_absent, is_working, next_reachable
from sim.habits import Channel
from sim.kernel import Steps
from sim.localtime import local
from sim.messages import Message
from sim.mind import Moment, React, Silent, Turn
from sim.model import ModelFault
from sim.office import Notice
from sim.streams import chance, lognormal_between
from sim.vocabulary.attention import KeptSilent, Noticed

if TYPE_CHECKING:
    from sim.conduct import Conduct
    from sim.moment import Moments
    from sim.world import World

LIVE = (3, 60)
"""10 % and 90 % quantiles of the seconds after which the next message is noticed where two are writing to and fro: half
of such messages are answered within 15 s, 92 % within 5 min (Avrahami and Hudson, CHI 2006, 16 people)."""
AGAIN = 30
"""Seconds that thinking about something once more takes (design choice)."""
LEAVING = 120
"""Seconds after the end of their hours in which somebody may still read what came before it (design choice)."""
CROWDED = 0.08
"""Each thing somebody is already at makes their next answer this much slower (design choice)."""


class Attention:
    """Everybody's attention but the player's."""

    def __init__(self, world: "World", moments: "Moments", conduct: "Conduct") -> None:
        self._world = world
        self._moments = moments
        self._conduct = conduct
        self._pending: dict[tuple[str, str, str], list[Message]] = {}
        self.messages: dict[int, Message] = {}
        """Everything said, by the serial of its event."""
        self.awaited: set[tuple[str, str, str]] = set()
        """Who is waiting for which message (app and ref) in an exchange that is going on."""
        self.business: Callable[[str, Sequence[Message]], bool] = lambda who, unread: False
        """Told of all that somebody has read; true where the last of it is looked after there, and no mind is asked."""

    # -- arrival --------------------------------------------------------------------------------------------------

    def post(self, notice: Notice) -> None:
        """Something arrived for a coworker; they will notice it in their own time."""
        message = self.messages.get(notice.serial)
        if message is None or notice.to not in self._world.cast:
            return
        if message.spoken:
            self._world.live(self._hear(notice.to, message))
            return
        key = (notice.to, message.app, message.key)
        waiting = self._pending.setdefault(key, [])
        waiting.append(message)
        self._world.live(self._attend(notice.to, message, key, urgent=notice.urgent))

    def _attend(self, who: str, message: Message, key: tuple[str, str, str], *, urgent: bool) -> Steps[None]:
        world, coworker = self._world, self._world.cast[who]
        channel: Channel = "mail" if message.app == "mail" else "chat"
        nth = str(world.nth("notice", who, message.sender, message.text))
        rng = world.streams.of(who, "notice", message.app, message.sender, message.text, nth)
        delay = coworker.habits.notice[channel].draw(rng)
        late = chance(rng, coworker.habits.works_late)
        if message.addressed(who) == "room":
            delay *= 3
        if (who, message.app, message.ref) in self.awaited:
            self.awaited.remove((who, message.app, message.ref))
            delay = min(delay, lognormal_between(rng, *LIVE))
        yield from world.until(who, self._noticed_at(who, delay, late=late, urgent=urgent))
        if not any(m.serial == message.serial for m in self._pending.get(key, ())):
            return
        unread = self._pending.pop(key)
        words = sum(words_in(m.text) for m in unread)
        begin = max(world.now, coworker.desk_free_at)
        coworker.desk_free_at = begin + coworker.habits.reads(words)
        yield from world.until(who, coworker.desk_free_at)
        self._read(who, unread)
        yield from self._answer(who, unread, channel)

    def _noticed_at(self, who: str, delay: int, *, late: bool, urgent: bool) -> int:
        """When something that arrives now is noticed: ``delay`` working seconds on, in focus time only if urgent.

        Somebody who works late may notice it in the evening, as long as they are not away.
        """
        world, calendar = self._world, self._world.person(who).calendar
        hour = local(world.now, calendar.zone)
        factor = self._world.cast[who].habits.factor(hour.weekday(), hour.hour * 60 + hour.minute)
        delay = max(1, int(delay * factor))
        if (
            late
            and not is_working(calendar, world.now)
            and 7 <= hour.hour <= 22
            and not is_absent(calendar, world.now + delay)
        ):
            return world.now + delay
        at = add_working(calendar, world.now, delay)
        return at if urgent or not in_focus(calendar, at) else next_reachable(calendar, at)

    def _read(self, who: str, unread: Sequence[Message]) -> None:
        """They have read these messages: recorded, counted, and what they say is learned."""
        world, last = self._world, unread[-1]
        serials = tuple(m.serial for m in unread)
        world.write(Noticed(of=serials, app=last.app, place=last.place, sender=last.sender), who, serials)
        for message in unread:
            for told in world.told_at(message.app, message.ref):
                world.learn(who, told, message.app, message.ref, message.serial)

    # -- answering ------------------------------------------------------------------------------------------------

    def _answer(self, who: str, unread: Sequence[Message], channel: Channel) -> Steps[None]:
        world, coworker, last = self._world, self._world.cast[who], unread[-1]
        if self.business(who, unread) or last.automatic:
            return
        moment = self._moments.reading(who, unread)
        asked = (who, last.sender)
        if last.addressed(who) in ("me", "us"):
            self._moments.unanswered[asked] = self._moments.unanswered.get(asked, 0) + 1
        refusal = coworker.mind.gate(moment)
        cause = (last.serial,)
        if isinstance(refusal, Silent):
            if last.addressed(who) in ("me", "us"):
                world.write(KeptSilent(why=refusal.why, sender=last.sender), who, cause)
                self._moments.unanswered.pop(asked, None)
            coworker.mind.landed(moment, Turn(moves=(refusal,)))
            return
        rng = world.streams.of(who, "reply", last.app, last.sender, last.text, str(moment.chance))
        wait = coworker.habits.reply[channel].draw(rng) + (coworker.mind.takes(moment) or 0)
        wait = int(wait * self._slowness(who, last.sender, moment))
        lands = (
            add_working(world.person(who).calendar, world.now, max(1, wait))
            if self._at_work(who)
            else world.now + max(1, wait)
        )
        if isinstance(refusal, React):
            yield from world.until(who, lands)
            self._conduct.carry_out(who, moment, Turn(moves=(refusal,)), cause, begun=lands - wait)
            return
        yield from self.think(who, moment, lands - world.now, cause)

    def again(self, who: str, causes: tuple[int, ...]) -> Steps[None]:
        """They think about a message once more, as the world is now."""
        message = self.messages.get(causes[0])
        if message is not None:
            yield from self.think(who, self._moments.reading(who, [message]), AGAIN, causes)

    def _at_work(self, who: str) -> bool:
        """Whether they are at work, or on their way out: what they read last is answered in working time, too."""
        calendar, now = self._world.person(who).calendar, self._world.now
        return is_working(calendar, now) or is_working(calendar, now - LEAVING)

    def _slowness(self, who: str, sender: str, moment: Moment) -> float:
        coworker = self._world.cast[who]
        slow = 1.0 + CROWDED * (coworker.open_thoughts + len(coworker.working_on))
        if moment.irritation > 0.3:
            slow *= 1.0 + (coworker.temper.pace("pestered") - 1.0) * moment.irritation
        return slow

    def think(self, who: str, moment: Moment, takes: int, causes: tuple[int, ...]) -> Steps[None]:
        """A thought of ``who``: it starts now from this moment and takes effect ``takes`` seconds later."""
        world, coworker = self._world, self._world.cast[who]
        begun = world.now
        coworker.open_thoughts += 1
        try:
            turn = yield world.kernel.think(lambda: coworker.mind.think(moment), max(1, takes))
        except ModelFault as fault:
            world.stop_for(fault)
            return
        finally:
            coworker.open_thoughts -= 1
        if turn.model:
            world.thought_of("coworkers", turn.model, turn.unusable)
        if is_absent(world.person(who).calendar, world.now):
            if moment.occasion in ("call", "meeting"):
                return  # they left it in the middle of a word
            yield from world.back(who)
        self._conduct.carry_out(who, moment, turn, causes, begun=begun)

    # -- spoken ---------------------------------------------------------------------------------------------------

    def _hear(self, who: str, message: Message) -> Steps[None]:
        """Something said aloud is heard at once and answered within seconds, if at all."""
        world, coworker = self._world, self._world.cast[who]
        self._read(who, [message])
        if self.business(who, [message]):
            return
        moment = self._moments.reading(who, [message])
        if isinstance(coworker.mind.gate(moment), Silent | React):
            return
        rng = world.streams.of(who, "speak", message.sender, message.text, str(moment.chance))
        takes = coworker.habits.reply["call"].draw(rng) + words_in(message.text) // 3
        yield from self.think(who, moment, max(1, takes), (message.serial,))
