"""How the command ends: which exit code each kind of trouble has, and how it is told. The one place that says so.

    0    done, and the thresholds of the scenario are met; or there is nothing to grade in it
    1    done, and a threshold is missed; or stopped early where it was told to, or left by the client that played it,
         which is no success yet
    2    the user's files or arguments are wrong, or a run cannot go on with what is installed here
    3    infrastructure: a model that cannot be reached, a full disk, a file that may not be written; or a verdict that
         depends on criteria which no judge could grade
    130  stopped by Ctrl-C or SIGTERM
    141  nobody read what was printed to the end: `workaday list | head -1`

Anything else that is raised is a fault of this program: it is told with its traceback, and ends with 70.
"""

import json
import os
import sys
import traceback
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from sim.complaint import complaint

if TYPE_CHECKING:
    from scorers.score_run import ScoreCard


class Exit(IntEnum):
    """Exit codes."""

    DONE = 0
    MISSED = 1
    USER = 2
    INFRASTRUCTURE = 3
    FAULTY = 70
    STOPPED = 130
    UNREAD = 141


class Trouble(Exception):
    """Something that ends the command: ``code``, ``message`` and, for --json, ``more`` fields of the object."""

    def __init__(self, code: Exit, message: str, more: dict[str, Any] | None = None) -> None:
        super().__init__(code, message, more)
        self.code, self.message, self.more = code, message, more or {}

    def __str__(self) -> str:
        return self.message


def exit_of(card: "ScoreCard") -> Exit:
    """The exit code of a run that was scored."""
    if card.undecided and len(card.failures) == 1:
        return Exit.INFRASTRUCTURE
    return Exit.DONE if card.success or not (card.is_graded or card.stands) else Exit.MISSED


_JOURNAL = {
    "exists": Exit.USER,
    "not_a_run": Exit.USER,
    "version": Exit.USER,
    "permission": Exit.INFRASTRUCTURE,
    "locked": Exit.INFRASTRUCTURE,
    "disk_full": Exit.INFRASTRUCTURE,
    "io": Exit.INFRASTRUCTURE,
}
"""By :attr:`sim.runfile.JournalError.kind`."""

_USERS = (
    "sim.source.SourceError",
    "sim.units.BadValue",
    "scenarios.stage.UnknownPlugin",
    "scorers.case.NotScorable",
    "scorers.registry.BrokenScorer",
    "scorers.rubrics.answers.NoAnswers",
    "scorers.rubrics.calibration.NoCalibration",
    "workaday.comparison.Incomparable",
    "workaday.continuation.CannotContinue",
    "workaday.contrast.NothingInCommon",
    "workaday.players.registry.UnknownPlayer",
    "workaday.unlike.Unlike",
)
"""Exceptions that say what is wrong with files or arguments, by their full names: naming them here opens nothing."""


def trouble_of(error: BaseException) -> Trouble:
    """What an exception means for the user."""
    if isinstance(error, Trouble):
        return error
    names = {f"{kind.__module__}.{kind.__qualname__}" for kind in type(error).__mro__}
    if "sim.runfile.JournalError" in names:
        return Trouble(_JOURNAL[getattr(error, "kind", "io")], str(error))
    if "sim.model.ModelFault" in names:
        return Trouble(Exit.INFRASTRUCTURE, getattr(error, "message", str(error)))
    if getattr(error, "more_may_show", False):
        from sim.source import MORE_MAY_SHOW

        return Trouble(Exit.USER, f"{error}\n{MORE_MAY_SHOW}")
    if names.intersection(_USERS):
        return Trouble(Exit.USER, str(error))
    if callable(getattr(error, "format_message", None)):  # the command line's own: an unknown option and the like
        return Trouble(Exit.USER, error.format_message())  # type: ignore[attr-defined]
    if isinstance(error, KeyboardInterrupt):
        return Trouble(Exit.STOPPED, "stopped")
    if isinstance(error, MemoryError):
        return Trouble(Exit.INFRASTRUCTURE, "there is not enough memory")
    return Trouble(Exit.FAULTY, f"a fault in Workaday: {type(error).__name__}: {complaint(error)}")


def tell(error: BaseException, *, as_json: bool) -> int:
    """Say what happened, and give the exit code: on stderr in words, and on stdout as one object if ``as_json``."""
    trouble = trouble_of(error)
    if trouble.code is Exit.FAULTY or os.environ.get("WORKADAY_DEBUG"):
        traceback.print_exception(error, file=sys.stderr)
    if as_json:
        told = {"error": trouble.message, "exit": int(trouble.code), **trouble.more}
        print(json.dumps(told, ensure_ascii=False), flush=True)
    else:
        print(f"workaday: {trouble.message}" if "\n" not in trouble.message else trouble.message, file=sys.stderr)
    return int(trouble.code)
