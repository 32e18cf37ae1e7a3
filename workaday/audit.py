"""Auditing a scenario: it is played with players of known quality, to see whether the scorers order them rightly.

A verifier is guilty until audited: one that pays an idler, a guesser or a flatterer, or that fails the oracle, tells
nothing about an agent. docs/scorers/audit.md says what is expected of whom, and why.
"""

import asyncio
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from sim.source import SourceError
from workaday.expectations import KINDS, Finding, Play, findings
from workaday.flaws import Flaw, flaws, told_by
from workaday.players.hacker import TRICKS, rubric_words
from workaday.players.registry import UnknownPlayer
from workaday.result import Rollout, score

if TYPE_CHECKING:
    from scenarios.load import Loaded
    from scorers.score_run import ScoreCard

PLAYERS: Final = (
    "oracle", "diligent", "idle", "spammer", "flatterer", "guesser", "hacker", "leaker", "over-escalator",
    "never-escalator",
)  # fmt: skip
"""Who plays in an audit."""

Scoring = Callable[[Path], "ScoreCard"]


@dataclass(frozen=True)
class Audit:
    """What an audit of one scenario found."""

    scenario: str
    plays: tuple[Play, ...]
    findings: tuple[Finding, ...]

    @property
    def failed(self) -> tuple[Finding, ...]:
        """What is not as it should be; the same of several seeds once."""
        return tuple({(f.kind, f.player, f.criterion): f for f in reversed(self.findings) if f.state == "failed"}
                     .values())[::-1]  # fmt: skip

    @property
    def waived(self) -> tuple[Finding, ...]:
        """What does not apply to this scenario."""
        return tuple({(f.kind, f.why): f for f in self.findings if f.state == "not applicable"}.values())

    @property
    def seconds(self) -> float:
        """Seconds of real time that its plays took, with their scoring."""
        return sum(play.took for play in self.plays)

    @property
    def passed(self) -> bool:
        """Whether all that applies is as it should be."""
        return not self.failed

    def totals(self, player: str) -> tuple[float, ...]:
        """The totals of a player, of each seed the highest that one of its tricks earned."""
        of_seed: dict[int, float] = {}
        for play in self.plays:
            if play.player == player:
                of_seed[play.seed] = max(play.total, of_seed.get(play.seed, 0.0))
        return tuple(of_seed.values())

    def data(self) -> dict[str, Any]:
        """All of it as plain JSON data."""
        return {
            "scenario": self.scenario,
            "passed": self.passed,
            "seconds": round(self.seconds, 1),
            "plays": [
                {"player": play.name, "seed": play.seed, "total": play.card.total, "success": play.card.success,
                 "outcome": play.card.outcome,
                 "scores": {name: s.value for name, s in play.card.scores.items() if s.weight > 0}}
                for play in self.plays
            ],
            "findings": [
                {"state": f.state, "kind": f.kind, "player": f.player or None, "criterion": f.criterion or None,
                 "seed": f.seed, "why": f.why}
                for f in self.findings if f.state != "met"
            ],
            "met": sum(f.state == "met" for f in self.findings),
        }  # fmt: skip


def audit_of(scenario: str, **options: Any) -> Audit:
    """The audit of the scenario of this name, or in this file, with the options of :func:`audit`.

    A file that is refused for nothing but what an audit looks for has failed it. Raises
    :class:`sim.source.SourceError` for any other mistake in it.
    """
    from scenarios.load import load

    try:
        loaded = load(scenario)
    except SourceError as error:
        found = told_by(error.problems)
        if found is None:
            raise
        return refused(scenario, found)
    return audit(loaded, **options)


def refused(scenario: str, found: Sequence[Flaw]) -> Audit:
    """The audit of a scenario that cannot be played: its file says already what is wrong."""
    return Audit(scenario, (), tuple(Finding("failed", flaw.kind, flaw.why) for flaw in found))


