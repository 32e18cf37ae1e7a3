"""The HTTP interface: who may come in, what is turned away, and that nothing sent to it makes it fail."""

import asyncio
import json
import os
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.workaday.doors.plays import CROISSANTS, KIOSK, TOKENS, at_web
from workaday.doors.incoming import MOST_BYTES
from workaday.doors.openapi import document
from workaday.doors.session import Session
from workaday.doors.tokens import Tokens

SCHEMATHESIS = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "60"))
"""Requests that schemathesis makes: many more by hand, where its interface is changed."""


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Session]:
    async with Session.open(KIOSK, out=tmp_path / "run") as session:
        yield session


@pytest.mark.parametrize(
    ("token", "why"),
    [
        (Tokens(b"other", lambda: 1_000_000.0).issue("seat", 60), "was not given here"),
        (TOKENS.issue("seat", 0), "has expired"),
        (TOKENS.issue("mira", 60), "a seat that is not open here"),
    ],
    ids=["forged", "expired", "of another"],
)
async def test_a_wrong_token_opens_nothing(session: Session, token: str, why: str) -> None:
    """Forged, expired or of another seat: 401 with the reason, on every path, and no act."""
    async with at_web(session, token) as client:
        for path in ("/v1/now", "/v1/briefing", "/v1/news", "/v1/actions", "/openapi.json", "/nowhere"):
            answer = await client.get(path)
            assert answer.status_code == 401, path
            assert why in answer.json()["why"]
        assert (await client.post("/v1/actions/desk.finish")).status_code == 401
        assert (await client.get("/v1/now", headers={"Authorization": "Basic abc"})).status_code == 401
    assert session.ended is None


async def test_nobody_acts_as_another(session: Session) -> None:
    """There is no way to say who acts: a person in the body or among the arguments is no argument."""
    async with at_web(session) as client:
        beside = await client.post("/v1/actions/chat.send", json={"actor": "mira", "arguments": {}})
        assert (beside.status_code, beside.json()["error"]) == (400, "unreadable")
        among = await client.post(
            "/v1/actions/chat.send", json={"arguments": {"to": "luka", "text": "Hi.", "actor": "mira"}}
        )
        last = among.json()["observation"]["last"]
        assert (last["code"], last["receipt"]) == ("bad_argument", None)


