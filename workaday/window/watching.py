"""Pages of a run until somebody has seen enough; of a scenario, played beside them in a process of its own, so that a
player that computes never holds the pages up."""

import asyncio
import json
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

from sim.record import Record
from sim.runfile import JournalError
from workaday.doors.stopping import stopping
from workaday.exits import Exit, Trouble
from workaday.result import RUNS
from workaday.tables import figure
from workaday.window.serving import HOST, opened
from workaday.window.watch import Watch

_COMMAND: Final = "from workaday.cli import main; main()"
PORT: Final = 8421
"""Where the pages are, where nothing else is said; any port, where that one is taken."""
_LOOKS: Final = 0.05
"""Real seconds between two looks for the file."""


class Playing:
    """A run that is going on in another process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._over = asyncio.create_task(process.communicate())

    async def over(self) -> tuple[int, dict[str, Any]]:
        """Wait for the end: the exit code of ``workaday run``, and the object it printed."""
        out, err = await asyncio.shield(self._over)
        try:
            told = json.loads(out)
        except ValueError:
            told = {"error": err.decode(errors="replace").strip() or self._ended_by()}
        return self._process.returncode or 0, told

    def _ended_by(self) -> str:
        """How it ended that said nothing."""
        code = self._process.returncode or 0
        how = f"was ended by signal {-code}" if code < 0 else f"ended with {code} and said nothing"
        return f"what played the scenario {how}: workaday resume goes on"

    @property
    def ended(self) -> bool:
        """Whether it is over."""
        return self._over.done()

    async def stop(self) -> None:
        """Stop it where it stands, as Ctrl-C does; it can be resumed."""
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGINT)
        await self._over


@asynccontextmanager
async def playing(scenario: str, path: Path, arguments: Sequence[str]) -> AsyncIterator[Playing]:
    """The time in which a scenario is played into ``path``, from where the file can be read.

    ``arguments`` are further ones of ``workaday run``. Raises :class:`~workaday.exits.Trouble` where it does not begin.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _COMMAND, "run", scenario, "--out", str(path), "--json", *arguments,
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    child = Playing(process)
    try:
        while not _can_be_read(path):
            if child.ended:
                code, told = await child.over()
                raise Trouble(Exit(code) if code in set(Exit) else Exit.USER, str(told.get("error") or told))
            await asyncio.sleep(_LOOKS)
        yield child
    finally:
        await child.stop()


def _can_be_read(path: Path) -> bool:
    """Whether the file is there with its header."""
    try:
        Record.open(path).close()
    except JournalError:  # not there yet, or still being laid out
        return False
    return True


async def shown(path: Path, port: int | None, told: Callable[[str], None]) -> None:
    """Show a run until Ctrl-C or SIGTERM. ``told`` is given the address. Raises :class:`~workaday.exits.Trouble`."""
    async with stopping() as stop, _pages(path, port) as address:
        told(address)
        await stop.wait()


async def played(
    scenario: str,
    path: Path,
    arguments: Sequence[str],
    port: int | None,
    told: Callable[[str], None],
    over: Callable[[str], None],
) -> None:
    """Play a scenario and show it, also when it is over, until Ctrl-C or SIGTERM. ``over`` is given how it ended.

    Raises :class:`~workaday.exits.Trouble`.
    """
    async with stopping() as stop, playing(scenario, path, arguments) as child, _pages(path, port) as address:
        told(address)
        stopped = asyncio.create_task(stop.wait())
        ended = asyncio.create_task(child.over())
        await asyncio.wait((stopped, ended), return_when=asyncio.FIRST_COMPLETED)
        if stopped.done():
            await child.stop()
        _, result = await ended
        over(str(result.get("error") or f"{path}: {result.get('outcome')}, total {figure(result['scores']['total'])}"))
        await stopped


@asynccontextmanager
async def _pages(path: Path, port: int | None) -> AsyncIterator[str]:
    """The time in which a run can be watched, with the address."""
    Record.open(path).close()
    watch = Watch(str(path))
    if port is None:
        port = PORT if _is_free(PORT) else 0
    async with opened(watch.application(), port) as address:
        yield address


def _is_free(port: int) -> bool:
    with socket.socket() as trial:
        try:
            trial.bind((HOST, port))
        except OSError:
            return False
    return True


def free_path(scenario: str, player: str, seed: int) -> Path:
    """A name in the folder of runs that nothing has."""
    stem = re.sub(r"[^\w.]+", "-", f"{Path(scenario).stem}-{player}").strip("-")
    for number in count(1):
        path = RUNS / f"{stem}-s{seed}{'' if number == 1 else f'-{number}'}.workaday"
        if not path.exists():
            return path
    raise AssertionError
