"""Workaday: simulated organisations at work, to develop and grade agents that must get things done with people.

    import workaday
    result = workaday.run("first-week", player="diligent", seed=1)
    print(result.outcome, result.scores.total)

Importing this costs little: what a name needs is opened when the name is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workaday.result import Result, load, run, run_async, score, score_async

__all__ = ["Result", "load", "run", "run_async", "score", "score_async"]


def __getattr__(name: str) -> Any:
    """A public name, opened at its first use (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module("workaday.result"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
