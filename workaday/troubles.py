"""What can go wrong with a call to a model: of what kind each exception of LiteLLM's is, and what is done about it.

The table of the rules is in docs/models.md.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Final

from sim.model import FaultKind


@dataclass(frozen=True, slots=True)
class Trouble:
    """How a failed call is taken: its kind, how often in all a call may fail in this kind of way before that is its
    outcome, and the first wait, which then doubles."""

    kind: FaultKind
    tries: int = 1
    wait: float = 0.0


_BUSY: Final = Trouble("rate_limited", 6, 1.0)
_NOBODY_THERE: Final = Trouble("unreachable", 3, 0.4)
_TIMED_OUT: Final = Trouble("unreachable", 2, 1.0)
_OVERLOADED: Final = Trouble("unreachable", 5, 0.5)
EMPTY: Final = Trouble("empty", 2)

_BY_NAME: Final[tuple[tuple[str, Trouble], ...]] = (
    ("ContextWindowExceededError", Trouble("context_overflow")),
    ("ContentPolicyViolationError", Trouble("content_refused")),
    ("RejectedRequestError", Trouble("content_refused")),
    ("GuardrailRaisedException", Trouble("content_refused")),
    ("BlockedPiiEntityError", Trouble("content_refused")),
    ("ModifyResponseException", Trouble("content_refused")),
    ("SensitiveDataRouteException", Trouble("content_refused")),
    ("AuthenticationError", Trouble("refused_key")),
    ("PermissionDeniedError", Trouble("refused_key")),
    ("PaymentRequiredError", Trouble("refused_key")),
    ("BudgetExceededError", Trouble("refused_key")),
    ("RateLimitError", _BUSY),
    ("Timeout", _TIMED_OUT),
    ("JSONSchemaValidationError", Trouble("malformed")),
    ("APIResponseValidationError", Trouble("malformed")),
    ("BadRequestError", Trouble("bad_request")),
    ("InvalidRequestError", Trouble("bad_request")),
    ("NotFoundError", Trouble("bad_request")),
    ("UnprocessableEntityError", Trouble("bad_request")),
    ("ModelNotMappedError", Trouble("bad_request")),
    ("ServiceUnavailableError", _OVERLOADED),
    ("BadGatewayError", _OVERLOADED),
    ("InternalServerError", _OVERLOADED),
    ("APIConnectionError", _NOBODY_THERE),
    ("APIError", _OVERLOADED),
    ("OpenAIError", _OVERLOADED),
    ("MockException", _OVERLOADED),
)
"""LiteLLM's exceptions by name, a narrower one before a wider one that it inherits from."""

_BY_STATUS: Final[Mapping[int, Trouble]] = {
    401: Trouble("refused_key"),
    402: Trouble("refused_key"),
    403: Trouble("refused_key"),
    408: _TIMED_OUT,
    409: _OVERLOADED,
    413: Trouble("context_overflow"),
    425: _OVERLOADED,
    429: _BUSY,
}
"""Errors of the client's side that come in LiteLLM's general exceptions."""

_NOT_CONNECTED = frozenset({"ConnectError", "ConnectTimeout", "ClientConnectorError"})
"""What the HTTP libraries call it when nobody takes the connection."""


def trouble_of(litellm: Any, error: BaseException) -> Trouble:
    """What kind of trouble an exception of LiteLLM's, or of a library below it, is."""
    if "insufficient_quota" in str(error):
        return Trouble("refused_key")
    if any(type(cause).__name__ in _NOT_CONNECTED for cause in _causes(error)):
        return _NOBODY_THERE
    for name, trouble in _BY_NAME:
        kind = getattr(litellm, name, None) or getattr(litellm.exceptions, name, None)
        if kind is not None and isinstance(error, kind):
            status = getattr(error, "status_code", None)
            if trouble.kind == "unreachable" and isinstance(status, int) and 400 <= status < 500:
                return _BY_STATUS.get(status, Trouble("bad_request"))
            return trouble
    if isinstance(error, OSError | TimeoutError):
        return _NOBODY_THERE
    return Trouble("bad_request")


_DROPPABLE: Final = (
    ("temperature", re.compile(r"\btemperature\b", re.I)),
    ("max_completion_tokens", re.compile(r"max_completion_tokens", re.I)),
    ("max_tokens", re.compile(r"max_(?:completion_)?tokens", re.I)),
    ("response_format", re.compile(r"response_?format|json_?schema|structured output", re.I)),
)
"""What a request can do without: its name among the arguments, and how errors speak of it."""


def rejected_parameter(error: BaseException, arguments: Mapping[str, Any]) -> str | None:
    """The parameter that a request was rejected for and can do without; "" where it is not told which. Else None.

    Without a `response_format` the schema stands in the prompt, and many servers that do not know it only say that
    something is wrong with the request.
    """
    if getattr(error, "status_code", None) not in (400, 422):
        return None
    said = str(error)
    for name, told in _DROPPABLE:
        if name in arguments and told.search(said):
            return name
    return "" if "response_format" in arguments else None


def _causes(error: BaseException) -> Iterable[BaseException]:
    seen: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in seen:
        seen.append(cause)
        cause = cause.__cause__ or cause.__context__
    return seen


def wait_asked_for(error: BaseException) -> float | None:
    """Seconds for which the server asks us to wait (``retry-after``), or None."""
    response = getattr(error, "response", None)
    headers = getattr(error, "litellm_response_headers", None) or getattr(response, "headers", None) or {}
    in_ms, asked = headers.get("retry-after-ms"), headers.get("retry-after")
    try:
        if in_ms is not None:
            return max(0.0, float(in_ms) / 1000)
        if asked is not None:
            return max(0.0, float(asked))
    except ValueError:
        pass
    if asked is None or headers.get("date") is None:
        return None
    try:
        ahead = parsedate_to_datetime(asked) - parsedate_to_datetime(headers["date"])
    except (TypeError, ValueError):
        return None
    return max(0.0, ahead.total_seconds())
