"""Files that stand beside a scenario and are copied into its world."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path

from scenarios.ground import Ground
from sim import files
from sim.source import DataPath

_OFFICE = ("docx", "xlsx", "pptx")


@dataclass(frozen=True)
class Content:
    """What a file of the world holds: ``data`` as text, or as base64 where ``binary``; ``text`` is what one reads."""

    data: str
    text: str
    binary: bool = False


@dataclass(frozen=True)
class Beside:
    """The folder in which files to copy are looked for, and the one, if any, whose files are all on the drive."""

    folder: Path
    drive_folder: Path | None = None

    def drive(self) -> dict[str, Path]:
        """The files that are all on the drive, by their path there; hidden ones are left out."""
        top = self.drive_folder
        if top is None:
            return {}
        found = (path for path in sorted(top.rglob("*")) if path.is_file())
        parts = ((path.relative_to(top).parts, path) for path in found)
        return {"/" + "/".join(names): path for names, path in parts if not any(n.startswith(".") for n in names)}

    def text(self, ground: Ground, path: DataPath, name: str) -> str:
        """The text of a file beside, named at ``path`` of the scenario; "" where it cannot be read."""
        content = self.copied(ground, path, name, name)
        return "" if content is None else content.text

    def copied(self, ground: Ground, path: DataPath, name: str, target: str) -> Content | None:
        """The content of the file called ``name`` for one called ``target`` on the drive; None after a problem."""
        source = self.folder / name
        if not source.resolve().is_relative_to(self.folder.resolve()):
            fix = "Put the file into that folder, and write its path from there."
            ground.wrong(path, f"leads out of {self.folder.resolve().name}", fix, value=name)
            return None
        if not source.is_file():
            ground.wrong(path, f"is not a file in {self.folder.name or self.folder}", "Check the name.", value=name)
            return None
        return content_of(ground, path, source, target)


def content_of(ground: Ground, path: DataPath, source: Path, target: str) -> Content | None:
    """The content of a file for one called ``target``; text is made into an office file where that is one."""
    size = source.stat().st_size
    if size > files.MOST_BYTES:
        rule = f"has {size:,} bytes; at most {files.MOST_BYTES:,} fit on the drive"
        ground.wrong(path, rule, "Shorten it.", value=source.name)
        return None
    raw = source.read_bytes()
    if files.kind_of(source.name) in ("text", "csv") and files.kind_of(target) in _OFFICE:
        return made_of(ground, path, raw.decode("utf-8-sig"), target)
    try:
        text = files.extract(source.name, raw)
    except (files.BadFile, files.FilesMissing) as error:
        ground.wrong(path, f"cannot be read: {error}", value=source.name)
        return None
    if files.kind_of(target) in ("text", "csv"):
        return Content(text, text)
    return Content(base64.b64encode(raw).decode(), text, binary=True)


def made_of(ground: Ground, path: DataPath, text: str, target: str) -> Content | None:
    """The content of a file called ``target`` with this text."""
    if files.kind_of(target) in ("text", "csv"):
        return Content(text, text)
    try:
        raw = files.render(target, text)
        return Content(base64.b64encode(raw).decode(), files.extract(target, raw), binary=True)
    except (files.BadFile, files.FilesMissing) as error:
        ground.wrong(path, f"cannot be made into {target}: {error}", value=None)
        return None
