"""What a coworker says of their own accord: promises that fall due, work that is done, reminders, news, and talk."""

import re
from random import Random

from personas.deadlines import point_in_time
from personas.fidelity import stated
from personas.grammar import fits
from personas.memory import View
from personas.phrases import Phrase
from personas.plan import Plan, Point
from personas.schema import Persona
from personas.topics import named
from personas.words import words
from sim.habits import Temper
from sim.mind import Contact, Errand, Moment, Promise, Statement
from sim.streams import pick
from sim.units import HOUR

_SIGNS = re.compile(r"[\[\]{}|]")
_MOST_WORDS = 0.7
_LATER = 3 * HOUR
"""Working seconds by which somebody who is late puts it off again (design value)."""


class Errands:
    """One person's rules for a moment that brings nothing to read. Draws from ``rng`` in a fixed order."""

    def __init__(self, persona: Persona, temper: Temper, moment: Moment, view: View, rng: Random) -> None:
        assert moment.errand is not None
        self._persona = persona
        self._temper = temper
        self._moment = moment
        self._errand: Errand = moment.errand
        self._view = view
        self._rng = rng
        self._to: Contact | None = moment.contact(self._errand.to[0]) if self._errand.to else None

    def plan(self) -> Plan:
        """What to say and do."""
        plan, occasion = Plan(), self._moment.occasion
        if occasion == "promise_due":
            self._promise_due(plan)
        elif self._errand.manner in ("acknowledge", "thanks"):
            plan.points.append(Point(act=self._errand.manner, slots=self._slots()))
        elif self._scripted(plan):
            pass
        elif occasion == "favour_done":
            plan.points.append(Point(act="done", slots=self._slots(what=self._errand.what)))
        elif occasion == "chase":
            self._chase(plan)
        elif occasion == "small_talk":
            self._small_talk(plan)
        elif occasion == "own_work":
            self._own_work(plan)
        else:
            self._news(plan)
        return plan

    def _scripted(self, plan: Plan) -> bool:
        """The author's own words, where there are some."""
        text = self._errand.text
        if not text:
            return False
        told = stated(text, self._moment)
        if self._errand.manner == "own_hand":
            plan.points.append(Point(act="own_work", line=_SIGNS.sub(" ", text), states=told))
            return True
        plan.points.append(Point(verbatim=text, states=told, asks=(self._errand.what,) if "?" in text else ()))
        return True

    def _promise_due(self, plan: Plan) -> None:
        """Deliver, be late once, or forget."""
        errand, overdue = self._errand, bool(self._errand.undertaking and self._errand.undertaking.overdue)
        if self._rng.random() < self._temper.forgetfulness and not overdue:
            plan.silent = "it slipped their mind"
            return
        late = self._rng.random() < 0.35 * (1 - self._temper.conscientiousness)
        statement = self._statement(errand.fact)
        waiting = next((f for f in self._moment.favours if f.id == errand.favour and f.standing == "doing"), None)
        if (late and not overdue) or waiting is not None or (errand.fact is not None and statement is None):
            self._late(plan)
        elif statement is not None:
            if overdue:
                plan.points.append(Point(act="sorry_late", slots=self._slots(what=errand.what)))
            plan.points.append(self._telling(statement))
        elif not self._scripted(plan):
            if overdue:
                plan.points.append(Point(act="sorry_late", slots=self._slots(what=errand.what)))
            plan.points.append(Point(act="done", slots=self._slots(what=errand.what)))

    def _late(self, plan: Plan) -> None:
        errand = self._errand
        within = max(HOUR, round(_LATER * self._temper.forecast / HOUR) * HOUR)
        slots = self._slots(what=errand.what, when=point_in_time(self._moment.local_time, within))
        again = Promise(what=errand.what, within=within, fact=errand.fact, favour=errand.favour, firm=False)
        plan.points.append(Point(act="sorry_late", slots=slots))
        plan.points.append(Point(act="promise_late", slots=slots, promises=(again,)))

    def _telling(self, statement: Statement) -> Point:
        states = (statement.fact,)
        slots = self._slots(topic=named(statement.topic, statement.asked_as), value=statement.value)
        if not statement.sure:
            return Point(act="answer_unsure", slots=slots, states=states)
        if statement.sentence and statement.value in statement.sentence:
            return Point(verbatim=statement.sentence, states=states)
        return Point(act="answer", slots=slots, states=states)

    def _chase(self, plan: Plan) -> None:
        undertaking = self._errand.undertaking
        what = undertaking.what if undertaking else self._errand.what
        when = undertaking.due or "" if undertaking else ""
        plan.points.append(Point(act="chase", slots=self._slots(what=what, when=when), asks=(what,)))

    def _small_talk(self, plan: Plan) -> None:
        """Something they have not told anybody in the last days."""
        fresh = [line for line in self._persona.lines("small_talk") if not self._told(line)]
        fresh = [line for line in fresh if fits(line, self._slots().keys())]
        if not fresh:
            plan.silent = "nothing new to tell"
            return
        plan.points.append(Point(act="small_talk", line=pick(self._rng, fresh), slots=self._slots()))
        plan.subject = "Hello"

    def _own_work(self, plan: Plan) -> None:
        """What they are busy with: a line of their own on it, or that they are; nothing told in the last days."""
        fresh = [(w, line) for w in self._persona.working_on for line in w.lines if not self._told(line)]
        busy = [w for w in self._persona.working_on if not self._told(w.what)]
        if fresh and (not busy or self._rng.random() < 0.7):
            work, line = pick(self._rng, fresh)
            plan.points.append(Point(verbatim=line))
        elif busy:
            work = pick(self._rng, busy)
            plan.points.append(Point(act="own_work", slots=self._slots(what=work.what)))
        else:
            plan.silent = "nothing new to tell"
            return
        plan.subject = work.what[:1].upper() + work.what[1:]

    def _told(self, line: str) -> bool:
        """Whether most words of ``line`` are in something they told in the last days."""
        own = frozenset(words(_SIGNS.sub(" ", line)))
        return any(len(own & frozenset(text.split())) >= _MOST_WORDS * len(own) for text in self._view.own)

    def _news(self, plan: Plan) -> None:
        """A fact to pass on unasked, or a matter to bring up."""
        statement = self._statement(self._errand.fact)
        if statement is None:
            about: Phrase = "about"
            who = self._to.first if self._to else ""
            slots = {"what": self._errand.what, **({"who": who} if who else {})}
            plan.points.append(Point(phrase=about, slots=slots, asks=(self._errand.what,)))
            return
        was = statement.was if statement.was and statement.was != statement.value else ""
        slots = self._slots(topic=named(statement.topic, statement.asked_as), value=statement.value, was=was)
        plan.points.append(Point(act="news", slots=slots, states=(statement.fact,)))

    def _statement(self, fact: str | None) -> Statement | None:
        return next((s for s in self._moment.may_say if s.fact == fact), None)

    def _slots(self, **given: str) -> dict[str, str]:
        alone = self._to is not None and len(self._errand.to) == 1
        first = self._to.first if self._to is not None and alone else "all"
        return {"first": first, **{name: text for name, text in given.items() if text}}
