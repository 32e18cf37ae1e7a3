"""Whether a text is true to its moment: which facts it states, and which figures in it come from nowhere.

Facts are found by the same spellings as the world finds them (:mod:`sim.spelling`), so mind and world agree on what was
told. A value that is a common word ("Ruth", "yes") counts as told only where its topic is spoken of too.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from personas.figures import Figure, figures, readings
from personas.words import matter
from sim.mind import Moment, Statement
from sim.spelling import folded, spellings, where_stated

_SMALL = 1000
"""Bare whole numbers below this ("2 of them", "room 12") are no statement of value."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a text states. ``unsaid`` are facts it claims to state and does not; ``invented`` figures of no source."""

    states: tuple[str, ...]
    unsaid: tuple[str, ...]
    invented: tuple[str, ...]


def check(text: str, claimed: Iterable[str], moment: Moment, *, promises: bool, also: Iterable[str] = ()) -> Checked:
    """Check ``text``, which claims to state the facts ``claimed``, against what ``moment`` lets its person say.

    ``promises`` says whether it promises something, so that dates in it are the writer's own; figures in ``also`` are
    known to the writer too (their own work, what was said before).
    """
    said = stated(text, moment)
    held = {s.fact: s for s in moment.may_say}
    claims = tuple(dict.fromkeys(c for c in claimed if c in held))
    unsaid = tuple(c for c in claims if c not in said and _figures_of(held[c]))
    states = (*(c for c in claims if c not in unsaid), *(f for f in said if f not in claims))
    return Checked(states, unsaid, invented(text, moment, promises=promises, also=also))


def stated(text: str, moment: Moment) -> tuple[str, ...]:
    """The facts of ``may_say`` whose value stands in ``text``, in the order of the moment."""
    whole, about = folded(text), frozenset(matter(text))
    asked = frozenset(matter(moment.incoming.text)) if moment.incoming else frozenset()
    found = []
    for statement in moment.may_say:
        if where_stated(whole, spellings(statement.value)) is None and not _same_figures(text, statement):
            continue
        if _telling(statement) or about | asked >= frozenset(matter(statement.topic)):
            found.append(statement.fact)
    return tuple(found)


def invented(text: str, moment: Moment, *, promises: bool, also: Iterable[str] = ()) -> tuple[str, ...]:
    """Amounts, percentages, codes, large numbers, and (unless it promises) dates and long times, of no source."""
    known = readings([*_sources(moment), *also])
    return tuple(f.text for f in figures(text) if _is_value(f, promises) and known.isdisjoint(f.readings))


def _is_value(figure: Figure, promises: bool) -> bool:
    match figure.kind:
        case "amount" | "percent" | "code":
            return True
        case "number":
            return any("." in reading or int(reading) >= _SMALL for reading in figure.readings)
        case "date":
            return not promises
        case "length":
            return not promises and any(unit in figure.text.lower() for unit in ("day", "week", "month", "year"))
        case "time":
            return False


def _sources(moment: Moment) -> Iterable[str]:
    """Every text that this person has before them."""
    for s in moment.may_say:
        yield from (s.value, s.sentence or "", s.was or "", s.topic)
    yield from (w.topic for w in moment.withheld)
    yield from (p.topic for p in moment.pointers)
    yield from (f.topic for f in moment.favours)
    for a in moment.approvables:
        yield from (a.amount or "", a.topic, a.because, *a.needs)
    for u in moment.open:
        yield from (u.what, u.due or "")
    for c in moment.contacts:
        yield from (c.title, c.away_until or "", *c.looks_after)
    if moment.incoming is not None:
        yield moment.incoming.subject or ""
        for line in (*moment.incoming.thread, *moment.incoming.lines):
            yield from (line.text, line.at)
    if moment.errand is not None:
        yield from (moment.errand.what, moment.errand.text or "")
        if moment.errand.undertaking is not None:
            yield from (moment.errand.undertaking.what, moment.errand.undertaking.due or "")
    yield from (moment.local_time, moment.org, moment.title)


def _figures_of(statement: Statement) -> tuple[Figure, ...]:
    return tuple(f for f in figures(statement.value) if f.kind != "code" or len(f.text) > 2)


def _same_figures(text: str, statement: Statement) -> bool:
    """Whether every figure of the value is in ``text``, in another spelling ("46.9 thousand" for "46 900 EUR")."""
    wanted = [f for f in _figures_of(statement) if f.kind in ("amount", "percent", "date")]
    there = figures(text)
    return bool(wanted) and all(
        any(f.agrees(g) and g.kind in (f.kind, "number", "amount") for g in there) for f in wanted
    )


def _telling(statement: Statement) -> bool:
    """Whether a value says by itself what it is: a figure that is not small, or several words."""
    large = any(f.kind in ("amount", "percent", "date", "code") or len(f.text) > 3 for f in figures(statement.value))
    return large or len(statement.value.split()) >= 3
