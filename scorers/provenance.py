"""Provenance: whether the player found a value out, and what shows it, or has it from nowhere.

Found out is what it was told or had read, what the brief or a task gives, and what follows from things of which all
that is true. That a scenario says the seat knows something is no evidence: nobody tells a player what its seat knows.
"""

from collections.abc import Iterator, Mapping

from scorers.case import Case
from sim.script import Version
from sim.spelling import folded, spellings, states
from sim.vocabulary.seat import Acted

Shown = tuple[int, ...]
"""The serials that show it; empty for what the brief or a task gives."""


def found_out(case: Case, fact: str, number: int, by: int) -> Shown | None:
    """What shows that the player had found out this version of a fact by the instant ``by``; None where nothing does.

    In this order: somebody told it or it read a text that gives it; the brief or a task states it; what it follows from
    (``follows_from`` of the fact) was all found out or opened; or, of what the scenario says the seat knows, a text
    that was before it states it.
    """
    return _found_out(case, fact, number, by, frozenset())


def _found_out(case: Case, fact: str, number: int, by: int, above: frozenset[str]) -> Shown | None:
    spec = case.fact(fact)
    version = spec.versions[number]
    for event, body in case.learned.get((case.seat, fact), ()):
        if event.at <= by and (body.version == number or folded(body.value) == folded(version.value)):
            return (event.serial,)
    ways = spellings(version.value, version.spelled)
    told = [case.script.brief, *(t.text for t in case.script.tasks if case.given(t) and case.given_at(t) <= by)]
    if any(states(text, ways) for text in told):
        return ()
    worked_out = _worked_out(case, fact, by, above)
    if worked_out is not None:
        return worked_out
    serial, at = case.once(_stood_before_it).get((fact, number), (0, by + 1))
    return (serial,) if at <= by else None


def _worked_out(case: Case, fact: str, by: int, above: frozenset[str]) -> Shown | None:
    """What shows that all was there that the fact follows from: of each source one of its alternatives."""
    sources = case.fact(fact).follows_from
    if not sources or fact in above:
        return None
    above |= {fact}
    shown: list[int] = []
    for alternatives in sources:
        found = [one for name in alternatives if (one := _source(case, name, by, above)) is not None]
        if not found:
            return None
        shown += found[0]
    return tuple(sorted(set(shown)))


def _source(case: Case, name: str, by: int, above: frozenset[str]) -> Shown | None:
    """What shows that a source was there: a file was opened, a fact found out as it is then or once was."""
    if name.startswith("/"):
        return next(((serial,) for serial, at in case.once(_opened).get(name.casefold(), ()) if at <= by), None)
    for number in range(case.version_at(name, by)[0], -1, -1):
        shown = _found_out(case, name, number, by, above)
        if shown is not None:
            return shown
    return None


def _opened(case: Case) -> Mapping[str, tuple[tuple[int, int], ...]]:
    """When the player opened each file: serial and instant, by path."""
    found: dict[str, tuple[tuple[int, int], ...]] = {}
    for event, body in case.record.bodies(Acted, actor=case.seat):
        if body.action == "drive.read":
            path = str(body.arguments.get("path", "")).casefold()
            found[path] = (*found.get(path, ()), (event.serial, event.at))
    return found


def _stood_before_it(case: Case) -> Mapping[tuple[str, int], tuple[int, int]]:
    """By fact and version, of what the scenario says the seat knows: serial and instant of the first message to the
    player, or opening of a file, that states the value, where the player had not stated it before itself."""
    found: dict[tuple[str, int], tuple[int, int]] = {}
    for fact in case.facts.values():
        for number, version in enumerate(fact.versions):
            if case.seat in version.known_by:
                first, own = min(_stating(case, version), default=None), min(_own(case, version), default=None)
                if first is not None and (own is None or first < own):
                    found[fact.id, number] = first
    return found


def _stating(case: Case, version: Version) -> Iterator[tuple[int, int]]:
    ways = spellings(version.value, version.spelled)
    for message in case.received:
        if states(f"{message.subject or ''}\n{message.text}", ways):
            yield message.serial, message.at
    for path, times in case.once(_opened).items():
        for serial, at in times:
            text = case.text_of(path, serial)
            if text is not None and states(text, ways):
                yield serial, at


def _own(case: Case, version: Version) -> Iterator[tuple[int, int]]:
    ways = spellings(version.value, version.spelled)
    yield from ((m.serial, m.at) for m in case.sent if states(m.text, ways))
    yield from ((event.serial, event.at) for event, body in case.written if states(body.text, ways))
