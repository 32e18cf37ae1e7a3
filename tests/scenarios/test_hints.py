"""What an error says to write can be written: every form in a fix is one that the same place takes."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import BaseModel, create_model

import orgs.schema
import orgs.values
import scenarios.events
import scenarios.schema
import scenarios.solution
import scenarios.values
import scenarios.world
from orgs.values import Day, Limit
from scenarios.values import Before, Lasts, Starts, When
from sim import source
from sim.source import SourceError
from sim.units import Duration, Money, Span, WeeklyHours, WeekTime

BAD = [
    "soon", "tomorrow", "7am", "07:00", "10:15", "mon", "mon 07:00", "monday 7", "day 3", "day 3 10:00", "day 0 10:00",
    "2026-06-08", "2026-06-31", "2026-06-31 09:00", "1900-01-01 09:00", "08.06.2026 09:00", "2026-06-08T25:00",
    "week 2 tue 10:15", "fri 16:40 in boston", "until", "until soon", "until 10:00", "until day", "1", "90", "2.5",
    "1 day 3h 2 days", "30m 1h", "3 months", "2 fortnights", "0 days", "0h", "2 days 3h", "10 to 40m", "2h to 20m",
    "to 20m", "20m to", "40-60", "25000", "25 000", "1,50 EUR", "1.500 EUR", "EUR", "ten EUR", "5 EUR", "0 EUR",
    "-3 EUR", "mon-fri", "9-17", "mon-sat 7am-3pm", "mon-fri 09:00-09:00", "mon-fry 09:00-17:00", "any time", "never",
]  # fmt: skip

TYPES: dict[str, Any] = {
    "starts": Starts,
    "lasts": Lasts,
    "when": When,
    "before": Before,
    "step": WeekTime,
    "duration": Duration,
    "span": Span,
    "money": Money,
    "limit": Limit,
    "day": Day,
    "hours": WeeklyHours,
    "hands_over": orgs.schema.RotaEntry,
    "dollars": scenarios.schema.BudgetEntry,
}


def wrong(kind: str, text: str) -> list[source.Problem]:
    """What is wrong with ``text`` where a value of this kind is wanted, in a file."""
    quoted = f'"{text}"'
    if kind == "hands_over":
        quoted = f"{{people: [ann], since: 2026-01-05, hands_over: {quoted}}}"
    if kind == "dollars":
        quoted = f"{{money: {quoted}}}"
    model: type[BaseModel] = create_model("File", value=(TYPES[kind], ...))
    try:
        source.parse(source.compose(f"value: {quoted}\n"), model)
    except SourceError as error:
        return list(error.problems)
    return []


def forms(fix: str) -> list[str]:
    """The forms that a fix names: what stands between "write" and the end of the sentence, at commas and "or"."""
    found: list[str] = []
    for sentence in re.split(r"(?<=\D)\. |\.$", fix):
        said = re.search(r"\b[Ww]rite (?:the unit twice: |it as )?(.*)", sentence)
        if said is None:
            continue
        listed = re.sub(r" for (?:thousands|cents)\b", "", said[1])
        found += re.split(r",? or (?=\S)|, (?!13:00)(?=\S)", listed)
    return [form for form in found if re.search(r"\d|^any$", form)]


def test_forms_are_found_in_a_fix() -> None:
    """So that the test below looks at something."""
    assert forms("Write tue 10:15, week 2 tue 10:15, day 3 10:00 or 2026-03-02 09:00.") == [
        "tue 10:15", "week 2 tue 10:15", "day 3 10:00", "2026-03-02 09:00",
    ]  # fmt: skip
    assert forms("Write the unit twice: 20m to 40m.") == ["20m to 40m"]
    assert forms("Write 12.50 EUR or 1.5k USD. For no limit write any.") == ["12.50 EUR", "1.5k USD", "any"]
    assert forms("Write mon-fri 08:30-17:00, or mon-thu 09:00-12:30, 13:00-17:00; fri 09:00-13:00.") == [
        "mon-fri 08:30-17:00", "mon-thu 09:00-12:30, 13:00-17:00; fri 09:00-13:00",
    ]  # fmt: skip


@pytest.mark.parametrize("kind", TYPES)
def test_every_form_that_a_fix_names_is_accepted(kind: str) -> None:
    """Whatever was written instead. A fix that names a form of another place sends its reader round in a circle."""
    named = 0
    for text in BAD:
        for problem in wrong(kind, text):
            for form in forms(problem.fix):
                named += 1
                assert wrong(kind, form) == [], f"{problem}\n  and then: {wrong(kind, form)[0]}"
    assert named >= 8


def test_a_date_without_a_time_keeps_its_date() -> None:
    """The fix is what was written, with what it lacks."""
    (problem,) = wrong("starts", "2026-06-08")
    assert problem.fix == "Write 2026-06-08 09:00."


def test_no_message_lists_the_same_words_twice() -> None:
    """A value that is none of a few words is told these once, for events and for steps."""
    for key, entry in (("events", "{at: mon 09:30, who: mira, does: phone}"), ("solution", "{do: sing}")):
        try:
            source.parse(source.compose(f"{key}: [{entry}]\n"), scenarios.schema.Scenario)
        except SourceError as error:
            (problem,) = (p for p in error.problems if p.where.startswith(key))
            assert "is not one of" in problem.rule
            assert problem.fix == ""


def _hints(module: ModuleType) -> Iterator[str]:
    """The words of a module that say what is wrong with a file and what to write."""
    tree = ast.parse(inspect.getsource(module))
    for node in ast.walk(tree):
        told = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "BadValue"
        named = isinstance(node, ast.Assign) and {getattr(t, "id", "") for t in node.targets} & {"fix", "rule"}
        if told or named:
            yield from (
                str(c.value) for c in ast.walk(node) if isinstance(c, ast.Constant) and isinstance(c.value, str)
            )


@pytest.mark.parametrize(
    "module",
    [
        orgs.schema, orgs.values, scenarios.events, scenarios.schema, scenarios.solution, scenarios.values,
        scenarios.world,
    ],
    ids=lambda module: module.__name__,
)  # fmt: skip
def test_hints_name_nobody_of_another_office(module: ModuleType) -> None:
    """A hint that is the same for every file has placeholders in it, not people and channels of a library's office:
    who reads it would look for them."""
    root = Path(orgs.schema.__file__).parents[1]
    files = [*(root / "orgs" / "library").glob("*.yaml"), *(root / "tests").rglob("*.yaml")]
    strangers = {"ines", "ruth", "rui", "marco", "ana"}
    for file in files:
        people = source.read(file).data.get("people") if "org:" in file.read_text(encoding="utf-8") else None
        strangers |= {name for name in people or () if name not in ("seat", "you")}
    told = [(name, hint) for hint in _hints(module) for name in re.findall(r"[a-z]+", hint) if name in strangers]
    assert told == []
