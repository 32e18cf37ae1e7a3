"""Where files stand: folders, versions, remarks, and who may do what with them.

This is state and what can be asked of it; who is told, and what an action refuses, is the business of
``sim.apps.drive``. Paths are normal ones (``sim.apps.paths``), in any spelling.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from sim.apps import paths
from sim.organisation import Organisation
from sim.vocabulary.core import Instant
from sim.vocabulary.drive import Level

EVERYONE = "everyone"
"""The whole organisation, where access is spoken of."""

RANK: Mapping[Level, int] = {"read": 1, "comment": 2, "write": 3}
"""How much each level allows."""


@dataclass(frozen=True, slots=True)
class Version:
    """A file as it was written once. ``data`` are its bytes where it is not plain text."""

    number: int
    author: str
    at: Instant
    text: str
    digest: str
    size: int
    data: bytes | None = None
    note: str = ""
    restores: int | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment beside a file."""

    id: str
    author: str
    at: Instant
    version: int
    text: str


@dataclass(slots=True)
class File:
    """A file with all it ever was; ``deleted`` while it is in the bin."""

    path: str
    owner: str
    versions: list[Version] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    deleted: bool = False

    @property
    def last(self) -> Version:
        return self.versions[-1]

    def concerns(self) -> tuple[str, ...]:
        """Whom a change of it concerns: its owner, all who wrote it, all who remarked on it."""
        authors = (version.author for version in self.versions)
        return tuple(dict.fromkeys((self.owner, *authors, *(remark.author for remark in self.remarks))))


