"""``workaday list``: what comes with Workaday and what is installed beside it."""

import ast
import importlib.util
import json
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Annotated, Literal

import typer

What = Literal["scenarios", "orgs", "personas", "players", "minds", "scorers"]
Entry = tuple[str, str]
"""A name, and a line about it."""


def list_(
    what: Annotated[What | None, typer.Argument(help="One kind only.", show_default=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> int:
    """List scenarios, organisations, personas, players, minds and scorers."""
    found = {kind: dict(entries()) for kind, entries in KINDS.items() if what in (None, kind)}
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
        return 0
    from workaday.tables import hanging, width

    longest = max((len(name) for entries in found.values() for name in entries), default=0)
    for number, (kind, entries) in enumerate(found.items()):
        if what is None:
            print(("\n" if number else "") + kind)
        for name, about in entries.items():
            for line in hanging(f"{'  ' if what is None else ''}{name:<{longest}}  ", about, width()):
                print(line)
    return 0


def _files(library: Callable[[], Mapping[str, Path]]) -> Iterable[Entry]:
    """The files of a library, each with what it says it is about."""
    from sim import source

    for name, path in library().items():
        data = source.read(path).data
        told = [str(data[key]) for key in ("title", "name", "about") if data.get(key)]
        yield name, " ".join(": ".join(told).split())


def _scenarios() -> Iterable[Entry]:
    from scenarios.load import library

    return _files(library)


def _orgs() -> Iterable[Entry]:
    from orgs.load import library

    return _files(library)


def _personas() -> Iterable[Entry]:
    from personas.load import library

    return _files(library)


def _installed(group: str) -> Iterable[Entry]:
    """The plug-ins of a group. None is opened: a broken one is listed too, and a heavy one costs nothing. What one of
    somebody else's is about is read in its source, without running it."""
    from sim.plugins import announced, brought_by

    for entry in announced(group):
        by = brought_by(entry)
        ours = by is None or by[0] == "workaday"
        about = ABOUT.get((group, entry.name), "")
        if not (ours and about):
            whose = f"{entry.value} of {by[0] if by else '?'}"
            says = _first_line(entry)
            about = f"{says.rstrip('.')} ({whose})" if says else whose
        yield entry.name, about


def _first_line(entry: EntryPoint) -> str:
    """The first line of the docstring of what an entry point names, or of its module; "" where none can be read."""
    origin = None
    try:
        parts = entry.module.split(".")
        # The parts above would be run by asking for a module in them: the files are looked for instead.
        top = importlib.util.find_spec(parts[0])
        if top is not None and top.submodule_search_locations and len(parts) > 1:
            base = Path(next(iter(top.submodule_search_locations))).joinpath(*parts[1:])
            origin = next((p for p in (base.with_suffix(".py"), base / "__init__.py") if p.is_file()), None)
        elif top is not None and top.origin is not None:
            origin = Path(top.origin)
        tree = ast.parse(origin.read_text(encoding="utf-8")) if origin is not None else ast.Module([], [])
    except (ImportError, ValueError, OSError, SyntaxError, UnicodeDecodeError):
        return ""
    kinds = (ast.ClassDef, ast.FunctionDef)
    named = next((node for node in tree.body if isinstance(node, kinds) and node.name == entry.attr), None)
    said = (ast.get_docstring(named) if named is not None else None) or ast.get_docstring(tree) or ""
    return said.partition("\n")[0].strip()


def _players() -> Iterable[Entry]:
    yield from _installed("players")
    yield "MODULE:ATTRIBUTE", "an object of one's own, with begin and act; or FILE.py:ATTRIBUTE"


def _minds() -> Iterable[Entry]:
    yield from _installed("minds")
    yield "PROVIDER/MODEL", "any model of LiteLLM's, for the llm mind: openai/gpt-4o-mini, ollama/llama3"


def _scorers() -> Iterable[Entry]:
    return _installed("scorers")


KINDS: Mapping[What, Callable[[], Iterable[Entry]]] = {
    "scenarios": _scenarios,
    "orgs": _orgs,
    "personas": _personas,
    "players": _players,
    "minds": _minds,
    "scorers": _scorers,
}
ABOUT: Mapping[tuple[str, str], str] = {
    ("players", "diligent"): "plays any scenario by rule, as an honest average colleague would",
    ("players", "idle"): "does nothing: the floor of every score",
    ("players", "model"): "model:PROVIDER/MODEL, a tool-calling agent on any model of LiteLLM's",
    ("players", "oracle"): "plays the scenario's own solution: the ceiling of every score",
    ("players", "scripted"): "scripted:FILE, plays the steps of a playbook",
    ("minds", "reflex"): "the embedded mind: no model, no network, the same in every run",
    ("minds", "llm"): "a language model; named by the model alone",
    ("scorers", "outcome"): "what was delivered: in its place, in time, right",
    ("scorers", "responsiveness"): "whether those who asked were answered, and how soon",
    ("scorers", "commitments"): "whether promises were kept",
    ("scorers", "escalation"): "whether decisions went to whoever may take them",
    ("scorers", "interruptions"): "what became of calls, walk-ups and interrupted work",
    ("scorers", "rubric"): "what a judge made of it, by the scenario's rubric",
    ("scorers", "noise"): "how much of other people's time it took",
    ("scorers", "conflict"): "how it met conflicts between others",
    ("scorers", "handover"): "what it left to whoever comes after it",
    ("scorers", "honesty"): "whether what it claimed was so",
    ("scorers", "information"): "whether those who had to know were told, and nobody else",
    ("scorers", "meetings"): "how it behaved about meetings",
    ("scorers", "relationships"): "whether coworkers' trust was kept",
    ("scorers", "tone"): "whether it spoke civilly and wrote clearly",
    ("scorers", "asking"): "whether it asked for what it lacked, of those who have it, and for little else",
}
