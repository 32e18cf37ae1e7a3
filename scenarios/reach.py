"""Whether what the seat needs can come to it at all: somebody may tell it, or it stands where the seat reads or hears.

Only what is certain is an error: that nobody who knows a fact, or may come to know it, may ever tell the seat, and that
no text states it. What hangs on how people take to each other, or on where they sit, is a warning.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from scenarios.ground import Ground
from scenarios.seeding import readers
from sim.calendar import next_working
from sim.script import Approval, Fact, Favour, Happening, Seeded, Task, Telling
from sim.source import DataPath, dotted


class Plot(NamedTuple):
    """What a scenario brings about, as far as it is resolved before its tasks are."""

    facts: Mapping[str, Fact]
    seeded: Sequence[Seeded]
    timeline: Sequence[Happening]
    approvals: Sequence[Approval]
    favours: Sequence[Favour]


def check_reach(ground: Ground, plot: Plot, tasks: Sequence[Task], asked: Collection[str] = ()) -> None:
    """Note every fact that a task, an approval or a favour wants of the seat and that can never reach it in time.
    ``asked`` are those that the solution asks for: an author who has shown that they are had in time is not warned."""
    for task in tasks:
        for number, need in enumerate(task.needs):
            at: DataPath = ("tasks", task.id, "needs", number)
            _check(ground, plot, at, need.fact, task.deliver.by, task.id)
            if need.fact not in asked:
                _check_gone(ground, plot, at, need.fact, task)
    due = {task.approval: task for task in tasks}
    for approval in plot.approvals:
        wanted = due.get(approval.id)
        by = ground.horizon if wanted is None else wanted.deliver.by
        for fact in approval.needs:
            _check(ground, plot, ("approvals", approval.id, "needs"), fact, by, None if wanted is None else wanted.id)
    for favour in plot.favours:
        for fact in favour.needs:
            _check(ground, plot, ("favours", favour.id, "needs"), fact, ground.horizon, None)


def _check(ground: Ground, plot: Plot, at: DataPath, name: str, by: int, task: str | None) -> None:
    """``task`` is the one whose result waits for the fact."""
    if name not in plot.facts or _is_told(ground, name, task):
        return
    fact = plot.facts[name]
    if _stands_somewhere(ground, plot, fact, by):
        return
    holders = {who: v.since for v in reversed(fact.versions) for who in v.known_by}
    if not holders:
        return  # said of the fact itself
    if fact.follows_from:
        for alternatives in fact.follows_from:
            _check_source(ground, plot, at, alternatives, by, task)
        return
    if set(holders) <= set(ground.players):
        fix = "Add somebody to known_by, let a text state it, or say what it follows from: follows_from."
        rule = f"needs {name!r}, which only the seat is said to know, and no player is told what its seat knows"
        ground.wrong(at, rule, fix, value=None)
        return
    minds = {who: since for who, since in holders.items() if who in ground.cast}
    if not minds:
        fix = f"Add one of {', '.join(holders)} to cast."
        ground.wrong(at, f"needs {name!r}, which only people without a mind know", fix, value=None)
        return
    soonest = min(next_working(ground.org.person(who).calendar, since) for who, since in minds.items())
    if soonest >= by:
        late = "is known by nobody" if min(minds.values()) >= by else "is known by nobody who is at work"
        fix = "Let the task be due later, or somebody know it earlier."
        ground.wrong(at, f"needs {name!r}, which {late} before the result is due", fix, value=None)
        return
    kept = {who: _from_all(ground, plot, fact, who, by, task) for who in minds}
    if all(kept.values()):
        if any(_from_all(ground, plot, fact, who, by, task) is None for who in _hearers(ground, plot, fact)):
            return
        rule = f"needs {name!r}, which can never reach the seat: it is {_joined(kept)}"
        ground.wrong(at, rule, _open_up(ground, fact), value=None)
        return
    doubts = {who: _doubt(ground, fact, who) for who, why in kept.items() if why is None}
    if all(doubts.values()):
        rule = f"needs {name!r}, which may never reach the seat: it is {_joined(doubts)}"
        ground.warn(at, rule, _open_up(ground, fact), value=None)


def _check_source(
    ground: Ground, plot: Plot, at: DataPath, alternatives: Sequence[str], by: int, task: str | None
) -> None:
    """What something follows from has to be in reach too: a fact, where no other and no file will do in its place."""
    if len(alternatives) == 1 and not alternatives[0].startswith("/"):
        _check(ground, plot, at, alternatives[0], by, task)


def _check_gone(ground: Ground, plot: Plot, at: DataPath, name: str, task: Task) -> None:
    """Warn of what only people know who have left before the task is given, and that nothing has told anybody else."""
    if name not in plot.facts or _is_told(ground, name, task.id):
        return
    fact = plot.facts[name]
    given = min(
        (event.at for event in plot.timeline if event.does == "give_task" and event.task == task.id and event.at),
        default=task.given_at,
    )
    holders = {who: ground.gone(who) for version in fact.versions for who in version.known_by if who in ground.cast}
    gone = {who: at for who, at in holders.items() if at is not None and at <= given}
    if not gone or len(gone) < len(holders) or _stands_somewhere(ground, plot, fact, task.deliver.by):
        return
    if any(who not in gone for who in _hearers(ground, plot, fact)):
        return
    known = f"{next(iter(gone))} knows" if len(gone) == 1 else f"{' and '.join(gone)} know"
    rule = f"needs {name!r}, which only {known}, and nobody of them is there any more when the task is given"
    fix = f"Give the task earlier, let somebody else know it too, or let a text state it: states: [{name}]."
    ground.warn(at, rule, fix, value=None)


def _is_told(ground: Ground, name: str, task: str | None) -> bool:
    """Whether something is said already of the fact, of the cast, of the task's deadline, or of another need of it."""
    places = (dotted(("facts", name)), "cast", dotted(("tasks", task, "deliver", "by")) if task else "cast")
    return any(
        problem.where.startswith(places) or f"needs {name!r}, " in problem.rule
        for problem in (*ground.problems, *ground.warnings)
        if problem.file == str(ground.source.path)
    )


