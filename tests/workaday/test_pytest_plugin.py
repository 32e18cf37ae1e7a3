"""Gates as tests: what is collected, what becomes of what is inconclusive, and what is written for CI."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.test_house import loaded
from tests.workaday.evidence import run_of
from workaday import pytest_plugin
from workaday.attempts import Attempt
from workaday.gate import Gate

INI = "[pytest]\naddopts = -p no:langsmith_plugin\nasyncio_default_fixture_loop_scope = function\n"


@pytest.fixture
def gate(flour: str, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A gate whose plays are made up: outcomes 0.9 and 0.91 of two seeds pass, their totals of 0.5 and 0.9 are unsure,
    and none of them passed."""
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    pytester.makefile(".ini", pytest=INI)
    path = pytester.path / "bread.workaday.yaml"
    needs = "{total: 0.7, passed: 1, outcome: 0.8}"
    path.write_text(f"gate: bread\nscenarios: [{flour}]\nplayer: idle\nseeds: 1..2\nneeds: {needs}\n", "utf-8")

    def play(self: Gate, folder: Path, names: Any = None, **more: Any) -> list[Attempt]:
        values = {1: (0.5, 0.9), 2: (0.9, 0.91)}
        return [
            run_of("flour", seed, total, passed=False, scores={"outcome": outcome, "noise": 1.0})
            for seed, (total, outcome) in values.items()
        ]

    monkeypatch.setattr(Gate, "play", play)
    return path


def test_one_test_for_each_figure_and_an_outcome_of_its_own(gate: Path, pytester: pytest.Pytester) -> None:
    """What is unsure neither passes nor fails; it is told with its reason, and does not fail the session by itself."""
    result = pytester.runpytest("-v", gate.name, "--junitxml=out.xml", "--workaday-summary=sum.md")
    result.stdout.fnmatch_lines([
        "bread.workaday.yaml::flour::total INCONCLUSIVE*",
        "bread.workaday.yaml::flour::passed FAILED*",
        "bread.workaday.yaml::flour::outcome PASSED*",
        "passed: passed is 0.000, and has to reach 1",
        "flour: total: total is 0.700, and has to reach 0.7; with so few seeds it may be*",
        "*1 failed, 1 passed, 1 inconclusive in*",
    ])  # fmt: skip
    assert result.ret == 1
    cases = {case.get("name"): case for case in ET.parse(pytester.path / "out.xml").iter("testcase")}
    assert set(cases) == {"total", "passed", "outcome"}
    skipped = cases["total"].find("skipped")
    assert skipped is not None
    assert "inconclusive: total is 0.700" in (skipped.get("message") or "")
    summary = (pytester.path / "sum.md").read_text(encoding="utf-8")
    assert summary.startswith("### bread: failed\n\n1 passed, 1 failed, 1 inconclusive.\n")
    assert "| flour | outcome |  | 0.905 | 0.800 | passed | outcome is 0.905, and has to reach 0.8 |" in summary


@pytest.mark.parametrize(
    ("become", "line"),
    [("fail", "*2 failed, 1 passed in*"), ("xfail", "*1 failed, 1 passed, 1 inconclusive in*")],
)
def test_what_is_inconclusive_becomes_what_the_gate_says(
    gate: Path, pytester: pytest.Pytester, become: str, line: str
) -> None:
    """It fails, or is expected to; by the option as by the file."""
    pytester.runpytest(gate.name, f"--workaday-inconclusive={become}").stdout.fnmatch_lines([line])


def test_mistakes_in_a_gate_stop_the_collection(gate: Path, pytester: pytest.Pytester) -> None:
    """By file, line and fix; and a baseline that is not there yet is told with how to write it."""
    text = gate.read_text("utf-8")
    gate.write_text(text.replace("outcome:", "ouctome:"), "utf-8")
    result = pytester.runpytest(gate.name)
    result.stdout.fnmatch_lines(["*bread.workaday.yaml:5:*'ouctome' is no figure*Did you mean 'outcome'?"])
    assert result.ret == 2
    gate.write_text(f"{text}baseline: base.yaml\n", "utf-8")
    pytester.runpytest(gate.name).stdout.fnmatch_lines(["*no such baseline yet*workaday baseline update*"])


def test_a_scenario_by_itself(flour: str, gate: Path, pytester: pytest.Pytester) -> None:
    """--workaday takes the place of the usual tests, and asks what the scenario asks for; a name that is none is
    told."""
    pytester.makepyfile("def test_other(): pass")
    result = pytester.runpytest("--workaday", flour, "--collect-only", "-q")
    assert re.findall(r"flour\.yaml::flour::(\w+)", result.stdout.str()) == ["total", "passed"]
    result.stdout.no_fnmatch_line("*test_other*")
    pytester.runpytest("--workaday", "nowhere").stderr.fnmatch_lines(["*--workaday: nowhere*"])


def test_a_folder_with_a_gate_is_collected_with_its_other_tests(gate: Path, pytester: pytest.Pytester) -> None:
    """A gate that lies among tests is one of them."""
    pytester.makepyfile("def test_other(): pass")
    pytester.runpytest().stdout.fnmatch_lines(["*1 failed, 2 passed, 1 inconclusive in*"])


def test_a_play_is_one_worker_s(gate: Path, pytester: pytest.Pytester) -> None:
    """All figures of a scenario are in one scope, and pytest-xdist spreads by scopes where nobody says otherwise; where
    somebody does, each worker keeps files of its own."""
    items, _ = pytester.inline_genitems(gate.name)
    assert {item.nodeid.rpartition("::")[0] for item in items} == {"bread.workaday.yaml::flour"}
    for asked, chosen, below in (("no", "loadscope", "."), ("worksteal", "worksteal", "gw0")):
        config = pytester.parseconfig(gate.name, "-n", "2", "--dist", asked)
        next(pytest_plugin.pytest_cmdline_main(config))
        assert config.option.dist == chosen
        node = SimpleNamespace(config=config, workerinput={"workerid": "gw0"})
        pytest_plugin.pytest_configure_node(node)
        worker: Any = pytester.parseconfig(gate.name, "--workaday-runs=kept")
        worker.workerinput = node.workerinput
        pytest_plugin.pytest_configure(worker)
        assert worker.stash[pytest_plugin._PLAYS].folder == Path("kept") / below


def test_a_start_of_pytest_pays_nothing() -> None:
    """The plugin is loaded wherever Workaday is installed: it opens nothing of Workaday's by itself."""
    heavy = ("workaday.gate", "workaday.result", "scenarios.load", "pydantic", "yaml", "simpy", "litellm")
    assert loaded("import workaday.pytest_plugin", heavy) == []
