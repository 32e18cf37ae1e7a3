"""Asking models through LiteLLM: what is sent, what comes back, and every way in which it can fail."""

import asyncio
import gc
import json
import subprocess
import sys
import traceback
from typing import Any

import pytest

from sim.model import Message, ModelFault, ModelReply, ModelRequest, ToolCall
from tests.sim.clock import FakeClock
from tests.workaday.model_server import Answer, ModelServer, Sent, completion, fails, says, unused_address
from workaday.litellm_port import LiteLLMPort, price_of, response_format, wire_name
from workaday.troubles import trouble_of, wait_asked_for

HELLO = (Message(role="user", content="Hello"),)
SCHEMA = {
    "type": "object",
    "properties": {"say": {"type": "string"}},
    "required": ["say"],
    "additionalProperties": False,
}
SEND = {"name": "chat.send", "description": "Write.", "parameters": {"type": "object", "properties": {}}}


async def ask(
    answer: Answer | list[Sent], *, model: str = "openai/stub", server: list[ModelServer] | None = None, **request: Any
) -> tuple[ModelReply, list[float], list[dict[str, Any]]]:
    """The reply to one request, how long was waited between attempts, and what the server got."""
    clock = FakeClock()
    with ModelServer(answer) as serving:
        if server is not None:
            server.append(serving)
        async with LiteLLMPort(api_base=serving.address, api_key="k", answering=0.5, clock=clock) as port:
            given = {"model": model, "messages": HELLO, **request}
            reply = await port.complete(ModelRequest(**given), role="coworkers", who="ruth")
        return reply, clock.slept, serving.requests


async def fault(answer: Answer | list[Sent], **request: Any) -> tuple[ModelFault, int]:
    """The fault that a request ends in, and how often the server was asked."""
    server: list[ModelServer] = []
    with pytest.raises(ModelFault) as caught:
        await ask(answer, server=server, **request)
    return caught.value, len(server[0].requests)


async def test_a_plain_question_is_answered() -> None:
    """Text, tokens and cached tokens come back; nothing is sent that was not asked for."""
    reply, waits, (sent,) = await ask([says("Hi.", prompt_tokens_details={"cached_tokens": 4})])
    assert reply.text == "Hi."
    assert (reply.usage.calls, reply.usage.prompt_tokens, reply.usage.cached_tokens) == (1, 10, 4)
    assert reply.usage.completion_tokens == 3
    assert sent == {"model": "stub", "messages": [{"role": "user", "content": "Hello"}]}
    assert waits == []


async def test_an_unknown_price_is_unknown_and_a_known_one_is_reckoned() -> None:
    """A model that is not in the table of prices costs None, never 0; one that is, costs something."""
    unknown, _, _ = await ask([says("Hi.")])
    known, _, _ = await ask([says("Hi.")], model="openai/gpt-4o-mini")
    assert unknown.usage.cost is None
    assert known.usage.cost == pytest.approx(10 * 0.15e-6 + 3 * 0.6e-6)


async def test_all_that_was_asked_for_is_sent() -> None:
    """Limits, temperature, schema, tools and earlier tool calls reach the server in its own form."""
    messages = (
        *HELLO,
        Message(role="assistant", tool_calls=(ToolCall(id="a", name="chat.send", arguments="{}"),)),
        Message(role="tool", content="done", tool_call_id="a"),
    )
    request: dict[str, Any] = {
        "messages": messages,
        "max_tokens": 99,
        "temperature": 0.5,
        "reply_schema": SCHEMA,
        "tools": (SEND,),
    }
    _, _, (sent,) = await ask([says('{"say": "x"}')], **request)
    assert (sent["max_tokens"], sent["temperature"]) == (99, 0.5)
    assert sent["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "reply", "schema": SCHEMA, "strict": True},
    }
    assert sent["tools"][0]["function"]["name"] == "chat-send"
    assert sent["messages"][1]["tool_calls"][0]["function"] == {"name": "chat-send", "arguments": "{}"}
    assert sent["messages"][2] == {"role": "tool", "content": "done", "tool_call_id": "a"}


async def test_tool_calls_come_back_by_our_names() -> None:
    """A call of a tool carries the name it was offered under, and its arguments as they were sent, sound or not."""
    calls = (("chat-send", {"to": ["ruth"]}), ("nothing-like-it", "{broken"))
    reply, _, _ = await ask([says(None, calls=calls, finish="tool_calls")], tools=(SEND,))
    assert [c.name for c in reply.tool_calls] == ["chat.send", "nothing-like-it"]
    assert json.loads(reply.tool_calls[0].arguments) == {"to": ["ruth"]}
    assert reply.tool_calls[1].arguments == "{broken"
    assert reply.text is None