class Shelves:
    """All files of one office. Paths that are not there raise ``KeyError``."""

    def __init__(self, org: Organisation) -> None:
        self._people = tuple(person.id for person in org.people())
        self._names: dict[str, tuple[str, ...]] = {who: (who, EVERYONE) for who in self._people}
        for team in org.teams():
            for who in team.members:
                self._names[who] = (*self._names[who], f"team:{team.id}")
        self._files: dict[str, File] = {}
        self._folders: dict[str, str] = {"/": "/"}
        self._access: dict[str, dict[str, Level]] = {"/": {EVERYONE: "write"}, "/private": {}}
        self.add_folder("/private")
        for who in self._people:
            self.add_folder(f"/private/{who}")
            self._access[paths.key(f"/private/{who}")] = {who: "write"}

    # -- files and folders ----------------------------------------------------------------------------------------

    def file(self, path: str) -> File:
        """The file at this path, also one in the bin."""
        return self._files[paths.key(path)]

    def files(self) -> Iterator[File]:
        """Every file, in the order of their making; those in the bin too."""
        return iter(self._files.values())

    def versions(self, path: str) -> int:
        """How many versions the file at this path has, be it in the bin; 0 where there never was one."""
        found = self._files.get(paths.key(path))
        return 0 if found is None else len(found.versions)

    def folders(self) -> tuple[str, ...]:
        """Every folder, in the order of their making."""
        return tuple(self._folders.values())

    def is_file(self, path: str) -> bool:
        """Whether a file is there, and not in the bin."""
        found = self._files.get(paths.key(path))
        return found is not None and not found.deleted

    def is_taken(self, path: str) -> bool:
        """Whether a file has this path, be it in the bin, or a folder."""
        return paths.key(path) in self._files or paths.key(path) in self._folders

    def is_folder(self, path: str) -> bool:
        return paths.key(path) in self._folders

    def folder(self, path: str) -> str:
        """The spelling of a folder."""
        return self._folders[paths.key(path)]

    def spelled(self, path: str) -> str:
        """``path`` as it is spelled here, as far as it leads through what is there."""
        if (known := self._files.get(paths.key(path))) is not None:
            return known.path
        if self.is_folder(path):
            return self.folder(path)
        return paths.join(self.spelled(paths.parent(path)), paths.leaf(path))

    def inside(self, folder: str) -> tuple[list[str], list[File]]:
        """Folders and files right in a folder, by name; the bin left out."""
        at = paths.key(folder)
        folders = [f for f in self._folders.values() if f != "/" and paths.key(paths.parent(f)) == at]
        files = [f for f in self._files.values() if paths.key(paths.parent(f.path)) == at and not f.deleted]
        return sorted(folders, key=paths.key), sorted(files, key=lambda file: paths.key(file.path))

    def below(self, folder: str) -> list[File]:
        """Every file in a folder and its folders, by path; the bin left out."""
        found = [f for f in self._files.values() if paths.is_below(f.path, folder) and not f.deleted]
        return sorted(found, key=lambda file: paths.key(file.path))

    def add_folder(self, path: str) -> None:
        """Make a folder and those it is in, as far as they are not there."""
        for folder in reversed(paths.upwards(path)):
            self._folders.setdefault(paths.key(folder), folder)

    def add(self, path: str, owner: str, version: Version) -> File:
        """A new version of the file, or the file; a file in the bin comes back."""
        self.add_folder(paths.parent(path))
        known = self._files.get(paths.key(path))
        if known is None:
            known = self._files[paths.key(path)] = File(path, owner)
        known.versions.append(version)
        known.deleted = False
        return known

    def move(self, path: str, to: str) -> None:
        """Give a file or folder another path, with all below it, its versions, its remarks and who may see it.

        Files in the bin stay where they were."""
        moved = [self.file(path)] if self.is_file(path) else self.below(path)
        for file in moved:
            del self._files[paths.key(file.path)]
        if not self.is_file(to) and self.is_folder(path):
            self._move_folders(path, to)
        for file in moved:
            new = to + file.path[len(path) :]
            self._move_access(file.path, new)
            file.path = new
            self._files[paths.key(new)] = file
            self.add_folder(paths.parent(new))

    def _move_folders(self, path: str, to: str) -> None:
        kept = {paths.key(folder) for f in self._files.values() for folder in paths.upwards(f.path)[1:]}
        moved = [f for at, f in self._folders.items() if at == paths.key(path) or paths.is_below(f, path)]
        for folder in moved:
            if paths.key(folder) not in kept or paths.key(path) == paths.key(to):  # else the bin has something of it
                del self._folders[paths.key(folder)]
        for folder in moved:
            self._move_access(folder, to + folder[len(path) :])
            self.add_folder(to + folder[len(path) :])

    def _move_access(self, path: str, to: str) -> None:
        allowed = self._access.pop(paths.key(path), None)
        if allowed is not None:
            self._access[paths.key(to)] = allowed

    def remove_folder(self, path: str) -> None:
        """Take a folder away, with those in it; what is said of access to it stays, for what is in the bin."""
        for at, folder in list(self._folders.items()):
            if at == paths.key(path) or paths.is_below(folder, path):
                del self._folders[at]

    # -- access ---------------------------------------------------------------------------------------------------

    def allowed(self, path: str) -> Mapping[str, Level]:
        """Who may do what, by person, "team:finance" or "everyone": what was said of the path itself, else of the
        nearest folder of which something was said."""
        for at in paths.upwards(paths.key(path)):
            if at in self._access:
                return self._access[at]
        raise KeyError(path)

    def level(self, who: str, path: str) -> Level | None:
        """The most ``who`` may do with what is at this path, or would be; its owner may do everything."""
        file = self._files.get(paths.key(path))
        if file is not None and file.owner == who:
            return "write"
        allowed = self.allowed(path)
        levels = [allowed[name] for name in self._names.get(who, ()) if name in allowed]
        return max(levels, key=RANK.__getitem__, default=None)

    def may(self, who: str, path: str, level: Level) -> bool:
        """Whether ``who`` may do so much."""
        theirs = self.level(who, path)
        return theirs is not None and RANK[theirs] >= RANK[level]

    def readers(self, path: str) -> tuple[str, ...] | None:
        """Who may read it, in the order of the organisation; None for everybody."""
        if EVERYONE in self.allowed(path):
            return None
        found = tuple(who for who in self._people if self.may(who, path, "read"))
        return None if found == self._people else found

    def let(self, path: str, names: Iterable[str], level: Level, *, only: bool = False) -> None:
        """Let people, teams or everyone do so much with a file or folder. What was said of these names before no longer
        holds; whoever is also part of a team that may do more still may.

        All others can do what they could; with ``only`` they can no longer.
        """
        allowed = {} if only else dict(self.allowed(path))
        allowed.update(dict.fromkeys(names, level))
        self._access[paths.key(path)] = allowed
