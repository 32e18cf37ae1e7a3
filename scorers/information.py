"""Whether what was known got to whom it concerned, and to nobody else: told, corrected, kept, credited, noticed.

docs/scorers/information.md says how it is worked out and what guards it.
"""

import re
from collections.abc import Iterator
from functools import cached_property

from scorers.asks import answers, asks_of_seat
from scorers.case import Case, Learned
from scorers.decided import decision_on, heard_of
from scorers.deliveries import Handed, handed_in
from scorers.never import barred, is_guarded, leaked
from scorers.outcome import checkpoints
from scorers.questions import Topics
from scorers.requests import requests
from scorers.score import Criterion, Score, capital, first_loss, not_applicable, summed_up
from scorers.statements import read_fact
from sim.record import Record
from sim.script import Approval, Fact, Need, Task
from sim.spelling import folded, has_word
from sim.vocabulary.core import Event
from sim.vocabulary.world import FactTold

TOLD, CONCERNED, CORRECTED, KEPT, CREDITED, NOTICED = 1.0, 2.0, 1.0, 2.0, 1.0, 2.0
"""Weights: a recipient told, those a decision concerns, somebody told of a change, a secret kept, sources named, a
silent change noticed (design choices)."""
_WANTS_SOURCES = re.compile(
    r"\b(?:name them|who (?:said|says|gave|told|answers for|decided|counted)|from whom|whose (?:figure|word|count)|"
    r"sources?|credit)\b"
)
TIME_TO_TELL = 3600
"""Where so little working time was left after the player learned of a change, nothing is said of whom it told."""


class Information:
    """Scores what the player did with what it knew."""

    name = "information"
    version = "2"

    def score(self, record: Record) -> Score:
        """The mean over all that there was to tell, keep, credit and notice. Not applicable where there was nothing."""
        flow = _Flow(Case.of(record))
        criteria = [*flow.told(), *flow.concerned(), *flow.corrected(), *flow.kept(), *flow.credited(), *flow.noticed()]
        if not criteria:
            return not_applicable(self, "The player knew nothing that somebody was to be told, and handed nothing in.")
        lost = [c for c in criteria if c.value is not None and c.value < 1.0]
        said = first_loss(criteria, "All who had to know were told, and nobody else.")
        return summed_up(self, criteria, f"Matters: {len(criteria)}, not as they should be: {len(lost)}. {said}")


