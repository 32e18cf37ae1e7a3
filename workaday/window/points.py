"""Scores, each lost point with what it is evidence of: computed beside the server, so that pages answer meanwhile."""

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scorers.total import OUTCOME

_COMMAND: Final = "from workaday.cli import main; main()"


@dataclass(frozen=True, slots=True)
class Loss:
    """What one criterion cost of the total."""

    scorer: str
    name: str
    value: float
    points: float
    """Of the total, from 0 to 1."""
    explanation: str
    fault: str
    evidence: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """The scores of a run up to an event."""

    data: Mapping[str, Any]
    """The object that ``workaday score --json`` prints."""
    upto: int
    """The last event there was then."""
    losses: tuple[Loss, ...]

    @property
    def scores(self) -> Mapping[str, Any]:
        """The score card."""
        found: Mapping[str, Any] = self.data["scores"]
        return found


class Scoring:
    """The scores of one run file, computed when they are asked for and kept until there is more to score."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._task: asyncio.Task[Scored | str] | None = None
        self._upto = -1
        self.latest: Scored | None = None
        self.fault = ""
        """What was said where it could not be scored."""

    @property
    def running(self) -> bool:
        """Whether scores are on their way."""
        return self._task is not None and not self._task.done()

    def want(self, upto: int) -> None:
        """Begin to score the run up to its event ``upto``, unless that is done or under way."""
        if self.running or upto <= self._upto:
            return
        self._upto = upto
        self._task = asyncio.get_running_loop().create_task(self._score(upto))

    async def _score(self, upto: int) -> "Scored | str":
        told = await scored(self._path)
        if "scores" in told:
            self.latest, self.fault = Scored(told, upto, losses(told["scores"])), ""
            return self.latest
        self.fault = str(told.get("error", "it could not be scored"))
        return self.fault

    async def close(self) -> None:
        """Stop scoring."""
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.wait((self._task,))


async def scored(*paths: str) -> Mapping[str, Any]:
    """What ``workaday score --json`` says of run files: an object with ``scores``, with ``runs``, or with ``error``."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _COMMAND, "score", *paths, "--json",
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        out, err = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    try:
        told = json.loads(out)
    except ValueError:
        told = None
    if not isinstance(told, dict):
        return {"error": err.decode(errors="replace").strip()[-2000:] or f"scoring ended with {process.returncode}"}
    return told


def losses(scores: Mapping[str, Any]) -> tuple[Loss, ...]:
    """What each criterion cost of the total, the dearest first.

    What the outcome lacks is lost first, to its criteria by weight; then what manners took off what was achieved, to
    the other scores by weight (`scorers.total`), and within each to its criteria. They come to 1 less the total. Where
    several seats played, whose mean the total is, each loss says whose it is.
    """
    seats = scores.get("seats") or {}
    if seats:
        each = [
            replace(loss, name=f"{seat}: {loss.name}", points=loss.points / len(seats))
            for seat, card in seats.items()
            for loss in losses(card)
        ]
        return tuple(sorted(each, key=lambda loss: -loss.points))
    by = {name: score for name, score in scores["by"].items() if score["value"] is not None and score["weight"] > 0}
    outcome = by.get(OUTCOME)
    if outcome is None:
        return ()
    achieved = outcome["value"]
    found = _shared(OUTCOME, outcome, 1 - achieved)
    whole = sum(score["weight"] for score in by.values())
    for name, score in by.items():
        if name != OUTCOME:
            found += _shared(name, score, achieved * score["weight"] / whole * (1 - score["value"]))
    return tuple(sorted(found, key=lambda loss: -loss.points))


def _shared(name: str, score: Mapping[str, Any], points: float) -> list[Loss]:
    """The points that a score lost, shared out to the criteria that lost them."""
    if points < 5e-7:
        return []
    short = [c for c in score["criteria"] if c["value"] is not None and c["value"] < 1 and c["weight"] > 0]
    lacking = sum(c["weight"] * (1 - c["value"]) for c in short)
    if not short or lacking <= 0:
        return [Loss(name, name, score["value"], points, score["explanation"], "agent", tuple(score["evidence"]))]
    return [
        Loss(
            name, c["name"], c["value"], points * c["weight"] * (1 - c["value"]) / lacking, c["explanation"],
            c["fault"], tuple(c["evidence"]),
        )
        for c in short
    ]  # fmt: skip


def evidence_of(scored: Scored | None) -> Sequence[tuple[int, str]]:
    """Every event that is evidence of a loss, with what the dearest such loss is about."""
    found: dict[int, str] = {}
    for loss in scored.losses if scored is not None else ():
        for serial in loss.evidence:
            found.setdefault(serial, f"{loss.scorer}, {loss.explanation or loss.name}")
    return sorted(found.items())
