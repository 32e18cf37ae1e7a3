"""The mind that asks a language model: any model string, through the port that is handed in.

The model words things and chooses among what the moment allows; the rules around it decide whether it is asked at all,
read its reply part by part, and hold what it says against what this person knows, may say and would say. What fails is
asked for once more, then worded by rule; what cannot be used becomes silence. Either is a fault in the record, never a
move that nobody made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from personas.feelings import feelings, provocations
from personas.fidelity import (
    check,
    disagreeing,
    given_away,
    guess_answered,
    guesses_repeated,
    secrets_told,
    strangers,
    untold_answered,
)
from personas.lapses import Lapse, lapses, runs, without_markup, without_own_name
from personas.memory import View
from personas.mind import PersonaMind, chosen
from personas.plan import Plan
from personas.prompting import charter, longest, prompt, render
from personas.reading import Heard, Reading, asked_text
from personas.reflex import Reflex, channel_of, reply_subject
from personas.reply import Handles, Reply, Unusable, decisions_of, parse_reply, promises_of, schema_of
from personas.requests import another_amount, another_said
from personas.schema import Persona
from personas.words import sought
from sim.actions import clip
from sim.mind import Approvable, Fault, Moment, Move, React, Say, Silent, Turn, Work
from sim.model import INFRASTRUCTURE, Message, ModelFault, ModelPort, ModelRequest, Usage
from sim.replies import SILENT

_SUBJECTS = {"small_talk": "hello", "own_work": "in between"}
_CHATTER = ("small_talk", "own_work")
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
    overruled: tuple[str, ...] = ()
    """Verdicts in it that are not this person's."""


@dataclass(slots=True)
class _Spent:
    """What the calls of one thought have cost so far."""

    usage: Usage = field(default_factory=Usage)

    def add(self, usage: Usage) -> None:
        self.usage = self.usage + usage


