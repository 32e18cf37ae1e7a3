"""What is installed is found by its entry points, also what came or went while the process ran."""

import shutil
from pathlib import Path

import pytest

from sim.plugins import announced, brought_by, installed, package_of, version_of

POINTS = "[workaday.minds]\nzany = zany:Mind\nodd = zany:Odd\n\n[workaday.apps]\nodd = zany:App\n"


def install(folder: Path, name: str, points: str, version: str = "1.5") -> Path:
    """What an installer leaves of a package's metadata."""
    found = folder / f"{name}-{version}.dist-info"
    found.mkdir()
    (found / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    (found / "entry_points.txt").write_text(points, encoding="utf-8")
    return found


def test_by_kind_and_name_with_who_brings_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a kind in alphabetical order, beside ours, and with the distribution that brought them."""
    install(tmp_path, "zany", POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    assert list(installed("minds")) == ["llm", "odd", "reflex", "zany"]
    assert {entry.value: brought_by(entry) for entry in announced("apps") if entry.name == "odd"} == {
        "zany:App": ("zany", "1.5")
    }
    by = brought_by(installed("minds")["reflex"])
    assert by is not None
    assert by[0] == "workaday"


def test_what_comes_or_goes_meanwhile_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a notebook, say: installed or removed in a folder that was searched before, or by a new folder."""
    before = list(installed("minds"))
    assert version_of("zany") == "not installed"
    monkeypatch.syspath_prepend(tmp_path)
    assert list(installed("minds")) == before
    assert version_of("zany") == "not installed"
    metadata = install(tmp_path, "zany", POINTS)
    assert list(installed("minds")) == sorted([*before, "odd", "zany"])
    assert version_of("zany") == "1.5"
    shutil.rmtree(metadata)
    assert list(installed("minds")) == before
    assert version_of("zany") == "not installed"


def test_of_two_with_one_name_both_are_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever must not guess between them sees both, in an order that does not depend on the disk."""
    install(tmp_path, "second", "[workaday.minds]\nzany = second:Mind\n")
    install(tmp_path, "first", "[workaday.minds]\nzany = first:Mind\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert [entry.value for entry in announced("minds") if entry.name == "zany"] == ["first:Mind", "second:Mind"]


def test_a_folder_that_is_not_there_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A path may name what does not exist, or is no folder."""
    before = list(installed("players"))
    monkeypatch.syspath_prepend(tmp_path / "nowhere")
    assert list(installed("players")) == before


def test_a_module_tells_what_it_was_installed_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the list of files of the distribution; what lies about in a folder belongs to none."""
    metadata = install(tmp_path, "zany", POINTS)
    (metadata / "RECORD").write_text("zany_minds/__init__.py,,\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert package_of("zany_minds.rules") == "zany"
    assert package_of("zany_notes") is None
