"""Building a moment: the snapshot of the world that one person's mind is given.

Only what this person may say to this audience now goes in (fidelity mode). In temptation mode what they are to keep to
themselves goes in too, marked as such, so that a mind can be tempted; the record counts what leaks.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from sim.calendar import absence_at, is_working
from sim.commitments import Commitment
from sim.decisions import Decisions
from sim.discretion import said_here
from sim.hearing import hearers
from sim.localtime import day_and_time, long_local
from sim.messages import Message, from_outside
from sim.mind import Approvable, Contact, Errand, Favour, Incoming, Line, Moment, Occasion, Undertaking, Withheld
from sim.script import Approval, Script
from sim.spelling import folded, spellings, where_stated
from sim.truth import Audience
from sim.units import DAY

if TYPE_CHECKING:
    from sim.world import World

Said = Sequence[tuple[str, str]]
"""Who said what."""

EARLIER = 8
"""Lines of the conversation before the unread ones that a moment carries."""
FAR = 3
"""Steps in the graph beyond which somebody is not among a person's contacts, unless they are in the conversation."""


def _return(at: int, now: int, zone: str) -> str:
    """When somebody is back: the day of the week, or the date as well where that day comes more than once before it."""
    return day_and_time(at, zone) if at - now < 6 * DAY else long_local(at, zone)


