"""The example of a player of one's own."""

from pathlib import Path

from sim.record import Record
from sim.vocabulary.chat import MessageSent
from sim.vocabulary.drive import FileWritten
from workaday.result import run

EXAMPLE = Path(__file__).parents[3] / "examples" / "own_player.py"


def test_the_example_plays_and_is_short(flour: str, tmp_path: Path) -> None:
    """What a newcomer copies works as it stands, in under forty lines, and hands something in."""
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 40
    result = run(flour, player=f"{EXAMPLE}:Asker", out=tmp_path / "own.workaday")
    assert result.outcome == "horizon"
    assert result.scores.total is not None
    assert result.scores.total > 0
    with Record.open(result.path) as record:
        assert record.count("seat.refused") == 0
        assert record.count("task.delivered") > 0


def test_the_example_writes_down_only_what_it_was_told_directly(flour: str, tmp_path: Path) -> None:
    """It reads: whole messages, from direct conversations alone; nothing of channels or calls goes into its file."""
    result = run(flour, player=f"{EXAMPLE}:Asker", out=tmp_path / "own.workaday")
    with Record.open(result.path) as record:
        direct = {
            f"{event.actor}: {body.text}"
            for event, body in record.bodies(MessageSent)
            if not body.place.startswith("#")
        }
        written = [body.text for event, body in record.bodies(FileWritten) if event.actor == "seat"]
        assert written
        assert all(any(text.startswith(said) for said in direct) for text in written)
        left = written[-1]
        for said in sorted(direct, key=len, reverse=True):
            left = left.replace(said, "")
        assert not left.strip()
