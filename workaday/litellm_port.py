"""The one door to LiteLLM: answers the model requests of a run, whatever the provider.

Importing this is cheap; LiteLLM itself takes seconds and is opened, offline, inside the first call. What goes wrong
comes out as a :class:`~sim.model.ModelFault` and as nothing else. What may pass by itself (rate limits, timeouts, an
overloaded server) is tried again, but never for long: a run that stops can go on later, one that hangs cannot.
"""

import asyncio
import json
import os
import random
import re
import sys
import warnings
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, ClassVar, Final, Self

from sim.model import FaultKind, Message, ModelFault, ModelReply, ModelRequest, Role, ToolCall, Usage

OFFLINE: Final[Mapping[str, str]] = {
    "LITELLM_MODE": "PRODUCTION",  # else it loads the .env file of whatever folder it is started in
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_OFFLINE_MODE": "true",
}
"""The environment in which LiteLLM asks the network for nothing but the model. What is set already stays."""

ADDRESS: Final = "WORKADAY_API_BASE"
KEY: Final = "WORKADAY_API_KEY"

CONNECTING: Final = 5.0
"""Real seconds within which a server must accept a connection."""
ANSWERING: Final = 180.0
"""Real seconds within which a reply must come."""
AT_ONCE: Final = 32
"""Requests on their way at the same time."""
LONGEST_WAIT: Final = 120.0
"""Real seconds for which a provider may ask us to wait; beyond that the run stops and can go on later."""

_LOCAL = re.compile(r"^https?://(?:127\.|localhost\b|\[::1\])")
_FENCED = re.compile(r"^\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*$", re.S)


@dataclass(frozen=True, slots=True)
class Trouble:
    """How a failed call is taken: its kind, how often it is tried in all, and the first wait, which then doubles."""

    kind: FaultKind
    tries: int = 1
    wait: float = 0.0


_BUSY: Final = Trouble("rate_limited", 6, 1.0)
_NOBODY_THERE: Final = Trouble("unreachable", 3, 0.4)
_TIMED_OUT: Final = Trouble("unreachable", 2, 1.0)
_OVERLOADED: Final = Trouble("unreachable", 5, 0.5)

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


