"""A small bakery, played once by the diligent player: most tests read that run."""

import os
from pathlib import Path

import pytest

from workaday.result import Result, run

MILL = Path(__file__).parents[1] / "fixtures" / "mill"


@pytest.fixture(scope="session")
def flour() -> str:
    """The scenario of one day at the bakery."""
    return str(MILL / "flour.yaml")


@pytest.fixture(scope="session")
def played(flour: str, tmp_path_factory: pytest.TempPathFactory) -> Result:
    """That day, played by the diligent player with seed 1."""
    return run(flour, player="diligent", seed=1, out=tmp_path_factory.mktemp("played") / "flour.workaday")


@pytest.fixture(autouse=True)
def as_wide_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables as wide as they are where nobody says how wide."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with nobody's addresses and keys set."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(("WORKADAY_", "OPENAI_"))]:
        monkeypatch.delenv(name)
    return tmp_path
