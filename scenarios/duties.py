"""From what an author lets people be asked for to what a run has: approvals, favours, and the tasks of the seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from orgs.approvals import grants
from orgs.values import key_of
from scenarios.beside import Beside
from scenarios.ground import Ground
from scenarios.schema import ApprovalEntry, DecisionEntry, DeliverEntry, EffectEntry, FavourEntry, NeedEntry, TaskEntry
from sim.calendar import is_absent, next_working, working_between
from sim.deciders import line
from sim.misspelling import did_you_mean
from sim.script import Approval, Deliverable, Effect, Fact, Favour, Need, Task
from sim.source import DataPath

# --- approvals -----------------------------------------------------------------------------------------------------


def build_approvals(ground: Ground, entries: Mapping[str, ApprovalEntry]) -> tuple[Approval, ...]:
    """The approvals of a run, each with those who may decide it: as it begins, nearest up the seat's line first, then
    those who only may after a reorganisation."""
    return tuple(_approval(ground, name, entry) for name, entry in entries.items())


def _approval(ground: Ground, name: str, entry: ApprovalEntry) -> Approval:
    at: DataPath = ("approvals", name)
    entitled = entitled_to(ground, at, entry)
    for key, said in (("refuses", entry.refuses), ("because", entry.because)):
        for who in said:
            ground.person((*at, key, who), who)
            if entitled and who in ground.org.org.people and who not in entitled:
                fix = f"It is for {', '.join(entitled)}."
                ground.wrong((*at, key, who), "may not decide it, so needs no reason", fix, key=True)
    return Approval(
        id=name, kind=entry.kind, topic=entry.topic, asked_as=entry.asked_as,
        amount=None if entry.amount is None else str(entry.amount),
        needs=ground.all_named((*at, "needs"), "fact", entry.needs),
        refuses=entry.refuses, grants_because=entry.because, entitled=entitled, by_graph=True,
    )  # fmt: skip


def build_decisions(
    ground: Ground, entries: Mapping[str, DecisionEntry], facts: Sequence[Fact]
) -> tuple[Approval, ...]:
    """The matters of a run that the seat may not decide, each with those who may as it begins."""
    outcomes = {fact.id: fact.versions[0].sentence or fact.versions[0].value for fact in facts if fact.versions}
    return tuple(_decision(ground, name, entry, outcomes) for name, entry in entries.items())


def _decision(ground: Ground, name: str, entry: DecisionEntry, outcomes: Mapping[str, str]) -> Approval:
    at: DataPath = ("decisions", name)
    ground = _of_seat(ground, at, entry.seat)
    if ground.names.get("approval", ()).count(name) > 1:
        ground.wrong(at, "is the id of an approval too", "Rename one.", key=True)
    if entry.settles is not None:
        ground.named((*at, "settles"), "fact", entry.settles)
    if entry.area is not None and ground.org.owner_of(entry.area) is None and entry.area not in ground.org.org.on_call:
        areas = [area.name for area in ground.org.areas()]
        ground.wrong((*at, "area"), f"is no area of {ground.org.id}", did_you_mean(entry.area, areas))
    if entry.settles is not None and entry.settles in entry.needs:
        fix = "Leave it out: it is what the decision comes to."
        ground.wrong((*at, "needs"), f"wants {entry.settles!r} to be named before it is decided", fix, value=None)
    comes_up = None if entry.comes_up is None else ground.instant((*at, "from"), entry.comes_up)
    by = None if entry.by is None else ground.instant((*at, "by"), entry.by, end=True)
    if by is not None and by <= (comes_up or ground.start):
        ground.untimely((*at, "by"), "is not after it comes up", "Write a later time.", beside=(*at, "from"))
    open_for = working_between(ground.org.person(ground.seat).calendar, comes_up or ground.start, by or ground.horizon)
    if entry.takes >= open_for:
        ground.warn((*at, "takes"), "is as long as there is for it, or longer: it is decided too late", "Write less.")
    matter = Approval(
        id=name, kind=entry.kind, sort=entry.kind, topic=entry.topic, asked_as=entry.asked_as,
        parties=tuple(ground.person((*at, "between", n), who) for n, who in enumerate(entry.between)),
        ask_first=None if entry.try_first is None else ground.person((*at, "try_first"), entry.try_first),
        area=entry.area, wait=entry.wait, takes=entry.takes, since=comes_up, by=by, settles=entry.settles,
        needs=ground.all_named((*at, "needs"), "fact", entry.needs), by_graph=not entry.decided_by,
        entitled=tuple(ground.person((*at, "decided_by", n), who) for n, who in enumerate(entry.decided_by)),
    )  # fmt: skip
    if not entry.decided_by and not ground.problems:
        matter = matter.model_copy(update={"entitled": line(ground.org, matter, ground.seat)})
    able = tuple(who for who in matter.entitled if who not in (*matter.parties, *ground.players))
    if not ground.problems and not any(who in ground.cast for who in able):
        fix = f"Add {able[0]} to cast." if able else "Name somebody in decided_by who is no party to it."
        ground.wrong(at, "can be decided by nobody who has a mind here", fix, key=True)
    for who in entry.because:
        ground.person((*at, "because", who), who)
    default = outcomes.get(entry.settles or "", "")
    return matter.model_copy(update={"grants_because": {**dict.fromkeys(able, default), **entry.because}})


def entitled_to(ground: Ground, at: DataPath, entry: ApprovalEntry) -> tuple[str, ...]:
    """Who may decide: the authority is each one's own, or lent by somebody who is away for the whole run."""
    graph = ground.org
    kinds = graph.approval_kinds()
    try:
        entitled = graph.approvers_for(ground.seat, entry.kind, entry.amount)
        lent = graph.approvers_for(ground.seat, entry.kind, entry.amount, ground.start)
    except ValueError:
        limits = (grant.limit.money for grant in grants(graph.org)[key_of(entry.kind)])
        currency = next(limit.currency for limit in limits if limit is not None)
        rule = f"is not in {currency} as the limits of {entry.kind!r} are, and there are no exchange rates here"
        ground.wrong((*at, "amount"), rule, f"Write the amount in {currency}.")
        return ()
    through = [
        who for who in entitled
        if is_absent(graph.person(who).calendar, ground.start)
        and next_working(graph.person(who).calendar, ground.start) >= ground.horizon
    ]  # fmt: skip
    deputies = [who for who in lent if who not in entitled] if through else []
    entitled = tuple(who for who in (*entitled, *deputies) if who not in through)
    if not entitled:
        if entry.kind not in kinds:
            top = next((who for who, person in graph.org.people.items() if who in ground.cast), "somebody")
            fix = did_you_mean(entry.kind, kinds) or f"Give {top} approves: {{{entry.kind}: any}} in {graph.id}."
            ground.wrong((*at, "kind"), f"is nothing that anybody in {graph.id} approves", fix)
        else:
            most = [f"{who}: {graph.approval_limit(who, entry.kind)}" for who in graph.approvers(entry.kind)]
            fix = f"Lower it: {', '.join(most[-3:])}."
            ground.wrong((*at, "amount"), f"is more than anybody in {graph.id} may approve", fix)
    elif not any(who in ground.cast for who in entitled):
        fix = f"Add one of {', '.join(entitled)} to cast."
        ground.wrong(at, "can only be given by people who have no mind here", fix, key=True)
    return tuple(dict.fromkeys((*entitled, *_entitled_later(ground, at, entry))))


