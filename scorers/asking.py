"""Whether the player asked for what it lacked, of those who have it, and for little else: Ask-F1.

docs/scorers/asking.md says how it is worked out and what guards it.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from scorers.asks import asks_of_seat
from scorers.case import Case
from scorers.deliveries import handed_in
from scorers.fidelity.truth import Beliefs
from scorers.provenance import found_out
from scorers.questions import Question, Topics, questions
from scorers.score import Criterion, Score, capital, not_applicable
from sim.record import Record
from sim.vocabulary.world import Redirected

ASIDE = 0.25
"""Weight of a question about nothing that the scenario knows, beside one about a fact: what it was for is unclear."""
STALE = 8 * 3600
"""Working time after which one may ask again for what one has learned: it may have changed (design choice)."""


class Asking:
    """Scores the questions of the player against what it had to find out."""

    name = "asking"
    version = "2"

    def score(self, record: Record) -> Score:
        """The harmonic mean of question precision and blocker recall. Not applicable where no task needed anything
        that the player did not have or come by unasked."""
        inquiry = _Inquiry(Case.of(record))
        judged = list(inquiry.judged())
        blockers = list(inquiry.blockers([j.question for j in judged if j.useful]))
        needed = [c for c in blockers if c.value is not None]
        if not needed:
            return not_applicable(self, "No task needed anything that the player did not have or come by unasked.")
        recall = sum(c.value or 0.0 for c in needed) / len(needed)
        whole = sum(j.weight for j in judged)
        precision = sum(j.weight for j in judged if j.useful) / whole if whole else 0.0
        value = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        got, useless = sum(1 for c in needed if c.value), sum(1 for j in judged if not j.useful)
        of_use = "The share of the questions that were of use."
        asked_for = "The share of what had to be asked for that was asked of those who have it or know who does."
        criteria = (
            Criterion(name="precision", value=round(precision, 6) if whole else None, explanation=of_use),
            Criterion(name="recall", value=round(recall, 6), explanation=asked_for),
            *blockers,
            *(j.criterion for j in judged),
        )
        return Score(
            scorer=self.name,
            version=self.version,
            value=round(value, 6),
            explanation=f"Facts to ask for: {len(needed)}, asked for {got}. "
            f"Questions: {len(judged)}, of no use {useless}.",
            evidence=tuple(sorted({serial for c in criteria for serial in c.evidence})),
            criteria=criteria,
        )


class _Judged(NamedTuple):
    question: Question
    useful: bool
    why: str

    @property
    def weight(self) -> float:
        return ASIDE if self.question.fact is None else 1.0

    @property
    def criterion(self) -> Criterion:
        name = f"question {self.question.serial}: {self.question.fact or 'other'}"
        shown = (self.question.serial,)
        return Criterion(name=name, value=float(self.useful), weight=0.0, explanation=self.why, evidence=shown)


class _Inquiry:
    """The questions of one case, what they were for, and what they should have been for."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.asked = questions(case)
        self.beliefs = Beliefs(case)

    @cached_property
    def needed(self) -> Mapping[str, int]:
        """The facts that the given tasks need, and what their approvals have to name, with the instant that counts; and
        the facts that these follow from."""
        case, found = self.case, dict[str, int]()

        def need_of(fact: str, at: int) -> None:
            if fact not in found:
                found[fact] = at
                for alternatives in case.fact(fact).follows_from:
                    for source in alternatives:
                        if not source.startswith("/"):
                            need_of(source, at)

        for task in filter(case.given, case.script.tasks):
            handed = handed_in(case, task, case.end)
            due = task.deliver.by if handed is None else handed.at
            for need in task.needs:
                need_of(need.fact, due if need.as_of is None else need.as_of)
            approval = case.approvals.get(task.approval or "")
            for fact in () if approval is None else approval.needs:
                need_of(fact, due)
        return found

    @cached_property
    def wanted(self) -> Mapping[str, int]:
        """The facts that others asked the player for, each with when first."""
        topics, found = Topics(self.case.script.facts), dict[str, int]()
        for ask in asks_of_seat(self.case):
            for fact in topics.of(ask.about):
                found.setdefault(fact, ask.serial)
        return found

    @cached_property
    def pointed(self) -> tuple[tuple[int, str, frozenset[str]], ...]:
        """Each time somebody sent the player on: when, who, and in which matters."""
        sent = self.case.record.bodies(Redirected)
        return tuple((e.serial, e.actor, frozenset(b.topics)) for e, b in sent if self.case.seat in b.reader)

    # --- questions ---

    def judged(self) -> Iterator[_Judged]:
        """Each question with whether it was of use; those left out that but repeat one which was not answered yet."""
        for question in self.asked:
            fact = question.fact
            who = ", ".join(self.case.person_named(one) for one in question.of[:3])
            if fact is None:
                why = f"{who} was asked: {question.text!r}{'.' if question.serves else ', for no task.'}"
                yield _Judged(question, question.serves, why)
                continue
            found = self._of_use(question, fact)
            if found is not None:
                yield _Judged(question, found[0], f"{who} was asked for {self.case.fact(fact).topic}{found[1]}.")

    def _of_use(self, question: Question, fact: str) -> tuple[bool, str] | None:
        case = self.case
        if fact not in self.needed and self.wanted.get(fact, question.serial) >= question.serial:
            return False, ", which no task needs"
        number = case.version_at(fact, question.at)[0]
        learned = [(e, b) for e, b in case.learned.get((case.seat, fact), ()) if e.serial < question.serial]
        latest = next((e for e, b in reversed(learned) if b.version == number), None)
        if latest is not None and case.worked(case.seat, latest.at, question.at) < STALE:
            return False, ", which the player had just learned"
        before = [q for q in self.asked if q.fact == fact and q.serial < question.serial]
        last = learned[-1][0].serial if learned else 0
        if any(q.serial > last and not set(question.of).isdisjoint(q.of) for q in before):
            return None
        if any(self.beliefs.at(one, fact, question.serial) is not None for one in question.of):
            return True, ", who had it"
        if self._points(question, fact) and not any(self._points(q, fact) for q in before):
            return True, ", who knew whom to ask"
        return False, ", who did not have it"

    def _points(self, question: Question, fact: str) -> bool:
        """Whether one of those asked could send the player on: as the scenario says, or as they did."""
        if not self.case.fact(fact).pointed_to_by.keys().isdisjoint(question.of):
            return True
        return any(s > question.serial and who in question.of and fact in topics for s, who, topics in self.pointed)

    # --- blockers ---

    def blockers(self, useful: list[Question]) -> Iterator[Criterion]:
        """Each fact that was needed, that somebody can tell and that the player did not have, by whether it was asked
        for."""
        case = self.case
        for fact, as_of in self.needed.items():
            if all(version.known_by == (case.seat,) for version in case.fact(fact).versions):
                continue  # to be worked out, or read: there is nobody to ask
            topic, name = case.fact(fact).topic, f"blocker {fact}"
            question = next((q for q in useful if q.fact == fact), None)
            others = tuple(q.serial for q in self.asked if q.fact == fact)
            known = found_out(case, fact, case.version_at(fact, as_of)[0], case.end)
            if known is not None and (not known or not others or known[0] < others[0]):
                why = f"{capital(topic)}: the player had it, or came by it unasked."
                yield Criterion(name=name, value=None, weight=0.0, explanation=why, evidence=known)
            elif question is not None:
                why = f"It asked for {topic}."
                yield Criterion(name=name, value=1.0, weight=0.0, explanation=why, evidence=(question.serial,))
            elif case.left_early or as_of <= case.end:
                how = (
                    f"It asked for {topic} only of people who did not have it."
                    if others
                    else f"Nobody was asked for {topic}."
                )
                fault = case.broken_by or "agent"
                yield Criterion(name=name, value=0.0, weight=0.0, explanation=how, evidence=others, fault=fault)
