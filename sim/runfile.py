"""The file of a run: one SQLite database. What the journal writes and the record reads: tables, lock, faults.

``application_id`` marks a database as a run, ``user_version`` is the version of the format. Any SQLite tool opens it:

    header    key, value (JSON): the scenario, the seed and all that is known before the run starts
    events    serial, at, actor, kind, body (JSON), causes (JSON)
    thoughts  key, n, role, who, at, request, reply, fault, usage (JSON): what cannot be computed again
    blobs     digest, data: the content of binary files, and parts of requests that are asked again and again

In format 1 every request stood whole in its thought; since format 2 its long parts are among the blobs (`sim.parts`).
"""

import errno
import json
import os
import platform
import sqlite3
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Literal

from sim.model import Role, Usage
from sim.parts import fold, unfold
from sim.vocabulary.core import canonical_json

FORMAT: Final = 2
"""The version of the format this code writes, and the newest it reads. It reads all earlier ones."""

CHECK: Final = "check"
"""The row of the header that tells what the others come to."""

FOLDED: Final = 2
"""The first format in which the parts of requests may be kept apart."""

APPLICATION_ID: Final = int.from_bytes(b"WkDy", "big")
"""Marks a SQLite file as a run, in the four bytes SQLite reserves for that."""

PATIENCE: Final = 5.0
"""Real seconds to wait for another process that has the database locked for a moment."""

SCHEMA: Final = """
CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE events (
    serial INTEGER PRIMARY KEY, at INTEGER NOT NULL, actor TEXT NOT NULL, kind TEXT NOT NULL,
    body TEXT NOT NULL, causes TEXT NOT NULL
);
CREATE INDEX events_by_kind ON events (kind);
CREATE INDEX events_by_actor ON events (actor);
CREATE TABLE thoughts (
    key TEXT NOT NULL, n INTEGER NOT NULL, role TEXT NOT NULL, who TEXT NOT NULL, at INTEGER NOT NULL,
    request TEXT NOT NULL, reply TEXT, fault TEXT, usage TEXT NOT NULL, PRIMARY KEY (key, n)
);
CREATE TABLE blobs (digest TEXT PRIMARY KEY, data BLOB NOT NULL);
"""

ErrorKind = Literal["disk_full", "permission", "io", "locked", "not_a_run", "version", "exists"]


class JournalError(Exception):
    """A run file cannot be made, read or written: what ``kind`` of trouble, which ``path``, and what to do.

    Positional arguments only, so that it survives being rebuilt from ``args``.
    """

    def __init__(self, kind: ErrorKind, path: str, message: str) -> None:
        super().__init__(kind, path, message)
        self.kind = kind
        self.path = path
        self.message = message

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


@dataclass(frozen=True, slots=True)
class Thought:
    """What cannot be computed again: a question and its ``reply``, or the ``fault`` that was its outcome.

    ``key`` comes from the content; ``n`` tells equal questions apart, from 0; ``at`` is the instant at which it was
    asked; ``request``, ``reply`` and ``fault`` are plain JSON data, and just one of the last two is not None.
    """

    key: str
    n: int
    role: Role
    who: str
    at: int
    request: Any
    reply: Any = None
    fault: Any = None
    usage: Usage = field(default_factory=Usage)

    def row(self, keep: Callable[[bytes], str] | None) -> tuple[Any, ...]:
        """As the table holds it. ``keep`` keeps a part of the request apart and gives its digest; None keeps none."""
        request = self.request if keep is None else fold(self.request, keep)
        return (
            *(self.key, self.n, self.role, self.who, self.at, canonical_json(request)),
            None if self.reply is None else canonical_json(self.reply),
            None if self.fault is None else canonical_json(self.fault),
            canonical_json(self.usage.model_dump(mode="json")),
        )

    @classmethod
    def from_row(cls, row: tuple[Any, ...], blob: Callable[[str], bytes]) -> "Thought":
        """What :meth:`row` gave. ``blob`` gives what was kept under a digest, or raises ``KeyError``."""
        key, n, role, who, at, request, reply, fault, usage = row
        said, failed = (None if text is None else json.loads(text) for text in (reply, fault))
        asked = unfold(json.loads(request), blob)
        return cls(key, n, role, who, at, asked, said, failed, Usage.model_validate_json(usage))


def canonical_line(serial: int, at: int, actor: str, kind: str, body: str, causes: str) -> str:
    """A row of the table of events as :meth:`sim.vocabulary.core.Event.canonical` spells the event."""
    return f"[{serial},{at},{canonical_json(actor)},{canonical_json(kind)},{body},{causes}]"


def versions() -> dict[str, str]:
    """Who wrote this: what to install to write it again."""
    from sim.plugins import version_of

    packages = ("workaday", "pydantic", "simpy", "networkx", "holidays", "tzdata")
    return {"python": platform.python_version(), **{package: version_of(package) for package in packages}}


def lay_out(connection: sqlite3.Connection, header: Iterable[tuple[str, str]]) -> None:
    """Make the tables in an empty database."""
    connection.executescript(
        f"PRAGMA application_id={APPLICATION_ID}; PRAGMA user_version={FORMAT}; BEGIN; {SCHEMA} COMMIT;"
    )
    rows = list(header)
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO header VALUES (?, ?)", [*rows, (CHECK, json.dumps(_check(rows)))])
    connection.execute("COMMIT")


def _check(rows: Iterable[tuple[Any, Any]]) -> str:
    """What the header comes to, whatever the order of its rows: damage that leaves it JSON shows in this alone."""
    state = blake2b(digest_size=16)
    for key, value in sorted((str(key), str(value)) for key, value in rows if key != CHECK):
        state.update(f"{len(key)} {key} {len(value)} {value}\n".encode("utf-8", "surrogatepass"))
    return state.hexdigest()


