"""Old scores beside new ones: what another version of a scorer makes of the same runs.

A card is what ``workaday score --json`` printed, of one run or of several. Runs are matched by their digest: the same
events, whatever the file is called now.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from workaday.exits import Exit, Trouble

NEAR: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Change:
    """One score of one run that is not what it was."""

    run: str
    score: str
    """A scorer, "total", or "passed"."""
    was: float | None
    now: float | None
    versions: tuple[str | None, str | None]
    """Of the scorer then and now; None where there was none."""

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        then, now = self.versions
        return {"run": self.run, "score": self.score, "was": self.was, "now": self.now, "versions": [then, now]}


@dataclass(frozen=True, slots=True)
class Rescoring:
    """What changed between a card and the scores of now."""

    compared: int
    """Runs that both have."""
    changes: tuple[Change, ...]
    versions: Mapping[str, tuple[str | None, str | None]]
    """Scorers that were not there, are gone, or are of another version."""
    missing: tuple[str, ...]
    """Runs that the card does not have."""

    def data(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "compared": self.compared,
            "versions": {name: list(pair) for name, pair in self.versions.items()},
            "changes": [change.data() for change in self.changes],
            "missing": list(self.missing),
        }


def card(path: str) -> list[Mapping[str, Any]]:
    """The runs of a card. Raises :class:`~workaday.exits.Trouble` for a file that is none."""
    try:
        told = json.loads(Path(path).read_text(encoding="utf-8"))
        runs = told.get("runs", [told])
        for each in runs:
            _ = each["digest"], each["scores"]["by"], each["scores"]["versions"]
    except OSError as error:
        raise Trouble(Exit.USER, f"{path}: {error.strerror}") from None
    except (AttributeError, KeyError, TypeError, ValueError):
        fix = "it is what `workaday score RUN... --json` printed before"
        raise Trouble(Exit.USER, f"{path}: this is no card of scores: {fix}") from None
    return list(runs)


def rescored(old: Sequence[Mapping[str, Any]], new: Sequence[Mapping[str, Any]]) -> Rescoring:
    """What is not as it was, run by run."""
    known = {each["digest"]: each for each in old}
    both = [(known[each["digest"]], each) for each in new if each["digest"] in known]
    versions: dict[str, tuple[str | None, str | None]] = {}
    for was, now in both:
        before, after = was["scores"]["versions"], now["scores"]["versions"]
        for name in sorted({*before, *after}):
            if before.get(name) != after.get(name):
                versions[name] = (before.get(name), after.get(name))
    return Rescoring(
        compared=len(both),
        changes=tuple(change for was, now in both for change in _changes(was, now)),
        versions=versions,
        missing=tuple(str(each["run"]) for each in new if each["digest"] not in known),
    )


def _changes(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Change]:
    before, after = _values(was), _values(now)
    of = was["scores"]["versions"], now["scores"]["versions"]
    for name in dict.fromkeys((*after, *before)):
        old, new = before.get(name), after.get(name)
        if (old is None) != (new is None) or (old is not None and new is not None and abs(old - new) > NEAR):
            yield Change(str(now["run"]), name, old, new, (of[0].get(name), of[1].get(name)))


def _values(run: Mapping[str, Any]) -> dict[str, float | None]:
    scores = run["scores"]
    passed = run.get("success")
    found = {"total": scores["total"], "passed": None if passed is None else float(passed)}
    return found | {name: score["value"] for name, score in scores["by"].items()}
