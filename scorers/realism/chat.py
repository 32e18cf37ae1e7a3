"""How chat goes: how soon direct messages are answered, how long messages are, how often somebody is polite."""

from collections.abc import Callable, Sequence

from scorers.realism.cues import is_polite
from scorers.realism.estimates import Estimate, Unit, mean, of_samples, of_sums, share
from scorers.realism.log import Item, Log
from sim.units import DAY, MINUTE

SHORT = 3
"""Words up to which a message is a short one."""
ANSWER_WITHIN = DAY
"""What comes later in a talk of two is a new talk, not an answer (design choice)."""


def answer_times(logs: Sequence[Log]) -> dict[Unit, list[float]]:
    """Seconds until the other's first word, for each first message of a turn that came in their working hours.

    Only talks of two count, and only those who answered within a day: who never answers in chat is not in the
    published figure either.
    """
    found: dict[Unit, list[float]] = {}
    for log in logs:
        waiting: dict[str, Item] = {}
        for item in log.items:
            if item.medium != "dm":
                continue
            asked = waiting.get(item.place)
            if asked is None or asked.sender == item.sender:
                if asked is None or item.at - asked.at > ANSWER_WITHIN:
                    waiting[item.place] = item
                continue
            waited = item.at - asked.at
            if item.sender in log.cast and log.works(item.sender, asked.at) and waited <= ANSWER_WITHIN:
                found.setdefault((log.number, item.sender), []).append(float(waited))
            waiting[item.place] = item
    return found


def answered_soon(logs: Sequence[Log]) -> Estimate:
    """The share of answers to direct messages that came within 5 minutes."""
    return of_samples(answer_times(logs), lambda waits: sum(w <= 5 * MINUTE for w in waits) / len(waits))


def message_words(logs: Sequence[Log]) -> Estimate:
    """Words in a chat message, on average."""
    return of_samples(_by_sender(logs, lambda log: log.chat, lambda item: float(item.words)), mean)


def short_messages(logs: Sequence[Log]) -> Estimate:
    """The share of chat messages with at most 3 words."""
    return of_samples(_by_sender(logs, lambda log: log.chat, lambda item: float(item.words <= SHORT)), mean)


def polite(logs: Sequence[Log]) -> Estimate:
    """The share of written messages with a polite word in them."""
    return of_samples(_by_sender(logs, lambda log: log.written, lambda item: float(is_polite(item.text))), mean)


def direct_share(logs: Sequence[Log]) -> Estimate:
    """The share of chat messages that go to one person or a group of named ones, not to a channel."""
    return of_samples(_by_sender(logs, lambda log: log.chat, lambda item: float(item.medium != "channel")), mean)


def out_of_hours(logs: Sequence[Log]) -> Estimate:
    """The share of written messages that are sent outside the sender's own working hours."""
    sums: dict[Unit, list[float]] = {}
    for log in logs:
        for item in log.written:
            entry = sums.setdefault((log.number, item.sender), [0.0, 0.0])
            entry[0] += not log.works(item.sender, item.at)
            entry[1] += 1
    return of_sums(sums, share)


def _by_sender(
    logs: Sequence[Log], items: Callable[[Log], Sequence[Item]], value: Callable[[Item], float]
) -> dict[Unit, list[float]]:
    found: dict[Unit, list[float]] = {}
    for log in logs:
        for item in items(log):
            found.setdefault((log.number, item.sender), []).append(value(item))
    return found
