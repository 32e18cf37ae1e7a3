"""Who may decide a matter at an instant: the org graph, read at the moment of asking.

Who is away is stood in for, who is on call goes first, and whoever is a party to it decides nothing.
"""

from sim.organisation import Organisation
from sim.script import Approval
from sim.units import Money


def amount_of(matter: Approval) -> Money | None:
    """The amount that a matter is about, where it is about one."""
    return Money.parse(matter.amount) if matter.amount else None


def line(org: Organisation, matter: Approval, by: str) -> tuple[str, ...]:
    """Who may decide ``matter`` by the graph where ``by`` asks for it, nearest first.

    A plain approval: those whose own limit is enough, up the line of ``by``, then the others. Else those above all
    parties to it; where it has none, those above whoever it is tried with first; else the owner of its area, then those
    above.
    """
    if matter.sort == "approval":
        return org.approvers_for(by, matter.kind, amount_of(matter))
    if matter.parties:
        above = [org.chain_of_command(who) for who in matter.parties]
        return tuple(who for who in above[0] if all(who in chain for chain in above[1:]))
    if matter.ask_first is not None:
        return org.chain_of_command(matter.ask_first)
    owner = org.owner_of(matter.area) if matter.area is not None else None
    return () if owner is None else (owner, *org.chain_of_command(owner))


def named(org: Organisation, matter: Approval, by: str) -> tuple[str, ...]:
    """Who may decide ``matter`` as the graph stands, whether they are there or not: as the scenario names them, else by
    the graph."""
    return line(org, matter, by) if matter.by_graph else matter.entitled


def deciders(org: Organisation, matter: Approval, at: int, by: str) -> tuple[str, ...]:
    """Who may decide ``matter`` at the instant ``at`` where ``by`` asks for it, whose turn it is first. Never ``by``.

    Who is on call for its area goes before those the scenario names. In the place of somebody who is away comes
    whoever stands in for them, if what is asked for is within what they may approve then; a party to it never decides.
    """
    able = named(org, matter, by)
    on_call = None if matter.area is None else org.on_call(matter.area, at)
    found: dict[str, None] = {}
    for who in able if on_call is None else (on_call, *able):
        acting = org.acting(who, at)
        if acting is None or acting in matter.parties or acting == by:
            continue
        stands_in = acting != who and matter.sort == "approval" and acting not in able
        if stands_in and not org.may_approve(acting, matter.kind, amount_of(matter), at):
            continue
        found[acting] = None
    return tuple(found)
