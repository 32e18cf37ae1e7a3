"""Micro-records: a few events told in one or two lines each, to test what scorers make of them.

Everything happens in one week in March 2026 at a small organisation. Kim sits in the seat and reports to Mia, who
reports to Ines, who reports to Ruth. Mia may spend 1 000 EUR, Ines 25 000, Ruth all. Work is from 9 to 17 in Graz
(8 hours a day, no break), and from 9 to 17 in Boston, six hours later.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import pytest

from orgs.graph import OrgGraph
from orgs.schema import Org
from scorers.score import Criterion, Score, Scorer
from sim.record import Record
from sim.script import Approval, Deliverable, Fact, Need, Script, Task, Version
from sim.source import compose, parse
from sim.units import WeekTime
from sim.vocabulary.calls import CallAnswered, CallDeclined, CallEnded, CallMissed, CallRung, CallSaid
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.core import Body, Event
from sim.vocabulary.drive import FileWritten
from sim.vocabulary.mail import MailSent
from sim.vocabulary.run import RunEnded, RunStarted
from sim.vocabulary.seat import Acted
from sim.vocabulary.world import ApprovalGiven, AskMade, FactChanged, FactLearned, TaskGiven

ORG = """\
org: lens
name: Lens & Light
currency: EUR
sites:
  graz: {zone: Europe/Vienna, hours: "mon-fri 09:00-17:00"}
  boston: {zone: America/New_York, hours: "mon-fri 09:00-17:00"}
people:
  ruth: {name: Ruth Adeyemi, title: Managing Director, site: graz, approves: {spend: any}}
  ines: {name: Ines Hofer, title: Head of Finance, site: graz, reports_to: ruth, approves: {spend: 25 000 EUR},
         deputy: {who: tomas, approves: same}}
  tomas: {name: Tomás Ferrer, title: Accountant, site: graz, reports_to: ines}
  mia: {name: Mia Brandt, title: Operations lead, site: graz, reports_to: ines, approves: {spend: 1 000 EUR}}
  marco: {name: Marco Riva, title: Buyer, site: graz, reports_to: mia, focus: "mon-fri 13:00-15:00"}
  lea: {name: Lea Stone, title: Field engineer, site: boston, reports_to: mia}
  kim: {name: Kim Ode, title: Analyst, site: graz, reports_to: mia, persona: seat}
teams:
  ops: {lead: mia, members: [marco, lea, kim]}
policies:
  - {may_not_know: pay rise, except: [ruth, ines, kim], because: not settled yet}