def _entitled_later(ground: Ground, at: DataPath, entry: ApprovalEntry) -> Iterator[str]:
    """Who may decide after a reorganisation."""
    for org in ground.lines:
        try:
            yield from org.approvers_for(ground.seat, entry.kind, entry.amount)
        except ValueError:
            rule = f"is not in the currency that limits of {entry.kind!r} have after a reorganisation"
            ground.wrong((*at, "amount"), rule, "Let the reorganisation keep the currency.")


# --- favours -------------------------------------------------------------------------------------------------------


def build_favours(ground: Ground, entries: Mapping[str, FavourEntry], beside: Beside) -> tuple[Favour, ...]:
    """The favours of a run."""
    return tuple(_favour(ground, name, entry, beside) for name, entry in entries.items())


def _favour(ground: Ground, name: str, entry: FavourEntry, beside: Beside) -> Favour:
    at: DataPath = ("favours", name)
    if entry.takes == 0:
        ground.wrong((*at, "takes"), "takes no time", "Write 30m.")
    return Favour(
        id=name, by=ground.person((*at, "by"), entry.by, acts=True), topic=entry.topic, asked_as=entry.asked_as,
        takes=max(1, entry.takes), to=None if entry.to is None else ground.people((*at, "to"), entry.to),
        needs=ground.all_named((*at, "needs"), "fact", entry.needs),
        effects=tuple(_effect(ground, (*at, "leaves", n), effect, beside) for n, effect in enumerate(entry.leaves)),
        says=entry.says,
    )  # fmt: skip


def _effect(ground: Ground, at: DataPath, entry: EffectEntry, beside: Beside) -> Effect:
    if entry.ticket is not None:
        field, value = next(iter(entry.set.items()))
        return Effect(
            does="ticket", ticket=ground.named((*at, "ticket"), "ticket", entry.ticket), field=field, value=value
        )
    if entry.to:
        return Effect(does="tell", to=ground.people((*at, "to"), entry.to), text=entry.text)
    text = entry.text if entry.copy_of is None else beside.text(ground, (*at, "copy"), entry.copy_of)
    return Effect(does="write", path=entry.file, text=text)


