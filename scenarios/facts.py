"""From an author's facts to those of a run: who knows what from when on, who may hear it, and who tells of a change."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from scenarios.ground import Ground
from scenarios.schema import Announced, BeliefEntry, Change, FactEntry, TellingEntry, Value
from sim.script import Belief, Fact, Happening, Telling, Trigger, Version
from sim.source import DataPath
from sim.spelling import folded, spellings, where_stated

NEVER_BY_TIME = 1
"""How long after the horizon a version is dated that only an event brings about: time alone never does."""


def build_facts(ground: Ground, entries: Mapping[str, FactEntry]) -> tuple[Fact, ...]:
    """The facts of a run."""
    return tuple(_fact(ground, name, entry) for name, entry in entries.items())


def _fact(ground: Ground, name: str, entry: FactEntry) -> Fact:
    at: DataPath = ("facts", name)
    _check_differences(ground, at, entry)
    known_by = ground.people((*at, "known_by"), entry.known_by)
    for who, belief in entry.believed.items():
        ground.person((*at, "believed", who), who)
        if who in known_by and belief.until is None:
            ground.wrong((*at, "believed", who), "knows it, and so believes nothing else", "Remove one.", key=True)
    return Fact(
        id=name,
        topic=entry.topic,
        asked_as=entry.asked_as,
        versions=_versions(ground, at, entry, known_by),
        believed={who: _belief(ground, (*at, "believed", who), belief) for who, belief in entry.believed.items()},
        telling=_telling(ground, (*at, "told"), entry.told),
        told_by={
            ground.person((*at, "told_by", who), who): _telling(ground, (*at, "told_by", who), telling)
            for who, telling in entry.told_by.items()
        },
        pointed_to_by={
            ground.person((*at, "pointed_to_by", who), who): ground.people((*at, "pointed_to_by", who), others)
            for who, others in entry.pointed_to_by.items()
        },
        secret=entry.secret,
        follows_from=_sources(ground, (*at, "follows_from"), name, entry),
    )


def _sources(ground: Ground, path: DataPath, name: str, entry: FactEntry) -> tuple[tuple[str, ...], ...]:
    """What a fact follows from, which is neither the fact itself nor what follows from it in turn."""
    for number, alternatives in enumerate(entry.follows_from):
        for place, source in enumerate(alternatives):
            here = (*path, number, place) if ground.has((*path, number, place)) else (*path, number)
            if source == name:
                ground.wrong(here, "is the fact itself", "Name what it follows from.", value=source)
            else:
                ground.named(here, "file" if source.startswith("/") else "fact", source)
    return entry.follows_from


def check_sources(ground: Ground, facts: Sequence[Fact]) -> None:
    """Note facts that follow from each other in a circle, so that nobody could begin."""
    sources = {f.id: [s for some in f.follows_from for s in some if not s.startswith("/")] for f in facts}
    for fact in facts:
        seen, left = set[str](), [source for source in sources[fact.id] if source != fact.id]
        while left:
            source = left.pop()
            if source == fact.id:
                rule = "follows from what follows from it"
                ground.wrong(("facts", fact.id, "follows_from"), rule, "Leave one of the two out.", key=True)
                break
            if source not in seen:
                seen.add(source)
                left += sources.get(source, ())


def _check_differences(ground: Ground, at: DataPath, entry: FactEntry) -> None:
    """A belief is of something else than what is true when they hold it, and a change makes a difference."""
    for who, belief in entry.believed.items():
        if _says_the_same(belief, entry.is_):
            fix = f"Write what {who} wrongly holds to be so, or add {who} to known_by."
            if entry.changes:
                fix += " A belief that a change leaves behind comes of itself: name in its known_by who hears of it."
            ground.wrong((*at, "believed", who), "is what is true, so no wrong belief", fix, value=belief.value)
    before = entry.is_
    for number, change in enumerate(entry.changes):
        if _says_the_same(change.to, before):
            path = (*change_at(ground, str(at[1]), number), "to")
            ground.wrong(path, "is what was true before, so no change", "Write the new value.", value=change.to.value)
        before = change.to


def _says_the_same(one: Value, other: Value) -> bool:
    """Whether two values share a spelling, so that a text with it states both."""
    ways = set(map(folded, spellings(one.value, one.spelled)))
    return not ways.isdisjoint(map(folded, spellings(other.value, other.spelled)))


def _versions(ground: Ground, at: DataPath, entry: FactEntry, known_by: tuple[str, ...]) -> tuple[Version, ...]:
    first = entry.is_
    versions = [
        Version(
            value=first.value, spelled=first.spelled, sentence=first.sentence, since=ground.start, known_by=known_by
        )
    ]
    for number, change in enumerate(entry.changes):
        here = change_at(ground, str(at[1]), number)
        since = _since(ground, here, change)
        last = versions[-1].since
        if since <= last and number > 0 and change.on is not None:
            before = (*change_at(ground, str(at[1]), number - 1), "on")
            fix = "Write changes in their order."
            ground.untimely((*here, "on"), "is not after the change before it", fix, beside=before)
        elif since <= ground.start:
            fix = "Write the value under 'is', or a later time."
            ground.untimely((*here, "on"), "is the start itself", fix, beside=("starts",))
        knows = versions[-1].known_by
        if change.known_by is not None:
            knows = ground.people((*here, "known_by"), change.known_by)
        versions.append(
            Version(
                value=change.to.value,
                spelled=change.to.spelled,
                sentence=change.to.sentence,
                since=since,
                silent=change.silently,
                known_by=knows,
            )
        )
    written = [entry.known_by]
    for change in entry.changes:
        written.append(written[-1] if change.known_by is None else change.known_by)
    if not any(written):
        fix = "Add known_by: [...]." + ("" if not entry.changes else " Or let somebody know of a change.")
        ground.wrong(at, "is held by nobody, so nobody can tell it", fix, key=True)
    for number, names in enumerate(written[1:]):
        if any(written) and not names:
            here = change_at(ground, str(at[1]), number)
            ground.wrong(here, "is a change that nobody knows of", "Add known_by: [...].", value=None)
    return tuple(versions)


def _since(ground: Ground, here: DataPath, change: Change) -> int:
    if change.on is not None:
        return ground.instant((*here, "on"), change.on)
    ground.named((*here, "with"), "event", change.with_ or "")
    return ground.horizon + NEVER_BY_TIME


def change_at(ground: Ground, fact: str, number: int) -> DataPath:
    """Where a change of a fact stands: a single one may be written without a list around it."""
    at: DataPath = ("facts", fact, "changes")
    return (*at, number) if ground.has((*at, number)) else at


def _belief(ground: Ground, path: DataPath, entry: BeliefEntry) -> Belief:
    until = None if entry.until is None else ground.anytime((*path, "until"), entry.until, end=True)
    return Belief(value=entry.value, spelled=entry.spelled, sentence=entry.sentence, sure=entry.sure, until=until)


def _telling(ground: Ground, path: DataPath, entry: TellingEntry) -> Telling:
    if entry.after is not None:
        ground.named((*path, "after"), "event", entry.after)
    return Telling(
        to=None if entry.to is None else ground.people((*path, "to"), entry.to),
        when=entry.when,
        only=entry.only,
        not_before=None if entry.from_ is None else ground.instant((*path, "from"), entry.from_),
        after=entry.after,
        trust=entry.trust,
        send_to=ground.people((*path, "send_to"), entry.send_to),
    )


# --- what changes of facts set off ---------------------------------------------------------------------------------


def build_changes(ground: Ground, entries: Mapping[str, FactEntry], facts: Sequence[Fact]) -> tuple[Happening, ...]:
    """The entries of the timeline that facts bring with them: changes that hang on an event, and announcements."""
    found: list[Happening] = []
    for fact in facts:
        entry = entries[fact.id]
        for number, change in enumerate(entry.changes):
            label = f"{fact.id}~{number + 1}"
            if change.with_ is not None:
                found.append(
                    Happening(id=label, after=Trigger(happened=change.with_), who="world", does="fact", fact=fact.id)
                )
            if change.announced is not None:
                here = (*change_at(ground, fact.id, number), "announced")
                found.append(_announcement(ground, here, change, fact, number + 1))
    return tuple(found)


def _announcement(ground: Ground, path: DataPath, change: Change, fact: Fact, number: int) -> Happening:
    told: Announced | None = change.announced
    assert told is not None
    version = fact.versions[number]
    who = ground.person((*path, "by"), told.by, acts=True)
    if who not in version.known_by:
        ground.wrong((*path, "by"), "does not know of the change", "Add them to its known_by.")
    if told.in_ is not None:
        to = ground.channel((*path, "in"), told.in_, who)
    else:
        to = ground.people((*path, "to"), told.to, but=who)
    timed = change.on is not None
    return Happening(
        id=f"{fact.id}~{number}-told",
        at=version.since if timed else None,
        after=None if timed else Trigger(happened=f"{fact.id}~{number}"),
        delay=(max(1, told.after.low), max(1, told.after.high)),
        who=who,
        does="news",
        via="channel" if told.in_ is not None else told.via,
        place=told.in_,
        to=to,
        about=fact.topic,
        subject=fact.topic[:1].upper() + fact.topic[1:],
        fact=fact.id,
        text=version.sentence,
    )


# --- how values are spelled ------------------------------------------------------------------------------------------

SHORTEST = 3
"""Letters, digits and signs (%, €) below which a spelling is in too many texts by chance."""

_FILLING = re.compile(r"[\s.,;:'’\"()_-]")

COMMON = frozenset(
    """
    able about above after again all also and any are ask back because before best big both but call can come could day
    days did does done down due each early easy end even ever every few fine first for free friday from full get give
    going good got great half has have help her here high him his hold home hour hours how into its just keep know last
    late later least left less let like list long look lot low made mail make many may maybe meeting minutes monday
    money month more most much must name need never new next nine no nobody none not nothing now off often old once one
    only open order other our out over own paid part people place plan please price put ready really right said same
    saturday see send seven several she should six small some soon still stop such sunday sure take team tell ten than
    thanks that the their them then there these they thing this those three thursday time today told tomorrow too top
    true tuesday two under until use very wait want was way wednesday week weeks well were what when where which who why
    will with work would wrong yes yesterday yet you your
    """.split()
)
"""Words that stand in work mails for other reasons."""

_MORE = "Say it in more words: 'Thursday 5 March' for a day, '12 weeks' for 12."


def check_spellings(ground: Ground, facts: Mapping[str, FactEntry]) -> None:
    """Note what is wrong with how values are spelled, each by itself and among each other."""
    for name, fact in facts.items():
        places: list[tuple[DataPath, Value]] = [(("facts", name, "is"), fact.is_)]
        places += [((*change_at(ground, name, n), "to"), change.to) for n, change in enumerate(fact.changes)]
        places += [(("facts", name, "believed", who), belief) for who, belief in fact.believed.items()]
        for path, value in places:
            _check_value(ground, path, value)
    for name, first, way in _shared(ground.wording.known):
        fix = "Spell them so that they can be told apart."
        ground.wrong(("facts", name), f"also states {first!r} where it says {way!r}", fix, key=True)


def _check_value(ground: Ground, path: DataPath, value: Value) -> None:
    for index, way in enumerate((value.value, *value.spelled)):
        here = (*path, "value") if index == 0 else (*path, "spelled", index - 1)
        if len(_FILLING.sub("", way)) < SHORTEST:
            rule = f"is too short to be found in a text: fewer than {SHORTEST} letters, digits or signs"
            ground.wrong(here, rule, _MORE, value=way)
        elif folded(way) in COMMON:
            ground.wrong(here, "is a word that stands in many texts for other reasons", _MORE, value=way)
    if value.sentence and where_stated(folded(value.sentence), spellings(value.value, value.spelled)) is None:
        rule = f"does not contain the value, {value.value!r}"
        ground.wrong((*path, "sentence"), rule, "Put the value into the sentence.")


def _shared(known: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, str, str]]:
    """Pairs of facts of which one cannot be stated without the other: which it is, the other, and by which spelling."""
    told: set[tuple[str, str]] = set()
    for name, ways in known.items():
        for other, others in known.items():
            if other == name or (other, name) in told:
                continue
            way = next((way for way in ways if where_stated(folded(way), others) is not None), None)
            if way is not None:
                told.add((name, other))
                yield name, other, way
