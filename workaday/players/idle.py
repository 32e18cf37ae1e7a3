"""The player that does nothing: the floor of every score."""

from sim.player import Act, Briefing, Observation


class Idle:
    """Waits to the end. It answers no call, reads no message and does no task."""

    name = "idle"
    replays = True

    def begin(self, briefing: Briefing) -> None:
        """There is nothing to prepare."""

    async def act(self, observation: Observation) -> Act:
        """Wait on. The run ends before the wait does."""
        return Act(action="desk.wait", arguments={"until": "30 days", "through": True})
