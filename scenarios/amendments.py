"""What a fork changes of its scenario: single settings, and further events, both from an instant of the run on.

Everything is checked as a scenario file is: against the organisation and the names that the run's script has, all that
is wrong told together.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from os import PathLike
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from orgs.graph import OrgGraph
from orgs.values import Id
from scenarios.beside import Beside
from scenarios.duties import entitled_to
from scenarios.events import Event
from scenarios.ground import Ground
from scenarios.happenings import build_events, labels, lines_after
from scenarios.load import Loaded
from scenarios.schema import ApprovalEntry, PaceEntry
from scenarios.values import DrivePath, Entry, When, working
from scenarios.wording import Wording
from scenarios.world import Outsider
from sim import source
from sim.misspelling import did_you_mean, suggest
from sim.record import Record
from sim.script import Approval, Happening, Pace, Script, Task
from sim.source import DataPath, Problem, Source, SourceError
from sim.units import BadValue, Money, duration
from sim.vocabulary.world import Away, OrgChanged

_DRIVE_PATH: TypeAdapter[str] = TypeAdapter(DrivePath)

SETTINGS: Final = "--set"
"""What the problems of settings name as their file."""


class Additions(Entry):
    """A file of events that are added to a run: ``events`` as a scenario has them, and the ``outside`` of a world for
    those who write from there."""

    outside: Mapping[Id, Outsider] = {}
    events: tuple[Event, ...]


def added(loaded: Loaded, file: str | PathLike[str], at: int, org: OrgGraph | None = None) -> Script:
    """The run's script with the events of a file in its timeline; none of them may be before the instant ``at``.

    They are checked against ``org``, the organisation as it stands then; where left out, as it was at the start.
    Raises `SourceError`.
    """
    additions, read = _additions(file)
    ground = _ground(loaded, read)
    ground = replace(ground, org=org or ground.org)
    script = loaded.script
    names = {
        **ground.names,
        "event": (*ground.names["event"], *labels(additions.events)),
        "outsider": tuple(additions.outside),
    }
    beside = Beside(Path(file).parent)
    built = build_events(replace(ground, names=names), additions.events, additions.outside, beside, {})
    known = {entry.id for entry in script.timeline}
    prefix = _prefix(known)
    found: list[Happening] = []
    for number, (entry, happening) in enumerate(zip(additions.events, built, strict=True)):
        _fits(ground, ("events", number), entry, happening, known, at)
        found.append(happening if entry.id else happening.model_copy(update={"id": f"{prefix}{happening.id}"}))
    if ground.problems:
        raise SourceError(ground.problems)
    return script.model_copy(update={"timeline": (*script.timeline, *found)})


def org_at(record: Record, org: OrgGraph, at: int) -> OrgGraph:
    """The organisation that a run began with, as it stands at the instant ``at``: after the changes of its lines until
    then, with those away who are known to be."""
    for event in record.events((OrgChanged, Away)):
        body: Any = event.body
        if event.at > at:
            break
        if isinstance(body, OrgChanged):
            org = org.reorganised(body.changes)
        elif event.actor in org.org.people and body.start < body.end:
            org = org.with_absence(event.actor, body.start, body.end, body.why)
    return org


def _additions(file: str | PathLike[str]) -> tuple[Additions, Source]:
    """The file of events, as it is read. One that holds events without a key above them is told what to write."""
    fix = "Write the line 'events:' above them."
    try:
        read = source.read(file)
    except SourceError as error:
        problems = (replace(p, fix=fix) if p.rule == source.LIST_AT_TOP else p for p in error.problems)
        raise SourceError(problems, more_may_show=error.more_may_show) from None
    if "events" not in read.data:
        fix = "Write the line 'events:' at its top, and each event below it: - {at: ..., who: ..., does: ...}."
        raise SourceError([read.problem((), rule="has no events", fix=fix)])
    return source.parse(read, Additions), read


def _prefix(known: set[str]) -> str:
    """What the names of further events without an id begin with: no two forks use the same."""
    return next(p for p in (f"added{n}-" for n in count(1)) if not any(name.startswith(p) for name in known))


def _fits(ground: Ground, path: DataPath, entry: Event, built: Happening, known: set[str], at: int) -> None:
    """Whether an event can still come about in a run that has got as far as the instant ``at``."""
    if entry.id in known:
        ground.wrong((*path, "id"), "is the id of an event that the run has already", "Choose another.")
    if entry.does == "give":
        fix = "Write to the seat instead: does: chat, wants_reply: true."
        ground.wrong((*path, "does"), "gives a task that the run gives anyway", fix)
    if built.at is not None and built.at < at:
        key: DataPath = ("at",) if entry.at is not None else ("between", 0)
        rule = "is before the instant from which on the run is another"
        ground.wrong((*path, *key), rule, "Write a later time (tue is the first one after the start: day 9, a date).")


# --- settings ------------------------------------------------------------------------------------------------------


def amended(loaded: Loaded, settings: Mapping[str, str]) -> Script:
    """The run's script with these settings: by dotted key ("pace.decide", "tasks.offer.deliver.by") the text that an
    author would write there. Raises `SourceError`, for a key that may not be changed with all that may."""
    whole = _ground(loaded, source.compose(json.dumps(dict(settings)), SETTINGS))
    script = loaded.script
    problems: list[Problem] = []
    for key, text in settings.items():
        ground = replace(whole, problems=[])
        try:
            script = _set(ground, script, key, text)
        except UnknownSetting as error:
            problems.append(Problem(f"{SETTINGS} {key}", 0, 0, "", None, error.rule, error.fix))
        except BadValue as error:
            ground.wrong((key,), error.rule, error.fix)
        except ValidationError as error:
            first = error.errors()[0]
            said = first.get("ctx", {}).get("error")
            if isinstance(said, BadValue):
                ground.wrong((key,), said.rule, said.fix)
            else:
                ground.wrong((key,), f"does not fit: {first['msg']}")
        # There is no file: a line and a column would say nothing.
        problems += (Problem(f"{SETTINGS} {key}", 0, 0, "", text, told.rule, told.fix) for told in ground.problems)
    if problems:
        raise SourceError(problems)
    return script


def _set(ground: Ground, script: Script, key: str, text: str) -> Script:
    kind, _, rest = key.partition(".")
    if kind == "pace":
        if rest not in Pace.model_fields:
            raise UnknownSetting(key)
        kept = script.pace.model_dump()
        entry = PaceEntry.model_validate(kept | {rest: text})
        return script.model_copy(update={"pace": Pace(**entry.model_dump())})
    if kind not in _OF:
        raise UnknownSetting(key)
    name, _, field = rest.partition(".")
    things: tuple[Any, ...] = getattr(script, kind)
    setter = _setter(kind, field)
    if setter is None:
        raise UnknownSetting(key)
    if name not in [thing.id for thing in things]:
        fix = did_you_mean(name, [thing.id for thing in things])
        raise BadValue(text, f"is set of {kind}.{name}, which this run does not have", fix)
    return script.model_copy(
        update={
            kind: tuple(setter(ground, (key,), thing, field, text) if thing.id == name else thing for thing in things)
        }
    )


class UnknownSetting(BadValue):
    """A key that is not among those that can be changed: with the one that was probably meant, else all there are."""

    def __init__(self, key: str) -> None:
        super().__init__(key, "is nothing that can be changed in mid-run", _meant(key))


def _meant(key: str) -> str:
    kind, _, rest = key.partition(".")
    name, _, field = rest.partition(".")
    if kind not in ("pace", *_OF):
        near = suggest(kind, ("pace", *_OF))
        return f"Did you mean '{near}.{rest}'?" if near and rest else f"What can: {', '.join(changeable())}."
    before, wrong, fields = ("pace", rest, tuple(Pace.model_fields))
    if kind in _OF:
        before, wrong, fields = f"{kind}.{name or '<id>'}", field, tuple(_OF[kind])
    near = suggest(wrong, fields)
    return f"Did you mean '{before}.{near}'?" if near else f"What can: {', '.join(f'{before}.{f}' for f in fields)}."


def changeable() -> tuple[str, ...]:
    """The dotted keys that `amended` takes."""
    of = [f"{kind}.<id>.{field}" for kind, fields in _OF.items() for field in fields]
    return (*(f"pace.{field}" for field in Pace.model_fields), *of)


_Setter = Callable[[Ground, DataPath, Any, str, str], Any]


def _setter(kind: str, field: str) -> _Setter | None:
    fields = _OF[kind]
    first, dot, rest = field.partition(".")
    return fields.get(field) or (fields.get(f"{first}.<person>") if dot and rest else None)


def _plainly(read: Callable[[Ground, DataPath, str], Any], name: str | None = None) -> _Setter:
    """Sets one field of a model."""

    def setter(ground: Ground, at: DataPath, thing: Any, field: str, text: str) -> Any:
        return thing.model_copy(update={name or field: read(ground, at, text)})

    return setter


def _deliverable(read: Callable[[Ground, DataPath, str], Any], name: str, kind: str | None = None) -> _Setter:
    """Sets one field of a task's deliverable; one of that kind, where it has to be."""

    def setter(ground: Ground, at: DataPath, thing: Task, field: str, text: str) -> Task:
        if kind is not None and thing.deliver.kind != kind:
            raise BadValue(text, f"belongs to a deliverable that is a {kind}, and this one is a {thing.deliver.kind}")
        return thing.model_copy(
            update={"deliver": thing.deliver.model_copy(update={name: read(ground, at, text)})}
        )  # fmt: skip

    return setter


