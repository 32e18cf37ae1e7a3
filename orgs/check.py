"""What only shows when a whole organisation is seen together: names nobody has, cycles, two owners, missing authority.

Every rule here gives a `sim.source.Problem` with file, line, value, rule and fix; all that is wrong is found in one go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from orgs.approvals import grants
from orgs.groups import expand
from orgs.schema import NOBODY, Org, PersonEntry
from orgs.values import Limit, key_of
from sim.calendar import holidays_for
from sim.misspelling import did_you_mean
from sim.source import DataPath, Problem, Source
from sim.units import BadValue, WeeklyHours

YEAR = 2026
"""The year for which a holiday code is tried out; any that the holidays package covers would do."""


def check(org: Org, source: Source) -> list[Problem]:
    """Everything that is wrong with ``org``, whose places are those of ``source``."""
    return [
        *_sites(org, source),
        *_people(org, source),
        *_reporting(org, source),
        *_deputies(org, source),
        *_areas(org, source),
        *_approvals(org, source),
        *_groups(org, source),
        *_rotas(org, source),
        *_ties(org, source),
        *_policies(org, source),
    ]


# --- people and places -------------------------------------------------------------------------------------------


def _sites(org: Org, source: Source) -> Iterator[Problem]:
    for name, site in org.sites.items():
        if site.holidays is not None:
            try:
                holidays_for(site.holidays, (YEAR,))
            except BadValue as error:
                yield source.problem(("sites", name, "holidays"), rule=error.rule, fix=error.fix)


def _people(org: Org, source: Source) -> Iterator[Problem]:
    for who, person in org.people.items():
        at = ("people", who)
        if person.name is None and not org.is_seat(who):
            fix = "Add 'name: ...', or 'seat: true' if a player sits here."
            yield source.problem(at, key=True, rule="has no name", fix=fix)
        if person.site is not None and person.site not in org.sites:
            yield _unknown_site(org, source, (*at, "site"), person.site)
        elif person.site is None and len(org.sites) > 1:
            fix = f"Add 'site: ...': there are {', '.join(org.sites)}."
            yield source.problem(at, key=True, rule="has no site, and there are several", fix=fix)
        else:
            yield from _focus(org, source, who)
        for index, name in enumerate(person.owns):
            if key_of(name) in map(key_of, person.owns[:index]):
                yield source.problem((*at, "owns", index), rule="is listed twice", fix="Remove one.")


def _focus(org: Org, source: Source, who: str) -> Iterator[Problem]:
    person = org.people[who]
    hours = person.hours or org.sites[org.site_of(who)].hours
    if person.focus and not _overlap(person.focus, hours):
        rule = f"lies outside of their hours, {hours}"
        yield source.problem(("people", who, "focus"), rule=rule, fix="Move it into them.")


def _overlap(one: WeeklyHours, other: WeeklyHours) -> bool:
    return any(a[0] == b[0] and a[1] < b[2] and b[1] < a[2] for a in one.shifts for b in other.shifts)


def _unknown_person(org: Org, source: Source, path: DataPath, word: str) -> Problem:
    """The id is nobody's; perhaps the author wrote a name, or forgot the word before a group's."""
    named = [who for who, person in org.people.items() if person.name and word.casefold() in _called(person)]
    if word in org.teams:
        fix = f"Is the team meant? Where groups may stand, write 'team {word}'."
    elif word in org.sites:
        fix = f"Is the site meant? Where groups may stand, write 'site {word}'."
    elif named:
        fix = f"Write the id: {' or '.join(named)}."
    else:
        fix = did_you_mean(word, org.people)
    return source.problem(path, value=word, rule="is not a person of this org", fix=fix)


def _unknown_site(org: Org, source: Source, path: DataPath, word: str) -> Problem:
    return source.problem(path, rule="is not a site of this org", fix=did_you_mean(word, org.sites))


def _called(person: PersonEntry) -> tuple[str, ...]:
    name = (person.name or "").casefold()
    return (name, *name.split())


# --- who reports to whom -----------------------------------------------------------------------------------------


def _reporting(org: Org, source: Source) -> Iterator[Problem]:
    for who, person in org.people.items():
        for key, other in (("reports_to", person.reports_to), ("dotted_to", person.dotted_to)):
            path = ("people", who, key)
            if other == who:
                yield source.problem(path, rule="is the person themself", fix="Name somebody else, or leave it out.")
            elif other is not None and other not in org.people and not (key == "reports_to" and other == NOBODY):
                yield _unknown_person(org, source, path, other)
        if person.dotted_to is not None and person.dotted_to == person.reports_to:
            yield source.problem(("people", who, "dotted_to"), rule="is whom they report to already", fix="Remove it.")
    for cycle in _cycles(org):
        way = " reports to ".join((*cycle, cycle[0]))
        fix = "Let one of them report to somebody outside, or leave reports_to out for the one at the top."
        yield source.problem(("people", cycle[0], "reports_to"), rule=f"closes a circle: {way}", fix=fix)
    yield from _tops(org, source)


def _cycles(org: Org) -> list[tuple[str, ...]]:
    """Every circle of two and more in the reporting lines, beginning with its first person in the file."""
    found: list[tuple[str, ...]] = []
    done: set[str] = set()
    for start in org.people:
        way: dict[str, None] = {}
        who: str | None = start
        while who in org.people and who not in done and who not in way:
            way[who] = None
            who = org.people[who].reports_to
        if who in way:
            steps = list(way)
            circle = steps[steps.index(who) :]
            if len(circle) > 1:
                found.append(tuple(circle))
        done |= way.keys()
    return found


def _tops(org: Org, source: Source) -> Iterator[Problem]:
    """One person reports to nobody without saying so; whoever shares the top with them says it."""
    tops = [who for who, person in org.people.items() if person.reports_to is None]
    if len(tops) < 2:
        return
    below = {top: sum(top in org.chain(who) for who in org.people) for top in tops}
    first = max(tops, key=lambda top: below[top])
    for who in tops:
        if who != first:
            fix = f"Write reports_to: {first}, or reports_to: nobody if the two share the top."
            rule = f"reports to nobody, and {first} is at the top already"
            yield source.problem(("people", who), key=True, rule=rule, fix=fix)


# --- standing in, owning, approving --------------------------------------------------------------------------------


def _deputies(org: Org, source: Source) -> Iterator[Problem]:
    for who, person in org.people.items():
        path = ("people", who, "deputy")
        deputy = person.deputy
        if deputy is None:
            duty = _duty(org, who)
            for index, leave in enumerate(person.leave if duty else ()):
                rule = f"is planned though nobody stands in for {who}, who {duty}"
                fix = f"Add 'deputy: ...' to {who}."
                days = f"{leave.first} to {leave.last}"
                yield source.problem(("people", who, "leave", index), value=days, rule=rule, fix=fix)
            continue
        within = (*path, "who") if isinstance(source.data["people"][who]["deputy"], Mapping) else path
        if deputy.who == who:
            yield source.problem(within, rule="stands in for themself", fix="Name somebody else.")
        elif deputy.who not in org.people:
            yield _unknown_person(org, source, within, deputy.who)
        for kind, limit in deputy.approves.items() if isinstance(deputy.approves, dict) else ():
            own = _limit(person, kind)
            if own is None or own.rank < limit.rank:
                most = f"may approve none of {kind!r} themself" if own is None else f"may approve {own} themself"
                fix = f"Write {own} or less." if own else "Remove it."
                rule = f"is more than {who} can give: they {most}"
                yield source.problem((*path, "approves", kind), value=str(limit), rule=rule, fix=fix)


def _limit(person: PersonEntry, kind: str) -> Limit | None:
    return next((limit for other, limit in person.approves.items() if key_of(other) == key_of(kind)), None)


def _duty(org: Org, who: str) -> str | None:
    """What nobody else does while they are away."""
    person = org.people[who]
    declared = [name for name, area in org.areas.items() if area.owner == who and area.backup is None]
    if person.approves:
        return f"approves {next(iter(person.approves))!r}"
    owned = [*person.owns, *declared]
    return f"owns {owned[0]!r}" if owned else None


def _areas(org: Org, source: Source) -> Iterator[Problem]:
    owners: dict[str, str] = {}
    for who, person in org.people.items():
        for index, name in enumerate(person.owns):
            first = owners.setdefault(key_of(name), who)
            if first != who:
                fix = f"{first} owns it already: remove it from one of them; the other can be its backup under areas."
                yield source.problem(("people", who, "owns", index), rule="has two owners", fix=fix)
    for name, area in org.areas.items():
        at = ("areas", name)
        for key, person_id in (("owner", area.owner), ("backup", area.backup)):
            if person_id is not None and person_id not in org.people:
                yield _unknown_person(org, source, (*at, key), person_id)
        first_owner = owners.get(key_of(name))
        if area.owner is None and first_owner is None:
            fix = "Add 'owner: ...', or list it in somebody's owns."
            yield source.problem(at, key=True, rule="is an area without an owner", fix=fix)
        elif area.owner is not None and first_owner not in (None, area.owner):
            fix = f"{first_owner} has it under owns: remove it there, or leave the owner out here."
            yield source.problem((*at, "owner"), rule=f"is the second owner of {name!r}", fix=fix)
        if area.backup is not None and area.backup == (area.owner or first_owner):
            fix = "Name somebody else, or leave it out."
            yield source.problem((*at, "backup"), rule="is the owner already", fix=fix)


def _approvals(org: Org, source: Source) -> Iterator[Problem]:
    """Limits of one kind are in one currency, and above everyone with a limit is somebody with the largest."""
    for kind, holders in grants(org).items():
        first = next((limit.money.currency for _, _, limit in holders if limit.money), None)
        odd = [(who, name) for who, name, limit in holders if limit.money and limit.money.currency != first]
        for who, name in odd:
            rule = f"is not in {first} as the other limits of {kind!r} are"
            fix = f"State it in {first}: there are no exchange rates here."
            yield source.problem(("people", who, "approves", name), rule=rule, fix=fix)
        if odd:
            continue
        most = max(limit.rank for _, _, limit in holders)
        largest = [who for who, _, limit in holders if limit.rank == most]
        for who, name, limit in holders:
            line = (who, *org.chain(who))
            top = line[-1]
            led_nowhere = org.people[top].reports_to not in (None, NOBODY)  # a circle or an unknown person: told apart
            told_above = any(holder in line[1:] for holder, _, _ in holders)
            if limit.rank == most or led_nowhere or told_above or any(boss in largest for boss in line):
                continue
            rule = f"is where {kind} stops for {who}: nobody they report to may approve as much as {largest[0]}"
            fix = f"Give {top} approves: {{{kind}: any}}" + (
                "." if top == who else f", or let {who}'s line lead to {largest[0]}."
            )
            yield source.problem(("people", who, "approves", name), rule=rule, fix=fix)


# --- groups, rotas, ties, policies ---------------------------------------------------------------------------------


def _entries(org: Org, source: Source, path: DataPath, entries: Iterable[str]) -> Iterator[Problem]:
    """A list of people and groups: all known, none twice."""
    seen: set[str] = set()
    for index, entry in enumerate(entries):
        here = (*path, index)
        if entry in seen:
            yield source.problem(here, rule="is listed twice", fix="Remove one.")
        seen.add(entry)
        try:
            expand(org, entry)
        except KeyError:
            kind, _, name = entry.partition(" ")
            if kind == "team":
                yield source.problem(here, rule="is not a team of this org", fix=did_you_mean(name, org.teams))
            elif kind == "site":
                yield _unknown_site(org, source, here, name)
            else:
                yield _unknown_person(org, source, here, entry)


def _groups(org: Org, source: Source) -> Iterator[Problem]:
    for name, team in org.teams.items():
        at = ("teams", name)
        if team.lead is not None and team.lead not in org.people:
            yield _unknown_person(org, source, (*at, "lead"), team.lead)
        if team.lead is None and not team.members:
            fix = "Add 'members: [...]', or remove it."
            yield source.problem(at, key=True, rule="is a team with nobody in it", fix=fix)
        yield from _entries(org, source, (*at, "members"), team.members)
    for name, channel in org.channels.items():
        yield from _entries(org, source, ("channels", name, "members"), channel.members)


def _rotas(org: Org, source: Source) -> Iterator[Problem]:
    owned = {key_of(name): name for person in org.people.values() for name in person.owns}
    owned |= {key_of(name): name for name in org.areas}
    for name, rota in org.on_call.items():
        at = ("on_call", name)
        if key_of(name) not in owned:
            fix = did_you_mean(name, owned.values()) or "Let somebody own it."
            yield source.problem(at, key=True, rule="is not an area that anybody owns", fix=fix)
        if rota.site is not None and rota.site not in org.sites:
            yield _unknown_site(org, source, (*at, "site"), rota.site)
        yield from _entries(org, source, (*at, "people"), rota.people)


def _ties(org: Org, source: Source) -> Iterator[Problem]:
    said: dict[tuple[str, str], int] = {}
    for number, tie in enumerate(org.ties):
        at = ("ties", number)
        places: tuple[tuple[DataPath, str | None], ...] = (
            (((*at, "from"), tie.one), ((*at, "to"), tie.other))
            if tie.between is None
            else (((*at, "between", 0), tie.between[0]), ((*at, "between", 1), tie.between[1]))
        )
        for path, who in places:
            if who is not None and who not in org.people:
                yield _unknown_person(org, source, path, who)
        for one, other in tie.directions:
            if one == other:
                yield source.problem(places[1][0], rule="is tied to themself", fix="Name somebody else.")
                break
            first = said.setdefault((one, other), number)
            if first != number:
                line = source.at(("ties", first))[0]
                rule = f"says a second time what {one} holds of {other}"
                yield source.problem(at, value=None, rule=rule, fix=f"Line {line} says it already: keep one.")


def _policies(org: Org, source: Source) -> Iterator[Problem]:
    topics: dict[str, int] = {}
    for number, policy in enumerate(org.policies):
        first = topics.setdefault(key_of(policy.may_not_know), number)
        if first != number:
            line = source.at(("policies", first))[0]
            fix = f"Line {line} has it already: put all exceptions there."
            yield source.problem(("policies", number, "may_not_know"), rule="has two policies", fix=fix)
        yield from _entries(org, source, ("policies", number, "except"), policy.exempt)
