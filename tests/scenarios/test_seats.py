"""Scenarios with several seats: read, checked, and taken apart into what each seat has."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from scenarios.load import Loaded, load
from scenarios.packing import pack, unpack
from sim.source import SourceError

BOOKMOBILE = Path(__file__).parents[2] / "examples" / "bookmobile"


@pytest.fixture(scope="module")
def tour() -> Loaded:
    return load(BOOKMOBILE / "first-tour.yaml")


def changed(folder: Path, change: Mapping[str, Any], without: tuple[str, ...] = ()) -> Loaded:
    """The scenario with other entries, read from a folder of its own."""
    data = yaml.safe_load((BOOKMOBILE / "first-tour.yaml").read_text(encoding="utf-8")) | change
    for key in without:
        del data[key]
    (folder / "bookmobile.yaml").write_text((BOOKMOBILE / "bookmobile.yaml").read_text(encoding="utf-8"), "utf-8")
    path = folder / "first-tour.yaml"
    path.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    return load(path)


def problems(folder: Path, change: Mapping[str, Any]) -> list[str]:
    with pytest.raises(SourceError) as caught:
        changed(folder, change)
    return [f"{problem.where}: {problem.rule}" for problem in caught.value.problems]


def test_each_seat_has_its_own_brief_tasks_and_steps(tour: Loaded) -> None:
    """What one player is made for and graded by holds nothing of the other's; nobody in a seat has a mind."""
    assert tour.script.players == ("pau", "aina")
    assert set(tour.script.cast) == {"neus", "jordi", "remei"}
    aina = tour.for_seat("aina")
    assert [task.id for task in aina.script.tasks] == ["letter"]
    assert "You write to the schools." in aina.script.brief
    assert "You plan the tour." not in aina.script.brief
    assert [step.do for step in aina.solution.steps][:2] == ["chat", "wait"]
    assert tour.solution.steps == tour.for_seat("pau").solution.steps
    assert tour.warnings == ()


def test_a_task_is_given_by_the_manager_of_its_own_seat(tour: Loaded) -> None:
    """Left out, it is that seat's manager, not the first one's."""
    assert {task.id: task.given_by for task in tour.script.tasks} == {"plan": "neus", "letter": "neus"}


def test_a_run_file_holds_all_seats(tour: Loaded) -> None:
    """What is packed into a run's header comes out again, with every seat's steps."""
    again = unpack(pack(tour))
    assert again.script == tour.script
    assert again.solution == tour.solution
    assert "seats" not in pack(load("first-week"))["script"]


SEATS = [{"who": "pau"}, {"who": "aina"}]
FOR_JORDI = {"seat": "jordi", "title": "Plan", "text": "Plan.", "deliver": {"file": "/a.md", "by": "mon 14:00"}}
TO_NOBODY = [{"do": "chat", "to": "nobody", "text": "Hm."}]
BY_AINA = {"at": "mon 09:00", "who": "aina", "does": "chat", "to": "pau", "text": "Hm."}


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"seat": "pau"}, "seat: stands beside seats"),
        ({"seats": [{"who": "pau"}]}, "seats: has one seat alone"),
        ({"seats": [*SEATS, {"who": "pau"}]}, "seats[2].who: has a seat already"),
        ({"seats": [SEATS[0], {"who": "jordi"}]}, "seats[1].who: is no seat of bookmobile: no player may sit there"),
        ({"seats": [SEATS[0], {"who": "ania"}]}, "seats[1].who: is not a person of bookmobile"),
        ({"solution": [{"do": "finish"}]}, "solution: is nobody's where there are several seats"),
        ({"rubric": "manners.yaml"}, "rubric: is about the one seat"),
        ({"events": [BY_AINA]}, "events[0].who: is the player's seat"),
        ({"tasks": {"plan": FOR_JORDI}}, "tasks.plan.seat: is no seat of this scenario"),
        (
            {"seats": [SEATS[0] | {"solution": TO_NOBODY}, SEATS[1]]},
            "seats[0].solution[0].to: is not a person of bookmobile",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_where_it_stands(tmp_path: Path, change: Mapping[str, Any], wrong: str) -> None:
    """Seats that cannot be sat in, things that are nobody's, steps of one seat: each with its place in the file."""
    found = problems(tmp_path, change)
    assert any(told.startswith(wrong) for told in found), found


def test_a_fact_that_reaches_one_seat_reaches_all(tmp_path: Path) -> None:
    """What is told to one of two players may come to the other's task; what is told to neither is an error."""
    facts = yaml.safe_load((BOOKMOBILE / "first-tour.yaml").read_text(encoding="utf-8"))["facts"]
    sealed = facts | {"load": facts["load"] | {"told": {"to": ["neus"]}}}
    assert any("needs 'load', which can never reach the seat" in told for told in problems(tmp_path, {"facts": sealed}))


def test_seat_alone_says_that_there_are_no_others(tmp_path: Path) -> None:
    """A task of a named seat, in a scenario with one, is told to leave it out."""
    with pytest.raises(SourceError) as caught:
        changed(
            tmp_path, {"seat": "pau", "tasks": {"plan": FOR_JORDI}, "facts": {}, "approvals": {}}, without=("seats",)
        )
    assert any(problem.fix == "Leave it out: there is one seat." for problem in caught.value.problems)
