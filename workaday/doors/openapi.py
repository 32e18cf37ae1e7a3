"""The OpenAPI document of the HTTP interface, made of what there is to do."""

from collections.abc import Mapping
from typing import Any, Final

from sim.player import Briefing
from workaday.doors.hosted import News
from workaday.doors.incoming import MOST_BYTES
from workaday.doors.offers import Offer, components
from workaday.doors.session import Turn

_TEMPLATE: Final = "#/components/schemas/{model}"
PROBLEMS: Final[Mapping[int, tuple[str, str]]] = {
    400: ("unreadable", "What was sent cannot be read. It was no act."),
    401: ("unauthorised", "The token is missing, was not given here, or has expired."),
    408: ("too_slow", "The rest of the body did not come in time. It was no act."),
    409: ("out_of_turn", "It was meant for another turn, or what was done last is still under way. It was not done."),
    413: ("too_large", f"The body is larger than {MOST_BYTES:,} bytes. It was no act."),
    415: ("not_json", "The body is of another kind than Content-Type: application/json, in UTF-8. It was no act."),
    503: ("full", "There are too many connections here. It was no act: try again later."),
}
"""By status: the code and when it is given."""


def document(offers: Mapping[str, Offer], version: str) -> dict[str, Any]:
    """The document, as of OpenAPI 3.1."""
    schemas = components(offers, _TEMPLATE, Turn, Briefing, News)
    schemas["Problem"] = {
        "type": "object",
        "properties": {"error": {"type": "string"}, "why": {"type": "string"}},
        "required": ["error", "why"],
        "description": "Why a request was turned away.",
    }
    paths: dict[str, Any] = {
        "/v1/briefing": {
            "get": _reading("briefing", "Who you are, what you are asked, and what you can do.", "Briefing")
        },
        "/v1/now": {
            "get": _reading("now", "What there is to be seen now, or how the run ended. Costs no time.", "Turn")
        },
        "/v1/news": {"get": _news()},
    }
    for name, offer in offers.items():
        paths[f"/v1/actions/{name}"] = {"post": _acting(name, offer)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "A seat in an office",
            "version": version,
            "description": "Acts of the seat that the bearer token is for. Each answers with what is to be seen then. "
            "Simulated time moves only when the seat acts or waits.",
        },
        "security": [{"seat": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
            "schemas": schemas,
        },
    }


def _acting(name: str, offer: Offer) -> dict[str, Any]:
    body = {
        "type": "object",
        "properties": {
            "arguments": {"$ref": _TEMPLATE.format(model=name)},
            "turn": {"type": "integer", "description": "Do it in this turn alone, so that it is never done twice."},
            "thought": {"type": "string", "description": "Why: kept in the record, shown to nobody in the run."},
        },
        "additionalProperties": False,
    }
    if offer.parameters.get("required"):
        body["required"] = ["arguments"]
    return {
        "operationId": offer.tool,
        "summary": offer.description,
        "tags": [name.partition(".")[0]],
        "x-changes": not offer.reads_only,
        "requestBody": {"required": "required" in body, "content": {"application/json": {"schema": body}}},
        "responses": {"200": _given(f"{name}.turn"), **_problems(400, 401, 408, 409, 413, 415, 503)},
    }


def _reading(name: str, about: str, schema: str) -> dict[str, Any]:
    return {"operationId": name, "summary": about, "responses": {"200": _given(schema), **_problems(401, 503)}}


def _news() -> dict[str, Any]:
    about = (
        "What reaches the seat, as server-sent events, until the run ends: `task`, `notice`, `heard`, `turn`, and at "
        "last `ended`. `Last-Event-ID` goes on after one; without it all is told from the beginning."
    )
    return {
        "operationId": "news",
        "summary": about,
        "parameters": [{"name": "Last-Event-ID", "in": "header", "schema": {"type": "integer", "minimum": 0}}],
        "responses": {
            "200": {"description": "A stream.", "content": {"text/event-stream": {"schema": {"type": "string"}}}},
            **_problems(400, 401, 503),
        },
    }


def _given(schema: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": _TEMPLATE.format(model=schema)}}}
    return {"description": "What there is.", "content": {**content, "text/plain": {"schema": {"type": "string"}}}}


def _problems(*statuses: int) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": _TEMPLATE.format(model="Problem")}}}
    return {str(status): {"description": PROBLEMS[status][1], "content": content} for status in statuses}