async def test_what_is_turned_away_is_no_act(session: Session) -> None:
    """Bodies that are too large, unreadable or of the wrong form are told as such and cost no turn."""

    async def large() -> AsyncIterator[bytes]:
        for _ in range(MOST_BYTES // 65536 + 1):
            yield b" " * 65536

    async with at_web(session) as client:
        path = "/v1/actions/drive.write"
        sent: list[tuple[int, dict[str, Any]]] = [
            (413, {"content": b"x" * (MOST_BYTES + 1)}),
            (413, {"content": large()}),
            (400, {"content": b"{"}),
            (400, {"json": []}),
            (400, {"json": {"path": "/a.md", "text": "x"}}),
            (400, {"json": {"arguments": [], "turn": 1}}),
            (400, {"json": {"arguments": {}, "turn": True}}),
            (400, {"json": {"thought": 1}}),
            (409, {"json": {"arguments": {}, "turn": 7}}),
        ]
        for status, how in sent:
            answer = await client.post(path, **how)
            assert answer.status_code == status, (how, answer.text)
            assert answer.json().keys() == {"error", "why"}
        assert (await client.get("/nowhere")).status_code == 404
        assert (await client.get(path)).status_code == 405
        assert (await client.get("/v1/news", headers={"Last-Event-ID": "x"})).status_code == 400
        assert (await client.get("/v1/now")).json()["observation"]["turn"] == 1


async def test_a_turn_as_words(session: Session) -> None:
    """Who asks for plain text is told the same in words, with what became of the act in a header."""
    async with at_web(session) as client:
        words = {"Accept": "text/plain"}
        body = {"arguments": {"place": "#x"}}
        refused = await client.post("/v1/actions/chat.read", json=body, headers=words)
        assert refused.text.startswith("chat.read was refused (")
        assert refused.headers["Workaday-Last"] == "refused"
        briefing = await client.get("/v1/briefing", headers=words)
        assert "name: Ana Kovač" in briefing.text
        assert "tools" not in briefing.text


async def test_news_are_a_stream(session: Session) -> None:
    """What reaches the seat is told as server-sent events, each once, from any of them on, up to the end."""
    async with at_web(session) as client:
        for act in CROISSANTS:
            await client.post(f"/v1/actions/{act.action}", json={"arguments": dict(act.arguments)})
        whole = events((await client.get("/v1/news")).text)
        assert [e["event"] for e in whole][-1] == "ended"
        assert json.loads(whole[-1]["data"])["outcome"] == "finished"
        notices = [json.loads(e["data"]) for e in whole if e["event"] == "notice"]
        assert {n["sender"] for n in notices} == {"luka", "mira"}
        assert [int(e["id"]) for e in whole[:-1]] == list(range(1, len(whole)))
        rest = events((await client.get("/v1/news", headers={"Last-Event-ID": "5"})).text)
        assert rest == whole[5:]


def events(text: str) -> list[dict[str, str]]:
    """Server-sent events."""
    blocks = [block for block in text.split("\n\n") if block and not block.startswith(":")]
    return [dict(line.split(": ", 1) for line in block.splitlines()) for block in blocks]


async def test_the_document_is_whole(session: Session) -> None:
    """Every action is a path of the OpenAPI document, every reference in it leads somewhere, and answers fit it."""
    jsonschema: Any = import_module("jsonschema")  # which comes with mcp, and has no types
    async with at_web(session) as client:
        told = (await client.get("/openapi.json")).json()
        assert {f"/v1/actions/{name}" for name in session.offers} <= told["paths"].keys()
        references = set(find_references(told))
        assert references
        assert all(name.removeprefix("#/components/schemas/") in told["components"]["schemas"] for name in references)
        for act in (CROISSANTS[0], CROISSANTS[1], CROISSANTS[2]):
            answer = await client.post(f"/v1/actions/{act.action}", json={"arguments": dict(act.arguments)})
            schema = {"$ref": f"#/components/schemas/{act.action}.turn", "components": told["components"]}
            jsonschema.Draft202012Validator(schema).validate(answer.json())


def find_references(node: Any) -> Any:
    """Every reference in a document."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        node = list(node.values())
    if isinstance(node, list):
        for item in node:
            yield from find_references(item)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=4), inside, max_size=3),
    max_leaves=4,
)
WORDS = """luka seat mira #kiosk dm:luka+seat c1 m1 mtg1 /a.md ../../etc/passwd / @luka tomorrow 9999-12-31 99999999d
<script>alert(1)</script> 2026-13-45 999999999999999999999999999999""".split()
TEXTS = st.sampled_from([*WORDS, "", "\x00", "é\u202e🙂", "fri 25:61"]) | st.text(max_size=30)
NUMBERS = st.sampled_from([0, 1, -1, 5, 30, 10**6, 2**31, 2**53]) | st.integers(-(2**53), 2**53)


def fitting(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values of the kind that a schema of an argument describes."""
    if "anyOf" in schema:
        return st.one_of(*map(fitting, schema["anyOf"]))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kinds: dict[str, st.SearchStrategy[Any]] = {
        "string": TEXTS, "integer": NUMBERS, "number": NUMBERS, "boolean": st.booleans(), "null": st.none(),
    }  # fmt: skip
    if schema.get("type") == "array":
        return st.lists(fitting(schema["items"]), max_size=3)
    if schema.get("type") == "object":
        inside = schema.get("additionalProperties")
        return st.dictionaries(TEXTS, fitting(inside) if isinstance(inside, dict) else ANYTHING, max_size=3)
    return kinds.get(schema.get("type", ""), ANYTHING)


@st.composite
def requests(draw: st.DrawFn, schemas: dict[str, Any]) -> tuple[str, Any]:
    """The name of an action and a body that fits it, or nearly, or not at all."""
    name = draw(st.sampled_from([name for name in schemas if f"{name}.turn" in schemas and name != "desk.finish"]))
    some = {key: fitting(schema) for key, schema in schemas[name].get("properties", {}).items()}
    needed = {key: some.pop(key) for key in schemas[name].get("required", [])}
    arguments = draw(st.one_of(*[st.fixed_dictionaries(needed, optional=some)] * 4, ANYTHING))
    return name, draw(st.sampled_from([{"arguments": arguments}] * 9 + [arguments]))


class Reopened:
    """An office that is always open: a new run begins where one has ended, which has to be in an ordinary way."""

    def __init__(self, runner: asyncio.Runner, folder: Path) -> None:
        self._runner, self._folder = runner, folder
        self._stack = AsyncExitStack()
        self.runs = 0
        self._open()

    def request(self, method: str, path: str, **how: Any) -> httpx.Response:
        """What a request is answered with."""
        if self.session.ended is not None:
            assert self.session.failure is None, self.session.failure
            assert self.session.ended.outcome in ("finished", "horizon", "livelock", "stalemate"), self.session.ended
            self.close()
            self._open()
        return self._runner.run(self._client.request(method, path, **how))

    def close(self) -> None:
        self._runner.run(self._stack.aclose())

    def _open(self) -> None:
        async def opened() -> None:
            self.session = Session.open(KIOSK, out=self._folder / f"run{self.runs}")
            await self._stack.enter_async_context(self.session)
            self._client = await self._stack.enter_async_context(at_web(self.session))

        self.runs += 1
        self._runner.run(opened())


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Reopened]:
    with asyncio.Runner() as runner:
        office = Reopened(runner, tmp_path)
        yield office
        office.close()


