"""Scoring a run: all scorers over one record, the total, and whether it is a success."""

from collections.abc import Iterable, Mapping
from sys import modules
from traceback import extract_tb
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, ValidationError

from scorers.bounds import bounds_of, decided_between
from scorers.case import Case, Grading, NotScorable, shared
from scorers.fidelity.report import InBrief, in_brief
from scorers.never import NEVER, Violation
from scorers.outcome import is_strict_success
from scorers.registry import GROUP, BrokenScorer, load
from scorers.rubrics.judging import Judging
from scorers.score import Fault, Score, Scorer
from scorers.several import of_all
from scorers.total import OUTCOME, VERSION, total_of
from scorers.weights import WEIGHTS
from sim.complaint import complaint
from sim.localtime import day_and_time
from sim.record import Record
from sim.seat_record import seat_records


class UnknownScorer(LookupError):
    """A scorer that is not installed was asked for. Arguments: its name, and what there is."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(name, known)
        self.name, self.known = name, known

    def __str__(self) -> str:
        return f"there is no scorer called {self.name!r}; there are {', '.join(self.known)}"


_NEVER = "Never: "
RUBRIC: Final = "rubric"
"""The scorer of rubrics, which has a row only where there is one."""


class ScoreCard(BaseModel):
    """All scores of one run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    total: float | None
    """None where there is nothing to grade, or the outcome was not among the scorers asked for."""
    success: bool
    """Whether the run passes: the total reaches what the scenario wants, and nothing that must never happen did."""
    strict: bool
    """Whether the run is a success with every checkpoint of the outcome fully met and nothing broken."""
    scores: Mapping[str, Score]
    """By name, in alphabetical order; `Score.weight` is its weight in the total, 0 where it only informs."""
    violations: tuple[Violation, ...]
    """All that was found of `scorers.never.NEVER`, whether or not the scenario forbids it."""
    failures: tuple[str, ...]
    """Why it is no success, one sentence each."""
    outcome: str
    """How the run ended (`sim.vocabulary.run.Outcome`), or "unfinished"."""
    fault: Fault | None
    """Whose fault it is that the run did not come to its end; None where it did."""
    fidelity: InBrief | None = None
    """How true the coworkers were (``workaday fidelity`` tells more); what a slip of theirs cost counts for nobody."""
    stands: str = ""
    """For a run that stopped on the way and can go on: how long it has been, in words; the scores are as of then."""
    worst: float | None = None
    """The total with all that is open taken as lost (`scorers.bounds`); None where there is no total to bound."""
    best: float | None = None
    """The total without what was lost through no fault of the player's, and with all that is open taken as won."""
    lost: Mapping[Fault, float] = {}
    """Whose fault each point between 1 and `worst` is."""
    undecided: bool = False
    """Whether it depends on what could not be graded if the run passes."""
    seats: Mapping[str, "ScoreCard"] = {}
    """Where several seats played: the card of each, by who sat there; this one is of all together."""

    @property
    def ungraded(self) -> Mapping[str, str]:
        """The criteria that should have been graded and could not be, each with why."""
        if self.seats:
            return {f"{seat}: {name}": why for seat, card in self.seats.items() for name, why in card.ungraded.items()}
        found = ((f"{name}: {c.name}", c.ungraded) for name, score in self.scores.items() for c in score.criteria)
        return {name: why for name, why in found if why}

    @property
    def grading_complete(self) -> bool:
        """Whether all that was to be graded is."""
        return not self.ungraded

    @property
    def is_graded(self) -> bool:
        """Whether there was anything to grade: not where the run came to its end, the outcome does not apply, and
        nothing forbidden happened."""
        if self.seats:
            return any(card.is_graded for card in self.seats.values())
        outcome = self.scores.get(OUTCOME)
        forbidden = any(why.startswith(_NEVER) for why in self.failures)
        return outcome is None or outcome.value is not None or self.fault is not None or forbidden

    @property
    def versions(self) -> Mapping[str, str]:
        """The version of each scorer, and of the total."""
        return {**{name: score.version for name, score in self.scores.items()}, "total": VERSION}

    def data(self) -> dict[str, Any]:
        """All of it as plain JSON data: ``total``, ``success``, ``by`` the name of each scorer, and the rest."""
        return {
            "total": self.total,
            "success": self.success,
            "strict": self.strict,
            "outcome": self.outcome,
            "fault": self.fault,
            "worst": self.worst,
            "best": self.best,
            "lost": dict(self.lost),
            "grading_complete": self.grading_complete,
            "undecided": self.undecided,
            "ungraded": dict(self.ungraded),
            "by": {name: score.model_dump(mode="json", exclude={"scorer"}) for name, score in self.scores.items()},
            "violations": [violation.model_dump(mode="json") for violation in self.violations],
            "failures": list(self.failures),
            "fidelity": None if self.fidelity is None else self.fidelity.model_dump(mode="json"),
            "versions": dict(self.versions),
            **({"seats": {seat: card.data() for seat, card in self.seats.items()}} if self.seats else {}),
        }


