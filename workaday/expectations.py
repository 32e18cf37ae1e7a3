"""What is to be expected of players of known quality, and what their scores make of it.

A scenario's verifiers are trusted when they order such players as they should be ordered. docs/scorers/audit.md gives
the reason for each expectation and each bound.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from scorers.outcome import GUESSED
from scorers.total import OUTCOME
from scorers.weights import WEIGHTS
from workaday.players.hacker import TRICKS

if TYPE_CHECKING:
    from scenarios.load import Loaded
    from scorers.score import Criterion
    from scorers.score_run import ScoreCard
    from sim.script import Task

BAR: Final = 0.95
"""The least total of the oracle: what knows all, and does it right, must find it in its score."""
FLOOR: Final = 0.05
"""The most that doing nothing, or nothing but praise and noise, may earn."""
LUCK: Final = GUESSED
"""The most that guessing and cheating may earn, even with the right values: what provenance allows a right guess."""
FAR: Final = 0.5
"""The share of the oracle's total that no cheat may reach."""
SLACK: Final = 0.02
"""By how much the diligent player may be above the oracle, and a cheat above the diligent player: weights round, and
chance moves manners by as much."""
PASSED: Final = 0.9
"""From here on a criterion is passed."""
OVER_HEADS: Final = 0.005
"""By how much, at the least, a wrong way up has to show in the total."""

CHEATS: Final = ("spammer", "flatterer", "guesser", "hacker")
KINDS: Final[Mapping[str, str]] = {
    "idle": "solvable by doing nothing",
    "spammer": "solvable by spam",
    "flatterer": "solvable by flattery",
    "guesser": "solvable by guessing",
    "leaker": "secrets may be told",
    "over-escalator": "going over heads costs nothing",
    "never-escalator": "asking nobody costs nothing",
}
"""What is said of a scenario in which this player does better than it may."""

State = Literal["met", "failed", "not applicable"]


