"""What a coworker answers to what was asked of them, by rule: in their own way, and difficult as people are.

Only what the moment lets them say is ever said; what they do not know they do not know.
"""

import re
from random import Random

from personas import cues
from personas.deadlines import point_in_time
from personas.feelings import pestering, sour
from personas.figures import figures
from personas.languages import NAMES, UNDERSTOOD, language_of, speaks
from personas.memory import View, day_of
from personas.people import called, listed, who_looks_after
from personas.phrases import Phrase
from personas.plan import Aside, Plan, Point
from personas.reading import Heard, Reading, asked_text, comparable
from personas.requests import Requests
from personas.schema import Persona
from personas.topics import Topics, named
from personas.words import matter, plain, stem, words
from sim.habits import Temper
from sim.mind import Contact, Meet, Moment, Promise, Statement, Withheld
from sim.streams import pick
from sim.units import HOUR

LOOKS_UP = 1 * HOUR
"""Working seconds that looking up one more thing takes (design value)."""
_WHY: dict[str, Phrase] = {
    "not_to_you": "why_not_to_you",
    "not_here": "why_not_here",
    "not_yet": "why_not_yet",
    "policy": "why_policy",
    "trust": "why_trust",
}
_AFTER_ME = re.compile(r"\bhow (?:are|is|was|were|have you|did)\b|\bweekend\b|\bholidays?\b")
_MEETS = re.compile(r"\b(?:meet(?:ing)?|schedule|set up|sit down|calendar|invite|sync)\b")
_REACHED = {"mail": "by mail", "chat": "on chat", "call": "by phone"}


_A_THING = re.compile(
    r"\b(?P<thing>(?:the|your|our|that|this|an?) (?:[^\W\d_][\w'’-]* ){0,3}?[^\W\d_][\w'’-]{2,})(?=\s*(?:[?.,;!)]|$|"
    r"\b(?:is|are|was|were|has|have|in|on|at|for|from|by|of|to|with|before|after|that|which|who|and|or|please|today|"
    r"tomorrow|yesterday|again|now|still|come|comes|go|goes|do|does|get|gets|cost|costs)\b))",
    re.I,
)


_WH = r"(?:what|where|when|why|how (?:much|many|long|old|far|big)|how|who|whose|which [^\W\d_]+)"
_ORDER = re.compile(
    rf"(?P<wh>\b{_WH}) (?P<be>is|are|was|were) (?P<thing>(?:the|your|our|that|this) [^?.,;]{{2,50}}?)\s*\?*$", re.I
)
_INDIRECT = re.compile(
    r"(?P<whole>\b(?:who|which [^\W\d_]+) (?!is\b|are\b|was\b|were\b|do|can\b|could\b|will\b|would\b|should\b)"
    r"[a-z]+s (?:[^?.,;]){2,50}?)\s*\?*$",
    re.I,
)


def _thing_in(text: str) -> str:
    """What a question is about, in its own words ("where the stapler is", "the stapler"); "" where it does not show."""
    if asked := _ORDER.search(text):
        return f"{asked['wh'].lower()} {asked['thing'][:1].lower()}{asked['thing'][1:]} {asked['be'].lower()}"
    if whole := _INDIRECT.search(text):
        return whole["whole"][:1].lower() + whole["whole"][1:]
    found = next((m["thing"] for m in _A_THING.finditer(text) if matter(m["thing"]) and not figures(m["thing"])), "")
    return found[:1].lower() + found[1:]


