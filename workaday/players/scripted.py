"""Players that play steps an author wrote: a playbook's, or the scenario's own solution.

How steps are played is said in `scenarios.solution`. These players know the scenario's names for things, so as to
understand the steps; what they *know* is what they have read and heard, like anybody.
"""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Self

from scenarios import solution as steps
from scenarios.solution import Condition, Playbook, Solution, Step, Words
from sim import source
from sim.commitments import content_words
from sim.player import Briefing, Outcome
from sim.script import Approval, Fact, Favour, Script, Version
from sim.spelling import folded, spellings, where_stated
from sim.units import DAY
from workaday.players.registry import UnknownPlayer
from workaday.players.routine import Course, Ring, Routine, Seen
from workaday.players.verdicts import Verdict, is_outspoken, verdict_of

if TYPE_CHECKING:
    from scenarios.load import Loaded


class Scripted(Routine):
    """Plays the steps of a playbook: ``scripted:FILE``."""

    name = "scripted"

    def __init__(self, solution: Solution, script: Script, first_names: Mapping[str, str]) -> None:
        self._solution = solution
        self._script = script
        self._first_names = first_names

    @classmethod
    def for_scenario(cls, loaded: "Loaded", argument: str | None, /) -> "Scripted":
        """The player of the playbook in the file ``argument``.

        Raises :class:`~workaday.players.registry.UnknownPlayer` without one, :class:`sim.source.SourceError`.
        """
        if not argument:
            raise UnknownPlayer("scripted", "needs the file of a playbook: scripted:steps.yaml")
        playbook, _ = source.load(argument, Playbook)
        first_names = {person.id: person.first for person in loaded.org.people()}
        player = cls(loaded.solution._replace(steps=playbook.steps), loaded.script, first_names)
        player.name = f"scripted:{playbook.playbook}"
        return player

    def begin(self, briefing: Briefing) -> None:
        super().begin(briefing)
        self._standing: list[steps.Take | steps.Decline | steps.Reply | steps.Paged] = []
        self._asked_for: dict[str, dict[str, int]] = {}
        """By approval or favour: whom it was asked of, and when."""
        self._put: dict[str, list[tuple[int, str]]] = {}
        """By person: what was put to them, request, favour or question, and when."""
        self._thanked: set[str] = set()
        self._looked_through = 0
        """How many of the texts seen have been looked through for values."""
        self._stated: dict[str, list[tuple[Seen, int]]] = {}
        """By fact: the texts that state it, in the order seen, each with the number of the latest version in it."""

    def play(self) -> Course:
        """One step after the other."""
        for step in self._solution.steps:
            if isinstance(step, steps.STANDING):
                self._standing.append(step)
                continue
            at = self._solution.instant(step.at)
            yield from self.until(self.now if at is None else at)
            if step.unless is None or not self._holds(step.unless):
                yield from self._perform(step)

    # -- steps ----------------------------------------------------------------------------------------------------

    def _perform(self, step: Step) -> Course:
        match step:
            case steps.Chat():
                yield from self._chat(step, step.to)
            case steps.Mail():
                yield from self._mail(step, step.to, step.cc, step.subject, step.attach)
            case steps.Call():
                yield from self._call(step)
            case steps.Wait():
                yield from self._wait(step)
            case steps.Read():
                yield from self._look(step)
            case steps.Write():
                text = self._words(step)
                if text:
                    text = f"# {step.title}\n\n{text}" if step.title else text
                    yield from self.do("drive.write", path=step.file, text=text)
            case _:
                yield from self._act(step)

    def _act(self, step: Step) -> Course:
        """The steps that are no message."""
        match step:
            case steps.Ticket():
                yield from self._ticket(step)
            case steps.Attend():
                yield from self._attend(step)
            case steps.Invite():
                start = self._solution.instant(step.start)
                assert start is not None
                yield from self.do(
                    "calendar.invite", title=step.title, start=self.local(start), minutes=step.minutes,
                    people=list(step.people), agenda=step.agenda,
                )  # fmt: skip
            case steps.AnswerInvitation():
                yield from self._answer_invitation(step)
            case steps.Resolve():
                if self.pages:
                    yield from self.do("pager.resolve", page=self.pages[-1][0], note=step.note)
            case steps.Page():
                to = {"area": step.area} if step.area is not None else {"person": step.to}
                yield from self.do("pager.page", summary=step.summary, **to)
            case steps.Block():
                address = steps.filled(step.address, self._values())
                if address:
                    yield from self.do("security.block", address=address)
            case steps.Pose():
                yield from self.do(
                    "security.pose", identity=step.as_, to=step.to, procedure=step.procedure, appeal=step.leans_on,
                    subject=step.subject, text=step.text,
                )  # fmt: skip
            case steps.Finish():
                yield from self.do("desk.finish", note=step.note)

    def _chat(self, step: Words, to: tuple[str, ...]) -> Course:
        text = self._words(step, to)
        if text:
            self._note_asked(step, to)
            yield from self.do("chat.send", to=to[0] if to[0].startswith("#") else list(to), text=text)

    def _mail(
        self, step: Words, to: tuple[str, ...], cc: tuple[str, ...] = (), subject: str | None = None,
        attach: tuple[str, ...] = (),
    ) -> Course:  # fmt: skip
        text = self._words(step, to)
        if text or attach:
            self._note_asked(step, to)
            yield from self.do(
                "mail.send", to=list(to), cc=list(cc), subject=subject or self._subject(step), text=text,
                attachments=list(attach),
            )  # fmt: skip

    def _call(self, step: steps.Call) -> Course:
        text = self._words(step, (step.to,))
        if not text:
            return
        asked_at = self.now
        reached = yield from self.call(step.to, [text], walk_up=step.do == "walk_up", listens=step.listens)
        if reached:
            self._note_asked(step, (step.to,), asked_at)
        elif step.if_missed == "chat":
            yield from self._chat(step, (step.to,))
        elif step.if_missed == "mail":
            yield from self._mail(step, (step.to,))

    def _wait(self, step: steps.Wait) -> Course:
        until = step.until
        if step.for_ is not None:
            yield from self.until(self.now + step.for_)
        elif isinstance(until, Condition):
            condition = until
            yield from self.until(self.now + step.at_most, lambda: self._holds(condition))
        else:
            at = self._solution.instant(until)
            assert at is not None
            yield from self.until(at)

    def _look(self, step: steps.Read) -> Course:
        before = len(self.seen)
        if step.file is not None:
            yield from self.do("drive.read", path=step.file)
        elif step.ticket is not None:
            yield from self.do("tracker.read", ticket=step.ticket)
        elif step.mail is not None:
            outcome: Outcome = yield from self.do("mail.list", limit=100)
            for row in (outcome.receipt or {}).get("mails", ()):
                if folded(step.mail) in folded(row["subject"]):
                    yield from self.do("mail.read", mail=row["id"])
                    break
        else:
            yield from self.do("chat.read", place=step.channel or step.chat, limit=50)
        yield from self._opened(before)

    def _ticket(self, step: steps.Ticket) -> Course:
        if step.set:
            changes = {str(field): value for field, value in step.set.items()}
            yield from self.do("tracker.change", ticket=step.ticket, **changes)
        text = self._words(step)
        if text:
            yield from self.do("tracker.comment", ticket=step.ticket, text=text)

    def _attend(self, step: steps.Attend) -> Course:
        """Find the meeting in today's calendar, wait for it, go in and stay."""
        outcome: Outcome = yield from self.do("calendar.list")
        for entry in (outcome.receipt or {}).get("entries", ()):
            if entry["meeting"] and folded(step.meeting) in folded(entry["title"]) and entry["state"] != "ended":
                yield from self.until(int(entry["start"]) + 5, through=True)
                yield from self.sit_in(entry["meeting"], self._words(step))
                return

    def _answer_invitation(self, step: steps.AnswerInvitation) -> Course:
        """Find the meeting in the calendar of the next two weeks, and answer."""
        last = self.local(self.now + 14 * DAY)[:10]
        outcome: Outcome = yield from self.do("calendar.list", last=last)
        start = self._solution.instant(step.start)
        given = {"delegate": step.delegate or "", "proposed_start": "" if start is None else self.local(start)}
        for entry in (outcome.receipt or {}).get("entries", ()):
            if entry["meeting"] and folded(step.meeting) in folded(entry["title"]) and entry["state"] == "planned":
                yield from self.do(
                    "calendar.answer", meeting=entry["meeting"], answer=step.answer, note=step.note,
                    **{key: value for key, value in given.items() if value},
                )  # fmt: skip
                return

    # -- at any time ----------------------------------------------------------------------------------------------

    def answer(self, ring: Ring) -> Course:
        """As a step says that waits for this person; else take it, hear them out and thank them."""
        for step in self._standing:
            if isinstance(step, steps.Take | steps.Decline) and step.from_ == ring.who:
                self._standing.remove(step)
                if isinstance(step, steps.Decline):
                    yield from self._once("calls.decline", {"call": ring.call, "why": step.why})
                else:
                    yield from self.take(ring, self._words(step, (ring.who,)))
                    self.gives_up = step.then == "drop"
                return
        yield from self.take(ring)

    def paged(self, page: str) -> Course:
        """As a step says that waits for a page; else take it."""
        step = next((step for step in self._standing if isinstance(step, steps.Paged)), None)
        if step is None:
            yield from super().paged(page)
            return
        self._standing.remove(step)
        match step.then:
            case "hand on":
                yield from self._once("pager.pass_on", {"page": page, "person": step.to, "note": step.note})
            case "defer":
                until = self._solution.instant(step.until)
                yield from self._once("pager.defer", {"page": page, "until": until, "why": step.note})
            case "turn down":
                yield from self._once("pager.decline", {"page": page, "why": step.note})
            case "acknowledge":
                yield from super().paged(page)

    def reply_in_call(self, ring: Ring, said: tuple[Seen, ...]) -> str | None:
        """Thank them, once; then let them end it, or end it oneself."""
        if ring.call in self._thanked:
            return ""
        self._thanked.add(ring.call)
        return "Thank you for telling me."

    def opened(self, new: tuple[Seen, ...]) -> Course:
        """Answer what a step waits for."""
        for seen in new:
            if seen.where not in ("chat", "mail") or seen.automatic or not self._is_for_me(seen):
                continue
            text = folded(f"{seen.subject} {seen.text}")
            for step in self._standing:
                if not isinstance(step, steps.Reply) or step.from_ != seen.who:
                    continue
                if not step.about or any(folded(word) in text for word in step.about):
                    self._standing.remove(step)
                    yield from self._reply(step, seen)
                    break

    def _is_for_me(self, seen: Seen) -> bool:
        first = folded(self._first_names.get(self.briefing.me, self.briefing.name))
        return seen.direct or f"@{folded(self.briefing.me)}" in folded(seen.text) or first in folded(seen.text)

    def _reply(self, step: steps.Reply, seen: Seen) -> Course:
        text = self._words(step)
        if not text:
            return
        self._note_asked(step, (seen.who,))
        if seen.where == "mail":
            yield from self.do("mail.reply", mail=seen.ref, text=text)
        else:
            thread = seen.thread or (seen.ref if seen.place.startswith("#") else None)
            yield from self.do("chat.send", to=seen.place, text=text, **({"thread": thread} if thread else {}))

    # -- words ----------------------------------------------------------------------------------------------------

    def _words(self, step: Words, to: tuple[str, ...] = ()) -> str:
        known = self._values()
        first = self._first_names.get(to[0], "") if len(to) == 1 else ""
        return self._solution.words(step, self._script, known, first)

    def _values(self) -> dict[str, str]:
        """The values that were learned, by fact."""
        return {fact.id: value for fact in self._script.facts if (value := self._learned(fact)) is not None}

    def _subject(self, step: Words) -> str:
        """The first topic of what is said."""
        things: list[Fact | Approval | Favour] = [*self._script.approvals, *self._script.favours, *self._script.facts]
        topics = {thing.id: thing.topic for thing in things}
        for name in (step.request, step.favour, *step.ask, *step.with_):
            if name is not None:
                return topics[name][:1].upper() + topics[name][1:]
        return ""

    def _note_asked(self, step: Words, to: tuple[str, ...], at: int | None = None) -> None:
        at = self.now if at is None else at
        for wanted in (step.request, step.favour):
            if wanted is not None:
                for who in to:
                    self._asked_for.setdefault(wanted, {}).setdefault(who, at)
        for name in (step.request, step.favour, *step.ask):
            if name is not None:
                for who in to:
                    self._put.setdefault(who, []).append((at, name))

    # -- what has come about ----------------------------------------------------------------------------------------

    def _holds(self, condition: Condition) -> bool:
        since = self._solution.instant(condition.since) or 0
        if condition.learned:
            facts = [fact for fact in self._script.facts if fact.id in condition.learned]
            return all(self._learned(fact, since) is not None for fact in facts)
        if condition.decided is not None or condition.approved is not None:
            wanted = condition.decided or condition.approved
            approval = next(entry for entry in self._script.approvals if entry.id == wanted)
            verdict = self._verdict(approval, since)
            return verdict == "grant" if condition.approved is not None else verdict is not None
        if condition.done is not None:
            favour = next(entry for entry in self._script.favours if entry.id == condition.done)
            return self._is_done(favour, since)
        if condition.heard_from is not None:
            return bool(self.since(since, condition.heard_from))
        if condition.paged is not None:
            return any(folded(condition.paged) in folded(gist) for _, gist in self.pages)
        return condition.given in self.tasks

    def _learned(self, fact: Fact, since: int = 0) -> str | None:
        """The latest value of a fact that stands in something read or heard after ``since``."""
        self._look_through()
        stated = (n for seen, n in self._stated.get(fact.id, ()) if seen.at > since and not (since and seen.old))
        latest = max(stated, default=-1)
        return fact.versions[latest].value if latest >= 0 else None

    def _look_through(self) -> None:
        """Note which facts the texts state that have come since it last looked: each text is looked through once."""
        for seen in self.seen[self._looked_through :]:
            text = folded(seen.text)
            for fact in self._script.facts:
                if (n := _version_stated(text, fact.versions)) >= 0:
                    self._stated.setdefault(fact.id, []).append((seen, n))
        self._looked_through = len(self.seen)

    def _verdict(self, approval: Approval, since: int) -> Verdict | None:
        """What somebody entitled has answered to a request that was put to them."""
        for who, at in self._asked_for.get(approval.id, {}).items():
            if who not in approval.entitled and not approval.by_graph:
                continue
            for seen in self.since(max(at, since), who):
                if approval.sort != "approval":
                    if _settles(approval, seen.text):
                        return "grant"
                    continue
                if (decided := _gives_reason(approval, seen.text)) is not None:
                    return decided
                about = self._is_about(approval, seen)
                if not about and not self._is_answer(approval, who, at, seen):
                    continue
                # Who decides may have changed with the organisation: whoever sends on to somebody does not.
                said = verdict_of(seen.text, names_somebody=who not in approval.entitled and self._names(seen))
                if said in ("grant", "refuse") or (said is None and about):
                    return "refuse" if who in approval.refuses or said == "refuse" else "grant"
        return None

    def _names(self, seen: Seen) -> bool:
        """Whether a text names a third person by their first name."""
        words = set(re.findall(r"\w+", folded(seen.text)))
        others = (first for who, first in self._first_names.items() if who not in (seen.who, self.briefing.me))
        return any(folded(first) in words for first in others)

    def _is_about(self, approval: Approval, seen: Seen) -> bool:
        """Whether a text speaks of this approval, and of no other that is wanted of the same person more than of it."""
        pending = [
            other
            for other in self._script.approvals
            if other.id != approval.id and self._asked_for.get(other.id, {}).get(seen.who, seen.at) < seen.at
        ]
        if any(_gives_reason(other, seen.text) for other in pending):
            return False
        own = _in_common(approval, seen.text)
        rival = max((_in_common(other, seen.text) for other in pending), default=0)
        return own >= min(2, len(_words_of(approval))) and own > rival

    def _is_answer(self, approval: Approval, who: str, at: int, seen: Seen) -> bool:
        """Whether a text that does not say what it is about can be the answer to this request.

        What they say to a room is none. Where something else was put to them, it is the answer to what it speaks of, to
        what it settles or tells; else to the request where it was put last, or, in so many words, where it is the only.
        """
        if not seen.direct:
            return False
        others = [(when, name) for when, name in self._put.get(who, ()) if name != approval.id and when < seen.at]
        for _, name in others:
            if self._speaks_of(name, seen.text):
                return False
        later = [name for when, name in others if when >= at]
        requests = {other.id for other in self._script.approvals}
        return not later or (is_outspoken(seen.text) and requests.isdisjoint(later))

    def _speaks_of(self, name: str, text: str) -> bool:
        """Whether a text answers another thing that was put to its writer."""
        for fact in self._script.facts:
            if fact.id == name:
                return _version_stated(folded(text), fact.versions) >= 0
        for favour in self._script.favours:
            if favour.id == name:
                return favour.says is not None and folded(favour.says) in folded(text)
        other = next(entry for entry in self._script.approvals if entry.id == name)
        return _gives_reason(other, text) is not None or _in_common(other, text) >= min(2, len(_words_of(other)))

    def _is_done(self, favour: Favour, since: int) -> bool:
        """Whether whoever does it has said, after they were asked, that it is done."""
        asked = self._asked_for.get(favour.id, {}).get(favour.by)
        if asked is None:
            return False
        for seen in self.since(max(asked, since), favour.by):
            text = folded(seen.text)
            if favour.says is not None and folded(favour.says) in text:
                return True
            if {"done", "finished", "ready"} & set(text.replace(".", " ").replace(",", " ").split()):
                return True
        return False


