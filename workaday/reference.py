"""Two pages of the documentation that are written by the code itself, so that they cannot be out of date.

python -m workaday.reference             writes docs/actions.md and docs/events.md below the present folder
python -m workaday.reference --check     says whether they are as this would write them
"""

import ast
import inspect
import re
import sys
import textwrap
import types
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from sim.actions import Action, Receipt
from sim.faults import MIND_FAULTS
from sim.office import App
from sim.plugins import announced
from sim.vocabulary import core
from sim.vocabulary.attention import MindFault

_WRITTEN = "<!-- Written by `python -m workaday.reference`. Changes made here are lost. -->"
_ON_ACTIONS = """\
What a player can do: the names and arguments of `Act`. [players.md](players.md) says how an action is taken, what it
costs in simulated time and how it can be cut short. A star marks an argument that must be given. *Costs* is what an
action takes beside the time to decide; with *reading*, the time to read what it gives back; *writing* nothing is a
click. What *changes* nothing is seen by nobody else. What it *gives back* are the fields of `last.receipt` in the next
observation, in brackets those of the objects in a list."""
_ON_EVENTS = """\
What a run file holds of what happened. Every event has `serial` (from 1, without gaps), `at` (Unix seconds, UTC),
`actor` (a person's id, or `world` for what nobody did), `kind`, `causes` (serials of earlier events without which this
one would not be) and a `body`, which is told here by kind. [runs.md](runs.md) says how to read them. A star marks what
must be there in the body; the rest has a default."""
_WORDS: Mapping[Any, str] = {str: "text", int: "whole number", float: "number", bool: "true or false", dict: "object"}
_EFFORTS = {
    "write": "writing", "read": "a click", "click": "a click", "search": "a search", "call": "speaking",
    "meet": "speaking", "none": "–",
}  # fmt: skip


def pages() -> dict[str, str]:
    """The pages by their path below the folder of the repository."""
    return {"docs/actions.md": actions_page(), "docs/events.md": events_page()}


# --- actions ---------------------------------------------------------------------------------------------------------


def actions_page() -> str:
    """All that a player can do in an office with the apps that come with Workaday."""
    apps = [entry.load() for entry in announced("apps") if entry.value.startswith("sim.apps.")]
    apps.sort(key=lambda app: str(app.name))
    lines = [
        _WRITTEN,
        "# Actions",
        "",
        _ON_ACTIONS,
        "",
        "| action | arguments | costs | changes | gives back |",
        "|---|---|---|---|---|",
    ]
    for app in apps:
        for action in app.actions:
            names = ", ".join(f"{name}{'*' if field.is_required() else ''}" for name, field in _fields(action))
            mark = "yes" if action.changes else ""
            cells = (f"[`{action.name}`](#{_anchor(action.name)})", names, _costs(action), mark, _gives(action))
            lines.append(f"| {' | '.join(cells)} |")
    for app in apps:
        lines += ["", f"## {app.name}", "", *_app(app)]
    return _page(lines)


def _app(app: type[App]) -> Iterable[str]:
    for action in app.actions:
        yield from (f"### {action.name}", "", _told(action.__doc__), "")
        rows = [
            f"| `{name}` | {_spell(field.annotation)} | {_default(field)} | {_cell(field.description or '')} |"
            for name, field in _fields(action)
        ]
        if rows:
            yield from ("| argument | type | default | |", "|---|---|---|---|", *rows, "")


def _gives(action: type[Action]) -> str:
    """The fields of what an action gives back; of lists of objects, their fields too."""
    return ", ".join(f"{name}{_inside(field.annotation)}" for name, field in _fields(action.receipt))


def _inside(kind: Any) -> str:
    """The fields of the objects that a field of a receipt holds, in brackets; "" where it holds none."""
    models = [part for part in (kind, *get_args(kind)) if inspect.isclass(part) and issubclass(part, BaseModel)]
    return f" ({', '.join(models[0].model_fields)})" if models else ""


def _fields(model: type[BaseModel]) -> Iterable[tuple[str, FieldInfo]]:
    return model.model_fields.items()


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "required"
    default = field.default
    if default in ("", None, ()):
        return "–"
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


def _costs(action: type[Action]) -> str:
    """What it costs, as its own `effort` says of arguments that are all given."""
    given = {name: _sample(field) for name, field in _fields(action)}
    effort = _EFFORTS[action.model_construct(None, **given).effort().kind]
    reads = not action.changes and action.receipt.words is not Receipt.words
    return f"{effort}, reading" if reads else effort


