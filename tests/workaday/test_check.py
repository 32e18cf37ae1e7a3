"""``workaday check``: what is wrong with authors' files, by file, line and fix."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workaday.conftest import MILL
from workaday.cli import invoke


@pytest.fixture
def mill(here: Path) -> Path:
    """The bakery's files, to spoil."""
    shutil.copytree(MILL, here / "mill")
    return here / "mill"


def spoil(path: Path, old: str, new: str) -> int:
    """Put ``new`` in place of ``old``; the line it is on."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize("name", ["first-week", "vorstmark", "careful-controller"])
def test_the_library_is_sound(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What comes with Workaday can be checked by its name, and has no problems."""
    assert invoke(["check", name]) == 0
    assert capsys.readouterr().out.endswith(f"{name}: no problems\n")


def test_a_folder_is_checked_with_all_that_is_in_it(mill: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files of ours are found in it, others are left alone."""
    (mill / "notes.yaml").write_text("shopping: [flour]\n", encoding="utf-8")
    assert invoke(["check", "mill"]) == 0
    assert capsys.readouterr().out == "2 files: no problems\n"


def test_a_problem_names_file_line_column_value_rule_and_fix(mill: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line for each problem, and a summary; exit 2."""
    line = spoil(mill / "flour.yaml", "known_by: nadia", "known_by: nadja")
    assert invoke(["check", "mill/flour.yaml"]) == 2
    problem, summary = capsys.readouterr().out.splitlines()
    assert problem.startswith(f"mill/flour.yaml:{line}:15  facts.flour-price.known_by: 'nadja' ")
    assert problem.endswith("Did you mean 'nadia'?")
    assert summary == "scenario mill/flour.yaml: 1 problem in 1 file"


def test_a_problem_that_two_files_share_is_told_once(mill: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The organisation is checked for itself and for the scenario; its mistake is one mistake."""
    spoil(mill / "mill.yaml", "reports_to: bram", "reports_to: brom")
    assert invoke(["check", "mill"]) == 2
    out = capsys.readouterr().out
    assert out.count("'brom'") == 1
    assert "2 files: 1 problem in 1 file\n" in out


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("nowhere.yaml", "nowhere.yaml"),
        ("first-wek", "Did you mean 'first-week'?"),
        ("notes.yaml", "is no file of Workaday's"),
        ("empty", "holds no scenario, organisation, persona or playbook"),
        ("broken.yaml", "broken.yaml:2:1  is not YAML"),
    ],
)
def test_what_is_no_file_of_ours_is_told(path: str, rule: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is missing, of another kind, or no YAML; a folder without any; a name nobody has."""
    (here / "notes.yaml").write_text("shopping: [flour]\n", encoding="utf-8")
    (here / "broken.yaml").write_text("scenario: [\n", encoding="utf-8")
    (here / "empty").mkdir()
    assert invoke(["check", path]) == 2
    out = capsys.readouterr().out
    assert rule in out
    assert "1 problem" in out


def test_a_playbook_is_checked(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Steps for a scripted player are checked for their form."""
    (here / "steps.yaml").write_text("playbook: steps\nsteps:\n  - {do: wiat, for: 30m}\n", encoding="utf-8")
    assert invoke(["check", "steps.yaml"]) == 2
    assert "steps.yaml:3:" in capsys.readouterr().out


def test_json_lists_the_problems(mill: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --json each problem is an object with its parts."""
    spoil(mill / "flour.yaml", "known_by: nadia", "known_by: nadja")
    assert invoke(["check", "mill/flour.yaml", "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    assert (told["checked"], told["exit"], len(told["problems"])) == (1, 2, 1)
    assert set(told["problems"][0]) == {"file", "line", "column", "where", "value", "rule", "fix"}


@pytest.mark.parametrize("path", ["nope.yaml", "nope", "."])
def test_json_has_an_error_wherever_the_exit_code_is_2(
    path: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As with every other command, whoever reads the object finds in `error` why it did not end with 0."""
    assert invoke(["check", path, "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    assert "1 problem in 1 file" in told["error"]
    assert invoke(["check", "first-week", "--json"]) == 0
    assert "error" not in json.loads(capsys.readouterr().out)


def test_checking_opens_no_engine_and_no_model_library() -> None:
    """An author who saves a file has the answer at once: nothing that simulates or asks models is opened."""
    code = (
        "import sys\nfrom workaday.cli import invoke\nassert invoke(['check', 'first-week']) == 0\n"
        "print([m for m in ('simpy', 'litellm', 'langgraph', 'networkx', 'asyncio', 'sim.engine') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[-1] == "[]"


def test_a_warning_is_told_and_fails_nothing(mill: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What can be played and is probably not meant has its line, its count and its list in the JSON, and exit 0."""
    line = (
        spoil(mill / "flour.yaml", "solution:\n", "solution:\n  - {do: take, from: nadia, text: Good morning.}\n") + 1
    )
    assert invoke(["check", "mill/flour.yaml"]) == 0
    warning, summary = capsys.readouterr().out.splitlines()
    assert warning.startswith(f"warning: mill/flour.yaml:{line}:")
    assert summary == "scenario mill/flour.yaml: no problems, 1 warning"
    assert invoke(["check", "mill/flour.yaml", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["problems"], told["exit"]) == ([], 0)
    assert [entry["line"] for entry in told["warnings"]] == [line]


@pytest.mark.parametrize("command", ["run", "estimate"])
def test_a_file_of_another_kind_is_one_sentence(command: str, mill: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An organisation where a scenario is wanted is told as that, and not key by key."""
    assert invoke([command, "mill/mill.yaml"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert "mill.yaml:1:1  is an organisation, not a scenario." in said[0]


@pytest.mark.parametrize(
    "spoilt", ["scenario: [\n", "org: a\n\tname: b\n", "# mine\npersona: {\n", "scenario: Caf\xe9\n"]
)
def test_a_file_of_ours_that_cannot_be_read_is_not_passed_over(
    spoilt: str, mill: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a folder, a file that says at its top what it is fails the check, though it is no YAML or no UTF-8."""
    (mill / "new.yaml").write_bytes(spoilt.encode("latin-1"))
    assert invoke(["check", "mill"]) == 2
    assert "mill/new.yaml:" in capsys.readouterr().out


def test_a_folder_is_no_scenario(mill: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever plays a folder is told which scenarios are in it."""
    assert invoke(["run", "mill"]) == 2
    assert "mill is a folder. Name a scenario in it: mill/flour.yaml." in capsys.readouterr().err


def test_what_hides_the_rest_says_so(mill: Path, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What has not the form of a file keeps names and times from being looked up: nobody is to think that all is told.
    So does what is wrong with the seat; a file that was looked at as a whole says nothing of the kind."""
    said = "More may show once this is mended"
    spoil(mill / "flour.yaml", "known_by: nadia", "known_by: nadja")
    assert invoke(["check", "mill/flour.yaml"]) == 2
    assert said not in capsys.readouterr().out
    spoil(mill / "flour.yaml", "lasts: ", "lasts: 0 days #")
    assert invoke(["check", "mill/flour.yaml"]) == 2
    out = capsys.readouterr().out
    assert "'nadja'" not in out
    assert said in out
    assert invoke(["check", "mill/flour.yaml", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["more_may_show"] is True
    assert invoke(["run", "mill/flour.yaml"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("beside", [False, True])
def test_a_file_that_is_no_text_is_named(beside: bool, mill: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A .yaml in which there is nothing to read is told by its name, alone in a folder and beside others."""
    folder = mill if beside else mill.parent / "alone"
    folder.mkdir(exist_ok=True)
    (folder / "scan.yaml").write_bytes(bytes(range(256)))
    assert invoke(["check", folder.name]) == 2
    assert f"{folder.name}/scan.yaml" in capsys.readouterr().out
