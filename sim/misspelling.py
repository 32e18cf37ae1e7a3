"""Names that were probably misspelt, and which name was meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_FEW = 16


def suggest(word: str, known: Iterable[str]) -> str | None:
    """The known name that ``word`` most likely means, or None. Neither case nor the order of ``known`` matters."""
    by_fold = {name.casefold(): name for name in sorted(known, reverse=True)}
    close = difflib.get_close_matches(word.casefold(), sorted(by_fold), n=1, cutoff=0.6)
    return by_fold[close[0]] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The fix for a name that is not known: "Did you mean 'ruth'?", else the known names if they are few, else ""."""
    names = sorted(set(known))
    near = suggest(word, names)
    if near is not None:
        return f"Did you mean {near!r}?"
    return f"Known here: {', '.join(names)}." if 0 < len(names) <= _FEW else ""
