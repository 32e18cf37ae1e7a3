"""The idle player: the floor."""

from pathlib import Path

from sim.record import Record
from workaday.result import run


def test_it_does_nothing_and_gets_nothing(flour: str, tmp_path: Path) -> None:
    """It waits through everything until nobody will ever act again, and scores 0."""
    result = run(flour, player="idle", out=tmp_path / "idle.workaday")
    assert (result.outcome, result.scores.total) == ("stalemate", 0.0)
    with Record.open(result.path) as record:
        assert record.count(("seat.acted", "chat.sent", "drive.written"), actor="seat") == 0
        assert record.count("seat.waited") <= 3