def _sample(field: FieldInfo) -> Any:
    """Some value of a field's type, to ask an action what it costs."""
    kind = field.annotation
    if get_origin(kind) in (Union, types.UnionType):
        kind = get_args(kind)[0]
    origin = get_origin(kind) or kind
    samples: Mapping[Any, Any] = {str: "word", int: 1, bool: True, tuple: (), dict: {}}
    return samples.get(origin, "word")


# --- events ----------------------------------------------------------------------------------------------------------


def events_page() -> str:
    """All kinds of events that Workaday itself writes, with what each says."""
    import sim.vocabulary as words

    found: dict[str, list[type[core.Body]]] = {}
    for path in sorted(Path(words.__path__[0]).glob("*.py")):
        if path.stem in ("__init__", "core"):
            continue
        module = __import__(f"sim.vocabulary.{path.stem}", fromlist=["*"])
        own = [kind for kind in vars(module).values() if inspect.isclass(kind) and kind.__module__ == module.__name__]
        found[path.stem] = [kind for kind in own if issubclass(kind, core.Body) and kind.kind]
    lines = [
        _WRITTEN,
        "# Events",
        "",
        _ON_EVENTS,
        "",
        "| kind | what happened | body |",
        "|---|---|---|",
    ]
    for kinds in found.values():
        for kind in kinds:
            names = ", ".join(f"{name}{'*' if field.is_required() else ''}" for name, field in _fields(kind))
            first = _told(kind.__doc__).split(". ")[0].rstrip(".")
            lines.append(f"| [`{kind.kind}`](#{_anchor(kind.kind)}) | {_cell(first)} | {names} |")
    for stem, kinds in found.items():
        about = _told(sys.modules[f"sim.vocabulary.{stem}"].__doc__)
        lines += ["", f"## {stem}", "", about, "", *_bodies(kinds)]
    return _page(lines)


def _bodies(kinds: Iterable[type[core.Body]]) -> Iterable[str]:
    for kind in kinds:
        yield from (f"### {kind.kind}", "", _told(kind.__doc__), "")
        told = _remarks(kind)
        rows = [
            f"| `{name}` | {_spell(field.annotation)} | {_default(field)} | {_cell(told.get(name, ''))} |"
            for name, field in _fields(kind)
        ]
        if rows:
            yield from ("| field | type | default | |", "|---|---|---|---|", *rows, "")
        if kind is MindFault:
            faults = [f"| `{fault}` | {_cell(meaning)} |" for fault, meaning in MIND_FAULTS.items()]
            yield from ("| `fault` | what it means |", "|---|---|", *faults, "")


def _remarks(kind: type) -> Mapping[str, str]:
    """The texts below the fields of a class, by field."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    for field, remark in zip(body.body, body.body[1:], strict=False):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(remark, ast.Expr)
            and isinstance(remark.value, ast.Constant)
            and isinstance(remark.value.value, str)
        ):
            found[field.target.id] = _told(remark.value.value)
    return found


# --- how it is written -----------------------------------------------------------------------------------------------


def _page(lines: Iterable[str]) -> str:
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _told(text: str | None) -> str:
    """A docstring as one line of Markdown."""
    line = " ".join((text or "").split()).replace("``", "`")
    return re.sub(r":(?:class|meth|data):`~?(?:[\w.]+\.)?(\w+)`", r"`\1`", line)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _anchor(heading: str) -> str:
    return heading.replace(".", "")


def _spell(kind: Any) -> str:
    """A type in words."""
    if kind is type(None):
        return "nothing"
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Literal:
        return ", ".join(f"`{value}`" for value in inside)
    if origin in (Union, types.UnionType):
        return " or ".join(_spell(part) for part in inside if part is not type(None))
    if origin is tuple:
        return f"list of {_many(inside[0])}"
    if origin in (dict, Mapping) or getattr(origin, "__name__", "") == "Mapping":
        return "object"
    if inspect.isclass(kind) and issubclass(kind, BaseModel):
        return f"object ({', '.join(kind.model_fields)})"
    return _WORDS.get(kind, "any value")


def _many(kind: Any) -> str:
    if get_origin(kind) is tuple:
        return "lists"
    return {str: "texts", int: "whole numbers"}.get(kind, _spell(kind))


def main(arguments: Iterable[str] = ()) -> int:
    """Write the pages, or with ``--check`` say which are out of date; 1 where one is."""
    check, stale = "--check" in arguments, []
    for name, text in pages().items():
        path = Path(name)
        if check:
            stale += [name] if not path.is_file() or path.read_text(encoding="utf-8") != text else []
        else:
            path.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"{name} is out of date: run python -m workaday.reference", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
