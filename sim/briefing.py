"""What the player is told before its first turn."""

from functools import cache
from typing import TYPE_CHECKING

from sim.actions import Action
from sim.localtime import long_local
from sim.player import Briefing, Tool

if TYPE_CHECKING:
    from sim.world import World


def briefing_of(world: "World", who: str) -> Briefing:
    """The briefing of a seat of this world: who it is, what it is asked, what it can do."""
    org, script = world.org, world.script.of_seat(who)
    me = org.person(script.seat)
    zone = me.calendar.zone
    near: list[str] = []
    manager = org.manager_of(me.id)
    if manager is not None:
        near.append(_line(world, manager, "your manager"))
    near += [_line(world, p, "reports to you") for p in org.reports_of(me.id)]
    mates = dict.fromkeys(p for team in org.teams() if me.id in team.members for p in team.members)
    near += [
        _line(world, p, "your team") for p in mates if p not in (me.id, manager) and p not in org.reports_of(me.id)
    ]
    return Briefing(
        me=me.id,
        name=me.name,
        title=me.title,
        organisation=org.name,
        about=org.about,
        brief=script.brief,
        zone=zone,
        hours=str(me.calendar.hours),
        starts=long_local(script.start, zone),
        ends=long_local(script.horizon, zone),
        ends_at=script.horizon,
        colleagues=tuple(near),
        tools=tuple(_tool(name, action) for name, action in world.office.actions.items()),
    )


def _line(world: "World", who: str, relation: str) -> str:
    person = world.org.person(who)
    return f"{person.id}: {person.name}, {person.title} ({relation})"


@cache  # what a class says of itself is the same in every run, and takes half a millisecond to ask
def _tool(name: str, action: type[Action]) -> Tool:
    description = " ".join((action.__doc__ or "").split())
    return Tool(name=name, description=description, parameters=action.model_json_schema())
