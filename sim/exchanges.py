"""Talk among colleagues about their daily business: mail, chat and calls, from the first word to the last.

Who begins what when, with whom, and how it goes on is drawn from streams of whoever begins it, and looks at nothing
the player does. How soon somebody reads and answers is their own habit, as with everything else that reaches them; what
they say goes through their mind, so that it is in their voice. Nobody but those in an exchange answers in it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from sim.actions import Refused
from sim.attention import CROWDED
from sim.calendar import add_working, is_absent, is_working
from sim.circles import Circles
from sim.dates import Dates
from sim.habits import Channel
from sim.kernel import Signal, Steps
from sim.matters import Matter, Pen
from sim.messages import Message
from sim.mind import Errand, Manner, Say
from sim.model import ModelFault
from sim.streams import chance, pick, uniform_between
from sim.vocabulary.attention import Thought
from sim.vocabulary.calls import CallAnswered, CallDeclined, CallMissed
from sim.vocabulary.core import Event

if TYPE_CHECKING:
    from sim.attention import Attention
    from sim.moment import Moments
    from sim.world import World

# Design choices, all of them, made so that what comes of them lies in the published ranges (docs/realism.md).
ANSWERS = 0.9
"""Share of requests by mail that are ever answered."""
PUTS_OFF = 0.16
"""Share of these that are first put off with a promise."""
IN_TIME = 0.74
"""Share of such promises that are kept by their time."""
NEVER = 0.08
"""Share that are not kept at all."""
GOES_ON = 0.43
"""Chance that whoever asked writes back once they have an answer."""
FOLLOWS = 0.45
"""Chance that they then ask one more thing."""
COMMENTS = 0.1
"""Chance that one of those who got a notice writes back."""
TO_ALL = 0.12
"""Chance that an answer goes to all who got the mail, where these were several."""
REACTS = 0.07
"""Chance that somebody puts a reaction on a post in a channel they are in."""
TALKS_ON = 0.5
"""Chance that a talk in chat goes on for another turn."""
STAYS = 0.8
"""Chance that somebody who has just written waits for the answer."""

PACE: Mapping[Channel, tuple[float, float]] = MappingProxyType({"mail": (0.75, 0.55), "chat": (1.0, 0.4)})
"""What somebody's usual waits are multiplied with for a first word, and for a later one: it is their daily business."""

