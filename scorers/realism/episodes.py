"""Episodes: one request for information or work between two people, from the first ask to the last word about it.

They stand for the talks of a user with an assistant, on which user simulators have been compared with people: the one
who asks is the user. An episode is cut out of a mail thread between two, a talk of two in chat, or a call; it begins
with a message that asks something, and ends with five working days of silence (or four hours, once it was answered).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from scorers.realism.log import Item, Log
from scorers.realism.texts import asks
from sim.units import HOUR

UNANSWERED = 5 * 8 * HOUR
"""Working seconds of silence after which an episode without an answer is over."""
ANSWERED = 4 * HOUR
"""The same once there was an answer (design choice)."""


@dataclass(slots=True)
class Episode:
    """A request and what was said about it. ``turns`` are (whether the asker's, text, serial), in order."""

    run: int
    asker: str
    answerer: str
    medium: str
    turns: list[tuple[bool, str, int]] = field(default_factory=list)
    last: int = 0

    def side(self, asker: bool) -> list[str]:
        """What one of the two said."""
        return [text for own, text, _ in self.turns if own == asker]

    @property
    def answered(self) -> bool:
        """Whether the other said a word."""
        return any(not own for own, _, _ in self.turns)


def episodes(logs: Sequence[Log]) -> tuple[Episode, ...]:
    """The episodes in which both are coworkers, by their beginning."""
    return tuple(episode for log in logs for episode in _episodes(log))


@cache
def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _episodes(log: Log) -> Iterator[Episode]:
    found: list[Episode] = []
    open_: dict[tuple[str, str, str], Episode] = {}
    for item in log.items:
        other = _other(log, item)
        if other is None:
            continue
        key = (item.medium, item.place, "/".join(_pair(item.sender, other)))
        episode = open_.get(key)
        if episode is not None and _over(log, episode, item):
            episode = None
        if episode is None:
            if not asks(item.text):
                open_.pop(key, None)
                continue
            episode = open_[key] = Episode(log.number, item.sender, other, item.medium)
            found.append(episode)
        episode.turns.append((item.sender == episode.asker, item.text, item.serial))
        episode.last = item.at
    yield from found


def _other(log: Log, item: Item) -> str | None:
    """The one person it is addressed to, where both work here and neither is the seat."""
    if item.sender not in log.cast or item.medium in ("channel", "meeting") or item.automatic:
        return None
    readers = tuple(who for who in item.addressed if who != item.sender)
    return readers[0] if len(readers) == 1 and readers[0] in log.cast else None


def _over(log: Log, episode: Episode, item: Item) -> bool:
    silence = log.case.worked(item.sender, episode.last, item.at)
    if silence > UNANSWERED:
        return True
    return episode.answered and silence > ANSWERED and asks(item.text)
