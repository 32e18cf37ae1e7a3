"""What single apps show of what the seat remembers: which file, which folder, which conversations."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from workaday.window.seat.desk import Desk
from workaday.window.seat.memory import Done


@dataclass(frozen=True, slots=True)
class File:
    """A file as it was read, or written by the seat itself."""

    done: Done
    text: str
    version: int
    who: str = ""
    when: str = ""
    first: int = 0
    last: int = 0
    lines: int = 0
    next: int | None = None
    comments: Sequence[Mapping[str, Any]] = ()

    @property
    def whole(self) -> bool:
        """Whether ``text`` is all of it."""
        return self.first <= 1 and self.next is None


@dataclass(frozen=True, slots=True)
class Place:
    """A conversation of the seat's, with how many notices of it wait."""

    place: str
    waiting: int


class Views:
    """The views of the apps of one seat at one moment."""

    def __init__(self, desk: Desk) -> None:
        self._desk: Final = desk
        self._memory: Final = desk.memory

    def mails(self, folder: str) -> Done | None:
        """The last listing of a mail folder."""
        return next((done for done in self._memory.all_of("mail.list") if _of(done, "folder") == folder), None)

    def places(self) -> list[Place]:
        """Conversations, those first in which something waits."""
        waiting: dict[str, int] = {}
        for one in self._memory.waiting("chat"):
            waiting[one.notice.place] = waiting.get(one.notice.place, 0) + 1
        found = dict(waiting)
        listed = self._memory.look("chat.places")
        if listed is not None:
            found.update(
                {room["place"]: 0 for room in _of(listed, "places") if room["yours"] and room["place"] not in found}
            )
        for done in self._memory.done:
            if done.action in ("chat.read", "chat.send") and isinstance(place := _of(done, "place"), str):
                found.setdefault(place, 0)
        for one in self._memory.arrived:
            if one.notice.app == "chat":
                found.setdefault(one.notice.place, 0)
        return [Place(place, count) for place, count in found.items()]

    def sent_to(self, place: str, reading: Done | None) -> list[Done]:
        """What the seat has written in a place since it read there."""
        turn = -1 if reading is None else reading.turn
        sent = (done for done in self._memory.all_of("chat.send") if done.turn > turn and _of(done, "place") == place)
        return list(sent)[::-1]

    def recipient(self, place: str) -> Any:
        """Whom or where a message in a place is written to."""
        others = [one for one in place.removeprefix("dm:").split("+") if one != self._desk.me]
        if not place.startswith("dm:") or not others:
            return place
        return others[0] if len(others) == 1 else others

    def file(self, path: str) -> File | None:
        """A file as it was last read or written."""
        wanted = path.casefold()
        found = [
            done
            for action in ("drive.read", "drive.write")
            for done in self._memory.all_of(action)
            if str(_of(done, "path")).casefold() == wanted
        ]
        if not found:
            return None
        done = max(found, key=lambda one: one.turn)
        told: Mapping[str, Any] = done.receipt or {}
        if done.action == "drive.write":
            return File(done, str(done.arguments["text"]), told["version"], who=self._desk.me)
        return File(
            done, told["text"], told["version"], told["who"], told["when"], told["first_line"], told["last_line"],
            told["lines"], told["next_line"], told["comments"],
        )  # fmt: skip

    def folder(self, path: str) -> Done | None:
        """The last listing of a folder of the drive."""
        return next((done for done in self._memory.all_of("drive.list") if _of(done, "folder") == path), None)

    def crumbs(self, path: str) -> Iterator[tuple[str, str]]:
        """The folders on the way to a path, and its own name, each with its path."""
        way = ""
        for name in path.strip("/").split("/"):
            if name:
                way += f"/{name}"
                yield name, way

    def page(self, ref: str) -> Mapping[str, Any] | None:
        """What was last told of a page of the pager."""
        for done in reversed(self._memory.done):
            if done.app == "pager" and done.receipt is not None:
                listed = done.receipt.get("pages", [done.receipt])
                for page in listed:
                    if page.get("page") == ref:
                        return {"until": None, "has": None, **page}
        return None

    def organiser(self, meeting: str) -> str:
        """Who called a meeting, as far as the seat was told; else ""."""
        for one in self._memory.arrived:
            if one.notice.kind == "invite" and one.notice.ref in (meeting, meeting.partition(".")[0]):
                return one.notice.sender
        for action in ("calendar.read", "calendar.list"):
            for done in self._memory.all_of(action):
                told: Mapping[str, Any] = done.receipt or {}
                for entry in told.get("entries", (told,)):
                    if entry.get("meeting") == meeting and entry.get("organiser"):
                        return str(entry["organiser"])
        return ""

    def hit(self, hit: Mapping[str, Any]) -> str:
        """The address of what a search found; "" where it has none of its own."""
        return "" if hit["app"] == "chat" else self._desk.at(hit["app"], hit["ref"])


def _of(done: Done, name: str) -> Any:
    return (done.receipt or {}).get(name)
