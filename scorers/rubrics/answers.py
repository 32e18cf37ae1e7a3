"""The file of what judges answered: one line of JSON for each answer, by the key of the question.

A judge's answer is a thought: it cannot be computed again, so it is kept, and scoring anew needs no model. The file
lies beside the run file, which is never touched. Lines are only ever added; of two with one key the later counts.
"""

import json
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any, Final, Literal, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from scorers.rubrics.judging import NO_JUDGE, JudgeFault
from scorers.rubrics.question import Question
from scorers.score import Fault
from sim.vocabulary.core import ordered_json

SUFFIX: Final = ".verdicts.jsonl"


class NoAnswers(ValueError):
    """A file that holds no answers of judges: says which line, and what is wrong with it."""


class Kept(BaseModel):
    """An answer, or why there is none."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    judge: str
    criterion: str
    """For whoever reads the file."""
    n: int
    text: str | None = None
    fault: str = ""
    why: str = ""
    whose: Literal["judge", "infrastructure"] = "judge"
    tokens: int = 0
    """Of prompt and answer."""
    usd: float | None = None


class Answers:
    """What judges answered, by key. ``path`` is where what is added goes; None keeps it in memory alone."""

    def __init__(self, path: str | PathLike[str] | None = None) -> None:
        """Reads what is there. Raises `NoAnswers`, and OSError for a file that cannot be read."""
        self.path = None if path is None else Path(path)
        self._kept: dict[str, Kept] = {}
        self.judges: tuple[str, ...] = ()
        """The judges in the file, the one that answered last at the end."""
        self._whole = True
        """Whether the last line of the file is: a process that was killed may leave a piece of one."""
        if self.path is not None and self.path.exists():
            text = self.path.read_text(encoding="utf-8")
            whole, _, rest = text.rpartition("\n")
            self._whole = not rest
            for kept in _read(self.path, whole):
                self._take(kept)

    def recall(self, question: Question, n: int) -> str:
        """The answer that is kept. Raises `scorers.rubrics.judge.JudgeFault` where there is none."""
        kept = self._kept.get(question.key(n))
        if kept is None:
            raise JudgeFault("not asked", f"{question.judge or NO_JUDGE} has not been asked")
        if kept.text is None:
            raise JudgeFault(kept.fault, kept.why, cast("Fault", kept.whose))
        return kept.text

    def keep(self, kept: Kept) -> None:
        """Add an answer, to the file too: in one piece, so that a process that is killed loses no other line."""
        self._take(kept)
        if self.path is None:
            return
        if not self._whole:
            whole = self.path.read_text(encoding="utf-8").rpartition("\n")[0]
            self.path.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
            self._whole = True
        line = ordered_json(kept.model_dump(mode="json", exclude_defaults=True))
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    def _take(self, kept: Kept) -> None:
        self._kept[kept.key] = kept
        self.judges = (*(judge for judge in self.judges if judge != kept.judge), kept.judge)


def _read(path: Path, text: str) -> Iterable[Kept]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            data: Any = json.loads(line)
            yield Kept.model_validate(data)
        except (ValueError, ValidationError) as error:
            said = str(error).splitlines()[0]
            raise NoAnswers(f"{path}:{number}: is no answer of a judge ({said}): remove the line") from None


def beside(run: str | PathLike[str]) -> Path:
    """Where the answers of a run's judges are kept: ``a.verdicts.jsonl`` for ``a.workaday``."""
    path = Path(run)
    return path.with_name(f"{path.name.removesuffix('.workaday')}{SUFFIX}")
