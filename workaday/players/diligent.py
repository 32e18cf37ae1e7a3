"""The player by rule that an honest average colleague would be: it plays any scenario from what it sees.

It finds out who looks after what, asks them, follows where it is sent, reminds after a fair time, answers who asks,
takes calls, sits in meetings, asks for approval up the line and names what it was told, and hands in what it was told,
in the words in which it was told. It keeps its hours. It does not check again what may have changed, it does not see
that two people contradict each other, and it believes whoever answers first.
"""

from collections.abc import Iterator

from sim.calendar import WorkCalendar, is_working, next_working, working_between
from sim.player import Act, Briefing, Noticed, Observation, Outcome
from sim.spelling import folded
from sim.units import HOUR, MINUTE, WeeklyHours
from workaday.players.colleagues import Colleagues, field_of, likeness, stems
from workaday.players.duties import Duty, Errand, Inquiry, Request
from workaday.players.handing_in import hand_in
from workaday.players.phrases import any_of
from workaday.players.replies import Reply, read_reply
from workaday.players.routine import Course, Ring, Routine, Seen
from workaday.players.verdicts import things_in, verdict_of

FAIR = 4 * HOUR
"""Of its own working time, how long it waits for an answer before it reminds, and again before it rings; where a
result is due soon, a quarter of what is left."""
HASTE = 10 * MINUTE
"""How long it waits at the least."""
MARGIN = 90 * MINUTE
"""Of its own working time, how long before a deadline it hands in what it has; of a task that is due soon after it was
given, a quarter of the time for it."""
PAUSE = 2 * HOUR
"""How long it waits at most before it looks around again."""
UNASKED = 0.6
"""How much of a question's words a text must speak of to be taken for an answer that nobody asked for."""
WANTED = 0.4
"""How much of a question's words an answer to a request must speak of to be taken for asking just that."""
OFTEN = 3
"""Answers to one person a day after which it answers no more."""

_DECIDED = any_of(r"""
    decided; (?:my|the) decision; settled; done deal; (?:i|we) (?:choose|chose); go with; going with; has priority;
    (?:goes|go|comes|come|runs|run) (?:first|before|ahead); takes precedence
""")
"""Words of somebody who decides, rather than says what they would like."""
_WANTS = any_of("let me know; make sure; can you; could you; would you; tell me; i need (?:you|an answer|to know)")


