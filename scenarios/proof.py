"""Whether the steps of a solution name what there is: people, channels, facts, approvals, favours, tickets, tasks."""

from __future__ import annotations

from collections.abc import Sequence

from scenarios.ground import Ground
from scenarios.solution import (
    AnswerInvitation,
    Attend,
    Block,
    Call,
    Chat,
    Condition,
    Decline,
    Invite,
    Mail,
    Page,
    Paged,
    Pose,
    Read,
    Reply,
    Step,
    Take,
    Ticket,
    Wait,
    Words,
    Write,
    slots_in,
)
from sim.misspelling import did_you_mean
from sim.source import DataPath
from sim.units import WeekTime


def check_solution(ground: Ground, steps: Sequence[Step], path: DataPath = ("solution",)) -> None:
    """Note every name in the steps that is nobody's and nothing's, and every time that is not of the run."""
    for number, step in enumerate(steps):
        at: DataPath = (*path, number)
        _time(ground, (*at, "at"), step.at)
        if step.unless is not None:
            _condition(ground, (*at, "unless"), step.unless)
        if isinstance(step, Words):
            _words(ground, at, step)
        _step(ground, at, step)


def _time(ground: Ground, path: DataPath, when: WeekTime | None) -> None:
    if when is None:
        return
    at = when.instant(ground.start, ground.zone)
    if when.minute is not None and at < ground.start:
        ground.wrong(path, "is before the start of the scenario", "Write a later time.")
    elif at > ground.horizon:
        ground.wrong(path, "is after the end of the scenario", "Write an earlier time.")


def _condition(ground: Ground, at: DataPath, condition: Condition) -> None:
    ground.all_named((*at, "learned"), "fact", condition.learned)
    for key, kind in (("decided", "approval"), ("approved", "approval"), ("done", "favour"), ("given", "task")):
        name = getattr(condition, key)
        if name is not None:
            ground.named((*at, key), kind, name)
    if condition.heard_from is not None:
        ground.person((*at, "heard_from"), condition.heard_from)
    _time(ground, (*at, "since"), condition.since)


def _words(ground: Ground, at: DataPath, step: Words) -> None:
    ground.all_named((*at, "ask"), "fact", step.ask)
    ground.all_named((*at, "with"), "fact", step.with_)
    if step.request is not None:
        ground.named((*at, "request"), "approval", step.request)
    if step.favour is not None:
        ground.named((*at, "favour"), "favour", step.favour)
    _slots(ground, (*at, "text"), step.text or "")


def _slots(ground: Ground, at: DataPath, text: str) -> None:
    for slot in slots_in(text):
        if slot not in ground.names.get("fact", ()):
            fix = did_you_mean(slot, ground.names.get("fact", ()))
            ground.wrong(at, f"has a place for {slot!r}, which is not a fact", fix, value=None)


def _step(ground: Ground, at: DataPath, step: Step) -> None:
    if isinstance(step, Chat) and any(name.startswith("#") for name in step.to):
        for name in step.to:
            ground.channel((*at, "to"), name, ground.seat)
    elif isinstance(step, Chat | Mail):
        ground.people((*at, "to"), step.to)
        if isinstance(step, Mail):
            ground.people((*at, "cc"), step.cc)
    elif isinstance(step, Call | Page | Paged):
        if step.to is not None:
            ground.person((*at, "to"), step.to)
        if isinstance(step, Paged):
            _time(ground, (*at, "until"), step.until)
    elif isinstance(step, Take | Decline | Reply):
        ground.person((*at, "from"), step.from_)
    elif isinstance(step, Invite):
        ground.people((*at, "people"), step.people)
        _time(ground, (*at, "start"), step.start)
    else:
        _office_step(ground, at, step)


def _office_step(ground: Ground, at: DataPath, step: Step) -> None:
    """The steps that turn to no person."""
    if isinstance(step, Wait):
        if isinstance(step.until, Condition):
            _condition(ground, (*at, "until"), step.until)
        else:
            _time(ground, (*at, "until"), step.until)
    elif isinstance(step, Read):
        _reading(ground, at, step)
    elif isinstance(step, Ticket):
        ground.named((*at, "ticket"), "ticket", step.ticket)
    elif isinstance(step, Attend | AnswerInvitation):
        _meeting(ground, at, step)
    elif isinstance(step, Block):
        _slots(ground, (*at, "address"), step.address)
    elif isinstance(step, Pose):
        ground.person((*at, "to"), step.to)
        ground.named((*at, "as"), "identity", step.as_)
        ground.named((*at, "procedure"), "procedure", step.procedure)
    elif isinstance(step, Write) and not step.file.startswith("/"):
        ground.wrong((*at, "file"), "is not the path of a file on the drive", "Begin it with a slash.")


def _reading(ground: Ground, at: DataPath, step: Read) -> None:
    if step.file is not None:
        ground.named((*at, "file"), "file", step.file)
    elif step.ticket is not None:
        ground.named((*at, "ticket"), "ticket", step.ticket)
    elif step.channel is not None:
        ground.channel((*at, "channel"), step.channel, ground.seat)
    elif step.chat is not None:
        ground.person((*at, "chat"), step.chat)


def _meeting(ground: Ground, at: DataPath, step: Attend | AnswerInvitation) -> None:
    if isinstance(step, AnswerInvitation):
        _time(ground, (*at, "start"), step.start)
        if step.delegate is not None:
            ground.person((*at, "delegate"), step.delegate)
    titles = ground.names.get("meeting", ())
    if not any(step.meeting.casefold() in title.casefold() for title in titles):
        ground.wrong((*at, "meeting"), "is in no meeting's title", did_you_mean(step.meeting, titles))
