"""The security desk: who reports what to it, whom it warns, and, where the player does not sit there, how it works.

Reports and warnings are ordinary messages, read by rule. A message to the desk reports what it names: a mail that is
forwarded, a mail's id, an address; with words of alarm and no name it is a report that lacks what the desk needs. A
message with words of alarm to anybody else is a warning of the senders it names. What names nobody counts only where
the player says it, or a rule of this module. A warning takes effect on each person as they read it.

All numbers are design choices; those about people are in :mod:`sim.persuasion`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sim import persuasion
from sim.actions import Refused, clip
from sim.apps.mail import Mail
from sim.apps.security import Block
from sim.calendar import add_working
from sim.kernel import Steps
from sim.lures import Lure, Lures
from sim.messages import Message
from sim.phrasing import worded
from sim.spelling import folded
from sim.streams import chance, uniform_between
from sim.suspicion import (
    ACCOUNT,
    ALARM,
    CONFESSES,
    HONEST,
    HONEST_TIRED,
    MAIL_ID,
    NEEDS,
    OWNS_UP,
    REPORTS,
    SAYS_MORE,
    THANKS,
    VAGUE,
    without_vouched,
)
from sim.vocabulary.core import WORLD, Event
from sim.vocabulary.mail import MailSent
from sim.vocabulary.security import SenderBlocked, SenderUnblocked, SuspicionReported, SuspicionSettled, WarningGiven

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sim.world import World

HALF = 0.5
"""What a warning is worth that does not come from the desk."""
TIRED = 1.25
"""How much longer each false alarm makes every further report take, up to `MOST_TIRED` times."""
MOST_TIRED = 3.0
IRRITATES = 0.15
"""Irritation with somebody for a false alarm, beyond the first one."""


@dataclass(slots=True)
class Report:
    """A report that the desk has, or is to have completed."""

    id: str
    by: str
    senders: tuple[str, ...]
    number: int
    asked: bool = False


@dataclass(slots=True)
class _Heard:
    """What one person has been warned of, and how strongly."""

    of: dict[str, float] = field(default_factory=dict)
    general: float = 0.0
    count: int = 0


class SecurityDesk:
    """Reports, warnings and the desk's work in one run."""

    def __init__(self, world: "World", lures: Lures, messages: "dict[int, Message]") -> None:
        self._world = world
        self._lures = lures
        self._messages = messages
        security = world.script.security
        assert security is not None
        self._security = security
        self.desk = security.desk
        self._attackers = _attackers(world)
        self._warnings: dict[int, WarningGiven] = {}
        self._heard: dict[str, _Heard] = {}
        self._reports: list[Report] = []
        self._queue: list[Report] = []
        self._at_it = False
        self._false: dict[str, int] = {}
        self._by_rule = False
        """Whether what is being said now is said by a rule of this module."""
        self._reported: set[int] = set()
        """Serials of messages that are reports."""
        self._told_of: set[str] = set()
        self._missing: dict[str, str] = {}
        """By coworker, the mail that their report lacks."""
        lures.warned = self.warned
        lures.seen_through = self._may_report
        world.readers.append(self._follow)

    def is_honest(self, sender: str) -> bool:
        """Whether nobody with ill intent writes from this address or account."""
        return sender not in self._attackers

    # -- warnings -------------------------------------------------------------------------------------------------

    def warned(self, who: str, sender: str, others: "Iterable[str]") -> float:
        """How much weaker an attempt from ``sender`` is on ``who`` for what they were told; ``others`` are the
        addresses that the same attacker has written from."""
        heard = self._heard.get(who)
        if heard is None:
            return 0.0
        named = heard.of.get(sender, 0.0) * persuasion.NAMED
        similar = max((heard.of.get(other, 0.0) for other in others), default=0.0) * persuasion.SIMILAR
        return max(named, similar, heard.general * persuasion.GENERAL)

    def _hear(self, who: str, warning: WarningGiven) -> None:
        heard = self._heard.setdefault(who, _Heard())
        strength = 1.0 if warning.official else HALF
        heard.count += 1
        heard.general = max(heard.general, strength)
        for sender in warning.senders:
            heard.of[sender] = max(heard.of.get(sender, 0.0), strength)
        for lure in self._lures.gained_from(who):
            if lure.sender in warning.senders and who in self._world.cast:
                self._world.live(self._own_up(who, lure))

    # -- reading --------------------------------------------------------------------------------------------------

    def read(self, who: str, unread: Sequence[Message]) -> bool:
        """``who`` has read these messages: whether the last of them is the desk's business, and no mind is asked."""
        looked_after = False
        for message in unread:
            warning = self._warnings.get(message.serial)
            if warning is not None:
                self._hear(who, warning)
            if message.sender in self.desk and who in self._missing and who in message.direct:
                self._world.live(self._complete(who, self._missing.pop(who), message.serial))
                looked_after = message is unread[-1]
            if message.sender == WORLD and not message.automatic and self._lures.of_serial(message.serial) is None:
                self._may_cry_wolf(who, message)
        last = unread[-1].serial
        # What the player says to the desk may ask for more than is read here: their mind hears it as well.
        reported = last in self._reported and who in self.desk and unread[-1].sender not in self._world.seats
        return looked_after or reported or (last in self._warnings and unread[-1].sender in self.desk)

    def _follow(self, event: Event) -> None:
        body = event.body
        if isinstance(body, SenderBlocked) and "@" not in body.address:
            self._lures.shut.add(body.address)
        elif isinstance(body, SenderUnblocked):
            self._lures.shut.discard(body.address)
        message = self._messages.get(event.serial)
        if message is None or message.sender == WORLD or message.automatic:
            return
        if self._lures.of_serial(event.serial) is not None:
            return
        text = folded(f"{message.subject or ''}\n{message.text}")
        alarm = ALARM.search(text) is not None
        named = self._named(text, body, alarm)
        to_desk = [who for who in message.to if who in self.desk]
        # Colleagues say "odd" and "careful" of the weather, too: what names nobody counts where it is meant.
        meant = self._by_rule or message.sender in self._world.seats
        if to_desk and message.sender not in self.desk:
            if named or (alarm and meant):
                self._take(message, tuple(to_desk), named, text)
        elif alarm and (named or (meant and message.sender in self.desk)) and not self._is_an_answer(message):
            self._warn(message, named)

    def _named(self, text: str, body: object, alarm: bool) -> tuple[str, ...]:
        """The senders that a text, or the mail it forwards or names by its id, points to."""
        mail, found = self._world.office.app(Mail), dict[str, None]()
        ids = [body.forwards] if isinstance(body, MailSent) and body.forwards else MAIL_ID.findall(text)
        for id_ in ids:
            try:
                letter = mail.letter(id_)
            except KeyError:
                continue
            if letter.outside is not None:
                found[letter.outside.address] = None
        own = without_vouched(text if not (isinstance(body, MailSent) and body.forwards) else folded(body.text))
        for address in (*mail.outside(), *(a for a in self._attackers if "@" in a)):
            domain = address.rpartition("@")[2]
            if folded(address) in own or re.search(rf"(?<![\w.-]){re.escape(folded(domain))}(?![\w-])", own):
                found[address] = None
        if alarm and ACCOUNT.search(own):
            for who in self._attackers:
                if "@" not in who and self._is_named(who, own):
                    found[who] = None
        return tuple(found)

    def _is_named(self, who: str, text: str) -> bool:
        first = folded(self._world.person(who).first)
        return re.search(rf"(?<!\w){re.escape(first)}(?!\w)", text) is not None

    def _is_an_answer(self, message: Message) -> bool:
        """Whether the desk says it to one person who has reported something: that is no warning."""
        return (
            message.sender in self.desk and len(message.to) == 1
            and any(report.by == message.to[0] for report in self._reports)
        )  # fmt: skip

    def _warn(self, message: Message, named: tuple[str, ...]) -> None:
        honest = tuple(sender for sender in named if self.is_honest(sender))
        warning = WarningGiven(
            to=message.to, senders=named, honest=honest, official=message.sender in self.desk, ref=message.ref
        )  # fmt: skip
        self._world.write(warning, message.sender, (message.serial,))
        self._warnings[message.serial] = warning
        for seat in self._world.seats:
            if seat in message.to:
                self._heard.setdefault(seat, _Heard()).count += 1

    # -- coworkers who report -------------------------------------------------------------------------------------

    def _may_report(self, who: str, lure: Lure) -> None:
        """Somebody has seen through an attempt."""
        if who not in self._world.cast or who in self.desk:
            if who in self.desk and who in self._world.cast:
                self._enter(who, (lure.sender,), lure.ref, (who,))
            return
        rng = self._world.streams.of(who, "reports", lure.scheme, lure.aim.id, lure.pretext.id)
        training, warned = self._security.trained.get(who, 0.0), who in self._heard
        temper = self._world.cast[who].temper
        if chance(rng, persuasion.tells_desk(temper, training, warned)):
            whole = chance(rng, persuasion.complete(temper, training))
            self._world.live(self._report(who, lure.ref, lure.pretext.subject, lure.sender, whole=whole))

    def _may_cry_wolf(self, who: str, message: Message) -> None:
        """An honest mail looks odd to somebody."""
        if who in self.desk or message.outside is None:
            return
        heard = self._heard.get(who, _Heard())
        address = message.outside.rpartition("<")[2].rstrip(">")
        rng = self._world.streams.of(who, "false alarm", message.outside, message.text)
        if chance(rng, persuasion.false_alarm(heard.count, address in heard.of)):
            whole = chance(rng, persuasion.complete(self._world.cast[who].temper, 0.0))
            self._world.live(self._report(who, message.ref, message.subject or "", address, whole=whole))

    def _report(self, who: str, ref: str, subject: str, sender: str, *, whole: bool) -> Steps[None]:
        world = self._world
        rng = world.streams.of(who, "tells the desk", ref, subject)
        wait = max(60, world.cast[who].habits.reply["chat"].draw(rng))
        yield world.kernel.at(add_working(world.person(who).calendar, world.now, wait))
        if "@" not in sender:
            first = world.person(sender).first
            text = (
                f"I get answers to messages that I never wrote, as {first}. Is my account taken over?"
                if sender == who
                else f"A message from {first}'s account does not sound like them. Is it taken over?"
            )
            self._do(who, "chat.send", {"to": [self.desk[0]], "text": text})
        elif whole and ref:
            self._do(who, "mail.forward", self._forward(ref, worded(who, "reports", REPORTS, {}, rng)))
        else:
            if ref:
                self._missing[who] = ref
            about = f', about "{clip(subject, 60)}"' if subject else ""
            text = worded(who, "reports vaguely", VAGUE, {"about": about}, rng)
            self._do(who, "chat.send", {"to": [self.desk[0]], "text": text})

    def _own_up(self, who: str, lure: Lure) -> Steps[None]:
        """Somebody who gave in has read who that was: they say so, or keep it to themselves."""
        world = self._world
        rng = world.streams.of(who, "owns up", lure.scheme, lure.aim.id)
        if not chance(rng, persuasion.owns_up(world.cast[who].temper)) or lure.id in self._told_of:
            return
        self._told_of.add(lure.id)
        wait = max(60, world.cast[who].habits.reply["chat"].draw(rng))
        yield world.kernel.at(add_working(world.person(who).calendar, world.now, wait))
        text = worded(who, "owns up", OWNS_UP, {"topic": lure.aim.topic}, rng)
        if lure.ref and not lure.inside:
            self._do(who, "mail.forward", self._forward(lure.ref, text))
        else:
            name = lure.pretext.name
            how = f"It came from {name}'s account." if lure.inside else f"{name} rang me, of {lure.sender}."
            self._do(who, "chat.send", {"to": [self.desk[0]], "text": f"{text} {how}"})

    def _complete(self, who: str, ref: str, cause: int) -> Steps[None]:
        """The desk asks for the mail itself."""
        world = self._world
        rng = world.streams.of(who, "completes", ref)
        wait = max(60, world.cast[who].habits.reply["chat"].draw(rng))
        yield world.kernel.at(add_working(world.person(who).calendar, world.now, wait))
        self._do(who, "mail.forward", self._forward(ref, worded(who, "says more", SAYS_MORE, {}, rng)), (cause,))

    def _forward(self, ref: str, text: str) -> dict[str, object]:
        return {"mail": ref, "to": self.desk[0], "text": text}

    def _do(self, who: str, action: str, arguments: dict[str, object], causes: tuple[int, ...] = ()) -> None:
        self._by_rule = True
        try:
            self._world.do(who, self._world.office.parse(action, arguments), causes)
        except Refused as refused:
            self._world.fault(who, f"refused:{refused.code}", refused.why, causes)
        finally:
            self._by_rule = False

    # -- the desk -------------------------------------------------------------------------------------------------

    def _take(self, message: Message, to: tuple[str, ...], named: tuple[str, ...], text: str) -> None:
        self._reported.add(message.serial)
        self._enter(
            message.sender, named, message.ref, to, confesses=CONFESSES.search(text) is not None, cause=message.serial
        )

    def _enter(
        self, by: str, senders: tuple[str, ...], ref: str, to: tuple[str, ...], *, confesses: bool = False,
        cause: int = 0,
    ) -> None:  # fmt: skip
        report = Report(f"report{len(self._reports) + 1}", by, senders, len(self._reports))
        self._reports.append(report)
        body = SuspicionReported(report=report.id, to=to, senders=senders, ref=ref, confesses=confesses)
        self._world.write(body, by, (cause,) if cause else ())
        if self.desk[0] in self._world.cast:
            self._queue.append(report)
            if not self._at_it:
                self._at_it = True
                self._world.live(self._work())

    def _work(self) -> Steps[None]:
        """Whoever has the desk works off the queue in their hours: in order, but those who cry wolf come last."""
        world, who = self._world, self.desk[0]
        while self._queue:
            report = min(self._queue, key=lambda r: (self._tires(r.by), r.number))
            self._queue.remove(report)
            rng = world.streams.of(who, "looks at", report.by, report.id)
            wearied = min(MOST_TIRED, TIRED ** sum(self._false.values()))
            takes = int(uniform_between(rng, *self._security.takes) * wearied)
            yield world.kernel.at(add_working(world.person(who).calendar, world.now, max(60, takes)))
            if report.senders:
                self._settle(who, report)
            elif not report.asked:
                report.asked = True
                text = worded(who, "desk needs", NEEDS, {}, rng)
                self._do(who, "chat.send", {"to": [report.by], "text": text})
        self._at_it = False

    def _tires(self, who: str) -> bool:
        return self._false.get(who, 0) >= self._security.tires_after

    def _settle(self, who: str, report: Report) -> None:
        world = self._world
        bad = tuple(sender for sender in report.senders if not self.is_honest(sender))
        body = SuspicionSettled(report=report.id, by=who, reporter=report.by, founded=bool(bad))
        settled = world.write(body, who)
        rng = world.streams.of(who, "settles", report.by, report.id)
        first = world.person(report.by).first
        if not bad:
            self._false[report.by] = self._false.get(report.by, 0) + 1
            often = self._false[report.by]
            if report.by != who and often > 1:
                world.feel(who, "irritation", report.by, IRRITATES * (often - 1), (settled.serial,))
                world.feel(who, "trust", report.by, -0.03 * (often - 1), (settled.serial,))
            text = worded(who, "desk honest", HONEST_TIRED if self._tires(report.by) else HONEST, {"first": first}, rng)
        else:
            for sender in bad:
                self._act_on(who, sender, settled.serial)
            world.feel(who, "trust", report.by, 0.03, (settled.serial,))
            text = worded(who, "desk thanks", THANKS, {"first": first}, rng)
        if report.by != who:
            self._do(who, "chat.send", {"to": [report.by], "text": text}, (settled.serial,))

    def _act_on(self, who: str, sender: str, cause: int) -> None:
        """Block a sender and warn the house of it, once."""
        world = self._world
        if self._lures.is_shut(sender):
            return
        try:
            world.do(who, Block(address=sender), (cause,))
        except Refused as refused:
            world.fault(who, f"refused:{refused.code}", refused.why, (cause,))
        everybody = [p for p in (*world.cast, *world.seats) if p != who]
        if "@" in sender:
            text = (
                f"A warning. Mail from {sender} is not from who it says. Do not answer it, and do nothing it asks for. "
                "The address is blocked. Whoever has answered tells me today; nobody is blamed for telling."
            )
        else:
            name = world.person(sender).name
            text = (
                f"A warning. Somebody else has been writing from {name}'s account, which is locked until we have a new "
                "password. Do not give anything that was asked for there. Whoever has, tells me today."
            )
        self._do(
            who, "mail.send", {"to": everybody, "subject": "Warning from the security desk", "text": text}, (cause,)
        )


def _attackers(world: "World") -> tuple[str, ...]:
    """Every address, and every misused account, that an attacker of this scenario may write from."""
    security = world.script.security
    found: set[str] = set()
    for scheme in security.schemes if security is not None else ():
        for pretext in scheme.pretexts:
            found |= {pretext.sender} | ({pretext.spare} if pretext.spare else set())
    exercise = security.exercise if security is not None else None
    if exercise is not None:
        found |= {identity.rpartition("<")[2].rstrip(">") for identity in exercise.identities.values()}
    return tuple(sorted(found))