def _joined(reasons: Mapping[str, str | None]) -> str:
    """The reasons, each with all the people who have it: "never told by luka and mira"."""
    people: dict[str, list[str]] = {}
    for who, why in reasons.items():
        people.setdefault(why or "", []).append(who)
    return ", ".join(why.format(who=" and ".join(names)) for why, names in people.items())


def _open_up(ground: Ground, fact: Fact) -> str:
    told: DataPath = ("facts", fact.id, "told")
    line = ground.line(told) if ground.has(told) else ground.line(("facts", fact.id))
    return f"Change who may hear it on line {line}, or let a file, a mail or an event state it: states: [{fact.id}]."


# --- texts ---------------------------------------------------------------------------------------------------------


def _stands_somewhere(ground: Ground, plot: Plot, fact: Fact, by: int) -> bool:
    """Whether some text that the seat gets or can look up states it."""
    if any(fact.id in item.fact and ground.reaches_player(readers(ground, item)) for item in plot.seeded):
        return True
    said = [
        text for item in plot.seeded if ground.reaches_player((item.author, *item.to)) for _, text in item.says
    ]  # in meetings
    for favour in plot.favours:
        said += [favour.says or "", *(effect.text or "" for effect in favour.effects)]
    if any(ground.wording.states(text, fact.id) for text in said):
        return True
    return any(
        ground.reaches_player(event.to) or event.does in ("write", "ticket", "meet")
        for event in plot.timeline
        if _states(ground, event, fact) and (event.at is None or event.at < by)
    )


def _states(ground: Ground, event: Happening, fact: Fact) -> bool:
    if event.does == "fact":
        return False
    return event.fact == fact.id or ground.wording.states(f"{event.subject or ''}\n{event.text or ''}", fact.id)


def _hearers(ground: Ground, plot: Plot, fact: Fact) -> Iterable[str]:
    """Who may come to know it by what happens or is written, beside those who are said to."""
    found = {who for event in plot.timeline if _states(ground, event, fact) for who in event.to}
    for item in plot.seeded:
        if fact.id in item.fact or any(ground.wording.states(text, fact.id) for _, text in item.says):
            found.update(readers(ground, item))
    return [who for who in ground.cast if who in found]


# --- people --------------------------------------------------------------------------------------------------------


def _from_all(ground: Ground, plot: Plot, fact: Fact, who: str, by: int, task: str | None) -> str | None:
    """Why ``who`` never tells any seat in time, or None if they may tell one: seats can tell each other."""
    kept = [_kept(ground.for_seat(seat), plot, fact, who, by, task) for seat in ground.players]
    return None if None in kept else kept[0]


def _kept(ground: Ground, plot: Plot, fact: Fact, who: str, by: int, task: str | None) -> str | None:
    """Why ``who`` never tells the seat in time, or None if they may."""
    telling = fact.told_by.get(who, fact.telling)
    graph = ground.org
    if telling.when == "never":
        return "never told by {who}"
    if any(graph.must_not_know(ground.seat, words) for words in (fact.id, fact.topic)):
        return f"kept from the seat by a policy of {graph.id}"
    if telling.to is not None and ground.seat not in telling.to:
        return f"told by {{who}} to {' and '.join(telling.to) or 'nobody'} alone"
    if telling.not_before is not None and telling.not_before >= by:
        return "told by {who} only when the result is due already"
    if telling.after is not None and _earliest(plot, telling.after, task, ground) >= by:
        return f"told by {{who}} only after the event {telling.after!r}, which comes too late"
    return None


def _earliest(plot: Plot, event: str, task: str | None, ground: Ground) -> int:
    """The earliest instant at which an event can come about; the horizon and more for one that waits for ``task``."""
    named = {happening.id: happening for happening in plot.timeline}
    seen: set[str] = set()
    while event in named and event not in seen:
        seen.add(event)
        happening = named[event]
        if happening.at is not None:
            return happening.at
        after = happening.after
        if after is not None and after.task_delivered is not None and after.task_delivered == task:
            return ground.horizon + 1
        event = "" if after is None else after.happened or ""
    return ground.start


def _doubt(ground: Ground, fact: Fact, who: str) -> str | None:
    """What stands between ``who`` and every seat that may change in a run, or None."""
    doubts = [_doubt_of_one(ground.for_seat(seat), fact, who) for seat in ground.players]
    return None if None in doubts else doubts[0]


def _doubt_of_one(ground: Ground, fact: Fact, who: str) -> str | None:
    telling: Telling = fact.told_by.get(who, fact.telling)
    if telling.trust is not None:  # asked only then: ties open networkx, which takes as long as half of a check
        trust = ground.org.tie(who, ground.seat).trust
        if trust < telling.trust:
            wanted = f"told by {{who}} to whom they trust {telling.trust:g}"
            return f"{wanted}, and at the start they trust the seat {trust:g}"
    one, other = ground.org.org.site_of(who), ground.org.org.site_of(ground.seat)
    if telling.only == ("in_person",) and one != other:
        return f"told by {{who}} in person alone, at {one}, and the seat works at {other}"
    return None