def rename_anew(draft: Path, name: str) -> None:
    """Give a file its name, in one step, where nothing has that name. Raises ``OSError``."""
    try:
        os.link(draft, name)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(name):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name) from None
        draft.rename(name)
    else:
        draft.unlink()


def require_file(path: str) -> None:
    """Raise :class:`JournalError` unless there is a file of this name."""
    try:
        is_file = Path(path).is_file()
        exists = is_file or Path(path).exists()
    except OSError as error:
        raise _os_error(path, error) from error
    if not exists:
        raise JournalError("io", path, "there is no such file")
    if not is_file:
        raise JournalError("not_a_run", path, "this is a folder or a device, not a run file")


def connect(path: str, mode: Literal["rw", "ro"], *, immutable: bool = False) -> sqlite3.Connection:
    """Open an existing database. ``immutable`` is for a file that nobody can be writing."""
    address = f"{Path(path).absolute().as_uri()}?mode={mode}{'&immutable=1' if immutable else ''}"
    connection = sqlite3.connect(
        address, uri=True, isolation_level=None, timeout=PATIENCE, check_same_thread=mode == "rw"
    )
    if mode == "rw":
        try:
            connection.execute("PRAGMA synchronous=NORMAL")
        except BaseException:
            connection.close()
            raise
    return connection


def identify(connection: sqlite3.Connection, path: str) -> dict[str, Any]:
    """The header of a run. Raises :class:`JournalError` where the file is none, or is newer than this code."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise JournalError("not_a_run", path, "this is no run file, or one whose making was cut short")
    rows = connection.execute("SELECT key, value FROM header").fetchall() if version <= FORMAT else []
    try:
        header = {key: json.loads(value) for key, value in rows}
        check = header.pop(CHECK, None)  # which files of early versions have not
        if check is not None and check != _check(rows):
            raise ValueError("its header is not what was written")
    except (TypeError, ValueError, RecursionError) as error:
        raise damaged(path, error) from error
    if not 1 <= version <= FORMAT:
        raise JournalError(
            "version",
            path,
            f"this run is in format {version}, and this installation knows formats up to {FORMAT}: "
            "use the newer version of Workaday that wrote it",
        )
    return header


def damaged(path: str, error: Exception) -> JournalError:
    """What is said of a file in which something stands that no run has: bytes that are no text, text that is no JSON,
    a table that is not there."""
    said = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
    return JournalError("not_a_run", path, f"this run file is damaged ({said}): take a copy of it from elsewhere")


def journal_error(path: str, error: sqlite3.Error | OSError) -> JournalError:
    """What SQLite or the system says, as one of our kinds, with what to do about it."""
    if isinstance(error, OSError):
        return _os_error(path, error)
    # Errors that Python itself raises have no code: text that is not UTF-8 is one of them.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    said = str(error)
    if code == sqlite3.SQLITE_FULL:
        return JournalError("disk_full", path, f"the disk is full ({said}): make room, then resume the run")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return JournalError("permission", path, f"it cannot be written ({said}): check who may write there")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return JournalError("locked", path, f"another program keeps it locked ({said}): close that one first")
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return JournalError("not_a_run", path, f"this is no run file, or it is damaged or cut short ({said})")
    if code == sqlite3.SQLITE_CANTOPEN:
        return JournalError("permission", path, f"it cannot be opened ({said}): check who may read it and its folder")
    if code == sqlite3.SQLITE_IOERR:
        why = "the disk is full, fails, or the file has reached the limit on the size of files (ulimit -f)"
        return JournalError(
            "io",
            path,
            f"it cannot be read or written ({said}): {why}. "
            "Mend that, then resume the run, or start it again if it had not begun",
        )
    if code == sqlite3.SQLITE_ERROR and isinstance(error, sqlite3.OperationalError):
        return damaged(path, error)
    return JournalError("io", path, f"it cannot be read or written ({said})")


def _os_error(path: str, error: OSError) -> JournalError:
    if isinstance(error, FileExistsError):
        return JournalError("exists", path, "there is such a file already: resume it, or choose another name")
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return JournalError("permission", path, f"access is denied ({error.strerror}): check who may write there")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return JournalError("disk_full", path, f"the disk is full ({error.strerror}): make room first")
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return JournalError("io", path, f"there is no folder {Path(path).parent}: make it first")
    return JournalError("io", path, f"it cannot be opened ({error.strerror or error})")


class Lock:
    """The right to write one run, held by an open file beside it; the system takes it back when the process dies."""

    def __init__(self, path: str) -> None:
        """Raises :class:`JournalError`, "locked" where somebody has it."""
        self._path = Path(f"{path}-lock")
        self._file: int | None = None
        while self._file is None:
            try:
                file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            except OSError as error:
                raise _os_error(path, error) from error
            try:
                _seize(file)
                # Whoever had it may have removed the file between our opening and locking it.
                if self._path.exists() and os.path.samestat(os.fstat(file), self._path.stat()):
                    self._file = file
            except FileNotFoundError:
                continue
            except OSError as error:
                if error.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK):
                    raise JournalError(
                        "locked", path, "another process is writing this run: wait for it, or stop it first"
                    ) from error
                raise _os_error(path, error) from error
            finally:
                if self._file is None:
                    os.close(file)

    def release(self) -> None:
        """Give it back."""
        if self._file is None:
            return
        if sys.platform != "win32":  # which does not remove open files
            self._path.unlink(missing_ok=True)
        os.close(self._file)
        self._file = None


def _seize(file: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
