"""``workaday realism`` and ``workaday fidelity``: the tables, the JSON, the report folder, and how they end."""

import json
import re
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

from scorers.realism.curves import Chart, Curve
from scorers.realism.table import FIGURES
from sim.record import Record
from sim.vocabulary.calendar import MeetingSpoken
from workaday.cli import invoke
from workaday.drawings import chart_svg
from workaday.result import Result, run

COIL = Path(__file__).parents[1] / "localmodel" / "coil.yaml"
PERMIT = """
  permit:
    topic: how long the permit for the slip takes
    asked_as: [the weeks for the permit]
    is: {value: eleven weeks}
    known_by: ana
    believed: {rui: {value: six weeks}}
"""
MORNING = """\
meetings:
  - title: Morning
    by: ana
    people: [ines, rui, seat]
    at: tue 08:30
    minutes: 15
    says: [{who: ines, text: "Permits, ropes. I leave in six weeks and I'm not coming back for a stamp."}]
"""


def test_the_table_has_every_row_and_says_what_does_not_apply(
    played: Result, capsys: pytest.CaptureFixture[str]
) -> None:
    """A day of a small bakery has too little of nearly everything, and the table says so."""
    assert invoke(["realism", str(played.path)]) in (0, 1)
    told = capsys.readouterr().out
    assert all(re.search(rf"^{figure.row}\*? ", told, re.M) for figure in FIGURES)
    assert "not applicable" in told
    assert "no replies to mail" in " ".join(told.split()) or "too few" in told


def test_json_is_one_object_and_the_code_says_whether_a_row_is_out(
    played: Result, capsys: pytest.CaptureFixture[str]
) -> None:
    """1 where a row without a star is out of its range, and 0 where none is. Two runs are read as one."""
    code = invoke(["realism", str(played.path), str(played.path), "--json"])
    data = json.loads(capsys.readouterr().out)
    assert len(data["runs"]) == 2
    assert code == int(any(row["verdict"] == "out" for row in data["rows"]))


def test_the_report_is_a_folder_that_opens_by_itself(
    played: Result, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A page without anything from elsewhere, charts that are well-formed SVG, and the data."""
    folder = tmp_path / "new" / "report"
    invoke(["realism", str(played.path), "-o", str(folder)])
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert "http" not in page.replace("http://www.w3.org", "")
    drawings = list(folder.glob("*.svg"))
    assert {"ranges.svg", "messages-by-weekday.svg"} <= {path.name for path in drawings}
    assert all(xml.parse(path).getroot().tag.endswith("svg") for path in drawings)
    assert json.loads((folder / "realism.json").read_text(encoding="utf-8"))["rows"]
    assert str(folder) in capsys.readouterr().out


def test_talk_of_people_that_is_none_is_a_users_mistake(
    played: Result, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line is named, and nothing else is printed."""
    path = tmp_path / "people.jsonl"
    path.write_text("{}\n")
    assert invoke(["realism", str(played.path), "--against", str(path)]) == 2
    said = capsys.readouterr()
    assert "people.jsonl:1" in said.err
    assert said.out == ""


def test_what_is_no_run_is_a_users_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both commands say which file is wrong."""
    path = tmp_path / "x.run"
    path.write_text("no run")
    for command in ("realism", "fidelity"):
        assert invoke([command, str(path)]) == 2
        assert "x.run" in capsys.readouterr().err


def test_fidelity_tells_each_coworker_and_the_sum(played: Result, capsys: pytest.CaptureFixture[str]) -> None:
    """The coworkers of the bakery said what they believe, made nothing up and told nothing they may not."""
    assert invoke(["fidelity", str(played.path)]) == 0
    told = capsys.readouterr().out
    assert invoke(["fidelity", str(played.path), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert told.startswith(f"{data['messages']} messages of {len(data['people'])} coworkers")
    slips = [f"{count} {kind}" for kind, count in data["slips"].items() if count]
    assert (f"\nSlips: {', '.join(slips)}. None of: " if slips else "\nSlips: none.\n") in told
    assert all(
        re.search(rf"^{person['name']} +{person['messages']} ", told, re.M) for person in data["people"].values()
    )
    assert data["messages"] == sum(person["messages"] for person in data["people"].values()) > 0
    assert data["slips"]["leak"] == 0


def test_charts_escape_what_they_are_told() -> None:
    """Names with signs of markup in them are text."""
    chart = Chart("A & <b>", "x", "y", (Curve("<ours>", ((0.0, 0.2), (1.0, 1.0))), Curve("b", ((0.5, 0.5),), False)))
    root = xml.fromstring(chart_svg(chart))
    words = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert {"A & <b>", "<ours>", "b"} <= set(words)


def test_what_a_scenario_has_somebody_say_in_a_meeting_is_no_slip(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Inês says in a scripted line that she leaves in six weeks: the value that Rui believes of a fact she does not
    know. The author wrote it, so nobody contradicts themselves."""
    for file in COIL.parent.glob("*.yaml"):
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    scenario = tmp_path / COIL.name
    text = scenario.read_text(encoding="utf-8").replace("\napprovals:\n", f"{PERMIT}approvals:\n", 1)
    scenario.write_text(f"{text}world: ./desk/\n", encoding="utf-8")
    (tmp_path / "desk").mkdir()
    (tmp_path / "desk" / "world.yaml").write_text(MORNING, encoding="utf-8")
    path = tmp_path / "coil.workaday"
    run(scenario, "oracle", out=path)
    with Record.open(path) as record:
        spoken = [body.text for _, body in record.bodies(MeetingSpoken)]
    assert any("six weeks" in text for text in spoken)
    invoke(["fidelity", str(path), "--json"])
    assert json.loads(capsys.readouterr().out)["slips"]["contradiction"] == 0