class Diligent(Routine):
    """Plays by rule, honestly, neither well nor badly."""

    name = "diligent"

    def begin(self, briefing: Briefing) -> None:
        super().begin(briefing)
        self._people = Colleagues(briefing.me, briefing.colleagues)
        self._calendar = WorkCalendar(briefing.zone, WeeklyHours.parse(briefing.hours))
        self._duties: dict[str, Duty] = {}
        self._invitations: list[tuple[str, bool]] = []
        """What it is invited to, and whether it has another meeting then."""
        self._answered: dict[tuple[str, int], int] = {}
        self._elsewhere: set[str] = set()
        self._rung = ""
        """Of a history that is told: whom the player before rang last."""

    def remember(self, observation: Observation, act: Act) -> None:
        """Bring the notes up to what somebody else saw and did in the seat before: what is asked, answered, done."""
        before, last = len(self.seen), observation.last
        super().remember(observation, act)
        if last is not None and last.receipt is not None:
            if last.action == "directory.org_chart":
                self._people.read_chart(last.receipt)
            elif last.action == "directory.find":
                self._people.read_cards(last.receipt)
        self._take_on()
        for seen in self.seen[before:]:
            if seen.automatic:
                self._away(seen)
            else:
                self._take_answer(seen)
        self._retrace(act)

    def _retrace(self, act: Act) -> None:
        """What somebody else did in the seat: whom they asked what, and what they handed in."""
        given = act.arguments
        if act.action in ("calls.ring", "calls.walk_up"):
            self._rung = str(given.get("person", ""))
        to = given.get("to", ())
        asked = (self._rung,) if act.action == "calls.say" else (to,) if isinstance(to, str) else tuple(to)
        if act.action in ("chat.send", "mail.send", "calls.say"):
            for errand in self._errands():
                if likeness(errand.spoken, str(given.get("text", ""))) >= UNASKED:
                    for who in asked:
                        errand.ask(who, self.now)
        for duty in self._duties.values():
            if duty.is_handed_in_by(act.action, given):
                duty.inquiries, duty.request, duty.handed_in = [], None, self.now
                duty.told = self._result(duty)

    def play(self) -> Course:
        """Settle in, then work through what there is, day after day."""
        chart: Outcome = yield from self.do("directory.org_chart")
        if chart.receipt is not None:
            self._people.read_chart(chart.receipt)
        while True:
            yield from self.open_all()
            if not is_working(self._calendar, self.now):
                yield from self.until(next_working(self._calendar, self.now), through=True)
                continue
            busy = yield from self._work()
            if not busy:
                yield from self._look_up_at(min(self.now + PAUSE, *self._dates(), self.now + 12 * HOUR))

    def _look_up_at(self, at: int) -> Course:
        """Wait until the instant, or until there is something new to read or to do."""
        known, given = len(self.seen), len(self.tasks)
        yield from self.until(max(at, self.now + MINUTE), lambda: (len(self.seen), len(self.tasks)) != (known, given))

    def _dates(self) -> Iterator[int]:
        """The instants at which a task will have to be handed in as it stands."""
        for duty in self._duties.values():
            if duty.handed_in is None:
                yield self._closing(duty)

    def _closing(self, duty: Duty) -> int:
        """The instant from which a task is handed in with what there is."""
        at = max(self.now, duty.task.by_at - 24 * HOUR)
        margin = min(MARGIN, self._left(duty, duty.taken_on) // 4)
        while at < duty.task.by_at and self._left(duty, at) > margin:
            at += min(15 * MINUTE, max(MINUTE, margin // 3))
        return at

    def _left(self, duty: Duty, at: int) -> int:
        """How much of its working time there is from ``at`` until a task is due."""
        return working_between(self._calendar, at, max(at, duty.task.by_at))

    # -- work -----------------------------------------------------------------------------------------------------

    def _work(self) -> Course:
        """Do the next thing that is to be done. Gives whether there was one."""
        self._take_on()
        if self._invitations:
            meeting, taken = self._invitations.pop(0)
            answer = {"answer": "decline", "note": "I have another meeting then."} if taken else {"answer": "accept"}
            yield from self.do("calendar.answer", meeting=meeting, **answer)
            return True
        for duty in sorted(self._duties.values(), key=lambda duty: duty.task.by_at):
            if duty.handed_in is not None and self.now > duty.task.by_at:
                continue
            for inquiry in duty.inquiries:
                if inquiry.is_open and not duty.waits(inquiry) and (yield from self._pursue(inquiry)):
                    return True
            if duty.request is not None and self._may_request(duty) and (yield from self._pursue(duty.request)):
                return True
            if self._is_due(duty):
                yield from self._hand_in(duty)
                return True
        return False

    def _take_on(self) -> None:
        """Make a duty of every task that is new."""
        for task in self.tasks.values():
            if task.id not in self._duties:
                self._duties[task.id] = Duty.of(task, self.now)

    def _may_request(self, duty: Duty) -> bool:
        request = duty.request
        if request is None or not request.is_open:
            return False
        late = self._left(duty, self.now) < min(5 * HOUR, self._left(duty, duty.taken_on) // 2)
        return late or not any(inquiry.is_open and not duty.waits(inquiry) for inquiry in duty.inquiries)

    def _is_due(self, duty: Duty) -> bool:
        if duty.handed_in is None:
            return duty.is_complete or self.now >= self._closing(duty)
        if self.now >= duty.task.by_at or self._result(duty) == duty.told:
            return False
        return duty.task.kind == "file" or duty.is_complete

    # -- asking ---------------------------------------------------------------------------------------------------

    def _pursue(self, errand: Errand) -> Course:
        """Ask, remind, ring, or go on to the next person. Gives whether anything was done."""
        if errand.asked is not None:
            return (yield from self._nudge(errand))
        if isinstance(errand, Inquiry) and not errand.looked_up:
            yield from self._look_up(errand)
        elif not errand.queue and self._people.manager is not None:
            errand.queue.append(self._people.manager)
        who = errand.next_to_ask()
        if who is None or self._is_asked(who):
            return False
        errand.ask(who, self.now)
        yield from self.do("chat.send", to=[who], text=self._asking(errand, who))
        return True

    def _is_asked(self, who: str) -> bool:
        """Whether somebody owes an answer already: one question at a time."""
        return any(errand.asked == who for errand in self._errands())

    def _errands(self) -> Iterator[Errand]:
        for duty in self._duties.values():
            yield from (inquiry for inquiry in duty.inquiries if inquiry.is_open)
            if duty.request is not None and duty.request.is_open:
                yield duty.request

    def _look_up(self, inquiry: Inquiry) -> Course:
        """Find out who may know: by what people look after; failing that, one's manager."""
        inquiry.looked_up = True
        query = field_of(inquiry.spoken) or inquiry.spoken
        found: Outcome = yield from self.do("directory.find", query=query, limit=12)
        people = self._people.read_cards(found.receipt) if found.receipt is not None else ()
        for who in self._people.best_for(inquiry.spoken, people)[:2]:
            colleague = self._people[who]
            stands_in = colleague.deputy if colleague.away_until is not None else None
            inquiry.queue += [one for one in (stands_in, who) if one not in (None, self.briefing.me)]
        giver = self.tasks[inquiry.task].given_by
        inquiry.queue += [who for who in (self._people.manager, giver) if who is not None and who not in inquiry.queue]

    def _asking(self, errand: Errand, who: str, hello: str = "Hello {first}, ") -> str:
        hello = hello.format(first=self._people[who].first)
        if isinstance(errand, Inquiry):
            question = errand.spoken
            return hello + (question[:1].lower() + question[1:] if hello.endswith(", ") else question)
        assert isinstance(errand, Request)
        amount = f", {errand.amount}" if errand.amount else ""
        told = tuple(self._facts(errand.task))
        facts, errand.told, errand.lacks = " ".join(told), len(told), False
        if errand.decision:
            return f"{hello}I need a decision on {errand.topic}. {facts}".rstrip()
        return f"{hello}I need your approval for {errand.topic}{amount}. {facts}".rstrip()

    def _facts(self, task: str) -> Iterator[str]:
        for inquiry in self._duties[task].inquiries:
            if inquiry.sentence is not None:
                yield f"{inquiry.sentence} ({self._people[inquiry.source].name})"

    def _nudge(self, errand: Errand) -> Course:
        """After a fair time remind, then ring, then go on to somebody else."""
        who = errand.asked
        assert who is not None
        if errand.wants is not None:
            return (yield from self._ask_otherwise(errand, who))
        if isinstance(errand, Request) and errand.lacks and len(tuple(self._facts(errand.task))) > errand.told:
            errand.last, errand.nudges = self.now, 0  # it is put again, with all there is
            yield from self.do("chat.send", to=[who], text=self._asking(errand, who))
            return True
        patience = max(HASTE, min(FAIR, self._left(self._duties[errand.task], errand.last) // 4))
        if working_between(self._calendar, errand.last, self.now) < patience:
            return False
        errand.last = self.now
        errand.nudges += 1
        if errand.nudges == 1:
            text = self._asking(errand, who, "{first}, a short reminder: ")
            yield from self.do("chat.send", to=[who], text=text)
        elif errand.nudges == 2:
            yield from self.call(who, [self._asking(errand, who)])
        else:
            errand.asked = None
        return True

    def _ask_otherwise(self, errand: Errand, who: str) -> Course:
        """Ask in the way in which they want to be asked; on the phone, where they cannot be walked up to."""
        way, errand.wants, errand.last = errand.wants, None, self.now
        text = self._asking(errand, who)
        if way == "mail":
            subject = self.tasks[errand.task].title
            yield from self.do("mail.send", to=[who], subject=subject, text=text)
            return True
        in_person = way == "walk_up" and who not in self._elsewhere
        reached = yield from self.call(who, [text], walk_up=in_person)
        last = self.observation.last if self.observation is not None else None
        if in_person and not reached and last is not None and last.code == "not_allowed":
            self._elsewhere.add(who)
            yield from self.call(who, [text])
        return True

    # -- what comes back ------------------------------------------------------------------------------------------

    def opened(self, new: tuple[Seen, ...]) -> Course:
        """Take in answers, and answer who asks."""
        for seen in new:
            if seen.automatic:
                self._away(seen)
            elif not self._take_answer(seen) and seen.direct and not seen.is_spoken and not seen.old:
                yield from self._respond(seen)

    def _away(self, seen: Seen) -> None:
        """Somebody's mailbox says that they are away: whom it names is asked instead."""
        for errand in self._errands():
            if errand.asked == seen.who:
                errand.send_on(self._people.named_in(seen.text, but=(seen.who,)))

    def _take_answer(self, seen: Seen) -> bool:
        """Whether a text was the answer to something that was asked, or might have been."""
        named = self._people.named_in(seen.text, but=(seen.who,))
        for errand in self._errands():
            # What somebody says in a meeting is said to the meeting: an answer only where it speaks of the question.
            if errand.asked != seen.who or not (seen.direct or seen.is_spoken) or seen.where == "meeting":
                continue
            if isinstance(errand, Request):
                return self._take_verdict(errand, seen, named)
            assert isinstance(errand, Inquiry)
            return self._take_reply(errand, seen, read_reply(seen.text, errand.spoken, named, self._called(named)))
        for errand in self._errands():
            if isinstance(errand, Inquiry) and not seen.old and seen.where != "drive" and not self._waits(errand):
                reply = read_reply(seen.text, errand.spoken)
                if reply.kind == "answer" and likeness(errand.spoken, reply.sentence) >= UNASKED:
                    errand.sentence, errand.source = reply.sentence, seen.who
                    return True
        return False

    def _called(self, people: tuple[str, ...]) -> tuple[str, ...]:
        """What these people are called: by their whole name, and by the first."""
        return tuple(name for who in people for name in (self._people[who].name, self._people[who].first))

    def _waits(self, inquiry: Inquiry) -> bool:
        """Whether a question answers itself with a decision: what anybody says before is an opinion."""
        return self._duties[inquiry.task].waits(inquiry)

    def _take_reply(self, inquiry: Inquiry, seen: Seen, reply: Reply) -> bool:
        match reply.kind:
            case "answer":
                inquiry.sentence, inquiry.source = reply.sentence, seen.who
            case "elsewhere":
                inquiry.send_on(reply.who)
            case "channel":
                inquiry.wants = reply.channel
            case "unknown":
                inquiry.asked = None
            case "later":
                inquiry.last = self.now
            case "clarify" | "nothing":
                return False
        return True

    def _take_decision(self, request: Request, seen: Seen, named: tuple[str, ...]) -> bool:
        """What somebody said to a request to decide: somebody else does, something is missing, or it is decided."""
        reply = read_reply(seen.text, request.topic, named, self._called(named))
        if reply.kind == "elsewhere":
            request.send_on(reply.who)
        elif verdict_of(seen.text) == "needs_more":
            return self._is_missing(request, seen)
        elif reply.kind == "answer" and _DECIDED.search(folded(seen.text)):
            for inquiry in self._duties[request.task].inquiries:
                if inquiry.is_open and self._waits(inquiry):
                    inquiry.sentence, inquiry.source = reply.sentence, seen.who
            request.verdict, request.by = "grant", seen.who
        else:
            return False
        return True

    def _is_missing(self, request: Request, seen: Seen) -> bool:
        """Something has to be named: what they speak of is found out, by asking others where it was named already, and
        it is put again once there is more to name."""
        duty = self._duties[request.task]
        other = [thing for thing in things_in(seen.text) if likeness(thing, request.topic) < UNASKED]
        for thing in other[:1]:
            known = max(duty.inquiries, key=lambda inquiry: likeness(thing, inquiry.question), default=None)
            if known is None or likeness(thing, known.question) < UNASKED:
                duty.inquiries.append(Inquiry(request.task, question=thing, aside=True))
            elif not known.is_open and request.nudges:
                known.reopen()
        request.lacks = True
        return True

    def _take_verdict(self, request: Request, seen: Seen, named: tuple[str, ...]) -> bool:
        if request.decision:
            return self._take_decision(request, seen, named)
        verdict = verdict_of(seen.text, names_somebody=bool(named))
        asked = self._duties[request.task].inquiries
        if verdict == "refuse" and any(likeness(inquiry.question, seen.text) >= WANTED for inquiry in asked):
            verdict = "needs_more"  # "no price, no signature" is no refusal
        match verdict:
            case "grant" | "refuse":
                request.verdict, request.by = verdict, seen.who
            case "elsewhere":
                request.send_on(named)
            case "needs_more":
                return self._is_missing(request, seen)
            case _:
                return False
        return True

    # -- who asks -------------------------------------------------------------------------------------------------

    def _respond(self, seen: Seen) -> Course:
        """Answer somebody who wants something; whoever only tells something is left in peace."""
        text = self._answer_to(seen)
        today = (seen.who, self.now // (24 * HOUR))
        if text is None or seen.who not in self._people or self._answered.get(today, 0) >= OFTEN:
            return
        self._answered[today] = self._answered.get(today, 0) + 1
        if seen.where == "mail":
            yield from self.do("mail.reply", mail=seen.ref, text=text)
        elif seen.where == "chat":
            yield from self.do(
                "chat.send", to=seen.place, text=text, **({"thread": seen.thread} if seen.thread else {})
            )

    def _answer_to(self, seen: Seen) -> str | None:
        """What to say to a text that wants something; None for one that does not."""
        if "?" not in seen.text and _WANTS.search(folded(seen.text)) is None:
            return None
        for errand in self._errands():
            if isinstance(errand, Inquiry) and errand.asked == seen.who:
                task = self.tasks[errand.task]
                giver = self._people[task.given_by].first
                return f"It is for {task.title}, which {giver} has asked me for. {errand.spoken}"
        duty = max(self._duties.values(), key=lambda duty: self._concerns(duty, seen), default=None)
        if duty is not None and self._concerns(duty, seen) > 0:
            return self._status(duty)
        boss = self._people.manager
        who = f" {self._people[boss].first} may know, or know who does." if boss not in (None, seen.who) else ""
        return f"Thank you, noted. That is not mine to say or to decide.{who}"

    def _concerns(self, duty: Duty, seen: Seen) -> float:
        """How much a text speaks of a task; more where it comes from those whose task it is."""
        task = duty.task
        shared = len(set(stems(f"{task.title} {task.text}")) & set(stems(seen.text)))
        if seen.who in (task.given_by, task.deliver_to):
            return shared + 0.5
        return shared if likeness(task.title, seen.text) >= 0.5 else 0.0

    def _status(self, duty: Duty) -> str:
        task = duty.task
        if duty.handed_in is not None:
            return f"{task.title}: it is done{f', see {task.path}' if task.path else ''}."
        known = sum(not inquiry.is_open for inquiry in duty.inquiries)
        asked = [self._people[i.asked].first for i in duty.inquiries if i.is_open and i.asked is not None]
        waiting = f", {' and '.join(dict.fromkeys(asked))} still has to answer" if asked else ""
        return f"{task.title}: in the works, {known} of {len(duty.inquiries)} answers are here{waiting}. Due {task.by}."

    def answer(self, ring: Ring) -> Course:
        """Take every call."""
        yield from self.take(ring)

    def reply_in_call(self, ring: Ring, said: tuple[Seen, ...]) -> str | None:
        """Answer what is asked, once; then end it."""
        if ring.call in self._elsewhere:
            return ""
        self._elsewhere.add(ring.call)
        text = "\n".join(seen.text for seen in said)
        return self._answer_to(said[-1]) if "?" in text else "Thank you for telling me."

    def meet(self, meeting: str) -> Course:
        """Go to every meeting one is invited to."""
        yield from self.sit_in(meeting)

    def _note(self, notice: Noticed) -> None:
        super()._note(notice)
        if notice.app == "calendar" and notice.kind == "invite":
            self._invitations.append((notice.ref, "(you have " in notice.gist))

    # -- handing in -----------------------------------------------------------------------------------------------

    def _hand_in(self, duty: Duty) -> Course:
        """Put the result where it belongs, and tell whom it is for."""
        task, text = duty.task, self._result(duty)
        first, duty.handed_in, duty.told = duty.handed_in is None, self.now, text
        hello = f"Hello {self._people[task.deliver_to].first}, "
        yield from hand_in(self, task, text, tells=first, hello=hello)

    def _result(self, duty: Duty) -> str:
        """What was found out, in the words of those who said it."""
        parts = []
        for inquiry in duty.inquiries:
            if inquiry.aside:
                continue
            if inquiry.sentence is None:
                parts.append(f"{inquiry.question}\nNot known yet.")
            else:
                parts.append(f"{inquiry.question}\n{inquiry.sentence} ({self._people[inquiry.source].name})")
        request = duty.request
        if request is not None:
            granted = "decided by" if request.decision else "approved by"
            said = {"grant": granted, "refuse": "refused by"}.get(request.verdict or "", "")
            told = f"{said} {self._people[request.by].name}" if said else "not decided yet"
            parts.append(f"{request.topic[:1].upper()}{request.topic[1:]}: {told}.")
        return "\n\n".join(parts) or f"{duty.task.title}: done as asked."
