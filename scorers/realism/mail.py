"""How mail goes: reply times, what is answered, how long answers and threads are, how much there is."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorers.realism.estimates import Estimate, Unit, deviation, mean, median, of_samples, of_sums, share
from scorers.realism.log import Item, Log
from scorers.realism.texts import asks, own_words, word_count
from sim.units import DAY

ANSWERED_WITHIN = 30 * DAY
"""A mail counts as answered by an answer within so long (as in the Avocado study)."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A coworker's first reply to a mail: ``waited`` are seconds of the clock, nights and weekends included."""

    who: Unit
    mail: Item
    reply: Item
    weekend: bool
    """Whether the mail came on a Saturday or Sunday, where the one who replied is."""

    @property
    def waited(self) -> int:
        return self.reply.at - self.mail.at


def replies(logs: Sequence[Log], *, internal: bool = True) -> tuple[Reply, ...]:
    """First replies of coworkers; ``internal`` leaves out mail from or to the outside."""
    return tuple(reply for log in logs for reply in _replies(log, internal))


def _replies(log: Log, internal: bool) -> Iterator[Reply]:
    seen: set[tuple[str, str]] = set()
    for mail in log.mails:
        before = log.mail_by_id.get(mail.reply_to or "")
        if before is None or mail.sender not in log.cast or before.sender == mail.sender:
            continue
        if internal and (before.from_outside or before.to_outside or mail.to_outside):
            continue
        if (mail.sender, before.id) not in seen:
            seen.add((mail.sender, before.id))
            weekend = log.weekday(mail.sender, before.at) >= 5
            yield Reply((log.number, mail.sender), before, mail, weekend)


def _by_person(found: Sequence[Reply], value: Callable[[Reply], float]) -> Mapping[Unit, list[float]]:
    samples: dict[Unit, list[float]] = {}
    for reply in found:
        samples.setdefault(reply.who, []).append(value(reply))
    return samples


def reply_time(logs: Sequence[Log]) -> Estimate:
    """The median reply time inside the organisation, in minutes."""
    return of_samples(_by_person(replies(logs), lambda r: r.waited / 60), median)


def replied_within(logs: Sequence[Log], seconds: int) -> Estimate:
    """The share of replies that came within so long."""
    return of_samples(_by_person(replies(logs), lambda r: float(r.waited <= seconds)), mean)


def spread(logs: Sequence[Log]) -> Estimate:
    """The standard deviation of the logarithm of reply times."""
    return of_samples(_by_person(replies(logs), lambda r: math.log(max(1, r.waited))), deviation)


def weekend_slowdown(logs: Sequence[Log]) -> Estimate:
    """The median reply time to mail of weekends over that to mail of weekdays; its n counts weekend mail."""
    found = replies(logs)
    weekend = [float(r.waited) for r in found if r.weekend]
    weekday = [float(r.waited) for r in found if not r.weekend]
    if len(weekend) < 5 or not weekday:
        return Estimate(None, len(weekend))
    usual = median(weekday)
    late = of_samples(_by_person([r for r in found if r.weekend], lambda r: r.waited / usual), median)
    return Estimate(late.value, len(weekend), late.low, late.high)


@dataclass(frozen=True, slots=True)
class Pair:
    """A mail and one coworker who got it."""

    who: Unit
    asked: bool
    answered: bool


def pairs(logs: Sequence[Log]) -> tuple[Pair, ...]:
    """Every mail with each coworker who got it, mail from outside and copies included."""
    found = []
    for log in logs:
        answers: dict[tuple[str, str], int] = {}
        for mail in log.mails:
            if mail.reply_to is not None:
                answers.setdefault((mail.sender, mail.reply_to), mail.at)
        for mail in log.mails:
            asked = asks(mail.text)
            for who in mail.to:
                if who in log.cast:
                    at = answers.get((who, mail.id))
                    in_time = at is not None and at - mail.at <= ANSWERED_WITHIN
                    found.append(Pair((log.number, who), asked, in_time))
    return tuple(found)


def answered(logs: Sequence[Log]) -> Estimate:
    """The share of (mail, recipient) pairs that were answered within 30 days."""
    sums: dict[Unit, list[float]] = {}
    for pair in pairs(logs):
        entry = sums.setdefault(pair.who, [0.0, 0.0])
        entry[0] += pair.answered
        entry[1] += 1
    return of_sums(sums, share)


def asked_over_not(logs: Sequence[Log]) -> Estimate:
    """The share answered of mail that asks something over that of mail that does not."""
    sums: dict[Unit, list[float]] = {}
    for pair in pairs(logs):
        entry = sums.setdefault(pair.who, [0.0, 0.0, 0.0, 0.0])
        entry[0 if pair.asked else 2] += pair.answered
        entry[1 if pair.asked else 3] += 1
    return of_sums(sums, _ratio, counts=1)


