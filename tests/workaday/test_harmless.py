"""What a player wrote cannot repaint the terminal of whoever reads the run."""

from pathlib import Path

import pytest

import workaday
from sim.player import Act, Briefing, Observation
from workaday.cli import invoke
from workaday.harmless import harmless
from workaday.tables import console, put

CROISSANTS = Path(__file__).parents[2] / "examples" / "kiosk" / "croissants.yaml"
ODD = "\x1b[2J\x1b]0;owned\x07 \u202e \x9b31m 安全 שלום"


class Painter:
    """Writes what a terminal obeys, wherever it may, and tries an action with such a name."""

    name = "painter"

    def begin(self, briefing: Briefing) -> None:
        self._left = [
            Act(action="chat.send", arguments={"to": ["mira"], "text": ODD}),
            Act(action="\x1b[31mhm", arguments={ODD: ODD}),
            Act(action="drive.write", arguments={"path": "/order.md", "text": f"croissants: {ODD}"}),
        ]

    async def act(self, observation: Observation) -> Act:
        return self._left.pop(0) if self._left else Act(action="desk.wait", arguments={"until": "1d"})


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A run of the painter's."""
    path = tmp_path_factory.mktemp("painted") / "run.workaday"
    workaday.run(CROISSANTS, player=Painter(), out=path)
    return str(path)


@pytest.mark.parametrize(
    "command",
    [
        ["show", "RUN"], ["show", "RUN", "--all"], ["show", "RUN", "--raw"], ["score", "RUN", "--all"],
        ["score", "RUN", "--json"], ["fidelity", "RUN"], ["diff", "RUN", "RUN"], ["trajectories", "RUN", "RUN"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_no_command_prints_what_a_terminal_obeys(
    command: list[str], run: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Control characters and those that turn the direction of text are shown, by every command that tells of a run."""
    invoke([run if word == "RUN" else word for word in command])
    told = capsys.readouterr()
    assert harmless(told.out + told.err) == told.out + told.err
    if command[:2] == ["show", "RUN"] and "--raw" not in command:
        assert "\\x1b[2J" in told.out
        assert "安全 שלום" in told.out


def test_a_table_is_made_harmless_and_keeps_its_styles(capsys: pytest.CaptureFixture[str]) -> None:
    """In a cell as in a line; what is bold stays bold where that is shown."""
    from rich.table import Table

    table = Table()
    table.add_column("x")
    table.add_row(ODD)
    where = console()
    put(where, table)
    put(where, ODD)
    told = capsys.readouterr().out
    assert "\x1b" not in told
    assert told.count("\\x1b") == 4