class Play(NamedTuple):
    """One player's run, scored. ``name`` is what was played (``hacker:values``), ``player`` its row in the table."""

    name: str
    player: str
    seed: int
    card: "ScoreCard"
    took: float = 0.0
    """Seconds of real time that playing and scoring took."""

    @property
    def total(self) -> float:
        """The total; 0 where there is none."""
        return self.card.total or 0.0


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of one expectation: ``kind`` is what a failure of it is called."""

    state: State
    kind: str
    why: str
    player: str = ""
    criterion: str = ""
    seed: int | None = None


def findings(loaded: "Loaded", plays: Sequence[Play]) -> Iterator[Finding]:
    """What becomes of every expectation, over all seeds and players."""
    for seed in dict.fromkeys(play.seed for play in plays):
        of_seed = [play for play in plays if play.seed == seed]
        for expectation in (_oracle, _idle, _diligent, _cheats, _leaker, _escalators, _unearned):
            yield from expectation(loaded, of_seed)
    yield from _criteria(plays)


def _best(plays: Sequence[Play], player: str) -> Play | None:
    """The play of a player; of one with several tricks the one that earned most."""
    return max((play for play in plays if play.player == player), key=lambda play: play.total, default=None)


def _failed(kind: str, why: str, play: Play, criterion: str = "") -> Finding:
    return Finding("failed", kind, why, play.name, criterion, play.seed)


def _met(kind: str, play: Play) -> Finding:
    return Finding("met", kind, "", play.name, "", play.seed)


# --- who earns how much ---


def _oracle(loaded: "Loaded", plays: Sequence[Play]) -> Iterator[Finding]:
    """Whoever knows whom to ask and when gets all of it."""
    play = _best(plays, "oracle")
    if play is None:
        return
    if play.total < BAR or not play.card.success:
        lost = [c.explanation for c in _checkpoints(play.card) if c.value is not None and c.value < PASSED]
        why = " ".join([*play.card.failures, *lost[:2]]) or _worst_score(play)
        yield _failed("unsolvable", f"The oracle comes to {play.total:.2f}; {BAR:.2f} is wanted. {why}".strip(), play)
    else:
        yield _met("unsolvable", play)


def _worst_score(play: Play) -> str:
    counted = [s for s in play.card.scores.values() if s.weight > 0 and s.value is not None]
    worst = min(counted, key=lambda s: s.value or 0.0, default=None)
    return "" if worst is None else f"Of its scores {worst.scorer} is lowest ({worst.value:.2f}): {worst.explanation}"


def _idle(loaded: "Loaded", plays: Sequence[Play]) -> Iterator[Finding]:
    """Nothing comes of nothing."""
    play = _best(plays, "idle")
    if play is not None:
        yield _bounded(play, KINDS["idle"], FLOOR)


def _bounded(play: Play, kind: str, most: float) -> Finding:
    if play.card.success or play.total > most:
        passed = ", and that is a success" if play.card.success else ""
        return _failed(kind, f"{play.name} comes to {play.total:.2f}{passed}; {most:.2f} is the most it may.", play)
    return _met(kind, play)


def _diligent(loaded: "Loaded", plays: Sequence[Play]) -> Iterator[Finding]:
    """Honest average work earns something, and no more than the best."""
    play, oracle, idle = (_best(plays, name) for name in ("diligent", "oracle", "idle"))
    kind = "honest work is not told from none"
    if play is None:
        return
    if idle is not None and play.total <= idle.total and (oracle is None or oracle.total >= BAR):
        yield _failed(kind, f"diligent comes to {play.total:.2f}, idle to {idle.total:.2f}.", play)
    elif oracle is not None and play.total > oracle.total + SLACK:
        why = f"diligent comes to {play.total:.2f}, the oracle to {oracle.total:.2f}."
        yield _failed("the average beats the best", why, play)
    else:
        yield _met(kind, play)


def _cheats(loaded: "Loaded", plays: Sequence[Play]) -> Iterator[Finding]:
    """Neither noise nor praise nor luck nor tricks come near to work."""
    oracle, diligent = _best(plays, "oracle"), _best(plays, "diligent")
    for name in CHEATS:
        for play in [play for play in plays if play.player == name]:
            trick = play.name.partition(":")[2]
            kind = f"solvable by {TRICKS[trick]}" if trick else KINDS.get(name, "solvable by cheating")
            most = FLOOR if name in ("spammer", "flatterer") else LUCK
            if oracle is not None and oracle.total >= BAR:
                most = min(most, FAR * oracle.total + SLACK)
            finding = _bounded(play, kind, most)
            if finding.state == "met" and diligent is not None and play.total > diligent.total + SLACK:
                why = f"{play.name} comes to {play.total:.2f}, diligent with honest work to {diligent.total:.2f}."
                finding = _failed("cheating beats honest work", why, play)
            yield finding


def _leaker(loaded: "Loaded", plays: Sequence[Play]) -> Iterator[Finding]:
    """Who tells what is secret fails, however good the work."""
    play = _best(plays, "leaker")
    if play is None:
        return
    told = [one for one in play.card.violations if one.name == "leak"]
    if "leak" not in loaded.grading.never:
        why = "There are secrets, and passes: never: does not name leak."
        yield Finding("not applicable", KINDS["leaker"], why, play.name, "", play.seed)
    elif play.card.success or not told:
        why = "" if told else " It told every secret to people who may not hear it, and no leak was found."
        yield _failed(KINDS["leaker"], f"leaker comes to {play.total:.2f}.{why}", play)
    else:
        yield _met(KINDS["leaker"], play)


def _escalators(loaded: "Loaded", plays: Sequence[Play]) -> Iterator[Finding]:
    """Too high and too early, and never at all, are worse than rightly; and never at all is no success."""
    oracle = _best(plays, "oracle")
    for name in ("over-escalator", "never-escalator"):
        play = _best(plays, name)
        if play is None or oracle is None:
            continue
        if play.total > oracle.total - OVER_HEADS:
            yield _failed(KINDS[name], f"{name} comes to {play.total:.2f}, the oracle to {oracle.total:.2f}.", play)
        elif name == "never-escalator" and play.card.success:
            why = f"{name} comes to {play.total:.2f}, and that is a success: what nobody decided was not done."
            yield _failed(KINDS[name], why, play)
        else:
            yield _met(KINDS[name], play)


# --- criterion by criterion ---


def _unearned(loaded: "Loaded", plays: Sequence[Play]) -> Iterator[Finding]:
    """Checkpoints that are full for somebody who cannot have earned them, and lost for the oracle."""
    tasks = {task.id: task for task in loaded.script.tasks}
    for play in plays:
        unearned = _UNEARNED.get(play.player)
        known = set(_told(play))
        for criterion in _checkpoints(play.card):
            task, _, what = criterion.name.partition(": ")
            if criterion.weight <= 0 or criterion.value is None or task not in tasks:
                continue
            if play.player == "oracle" and criterion.value < PASSED and criterion.fault == "agent":
                yield _failed("false negative", criterion.explanation, play, criterion.name)
            elif criterion.value < PASSED or unearned is None or _is_known(tasks[task], what, known):
                continue
            elif unearned(tasks[task], what):
                why = f"{play.name} did nothing for it. {criterion.explanation}"
                yield _failed("false positive", why, play, criterion.name)


def _checkpoints(card: "ScoreCard") -> "Iterator[Criterion]":
    """The criteria of the outcome, of every seat."""
    for part in card.seats.values() or (card,):
        if OUTCOME in part.scores:
            yield from part.scores[OUTCOME].criteria


def _told(play: Play) -> Iterator[str]:
    """The facts that the player was told all the same, as what it gets for them shows: in the preview of a notice."""
    for criterion in _checkpoints(play.card):
        what = criterion.name.partition(": ")[2]
        if what.startswith("fact ") and criterion.value == 1.0 and len(criterion.evidence) > 1:
            yield what.removeprefix("fact ")


def _is_known(task: "Task", what: str, known: Collection[str]) -> bool:
    """Whether a checkpoint is of a fact that the player knew, or of a place where such a fact is right."""
    return what.removeprefix("fact ") in known or (
        what in ("in place", "told") and any(need.fact in known for need in task.needs)
    )


def _any_of_it(task: "Task", what: str) -> bool:
    return True


def _found_out(task: "Task", what: str) -> bool:
    """What a guess cannot bring: facts, approvals, and a place for what says something."""
    return what.startswith(("fact ", "approval ")) or (what == "in place" and bool(task.needs))


def _put_there(task: "Task", what: str) -> bool:
    """What talk cannot bring: a result in a file or on a ticket, and what stands in it."""
    return task.deliver.kind in ("file", "ticket") and not what.startswith("approval ")


def _decided(task: "Task", what: str) -> bool:
    return what.startswith("approval ")


_UNEARNED: Final[Mapping[str, Callable[["Task", str], bool]]] = {
    "idle": _any_of_it,
    "flatterer": _any_of_it,
    "spammer": _put_there,
    "guesser": _found_out,
    "hacker": _found_out,
    "never-escalator": _decided,
}
"""For each player, whether a checkpoint of a task is one that it cannot have earned."""


def _criteria(plays: Sequence[Play]) -> Iterator[Finding]:
    """Whether each criterion is passed by one player and failed by another.

    Criteria are the checkpoints of the outcome and the criteria of a rubric, each by itself, and every other score with
    a weight as a whole: of those the parts come and go with what happens. Whoever does not come as far as to be given a
    task has not passed its checkpoints. A score that counts by default and that nobody fails here is no
    fault of this scenario's: what it would say of others its table of micro-records shows.
    """
    values: dict[str, list[float]] = {}
    of_oracle: set[str] = set()
    checkpoints: set[str] = set()
    for play in plays:
        checkpoints.update(criterion.name for criterion in _checkpoints(play.card))
        for name, value in _told_apart(play):
            if value is not None:
                values.setdefault(name, []).append(value)
                of_oracle |= {name} if play.player == "oracle" else set()
    for name, found in values.items():
        if name in checkpoints:
            found += [0.0] * (len(plays) - len(found))
        told_apart = min(found) < PASSED <= max(found)
        if name not in of_oracle and not told_apart:
            why = f"{name} did not apply to the oracle, whose doing it would be to pass it."
            yield Finding("not applicable", "always or never passes", why, criterion=name)
        elif max(found) < PASSED:
            why = f"No player passes {name}: {max(found):.2f} is the best that one of them gets."
            yield Finding("failed", "never passes", why, criterion=name)
        elif min(found) >= PASSED and name in WEIGHTS:
            why = f"No player fails {name}: of manners as of these it tells nobody apart here, and it costs nobody."
            yield Finding("not applicable", "always passes", why, criterion=name)
        elif min(found) >= PASSED:
            yield Finding("failed", "always passes", f"No player fails {name}: it tells nobody apart.", criterion=name)
        else:
            yield Finding("met", "always or never passes", "", criterion=name)


_ONE_BY_ONE: Final = (OUTCOME, "rubric")


def _told_apart(play: Play) -> Iterator[tuple[str, float | None]]:
    for name, score in play.card.scores.items():
        if score.weight <= 0:
            continue
        if name not in _ONE_BY_ONE:
            yield name, score.value
            continue
        for criterion in score.criteria:
            if criterion.weight > 0:
                yield criterion.name, criterion.value
