"""The meter on the line to models: what is on its way now, and what has been used so far."""

from collections.abc import Callable

from sim.model import ModelFault, ModelPort, ModelReply, ModelRequest, Role, Usage


class Meter:
    """Passes requests on to ``port`` and counts."""

    def __init__(self, port: ModelPort) -> None:
        self._port = port
        self.changed: Callable[[], None] | None = None
        """Called when a request leaves and when one is over."""
        self.on_their_way = 0
        """Requests that have left and are not answered yet."""
        self.used = Usage()
        """All that was used by way of this meter, faults included."""

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        """Ask, and count. Raises :class:`~sim.model.ModelFault`."""
        self._step(1)
        try:
            reply = await self._port.complete(request, role=role, who=who)
        except ModelFault as fault:
            self.used += fault.usage
            raise
        finally:
            self._step(-1)
        self.used += reply.usage
        return reply

    def _step(self, by: int) -> None:
        self.on_their_way += by
        if self.changed is not None:
            self.changed()
