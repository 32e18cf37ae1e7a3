"""The drive: files in folders, with all their versions, comments, and who may do what with them.

What can be done is in ``sim.apps.drive_actions``; here are the rules the actions share.
"""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, ClassVar

from sim import files
from sim.actions import Action, Refused
from sim.apps import clocks, drive_actions, paths
from sim.apps import drive_views as views
from sim.apps.cabinet import Cabinet
from sim.apps.people import mentions
from sim.apps.shelves import RANK, File, Remark, Version
from sim.files import BadFile, FilesMissing
from sim.office import NoticeKind
from sim.vocabulary.drive import FileCommented, FileDeleted, FileMoved, FileShared, Level

if TYPE_CHECKING:
    from sim.office import Office

PAGE = 30_000
"""Characters that one reading of a file gives at most."""


class Drive(Cabinet):
    """The drive, and the rules that its actions share."""

    actions: ClassVar[tuple[type[Action], ...]] = drive_actions.ALL

    def __init__(self, office: "Office") -> None:
        super().__init__(office)
        self._remarks = 0

    # -- for the actions of the drive. All raise Refused. -----------------------------------------------------------

    def sound(self, path: str, make: Callable[[], bytes]) -> bytes:
        """The bytes that ``make`` gives; what is wrong with them is refused."""
        try:
            return make()
        except BadFile as error:
            raise Refused("bad_argument", f"{path}: {error}") from None
        except FilesMissing as error:
            raise Refused("not_now", f"{error}; a .md or .csv file needs nothing") from None

    def save(
        self, actor: str, path: str, data: bytes, causes: Sequence[int], *, note: str = "", restores: int | None = None
    ) -> views.Saved:
        """A new version of the file at ``path``."""
        created = not self.shelves.is_file(path)
        if not created and self.shelves.file(path).last.digest == files.digest(data) and restores is None:
            raise Refused("already_so", f"{path} says exactly that already: it is its version {self.version_of(path)}")
        concerned = () if created else self.shelves.file(path).concerns()
        try:
            version, serial = self.add(path, data, actor, self.office.now, actor, causes, note=note, restores=restores)
        except BadFile as error:  # what was made of the text is too large, say
            raise Refused("bad_argument", f"{path}: {error}") from None
        gist = f"writes version {version.number} of {path}" + (f": {note}" if note else "")
        for who in concerned:
            if self.can_read(who, path):
                self.tell(serial, who, actor, "change", path, gist)
        return views.Saved(
            path=path, version=version.number, size=version.size, created=created, readers=self.shelves.readers(path)
        )

    def content(self, actor: str, written: str, number: int | None, first: int, last: int | None) -> views.Content:
        """What a file says, from one line to another, as far as it fits."""
        file = self.standing(actor, written, "read")
        version = self._one(file, number)
        lines = version.text.split("\n")
        if first > len(lines) or (last is not None and last < first):
            raise Refused("bad_argument", f"{file.path} has lines 1 to {len(lines)}")
        end = len(lines) if last is None else min(last, len(lines))
        shown, size = first - 1, 0
        while shown < end and (shown == first - 1 or size + len(lines[shown]) < PAGE):
            size += len(lines[shown]) + 1
            shown += 1
        level = self.shelves.level(actor, file.path)
        assert level is not None
        return views.Content(
            path=file.path,
            version=version.number,
            latest=file.last.number,
            who=version.author,
            when=clocks.shown(self.office, actor, version.at),
            size=version.size,
            text="\n".join(lines[first - 1 : shown]),
            first_line=first,
            last_line=shown,
            lines=len(lines),
            next_line=shown + 1 if shown < end else None,
            level=level,
            comments=self._beside(actor, file),
        )

    def listing(self, actor: str, written: str) -> views.Listing:
        """What ``actor`` may see in a folder: what they may read, and the folders that lead to it."""
        path = self.shelves.spelled(paths.normal(written))
        if not self.shelves.is_folder(path):
            if self.can_read(actor, path):
                raise Refused("bad_argument", f"{path} is a file: read it, or list {paths.parent(path)}")
            raise self.missing(actor, path, folder=True)
        folders, inside = self.shelves.inside(path)
        entries = [views.Listed(path=f, folder=True, level=self.shelves.level(actor, f)) for f in folders]
        entries = [e for e in entries if e.level is not None or self.leads_somewhere(actor, e.path)]
        for file in inside:
            level = self.shelves.level(actor, file.path)
            if level is not None:
                entries.append(
                    views.Listed(
                        path=file.path,
                        folder=False,
                        level=level,
                        version=file.last.number,
                        who=file.last.author,
                        when=clocks.shown(self.office, actor, file.last.at),
                        size=file.last.size,
                        comments=len(file.remarks),
                    )
                )
        if not entries and path != "/" and self.shelves.level(actor, path) is None:
            raise self.missing(actor, path, folder=True)
        return views.Listing(folder=path, entries=tuple(entries))

    def move(self, actor: str, written: str, to: str, causes: Sequence[int]) -> views.Relocated:
        """Give a file or folder another path."""
        path, moved = self._all_at(actor, written)
        target = self.shelves.spelled(paths.normal(to))
        if paths.key(target) == paths.key(path):  # its name in another spelling
            target = paths.join(paths.parent(path), paths.leaf(paths.normal(to)))
        elif self.shelves.is_folder(target):
            target = self.shelves.spelled(paths.join(target, paths.leaf(path)))
        if target == path:
            raise Refused("already_so", f"{path} is there already")
        if paths.is_below(target, path):
            raise Refused("bad_argument", f"{path} cannot move into itself")
        if paths.key(target) != paths.key(path) and self.shelves.is_taken(target):
            where = "" if self.shelves.is_file(target) or self.shelves.is_folder(target) else " by a file in the bin"
            raise Refused("already_so", f"{target} is taken{where}: choose another name")
        if self.shelves.is_file(path) and files.kind_of(target) != files.kind_of(path):
            raise Refused("bad_argument", f"a move does not turn {path} into another kind of file: write a new one")
        self.check_place(target)
        self.require(actor, paths.parent(target), "write")
        old = [file.path for file in moved]
        concerned = {who: file.path for file in moved for who in file.concerns()}
        self.shelves.move(path, target)
        for before, file in zip(old, moved, strict=True):
            self.moved[paths.key(before)] = file.path
            self.office.index.drop(self.name, before)
            self.index(file)
        body = FileMoved(path=path, destination=target, files=tuple(old), to=self.others(actor, target))
        serial = self.office.emit(body, actor, causes).serial
        for who in concerned:
            if self.shelves.may(who, target, "read"):
                self.tell(serial, who, actor, "change", target, f"moves {path} to {target}")
        now = tuple(file.path for file in moved)
        return views.Relocated(path=target, files=now, readers=self.shelves.readers(target))

    def delete(self, actor: str, written: str, causes: Sequence[int]) -> views.Deleted:
        """Put a file, or all in a folder, into the bin."""
        path, gone = self._all_at(actor, written)
        body = FileDeleted(path=path, files=tuple(file.path for file in gone), to=self.others(actor, path))
        concerned = {who: None for file in gone for who in file.concerns() if self.can_read(who, file.path)}
        if self.shelves.is_folder(path):
            self.shelves.remove_folder(path)
        for file in gone:
            file.deleted = True
            self.office.index.drop(self.name, file.path)
        serial = self.office.emit(body, actor, causes).serial
        for who in concerned:
            self.tell(serial, who, actor, "change", path, f"puts {path} into the bin")
        return views.Deleted(files=body.files)

    def restore(self, actor: str, written: str, number: int | None, causes: Sequence[int]) -> views.Saved:
        """Bring back a version, or a file from the bin."""
        path = paths.normal(written)
        try:
            file = self.shelves.file(path)
        except KeyError:
            raise self.missing(actor, path) from None
        if not self.shelves.may(actor, path, "read"):
            raise self.missing(actor, path)
        self.require(actor, file.path, "write")
        version = self._one(file, number)
        if not file.deleted and version.digest == file.last.digest:
            raise Refused("already_so", f"that is what {file.path} says now: its history has the versions before")
        self.check_place(file.path)
        data = version.text.encode() if version.data is None else version.data
        return self.save(actor, file.path, data, causes, restores=version.number)

    def history(self, actor: str, written: str) -> views.History:
        """All versions and comments of a file, also of one in the bin."""
        path = paths.normal(written)
        try:
            file = self.shelves.file(path)
        except KeyError:
            raise self.missing(actor, path) from None
        if not self.shelves.may(actor, path, "read"):
            raise self.missing(actor, path)
        made = tuple(
            views.Made(
                version=version.number,
                who=version.author,
                when=clocks.shown(self.office, actor, version.at),
                size=version.size,
                note=version.note,
                restores=version.restores,
            )
            for version in file.versions
        )
        comments = self._beside(actor, file)
        return views.History(path=file.path, owner=file.owner, deleted=file.deleted, versions=made, comments=comments)

    def comment(
        self, actor: str, written: str, text: str, number: int | None, causes: Sequence[int]
    ) -> views.Commented:
        """Put a remark beside a file."""
        file = self.standing(actor, written, "comment")
        version = self._one(file, number)
        org = self.office.org
        readers = [person for person in org.people() if self.shelves.may(person.id, file.path, "read")]
        found = mentions(text, readers, org.people())
        called = tuple(who for who in found.people if who != actor)
        before = {remark.author for remark in file.remarks}
        self._remarks += 1
        remark = Remark(f"f{self._remarks}", actor, self.office.now, version.number, text)
        file.remarks.append(remark)
        body = FileCommented(
            path=file.path,
            comment=remark.id,
            text=text,
            version=version.number,
            mentions=called,
            to=self.others(actor, file.path),
        )
        serial = self.office.emit(body, actor, causes).serial
        for who in dict.fromkeys((*called, *file.concerns())):
            if self.can_read(who, file.path):
                kind: NoticeKind = "mention" if who in called else "reply" if who in before else "message"
                self.tell(serial, who, actor, kind, file.path, text)
        return views.Commented(
            comment=remark.id, mentions=called, ambiguous=found.ambiguous,
            cannot_open=tuple(who for who in found.elsewhere if who != actor),
        )  # fmt: skip

    def share(
        self,
        actor: str,
        written: str,
        names: Sequence[str],
        told: Collection[str],
        level: Level,
        only: bool,
        causes: Sequence[int],
    ) -> views.Access:
        """Let people do so much with a file or folder, and tell them."""
        path = self.shelves.spelled(paths.normal(written))
        folder = self.shelves.is_folder(path)
        if not folder:
            path = self.standing(actor, path, "read").path
        self.require(actor, path, "write")
        if path == "/" or paths.key(path) == "/private" or (folder and paths.key(paths.parent(path)) == "/private"):
            raise Refused("not_allowed", f"who may do what in {path} itself is settled: share what is in it")
        lowers = any(RANK[self.shelves.allowed(path).get(name, level)] > RANK[level] for name in names)
        if (only or lowers) and not folder and self.shelves.file(path).owner != actor:
            theirs = self.shelves.file(path).owner
            raise Refused("not_allowed", f"only {theirs}, whose file it is, can take away what others may do with it")
        if not only and all(self.shelves.allowed(path).get(name) == level for name in names):
            raise Refused("already_so", f"that is what they can do with {path} already")
        self.shelves.let(path, names, level, only=only)
        if only and folder:
            self.shelves.let(path, (actor,), "write")  # a folder has no owner who could still open it
        body = FileShared(path=path, shared_with=tuple(names), level=level, to=self.others(actor, path))
        serial = self.office.emit(body, actor, causes).serial
        for person in self.office.org.people():
            if person.id in told:
                self.tell(serial, person.id, actor, "change", path, f"shares {path} with you ({level})")
        owner = None if folder else self.shelves.file(path).owner
        return views.Access(path=path, owner=owner, levels=dict(self.shelves.allowed(path)))

    # -- inside -----------------------------------------------------------------------------------------------------

    def _one(self, file: File, number: int | None) -> Version:
        try:
            return self.version_in(file, number)
        except KeyError:
            raise Refused("no_such_thing", f"{file.path} has versions 1 to {file.last.number}, no {number}") from None

    def _beside(self, reader: str, file: File) -> tuple[views.Beside, ...]:
        return tuple(
            views.Beside(
                id=remark.id,
                who=remark.author,
                when=clocks.shown(self.office, reader, remark.at),
                version=remark.version,
                text=remark.text,
            )
            for remark in file.remarks
        )

    def _all_at(self, actor: str, written: str) -> tuple[str, list[File]]:
        """The path that ``written`` means, and the files there: all may be changed by ``actor``."""
        path = self.shelves.spelled(paths.normal(written))
        if not self.shelves.is_folder(path):
            file = self.standing(actor, path, "write")
            return file.path, [file]
        if path == "/" or "/private" in (paths.key(path), paths.key(paths.parent(path))):
            raise Refused("not_allowed", f"the folder {path} stays where it is: take what is in it")
        self.require(actor, path, "write")
        inside = self.shelves.below(path)
        if not all(self.shelves.may(actor, file.path, "write") for file in inside):
            raise Refused("not_allowed", f"{path} has files in it that you may not change: take those you may")
        return path, inside
