"""The port to language models: what is asked, what comes back, how it fails.

No model library is known here. Whoever stages a run hands in a :class:`ModelPort`; the journal wraps it, so that a
completed call is written before anyone sees its answer and is never paid for twice.
"""

from collections.abc import Mapping
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict

Role = Literal["coworkers", "player", "judge"]
"""Who pays: usage and budgets are kept for each of these."""

FaultKind = Literal[
    "unreachable",  # no answer from the server, or a server error that stayed after the retries
    "rate_limited",  # still turned away after the retries
    "refused_key",  # the provider does not accept the key, or there is none
    "bad_request",  # the provider rejects the request as such (unknown model, parameter)
    "context_overflow",  # the prompt is longer than the model takes
    "content_refused",  # a safety refusal of the provider
    "empty",  # no choices, or no content
    "truncated",  # stopped at max_tokens before the reply was whole
    "malformed",  # not the JSON, or not the tool call, that was asked for
    "not_recorded",  # answered from recordings alone, and this request is not among them
    "cassette_miss",  # not on the cassette, and rules answer instead
    "over_budget",  # the call could pass a limit of the run's budget, or the time is up
    "unusable",  # every reply from the start was unusable: sim.replies
]


class Usage(BaseModel):
    """What calls cost. ``cost`` is in US dollars, or None where the model's price is not known (never 0 for that)."""

    model_config = ConfigDict(frozen=True)

    calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        cost = None if self.cost is None or other.cost is None else self.cost + other.cost
        return Usage(
            calls=self.calls + other.calls,
            prompt_tokens=self.prompt_tokens + other.prompt_tokens,
            cached_tokens=self.cached_tokens + other.cached_tokens,
            completion_tokens=self.completion_tokens + other.completion_tokens,
            cost=cost,
        )


class ToolCall(BaseModel):
    """A tool call as the model made it; ``arguments`` is its raw text, which may not be JSON."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    arguments: str


class Message(BaseModel):
    """One message of a prompt, in the chat-completions form."""

    model_config = ConfigDict(frozen=True)

    role: Literal["system", "user", "assistant", "tool"]
    content: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


class ModelRequest(BaseModel):
    """All that decides an answer. Two equal requests are the same question: recordings are keyed by their content."""

    model_config = ConfigDict(frozen=True)

    model: str
    messages: tuple[Message, ...]
    reply_schema: Mapping[str, Any] | None = None
    """JSON Schema that the reply must follow, or None for free text."""
    tools: tuple[Mapping[str, Any], ...] = ()
    """Tools on offer, each ``{"name", "description", "parameters"}``."""
    max_tokens: int | None = None
    temperature: float | None = None
    """Sent only when set: some models reject any."""


class ModelReply(BaseModel):
    """What came back."""

    model_config = ConfigDict(frozen=True)

    text: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    usage: Usage = Usage()
    troubles: Mapping[FaultKind, int] = {}
    """What went wrong before it came, and passed when asked again: how often each kind."""


class ModelFault(Exception):
    """A call that gave no usable reply. Positional arguments only, so that it survives being rebuilt from ``args``."""

    def __init__(
        self,
        kind: FaultKind,
        message: str,
        usage: Usage | None = None,
        troubles: Mapping[FaultKind, int] | None = None,
    ) -> None:
        super().__init__(kind, message, usage, troubles)
        self.kind = kind
        self.message = message
        self.usage = usage or Usage()
        self.troubles: Mapping[FaultKind, int] = dict(troubles or {})
        """What went wrong in the attempts before the last one: how often each kind."""

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"


INFRASTRUCTURE: frozenset[FaultKind] = frozenset(
    {"unreachable", "rate_limited", "refused_key", "bad_request", "not_recorded", "over_budget", "unusable"}
)
"""Faults that end a run (exit 3, resumable): the world cannot go on honestly without the answer. The outcome is
"budget" for ``over_budget`` and "crash" for the others."""


class ModelPort(Protocol):
    """Whoever answers requests."""

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        """Answer ``request`` asked by person ``who``. Raises :class:`ModelFault`."""
        ...
