"""A report is one file that needs nothing beside it, shows what each lost point rests on, and tells players apart."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import workaday
from sim.player import Act, Briefing, Observation
from workaday.cli import invoke
from workaday.window.report.document import report

CROISSANTS = Path(__file__).parents[3] / "examples" / "kiosk" / "croissants.yaml"
HOSTILE = "<script>alert(1)</script> \u202eعربي 🙂 " + "ö" * 7_000


class Vandal:
    """Writes what breaks pages, and promises the moon."""

    name = "<b>vandal</b>"

    def begin(self, briefing: Briefing) -> None:
        self._left = [
            Act(action="chat.send", arguments={"to": ["mira"], "text": HOSTILE}),
            Act(action="drive.write", arguments={"path": "/عربي & 🙂.md", "text": HOSTILE + "ö" * 10_000}),
        ]

    async def act(self, observation: Observation) -> Act:
        return self._left.pop(0) if self._left else Act(action="desk.wait", arguments={"until": "1d"})


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of each of three players."""
    folder = tmp_path_factory.mktemp("runs")
    for player in ("oracle", "idle", Vandal()):
        name = player if isinstance(player, str) else "vandal"
        workaday.run(CROISSANTS, player=player, out=folder / f"{name}.workaday")
    return folder


class Page(HTMLParser):
    """What of a page matters here."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.links.append(value or "")
            if name in ("src", "srcset", "data", "poster", "action") or name.startswith("on"):
                self.loads.append(f"{name}={value}")

    def handle_data(self, data: str) -> None:
        self.text += data


def test_it_needs_nothing_beside_it(runs: Path) -> None:
    """No script, nothing that is loaded, no address but places in the file itself, and each of those is there once."""
    page = Page(report([runs / "oracle.workaday", runs / "idle.workaday"], story=True))
    assert page.loads == []
    assert {"script", "link", "img", "iframe", "object"}.isdisjoint(page.tags)
    assert all(link.startswith("#") for link in page.links)
    assert len(page.links) > 20
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))


def test_every_lost_point_leads_to_what_shows_it(runs: Path) -> None:
    """A criterion that lost something is told with the words of the events it rests on, as the score has them."""
    told = report([runs / "vandal.workaday"])
    page = Page(told)
    card = workaday.score(runs / "vandal.workaday")
    lost = [
        (criterion, score)
        for score in card.scores.values()
        for criterion in score.criteria
        if score.weight and criterion.weight and criterion.value is not None and criterion.value < 1
    ]
    assert lost
    for criterion, _ in lost:
        assert criterion.explanation in page.text
        assert all(f"r1e{serial}" in page.ids for serial in criterion.evidence[:6])


def test_whatever_people_write_is_text(runs: Path) -> None:
    """Markup and script in messages, names of files and of players are shown as they were written, and do nothing."""
    page = Page(report([runs / "vandal.workaday"]))
    assert {"script", "b", "img"}.isdisjoint(page.tags)
    assert "<script>alert(1)</script>" in page.text
    assert "/عربي & 🙂.md" in page.text
    assert "<b>vandal</b>" in page.text


def test_several_runs_make_a_leaderboard(runs: Path) -> None:
    """The best player comes first; each run has a part of its own, and no story unless it is asked for."""
    whole = Page(report(sorted(runs.glob("*.workaday"))))
    board = whole.text.partition("Who does best?")[2]
    assert board.index("oracle") < board.index("idle")
    assert {"r1", "r2", "r3"} <= set(whole.ids)
    assert "The story" not in whole.text
    assert "cannot show anything" in whole.text
    assert "The story" in Page(report(sorted(runs.glob("*.workaday")), story=True)).text


def test_a_run_that_is_not_over_has_no_verdict(tmp_path: Path) -> None:
    """What stopped on the way is told as of where it stands."""
    stopped = tmp_path / "stopped.workaday"
    workaday.run(CROISSANTS, player="diligent", out=stopped, until="1h")
    page = Page(report([stopped]))
    assert "not over" in page.text
    assert not re.search(r"\bnot passed\b", page.text)


def test_the_command_writes_it_and_never_over_a_run(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``workaday report`` names what it wrote; a run file and a folder that is not there are refused."""
    run, out = str(runs / "oracle.workaday"), tmp_path / "r.html"
    assert invoke(["report", run, "-o", str(out)]) == 0
    assert f"report of 1 run: {out}" in capsys.readouterr().out
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    before = (runs / "oracle.workaday").read_bytes()
    assert invoke(["report", run, "-o", run]) == 2
    assert (runs / "oracle.workaday").read_bytes() == before
    assert invoke(["report", run, "-o", str(tmp_path / "no" / "r.html")]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_what_cannot_be_written_leaves_the_old_report(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A report that cannot be written is told as such, with 3, and leaves neither half of one nor a draft."""
    whole = tmp_path / "folder.html"
    whole.mkdir()
    assert invoke(["report", str(runs / "oracle.workaday"), "-o", str(whole)]) == 3
    assert f"{whole}: cannot be written" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["folder.html"]


def test_it_is_made_without_a_server() -> None:
    """A report takes no web framework: who installs Workaday alone can make one."""
    code = "import sys, workaday.window.report.document; sys.exit('starlette' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
