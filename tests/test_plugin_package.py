"""Somebody else's package adds to an organisation at work through the same door as what Workaday brings itself."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent / "plugin_package"

LIST = """
import json
from importlib.metadata import entry_points
doors = ("workaday.apps", "workaday.scorers", "workaday.minds", "workaday.players")
theirs = [e for door in doors for e in entry_points(group=door) if e.dist.name == "workaday-whiteboard"]
print(json.dumps({e.name: [e.group, e.load().__module__] for e in theirs}))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the package, without network."""
    target = tmp_path_factory.mktemp("site")
    source = tmp_path_factory.mktemp("source")
    shutil.copytree(PACKAGE, source, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--quiet",
        "--root-user-action=ignore",
    ]
    what = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(target), str(source)]
    result = subprocess.run([*pip, *what], capture_output=True, text=True, timeout=600, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return target


def test_what_it_adds_is_found_and_opens(site: Path) -> None:
    """Each entry point of an installed package is found in its group, and opens a class of that package."""
    env = {**os.environ, "PYTHONPATH": str(site)}
    result = subprocess.run(
        [sys.executable, "-c", LIST], env=env, capture_output=True, text=True, timeout=600, check=False
    )
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == {
        "whiteboard": ["workaday.apps", "workaday_whiteboard.app"],
        "parrot": ["workaday.minds", "workaday_whiteboard.mind"],
        "sketcher": ["workaday.players", "workaday_whiteboard.player"],
    }
