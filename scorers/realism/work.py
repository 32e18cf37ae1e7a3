"""How work goes on at the desk: how long before a switch, who interrupts, coming back; dates that are kept or not."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorers.realism.estimates import Estimate, Unit, mean, of_samples, of_sums, share
from scorers.realism.log import Log, Stretch, Undertaking

SWITCHES = ("self", "message", "call", "meeting")
"""Ends of a stretch of work that are a switch to something else, and not its completion or a pause."""


def segment(logs: Sequence[Log]) -> Estimate:
    """Unbroken work on one thing, on average, in minutes."""
    samples: dict[Unit, list[float]] = {}
    for log in logs:
        for who, stretches in log.stretches.items():
            samples[log.number, who] = [(s.end - s.start) / 60 for s in stretches]
    return of_samples(samples, mean)


def self_started(logs: Sequence[Log]) -> Estimate:
    """The share of switches that people make of their own accord."""
    sums: dict[Unit, list[float]] = {}
    for log in logs:
        for who, stretches in log.stretches.items():
            switches = [s for s in stretches if s.why in SWITCHES]
            sums[log.number, who] = [sum(s.why == "self" for s in switches), len(switches)]
    return of_sums(sums, share)


def interrupted_share(logs: Sequence[Log]) -> Estimate:
    """The share of stretches that ended before the work or the day did."""
    sums: dict[Unit, list[float]] = {}
    for log in logs:
        for who, stretches in log.stretches.items():
            sums[log.number, who] = [sum(s.why in SWITCHES for s in stretches), len(stretches)]
    return of_sums(sums, share)


@dataclass(frozen=True, slots=True)
class Return:
    """Interrupted work: whether it was taken up again that day, after how many seconds and other tasks."""

    who: Unit
    same_day: bool
    delay: int
    between: int


def returns(logs: Sequence[Log]) -> tuple[Return, ...]:
    """Every interruption of a stretch, with what came of the work."""
    found = []
    for log in logs:
        for who, stretches in log.stretches.items():
            for place, stretch in enumerate(stretches):
                if stretch.why in SWITCHES:
                    found.append(_return(log, who, stretch, stretches[place + 1 :]))
    return tuple(found)


def _return(log: Log, who: str, stretch: Stretch, later: Sequence[Stretch]) -> Return:
    unit, day = (log.number, who), log.day(who, stretch.end)
    others: list[str] = []
    for following in later:
        if log.day(who, following.start) != day:
            break
        if following.task == stretch.task:
            return Return(unit, True, following.start - stretch.end, len(set(others)))
        others.append(following.task)
    return Return(unit, False, 0, 0)


def resumed(logs: Sequence[Log]) -> Estimate:
    """The share of interrupted work that is taken up again on the same day."""
    samples: dict[Unit, list[float]] = {}
    for one in returns(logs):
        samples.setdefault(one.who, []).append(float(one.same_day))
    return of_samples(samples, mean)


def resume_delay(logs: Sequence[Log]) -> Estimate:
    """Minutes until work is taken up again, on average, where that is the same day."""
    samples: dict[Unit, list[float]] = {}
    for one in returns(logs):
        if one.same_day:
            samples.setdefault(one.who, []).append(one.delay / 60)
    return of_samples(samples, mean)


def tasks_between(logs: Sequence[Log]) -> Estimate:
    """Other tasks worked on before interrupted work is taken up again, on average, where that is the same day."""
    samples: dict[Unit, list[float]] = {}
    for one in returns(logs):
        if one.same_day:
            samples.setdefault(one.who, []).append(float(one.between))
    return of_samples(samples, mean)


# --- dates ---


def _own(log: Log) -> list[Undertaking]:
    """Pieces of work with a date of one's own that are done, or whose date has passed."""
    return [u for u in log.undertakings if u.task is not None and (u.closed is not None or u.due < log.end)]


def late(logs: Sequence[Log]) -> Estimate:
    """The share of pieces of work that are not done by the date that whoever does them set."""
    sums: dict[Unit, list[float]] = {}
    for log in logs:
        for task in _own(log):
            entry = sums.setdefault((log.number, task.by), [0.0, 0.0])
            entry[0] += task.closed is None or task.closed > task.due
            entry[1] += 1
    return of_sums(sums, share)


def overrun(logs: Sequence[Log]) -> Estimate:
    """How much longer a piece of work took than planned, on average: 0.25 is a quarter more. In working time."""
    samples: dict[Unit, list[float]] = {}
    for log in logs:
        for task in _own(log):
            planned = log.case.worked(task.by, task.made, task.due)
            if task.closed is not None and task.how == "kept" and planned > 0:
                took = log.case.worked(task.by, task.made, task.closed)
                samples.setdefault((log.number, task.by), []).append(took / planned - 1)
    return of_samples(samples, mean)


def kept(logs: Sequence[Log]) -> Estimate:
    """The share of promises to colleagues that were kept by their date."""
    sums: dict[Unit, list[float]] = {}
    for log in logs:
        for promise in log.undertakings:
            if promise.task is None and promise.due < log.end and promise.how not in ("released", "renegotiated"):
                entry = sums.setdefault((log.number, promise.by), [0.0, 0.0])
                entry[0] += promise.how == "kept" and promise.closed is not None and promise.closed <= promise.due
                entry[1] += 1
    return of_sums(sums, share)
