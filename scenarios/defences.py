"""From what an author writes of social engineering to what a run has of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from scenarios.ground import Ground
from scenarios.security import AimEntry, ExerciseEntry, PretextEntry, SchemeEntry, SecurityEntry
from scenarios.world import Outsider
from sim.misspelling import did_you_mean
from sim.script import Aim, Exercise, Pretext, Scheme, Security
from sim.source import DataPath


def build_security(ground: Ground, entry: SecurityEntry | None, outside: Mapping[str, Outsider]) -> Security | None:
    """What a run has of it, with everything that is named checked."""
    if entry is None:
        return None
    at: DataPath = ("security",)
    desk = ground.people((*at, "desk"), entry.desk)
    if desk and desk[0] not in ground.players:
        ground.person((*at, "desk"), desk[0], acts=True)
    for who in entry.trained:
        ground.person((*at, "trained", who), who)
    if entry.exercise is not None and ground.seat in desk:
        ground.wrong((*at, "desk"), "tests itself: the seat has the exercise too", "Let somebody else be the desk.")
    return Security(
        desk=desk, takes=(entry.takes.low, entry.takes.high), tires_after=entry.tires_after, trained=entry.trained,
        schemes=tuple(_scheme(ground, (*at, "schemes", name), name, s, outside) for name, s in entry.schemes.items()),
        exercise=None if entry.exercise is None else _exercise(ground, (*at, "exercise"), entry.exercise, outside),
    )  # fmt: skip


def _scheme(ground: Ground, at: DataPath, name: str, entry: SchemeEntry, outside: Mapping[str, Outsider]) -> Scheme:
    pretexts = tuple(_pretext(ground, (*at, "pretexts", p), p, e, outside) for p, e in entry.pretexts.items())
    aims = tuple(_aim(ground, (*at, "aims", a), a, e, entry) for a, e in entry.aims.items())
    return Scheme(
        id=name, begins=ground.instant((*at, "begins"), entry.begins), pause=(entry.pause.low, entry.pause.high),
        most=entry.at_most, pretexts=pretexts, aims=aims,
    )  # fmt: skip


def _address(ground: Ground, at: DataPath, who: str, outside: Mapping[str, Outsider]) -> Outsider | None:
    if who not in outside:
        ground.named(at, "outsider", who)
        return None
    return outside[who]


def _pretext(ground: Ground, at: DataPath, name: str, entry: PretextEntry, outside: Mapping[str, Outsider]) -> Pretext:
    insider = entry.as_ in ground.org.org.people
    via = entry.via or ("chat" if insider else "mail")
    called = sender = entry.as_
    if insider:
        ground.person((*at, "as"), entry.as_, acts=True)
        called = ground.org.person(entry.as_).name
        if via != "chat":
            ground.wrong((*at, "via"), "is not how a colleague's account is misused", "Leave it out: it is chat.")
    else:
        found = _address(ground, (*at, "as"), entry.as_, outside)
        called, sender = (found.name, found.address) if found else (called, sender)
        if via == "chat":
            ground.wrong((*at, "via"), "is only for colleagues: nobody outside is in the chat", "Write mail or call.")
    spare = None
    if entry.spare is not None:
        other = _address(ground, (*at, "spare"), entry.spare, outside)
        spare = other.address if other else None
    if via == "mail" and entry.subject is None:
        ground.wrong(at, "has no subject, as a mail has", "Add subject: ...", key=True)
    ground.text((*at, "text"), f"{entry.subject or ''}\n{entry.text}", seen=True)
    return Pretext(
        id=name, name=called, sender=sender, via=via, appeals=entry.leans_on, subject=entry.subject or "",
        text=entry.text, excuse=entry.excuse or "", spare=spare,
    )  # fmt: skip


def _aim(ground: Ground, at: DataPath, name: str, entry: AimEntry, scheme: SchemeEntry | None) -> Aim:
    kind: Literal["fact", "file", "yes", "change"] = (
        "fact" if entry.fact is not None else "file" if entry.file is not None else "yes" if entry.yes else "change"
    )
    path, value = next(iter(entry.change.items()), (entry.file, None))
    if entry.fact is not None:
        ground.named((*at, "fact"), "fact", entry.fact)
    pretexts: tuple[str, ...] = ()
    if scheme is not None:
        for number, pretext in enumerate(entry.with_):
            if pretext not in scheme.pretexts:
                fix = did_you_mean(pretext, scheme.pretexts)
                ground.wrong((*at, "with", number), "is no pretext of this scheme", fix, value=pretext)
        before = list(scheme.aims)[: list(scheme.aims).index(name)]
        for other in entry.after:
            if other not in before:
                fix = did_you_mean(other, before) or "Put it above this one."
                ground.wrong((*at, "after"), "is no aim that comes before this one", fix, value=other)
        pretexts = entry.with_ or tuple(scheme.pretexts)
    return Aim(
        id=name, wants=kind, topic=entry.topic or ground.topics.get(entry.fact or "", name), fact=entry.fact, path=path,
        value=value, targets=ground.people((*at, "of"), entry.of), pretexts=pretexts, after=entry.after,
        harm=entry.harm,
    )  # fmt: skip


def _exercise(ground: Ground, at: DataPath, entry: ExerciseEntry, outside: Mapping[str, Outsider]) -> Exercise:
    identities: dict[str, str] = {}
    for number, who in enumerate(entry.identities):
        found = _address(ground, (*at, "identities", number), who, outside)
        if found is not None:
            identities[who] = f"{found.name} <{found.address}>"
    if entry.stopped_by is not None:
        ground.named((*at, "stopped_by"), "event", entry.stopped_by)
    return Exercise(
        procedures=tuple(_aim(ground, (*at, "procedures", a), a, e, None) for a, e in entry.procedures.items()),
        identities=identities, off_limits=ground.people((*at, "off_limits"), entry.off_limits),
        forbidden=entry.forbidden, stopped_by=entry.stopped_by, report=entry.report,
    )  # fmt: skip
