"""The report as a file: one page of HTML with its styles in it, without a script, and nothing that is fetched."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from markupsafe import Markup

from scorers.score_run import ScoreCard, score_record
from sim.record import Record
from workaday.attempts import Attempt, attempt_of
from workaday.judging import judging_of
from workaday.window.colours import stylesheet
from workaday.window.pages import render
from workaday.window.reading import Reading
from workaday.window.report.run import RunPart, run_part
from workaday.window.report.several import several_part

STATIC: Final = Path(__file__).parents[1] / "static"
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""What a browser may load for it: nothing."""


def report(paths: Sequence[Path], *, story: bool | None = None, margin: float = 0.1) -> str:
    """The report of these runs as HTML. The ``story`` is told of a single run, unless it says otherwise; ``margin`` is
    the difference between players that is worth knowing of.

    Nothing is simulated, and no model asked. Raises :class:`~sim.runfile.JournalError`,
    :class:`scorers.case.NotScorable`.
    """
    tells = len(paths) == 1 if story is None else story
    parts: list[RunPart] = []
    runs: list[tuple[str, Attempt]] = []
    for number, path in enumerate(paths, 1):
        anchor = f"r{number}"
        with Reading.open(path) as reading:
            while reading.advance():
                pass
            card, attempt = _scored(reading.record)
            parts.append(run_part(reading, card, anchor, story=tells))
        runs.append((anchor, attempt))
    context = {
        "policy": POLICY,
        "styles": Markup("\n".join([*(_style(name) for name in ("window.css", "report.css")), stylesheet()])),
        "parts": parts,
        "several": several_part(runs, margin=margin) if len(parts) > 1 else None,
    }
    return render("report/document.html", context)


def _scored(record: Record) -> tuple[ScoreCard, Attempt]:
    card = score_record(record, judging=judging_of(record))
    return card, attempt_of(record, card)


def _style(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")
