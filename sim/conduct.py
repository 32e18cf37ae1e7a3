"""From a mind's turn to what happens: words become messages, promises entries in the ledger, verdicts decisions.

Nothing is done that the office or the org graph does not allow: a move that is refused is recorded as the mind's fault.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sim.actions import Refused
from sim.apps.calls import Calls
from sim.apps.chat import Chat
from sim.calendar import NoWorkingTime, add_working, next_working, working_between
from sim.commitments import Commitment
from sim.discretion import Discretion
from sim.kernel import Steps
from sim.meetings import arrange
from sim.mind import Decision, Errand, Meet, Moment, Move, Promise, React, Say, Silent, Turn, Work
from sim.script import Approval
from sim.vocabulary.attention import Thought, WorkEnded, WorkStarted
from sim.vocabulary.core import Event
from sim.vocabulary.world import (
    ApprovalGiven,
    ApprovalRequested,
    AskMade,
    CommitmentClosed,
    CommitmentMade,
    FactLearned,
    Redirected,
    Where,
)

if TYPE_CHECKING:
    from sim.attention import Attention
    from sim.moment import Moments
    from sim.world import World


_NOT_THEIR_TURN = ("too_early", "not_mine", "party")
"""Standings of those who were asked what is not theirs to decide now."""


class Conduct:
    """Carries out turns."""

    def __init__(self, world: "World", moments: "Moments") -> None:
        self._world = world
        self._moments = moments
        self._discretion = Discretion(world)
        self._reconsidered: set[int] = set()
        """Messages that somebody has thought about anew, because meanwhile a decision was no longer theirs."""
        self.attention: Attention
        """Set by the engine: who thinks again when a piece of work is done."""

    def carry_out(self, who: str, moment: Moment, turn: Turn, causes: tuple[int, ...], *, begun: int) -> None:
        """Let a turn take effect, now."""
        world = self._world
        does = tuple(m.do if isinstance(m, Say | React | Work | Meet) else "silent" for m in turn.moves)
        thought = world.write(
            Thought(occasion=moment.occasion, takes=world.now - begun, read_as=turn.read_as, moves=does), who, causes
        )
        for fault in turn.faults:
            world.fault(who, fault.kind, fault.detail, (thought.serial,))
        if self._is_overtaken(who, moment, turn) and causes and causes[0] not in self._reconsidered:
            # What was theirs to decide as they began to think no longer is: they think again, of how it stands now.
            self._reconsidered.add(causes[0])
            world.live(self.attention.again(who, causes))
            return
        sender = moment.incoming.sender.id if moment.incoming else None
        for toward, by in sorted(turn.trust.items()):
            if world.is_known(toward):
                world.feel(who, "trust", toward, by, (thought.serial,))
        world.feel(who, "mood", None, turn.mood, (thought.serial,))
        if world.is_known(sender):
            world.feel(who, "irritation", sender, turn.irritation, (thought.serial,))
        self._note_requests(who, moment, turn, causes)
        moves = tuple(self._discretion(who, moment, move, (thought.serial,)) for move in turn.moves)
        moves = tuple(self._entitled(who, moment, move, (thought.serial,)) for move in moves)
        turn = turn.model_copy(update={"moves": moves})
        for move in turn.moves:
            self._move(who, moment, move, (thought.serial,), _matter(turn))
        world.cast[who].mind.landed(moment, turn)

    def _is_overtaken(self, who: str, moment: Moment, turn: Turn) -> bool:
        """Whether a turn decides what was this person's to decide as it began, and is not any more."""
        decided = {d.approval for move in turn.moves if isinstance(move, Say) for d in move.decides}
        mine = [a.id for a in moment.approvables if a.standing == "mine" and a.id in decided]
        return any(not self._may_decide(who, moment, matter) for name in mine if (matter := self._matter(name)))

    def _entitled(self, who: str, moment: Moment, move: Move, causes: tuple[int, ...]) -> Move:
        """The move, or silence where its words decide what is not theirs to decide: said, they would pass for it."""
        if not isinstance(move, Say):
            return move
        for decision in move.decides:
            matter = self._matter(decision.approval)
            if matter is None or not self._may_decide(who, moment, matter):
                self._world.fault(who, "not_entitled", f"{who} may not decide {decision.approval}", causes)
                return Silent(why="what they were about to decide is not theirs")
        return move

    def _note_requests(self, who: str, moment: Moment, turn: Turn, causes: tuple[int, ...]) -> None:
        """What was read as a request to approve something is on record, with what it named."""
        world, incoming = self._world, moment.incoming
        if incoming is None:
            return
        for approval in world.script.approvals:
            if f"approval:{approval.id}" in turn.read_as:
                said = tuple((line.who, line.text) for line in (*incoming.thread, *incoming.lines) if not line.mine)
                missing = self._moments.missing(approval, said)
                named = tuple(f for f in approval.needs if f not in missing)
                actor = incoming.sender.id
                if not world.is_known(actor):
                    continue
                standing, _ = self._moments.decisions.standing(approval, who, actor, missing)
                if incoming.app == "meeting" and incoming.addressed == "room" and standing in _NOT_THEIR_TURN:
                    continue  # it was put to all, or to somebody who is not there: nobody came to them with it
                body = ApprovalRequested(approval=approval.id, of=who, names=named, ref=incoming.ref, standing=standing)
                asked = world.write(body, actor, causes)
                self._moments.decisions.felt(approval, standing, who, actor, (asked.serial,))

    def _move(self, who: str, moment: Moment, move: Move, causes: tuple[int, ...], about: tuple[str, ...]) -> None:
        world = self._world
        try:
            if isinstance(move, Say):
                if move.after > 0:
                    world.live(self._say_later(who, moment, move, causes, about))
                else:
                    self._say(who, moment, move, causes, about)
            elif isinstance(move, React):
                if moment.incoming is not None and moment.incoming.app == "chat":
                    world.do(
                        who,
                        world.office.parse("chat.react", {"message": moment.incoming.ref, "emoji": move.emoji}),
                        causes,
                    )
            elif isinstance(move, Work):
                if move.favour is not None:
                    asker = moment.incoming.sender.id if moment.incoming else None
                    world.live(self._work(who, move.favour, move.note, asker, causes))
                else:
                    world.write(WorkStarted(favour=None, note=move.note, asked_by=None), who, causes)
            elif isinstance(move, Meet):
                self._meet(who, move, causes)
        except Refused as refused:
            world.fault(who, f"refused:{refused.code}", refused.why, causes)

    # -- saying ---------------------------------------------------------------------------------------------------

    def _say_later(
        self, who: str, moment: Moment, move: Say, causes: tuple[int, ...], about: tuple[str, ...]
    ) -> Steps[None]:
        world = self._world
        yield from world.until(who, add_working(world.person(who).calendar, world.now, move.after))
        then = self._entitled(who, moment, move, causes)  # what was theirs to decide may not be any more
        if not isinstance(then, Say):
            return
        try:
            self._say(who, moment, then, causes, about)
        except Refused as refused:
            world.fault(who, f"refused:{refused.code}", refused.why, causes)

    def _say(self, who: str, moment: Moment, move: Say, causes: tuple[int, ...], about: tuple[str, ...]) -> None:
        world = self._world
        self._settle(who, moment, move, causes)
        name, arguments = self._as_action(who, moment, move)
        action = world.office.parse(name, arguments)
        seen: list[Event] = []
        world.readers.append(seen.append)
        try:
            world.do(who, action, causes)
        finally:
            world.readers.remove(seen.append)
        serial = seen[0].serial
        message = self.attention.messages.get(serial)
        to = message.to if message else move.to
        ref = message.ref if message else ""
        where = message.app if message else "chat"
        if moment.occasion in ("small_talk", "own_work") or (moment.incoming is not None and moment.incoming.chatter):
            self._moments.chatter.add((where, ref))
        for reader in to:
            self._moments.unanswered.pop((who, reader), None)
        if move.points_to:
            world.write(
                Redirected(reader=to, to=move.points_to, topics=about, ref=ref),
                who,
                (serial,),
            )
        errand = moment.errand
        waits = errand is not None and errand.wants_reply
        if to and (move.asks or waits):
            about_what = errand.what if errand is not None and waits else "; ".join(move.asks)
            urgent = errand is not None and errand.urgent
            world.write(AskMade(to=to, about=about_what, where=where, ref=ref, urgent=urgent), who, (serial,))
        for decision in move.decides:
            self._decide(who, moment, decision, ref, (serial,))
        for promise in move.promises:
            self._promise(who, to, promise, where, ref, (serial,))
        self.keep(who, to, move.text, where, ref, serial)

    def _as_action(self, who: str, moment: Moment, move: Say) -> tuple[str, dict[str, Any]]:
        """The office action that says it: where it was asked, or where the move wants it."""
        incoming, errand = moment.incoming, moment.errand
        if move.via == "here" and incoming is not None and not move.to:
            if incoming.app == "mail":
                return "mail.reply", {"mail": incoming.ref, "text": move.text}
            if incoming.app == "call":
                return "calls.say", {"call": incoming.place, "text": move.text}
            if incoming.app == "meeting":
                # Whoever decides a matter in a meeting has it put on record there.
                action = "calendar.decide" if move.decides else "calendar.speak"
                return action, {"meeting": incoming.place, "text": move.text}
            if incoming.app == "tracker":
                return "tracker.comment", {"ticket": incoming.place, "text": move.text}
            if incoming.app == "drive":
                return "drive.comment", {"path": incoming.place, "text": move.text}
            chat = self._world.office.app(Chat)
            thread = chat.message(incoming.ref).thread
            if thread is None and incoming.place.startswith("#"):
                thread = incoming.ref
            return "chat.send", {"to": incoming.place, "text": move.text} | ({"thread": thread} if thread else {})
        via = move.via if move.via != "here" else (errand.via if errand else "chat")
        to = move.to or (errand.to if errand else ())
        if via == "mail":
            return "mail.send", {
                "to": list(to),
                "subject": move.subject or (errand.what if errand else moment.me),
                "text": move.text,
            }
        if via == "call":
            call = self._world.office.app(Calls).call_of(who)
            if call is None:
                raise Refused("not_now", f"{who} is in no call in which to say it")
            return "calls.say", {"call": call, "text": move.text}
        if via == "meeting":
            return "calendar.speak", {"meeting": move.place or (errand.place if errand else ""), "text": move.text}
        place = move.place or (errand.place if errand else None)
        if via == "channel" and place:
            return "chat.send", {"to": place, "text": move.text}
        return "chat.send", {"to": list(to), "text": move.text}

    # -- what words bring about -----------------------------------------------------------------------------------

    def _settle(self, who: str, moment: Moment, move: Say, causes: tuple[int, ...]) -> None:
        """Whoever decides a matter holds, from then on, what was decided: they say it as their own."""
        world = self._world
        for decision in move.decides:
            matter = self._matter(decision.approval)
            if matter is None or matter.settles is None or matter.id in world.decided:
                continue
            number, version = world.truth.current(matter.settles)
            if world.truth.learn(who, matter.settles, number, version.value, world.now, who):
                body = FactLearned(
                    fact=matter.settles, version=number, value=version.value, source=who, where="world", ref=""
                )
                world.write(body, who, causes)

    def _matter(self, name: str) -> Approval | None:
        """The approval or decision of this id."""
        return next((a for a in self._world.script.approvals if a.id == name), None)

    def _may_decide(self, who: str, moment: Moment, matter: Approval) -> bool:
        by = moment.incoming.sender.id if moment.incoming else self._world.seat_id
        return self._moments.decisions.may_decide(matter, who, by)

    def _decide(self, who: str, moment: Moment, decision: Decision, ref: str, causes: tuple[int, ...]) -> None:
        world = self._world
        approval = self._matter(decision.approval)
        requester = moment.incoming.sender.id if moment.incoming else world.seat_id
        if approval is None or approval.id in world.decided:
            return
        world.decide(approval.id, decision.verdict)
        given = world.write(
            ApprovalGiven(
                approval=approval.id, verdict=decision.verdict, requester=requester, why=decision.why, ref=ref
            ),
            who,
            causes,
        )
        self._moments.decisions.settled(approval, who, requester, (given.serial,))

    def _promise(
        self, who: str, to: Sequence[str], promise: Promise, where: Where, ref: str, causes: tuple[int, ...]
    ) -> None:
        world = self._world
        if not to:
            return
        entry = self.enter(
            who,
            to[0],
            what=promise.what,
            due=self._due(who, promise.within),
            confidence=1.0 if promise.firm else 0.5,
            where=where,
            ref=ref,
            causes=causes,
            fact=promise.fact,
            favour=promise.favour,
        )
        if promise.favour is None:
            world.live(self._come_due(who, entry.id))

    def _due(self, who: str, within: int) -> int:
        """When a promise falls due; that of somebody who leaves before, at the end."""
        world = self._world
        try:
            return add_working(world.person(who).calendar, world.now, max(60, within))
        except NoWorkingTime:
            return world.script.horizon

    def enter(
        self,
        by: str,
        to: str,
        *,
        what: str,
        due: int,
        confidence: float,
        where: Where,
        ref: str,
        causes: tuple[int, ...],
        fact: str | None = None,
        favour: str | None = None,
    ) -> Commitment:
        """A promise was made: it stands in the ledger and in the record. An earlier date for the same thing is off."""
        world = self._world
        entry = world.ledger.make(
            by=by, to=to, what=what, due=due, made=world.now, confidence=confidence, app=where, ref=ref, fact=fact,
            favour=favour,
        )  # fmt: skip
        body = CommitmentMade(
            id=entry.id, by=by, to=to, what=what, due=due, confidence=confidence, where=where, ref=ref, fact=fact,
            favour=favour,
        )  # fmt: skip
        made = world.write(body, by, causes)
        for earlier in world.ledger.moved_by(entry):
            self.close(earlier.id, "renegotiated", ref, (made.serial,))
        return entry

    def keep(self, who: str, to: Sequence[str], text: str, where: Where, ref: str, serial: int) -> None:
        """Close the promises of ``who`` that this message fulfils, and those made to ``who`` from which it releases."""
        world = self._world
        facts = tuple(told.fact for told in world.told_at(where, ref))
        for entry in world.ledger.kept_by(who, tuple(to), text, facts, ref):
            self.close(entry.id, "kept", ref, (serial,))
        for entry in world.ledger.released_by(who, tuple(to), text):
            self.close(entry.id, "released", ref, (serial,))

    def close(self, id: str, how: Any, ref: str | None, causes: tuple[int, ...]) -> None:
        """A promise has ended."""
        world = self._world
        entry = world.ledger.get(id)
        if entry.closed is not None:
            return
        entry.closed = how
        late = working_between(world.person(entry.by).calendar, entry.due, world.now) if world.now > entry.due else 0
        world.write(CommitmentClosed(id=id, by=entry.by, to=entry.to, how=how, late=late, ref=ref), entry.by, causes)

    def _come_due(self, who: str, id: str) -> Steps[None]:
        """A coworker's promise falls due: their mind delivers, says sorry, or has forgotten."""
        world = self._world
        entry = world.ledger.get(id)
        early = max(world.now + 60, entry.due - 600)
        yield from world.until(who, max(early, next_working(world.person(who).calendar, early)))
        if entry.closed is not None:
            return
        errand = Errand(
            what=entry.what,
            to=(entry.to,),
            via="mail" if entry.app == "mail" else "chat",
            fact=entry.fact,
            undertaking=self._moments.undertaking(entry, who),
        )
        yield from self.attention.think(who, self._moments.errand(who, "promise_due", errand), 60, ())
        yield world.kernel.at(
            max(world.now + 60, add_working(world.person(who).calendar, max(entry.due, world.now), 2 * 3600))
        )
        if entry.closed is None:
            self.close(id, "broken", None, ())
            if entry.to in world.cast:
                world.feel(entry.to, "trust", who, -0.05)

    # -- work -----------------------------------------------------------------------------------------------------

    def _work(self, who: str, favour_id: str, note: str, asker: str | None, causes: tuple[int, ...]) -> Steps[None]:
        world, coworker = self._world, self._world.cast[who]
        favour = next((f for f in world.script.favours if f.id == favour_id), None)
        if favour is None or favour.by != who or favour_id in coworker.working_on or favour_id in world.favours_done:
            return
        ahead = sum(f.takes for f in world.script.favours if f.id in coworker.working_on)
        coworker.working_on.append(favour_id)
        started = world.write(WorkStarted(favour=favour_id, note=note, asked_by=asker), who, causes)
        rng = world.streams.of(who, "work", favour_id)
        takes = int(favour.takes * (0.8 + 0.6 * rng.random())) + ahead
        if len(coworker.working_on) == 1:
            coworker.held_up = 0  # what cut into earlier work is over
        yield from world.until(who, add_working(world.person(who).calendar, world.now, max(60, takes)))
        while coworker.held_up > 0 and coworker.working_on[0] == favour_id:
            late, coworker.held_up = coworker.held_up, 0
            yield from world.until(who, add_working(world.person(who).calendar, world.now, late))
        coworker.working_on.remove(favour_id)
        world.favours_done.add(favour_id)
        done = world.write(WorkEnded(favour=favour_id, note=note, why="done"), who, (started.serial,))
        for effect in favour.effects:
            self.bring_about(who, effect, (done.serial,))
        if asker is None or not world.is_known(asker):
            return
        errand = Errand(what=favour.topic, to=(asker,), favour=favour_id, text=favour.says)
        yield from self.attention.think(who, self._moments.errand(who, "favour_done", errand), 60, (done.serial,))
        for entry in world.ledger.open_of(who):
            if entry.by == who and entry.favour == favour_id:
                self.close(entry.id, "kept", None, (done.serial,))

    def bring_about(self, who: str, effect: Any, causes: tuple[int, ...]) -> None:
        """What a piece of work or a timeline entry leaves behind. Refusals are recorded as faults."""
        world = self._world
        try:
            if effect.does == "write":
                world.do(
                    who, world.office.parse("drive.write", {"path": effect.path, "text": effect.text or ""}), causes
                )
            elif effect.does == "ticket":
                world.do(
                    who,
                    world.office.parse("tracker.change", {"ticket": effect.ticket, effect.field: effect.value}),
                    causes,
                )
            elif effect.does == "fact":
                world.change_fact(effect.fact, causes)
            else:
                world.do(
                    who, world.office.parse("chat.send", {"to": list(effect.to), "text": effect.text or ""}), causes
                )
        except Refused as refused:
            world.fault(who, f"refused:{refused.code}", refused.why, causes)

    def _meet(self, who: str, move: Meet, causes: tuple[int, ...]) -> None:
        arrange(
            self._world,
            who,
            move.title,
            move.with_,
            move.minutes,
            within_days=max(1, -(-move.within // 86400)),
            causes=causes,
        )


def _matter(turn: Turn) -> tuple[str, ...]:
    """What a turn is about: the ids of the facts, favours and approvals that were read out of what it answers."""
    return tuple(dict.fromkeys(label.partition(":")[2] for label in turn.read_as if ":" in label))
