"""A reorganisation in words: who reports to whom, leads, owns and may approve what from then on."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Name = Callable[[str], str]


def told(changes: Mapping[str, Mapping[str, Mapping[str, Any]]], name: Name) -> str:
    """What an ``org.changed`` changes; ``name`` gives the name of an id."""
    parts = (
        *(_person(name(who), entry, name) for who, entry in changes.get("people", {}).items()),
        *(_team(team, entry, name) for team, entry in changes.get("teams", {}).items()),
        *(_area(area, entry, name) for area, entry in changes.get("areas", {}).items()),
    )
    return "; ".join(part for part in parts if part)


def _person(who: str, entry: Mapping[str, Any], name: Name) -> str:
    return f"{who} {_listed(_traits(entry, name))}" if entry else ""


def _traits(entry: Mapping[str, Any], name: Name) -> Iterator[str]:
    for key, value in entry.items():
        if key in ("reports_to", "dotted_to"):
            way = "reports to" if key == "reports_to" else "answers also to"
            yield f"{way} {name(value) if value else 'nobody'}"
        elif key == "owns":
            yield f"owns {_listed(value) if value else 'nothing'}"
        elif key == "approves":
            yield f"approves {_listed(_limits(value)) if value else 'nothing'}"
        elif key == "title":
            yield f"is {value}"
        else:
            yield f"has {'no ' if value is None else ''}{key.replace('_', ' ')}{'' if value is None else f' {value}'}"


def _limits(approves: Mapping[str, Any]) -> Iterator[str]:
    for kind, most in approves.items():
        yield f"any {kind}" if most == "any" else f"{kind} up to {most}"


def _team(team: str, entry: Mapping[str, Any], name: Name) -> str:
    lead, members = entry.get("lead"), entry.get("members")
    told = [f"is led by {name(lead)}"] if lead else ["has no lead"] if "lead" in entry else []
    told += [f"has {_listed(map(name, members))} in it"] if members else []
    told += [f"has {key} {value}" for key, value in entry.items() if key not in ("lead", "members")]
    return f"the team {team} {_listed(told)}" if told else ""


def _area(area: str, entry: Mapping[str, Any], name: Name) -> str:
    owner = entry.get("owner")
    told = [f"is {name(owner)}'s"] if owner else []
    told += [f"has {key} {value}" for key, value in entry.items() if key != "owner"]
    return f"{area} {_listed(told)}" if told else ""


def _listed(parts: Any) -> str:
    """ "a", "a and b", "a, b and c"."""
    *before, last = parts
    return f"{', '.join(before)} and {last}" if before else str(last)
