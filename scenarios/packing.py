"""A scenario as data in a run's header, and back: a run can go on, fork and replay without the files it came from."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from orgs.graph import OrgGraph
from personas.schema import Persona
from scenarios.grading import Grading
from scenarios.load import Loaded
from scenarios.schema import BudgetEntry
from scenarios.solution import Solution, Step
from sim.script import Script


def pack(loaded: Loaded) -> dict[str, Any]:
    """All of a scenario as JSON data. Scorers read ``org``, ``script`` and ``grading`` of it."""
    return {
        "scenario": loaded.script.scenario,
        "scenario_hash": loaded.content_hash,
        "title": loaded.title,
        "about": loaded.about,
        "org": loaded.org.to_data(),
        "script": loaded.script.model_dump(mode="json", exclude_defaults=True),
        "grading": {
            "weights": dict(loaded.grading.scores),
            "passes": {"total": loaded.grading.total, "never": list(loaded.grading.never)},
            **_rubric(loaded.grading),
        },
        "staging": {
            "personas": {who: _plain(persona) for who, persona in loaded.personas.items()},
            "grading": loaded.grading.data(),
            "solution": loaded.solution.data(),
            "budgets": {role: _plain(budget) for role, budget in loaded.budgets.items()},
        },
    }


def unpack(header: Mapping[str, Any]) -> Loaded:
    """The scenario that a run's header holds.

    Raises pydantic's ``ValidationError`` or ``KeyError`` where the header is no such data.
    """
    staging = header["staging"]
    return Loaded(
        title=header["title"],
        about=header["about"],
        script=Script.model_validate(header["script"]),
        org=OrgGraph.from_data(header["org"]),
        personas={who: Persona.model_validate(data) for who, data in staging["personas"].items()},
        grading=Grading.model_validate(staging["grading"]),
        solution=_solution(staging["solution"]),
        budgets={role: BudgetEntry.model_validate(data) for role, data in staging["budgets"].items()},
        sources=(),
        known_hash=header["scenario_hash"],
    )


def _solution(data: Mapping[str, Any]) -> Solution:
    seats = tuple((who, _STEPS.validate_python(steps)) for who, steps in data.get("seats", {}).items())
    return Solution(_STEPS.validate_python(data["steps"]), data["start"], data["zone"], seats)


def _rubric(grading: Grading) -> dict[str, Any]:
    return {} if grading.rubric is None else {"rubric": grading.rubric.model_dump(mode="json", exclude_defaults=True)}


def _plain(model: Any) -> Any:
    return model.model_dump(mode="json", by_alias=True, fallback=dict, warnings=False, exclude_defaults=True)


_STEPS: TypeAdapter[tuple[Step, ...]] = TypeAdapter(tuple[Step, ...])
