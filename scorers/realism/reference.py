"""Talk of people to compare with, from a file that the user has: one turn a line, as JSON.

A line is ``{"talk": "17", "side": "asker", "text": "..."}``; the turns of a talk stand in their order.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

from sim.units import BadValue


@dataclass(slots=True)
class Talk:
    """One talk: what the asker said, and what the other did."""

    asker: list[str] = field(default_factory=list)
    answerer: list[str] = field(default_factory=list)


def read_talks(path: Path) -> tuple[Talk, ...]:
    """The talks of a file. Raises ``BadValue`` with the line that is wrong, and ``OSError``."""
    talks: dict[str, Talk] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            turn = json.loads(line)
            talk, side, text = str(turn["talk"]), turn["side"], turn["text"]
        except (ValueError, KeyError, TypeError):
            raise _bad(path, number, line) from None
        if side not in ("asker", "answerer") or not isinstance(text, str):
            raise _bad(path, number, line)
        kept = talks.setdefault(talk, Talk())
        (kept.asker if side == "asker" else kept.answerer).append(text)
    return tuple(talk for talk in talks.values() if talk.asker)


def _bad(path: Path, number: int, line: str) -> BadValue:
    return BadValue(
        line[:80],
        f"is no turn of a talk ({path}:{number})",
        'A line is {"talk": "17", "side": "asker", "text": "..."}; the side is asker or answerer.',
    )
