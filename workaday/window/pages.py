"""Pages made of templates: one Jinja environment, which escapes everything and knows no undefined names."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from workaday.window.colours import initials

if TYPE_CHECKING:  # a report is made without a server
    from starlette.requests import Request
    from starlette.responses import HTMLResponse

TEMPLATES: Final = Path(__file__).parent / "templates"

_BROKEN_AFTER: Final = 72
"""Characters from which on the end of a line is taken for a break of the typist's."""


@cache
def environment() -> Environment:
    """The environment of all templates. What is written into a page is text, whatever it looks like."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["initials"] = initials
    made.filters["span"] = span
    made.filters["flowing"] = flowing
    return made


def flowing(text: str) -> str:
    """A text whose lines were broken as they were typed, with its paragraphs as lines: a line of some length goes on in
    the next, unless that begins like one of a list or a table."""
    told: list[str] = []
    before = 0
    for line in text.split("\n"):
        if before >= _BROKEN_AFTER and line[:1].isalpha():
            told[-1] = f"{told[-1]} {line}"
        else:
            told.append(line)
        before = len(line)
    return "\n".join(told)


def span(seconds: int) -> str:
    """A time in words: "28 s", "2 min 5 s", "3 h 20 min"."""
    hours, minutes, rest = seconds // 3600, seconds // 60 % 60, seconds % 60
    parts = [
        f"{hours} h" if hours else "",
        f"{minutes} min" if minutes else "",
        f"{rest} s" if rest and not hours else "",
    ]
    return " ".join(filter(None, parts)) or "no time"


def render(template: str, context: Mapping[str, Any]) -> str:
    """The text of a page or of a part of one. Raises jinja2's ``UndefinedError`` for a name that is not given."""
    return environment().get_template(template).render(**context)


def page(request: "Request", template: str, context: Mapping[str, Any], *, status: int = 200) -> "HTMLResponse":
    """A page as the answer to ``request``; ``request`` is known in the template, and ``part`` tells whether htmx asked
    for a part of a page."""
    from starlette.responses import HTMLResponse

    known = {"request": request, "part": wants_part(request)}
    return HTMLResponse(render(template, {**known, **context}), status_code=status)


def wants_part(request: "Request") -> bool:
    """Whether htmx asks for a part of a page; to restore its history it wants the whole."""
    headers = request.headers
    return headers.get("hx-request") == "true" and headers.get("hx-history-restore-request") != "true"
