"""What holds for every page: strict headers, this machine alone, everything escaped, nothing undefined."""

from collections.abc import Sequence

import jinja2
import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from workaday.exits import Exit, Trouble
from workaday.window import app as apps
from workaday.window.pages import environment, wants_part

NASTY = "<script>alert(1)</script>\u202e\"'&"


async def _ok(request: Request) -> Response:
    return PlainTextResponse("ok")


async def _error(request: Request) -> Response:
    raise HTTPException(418, NASTY)


async def _trouble(request: Request) -> Response:
    raise Trouble(Exit.USER, NASTY)


def client(hosts: Sequence[str] = apps.THIS_MACHINE) -> TestClient:
    made: Starlette = apps.application(
        [
            Route("/", _ok, methods=["GET", "POST"]),
            Route("/error", _error),
            Route("/trouble", _trouble),
        ],
        hosts=hosts,
    )
    return TestClient(made, base_url="http://127.0.0.1:8080")


@pytest.mark.parametrize("path", ["/", "/static/window.css", "/static/people.css", "/error", "/nowhere"])
def test_every_answer_has_the_strict_headers(path: str) -> None:
    """Nothing inline and nothing from elsewhere runs or is loaded on any page, whatever a run holds."""
    policy = client().get(path).headers["content-security-policy"]
    assert policy == apps.POLICY
    assert "unsafe" not in policy
    assert "http" not in policy


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("localhost:99", 200),
        ("[::1]:80", 200),
        ("LOCALHOST", 200),
        ("evil.example", 403),
        ("", 403),
    ],
)
def test_only_this_machine_is_answered(host: str, status: int) -> None:
    """A page elsewhere whose name leads to this machine reads nothing of a run (DNS rebinding)."""
    assert client().get("/", headers={"host": host}).status_code == status


@pytest.mark.parametrize(
    ("origin", "status"),
    [("http://127.0.0.1:8080", 200), ("http://127.0.0.1:9090", 403), ("https://evil.example", 403), ("null", 403)],
)
def test_a_page_from_elsewhere_cannot_act(origin: str, status: int) -> None:
    """What changes something is taken from pages of this very address."""
    assert client().post("/", headers={"origin": origin}).status_code == status


def test_who_is_no_page_may_act() -> None:
    """A program sends no origin, and is answered."""
    assert client().post("/").status_code == 200


@pytest.mark.parametrize(("path", "status"), [("/error", 418), ("/trouble", 500), ("/nowhere", 404)])
def test_what_goes_wrong_is_a_page_with_its_text_as_text(path: str, status: int) -> None:
    """An error is told on a page, and what it quotes is shown as text."""
    answer = client().get(path)
    assert answer.status_code == status
    assert "<!doctype html>" in answer.text
    assert "<script>alert" not in answer.text


def test_everything_is_escaped_and_nothing_is_undefined() -> None:
    """A template writes text, and a name that nobody gave it is an error instead of nothing."""
    assert "<script>" not in environment().from_string("{{ x }}").render(x=NASTY)
    with pytest.raises(jinja2.UndefinedError):
        environment().from_string("{{ y }}").render(x=1)


def test_every_template_compiles_and_has_no_inline_script_or_style() -> None:
    """The policy would drop them: a page that needs them is broken."""
    served = [name for name in environment().list_templates() if not name.startswith("report")]  # that is one file
    assert served
    for name in served:
        environment().get_template(name)
        source = environment().loader.get_source(environment(), name)[0]  # type: ignore[union-attr]
        assert " style=" not in source, name
        assert "<style" not in source, name
        assert "onclick" not in source, name
        assert "<script>" not in source, name
        assert "|safe" not in source.replace(" ", ""), name


@pytest.mark.parametrize(
    ("headers", "part"),
    [
        ({}, False),
        ({"HX-Request": "true"}, True),
        ({"HX-Request": "true", "HX-History-Restore-Request": "true"}, False),
    ],
)
def test_a_page_knows_whether_a_part_was_asked_for(headers: dict[str, str], part: bool) -> None:
    """htmx asks for parts, and for whole pages where it restores its history."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "headers": [(k.lower().encode(), v.encode()) for k, v in headers.items()],
    }
    assert wants_part(Request(scope)) is part
