"""The drive as the rest of the office sees it: what a file says, who may read it, and what is put there for the world.

What people do with files is the business of ``sim.apps.drive``. A file goes by the access of the nearest folder above
it of which something was said, until something is said of the file itself. The root is everyone's to write,
"/private/ines" is Ines's alone.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar

from sim import files
from sim.actions import Refused, clip
from sim.apps import clocks, paths
from sim.apps.shelves import File, Shelves, Version
from sim.misspelling import suggest
from sim.office import App, Notice, NoticeKind
from sim.vocabulary.core import WORLD, Instant
from sim.vocabulary.drive import FileShared, FileWritten, Level

if TYPE_CHECKING:
    from sim.office import Office


class Cabinet(App):
    """The state of the drive, and what can be asked of it."""

    name: ClassVar[str] = "drive"

    def __init__(self, office: "Office") -> None:
        super().__init__(office)
        self.shelves = Shelves(office.org)
        self.blobs: dict[str, bytes] = {}
        self.keep_blob: Callable[[bytes], str] = self._keep
        """Keeps the bytes of a file that is not plain text and gives their name; by default in ``blobs``, by digest."""
        self.moved: dict[str, str] = {}
        """Where the file or folder has gone that was at this path."""

    # -- for the engine and for other apps. Paths that are not there raise KeyError. --------------------------------

    def readable(self, who: str, path: str) -> bool:
        """Whether ``who`` may read the file at this path; False where there is none."""
        return self._is_file(path) and self.shelves.may(who, paths.normal(path), "read")

    def version_of(self, path: str) -> int:
        """The number of a file's last version."""
        return self._there(path).last.number

    def text_of(self, path: str, version: int | None = None) -> str:
        """The text of a file, of its last version or another."""
        return self.version_in(self._there(path), version).text

    def bytes_of(self, path: str, version: int | None = None) -> bytes:
        """The bytes of a file, of its last version or another."""
        found = self.version_in(self._there(path), version)
        return found.text.encode() if found.data is None else found.data

    def grant_read(self, path: str, who: str, by: str | None = None) -> None:
        """Let ``who`` read a file, if they cannot yet: ``by`` has sent it to them (its owner, if nobody is said)."""
        file = self._there(path)
        if not self.shelves.may(who, file.path, "read"):
            self.let(file.path, who, "read", by or file.owner)

    def let(self, path: str, name: str, level: Level, by: str = WORLD) -> None:
        """Let a person, "team:finance" or "everyone" do so much with a file or folder. Nobody is told."""
        path = self.shelves.spelled(paths.normal(path))
        self.shelves.let(path, (name,), level)
        self.office.emit(FileShared(path=path, shared_with=(name,), level=level, to=self.others(by, path)), by)

    def only(self, path: str, levels: dict[str, Level], by: str = WORLD) -> None:
        """Let these people, teams or "everyone", and nobody else, do so much with a file or folder, which need not be
        there yet. Nobody is told."""
        path = self.shelves.spelled(paths.normal(path))
        self.shelves.let(path, (), "read", only=True)
        for name, level in levels.items():
            self.let(path, name, level, by)

    def put(self, path: str, data: str | bytes, author: str, at: Instant) -> None:
        """Put a file there that ``author`` wrote at ``at``, as the world stands before anything happens.

        Text is rendered as the end of the name says. Raises :class:`~sim.actions.Refused` for a path that cannot be,
        :class:`~sim.files.BadFile` for content that cannot, `sim.files.FilesMissing`.
        """
        path = self.shelves.spelled(paths.normal(path))
        self.check_place(path)
        content = files.render(path, data) if isinstance(data, str) else data
        self.add(path, content, author, at, WORLD, (), staged=True)

    def can_read(self, who: str, ref: str) -> bool:
        return self.shelves.is_file(ref) and self.shelves.may(who, ref, "read")

    # -- for the actions of the drive. All raise Refused. -----------------------------------------------------------

    def standing(self, actor: str, written: str, level: Level, expects: int | None = None) -> File:
        """The file that ``written`` means, where ``actor`` may do so much with it."""
        path = paths.normal(written)
        if not self.can_read(actor, path):
            raise self.missing(actor, path)
        file = self.shelves.file(path)
        self.require(actor, file.path, level)
        self.check_version(actor, file, expects)
        return file

    def writable(self, actor: str, written: str, expects: int | None) -> str:
        """The path that ``written`` means, where ``actor`` may put a new file or a new version."""
        path = self.shelves.spelled(paths.normal(written))
        if written.rstrip().endswith("/") or self.shelves.is_folder(path):
            raise Refused("bad_argument", f"{path} is a folder: add the name of the file")
        self.check_place(path)
        self.require(actor, path, "write")
        if self.shelves.is_file(path):
            self.check_version(actor, self.shelves.file(path), expects)
        elif expects:
            raise Refused("not_now", f"{path} is not there, and you expect its version {expects}")
        return path

    def others(self, actor: str, path: str) -> tuple[str, ...] | None:
        """Who can read it, without the actor; None for everybody."""
        readers = self.shelves.readers(path)
        return None if readers is None else tuple(who for who in readers if who != actor)

    def tell(self, serial: int, who: str, sender: str, kind: NoticeKind, path: str, gist: str) -> None:
        """Hand one person a notice about a file or folder."""
        place = paths.parent(path)
        self.office.notify(Notice(serial, self.office.now, who, self.name, kind, path, place, sender, clip(gist)))

    def require(self, actor: str, path: str, level: Level) -> None:
        """Raise :class:`Refused` unless ``actor`` may do so much with what is, or would be, at ``path``."""
        if self.shelves.may(actor, path, level):
            return
        theirs = self.shelves.level(actor, path)
        may = f"you may {theirs} {path}, not {level} it" if theirs else f"you may not {level} {path}"
        raise Refused("not_allowed", f"{may}: {self._way_in(path)}")

    def check_version(self, actor: str, file: File, expects: int | None) -> None:
        """Raise :class:`Refused` where a file is not at the version that ``actor`` goes by."""
        last = file.last
        if expects is not None and expects != last.number:
            when = clocks.shown(self.office, actor, last.at)
            raise Refused(
                "not_now",
                f"{file.path} is at version {last.number}, written by {last.author} on {when}, and not at {expects}: "
                "read it, then write on top of that",
            )

    def check_place(self, path: str) -> None:
        """Raise :class:`Refused` where a folder on the way to ``path`` is a file."""
        for folder in paths.upwards(path)[1:]:
            if self.shelves.versions(folder):
                raise Refused("bad_argument", f"{folder} is a file, so nothing can be in it: choose another folder")

    def leads_somewhere(self, who: str, folder: str) -> bool:
        """Whether there is something in a folder, however deep, that ``who`` may see."""
        folders, inside = self.shelves.inside(folder)
        return any(self.shelves.level(who, file.path) for file in inside) or any(
            self.shelves.level(who, at) or self.leads_somewhere(who, at) for at in folders
        )

    def missing(self, actor: str, path: str, *, folder: bool = False) -> Refused:
        """Why ``actor`` cannot open what they think is at ``path``."""
        nearest = next(at for at in paths.upwards(path) if self.shelves.is_folder(at) or self.shelves.is_file(at))
        if nearest != "/" and self.shelves.level(actor, nearest) is None and not self.leads_somewhere(actor, nearest):
            return Refused("not_allowed", f"you may not open {nearest}: {self._way_in(nearest)}")
        moved = self.moved.get(paths.key(path))
        if moved is not None and self.can_read(actor, moved):
            return Refused("no_such_thing", f"{path} has moved to {moved}")
        if self.shelves.versions(path) and not self.shelves.is_file(path) and self.shelves.may(actor, path, "read"):
            return Refused("no_such_thing", f"{path} is in the bin: drive.restore brings it back")
        if folder:
            known = [at for at in self.shelves.folders() if self.shelves.level(actor, at) is not None]
        else:
            known = [file.path for file in self.shelves.files() if self.can_read(actor, file.path)]
        near = next((at for at in known if paths.key(paths.leaf(at)) == paths.key(paths.leaf(path))), None)
        near = near or suggest(path, known)
        what = "folder" if folder else "file"
        hint = f"did you mean {near}?" if near else "drive.list shows what there is, drive.search finds it by its words"
        return Refused("no_such_thing", f"there is no {what} {path}; {hint}")

    def add(
        self,
        path: str,
        data: bytes,
        author: str,
        at: Instant,
        actor: str,
        causes: Iterable[int],
        *,
        note: str = "",
        restores: int | None = None,
        staged: bool = False,
    ) -> tuple[Version, int]:
        """Put a new version there; gives it and the serial of its event. Raises `sim.files.BadFile` where the bytes are
        not of the kind that the path says."""
        text = files.extract(path, data)
        plain = files.kind_of(path) in ("text", "csv")
        if plain:
            data = text.encode()
        version = Version(
            number=self.shelves.versions(path) + 1,
            author=author,
            at=at,
            text=text,
            digest=files.digest(data),
            size=len(data),
            data=None if plain else data,
            note=note,
            restores=restores,
        )
        file = self.shelves.add(path, author, version)
        self.index(file)
        body = FileWritten(
            path=file.path,
            version=version.number,
            text=text,
            digest=version.digest,
            size=version.size,
            blob=None if plain else self.keep_blob(data),
            note=note,
            restores=restores,
            staged_by=author if staged else None,
            staged_at=at if staged else None,
            to=self.others(actor, file.path),
        )
        return version, self.office.emit(body, actor, causes).serial

    def index(self, file: File) -> None:
        """Make a file findable as it now stands."""
        self.office.index.put(self.name, file.path, file.path, file.last.text, file.last.at)

    @staticmethod
    def version_in(file: File, number: int | None) -> Version:
        """A version of a file; the last, where no number is said. Raises ``KeyError`` where there is none."""
        if number is None:
            return file.last
        if not 0 < number <= len(file.versions):
            raise KeyError(number)
        return file.versions[number - 1]

    # -- inside -----------------------------------------------------------------------------------------------------

    def _there(self, path: str) -> File:
        if not self._is_file(path):
            raise KeyError(path)
        return self.shelves.file(paths.normal(path))

    def _is_file(self, path: str) -> bool:
        try:
            return self.shelves.is_file(paths.normal(path))
        except Refused:
            return False  # no file can be at such a path

    def _way_in(self, path: str) -> str:
        """Whom to ask for access."""
        if self.shelves.is_file(path):
            return f"it is {self.shelves.file(path).owner}'s, who can share it"
        able = [name for name, level in self.shelves.allowed(path).items() if level == "write"]
        return f"{' or '.join(able)} can" if able else "nobody can; there is room in the folders of drive.list"

    def _keep(self, data: bytes) -> str:
        name = files.digest(data)
        self.blobs[name] = data
        return name
