"""Tables and lists in a file or a pipe: no blanks at the ends, and as wide as COLUMNS says."""

from collections.abc import Sequence

import pytest

from workaday.cli import invoke
from workaday.result import Result
from workaday.tables import hanging

COMMANDS: Sequence[Sequence[str]] = (
    ("score", "RUN"), ("diff", "RUN", "RUN"), ("fidelity", "RUN"), ("realism", "RUN"), ("list",),
    ("estimate", "FLOUR"),
)  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_what_goes_to_a_file_has_no_blanks_at_its_ends_and_fits(
    words: Sequence[str],
    played: Result,
    flour: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Blanks that fill a column are for a terminal. COLUMNS is taken at its word; paths are never broken."""
    command = [{"RUN": str(played.path), "FLOUR": flour}.get(word, word) for word in words]
    wide = []
    for columns in ("200", "90"):
        monkeypatch.setenv("COLUMNS", columns)
        invoke(command)
        lines = capsys.readouterr().out.splitlines()
        assert [line for line in lines if line != line.rstrip()] == []
        wide.append(max(len(line) for line in lines if str(played.path) not in line))
    assert wide[1] <= 90


def test_a_long_text_goes_on_below_its_beginning() -> None:
    """Wrapped lines stand under the text, not under the name before it; nothing is left out."""
    text = "Makes loggers for vaccine fridges and rings somebody when one warms up"
    lines = list(hanging("vorstmark  ", text, 45))
    assert len(lines) > 1
    assert max(map(len, lines)) <= 45
    assert all(line.startswith(" " * len("vorstmark  ")) for line in lines[1:])
    assert " ".join(line.removeprefix("vorstmark").strip() for line in lines) == text
