"""Scorers come through entry points; one that is broken is told by name, never left out."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from scorers.registry import GROUP, BrokenScorer, load
from scorers.score import Score, not_applicable
from sim.record import Record


class Punctual:
    """A scorer as another package would bring it."""

    name = "punctual"
    version = "1"

    def score(self, record: Record, /) -> Score:
        return not_applicable(self, "Nothing to see.")


class Unversioned:
    name = "unversioned"

    def score(self, record: Record, /) -> Score:
        raise NotImplementedError


def entry(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, GROUP)


HERE = "tests.scorers.test_registry"


def test_ours_are_there() -> None:
    """What Workaday brings itself comes through the same door, is made without arguments and knows its name."""
    found = load()
    ours = sorted(
        "asking commitments conflict escalation handover honesty information interruptions meetings noise outcome "
        "relationships responsiveness rubric tone".split()
    )
    assert [name for name in found if name in ours] == ours
    for name in ours:
        assert found[name]().name == name


def test_somebody_elses_is_found() -> None:
    """A class of another package is loaded by its entry point."""
    assert load([entry("punctual", f"{HERE}:Punctual")])["punctual"] is Punctual


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("gone", "no_such_package.scorer:Gone", "no_such_package"),
        ("gone", f"{HERE}:Gone", "Gone"),
        ("punctual", f"{HERE}:entry", "it is no class"),
        ("unversioned", f"{HERE}:Unversioned", "it has no version"),
        ("punctuality", f"{HERE}:Punctual", "calls itself 'punctual'"),
    ],
)
def test_a_broken_scorer_is_told_by_name(name: str, value: str, says: str) -> None:
    """What cannot be used stops scoring, and says which scorer it is, where it came from and what is wrong."""
    with pytest.raises(BrokenScorer, match=says) as error:
        load([entry(name, value)])
    assert repr(name) in str(error.value)
    assert value in str(error.value)


def test_two_of_one_name_are_told() -> None:
    """Which of two scorers of one name is asked must not depend on the order of installation."""
    with pytest.raises(BrokenScorer, match="same name"):
        load([entry("punctual", f"{HERE}:Punctual"), entry("punctual", f"{HERE}:Unversioned")])


@pytest.mark.parametrize("source", ["raise SystemExit(0)", "raise ValueError('x')", "import nowhere_at_all", "def"])
def test_a_scorer_that_cannot_be_imported_is_told_with_its_line(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever its module does while it is imported, sys.exit() too: the file and the line in it."""
    (tmp_path / "wrong_scorer.py").write_text(f"\n\n{source}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BrokenScorer, match=r"wrong_scorer\.py, line 3"):
        load([EntryPoint("wrong", "wrong_scorer:Wrong", "workaday.scorers")])
