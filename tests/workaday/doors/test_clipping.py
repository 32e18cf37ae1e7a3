"""What doors tell of work that was interrupted: enough to know it by, and not all of what was to be written again."""

import json
from pathlib import Path
from typing import Any

import pytest

from sim.player import Act, Cut, Observation
from tests.workaday.doors import plays
from workaday.doors.clipping import LONGEST, clipped

WORDS = "Croissants, butter. " * 2_000
ROWS = [["item", "count"], *(["croissants", number] for number in range(2_000))]
LONG = {
    "http": Act(action="drive.write", arguments={"path": "/plan.md", "text": WORDS}),
    "mcp": Act(action="drive.write_table", arguments={"path": "/plan.csv", "rows": ROWS}),
    "desk": Act(action="mail.send", arguments={"to": "mira", "subject": "Plan", "text": WORDS}),
}
"""Long work, and the door that it comes through."""
CALLED = Act(action="desk.wait", arguments={"until": "09:29", "through": True})
"""Just before a call that interrupts whatever is done then."""
AFTER = (Act(action="desk.tasks"), Act(action="desk.resume"), Act(action="desk.finish"))


@pytest.mark.parametrize("door", LONG)
async def test_interrupted_work_is_told_in_short(door: str, tmp_path: Path) -> None:
    """However much was to be written, turns are short while it is suspended, and say how much they leave out; what is
    done when it is gone back to is all of it, and the run is the same as one whose player saw everything."""
    play = (CALLED, LONG[door], *AFTER)
    whole, result = await plays.through_python(play, tmp_path / "python.workaday")
    turns, also = await plays.THROUGH[door](play, tmp_path / f"{door}.workaday")
    assert [len(json.dumps(turn)) > 25_000 for turn in whole] == [False, True, True, False, False]
    assert max(len(json.dumps(turn)) for turn in turns) < 4_000
    cut, later = turns[1]["observation"], turns[2]["observation"]
    assert cut["suspended"] == later["suspended"] == [cut["last"]["cut"]]
    assert "more characters are kept, not shown here]" in json.dumps(later["suspended"])
    assert turns[3] == whole[3]
    assert turns[3]["observation"]["last"]["receipt"]
    assert also.digest == result.digest


@pytest.mark.parametrize("value", ["x" * LONGEST, [["item", 2]] * 3, 7, None])
def test_what_is_short_is_told_as_it_is(value: Any) -> None:
    """Only what is longer than the limit is told otherwise than it was given."""
    cut = Cut(action="drive.write", arguments={"text": value}, done=1, left=9, by="mira", why="a call")
    seen = Observation(turn=1, at=0, now="now", working=True, suspended=(cut,))
    assert clipped(seen) == seen