class LiteLLMPort:
    """A :class:`~sim.model.ModelPort` that asks through LiteLLM. Close it with :meth:`aclose`, or ``async with`` it.

    ``api_base`` is the server's address (else WORKADAY_API_BASE, else what LiteLLM finds for the provider, such as
    OPENAI_API_BASE); ``api_key`` likewise. ``jitter`` spreads the waits between attempts and ``sleep`` waits for them.
    One event loop in a process at a time.
    """

    _in_use: ClassVar[int] = 0
    """Ports that are open: LiteLLM's connections are shared, and the last one closes them."""

    def __init__(
        self,
        *,
        api_base: str | None = None,
        api_key: str | None = None,
        answering: float = ANSWERING,
        at_once: int = AT_ONCE,
        jitter: random.Random | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._api_base = api_base or os.environ.get(ADDRESS) or None
        self._api_key = api_key or os.environ.get(KEY) or None
        self._answering = answering
        self._room = asyncio.Semaphore(at_once)
        self._jitter = jitter or random.SystemRandom()
        self._sleep = sleep
        self._opening = asyncio.Lock()
        self._litellm: Any = None
        self._by_prompt: set[str] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections, unless another port still uses them. May be called more than once."""
        litellm, self._litellm = self._litellm, None
        if litellm is None:
            return
        LiteLLMPort._in_use -= 1
        if LiteLLMPort._in_use == 0:
            await litellm.close_litellm_async_clients()
            litellm.in_memory_llm_clients_cache.flush_cache()
            from litellm.litellm_core_utils.logging_worker import GLOBAL_LOGGING_WORKER as worker

            await worker.stop()

    # -- asking ---------------------------------------------------------------------------------------------------

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        """Ask the model. Raises :class:`~sim.model.ModelFault`, after as many attempts as its kind is worth."""
        async with self._room:
            litellm = await self._open()
            attempt, by_prompt = 0, request.model in self._by_prompt
            while True:
                attempt += 1
                try:
                    response = await litellm.acompletion(**self._arguments(request, by_prompt))
                except Exception as error:
                    trouble = trouble_of(litellm, error)
                    rejected = trouble.kind == "bad_request" and getattr(error, "status_code", None) in (400, 422)
                    if rejected and request.reply_schema is not None and not by_prompt:
                        # Many servers do not know `response_format`: the schema stands in the prompt instead.
                        attempt, by_prompt = 0, True
                        continue
                    asked_to_wait = wait_asked_for(error)
                    wait = trouble.wait * 2 ** (attempt - 1) * (0.75 + 0.5 * self._jitter.random())
                    wait = wait if asked_to_wait is None else asked_to_wait + 0.25 * self._jitter.random()
                    if attempt >= trouble.tries or wait > LONGEST_WAIT:
                        raise ModelFault(trouble.kind, self._explained(request.model, trouble, error)) from error
                    await self._sleep(wait)
                    continue
                if by_prompt:
                    self._by_prompt.add(request.model)
                return reply_of(litellm, response, request, unfenced=by_prompt)

    async def _open(self) -> Any:
        """LiteLLM, imported at the first call, in a thread: its import would hold up every other run in the loop."""
        async with self._opening:
            if self._litellm is None:
                litellm = await asyncio.to_thread(_import_litellm)
                LiteLLMPort._in_use += 1
                self._litellm = litellm
            return self._litellm

    def _arguments(self, request: ModelRequest, by_prompt: bool) -> dict[str, Any]:
        from httpx import Timeout

        messages = [_message(message) for message in request.messages]
        arguments: dict[str, Any] = {
            "model": request.model,
            "messages": messages,
            "timeout": Timeout(self._answering, connect=CONNECTING),
            "num_retries": 0,
            "max_retries": 0,
        }
        if self._api_base is not None:
            arguments["api_base"] = self._api_base
        if self._api_key is not None:
            arguments["api_key"] = self._api_key
        elif self._api_base is not None and _LOCAL.match(self._api_base) and not os.environ.get("OPENAI_API_KEY"):
            arguments["api_key"] = "none"  # servers on this machine want none, and client libraries insist on one
        if request.reply_schema is not None:
            if by_prompt:
                schema = json.dumps(request.reply_schema, ensure_ascii=False, sort_keys=True)
                messages.append({"role": "user", "content": f"Reply with JSON alone, that fits this schema:\n{schema}"})
            else:
                arguments["response_format"] = response_format(request.reply_schema)
        if request.tools:
            arguments["tools"] = [
                {"type": "function", "function": {**tool, "name": wire_name(tool["name"])}} for tool in request.tools
            ]
        for name in ("max_tokens", "temperature"):
            value = getattr(request, name)
            if value is not None:
                arguments[name] = value
        return arguments

    def _explained(self, model: str, trouble: Trouble, error: Exception) -> str:
        """What happened and what to do, on one line."""
        said = " ".join(str(error).split())
        said = re.sub(r"^(?:litellm\.)?(?:\w+(?:Error|Exception): )+", "", said).removeprefix("OpenAIException - ")
        said = said if len(said) <= 300 else said[:299] + "…"
        where = self._api_base or os.environ.get("OPENAI_API_BASE") or os.environ.get("OPENAI_BASE_URL")
        at = f"{model} at {where}" if where else model
        match trouble.kind:
            case "unreachable":
                fix = f"start the server, or check the address (--api-base, {ADDRESS}) and the network"
                return f"no answer from {at} ({said}): {fix}"
            case "rate_limited":
                return f"{at} turns requests away ({said}): wait, or use a model with a higher limit"
            case "refused_key":
                return f"{at} does not accept the key ({said}): set {KEY}, or the variable of the provider"
            case "bad_request":
                return f"{at} rejects the request ({said}): check the name of the model"
            case _:
                return f"{at}: {said}"


def is_model(name: str) -> bool:
    """Whether LiteLLM knows a provider for a model of this name. Opens LiteLLM, and asks no server."""
    litellm = _import_litellm()
    try:
        litellm.get_llm_provider(model=name)
    except litellm.exceptions.BadRequestError:
        return False
    return True


def _import_litellm() -> Any:
    """LiteLLM, offline and quiet. Where it is new to the process it is warmed up: its first call imports still more."""
    for name, value in OFFLINE.items():
        os.environ.setdefault(name, value)
    is_new = "litellm" not in sys.modules
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what its imports warn of is no business of whoever runs with -W error
        import litellm

        litellm.suppress_debug_info = True
        litellm.telemetry = False
        if is_new:
            hello = [{"role": "user", "content": "Hello"}]
            litellm.completion(model="openai/warm-up", messages=hello, mock_response="Hello")
    return litellm


# -- what is sent ----------------------------------------------------------------------------------------------------


def wire_name(name: str) -> str:
    """A tool's name as providers take it: letters, figures, "_" and "-" ("chat.send" becomes "chat-send")."""
    return re.sub(r"[^a-zA-Z0-9_-]", "-", name)[:64]


def _message(message: Message) -> dict[str, Any]:
    plain: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        plain["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": wire_name(call.name), "arguments": call.arguments}}
            for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        plain["tool_call_id"] = message.tool_call_id
    return plain