class Llm(PersonaMind):
    """Asks a model what to say.

    ``model`` is any string the port knows; replies are asked for by JSON Schema. The option ``small_talk`` says who
    words what people say of their own accord to pass the time (small talk, news of their own work): "rules", the
    default, costs nothing; "model" asks the model for each. Raises :class:`sim.model.ModelFault` from ``think`` only
    for the faults that end a run.
    """

    asks_model: ClassVar[bool] = True
    waits: ClassVar[bool] = True
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {"small_talk": ("rules", "model")}

    def __init__(
        self, persona: Persona, *, person: str, org_name: str, model: str, port: ModelPort, small_talk: str = "rules"
    ) -> None:
        super().__init__(persona, person=person, org_name=org_name)
        self._model = model
        self._port = port
        self._reflex = Reflex(persona, person=person, org_name=org_name)
        self._chats = small_talk == "model"
        lines = [line for work in persona.working_on for line in (work.what, *work.lines)]
        self._own = (*lines, *persona.small_talk, persona.about, *persona.voice.phrases)
        self._prompt: frozenset[str] | None = None

    @classmethod
    def make(
        cls,
        persona: Persona,
        *,
        person: str,
        org_name: str,
        model: str | None = None,
        port: ModelPort | None = None,
        options: Mapping[str, str] = {},
    ) -> "Llm":
        """See :class:`personas.mind.MindFactory`. Raises ValueError without ``model`` and ``port``."""
        if not model or port is None:
            raise ValueError(f"a mind of kind llm asks a model: {person} was given none; name one, or use kind reflex")
        given = chosen(cls.options, options)
        return cls(persona, person=person, org_name=org_name, model=model, port=port, small_talk=given["small_talk"])

    # -- deciding -------------------------------------------------------------------------------------------------

    async def decide(self, moment: Moment, reading: Reading, view: View) -> Plan | Draft:
        """Ask the model; what the author has scripted, and what asks nothing but moves feelings, needs none."""
        errand = moment.errand
        scripted = errand is not None and (bool(errand.text) or errand.manner in ("acknowledge", "thanks"))
        chatter = moment.occasion in _CHATTER and not self._chats
        if scripted or chatter or _only_thanks(moment, reading):
            return self._reflex.plan(moment, reading, view)
        spent = _Spent()
        messages, handles = prompt(self.persona, self.temper, moment, reading, view)
        try:
            return await self._ask(messages, handles, moment, spent)
        except ModelFault as fault:
            if fault.kind != "context_overflow":
                return self._given_up(fault, messages, handles, spent)
            shortened = Fault(kind="shortened", detail=clip(fault.message, 300))
        messages, handles = prompt(self.persona, self.temper, moment, reading, view, short=True)
        try:
            draft = await self._ask(messages, handles, moment, spent)
        except ModelFault as fault:
            return self._given_up(fault, messages, handles, spent)
        return replace(draft, faults=(shortened, *draft.faults))

    async def _ask(self, messages: tuple[Message, ...], handles: Handles, moment: Moment, spent: _Spent) -> Draft:
        """Ask, and once more with what was wrong where the reply cannot be used."""
        text = await self._complete(messages, handles, moment, spent)
        try:
            return self._drafted(text, handles, messages, spent)
        except Unusable as error:
            first = error
            messages = (*_with(messages, text), Message(role="user", content=render("unusable", error=str(error))))
        text = await self._complete(messages, handles, moment, spent)
        try:
            draft = self._drafted(text, handles, messages, spent)
        except Unusable as error:
            fault = Fault(kind="unparsed", detail=clip(f"{error}: {text}", 300))
            return Draft(None, handles, messages, spent.usage, (fault,))
        return replace(draft, faults=(Fault(kind="asked_again", detail=clip(str(first), 300)), *draft.faults))

    def _drafted(self, text: str, handles: Handles, messages: tuple[Message, ...], spent: _Spent) -> Draft:
        """Raises :class:`personas.reply.Unusable`."""
        parsed = parse_reply(text, handles)
        bare = without_markup(parsed.reply.say)
        faults = parsed.faults
        if bare != parsed.reply.say:
            faults = (*faults, Fault(kind="markup", detail=clip(parsed.reply.say, 100)))
        reply = parsed.reply.model_copy(update={"say": bare})
        return Draft(reply, handles, _with(messages, text), spent.usage, faults, parsed.overruled)

    async def _complete(self, messages: tuple[Message, ...], handles: Handles, moment: Moment, spent: _Spent) -> str:
        """The text of one call. What the port itself found malformed is asked again like any other unusable reply."""
        schema = schema_of(handles, longest(self.persona, moment))
        request = ModelRequest(model=self._model, messages=messages, reply_schema=schema, max_tokens=MAX_TOKENS)
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
        """The reply as moves, once nothing in it is amiss; else the wording of the rules, and faults."""
        if isinstance(intent, Plan):
            return self._reflex.turn(moment, reading, view, intent)
        draft = intent
        amiss = self._amiss(draft, moment, reading, view)
        if amiss:
            draft = await self._again(draft, amiss, moment)
            still = self._amiss(draft, moment, reading, view)
            if draft.reply is None or still:
                return self._by_rule(moment, reading, view, draft, _faults((*amiss, *still)))
            reworded = tuple(Fault(kind="reworded", detail=clip(f"{a.kind}: {a.detail}", 300)) for a in amiss)
            draft = replace(draft, faults=(*draft.faults, *reworded))
        turn = self._turn(draft, moment, reading, view)
        kept = given_away(turn, moment)
        if kept:
            # Not asked for again: a model that is told so would know that it had guessed right.
            return self._by_rule(moment, reading, view, draft, (Fault(kind="withheld_value", detail=", ".join(kept)),))
        return turn

    def _by_rule(self, moment: Moment, reading: Reading, view: View, draft: Draft, faults: tuple[Fault, ...]) -> Turn:
        """What the rules say in the place of the model."""
        turn = self._reflex.turn(moment, reading, view, self._reflex.plan(moment, reading, view))
        why = (*draft.faults, *faults)
        told = {"model": self._model, "unusable": why[-1].kind if why else "unusable"}
        return turn.model_copy(update={"faults": (*why, *turn.faults), "usage": draft.usage, **told})

    def _amiss(self, draft: Draft, moment: Moment, reading: Reading, view: View) -> tuple[Lapse, ...]:
        """All that is wrong with what the model says, each with the words to ask for it again."""
        reply = draft.reply
        if reply is None:
            return ()
        text = without_own_name(reply.say, moment)
        found = list(lapses(text, moment, self._of_the_prompt(moment), longest(self.persona, moment)))
        if found or not text:
            return tuple(found)
        asked = moment.incoming is not None and bool(reading.wants) and bool(sought(asked_text(moment.incoming)))
        also = self._known(draft)
        claimed = draft.handles.ids(reply.tells, draft.handles.facts)
        checked = check(text, claimed, moment, promises=bool(reply.promises), also=also, asked=asked)
        figures = checked.invented
        topics = {s.fact: s.topic for s in moment.may_say}
        owed = {p.fact for p in promises_of(reply, draft.handles)}
        unsaid = () if checked.states else tuple(topics[fact] for fact in checked.unsaid if fact not in owed)
        told = {fact: t.value for fact, t in view.told.items()}
        # A secret that was handed over goes out and counts as a leak: to send it back would hide that it was told.
        leaks = secrets_told(text, moment)
        repeated = () if leaks else guesses_repeated(text, moment, reading)
        guessed = () if leaks else _one(guess_answered(text, reading))
        untold = () if figures or repeated or leaks else untold_answered(text, moment, reading, self._own)
        for kind, values, wish in (
            ("invented_value", figures, "states {}, which is not among what you know; leave it out"),
            ("not_held", disagreeing(text, moment, reading, told), "says {} holds, and you know otherwise"),
            ("repeated_guess", repeated, "takes up what they guess ({}); do not"),
            ("answered_guess", guessed, "says yes or no to what they guess ({}); do not"),
            ("unsaid_value", unsaid, "is to tell {}, and does not say it; give the value"),
            ("untold_value", untold, "answers with {}, and you cannot tell them that; leave it out"),
            (
                "undecided",
                _undecided(reply, draft.handles, moment, reading),
                "does not {}; say that you do, and list it under decides",
            ),
            (
                "wrong_amount",
                _of_another_amount(reply, draft.handles, moment, reading),
                "decides {}; do not decide it, ask which of the two it is",
            ),
            ("invented_name", strangers(text, moment, also), "sends them to {}, whom nobody knows here"),
            ("wrong_verdict", draft.overruled, "{}"),
        ):
            if values:
                detail = ", ".join(values)
                found.append(Lapse(kind, detail, wish.format(detail)))
        return tuple(found)

    def _of_the_prompt(self, moment: Moment) -> frozenset[str]:
        """The runs of words by which text of the charter is known; what the persona says of itself is none."""
        if self._prompt is None:
            self._prompt = runs([charter(self.persona, self.temper, moment)]) - runs(self._own)
        return self._prompt

    def _known(self, draft: Draft) -> tuple[str, ...]:
        """What else the model had before it and may repeat."""
        return (*self._own, *(m.content or "" for m in draft.messages[:2] if m.role == "user"))

    async def _again(self, draft: Draft, amiss: tuple[Lapse, ...], moment: Moment) -> Draft:
        """One request to write it without what is amiss."""
        spent = _Spent(draft.usage)
        wishes = tuple(dict.fromkeys(a.wish for a in amiss))
        messages = (*draft.messages, Message(role="user", content=render("rewrite", wishes=wishes)))
        try:
            text = await self._complete(messages, draft.handles, moment, spent)
            again = self._drafted(text, draft.handles, messages, spent)
        except Unusable as error:
            fault = Fault(kind="unparsed", detail=clip(str(error), 300))
            return replace(draft, reply=None, usage=spent.usage, faults=(*draft.faults, fault))
        except ModelFault as fault:
            given_up = self._given_up(fault, messages, draft.handles, spent)
            return replace(given_up, faults=(*draft.faults, *given_up.faults))
        return replace(again, faults=(*draft.faults, *again.faults))

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
            model=self._model,
            unusable=_trouble(draft, moves, moment, reading),
        )

    def _moves(self, draft: Draft, moment: Moment) -> tuple[tuple[Move, ...], tuple[Fault, ...]]:
        reply, handles = draft.reply, draft.handles
        if reply is None:
            return (Silent(why="the model gave no usable reply"),), ()
        text = without_own_name(reply.say, moment)
        taken = handles.ids(reply.takes_on, handles.work)
        if not text:
            if reply.react and moment.incoming is not None and moment.incoming.app == "chat":
                return (React(emoji=reply.react),), ()
            moves: tuple[Move, ...] = tuple(Work(favour=f) for f in taken)
            return moves or (Silent(why=clip(reply.silence_because) or "nothing to say"),), ()
        promises = promises_of(reply, handles)
        claimed = handles.ids(reply.tells, handles.facts)
        checked = check(text, claimed, moment, promises=bool(promises), also=self._known(draft))
        owed = tuple(p for p in promises if p.fact is None or p.fact not in checked.states)
        said = Say(
            text=text,
            subject=_subject(moment),
            states=checked.states,
            points_to=handles.ids(reply.sends_to, handles.people),
            promises=owed,
            decides=decisions_of(reply, handles),
            asks=reply.asks,
        )
        work = tuple(dict.fromkeys((*taken, *(p.favour for p in owed if p.favour))))
        faults = tuple(Fault(kind="unsaid_value", detail=fact) for fact in checked.unsaid)
        # Who has just told a value owes it no more, whatever the reply has under promises.
        faults += tuple(Fault(kind="promised_told", detail=p.fact or "") for p in promises if p not in owed)
        return (said, *(Work(favour=f) for f in work)), faults


