"""The list of what can go wrong inside a mind."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from sim import discretion
from sim.faults import MIND_FAULTS
from sim.model import INFRASTRUCTURE, FaultKind
from workaday.reference import pages

ROOT = Path(__file__).parents[2]
KIND = re.compile(r"[a-z_]+")


def written() -> Iterator[str]:
    """Every kind of fault that the code gives a name as it makes one: ``Fault(kind=...)``, ``Lapse(...)``,
    ``fault(...)``, and the rows from which lapses are made."""
    for layer in ("sim", "personas", "scenarios"):
        for path in sorted((ROOT / layer).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield from _made(node)
                elif (
                    isinstance(node, ast.For)
                    and "kind" in ast.unparse(node.target)
                    and "Lapse(kind" in (ast.unparse(node))
                ):
                    assert isinstance(node.iter, ast.Tuple)
                    yield from (ast.literal_eval(row.elts[0]) for row in node.iter.elts if isinstance(row, ast.Tuple))


def _made(call: ast.Call) -> Iterator[str]:
    name = ast.unparse(call.func).rpartition(".")[2]
    if name == "Fault":
        given = [k.value for k in call.keywords if k.arg == "kind"]
    elif name in ("Lapse", "fault"):
        given = call.args[:2]
    else:
        return
    for value in given:
        if isinstance(value, ast.Constant) and KIND.fullmatch(str(value.value)):
            yield str(value.value)
        elif isinstance(value, ast.JoinedStr) and isinstance(value.values[0], ast.Constant):
            start = str(value.values[0].value)
            if start.endswith(":"):
                yield f"{start}..."


def test_every_kind_is_explained_and_every_explained_kind_is_there() -> None:
    """The list is that of the code: nothing is made that it lacks, and it has nothing that is never made."""
    handed_on = set(get_args(FaultKind)) - INFRASTRUCTURE - {"malformed"}  # asked again: asked_again, unparsed
    made = {*written(), discretion.LEAK, discretion.STOPPED} | handed_on
    assert made == set(MIND_FAULTS)


def test_the_page_on_events_has_them_all() -> None:
    """A row for each kind, below ``mind.fault``."""
    part = pages()["docs/events.md"].partition("### mind.fault\n")[2].partition("\n### ")[0]
    assert re.findall(r"^\| `([a-z_:.]+)` \| [a-z]", part, re.MULTILINE)[-len(MIND_FAULTS) :] == list(MIND_FAULTS)