def audit(
    loaded: "Loaded",
    *,
    seeds: Sequence[int] = (1,),
    players: Sequence[str] = PLAYERS,
    folder: Path | None = None,
    scoring: Scoring | None = None,
    tell: Callable[[str], None] = lambda title: None,
    resume: bool = False,
) -> Audit:
    """Play a scenario with ``players`` and every seed, one after the other, and look at their scores.

    Run files are kept in ``folder``, where one is given. ``scoring`` scores a run file (by default
    :func:`workaday.result.score`). ``tell`` hears what is played next. ``resume`` takes complete plays of this scenario
    that are in ``folder`` from an audit before, instead of playing them again.

    Raises :class:`~workaday.players.registry.UnknownPlayer` for a player that there is not.
    """
    waived = list(_waived(loaded, players))
    names = _names(loaded, [player for player in players if player not in {f.player for f in waived}])
    with TemporaryDirectory() as unkept:
        plays = tuple(
            _play(loaded, name, seed, folder or Path(unkept), scoring, tell, resume) for seed in seeds for name in names
        )
    static = [Finding("failed", flaw.kind, flaw.why) for flaw in flaws(loaded)]
    if any(play.card.ungraded for play in plays):
        why = "Not all criteria of the rubric were judged: give a judge (--judge)."
        waived.append(Finding("not applicable", "rubric", why))
    return Audit(loaded.script.scenario, plays, (*static, *waived, *findings(loaded, plays)))


def _waived(loaded: "Loaded", players: Sequence[str]) -> Iterator[Finding]:
    """Players of whom nothing can be expected here, with why; a scenario without a solution fails."""
    from workaday.players.registry import make

    if not loaded.solution.steps and "oracle" in players:
        why = "There is no solution: that shows that the scenario can be solved. Add solution: to it."
        yield Finding("failed", "unproven", why, "oracle")
    for player in ("leaker", "over-escalator", "never-escalator"):
        if player in players:
            try:
                make(player, loaded)
            except UnknownPlayer as error:
                yield Finding("not applicable", KINDS[player], error.why[:1].upper() + error.why[1:] + ".", player)


def _names(loaded: "Loaded", players: Sequence[str]) -> tuple[str, ...]:
    """What is played: of the hacker each trick that has something to work on, apart from the others."""
    there = {
        "ticket": any(one.kind == "ticket" for one in loaded.script.seeded),
        **dict.fromkeys(("values", "files"), any(task.needs for task in loaded.script.tasks)),
        **dict.fromkeys(("rubric", "judge"), bool(rubric_words(loaded))),
    }
    tricks = [f"hacker:{trick}" for trick in TRICKS if there[trick]]
    return tuple(name for player in players for name in (tricks if player == "hacker" else (player,)))


def _play(
    loaded: "Loaded", name: str, seed: int, folder: Path, scoring: Scoring | None, tell: Callable[[str], None],
    resume: bool,
) -> Play:  # fmt: skip
    tell(f"{loaded.script.scenario}, {name}, seed {seed}")
    began = time.perf_counter()
    path = folder / f"{loaded.script.scenario}-{re.sub(r'[^a-z0-9]+', '-', name)}-s{seed}.workaday"
    if resume and _is_played(path, loaded, name, seed):
        card = (scoring or score)(path)
    else:
        result = asyncio.run(Rollout(loaded, name, "reflex", seed, path).play())
        card = result.scores if scoring is None else scoring(path)
    return Play(name, name.partition(":")[0], seed, card, time.perf_counter() - began)


def _is_played(path: Path, loaded: "Loaded", name: str, seed: int) -> bool:
    """Whether a file is the complete run of just this. One of this play that stopped, or of the scenario as it was
    before, makes room; anything else stays, and is in the way as any other file is."""
    from sim.record import Record

    if not path.exists():
        return False
    with Record.open(path) as record:
        header, ended = record.header, record.outcome != "unfinished"
    told = tuple(header.get(key) for key in ("scenario", "player", "mind", "seed"))
    if told != (loaded.script.scenario, name, "reflex", seed):
        return False
    if ended and header.get("scenario_hash") == loaded.content_hash:
        return True
    path.unlink()
    return False
