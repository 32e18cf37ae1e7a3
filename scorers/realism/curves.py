"""What the report draws: plain series of numbers, worked out of the runs, beside the curves that are published."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorers.realism.log import Log
from scorers.realism.mail import replies
from sim.units import HOUR, MINUTE

DEADLINE_DAYS = 60


@dataclass(frozen=True, slots=True)
class Curve:
    """Points (x, y) under a name; ``ours`` tells the runs' own from a published one."""

    name: str
    points: tuple[tuple[float, float], ...]
    ours: bool = True


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves, or bars where ``bars`` is true, over one axis. ``ticks`` are places on the x axis with their words."""

    title: str
    x: str
    y: str
    curves: tuple[Curve, ...]
    ticks: tuple[tuple[float, str], ...] = ()
    bars: bool = False


def charts(logs: Sequence[Log]) -> tuple[Chart, ...]:
    """All charts for which there is something to draw."""
    every = (_reply_times(logs), _hours(logs), _weekdays(logs), _segments(logs), _deadlines(logs))
    return tuple(chart for chart in every if chart is not None)


def cumulative(values: Sequence[float], at: Sequence[float]) -> tuple[float, ...]:
    """The share of ``values`` up to each place."""
    return tuple(sum(value <= place for value in values) / len(values) for place in at)


def _reply_times(logs: Sequence[Log]) -> Chart | None:
    waits = [float(max(1, r.waited)) for r in replies(logs)]
    if len(waits) < 10:
        return None
    places = [MINUTE * 10 ** (step / 8) for step in range(-8, 34)]
    ours = tuple(zip([math.log10(p / MINUTE) for p in places], cumulative(waits, places), strict=True))
    kalman = ((60, 0.256), (120, 0.494), (180, 0.588), (300, 0.665), (360, 0.682), (1440, 0.84))
    kooti = ((47, 0.5), (1440, 0.9))
    return Chart(
        "Mail replies sent by then",
        "since the mail",
        "share of replies",
        (
            Curve("these runs", ours),
            Curve("Enron (Kalman)", tuple((math.log10(m), y) for m, y in kalman), ours=False),
            Curve("Yahoo Mail (Kooti et al.)", tuple((math.log10(m), y) for m, y in kooti), ours=False),
        ),
        tuple((math.log10(m), name) for m, name in ((1, "1 min"), (10, "10 min"), (60, "1 h"), (1440, "1 day"),
                                                    (10080, "1 week"))),
    )  # fmt: skip


def _hours(logs: Sequence[Log]) -> Chart | None:
    counts = [0] * 24
    for log in logs:
        for item in log.written:
            counts[log.hour(item.sender, item.at)] += 1
    return _bars("Messages by hour of the sender's day", "hour", counts, [str(hour) for hour in range(24)])


def _weekdays(logs: Sequence[Log]) -> Chart | None:
    counts = [0] * 7
    for log in logs:
        for item in log.written:
            counts[log.weekday(item.sender, item.at)] += 1
    return _bars("Messages by weekday", "", counts, ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])


def _segments(logs: Sequence[Log]) -> Chart | None:
    bounds = (1, 2, 4, 8, 16, 32, 64)
    counts = [0] * (len(bounds) + 1)
    for log in logs:
        for stretches in log.stretches.values():
            for stretch in stretches:
                minutes = (stretch.end - stretch.start) / 60
                counts[sum(minutes >= bound for bound in bounds)] += 1
    names = ["under 1", *(f"{a} to {b}" for a, b in pairwise(bounds)), f"over {bounds[-1]}"]
    return _bars("Unbroken work on one thing", "minutes", counts, names)


def _bars(title: str, x: str, counts: Sequence[int], names: Sequence[str]) -> Chart | None:
    whole = sum(counts)
    if whole == 0:
        return None
    points = tuple((float(place), count / whole) for place, count in enumerate(counts))
    return Chart(title, x, "share", (Curve("these runs", points),), tuple(enumerate(names)), bars=True)


def _deadlines(logs: Sequence[Log]) -> Chart | None:
    """When work with a date is done, over the time that was planned for it, beside two published curves.

    Both are of deadlines for many people at once (conference registrations, grant calls), drawn over 60 days.
    """
    places = []
    for log in logs:
        for task in log.undertakings:
            planned = log.case.worked(task.by, task.made, task.due)
            if task.task is not None and task.closed is not None and planned > 8 * HOUR:
                places.append(log.case.worked(task.by, task.made, task.closed) / planned)
    if len(places) < 10:
        return None
    steps = [step / 40 for step in range(81)]
    days = [step for step in steps if step <= 1]
    logarithmic = tuple((s, _alfi(s * DEADLINE_DAYS)) for s in days)
    rational = tuple((s, s / (DEADLINE_DAYS * (1 - s) + 1)) for s in days)
    return Chart(
        "Work with a date: done by then",
        "time passed over time planned",
        "share done",
        (
            Curve("these runs", tuple(zip(steps, cumulative(places, steps), strict=True))),
            Curve("Alfi et al., conferences", logarithmic, ours=False),
            Curve("Durakiewicz, grant calls", rational, ours=False),
        ),
        tuple((x, f"{x:g}") for x in (0.0, 0.5, 1.0, 1.5, 2.0)),
    )


def _alfi(day: float) -> float:
    """The chance to act grows as one over the time left (cut at one day), so that the share done is logarithmic."""
    left = max(DEADLINE_DAYS - day, 1.0)
    return 1 - math.log(left) / math.log(DEADLINE_DAYS)
