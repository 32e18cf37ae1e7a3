"""The rules of the house: who may import whom, what stays cheap to import, and what things are called."""

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import EntryPoint, distribution
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES = ("sim", "personas", "orgs", "scenarios", "scorers", "workaday")
DOORS = ("workaday.apps", "workaday.scorers", "workaday.minds", "workaday.players")
CONTRACTS = PROJECT["tool"]["importlinter"]["contracts"]
SCORERS = sorted(f"scorers.{path.stem}" for path in (ROOT / "scorers").glob("*.py") if path.stem != "__init__")

# One line on standard error tells which of the named modules the given code left loaded.
PROBE = """
import json, sys
watched, code, argv = json.loads(sys.argv[1])
sys.argv = ["workaday", *argv]
try:
    exec(code)
finally:
    print("LOADED " + json.dumps([name for name in watched if name in sys.modules]), file=sys.stderr)
"""

COMMAND = """
from workaday.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
"""


def loaded(code: str, watched: tuple[str, ...], *argv: str) -> list[str]:
    """Run code in a fresh interpreter and return which of the watched modules it loaded. Fails when the code does."""
    result = subprocess.run(
        [sys.executable, "-c", PROBE, json.dumps([watched, code, argv])],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    answer = next(line for line in result.stderr.splitlines() if line.startswith("LOADED "))
    return list(json.loads(answer.removeprefix("LOADED ")))


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the import contracts on the packages below a folder."""
    code = "from importlinter.cli import lint_imports_command as run; run()"
    return subprocess.run(
        [sys.executable, "-c", code, "--no-cache", "--no-logo"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


@cache
def parsed() -> list[tuple[Path, ast.Module]]:
    """Every source file of the packages, by its path in the checkout."""
    paths = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return [(path.relative_to(ROOT), ast.parse(path.read_bytes())) for path in paths]


def entry_points() -> list[EntryPoint]:
    declared = PROJECT["project"]["entry-points"]
    return [EntryPoint(name, value, group) for group in DOORS for name, value in sorted(declared[group].items())]


def test_imports_keep_the_contracts() -> None:
    """Imports run downwards, and each outside library has one door: the contracts in pyproject.toml hold."""
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"Contracts: {len(CONTRACTS)} kept, 0 broken." in result.stdout


def test_each_contract_bites(tmp_path: Path) -> None:
    """A contract that nothing can break guards nothing: one trespass against each breaks each."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "library"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    trespasses = {
        "sim": "import orgs\nimport litellm\n",
        "orgs": "import scenarios\nimport simpy.events\nimport mcp\nimport starlette.routing\n",
        "personas": "import orgs\nimport scorers\n",
        "scorers": "import sim.kernel\nimport personas\n",
        "scenarios": "def late():\n    from networkx import DiGraph\n    from langgraph.graph import StateGraph\n",
    }
    for package, source in trespasses.items():
        (tmp_path / package / "trespass.py").write_text(source, encoding="utf-8")

    result = lint_imports(tmp_path)

    assert result.returncode == 1, result.stdout + result.stderr
    assert f"Contracts: 0 kept, {len(CONTRACTS)} broken." in result.stdout, result.stdout + result.stderr


def test_a_scorer_is_cheap_to_import() -> None:
    """Grading needs a record and no more: importing a scorer loads no engine, graph runtime or model library."""
    assert len(SCORERS) > 16
    assert loaded("\n".join(f"import {module}" for module in SCORERS), ("simpy", "langgraph", "litellm")) == []


def test_the_roof_is_cheap_to_import() -> None:
    """Whoever imports workaday pays for what they then use, not for all that it could do."""
    heavy = ("docx", "langgraph", "litellm", "networkx", "numpy", "openpyxl", "pptx", "scipy", "simpy")
    assert loaded("import workaday", heavy) == []


@pytest.mark.parametrize("argv", [["--help"], ["check", "first-week"]], ids=" ".join)
def test_no_model_library_for_a_command_that_asks_no_model(argv: list[str]) -> None:
    """Help and checking a scenario ask no model and open no door, so they load no library for either."""
    assert loaded(COMMAND, ("langgraph", "litellm", "mcp", "starlette", "uvicorn"), *argv) == []


@pytest.mark.parametrize("entry", entry_points(), ids=lambda entry: f"{entry.group}-{entry.name}")
def test_every_entry_point_resolves(entry: EntryPoint) -> None:
    """What Workaday announces as a plugin of its own is there, and is a class."""
    assert isinstance(entry.load(), type)


def test_what_is_installed_is_what_is_declared() -> None:
    """The installed entry points are those of pyproject.toml: no stale install is under test."""
    installed = {(e.group, e.name, e.value) for e in distribution("workaday").entry_points if e.group in DOORS}
    assert installed == {(e.group, e.name, e.value) for e in entry_points()}, "pyproject.toml changed: install again"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_is_typed(package: str) -> None:
    """Type checkers of those who use a package read its annotations: each carries py.typed."""
    assert (ROOT / package / "py.typed").is_file()


@pytest.mark.parametrize("package", ["sim", "personas", "orgs", "scenarios", "scorers"])
def test_a_package_re_exports_nothing(package: str) -> None:
    """One name has one place: the `__init__` of a package is a docstring, so importing one noun loads no other."""
    (only,) = ast.parse((ROOT / package / "__init__.py").read_text(encoding="utf-8")).body
    assert isinstance(only, ast.Expr)
    assert isinstance(only.value, ast.Constant)
    assert isinstance(only.value.value, str)


def test_names_say_what_things_are() -> None:
    """No module, class or function is called handler, utils, helper, base or misc: those name no noun."""
    defined = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    empty = {"handler", "handlers", "util", "utils", "helper", "helpers", "base", "misc"}
    faults = []
    for path, tree in parsed():
        for name in [path.stem, *(node.name for node in ast.walk(tree) if isinstance(node, defined))]:
            if empty & set(re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower().split("_")):
                faults.append(f"{path}: {name}")
    assert faults == []


def test_nothing_rests_on_a_salted_hash() -> None:
    """`hash()` is another number in every process, so nothing that must come out the same twice may call it."""
    faults = []
    for path, tree in parsed():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "hash":
                faults.append(f"{path}:{node.lineno}")
    assert faults == []