def _trouble(draft: Draft, moves: Sequence[Move], moment: Moment, reading: Reading) -> str:
    """For what nothing came of the model's reply; silence, where whoever spoke to them wanted something, is one too."""
    if draft.reply is None and draft.faults:
        return draft.faults[-1].kind
    incoming = moment.incoming
    wanted = incoming is not None and incoming.addressed in ("me", "us") and bool(reading.wants)
    return SILENT if wanted and all(isinstance(move, Silent) for move in moves) else ""


def _one(text: str) -> tuple[str, ...]:
    return (text,) if text else ()


def _undecided(reply: Reply, handles: Handles, moment: Moment, reading: Reading) -> tuple[str, ...]:
    """What was asked for and is theirs to decide, where a reply with words neither decides it nor asks or promises."""
    if reply.decides or reply.promises or (reply.asks and "?" in reply.say):
        return ()
    asked = {h.target.id for h in _requests(reading) if h.target is not None}
    open_ = (a for a in handles.approvals.values() if a.id in asked and not _another(a, moment, reading))
    return tuple(f"{a.verdict} {a.topic}" for a in open_)


def _of_another_amount(reply: Reply, handles: Handles, moment: Moment, reading: Reading) -> tuple[str, ...]:
    """Verdicts on something else than is theirs to decide: what was asked for, or what they say, is another amount."""
    found = []
    for mine in (handles.approvals[d.thing] for d in reply.decides):
        asked = _another(mine, moment, reading)
        said = "" if asked else another_said(moment, reply.say, mine)
        if asked or said:
            found.append(
                f"{mine.topic} for {mine.amount}, where {'they ask for' if asked else 'it says'} {asked or said}"
            )
    return tuple(found)


def _another(approvable: Approvable, moment: Moment, reading: Reading) -> str:
    """The other amount that was asked for in its place, or ""."""
    asked = [h for h in _requests(reading) if h.target is not None and h.target.id == approvable.id]
    found = (another_amount(moment, heard, approvable) for heard in asked)
    return next((figure.text for figure in found if figure is not None), "")


def _requests(reading: Reading) -> tuple[Heard, ...]:
    """The requests to decide something, each with what is to be decided."""
    return tuple(h for h in reading.of("approval") if h.target is not None and h.target.kind == "approvable")


def _only_thanks(moment: Moment, reading: Reading) -> bool:
    return moment.incoming is not None and bool(reading.of("thanks")) and not reading.wants and not reading.of("answer")


def _faults(amiss: tuple[Lapse, ...]) -> tuple[Fault, ...]:
    return tuple(dict.fromkeys(Fault(kind=a.kind, detail=clip(a.detail, 300)) for a in amiss))


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
