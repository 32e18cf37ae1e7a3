"""What stands under a command in README and docs is what the command prints now."""

import json
import re
import shlex
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from workaday.cli import invoke

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LONG = (
    "first-week", "quarter-close", "deal-room", "two-bosses", "the-handover", "wet-lab", "launch", "pager-duty",
    "the-year",
)  # fmt: skip
"""What takes too long to be played for each page that shows it."""


def shown(page: Path) -> Iterator[tuple[str, str]]:
    """The commands of a page that are shown with what they print, and that."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^ {4}\$ .*\n(?:^ {4}.*\n|^\n(?= {4}))*", text, re.MULTILINE):
        lines = [line[4:] for line in block.splitlines()]
        for number, line in enumerate(lines):
            if not line.startswith("$ "):
                continue
            below = lines[number + 1 :]
            end = next((n for n, one in enumerate(below) if one.startswith("$ ")), len(below))
            yield line[2:], "".join(f"{one}\n" for one in below[:end])


def printed(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command line prints: progress and errors first."""
    command, _, filter_ = command.partition(" | jq ")
    words = shlex.split(command)
    if words[0] == "sqlite3":
        with closing(sqlite3.connect(words[1])) as connection:
            return "".join("|".join(map(str, row)) + "\n" for row in connection.execute(words[2]))
    assert words[0] == "workaday", command
    invoke(words[1:])
    told = capsys.readouterr()
    if filter_:
        found = json.loads(told.out)
        for key in filter_.strip().strip(".").split("."):
            found = found[key]
        return f"{json.dumps(found)}\n"
    return told.err + told.out


def fits(told: str, expected: str) -> bool:
    """Whether ``told`` is what is expected, where a line "..." stands for any number of lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else f"{re.escape(line)}\n" for line in expected.splitlines())
    return re.fullmatch(pattern, told) is not None


def missing(command: str) -> bool:
    """Whether a run file that it reads is not there, since it is of a run that is too long to be played here."""
    out = re.findall(r"--out (\S+)", command)
    return any(name not in out and not Path(name).exists() for name in re.findall(r"\S+\.workaday", command))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the commands work: the examples, the playbook of the docs, and the slip of the README."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copy(ROOT / "examples" / "kiosk" / "night-baker.yaml", tmp_path)
    kiosk = (ROOT / "examples" / "kiosk" / "kiosk.yaml").read_text(encoding="utf-8")
    (tmp_path / "kiosk.yaml").write_text(kiosk.replace("reports_to: luka", "reports_to: luca"), encoding="utf-8")
    for page in PAGES:
        for name, text in re.findall(
            r"<!-- whole file: (\S+) -->\n```\w+\n(.*?)```", page.read_text("utf-8"), re.DOTALL
        ):
            (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    return tmp_path


@pytest.mark.parametrize(
    ("page", "least"), [(ROOT / "README.md", 3), (ROOT / "docs" / "authoring.md", 7), (ROOT / "docs" / "runs.md", 11)],
    ids=lambda value: value.name if isinstance(value, Path) else "",
)  # fmt: skip
def test_commands_print_what_is_shown(page: Path, least: int, desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In the order of the page. Loops, and runs of the long scenarios with what is read of them, are left out."""
    tried, wrong = 0, []
    for command, expected in shown(page):
        if command.startswith("for ") or any(name in command for name in LONG) or missing(command):
            continue
        told = printed(command, capsys)
        tried += 1
        if not fits(told, expected):
            wrong.append(f"$ {command}\n{told}")
    assert wrong == [], "\n".join(wrong)
    assert tried >= least


def test_every_page_with_figures_is_tried() -> None:
    """A page that begins to show what a command prints is added above."""
    with_output = {page.name for page in PAGES for _, expected in shown(page) if expected}
    assert with_output == {"README.md", "authoring.md", "runs.md"}


def test_the_week_of_the_readme(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first run that somebody sees prints what the README shows of it, and its score the figures of the table."""
    (command, expected), *_ = shown(ROOT / "README.md")
    assert command == "workaday run first-week --out first.workaday"
    told = printed(command, capsys)
    assert fits(told, expected), told
