"""The scorers that are installed: ours and other packages', all through the entry points ``workaday.scorers``."""

from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING, Final

from scorers.score import Scorer
from sim.complaint import complaint, place
from sim.plugins import announced, brought_by, package_of

if TYPE_CHECKING:
    from scorers.score_run import ScoreCard

GROUP: Final = "workaday.scorers"


class BrokenScorer(Exception):
    """An installed scorer cannot be used. Arguments: its name, where it was to come from, and what is wrong."""

    def __init__(self, name: str, origin: str, why: str) -> None:
        super().__init__(name, origin, why)
        self.name, self.origin, self.why = name, origin, why
        self.card: ScoreCard | None = None
        """What the other scorers say of the run, where it was one run's scores that were asked for."""

    def __str__(self) -> str:
        return f"the scorer {self.name!r} ({self.origin}) cannot be used: {self.why}"

    @classmethod
    def at_work(cls, kind: type[Scorer], name: str, why: str) -> "BrokenScorer":
        """One that could be loaded, but does not give a score: with the package it comes from."""
        value = f"{kind.__module__}:{kind.__qualname__}"
        announcing = (brought_by(entry) for entry in announced("scorers") if entry.value == value)
        by = next(filter(None, announcing), None)
        package = package_of(kind.__module__) if by is None else by[0]
        return cls(name, value if package is None else f"{value} of {package}", why)


def load(entries: Iterable[EntryPoint] | None = None) -> Mapping[str, type[Scorer]]:
    """Every installed scorer by name, in alphabetical order. Raises `BrokenScorer` for the first that is none."""
    found: dict[str, type[Scorer]] = {}
    origins: dict[str, str] = {}
    for entry in announced("scorers") if entries is None else sorted(entries, key=lambda e: (e.name, e.value)):
        by = brought_by(entry)
        origin = f"{entry.value} of {by[0]}" if by is not None else entry.value
        if entry.name in found:
            if origins[entry.name] == origin:
                continue
            raise BrokenScorer(entry.name, origin, f"{origins[entry.name]} has the same name: uninstall one of them")
        found[entry.name] = _opened(entry, origin)
        origins[entry.name] = origin
    return found


def _opened(entry: EntryPoint, origin: str) -> type[Scorer]:
    try:
        scorer = entry.load()
    except (Exception, SystemExit) as error:
        where = "" if isinstance(error, SyntaxError) else place(error)
        told = f"importing it raises {type(error).__name__}: {complaint(error)}"
        raise BrokenScorer(entry.name, origin, f"{told} ({where})" if where else told) from error
    if not isinstance(scorer, type):
        raise BrokenScorer(entry.name, origin, "it is no class; a scorer is a class with name, version and score()")
    lacks = [part for part in ("name", "version", "score") if not hasattr(scorer, part)]
    if lacks:
        raise BrokenScorer(entry.name, origin, f"it has no {' and no '.join(lacks)}")
    checked: type[Scorer] = scorer
    if checked.name != entry.name:
        raise BrokenScorer(entry.name, origin, f"it calls itself {checked.name!r}: give both the same name")
    return checked
