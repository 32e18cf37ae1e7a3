"""How a coworker deals with what is wanted of them: approvals they may or may not give, favours they take on or not."""

from random import Random

from personas.acts import SpeechAct
from personas.deadlines import point_in_time, working_until
from personas.figures import Figure, figures
from personas.memory import View
from personas.people import called, listed
from personas.plan import Plan, Point
from personas.reading import Heard, Reading
from personas.schema import Persona
from personas.words import matter
from sim.habits import Temper
from sim.mind import Approvable, Contact, Decision, Favour, Moment, Promise, Undertaking, Work
from sim.units import HOUR, MINUTE

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
                missing = self._unnamed(approvable.needs)
                what = listed(missing, "and")
                plan.points.append(Point(act="needs_more", slots={**slots, "what": what}, asks=tuple(missing)))
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
            case "too_early" | "party" | "not_mine":
                self._not_mine(approvable, slots, plan)

    def _verdict(self, heard: Heard, approvable: Approvable, slots: dict[str, str], plan: Plan) -> None:
        stated = [f for f in heard.figures if f.kind in ("amount", "number") and len(max(f.readings, key=len)) > 2]
        wanted = [f for f in heard_amount(approvable) if f.kind in ("amount", "number")]
        if stated and wanted and not any(a.agrees(b) for a in stated for b in wanted):
            says = {**slots, "value": stated[0].text, "was": approvable.amount or ""}
            asks = ("which amount",)
            plan.points.append(Point(phrase="wrong_amount", slots=says))
            plan.points.append(Point(act="ask_clarify", slots={**slots, "what": "which of the two"}, asks=asks))
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
        incoming = self._moment.incoming
        lines = (*incoming.thread, *incoming.lines) if incoming else ()
        said = {stem for line in lines if not line.mine for stem in matter(line.text)}
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