def _version_stated(folded_text: str, versions: tuple[Version, ...]) -> int:
    """The number of the latest version that a folded text states, -1 for none."""
    ways = (spellings(version.value, version.spelled) for version in versions)
    stated = (n for n, some in enumerate(ways) if where_stated(folded_text, some) is not None)
    return max(stated, default=-1)


class Oracle(Scripted):
    """Plays the scenario's own solution: what can be reached by somebody who knows whom to ask and when."""

    name = "oracle"

    @classmethod
    def for_scenario(cls, loaded: "Loaded", argument: str | None, /) -> Self:
        """The player of the scenario's solution. Raises :class:`~workaday.players.registry.UnknownPlayer`."""
        return cls.of_solution(loaded, argument)

    @classmethod
    def of_solution(cls, loaded: "Loaded", argument: str | None) -> Self:
        """The player of the steps that `changed` makes of the solution. Raises `UnknownPlayer` where there is none."""
        if argument is not None:
            raise UnknownPlayer(cls.name, "takes no argument: it plays the scenario's own solution")
        if not loaded.solution.steps:
            raise UnknownPlayer(cls.name, f"{loaded.script.scenario} has no solution to play: add solution: to it")
        solution = loaded.solution._replace(steps=cls.changed(loaded))
        return cls(solution, loaded.script, {person.id: person.first for person in loaded.org.people()})

    @classmethod
    def changed(cls, loaded: "Loaded") -> tuple[Step, ...]:
        """The steps that are played: the solution's as they stand. Those that spoil it give others."""
        return loaded.solution.steps


def _words_of(approval: Approval) -> frozenset[str]:
    return frozenset(word for name in (approval.topic, *approval.asked_as) for word in content_words(name))


def _in_common(approval: Approval, text: str) -> int:
    """How many words of what an approval is called by stand in a text."""
    return len(_words_of(approval) & content_words(text))


def _settles(matter: Approval, text: str) -> bool:
    """Whether somebody says in ``text`` how a matter is decided."""
    return _holds_one(text, matter.grants_because.values())


def _gives_reason(approval: Approval, text: str) -> Verdict | None:
    """What a text decides that gives a reason its author wrote for deciding this approval."""
    if _holds_one(text, approval.refuses.values()):
        return "refuse"
    return "grant" if _holds_one(text, approval.grants_because.values()) else None


def _holds_one(text: str, reasons: Iterable[str]) -> bool:
    said = folded(text)
    return any(folded(words).strip(" .") in said for words in reasons if words)
