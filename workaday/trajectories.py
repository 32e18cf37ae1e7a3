"""Several rollouts of one task side by side: where they part, which step goes with success, what never varies.

A *step* is something that the seat brought about, without its words: "chat to mira", "file /order.md", "approval
croissants granted". Steps come from the record's events, so they mean the same for every player.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean
from typing import Any, Final

from scorers.score_run import score_record
from sim.record import Record
from sim.vocabulary.calendar import MeetingSpoken
from sim.vocabulary.calls import CallAnswered, CallRung, CallSaid
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.core import Event, body_data
from sim.vocabulary.drive import FileWritten
from sim.vocabulary.mail import MailSent
from sim.vocabulary.seat import ActionRefused, InterruptionMet
from sim.vocabulary.world import ApprovalGiven, FactLearned, TaskDelivered
from workaday.attempts import Attempt, attempt_of
from workaday.estimators import fisher, holm
from workaday.judging import judging_of
from workaday.runs import open_run

SHOWN: Final = 8
"""How many of the steps that go with success most are shown."""


@dataclass(frozen=True, slots=True)
class Rollout:
    """One run of the task."""

    attempt: Attempt
    steps: tuple[str, ...]
    """In order; the same step twice in a row is one."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What some of the runs do next where they part."""

    step: str | None
    """None where they do nothing more."""
    runs: tuple[str, ...]
    good: int
    mean: float | None
    """Of their totals."""


@dataclass(frozen=True, slots=True)
class Parting:
    """A place where runs that went together so far take different steps."""

    after: int
    """How many steps they have in common."""
    last: str
    """The last of them; "" at the start."""
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Decisive:
    """A step, and how it goes with success."""

    step: str
    good_with: int
    """Good runs that took it."""
    with_it: int
    good_without: int
    without_it: int
    p: float
    """Fisher's exact test."""
    adjusted: float
    """The same after Holm, over all steps that some take and some do not."""

    @property
    def difference(self) -> float:
        """The share of good runs with it, less that without it."""
        return self.good_with / self.with_it - self.good_without / self.without_it

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        plain = {name: getattr(self, name) for name in self.__slots__}
        return {**plain, "difference": round(self.difference, 6)}


@dataclass(frozen=True, slots=True)
class Trajectories:
    """All rollouts of one scenario."""

    scenario: str
    rollouts: tuple[Rollout, ...]
    good: tuple[str, ...]
    """Which runs count as good."""
    by: str
    """What makes a run good: "passed", or, where all or none did, "a total above the mean"."""
    partings: tuple[Parting, ...]
    decisive: tuple[Decisive, ...]
    """Strongest first."""
    constant: tuple[tuple[str, float | None], ...]
    """Criteria that have the same value in every run, with it: they tell these runs apart in nothing."""

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "scenario": self.scenario,
            "runs": [
                {"run": each.attempt.path, "seed": each.attempt.seed, "passed": each.attempt.passed,
                 "total": each.attempt.total, "steps": list(each.steps)} for each in self.rollouts
            ],
            "good": list(self.good),
            "good_by": self.by,
            "partings": [
                {"after": parting.after, "last": parting.last, "branches": [
                    {name: getattr(branch, name) for name in Branch.__slots__} for branch in parting.branches
                ]} for parting in self.partings
            ],
            "decisive": [each.data() for each in self.decisive],
            "constant": [{"criterion": name, "value": value} for name, value in self.constant],
        }  # fmt: skip


def rollout(path: str) -> Rollout:
    """One run file. Raises what :func:`workaday.attempts.attempt` does."""
    with open_run(path) as record:
        steps = tuple(step for step, _ in groupby(_steps(record)))
        return Rollout(attempt_of(record, score_record(record, judging=judging_of(record))), steps)


def _steps(record: Record) -> Iterator[str]:
    seat = record.script["seat"]
    for event in record.events(
        (MessageSent, MailSent, CallRung, CallAnswered, CallSaid, MeetingSpoken, FileWritten, InterruptionMet,
         FactLearned, TaskDelivered, ActionRefused, ApprovalGiven)
    ):  # fmt: skip
        if event.actor == seat or isinstance(event.body, ApprovalGiven):
            yield _step(event)


