"""Who may decide a matter at an instant: the org graph, read at the moment of asking.

Who is away is stood in for, who is on call goes first, and whoever is a party to it decides nothing.
"""

from sim.organisation import Organisation
from sim.script import Approval
from sim.units import Money


def line(org: Organisation, matter: Approval) -> tuple[str, ...]:
    """Who may decide ``matter`` by the graph, nearest first: those above all parties to it; where it has none, those
    above whoever it is tried with first; else the owner of its area, then those above."""
    if matter.parties:
        above = [org.chain_of_command(who) for who in matter.parties]
        return tuple(who for who in above[0] if all(who in chain for chain in above[1:]))
    if matter.ask_first is not None:
        return org.chain_of_command(matter.ask_first)
    owner = org.owner_of(matter.area) if matter.area is not None else None
    return () if owner is None else (owner, *org.chain_of_command(owner))


def deciders(org: Organisation, matter: Approval, at: int, by: str) -> tuple[str, ...]:
    """Who may decide ``matter`` at the instant ``at`` where ``by`` asks for it, whose turn it is first. Never ``by``.

    Who is on call for its area goes before those the scenario names. In the place of somebody who is away comes
    whoever stands in for them, if what is asked for is within what they may approve then; a party to it never decides.
    """
    named = list(line(org, matter) if matter.by_graph else matter.entitled)
    if matter.area is not None:
        on_call = org.on_call(matter.area, at)
        named = [on_call, *named] if on_call is not None else named
    found: dict[str, None] = {}
    for who in named:
        acting = org.acting(who, at)
        if acting is None or acting in matter.parties or acting == by:
            continue
        if acting != who and matter.sort == "approval":
            amount = Money.parse(matter.amount) if matter.amount else None
            if acting not in matter.entitled and not org.may_approve(acting, matter.kind, amount, at):
                continue
        found[acting] = None
    return tuple(found)
