"""The tests' own guard: nothing leaves this machine, and no key of the person who runs them is in reach."""

import asyncio
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest


def _connect(family: socket.AddressFamily, address: tuple[str, int]) -> None:
    with socket.socket(family, socket.SOCK_STREAM) as opened:
        opened.connect(address)


def _send(address: tuple[str, int]) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as opened:
        opened.sendto(b"hello", address)


def _accept_one(server: socket.socket) -> None:
    server.accept()[0].close()


async def _open(host: str) -> None:
    await asyncio.open_connection(host, 443)


@pytest.mark.parametrize(
    "attempt",
    [
        pytest.param(lambda: _connect(socket.AF_INET, ("192.0.2.1", 443)), id="connect-ipv4"),
        pytest.param(lambda: _connect(socket.AF_INET6, ("2001:db8::1", 443)), id="connect-ipv6"),
        pytest.param(lambda: _send(("192.0.2.1", 53)), id="datagram"),
        pytest.param(lambda: socket.getaddrinfo("example.invalid", 443), id="name-look-up"),
        pytest.param(lambda: asyncio.run(_open("192.0.2.1")), id="asyncio"),
    ],
)
def test_nothing_leaves_this_machine(attempt: Callable[[], object], refused_connections: list[str]) -> None:
    """Whatever road out a test takes, it is refused with an error that says why."""
    with pytest.raises(ConnectionRefusedError, match="loopback addresses only"):
        attempt()
    assert len(refused_connections) == 1
    refused_connections.clear()


def test_loopback_stays_open() -> None:
    """A server that a test starts on this machine can be reached, by name and by number."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        for host in ("127.0.0.1", "localhost"):
            accepted = threading.Thread(target=_accept_one, args=(server,))
            accepted.start()
            with socket.create_connection((host, server.getsockname()[1]), timeout=5) as opened:
                assert opened.recv(1) == b""
            accepted.join()


def test_a_caught_refusal_fails_all_the_same(pytester: pytest.Pytester) -> None:
    """Code that swallows the refusal does not make the test pass: what was refused is counted at its end."""
    pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(
        """
        import contextlib, socket

        def test_swallows():
            with contextlib.suppress(OSError):
                socket.create_connection(("192.0.2.1", 443))
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:langsmith_plugin")
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*loopback addresses only*"])


def test_no_key_is_in_reach() -> None:
    """A test cannot spend the money of the person who runs it."""
    assert [name for name in os.environ if name.endswith("_API_KEY")] == []
