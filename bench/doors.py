"""Many connections to the doors at once: what is answered, how long it takes, and that nothing is lost.

    python bench/doors.py [CONNECTIONS [FILES]]

Opens so many connections (1,000 where nothing is said) to a server in a process of its own, which may have FILES open
files at once where that is given, and then sends on all of them: of five, two act (each writes a file of its own), one
looks, one follows the stream of news, and one sends half a request and nothing more. When all are answered, one
finishes the run. Then every act that was answered as done is looked for in the run file, each once.
"""

import asyncio
import json
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from time import perf_counter

from sim.record import Record

KIOSK = Path(__file__).parents[1] / "examples" / "kiosk" / "croissants.yaml"
KINDS = ("act", "act", "look", "follow", "stall")
SLOWEST = 120
"""Seconds after which a connection counts as not answered."""


class Client:
    """One connection, and what became of it."""

    def __init__(self, number: int, port: int, token: str) -> None:
        self.number = number
        self.kind = KINDS[number % len(KINDS)]
        self.status = "refused"
        self.done = False
        self._port, self._token = port, token

    async def open(self) -> None:
        try:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
            self.status = "open"
        except OSError:
            self.kind = "refused"

    async def send(self) -> None:
        """Send, and read what is answered, but for what only follows or stalls."""
        if self.status != "open":
            return
        method, path, body = "GET", "/v1/now", b""
        if self.kind == "act":
            method, path = "POST", "/v1/actions/drive.write"
            body = json.dumps({"arguments": {"path": f"/{self.number}.md", "text": "Words."}}).encode()
        elif self.kind == "follow":
            path = "/v1/news"
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {self._token}\r\n"
        whole = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        try:
            self._writer.write(whole[: len(whole) // 2] if self.kind == "stall" else whole)
            await self._writer.drain()
            if self.kind == "stall":
                return
            async with asyncio.timeout(SLOWEST):
                await self._read()
        except (OSError, asyncio.IncompleteReadError):
            self.status = "closed"
        except TimeoutError:
            self.status = "not answered"

    async def _read(self) -> None:
        told = (await self._reader.readuntil(b"\r\n\r\n")).decode()
        self.status = told.split()[1]
        self.done = "workaday-last: done" in told.casefold()
        if self.kind == "follow":
            return
        (length,) = [line.split()[1] for line in told.splitlines() if line.casefold().startswith("content-length:")]
        await self._reader.readexactly(int(length))
        self._writer.close()  # so that whoever waits to be let in gets a turn

    def close(self) -> None:
        if self.status != "refused":
            self._writer.close()


async def measured(connections: int, files: int | None, run: Path) -> str:
    def limit() -> None:
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    began = "from workaday.cli import main; main()"
    words = ["serve", str(KIOSK), "--http", "127.0.0.1:0", "--out", str(run), "--json"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", began, *words, stdout=subprocess.PIPE, preexec_fn=limit
    )
    assert process.stdout is not None
    opened = json.loads(await process.stdout.readline())["opened"]
    port = int(opened["http"].rpartition(":")[2])
    clients = [Client(number, port, opened["token"]) for number in range(connections)]
    begun = perf_counter()
    await asyncio.gather(*(client.open() for client in clients))
    open_after = perf_counter() - begun
    await asyncio.gather(*(client.send() for client in clients))
    took = perf_counter() - begun
    peak = most_memory(process.pid)
    for client in clients:
        client.close()
    code = await finished(process, port, opened["token"])
    counts = Counter((client.kind, client.status) for client in clients)
    done = {f"/{client.number}.md" for client in clients if client.kind == "act" and client.done}
    with Record.open(run) as record:
        written = [event.body.path for event in record.events(kind="drive.written")]  # type: ignore[attr-defined]
        outcome = record.outcome
    assert len(set(written)) == len(written), "an act was done twice"
    assert done <= set(written), f"acts were lost: {sorted(done - set(written))[:5]}"
    assert outcome == "finished", outcome
    answers = ", ".join(f"{kind} {status} {number}" for (kind, status), number in sorted(counts.items()))
    return (
        f"{connections} connections: open after {open_after:.1f} s, answered after {took:.1f} s, {peak} MB at most; "
        f"{answers}; {len(written)} acts in the file, none lost or doubled; exit code {code}"
    )


def most_memory(process: int) -> int:
    """The most memory that a process has had, in MB; 0 where the system does not tell."""
    status = Path(f"/proc/{process}/status")
    told = status.read_text(encoding="utf-8") if status.exists() else ""
    return next((int(line.split()[1]) // 1024 for line in told.splitlines() if line.startswith("VmHWM")), 0)


async def finished(process: asyncio.subprocess.Process, port: int, token: str) -> int:
    """Finish the run, and wait for the server to end."""
    last = Client(0, port, token)
    while last.status != "open":
        await last.open()
    last._writer.write(
        f"POST /v1/actions/desk.finish HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    )
    await process.communicate()
    last.close()
    return process.returncode or 0


def main() -> None:
    numbers = [int(word) for word in sys.argv[1:]] or [1000]
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        print(
            asyncio.run(measured(numbers[0], numbers[1] if len(numbers) > 1 else None, Path(folder) / "run.workaday"))
        )


if __name__ == "__main__":
    main()
