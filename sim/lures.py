"""Attempts under a pretext: how they reach somebody, what that person does, and what the attacker gets.

Coworkers decide by the rule in :mod:`sim.persuasion`, whatever mind they have; the player decides alone, and what they
write back is read for what it gives away. Nothing here knows who is behind an attempt: attackers are
:mod:`sim.schemers`, and a player with an authorised test comes through the same door.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from sim import persuasion
from sim.actions import Refused
from sim.apps.drive import Drive
from sim.apps.mail import Mail
from sim.apps.mailboxes import Addresses, Draft
from sim.calendar import add_working, is_working
from sim.habits import Channel
from sim.kernel import Signal, Steps
from sim.messages import Message
from sim.phrasing import worded
from sim.script import Aim, Pretext
from sim.spelling import as_read, folded
from sim.streams import chance
from sim.suspicion import is_denied
from sim.truth import NEAR
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.core import WORLD, Event
from sim.vocabulary.drive import FileWritten
from sim.vocabulary.mail import MailSent
from sim.vocabulary.security import Answer, LureAnswered, LureGained, LureTried

if TYPE_CHECKING:
    from sim.world import World

TALK = (40, 240)
"""Seconds that a call under a pretext lasts before it is decided (design choice)."""

_GIVES = {
    "fact": ("[Of course|Sure|No problem]. {sentence}", "{sentence}", "[There you are|Here it is]: {sentence}"),
    "file": ("[Attached|Here you are|As wished]: {topic}, {path}.", "[I attach|Please find here] {topic} ({path})."),
    "yes": ("[Yes, go ahead|Agreed, go ahead]: {topic}.", "[Approved|Yes, approved]: {topic}."),
    "change": ("[Done|I have changed it]: {topic} [is as you say|says what you wrote].", "[Changed|Done]: {topic}."),
}
_ASKS = (
    "[Before I do that|One thing first]: [how do I know that this is you|who can confirm this here]?",
    "I [have to|should] check that. [Which number can I ring you back on|Whom have you spoken to here]?",
)
_REFUSES = (
    "[Sorry, no|No, sorry|I am afraid not]. [That does not go by mail|It is not for me to do that like this].",
    "[That is not how we do it|We do not do that like this]. Please [come by the usual way|ask at the desk].",
)
_HAS_NOT = ("[I do not have it|I would not know]{ask}.", "[Wrong desk|Not mine], I am afraid{ask}.")
_YES = re.compile(
    r"\b(?:yes|approved|agreed|go ahead|ok(?:ay)?|fine(?: by me| with me)|done|paid|confirmed|will do|you have my)\b"
)
_NO = re.compile(r"\b(?:no|not|never|cannot|can't|won't|don't|refuse|unless|until|before i)\b|\?")


def _says(path: str, text: str, aim: Aim) -> bool:
    """Whether a file with this text says what ``aim`` wants in it, as typed or as a table is read; to say "do not use
    12-34" is to deny it."""
    wanted, whole = folded(aim.value or ""), f"{text}\n{as_read(path, text)}"
    lines = [line for line in map(folded, whole.splitlines()) if wanted in line]
    if not lines:
        return wanted in folded(whole)
    return not all(is_denied(line, at := line.index(wanted), at + len(wanted)) for line in lines)


@dataclass(slots=True)
class Lure:
    """One attempt. ``how`` is how it ended, None while it has not."""

    id: str
    scheme: str
    aim: Aim
    pretext: Pretext
    target: str
    sender: str
    by: str
    settled: Signal
    backed: int = 0
    excused: bool = False
    ref: str = ""
    how: Answer | None = None
    of: list[int] = field(default_factory=list)
    """Serials of its messages."""

    @property
    def inside(self) -> bool:
        """Whether it comes from a colleague's account."""
        return "@" not in self.sender


