"""``workaday new``: the office it writes is sound and can be played, and nothing is written over."""

import json
import shlex
from collections.abc import Mapping
from pathlib import Path

import pytest

import orgs.load
from personas.load import library
from workaday.cli import invoke
from workaday.commands.new import ORG, PERSONA, SCENARIO, TEMPLATES, office


@pytest.mark.parametrize("people", [3, 4, 5, 6])
def test_the_office_is_sound_and_has_so_many_people(
    people: int, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It passes the check without a warning, with the number of people that was asked for."""
    assert invoke(["new", "mine", "--people", str(people)]) == 0
    assert f"an organisation of {people}\n" in capsys.readouterr().out
    assert invoke(["check", "mine"]) == 0
    assert capsys.readouterr().out == "3 files: no problems\n"
    org = orgs.load.load(here / "mine" / ORG)
    assert len(org.people) == people
    assert {person.persona for person in org.people.values()} - set(library()) == {None, f"./{PERSONA}"}


def played(player: str, people: int, seed: int, capsys: pytest.CaptureFixture[str]) -> Mapping[str, float | None]:
    """The scores of a run by ``player``: the total, and each scorer's."""
    assert invoke(["new", "mine", "--people", str(people)]) == 0
    capsys.readouterr()
    out = f"{player}.workaday"
    invoke(["run", f"mine/{SCENARIO}", "--player", player, "--seed", str(seed), "--out", out, "--json"])
    scores = json.loads(capsys.readouterr().out)["scores"]
    return {"total": scores["total"], **{name: score["value"] for name, score in scores["by"].items()}}


@pytest.mark.parametrize(("people", "seed"), [(3, 1), (6, 2)])
def test_the_oracle_has_all_of_it(people: int, seed: int, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The solution solves it, and meets the call that interrupts."""
    scores = played("oracle", people, seed, capsys)
    assert scores["total"] is not None
    assert scores["total"] >= 0.95
    assert scores["interruptions"] == 1.0
    assert scores["responsiveness"] is not None


def test_whoever_does_nothing_has_nothing_of_it(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The floor of the scale is at its bottom."""
    total = played("idle", 3, 1, capsys)["total"]
    assert total is not None
    assert total <= 0.05


@pytest.mark.parametrize(("people", "seed"), [(3, 1), (4, 2), (6, 1)])
def test_whoever_believes_the_first_answer_has_some_of_it(
    people: int, seed: int, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The wrong belief in it costs a player that does not check again; the rest of its work counts. (In other
    worlds it is sent to who knows, and believes nothing wrong.)"""
    total = played("diligent", people, seed, capsys)["total"]
    assert total is not None
    assert 0.2 <= total < 0.7


@pytest.mark.parametrize("folder", ["Bad Name", "it's"])
def test_what_it_says_to_type_can_be_typed(folder: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The commands at its end work as they stand there, whatever the folder is called."""
    assert invoke(["new", folder]) == 0
    lines = [shlex.split(line) for line in capsys.readouterr().out.splitlines() if line.startswith("workaday ")]
    assert [line[:2] for line in lines] == [["workaday", "check"], ["workaday", "run"]]
    assert invoke(lines[0][1:]) == 0


def test_nothing_is_written_over(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither a file of the same name, nor beside others; an empty folder will do."""
    (here / "mine").mkdir()
    assert invoke(["new", "mine"]) == 0
    (here / "mine" / ORG).write_text("mine\n", encoding="utf-8")
    (here / "notes").mkdir()
    (here / "notes" / "todo.txt").write_text("bread\n", encoding="utf-8")
    (here / "file").write_text("mine\n", encoding="utf-8")
    capsys.readouterr()
    for folder, told in (("mine", "has files in it already"), ("notes", "todo.txt"), ("file", "is a file")):
        assert invoke(["new", folder]) == 2
        assert told in capsys.readouterr().err
    assert (here / "mine" / ORG).read_text(encoding="utf-8") == "mine\n"
    assert [path.name for path in (here / "notes").iterdir()] == ["todo.txt"]


@pytest.mark.parametrize("people", ["2", "7", "0", "-1"])
def test_a_number_that_it_has_no_people_for_is_refused(
    people: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is written."""
    assert invoke(["new", "mine", "--people", people]) == 2
    assert "3 to 6 people" in capsys.readouterr().err
    assert not (here / "mine").exists()


def test_the_files_are_told_as_data(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --json, for a program that goes on with them."""
    assert invoke(["new", "mine", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"files": [f"mine/{name}" for name in (ORG, PERSONA, SCENARIO)], "exit": 0}
    assert all(Path(path).is_file() for path in told["files"])


def test_every_key_is_explained() -> None:
    """The keys at the top of each file, and the blocks of the scenario, have a comment with them or above them."""
    for name, text in office().items():
        lines = text.splitlines()
        for number, line in enumerate(lines):
            key = line.partition(":")[0]
            if not key.isidentifier() or key in (
                "title",
                "name",
                "about",
                "lasts",
                "brief",
                "passes",
                "habits",
                "temper",
            ):
                continue
            near = "\n".join(lines[max(0, number - 1) : number + 4])
            assert "#" in near, f"{name}: {line}"
    assert {path.name for path in TEMPLATES.iterdir()} == {ORG, PERSONA, SCENARIO, "more-people.yaml"}
