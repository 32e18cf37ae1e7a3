"""Steps of a solution that lead to nothing: an answer that is never used, an occasion that nothing brings about.

They are warnings. People also write and ring of their own accord, and an author may want to show more than is needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from personas.schema import Persona
from scenarios.ground import Ground
from scenarios.reach import Plot
from scenarios.seeding import readers
from scenarios.solution import Block, Call, Chat, Condition, Decline, Mail, Reply, Step, Take, Wait, Words, slots_in
from sim.script import Task, Trigger
from sim.source import DataPath


def check_use(
    ground: Ground, steps: Sequence[Step], plot: Plot, tasks: Sequence[Task], people: Mapping[str, Persona],
    path: DataPath = ("solution",), others: Sequence[Step] = (),
) -> None:  # fmt: skip
    """Note the steps of the solution at ``path`` whose outcome nothing takes up, or whose occasion may never come.
    ``others`` are those of further seats, which may take it up as well."""
    facts, approvals = _facts_used((*steps, *others), plot, tasks), _approvals_used((*steps, *others), plot, tasks)
    for number, step in enumerate(steps):
        at = (*path, number)
        if isinstance(step, Words):
            for fact in step.ask:
                if fact not in facts:
                    fix = "State it in a later step (with, or {fact} in a text), or leave the question out."
                    rule = f"asks for {fact!r}, which no task, request or later step uses"
                    ground.warn((*at, "ask"), rule, fix, value=None)
            if step.request is not None and step.request not in approvals:
                fix = "Name it as approval of a task, or leave the request out."
                rule = f"asks for the approval {step.request!r}, which no task needs"
                ground.warn((*at, "request"), rule, fix, value=None)
        if isinstance(step, Take | Decline) and not _rings(ground, plot, people, step.from_):
            fix = f"Add an event in which {step.from_} does call or walk up, or leave the step out."
            ground.warn((*at, "from"), "is to ring or walk up, and no event has them do so", fix)
        if isinstance(step, Reply) and not _writes(ground, plot, steps, step.from_):
            fix = f"Add an event in which {step.from_} writes to the seat, or leave the step out."
            ground.warn((*at, "from"), "is to be answered, and never writes to the seat", fix)


def _facts_used(steps: Sequence[Step], plot: Plot, tasks: Sequence[Task]) -> set[str]:
    used = {need.fact for task in tasks for need in task.needs}
    used.update(fact for approval in plot.approvals for fact in approval.needs)
    used.update(fact for favour in plot.favours for fact in favour.needs)
    used.update(trigger.told for trigger in _triggers(plot) if trigger.told is not None)
    for step in steps:
        if isinstance(step, Words):
            used.update((*step.with_, *slots_in(step.text or "")))
        elif isinstance(step, Block):
            used.update(slots_in(step.address))
    return used


def _approvals_used(steps: Sequence[Step], plot: Plot, tasks: Sequence[Task]) -> set[str | None]:
    used = {task.approval for task in tasks}
    # A matter to be decided is brought to somebody for its own sake.
    used.update(approval.id for approval in plot.approvals if approval.sort != "approval")
    used.update(trigger.approval_decided for trigger in _triggers(plot))
    # To wait for an answer is no use of it; to do something else on account of it is.
    for step in steps:
        if isinstance(step.unless, Condition) and not isinstance(step, Wait):
            used.update((step.unless.decided, step.unless.approved))
    return used


def _triggers(plot: Plot) -> list[Trigger]:
    return [trigger for event in plot.timeline for trigger in (event.after, event.unless) if trigger is not None]


def _rings(ground: Ground, plot: Plot, people: Mapping[str, Persona], who: str) -> bool:
    """Whether an event has them ring or walk up to the seat, or they are of the kind that rings instead of writing."""
    if any(
        event.who in (who, "anyone") and event.via in ("call", "walk_up") and ground.seat in event.to
        for event in plot.timeline
    ):
        return True
    if who not in people:
        return True  # said of the name itself, or another player
    temper = people[who].temper()
    return people[who].habits().prefers == "call" or any(
        temper.does(when, "calls_instead") for when in ("pestered", "contradicted", "let_down", "insulted")
    )


def _writes(ground: Ground, plot: Plot, steps: Sequence[Step], who: str) -> bool:
    """Whether they write to the seat by themselves, or are written to and may answer, or are another player."""
    if who in ground.others:
        return True
    written_to = [name for step in steps if isinstance(step, Chat | Mail | Call) for name in _named(step)]
    if any(name.startswith("#") or who in ground.expanded(name) for name in written_to):
        return True
    seat = ground.seat
    return any(event.who in (who, "anyone", "world") and seat in event.to for event in plot.timeline) or any(
        item.author == who and item.kind in ("mail", "chat") and seat in readers(ground, item) for item in plot.seeded
    )


def _named(step: Chat | Mail | Call) -> tuple[str, ...]:
    return (step.to,) if isinstance(step, Call) else (*step.to, *(step.cc if isinstance(step, Mail) else ()))