def test_nothing_that_is_sent_makes_it_fail(office: Reopened) -> None:
    """Over the whole OpenAPI document, with words that mean something here and ones that do not: never a 5xx, and no
    run is stopped by it but in an ordinary way."""
    turns = 0
    schemas = document(office.session.offers, "1")["components"]["schemas"]

    @settings(max_examples=90, suppress_health_check=list(HealthCheck))
    @given(requests(schemas))
    def holds(request: tuple[str, Any]) -> None:
        nonlocal turns
        name, body = request
        content = json.dumps(body).encode("utf-8", "surrogatepass")
        answer = office.request("POST", f"/v1/actions/{name}", content=content)
        assert answer.status_code < 500, answer.text
        turns += answer.status_code == 200

    holds()
    assert turns >= 45


def test_it_answers_as_its_document_says(office: Reopened) -> None:
    """Schemathesis over the OpenAPI document, with data that fits it and data that does not: no 5xx, no status, kind of
    content or form of an answer that the document does not tell."""
    schemathesis = import_module("schemathesis")  # opens late: half a second
    checks = import_module("schemathesis.specs.openapi.checks")
    told = [
        import_module("schemathesis.checks").not_a_server_error, checks.status_code_conformance,
        checks.content_type_conformance, checks.response_headers_conformance, checks.response_schema_conformance,
    ]  # fmt: skip
    schema = schemathesis.openapi.from_dict(document(office.session.offers, "1"))
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > len(office.session.offers)
    cases = st.one_of(
        *(
            operation.as_strategy(generation_mode=mode)
            for operation in operations
            if operation.path != "/v1/news"  # which answers until the run ends
            for mode in schemathesis.GenerationMode
        )
    )
    statuses = Counter[int]()

    @settings(max_examples=SCHEMATHESIS, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(cases)
    def holds(case: Any) -> None:
        sent = case.as_transport_kwargs(base_url="http://office")
        how = {"content" if key == "data" else key: sent[key] for key in ("params", "json", "data") if key in sent}
        headers = {key: value for key, value in dict(sent["headers"]).items() if key.lower() != "authorization"}
        answer = office.request(sent["method"], sent["url"], headers=headers, **how)
        case.validate_response(answer, checks=told)
        statuses[answer.status_code] += 1

    holds()
    assert {200, 400} <= statuses.keys()
