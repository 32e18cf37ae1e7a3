"""People as they are named: ids and teams in an action's arguments, and "@name" in a text."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from sim.actions import Refused
from sim.misspelling import suggest
from sim.office import Office
from sim.organisation import Person


def person_named(office: Office, name: str) -> str:
    """The id that ``name`` is, with or without "@". A name is not resolved, for two may share it, but the refusal says
    whose it is. Raises :class:`Refused`."""
    who = name.strip().removeprefix("@")
    try:
        return office.org.person(who).id
    except KeyError:
        raise Refused("no_such_person", f"nobody here has the id {name!r}" + _meant(office, who)) from None


def people_named(office: Office, names: Iterable[str]) -> tuple[str, ...]:
    """The ids that ``names`` are, each once, in their order; "team:finance" stands for its members.

    Raises :class:`Refused` for a person or team that is not here.
    """
    found: dict[str, None] = {}
    for name in names:
        team = team_named(name)
        found.update(dict.fromkeys((person_named(office, name),) if team is None else team_members(office, team)))
    return tuple(found)


def team_named(name: str) -> str | None:
    """The team's id in "team:finance" or "team finance"; None where ``name`` is not of that form."""
    written = name.strip().removeprefix("@")
    return written[5:].strip() if written[:5].casefold() in ("team:", "team ") else None


def team_members(office: Office, team: str) -> tuple[str, ...]:
    """Who is in the team with this id. Raises :class:`Refused`."""
    teams = {known.id: known for known in office.org.teams()}
    if team in teams:
        return teams[team].members
    near = suggest(team, teams) or next((t.id for t in teams.values() if t.name.casefold() == team.casefold()), None)
    raise Refused(
        "no_such_person", f"there is no team {team!r}" + (f"; did you mean 'team:{near}'?" if near is not None else "")
    )


def _meant(office: Office, who: str) -> str:
    """ "; did you mean ...?" with everybody that is called so, else the nearest id or name, else nothing."""
    people = office.org.people()
    said = _folded(who)
    called = [p for p in people if said in (_folded(p.name), _folded(p.first), _folded(p.id))]
    if not called:
        near = suggest(who, [p.id for p in people])
        called = [p for p in people if p.id == near]
    if not called:
        near = suggest(who, [p.name for p in people])
        called = [p for p in people if p.name == near]
    if not called:
        return "; the directory lists who works here"
    return "; did you mean " + " or ".join(f"{p.id!r} ({p.name}, {p.title})" for p in called) + "?"


class Mentions(NamedTuple):
    """Who is called by "@" in a text.

    ``people`` are called by id, by full name or by a first name that only one of them has; ``everyone`` is the
    "@channel" or "@here" in it; ``ambiguous`` are first names, as written, that several have; ``elsewhere`` are people
    called by id who are not among those the text reaches.
    """

    people: tuple[str, ...] = ()
    everyone: Literal["channel", "here"] | None = None
    ambiguous: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


def mentions(text: str, members: Sequence[Person], everybody: Sequence[Person] = ()) -> Mentions:
    """Who of ``members`` a text calls, and who of ``everybody`` in vain, in the order of the text.

    An id as it is spelled goes before a name. "anna@x.org" calls nobody, and "@anna-b" not Anna.
    """
    if "@" not in text:
        return Mentions()
    text = unicodedata.normalize("NFC", text)
    ids = {_composed(person.id): person.id for person in members}
    folded = {_folded(person.id): person.id for person in members}
    names: dict[str, set[str]] = {}
    for person in members:
        for name in (person.name, person.first):
            names.setdefault(_folded(name), set()).add(person.id)
    strangers = {_composed(person.id): person.id for person in everybody if person.id not in ids.values()}
    spelled = {_composed(name) for person in members for name in (person.name, person.first)}
    spellings = sorted({"channel", "here", *ids, *spelled, *strangers} - {""}, key=lambda s: (-len(s), s))
    people: dict[str, None] = {}
    ambiguous: dict[str, None] = {}
    elsewhere: dict[str, None] = {}
    everyone: Literal["channel", "here"] | None = None
    for start in (at + 1 for at, sign in enumerate(text) if sign == "@" and not text[at - 1 : at].isalnum()):
        written = next((text[start : start + len(s)] for s in spellings if _stands(s, text, start)), "")
        called = names.get(_folded(written), set())
        if written in ids:
            people[ids[written]] = None
        elif len(called) == 1:
            people[min(called)] = None
        elif called:
            ambiguous[written] = None
        elif _folded(written) in folded:
            people[folded[_folded(written)]] = None
        elif written in strangers:
            elsewhere[strangers[written]] = None
        elif written == "channel" or (written == "here" and everyone is None):
            everyone = "channel" if written == "channel" else "here"
    return Mentions(tuple(people), everyone, tuple(ambiguous), tuple(elsewhere))


def _stands(spelling: str, text: str, start: int) -> bool:
    """Whether ``spelling`` stands in ``text`` at ``start`` and ends there."""
    end = start + len(spelling)
    if _folded(text[start:end]) != _folded(spelling):
        return False
    after, last = text[end : end + 1], spelling[-1]
    if after == "-":
        return not text[end + 1 : end + 2].isalnum()
    # A script without capitals does not set a name off from what is joined to it (田中さん, 민수님).
    joins = last.isalpha() and last.lower() == last.upper()
    return joins or not (after.isalnum() or after == "_")


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _folded(text: str) -> str:
    return _composed(text).casefold()
