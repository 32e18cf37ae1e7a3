"""The meter on the line to models."""

import pytest

from sim.model import Message, ModelFault, ModelReply, ModelRequest, Role, Usage
from workaday.meter import Meter

REQUEST = ModelRequest(model="m", messages=(Message(role="user", content="x"),))


class Port:
    """Answers once, then fails."""

    def __init__(self) -> None:
        self.asked = 0

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        self.asked += 1
        usage = Usage(calls=1, prompt_tokens=5, cost=0.1)
        if self.asked > 1:
            raise ModelFault("truncated", "cut off", usage)
        return ModelReply(text="x", usage=usage)


async def test_what_is_used_is_counted_whether_it_was_of_use_or_not() -> None:
    """Replies and faults that cost something both count, and every change is told."""
    meter, seen = Meter(Port()), []
    meter.changed = lambda: seen.append(meter.on_their_way)
    await meter.complete(REQUEST, role="player", who="me")
    with pytest.raises(ModelFault):
        await meter.complete(REQUEST, role="player", who="me")
    assert (meter.used.calls, meter.used.prompt_tokens, meter.on_their_way) == (2, 10, 0)
    assert seen == [1, 0, 1, 0]
