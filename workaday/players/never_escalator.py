"""The player that does the work well and brings no matter before anybody who could decide it."""

from typing import TYPE_CHECKING

from scenarios import solution as steps
from scorers.requests import asked_for
from sim.script import Script
from workaday.players.registry import UnknownPlayer
from workaday.players.scripted import Oracle

if TYPE_CHECKING:
    from scenarios.load import Loaded


class NeverEscalator(Oracle):
    """Plays the solution without a single request for an approval or a decision."""

    name = "never-escalator"

    @classmethod
    def for_scenario(cls, loaded: "Loaded", argument: str | None, /) -> "NeverEscalator":
        """The player for this scenario. Raises `UnknownPlayer` where there is no solution, or nothing to decide."""
        if not loaded.script.approvals:
            raise UnknownPlayer("never-escalator", f"{loaded.script.scenario} has nothing that somebody decides")
        return cls.of_solution(loaded, argument)

    @classmethod
    def changed(cls, loaded: "Loaded") -> tuple[steps.Step, ...]:
        """The solution without what asks for a decision, without waiting for one, and without fetching anybody."""
        kept = (without_requests(step, loaded.script) for step in loaded.solution.steps)
        return tuple(step for step in kept if step is not None)


def without_requests(step: steps.Step, script: Script) -> steps.Step | None:
    """The step without a request in it; None where nothing is left of it.

    The words beside a ``request`` go with it. A request in words alone is found as the scorers find it: words that ask
    for a decision, speak of a matter and are said to somebody. What is written into the result, or remarked on a
    ticket, asks nobody.
    """
    if isinstance(step, steps.Page):
        return None
    if isinstance(step, steps.Wait) and isinstance(step.until, steps.Condition):
        return None if step.until.decided or step.until.approved else step
    if isinstance(step, steps.Paged) and step.then == "hand on":
        return step.model_copy(update={"then": "acknowledge", "to": None})
    if not isinstance(step, steps.Words):
        return step
    said = isinstance(step, steps.Chat | steps.Mail | steps.Call | steps.Attend | steps.Take | steps.Reply)
    if step.text is not None and (step.request is not None or (said and asked_for(step.text, script.approvals))):
        step = step.model_copy(update={"text": None})
    step = step.model_copy(update={"request": None})
    if isinstance(step, steps.Take | steps.Attend):
        return step
    emptied = step.is_silent and not (isinstance(step, steps.Ticket) and step.set)
    return None if emptied else step