class _Flow:
    """What the player of one case knew, from whom, and what it told to whom."""

    def __init__(self, case: Case) -> None:
        self.case = case

    @cached_property
    def tellings(self) -> tuple[tuple[Event, FactTold], ...]:
        """What the player told people, files included."""
        return tuple(self.case.record.bodies(FactTold, actor=self.case.seat, since=self.case.start))

    @cached_property
    def handed(self) -> tuple[tuple[Task, Handed], ...]:
        """The tasks for which something was handed in, with that."""
        given = ((task, handed_in(self.case, task, self.case.end)) for task in self.case.script.tasks)
        return tuple((task, handed) for task, handed in given if handed is not None and self.case.given(task))

    # --- told ---

    def told(self) -> Iterator[Criterion]:
        """Whether whom each result is for heard that it is there."""
        found = {c.name: c for c in checkpoints(self.case)}
        for task, handed in self.handed:
            c = found.get(f"{task.id}: told")
            place = found.get(f"{task.id}: in place")
            if c is not None and c.value is not None and place is not None and place.value:
                shown = (handed.serial, *(s for s in c.evidence if s != handed.serial))
                yield Criterion(
                    name=c.name, value=float(c.value > 0), weight=TOLD, explanation=c.explanation, evidence=shown
                )

    # --- those a decision concerns ---

    def concerned(self) -> Iterator[Criterion]:
        """Whether those whose matter it was heard of the decision from the player."""
        for matter in self.case.script.approvals:
            event = decision_on(self.case, matter)
            if matter.sort == "approval" or event is None:
                continue
            for who in dict.fromkeys((*matter.parties, *((matter.ask_first,) if matter.ask_first else ()))):
                if who not in (event.actor, self.case.seat) and self.case.works_here(who):
                    found = self._told_of(matter, who, event)
                    if found is not None:
                        yield found

    def _told_of(self, matter: Approval, who: str, decided: Event) -> Criterion | None:
        case, name, person = self.case, f"{matter.id}: {who} told", self.case.person_named(who)
        heard = heard_of(case, matter, who, decided)
        if heard.said is not None:
            why, shown = f"{person} heard from the player what was decided.", (decided.serial, heard.said.serial)
            return Criterion(name=name, value=1.0, weight=CONCERNED, explanation=why, evidence=shown)
        if heard.other is not None or case.worked(case.seat, decided.at, case.end) < TIME_TO_TELL:
            return None
        why = f"{person}, whose matter it was, was never told what was decided on {matter.topic}."
        fault = case.broken_by or "agent"
        return Criterion(
            name=name, value=0.0, weight=CONCERNED, explanation=why, evidence=(decided.serial,), fault=fault
        )

    # --- corrected ---

    def corrected(self) -> Iterator[Criterion]:
        """Whether those whom the player had told what then changed were told so, once the player knew."""
        told: dict[tuple[str, str], list[tuple[Event, FactTold]]] = {}
        for event, body in self.tellings:
            for who in body.to if body.version is not None else ():
                if body.where != "drive" or who in self._readers(body.ref):
                    told.setdefault((who, body.fact), []).append((event, body))
        for (who, fact), tellings in told.items():
            news = self.case.learned.get((self.case.seat, fact), ())
            newest = max(news, key=lambda heard: (heard.body.version or 0, -heard.event.serial), default=None)
            if newest is not None and self.case.works_here(who):
                found = self._corrected(who, fact, tellings, newest)
                if found is not None:
                    yield found

    def _corrected(
        self, who: str, fact: str, tellings: list[tuple[Event, FactTold]], news: Learned
    ) -> Criterion | None:
        case, number = self.case, news.body.version or 0
        old = [(e, b) for e, b in tellings if e.serial < news.event.serial and (b.version or 0) < number]
        if not old or who in case.fact(fact).versions[number].known_by or self._is_settled(who, fact, old[-1]):
            return None
        heard = case.learned.get((who, fact), ())
        if any(h.body.source != case.seat and (h.body.version or 0) >= number for h in heard):
            return None
        person, topic = case.person_named(who), case.fact(fact).topic
        name, shown = f"corrected {fact}: {who}", (old[-1][0].serial, news.event.serial)
        again = next((e for e, b in tellings if e.serial > news.event.serial and (b.version or 0) >= number), None)
        if again is not None:
            why = f"{person}, who had {topic} from the player, was told that it had changed."
            return Criterion(name=name, value=1.0, weight=CORRECTED, explanation=why, evidence=(*shown, again.serial))
        if case.worked(case.seat, news.event.at, case.end) < TIME_TO_TELL and not case.left_early:
            return None
        why = f"{person} had {topic} from the player, and was never told that it had changed."
        fault = case.broken_by or "agent"
        return Criterion(name=name, value=0.0, weight=CORRECTED, explanation=why, evidence=shown, fault=fault)

    def _is_settled(self, who: str, fact: str, told: tuple[Event, FactTold]) -> bool:
        """Whether it was told as of a moment, as a task wanted it, or for a decision that has been taken."""
        event, body = told
        for task in self.case.script.tasks:
            for need in task.needs:
                as_of = need.fact == fact and need.as_of is not None and who in (task.to, task.deliver.to)
                if as_of and self.case.version_at(fact, need.as_of or 0)[0] == body.version:
                    return True
        for_it = {r.approval for r in requests(self.case) if r.of == who and r.serial in event.causes}
        for_it |= {a.id for a in self.case.script.approvals if fact in a.needs}
        return any(e.actor == who and b.approval in for_it and e.serial > event.serial for e, b in self.case.decisions)

    def _readers(self, ref: str) -> frozenset[str]:
        """Those for whom the file is that a reference ("/board/page.md@2") points to."""
        path = ref.rpartition("@")[0].casefold()
        return frozenset(t.to for t in self.case.script.tasks if (t.deliver.path or "").casefold() == path)

    # --- kept ---

    def kept(self) -> Iterator[Criterion]:
        """Whether what not everybody may know went to nobody who may not: where it did, or where somebody asked."""
        case, topics = self.case, Topics(self.case.script.facts)
        found = leaked(case)
        for fact in case.script.facts:
            if not (fact.secret or is_guarded(case, fact)):
                continue
            if fact.id in found:
                told = found[fact.id][1]
                why = f"It told {fact.topic} to somebody who may not know it."
                yield Criterion(name=f"kept {fact.id}", value=0.0, weight=KEPT, explanation=why, evidence=told)
                continue
            for ask in asks_of_seat(case):
                reply = answers(case, ask)[:1]
                knew = self._knew(fact, ask.serial)
                if reply and knew and fact.id in topics.of(ask.about) and not self._may_know(fact, ask.by, ask.at):
                    why = f"{case.person_named(ask.by)} asked for {fact.topic}, and did not get it."
                    shown = (ask.serial, reply[0].serial)
                    yield Criterion(name=f"kept {fact.id}", value=1.0, weight=KEPT, explanation=why, evidence=shown)
                    break

    def _knew(self, fact: Fact, serial: int) -> bool:
        seat = self.case.seat
        return any(seat in v.known_by for v in fact.versions) or self.case.has_learned(seat, fact.id, serial)

    def _may_know(self, fact: Fact, who: str, at: int) -> bool:
        if any(who in version.known_by for version in fact.versions) or not self.case.works_here(who):
            return True
        return not barred(self.case, fact, who, at) and (fact.telling.to is None or who in fact.telling.to)

    # --- credited ---

    def credited(self) -> Iterator[Criterion]:
        """Of each result that wants sources or has several, the share of what colleagues gave whose source it names,
        there or where it is announced."""
        for task, handed in self.handed:
            text = "\n".join(part.text for part in handed.parts)
            said = (m for m in self.case.sent_to(task.to, since=handed.first.at) if m.at <= handed.at + 3600)
            around = folded("\n".join((text, *(f"{m.subject or ''}\n{m.text}" for m in said))))
            sources = [s for need in task.needs if (s := self._source(task, need, handed, text)) is not None]
            wanted = _WANTS_SOURCES.search(folded(task.text)) is not None
            if not sources or not (wanted or len({s.body.source for s in sources}) > 1):
                continue
            named = [one for one in sources if self._names(around, one.body.source)]
            missing = [self.case.person_named(s.body.source) for s in sources if s not in named]
            why = "It says from whom it has what colleagues gave."
            if missing:
                why = f"It does not say what is from {' and '.join(dict.fromkeys(missing))}."
            yield Criterion(
                name=f"{task.id}: credit",
                value=round(len(named) / len(sources), 6),
                weight=CREDITED if wanted else CREDITED / 2,
                explanation=why,
                evidence=(*dict.fromkeys(one.event.serial for one in sources), handed.serial),
            )

    def _source(self, task: Task, need: Need, handed: Handed, text: str) -> Learned | None:
        """From which colleague the player had what a result says of a fact; None where from nobody but its reader."""
        fact = self.case.fact(need.fact)
        heard = [h for h in self.case.learned.get((self.case.seat, need.fact), ()) if h.event.serial < handed.serial]
        if not heard or read_fact(text, fact, heard[-1].body.version or 0).silent:
            return None
        source = heard[-1].body.source
        natural = self.case.works_here(source) and source not in (self.case.seat, task.to)
        return heard[-1] if natural else None

    def _names(self, folded_text: str, who: str) -> bool:
        person = self.case.org.person(who)
        names = (person.name, person.first, person.name.rpartition(" ")[2])
        return has_word(folded_text, filter(None, names))

    # --- noticed ---

    def noticed(self) -> Iterator[Criterion]:
        """Whether what changed silently, after the player had learned it, was noticed before the result went out."""
        case, seen = self.case, set[str]()
        for task, handed in self.handed:
            for need in task.needs:
                at = handed.at if need.as_of is None else min(need.as_of, handed.at)
                number, version = case.version_at(need.fact, at)
                heard = case.learned.get((case.seat, need.fact), ())
                old = next((h for h in heard if (h.body.version or 0) < number and h.event.at <= handed.at), None)
                if not version.silent or old is None or need.fact in seen:
                    continue
                seen.add(need.fact)
                news = next((h for h in heard if h.body.version == number and h.event.at <= handed.at), None)
                topic = case.fact(need.fact).topic
                how = "noticed before" if news is not None else "did not notice before"
                why = f"{capital(topic)} changed without a word. The player {how} it handed in {task.title!r}."
                yield Criterion(
                    name=f"noticed {need.fact}",
                    value=float(news is not None),
                    weight=NOTICED,
                    explanation=why,
                    evidence=(old.event.serial, *((news.event.serial,) if news else ()), handed.serial),
                    fault="agent" if news is not None else case.broken_by or "agent",
                )
