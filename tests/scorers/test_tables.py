"""Every scorer has a table of micro-records whose right value is worked out by hand."""

import ast
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from inspect import getsource
from textwrap import dedent

import pytest

from scorers.registry import load
from tests.scorers.micro import Table

LEAST = 10
"""Micro-records that a scorer has to have, good paths and mistakes."""
ELSEWHERE = {"rubric": "tests.scorers.rubrics.test_scorer", "fidelity": "tests.scorers.fidelity.test_card"}
"""Where the table is that is not in tests.scorers.test_NAME."""
OURS = [name for name, kind in load().items() if kind.__module__.partition(".")[0] == "scorers"]


def body_of(story: Callable[[], object]) -> str:
    """What a story does, without its name and its docstring."""
    function = ast.parse(dedent(getsource(story))).body[0]
    assert isinstance(function, ast.FunctionDef)
    return ast.dump(ast.Module(function.body[1:], []))


@pytest.mark.parametrize("name", [*OURS, "fidelity"])
def test_every_scorer_has_a_table_of_micro_records(name: str) -> None:
    """Ten at least, no two the same, each with its value worked out in its docstring; and values of several kinds."""
    table: Table = import_module(ELSEWHERE.get(name, f"tests.scorers.test_{name}")).case
    stories = [story for story, _ in table.stories]
    assert len(stories) >= LEAST
    assert [story.__name__ for story in stories if not story.__doc__] == []
    assert [body for body, count in Counter(map(body_of, stories)).items() if count > 1] == []
    assert len({str(value) for _, value in table.stories}) >= 4


@pytest.mark.parametrize("name", OURS)
def test_a_table_has_good_paths_and_mistakes(name: str) -> None:
    """Full marks at least twice, and at least five records that lost something."""
    table: Table = import_module(ELSEWHERE.get(name, f"tests.scorers.test_{name}")).case
    values = [value for _, value in table.stories if value is not None]
    assert values.count(1.0) >= 2
    assert sum(value < 1.0 for value in values) >= 5