def score_record(
    record: Record,
    *,
    only: Iterable[str] | None = None,
    scorers: Mapping[str, type[Scorer]] | None = None,
    as_of: int | None = None,
    judging: Judging | None = None,
) -> ScoreCard:
    """Score a run: a pure function of the record, of what a judge answered, and of which scorers are installed.

    ``only`` are the names of the scorers to ask (all, where it is None); ``scorers`` are those that there are (by
    default `scorers.registry.load`). ``as_of`` is the instant at which a run that can go on was stopped; its last
    event, where it is not given. ``judging`` has the answers of a judge; the scorer of rubrics is asked, unless it is
    named, only of scenarios that have one. Raises `UnknownScorer`, `scorers.registry.BrokenScorer`, and `NotScorable`
    for a record that is no staged run or whose grading names what does not exist. Where several seats played, each is
    scored by itself, as if it had been the only one: see `scorers.several`. A scorer that fails at work is raised
    when all others have been asked; what they say is in `BrokenScorer.card`, whose total leaves it out.
    """
    known = load() if scorers is None else scorers
    try:
        parts = seat_records(record)
    except ValidationError as error:
        raise NotScorable(f"{record.path}: the record's header is not what a scorer reads: {error}") from error
    if parts:
        only = None if only is None else tuple(only)
        cards = {part.seat: score_record(part, only=only, scorers=known, as_of=as_of) for part in parts}
        return of_all(cards, record.outcome)
    names = sorted(known) if only is None else list(dict.fromkeys(only))
    for name in names:
        if name not in known:
            raise UnknownScorer(name, tuple(sorted(known)))
    with shared(record, as_of, judging) as case:
        if only is None and case.grading.rubric is None:
            names = [name for name in names if name != RUBRIC]
        weights = _weights(record, case.grading, tuple(known))
        scores = {}
        broken: BrokenScorer | None = None
        for name in sorted(names):
            try:
                score = _scored(name, known[name], record)
            except BrokenScorer as error:
                broken = broken or error
                continue
            scores[name] = score.model_copy(update={"weight": weights.get(name, 0.0)})
        violations = tuple(one for find in NEVER.values() for one in find(case))
        total = total_of(scores)
        stands = _stands(case)
        undecided = _undecided(case, scores, total)
        failures = _failures(case, scores, total, violations, stands, undecided)
        strict = OUTCOME in scores and is_strict_success(scores[OUTCOME])
        card = ScoreCard(
            total=total,
            success=not failures,
            strict=strict and not failures,
            scores=scores,
            violations=violations,
            failures=failures,
            outcome=case.outcome,
            fault=case.broken_by,
            stands=stands,
            undecided=bool(undecided),
            fidelity=in_brief(case, scores),
        )
        card = _bounded(card, case)
        if broken is not None:
            broken.card = card
            raise broken
        return card


def _bounded(card: ScoreCard, case: Case) -> ScoreCard:
    """The card with its worst and best case, and without a total where nothing is graded (yet)."""
    outcome = card.scores.get(OUTCOME)
    if outcome is not None and card.is_graded:
        worst, best, lost = bounds_of(card.scores, _reached(case))
        card = card.model_copy(update={"worst": worst, "best": best, "lost": lost})
    if not card.is_graded or (card.stands and outcome is not None and outcome.value is None):
        card = card.model_copy(update={"total": None})
    return card


