"""The bakery, whole or with one thing changed."""

from pathlib import Path

import pytest

from tests.scenarios.shop import Shop


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    """The bakery, in which nothing is wrong."""
    return Shop(tmp_path)