def response_format(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The ``response_format`` for a schema; strict where the schema meets what strict decoding asks of it."""
    return {
        "type": "json_schema",
        "json_schema": {"name": "reply", "schema": dict(schema), "strict": _is_closed(schema)},
    }


def _is_closed(schema: Any) -> bool:
    """Whether every object in it requires all its properties and allows no others."""
    if isinstance(schema, Mapping):
        if schema.get("type") == "object" or "properties" in schema:
            properties = schema.get("properties", {})
            if schema.get("additionalProperties") is not False or set(schema.get("required", ())) != set(properties):
                return False
        return all(map(_is_closed, schema.values()))
    return all(map(_is_closed, schema)) if isinstance(schema, list | tuple) else True


# -- what comes back -------------------------------------------------------------------------------------------------


def reply_of(litellm: Any, response: Any, request: ModelRequest, *, unfenced: bool = False) -> ModelReply:
    """LiteLLM's response as ours. Raises :class:`~sim.model.ModelFault` where it holds no usable reply."""
    usage = usage_of(litellm, response, request.model)
    choices = getattr(response, "choices", None)
    if not choices:
        raise ModelFault("empty", f"{request.model} sent no reply at all", usage)
    choice = choices[0]
    message, finish = choice.message, choice.finish_reason or "stop"
    text: str | None = message.content or None
    calls = tuple(_tool_calls(message.tool_calls or (), request.tools))
    refusal = getattr(message, "refusal", None)
    if finish == "content_filter" or (refusal and text is None):
        raise ModelFault("content_refused", f"{request.model} refuses: {refusal or 'its filter cut in'}", usage)
    if finish == "length":
        limit = f" after {usage.completion_tokens} tokens" if usage.completion_tokens else ""
        raise ModelFault("truncated", f"{request.model} was cut off{limit}", usage)
    if text is None and not calls:
        raise ModelFault("empty", f"{request.model} sent a reply without content", usage)
    if text is not None and unfenced and (fenced := _FENCED.match(text)):
        text = fenced[1]
    return ModelReply(text=text, tool_calls=calls, finish=finish, usage=usage)


def _tool_calls(calls: Iterable[Any], tools: Iterable[Mapping[str, Any]]) -> Iterable[ToolCall]:
    ours = {wire_name(tool["name"]): str(tool["name"]) for tool in tools}
    for number, call in enumerate(calls):
        name = call.function.name or ""
        arguments = call.function.arguments
        yield ToolCall(
            id=call.id or f"call-{number}",
            name=ours.get(name, name),
            arguments=arguments if isinstance(arguments, str) else json.dumps(arguments),
        )


def usage_of(litellm: Any, response: Any, model: str) -> Usage:
    """What a response cost, by LiteLLM's table of prices; None where the model is not in it."""
    told = getattr(response, "usage", None)
    prompt = int(getattr(told, "prompt_tokens", 0) or 0)
    completion = int(getattr(told, "completion_tokens", 0) or 0)
    details = getattr(told, "prompt_tokens_details", None)
    cost = (getattr(response, "_hidden_params", None) or {}).get("response_cost")
    if not cost and (prompt or completion) and not _has_price(litellm, model):
        cost = None
    return Usage(
        calls=1,
        prompt_tokens=prompt,
        cached_tokens=int(getattr(details, "cached_tokens", 0) or 0),
        completion_tokens=completion,
        cost=None if cost is None else float(cost),
    )


def _has_price(litellm: Any, model: str) -> bool:
    priced = litellm.model_cost
    return model in priced or model.partition("/")[2] in priced


# -- what goes wrong -------------------------------------------------------------------------------------------------


def trouble_of(litellm: Any, error: BaseException) -> Trouble:
    """What kind of trouble an exception of LiteLLM's, or of a library below it, is."""
    if "insufficient_quota" in str(error):
        return Trouble("refused_key")
    if any(
        type(cause).__name__ in ("ConnectError", "ConnectTimeout", "ClientConnectorError") for cause in _causes(error)
    ):
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