Part = Literal["answer", "promise", "deliver", "thanks", "comment", "chat", "call"]
_DUE: tuple[tuple[str, int], ...] = (
    ("this afternoon", 3 * 3600),
    ("tomorrow morning", 5 * 3600),
    ("tomorrow", 8 * 3600),
    ("the day after tomorrow", 16 * 3600),
    ("this week", 20 * 3600),
)
"""Ways to put something off, and working seconds until it is due."""


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody will do once they have read or heard a certain message of an exchange."""

    part: Part
    matter: Matter
    subject: str
    key: tuple[str | int, ...]
    """Where the exchange comes from: keys its streams."""
    turn: int = 1


class Exchanges:
    """All exchanges of a run."""

    def __init__(self, world: "World", attention: "Attention", moments: "Moments", circles: Circles) -> None:
        self._world = world
        self._attention = attention
        self._moments = moments
        self._circles = circles
        self._steps: dict[tuple[str, str, str], Step] = {}
        self._ours: set[tuple[str, str]] = set()
        self._ringing: dict[str, Signal] = {}
        self._dates = Dates(world, "b")
        attention.business = self._business
        world.readers.append(self._follow)

    # -- beginning ------------------------------------------------------------------------------------------------

    def mail(self, who: str, *key: str | int) -> Steps[None]:
        """``who`` writes a mail of their own accord: a request to one or two, or a notice to a few."""
        rng = self._world.streams.of(who, "mail", *key)
        about = self._circles.matter(who, rng)
        asks = chance(rng, 0.54)
        to, cc = self._circles.recipients(who, rng, asks=asks)
        if not to:
            return
        pen = self._pen(who, (*to, *cc), about, rng)
        text, subject = (pen.request() if asks else pen.notice()), pen.subject()
        addresses = {"to": list(to), "cc": list(cc), "subject": subject}
        errand = Errand(what=subject, to=to, via="mail", text=text, manner="own_hand")
        message = yield from self._put(who, errand, "mail.send", addresses, rng)
        if message is None:
            return
        step = Step("answer" if asks else "comment", about, subject, (who, "mail", *key))
        for reader in (*to, *cc):
            likely = COMMENTS if not asks else ANSWERS if reader == to[0] else 0.03
            if reader in self._circles.of(who) and chance(rng, likely):
                self._expect(reader, message, step)

    def talk(self, who: str, *key: str | int) -> Steps[None]:
        """``who`` writes to a colleague in chat."""
        rng = self._world.streams.of(who, "talk", *key)
        other = self._circles.partner(who, rng)
        if other is None or is_absent(self._world.person(other).calendar, self._world.now):
            return
        about = self._circles.matter(who if chance(rng, 0.5) else other, rng)
        pen = self._pen(who, (other,), about, rng)
        lines = [pen.one("CHAT_OPEN")] if chance(rng, 0.28) else []
        ask = pen.one("CHAT_ASK")
        lines.append(f"{pen.sentence('CHAT_BEFORE')}. {ask}" if chance(rng, 0.4) else ask)
        yield from self._chat(who, other, lines, Step("chat", about, about.thing, (who, "talk", *key)), rng)

    def post(self, who: str, *key: str | int) -> Steps[None]:
        """``who`` posts something in a channel, the smaller the likelier."""
        world, rng = self._world, self._world.streams.of(who, "post", *key)
        places = [c for c in world.org.channels() if who in c.members and len(c.members) > 1 and not c.grave]
        if not places:
            return
        place = pick(rng, places, [1 / len(c.members) for c in places])
        about = self._circles.matter(who, rng)
        errand = Errand(
            what=about.thing,
            to=tuple(m for m in place.members if m != who),
            via="channel",
            place=place.name,
            text=self._pen(who, (), about, rng).one("CHAT_POST"),
            manner="own_hand",
        )
        message = yield from self._put(who, errand, "chat.send", {"to": place.name}, rng)
        if message is None:
            return
        for reader in message.to:
            if reader in world.cast and chance(world.streams.of(reader, "reacts", who, *key), REACTS):
                self._expect(reader, message, Step("thanks", about, "reaction", (who, "post", *key)))

    def call(self, who: str, *key: str | int) -> Steps[None]:
        """``who`` rings a colleague; who is not reached is mostly written to."""
        world, rng = self._world, self._world.streams.of(who, "call", *key)
        other = self._circles.partner(who, rng)
        if other is None or not is_working(world.person(other).calendar, world.now):
            return
        about = self._circles.matter(who if chance(rng, 0.5) else other, rng)
        pen = self._pen(who, (other,), about, rng)
        ring = world.office.parse("calls.ring", {"person": other, "about": pen.one("CALL_ABOUT")})
        try:
            call = world.do(who, ring).model_dump()["call"]
        except Refused:  # one of them is on the phone already: nothing rang
            return
        step = Step("call", about, about.thing, (who, "call", *key))
        signal = self._ringing[call] = world.kernel.event()
        answered = yield signal
        if answered:
            errand = Errand(what=about.thing, to=(other,), via="call", text=pen.one("CALL_OPEN"), manner="own_hand")
            message = yield from self._put(who, errand, "calls.say", {"call": call}, rng, takes=2)
            if message is not None:
                self._expect(other, message, step)
        elif chance(rng, 0.55):
            pause = uniform_between(rng, 30, 400)
            yield from world.until(who, add_working(world.person(who).calendar, world.now, pause))
            lines = [pen.one("CALL_MISSED")]
            yield from self._chat(who, other, lines, replace(step, part="chat"), rng)

    # -- reading --------------------------------------------------------------------------------------------------

    def _expect(self, who: str, message: Message, step: Step) -> None:
        if who in self._world.cast:
            self._steps[who, message.app, message.ref] = step

    def _business(self, who: str, unread: Sequence[Message]) -> bool:
        """Somebody has read messages of one conversation: whether the last of them is of an exchange, and needs no
        answer but what the exchange brings."""
        for message in unread:
            step = self._steps.pop((who, message.app, message.ref), None)
            if step is not None:
                self._world.live(self._go_on(who, message, step))
        return (unread[-1].app, unread[-1].ref) in self._ours

    def _follow(self, event: Event) -> None:
        body = event.body
        if isinstance(body, CallAnswered | CallDeclined | CallMissed):
            signal = self._ringing.pop(body.call, None)
            if signal is not None:
                signal.succeed(isinstance(body, CallAnswered))

    def _go_on(self, who: str, message: Message, step: Step) -> Steps[None]:
        """``who`` answers, in their own time."""
        rng = self._world.streams.of(who, "goes on", step.turn, message.sender, *step.key)
        if step.part == "call":
            yield from self._speak(who, message, step, rng)
            return
        channel: Channel = "mail" if message.app == "mail" else "chat"
        yield from self._world.until(who, self._lands(who, channel, rng, PACE[channel][step.turn > 1]))
        if step.subject == "reaction":
            self._react(who, message, rng)
        elif channel == "chat":
            yield from self._chat_on(who, message, step, rng)
        else:
            yield from self._mail_on(who, message, step, rng)

    def _lands(self, who: str, channel: Channel, rng: Random, pace: float) -> int:
        world, coworker = self._world, self._world.cast[who]
        slow = pace + CROWDED * (coworker.open_thoughts + len(coworker.working_on))
        wait = max(1, int(coworker.habits.reply[channel].draw(rng) * slow))
        calendar = world.person(who).calendar
        return add_working(calendar, world.now, wait) if is_working(calendar, world.now) else world.now + wait

    def _react(self, who: str, message: Message, rng: Random) -> None:
        emoji = pick(rng, ("👍", "👍", "👍", "🙏", "🎉", "👀"))
        try:
            self._world.do(who, self._world.office.parse("chat.react", {"message": message.ref, "emoji": emoji}))
        except Refused as refused:
            self._world.fault(who, f"refused:{refused.code}", refused.why, (message.serial,))

    # -- mail -----------------------------------------------------------------------------------------------------

    def _mail_on(self, who: str, message: Message, step: Step, rng: Random) -> Steps[None]:
        pen = self._pen(who, (message.sender,), step.matter, rng)
        if step.part == "answer" and step.turn == 1 and chance(rng, PUTS_OFF):
            yield from self._put_off(who, message, step, rng)
            return
        goes_on = step.turn < 6 and chance(rng, FOLLOWS if step.part in ("thanks", "comment") else 0.12)
        match step.part:
            case "answer":
                text = pen.answer(follow=goes_on)
            case "deliver":
                text = pen.delivery()
            case "comment":
                text = pen.comment(follow=goes_on)
            case _:
                text = pen.thanks(follow=goes_on)
        answer = yield from self._answer(who, message, step, text, rng)
        if answer is None:
            return
        then: Part = "answer" if goes_on else "thanks"
        likely = ANSWERS if goes_on else GOES_ON if step.part in ("answer", "deliver") else 0.2
        if chance(rng, likely):
            self._expect(message.sender, answer, replace(step, part=then, turn=step.turn + 1))

    def _put_off(self, who: str, message: Message, step: Step, rng: Random) -> Steps[None]:
        """First a promise, then what was promised: in time, late, or never."""
        world = self._world
        calendar = world.person(who).calendar
        words, within = pick(rng, _DUE)
        pen = self._pen(who, (message.sender,), step.matter, rng)
        text = pen.promise(words)
        answer = yield from self._answer(who, message, step, text, rng)
        if answer is None:
            return
        due = add_working(calendar, world.now, within)
        date = self._dates.make(
            who, message.sender, step.matter.thing, due, where="mail", ref=answer.ref, causes=(answer.serial,)
        )
        if chance(rng, NEVER):
            yield world.kernel.at(add_working(calendar, due, 8 * 3600))
            self._dates.close(date, "broken")
            return
        share = 0.4 + 0.58 * rng.random() if chance(rng, IN_TIME / (1 - NEVER)) else 1.05 + 1.2 * rng.random()
        yield from world.until(who, add_working(calendar, world.now, max(600, int(within * share))))
        ours = replace(step, part="deliver", turn=2)
        brought = yield from self._answer(who, message, ours, pen.delivery(), rng)
        if brought is not None:
            self._dates.close(date, "kept", brought.ref, (brought.serial,))
            if chance(rng, GOES_ON):
                self._expect(message.sender, brought, replace(step, part="thanks", turn=3))

    def _answer(self, who: str, message: Message, step: Step, text: str, rng: Random) -> Steps[Message | None]:
        several = len(message.to) > 1 and chance(rng, TO_ALL)
        errand = Errand(what=step.subject, to=(message.sender,), via="mail", text=text, manner="own_hand")
        name = "mail.reply_all" if several else "mail.reply"
        answer = yield from self._put(who, errand, name, {"mail": message.ref}, rng, (message.serial,))
        return answer

    # -- chat -----------------------------------------------------------------------------------------------------

    def _chat(self, who: str, other: str, lines: Sequence[str], step: Step, rng: Random) -> Steps[None]:
        """Lines of ``who`` one after the other; the other answers the last one."""
        last = None
        for line in lines:
            last = yield from self._line(who, other, line, "own_hand", step, rng)
            if last is None:
                return
        if last is not None:
            self._expect(other, last, step)
            if step.turn > 1 and chance(rng, STAYS):
                self._attention.awaited.add((other, last.app, last.ref))

    def _line(
        self, who: str, other: str, text: str | None, manner: Manner, step: Step, rng: Random
    ) -> Steps[Message | None]:
        what = {"acknowledge": "a nod, in a word or two, on {}", "thanks": "a short thanks for {}"}.get(manner, "{}")
        errand = Errand(what=what.format(step.matter.thing), to=(other,), via="chat", text=text, manner=manner)
        takes = self._world.cast[who].habits.writes(len((text or "ok").split()))
        message = yield from self._put(who, errand, "chat.send", {"to": [other]}, rng, takes=takes)
        return message

    def _chat_on(self, who: str, message: Message, step: Step, rng: Random) -> Steps[None]:
        """One turn: a nod, a short word, or a sentence or two."""
        other = message.sender
        pen = self._pen(who, (other,), step.matter, rng)
        ours = replace(step, turn=step.turn + 1)
        answers = step.turn % 2 == 1
        kind = rng.random()
        if kind < (0.1 if answers else 0.34):
            manner: Manner = "acknowledge" if answers or chance(rng, 0.5) else "thanks"
            said = yield from self._line(who, other, None, manner, step, rng)
            if said is not None and step.turn == 1 and chance(rng, TALKS_ON):
                self._expect(other, said, ours)
            return
        lines = [pen.one("CHAT_ANSWER" if answers else "CHAT_MORE")]
        if kind > 0.8:
            lines.insert(0, pen.one("CHAT_SHORT"))
        elif kind > 0.68:
            lines = [pen.one("CHAT_SHORT")]
        elif kind > 0.5:
            lines = [f"{lines[0]}. {pen.sentence('CHAT_MORE')}"]
        ends = step.turn >= 9 or not chance(rng, TALKS_ON if step.turn > 1 else 0.75)
        if not ends:
            yield from self._chat(who, other, lines, ours, rng)
            return
        for line in lines:
            yield from self._line(who, other, line, "own_hand", step, rng)

    # -- calls ----------------------------------------------------------------------------------------------------

    def _speak(self, who: str, message: Message, step: Step, rng: Random) -> Steps[None]:
        """One turn on the phone, and the end of the call after a few."""
        other = message.sender
        pool = "CALL_ANSWER" if step.turn == 1 else "CALL_MORE"
        text = self._pen(who, (other,), step.matter, rng).sentence(pool)
        errand = Errand(what=step.matter.thing, to=(other,), via="call", text=text, manner="own_hand")
        wait = self._world.cast[who].habits.reply["call"].draw(rng) + len(message.text.split()) // 3
        yield self._world.kernel.timeout(max(1, wait + uniform_between(rng, 0, 25)))
        said = yield from self._put(who, errand, "calls.say", {"call": message.place}, rng, takes=1)
        if said is None:
            return
        if step.turn < 2 or (step.turn < 7 and chance(rng, 0.55)):
            self._expect(other, said, replace(step, turn=step.turn + 1))
            return
        yield self._world.kernel.timeout(uniform_between(rng, 2, 20))
        try:
            self._world.do(who, self._world.office.parse("calls.hang_up", {"call": message.place}))
        except Refused:  # the other was quicker
            return

    def _pen(self, who: str, to: Sequence[str], about: Matter, rng: Random) -> Pen:
        """The pen of ``who``, writing to these."""
        return Pen(who, about, rng, frozenset(self._world.person(one).first for one in (who, *to)))

    # -- writing --------------------------------------------------------------------------------------------------

    def _put(
        self,
        who: str,
        errand: Errand,
        action: str,
        arguments: Mapping[str, Any],
        rng: Random,
        causes: tuple[int, ...] = (),
        *,
        takes: int | None = None,
    ) -> Steps[Message | None]:
        """``who`` says it in their own way, by this action; the message, or None where nothing came of it."""
        world, coworker = self._world, self._world.cast[who]
        moment = self._moments.errand(who, "event", errand)
        begun = world.now
        if takes is None:
            takes = min(600, coworker.habits.writes(len((errand.text or "").split())))
        coworker.open_thoughts += 1
        try:
            turn = yield world.kernel.think(lambda: coworker.mind.think(moment), max(1, takes))
        except ModelFault as fault:
            world.stop_for(fault)
            return None
        finally:
            coworker.open_thoughts -= 1
        if turn.model:
            world.thought_of("coworkers", turn.model, turn.unusable)
        for failed in turn.faults:
            world.fault(who, failed.kind, failed.detail, causes)
        said = next((move for move in turn.moves if isinstance(move, Say)), None)
        moves = tuple(move.do for move in turn.moves)
        thought = world.write(
            Thought(occasion=moment.occasion, takes=world.now - begun, read_as=turn.read_as, moves=moves), who, causes
        )
        if said is None:
            coworker.mind.landed(moment, turn)
            return None
        seen: list[Event] = []
        world.readers.append(seen.append)
        try:
            parsed = world.office.parse(action, {**arguments, "text": said.text})
            world.do(who, parsed, (*causes, thought.serial))
        except Refused as refused:
            world.fault(who, f"refused:{refused.code}", refused.why, (thought.serial,))
            return None
        finally:
            world.readers.remove(seen.append)
        coworker.mind.landed(moment, turn)
        message = self._attention.messages.get(seen[0].serial)
        if message is not None:
            self._ours.add((message.app, message.ref))
        return message


Begin = Callable[..., Steps[None]]
"""One of the ways to begin an exchange."""