# --- tasks ---------------------------------------------------------------------------------------------------------


def build_tasks(ground: Ground, entries: Mapping[str, TaskEntry]) -> tuple[Task, ...]:
    """The tasks of a run."""
    for name in entries:
        if name in _before(entries, name):
            fix = "Let one of them come first."
            ground.wrong(("tasks", name, "after"), "closes a circle: the task comes after itself", fix, value=None)
    return tuple(_task(ground, name, entry) for name, entry in entries.items())


def _before(entries: Mapping[str, TaskEntry], name: str) -> tuple[str, ...]:
    """Every task that has to be done before this one, directly or not."""
    found: dict[str, None] = {}
    todo = list(entries[name].after)
    while todo:
        other = todo.pop()
        if other in entries and other not in found:
            found[other] = None
            todo += entries[other].after
    return tuple(found)


def _of_seat(ground: Ground, at: DataPath, who: str | None) -> Ground:
    """The ground for the seat that something is said to be of."""
    if who is not None and who not in ground.players:
        fix = did_you_mean(who, ground.players) if ground.others else "Leave it out: there is one seat."
        ground.wrong((*at, "seat"), "is no seat of this scenario", fix)
        return ground
    return ground.for_seat(who)


def _task(ground: Ground, name: str, entry: TaskEntry) -> Task:
    at: DataPath = ("tasks", name)
    ground = _of_seat(ground, at, entry.seat)
    giver = entry.given_by or ground.org.manager_of(ground.seat)
    if giver is None:
        ground.wrong(at, "is given by nobody: the seat has no manager", "Add given_by: ...", key=True)
        giver = ground.seat
    elif entry.given_by is not None:
        ground.person((*at, "given_by"), giver, acts=True)
    elif giver not in ground.cast:
        fix = f"Add given_by: ..., or {giver} to cast."
        ground.wrong(at, f"is given by nobody: the seat's manager, {giver}, is not in the cast", fix, key=True)
    given_at = ground.start if entry.given is None else ground.instant((*at, "given"), entry.given)
    by = ground.instant((*at, "deliver", "by"), entry.deliver.by, end=True)
    if by <= given_at:
        fix = "Write a later time."
        ground.untimely((*at, "deliver", "by"), "is not after the task is given", fix, beside=(*at, "given"))
    for path, text in _texts(at, entry):
        ground.text(path, text, may_state=False)
    if entry.approval is not None:
        ground.named((*at, "approval"), "approval", entry.approval)
    needs = tuple(_need(ground, at, number, need, by) for number, need in enumerate(entry.needs))
    return Task(
        id=name, title=entry.title, text=entry.text, given_by=giver, given_at=given_at,
        to=giver if entry.deliver.to is None else ground.person((*at, "deliver", "to"), entry.deliver.to),
        deliver=_deliverable(ground, (*at, "deliver"), entry.deliver, by), needs=needs, approval=entry.approval,
        after=ground.all_named((*at, "after"), "task", entry.after),
        must_not_contain=entry.must_not_contain, weight=entry.weight,
    )  # fmt: skip


def _texts(at: DataPath, entry: TaskEntry) -> list[tuple[DataPath, str]]:
    questions = [((*at, "needs", n, "question"), need.question or "") for n, need in enumerate(entry.needs)]
    return [((*at, "title"), entry.title), ((*at, "text"), entry.text), *questions]


def _deliverable(ground: Ground, at: DataPath, entry: DeliverEntry, by: int) -> Deliverable:
    if entry.file is not None:
        return Deliverable(kind="file", path=entry.file, by=by)
    if entry.mail is not None:
        return Deliverable(kind="mail", to=ground.person((*at, "mail"), entry.mail), by=by)
    if entry.chat is not None:
        return Deliverable(kind="chat", to=ground.person((*at, "chat"), entry.chat), by=by)
    field, value = next(iter(entry.set.items()))
    ticket = ground.named((*at, "ticket"), "ticket", entry.ticket or "")
    return Deliverable(kind="ticket", ticket=ticket, field=field, value=value, by=by)


def _need(ground: Ground, at: DataPath, number: int, entry: NeedEntry, by: int) -> Need:
    here: DataPath = (*at, "needs", number)
    ground.named((*here, "fact") if ground.has((*here, "fact")) else here, "fact", entry.fact)
    as_of = None if entry.as_of is None else ground.instant((*here, "as_of"), entry.as_of, end=True)
    if as_of is not None and as_of > by:
        fix = "Write an earlier time, or leave it out."
        ground.untimely((*here, "as_of"), "is after the result is due", fix, beside=(*at, "deliver", "by"))
    return Need(fact=entry.fact, as_of=as_of, question=entry.question or "")