class Moments:
    """Builds moments from the world as it is at the call."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.decisions = Decisions(world)
        """How matters to be decided stand."""
        self._near: dict[str, tuple[str, ...]] = {}
        self._org = world.org
        self._acquaintance: dict[tuple[str, str], Contact] = {}
        self.unanswered: dict[tuple[str, str], int] = {}
        """Messages of the second that the first has read and not yet answered with a word."""
        self.chatter: set[tuple[str, str]] = set()
        """Messages, by app and reference, that only pass the time."""
        self.history: dict[str, list[Message]] = {}
        """By conversation, what was said in it, oldest first."""

    def reading(self, who: str, unread: Sequence[Message]) -> Moment:
        """The moment in which ``who`` has read these messages of one conversation; the last is to be answered."""
        world, last = self._world, unread[-1]
        via = last.app if last.app in ("chat", "mail", "call", "meeting") else "chat"
        reached = hearers(world.office, last.app, last.place)
        people = tuple(
            dict.fromkeys(p for p in (last.sender, *last.to, *reached) if p != who and self._site(p) is not None)
        )
        room = last.app == "call" and world.person(who).site == self._site(last.sender)
        occasion: Occasion = "call" if last.app == "call" else "meeting" if last.app == "meeting" else "message"
        earlier = [
            m
            for m in self.history.get(last.key, ())
            if m.serial < unread[0].serial and (who == m.sender or who in m.to)
        ]
        incoming = Incoming(
            app=last.app if last.app != "world" else "mail",
            ref=last.ref,
            place=last.place,
            sender=self._sender(who, last),
            subject=last.subject,
            lines=tuple(self._line(who, m) for m in unread),
            thread=tuple(self._line(who, m) for m in earlier[-EARLIER:]),
            addressed=last.addressed(who),
            readers=len(last.to),
            repeats=self.unanswered.get((who, last.sender), 0),
            chatter=all((m.app, m.ref) in self.chatter for m in unread),
        )
        return self._moment(
            who,
            occasion,
            people or (who,),
            via,
            room,
            incoming=incoming,
            said=tuple((m.sender, m.text) for m in (*earlier[-EARLIER:], *unread) if m.sender != who),
        )

    def errand(self, who: str, occasion: Occasion, errand: Errand) -> Moment:
        """The moment in which the world wants something of ``who`` that they did not read."""
        via = (
            "call"
            if errand.via == "call"
            else "meeting"
            if errand.via == "meeting"
            else "mail"
            if errand.via == "mail"
            else "chat"
        )
        return self._moment(who, occasion, errand.to or (who,), via, False, errand=errand)

    # -- parts ----------------------------------------------------------------------------------------------------

    def _moment(
        self,
        who: str,
        occasion: Occasion,
        people: tuple[str, ...],
        via: str,
        room: bool,
        *,
        incoming: Incoming | None = None,
        errand: Errand | None = None,
        said: Said = (),
    ) -> Moment:
        world, now = self._world, self._world.now
        person = world.person(who)
        asker = incoming.sender.id if incoming else people[0]
        known = world.is_known(asker)
        trust = world.relations.trust(who, asker, now) if known and asker != who else 0.5
        audience = Audience(tuple(p for p in people if p != who), via, room, trust)
        may, withheld, pointers = world.truth.for_talk(who, audience, now)
        tempts = world.script.mode == "temptation"
        named = errand.to if errand else ()
        key = incoming.text if incoming else errand.what if errand else ""
        chance = world.streams.number(
            who, "mind", occasion, asker, key, str(world.nth("mind", who, occasion, asker, key))
        )
        moment = Moment(
            me=who,
            heard_by=audience.people,
            name=person.name,
            title=person.title,
            org=world.org.name,
            team=tuple(t.name for t in world.org.teams() if who in t.members),
            local_time=long_local(now, person.calendar.zone),
            working=is_working(person.calendar, now),
            occasion=occasion,
            incoming=incoming,
            errand=errand,
            contacts=self._contacts(
                who, (*people, *named, *(p for ptr in pointers for p in ptr.who), *(p for w in withheld for p in w.ask))
            ),
            may_say=may,
            withheld=tuple(self._tempting(who, w) for w in withheld) if tempts else withheld,
            pointers=pointers,
            approvables=tuple(self._approvable(who, a, asker, said) for a in world.script.approvals),
            favours=self._favours(who, asker),
            open=tuple(self.undertaking(c, who) for c in world.ledger.open_of(who)),
            mood=world.relations.mood(who, now),
            irritation=world.relations.irritation(who, asker, now) if known and asker != who else 0.0,
            load=len(world.cast[who].working_on),
            languages=person.languages,
            chance=chance,
        )
        mine = {a.id for a in moment.approvables if a.standing == "mine"}
        settled = {matter.settles for matter in world.script.approvals if matter.id in mine}
        kept = (*(w.fact for w in withheld), *(fact for fact in world.truth.untold(who) if fact not in settled))
        if tempts or not kept:
            return moment
        talk = "\n".join((*(text for _, text in said), key))
        return moment.guarded(world.truth.guard_of(who, kept, talk, said_here(moment)))

    def _tempting(self, who: str, withheld: Withheld) -> Withheld:
        """What they keep back, with what it is."""
        held = self._world.truth.holds(who, withheld.fact)
        if held is None:
            return withheld
        return withheld.model_copy(update={"value": held.value, "sentence": held.sentence})

    def _site(self, who: str) -> str | None:
        try:
            return self._world.person(who).site
        except KeyError:
            return None

    def _sender(self, who: str, message: Message) -> Contact:
        if from_outside(message):
            name = message.outside or message.sender
            return Contact(
                id=name,
                name=name,
                first=name.split()[0],
                title="outside the organisation",
                relation=("outside",),
                trust=0.3,
            )
        return self.contact(who, message.sender)

    def contact(self, who: str, other: str) -> Contact:
        """``other`` as ``who`` knows them."""
        world = self._world
        if world.org is not self._org:
            self._org = world.org
            self._acquaintance.clear()
            self._near.clear()
        known = self._acquaintance.get((who, other))
        if known is None:
            known = self._acquaintance[(who, other)] = self._acquainted(who, other)
        now = world.now
        trust = world.relations.trust(who, other, now) if other != who else 1.0
        calendar = world.person(other).calendar
        away = absence_at(calendar, now)
        until = _return(away.end, now, calendar.zone) if away else None
        if trust == known.trust and until == known.away_until:
            return known
        return known.model_copy(update={"trust": trust, "away_until": until})

    def _acquainted(self, who: str, other: str) -> Contact:
        """What of a contact does not change from day to day."""
        org = self._world.org
        person = org.person(other)
        relation = []
        if org.manager_of(who) == other:
            relation.append("manager")
        if org.manager_of(other) == who:
            relation.append("report")
        if other in org.chain_of_command(who) and "manager" not in relation:
            relation.append("above")
        if any(who in t.members and other in t.members for t in org.teams()):
            relation.append("team")
        if other in org.peers_of(who):
            relation.append("peer")
        return Contact(
            id=other,
            name=person.name,
            first=person.first,
            title=person.title,
            relation=tuple(relation) or ("colleague",),
            looks_after=org.areas_of(other),
            trust=self._world.relations.trust(who, other, self._world.now) if other != who else 1.0,
            deputy=org.deputy_of(other),
        )

    def _contacts(self, who: str, also: Sequence[str]) -> tuple[Contact, ...]:
        world = self._world
        near = self._near.get(who)
        if near is None:
            near = tuple(p.id for p in world.org.people() if p.id != who and world.org.distance(who, p.id) <= FAR)
            self._near[who] = near
        ids = dict.fromkeys((*near, *(p for p in also if p != who)))
        return tuple(self.contact(who, p) for p in ids)

    def _line(self, who: str, message: Message) -> Line:
        if from_outside(message):
            name = message.outside or message.sender
        else:
            name = self._world.person(message.sender).name
        zone = self._world.person(who).calendar.zone
        return Line(
            who=message.sender,
            name=name,
            text=message.text,
            at=day_and_time(message.at, zone),
            mine=message.sender == who,
        )

    def _approvable(self, who: str, approval: Approval, asker: str, said: Said) -> Approvable:
        missing = self.missing(approval, said)
        standing, instead = self.decisions.standing(approval, who, asker, missing)
        refused = approval.refuses.get(who)
        return Approvable(
            id=approval.id,
            kind=approval.kind,
            topic=approval.topic,
            asked_as=(*approval.asked_as, *self._names_of(approval.settles)),
            amount=approval.amount,
            standing=standing,
            verdict="grant" if refused is None else "refuse",
            because=refused if refused is not None else self._because(who, approval),
            needs=tuple(self._world.truth.fact(f).topic for f in missing),
            named=tuple(self._world.truth.current(f)[1].value for f in approval.needs if f not in missing),
            who=instead,
            takes=approval.takes,
            is_matter=approval.sort != "approval",
        )

    def _names_of(self, fact: str | None) -> tuple[str, ...]:
        """What people call a fact: whoever asks for what a matter comes to speaks of the matter."""
        if fact is None:
            return ()
        found = self._world.truth.fact(fact)
        return (found.topic, *found.asked_as)

    def _because(self, who: str, approval: Approval) -> str:
        """What ``who`` says as they decide: their own words, else what the matter settles as it is then."""
        if who in approval.grants_because or approval.settles is None:
            return approval.grants_because.get(who, "")
        version = self._world.truth.current(approval.settles)[1]
        return version.sentence or version.value

    def missing(self, approval: Approval, said: Said) -> tuple[str, ...]:
        """Facts a request for this approval must name and ``said`` does not, as they stand now.

        Named is what somebody says who has it from somewhere. A value that happens to be right names nothing: else
        one could try values until nothing is missing.
        """
        return tuple(fact for fact in approval.needs if not any(self._names(one, fact, text) for one, text in said))

    def _names(self, who: str, fact: str, text: str) -> bool:
        """Whether ``who`` names in ``text`` what is so now, and does not merely guess it."""
        world, (number, version) = self._world, self._world.truth.current(fact)
        ways = spellings(version.value, version.spelled)
        if where_stated(folded(text), ways) is None:
            return False
        if world.truth.stands_by(who, fact, number, version.value):
            return True
        given = who in world.seats and any(
            where_stated(folded(told), ways) is not None for told in _told_first(world.script.of_seat(who))
        )
        return given or not any(world.truth.holds(one, fact) for one in (*world.cast, *world.seats))

    def _favours(self, who: str, asker: str) -> tuple[Favour, ...]:
        world = self._world
        found = []
        for favour in world.script.favours:
            if favour.by != who:
                continue
            standing: Literal["free", "doing", "done", "not_for_you"] = "free"
            if favour.id in world.favours_done:
                standing = "done"
            elif favour.id in world.cast[who].working_on:
                standing = "doing"
            elif favour.to is not None and asker not in favour.to:
                standing = "not_for_you"
            found.append(
                Favour(
                    id=favour.id, topic=favour.topic, asked_as=favour.asked_as, takes=favour.takes, standing=standing
                )
            )
        return tuple(found)

    def undertaking(self, c: Commitment, who: str) -> Undertaking:
        """A commitment as ``who`` sees it."""
        zone = self._world.person(who).calendar.zone
        return Undertaking(
            id=c.id,
            by=c.by,
            to=c.to,
            what=c.what,
            due=day_and_time(c.due, zone),
            overdue=c.due < self._world.now,
            fact=c.fact,
            favour=c.favour,
        )


def _told_first(script: Script) -> tuple[str, ...]:
    """What a player has in writing from the start, or with its tasks."""
    return (script.brief, *(task.text for task in script.tasks))
