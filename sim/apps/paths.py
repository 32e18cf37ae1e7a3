"""Paths of the drive: how they may be written, and the one spelling they get.

A path goes from the root, "/board/detectors.md". Upper and lower case do not tell two files apart:
"/Board/Detectors.md" is the same file, and keeps the spelling it was first written with.
"""

import re
import unicodedata

from sim.actions import Refused

MOST_NAME = 120
MOST_PATH = 400
MOST_DEPTH = 12

_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f\\:*?"<>|]')


def normal(written: str) -> str:
    """The path that was meant: from the root, without doubled or trailing slashes; "/" is the root.

    Raises :class:`~sim.actions.Refused` for what climbs out of a folder, and for names that no drive keeps.
    """
    parts = [part for part in unicodedata.normalize("NFC", written.strip()).split("/") if part not in ("", ".")]
    for part in parts:
        if part == "..":
            raise Refused("bad_argument", f"{written!r} climbs with '..': write the path from the root, /board/a.md")
        if bad := _FORBIDDEN.search(part):
            hint = ": folders are set apart by /" if bad[0] == "\\" else ""
            raise Refused("bad_argument", f"a name cannot contain {bad[0]!r}{hint}")
        if part != part.strip() or part.endswith("."):
            raise Refused("bad_argument", f"a name cannot begin or end with a space, or end with a dot: {part!r}")
        if len(part) > MOST_NAME:
            raise Refused("too_long", f"a name has at most {MOST_NAME} characters, and {part[:20]}… has {len(part)}")
    if len(parts) > MOST_DEPTH:
        raise Refused("too_long", f"a path has at most {MOST_DEPTH} parts, and this has {len(parts)}")
    path = "/" + "/".join(parts)
    if len(path) > MOST_PATH:
        raise Refused("too_long", f"a path has at most {MOST_PATH} characters, and this has {len(path)}")
    return path


def key(path: str) -> str:
    """What two spellings of one path have in common."""
    return unicodedata.normalize("NFC", path.casefold())


def parent(path: str) -> str:
    """The folder a path is in; of the root, the root."""
    return path.rpartition("/")[0] or "/"


def leaf(path: str) -> str:
    """The name at the end of a path."""
    return path.rpartition("/")[2]


def join(folder: str, leaf: str) -> str:
    """The path of ``leaf`` in ``folder``."""
    return f"{folder.rstrip('/')}/{leaf}"


def upwards(path: str) -> tuple[str, ...]:
    """The path, the folder it is in, and so on to the root."""
    found = [path]
    while found[-1] != "/":
        found.append(parent(found[-1]))
    return tuple(found)


def is_below(path: str, folder: str) -> bool:
    """Whether ``path`` lies somewhere in ``folder``; nothing lies in itself."""
    return key(path) != key(folder) and key(path).startswith(key(folder).rstrip("/") + "/")
