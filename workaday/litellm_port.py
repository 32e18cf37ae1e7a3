"""The one door to LiteLLM: answers the model requests of a run, whatever the provider.

Importing this is cheap; LiteLLM itself takes seconds and is opened, offline, inside the first call. What goes wrong
comes out as a :class:`~sim.model.ModelFault` and as nothing else. What may pass by itself (rate limits, timeouts, an
overloaded server) is tried again, but never for long: a run that stops can go on later, one that hangs cannot.
"""

import asyncio
import json
import os
import re
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Self

from sim.budget import Price
from sim.keys import hidden, secrets
from sim.model import FaultKind, Message, ModelFault, ModelReply, ModelRequest, Role, ToolCall, Usage
from sim.stopwatch import Clock, RealClock
from sim.streams import stream
from workaday.caps import AT_ONCE, AT_ONCE_VARIABLE, PER_MINUTE_VARIABLE, Cap, Gate
from workaday.troubles import EMPTY, Trouble, rejected_parameter, trouble_of, wait_asked_for

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
LONGEST_WAIT: Final = 120.0
"""Real seconds for which a provider may ask us to wait; beyond that the run stops and can go on later."""

_LOCAL = re.compile(r"^https?://(?:[^/@]*@)?(?:127\.|localhost\b|\[::1\])")
_OTHER_WAYS: Final = frozenset({"azure", "azure_ai", "bedrock", "sagemaker", "vertex_ai", "huggingface", "databricks"})
"""Providers that let in by roles, tokens and files of their own too."""
_FENCED = re.compile(r"^\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*$", re.S)


@dataclass(frozen=True, slots=True)
class _Failure:
    """A failed attempt, without the exception: that may hold the key."""

    trouble: Trouble
    said: str
    asked_to_wait: float | None = None
    rejected: str | None = None
    """The parameter that the model does not take; "" where it does not say which."""
    usage: Usage = field(default_factory=Usage)


