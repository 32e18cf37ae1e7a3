"""The mind that asks a language model: any model string, through the port that is handed in.

The model words things and chooses among what the moment allows; the rules around it decide whether it is asked at all,
read its reply strictly, and check that no figure in it comes from nowhere. What cannot be used becomes silence and a
fault in the record, never a move that nobody made.
"""

from dataclasses import dataclass, field, replace
from typing import ClassVar

from personas.feelings import feelings, provocations
from personas.fidelity import check
from personas.memory import View
from personas.mind import PersonaMind
from personas.plan import Plan
from personas.prompting import prompt, render
from personas.reading import Reading
from personas.reflex import Reflex, channel_of, reply_subject
from personas.reply import SCHEMA, Handles, Reply, Unusable, decisions_of, parse_reply, promises_of
from personas.schema import Persona
from sim.actions import clip
from sim.mind import Fault, Moment, Move, React, Say, Silent, Turn, Work
from sim.model import INFRASTRUCTURE, Message, ModelFault, ModelPort, ModelRequest, Usage

_SUBJECTS = {"small_talk": "hello", "own_work": "in between"}
MAX_TOKENS = 4000
"""Room for the longest reply (about 1,000 tokens) and for what a model thinks before it, where that counts too."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A model's reply to a moment, before it is checked; ``reply`` is None where there is none that can be used."""

    reply: Reply | None
    handles: Handles
    messages: tuple[Message, ...]
    usage: Usage
    faults: tuple[Fault, ...] = ()


@dataclass(slots=True)
class _Spent:
    """What the calls of one thought have cost so far."""

    usage: Usage = field(default_factory=Usage)

    def add(self, usage: Usage) -> None:
        self.usage = self.usage + usage