async def test_a_server_without_schemas_gets_them_in_the_prompt_from_then_on() -> None:
    """Where `response_format` is rejected the schema goes into the prompt, at once and for every later request."""

    def picky(request: dict[str, Any]) -> Sent:
        if "response_format" in request:
            return fails(400, "unknown field response_format")
        return says('```json\n{"say": "x"}\n```')

    with ModelServer(picky) as server:
        async with LiteLLMPort(api_base=server.address) as port:
            request = ModelRequest(model="openai/stub", messages=HELLO, reply_schema=SCHEMA)
            replies = [await port.complete(request, role="coworkers", who=who) for who in ("ruth", "ines")]
    assert [r.text for r in replies] == ['{"say": "x"}'] * 2
    assert ["response_format" in r for r in server.requests] == [True, False, False]
    assert '"say"' in server.requests[-1]["messages"][-1]["content"]


@pytest.mark.parametrize(
    ("sent", "kind", "asked"),
    [
        (fails(401, "Incorrect API key"), "refused_key", 1),
        (fails(403, "No access"), "refused_key", 1),
        (fails(404, "The model `stub` does not exist"), "bad_request", 1),
        (fails(400, "Unsupported parameter"), "bad_request", 1),
        (fails(400, "This model's maximum context length is 10 tokens"), "context_overflow", 1),
        (fails(400, "Your request was rejected as a result of the safety system"), "content_refused", 1),
        (fails(429, "Rate limit reached"), "rate_limited", 6),
        (fails(429, "insufficient_quota: check your plan"), "refused_key", 1),
        (fails(500, "boom"), "unreachable", 5),
        (fails(503, "overloaded"), "unreachable", 5),
        (Sent(body=b"<html>a proxy</html>", headers={"content-type": "text/html"}), "unreachable", 5),
        (Sent(body=b"{broken"), "unreachable", 5),
        (Sent(body={"hello": 1}), "unreachable", 5),
        (Sent(does="reset"), "unreachable", None),
        (Sent(does="hang"), "unreachable", 2),
        (Sent(does="half", body=completion([])), "unreachable", 5),
        (Sent(body=completion([])), "empty", 2),
        (says(None), "empty", 2),
        (says(""), "empty", 2),
        (says("half a sen", finish="length"), "truncated", 1),
        (says(None, finish="content_filter"), "content_refused", 1),
    ],
    ids=str,
)  # fmt: skip
async def test_every_failure_is_a_fault_of_its_kind(sent: Sent, kind: str, asked: int | None) -> None:
    """Each way in which a server fails is told by its kind, after the attempts that kind is worth and no more."""
    found, times = await fault([sent])
    assert (found.kind, times if asked else None) == (kind, asked)


async def test_what_a_failed_reply_cost_is_kept() -> None:
    """A reply that cannot be used has still been paid for."""
    found, _ = await fault([says("half", finish="length")])
    assert found.usage.completion_tokens == 3


@pytest.mark.parametrize("sent", [fails(429, "slow down"), fails(500, "boom"), Sent(does="hang")], ids=str)
async def test_what_passes_by_itself_is_tried_again(sent: Sent) -> None:
    """A busy or stumbling server is asked again, and its answer is the answer."""
    reply, waits, _ = await ask([sent, says("There.")])
    assert reply.text == "There."
    assert len(waits) == 1
    assert 0 < waits[0] < 2


async def test_waits_double_and_are_spread() -> None:
    """Each wait is about twice the one before, and two runs do not knock at the same moments."""
    _, waits, _ = await ask([fails(429, "slow")] * 4 + [says("ok")])
    assert all(0.75 * 2**n <= wait <= 1.25 * 2**n for n, wait in enumerate(waits))
    assert len(set(waits)) == 4


async def test_the_server_says_how_long_to_wait() -> None:
    """`retry-after` is honoured, in seconds, in milliseconds and as a date; what is too long ends the attempts."""
    for headers, least in (
        ({"retry_after": "7"}, 7.0),
        ({"retry_after_ms": "2500"}, 2.5),
        ({"retry_after": "Mon, 02 Mar 2026 09:00:09 GMT", "date": "Mon, 02 Mar 2026 09:00:00 GMT"}, 9.0),
    ):
        _, waits, _ = await ask([fails(429, "slow", **headers), says("ok")])
        assert least <= waits[0] <= least + 0.25
    found, times = await fault([fails(429, "slow", retry_after="4000")])
    assert (found.kind, times) == ("rate_limited", 1)