class LiteLLMPort:
    """A :class:`~sim.model.ModelPort` that asks through LiteLLM. Close it with :meth:`aclose`, or ``async with`` it.

    ``api_base`` is the server's address (else WORKADAY_API_BASE, else what LiteLLM finds for the provider, such as
    OPENAI_API_BASE); ``api_key`` likewise. ``at_once`` and ``per_minute`` cap the requests to each model (else
    WORKADAY_AT_ONCE and WORKADAY_PER_MINUTE; :meth:`workaday.caps.Cap.parse`). ``seed`` decides how the waits between
    attempts are spread, which are waited for on ``clock``. One event loop in a process at a time.
    """

    _in_use: ClassVar[int] = 0
    """Ports that are open: LiteLLM's connections are shared, and the last one closes them."""

    def __init__(
        self,
        *,
        api_base: str | None = None,
        api_key: str | None = None,
        answering: float = ANSWERING,
        at_once: str | None = None,
        per_minute: str | None = None,
        seed: int = 0,
        clock: Clock | None = None,
    ) -> None:
        """Raises :class:`sim.units.BadValue` for caps that are none."""
        self._api_base = api_base or os.environ.get(ADDRESS) or None
        self._api_key = api_key or os.environ.get(KEY) or None
        self._answering = answering
        self._at_once = Cap.parse(at_once, AT_ONCE_VARIABLE, AT_ONCE)
        self._per_minute = Cap.parse(per_minute, PER_MINUTE_VARIABLE)
        self._seed = seed
        self._clock = clock or RealClock()
        self._gates: dict[str, Gate] = {}
        self._opening = asyncio.Lock()
        self._litellm: Any = None
        self._rejected: dict[str, frozenset[str]] = {}
        self._have_keys: set[str] = set()

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

    @property
    def rejected(self) -> Mapping[str, tuple[str, ...]]:
        """For each model the parameters it does not take, which are no longer sent to it."""
        return {model: tuple(sorted(names)) for model, names in sorted(self._rejected.items()) if names}

    # -- asking ---------------------------------------------------------------------------------------------------

    def require_key(self, model: str) -> None:
        """Raise :class:`~sim.model.ModelFault` ("refused_key") where the key that this model needs is nowhere to be
        found. Opens LiteLLM, and asks no server."""
        if model in self._have_keys:
            return
        missing = () if self._key_for() is not None else missing_keys(model)
        if missing:
            own = f", or any text as {KEY} where your server wants no key" if self._api_base else ""
            told = f"{model} needs a key, and none is set: set {' or '.join(missing)} in the environment{own}"
            raise ModelFault("refused_key", told)
        self._have_keys.add(model)

    def _key_for(self) -> str | None:
        """The key that is sent whatever the provider, where there is one."""
        if self._api_key is not None:
            return self._api_key
        if self._api_base is not None and _LOCAL.match(self._api_base) and not os.environ.get("OPENAI_API_KEY"):
            return "none"  # servers on this machine want none, and client libraries insist on one
        return None

    async def complete(self, request: ModelRequest, /, *, role: Role, who: str) -> ModelReply:
        """Ask the model. Raises :class:`~sim.model.ModelFault`, after as many attempts as its kind is worth."""
        litellm = await self._open()
        self.require_key(request.model)
        gate, model = self._gate(request.model), request.model
        usage, troubles = Usage(), Counter[FaultKind]()
        without = self._rejected.get(model, frozenset())
        jitter = stream(
            self._seed, "jitter", who, model, request.messages[-1].content or "" if request.messages else ""
        )
        while True:
            async with gate:
                came = await self._attempt(litellm, request, without)
            if isinstance(came, ModelReply):
                self._rejected[model] = self._rejected.get(model, frozenset()) | without
                return came.model_copy(update={"usage": usage + came.usage, "troubles": dict(troubles)})
            trouble, usage = came.trouble, usage + came.usage
            if came.rejected is not None:
                without |= {came.rejected or "response_format"}
                if came.rejected:
                    self._rejected[model] = self._rejected.get(model, frozenset()) | without
                continue
            before = troubles[trouble.kind]
            wait = trouble.wait * 2**before * (0.75 + 0.5 * jitter.random())
            if came.asked_to_wait is not None:
                wait = came.asked_to_wait + 0.25 * jitter.random()
            if before + 1 >= trouble.tries or wait > LONGEST_WAIT:
                raise ModelFault(trouble.kind, self._explained(model, trouble, came.said), usage, +troubles)
            troubles[trouble.kind] += 1
            if trouble.kind == "rate_limited":
                gate.close_for(wait)
            if wait:
                await self._clock.sleep(wait)

    async def _attempt(self, litellm: Any, request: ModelRequest, without: frozenset[str]) -> ModelReply | _Failure:
        """One request, and what came of it."""
        arguments = self._arguments(request, without)
        try:
            response = await litellm.acompletion(**arguments)
        except Exception as error:
            trouble, said = trouble_of(litellm, error), hidden(str(error), self._secrets())
            rejected = rejected_parameter(error, arguments) if trouble.kind == "bad_request" else None
            return _Failure(trouble, said, wait_asked_for(error), rejected)
        try:
            reply = reply_of(litellm, response, request, unfenced="response_format" in without)
        except ModelFault as fault:
            trouble = EMPTY if fault.kind == "empty" else Trouble(fault.kind)
            return _Failure(trouble, hidden(fault.message, self._secrets()), usage=fault.usage)
        keys = [value for value in (self._api_key, os.environ.get("OPENAI_API_KEY")) if value and len(value) > 7]
        if reply.text and any(key in reply.text for key in keys):
            reply = reply.model_copy(update={"text": hidden(reply.text, keys)})
        return reply

    def _gate(self, model: str) -> Gate:
        if model not in self._gates:
            self._gates[model] = Gate(self._at_once.of(model) or AT_ONCE, self._per_minute.of(model), self._clock)
        return self._gates[model]

    def _secrets(self) -> tuple[str, ...]:
        return secrets(more=(self._api_key,))

    async def _open(self) -> Any:
        """LiteLLM, imported at the first call, in a thread: its import would hold up every other run in the loop."""
        async with self._opening:
            if self._litellm is None:
                litellm = await asyncio.to_thread(_import_litellm)
                LiteLLMPort._in_use += 1
                self._litellm = litellm
            return self._litellm

    def _arguments(self, request: ModelRequest, without: frozenset[str]) -> dict[str, Any]:
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
        key = self._key_for()
        if key is not None:
            arguments["api_key"] = key
        if request.reply_schema is not None:
            if "response_format" in without:
                schema = json.dumps(request.reply_schema, ensure_ascii=False, sort_keys=True)
                messages.append({"role": "user", "content": f"Reply with JSON alone, that fits this schema:\n{schema}"})
            else:
                arguments["response_format"] = response_format(request.reply_schema)
        if request.tools:
            arguments["tools"] = [
                {"type": "function", "function": {**tool, "name": wire_name(tool["name"])}} for tool in request.tools
            ]
        limit = "max_completion_tokens" if "max_tokens" in without else "max_tokens"
        wishes = {limit: request.max_tokens, "temperature": request.temperature}
        return arguments | {k: v for k, v in wishes.items() if v is not None and k not in without}

    def _explained(self, model: str, trouble: Trouble, said: str) -> str:
        """What happened and what to do, on one line."""
        said = " ".join(said.split())
        said = re.sub(r"^(?:litellm\.)?(?:\w+(?:Error|Exception): )+", "", said).removeprefix("OpenAIException - ")
        said = said if len(said) <= 300 else said[:299] + "…"
        where = self._api_base or os.environ.get("OPENAI_API_BASE") or os.environ.get("OPENAI_BASE_URL")
        at = f"{model} at {hidden(where, self._secrets())}" if where else model
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


def price_of(model: str) -> Price | None:
    """What a model costs by LiteLLM's table, or None where it is not in there. Opens LiteLLM, and asks nobody."""
    litellm = _import_litellm()
    entry = litellm.model_cost.get(model) or litellm.model_cost.get(model.partition("/")[2]) or {}
    prompt, completion = entry.get("input_cost_per_token"), entry.get("output_cost_per_token")
    if prompt is None or completion is None:
        return None
    cached = entry.get("cache_read_input_token_cost")
    return Price(float(prompt), float(prompt if cached is None else cached), float(completion))


def is_model(name: str) -> bool:
    """Whether LiteLLM knows a provider for a model of this name. Opens LiteLLM, and asks no server."""
    litellm = _import_litellm()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # for some providers it imports still more
        try:
            litellm.get_llm_provider(model=name)
        except litellm.exceptions.BadRequestError:
            return False
    return True


def missing_keys(model: str) -> tuple[str, ...]:
    """The environment variables of which a model's provider needs one, none of which is set; () where nothing is known
    to be missing, and for providers that have other ways in than a key. Opens LiteLLM, and asks no server."""
    litellm = _import_litellm()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as for its other imports
        try:
            provider = litellm.get_llm_provider(model=model)[1]
            missing = () if provider in _OTHER_WAYS else litellm.validate_environment(model)["missing_keys"]
        except Exception:  # of a model it does not know; what is wrong with that is told when it is asked
            return ()
    return tuple(missing) if missing and all(name.endswith("_API_KEY") for name in missing) else ()


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