def _by_person(name: str) -> _Setter:
    """Sets what one person would say, or takes it back where there are no words."""

    def setter(ground: Ground, at: DataPath, thing: Approval, field: str, text: str) -> Approval:
        who = field.partition(".")[2]
        if who not in thing.entitled:
            raise BadValue(who, f"may not decide {thing.id!r}", f"It is for {', '.join(thing.entitled)}.")
        said = {other: why for other, why in getattr(thing, name).items() if other != who}
        return thing.model_copy(update={name: said | ({who: text.strip()} if text.strip() else {})})

    return setter


def _amount(ground: Ground, at: DataPath, thing: Approval, field: str, text: str) -> Approval:
    """The amount, and with it who may decide."""
    amount = None if _is_none(text) else Money.parse(text)
    entry = ApprovalEntry(kind=thing.kind, topic=thing.topic, amount=amount)
    told = None if amount is None else str(amount)
    return thing.model_copy(update={"amount": told, "entitled": entitled_to(ground, at, entry)})


def _is_none(text: str) -> bool:
    return text.strip() in ("", "none", "null")


def _text(ground: Ground, at: DataPath, text: str) -> str:
    if not text.strip():
        raise BadValue(text, "is empty", "Write it out.")
    ground.text(at, text)
    return text.strip()