def test_a_retry_after_that_makes_no_sense_is_no_wait() -> None:
    """Rubbish in a header is not taken for a time."""

    class Odd(Exception):
        litellm_response_headers = {"retry-after": "soon", "date": "yesterday"}

    assert wait_asked_for(Odd()) is None
    assert wait_asked_for(ValueError()) is None


async def test_nobody_there_is_said_soon_with_what_to_do() -> None:
    """With no server the fault comes after three quick attempts and names model, address and remedy."""
    clock = FakeClock()
    address = unused_address()
    async with LiteLLMPort(api_base=address, clock=clock) as port:
        with pytest.raises(ModelFault) as caught:
            await port.complete(ModelRequest(model="openai/local", messages=HELLO), role="player", who="me")
    assert caught.value.kind == "unreachable"
    assert sum(clock.slept) < 3
    assert len(clock.slept) == 2
    assert caught.value.troubles == {"unreachable": 2}
    for part in ("openai/local", address, "--api-base", "WORKADAY_API_BASE"):
        assert part in caught.value.message


async def test_a_provider_nobody_knows_is_a_bad_request() -> None:
    """A model string without a provider is rejected before anything is sent."""
    async with LiteLLMPort(api_base=unused_address()) as port:
        with pytest.raises(ModelFault, match="bad_request"):
            await port.complete(ModelRequest(model="no-such-model", messages=HELLO), role="player", who="me")


def test_every_exception_of_litellm_has_its_kind() -> None:
    """No exception that LiteLLM can raise is left to chance: each is taken as what its name says."""
    import litellm
    from litellm import exceptions

    taken: dict[str, set[str]] = {}
    for name, kind in vars(exceptions).items():
        if isinstance(kind, type) and issubclass(kind, Exception) and kind.__module__ == exceptions.__name__:
            silent = type(name, (kind,), {"__init__": lambda self: None, "__str__": lambda self: "it failed"})
            taken.setdefault(trouble_of(litellm, silent()).kind, set()).add(name)
    expected = {
        "context_overflow": "ContextWindowExceededError",
        "content_refused": "ContentPolicyViolationError RejectedRequestError GuardrailRaisedException "
        "BlockedPiiEntityError ModifyResponseException SensitiveDataRouteException",
        "refused_key": "AuthenticationError CallerCredentialAuthenticationError PermissionDeniedError "
        "PaymentRequiredError BudgetExceededError",
        "rate_limited": "RateLimitError CallerCredentialRateLimitError",
        "malformed": "APIResponseValidationError JSONSchemaValidationError",
        "unreachable": "Timeout ServiceUnavailableError BadGatewayError InternalServerError APIError "
        "APIConnectionError MidStreamFallbackError OpenAIError MockException",
        "bad_request": "BadRequestError UnsupportedParamsError NotFoundError UnprocessableEntityError "
        "LiteLLMUnknownProvider ModelNotMappedError InvalidRequestError ImageFetchError UnsupportedEndpointError "
        "MalformedRequestFieldError EndpointNotSupportedByModelError VectorStoreSearchError",
    }
    assert {kind: sorted(names) for kind, names in taken.items()} == {
        kind: sorted(names.split()) for kind, names in expected.items()
    }


async def test_ports_can_follow_one_another_and_overlap() -> None:
    """A closed port leaves nothing behind that the next one trips over, and closing one does not cut off another."""
    with ModelServer([says("ok")]) as server:
        request = ModelRequest(model="openai/stub", messages=HELLO)
        one, two = LiteLLMPort(api_base=server.address), LiteLLMPort(api_base=server.address)
        await asyncio.gather(*(p.complete(request, role="player", who="me") for p in (one, two)))
        await one.aclose()
        await two.complete(request, role="player", who="me")
        await two.aclose()
        await two.aclose()
        assert (await two.complete(request, role="player", who="me")).text == "ok"
        await two.aclose()
    gc.collect()


async def test_only_so_many_requests_are_on_their_way() -> None:
    """More requests than the limit wait for their turn."""
    with ModelServer([says("ok")]) as server:
        async with LiteLLMPort(api_base=server.address, at_once="2") as port:
            request = ModelRequest(model="openai/stub", messages=HELLO)
            replies = await asyncio.gather(*(port.complete(request, role="player", who=f"p{n}") for n in range(9)))
    assert [r.text for r in replies] == ["ok"] * 9


