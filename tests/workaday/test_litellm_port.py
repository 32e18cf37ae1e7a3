"""Asking models through LiteLLM: what is sent, what comes back, and every way in which it can fail."""

import asyncio
import gc
import json
import random
import subprocess
import sys
from typing import Any

import pytest

from sim.model import Message, ModelFault, ModelReply, ModelRequest, ToolCall
from tests.workaday.model_server import Answer, ModelServer, Sent, completion, fails, says, unused_address
from workaday.litellm_port import LiteLLMPort, response_format, trouble_of, wait_asked_for, wire_name

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
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    with ModelServer(answer) as serving:
        if server is not None:
            server.append(serving)
        async with LiteLLMPort(
            api_base=serving.address, api_key="k", answering=0.5, jitter=random.Random(1), sleep=sleep
        ) as port:
            given = {"model": model, "messages": HELLO, **request}
            reply = await port.complete(ModelRequest(**given), role="coworkers", who="ruth")
        return reply, waits, serving.requests


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
        (Sent(body=completion([])), "empty", 1),
        (says(None), "empty", 1),
        (says(""), "empty", 1),
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
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    address = unused_address()
    async with LiteLLMPort(api_base=address, sleep=sleep) as port:
        with pytest.raises(ModelFault) as caught:
            await port.complete(ModelRequest(model="openai/local", messages=HELLO), role="player", who="me")
    assert caught.value.kind == "unreachable"
    assert sum(waits) < 3
    assert len(waits) == 2
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
        async with LiteLLMPort(api_base=server.address, at_once=2) as port:
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
        timeout=60,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == "unreachable"
    assert result.stderr == ""