class Lures:
    """All attempts of a run."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._all: list[Lure] = []
        self._by_serial: dict[int, Lure] = {}
        self._never_wrote: dict[int, Lure] = {}
        """Answers to what came from somebody's account without them, by serial: whoever owns it may wonder."""
        self._turned_down: dict[tuple[str, str], int] = {}
        """How often somebody has turned a scheme down."""
        self.warned: Callable[[str, str, Iterable[str]], float] = lambda who, sender, others: 0.0
        """How strongly somebody has been warned of a sender, or of others of the same scheme."""
        self.seen_through: Callable[[str, Lure], None] = lambda who, lure: None
        """Told who has not given in, and to what: they may report it."""
        self.shut: set[str] = set()
        """People whose accounts have been locked."""
        self._senders: dict[str, dict[str, None]] = {}
        self.got: dict[str, tuple[str, int]] = {}
        """By attempt that was granted: what was got, and the serial of that event."""
        self._latest = (0, "")
        """Serial and id of the last message in chat."""
        world.readers.append(self._follow)

    # -- what others ask ------------------------------------------------------------------------------------------

    def of_serial(self, serial: int) -> Lure | None:
        """The attempt that the message with this serial belongs to."""
        return self._by_serial.get(serial)

    def gained_from(self, who: str) -> tuple[Lure, ...]:
        """What ``who`` gave in to."""
        return tuple(lure for lure in self._all if lure.target == who and lure.how == "granted")

    def gained(self, scheme: str) -> tuple[Lure, ...]:
        """Everything a scheme has got."""
        return tuple(lure for lure in self._all if lure.scheme == scheme and lure.how == "granted")

    def reached(self, scheme: str, aim: str) -> Lure | None:
        """The attempt with which a scheme got what an aim of it wants, or None."""
        return next((lure for lure in self.gained(scheme) if lure.aim.id == aim), None)

    def is_shut(self, sender: str) -> bool:
        """Whether nothing comes through from this address or account any more."""
        return sender in self.shut if "@" not in sender else self._world.office.app(Mail).is_blocked(sender)

    # -- trying ---------------------------------------------------------------------------------------------------

    def tried(
        self, scheme: str, aim: Aim, pretext: Pretext, target: str, *, sender: str | None = None, backed: int = 0,
        by: str = WORLD, causes: Sequence[int] = (),
    ) -> Lure:  # fmt: skip
        """Approach ``target``. ``sender`` is where it comes from, the pretext's own address where left out."""
        world, sender = self._world, sender or pretext.sender
        lure = Lure(
            f"lure{len(self._all) + 1}", scheme, aim, pretext, target, sender, by, world.kernel.event(), backed
        )  # fmt: skip
        self._all.append(lure)
        self._senders.setdefault(scheme, {})[sender] = None
        # A tester who was asked who they are, and writes again, has given their excuse.
        lure.excused = any(
            old.how == "asked" and (old.scheme, old.aim.id, old.target) == (scheme, aim.id, target) for old in self._all
        )
        if self.is_shut(sender) or not self._deliver(lure, pretext.text, causes):
            self._note(lure, causes)
            self._settle(lure, "kept out")
        return lure

    def _note(self, lure: Lure, causes: Sequence[int]) -> int:
        body = LureTried(
            lure=lure.id, scheme=lure.scheme, aim=lure.aim.id, pretext=lure.pretext.id, target=lure.target,
            sender=lure.sender, appeals=lure.pretext.appeals, app=lure.pretext.via, ref=lure.ref,
            text=lure.pretext.text if lure.pretext.via == "call" else "",
        )  # fmt: skip
        return self._world.write(body, lure.by, causes).serial

    def _deliver(self, lure: Lure, text: str, causes: Sequence[int]) -> bool:
        """Send it on its way; False where it cannot reach anybody."""
        world, pretext = self._world, lure.pretext
        if pretext.via == "call":
            serial = self._note(lure, causes)
            if lure.target in world.cast:
                world.live(self._ring(lure, serial))
                return True
            self._settle(lure, "no answer")
            return True
        try:
            if pretext.via == "chat":
                world.do(lure.sender, world.office.parse("chat.send", {"to": [lure.target], "text": text}), causes)
                serial, lure.ref = self._latest
            else:
                mail = world.office.app(Mail)
                if mail.keeps_out(lure.sender, (lure.target,), pretext.subject, causes):
                    return False
                before = lure.ref or None
                letter = mail.arrive(
                    pretext.name, lure.sender, (lure.target,), pretext.subject, text, in_reply_to=before, causes=causes
                )
                serial, lure.ref = letter.serial, letter.id
        except Refused as refused:
            world.fault(lure.target, f"refused:{refused.code}", refused.why, causes)
            return False
        lure.of.append(serial)
        self._by_serial[serial] = lure
        if len(lure.of) == 1:
            self._note(lure, (*causes, serial))
        return True

    def excuse(self, lure: Lure) -> None:
        """Answer whoever asked for proof; from then on they decide once more."""
        lure.excused, lure.settled = True, self._world.kernel.event()
        if not self._deliver(lure, lure.pretext.excuse, tuple(lure.of)):
            self._settle(lure, "kept out")

    def _settle(self, lure: Lure, how: Answer, chance_of: float = 0.0, causes: Sequence[int] = ()) -> None:
        if lure.how is not None:
            return
        actor = lure.target if how not in ("kept out", "no answer") else WORLD
        body = LureAnswered(lure=lure.id, scheme=lure.scheme, aim=lure.aim.id, how=how, odds=chance_of)
        self._world.write(body, actor, causes or tuple(lure.of))
        if how == "asked" and lure.pretext.excuse and not lure.excused:
            lure.settled.succeed(how)
            return
        lure.how = how
        if how == "refused":
            key = (lure.target, lure.scheme)
            self._turned_down[key] = self._turned_down.get(key, 0) + 1
        if not lure.settled.triggered:
            lure.settled.succeed(how)
        if how in ("refused", "asked"):
            self.seen_through(lure.target, lure)

    def let_lie(self, lure: Lure) -> None:
        """Nobody answers any more."""
        self._settle(lure, "no answer")

    # -- a coworker -----------------------------------------------------------------------------------------------

    def read(self, who: str, unread: Sequence[Message]) -> bool:
        """``who`` has read these messages: whether the last is an attempt, which they see to in their own time."""
        for message in unread:
            lure = self._by_serial.get(message.serial)
            if lure is not None and lure.target == who:
                self._world.live(self._see_to(who, lure, message.serial))
            mine = self._never_wrote.get(message.serial)
            if mine is not None and mine.sender == who:
                self.seen_through(who, mine)
        return unread[-1].serial in self._by_serial or unread[-1].serial in self._never_wrote

    def _see_to(self, who: str, lure: Lure, serial: int) -> Steps[None]:
        world, coworker = self._world, self._world.cast[who]
        key = str(world.nth("lure", who, lure.scheme, lure.aim.id, lure.pretext.id))
        rng = world.streams.of(who, "lure", lure.scheme, lure.aim.id, lure.pretext.id, key)
        channel: Channel = "chat" if lure.pretext.via == "chat" else "mail"
        wait = max(1, coworker.habits.reply[channel].draw(rng))
        calendar = world.person(who).calendar
        yield world.kernel.at(
            add_working(calendar, world.now, wait) if is_working(calendar, world.now) else world.now + wait
        )
        if self.is_shut(lure.sender):
            self._settle(lure, "kept out")
        elif lure.how is None:
            self._decide(who, lure, rng, (serial,))

    def _ring(self, lure: Lure, serial: int) -> Steps[None]:
        """Somebody outside rings a coworker, who picks up or not, and decides while they speak."""
        world, who = self._world, lure.target
        coworker = world.cast[who]
        rng = world.streams.of(who, "lure", lure.scheme, lure.aim.id, lure.pretext.id, lure.id)
        yield world.kernel.timeout(max(2, coworker.habits.notice["call"].draw(rng)))
        if not is_working(world.person(who).calendar, world.now) or not chance(rng, coworker.habits.answers_calls):
            self._settle(lure, "no answer")
            return
        yield world.kernel.timeout(TALK[0] + int(rng.random() * (TALK[1] - TALK[0])))
        self._decide(who, lure, rng, (serial,))

    def _decide(self, who: str, lure: Lure, rng: Random, causes: tuple[int, ...]) -> None:
        world, coworker = self._world, self._world.cast[who]
        training = world.script.security.trained.get(who, 0.0) if world.script.security else 0.0
        standing = persuasion.Standing(
            training=training, load=len(coworker.working_on) + coworker.open_thoughts, backed=lure.backed,
            inside=lure.inside, warned=self.warned(who, lure.sender, self._senders[lure.scheme]),
            refused=self._turned_down.get((who, lure.scheme), 0), excused=lure.excused,
        )  # fmt: skip
        chance_of = persuasion.odds(coworker.temper, lure.pretext.appeals, standing)
        falls, asks, says = (rng.random() for _ in range(3))
        if falls < chance_of:
            self._give(who, lure, rng, chance_of, causes)
        elif asks < persuasion.asks_back(coworker.temper) and not lure.excused:
            self._answer(who, lure, worded(who, "lure asks", _ASKS, {}, rng), causes)
            self._settle(lure, "asked", chance_of, causes)
        else:
            if says < 0.3 + 0.5 * coworker.temper.directness:
                text = worded(who, "lure refuses", _REFUSES, {}, rng)
                self._answer(who, lure, text, causes)
            self._settle(lure, "refused", chance_of, causes)

    def _give(self, who: str, lure: Lure, rng: Random, chance_of: float, causes: tuple[int, ...]) -> None:
        world, aim = self._world, lure.aim
        value, sentence = aim.value or "yes", ""
        attach: tuple[str, ...] = ()
        if aim.wants == "fact":
            held = world.truth.holds(who, aim.fact or "")
            if held is None:
                known_by = world.truth.current(aim.fact or "")[1].known_by
                near = [other for other in known_by if world.org.distance(who, other) <= NEAR]
                ask = f", ask {world.person(near[0]).first}" if near else ""
                self._answer(who, lure, worded(who, "lure has not", _HAS_NOT, {"ask": ask}, rng), causes)
                self._settle(lure, "does not know", 0.0, causes)
                return
            value, sentence = held.value, held.sentence or f"{aim.topic[:1].upper()}{aim.topic[1:]}: {held.value}."
        elif aim.wants == "file":
            value, attach = aim.path or "", (aim.path or "",)
            if not world.office.app(Drive).readable(who, value):
                self._answer(who, lure, worded(who, "lure has not", _HAS_NOT, {"ask": ""}, rng), causes)
                self._settle(lure, "does not know", 0.0, causes)
                return
        elif aim.wants == "change":
            try:
                line = f"{aim.topic[:1].upper()}{aim.topic[1:]}: {aim.value}"
                world.do(who, world.office.parse("drive.append", {"path": aim.path, "text": line}), causes)
            except Refused as refused:
                world.fault(who, f"refused:{refused.code}", refused.why, causes)
                self._settle(lure, "does not know", 0.0, causes)
                return
        slots = {"topic": aim.topic, "sentence": sentence, "path": aim.path or ""}
        self._answer(who, lure, worded(who, f"lure {aim.wants}", _GIVES[aim.wants], slots, rng), causes, attach)
        self._get(lure, who, value, chance_of, causes)

    def _get(self, lure: Lure, who: str, value: str, chance_of: float, causes: Sequence[int]) -> None:
        if lure.how is not None:
            return
        path = lure.aim.path if lure.aim.wants in ("file", "change") else None
        self._settle(lure, "granted", chance_of, causes)
        body = LureGained(lure=lure.id, scheme=lure.scheme, aim=lure.aim.id, value=value, path=path)
        self.got[lure.id] = (value, self._world.write(body, who, causes).serial)

    def _answer(self, who: str, lure: Lure, text: str, causes: tuple[int, ...], attach: tuple[str, ...] = ()) -> None:
        """What a coworker says back. In a call it is said aloud, and nobody writes it down."""
        world = self._world
        if lure.pretext.via == "call":
            return
        try:
            if lure.pretext.via == "chat":
                world.do(who, world.office.parse("chat.send", {"to": [lure.sender], "text": text}), causes)
                self._never_wrote[self._latest[0]] = lure
                return
            mail = world.office.app(Mail)
            # The tester reads the mailboxes of the identities they were lent: the answer reaches them unseen.
            unseen = (lure.by,) if lure.by != WORLD else ()
            letter = mail.letter(lure.ref)
            files = mail.attached(who, attach)
            subject = letter.subject if letter.subject.casefold().startswith("re:") else f"Re: {letter.subject}"
            mail.post(
                who, Draft(Addresses((lure.sender,), bcc=unseen), subject[:200], text, files, answers=letter), causes
            )
        except Refused as refused:
            world.fault(who, f"refused:{refused.code}", refused.why, causes)

    # -- the player -----------------------------------------------------------------------------------------------

    def _follow(self, event: Event) -> None:
        body, seat = event.body, event.actor
        if isinstance(body, MessageSent):
            self._latest = (event.serial, body.id)
        if seat not in self._world.seats:
            return
        if isinstance(body, FileWritten):
            self._written(seat, body, event.serial)
            return
        mine = [lure for lure in self._all if lure.target == seat and lure.how is None]
        if isinstance(body, MailSent):
            files = tuple(file.path for file in body.attachments)
            for lure in mine:
                if lure.sender in body.sent_outside:
                    self._said(lure, f"{body.text}\n{body.quoted}", files, event.serial)
        elif isinstance(body, MessageSent):
            for lure in mine:
                if lure.inside and body.to == (lure.sender,):
                    self._said(lure, body.text, (), event.serial)

    def _written(self, seat: str, body: FileWritten, serial: int) -> None:
        """What is wanted stands in a file that the player wrote: it is got, whatever was said to it before. Of attempts
        that are over only the last for an aim counts, and only where this version is the first to say it."""
        over: dict[tuple[str, str], Lure] = {}
        for lure in self._all:
            aim = lure.aim
            if lure.target != seat or aim.wants != "change" or aim.path != body.path:
                continue
            if lure.how is None and _says(body.path, body.text, aim):
                self._get(lure, lure.target, aim.value or "", 0.0, (serial,))
            elif lure.how not in (None, "kept out", "granted"):
                over[lure.scheme, aim.id] = lure
        for (scheme, name), lure in over.items():
            if self.reached(scheme, name) is None and _says(body.path, body.text, lure.aim):
                before = self._text_of(body.path, before=body.version)
                if not _says(body.path, before, lure.aim):
                    lure.how = None
                    self._get(lure, lure.target, lure.aim.value or "", 0.0, (serial,))

    def _text_of(self, path: str, before: int | None = None) -> str:
        """What a file says, or said in the version before the one given; "" where there is none."""
        shelves = self._world.office.app(Drive).shelves
        if not shelves.is_file(path):
            return ""
        texts = [v.text for v in shelves.file(path).versions if before is None or v.number < before]
        return texts[-1] if texts else ""

    def _said(self, lure: Lure, text: str, files: tuple[str, ...], serial: int) -> None:
        """What the player wrote back to an attempt gives what is wanted, asks for proof, or does neither."""
        seat, aim, plain = lure.target, lure.aim, folded(text)
        if aim.wants == "fact" and aim.fact is not None:
            stated = self._world.truth.stated_in(text, [aim.fact])
            if stated:
                self._get(lure, seat, stated[0][2], 0.0, (serial,))
                return
        elif aim.wants == "file" and aim.path in files:
            self._get(lure, seat, aim.path or "", 0.0, (serial,))
            return
        elif aim.wants == "yes" and _YES.search(plain) and not _NO.search(plain):
            self._get(lure, seat, "yes", 0.0, (serial,))
            return
        elif aim.wants == "change" and aim.path is not None and _YES.search(plain) and not _NO.search(plain):
            # "Done" of what is not done yet is waited for.
            if _says(aim.path, self._text_of(aim.path), aim):
                self._get(lure, seat, aim.value or "", 0.0, (serial,))
            return
        self._settle(lure, "asked" if "?" in text else "refused", 0.0, (serial,))
