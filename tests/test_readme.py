"""The README says what is true: its files are those of examples/, and what it shows can be done."""

import re
from pathlib import Path

import pytest

import workaday
from sim.record import Record

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
KIOSK = ROOT / "examples" / "kiosk"


@pytest.mark.parametrize(("path", "shown"), re.findall(r"<!-- (\S+) -->\n```yaml\n(.*?)```", README, re.DOTALL))
def test_files_in_the_readme_are_the_files_of_the_examples(path: str, shown: str) -> None:
    """A file shown in the README stands in examples/ word for word."""
    assert (ROOT / path).read_text(encoding="utf-8").rstrip() == shown.rstrip()


def test_every_file_of_the_kiosk_is_shown() -> None:
    """Somebody who copies what the README shows has all that the example needs."""
    shown = {Path(path).name for path in re.findall(r"<!-- (examples/kiosk/\S+) -->", README)}
    assert shown == {file.name for file in KIOSK.glob("*.yaml")}


@pytest.mark.parametrize(
    ("player", "least", "most"), [("oracle", 0.95, 1.0), ("diligent", 0.3, 1.0), ("idle", 0.0, 0.05)]
)
def test_the_kiosk_can_be_played(tmp_path: Path, player: str, least: float, most: float) -> None:
    """The example scenario is solved by its own solution, playable by rule, and gives nothing for nothing."""
    result = workaday.run(KIOSK / "croissants.yaml", player=player, out=tmp_path / "run.workaday")
    assert result.scores.total is not None
    assert least <= result.scores.total <= most


def test_the_scorer_in_the_readme_scores(tmp_path: Path) -> None:
    """The scorer shown in the README works as it stands there."""
    (code,) = re.findall(r"```python\n(from scorers.score.*?)```", README, re.DOTALL)
    names: dict[str, type] = {}
    exec(code, names)
    workaday.run(KIOSK / "croissants.yaml", player="oracle", out=tmp_path / "run.workaday")
    with Record.open(tmp_path / "run.workaday") as record:
        score = names["Brevity"]().score(record)
    assert score.value == 1.0
    assert score.evidence


def test_links_of_the_readme_lead_somewhere() -> None:
    """No link in the README or the docs points at a file that is not there."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    dead = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert dead == []