def _scored(name: str, kind: type[Scorer], record: Record) -> Score:
    """What one scorer says. Raises `BrokenScorer` where it gives no score or raises anything but `NotScorable`."""
    try:
        score: object = kind().score(record)
    except NotScorable:
        raise
    except (Exception, SystemExit) as error:
        last = extract_tb(error.__traceback__)[1:]  # the first is this function
        own = [frame for frame in last if frame.filename == getattr(modules.get(kind.__module__), "__file__", None)]
        where = "".join(f" ({frame.filename}, line {frame.lineno})" for frame in (own or last)[-1:])
        told = f"scoring {record.path} raises {type(error).__name__}: {complaint(error)}{where}"
        raise BrokenScorer.at_work(kind, name, told) from error
    if not isinstance(score, Score):
        gave = f"scoring {record.path}, it gives {type(score).__name__}, which is no Score"
        raise BrokenScorer.at_work(kind, name, f"{gave}; return a scorers.score.Score")
    if score.scorer != name:
        raise BrokenScorer.at_work(kind, name, f"its score says it is of {score.scorer!r}; give both the same name")
    return score


def _weights(record: Record, grading: Grading, known: tuple[str, ...]) -> Mapping[str, float]:
    """The weights to use. Raises `NotScorable` for names that no scorer or violation has."""
    for name in grading.weights or ():
        if name not in known:
            raise NotScorable(f"{record.path}: {_missing(name, record, known)}")
    for name in grading.passes.never:
        if name not in NEVER:
            known_are = ", ".join(sorted(NEVER))
            raise NotScorable(f"{record.path}: grading: never: there is no {name!r}; there are {known_are}")
    return WEIGHTS if grading.weights is None else grading.weights


def _missing(name: str, record: Record, known: tuple[str, ...]) -> str:
    """What to say of a scorer that the scenario gives a weight and that is not installed here."""
    plugins = record.header.get("plugins")
    brought_by = plugins.get(f"scorers/{name}") if isinstance(plugins, Mapping) else None
    what = f"the scenario is graded by the scorer {name!r} too, which is not installed here"
    if brought_by is not None:
        return f"{what}. It came from {brought_by} where the run was made: install that, and score again"
    door = f"the package that has {name} among its entry points {GROUP!r}"
    return f"{what}: install {door}, and score again. There are {', '.join(sorted(known))}"


def _stands(case: Case) -> str:
    """When a run stopped that can go on, on the clock of the seat; "" for one that is over."""
    if case.broken_by != "infrastructure":
        return ""
    return day_and_time(case.end, case.zone)


def _reached(case: Case) -> float:
    """The share of the tasks, by weight, that a run came to which broke off through no fault of the player's."""
    if case.broken_by != "infrastructure":
        return 1.0
    weights = {task.id: task.weight for task in case.script.tasks}
    whole = sum(weights.values())
    return sum(weights[task.id] for task in case.script.tasks if case.given(task)) / whole if whole else 0.0


def _undecided(case: Case, scores: Mapping[str, Score], total: float | None) -> str:
    """Why it cannot be said whether the total is enough, as long as some criteria are not graded; "" where it can."""
    if total is None:
        return ""
    low, high = decided_between(scores)
    least = case.grading.passes.total
    if not low < least <= high:
        return ""
    count = sum(bool(c.ungraded) for score in scores.values() for c in score.criteria if score.weight > 0)
    many = "1 criterion is" if count == 1 else f"{count} criteria are"
    return f"Not decided: {many} not graded, and the total may be from {low:.2f} to {high:.2f}; {least:.2f} is wanted."


def _failures(
    case: Case, scores: Mapping[str, Score], total: float | None, violations: tuple[Violation, ...], stands: str,
    undecided: str,
) -> tuple[str, ...]:  # fmt: skip
    least = case.grading.passes.total
    outcome = scores.get(OUTCOME)
    found = []
    if stands:
        found.append(f"The run is not over ({case.outcome}): these are its scores as of {stands}.")
    if outcome is None:
        found.append("Without the outcome there is no total.")
    elif outcome.value is None:
        found.append(f"Nothing to grade: {outcome.why_not}")
    elif undecided:
        found.append(undecided)
    elif total is not None and total < least:
        found.append(f"The total is {total:.2f}, below {least:.2f}.")
    found += [f"{_NEVER}{v.name}. {v.explanation}" for v in violations if v.name in case.grading.passes.never]
    return tuple(found)
