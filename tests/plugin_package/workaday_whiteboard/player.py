"""A player who draws one line on the whiteboard and goes home."""

from sim.player import Act, Briefing, Observation


class Sketcher:
    """Puts the name of the organisation on the whiteboard, then finishes."""

    name = "sketcher"

    def begin(self, briefing: Briefing) -> None:
        self._line = briefing.organisation

    async def act(self, observation: Observation) -> Act:
        if observation.turn > 1:
            return Act(action="desk.finish")
        return Act(action="whiteboard.draw", arguments={"text": self._line})