def test_strict_is_asked_for_only_where_a_schema_allows_it() -> None:
    """A schema with optional properties is sent without strict, which would reject it."""
    loose = {"type": "object", "properties": {"a": {"anyOf": [SCHEMA, {"type": "object"}]}}, "required": ["a"]}
    assert response_format(SCHEMA)["json_schema"]["strict"] is True
    assert response_format({**loose, "additionalProperties": False})["json_schema"]["strict"] is False


def test_wire_names_are_what_providers_take() -> None:
    """Dots and other signs are replaced."""
    assert wire_name("chat.open_channel") == "chat-open_channel"


def test_opened_late_offline_and_without_dotenv(tmp_path: Any) -> None:
    """Importing the port loads no LiteLLM; the first call loads it with no look at the network and at no .env file."""
    (tmp_path / ".env").write_text("WORKADAY_TEST_LEAK=1\n", encoding="utf-8")
    code = f"""
import asyncio, os, sys
from workaday.litellm_port import LiteLLMPort
from sim.model import Message, ModelFault, ModelRequest
assert "litellm" not in sys.modules
async def main():
    async with LiteLLMPort(api_base={unused_address()!r}) as port:
        try:
            await port.complete(ModelRequest(model="openai/x", messages=()), role="player", who="me")
        except ModelFault as fault:
            print(fault.kind)
reached = []
def watch(event, args):
    if event == "socket.getaddrinfo" and args[0] != "127.0.0.1":
        reached.append(args[0])
sys.addaudithook(watch)
asyncio.run(main())
assert "WORKADAY_TEST_LEAK" not in os.environ
assert not reached, reached
"""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == "unreachable"
    assert result.stderr == ""


# -- parameters a model does not take ----------------------------------------------------------------------------------


def without(*names: str) -> Answer:
    """A model that rejects requests with one of these parameters, and names the first."""

    def answer(request: dict[str, Any]) -> Sent:
        for name in names:
            if name in request:
                return fails(400, f"Unsupported parameter: '{name}' is not supported with this model.")
        return says('{"say": "x"}')

    return answer


OPTIONAL = ("max_completion_tokens", "max_tokens", "response_format", "temperature")


@pytest.mark.parametrize(
    ("rejects", "sent"),
    [
        (["temperature"], [["max_tokens", "response_format", "temperature"], ["max_tokens", "response_format"]]),
        (["max_tokens"], [["max_tokens"], ["max_completion_tokens"]]),
        (["max_tokens", "max_completion_tokens"], [["max_tokens"], ["max_completion_tokens"], []]),
        (["temperature", "response_format"], [["response_format", "temperature"], ["response_format"], []]),
    ],
    ids=["temperature", "limit", "both-limits", "two"],
)
async def test_what_a_model_does_not_take_is_dropped_once_and_remembered(
    rejects: list[str], sent: list[list[str]]
) -> None:
    """It is left out at once and never sent to that model again; another model still gets it."""
    wishes: dict[str, Any] = {"temperature": 0.5, "max_tokens": 9, "response_format": SCHEMA}
    given = {name.replace("response_format", "reply_schema"): wishes[name] for name in sent[0]}
    request = ModelRequest(model="openai/stub", messages=HELLO, **given)
    with ModelServer(without(*rejects)) as server:
        async with LiteLLMPort(api_base=server.address) as port:
            for _ in range(3):
                assert (await port.complete(request, role="player", who="me")).text == '{"say": "x"}'
            assert port.rejected == {"openai/stub": tuple(sorted(rejects))}
            await port.complete(request.model_copy(update={"model": "openai/other"}), role="player", who="me")
    seen = [[name for name in OPTIONAL if name in r] for r in server.requests]
    assert seen[: len(sent) + 3] == [*sent, sent[-1], sent[-1], sent[0]]


async def test_tools_are_never_dropped() -> None:
    """A model that takes no tools cannot play; its refusal is a fault, not a run without tools."""
    found, times = await fault(without("tools"), tools=(SEND,))
    assert (found.kind, times) == ("bad_request", 1)


# -- what is counted ---------------------------------------------------------------------------------------------------


async def test_what_passed_when_asked_again_is_counted() -> None:
    """A reply tells what went wrong before it came, and what the attempts before it have cost."""
    reply, _, _ = await ask([fails(429, "slow"), fails(500, "boom"), fails(429, "slow"), says(None), says("There.")])
    assert reply.troubles == {"rate_limited": 2, "unreachable": 1, "empty": 1}
    assert (reply.usage.calls, reply.usage.completion_tokens) == (2, 6)