def _step(event: Event) -> str:
    """A step in a few words: what, and with whom or what."""
    data = body_data(event.body)
    kind = event.kind
    words = {
        "fact.learned": lambda: f"learns {data['fact']} from {data['source']}",
        "task.delivered": lambda: f"hands in {data['task']}",
        "approval.decided": lambda: f"{data['approval']} is decided: {data['verdict']} by {event.actor}",
        "seat.refused": lambda: f"refused: {data['action']} ({data['code']})",
        "seat.interruption_met": lambda: f"interruption {data['how']}",
    }
    if kind in words:
        return words[kind]()
    where = data.get("path") or ", ".join(data.get("to") or ()) or str(data.get("place") or "")
    return f"{kind} {where}".rstrip()


def trajectories(rollouts: Sequence[Rollout]) -> Trajectories:
    """Compare rollouts of one scenario. Raises ``ValueError`` for fewer than two, or of several scenarios."""
    names = {each.attempt.scenario for each in rollouts}
    if len(rollouts) < 2 or len(names) != 1:
        raise ValueError(f"{len(rollouts)} runs of {len(names)} scenarios: two runs of one are the least")
    passed = [each for each in rollouts if each.attempt.passed]
    good, by = passed, "passed"
    if len(passed) in (0, len(rollouts)):
        totals = [total for each in rollouts if (total := each.attempt.total) is not None]
        mean = fmean(totals) if totals else 0.0
        good = [each for each in rollouts if each.attempt.total is not None and each.attempt.total > mean + 1e-9]
        by = "a total above the mean"
    marks = {id(each) for each in good}
    return Trajectories(
        scenario=names.pop(),
        rollouts=tuple(rollouts),
        good=tuple(each.attempt.path for each in good),
        by=by,
        partings=tuple(_partings(list(rollouts), 0, marks)),
        decisive=tuple(_decisive(rollouts, marks)),
        constant=tuple(_constant(rollouts)),
    )


def _partings(runs: list[Rollout], done: int, good: set[int]) -> Iterator[Parting]:
    """Where these, which have ``done`` steps in common, part; then where those that still go together do."""
    if len(runs) < 2:
        return
    while len(following := {_at(each, done) for each in runs}) == 1 and None not in following:
        done += 1
    if following == {None}:
        return  # the same to the end
    branches = {step: [each for each in runs if _at(each, done) == step] for step in sorted(following, key=str)}
    yield Parting(
        after=done,
        last=runs[0].steps[done - 1] if done else "",
        branches=tuple(_branch(step, of, good) for step, of in branches.items()),
    )
    for of in branches.values():
        yield from _partings(of, done + 1, good)


def _at(run: Rollout, place: int) -> str | None:
    return run.steps[place] if place < len(run.steps) else None


def _branch(step: str | None, runs: Sequence[Rollout], good: set[int]) -> Branch:
    totals = [total for each in runs if (total := each.attempt.total) is not None]
    paths = tuple(each.attempt.path for each in runs)
    return Branch(step, paths, sum(id(each) in good for each in runs), fmean(totals) if totals else None)


def _decisive(runs: Sequence[Rollout], good: set[int]) -> list[Decisive]:
    """Every step that some take and some do not, by how it goes with success."""
    found: list[tuple[str, int, int, int, int]] = []
    for step in sorted({step for each in runs for step in each.steps}):
        taken = [each for each in runs if step in each.steps]
        others = [each for each in runs if step not in each.steps]
        if others:
            with_it, without = (sum(id(each) in good for each in some) for some in (taken, others))
            found.append((step, with_it, len(taken), without, len(others)))
    chances = {step: fisher(a, n - a, b, m - b) for step, a, n, b, m in found}
    adjusted = holm(chances)
    steps = [Decisive(step, a, n, b, m, chances[step], adjusted[step]) for step, a, n, b, m in found]
    return sorted(steps, key=lambda each: (each.p, -abs(each.difference), each.step))


def _constant(runs: Sequence[Rollout]) -> Iterator[tuple[str, float | None]]:
    shared = set.intersection(*(set(each.attempt.criteria) for each in runs))
    for scorer, name in sorted(shared):
        values = {each.attempt.criteria[scorer, name] for each in runs}
        if len(values) == 1:
            yield f"{scorer}: {name}", values.pop()
