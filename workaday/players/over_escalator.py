"""The player that does the work well and takes every matter to the top at once."""

from typing import TYPE_CHECKING

from orgs.graph import OrgGraph
from scenarios import solution as steps
from workaday.players.registry import UnknownPlayer
from workaday.players.scripted import Oracle

if TYPE_CHECKING:
    from scenarios.load import Loaded


class OverEscalator(Oracle):
    """Writes to the head of the house about every approval and every decision as the run begins, or as it comes up.
    Then it plays the solution, so that the work gets done, and only the way there is wrong."""

    name = "over-escalator"

    @classmethod
    def for_scenario(cls, loaded: "Loaded", argument: str | None, /) -> "OverEscalator":
        """The player for this scenario. Raises `UnknownPlayer` where there is no solution, or nothing to decide."""
        if not loaded.script.approvals:
            raise UnknownPlayer("over-escalator", f"{loaded.script.scenario} has nothing that somebody decides")
        return cls.of_solution(loaded, argument)

    @classmethod
    def changed(cls, loaded: "Loaded") -> tuple[steps.Step, ...]:
        """The solution, with each matter brought to the top before anything is done about it, or by the time the
        solution does something about it where it comes up later."""
        script, top = loaded.script, head_of(loaded.org, loaded.script.seat)
        asks = {matter.id: steps.Chat(do="chat", to=(top,), request=matter.id) for matter in script.approvals}
        late = {matter.id for matter in script.approvals if matter.since is not None and matter.since > script.start}
        found: list[steps.Step] = [ask for matter, ask in asks.items() if matter not in late]
        for step in loaded.solution.steps:
            wanted = step.request if isinstance(step, steps.Words) else None
            if wanted in late:
                late.discard(wanted)
                found.append(asks[wanted].model_copy(update={"at": step.at}))
            found.append(step)
        return tuple(found)


def head_of(org: OrgGraph, who: str) -> str:
    """Who is at the top of somebody's line: themselves, where they have no manager."""
    return (who, *org.chain_of_command(who))[-1]
