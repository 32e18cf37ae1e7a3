"""``workaday list``: what there is."""

import importlib
import json
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from workaday.cli import invoke
from workaday.commands.listing import ABOUT, KINDS, _first_line


def test_everything_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """Libraries and installed plug-ins, each entry with a line about it."""
    assert invoke(["list"]) == 0
    told = capsys.readouterr().out
    for name in ("first-week", "vorstmark", "careful-controller", "diligent", "reflex", "outcome"):
        assert f"  {name} " in told
    assert all(f"\n{kind}\n" in f"\n{told}" for kind in KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_one_kind_can_be_chosen(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With a kind only its entries are listed, none without a word about it."""
    assert invoke(["list", kind, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == [kind]
    assert told[kind]
    assert all(told[kind].values())


def test_a_kind_nobody_knows_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong kind ends with 2 and the kinds there are."""
    assert invoke(["list", "persons"]) == 2
    assert "personas" in capsys.readouterr().err


def test_what_is_said_of_ours_is_of_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    """Every description belongs to an installed plug-in, and every one of ours has a description."""
    invoke(["list", "--json"])
    told = json.loads(capsys.readouterr().out)
    for group, name in ABOUT:
        assert told[group][name] == ABOUT[group, name]


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("brevity_pack.brief:Brief", "Whether messages are short."),
        ("brevity_pack.brief:Bare", "Scorers of length."),
        ("brevity_pack:Gone", ""),
        ("brevity_pack.nowhere:Brief", ""),
        ("no_such_pack:Brief", ""),
        ("single_file:Brief", "In one file."),
    ],
)
def test_what_is_somebody_elses_is_told_in_its_own_words(
    target: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first line of the docstring, read without running the package: a broken or heavy one costs nothing."""
    (tmp_path / "brevity_pack").mkdir()
    (tmp_path / "brevity_pack" / "__init__.py").write_text("raise RuntimeError('run')\n", encoding="utf-8")
    text = '"""Scorers of length."""\nimport gone\nclass Brief:\n    """Whether messages are short.\n\n    X."""\n'
    (tmp_path / "brevity_pack" / "brief.py").write_text(f"{text}\nclass Bare:\n    pass\n", encoding="utf-8")
    (tmp_path / "single_file.py").write_text('class Brief:\n    """In one file."""\n', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    assert _first_line(EntryPoint("brief", target, "workaday.scorers")) == said
