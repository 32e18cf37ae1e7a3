"""How people meet and ring: how often, how long, how late, by invitation or without."""

from collections.abc import Sequence

from scorers.realism.estimates import Estimate, Unit, mean, of_samples, of_sums, share
from scorers.realism.log import Log, Meeting
from sim.units import MINUTE

LATE = 1 * MINUTE
"""A meeting starts late that begins more than this after its time."""
WORKWEEK = 5
"""Working days in a week."""


def held(log: Log) -> tuple[Meeting, ...]:
    """Meetings to which two people at least came."""
    return tuple(m for m in log.meetings if len(m.joined) >= 2)


def per_week(logs: Sequence[Log]) -> Estimate:
    """Meetings that a coworker sat in, in five working days of theirs."""
    sums: dict[Unit, list[float]] = {}
    for log in logs:
        sat = dict.fromkeys(log.people, 0)
        for meeting in held(log):
            for who in dict.fromkeys(who for who, _ in meeting.joined):
                if who in sat:
                    sat[who] += 1
        for who, count in sat.items():
            sums[log.number, who] = [count, len(log.days[who]) / WORKWEEK]
    found = of_sums(sums, share)
    return Estimate(found.value, sum(len(held(log)) for log in logs), found.low, found.high)


def length(logs: Sequence[Log]) -> Estimate:
    """How long a meeting lasted, on average, in minutes."""
    samples: dict[Unit, list[float]] = {}
    for log in logs:
        for meeting in held(log):
            if meeting.end is not None:
                samples.setdefault((log.number, meeting.organiser), []).append((meeting.end - meeting.start) / 60)
    return of_samples(samples, mean)


def begun(meeting: Meeting) -> int | None:
    """The instant at which the organiser and one other were there; of a meeting without its organiser, any two."""
    times = dict(reversed(meeting.joined))
    own = times.pop(meeting.organiser, None)
    others = sorted(times.values())
    if own is None:
        return others[1] if len(others) > 1 else None
    return max(own, others[0]) if others else None


def late_share(logs: Sequence[Log]) -> Estimate:
    """The share of meetings that started more than a minute late."""
    samples: dict[Unit, list[float]] = {}
    for log in logs:
        for meeting in held(log):
            at = begun(meeting)
            if at is not None:
                samples.setdefault((log.number, meeting.organiser), []).append(float(at - meeting.start > LATE))
    return of_samples(samples, mean)


def declined(logs: Sequence[Log]) -> Estimate:
    """The share of invitations that were declined: each meeting that took place and each coworker invited to it."""
    sums: dict[Unit, list[float]] = {}
    for log in logs:
        for meeting in log.meetings:
            for who in meeting.invited:
                entry = sums.setdefault((log.number, who), [0.0, 0.0])
                entry[0] += who in meeting.declined
                entry[1] += 1
    return of_sums(sums, share)


def without_invitation(logs: Sequence[Log]) -> Estimate:
    """Calls that were answered, over those and the meetings that took place. Walk-ups are no calls."""
    samples: dict[Unit, list[float]] = {}
    for log in logs:
        for call in log.calls:
            if call.answered is not None and call.way == "call":
                samples.setdefault((log.number, call.caller), []).append(1.0)
        for meeting in held(log):
            samples.setdefault((log.number, meeting.organiser), []).append(0.0)
    return of_samples(samples, mean)