class Llm(PersonaMind):
    """Asks a model what to say.

    ``model`` is any string the port knows; replies are asked for by JSON Schema. Raises
    :class:`sim.model.ModelFault` from ``think`` only for the faults that end a run.
    """

    asks_model: ClassVar[bool] = True
    waits: ClassVar[bool] = True

    def __init__(self, persona: Persona, *, person: str, org_name: str, model: str, port: ModelPort) -> None:
        super().__init__(persona, person=person, org_name=org_name)
        self._model = model
        self._port = port
        self._reflex = Reflex(persona, person=person, org_name=org_name)
        lines = [line for work in persona.working_on for line in (work.what, *work.lines)]
        self._own = (*lines, *persona.small_talk, persona.about, *persona.voice.phrases)

    @classmethod
    def make(
        cls, persona: Persona, *, person: str, org_name: str, model: str | None = None, port: ModelPort | None = None
    ) -> "Llm":
        """See :class:`personas.mind.MindFactory`. Raises ValueError without ``model`` and ``port``."""
        if not model or port is None:
            raise ValueError(f"a mind of kind llm asks a model: {person} was given none; name one, or use kind reflex")
        return cls(persona, person=person, org_name=org_name, model=model, port=port)

    # -- deciding -------------------------------------------------------------------------------------------------

    async def decide(self, moment: Moment, reading: Reading, view: View) -> Plan | Draft:
        """Ask the model; what the author has scripted, and what asks nothing but moves feelings, needs none."""
        errand = moment.errand
        scripted = errand is not None and (bool(errand.text) or errand.manner in ("acknowledge", "thanks"))
        if scripted or _only_thanks(moment, reading):
            return self._reflex.plan(moment, reading, view)
        spent = _Spent()
        messages, handles = prompt(self.persona, self.temper, moment, reading, view)
        try:
            return await self._ask(messages, handles, moment, spent)
        except ModelFault as fault:
            if fault.kind != "context_overflow":
                return self._given_up(fault, messages, handles, spent)
        messages, handles = prompt(self.persona, self.temper, moment, reading, view, short=True)
        try:
            return await self._ask(messages, handles, moment, spent)
        except ModelFault as fault:
            return self._given_up(fault, messages, handles, spent)

    async def _ask(self, messages: tuple[Message, ...], handles: Handles, moment: Moment, spent: _Spent) -> Draft:
        """Ask, and once more with what was wrong where the reply cannot be used."""
        text = await self._complete(messages, moment, spent)
        try:
            return Draft(parse_reply(text, handles), handles, _with(messages, text), spent.usage)
        except Unusable as error:
            messages = (*_with(messages, text), Message(role="user", content=render("unusable", error=str(error))))
        text = await self._complete(messages, moment, spent)
        try:
            return Draft(parse_reply(text, handles), handles, _with(messages, text), spent.usage)
        except Unusable as error:
            fault = Fault(kind="unparsed", detail=clip(f"{error}: {text}", 300))
            return Draft(None, handles, messages, spent.usage, (fault,))

    async def _complete(self, messages: tuple[Message, ...], moment: Moment, spent: _Spent) -> str:
        """The text of one call. What the port itself found malformed is asked again like any other unusable reply."""
        request = ModelRequest(model=self._model, messages=messages, reply_schema=SCHEMA, max_tokens=MAX_TOKENS)
        try:
            reply = await self._port.complete(request, role="coworkers", who=moment.me)
        except ModelFault as fault:
            spent.add(fault.usage)
            if fault.kind == "malformed":
                return "(a reply that was not JSON)"
            raise
        spent.add(reply.usage)
        if reply.finish == "length":
            raise ModelFault("truncated", "the reply stopped at max_tokens")
        if not (reply.text or "").strip():
            raise ModelFault("empty", "the reply has no text")
        return reply.text or ""

    def _given_up(self, fault: ModelFault, messages: tuple[Message, ...], handles: Handles, spent: _Spent) -> Draft:
        if fault.kind in INFRASTRUCTURE:
            raise fault
        return Draft(None, handles, messages, spent.usage, (Fault(kind=fault.kind, detail=clip(fault.message, 300)),))

    # -- writing --------------------------------------------------------------------------------------------------

    async def write(self, moment: Moment, reading: Reading, view: View, intent: Plan | Draft) -> Turn:
        """The reply as moves, once no figure in it comes from nowhere; else the wording of the rules, and a fault."""
        if isinstance(intent, Plan):
            return self._reflex.turn(moment, reading, view, intent)
        draft = intent
        found = self._invented(draft, moment)
        if found:
            draft = await self._again(draft, found, moment)
            if draft.reply is None or self._invented(draft, moment):
                plan = self._reflex.plan(moment, reading, view)
                turn = self._reflex.turn(moment, reading, view, plan)
                fault = Fault(kind="invented_value", detail=clip(", ".join(found), 300))
                return turn.model_copy(update={"faults": (*draft.faults, fault), "usage": draft.usage})
        return self._turn(draft, moment, reading, view)

    def _invented(self, draft: Draft, moment: Moment) -> tuple[str, ...]:
        if draft.reply is None:
            return ()
        promises = bool(draft.reply.promises)
        return check(draft.reply.say, (), moment, promises=promises, also=self._known(draft)).invented

    def _known(self, draft: Draft) -> tuple[str, ...]:
        """What else the model had before it and may repeat."""
        return (*self._own, *(m.content or "" for m in draft.messages[:2] if m.role == "user"))

    async def _again(self, draft: Draft, found: tuple[str, ...], moment: Moment) -> Draft:
        """One request to write it without the figures in ``found``."""
        spent = _Spent(draft.usage)
        wish = Message(role="user", content=render("invented", values=found))
        try:
            text = await self._complete((*draft.messages, wish), moment, spent)
            reply = parse_reply(text, draft.handles)
        except Unusable:
            return replace(draft, reply=None, usage=spent.usage)
        except ModelFault as fault:
            return self._given_up(fault, draft.messages, draft.handles, spent)
        return replace(draft, reply=reply, usage=spent.usage)

    def _turn(self, draft: Draft, moment: Moment, reading: Reading, view: View) -> Turn:
        felt = feelings(provocations(moment, reading, view, self.temper), self.temper)
        moves, faults = self._moves(draft, moment)
        other = moment.incoming.sender.id if moment.incoming else None
        return Turn(
            moves=moves,
            mood=felt.mood,
            trust={other: felt.trust} if other is not None and felt.trust else {},
            irritation=felt.irritation,
            read_as=reading.labels,
            faults=(*draft.faults, *faults),
            usage=draft.usage,
        )

    def _moves(self, draft: Draft, moment: Moment) -> tuple[tuple[Move, ...], tuple[Fault, ...]]:
        reply, handles = draft.reply, draft.handles
        if reply is None:
            return (Silent(why="the model gave no usable reply"),), ()
        text = reply.say.strip()
        taken = handles.ids(reply.takes_on, handles.work)
        if not text:
            if reply.react.strip() and moment.incoming is not None and moment.incoming.app == "chat":
                return (React(emoji=reply.react.strip()),), ()
            moves: tuple[Move, ...] = tuple(Work(favour=f) for f in taken)
            return moves or (Silent(why=clip(reply.silence_because) or "nothing to say"),), ()
        promises = promises_of(reply, handles)
        claimed = handles.ids(reply.tells, handles.facts)
        checked = check(text, claimed, moment, promises=bool(promises), also=self._known(draft))
        said = Say(
            text=text,
            subject=_subject(moment),
            states=checked.states,
            points_to=handles.ids(reply.sends_to, handles.people),
            promises=promises,
            decides=decisions_of(reply, handles),
            asks=reply.asks,
        )
        work = tuple(dict.fromkeys((*taken, *(p.favour for p in promises if p.favour))))
        faults = tuple(Fault(kind="unsaid_value", detail=fact) for fact in checked.unsaid)
        return (said, *(Work(favour=f) for f in work)), faults


def _only_thanks(moment: Moment, reading: Reading) -> bool:
    return moment.incoming is not None and bool(reading.of("thanks")) and not reading.wants and not reading.of("answer")


def _with(messages: tuple[Message, ...], text: str) -> tuple[Message, ...]:
    return (*messages, Message(role="assistant", content=text))


def _subject(moment: Moment) -> str | None:
    if channel_of(moment) != "mail":
        return None
    if moment.incoming is not None:
        return reply_subject(moment.incoming.subject)
    if moment.errand is None:
        return None
    what = _SUBJECTS.get(moment.occasion, moment.errand.what)
    return what[:1].upper() + what[1:]
