"""A player that cannot be asked again: what it does depends on all it was ever told, and it says so only once."""

from hashlib import blake2b

from sim.player import Act, Briefing, Observation
from sim.vocabulary.core import canonical_json

_ACTS = (
    ("desk.wait", {"until": "2h", "through": True}),
    ("desk.wait", {"until": "1h"}),
    ("chat.send", {"to": ["rui"], "text": "What do apples cost?"}),
    ("chat.send", {"to": ["ines"], "text": "How much change is in the till?"}),
    ("drive.write", {"path": "/fair.md", "text": "The list."}),
)


class Wanderer:
    """Goes by a digest of its whole history; without that history it would go another way."""

    name = "wanderer"

    def begin(self, briefing: Briefing) -> None:
        """It starts from nothing."""
        self._history = blake2b(briefing.brief.encode(), digest_size=8)
        self._remembered = 0

    def remember(self, observation: Observation, act: Act) -> None:
        """What it is told it has seen and done before."""
        self._history.update(observation.model_dump_json().encode())
        self._history.update(canonical_json(act.model_dump(mode="json")).encode())

    async def act(self, observation: Observation) -> Act:
        """The next act, and it is not said twice."""
        self._history.update(observation.model_dump_json().encode())
        action, arguments = _ACTS[self._history.digest()[0] % len(_ACTS)]
        act = Act(action=action, arguments=arguments)
        self._history.update(canonical_json(act.model_dump(mode="json")).encode())
        return act
