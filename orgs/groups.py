"""Who is meant where a file lists people: a person's id, ``team supply``, ``site montreal`` or ``everyone``."""

from __future__ import annotations

from collections.abc import Iterable

from orgs.schema import Org


def expand(org: Org, entry: str) -> tuple[str, ...]:
    """The ids an entry stands for, a team with its lead first, all else in file order.

    Raises ``KeyError`` with the word that is not known here.
    """
    kind, _, name = entry.partition(" ")
    if entry == "everyone":
        return tuple(org.people)
    if kind == "team" and name:
        team = org.teams[name]
        return tuple(dict.fromkeys((*((team.lead,) if team.lead else ()), *team.members)))
    if kind == "site" and name:
        if name not in org.sites:
            raise KeyError(name)
        return tuple(who for who in org.people if org.site_of(who) == name)
    if entry not in org.people:
        raise KeyError(entry)
    return (entry,)


def expand_all(org: Org, entries: Iterable[str]) -> tuple[str, ...]:
    """The ids of several entries, each once, in the order they are first named. Raises ``KeyError``."""
    return tuple(dict.fromkeys(who for entry in entries for who in expand(org, entry)))