def _list(ground: Ground, at: DataPath, text: str) -> tuple[str, ...]:
    """A list in brackets as JSON has it, or words with commas between them."""
    if text.strip().startswith("["):
        try:
            found = json.loads(text)
        except ValueError as error:
            raise BadValue(text, f"is no list: {error}", 'Write ["one", "two"], or one, two.') from None
        return tuple(map(str, found))
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _time(ground: Ground, at: DataPath, text: str) -> int:
    return ground.instant(at, When.parse(text), end=True)


def _seconds(ground: Ground, at: DataPath, text: str) -> int:
    seconds = working(text)
    return max(1, duration(text) if isinstance(seconds, str) else int(str(seconds)))


def _weight(ground: Ground, at: DataPath, text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = 0.0
    if not 0 < weight < float("inf"):
        raise BadValue(text, "is not a weight", "Write a number above 0.")
    return weight


def _path(ground: Ground, at: DataPath, text: str) -> str:
    return _DRIVE_PATH.validate_python(text)


def _person(ground: Ground, at: DataPath, text: str) -> str:
    return ground.person(at, text)


def _doer(ground: Ground, at: DataPath, text: str) -> str:
    return ground.person(at, text, acts=True)


def _people(ground: Ground, at: DataPath, text: str) -> tuple[str, ...] | None:
    return None if _is_none(text) else ground.people(at, _list(ground, at, text))


def _facts(ground: Ground, at: DataPath, text: str) -> tuple[str, ...]:
    return tuple(ground.named(at, "fact", name) for name in _list(ground, at, text))


def _approval(ground: Ground, at: DataPath, text: str) -> str | None:
    return None if _is_none(text) else ground.named(at, "approval", text.strip())


def _maybe(ground: Ground, at: DataPath, text: str) -> str | None:
    return None if _is_none(text) else text.strip()


_OF: Final[Mapping[str, Mapping[str, _Setter]]] = {
    "tasks": {
        "title": _plainly(_text), "text": _plainly(_text), "weight": _plainly(_weight),
        "approval": _plainly(_approval), "must_not_contain": _plainly(_list), "deliver.to": _plainly(_person, "to"),
        "deliver.by": _deliverable(_time, "by"), "deliver.file": _deliverable(_path, "path", "file"),
    },
    "approvals": {
        "topic": _plainly(_text), "asked_as": _plainly(_list), "amount": _amount, "needs": _plainly(_facts),
        "refuses.<person>": _by_person("refuses"), "because.<person>": _by_person("grants_because"),
    },
    "favours": {
        "topic": _plainly(_text), "asked_as": _plainly(_list), "by": _plainly(_doer), "takes": _plainly(_seconds),
        "to": _plainly(_people), "needs": _plainly(_facts), "says": _plainly(_maybe),
    },
}  # fmt: skip
"""What can be changed in mid-run: what the world looks up anew each time."""


# --- the ground ----------------------------------------------------------------------------------------------------


def _ground(loaded: Loaded, read: Source) -> Ground:
    """What is written is read against the scenario as its run holds it."""
    script = loaded.script
    files = [item.path for item in script.seeded if item.kind == "file"]
    files += [task.deliver.path for task in script.tasks]
    files += [entry.path for entry in script.timeline]
    return Ground(
        source=read, org=loaded.org, seat=script.seat, zone=loaded.org.person(script.seat).calendar.zone,
        start=script.start, horizon=script.horizon, cast=script.cast, others=script.players[1:],
        wording=Wording.of_script(script),
        lines=lines_after(loaded.org, script.timeline),
        topics={**{task.id: task.title for task in script.tasks}, **{fact.id: fact.topic for fact in script.facts}},
        names={
            **{kind: tuple(thing.id for thing in things) for kind, things in _things(script).items()},
            "ticket": tuple(item.label for item in script.seeded if item.kind == "ticket" and item.label),
            "file": tuple(path for path in files if path is not None),
        },
    )  # fmt: skip


def _things(script: Script) -> Mapping[str, tuple[Any, ...]]:
    return {
        "fact": script.facts, "approval": script.approvals, "favour": script.favours, "task": script.tasks,
        "event": script.timeline,
    }  # fmt: skip