async def test_a_fault_tells_of_the_attempts_before_it() -> None:
    """The last failure is the fault; those before it are counted with it."""
    found, _ = await fault([fails(500, "boom"), fails(429, "slow"), fails(401, "no key")])
    assert (found.kind, found.troubles) == ("refused_key", {"unreachable": 1, "rate_limited": 1})


async def test_cached_tokens_are_billed_as_cached() -> None:
    """What the provider read from its cache costs what it bills for that."""
    usage: dict[str, Any] = {
        "prompt_tokens": 2000,
        "completion_tokens": 100,
        "prompt_tokens_details": {"cached_tokens": 1500},
    }
    reply, _, _ = await ask([says("Hi.", **usage)], model="openai/gpt-4o-mini")
    price = price_of("openai/gpt-4o-mini")
    assert price is not None
    assert reply.usage.cached_tokens == 1500
    assert reply.usage.cost == pytest.approx(price.of(reply.usage))
    assert price.cached < price.prompt


def test_prices_come_from_the_table_or_are_unknown() -> None:
    """With or without the name of its provider a model has its price; one that is not in the table has none."""
    assert price_of("gpt-4o-mini") == price_of("openai/gpt-4o-mini") != price_of("gpt-4o")
    assert price_of("openai/local") is None
    assert price_of("ollama/llama3") == (0.0, 0.0, 0.0), "a price of nothing is a price"


# -- not too many, not too fast ----------------------------------------------------------------------------------------


async def test_all_requests_to_a_model_wait_when_it_turns_one_away() -> None:
    """After a 429 nobody knocks until the time the provider asked for is over; another model is not held up."""
    times: list[tuple[str, float]] = []
    clock = FakeClock()

    def answer(request: dict[str, Any]) -> Sent:
        times.append((request["model"], clock.now))
        return fails(429, "slow", retry_after="30") if len(times) == 1 else says("ok")

    with ModelServer(answer) as server:
        async with LiteLLMPort(api_base=server.address, at_once="1", clock=clock) as port:
            request = ModelRequest(model="openai/a", messages=HELLO)
            other = ModelRequest(model="openai/b", messages=HELLO)
            await asyncio.gather(*(port.complete(request, role="player", who=f"p{n}") for n in range(3)))
            held = clock.now
            await port.complete(other, role="player", who="p")
    assert [model for model, _ in times] == ["a"] * 4 + ["b"]
    assert all(at >= 130 for _, at in times[1:4])
    assert held < 200


# -- keys --------------------------------------------------------------------------------------------------------------


def echoes(status: int) -> Answer:
    """A server that tells the request's headers in its error."""

    def answer(request: dict[str, Any]) -> Sent:
        return fails(status, f"headers were Authorization: Bearer {KEY} and x-api-key={KEY}; key {KEY!r}")

    return answer


KEY = "workaday-test-key-0123456789"


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500])
async def test_a_key_that_is_echoed_goes_nowhere(
    status: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """A key from the environment is in no message, no chain of exceptions, no log and no output."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    caplog.set_level("DEBUG")
    with ModelServer(echoes(status)) as server:
        async with LiteLLMPort(api_base=server.address, clock=FakeClock()) as port:
            with pytest.raises(ModelFault) as caught:
                await port.complete(ModelRequest(model="openai/stub", messages=HELLO), role="player", who="me")
    told = "".join(traceback.format_exception(caught.value))
    assert KEY not in told
    assert "[key]" in caught.value.message
    assert (caught.value.__cause__, caught.value.__context__) == (None, None)
    ours = [r for r in caplog.records if not r.name.startswith(("httpcore", "httpx", "openai", "asyncio"))]
    assert KEY not in "".join(r.getMessage() for r in ours)
    assert KEY not in "".join(capfd.readouterr())


async def test_a_key_in_a_reply_or_an_address_goes_nowhere() -> None:
    """A reply that holds the key is told without it, and so is an address with a password in it."""
    request = ModelRequest(model="openai/stub", messages=HELLO)
    with ModelServer([says(f"your key is {KEY}")]) as server:
        async with LiteLLMPort(api_base=server.address, api_key=KEY) as port:
            assert (await port.complete(request, role="player", who="me")).text == "your key is [key]"
    address = unused_address().replace("//", "//me:hunter2@")
    async with LiteLLMPort(api_base=address, clock=FakeClock()) as port:
        with pytest.raises(ModelFault) as caught:
            await port.complete(request, role="player", who="me")
    assert "hunter2" not in caught.value.message
