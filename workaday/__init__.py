"""Workaday: simulated organisations at work, to develop and grade agents that must get things done with people.

    import workaday
    result = workaday.run("first-week", player="diligent", seed=1)
    print(result.outcome, result.scores.total)

Importing this costs little: what a name needs is opened when the name is first used.
"""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workaday.comparison import Comparison, diff
    from workaday.continuation import Replay, fork, fork_async, replay, replay_async, resume, resume_async
    from workaday.result import Result, load, run, run_async, score, score_async

_HOMES = {
    "workaday.comparison": ("Comparison", "diff"),
    "workaday.continuation": ("Replay", "fork", "fork_async", "replay", "replay_async", "resume", "resume_async"),
    "workaday.result": ("Result", "load", "run", "run_async", "score", "score_async"),
}

__all__ = [
    "Comparison",
    "Replay",
    "Result",
    "diff",
    "fork",
    "fork_async",
    "load",
    "replay",
    "replay_async",
    "resume",
    "resume_async",
    "run",
    "run_async",
    "score",
    "score_async",
]


def __getattr__(name: str) -> Any:
    """A public name, opened at its first use (PEP 562)."""
    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    _require_ours()
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def _require_ours() -> None:
    """Raise ImportError where a module of somebody else's has the name of a package that comes with this one."""
    ours = Path(__file__).resolve().parents[1]
    for package in ("sim", "orgs", "personas", "scorers", "scenarios"):
        spec = find_spec(package)
        found = None if spec is None else spec.origin
        if found is not None and Path(found).resolve().parent.parent != ours:
            raise ImportError(f"{found} hides the package {package!r} of Workaday's: give that file another name")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