"""

START = 1772438400
"""Monday 2 March 2026, 09:00 in Graz."""
ZONE = "Europe/Vienna"

PRICE = Fact(
    id="price",
    topic="the price of a detector",
    versions=(
        Version(value="41 300 EUR", since=START - 86400, known_by=("marco",)),
        Version(value="46 900 EUR", since=START + 2 * 86400 + 2 * 3600, silent=True, known_by=("marco",)),
    ),
)
"""41 300 EUR until Wednesday 11:00, then 46 900 EUR."""

STOCK = Fact(
    id="stock",
    topic="the detectors in stock",
    versions=(Version(value="17 pieces", spelled=("seventeen pieces",), since=START - 86400, known_by=("lea",)),),
)

SPEND = Approval(
    id="detectors", kind="spend", topic="the order of ten detectors", amount="20 000 EUR", entitled=("ines", "ruth")
)


@cache
def org_data() -> Any:
    """The organisation as a record keeps it."""
    return OrgGraph(parse(compose(ORG), Org)).to_data()


def at(text: str) -> int:
    """The instant of "tue 10:15" in Graz."""
    return WeekTime.parse(text).instant(START, ZONE)


def page(**changes: Any) -> Task:
    """A task: write /board/detectors.md for Ines by Thursday 16:00, with the price and the stock."""
    task = Task(
        id="page",
        title="One page on the detectors",
        text="Can we still order?",
        given_by="ines",
        given_at=START,
        to="ines",
        deliver=Deliverable(kind="file", path="/board/detectors.md", by=at("thu 16:00")),
        needs=(Need(fact="price"), Need(fact="stock")),
    )
    return task.model_copy(update=changes)


class Story:
    """Events in the order in which they are told. Times are local ("tue 10:15"); people are ids."""

    def __init__(self, *tasks: Task, grading: Any = None, **script: Any) -> None:
        facts = script.pop("facts", (PRICE, STOCK))
        script = {
            "scenario": "micro", "title": "Micro", "brief": "You are the analyst.", "seat": "kim", "start": START,
            "horizon": at("fri 17:00"), "cast": ("ruth", "ines", "tomas", "mia", "marco", "lea"), "facts": facts,
            "tasks": tasks, **script,
        }  # fmt: skip
        self.script = Script(**script)
        self.grading = grading
        self.events: list[Event] = []
        self.add("mon 09:00", "world", RunStarted(scenario="micro", seed=1, player="test", mind="test"))
        for task in tasks:
            self.add("mon 09:00", task.given_by, TaskGiven(task=task.id, to="kim"))

    def add(self, when: str | int, who: str, body: Body, *causes: int) -> int:
        """Any event; its serial."""
        instant = when if isinstance(when, int) else at(when)
        self.events.append(Event(len(self.events) + 1, instant, who, body.kind, body, causes))
        return len(self.events)

    def chat(self, when: str | int, who: str, to: str | tuple[str, ...], text: str, **more: Any) -> int:
        """A chat message to a person or several, or with ``place`` in a channel."""
        people = (to,) if isinstance(to, str) else to
        place = ("dm:" if len(people) == 1 else "group:") + "+".join(sorted((who, *people)))
        body = MessageSent(id=f"c{len(self.events) + 1}", **{"place": place, "to": people, "text": text, **more})
        return self.add(when, who, body)

    def mail(self, when: str | int, who: str, to: str | tuple[str, ...], text: str, **more: Any) -> int:
        """A mail."""
        people = (to,) if isinstance(to, str) else to
        ref = f"m{len(self.events) + 1}"
        fields = {"thread": f"t{ref[1:]}", "to": people, "addressed": people, "subject": "About", "text": text, **more}
        return self.add(when, who, MailSent(id=ref, **fields))

    def ask(
        self, when: str | int, who: str, text: str, *, app: str = "chat", urgent: bool = False, to: Any = "kim"
    ) -> int:
        """A message that asks something, which the world notes as an ask; the serial of the ask."""
        serial = (self.mail if app == "mail" else self.chat)(when, who, to, text)
        people = (to,) if isinstance(to, str) else to
        ref = f"{'m' if app == 'mail' else 'c'}{serial}"
        noted = AskMade(to=people, about=text, where="mail" if app == "mail" else "chat", ref=ref, urgent=urgent)
        return self.add(when, who, noted, serial)

    def write(
        self, when: str | int, text: str, path: str = "/board/detectors.md", who: str = "kim", **more: Any
    ) -> int:
        """A new version of a file."""
        key = path.casefold()
        earlier = [e for e in self.events if isinstance(e.body, FileWritten) and e.body.path.casefold() == key]
        body = FileWritten(path=path, version=len(earlier) + 1, text=text, digest="0" * 32, size=len(text), **more)
        return self.add(when, who, body)

    def read(self, when: str | int, path: str, who: str = "kim") -> int:
        """The player opens a file."""
        return self.add(when, who, Acted(turn=1, action="drive.read", arguments={"path": path}, took=30))

    def learn(self, when: str | int, fact: str = "price", version: int = 0, who: str = "kim") -> int:
        """Somebody (the player, unless ``who`` says otherwise) reads or hears a version of a fact."""
        value = next(f for f in self.script.facts if f.id == fact).versions[version].value
        body = FactLearned(fact=fact, version=version, value=value, source="marco", where="chat", ref="c1")
        return self.add(when, who, body)

    def change(self, when: str | int, fact: str = "price", version: int = 1) -> int:
        """A fact changes."""
        value = next(f for f in self.script.facts if f.id == fact).versions[version].value
        return self.add(when, "world", FactChanged(fact=fact, version=version, value=value, silent=True, known_by=()))

    def decide(
        self, when: str | int, who: str, verdict: Any = "grant", approval: str = "detectors", *causes: int
    ) -> int:
        """Somebody decides an approval."""
        body = ApprovalGiven(approval=approval, verdict=verdict, requester="kim", why="", ref="c1")
        return self.add(when, who, body, *causes)

    def ring(self, when: str | int, who: str = "ruth", to: str = "kim", **more: Any) -> int:
        """A call."""
        return self.add(when, who, CallRung(call=f"call{len(self.events) + 1}", to=(to,), **more))

    def take(self, when: str | int, ring: int, *, hears: bool = True) -> int:
        """The called person takes the call, listens (unless not) and hangs up."""
        rung = self.events[ring - 1]
        body, caller = rung.body, rung.actor
        assert isinstance(body, CallRung)
        (called,) = body.to
        serial = self.add(when, called, CallAnswered(call=body.call, to=(caller,)))
        if hears:
            self.add(when, caller, CallSaid(call=body.call, to=(called,), text="A slide for the bank, today."))
        self.add(when, called, CallEnded(call=body.call, to=(caller,)))
        return serial

    def decline(self, when: str | int, ring: int, why: str = "") -> int:
        """The called person declines."""
        body = self.events[ring - 1].body
        assert isinstance(body, CallRung)
        return self.add(when, body.to[0], CallDeclined(call=body.call, to=(self.events[ring - 1].actor,), why=why))

    def miss(self, when: str | int, ring: int, reason: Any = "no answer") -> int:
        """Nobody takes the call."""
        body = self.events[ring - 1].body
        assert isinstance(body, CallRung)
        people = (self.events[ring - 1].actor, *body.to)
        return self.add(when, "world", CallMissed(call=body.call, to=people, reason=reason))

    def end(self, when: str = "fri 17:00", outcome: Any = "horizon") -> "Story":
        """The run ends."""
        self.add(when, "world", RunEnded(outcome=outcome, why=""))
        return self

    @property
    def header(self) -> dict[str, Any]:
        """The header, as staging writes it."""
        header = {
            "scenario": "micro", "seed": 1, "player": "test", "mind": "test", "org": org_data(),
            "script": self.script.model_dump(mode="json", exclude_defaults=True),
        }  # fmt: skip
        return header if self.grading is None else {**header, "grading": self.grading}

    def record(self) -> Record:
        """All of it as a record."""
        return Record.of(self.header, self.events)


Told = TypeVar("Told")


class Table:
    """Stories with the value that a scorer must give each, worked out by hand in the story's docstring."""

    def __init__(self) -> None:
        self.stories: list[tuple[Callable[[], Any], Any]] = []

    def __call__(self, value: Any) -> Callable[[Callable[[], Told]], Callable[[], Told]]:
        def enter(story: Callable[[], Told]) -> Callable[[], Told]:
            self.stories.append((story, value))
            return story

        return enter

    @property
    def params(self) -> list[Any]:
        """For ``parametrize``."""
        return [pytest.param(story, value, id=story.__name__) for story, value in self.stories]


def scored(scorer: Scorer, story: Story) -> Score:
    """The score of a story."""
    with story.record() as record:
        return scorer.score(record)


def check(scorer: Scorer, story: Callable[[], Story], value: float | None) -> None:
    """The score of a story is ``value``; and what every score owes holds."""
    score = scored(scorer, story())
    if value is None:
        assert score.value is None, _told(score)
    else:
        assert score.value == pytest.approx(value, abs=1e-4), _told(score)
    assert score.explanation
    serials = {event.serial for event in story().events}
    for criterion in score.criteria:
        assert criterion.explanation
        assert serials.issuperset(criterion.evidence)


def criterion(score: Score, name: str) -> Criterion:
    """The criterion whose name contains ``name``."""
    (found,) = [c for c in score.criteria if name in c.name]
    return found


def _told(score: Score) -> str:
    lines = [f"{score.value} {score.explanation}"]
    lines += [f"  {c.name}: {c.value} x {c.weight}: {c.explanation}" for c in score.criteria]
    return "\n".join(lines)
