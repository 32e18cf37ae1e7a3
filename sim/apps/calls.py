"""Calls and walk-ups: ringing somebody or going to their desk, and what is said then.

A call is rung, then answered, declined or missed; an answered one is ended at last. Nobody is in two calls at once, and
one that rings counts. Nothing that is said is written down anywhere: those who were in the call remember it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from pydantic import Field

from sim.actions import Action, Effort, Receipt, Refused, clip, words_in
from sim.apps.call_views import CallList, CallShown, Conversation, Entry, Remark, SaidInCall
from sim.apps.people import person_named
from sim.apps.when import written_for
from sim.office import App, Notice, NoticeKind, Office
from sim.vocabulary.calls import (
    CallAnswered,
    CallDeclined,
    CallEnded,
    CallMissed,
    CallRung,
    CallSaid,
    CallState,
    CallWay,
    MissReason,
)
from sim.vocabulary.core import WORLD, Body, Event, Instant

MOST_SAID = 4_000
"""Characters said at a stretch: about five minutes of talk."""
MOST_ABOUT = 250
"""Characters of what a call is about, and of why it is declined."""

_CALL = 'Id of the call ("call3").'


class Spoken(NamedTuple):
    """Something said in a call."""

    serial: int
    at: Instant
    who: str
    text: str


@dataclass(slots=True)
class Call:
    """A call as it stands now. ``serial`` is the event it began with; ``why`` is how it was declined or missed."""

    id: str
    serial: int
    at: Instant
    caller: str
    callee: str
    way: CallWay
    about: str
    urgent: bool
    state: CallState = "rung"
    why: str = ""
    said: list[Spoken] = field(default_factory=list)
    latest: int = 0
    """The event that brought it into its present state."""

    @property
    def people(self) -> tuple[str, ...]:
        """Both who are in it, the caller first."""
        return (self.caller, self.callee)

    @property
    def open(self) -> bool:
        """Whether it rings or is going on."""
        return self.state in ("rung", "answered")

    def others(self, who: str) -> tuple[str, ...]:
        """Who hears what ``who`` says."""
        return tuple(person for person in self.people if person != who)


# --- actions --------------------------------------------------------------------------------------------------------


class Ring(Action):
    """Ring somebody up. It interrupts them; they may answer, decline, or let it ring. Then talk with calls.say."""

    name: ClassVar[str] = "calls.ring"
    receipt: ClassVar[type[Receipt]] = CallShown

    person: str = Field(description="Id of the person.")
    about: str = Field(default="", description="What it is about, which they see as it rings.")
    urgent: bool = Field(default=False, description="True if it cannot wait.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        calls = office.app(Calls)
        callee = person_named(office, self.person)
        return calls.shown(calls.begin(actor, callee, "call", self.about, self.urgent, causes))


class WalkUp(Action):
    """Go to somebody's desk, at your own site. It interrupts them; they may turn to you or send you away. Then talk
    with calls.say."""

    name: ClassVar[str] = "calls.walk_up"
    receipt: ClassVar[type[Receipt]] = CallShown

    person: str = Field(description="Id of the person.")
    about: str = Field(default="", description="What it is about, which you say first.")
    urgent: bool = Field(default=False, description="True if it cannot wait.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        calls = office.app(Calls)
        callee = person_named(office, self.person)
        here, there = office.org.person(actor).site, office.org.person(callee).site
        if here != there:
            raise Refused("not_allowed", f"{callee} works in {there} and you in {here}: ring (calls.ring) or write")
        return calls.shown(calls.begin(actor, callee, "walk_up", self.about, self.urgent, causes))


class Answer(Action):
    """Answer a call that rings, or turn to whoever stands at your desk."""

    name: ClassVar[str] = "calls.answer"
    receipt: ClassVar[type[Receipt]] = CallShown

    call: str = Field(description=_CALL)

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        calls = office.app(Calls)
        call = calls.ringing(actor, self.call)
        event = calls.emit(call, CallAnswered(call=call.id, to=call.others(actor)), actor, causes)
        calls.enter(call, "answered", event)
        calls.tell(call, event, call.caller, "response", f"{actor} answers")
        return calls.shown(call)


class Decline(Action):
    """Decline a call that rings, or send whoever stands at your desk away. They are told, with your reason, and with
    whom to turn to instead if you name somebody."""

    name: ClassVar[str] = "calls.decline"
    receipt: ClassVar[type[Receipt]] = CallShown

    call: str = Field(description=_CALL)
    why: str = Field(default="", description="What you let them know, such as when you will be free.")
    instead: str = Field(default="", description="Id of a colleague who can help them now, if there is one.")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        calls = office.app(Calls)
        call = calls.ringing(actor, self.call)
        why = _short(self.why, "a reason")
        instead = person_named(office, self.instead) if self.instead.strip() else None
        if instead in call.people:
            raise Refused("bad_argument", f"{instead} is in this call: name somebody else, or nobody")
        body = CallDeclined(call=call.id, to=call.others(actor), why=why, instead=instead)
        event = calls.emit(call, body, actor, causes)
        calls.enter(call, "declined", event, why)
        gist = f"{actor} declines: {why}".removesuffix(": ") + (f"; ask {instead}" if instead else "")
        calls.tell(call, event, call.caller, "response", gist)
        return calls.shown(call)


class Say(Action):
    """Say something in a call you are in. The other hears it at once."""

    name: ClassVar[str] = "calls.say"
    receipt: ClassVar[type[Receipt]] = SaidInCall

    call: str = Field(description=_CALL)
    text: str = Field(description=f"What you say, at most {MOST_SAID} characters.")

    def effort(self) -> Effort:
        return Effort(kind="call", words=words_in(self.text))

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        calls = office.app(Calls)
        call = calls.own(actor, self.call)
        if call.state != "answered":
            raise Refused("not_now", f"nobody listens in {call.id}: it is {call.state}" + _way_out(call, actor))
        if not self.text.strip():
            raise Refused("empty", "you said nothing: give a text")
        if len(self.text) > MOST_SAID:
            raise Refused(
                "too_long",
                f"at most {MOST_SAID:,} characters are said at a stretch, and these are {len(self.text):,}: say it in "
                "parts, or send it in writing",
            )
        to = call.others(actor)
        event = calls.emit(call, CallSaid(call=call.id, to=to, text=self.text), actor, causes)
        call.said.append(Spoken(event.serial, event.at, actor, self.text))
        for who in to:
            calls.tell(call, event, who, "message", self.text)
        return SaidInCall(call=call.id, heard_by=to)


class HangUp(Action):
    """End a call or a talk at a desk; or give up ringing."""

    name: ClassVar[str] = "calls.hang_up"
    receipt: ClassVar[type[Receipt]] = CallShown

    call: str = Field(description=_CALL)

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        calls = office.app(Calls)
        call = calls.own(actor, self.call)
        if call.state == "rung" and actor == call.caller:
            calls.give_up(call, "hung up", actor, causes)
        elif call.state == "answered":
            event = calls.emit(call, CallEnded(call=call.id, to=call.others(actor)), actor, causes)
            calls.enter(call, "ended", event)
            for who in call.others(actor):
                calls.tell(call, event, who, "response", f"{actor} has ended the call")
        else:
            code: Literal["not_now", "already_so"] = "not_now" if call.open else "already_so"
            raise Refused(code, f"{call.id} is {call.state}" + _way_out(call, actor))
        return calls.shown(call)


class Recall(Action):
    """Go over what was said in one of your calls, by whom."""

    name: ClassVar[str] = "calls.recall"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = Conversation

    call: str = Field(description=_CALL)

    def effort(self) -> Effort:
        return Effort(kind="read")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        call = office.app(Calls).own(actor, self.call)
        said = tuple(Remark(when=written_for(office, actor, s.at), who=s.who, text=s.text) for s in call.said)
        return Conversation(call=call.id, state=call.state, said=said)


class Log(Action):
    """List your latest calls, with those you missed."""

    name: ClassVar[str] = "calls.log"
    changes: ClassVar[bool] = False
    receipt: ClassVar[type[Receipt]] = CallList

    limit: int = Field(default=10, ge=1, le=100, description="How many calls at most.")

    def effort(self) -> Effort:
        return Effort(kind="click")

    def perform(self, office: Office, actor: str, causes: Sequence[int] = ()) -> Receipt:
        mine = [call for call in reversed(office.app(Calls).calls()) if actor in call.people][: self.limit]
        return CallList(
            calls=tuple(
                Entry(
                    call=call.id, when=written_for(office, actor, call.at), caller=call.caller, callee=call.callee,
                    way=call.way, state=call.state, about=call.about, urgent=call.urgent, why=call.why,
                )
                for call in mine
            )
        )  # fmt: skip


def _short(text: str, what: str) -> str:
    if len(text) > MOST_ABOUT:
        raise Refused("too_long", f"{what} has at most {MOST_ABOUT} characters, and this has {len(text)}: shorten it")
    return text.strip()


def _way_out(call: Call, actor: str) -> str:
    """What to do instead, in a refusal."""
    if call.state == "rung":
        return "; answer it (calls.answer) or decline it (calls.decline)" if actor == call.callee else "; wait for it"
    return "; ring again or write"


# --- the app --------------------------------------------------------------------------------------------------------


class Calls(App):
    """The state of all calls, and the rules that the actions share."""

    name: ClassVar[str] = "calls"
    actions: ClassVar[tuple[type[Action], ...]] = (Ring, WalkUp, Answer, Decline, Say, HangUp, Recall, Log)

    def __init__(self, office: Office) -> None:
        super().__init__(office)
        self._calls: dict[str, Call] = {}
        self._engaged: dict[str, Call] = {}

    # -- for the engine and for doors. Ids that are not there raise KeyError.

    def call(self, call: str) -> Call:
        """The call with this id."""
        return self._calls[call]

    def calls(self) -> tuple[Call, ...]:
        """Every call, oldest first."""
        return tuple(self._calls.values())

    def call_of(self, who: str) -> str | None:
        """The id of the call in which ``who`` is talking now."""
        call = self._engaged.get(who)
        return call.id if call is not None and call.state == "answered" else None

    def ringing_for(self, who: str) -> str | None:
        """The id of the call that rings for ``who`` now."""
        call = self._engaged.get(who)
        return call.id if call is not None and call.state == "rung" and call.callee == who else None

    def audience(self, call: str) -> tuple[str, ...]:
        """Everybody who hears what is said in a call: both who are in it, while they talk; else nobody."""
        found = self._calls[call]
        return found.people if found.state == "answered" else ()

    def miss(self, call: str, reason: MissReason = "no answer", causes: Sequence[int] = ()) -> None:
        """Nobody took the call in time; only the world does this. Raises :class:`Refused` where it does not ring."""
        found = self._calls[call]
        if found.state != "rung":
            raise Refused("not_now", f"{call} does not ring: it is {found.state}")
        self.give_up(found, reason, WORLD, causes)

    def can_read(self, who: str, ref: str) -> bool:
        return who in self._calls[ref].people

    # -- for the actions of calls. All raise Refused.

    def begin(self, caller: str, callee: str, way: CallWay, about: str, urgent: bool, causes: Sequence[int]) -> Call:
        """Let it ring, or be missed at once where the other is in a call."""
        if caller == callee:
            raise Refused("bad_argument", "you cannot call yourself: name somebody else")
        about = _short(about, "what a call is about")
        mine = self._engaged.get(caller)
        if mine is not None:
            other = mine.others(caller)[0]
            if mine.state == "answered":
                why = f"you are in {mine.id} with {other}: end it first (calls.hang_up)"
            elif mine.caller == caller:
                why = f"{mine.id} to {other} still rings: wait, or give it up first (calls.hang_up)"
            else:
                why = f"{mine.id} from {other} rings: answer it (calls.answer) or decline it (calls.decline) first"
            raise Refused("not_now", why)
        busy = callee in self._engaged
        id_ = f"call{len(self._calls) + 1}"
        body = CallRung(call=id_, to=(callee,), way=way, about=about, urgent=urgent)
        event = self.office.emit(body, caller, causes)
        call = Call(id_, event.serial, event.at, caller, callee, way, about, urgent, latest=event.serial)
        self._calls[id_] = call
        if busy:
            self.give_up(call, "busy", caller, ())
            return call
        self._engaged[caller] = self._engaged[callee] = call
        gist = about or ("is calling" if way == "call" else "is at your desk")
        self.tell(call, event, callee, way, gist, interrupts=True)
        return call

    def give_up(self, call: Call, reason: MissReason, actor: str, causes: Sequence[int]) -> None:
        """The call is missed, and both know: the one who rang, unless they gave up, and the one who did not answer."""
        to = tuple(who for who in call.people if who != actor)
        event = self.emit(call, CallMissed(call=call.id, to=to, reason=reason), actor, causes)
        self.enter(call, "missed", event, reason)
        missed = "missed call" if call.way == "call" else "came to your desk"
        self.tell(call, event, call.callee, call.way, f"{missed}: {call.about}".removesuffix(": "), sender=call.caller)
        if actor != call.caller:
            self.tell(call, event, call.caller, "response", f"{call.callee} does not answer", sender=call.callee)

    def own(self, actor: str, call: str) -> Call:
        """The call with this id, if ``actor`` is in it."""
        found = self._calls.get(call.strip())
        if found is None or actor not in found.people:
            raise Refused("no_such_thing", f"you have no call {call!r}; calls.log lists yours, such as 'call3'")
        return found

    def ringing(self, actor: str, call: str) -> Call:
        """The call with this id, if it rings for ``actor``."""
        found = self.own(actor, call)
        if found.callee != actor:
            raise Refused("not_allowed", f"{found.id} is your own call to {found.callee}: it is theirs to answer")
        if found.state != "rung":
            raise Refused("not_now", f"{found.id} no longer rings: it is {found.state}" + _way_out(found, actor))
        return found

    def emit(self, call: Call, body: Body, actor: str, causes: Sequence[int]) -> Event:
        """Record what happened in a call, caused by what brought it so far."""
        return self.office.emit(body, actor, tuple(dict.fromkeys((*causes, call.latest))))

    def enter(self, call: Call, state: CallState, event: Event, why: str = "") -> None:
        """Bring a call into its next state."""
        call.state, call.latest, call.why = state, event.serial, why
        if not call.open:
            for who in call.people:
                if self._engaged.get(who) is call:
                    del self._engaged[who]

    def tell(
        self,
        call: Call,
        event: Event,
        who: str,
        kind: NoticeKind,
        gist: str,
        *,
        sender: str = "",
        interrupts: bool = False,
    ) -> None:
        """Hand one person a notice."""
        self.office.notify(
            Notice(
                event.serial, event.at, who, "calls", kind, call.id, call.id, sender or event.actor, clip(gist),
                interrupts=interrupts, urgent=call.urgent and interrupts,
            )
        )  # fmt: skip

    @staticmethod
    def shown(call: Call) -> CallShown:
        """The call as its people see it."""
        return CallShown(
            call=call.id, state="busy" if call.why == "busy" and call.state == "missed" else call.state, way=call.way,
            caller=call.caller, callee=call.callee, about=call.about, urgent=call.urgent, why=call.why,
        )  # fmt: skip
