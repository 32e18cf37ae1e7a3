"""What holds for every test: no network, nobody's keys, and the same examples in every run."""

import gc
import ipaddress
import os
import socket
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

# Read by litellm, langgraph and their friends when they are imported, so set before any test can import them.
os.environ.update(
    HF_HUB_OFFLINE="1",
    LANGSMITH_TRACING="false",
    LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS="True",
    LITELLM_LOCAL_MODEL_COST_MAP="True",
    LITELLM_MODE="PRODUCTION",
    LITELLM_OFFLINE_MODE="true",
)
for name in [name for name in os.environ if name.endswith(("_API_KEY", "_API_TOKEN", "_AUTH_TOKEN"))]:
    del os.environ[name]

settings.register_profile("workaday", derandomize=True, deadline=None, database=None)
settings.load_profile("workaday")

# What modules, test items and schemas make stays to the end: looking through it for garbage again and again, as Python
# does by default with every 700 objects that are new, takes a sixth of the time of all tests.
gc.set_threshold(50_000, 10, 10)


def pytest_collection_finish() -> None:
    """What there is when the tests begin is left out of the search for garbage."""
    gc.freeze()


_refused: list[str] = []


def _is_loopback(host: object) -> bool:
    if host is None or host in ("", b"", "localhost", b"localhost"):
        return True
    try:
        return ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host)).is_loopback
    except ValueError:
        return False


def _refuse(what: str, host: object) -> None:
    message = f"a test tried to {what} {host!r}: tests reach loopback addresses only (tests/conftest.py)"
    _refused.append(message)
    raise ConnectionRefusedError(message)


def _offline(event: str, args: tuple[Any, ...]) -> None:
    """Refuse whatever would leave this machine. An audit hook sees every socket of the process, asyncio's too."""
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        opened, address = args
        if opened.family in (socket.AF_INET, socket.AF_INET6) and address and not _is_loopback(address[0]):
            _refuse("connect to", address[0])
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr") and not _is_loopback(args[0]):
        _refuse("look up", args[0])


sys.addaudithook(_offline)


@pytest.fixture(autouse=True)
def refused_connections() -> Iterator[list[str]]:
    """The connections refused during this test; any left at its end fail it, also where the code caught the error."""
    _refused.clear()
    yield _refused
    left = list(_refused)
    _refused.clear()
    assert not left, "\n".join(left)
