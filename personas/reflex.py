"""The embedded mind: no model, no network, deterministic, in the style of its persona."""

from dataclasses import replace
from random import Random
from typing import ClassVar

from personas.answers import Answers
from personas.errands import Errands
from personas.feelings import feelings, provocations, sour
from personas.fidelity import given_away
from personas.memory import View
from personas.mind import PersonaMind
from personas.plan import Plan, Point
from personas.reading import Reading
from personas.schema import Persona
from personas.writing import Channel, Setting, Writer
from sim.mind import Contact, Fault, Moment, Move, Say, Silent, Turn
from sim.model import ModelPort


class Reflex(PersonaMind):
    """Answers by rule. The same moment, after the same past, always gives the same turn."""

    asks_model: ClassVar[bool] = False

    def __init__(self, persona: Persona, *, person: str, org_name: str) -> None:
        super().__init__(persona, person=person, org_name=org_name)
        self._writer = Writer(persona)

    @classmethod
    def make(
        cls, persona: Persona, *, person: str, org_name: str, model: str | None = None, port: ModelPort | None = None
    ) -> "Reflex":
        """See :class:`personas.mind.MindFactory`; ``model`` and ``port`` are not used."""
        return cls(persona, person=person, org_name=org_name)

    async def decide(self, moment: Moment, reading: Reading, view: View) -> Plan:
        """What to do about it."""
        return self.plan(moment, reading, view)

    async def write(self, moment: Moment, reading: Reading, view: View, intent: Plan) -> Turn:
        """The plan in this person's words."""
        return self.turn(moment, reading, view, intent)

    def plan(self, moment: Moment, reading: Reading, view: View) -> Plan:
        """What to do about it, by rule."""
        rng = Random(moment.chance)
        if moment.incoming is not None:
            return Answers(self.persona, self.temper, moment, reading, view, rng).plan()
        if moment.errand is not None:
            return Errands(self.persona, self.temper, moment, view, rng).plan()
        return Plan()

    def turn(self, moment: Moment, reading: Reading, view: View, plan: Plan) -> Turn:
        """The plan in words and deeds, and what the moment does to this person.

        What would give away something withheld is worded otherwise or left out, and counted as a fault.
        """
        turn = self._worded(moment, reading, view, plan)
        kept = given_away(turn, moment)
        if not kept:
            return turn
        turn = self._worded(moment, reading, view, self._discreet(moment, view, plan, kept))
        if given_away(turn, moment):
            turn = turn.model_copy(update={"moves": (Silent(why="nothing that could be said here"),)})
        return turn.model_copy(update={"faults": (Fault(kind="withheld_value", detail=", ".join(kept)),)})

    def _discreet(self, moment: Moment, view: View, plan: Plan, kept: tuple[str, ...]) -> Plan:
        """The plan without what gives something away: points told more barely, or not at all."""
        points = [safe for point in plan.points if (safe := self._safe(point, moment, view)) is not None]
        if not points:
            topic = next((w.topic for w in moment.withheld if w.fact in kept), "that")
            to = moment.incoming.sender.first if moment.incoming else "all"
            points = [Point(act="refuse", slots={"topic": topic, "first": to})]
        asides = [a for a in plan.asides if all(self._safe(p, moment, view) is p for p in a.points)]
        return replace(plan, points=points, asides=asides, deeds=[], subject=None)

    def _safe(self, point: Point, moment: Moment, view: View) -> Point | None:
        """The point, or what of it can be said: without what was proposed, or in plain words for the author's own."""
        bare = replace(point, slots={name: text for name, text in point.slots.items() if name != "was"})
        for tried in (point, bare):
            text = self._writer.write((tried,), _setting(moment, view, curt=True), Random(0))
            about = [*tried.asks, *(p.what for p in tried.promises), *(d.why for d in tried.decides)]
            if not moment.gives_away("\n".join([text, *about])):
                return tried
        return None

    def _worded(self, moment: Moment, reading: Reading, view: View, plan: Plan) -> Turn:
        rng = Random(moment.chance ^ 0x3173)
        moves: list[Move] = []
        if plan.points:
            moves.append(self._say(moment, view, plan, rng))
        moves.extend(plan.deeds)
        moves.extend(self._aside(moment, aside.to, aside.points, rng) for aside in plan.asides)
        felt = feelings(provocations(moment, reading, view, self.temper), self.temper)
        other = (
            moment.incoming.sender.id
            if moment.incoming
            else moment.errand.to[0]
            if moment.errand and moment.errand.to
            else None
        )
        return Turn(
            moves=tuple(moves) or (Silent(why=plan.silent),),
            mood=felt.mood,
            trust={other: felt.trust} if other is not None and felt.trust else {},
            irritation=felt.irritation,
            read_as=reading.labels,
        )

    def _say(self, moment: Moment, view: View, plan: Plan, rng: Random) -> Say:
        incoming, errand = moment.incoming, moment.errand
        text = self._writer.write(plan.points, _setting(moment, view, curt=plan.curt or sour(moment)), rng)
        said = _brought_about(text, plan.points)
        if incoming is not None and incoming.app == "mail":
            subject = reply_subject(incoming.subject)
            if plan.copy_to and not said.states:
                return said.model_copy(
                    update={"to": (incoming.sender.id, *plan.copy_to), "via": "mail", "subject": subject}
                )
            return said.model_copy(update={"subject": subject})
        if errand is not None and errand.via == "mail":
            return said.model_copy(update={"subject": plan.subject or errand.what[:1].upper() + errand.what[1:]})
        return said

    def _aside(self, moment: Moment, to: str, points: tuple[Point, ...], rng: Random) -> Say:
        setting = Setting("chat", moment.contact(to), moment.name, opens=False)
        said = _brought_about(self._writer.write(points, setting, rng), points)
        return said.model_copy(update={"to": (to,), "via": "chat"})


def reply_subject(subject: str | None) -> str:
    """The subject of an answer: "Re: " once."""
    bare = (subject or "").strip()
    return bare if bare.lower().startswith("re:") else f"Re: {bare}".strip()


def channel_of(moment: Moment) -> Channel:
    """How this moment's words travel: meetings are spoken, comments are written like chat."""
    app = moment.incoming.app if moment.incoming else moment.errand.via if moment.errand else "chat"
    return "mail" if app == "mail" else "call" if app in ("call", "meeting") else "chat"


def _setting(moment: Moment, view: View, *, curt: bool) -> Setting:
    incoming, errand = moment.incoming, moment.errand
    to: Contact | None = incoming.sender if incoming else None
    if errand is not None and len(errand.to) == 1 and errand.via != "channel":
        to = moment.contact(errand.to[0])
    before = tuple(line.text for line in incoming.thread if line.mine) if incoming else ()
    before += tuple(line.text for line in view.recent if line.mine)
    boss = to is not None and bool({"manager", "above"} & set(to.relation))
    opens = not before and view.exchange.mine == 0
    return Setting(
        channel_of(moment), to, moment.name, boss=boss, opens=opens, curt=curt, before=before, lately=view.lately
    )


def _brought_about(text: str, points: "list[Point] | tuple[Point, ...]") -> Say:
    """What saying these points brings about, in the order of the points."""
    return Say(
        text=text,
        states=tuple(dict.fromkeys(f for p in points for f in p.states)),
        points_to=tuple(dict.fromkeys(w for p in points for w in p.points_to)),
        promises=tuple(promise for p in points for promise in p.promises),
        decides=tuple(d for p in points for d in p.decides),
        asks=tuple(dict.fromkeys(a for p in points for a in p.asks)),
    )
