"""How a coworker deals with what is wanted of them: approvals they may or may not give, favours they take on or not."""

import re
from random import Random

from personas.acts import SpeechAct
from personas.deadlines import point_in_time, working_until
from personas.figures import Figure, figures, numbered, totals
from personas.memory import View
from personas.people import called, listed, who_looks_after
from personas.plan import Plan, Point
from personas.reading import Heard, Reading, asked_text, comparable
from personas.schema import Persona
from personas.topics import named
from personas.words import matter, plain
from sim.habits import Temper
from sim.mind import Approvable, Contact, Decision, Favour, Moment, Promise, Statement, Undertaking, Work
from sim.units import HOUR, MINUTE

_EITHER_OR = re.compile(r"\beither\b|\bor\b", re.I)
_GIVES = re.compile(r"\d|\b(?:is|are|was|costs?|will be|=)\b|[:=]")
"""That a thing is not only named but said to be something."""
FULL = 3
"""Pieces of work waiting from which on nothing new is promised for soon (design value)."""
_PURPOSE = "what it is for"
OVERFULL = 6
"""Pieces of work waiting from which on nothing is promised at all (design value)."""


class Requests:
    """One person's rules for approvals, favours and their own promises, in one moment."""

    def __init__(
        self,
        persona: Persona,
        temper: Temper,
        moment: Moment,
        reading: Reading,
        view: View,
        rng: Random,
        asker: Contact,
    ) -> None:
        self._persona = persona
        self._temper = temper
        self._moment = moment
        self._reading = reading
        self._view = view
        self._rng = rng
        self._asker = asker

    # -- approvals ------------------------------------------------------------------------------------------------

    def decide(self, heard: Heard, approvable: Approvable, plan: Plan) -> None:
        """Asked to approve: grant or refuse what is theirs, send on what is not, say what is missing."""
        slots = self._slots(approvable.topic, value=approvable.amount or "", who=self._names(approvable.who))
        match approvable.standing:
            case "mine":
                self._verdict(heard, approvable, slots, plan)
            case "above_my_limit":
                plan.points.append(Point(act="above_my_limit", slots=slots, points_to=self._others(approvable.who)))
                self._ask_them(plan)
            case "needs_more":
                self._incomplete(approvable, slots, plan)
            case "already_granted":
                plan.points.append(Point(phrase="already_granted", slots=slots))
            case "already_refused":
                plan.points.append(Point(phrase="already_refused", slots=slots))
            case "too_early":
                plan.points.append(
                    Point(phrase="tried_them_first", slots=slots, points_to=self._others(approvable.who))
                )
            case "party":
                plan.points.append(Point(phrase="my_own_matter", slots=slots, points_to=self._others(approvable.who)))
            case "put_off":
                self._let_lie(slots, plan)
            case "not_mine":
                self._not_mine(approvable, slots, plan)

    def say_who_decides(self, approvable: Approvable, plan: Plan) -> None:
        """Asked about an approval, not for one."""
        slots = self._slots(approvable.topic, value=approvable.amount or "", who=self._names(approvable.who))
        match approvable.standing:
            case "mine" | "needs_more":
                plan.points.append(Point(phrase="mine_to_decide", slots=slots))
                if approvable.needs:
                    what = listed(approvable.needs, "and")
                    plan.points.append(Point(act="needs_more", slots={**slots, "what": what}, asks=approvable.needs))
            case "above_my_limit":
                plan.points.append(Point(act="above_my_limit", slots=slots, points_to=self._others(approvable.who)))
            case "already_granted" | "already_refused":
                plan.points.append(Point(phrase=approvable.standing, slots=slots))
            case "put_off":
                self._let_lie(slots, plan)
            case "too_early" | "party" | "not_mine":
                self._not_mine(approvable, slots, plan)

    def _verdict(self, heard: Heard, approvable: Approvable, slots: dict[str, str], plan: Plan) -> None:
        if self._objects(plan):
            return
        stated = amounts_asked(self._moment, heard, approvable)
        wanted = [f for f in heard_amount(approvable) if f.kind in ("amount", "number")]
        asks = ("which amount",)
        other = another_amount(self._moment, heard, approvable)
        if other is not None:
            says = {**slots, "value": other.text, "was": approvable.amount or ""}
            plan.points.append(Point(phrase="wrong_amount", slots=says))
            plan.points.append(Point(act="ask_clarify", slots={**slots, "what": "which of the two"}, asks=asks))
            return
        if wanted and len(stated) > 1:
            what = listed([f.text for f in stated])
            plan.points.append(Point(act="ask_clarify", slots={**slots, "what": what}, asks=asks))
            return
        decision = Decision(approval=approvable.id, verdict=approvable.verdict, why=approvable.because)
        if approvable.is_matter and approvable.verdict == "grant":
            says = {**slots, "value": approvable.because.rstrip(". ")}
            plan.points.append(Point(phrase="decides", slots=says, decides=(decision,)))
        elif approvable.verdict == "grant":
            plan.points.append(Point(act="approve", slots=slots, decides=(decision,)))
        else:
            says = {**slots, "why": approvable.because.rstrip(". ")}
            plan.points.append(Point(act="decline_approval", slots=says, decides=(decision,)))

    def _objects(self, plan: Plan) -> bool:
        """Whether they have just contradicted what the request rests on, and not before: that comes first."""
        incoming = self._moment.incoming
        before = "\n".join(line.text for line in incoming.thread if line.mine) if incoming is not None else ""
        against = [p.slots["value"] for p in plan.points if p.act == "correct" and "value" in p.slots]
        return bool(against) and not any(value in before for value in against)

    def _incomplete(self, approvable: Approvable, slots: dict[str, str], plan: Plan) -> None:
        """Something has to be named first. What is named without a source is asked for its source, right or wrong.

        Where this person may say what they hold themselves, they do, and send the asker to who looks after it.
        """
        proposed = self._proposed(approvable.needs)
        missing = tuple(n for n in self._unnamed(approvable.needs) if n not in proposed)
        if missing:
            what = listed(missing, "and")
            plan.points.append(Point(act="needs_more", slots={**slots, "what": what}, asks=missing))
        contradicted = {h.target.id for h in self._reading.of("correction") if h.target is not None}
        unsourced = []
        for need in proposed:
            own = next((s for s in self._moment.may_say if s.topic == need), None)
            if own is not None and own.fact in contradicted:
                continue
            figures_said = tuple(f for line in self._said() for f in figures(line) if numbered(f, line) is None)
            compared = comparable(Heard("statement", "", figures=figures_said), own) if own is not None else []
            if own is not None and compared and not any(agrees for _, agrees in compared):
                self.stand_by(own, compared[0][0], plan)
            else:
                unsourced.append(need)
        if unsourced:
            what = listed(unsourced, "and")
            plan.points.append(
                Point(phrase="where_from", slots={**slots, "what": what}, asks=(f"the source of {what}",))
            )

    def stand_by(self, own: Statement, was: str, plan: Plan) -> None:
        """Say what they hold themselves against what was said, and whom both may check it with."""
        slots = self._slots(named(own.topic, own.asked_as), value=own.value, was=was)
        plan.points.append(Point(act="correct", slots=slots, states=(own.fact,)))
        self.check_with(own, plan)

    def check_with(self, own: Statement, plan: Plan) -> None:
        """Whoever looks after it settles it, where that is neither of the two. Who is sure sends nobody to nobody."""
        others = [c for c in self._moment.contacts if c.id != self._asker.id]
        sources = [c for c in others if c.id in self._reading.credits]
        owner = who_looks_after("; ".join((own.topic, *own.asked_as)), others) or (sources[0] if sources else None)
        if owner is None and own.sure:
            return
        who = called(owner, self._moment.contacts) if owner is not None else "whoever looks after it"
        points_to = (owner.id,) if owner is not None else ()
        plan.points.append(Point(phrase="check_with", slots={"who": who}, points_to=points_to))

    def _said(self) -> tuple[str, ...]:
        """What others wrote in this conversation."""
        incoming = self._moment.incoming
        lines = (*incoming.thread, *incoming.lines) if incoming else ()
        return tuple(line.text for line in lines if not line.mine)

    def _proposed(self, needs: tuple[str, ...]) -> tuple[str, ...]:
        """Those of ``needs`` whose words have been written next to a figure, or with words of their own."""
        found = []
        for need in needs:
            wanted = set(matter(need))
            for line in self._said():
                for part in re.split(r"(?<=[.!?;])\s+|\n", line):
                    if wanted and wanted <= set(matter(part)) and _GIVES.search(plain(part)) and "?" not in part:
                        found.append(need)
        return tuple(dict.fromkeys(found))

    def _let_lie(self, slots: dict[str, str], plan: Plan) -> None:
        """It waits for them, and they let it lie: in writing not a word of it, face to face no more than a nod."""
        if self._moment.incoming is not None and self._moment.incoming.app in ("call", "meeting"):
            plan.points.append(Point(act="acknowledge", slots=slots))
        else:
            plan.silent = "lets it lie"

    def _not_mine(self, approvable: Approvable, slots: dict[str, str], plan: Plan) -> None:
        who = self._others(approvable.who)
        if who:
            plan.points.append(Point(act="redirect", slots=slots, points_to=who))
            self._ask_them(plan)
        else:
            plan.points.append(Point(act="dont_know", slots={**slots, "topic": f"who decides on {approvable.topic}"}))

    def _ask_them(self, plan: Plan) -> None:
        """Somebody else's wish is no order: they may say so themselves, as a direct person remarks."""
        people = [c for a in self._reading.authority if (c := self._moment.contact(a)) is not None]
        if people and self._rng.random() < self._temper.directness:
            plan.points.append(Point(phrase="ask_them", slots={"who": called(people[0], self._moment.contacts)}))

    def _unnamed(self, needs: tuple[str, ...]) -> tuple[str, ...]:
        """What is missing: of ``needs``, those whose words have not been written; all of them where all have been."""
        said = {stem for line in self._said() for stem in matter(line)}
        missing = tuple(n for n in needs if not set(matter(n)) <= said)
        return missing or needs

    # -- favours --------------------------------------------------------------------------------------------------

    def take_on(self, heard: Heard, favour: Favour, plan: Plan) -> None:
        """Asked to do a piece of work."""
        slots = self._slots(favour.topic, what=favour.topic)
        match favour.standing:
            case "done":
                plan.points.append(Point(act="done", slots=slots))
            case "doing":
                plan.points.append(Point(phrase="on_it", slots=slots))
            case "not_for_you":
                hint = self._rng.random() >= self._temper.directness
                plan.points.append(
                    Point(act="cant_promise", slots=slots) if hint else Point(phrase="not_for_you", slots=slots)
                )
            case "free":
                question = self._asks_first(heard, favour)
                if question:
                    asks = (f"{favour.topic}: {question}",)
                    known = {**slots, "what": question}
                    purpose = Point(phrase="what_for", asks=asks)
                    plan.points.append(
                        purpose if question == _PURPOSE else Point(act="ask_clarify", slots=known, asks=asks)
                    )
                elif self._moment.load >= OVERFULL:
                    self._say_no_room(slots, plan)
                else:
                    self._promise_favour(favour, slots, plan)

    def say_how_far(self, favour: Favour, plan: Plan) -> None:
        """Asked how a piece of work stands."""
        slots = self._slots(favour.topic, what=favour.topic)
        if favour.standing == "done":
            plan.points.append(Point(act="done", slots=slots))
        elif favour.standing == "doing":
            self.say_when(self.promise_of(favour=favour.id), favour.topic, plan)
        else:
            plan.points.append(
                Point(act="ask_clarify", slots={**slots, "what": "do you need it"}, asks=(favour.topic,))
            )

    def _asks_first(self, heard: Heard, favour: Favour) -> str | None:
        """A question of this person's own before they help, the first time a vague request comes."""
        reading, asked = self._reading, self._view.note.clarified
        vague = not (reading.deadline or reading.for_whom or heard.resumed) and len(heard.text.split()) < 16
        before = any(entry.startswith(f"{favour.topic}: ") for entry in asked)
        if not vague or before or self._view.note.owed > 2:
            return None
        said = set(matter(heard.text))
        open_ = [q for q in self._persona.asks_first if not set(matter(q)) & said]
        unwilling = self._rng.random() >= self._temper.helpfulness and "manager" not in self._asker.relation
        return open_[0] if open_ else (_PURPOSE if unwilling else None)

    def _say_no_room(self, slots: dict[str, str], plan: Plan) -> None:
        busy = self._persona.working_on
        plan.points.append(Point(act="cant_promise", slots=slots))
        if busy and self._rng.random() < 0.6:
            what = busy[int(self._rng.random() * len(busy))].what
            plan.points.append(Point(phrase="not_now", slots={"what": what}))

    def _promise_favour(self, favour: Favour, slots: dict[str, str], plan: Plan) -> None:
        within = self.forecast(favour.takes)
        wanted = working_until(self._reading.deadline, self._moment.local_time) if self._reading.deadline else None
        late = self._moment.load >= FULL or (wanted is not None and within > wanted and self._temper.forecast >= 0.75)
        if wanted is not None and within > wanted and not late:
            within = max(15 * MINUTE, wanted)
        when = point_in_time(self._moment.local_time, within)
        promise = Promise(what=favour.topic, within=within, favour=favour.id, firm=not late)
        act: SpeechAct = "promise_late" if late else "promise"
        plan.points.append(Point(act=act, slots={**slots, "when": when}, promises=(promise,)))
        plan.deeds.append(Work(favour=favour.id, note=favour.topic))

    def forecast(self, takes: int) -> int:
        """Working seconds this person says that work of ``takes`` needs, by quarters of an hour."""
        honest = takes * (1 + 0.5 * self._moment.load)
        return max(15 * MINUTE, round(honest * self._temper.forecast / (15 * MINUTE)) * 15 * MINUTE)

    # -- own promises ---------------------------------------------------------------------------------------------

    def promise_of(self, *, fact: str | None = None, favour: str | None = None) -> Undertaking | None:
        """This person's open promise to whoever asks, of this fact or favour; of anything where neither is given.

        The most urgent one: overdue before not, older before newer.
        """
        mine = [u for u in self._moment.open if u.by == self._moment.me and u.to == self._asker.id]
        if fact is not None or favour is not None:
            mine = [
                u for u in mine if (fact is not None and u.fact == fact) or (favour is not None and u.favour == favour)
            ]
        return next((u for u in mine if u.overdue), mine[0] if mine else None)

    def say_when(self, promise: Undertaking | None, what: str, plan: Plan) -> None:
        """Reminded of something under way: it stands, or it is late and there is a new date."""
        slots = self._slots(what, what=what, when=promise.due or "" if promise else "")
        if promise is None:
            plan.points.append(Point(phrase="on_it", slots=slots))
        elif promise.overdue or not promise.due:
            within = self.forecast(2 * HOUR)
            when = point_in_time(self._moment.local_time, within)
            again = Promise(what=what, within=within, fact=promise.fact, favour=promise.favour, firm=False)
            plan.points.append(Point(act="sorry_late", slots=slots))
            plan.points.append(Point(act="promise_late", slots={**slots, "when": when}, promises=(again,)))
        else:
            plan.points.append(Point(phrase="as_said", slots=slots))

    # -- slots ----------------------------------------------------------------------------------------------------

    def _slots(self, topic: str, **more: str) -> dict[str, str]:
        return {"topic": topic, "first": self._asker.first, **{k: v for k, v in more.items() if v}}

    def _others(self, who: tuple[str, ...]) -> tuple[str, ...]:
        """Of ``who``, those it makes sense to send the asker to."""
        return tuple(w for w in who if w not in (self._moment.me, self._asker.id) and self._moment.contact(w))

    def _names(self, who: tuple[str, ...]) -> str:
        people = [c for w in self._others(who) if (c := self._moment.contact(w)) is not None]
        return listed([called(c, self._moment.contacts) for c in people])