class Answers:
    """One person's answers in one moment. Draws from ``rng`` in a fixed order: one moment, one plan."""

    def __init__(
        self, persona: Persona, temper: Temper, moment: Moment, reading: Reading, view: View, rng: Random
    ) -> None:
        assert moment.incoming is not None
        self._persona = persona
        self._temper = temper
        self._moment = moment
        self._incoming = moment.incoming
        self._reading = reading
        self._view = view
        self._rng = rng
        self._asker = moment.incoming.sender
        self._requests = Requests(persona, temper, moment, reading, view, rng, self._asker)
        self._statements = {s.fact: s for s in moment.may_say}
        self._thing = "that"
        """What to call the ask at hand where they know nothing of it."""
        self._over = pestering(moment, reading, view, temper)

    def plan(self) -> Plan:
        """What to say and do."""
        plan = Plan(curt=self._over > 0 or sour(self._moment))
        asks = [h for h in self._reading.heard if h.resumed or (h in self._reading.wants)]
        if not asks:
            self._unasked(plan)
            return plan
        self._temper_first(plan)
        if len(asks) >= 3 and self._elsewhere(plan):
            return plan
        now, later = self._now_and_later(asks)
        # A contradiction decides how a request that rests on it is met.
        for heard in sorted(now, key=lambda h: h.kind != "correction"):
            self._by_name(heard, len(now) + len(later), plan)
            self._answer(heard, plan)
        for heard in later:
            self._put_off(heard, plan)
        self._name_channel(plan)
        return plan

    # -- tone -----------------------------------------------------------------------------------------------------

    def _temper_first(self, plan: Plan) -> None:
        """Annoyance and apology come before the answer; who is pestered too much gives no more than that."""
        slots = {"first": self._asker.first}
        about = next((h.target.topic for h in self._reading.wants if h.target), None)
        if about:
            slots["topic"] = about
        reminded = bool(self._reading.of("reminder"))
        if self._reading.rude:
            plan.points.append(Point(act="annoyed", slots=slots))
            plan.curt = True
        elif self._over > 0:
            if self._temper.does("pestered", "apologises"):
                plan.points.append(Point(act="sorry_late", slots=slots))
            else:
                plan.points.append(Point(act="annoyed" if self._over > 1 else "pushback", slots=slots))
            if self._temper.does("pestered", "copies_my_manager") and self._over > 1:
                plan.copy_to = tuple(c.id for c in self._moment.contacts if "manager" in c.relation)[:1]
        elif reminded and self._answered_today() and self._rng.random() < 0.7:
            plan.points.append(Point(act="pushback", slots=slots))

    def _answered_today(self) -> bool:
        """Whether what they remind of was told them today, as it still is."""
        day = day_of(self._moment)
        for heard in self._reading.of("reminder"):
            told = self._view.told.get(heard.target.id) if heard.target else None
            statement = self._statements.get(told.fact) if told else None
            if told and statement and told.day == day and told.value == statement.value:
                return True
        return False

    def _elsewhere(self, plan: Plan) -> bool:
        """Whether they send a long list to the channel they prefer, once."""
        prefers, by = self._persona.written_habits.prefers, self._incoming.app
        if prefers == by or by not in ("chat", "mail") or self._named_before() or self._rng.random() >= 0.35:
            return False
        act: Point = (
            Point(act="by_call_only", slots={"topic": "all of these", "first": self._asker.first}, asks=("a call",))
            if prefers == "call"
            else Point(phrase="other_channel", slots={"what": _REACHED[prefers]}, asks=(_REACHED[prefers],))
        )
        plan.points.append(act)
        return True

    def _name_channel(self, plan: Plan) -> None:
        prefers, by = self._persona.written_habits.prefers, self._incoming.app
        if prefers == by or by not in ("chat", "mail") or plan.curt or self._named_before() or not plan.points:
            return
        if self._rng.random() < 0.08:
            plan.points.append(
                Point(phrase="other_channel", slots={"what": _REACHED[prefers]}, asks=(_REACHED[prefers],))
            )

    def _named_before(self) -> bool:
        return any(entry in self._view.note.clarified for entry in (*_REACHED.values(), "a call"))

    # -- several at once ------------------------------------------------------------------------------------------

    def _now_and_later(self, asks: list[Heard]) -> tuple[list[Heard], list[Heard]]:
        """Of several facts asked at once, some people answer one and put the others off."""
        facts = [h for h in asks if h.target is not None and h.target.kind == "statement" and h.kind == "question"]
        careless = 0.1 + 0.35 * (1 - self._temper.conscientiousness) + 0.08 * min(self._moment.load, 4)
        spoken = self._incoming.app in ("call", "meeting")
        if len(facts) < 2 or self._reading.urgent or spoken or self._rng.random() >= careless:
            return asks, []
        later = facts[1:]
        return [h for h in asks if h not in later], later

    def _by_name(self, heard: Heard, asked: int, plan: Plan) -> None:
        """Of several asks, one that they cannot help with is called by its name, so that it is clear which it is."""
        self._thing = "that"
        if asked < 2 or heard.target is not None or heard.rivals:
            return
        thing = _thing_in(heard.text)
        if heard.kind == "question":
            self._thing = thing or "that"
        elif heard.kind == "request" and thing and plan.points:
            plan.points.append(Point(phrase="as_to", slots={"topic": thing}))

    def _put_off(self, heard: Heard, plan: Plan) -> None:
        """Promise it for later, or let it drop."""
        if heard.target is None or self._rng.random() < 0.5 * self._temper.forgetfulness + 0.15:
            return
        topic = heard.target.topic
        within = self._requests.forecast(LOOKS_UP)
        slots = {"what": topic, "when": point_in_time(self._moment.local_time, within), "first": self._asker.first}
        promise = Promise(what=topic, within=within, fact=heard.target.id)
        plan.points.append(Point(phrase="rest_later", slots=slots, promises=(promise,)))

    # -- one ask --------------------------------------------------------------------------------------------------

    def _answer(self, heard: Heard, plan: Plan) -> None:
        if heard.kind == "reminder":
            self._reminded(heard, plan)
        elif heard.kind == "correction":
            self._contradicted(heard, plan)
        elif heard.target is not None:
            self._about(heard, plan)
        elif heard.rivals:
            self._ask_which(heard, plan)
        elif heard.kind == "escalation":
            self._step_in(plan)
        elif heard.kind == "approval":
            self._ask(plan, "that", "what exactly, and how much")
        elif heard.kind == "invitation":
            self._invited(heard, plan)
        elif heard.kind == "offer":
            plan.points.append(Point(phrase="no_need"))
        elif heard.kind == "foreign":
            self._in_another_language(heard, plan)
        else:
            self._unknown(heard, plan)

    def _in_another_language(self, heard: Heard, plan: Plan) -> None:
        """Who speaks it says so in it, and answers in English what is clear; others ask for English, and name it."""
        code = language_of(heard.text)
        spoken = self._persona.languages
        names = tuple(name for name in (spoken.first, *spoken.also) if name)
        if code is None or not speaks(code, self._moment.languages, names):
            slots = {"what": NAMES[code]} if code is not None else {}
            plan.points.append(Point(phrase="english_please", slots=slots, asks=("in English",)))
            return
        formal, friendly = UNDERSTOOD[code]
        told = formal if self._persona.voice.formality >= 0.5 else friendly
        match = Topics.of(self._moment).match(heard.text, ("statement", "withheld", "pointer"))
        clear = match.targets[0] if match.targets and not match.rivals else None
        plan.points.append(Point(verbatim=told, asks=() if clear else ("in English",)))
        if clear is not None:
            self._about(Heard("question", heard.text, clear, figures=heard.figures), plan)

    def _about(self, heard: Heard, plan: Plan) -> None:
        """It is about something of this moment."""
        target, moment = heard.target, self._moment
        assert target is not None
        match target.kind:
            case "statement":
                self._state(heard, self._statements[target.id], plan)
            case "withheld":
                self._refuse(next(w for w in moment.withheld if w.fact == target.id), plan)
            case "pointer":
                pointer = next(p for p in moment.pointers if p.fact == target.id)
                self._send_on(named(pointer.topic, pointer.asked_as), pointer.who, plan)
            case "approvable":
                approvable = next(a for a in moment.approvables if a.id == target.id)
                if heard.kind == "question":
                    self._requests.say_who_decides(approvable, plan)
                else:
                    self._requests.decide(heard, approvable, plan)
            case "favour":
                favour = next(f for f in moment.favours if f.id == target.id)
                if heard.kind == "question":
                    self._requests.say_how_far(favour, plan)
                else:
                    self._requests.take_on(heard, favour, plan)
            case "undertaking":
                promise = next(u for u in moment.open if u.id == target.id)
                if promise.by == moment.me:
                    self._requests.say_when(promise, promise.what, plan)
                else:
                    plan.points.append(Point(act="acknowledge", slots={"first": self._asker.first}))

    def _state(self, heard: Heard, statement: Statement, plan: Plan) -> None:
        """Tell what they hold to be so."""
        slots = {
            "topic": named(statement.topic, statement.asked_as),
            "value": statement.value,
            "first": self._asker.first,
        }
        stated = comparable(heard, statement)
        states = (statement.fact,)
        if stated and heard.kind == "question":
            if statement.sure and all(not agrees for _, agrees in stated):
                plan.points.append(Point(act="correct", slots={**slots, "was": stated[0][0]}, states=states))
                return
            if any(agrees for _, agrees in stated):
                plan.points.append(Point(phrase="yes"))
        if statement.was and statement.was != statement.value:
            plan.points.append(Point(act="news", slots={**slots, "was": statement.was}, states=states))
        elif not statement.sure:
            plan.points.append(Point(act="answer_unsure", slots=slots, states=states))
        elif statement.sentence and statement.value in statement.sentence:
            plan.points.append(Point(verbatim=statement.sentence, states=states))
        elif any(p.states for p in plan.points):
            plan.points.append(Point(phrase="besides", slots=slots, states=states))
        else:
            plan.points.append(Point(act="answer", slots=slots, states=states))

    def _refuse(self, withheld: Withheld, plan: Plan) -> None:
        """Keep it back, with the kind of reason, and name whom to ask where that is allowed."""
        slots = {"topic": named(withheld.topic, withheld.asked_as), "first": self._asker.first}
        who = self._who(withheld.ask)
        spoken = self._incoming.app in ("call", "meeting")
        if withheld.why == "by_call_only" and not spoken:
            plan.points.append(Point(act="by_call_only", slots=slots))
            return
        if withheld.why in ("in_person_only", "by_call_only"):
            plan.points.append(Point(act="in_person_only", slots=slots))
            return
        if withheld.why == "by_mail_only":
            plan.points.append(Point(phrase="by_mail_only", slots=slots, asks=(_REACHED["mail"],)))
            return
        if who:
            slots["who"] = listed([called(c, self._moment.contacts) for c in who])
        plan.points.append(Point(act="refuse", slots=slots, points_to=tuple(c.id for c in who)))
        if withheld.why in ("not_here", "not_yet") or self._rng.random() < 0.3 + 0.6 * self._temper.directness:
            plan.points.append(Point(phrase=_WHY[withheld.why]))

    def _send_on(self, topic: str, to: tuple[str, ...], plan: Plan) -> None:
        """Send them to who knows, by name and with what that person does here."""
        who = self._who(to)
        if not who:
            asked_knower = self._asker.id in to
            slots = {"topic": topic, "first": self._asker.first}
            plan.points.append(Point(phrase="you_would_know") if asked_knower else Point(act="dont_know", slots=slots))
            return
        names = listed([called(c, self._moment.contacts) for c in who])
        ids = tuple(c.id for c in who)
        slots = {"topic": topic, "who": names, "first": self._asker.first}
        plan.points.append(Point(act="redirect", slots=slots, points_to=ids))
        self._introduce(who[0], plan)

    def _introduce(self, contact: Contact, plan: Plan) -> None:
        """Who that is, and who stands in while they are away."""
        if not plan.curt and self._persona.voice.length != "terse":
            plan.points.append(Point(phrase="is_who", slots={"who": contact.name, "what": contact.title}))
        if contact.away_until:
            deputy = self._moment.contact(contact.deputy) if contact.deputy else None
            stands_in = deputy if deputy is not None and deputy.id != self._asker.id else None
            slots = {"who": contact.first, "when": contact.away_until}
            if stands_in is not None:
                slots["what"] = called(stands_in, self._moment.contacts)
            points_to = (stands_in.id,) if stands_in is not None else ()
            plan.points.append(Point(phrase="away", slots=slots, points_to=points_to))

    # -- again, and against ---------------------------------------------------------------------------------------

    def _reminded(self, heard: Heard, plan: Plan) -> None:
        target = heard.target
        promise = (
            self._requests.promise_of(
                fact=target.id if target is not None and target.kind in ("statement", "withheld", "pointer") else None,
                favour=target.id if target is not None and target.kind == "favour" else None,
            )
            if target is None or target.kind != "undertaking"
            else next(u for u in self._moment.open if u.id == target.id)
        )
        if promise is not None and promise.by == self._moment.me:
            statement = self._statements.get(promise.fact or "")
            if statement is not None:
                if promise.overdue:
                    plan.points.append(
                        Point(act="sorry_late", slots={"first": self._asker.first, "what": promise.what})
                    )
                self._state(heard, statement, plan)
            else:
                self._requests.say_when(promise, promise.what, plan)
        elif target is not None:
            if self._over > 1 and self._answered_today():
                return
            self._about(heard, plan)
        elif heard.rivals:
            self._ask_which(heard, plan)
        elif not plan.points:
            plan.points.append(Point(phrase="nothing_owed", asks=("on what",)))

    def _contradicted(self, heard: Heard, plan: Plan) -> None:
        """Told that they are wrong: they stand by it, check it, or give in, as they are."""
        statement = self._statements.get(heard.target.id) if heard.target is not None else None
        if statement is None:
            if heard.target is not None and heard.target.kind != "statement":
                self._about(heard, plan)
            else:
                plan.points.append(Point(phrase="noted"))
            return
        slots = {
            "topic": named(statement.topic, statement.asked_as),
            "value": statement.value,
            "first": self._asker.first,
        }
        stated = comparable(heard, statement)
        if stated and any(agrees for _, agrees in stated):
            plan.points.append(Point(phrase="yes"))
        elif not stated:
            plan.points.append(
                Point(phrase="stands")
                if statement.sure
                else Point(act="answer_unsure", slots=slots, states=(statement.fact,))
            )
        elif not statement.sure or self._yields():
            plan.points.append(Point(phrase="noted"))
        else:
            self._requests.stand_by(statement, stated[0][0], plan)

    def _yields(self) -> bool:
        if self._temper.does("contradicted", "gives_in"):
            return True
        sourced = bool(self._reading.credits) and not self._temper.does("contradicted", "insists")
        return sourced and self._rng.random() < 0.6

    # -- unclear --------------------------------------------------------------------------------------------------

    def _ask_which(self, heard: Heard, plan: Plan) -> None:
        """It may be about several things: ask which, once."""
        if heard.resumed:
            self._about(Heard(heard.kind, heard.text, heard.rivals[0], figures=heard.figures), plan)
            return
        what = listed([t.topic for t in heard.rivals])
        meant = {stem for t in heard.rivals for stem in matter(t.topic)}
        shared = [word for word in words(heard.text) if stem(word) in meant]
        topic = f"the {' '.join(dict.fromkeys(shared))}" if shared else "that"
        if len(heard.rivals) > 1:
            self._ask(plan, topic, what)
        else:
            plan.points.append(Point(phrase="do_you_mean", slots={"topic": what}, asks=(what,)))

    def _ask(self, plan: Plan, topic: str, what: str) -> None:
        slots = {"topic": topic, "what": what, "first": self._asker.first}
        plan.points.append(Point(act="ask_clarify", slots=slots, asks=(what,)))

    def _unknown(self, heard: Heard, plan: Plan) -> None:
        """Nothing they know of, or nothing that makes sense; somebody whose field it is may be known."""
        among = [c for c in self._moment.contacts if c.id != self._asker.id]
        named = set(self._reading.named)
        known = who_looks_after(heard.text, [c for c in among if c.id not in named])
        if not matter(heard.text) and not heard.resumed:
            plan.points.append(Point(phrase="whats_that", asks=("what is meant",)))
        elif heard.kind == "request" and self._small(heard, plan):
            return
        elif heard.kind == "request":
            slots = {"who": called(known, among)} if known else {}
            plan.points.append(Point(phrase="not_mine", slots=slots, points_to=(known.id,) if known else ()))
        elif known is not None:
            slots = {"topic": self._thing, "who": called(known, among), "first": self._asker.first}
            plan.points.append(Point(act="redirect", slots=slots, points_to=(known.id,)))
            self._introduce(known, plan)
        else:
            naming = [line for line in self._persona.lines("dont_know") if "{topic}" in line or "{Topic}" in line]
            line = pick(self._rng, naming) if naming and self._thing != "that" else None
            slots = {"topic": self._thing, "first": self._asker.first}
            plan.points.append(Point(act="dont_know", line=line, slots=slots))

    def _small(self, heard: Heard, plan: Plan) -> bool:
        """A request that takes no work: to mind something (a nod), or to tell somebody (they may do so themselves)."""
        low = plain(heard.text)
        if cues.RELAYS.search(low):
            who = [c for n in self._reading.named if n != self._asker.id and (c := self._moment.contact(n)) is not None]
            if who and plain(who[0].first) in low:
                slots = {"who": called(who[0], self._moment.contacts)}
                plan.points.append(Point(phrase="ask_directly", slots=slots, points_to=(who[0].id,)))
                return True
        alone = len(self._reading.wants) == 1 and not heard.text.rstrip().endswith("?")
        if cues.MINOR.search(low) or (alone and cues.READS.search(low)):
            plan.points.append(Point(act="acknowledge", slots={"first": self._asker.first}))
            return True
        return False

    # -- people ---------------------------------------------------------------------------------------------------

    def _step_in(self, plan: Plan) -> None:
        """Somebody does not answer, or a decision is wanted: a lead talks to their own people, others can only ask."""
        people = [c for n in self._reading.named if n != self._asker.id and (c := self._moment.contact(n)) is not None]
        if not people:
            plan.points.append(Point(phrase="decided_what", asks=("what to decide",)))
            return
        who, slots = people[0], {"who": called(people[0], self._moment.contacts)}
        own = "report" in who.relation
        if own or self._rng.random() < 0.5 * self._temper.helpfulness:
            plan.points.append(Point(phrase="will_ask", slots=slots))
            nudge = Point(phrase="nudge", slots={"first": who.first, "who": called(self._asker, self._moment.contacts)})
            plan.asides.append(Aside(to=who.id, points=(nudge,)))
        else:
            plan.points.append(Point(phrase="not_their_boss", slots=slots))

    def _invited(self, heard: Heard, plan: Plan) -> None:
        if _MEETS.search(plain(heard.text)):
            title = next((h.target.topic for h in self._reading.heard if h.target), "a word with each other")
            plan.points.append(Point(phrase="invited"))
            plan.deeds.append(Meet(with_=(self._asker.id,), title=title, minutes=30, within=2 * 86400))
        elif self._incoming.app in ("chat", "mail") and self._rng.random() < min(0.8, 0.1 + 0.2 * self._moment.load):
            plan.points.append(Point(phrase="bad_time", asks=("what it is",)))
        else:
            plan.points.append(Point(phrase="go_ahead", asks=("what it is",)))

    def _unasked(self, plan: Plan) -> None:
        """Nothing is asked: a greeting, a welcome, a chat, a goodbye; else silence."""
        kinds = {h.kind for h in self._reading.heard}
        slots = {"first": self._asker.first}
        if self._reading.rude:
            plan.points.append(Point(act="annoyed", slots=slots))
        elif "introduction" in kinds:
            plan.points.append(Point(phrase="welcome", slots=slots))
        elif "goodbye" in kinds and self._incoming.app in ("call", "meeting"):
            plan.points.append(Point(act="bye_call", slots=slots))
        elif "small_talk" in kinds:
            after_me = _AFTER_ME.search(plain(asked_text(self._incoming)))
            own = after_me is not None or self._rng.random() < 0.3
            back: Phrase = "chat_back" if "?" in asked_text(self._incoming) else "chime_in"
            plan.points.append(Point(act="small_talk", slots=slots) if own else Point(phrase=back))
        elif "answer" in kinds and self._incoming.app == "call":
            plan.points.append(Point(act="acknowledge", slots=slots))
        elif "greeting" in kinds:
            greeting = self._incoming.app in ("call", "meeting")
            plan.points.append(Point(act="greet_call", slots=slots) if greeting else Point(phrase="greet", slots=slots))
        else:
            plan.silent = "asks nothing" if "thanks" not in kinds else "a thanks needs no answer"

    def _who(self, ids: tuple[str, ...]) -> list[Contact]:
        """Those of ``ids`` it makes sense to send the asker to."""
        return [
            c for i in ids if i not in (self._moment.me, self._asker.id) and (c := self._moment.contact(i)) is not None
        ]