def _ratio(sums: Sequence[float]) -> float | None:
    asked_answered, asked, other_answered, other = sums
    if not asked or not other or not other_answered:
        return None
    return (asked_answered / asked) / (other_answered / other)


def reply_words(logs: Sequence[Log], statistic: Callable[[Sequence[float]], float]) -> Estimate:
    """A statistic of the words of replies, without quoted text and signature."""
    names = {log.number: {p.id: p.name for p in log.case.org.people()} for log in logs}

    def length(reply: Reply) -> float:
        number, who = reply.who
        return float(word_count(own_words(reply.reply.text, names[number][who])))

    return of_samples(_by_person(replies(logs, internal=False), length), statistic)


def over_hundred(lengths: Sequence[float]) -> float:
    """The share of lengths over 100 words."""
    return sum(length > 100 for length in lengths) / len(lengths)


def threads(logs: Sequence[Log]) -> Mapping[Unit, list[float]]:
    """Mails in each thread that got an answer, by who began it."""
    found: dict[Unit, list[float]] = {}
    for log in logs:
        sizes: dict[str, int] = {}
        begun: dict[str, str] = {}
        for mail in log.mails:
            begun.setdefault(mail.place, mail.sender)
            sizes[mail.place] = sizes.get(mail.place, 0) + 1
        for thread, size in sizes.items():
            if size > 1:
                found.setdefault((log.number, begun[thread]), []).append(float(size))
    return found


def thread_size(logs: Sequence[Log]) -> Estimate:
    """Mails in a thread, on average, of threads that got an answer."""
    return of_samples(threads(logs), mean)


def one_reply(logs: Sequence[Log]) -> Estimate:
    """The share of threads with an answer that are one mail and one reply."""
    return of_samples(threads(logs), lambda sizes: sum(size == 2 for size in sizes) / len(sizes))


def received(logs: Sequence[Log]) -> Estimate:
    """Mails that a coworker got on a working day, of everybody, out-of-office replies left out."""
    sums: dict[Unit, list[float]] = {}
    for log in logs:
        got = dict.fromkeys(log.people, 0)
        for mail in log.mails:
            for who in mail.to:
                if who in got:
                    got[who] += 1
        for who, count in got.items():
            sums[log.number, who] = [count, len(log.days[who])]
    return of_sums(sums, share)


def sent(logs: Sequence[Log]) -> Estimate:
    """Mails that a coworker wrote on a working day."""
    return _sent(logs, lambda log: log.mails)


def chat_sent(logs: Sequence[Log]) -> Estimate:
    """Chat messages that a coworker wrote on a working day."""
    return _sent(logs, lambda log: log.chat)


def _sent(logs: Sequence[Log], items: Callable[[Log], Sequence[Item]]) -> Estimate:
    sums: dict[Unit, list[float]] = {}
    for log in logs:
        wrote = dict.fromkeys(log.people, 0)
        for item in items(log):
            if item.sender in wrote:
                wrote[item.sender] += 1
        for who, count in wrote.items():
            sums[log.number, who] = [count, len(log.days[who])]
    return of_sums(sums, share)


def shapes(logs: Sequence[Log]) -> Mapping[str, float]:
    """Log-likelihood per reply of three shapes of reply times: exponential, log-normal, two log-normals mixed."""
    waits = [float(max(1, r.waited)) for r in replies(logs)]
    if len(waits) < 20:
        return {}
    return {
        "exponential": -math.log(mean(waits)) - 1.0,
        "log-normal": _log_normal(waits),
        "two log-normals": _two_log_normals(waits),
    }


def _log_normal(waits: Sequence[float]) -> float:
    logs = [math.log(w) for w in waits]
    width = max(deviation(logs), 1e-6)
    return -mean(logs) - math.log(width) - 0.5 * math.log(2 * math.pi) - 0.5


def _two_log_normals(waits: Sequence[float], rounds: int = 60) -> float:
    """By expectation and maximisation, begun at the lower and the upper half."""
    logs = sorted(math.log(w) for w in waits)
    half = len(logs) // 2
    parts = [[0.5, mean(part), max(deviation(part), 0.1)] for part in (logs[:half], logs[half:])]
    likelihood = 0.0
    for _ in range(rounds):
        weights = []
        likelihood = 0.0
        for x in logs:
            densities = [w * math.exp(-0.5 * ((x - m) / s) ** 2) / (s * math.sqrt(2 * math.pi)) for w, m, s in parts]
            whole = max(sum(densities), 1e-300)
            weights.append(densities[0] / whole)
            likelihood += math.log(whole) - x
        for number, own in enumerate((weights, [1 - w for w in weights])):
            mass = max(sum(own), 1e-9)
            middle = sum(w * x for w, x in zip(own, logs, strict=True)) / mass
            width = math.sqrt(sum(w * (x - middle) ** 2 for w, x in zip(own, logs, strict=True)) / mass)
            parts[number] = [mass / len(logs), middle, max(width, 0.05)]
    return likelihood / len(logs)