def heard_amount(approvable: Approvable) -> tuple[Figure, ...]:
    """The figures of what is to be approved."""
    return figures(approvable.amount or "")


def another_amount(moment: Moment, heard: Heard, approvable: Approvable) -> Figure | None:
    """The amount that a request asks for where it is not the one that is to be approved; else None."""
    stated = amounts_asked(moment, heard, approvable)
    wanted = [f for f in heard_amount(approvable) if f.kind in ("amount", "number")]
    if not stated or not wanted or any(a.agrees(b) for a in stated for b in wanted):
        return None
    return stated[0]


def another_said(moment: Moment, text: str, approvable: Approvable) -> str:
    """The amount that a verdict in ``text`` is about where it is not the one that is to be approved; else ""."""
    wanted = [f for f in heard_amount(approvable) if f.kind in ("amount", "number")]
    known = [f for value in (*approvable.named, *(s.value for s in moment.may_say)) for f in figures(value)]
    stated = [f for f in totals(text) if f.kind == "amount"]
    if not wanted or any(a.agrees(b) for a in stated for b in wanted):
        return ""
    return next((f.text for f in stated if not any(f.agrees(k) for k in known)), "")


def amounts_asked(moment: Moment, heard: Heard, approvable: Approvable) -> tuple[Figure, ...]:
    """The amounts that are asked for, one where it is clear: those of the request, or what the message adds up to.

    Of several amounts of which none is called the total, the first that is no unit price is meant by itself. What is
    said of something else, such as what the request has to name, is not asked for.
    """
    incoming = moment.incoming
    whole = asked_text(incoming) if incoming is not None else heard.text
    aside = _said_of_else(moment, whole, approvable)

    def asked(found: tuple[Figure, ...]) -> tuple[Figure, ...]:
        return tuple(f for f in found if not any(f.agrees(a) for a in aside))

    marked = asked(totals(heard.text, marked=True)) or asked(totals(whole, marked=True))
    plainly = asked(totals(heard.text))
    if marked or _EITHER_OR.search(heard.text):
        return marked or plainly
    approved = [f for a in moment.approvables for f in heard_amount(a)]
    return tuple(f for f in plainly if any(f.agrees(a) for a in approved))[:1] or plainly[:1]


def _said_of_else(moment: Moment, text: str, approvable: Approvable) -> tuple[Figure, ...]:
    """Figures of ``text`` that are no amount asked for: those of what the request had to name and names, and what
    stands with its topic for another thing this person knows or misses. The amount itself is none of them."""
    amount = heard_amount(approvable)
    found = [f for value in approvable.named for f in figures(value)]
    known = {s.topic: figures(s.value) for s in moment.may_say}
    own = set(matter(approvable.topic)).union(*map(matter, approvable.asked_as))
    for part in re.split(r"(?<=[.!?;])\s+|\n", text):
        said = set(matter(part))
        for topic in (*approvable.needs, *known):
            of = set(matter(topic))
            if of <= said and not of <= own:
                stated = figures(part)
                held = known.get(topic)
                found += [f for f in stated if held is None or any(f.agrees(h) for h in held)]
    return tuple(f for f in found if not any(f.agrees(a) for a in amount))
